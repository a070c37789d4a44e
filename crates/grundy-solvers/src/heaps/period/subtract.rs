//! Subtraction sets, finite or cofinite: the values, and the state that determines all later ones.
//!
//! Method: Brent's cycle detection on that state (R. P. Brent, An improved Monte Carlo
//! factorization algorithm, BIT 20 (1980) 176-184). It is compared with the state at an anchor, and
//! the anchor moves whenever its distance has doubled, so the first recurrence of the anchor's
//! state gives the least period. A finite set compares windows by a rolling hash first. Cost: one
//! lookup per amount and heap; four bytes per heap.

use crate::support::budget::{Budget, Stopped};

/// A cycle of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    /// The first index from which the values repeat.
    pub(super) start: usize,
    /// The least period.
    pub(super) period: usize,
    /// The growth of the values in a period (the saltus).
    pub(super) saltus: u32,
}

/// The anchor of Brent's search: it moves when its distance has doubled.
struct BrentAnchor {
    /// The number of values known at the anchor.
    at: usize,
    /// The distance at which it moves next.
    patience: usize,
}

impl BrentAnchor {
    /// Moves the anchor to `at` if its distance has doubled; returns whether it did.
    fn moves(&mut self, at: usize) -> bool {
        if at - self.at < self.patience {
            return false;
        }
        *self = BrentAnchor { at, patience: self.patience.saturating_mul(2) };
        true
    }
}

/// A finite subtraction set.
///
/// A value depends on the last max S values alone, so a window that recurs proves a period (Golomb
/// 1966). Equal hashes are compared in full.
pub(super) struct SubtractionValues {
    /// What may be taken, ascending.
    amounts: Vec<usize>,
    /// For each value, the number (from 1) of the last heap that has an option of this value. No
    /// value is above the number of amounts.
    marks: Vec<usize>,
    /// Where the window was that the last one is compared with.
    anchor: BrentAnchor,
    /// The hash of the window at the anchor.
    anchor_hash: u64,
    /// The hash of the last max S values, modulo 2^64.
    hash: u64,
    /// The factor of the value that leaves the window.
    leaving: u64,
}

/// The multiplier of the rolling hash: odd, and large.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl SubtractionValues {
    /// Returns the set of these amounts. Requires that they ascend and are not empty.
    pub(super) fn new(amounts: &[u64]) -> SubtractionValues {
        let amounts: Vec<usize> = amounts.iter().map(|&amount| amount as usize).collect();
        let reach = amounts.last().copied().unwrap_or(0);
        let leaving = (0..reach).fold(1u64, |power, _| power.wrapping_mul(FACTOR));
        SubtractionValues {
            marks: vec![0; amounts.len() + 1],
            amounts,
            anchor: BrentAnchor { at: reach, patience: 1 },
            anchor_hash: 0,
            hash: 0,
            leaving,
        }
    }

    /// Resumes from these values, with the anchor at their end.
    pub(super) fn resume(&mut self, values: &[u32]) {
        let reach = self.amounts[self.amounts.len() - 1];
        let window = &values[values.len().saturating_sub(reach)..];
        let step = |hash: u64, &value: &u32| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(value) + 1);
        self.hash = window.iter().fold(0, step);
        self.anchor_hash = self.hash;
        self.anchor = BrentAnchor { at: values.len().max(reach), patience: values.len().max(1) };
    }

    /// Appends the next value; returns the cycle as soon as it is proved.
    pub(super) fn push(&mut self, values: &mut Vec<u32>, budget: &mut Budget) -> Result<Option<Cycle>, Stopped> {
        budget.charge(1 + self.amounts.len() as u32 / 16)?;
        let heap = values.len();
        for &amount in self.amounts.iter().take_while(|&&amount| amount <= heap) {
            self.marks[values[heap - amount] as usize] = heap + 1;
        }
        let mex = self.marks.iter().position(|&mark| mark != heap + 1).unwrap_or(self.marks.len());
        values.push(mex as u32);
        let reach = self.amounts[self.amounts.len() - 1];
        let end = heap + 1;
        let gone = if end > reach { u64::from(values[end - 1 - reach]) + 1 } else { 0 };
        self.hash = self.hash.wrapping_mul(FACTOR).wrapping_add(mex as u64 + 1);
        self.hash = self.hash.wrapping_sub(gone.wrapping_mul(self.leaving));
        if end <= reach {
            self.anchor_hash = self.hash;
            return Ok(None);
        }
        let window = |end: usize| &values[end - reach..end];
        if self.hash == self.anchor_hash && window(end) == window(self.anchor.at) {
            let period = end - self.anchor.at;
            let start = (0..end - period).rev().find(|&at| values[at] != values[at + period]);
            return Ok(Some(Cycle { start: start.map_or(0, |at| at + 1), period, saltus: 0 }));
        }
        if self.anchor.moves(end) {
            self.anchor_hash = self.hash;
        }
        Ok(None)
    }
}

