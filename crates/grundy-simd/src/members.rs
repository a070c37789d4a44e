//! The set of the bytes of a list, as bits: `1 << byte`, united; and the bytes at every other place
//! of a table, added to a list.
//!
//! With AVX2 four bytes at a time are widened to counts of a shift, which yields 0 for counts of 64
//! and more, so that the same instruction finds the low and the high half of a set. To store a byte
//! for each member takes 3.5 times as long for bytes below 64, and twice for bytes below 128; the
//! scalar code takes longer still.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// Returns the set of these bytes, all of which are below `bound`, as a number whose bit i is set
/// if the byte i is in the list. Bytes from 128 on are left out.
///
/// ```
/// use grundy_simd::{Level, members};
///
/// assert_eq!(members(Level::best(), &[3, 0, 3], 64), 0b1001);
/// ```
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "only the instructions of x86-64 depend on the bound")
)]
pub fn members(level: Level, bytes: &[u8], bound: usize) -> u128 {
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe {
            if bound <= 64 { members_avx2::<false>(bytes) } else { members_avx2::<true>(bytes) }
        },
        _ => plain_members(bytes),
    }
}

fn plain_members(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |all, &byte| all | 1u128.checked_shl(byte.into()).unwrap_or(0))
}

/// Adds by exclusive or to each byte of a list the byte at twice its place in a table. Bytes
/// without a place in the table stay.
///
/// ```
/// use grundy_simd::{Level, add_evens};
///
/// let mut list = [1, 1, 1];
/// add_evens(Level::best(), &mut list, &[4, 9, 5, 9, 6]);
/// assert_eq!(list, [5, 4, 7]);
/// ```
pub fn add_evens(level: Level, list: &mut [u8], table: &[u8]) {
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe { add_evens_avx2(list, table) },
        _ => plain_add_evens(list, table),
    }
}

fn plain_add_evens(list: &mut [u8], table: &[u8]) {
    list.iter_mut().zip(table.iter().step_by(2)).for_each(|(own, other)| *own ^= other);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_evens_avx2(list: &mut [u8], table: &[u8]) {
    let even = _mm256_set1_epi16(255);
    let (groups, _) = table.as_chunks::<64>();
    let done = 32 * groups.len().min(list.len() / 32);
    for (own, group) in list.as_chunks_mut::<32>().0.iter_mut().zip(groups) {
        // SAFETY: both halves of the group and the bytes of the list are 32 bytes long; no
        // alignment is required.
        unsafe {
            let low = _mm256_and_si256(_mm256_loadu_si256(group.as_ptr().cast()), even);
            let high = _mm256_and_si256(_mm256_loadu_si256(group.as_ptr().add(32).cast()), even);
            // Packed by halves of a register: 0, 2, 1, 3.
            let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
            let sum = _mm256_xor_si256(_mm256_loadu_si256(own.as_ptr().cast()), packed);
            _mm256_storeu_si256(own.as_mut_ptr().cast(), sum);
        }
    }
    plain_add_evens(&mut list[done..], &table[2 * done..]);
}

/// `HIGH` is whether bytes from 64 on count.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn members_avx2<const HIGH: bool>(bytes: &[u8]) -> u128 {
    let (groups, rest) = bytes.as_chunks::<16>();
    let one = _mm256_set1_epi64x(1);
    let half = _mm256_set1_epi64x(64);
    // Two of each, so that no instruction waits for the one before it.
    let (mut low, mut high) = ([_mm256_setzero_si256(); 2], [_mm256_setzero_si256(); 2]);
    for group in groups {
        for (at, four) in group.as_chunks::<4>().0.iter().enumerate() {
            let counts = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(i32::from_le_bytes(*four)));
            low[at % 2] = _mm256_or_si256(low[at % 2], _mm256_sllv_epi64(one, counts));
            if HIGH {
                let counts = _mm256_sub_epi64(counts, half);
                high[at % 2] = _mm256_or_si256(high[at % 2], _mm256_sllv_epi64(one, counts));
            }
        }
    }
    let united = |sets: [__m256i; 2]| {
        let all = _mm256_or_si256(sets[0], sets[1]);
        let two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
        (_mm_cvtsi128_si64(two) | _mm_extract_epi64::<1>(two)) as u64
    };
    u128::from(united(low)) | u128::from(united(high)) << 64 | plain_members(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_level_finds_every_byte() {
        let mut random = Rng::with_seed(3);
        for round in 0..2000 {
            let bound = [1, 64, 65, 128, 256][round % 5];
            let length = random.usize(..90);
            let bytes: Vec<u8> = (0..length).map(|_| random.usize(..bound) as u8).collect();
            let plain = (0..128u8).filter(|byte| bytes.contains(byte)).fold(0u128, |all, byte| all | 1 << byte);
            for level in Level::all() {
                assert_eq!(members(level, &bytes, bound), plain, "{level:?} {bytes:?}");
            }
        }
    }

    #[test]
    fn every_level_adds_every_other_byte() {
        let mut random = Rng::with_seed(4);
        for _ in 0..2000 {
            let (length, places) = (random.usize(..150), random.usize(..300));
            let mut bytes = |length: usize| -> Vec<u8> { (0..length).map(|_| random.usize(..256) as u8).collect() };
            let (list, table) = (bytes(length), bytes(places));
            let plain: Vec<u8> =
                list.iter().enumerate().map(|(at, own)| own ^ table.get(2 * at).copied().unwrap_or(0)).collect();
            for level in Level::all() {
                let mut sums = list.clone();
                add_evens(level, &mut sums, &table);
                assert_eq!(sums, plain, "{level:?}");
            }
        }
    }
}
