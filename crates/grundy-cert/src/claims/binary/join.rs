//! Conjunctions of relations, without the numbers that nobody asks for.
//!
//! A conjunction is run as the product of its automata. Dropping a number makes the product
//! non-deterministic: it is cut to the states from which some tuple is accepted, equivalent states
//! are merged, and the sets of states that the kept digits reach are the states of the result. The
//! dropped numbers may be longer than the kept ones, so the result starts with every state that
//! leading zeros of the kept ones reach.

use std::{collections::HashMap, rc::Rc};

use super::{
    dfa::{Dfa, MOST_TRACKS},
    work::{WorkLimits, WorkStop},
};

/// A relation of variables. The number of each track is the exclusive or of some variables.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The relation.
    pub(super) dfa: Rc<Dfa>,
    /// The variables of each track, as bits.
    pub(super) tracks: Vec<u64>,
}

impl Atom {
    /// The relation of these variables.
    pub(super) fn of(dfa: &Rc<Dfa>, variables: &[usize]) -> Atom {
        Atom { dfa: Rc::clone(dfa), tracks: variables.iter().map(|&variable| 1 << variable).collect() }
    }
}

/// A product of automata, without the states from which nothing is accepted.
struct Nfa {
    /// Whether a tuple that ends in this state is in all relations.
    accepting: Vec<bool>,
    /// The steps from each state: the letter of the kept digits, and the state that it may lead to;
    /// sorted.
    edges: Vec<Vec<(u32, u32)>>,
}

/// The product of the automata of a conjunction.
pub(super) struct AutomatonProduct<'a> {
    /// The relations, which run side by side.
    atoms: &'a [Atom],
    /// The state of each relation from which it accepts nothing, if it has one: no step there is
    /// taken.
    dead: Vec<Option<u32>>,
    /// The letter of each atom, for each letter of all variables.
    letters: Vec<Vec<u32>>,
    /// The letter of the kept variables, for each letter of all variables.
    kept: Vec<u32>,
}

impl<'a> AutomatonProduct<'a> {
    /// The product, with these variables kept.
    pub(super) fn new(atoms: &'a [Atom], kept: &[usize]) -> Result<AutomatonProduct<'a>, WorkStop> {
        let used = atoms.iter().flat_map(|atom| &atom.tracks).fold(0, |used, bits| used | bits);
        let used = kept.iter().fold(used, |used, &variable| used | 1 << variable);
        let variables: Vec<u32> = (0..u64::BITS).filter(|variable| used >> variable & 1 == 1).collect();
        if variables.len() > MOST_TRACKS {
            return Err(WorkStop::Large);
        }
        let letters = 0..1usize << variables.len();
        let digits = |letter: usize| {
            let bits = variables.iter().enumerate().map(|(at, &variable)| (letter as u64 >> at & 1) << variable);
            bits.fold(0u64, |all, bit| all | bit)
        };
        let read = |digits: u64, tracks: &mut dyn Iterator<Item = u64>| {
            let bits = tracks.enumerate().map(|(at, bits)| ((digits & bits).count_ones() & 1) << at);
            bits.fold(0, |all, bit| all | bit)
        };
        let of_atom = |atom: &Atom| {
            letters.clone().map(|letter| read(digits(letter), &mut atom.tracks.iter().copied())).collect()
        };
        let of_kept = |letter| read(digits(letter), &mut kept.iter().map(|&variable| 1 << variable));
        Ok(AutomatonProduct {
            atoms,
            dead: atoms.iter().map(|atom| atom.dfa.dead()).collect(),
            letters: atoms.iter().map(of_atom).collect(),
            kept: letters.clone().map(of_kept).collect(),
        })
    }

    /// The number of letters of all variables.
    pub(super) fn letters(&self) -> usize {
        self.kept.len()
    }

    /// Calls `visit` with the kept letter and the state of each step that may still be accepted.
    pub(super) fn steps(&self, from: &[u32], mut visit: impl FnMut(u32, &[u32])) {
        let mut to = from.to_vec();
        'letters: for (letter, &kept) in self.kept.iter().enumerate() {
            for (at, atom) in self.atoms.iter().enumerate() {
                to[at] = atom.dfa.step(from[at], self.letters[at][letter] as usize);
                if Some(to[at]) == self.dead[at] {
                    continue 'letters;
                }
            }
            visit(kept, &to);
        }
    }

    /// The start; `None` if nothing is accepted.
    pub(super) fn start(&self) -> Option<Box<[u32]>> {
        let alive = self.dead.iter().all(|&dead| dead != Some(0));
        alive.then(|| vec![0; self.atoms.len()].into())
    }

    /// Whether a tuple that ends in this state is in all the relations.
    pub(super) fn accepts(&self, state: &[u32]) -> bool {
        self.atoms.iter().zip(state).all(|(atom, &state)| atom.dfa.accepting[state as usize])
    }
}

