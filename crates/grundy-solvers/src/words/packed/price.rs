//! What a search of packed words costs.
//!
//! How many words come up depends on the letters, and no formula for it is known. If a bound does
//! not show that they are few, beginnings of the word are searched, each a fifth longer than the
//! one before, up to some thousand words. The rest follows from how their numbers grow with the
//! numbers of different subsequences: a letter like the one before it adds little.
//!
//! An array by sets of places is the estimate where it takes less time, as it does in the solver.

use std::{collections::BTreeMap, sync::Arc};

use grundy_games::{Component, Convention, Query, RowMove, Ruleset};

use super::{
    SizedWork, fits,
    key::{Key, KeyBits},
    options::Mover,
    outcomes, places,
    program::{Program, TakenLetters, WordMove},
    search::WordSearch,
    table::KeyTable,
    with_widths, workers,
};
use crate::{
    solver::{Estimate, Refusal},
    support::{
        budget::{Budget, Stopped},
        growth,
    },
};

/// Nanoseconds for the letters, the masks and the table of a query.
const BEGIN: f64 = 40_000.0;

/// With fewer words the bound is the estimate.
const FEW: f64 = 500.0;

/// The most words of one search of a beginning.
const TRIED: u64 = 2_000;

/// The length of the first beginning.
const SHORTEST: usize = 4;

/// Nanoseconds for a word and for an option of it; for each letter where all turns or all squares
/// are looked at.
const WORD: f64 = 60.0;
const OPTION: f64 = 30.0;
const LETTER: f64 = 4.0;

/// Returns the estimate for a query, or why it is refused. An estimate of at least `most`
/// nanoseconds may be any number from there on: beginnings are then searched no longer than half of
/// that time. They are not searched once the time is up, when nothing follows from the estimate.
pub(super) fn assess(query: &Query, limits: &Budget, most: f64) -> Result<Estimate, Refusal> {
    let program = Arc::new(Program::new(query)?);
    let widths = program.widths();
    let entry = (2.0 + program.bits() as f64 / 8.0) * 1.4;
    let squares = program
        .moves
        .iter()
        .any(|kind| matches!(kind, WordMove::Remove(_, TakenLetters::Square | TakenLetters::HalfOfSquare)));
    let word = WORD + if program.ring || squares { LETTER * program.longest as f64 } else { 0.0 };
    // A float that is too large becomes the largest integer.
    let enough = (most / 2.0 / (word + OPTION * program.longest as f64)) as u64;
    let mut estimate = Estimate { positions: 0.0, bytes: 8192.0, nanoseconds: BEGIN };
    for term in &query.position {
        let bound = bound(&program, query, &term.component);
        // About as many options as letters.
        let (mut positions, mut options) = (bound, program.longest as f64);
        if bound > FEW && !limits.is_over() {
            let tried = Try {
                program: program.clone(),
                convention: query.convention,
                component: &term.component,
                limits,
                words: enough.min(TRIED),
            };
            let (tried, whole) = with_widths(&widths, tried).map_err(|stopped| stopped.to_string())?;
            if !whole && enough < TRIED {
                estimate.nanoseconds = most;
            }
            if let Some(tried) = tried {
                (positions, options) = (tried.0.min(bound), tried.1);
            }
        }
        estimate.positions += positions;
        estimate.bytes += positions * entry;
        estimate.nanoseconds += positions * (word + OPTION * options);
    }
    // The solver takes the array where it takes less time.
    if query.convention == Convention::Normal
        && limits.until_due().is_none()
        && let Some((places, nanoseconds)) = places::price(&program, query)
        && nanoseconds < estimate.nanoseconds
        && fits(places, limits)
    {
        let sets = 2f64.powf(places as f64);
        return Ok(Estimate { positions: sets, bytes: sets, nanoseconds: BEGIN + nanoseconds });
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
    /// The most words of one search.
    words: u64,
}

impl SizedWork for Try<'_> {
    /// The number of words, and of the options of each; `None` if not even a short beginning has
    /// few. Then whether the whole word was searched.
    type Result = Result<(Option<(f64, f64)>, bool), Stopped>;

    fn run<K: Key, P: KeyBits, const B: usize>(self) -> Self::Result {
        let (word, ring) = match self.component {
            Component::Row(word) => (word, false),
            Component::Ring(word) => (word, true),
            _ => return Ok((None, true)),
        };
        let letters: Vec<char> = word.chars().collect();
        // Of each beginning that was searched the logarithms of its subsequences and its words.
        let mut found: Vec<(f64, f64)> = Vec::new();
        let mut options = letters.len() as f64;
        let mut length = letters.len().min(SHORTEST);
        loop {
            let text: String = letters[..length].iter().collect();
            let subsequences = subsequences(&text).ln();
            let component = if ring { Component::Ring(text) } else { Component::Row(text) };
            let table = KeyTable::new(self.program.bits());
            let mut search: WordSearch<K> = WordSearch::new(Mover::new(self.program.clone()), table);
            let Some(key) = search.mover.key(&component) else { return Ok((None, true)) };
            let mut budget = self.limits.rest().positions(self.words);
            let searched = match self.convention {
                Convention::Normal => workers::value::<K, P, B>(&mut search, key, &|_, _| {}, &mut budget),
                Convention::Misere => outcomes::<K, P, B>(&mut search, key, &|_, _| {}, &mut budget),
            };
            let words = search.table.count().max(1) as f64;
            match searched {
                Ok(_) => {
                    options = search.walks[0].made as f64 / words * letters.len() as f64 / length as f64;
                    found.push((subsequences, words.ln()));
                }
                Err(stopped) if stopped.is_limit() => break,
                Err(stopped) => return Err(stopped),
            }
            if length == letters.len() {
                return Ok((Some((words, options)), true));
            }
            length = (length + 1).max(length * 6 / 5).min(letters.len());
        }
        Ok((growth::extrapolated(&found, subsequences(word).ln()).map(|words| (words, options)), false))
    }
}
