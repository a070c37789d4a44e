//! What a search of packed words costs.
//!
//! How many words come up depends on the letters, and no formula for it is known. If a bound does
//! not show that they are few, beginnings of the word are searched, of more and more letters, up to
//! some thousand words; the growth from one to the next gives the rest.

use std::{collections::BTreeMap, sync::Arc};

use grundy_games::{Component, Convention, Query, RowMove, Ruleset};

use super::{
    Work,
    key::{Bits, Key},
    options::Mover,
    program::Program,
    search::Search,
    table::Table,
    with_widths, workers,
};
use crate::{
    solver::{Estimate, Refusal},
    support::budget::{Budget, Stopped},
};

/// Nanoseconds for the letters, the masks and the table of a query.
const BEGIN: f64 = 40_000.0;

/// With fewer words the bound is the estimate.
const FEW: f64 = 500.0;

/// The most words of one search of a beginning.
const TRIED: u64 = 2_000;

/// Returns the estimate for a query, or why it is refused.
pub(super) fn assess(query: &Query, limits: &Budget) -> Result<Estimate, Refusal> {
    let program = Arc::new(Program::new(query)?);
    let widths = program.widths();
    let entry = (2.0 + program.bits() as f64 / 8.0) * 1.4;
    let mut estimate = Estimate { positions: 0.0, bytes: 8192.0, nanoseconds: BEGIN };
    for term in &query.position {
        let bound = bound(&program, query, &term.component);
        // About as many options as letters.
        let (mut positions, mut options) = (bound, program.longest as f64);
        if bound > FEW {
            let tried = with_widths(
                &widths,
                Try { program: program.clone(), convention: query.convention, component: &term.component, limits },
            );
            if let Some(tried) = tried.map_err(|stopped| stopped.to_string())? {
                (positions, options) = (tried.0.min(bound), tried.1);
            }
        }
        estimate.positions += positions;
        estimate.bytes += positions * entry;
        estimate.nanoseconds += positions * (60.0 + 30.0 * options);
    }
    Ok(estimate)
}

/// A bound on the number of words that come up: where letters only go, that of the different
/// subsequences.
fn bound(program: &Program, query: &Query, component: &Component) -> f64 {
    let (Component::Row(word) | Component::Ring(word)) = component else { return 1.0 };
    let (Ruleset::Row(rules) | Ruleset::Ring(rules)) = &query.rulesets[0] else { return 1.0 };
    if rules.moves.iter().any(|kind| matches!(kind, RowMove::Rewrite(_))) {
        return (program.letters.len() as f64 + 1.0).powf(program.longest as f64).min(1e100);
    }
    let turns = if program.ring { word.chars().count().max(1) as f64 } else { 1.0 };
    (turns * subsequences(word)).min(1e100)
}

/// The number of different subsequences of a word.
fn subsequences(word: &str) -> f64 {
    let mut last: BTreeMap<char, f64> = BTreeMap::new();
    let mut all = 1.0f64;
    for letter in word.chars() {
        let before = last.insert(letter, all).unwrap_or(0.0);
        all = 2.0 * all - before;
    }
    all
}

/// Searches of the beginnings of a word.
struct Try<'q> {
    program: Arc<Program>,
    convention: Convention,
    component: &'q Component,
    limits: &'q Budget,
}

impl Work for Try<'_> {
    /// The number of words, and of the options of each; `None` if not even a short beginning has
    /// few.
    type Result = Result<Option<(f64, f64)>, Stopped>;

    fn run<K: Key, P: Bits, const B: usize>(self) -> Self::Result {
        let (word, ring) = match self.component {
            Component::Row(word) => (word, false),
            Component::Ring(word) => (word, true),
            _ => return Ok(None),
        };
        let letters: Vec<char> = word.chars().collect();
        // The lengths that were searched, with the numbers of words.
        let mut found: Vec<(usize, f64)> = Vec::new();
        let mut options = letters.len() as f64;
        for length in (4..=letters.len()).step_by(2).chain((letters.len() % 2 == 1).then_some(letters.len())) {
            let text: String = letters[..length].iter().collect();
            let component = if ring { Component::Ring(text) } else { Component::Row(text) };
            let table = Table::new(self.program.bits());
            let mut search: Search<K> = Search::new(Mover::new(self.program.clone()), table);
            let Some(key) = search.mover.key(&component) else { return Ok(None) };
            let mut budget = self.limits.rest().positions(TRIED);
            let searched = match self.convention {
                Convention::Normal => workers::value::<K, P, B>(&mut search, key, &|_, _| {}, &mut budget),
                Convention::Misere => search.outcome::<P, B>(key, &|_, _| {}, &mut budget),
            };
            match searched {
                Ok(_) => {
                    let words = search.table.count().max(1) as f64;
                    options = search.walks[0].made as f64 / words * letters.len() as f64 / length as f64;
                    found.push((length, words));
                }
                Err(stopped) if stopped.is_limit() => break,
                Err(stopped) => return Err(stopped),
            }
        }
        let Some(&(length, words)) = found.last() else { return Ok(None) };
        if length == letters.len() {
            return Ok(Some((words, options)));
        }
        let &(before, fewer) = found.iter().rev().find(|(before, _)| 3 * before <= 2 * length).unwrap_or(&(0, 1.0));
        let growth = (words / fewer).powf(1.0 / (length - before) as f64);
        Ok(Some((words * growth.powf((letters.len() - length) as f64), options)))
    }
}
