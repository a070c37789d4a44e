//! The whole way to a proof of a period: values listed first, since most periods are short; then windows, which are proved
//! without a list; and where no mask makes few heaps rare, values listed after all.

use grundy_cert::{Claim, Shape};
use grundy_games::Ruleset;

use super::Search;
use crate::{
    heaps::{repeats::Repeat, sparse::Seek},
    solver::Refusal,
    support::budget::{Budget, Stopped},
};

/// Periods that the values of so many heaps prove are proved by these values, longer ones by a window: some heaps behind
/// one of the looks of the search.
const SOON: u64 = 17_000;

/// Up to this limit on heaps all values are listed.
const LISTED: u64 = 1 << 16;

/// A search for a proof that may be stopped, looked at and gone on with.
pub struct Quest<'a> {
    search: Search<'a>,
    seek: Option<Seek>,
}

impl<'a> Quest<'a> {
    /// The quest about the heaps of this board, which will not be asked for heaps above `to`; an error where no theorem
    /// is about them.
    pub fn new(ruleset: &'a Ruleset, to: Option<u64>) -> Result<Quest<'a>, Refusal> {
        let seek = if to.is_some_and(|to| to <= LISTED) { None } else { Seek::new(ruleset) };
        Ok(Quest { search: Search::new(ruleset)?, seek })
    }

    /// Goes on with the values of the heaps 0, 1, 2, ..; they are believed. Without `windows` the list is gone on with.
    pub fn with_values(ruleset: &'a Ruleset, values: Vec<u32>, windows: bool) -> Result<Quest<'a>, Refusal> {
        let seek = match values.len() as u64 {
            _ if !windows => None,
            0..SOON => Seek::new(ruleset),
            _ => Seek::with_values(ruleset, &values),
        };
        Ok(Quest { search: Search::resume(ruleset, values)?, seek })
    }

    /// Goes on with the hunt for a window that left this [`Seek::state`]; it is believed.
    pub fn with_state(ruleset: &'a Ruleset, state: &[u8]) -> Result<Quest<'a>, Refusal> {
        let seek = Seek::resume(ruleset, state).ok_or("this is no state of a hunt for this game's period")?;
        Ok(Quest { search: Search::new(ruleset)?, seek: Some(seek) })
    }

    /// Goes on until a period is proved or the values of all heaps below `end` are known.
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
            if seek.known() >= first && (seek.known() >= 4 * SOON || seek.rare() as u64 <= seek.known() / 24) {
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
            // Too many heaps are rare, or a window came again that the theorem is not about.
            self.seek = None;
        }
        Ok(self.search.run(end, budget)?.map(Claim::Period))
    }

    /// The values of all heaps below this one are known.
    pub fn known(&self) -> u64 {
        self.search.known().max(self.seek.as_ref().map_or(0, Seek::known))
    }

    /// The largest value of the heaps that are known.
    pub fn largest(&self) -> u64 {
        let listed = self.search.values().iter().copied().max().unwrap_or(0).into();
        self.seek.as_ref().map_or(0, Seek::largest).max(listed)
    }

    /// The first heap that has it; with heaps of several kinds the place of its value in the list.
    pub fn first_largest(&self) -> u64 {
        let largest = self.largest();
        let listed = self.search.values().iter().position(|&value| u64::from(value) == largest);
        listed.map_or_else(|| self.seek.as_ref().map_or(0, Seek::first_largest), |heap| heap as u64)
    }

    /// What repeats in all that is known, over half of it and at least three times; proved by nothing.
    pub fn likely(&self) -> Option<Repeat> {
        match &self.seek {
            Some(seek) if seek.known() > self.search.known() => seek.likely(),
            _ => self.search.likely(),
        }
    }

    /// The search that lists values; it ends where the hunt for a window begins.
    pub fn listed(&self) -> &Search<'a> {
        &self.search
    }

    /// The hunt for a window, if it is what goes on.
    pub fn hunt(&self) -> Option<&Seek> {
        self.seek.as_ref().filter(|seek| seek.known() > 0)
    }

    /// The kind of game.
    pub fn shape(&self) -> &Shape {
        self.search.shape()
    }
}
