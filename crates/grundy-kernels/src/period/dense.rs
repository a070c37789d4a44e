//! The values of a game of taking and breaking, each from all of its options.
//!
//! With at most two heaps left, the value of each pair is marked with the number of the heap, so that nothing is
//! cleared; n / 2 marks a heap and a splitting amount. With three, the set of values of each sum of two heaps is kept,
//! and each of its members is met by one more heap. With more, the meaning of the rules is asked.

use grundy_cert::Breaking;
use grundy_core::{Game, MexSet, Nimber};
use grundy_rules::HeapRules;

use crate::{Budget, Stopped};

/// Computes value after value.
pub(super) struct Dense {
    marks: Vec<u32>,
    seen: MexSet,
    /// For each size the different values of two non-empty heaps with that total.
    pairs: Vec<Vec<u32>>,
}

impl Dense {
    pub(super) fn new() -> Dense {
        Dense { marks: Vec::new(), seen: MexSet::new(), pairs: Vec::new() }
    }

    /// Appends the value of the next heap.
    pub(super) fn push(
        &mut self,
        rules: &HeapRules,
        game: &Breaking,
        values: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let value = match game.most_parts() {
            0..=3 => {
                // Two values below 2^b have a sum below 2^b, and a heap is worth at most its number of options.
                self.room(values);
                let value = self.marked(game, values, budget)?;
                self.mex(values.len() as u32 + 1, value)
            }
            _ => self.meant(rules, values, budget)?,
        };
        values.push(value);
        Ok(())
    }

    /// Makes room for every sum of values so far.
    fn room(&mut self, values: &[u32]) {
        let newest = values.last().copied().unwrap_or(0) as usize;
        let room = (newest + 1).next_power_of_two() + 1;
        if room > self.marks.len() {
            self.marks.resize(room, 0);
        }
    }

    /// Marks the values of all options; returns from where on nothing can be marked.
    fn marked(&mut self, game: &Breaking, values: &[u32], budget: &mut Budget) -> Result<usize, Stopped> {
        let heap = values.len();
        let turn = heap as u32 + 1;
        if game.most_parts() == 3 {
            self.pairs_of(heap, values);
        }
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
                let large = values[rest - most..rest].iter().rev();
                values[1..=most].iter().zip(large).for_each(|(small, large)| marks[(small ^ large) as usize] = turn);
            }
            if parts & 8 != 0 {
                for (small, value) in values.iter().enumerate().take(rest).skip(1) {
                    let others = self.pairs.get(rest - small).into_iter().flatten();
                    others.for_each(|other| marks[(value ^ other) as usize] = turn);
                }
            }
        }
        Ok(marks.len())
    }

    /// The different values of two heaps with that total, in order of their first splitting.
    fn pairs_of(&mut self, total: usize, values: &[u32]) {
        let mut met = vec![false; self.marks.len()];
        let mut pairs = Vec::new();
        for small in 1..=total / 2 {
            let value = values[small] ^ values.get(total - small).copied().unwrap_or(0);
            if total - small < values.len() && !std::mem::replace(&mut met[value as usize], true) {
                pairs.push(value);
            }
        }
        self.pairs.push(pairs);
    }

    fn mex(&self, turn: u32, end: usize) -> u32 {
        self.marks[..end].iter().position(|&marked| marked != turn).unwrap_or(end) as u32
    }

    fn meant(&mut self, rules: &HeapRules, values: &[u32], budget: &mut Budget) -> Result<u32, Stopped> {
        self.seen.clear();
        rules.options(&(values.len() as u64), |parts| {
            budget.tick()?;
            self.seen.insert(Nimber(parts.iter().fold(0, |sum, &part| sum ^ u64::from(values[part as usize]))));
            Ok::<(), Stopped>(())
        })?;
        Ok(u32::try_from(self.seen.mex().0).unwrap_or(u32::MAX))
    }
}
