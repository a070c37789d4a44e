//! Games on letters without order: computes the values of all positions of a bag, from the empty
//! one up.
//!
//! Method: the definition (Sprague 1935, Grundy 1939), in ascending order of the lattice of letter
//! counts, so that no search is needed. Word lists are read once for all bags of the sum. For each
//! bag, only the words that fit into it are kept; it has as many positions as the product of the
//! counts, each plus one, of the letters that some move takes. Equal bags share a table. Four
//! methods compute values, and the cheapest is used: partitions if no rule distinguishes letters
//! (`partitions`); each group of letters separately if no word joins them (`table`); planes of bits
//! for many positions (`planes`); values one after the other for few positions, endings and large
//! values (`lattice`). If the query is for the outcome of one bag, a top-down search is tried first
//! (`winner`).
//!
//! Example, the bag aab with the words a and ab (positions as counts of a and b):
//!
//! 1. (0, 0) and (0, 1) have no moves: value 0.
//! 2. (1, 0) leads to (0, 0): value 1. (2, 0) leads to (1, 0): value 0.
//! 3. (1, 1) leads to (0, 1) by a and to (0, 0) by ab, both of value 0: value 1.
//! 4. (2, 1) leads to (1, 1) by a and to (1, 0) by ab, both of value 1.
//! 5. So the bag has value mex {1} = 0.
//!
//! Cost: a byte or more per position, or some bits in planes; at most one lookup per position and
//! fitting word, where planes handle up to 512 positions per instruction. Limits: normal play,
//! moves that take letters or words, and at most 2^36 positions for values.

mod anagrams;
mod blocks;
mod boards;
mod descent;
mod lattice;
mod layout;
mod lexicon;
mod memo;
mod misere;
mod order;
mod partitions;
mod planes;
mod price;
mod rack;
mod table;
mod winner;

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::Nimber;
use grundy_games::{
    Bag, BagMove, BagRules, Component, Convention, Ending, Factor, Letters, Query, Question, Ruleset, WordList,
};
use rustc_hash::FxHashMap;

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};
pub use boards::{end_of_word, outcomes};
use lattice::BagMoves;
use lexicon::{Lexicon, weight};
pub use misere::MisereBags;
use table::BagTables;

/// The solver: computes the lattice of letter counts.
pub struct Bags;

/// The most positions of a lattice; larger ones are refused. At a byte each they are 64 GiB.
const MOST_POSITIONS: f64 = (1u64 << 36) as f64;

impl Solver for Bags {
    fn name(&self) -> &'static str {
        "bag"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves, Question::Outcome] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, bags) = read(query)?;
        if query.question == Question::Outcome && (rules.until.is_some() || bags.len() != 1) {
            return Err("an outcome alone is found only for one bag without an ending".into());
        }
        let lists = lists(rules);
        let empty = |list: &&WordList| list.iter().next() == Some("");
        if lists.iter().any(empty) {
            return Err("a move that takes nothing never ends the game".into());
        }
        let bags: Vec<&Bag> = bags.iter().collect::<BTreeSet<_>>().into_iter().collect();
        let price = price::estimate(rules, &lists, &bags, query.question);
        if query.question == Question::ValueAndMoves && price.positions > MOST_POSITIONS {
            let positions = price.positions;
            return Err(format!("{positions:.3e} positions are too many for a table; 6.9e10 is the most").into());
        }
        Ok(price)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, bags) = accepted(read(query))?;
        let words = Lexicon::new(&lists(rules), budget)?;
        let ends = match &rules.until {
            Some(Ending::Contains(list)) => Some(Lexicon::new(&[list], budget)?),
            _ => None,
        };
        if let (Question::Outcome, [bag]) = (query.question, &bags[..]) {
            let moves = moves(rules, bag, &words, None, budget)?;
            return winner::solve(bag, &moves, budget);
        }
        let mut lattices = Lattices::default();
        let mut sum = Nimber::ZERO;
        for bag in &bags {
            if !lattices.places.contains_key(bag) {
                lattices.places.insert(bag.clone(), lattices.all.len());
                lattices.all.push(tables(rules, bag, &words, ends.as_ref(), budget)?);
            }
            sum = sum + lattices.all[lattices.places[bag]].value(bag).expect("a lattice contains its bag");
        }
        Ok(Solution { answer: Answer::Value(sum), claims: vec![Claim::Positions(Arc::new(lattices))] })
    }
}