/// Returns whether no tuple is in all the relations.
///
/// Depth first with a stack of its own, up to the first state that accepts.
pub(super) fn is_empty(atoms: &[Atom], work: &mut WorkLimits<'_>) -> Result<bool, WorkStop> {
    let product = AutomatonProduct::new(atoms, &[])?;
    let Some(start) = product.start() else { return Ok(true) };
    let mut seen = std::collections::HashSet::from([start.clone()]);
    let mut stack = vec![start];
    while let Some(state) = stack.pop() {
        work.state(seen.len(), 1)?;
        work.steps(product.kept.len() * atoms.len())?;
        if product.accepts(&state) {
            return Ok(false);
        }
        product.steps(&state, |_, to| {
            if !seen.contains(to) {
                seen.insert(to.into());
                stack.push(to.into());
            }
        });
    }
    Ok(true)
}

/// Returns the relation of the kept variables that some numbers for the others complete.
///
/// If there are many variables, those that occur with few others are dropped first.
pub(super) fn project(atoms: &[Atom], kept: &[usize], work: &mut WorkLimits<'_>) -> Result<Dfa, WorkStop> {
    let mut atoms = atoms.to_vec();
    let used = |atom: &Atom| atom.tracks.iter().fold(0u64, |used, bits| used | bits);
    let needed = kept.iter().fold(0u64, |needed, &variable| needed | 1 << variable);
    loop {
        let all = atoms.iter().map(used).fold(needed, |all, bits| all | bits);
        let dropped = (0..u64::BITS as usize).filter(|&variable| (all & !needed) >> variable & 1 == 1);
        let around = |variable: usize| {
            let with = atoms.iter().map(used).filter(|bits| bits >> variable & 1 == 1);
            with.fold(0, |around, bits| around | bits) & !(1 << variable)
        };
        let least = dropped.min_by_key(|&variable| (around(variable).count_ones(), variable));
        let Some(variable) = least.filter(|_| all.count_ones() > MANY) else { break };
        let around: Vec<usize> = (0..u64::BITS as usize).filter(|&other| around(variable) >> other & 1 == 1).collect();
        let (with, without): (Vec<Atom>, Vec<Atom>) =
            atoms.into_iter().partition(|atom| used(atom) >> variable & 1 == 1);
        let joined = projected(&with, &around, work)?;
        atoms = without;
        atoms.push(Atom::of(&Rc::new(joined), &around));
    }
    projected(&atoms, kept, work)
}

/// With more variables than this, some are dropped before the others.
const MANY: u32 = 7;

/// Returns the relation of the kept variables at once: the product, its live states merged, and the
/// sets of these that words reach. Merging first keeps the sets small, which may be exponential in
/// number.
fn projected(atoms: &[Atom], kept: &[usize], work: &mut WorkLimits<'_>) -> Result<Dfa, WorkStop> {
    let product = AutomatonProduct::new(atoms, kept)?;
    let nfa = explore(&product, work)?;
    let nfa = merged(&nfa, work)?;
    determined(&nfa, kept.len(), work)?.least(work)
}

/// Returns the states of the product from which a tuple is accepted; the first is the start.
///
/// Forwards from the start, then backwards from the accepting states: what neither reaches would
/// only make the sets larger.
fn explore(product: &AutomatonProduct<'_>, work: &mut WorkLimits<'_>) -> Result<Nfa, WorkStop> {
    let Some(start) = product.start() else { return Ok(Nfa { accepting: Vec::new(), edges: Vec::new() }) };
    let mut places: HashMap<Box<[u32]>, u32> = HashMap::from([(start.clone(), 0)]);
    let mut order = vec![start];
    let (mut edges, mut accepting) = (Vec::new(), Vec::new());
    let (mut count, mut held) = (0, 0);
    while let Some(state) = order.get(edges.len()).cloned() {
        let mut row: Vec<(u32, u32)> = Vec::new();
        product.steps(&state, |letter, to| {
            let place = places.get(to).copied().unwrap_or_else(|| {
                let fresh = order.len() as u32;
                places.insert(to.into(), fresh);
                order.push(to.into());
                fresh
            });
            row.push((letter, place));
        });
        row.sort_unstable();
        row.dedup();
        count += row.len();
        // A step is held with its source too, and a state twice.
        let bytes = (row.len() * 16 + state.len() * 8 + 128) as u64;
        held += bytes;
        work.hold(bytes)?;
        work.state(order.len(), 1)?;
        work.state(1, count)?;
        work.steps(product.kept.len() * product.atoms.len())?;
        accepting.push(product.accepts(&state));
        edges.push(row);
    }
    // Backwards from the accepting states.
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); edges.len()];
    for (from, row) in edges.iter().enumerate() {
        row.iter().for_each(|&(_, to)| sources[to as usize].push(from as u32));
    }
    let mut alive = accepting.clone();
    let mut stack: Vec<u32> = (0..).zip(&accepting).filter(|(_, accepts)| **accepts).map(|(state, _)| state).collect();
    while let Some(state) = stack.pop() {
        for &from in &sources[state as usize] {
            if !std::mem::replace(&mut alive[from as usize], true) {
                stack.push(from);
            }
        }
    }
    work.steps(count)?;
    work.release(held);
    if !alive[0] {
        return Ok(Nfa { accepting: Vec::new(), edges: Vec::new() });
    }
    let mut place = vec![0u32; edges.len()];
    (0..edges.len()).filter(|&state| alive[state]).zip(0..).for_each(|(state, fresh)| place[state] = fresh);
    let live = (0..edges.len()).filter(|&state| alive[state]);
    let row = |state: usize| {
        let row = edges[state].iter().filter(|(_, to)| alive[*to as usize]);
        row.map(|&(letter, to)| (letter, place[to as usize])).collect()
    };
    Ok(Nfa { accepting: live.clone().map(|state| accepting[state]).collect(), edges: live.map(row).collect() })
}

