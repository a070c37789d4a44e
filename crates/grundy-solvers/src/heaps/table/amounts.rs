//! Heaps from which many amounts may be taken, in blocks of [`BLOCK`] heaps.
//!
//! A value below 256 is a digit and a bit: `v / 8`, and bit `v % 8` of a byte. For an amount of at
//! least a block, the options of the heaps of a block follow each other in the table, so that their
//! sets of values, a byte for each digit, are united in a few vector instructions for all of them.
//! Smaller amounts are taken heap by heap. The table takes two bytes a heap, which stay in a cache
//! where values of eight bytes do not.
//!
//! Example, squares, the heaps 64 to 127: the amount 64 leaves the heaps 0 to 63, and 81 leaves
//! those from -17 to 46, of which the first 17 have no value. The amounts 1 to 49 follow.
//!
//! Cost: about a tenth of a nanosecond for each 32 values that come up, amount and heap (AVX-512).

use grundy_core::Nimber;
use grundy_simd::{
    Level,
    lanes::{self, BLOCK, DIGITS},
};

use crate::support::budget::{Budget, Stopped};

/// The sets of the heaps of a block: for each of some digits a byte a heap.
type BlockSets = [[u8; BLOCK]; DIGITS];

/// The values of heaps as digits and bits, after a block of heaps that do not exist and have none.
struct DigitTable {
    digits: Vec<u8>,
    bits: Vec<u8>,
}

impl DigitTable {
    fn push(&mut self, value: usize) {
        self.digits.push((value / 8) as u8);
        self.bits.push(1 << (value % 8));
    }
}

/// The values of the heaps from 0 on, up to `largest` or before the first one over 255. The amounts
/// are positive and ascend. Only the values stay held.
pub(super) fn values(largest: u64, amounts: &[u64], level: Level, budget: &mut Budget) -> Result<Vec<Nimber>, Stopped> {
    let many = largest as usize + 1;
    let (near, far) = amounts.split_at(amounts.partition_point(|&amount| amount < BLOCK as u64));
    let spare = (2 * (many + BLOCK) + size_of_val(far)) as u64;
    let each = size_of::<Nimber>() as u64;
    budget.hold(spare + each * many as u64)?;
    let mut values = Vec::with_capacity(many);
    let filled = fill(&mut values, many, (near, far), level, budget);
    budget.release(spare + each * (many - values.len()) as u64);
    match filled {
        Ok(()) => Ok(values),
        Err(stopped) => Err(Stopped { known: values, ..stopped }),
    }
}

/// Fills the list up to so many values, or before the first one over 255.
fn fill(
    values: &mut Vec<Nimber>,
    many: usize,
    (near, far): (&[u64], &[u64]),
    level: Level,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let mut table = DigitTable { digits: vec![0; BLOCK], bits: vec![0; BLOCK] };
    table.digits.reserve_exact(many);
    table.bits.reserve_exact(many);
    let mut sets: Vec<BlockSets> = Vec::new();
    let mut starts = Vec::with_capacity(far.len());
    let mut most = 0;
    while values.len() < many {
        let first = values.len();
        let far = &far[..far.partition_point(|&amount| amount < (first + BLOCK) as u64)];
        budget.charge(64 + far.len() as u32 * 4)?;
        sets.resize(most / (8 * DIGITS) + 1, [[0; BLOCK]; DIGITS]);
        starts.clear();
        starts.extend(far.iter().map(|&amount| first + BLOCK - amount as usize));
        for (at, sets) in sets.iter_mut().enumerate() {
            *sets = lanes::unite(level, &table.digits, &table.bits, &starts, (at * DIGITS) as u8);
        }
        let end = many.min(first + BLOCK);
        for heap in first..end {
            let lane = heap - first;
            for &amount in near.iter().take_while(|&&amount| amount <= heap as u64) {
                let place = heap + BLOCK - amount as usize;
                let digit = usize::from(table.digits[place]);
                if sets.len() * DIGITS <= digit {
                    sets.push([[0; BLOCK]; DIGITS]);
                }
                sets[digit / DIGITS][digit % DIGITS][lane] |= table.bits[place];
            }
            let mut all = sets.iter().flatten().map(|set| set[lane]);
            let full = all.clone().take_while(|&set| set == u8::MAX).count();
            let value = 8 * full + all.nth(full).map_or(0, |set| set.trailing_ones() as usize);
            if value > usize::from(u8::MAX) {
                return budget.solved((heap - first) as u64);
            }
            most = most.max(value);
            table.push(value);
            values.push(Nimber(value as u64));
        }
        budget.solved((end - first) as u64)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use grundy_core::MexSet;

    use super::*;

    /// The values by the definition.
    fn plain(largest: u64, amounts: &[u64]) -> Vec<Nimber> {
        let mut values: Vec<Nimber> = Vec::new();
        let mut seen = MexSet::new();
        for heap in 0..=largest {
            seen.clear();
            let fitting = amounts.iter().take_while(|&&amount| amount <= heap);
            fitting.for_each(|amount| seen.insert(values[(heap - amount) as usize]));
            values.push(seen.mex());
        }
        values
    }

    #[test]
    fn blocks_are_as_the_definition() {
        let mut random = Rng::with_seed(43);
        for round in 0..120 {
            let largest = [0, 1, 62, 63, 64, 65, 127, 128, 700, 1500][round % 10];
            let count = [1, 3, 20, 90, 400][round % 5];
            let most = [8, 70, 300, 1500][round % 4];
            let mut amounts: Vec<u64> = (0..count).map(|_| random.u64(1..=most)).collect();
            amounts.sort_unstable();
            amounts.dedup();
            let expected = plain(largest, &amounts);
            for level in Level::all() {
                let mut budget = Budget::new();
                let values = super::values(largest, &amounts, level, &mut budget).expect("no limit");
                assert_eq!(budget.progress().bytes, 8 * values.len() as u64);
                let ends = expected.iter().position(|value| value.0 > 255).unwrap_or(expected.len());
                assert_eq!(values, expected[..ends], "{amounts:?}");
            }
        }
    }

    #[test]
    fn values_over_a_byte_end_it() {
        let amounts: Vec<u64> = (1..=400).collect();
        let values = super::values(1000, &amounts, Level::best(), &mut Budget::new()).expect("no limit");
        assert_eq!(values, (0..256).map(Nimber).collect::<Vec<_>>());
    }
}
