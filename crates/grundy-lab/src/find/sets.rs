//! Finite subtraction sets that give a sequence of values: a walk over their numbers.
//!
//! The value of heap n depends on the numbers up to n alone, so the walk decides for each number in
//! turn whether it is in the set, computes one value, and leaves the branch at a wrong one.
//!
//! *Example.* The values 0, 1, 2, 0: 1 is in the set, since heap 1 has a move; 2 is, since heap 2
//! has the value 2; 3 is not, since heap 3 has the value 0.

use std::fmt;

use grundy::{Budget, Stopped};

use super::codes::MASKED;

/// The most numbers of a set.
const MOST: usize = 5;

/// The largest number of a set.
const LARGEST: usize = 20;

/// A set of up to five numbers from 1 to 20, ascending. Smaller sets come first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    /// How many numbers it has: the order compares it first.
    many: usize,
    /// The numbers, ascending.
    numbers: Vec<u8>,
}

impl Set {
    /// The digits of the code that is the same rule.
    pub fn code(&self) -> Vec<u8> {
        let last = self.numbers.last().copied().unwrap_or(0);
        (0..=last).map(|number| if self.numbers.contains(&number) { 3 } else { 0 }).collect()
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(u8::to_string).collect();
        match &self.numbers[..] {
            [one] => write!(f, "take {one}"),
            _ => write!(f, "take {{{}}}", numbers.join(", ")),
        }
    }
}

/// Calls `keep` with each set whose heaps from `first` on have these values, as far as [`MASKED`]
/// reaches. Numbers that no value depends on are left out.
pub fn walk(first: usize, wanted: &[u64], budget: &mut Budget, keep: &mut dyn FnMut(Set)) -> Result<(), Stopped> {
    let Some(last) = (first + wanted.len()).checked_sub(1) else { return Ok(()) };
    let last = last.min(MASKED);
    let mut walk = SetWalk { first, wanted, last, numbers: Vec::new(), values: [0; MASKED + 1], budget, keep };
    if walk.is_wanted(0) { walk.number(1) } else { Ok(()) }
}

/// A walk in progress: the numbers so far and the values that they give.
struct SetWalk<'w> {
    /// The heap of the first value.
    first: usize,
    /// The values.
    wanted: &'w [u64],
    /// The last heap to compare.
    last: usize,
    /// The numbers of the set so far, ascending.
    numbers: Vec<u8>,
    /// The values that they give.
    values: [u8; MASKED + 1],
    budget: &'w mut Budget,
    /// Gets each set that gives the values.
    keep: &'w mut dyn FnMut(Set),
}

impl SetWalk<'_> {
    /// Decides about this number, with it and without it; the heaps below it have their values.
    fn number(&mut self, at: usize) -> Result<(), Stopped> {
        if at > LARGEST || at > self.last || self.numbers.len() == MOST {
            return self.rest(at);
        }
        self.budget.tick()?;
        if self.heap(at) {
            self.number(at + 1)?;
        }
        self.numbers.push(at as u8);
        if self.heap(at) {
            self.number(at + 1)?;
        }
        self.numbers.pop();
        Ok(())
    }

    /// Compares the values of all heaps from this one on, with no further number in the set, and
    /// keeps the set if all are wanted.
    fn rest(&mut self, from: usize) -> Result<(), Stopped> {
        for heap in from..=self.last {
            self.budget.tick()?;
            if !self.heap(heap) {
                return Ok(());
            }
        }
        if !self.numbers.is_empty() {
            (self.keep)(Set { many: self.numbers.len(), numbers: self.numbers.clone() });
        }
        Ok(())
    }

    /// Computes the value of this heap, and returns whether it is the wanted one.
    fn heap(&mut self, heap: usize) -> bool {
        let options = self.numbers.iter().filter_map(|number| heap.checked_sub((*number).into()));
        // A value is at most the number of options, which is at most five.
        let reached = options.fold(0u32, |reached, rest| reached | 1 << self.values[rest]);
        self.values[heap] = reached.trailing_ones() as u8;
        self.is_wanted(heap)
    }

    /// Whether the value of a heap is the one that is sought.
    fn is_wanted(&self, heap: usize) -> bool {
        let wanted = heap.checked_sub(self.first).and_then(|at| self.wanted.get(at));
        wanted.is_none_or(|wanted| *wanted == self.values[heap].into())
    }
}