/// Merges states that have the same steps to merged states. Equal steps give equal futures, so no
/// accepted tuple is lost or gained. Rounds as for the least automaton, though the result need not
/// be the least.
fn merged(nfa: &Nfa, work: &mut WorkLimits<'_>) -> Result<Nfa, WorkStop> {
    let mut classes: Vec<u32> = nfa.accepting.iter().map(|&accepts| accepts.into()).collect();
    let mut count = 0;
    let key = |state: usize, classes: &[u32]| {
        let mut row: Vec<(u32, u32)> =
            nfa.edges[state].iter().map(|&(letter, to)| (letter, classes[to as usize])).collect();
        row.sort_unstable();
        row.dedup();
        row
    };
    loop {
        let mut names: HashMap<(u32, Vec<(u32, u32)>), u32> = HashMap::new();
        let mut refined = Vec::with_capacity(classes.len());
        for state in 0..classes.len() {
            work.steps(nfa.edges[state].len() + 1)?;
            let fresh = names.len() as u32;
            refined.push(*names.entry((classes[state], key(state, &classes))).or_insert(fresh));
        }
        classes = refined;
        if names.len() == count {
            break;
        }
        count = names.len();
    }
    // Classes are numbered in the order of their first states, so the start stays the first.
    let (mut accepting, mut edges) = (Vec::new(), Vec::new());
    for (state, &class) in classes.iter().enumerate() {
        if class as usize == edges.len() {
            accepting.push(nfa.accepting[state]);
            edges.push(key(state, &classes));
        }
    }
    Ok(Nfa { accepting, edges })
}

/// Returns the automaton whose states are the sets of states that a word reaches. The start is the
/// set that leading zeros reach, and the letter of zeros leads from it back to it.
fn determined(nfa: &Nfa, tracks: usize, work: &mut WorkLimits<'_>) -> Result<Dfa, WorkStop> {
    let letters = 1usize << tracks;
    // Every state that leading zeros reach.
    let mut start: Vec<u32> = if nfa.edges.is_empty() { Vec::new() } else { vec![0] };
    let mut at = 0;
    while let Some(&state) = start.get(at) {
        at += 1;
        for &(letter, to) in &nfa.edges[state as usize] {
            if letter == 0 && !start.contains(&to) {
                start.push(to);
            }
        }
        work.steps(start.len())?;
    }
    start.sort_unstable();
    let mut places: HashMap<Vec<u32>, u32> = HashMap::from([(start.clone(), 0)]);
    let mut order = vec![start];
    let mut dfa = Dfa { tracks, accepting: Vec::new(), next: Vec::new() };
    let mut held = 0;
    let mut to: Vec<Vec<u32>> = vec![Vec::new(); letters];
    while let Some(set) = order.get(dfa.accepting.len()) {
        dfa.accepting.push(set.iter().any(|&state| nfa.accepting[state as usize]));
        let bytes = (set.len() * 8 + letters * 4 + 64) as u64;
        held += bytes;
        work.hold(bytes)?;
        work.state(order.len(), letters)?;
        to.iter_mut().for_each(Vec::clear);
        for &state in set {
            work.steps(nfa.edges[state as usize].len())?;
            nfa.edges[state as usize].iter().for_each(|&(letter, next)| to[letter as usize].push(next));
        }
        for set in &mut to {
            set.sort_unstable();
            set.dedup();
            let fresh = order.len() as u32;
            let place = places.get(set).copied().unwrap_or_else(|| {
                places.insert(set.clone(), fresh);
                order.push(set.clone());
                fresh
            });
            dfa.next.push(place);
        }
    }
    work.release(held);
    Ok(dfa)
}
