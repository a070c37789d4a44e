//! The complete search for a proof of a period: first values are listed, because most periods are
//! short; then windows are searched, which need no list; and if no mask makes few heaps rare,
//! values are listed again.
//!
//! Cost: a list takes as much time and memory as its values; a window takes bounded memory. The
//! order is a matter of cost alone: each of the searches proves what it finds.

use grundy_cert::{Claim, Shape};
use grundy_games::Ruleset;

use super::Search;
use crate::{
    heaps::sparse::Seek,
    solver::Refusal,
    support::{
        budget::{Budget, Stopped},
        repeats::Repeat,
    },
};

/// A period that the values of this many heaps prove is proved by listing; a longer one by a
/// window. The number lies shortly after a test of the search.
const SOON: u64 = 17_000;

/// Up to this largest heap, all values are listed.
const LISTED: u64 = 1 << 16;

/// Whether too many heaps are rare for a window: then the list continues, which finds a period of
/// any values.
fn crowded(seek: &Seek) -> bool {
    seek.rare() as u64 > seek.known() / 24
}

/// A search for a proof of a period that can be stopped, inspected and resumed.
pub struct Quest<'a> {
    /// The search that lists values.
    search: Search<'a>,
    /// The search for a window, if it may be of use; `None` from where it has failed.
    seek: Option<Seek>,
}

impl<'a> Quest<'a> {
    /// Returns the search about the heaps of this ruleset, for queries about heaps up to `to`; an
    /// error if no theorem is about them.
    pub fn new(ruleset: &'a Ruleset, to: Option<u64>) -> Result<Quest<'a>, Refusal> {
        let seek = if to.is_some_and(|to| to <= LISTED) { None } else { Seek::new(ruleset) };
        Ok(Quest { search: Search::new(ruleset)?, seek })
    }

    /// Returns a search that resumes from the values of the heaps 0, 1, 2, ..; it assumes that they
    /// are correct. Without `windows` it continues the list.
    pub fn with_values(ruleset: &'a Ruleset, values: Vec<u32>, windows: bool) -> Result<Quest<'a>, Refusal> {
        let seek = match values.len() as u64 {
            _ if !windows => None,
            0..SOON => Seek::new(ruleset),
            _ => Seek::with_values(ruleset, &values).filter(|seek| !crowded(seek)),
        };
        Ok(Quest { search: Search::resume(ruleset, values)?, seek })
    }

    /// Returns a search that resumes the search for a window from its [`Seek::state`], which it
    /// assumes to be correct; an error if the bytes are no state for this ruleset.
    pub fn with_state(ruleset: &'a Ruleset, state: &[u8]) -> Result<Quest<'a>, Refusal> {
        let seek = Seek::resume(ruleset, state).ok_or("this is not the state of a search for this game's period")?;
        Ok(Quest { search: Search::new(ruleset)?, seek: Some(seek) })
    }

    /// Continues until a period is proved or the values of all heaps below `end` are known. Returns
    /// the claim, or `None` without a period. Returns [`Stopped`] over a limit.
    pub fn run(&mut self, end: u64, budget: &mut Budget) -> Result<Option<Claim>, Stopped> {
        if let Some(seek) = &mut self.seek {
            if self.search.known() < SOON && seek.known() == 0 {
                let found = self.search.run(end.min(SOON), budget)?;
                if found.is_some() || self.search.known() >= end {
                    return Ok(found.map(Claim::Period));
                }
            }
            let first = end.min(2 * SOON);
            if seek.known() < first
                && let Some(claim) = seek.run(first, budget)?
            {
                return Ok(Some(Claim::Window(claim)));
            }
            if seek.known() >= first && (seek.known() >= 4 * SOON || !crowded(seek)) {
                if seek.known() >= end {
                    return Ok(None);
                }
                if let Some(claim) = seek.run(end, budget)? {
                    return Ok(Some(Claim::Window(claim)));
                }
                if seek.known() >= end {
                    return Ok(None);
                }
            }
            // Too many heaps are rare, or the window that recurs does not satisfy the theorem.
            self.seek = None;
        }
        Ok(self.search.run(end, budget)?.map(Claim::Period))
    }

    /// Returns the number of heaps whose values are known: all heaps below this one.
    pub fn known(&self) -> u64 {
        self.search.known().max(self.seek.as_ref().map_or(0, Seek::known))
    }

    /// Returns the largest value of the heaps that are known.
    pub fn largest(&self) -> u64 {
        let listed = self.search.values().iter().copied().max().unwrap_or(0).into();
        self.seek.as_ref().map_or(0, Seek::largest).max(listed)
    }

    /// Returns the first heap with the largest value; if there are several kinds of heaps, the
    /// index of that value in the list.
    pub fn first_largest(&self) -> u64 {
        let largest = self.largest();
        let listed = self.search.values().iter().position(|&value| u64::from(value) == largest);
        listed.map_or_else(|| self.seek.as_ref().map_or(0, Seek::first_largest), |heap| heap as u64)
    }

    /// Returns the repetition over half of all that is known, at least three times. It is a
    /// conjecture; nothing proves it.
    pub fn likely(&self) -> Option<Repeat> {
        match &self.seek {
            Some(seek) if seek.known() > self.search.known() => seek.likely(),
            _ => self.search.likely(),
        }
    }

    /// Returns the search that lists values; it ends where the search for a window begins.
    pub fn listed(&self) -> &Search<'a> {
        &self.search
    }

    /// Returns the search for a window, if it is the one that continues.
    pub fn hunt(&self) -> Option<&Seek> {
        self.seek.as_ref().filter(|seek| seek.known() > 0)
    }

    /// Returns the shape of the ruleset, as the period theorems distinguish them.
    pub fn shape(&self) -> &Shape {
        self.search.shape()
    }
}
