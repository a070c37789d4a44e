//! The options of a heap without a kind by `take ..`, `split ..` and codes.
//!
//! The two last heaps of a split are a loop over the table from both of its ends; the heaps before
//! them are a nest of loops, as deep as the rules nest them. Three heaps are in `triples.rs`.
//!
//! A value is the mex if each smaller value is that of a pair, and it is that of none. Once the
//! smaller ones are seen, the rest of a long loop only looks for the claimed value, in vectors: the
//! table is there in the opposite order too, so that both heaps of a pair are read upwards.

use grundy_games::{Code, HeapMove, MOST_PARTS, Parts, Take};

use super::{
    Bail, Pace,
    seen::SeenValues,
    triples::Pairs,
    values::{SmallValue, ValueArray},
};

/// Heaps from this size on are left to the plain meaning, which bounds how many amounts in a row
/// may have no option.
const MOST_COUNTERS: usize = 1 << 23;

/// The pairs of heaps that are added to the set at a time.
const BLOCK: usize = if cfg!(test) { 1 << 2 } else { 1 << 10 };

/// One heap with the values of all smaller ones.
pub(super) struct Splits<'r, 'p, 'g, T> {
    /// The values of the heaps from 0 on.
    pub(super) values: &'r [T],
    /// The same in the opposite order, if it is there.
    pub(super) turned: Option<&'r ValueArray>,
    /// The value that is claimed of the heap, if it is below the bound of the set.
    pub(super) claimed: Option<u32>,
    pub(super) heap: usize,
    pub(super) seen: &'r mut SeenValues,
    pub(super) pace: &'r mut Pace<'p, 'g>,
    /// The pairs of heaps, and those of unequal heaps.
    pub(super) pairs: &'r mut [Pairs; 2],
}

