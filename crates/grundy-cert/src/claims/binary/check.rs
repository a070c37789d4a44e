//! The check of the relations: they are total functions, and satisfy the equation of the least
//! excluded value everywhere.
//!
//! Every play ends, so exactly one function satisfies the equation, by induction over the lengths
//! of plays; and exactly one set of lost heaps has no move within it and a move into it from
//! everywhere else.

use std::rc::Rc;

use super::{
    Meaning,
    dfa::Dfa,
    join::{Atom, is_empty, project},
    linear::{Sign, linear},
    play::{KindMoves, Play, refuse},
    work::{WorkLimits, WorkStop},
};

/// Verifies the relations of all kinds.
pub(super) fn check(
    play: &Play,
    relations: &[Rc<Dfa>],
    meaning: Meaning,
    work: &mut WorkLimits<'_>,
) -> Result<(), WorkStop> {
    play.ends(work)?;
    for ((kind, relation), moves) in play.system.kinds.iter().zip(relations).zip(&play.moves) {
        let options = options(kind.arity, moves, relations, meaning, work)?;
        match meaning {
            Meaning::Values => values(&kind.name, kind.arity, relation, &options, work)?,
            Meaning::Lost => lost(&kind.name, kind.arity, relation, &options, work)?,
        }
    }
    if play.system.is_plain {
        // Heaps of 0 counters are left out of options, so they must count for nothing.
        let zero = Rc::new(linear(&[1], 0, Sign::Zero, work)?);
        let atoms = match meaning {
            Meaning::Values => vec![Atom::of(&relations[0], &[0, 1]), Atom::of(&zero, &[0]), Atom::of(&zero, &[1])],
            Meaning::Lost => vec![Atom::of(&relations[0], &[0]), Atom::of(&zero, &[0])],
        };
        if is_empty(&atoms, work)? {
            return refuse("a heap without counters has moves");
        }
    }
    Ok(())
}

/// Verifies the values of one kind; `options` are the values of the options.
///
/// Four conditions: no heap has two values, each has one, no option has the value of the heap, and
/// each smaller value is that of an option. The first three need an emptiness test or a projection,
/// the last one a complement.
fn values(
    name: &str,
    arity: usize,
    relation: &Rc<Dfa>,
    options: &Rc<Dfa>,
    work: &mut WorkLimits<'_>,
) -> Result<(), WorkStop> {
    let sizes: Vec<usize> = (0..arity).collect();
    let with = |variable: usize| [&sizes[..], &[variable]].concat();
    let (value, other) = (arity, arity + 1);
    // other < value
    let less = Atom::of(&Rc::new(linear(&[1, -1], 1, Sign::AtMostZero, work)?), &[other, value]);
    let own = Atom::of(relation, &with(value));
    if !is_empty(&[own.clone(), Atom::of(relation, &with(other)), less.clone()], work)? {
        return refuse(format!("a heap of {name} has two values"));
    }
    let valued = project(std::slice::from_ref(&own), &sizes, work)?;
    if !valued.accepting.iter().all(|&accepts| accepts) {
        return refuse(format!("a heap of {name} has no value"));
    }
    if !is_empty(&[own.clone(), Atom::of(options, &with(value))], work)? {
        return refuse(format!("an option of a heap of {name} has the value of the heap"));
    }
    let missing = Rc::new(complement(options));
    if !is_empty(&[own, less, Atom::of(&missing, &with(other))], work)? {
        return refuse(format!("a smaller value than that of a heap of {name} is the value of no option"));
    }
    Ok(())
}

/// Verifies the lost heaps of one kind; `options` are the heaps with a lost option.
///
/// Two conditions: no lost heap has a lost option, and each other heap has one.
fn lost(
    name: &str,
    arity: usize,
    relation: &Rc<Dfa>,
    options: &Rc<Dfa>,
    work: &mut WorkLimits<'_>,
) -> Result<(), WorkStop> {
    let sizes: Vec<usize> = (0..arity).collect();
    if !is_empty(&[Atom::of(relation, &sizes), Atom::of(options, &sizes)], work)? {
        return refuse(format!("a lost heap of {name} has a lost option"));
    }
    let (won, none) = (Rc::new(complement(relation)), Rc::new(complement(options)));
    if !is_empty(&[Atom::of(&won, &sizes), Atom::of(&none, &sizes)], work)? {
        return refuse(format!("a heap of {name} that is not lost has no lost option"));
    }
    Ok(())
}

/// All tuples that are not in a relation. The automata are complete and deterministic, so the
/// accepting states are exchanged.
fn complement(relation: &Dfa) -> Dfa {
    let mut other = relation.clone();
    other.accepting.iter_mut().for_each(|accepts| *accepts = !*accepts);
    other
}

/// The sizes of heaps with the values of their options; or the heaps with a lost option. The union
/// of the projections of all moves, from the empty relation on.
fn options(
    arity: usize,
    moves: &[KindMoves],
    relations: &[Rc<Dfa>],
    meaning: Meaning,
    work: &mut WorkLimits<'_>,
) -> Result<Rc<Dfa>, WorkStop> {
    let tracks = arity + usize::from(meaning == Meaning::Values);
    let mut all = Dfa { tracks, accepting: vec![false], next: vec![0; 1 << tracks] };
    for moves in moves {
        let value = moves.variables;
        let mut kept: Vec<usize> = (0..arity).collect();
        kept.extend((meaning == Meaning::Values).then_some(value));
        let some = project(&atoms(moves, relations, meaning, work)?, &kept, work)?;
        all = all.union(&some, work)?;
    }
    Ok(Rc::new(all))
}

/// The conjunction that holds of a heap, the heaps that a move leaves, and the value of these,
/// which is the variable after those of the moves; or of lost options.
pub(super) fn atoms(
    moves: &KindMoves,
    relations: &[Rc<Dfa>],
    meaning: Meaning,
    work: &mut WorkLimits<'_>,
) -> Result<Vec<Atom>, WorkStop> {
    let value = moves.variables;
    let mut atoms = vec![moves.whole()];
    let parts: Vec<_> = moves.left.iter().filter(|(_, _, count)| count % 2 == 1).collect();
    if meaning == Meaning::Lost && parts.len() > 1 {
        return refuse("outcomes of heaps do not decide an option of several");
    }
    // The values of all parts but the last are variables; that of the last one is the exclusive or
    // of these and of the value of the option.
    let mut rest = 1u64 << value;
    for (at, (kind, sizes, _)) in parts.iter().enumerate() {
        let mut atom = Atom::of(&relations[*kind], sizes);
        if meaning == Meaning::Values {
            let own = if at + 1 == parts.len() { rest } else { 1 << (value + 1 + at) };
            rest ^= own;
            atom.tracks.push(own);
        }
        atoms.push(atom);
    }
    if meaning == Meaning::Values && parts.is_empty() {
        atoms.push(Atom::of(&Rc::new(linear(&[1], 0, Sign::Zero, work)?), &[value]));
    }
    Ok(atoms)
}
