//! The search for a period from heap 0 on, until one is found or the limit is reached; and its
//! state, for resuming it.

use std::convert::Infallible;

use grundy_cert::{Rarest, Window};
use grundy_games::Ruleset;

use super::{Hunt, Sequence, TakingGame};
use crate::support::{
    budget::{Budget, Stopped},
    repeats::{Repeat, repeats},
};

/// The most values in which a repetition is searched, about a tenth of a second's work.
const MOST_LIKELY: usize = 1 << 25;

/// A search for the period of a game that takes and splits. It can be stopped, inspected and
/// resumed.
pub struct Seek {
    /// The values.
    sequence: Sequence,
    /// The windows that may recur.
    hunt: Hunt,
    /// Whether the last step was completed: otherwise some values are not verified.
    whole: bool,
}

impl Seek {
    /// Returns the search for the period of this ruleset; `None` if the method does not apply to
    /// it.
    pub fn new(ruleset: &Ruleset) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        Some(Seek { sequence: Sequence::new(TakingGame::of(rules)?), hunt: Hunt::new(), whole: true })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, ..; it assumes that they
    /// are correct. Returns `None` if one is over 65,535, or the method does not apply.
    pub fn with_values(ruleset: &Ruleset, values: &[u32]) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let values = values.iter().map(|&value| u16::try_from(value).ok()).collect::<Option<Vec<u16>>>()?;
        Some(Seek { sequence: Sequence::resume(TakingGame::of(rules)?, values), hunt: Hunt::new(), whole: true })
    }

    /// Continues until a period is found or the heaps below `end` are known. Returns the claim.
    /// Returns `None` if there is none, also if the values repeat but the conditions of the theorem
    /// do not hold. A search that returned [`Stopped`] is not continued.
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

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        self.sequence.end() as u64
    }

    /// Returns the largest value so far.
    pub fn largest(&self) -> u64 {
        self.sequence.largest().into()
    }

    /// Returns the first heap with the largest value.
    pub fn first_largest(&self) -> u64 {
        self.sequence.first_largest as u64
    }

    /// Returns the number of rare heaps so far.
    pub fn rare(&self) -> usize {
        self.sequence.rare()
    }

    /// Returns the last rare heap so far; `None` if only heap 0 is rare, or none is.
    pub fn last_rare(&self) -> Option<u64> {
        self.sequence.rare.last().filter(|&&heap| heap > 0).map(|&heap| heap as u64)
    }

    /// Returns the mask that makes these heaps rare, and how many of the heaps from 1 on are.
    pub fn rarest(&self) -> Rarest {
        let (mask, by_position) = self.sequence.mask();
        let rare = self.sequence.rare.iter().filter(|&&heap| heap > 0).count() as u64;
        Rarest { mask, by_position, rare }
    }

    /// Returns the first values, at most `count` of them.
    pub fn first_values(&self, count: usize) -> Vec<u32> {
        self.sequence.kept.iter().take(count).map(|&value| value.into()).collect()
    }

    /// Returns the repetition in all values so far, over half of them and at least three times;
    /// `None` if not all are stored, or there are too many for a search when the time is up.
    pub fn likely(&self) -> Option<Repeat> {
        let kept = Some(&self.sequence.kept).filter(|kept| self.whole && kept.len() == self.sequence.end())?;
        if kept.len() > MOST_LIKELY {
            return None;
        }
        let Ok((_, likely)) = repeats(kept, |_| Ok::<_, Infallible>(false));
        likely
    }

    /// Returns the state for [`Seek::resume`], as bytes; `None` if the last step was not completed.
    pub fn state(&self) -> Option<Vec<u8>> {
        let mut state = Vec::new();
        self.sequence.write(&mut state).filter(|()| self.whole)?;
        self.hunt.write(&mut state);
        Some(state)
    }

    /// Returns the search with this state; `None` if the bytes are no state for this ruleset.
    pub fn resume(ruleset: &Ruleset, mut state: &[u8]) -> Option<Seek> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let sequence = Sequence::read(TakingGame::of(rules)?, &mut state)?;
        let hunt = Hunt::read(&mut state)?;
        state.is_empty().then_some(Seek { sequence, hunt, whole: true })
    }
}
