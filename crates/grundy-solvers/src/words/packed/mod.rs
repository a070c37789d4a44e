//! Games on rows and rings, with words packed into keys of up to 256 bits.
//!
//! Method: the definition, as in `search`, on packed words. A letter takes as many bits as its
//! number, and the bits lie in planes (`key.rs`, `layout.rs`), so that a few shifts find the
//! factors of a kind at all places at once (`planes.rs`), and a move edits a key in a few steps
//! (`options.rs`). Each word is expanded once (`search.rs`). The table takes the bytes of a key, a
//! byte for the value, and a quarter for free places (`table.rs`).
//!
//! Cost: about 20 ns for each option. Limits: keys of 256 bits, at most 255 letters, listed words of
//! 20,000 letters; rules whose end is not proved are refused. Rules with runs (`"a+b"`) are expanded
//! by the plain meaning.

mod checkpoint;
mod claim;
mod key;
mod layout;
mod options;
mod planes;
mod price;
mod program;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution, Sums};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};
use claim::{Outcomes, Values};
use key::{Bits, Key, Wide};
use options::{Mover, Options};
use program::Program;
use search::{Keep, Search};
use table::Table;

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
        price::assess(query, limits)
    }

    fn keeps(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let program = Program::new(query).map_err(|why| Fault(why.into_owned()))?;
        let before = budget.progress().bytes;
        let solved = with_widths(&program.widths(), Solve { program: Arc::new(program), query, budget });
        if solved.is_err() {
            // Its table is gone.
            budget.release(budget.progress().bytes - before);
        }
        solved
    }
}

/// Work on keys and planes of some widths.
trait Work {
    type Result;

    fn run<K: Key, P: Bits, const B: usize>(self) -> Self::Result;
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
fn with_widths<W: Work>(widths: &Widths, work: W) -> W::Result {
    match (widths.bits, widths.places, widths.planes) {
        (..=64, _, ..=3) => work.run::<u64, u64, 3>(),
        (..=64, _, _) => work.run::<u64, u64, 8>(),
        (..=128, ..=64, ..=3) => work.run::<u128, u64, 3>(),
        (..=128, ..=64, ..=5) => work.run::<u128, u64, 5>(),
        (..=128, ..=64, _) => work.run::<u128, u64, 8>(),
        (..=128, _, _) => work.run::<u128, u128, 8>(),
        (_, ..=64, _) => work.run::<Wide<4>, u64, 8>(),
        _ => work.run::<Wide<4>, Wide<4>, 8>(),
    }
}

/// The search for the value of a sum, or for the outcome of a word in misère play.
struct Solve<'q, 'b> {
    program: Arc<Program>,
    query: &'q Query,
    budget: &'b mut Budget,
}

impl Work for Solve<'_, '_> {
    type Result = Result<Solution, Stopped>;

    fn run<K: Key, P: Bits, const B: usize>(self) -> Result<Solution, Stopped> {
        let Solve { program, query, budget } = self;
        let table = Table::new(program.bits());
        let mut search: Search<K> = Search::new(Mover::new(program), table);
        checkpoint::resume(query, &mut search, budget)?;
        let answer = match query.convention {
            Convention::Normal => value::<K, P, B>(query, &mut search, budget),
            Convention::Misere => misere::<K, P, B>(query, &mut search, budget),
        };
        checkpoint::keep(query, &search, budget);
        let answer = answer?;
        let Search { mover, table, .. } = search;
        let claim = match query.convention {
            Convention::Misere => Claim::Outcomes(Sums::of(Arc::new(Outcomes { mover, table }))),
            Convention::Normal => {
                let mut empty: Vec<Component> = query.position.iter().map(|term| term.component.clone()).collect();
                empty.retain(|component| mover.key(component).is_some_and(|key| key.is_none()));
                empty.sort_unstable();
                empty.dedup();
                Claim::Positions(Arc::new(Values { mover, table, empty }))
            }
        };
        Ok(Solution { answer, claims: vec![claim] })
    }
}

fn value<K: Key, P: Bits, const B: usize>(
    query: &Query,
    search: &mut Search<K>,
    budget: &mut Budget,
) -> Result<Answer, Stopped> {
    let mut sum = Nimber::ZERO;
    for term in &query.position {
        let key = search.mover.key(&term.component).ok_or_else(odd)?;
        let value = search.value::<P, B>(key, &|search, budget| checkpoint::keep(query, search, budget), budget)?;
        sum = sum + Nimber(value);
    }
    Ok(match query.question {
        Question::Outcome => Answer::Outcome(sum.outcome()),
        _ => Answer::Value(sum),
    })
}

/// Returns the outcome of the word in misère play; finds the outcome of each of its options too.
fn misere<K: Key, P: Bits, const B: usize>(
    query: &Query,
    search: &mut Search<K>,
    budget: &mut Budget,
) -> Result<Answer, Stopped> {
    let [term] = &query.position[..] else { return Err(odd()) };
    let key = search.mover.key(&term.component).ok_or_else(odd)?;
    let keep: Keep<'_, K> = &|search, budget| checkpoint::keep(query, search, budget);
    let mut options = Options::default();
    search.mover.options::<P, B>(key, &mut options)?;
    for option in options.words {
        search.outcome::<P, B>(option, keep, budget)?;
    }
    Ok(Answer::Outcome(claim::outcome(search.outcome::<P, B>(key, keep, budget)?)))
}

/// The end at a position that the rules do not lead to.
fn odd() -> Stopped {
    Stopped::from(Fault("a word has other letters than the position".into()))
}
