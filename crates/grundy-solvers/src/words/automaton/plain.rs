//! The plain prover: explores every reachable profile, breadth-first.
//!
//! A profile is the state of the machine after a word, with the set of all items of moves in
//! progress. The set after a letter follows from the set before it, so there are finitely many, and
//! the machine is right exactly if its label at each profile is the one that the values of the
//! options require. Because the search is breadth-first, the first wrong profile is a shortest
//! counterexample. This prover is used for misère play, where the faster one does not apply, and as
//! the reference for it.

use std::collections::HashMap;

use grundy_cert::Mode;
use grundy_games::Letter;

use super::{Verdict, items::Items, label, values::ValueSet, word_to};
use crate::support::budget::{Budget, Stopped};

/// Explores all profiles; finds up to `most` shortest words with a wrong label.
pub(super) fn prove(items: &Items<'_>, mode: Mode, most: usize, budget: &mut Budget) -> Result<Verdict, Stopped> {
    let letters = items.relation.letters as Letter;
    let start: (u32, Vec<u32>) = (0, items.starts());
    let mut came: Vec<Option<(usize, Letter)>> = vec![None];
    let mut order = vec![(start.clone(), 0usize)];
    let mut known: HashMap<(u32, Vec<u32>), ()> = HashMap::from([(start, ())]);
    let mut seen = ValueSet::below(items.bound());
    let mut wrong: Vec<Vec<Letter>> = Vec::new();
    let mut held = 0;
    let mut at = 0;
    while at < order.len() {
        budget.tick()?;
        let ((state, profile), depth) = order[at].clone();
        if wrong.first().is_some_and(|word| word.len() < depth) {
            break;
        }
        seen.clear();
        profile.iter().filter_map(|&item| items.value(item)).for_each(|value| seen.insert(value));
        if label(mode, &seen) != items.machine.labels[state as usize] {
            wrong.push(word_to(&came, at));
            if wrong.len() == most {
                break;
            }
        }
        for letter in 0..letters {
            let mut next: Vec<u32> = items.births(state, letter).collect();
            profile.iter().for_each(|&item| items.each_after(item, letter, |item| next.push(item)));
            next.sort_unstable();
            next.dedup();
            let next = (items.machine.step(state, letter), next);
            if !known.contains_key(&next) {
                let bytes = 8 * next.1.len() as u64 + 160;
                held += bytes;
                budget.hold(bytes)?;
                known.insert(next.clone(), ());
                came.push(Some((at, letter)));
                order.push((next, depth + 1));
            }
        }
        at += 1;
    }
    budget.release(held);
    if wrong.is_empty() { Ok(Verdict::All(order.len() as u64)) } else { Ok(Verdict::Wrong(wrong)) }
}