impl<T: SmallValue> Splits<'_, '_, '_, T> {
    /// Adds the values of the options by a move that is no clause; of `take`, `amounts` has the
    /// amounts in ascending order.
    pub(super) fn options(&mut self, kind: &HeapMove, amounts: &[usize]) -> Result<(), Bail> {
        match kind {
            HeapMove::Take(take) => self.take(take, amounts),
            HeapMove::Code(code) => self.code(code),
            HeapMove::General(_) => Err(Bail::Odd),
        }
    }

    /// Adds the values of the options by `take`.
    fn take(&mut self, take: &Take, amounts: &[usize]) -> Result<(), Bail> {
        // The plain meaning refuses a split into too many heaps.
        if self.heap > MOST_COUNTERS || take.leaving.to.is_none() {
            return Err(Bail::Odd);
        }
        if take.leaving.to == Some(1) {
            return self.one(amounts, take.leaving.from == 0);
        }
        for taken in amounts {
            let Some(rest) = self.heap.checked_sub(*taken) else { break };
            if take.leaving.to == Some(0) && self.heap == 0 {
                break;
            }
            for count in take.leaving.up_to(MOST_PARTS.min(rest as u64)) {
                self.split(rest, count as usize, take.parts)?;
            }
        }
        Ok(())
    }

    /// Adds the values of what is left by amounts that leave one heap, or none if nothing of it
    /// stays and `all` may be taken.
    fn one(&mut self, amounts: &[usize], all: bool) -> Result<(), Bail> {
        let (less, rest) = amounts.split_at(amounts.partition_point(|&taken| taken < self.heap));
        self.pace.block(less.len() + 1)?;
        for taken in less {
            let value = self.value(self.heap - taken)?;
            self.seen.insert(value);
        }
        if all && rest.first() == Some(&self.heap) {
            self.seen.insert(0);
        }
        Ok(())
    }

    /// Adds the values of the options by a code.
    fn code(&mut self, code: &Code) -> Result<(), Bail> {
        for (taken, digit) in (0..=self.heap).zip(&code.digits) {
            for count in (0..4).filter(|count| digit >> count & 1 == 1) {
                self.split(self.heap - taken, count, Parts::Any)?;
            }
        }
        Ok(())
    }

    /// Adds the values of all ways to split `rest` counters into this many heaps.
    fn split(&mut self, rest: usize, count: usize, parts: Parts) -> Result<(), Bail> {
        self.pace.block(1)?;
        match (count, parts) {
            (0, _) if rest == 0 => self.seen.insert(0),
            (1, _) if rest > 0 => {
                let value = self.value(rest)?;
                self.seen.insert(value);
            }
            (2.., Parts::Equal) if rest > 0 && rest.is_multiple_of(count) => {
                let value = self.value(rest / count)?;
                self.seen.insert(if count % 2 == 1 { value } else { 0 });
            }
            (2.., Parts::Any) => self.ascending(rest, count, 0)?,
            (2.., Parts::Unequal) => self.ascending(rest, count, 1)?,
            _ => {}
        }
        Ok(())
    }

    /// Adds the values of all ways to split `rest` counters into `count` heaps, at least 2, of
    /// sizes that ascend by `step` or more.
    fn ascending(&mut self, rest: usize, count: usize, step: usize) -> Result<(), Bail> {
        if count == 3 && self.pairs[step].triples((self.values, rest), step, self.seen, self.pace)? {
            return Ok(());
        }
        self.unlike(rest, count, (1, step), 0)
    }

    /// Adds the values of all ways to split `rest` counters into `count` heaps, at least 2, of
    /// sizes from `least` on that ascend by `step` or more, together with heaps whose values add to
    /// `sum`. The depth of recursion is the number of heaps.
    fn unlike(&mut self, rest: usize, count: usize, (least, step): (usize, usize), sum: u32) -> Result<(), Bail> {
        // The first size, so often, and the steps up to each of the others.
        let fits = |first: usize| first * count + step * (count * (count - 1) / 2) <= rest;
        if count > 2 {
            for first in (least..).take_while(|&first| fits(first)) {
                let value = self.value(first)?;
                self.unlike(rest - first, count - 1, (first + step, step), sum ^ value)?;
            }
            return Ok(());
        }
        if !fits(least) {
            return Ok(());
        }
        let last = (rest - step) / 2;
        self.pace.block(last + 1 - least)?;
        let (Some(low), Some(high)) = (self.values.get(least..=last), self.values.get(rest - last..=rest - least))
        else {
            return Err(Bail::Odd);
        };
        if let (Some(claimed), Some(turned)) = (self.claimed, self.turned.and_then(T::of))
            && low.len() > BLOCK
            && let Some(from) = turned.len().checked_sub(rest - least + 1)
            && let Some(high) = turned.get(from..from + low.len())
        {
            self.until_claimed(low, high, sum, claimed);
            return Ok(());
        }
        low.iter().zip(high.iter().rev()).for_each(|(low, high)| self.seen.insert(sum ^ low.wide() ^ high.wide()));
        Ok(())
    }

    /// Adds the values of pairs to the set until all values below the claimed one are in it; then
    /// the claimed one alone, if it is that of a pair.
    fn until_claimed(&mut self, low: &[T], high: &[T], sum: u32, claimed: u32) {
        let mut is_full = self.seen.has_below(claimed);
        if self.seen.has(claimed) {
            return;
        }
        for (low, high) in low.chunks(BLOCK).zip(high.chunks(BLOCK)) {
            if !is_full {
                low.iter().zip(high).for_each(|(low, high)| self.seen.insert(sum ^ low.wide() ^ high.wide()));
                is_full = self.seen.has_below(claimed);
            } else if T::have_sum(low, high, sum ^ claimed) {
                self.seen.insert(claimed);
                return;
            }
        }
    }

    fn value(&self, size: usize) -> Result<u32, Bail> {
        self.values.get(size).map(|value| value.wide()).ok_or(Bail::Odd)
    }
}
