//! Games on several piles at once whose order does not matter: a table of the values of all sorted
//! lists of piles up to those of the start.
//!
//! Method: the definition, each list once, in lexicographic order, in which every option comes
//! before its position. The lists are numbered without a gap (`ranks.rs`). Rules that take any
//! number from one pile, or any number equally from several, read a set of bits for each line of
//! positions (`lines.rs`); the options of other rules are listed by their numbers (`moves.rs`).
//!
//! Example, `piles: take any from 1 pile, take equal any from 2 piles` (Wythoff's game), at
//! `[1, 2]`:
//!
//! 1. `[]` has value 0. `[1]` is on the line of `[]` along one pile: its set is {0}, its value 1.
//!    So is `[2]`, with the set {0, 1} and value 2.
//! 2. `[1, 1]` reads the line of `[1]` and its smaller lists, {1}, and the one on which both piles
//!    fall, {0}: its value is 2.
//! 3. `[1, 2]` reads {1, 2} where the 2 falls, {2} where the 1 falls, and {1} where both do: 0.
//!
//! Cost: two or four bytes for each list; a few words for each line of a position; some nanoseconds
//! for each option that is listed. Limits: normal play, up to 16 piles, no rule that names the
//! first or the last pile.

mod fill;
mod lines;
mod moves;
mod ranks;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, PilesMove, PilesRules, Query, Question, Ruleset, Which};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};
use fill::{fill, width};
use moves::{ListedRule, MOST_PILES, choice, is_line, sets};
use ranks::ListRanks;

/// The solver.
pub struct PileTables;

/// The largest pile of a table.
const LARGEST: u64 = 1 << 20;

/// The most lists of piles of a table.
const MOST_LISTS: f64 = 1e12;

/// Nanoseconds for an option that is listed, where it takes from one pile and from several.
const ONE: f64 = 3.0;
const SEVERAL: f64 = 15.0;

/// From this many combinations on, the plain meaning may report a fault at a position.
const MOST_TRIALS: f64 = 1e7;

impl Solver for PileTables {
    fn name(&self) -> &'static str {
        "piles"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, bounds) = table_of(query)?;
        estimate(rules, &bounds).ok_or_else(|| "there are too many lists of piles".into())
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let odd = || Stopped::from(Fault("these piles have no table".into()));
        let (rules, bounds) = table_of(query).map_err(|_| odd())?;
        let filled = fill(rules, &bounds, options(rules, &bounds), budget)?.ok_or_else(odd)?;
        let ruleset = &query.rulesets[0];
        let value = |component: &Component| filled.value(&ruleset.canonical(component));
        let sum = query.position.iter().map(|term| value(&term.component)).sum::<Option<Nimber>>();
        let answer = Answer::Value(sum.ok_or_else(odd)?);
        Ok(Solution { answer, claims: vec![Claim::Positions(Arc::new(filled))] })
    }
}

/// The rules of a query, and the greatest size at each place of a sorted list.
fn table_of(query: &Query) -> Result<(&PilesRules, Vec<u32>), Refusal> {
    let [Ruleset::Piles(rules)] = &query.rulesets[..] else { return Err("only for games on piles".into()) };
    if rules.is_ordered() {
        return Err("the order of the piles matters".into());
    }
    let mut bounds: Vec<u32> = Vec::new();
    for term in &query.position {
        let Component::Piles(piles) = &term.component else { return Err("only for games on piles".into()) };
        if piles.sizes().len() > MOST_PILES {
            return Err(format!("over {MOST_PILES} piles").into());
        }
        let mut sizes: Vec<u32> = Vec::with_capacity(piles.sizes().len());
        for &size in piles.sizes() {
            let small = u32::try_from(size).ok().filter(|_| size <= LARGEST);
            sizes.push(small.ok_or_else(|| format!("a pile of over {LARGEST}"))?);
        }
        sizes.sort_unstable();
        // The lists end at the same place: the largest pile is the last one.
        if sizes.len() > bounds.len() {
            bounds.splice(..0, vec![0; sizes.len() - bounds.len()]);
        }
        let first = bounds.len() - sizes.len();
        bounds[first..].iter_mut().zip(sizes).for_each(|(bound, size)| *bound = size.max(*bound));
    }
    if lists(&bounds) > MOST_LISTS {
        return Err("there are too many lists of piles".into());
    }
    if rules.moves.iter().any(|rule| trials(rule, &bounds) > MOST_TRIALS) {
        return Err("a position has too many moves".into());
    }
    Ok((rules, bounds))
}

