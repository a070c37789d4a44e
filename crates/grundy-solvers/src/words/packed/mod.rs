//! Games on rows and rings, with words packed into keys of up to 256 bits.
//!
//! Method: the definition, as in `search`, on packed words. A letter takes as many bits as its
//! number, and the bits lie in planes (`key.rs`, `layout.rs`), so that a few shifts find the
//! factors of a kind at all places at once (`planes.rs`), and a move edits a key in a few steps
//! (`options.rs`). Each word is expanded once (`search.rs`). The table takes the bytes of a key,
//! one or two for the value and the tag, and a quarter for free places (`table.rs`). Where moves
//! only take and cut factors of one row, keys may be sets of its places, or an array by such sets
//! the table (`places.rs`). In normal play several workers fill one table (`workers.rs`).
//!
//! Example, `row: "ab" -> "b"` on aab:
//!
//! 1. Two letters need one plane of bits; with 0 for a and 1 for b, aab is 001.
//! 2. The plane and itself shifted by a place show where an a stands before a b: at the second
//!    letter.
//! 3. The move there leaves ab, 01; its move leaves b, 1, which has none.
//! 4. So b has value 0, ab has 1, and aab has 0: three entries of the table.
//!
//! Cost: some 40 ns for each option. Limits: keys of 256 bits, at most 255 letters, listed words of
//! 20,000 letters; rules whose end is not proved are refused. Rules with runs (`"a+b"`) are
//! expanded by the plain meaning. In misère play it takes single words that no move cuts.

mod checkpoint;
mod claim;
mod factors;
mod found;
mod key;
mod layout;
mod options;
mod places;
mod planes;
mod price;
mod program;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod word_keys;
mod workers;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution, Sums};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};
use claim::{WordOutcomes, WordValues};
use found::WordOptions;
use key::{Key, KeyBits, WideKey};
use options::Mover;
use places::{Array, StartPlaces};
use program::Program;
use search::{Keep, WordSearch};
use table::KeyTable;
pub use word_keys::{OptionBuffer, WordKeys};

/// Searches packed words.
pub struct Packed;

impl Solver for Packed {
    fn name(&self) -> &'static str {
        "packed"
    }

    fn scope(&self) -> Scope {
        let questions = &[Question::ValueAndMoves, Question::Value, Question::Outcome];
        Scope { conventions: &[Convention::Normal, Convention::Misere], questions }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        self.assess_within(query, &Budget::new())
    }

    fn assess_within(&self, query: &Query, limits: &Budget) -> Result<Estimate, Refusal> {
        self.assess_below(query, limits, f64::INFINITY)
    }

    fn assess_below(&self, query: &Query, limits: &Budget, nanoseconds: f64) -> Result<Estimate, Refusal> {
        price::assess(query, limits, nanoseconds)
    }

    fn keeps(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let program = Arc::new(accepted(Program::new(query))?);
        let before = budget.progress().bytes;
        let places = StartPlaces::new(&program, query);
        let array = match &places {
            Some(places) if query.convention == Convention::Normal && budget.until_due().is_none() => {
                places.fit_array(price::assess(query, budget, f64::INFINITY).map_or(0.0, |price| price.nanoseconds))
            }
            _ => false,
        };
        let solved = match places {
            Some(places) if array && fits(places.bits(), budget) => of_array(&program, places, query, budget),
            places => {
                let places = places.filter(StartPlaces::are_words);
                let widths = match &places {
                    Some(places) => Widths { bits: places.bits(), ..program.widths() },
                    None => program.widths(),
                };
                with_widths(&widths, Solve { program, places, query, budget })
            }
        };
        if solved.is_err() {
            // Its table is gone.
            budget.release(budget.progress().bytes - before);
        }
        solved
    }
}

/// Whether the memory holds an array of all sets of so many places, which are at most 28.
fn fits(places: usize, budget: &Budget) -> bool {
    budget.most_bytes().saturating_sub(budget.progress().bytes) > 1 << places
}

/// Answers a query by an array of all sets of places.
fn of_array(program: &Program, places: StartPlaces, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let values = match program.planes() {
        ..=3 => places.values::<3>(program, budget)?,
        4..=5 => places.values::<5>(program, budget)?,
        _ => places.values::<8>(program, budget)?,
    };
    let value = Nimber(values.last().copied().unwrap_or(0).into());
    let claims = vec![Claim::Positions(Arc::new(Array { places, values }))];
    Ok(Solution { answer: answered(query, value), claims })
}

/// The answer that follows from the value.
fn answered(query: &Query, value: Nimber) -> Answer {
    match query.question {
        Question::Outcome => Answer::Outcome(value.outcome()),
        _ => Answer::Value(value),
    }
}

/// Work on keys and planes of some widths.
trait SizedWork {
    type Result;

    fn run<K: Key, P: KeyBits, const B: usize>(self) -> Self::Result;
}

