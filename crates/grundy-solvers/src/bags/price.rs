//! Estimates the cost of a query on bags from samples of the words and of the bags.
//!
//! The words are read at regular distances, at most 2^17 in all, so that the cost of an estimate is
//! bounded for any dictionary. It is rough: it serves to choose among solvers, and proves nothing.

use std::collections::BTreeSet;

use grundy_games::{Bag, BagRules, Question, WordList};

use super::{
    layout::DigitLayout,
    lexicon::count,
    partitions,
    table::{self, ValueStorage, counts, states},
};
use crate::solver::Estimate;

/// The most words that are read for one bag, and for all.
const WORDS: usize = 1 << 14;
const ALL_WORDS: usize = 1 << 17;

/// The most bags that are read.
const BAGS: usize = 16;

/// Returns the estimate of a query on these bags, which differ. Costs of the bags that are read are
/// scaled to all; in addition every bag looks at the masks of all words.
pub(super) fn estimate(rules: &BagRules, lists: &[&WordList], bags: &[&Bag], ask: Question) -> Estimate {
    let words: usize = lists.iter().map(|list| list.len()).sum();
    let some: Vec<&&Bag> = bags.iter().step_by(bags.len().div_ceil(BAGS).max(1)).collect();
    let step = words.div_ceil(WORDS.min(ALL_WORDS / some.len().max(1))).max(1);
    let mut all = Estimate::default();
    for bag in &some {
        let cost = one(rules, lists, bag, step, ask);
        all.positions += cost.positions;
        all.bytes += cost.bytes;
        all.nanoseconds += cost.nanoseconds;
    }
    let scale = bags.len() as f64 / some.len().max(1) as f64;
    let looked = 60.0 * words as f64 + bags.len() as f64 * (1000.0 + 0.5 * words as f64);
    Estimate {
        positions: scale * all.positions,
        bytes: scale * all.bytes + 48.0 * words as f64,
        nanoseconds: scale * all.nanoseconds + looked,
    }
}

/// Returns the estimate of one bag; every `step`-th word is read and represents the others.
fn one(rules: &BagRules, lists: &[&WordList], bag: &Bag, step: usize, ask: Question) -> Estimate {
    if let (true, Some(price)) = (rules.is_symmetric(), partitions::price(bag)) {
        return price;
    }
    let mut takes: BTreeSet<Vec<u32>> = super::single_letters(rules, bag).into_iter().collect();
    let singles = takes.len();
    let mut needs = vec![0; bag.counts().len()];
    for word in lists.iter().flat_map(|list| list.iter()).step_by(step) {
        if count(word, bag, &mut needs) {
            takes.insert(needs.clone());
        }
    }
    let takes: Vec<Vec<u32>> = takes.into_iter().collect();
    // The number of moves that each of them represents.
    let scale = (singles + (takes.len() - singles.min(takes.len())) * step) as f64 / takes.len().max(1) as f64;
    let free = rules.until.is_none();
    let all_counts = counts(bag);
    let parts = match free && states(&all_counts, &takes) > table::WHOLE {
        true => table::groups(all_counts.len(), &takes),
        false => vec![(0..all_counts.len()).collect()],
    };
    let split = parts.len() > 1;
    // The counts of each move.
    let mut all = Estimate { bytes: scale * (takes.len() * (24 + 4 * all_counts.len())) as f64, ..Estimate::default() };
    for part in parts {
        let counts: Vec<u32> = part.iter().map(|&letter| all_counts[letter]).collect();
        let takes = takes.iter().map(|take| part.iter().map(|&letter| take[letter]).collect::<Vec<u32>>());
        let takes: Vec<Vec<u32>> = takes.filter(|take| take.iter().any(|&count| count > 0)).collect();
        let price = of_part(&counts, &takes, scale, free, ask == Question::Outcome && !split);
        all.positions += price.positions;
        all.bytes += price.bytes;
        all.nanoseconds += price.nanoseconds;
    }
    all
}

/// Returns the estimate of a group of letters that no move joins with others.
fn of_part(counts: &[u32], takes: &[Vec<u32>], scale: f64, free: bool, outcome: bool) -> Estimate {
    let words = scale * takes.len() as f64;
    match table::plan(counts, takes, free) {
        ValueStorage::Bits(bound) => match DigitLayout::new(counts, takes) {
            Some(layout) => table::price(&layout, words, scale, if outcome { None } else { Some(bound) }),
            None => {
                let positions = states(counts, takes);
                Estimate { positions, bytes: positions, nanoseconds: positions * words }
            }
        },
        ValueStorage::Bytes => {
            let positions = states(counts, takes);
            // Different moves lead to different positions, and most moves fit only into a few.
            let each = 10.0 + 0.5 * words.min(positions / 8.0).min(8000.0);
            Estimate { positions, bytes: positions + 8.0 * words, nanoseconds: positions * each + 50.0 * words }
        }
    }
}
