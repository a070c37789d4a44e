//! The hunt from heap 0 on, until a period is found or the limit is reached; and its state, to go on with another day.

use std::convert::Infallible;

use grundy_cert::Window;
use grundy_games::Ruleset;

use super::{Hunt, Moves, Sequence};
use crate::{
    heaps::repeats::{Repeat, repeats},
    support::budget::{Budget, Stopped},
};

/// What repeats is told of no more values than this: a tenth of a second's work.
const MOST_LIKELY: usize = 1 << 25;

/// A search for the period of a game that takes and splits, which may be stopped and looked at.
pub struct Seek {
    sequence: Sequence,
    hunt: Hunt,
    /// Whether the last step came to its end: else not all that stands there is made sure of.
    whole: bool,
}

impl Seek {
    /// The search for the period of this board; nothing where the method is not about it.
    pub fn new(ruleset: &Ruleset) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        Some(Seek { sequence: Sequence::new(Moves::of(rules)?), hunt: Hunt::new(), whole: true })
    }

    /// The search that goes on from these values of the heaps 0, 1, 2, ..; they are believed. Nothing where one is over
    /// 65,535.
    pub fn with_values(ruleset: &Ruleset, values: &[u32]) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let values = values.iter().map(|&value| u16::try_from(value).ok()).collect::<Option<Vec<u16>>>()?;
        Some(Seek { sequence: Sequence::resume(Moves::of(rules)?, values), hunt: Hunt::new(), whole: true })
    }

    /// Goes on until a period is found or the heaps below `end` are known. Where the values repeat and the conditions of
    /// the theorem are not met, the search ends without a claim. It is not gone on with where it was stopped.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Window>, Stopped> {
        let end = usize::try_from(end).unwrap_or(usize::MAX / 2).min(usize::MAX / 2);
        while self.sequence.end() < end {
            self.whole = false;
            let stretch = self.sequence.step(end, budget)?;
            let found = self.hunt.see(&self.sequence, stretch, budget)?;
            self.whole = true;
            if let Some(found) = found {
                return self.hunt.claim(&self.sequence, found, budget);
            }
        }
        Ok(None)
    }

    /// The values of all heaps below this one are known.
    pub fn known(&self) -> u64 {
        self.sequence.end() as u64
    }

    /// The largest value so far.
    pub fn largest(&self) -> u64 {
        self.sequence.largest().into()
    }

    /// The first heap that has it.
    pub fn first_largest(&self) -> u64 {
        self.sequence.first_largest as u64
    }

    /// How many rare heaps there are so far.
    pub fn rare(&self) -> usize {
        self.sequence.rare()
    }

    /// What repeats in all values so far, over half of them and at least three times; nothing where not all are kept, or too
    /// many to go through them when the time is up.
    pub fn likely(&self) -> Option<Repeat> {
        let kept = Some(&self.sequence.kept).filter(|kept| self.whole && kept.len() == self.sequence.end())?;
        if kept.len() > MOST_LIKELY {
            return None;
        }
        let Ok((_, likely)) = repeats(kept, |_| Ok::<_, Infallible>(false));
        likely
    }

    /// All that is needed to go on, as bytes; nothing where the last step did not come to its end.
    pub fn state(&self) -> Option<Vec<u8>> {
        let mut state = Vec::new();
        self.sequence.write(&mut state).filter(|()| self.whole)?;
        self.hunt.write(&mut state);
        Some(state)
    }

    /// The search that left this state; nothing if it is none of this board.
    pub fn resume(ruleset: &Ruleset, mut state: &[u8]) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let sequence = Sequence::read(Moves::of(rules)?, &mut state)?;
        let hunt = Hunt::read(&mut state)?;
        state.is_empty().then_some(Seek { sequence, hunt, whole: true })
    }
}
