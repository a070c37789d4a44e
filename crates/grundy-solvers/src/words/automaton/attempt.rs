//! Single positions by an automaton: if a word is too long for a search, a machine for all words,
//! or for all words up to its length, may be learned sooner.
//!
//! Whether there is such a machine is not known in advance, so this solver makes an attempt of some
//! seconds, or of a quarter of the time that is left, if that is less. Then it gives up and leaves
//! the query to another solver. Its estimate is the most that it may take, so the planner uses it
//! only if every other solver costs more.
//!
//! Cost: at most five seconds, or a quarter of the time left. Limits: one game on rows or rings,
//! listed words of at most 2000 letters in all, words over at most 16 letters, and in misère play
//! single words.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use grundy_cert::{Answer, Claim, Mode, Solution};
use grundy_core::Nimber;
use grundy_games::{Component, Convention, FactorGame, Query, Question, Ruleset};

use super::AutomatonSearch;
use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The longest attempt.
const LONGEST: Duration = Duration::from_secs(5);

/// The most letters of all listed words together; with more, an attempt would not end in time.
const MOST_LISTED: usize = 2_000;

/// The most letters of the alphabet; with more, the machine would have too many steps.
const MOST_LETTERS: usize = 16;

/// The solver: learns an automaton for the words of a query.
pub struct Automata;

impl Solver for Automata {
    fn name(&self) -> &'static str {
        "automaton"
    }

    fn scope(&self) -> Scope {
        Scope {
            conventions: &[Convention::Normal, Convention::Misere],
            questions: &[Question::ValueAndMoves, Question::Outcome],
        }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        searches(query)?;
        Ok(Estimate { positions: 0.0, bytes: 0.0, nanoseconds: LONGEST.as_nanos() as f64 })
    }

    fn is_attempt(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let searches = accepted(searches(query))?;
        let share = LONGEST / searches.len() as u32;
        let mut ended = None;
        for search in searches {
            let mut limits = budget.attempt(share);
            let learned = search.counting().most_length(longest(query)).run(&mut limits, &mut |_| {});
            budget.attempted(&limits);
            let finite = learned.claim.map(|claim| Claim::Automaton(Arc::new(claim)));
            if let Some(claim) = learned.counting.or(finite) {
                let claims = vec![claim];
                let read = Solution { answer: Answer::Value(Nimber::ZERO), claims };
                if let Some(answer) = read.read_answer(query) {
                    return Ok(Solution { answer, ..read });
                }
            }
            ended = learned.stopped;
        }
        budget.poll()?;
        Err(ended.unwrap_or_else(|| budget.stopped(crate::support::budget::Reason::Time)))
    }
}

/// Returns the length of the longest word.
fn longest(query: &Query) -> u64 {
    let lengths = query.position.iter().filter_map(|term| word(&term.component)).map(|word| word.chars().count());
    lengths.max().unwrap_or(0) as u64
}

/// Returns the word of a row or a ring.
fn word(component: &Component) -> Option<&str> {
    match component {
        Component::Row(word) | Component::Ring(word) => Some(word),
        _ => None,
    }
}

/// Returns the searches that may answer the query, in order; refuses other queries.
///
/// For the outcome of one word there are two: exact values, and then values capped at 1, which may
/// need fewer states and tell whether the value is 0; each gets an equal share of the time.
fn searches(query: &Query) -> Result<Vec<AutomatonSearch>, Refusal> {
    let [ruleset @ (Ruleset::Row(_) | Ruleset::Ring(_))] = &query.rulesets[..] else {
        return Err("only for one game on rows or on rings".into());
    };
    if query.convention == Convention::Misere && query.position.len() != 1 {
        return Err("in misère play automata give outcomes of single words only".into());
    }
    let fits = |component: &Component| {
        matches!((ruleset, component), (Ruleset::Row(_), Component::Row(_)) | (Ruleset::Ring(_), Component::Ring(_)))
    };
    if !query.position.iter().all(|term| fits(&term.component)) {
        return Err("a row that is left of a ring is not a ring".into());
    }
    let listed: usize = ruleset.lists().iter().map(|list| list.bytes()).sum();
    if listed > MOST_LISTED {
        return Err(format!("the listed words have over {MOST_LISTED} letters, too many to learn from").into());
    }
    let mut letters = BTreeSet::new();
    for letter in query.position.iter().filter_map(|term| word(&term.component)).flat_map(str::chars) {
        letters.insert(letter);
        if letters.len() > MOST_LETTERS {
            return Err(format!("words over more than {MOST_LETTERS} letters take too many steps").into());
        }
    }
    let letters: Vec<char> = letters.into_iter().collect();
    let modes: &[Mode] = match (query.convention, query.question) {
        (Convention::Misere, _) => &[Mode::Misere],
        (Convention::Normal, Question::Outcome) if query.position.len() == 1 => &[Mode::Values, Mode::Capped(1)],
        (Convention::Normal, _) => &[Mode::Values],
    };
    let mut found: Vec<AutomatonSearch> = Vec::new();
    for &mode in modes {
        // Letters that no move touches part the words, so the machine needs none of them.
        let walled = FactorGame::of(ruleset, &[], mode.adds()).is_ok_and(|game| game.walls);
        match AutomatonSearch::new(ruleset, if walled { &[] } else { &letters }, mode) {
            Ok(search) => found.push(search),
            Err(_) if !found.is_empty() => {}
            Err(why) => return Err(why),
        }
    }
    Ok(found)
}