/// Every amount except for a finite set.
///
/// Every amount above the largest excluded one may be taken, so a heap has as options all values
/// that occur further away, and some of the near ones. Values grow by the saltus in each period.
pub(super) struct AllButValues {
    /// The largest excluded amount, max E.
    reach: usize,
    /// The amounts up to max E that may be taken.
    near: Vec<usize>,
    /// For each value, the last heap (from 1) with a near option of this value.
    marks: Vec<usize>,
    /// For each value, whether it occurs out of the reach of the excluded amounts.
    far: Vec<bool>,
    /// The least value that does not occur there: no later heap has a smaller value.
    run: usize,
    /// Where the state was that the last one is compared with.
    anchor: BrentAnchor,
    /// The same at the anchor.
    anchor_largest: u32,
    /// The largest value out of reach.
    largest: u32,
}

impl AllButValues {
    /// Returns the set of all amounts except these. Requires that they ascend and are not empty.
    pub(super) fn new(excluded: &[u64]) -> AllButValues {
        let reach = excluded.last().map_or(0, |&largest| largest as usize);
        AllButValues {
            reach,
            near: (1..=reach).filter(|&amount| excluded.binary_search(&(amount as u64)).is_err()).collect(),
            marks: Vec::new(),
            far: Vec::new(),
            run: 0,
            anchor: BrentAnchor { at: reach + 1, patience: 1 },
            anchor_largest: 0,
            largest: 0,
        }
    }

    /// Resumes from these values, with the anchor at their end.
    pub(super) fn resume(&mut self, values: &[u32]) {
        let room = values.iter().copied().max().map_or(0, |largest| largest as usize + 1);
        (self.marks, self.far) = (vec![0; room], vec![false; room]);
        let gone = &values[..values.len().saturating_sub(self.reach)];
        self.largest = gone.iter().copied().max().unwrap_or(0);
        // The first heap that is out of reach of the next one is marked when that one is computed.
        gone.split_last()
            .map_or(&[][..], |(_, before)| before)
            .iter()
            .for_each(|&value| self.far[value as usize] = true);
        self.anchor_largest = self.largest;
        self.anchor = BrentAnchor { at: values.len().max(self.reach + 1), patience: values.len().max(1) };
    }

    /// Appends the next value; returns the cycle as soon as it is proved.
    ///
    /// The state at n is that of the checker's theorem: the excess of each of the last max E values
    /// over the largest value before them.
    pub(super) fn push(&mut self, values: &mut Vec<u32>, budget: &mut Budget) -> Result<Option<Cycle>, Stopped> {
        budget.charge(1 + self.reach as u32 / 16)?;
        let heap = values.len();
        if let Some(left) = heap.checked_sub(self.reach + 1) {
            self.far[values[left] as usize] = true;
        }
        while self.far.get(self.run) == Some(&true) {
            self.run += 1;
        }
        for &amount in self.near.iter().take_while(|&&amount| amount <= heap) {
            self.marks[values[heap - amount] as usize] = heap + 1;
        }
        let free = |value: &usize| {
            self.far.get(*value) != Some(&true) && self.marks.get(*value).is_none_or(|&mark| mark != heap + 1)
        };
        let value = (self.run..).find(free).unwrap_or(heap);
        values.push(value as u32);
        self.marks.resize(self.marks.len().max(value + 1), 0);
        self.far.resize(self.far.len().max(value + 1), false);
        let end = heap + 1;
        let Some(before) = end.checked_sub(self.reach + 1) else { return Ok(None) };
        self.largest = self.largest.max(values[before]);
        if end == self.reach + 1 {
            self.anchor_largest = self.largest;
            return Ok(None);
        }
        let state = |end: usize, largest: u32| {
            values[end - self.reach..end].iter().rev().map(move |value| value.saturating_sub(largest))
        };
        if state(end, self.largest).eq(state(self.anchor.at, self.anchor_largest)) {
            let (period, saltus) = (end - self.anchor.at, self.largest - self.anchor_largest);
            let start = (0..self.anchor.at.min(end - period)).rev();
            let start = start.into_iter().find(|&at| values[at] + saltus != values[at + period]);
            return Ok(Some(Cycle { start: start.map_or(0, |at| at + 1), period, saltus }));
        }
        if self.anchor.moves(end) {
            self.anchor_largest = self.largest;
        }
        Ok(None)
    }
}
