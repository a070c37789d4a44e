//! The options of the heaps of a game, heap by heap, as the rules give them.

use grundy_core::Game;
use grundy_games::HeapRules;

use crate::support::budget::{Budget, Stopped};

/// The options of the heaps from 0 on.
pub(super) struct HeapOptions<'r> {
    /// The rules.
    rules: &'r HeapRules,
    /// For each heap, its options, each once.
    options: Vec<Vec<Vec<u32>>>,
    /// The bytes counted for them.
    bytes: u64,
}

impl<'r> HeapOptions<'r> {
    /// Returns heap 0 alone, which has no options.
    pub(super) fn new(rules: &'r HeapRules) -> HeapOptions<'r> {
        HeapOptions { rules, options: vec![Vec::new()], bytes: 0 }
    }

    /// Returns the largest heap whose options are known.
    pub(super) fn last(&self) -> u32 {
        self.options.len() as u32 - 1
    }

    /// Finds the options of the next heap.
    pub(super) fn grow(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let heap = self.options.len() as u64;
        let mut found: Vec<Vec<u32>> = Vec::new();
        let mut bytes = 0;
        self.rules.walk(&heap, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            // Parts are smaller than the heap, whose size is the length of a vector.
            let mut sum: Vec<u32> = parts.iter().map(|&part| part as u32).collect();
            sum.sort_unstable();
            let size = (size_of::<Vec<u32>>() + 4 * sum.len()) as u64;
            bytes += size;
            budget.hold(size)?;
            found.push(sum);
            budget.tick()
        })?;
        found.sort_unstable();
        found.dedup();
        let kept = found.iter().map(|sum| (size_of::<Vec<u32>>() + 4 * sum.len()) as u64).sum::<u64>();
        budget.release(bytes - kept);
        self.bytes += kept;
        self.options.push(found);
        Ok(())
    }

    /// Returns the bytes that are counted for the options.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the options of a heap, each a sorted sum of smaller heaps.
    pub(super) fn of(&self, heap: u32) -> &[Vec<u32>] {
        &self.options[heap as usize]
    }
}

/// Returns the sorted sum in which the heap at index `at` is replaced by the heaps `by`.
pub(super) fn replaced(sum: &[u32], at: usize, by: &[u32]) -> Vec<u32> {
    let mut option = Vec::with_capacity(sum.len() + by.len());
    option.extend_from_slice(&sum[..at]);
    option.extend_from_slice(&sum[at + 1..]);
    option.extend_from_slice(by);
    option.sort_unstable();
    option
}

/// Returns the sorted sum of both.
pub(super) fn joined(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut sum = [a, b].concat();
    sum.sort_unstable();
    sum
}
