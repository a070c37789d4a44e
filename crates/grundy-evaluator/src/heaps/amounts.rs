//! Heaps from which many amounts may be taken, in blocks: all claimed values are known, so that the
//! options of 64 heaps by one amount are 64 entries of the table that follow each other.
//!
//! A value is kept as a digit, `v / 8`, and the bit `v % 8` of a byte; before the heap of 0
//! counters is a block of entries without a bit. For each digit the bits that the amounts of a
//! block leave are united.

use std::sync::Arc;

use grundy_core::Nimber;
use grundy_games::{HeapMove, HeapRules, Span};

use super::{Bail, Pace};

/// So many heaps are one block.
const BLOCK: usize = 64;

/// So many heaps and digits are united at once: their sets stay in registers.
const LANES: usize = 16;
const DIGITS: usize = 4;

/// So many amounts are taken between two polls.
const AMOUNTS: usize = 1 << 10;

/// Fewer amounts are looked up one by one.
const LEAST: usize = 32;

/// Values from this on have no digit.
const BOUND: u64 = 256;

/// The claimed values in the form of blocks, and the block that was united last.
#[derive(Clone)]
pub(super) struct AmountBlocks {
    /// All amounts that are positive, ascending.
    amounts: Arc<[usize]>,
    digits: Arc<[u8]>,
    bits: Arc<[u8]>,
    /// For each digit the bits that the amounts leave, heap by heap.
    sets: Vec<[u8; BLOCK]>,
    /// The first heap of the block.
    first: Option<usize>,
}

impl AmountBlocks {
    /// The bytes that it takes for so many heaps and amounts.
    pub(super) fn bytes(heaps: usize, amounts: usize) -> u64 {
        (2 * (heaps + 2 * BLOCK) + size_of::<usize>() * amounts) as u64
    }

    /// The blocks of a game of taking amounts that leave one heap or none; `None` for another one,
    /// and where there are few amounts or large values. Every amount that fits is a move there, so
    /// that the plain meaning finds no fault at any heap.
    pub(super) fn of<'a>(
        rules: &HeapRules,
        values: &[Nimber],
        amounts: impl Iterator<Item = &'a [usize]>,
    ) -> Option<AmountBlocks> {
        let is_plain =
            |kind: &HeapMove| matches!(kind, HeapMove::Take(take) if take.leaving == Span { from: 0, to: Some(1) });
        if !rules.moves.iter().all(is_plain) || values.iter().any(|value| value.0 >= BOUND) {
            return None;
        }
        let mut all = amounts.flatten().copied().collect::<Vec<usize>>();
        all.sort_unstable();
        all.dedup();
        // What takes nothing is no move, which the plain meaning says.
        if all.len() < LEAST || all.first() == Some(&0) {
            return None;
        }
        let padded = |of: fn(u8) -> u8| {
            let own = values.iter().map(|value| of(value.0 as u8));
            [0; BLOCK].into_iter().chain(own).chain([0; BLOCK]).collect::<Arc<[u8]>>()
        };
        let (digits, bits) = (padded(|value| value / 8), padded(|value| 1 << (value % 8)));
        let most = digits.iter().copied().max().unwrap_or(0);
        let sets = vec![[0; BLOCK]; usize::from(most) + 1];
        Some(AmountBlocks { amounts: all.into(), digits, bits, sets, first: None })
    }

    /// Whether a value is the mex of the values of what the amounts leave of a heap.
    pub(super) fn has_mex(&mut self, heap: usize, Nimber(mex): Nimber, pace: &mut Pace<'_, '_>) -> Result<bool, Bail> {
        let first = heap - heap % BLOCK;
        if self.first != Some(first) {
            self.unite(first, pace)?;
        }
        let all = self.sets.iter().map(|set| set[heap - first]);
        let full = all.clone().take_while(|&set| set == u8::MAX).count();
        let next = all.clone().nth(full).map_or(0, u8::trailing_ones);
        Ok(mex == 8 * full as u64 + u64::from(next))
    }

    fn unite(&mut self, first: usize, pace: &mut Pace<'_, '_>) -> Result<(), Bail> {
        let AmountBlocks { amounts, digits, bits, sets, .. } = self;
        let amounts = &amounts[..amounts.partition_point(|&amount| amount < first + BLOCK)];
        sets.fill([0; BLOCK]);
        for amounts in amounts.chunks(AMOUNTS) {
            pace.block(BLOCK * amounts.len())?;
            for (wanted, sets) in (0..).step_by(DIGITS).zip(sets.chunks_mut(DIGITS)) {
                for lane in (0..BLOCK).step_by(LANES) {
                    let mut united = [[0; LANES]; DIGITS];
                    for amount in amounts {
                        let place = first + BLOCK + lane - amount;
                        let (Some(digits), Some(bits)) = (digits[place..].first_chunk(), bits[place..].first_chunk())
                        else {
                            return Err(Bail::Odd);
                        };
                        add(&mut united, wanted, digits, bits);
                    }
                    for (set, own) in sets.iter_mut().zip(&united) {
                        set[lane..lane + LANES].iter_mut().zip(own).for_each(|(set, own)| *set |= own);
                    }
                }
            }
        }
        self.first = Some(first);
        Ok(())
    }
}

/// Adds the bits of some heaps to the sets of the digits from `wanted` on.
#[inline(always)]
fn add(sets: &mut [[u8; LANES]; DIGITS], wanted: u8, digits: &[u8; LANES], bits: &[u8; LANES]) {
    for (at, set) in sets.iter_mut().enumerate() {
        // Masks in place of branches, and a sum that wraps: otherwise no vector code is made.
        let wanted = wanted.wrapping_add(at as u8);
        for lane in 0..LANES {
            set[lane] |= bits[lane] & u8::from(digits[lane] == wanted).wrapping_neg();
        }
    }
}