/// The bits of keys, the places of words, and the planes of letters.
#[derive(Clone, Copy, Debug)]
struct Widths {
    bits: usize,
    places: usize,
    planes: usize,
}

impl Program {
    fn widths(&self) -> Widths {
        Widths { bits: self.bits(), places: self.longest, planes: self.planes() }
    }
}

/// Runs work on the smallest types that hold these widths.
fn with_widths<W: SizedWork>(widths: &Widths, work: W) -> W::Result {
    match (widths.bits, widths.places, widths.planes) {
        (..=64, _, ..=2) => work.run::<u64, u64, 2>(),
        (..=64, _, 3) => work.run::<u64, u64, 3>(),
        (..=64, _, ..=5) => work.run::<u64, u64, 5>(),
        (..=64, _, _) => work.run::<u64, u64, 8>(),
        (..=128, ..=64, ..=2) => work.run::<u128, u64, 2>(),
        (..=128, ..=64, 3) => work.run::<u128, u64, 3>(),
        (..=128, ..=64, ..=5) => work.run::<u128, u64, 5>(),
        (..=128, ..=64, _) => work.run::<u128, u64, 8>(),
        (..=128, _, _) => work.run::<u128, u128, 8>(),
        (_, ..=64, _) => work.run::<WideKey<4>, u64, 8>(),
        _ => work.run::<WideKey<4>, WideKey<4>, 8>(),
    }
}

/// The search for the value of a sum, or for the outcome of a word in misère play.
struct Solve<'q, 'b> {
    program: Arc<Program>,
    /// Keys are sets of these, if they are there.
    places: Option<StartPlaces>,
    query: &'q Query,
    budget: &'b mut Budget,
}

impl SizedWork for Solve<'_, '_> {
    type Result = Result<Solution, Stopped>;

    fn run<K: Key, P: KeyBits, const B: usize>(self) -> Result<Solution, Stopped> {
        let Solve { program, places, query, budget } = self;
        let (bits, mover) = match places {
            Some(places) => (places.bits(), Mover::of_places(program, places)),
            None => (program.bits(), Mover::new(program)),
        };
        let mut search: WordSearch<K> = WordSearch::new(mover, KeyTable::new(bits));
        checkpoint::resume(query, &mut search, budget)?;
        let answer = match query.convention {
            Convention::Normal => value::<K, P, B>(query, &mut search, budget),
            Convention::Misere => misere::<K, P, B>(query, &mut search, budget),
        };
        checkpoint::keep(query, &search, budget);
        let answer = answer?;
        let WordSearch { mover, table, .. } = search;
        let claim = match query.convention {
            Convention::Misere => Claim::Outcomes(Sums::of(Arc::new(WordOutcomes { mover, table }))),
            Convention::Normal => {
                let mut empty: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
                empty.retain(|component| mover.key(component).is_some_and(|key| key.is_none()));
                empty.sort_unstable();
                empty.dedup();
                Claim::Positions(Arc::new(WordValues { mover, table, empty }))
            }
        };
        Ok(Solution { answer, claims: vec![claim] })
    }
}

fn value<K: Key, P: KeyBits, const B: usize>(
    query: &Query,
    search: &mut WordSearch<K>,
    budget: &mut Budget,
) -> Result<Answer, Stopped> {
    let mut sum = Nimber::ZERO;
    for term in &query.position {
        let key = search.mover.key(&term.component).ok_or_else(odd)?;
        let keep: Keep<'_, K> = &|search, budget| checkpoint::keep(query, search, budget);
        let value = workers::value::<K, P, B>(search, key, keep, budget)?;
        sum = sum + Nimber(value);
    }
    Ok(answered(query, sum))
}

/// Returns the outcome of the word of a query in misère play.
fn misere<K: Key, P: KeyBits, const B: usize>(
    query: &Query,
    search: &mut WordSearch<K>,
    budget: &mut Budget,
) -> Result<Answer, Stopped> {
    let [term] = &query.position[..] else { return Err(odd()) };
    let key = search.mover.key(&term.component).ok_or_else(odd)?;
    let keep: Keep<'_, K> = &|search, budget| checkpoint::keep(query, search, budget);
    Ok(Answer::Outcome(claim::outcome(outcomes::<K, P, B>(search, key, keep, budget)?)))
}

/// Returns the outcome of a word in misère play; finds the outcome of each of its options too.
fn outcomes<K: Key, P: KeyBits, const B: usize>(
    search: &mut WordSearch<K>,
    key: K,
    keep: Keep<'_, K>,
    budget: &mut Budget,
) -> Result<u64, Stopped> {
    let mut options = WordOptions::default();
    search.mover.options::<WideKey<4>, 8>(key, &mut options)?;
    for option in options.single {
        search.outcome::<P, B>(option, keep, budget)?;
    }
    search.outcome::<P, B>(key, keep, budget)
}

/// The end at a position that the rules do not lead to.
fn odd() -> Stopped {
    Stopped::from(Fault("a word has other letters than the position".into()))
}