/// At least so many sorted lists are below the bounds: n! orders of piles have one sorted list.
fn lists(bounds: &[u32]) -> f64 {
    bounds.iter().zip(1u32..).map(|(&bound, place)| (f64::from(bound) + 1.0) / f64::from(place)).product()
}

/// More combinations than the plain meaning tries for a rule at the largest position: the ways to
/// choose piles and amounts at each depth of its loops, and the ends of these loops.
fn trials(rule: &PilesMove, bounds: &[u32]) -> f64 {
    let most = match rule.which {
        Which::Count(count) => count.to.map_or(usize::MAX, |to| usize::try_from(to).unwrap_or(usize::MAX)),
        Which::All | Which::Sets(_) => usize::MAX,
        Which::First | Which::Last | Which::Largest | Which::Smallest => 1,
    };
    let tried = |bound: u32| (f64::from(bound) + 2.0) * rule.amounts.kinds.len() as f64;
    // The sums of products of up to so many of the numbers.
    let mut ways = vec![0.0; bounds.len() + 1];
    ways[0] = 1.0;
    for &bound in bounds {
        let own = if rule.equal { 1.0 } else { tried(bound) };
        (1..ways.len()).rev().for_each(|many| ways[many] += own * ways[many - 1]);
    }
    let chosen: f64 = ways.iter().take(most.saturating_add(1)).sum();
    let amounts = if rule.equal { bounds.last().map_or(1.0, |&bound| tried(bound)) } else { 1.0 };
    2.0 * (bounds.len() as f64 + 1.0) * chosen * amounts
}

/// No position up to the bounds has more options than this.
fn options(rules: &PilesRules, bounds: &[u32]) -> f64 {
    rules.moves.iter().map(|rule| trials(rule, bounds)).sum()
}

/// `None` if the numbers of the lists do not fit.
fn estimate(rules: &PilesRules, bounds: &[u32]) -> Option<Estimate> {
    let cells = ListRanks::new(bounds)?.size as f64;
    let (mut nanoseconds, mut ways, mut keys, mut reads) = (20.0, 0.0, 0.0, 0.0);
    let mut lines = lines::kinds(rules, bounds.len())?;
    for (count, _) in &mut lines {
        let (rests, shapes) = lines::bounds_of(bounds, *count);
        keys += ListRanks::new(rests)?.size as f64 * ListRanks::new(shapes)?.size as f64;
        for places in sets(bounds.len(), *count) {
            reads += 1.0;
            ways += f64::from(bounds[places.trailing_zeros() as usize]);
        }
    }
    for rule in &rules.moves {
        let (choice, counts) = choice(&rule.which, bounds.len())?;
        let counts: Vec<usize> = counts.into_iter().filter(|&count| !is_line(rule, count)).collect();
        let listed = ListedRule::new(rule, choice, &counts, bounds);
        for &places in &listed.sets {
            let own = listed.ways(bounds, places);
            ways += own;
            // Of amounts without a limit, half on average at each pile; of few amounts, all.
            let piles = if rule.equal { 1 } else { places.count_ones() };
            let sizes = (0..bounds.len()).filter(|pile| places >> pile & 1 == 1).map(|pile| f64::from(bounds[pile]));
            let all: f64 = if rule.equal { sizes.fold(1.0, f64::max) } else { sizes.product() };
            let half = 1.0 - 0.5f64.powi(piles.min(1023) as i32);
            let option = if places.count_ones() > 1 { SEVERAL } else { ONE };
            nanoseconds += 5.0 + own * option * (1.0 - half * (own / all.max(1.0)).min(1.0));
        }
    }
    // A value is about half of the number of options.
    let words = (ways / 128.0).max(1.0).log2().ceil().exp2();
    nanoseconds += reads * (6.0 + words);
    let bytes = cells * width(options(rules, bounds)) as f64
        + ListRanks::bytes(bounds) as f64
        + keys * words * 8.0 * if words > 1.0 { 1.5 } else { 1.0 };
    Some(Estimate { positions: cells, bytes, nanoseconds: cells * nanoseconds })
}
