//! The values of a game of taking and breaking, each from all of its options.
//!
//! If a move leaves at most two heaps, the value of each pair is marked with the number of the
//! heap, so that no marks are cleared; this costs n / 2 marks for heap n and each amount that may
//! be taken before a split. If a move leaves three heaps, the set of values of two heaps is stored
//! for each total, and combined with the value of the third heap. If it leaves more, the options
//! come from the rules.

use grundy_cert::Breaking;
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Ruleset};

use crate::support::budget::{Budget, Stopped};

/// Computes the values one after the other.
pub(super) struct BreakingValues {
    /// For each value, the number (from 1) of the last heap that has an option of this value.
    marks: Vec<u32>,
    /// The values of options, where the rules give them.
    seen: MexSet,
    /// For each total, the different values of two non-empty heaps.
    pairs: Vec<Vec<u32>>,
}

impl BreakingValues {
    pub(super) fn new() -> BreakingValues {
        BreakingValues { marks: vec![0; 2], seen: MexSet::new(), pairs: Vec::new() }
    }

    /// Resumes from these values.
    pub(super) fn resume(&mut self, game: &Breaking, values: &[u32]) {
        let largest = values.iter().copied().max().unwrap_or(0) as usize;
        self.marks = vec![0; (largest + 1).next_power_of_two() + 1];
        if game.most_parts() == 3 {
            self.pairs = (0..values.len()).map(|total| self.different_pairs(&values[..total])).collect();
        }
    }

    /// Appends the value of the next heap of a game that leaves at most three heaps. Requires fewer
    /// than 2^32 heaps.
    ///
    /// A value is below the length of `marks`: the length exceeds a power of two above all values
    /// so far, and the exclusive or of two values below 2^b is below 2^b.
    pub(super) fn push(&mut self, game: &Breaking, values: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Stopped> {
        let turn = values.len() as u32 + 1;
        if game.most_parts() == 3 {
            self.pairs_of(values, budget)?;
        }
        self.mark(game, values, turn, budget)?;
        let mex = self.marks.iter().position(|&marked| marked != turn).unwrap_or(self.marks.len());
        // Two values below 2^b have an exclusive or below 2^b.
        let room = (mex + 1).next_power_of_two() + 1;
        if room > self.marks.len() {
            self.marks.resize(room, 0);
        }
        values.push(mex as u32);
        Ok(())
    }

    /// Marks the values of all options.
    fn mark(&mut self, game: &Breaking, values: &[u32], turn: u32, budget: &mut Budget) -> Result<(), Stopped> {
        let heap = values.len();
        let marks = &mut self.marks[..];
        for (&taken, &parts) in game.moves.range(..=heap as u64) {
            budget.tick()?;
            let rest = heap - taken as usize;
            if parts & 1 != 0 && rest == 0 {
                marks[0] = turn;
            }
            if parts & 2 != 0 && rest > 0 {
                marks[values[rest] as usize] = turn;
            }
            if parts & 4 != 0 && rest > 0 {
                let most = if game.distinct { (rest - 1) / 2 } else { rest / 2 };
                budget.charge(steps(most))?;
                let large = values[rest - most..rest].iter().rev();
                values[1..=most].iter().zip(large).for_each(|(small, large)| marks[(small ^ large) as usize] = turn);
            }
            if parts & 8 != 0 {
                for (small, value) in values.iter().enumerate().take(rest).skip(1) {
                    let others = self.pairs.get(rest - small).map_or(&[][..], Vec::as_slice);
                    budget.charge(steps(others.len()))?;
                    others.iter().for_each(|other| marks[(value ^ other) as usize] = turn);
                }
            }
        }
        Ok(())
    }

    /// Appends the different values of two heaps with the size of the next heap as their total.
    ///
    /// At most as many as there are values below the power of two above the largest one, so the
    /// sets are small where values are.
    fn pairs_of(&mut self, values: &[u32], budget: &mut Budget) -> Result<(), Stopped> {
        budget.charge(steps(values.len()))?;
        let pairs = self.different_pairs(values);
        budget.hold((size_of::<Vec<u32>>() + size_of::<u32>() * pairs.len()) as u64)?;
        self.pairs.push(pairs);
        Ok(())
    }

    /// Returns the different values of two non-empty heaps whose total is the number of values.
    fn different_pairs(&self, values: &[u32]) -> Vec<u32> {
        let total = values.len();
        let mut met = vec![false; self.marks.len()];
        let mut pairs = Vec::new();
        for small in 1..=total / 2 {
            let value = values[small] ^ values[total - small];
            if !std::mem::replace(&mut met[value as usize], true) {
                pairs.push(value);
            }
        }
        pairs
    }

    /// Appends the value of the next heap, with the options that the rules give.
    ///
    /// For moves that leave more than three heaps: slower, since each option is listed.
    pub(super) fn push_meant(
        &mut self,
        ruleset: &Ruleset,
        values: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.seen.clear();
        ruleset.walk(&Component::Heap(values.len() as u64), |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.tick()?;
            let sum = parts.iter().map(|part| match part {
                Component::Heap(size) => {
                    usize::try_from(*size).ok().and_then(|size| values.get(size)).map(|&value| Nimber(u64::from(value)))
                }
                _ => None,
            });
            let sum = sum.sum::<Option<Nimber>>().ok_or_else(|| Fault("an option is not a smaller heap".into()))?;
            self.seen.insert(sum);
            Ok::<(), Stopped>(())
        })?;
        values.push(narrow(self.seen.mex())?);
        Ok(())
    }
}

/// Returns the cost of this many marks, in cheap steps.
fn steps(marks: usize) -> u32 {
    1 + (marks / 32).min(1 << 20) as u32
}

/// Returns the value in 32 bits; a fault if it is larger.
pub(super) fn narrow(value: Nimber) -> Result<u32, Stopped> {
    u32::try_from(value.0).map_err(|_| Fault(format!("the value {} is over 2^32 - 1", value.0)).into())
}