/// Returns the rules of the query, and its bags in canonical form; refuses other queries.
fn read(query: &Query) -> Result<(&BagRules, Vec<Bag>), Refusal> {
    let [Ruleset::Bag(rules)] = &query.rulesets[..] else { return Err("only for one game on bags".into()) };
    let is_plain = |kind: &BagMove| matches!(kind, BagMove::Take(Factor::Letter(_) | Factor::Word(_)));
    if !rules.moves.iter().all(is_plain) {
        return Err("only for moves that take letters and words, whatever they leave".into());
    }
    let bags = query.position.iter().map(|term| match &term.component {
        Component::Bag(bag) => Some(rules.canonical(bag)),
        _ => None,
    });
    let bags: Option<Vec<Bag>> = bags.collect();
    Ok((rules, bags.ok_or("not every component is a bag")?))
}

/// Returns what the moves take.
fn takes(rules: &BagRules) -> impl Iterator<Item = &Factor> {
    rules.moves.iter().filter_map(BagMove::taken)
}

/// Returns the lists whose words are taken.
fn lists(rules: &BagRules) -> Vec<&WordList> {
    takes(rules).filter_map(Factor::words).collect()
}

/// Returns the values of one bag. Partitions if no rule distinguishes letters, else what
/// `BagTables::new` takes.
fn tables(
    rules: &BagRules,
    bag: &Bag,
    words: &Lexicon<'_>,
    ends: Option<&Lexicon<'_>>,
    budget: &mut Budget,
) -> Result<BagTables, Stopped> {
    if let (true, Some(until), Some(_)) = (rules.is_symmetric(), &rules.until, partitions::price(bag)) {
        return BagTables::of_partitions(bag, until, budget);
    }
    let moves = moves(rules, bag, words, ends, budget)?;
    let tables = BagTables::new(bag, &moves, budget)?;
    budget.release((moves.takes.len() + moves.ends.len()) as u64 * weight(bag));
    Ok(tables)
}

/// Returns the moves of this bag, each once, and what ends the game in it. Words with equal letters
/// are one move, as their options are equal.
fn moves<'a>(
    rules: &'a BagRules,
    bag: &Bag,
    words: &Lexicon<'_>,
    ends: Option<&Lexicon<'_>>,
    budget: &mut Budget,
) -> Result<BagMoves<'a>, Stopped> {
    let mut takes = single_letters(rules, bag);
    budget.hold(takes.len() as u64 * weight(bag))?;
    takes.append(&mut words.fitting(bag, budget)?);
    let found = takes.len();
    takes.sort_unstable();
    takes.dedup();
    budget.release((found - takes.len()) as u64 * weight(bag));
    let ends = ends.map_or(Ok(Vec::new()), |ends| ends.fitting(bag, budget))?;
    Ok(BagMoves { takes, until: rules.until.as_ref(), ends })
}

/// Returns the moves of this bag that take one letter. Each is a list of counts with a single 1.
fn single_letters(rules: &BagRules, bag: &Bag) -> Vec<Vec<u32>> {
    let counts = bag.counts();
    let single = |letters: &Option<Letters>, letter| letters.as_ref().is_none_or(|letters| letters.contains(letter));
    let takes = |letter| takes(rules).any(|take| matches!(take, Factor::Letter(set) if single(set, letter)));
    let taken = (0..counts.len()).filter(|&at| takes(counts[at].0));
    taken.map(|at| (0..counts.len()).map(|other| u32::from(other == at)).collect()).collect()
}

/// The lattices of a sum.
#[derive(Default)]
struct Lattices {
    /// A table for each bag of the sum that differs from those before.
    all: Vec<BagTables>,
    /// The index of the table of each bag of the sum.
    places: FxHashMap<Bag, usize>,
    /// The lattice that had the last value: consecutive lookups are mostly in the same one. Relaxed
    /// order suffices: any index is right, some are faster.
    latest: AtomicUsize,
}

impl Lattices {
    /// Returns the outcome of the one bag that these tables are for, with its claim.
    fn of(bag: &Bag, tables: BagTables) -> Solution {
        let value = tables.value(bag).expect("tables contain their bag");
        let places = [(bag.clone(), 0)].into_iter().collect();
        let lattices = Lattices { all: vec![tables], places, latest: AtomicUsize::new(0) };
        Solution { answer: Answer::Outcome(value.outcome()), claims: vec![Claim::Positions(Arc::new(lattices))] }
    }
}

impl ValueMap for Lattices {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Bag(bag) = component else { return None };
        let latest = self.latest.load(Ordering::Relaxed);
        if let Some(value) = self.all.get(latest).and_then(|lattice| lattice.value(bag)) {
            return Some(value);
        }
        let place = self.places.get(bag).copied();
        let (at, value) =
            place.into_iter().chain(0..self.all.len()).find_map(|at| Some((at, self.all[at].value(bag)?)))?;
        self.latest.store(at, Ordering::Relaxed);
        Some(value)
    }

    fn count(&self) -> u64 {
        self.all.iter().map(BagTables::count).sum()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let _ =
            self.all.iter().try_for_each(|tables| tables.each(&mut |bag, value| visit(&Component::Bag(bag), value)));
    }
}
