//! Moves of a word that is too long to list them, by its automaton.
//!
//! One walk gives the labels of all options, and for each a place where such a move begins; the
//! options of the rules that begin there are then examined one by one. A rule on whole runs begins
//! at the letter before the run, so the letter after the place is tried too. Moves across the end
//! of a ring are found on the ring rotated by half its length.
//!
//! *Example.* A word of a million letters in the game `"ab" -> "b"`: one pass gives the label of
//! the word and, for the label that the rest of the sum requires, a place where a winning move
//! begins.
//!
//! *Limits.* Words of over 4096 letters, one winning move, and a claim by an automaton about the
//! one game of the position.

use std::ops::Range;

use grundy_cert::{Automaton, Claim};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Rings, Ruleset};
use grundy_solvers::{Budget, Stopped, words::automaton::reached};

use super::listing::{Move, MoveRequest, Moves};

/// Words with more letters than this are not searched for moves one by one if an automaton finds
/// them.
const LONG: usize = 4096;

/// Whether a component is a word that is too long to list its moves.
pub(crate) fn is_long(component: &Component) -> bool {
    matches!(component, Component::Row(word) | Component::Ring(word) if word.len() > LONG)
}

/// A winning move, found in time linear in the length.
///
/// `None` where all moves are requested, or where an automaton finds a move that the rules do not
/// have at that place.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    if all {
        return Ok(None);
    }
    let ([Claim::Automaton(claim)], [ruleset]) = (&solution.claims[..], &query.rulesets[..]) else { return Ok(None) };
    if !query.position.iter().any(|term| is_long(&term.component)) {
        return Ok(None);
    }
    let label = |component: &Component| claim.label(claim.word(component)?);
    let labels: Option<Vec<u64>> = query.position.iter().map(|term| label(&term.component)).collect();
    let Some(labels) = labels else { return Ok(None) };
    let total = labels.iter().fold(0, |total, label| total ^ label);
    for Range { start: at, .. } in query.groups() {
        let term = &query.position[at];
        // In a capped or misère game there is one component, and a label of 0 is what its winner
        // leaves.
        let wanted = if claim.mode.adds() { total ^ labels[at] } else { 0 };
        match leaves(claim, ruleset, &term.component, wanted, budget)? {
            LabelMove::Leaves(to) => {
                let value = (query.convention == Convention::Normal).then_some(Nimber::ZERO);
                let from = term.component.clone();
                let made = Move {
                    component: at,
                    from,
                    to,
                    value,
                    outcome: Outcome::P,
                    words: Vec::new(),
                    actions: Vec::new(),
                };
                return Ok(Some(Moves::One(Some(made))));
            }
            LabelMove::None => {}
            LabelMove::Unplaced => return Ok(None),
        }
    }
    Ok(Some(Moves::One(None)))
}

/// A move to a label.
enum LabelMove {
    /// What it leaves.
    Leaves(Vec<Component>),
    /// There is none.
    None,
    /// There is one, but it was not found where it should begin.
    Unplaced,
}

/// The labels of a word's options, each once, ascending: of all moves together, also if walls
/// divide the word. `None` for a component that is no word of the claim's game.
///
/// # Errors
/// A limit is reached.
///
/// # Cost
/// Linear in the length of the word, for each label.
pub fn option_labels(
    claim: &Automaton,
    component: &Component,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    let Some(parts) = claim.word(component).and_then(|word| claim.game.read(word)) else { return Ok(None) };
    let total = parts.iter().fold(0, |total, part| total ^ claim.machine.label(part));
    let mut all = Vec::new();
    for part in &parts {
        let rest = total ^ claim.machine.label(part);
        all.extend(reached(claim, part, budget)?.iter().map(|(label, _)| label ^ rest));
    }
    all.sort_unstable();
    all.dedup();
    Ok(Some(all))
}

/// What a move leaves of a word so that the label is `wanted`.
fn leaves(
    claim: &Automaton,
    ruleset: &Ruleset,
    component: &Component,
    wanted: u64,
    budget: &mut Budget,
) -> Result<LabelMove, Stopped> {
    let Some(word) = claim.word(component) else { return Ok(LabelMove::Unplaced) };
    let letters: Vec<char> = word.chars().collect();
    let half = letters.len() / 2;
    let mut placed = false;
    for turn in if claim.game.ring { vec![0, half] } else { vec![0] } {
        let turned: Vec<char> = [&letters[turn..], &letters[..turn]].concat();
        for at in places(claim, &turned, wanted, budget)? {
            placed = true;
            for at in [at, at + 1].into_iter().filter(|&at| at < turned.len()) {
                if let Some(parts) = option_at(claim, ruleset, &turned, at, wanted, budget)? {
                    return Ok(LabelMove::Leaves(parts));
                }
            }
        }
    }
    Ok(if placed { LabelMove::Unplaced } else { LabelMove::None })
}

/// Places where moves begin that leave the label: one for each part between walls that has such a
/// move.
fn places(claim: &Automaton, letters: &[char], wanted: u64, budget: &mut Budget) -> Result<Vec<usize>, Stopped> {
    let word: String = letters.iter().collect();
    let Some(parts) = claim.game.read(&word) else { return Ok(Vec::new()) };
    let total = parts.iter().fold(0, |total, part| total ^ claim.machine.label(part));
    let mut first = 0;
    let mut found = Vec::new();
    for part in &parts {
        let label_of_part = claim.machine.label(part);
        let options = reached(claim, part, budget)?;
        found.extend(
            options.iter().find(|(label, _)| label ^ total ^ label_of_part == wanted).map(|(_, at)| first + at),
        );
        first += part.len() + 1;
    }
    Ok(found)
}

/// What a move that begins at that letter leaves, if one leaves the label.
fn option_at(
    claim: &Automaton,
    ruleset: &Ruleset,
    letters: &[char],
    at: usize,
    wanted: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<Component>>, Stopped> {
    let mut found: Option<Vec<Component>> = None;
    let mut take = |parts: &[Component]| {
        budget.poll()?;
        let label: Option<u64> = parts.iter().try_fold(0, |total, part| Some(total ^ claim.label(claim.word(part)?)?));
        let empty = claim.label("");
        if found.is_none() && (if parts.is_empty() { empty } else { label }) == Some(wanted) {
            found = Some(parts.to_vec());
        }
        Ok::<(), Stopped>(())
    };
    match ruleset {
        Ruleset::Row(rules) => {
            let word: String = letters.iter().collect();
            rules.options_at(&word, at, |pieces| {
                take(&pieces.iter().cloned().map(Component::Row).collect::<Vec<_>>())
            })?;
        }
        Ruleset::Ring(rules) => {
            let turned: String = letters[at..].iter().chain(&letters[..at]).collect();
            Rings(rules).options_at_start(&turned, take)?;
        }
        _ => {}
    }
    Ok(found)
}
