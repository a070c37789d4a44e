//! With AVX2: 32 bytes of sets at a time. The bits of a byte are permuted by looking up its two
//! halves.

use std::arch::x86_64::*;

use super::{BLOCK, Groups, Recurrence, STRETCH, Set, Track};

/// A block is that many registers at most.
const MOST: usize = BLOCK * 16 / 32;

/// For each high part of a value the shuffle of bytes; for each low part the images of the low and
/// the high half of a byte. Each twice, for both halves of a register.
#[repr(C, align(32))]
struct Tables {
    shuffles: [[u8; 32]; 16],
    low: [[u8; 32]; 8],
    high: [[u8; 32]; 8],
}

static TABLES: Tables = tables();

const fn image(byte: usize, value: usize) -> u8 {
    let mut image = 0;
    let mut bit = 0;
    while bit < 8 {
        if byte >> bit & 1 == 1 {
            image |= 1 << (bit ^ value);
        }
        bit += 1;
    }
    image
}

const fn tables() -> Tables {
    let mut all = Tables { shuffles: [[0; 32]; 16], low: [[0; 32]; 8], high: [[0; 32]; 8] };
    let mut byte = 0;
    while byte < 32 {
        let mut value = 0;
        while value < 16 {
            all.shuffles[value][byte] = ((byte % 16) ^ value) as u8;
            value += 1;
        }
        value = 0;
        while value < 8 {
            all.low[value][byte] = image(byte % 16, value);
            all.high[value][byte] = image(byte % 16 * 16, value);
            value += 1;
        }
        byte += 1;
    }
    all
}

/// "xor value" for every member of every set.
#[inline]
#[target_feature(enable = "avx2")]
fn shifted(sets: __m256i, value: u8) -> __m256i {
    let own = usize::from(value & 7);
    // SAFETY: the tables' rows are 32 bytes long.
    let [shuffle, low, high] = unsafe {
        [&TABLES.shuffles[usize::from(value >> 3) % 16], &TABLES.low[own], &TABLES.high[own]]
            .map(|row| _mm256_load_si256(row.as_ptr().cast()))
    };
    let half = _mm256_set1_epi8(15);
    let sets = _mm256_shuffle_epi8(sets, shuffle);
    let lower = _mm256_shuffle_epi8(low, _mm256_and_si256(sets, half));
    let upper = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(sets), half));
    _mm256_or_si256(lower, upper)
}

/// What the pairs yield in `count` registers from `base` on.
///
/// # Safety
/// The track holds all places that far before and after `base`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn united<const COUNT: usize>(pairs: &Groups, base: *const u8) -> [__m256i; COUNT] {
    let none = _mm256_setzero_si256();
    let mut all = [none; COUNT];
    for (value, offsets) in pairs.each() {
        let mut own = [none; COUNT];
        for &bytes in offsets {
            for (at, own) in own.iter_mut().enumerate() {
                // SAFETY: as the caller promises.
                let sets = unsafe { _mm256_loadu_si256(base.sub(bytes).add(32 * at).cast()) };
                *own = _mm256_or_si256(*own, sets);
            }
        }
        for (all, own) in all.iter_mut().zip(own) {
            *all = _mm256_or_si256(*all, shifted(own, value));
        }
    }
    all
}

/// As [`united`] for the block that begins at `base`, in the parts that registers hold.
///
/// # Safety
/// As there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn block<S: Set>(pairs: &Groups, base: *const u8) -> [__m256i; MOST] {
    let mut all = [_mm256_setzero_si256(); MOST];
    let count = BLOCK * size_of::<S>() / 32;
    if count == 2 {
        // SAFETY: as the caller promises.
        all[..2].copy_from_slice(&unsafe { united::<2>(pairs, base) });
        return all;
    }
    for start in (0..count).step_by(4) {
        // SAFETY: as the caller promises.
        all[start..start + 4].copy_from_slice(&unsafe { united::<4>(pairs, base.add(32 * start)) });
    }
    all
}

/// As [`Recurrence::run`].
///
/// # Safety
/// The track holds all places that the pairs reach.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn run<S: Set>(
    rules: &Recurrence<S>,
    track: &mut Track<S>,
    from: usize,
    to: usize,
    needed: &mut Vec<S>,
) -> usize {
    let size = size_of::<S>();
    let mut ring = super::ring(rules, track, from);
    let mut place = from;
    while place < to {
        // SAFETY: the caller promises it; the registers end with the block.
        let far = unsafe { block::<S>(&rules.far, track.base().add(place * size)) };
        for part in 0..BLOCK / 8 {
            // SAFETY: the block's registers hold 8 sets from there on.
            let mut sets = unsafe { far.as_ptr().cast::<u8>().add(part * 8 * size).cast::<[S; 8]>().read_unaligned() };
            if !rules.middle.is_empty() {
                // SAFETY: reads after the 8 places end in the track's margin.
                let middle = unsafe { eight::<S>(&rules.middle, track.base().add(place * size)) };
                sets.iter_mut().zip(middle).for_each(|(set, middle)| *set |= middle);
            }
            let mut needs = [S::EMPTY; 8];
            let start = place;
            if !super::settle(rules, track, &mut ring, &sets, &mut place, &mut needs) {
                needed.extend_from_slice(&needs[..place - start]);
                return place;
            }
            needed.extend_from_slice(&needs);
        }
    }
    to
}

/// What the middle pairs forbid at the 8 places that begin at `base`.
///
/// # Safety
/// The track holds 32 places before and 128 bytes after `base`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn eight<S: Set>(middle: &[(u8, usize)], base: *const u8) -> [S; 8] {
    let mut wide = [[0u8; 32]; 4];
    for (at, wide) in wide.iter_mut().enumerate().take((8 * size_of::<S>()).div_ceil(32)) {
        let mut all = _mm256_setzero_si256();
        for &(value, bytes) in middle {
            // SAFETY: as the caller promises.
            let own = unsafe { _mm256_loadu_si256(base.sub(bytes).add(32 * at).cast()) };
            all = _mm256_or_si256(all, shifted(own, value));
        }
        // SAFETY: 32 bytes.
        unsafe { _mm256_storeu_si256(wide.as_mut_ptr().cast(), all) };
    }
    // SAFETY: 128 bytes hold 8 sets.
    unsafe { wide.as_ptr().cast::<[S; 8]>().read_unaligned() }
}

/// As [`super::Cover::uncovered`].
///
/// # Safety
/// The track holds all places that the pairs reach, and a place for each set of `needed` from
/// `from` on.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn uncovered<S: Set>(
    pairs: &Groups,
    track: &Track<S>,
    from: usize,
    needed: &[S],
    missing: &mut Vec<(usize, S)>,
) {
    const REGISTERS: usize = 4;
    let size = size_of::<S>();
    let each = 32 * REGISTERS / size;
    debug_assert!(STRETCH.is_multiple_of(each));
    for (at, needed) in needed.chunks_exact(each).enumerate() {
        let place = from + at * each;
        // SAFETY: the caller promises it.
        let all = unsafe { united::<REGISTERS>(pairs, track.base().add(place * size)) };
        for (part, (own, all)) in needed.chunks_exact(32 / size).zip(all).enumerate() {
            // SAFETY: the part is 32 bytes long.
            let needed = unsafe { _mm256_loadu_si256(own.as_ptr().cast()) };
            let left = _mm256_andnot_si256(all, needed);
            if _mm256_testz_si256(left, left) == 1 {
                continue;
            }
            let mut sets = [0u8; 32];
            // SAFETY: 32 bytes.
            unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), left) };
            for lane in 0..32 / size {
                // SAFETY: any bytes of that length are a set.
                let set = unsafe { sets.as_ptr().add(lane * size).cast::<S>().read_unaligned() };
                if set != S::EMPTY {
                    missing.push((place + part * (32 / size) + lane, set));
                }
            }
        }
    }
}

/// What the pairs yield at each place of the block that begins at `from`.
///
/// # Safety
/// The track holds all places that the pairs reach, and the block.
#[target_feature(enable = "avx2")]
pub unsafe fn whole<S: Set>(pairs: &Groups, track: &Track<S>, from: usize) -> [S; BLOCK] {
    // SAFETY: the caller promises it; the registers hold the block.
    unsafe {
        let all = block::<S>(pairs, track.base().add(from * size_of::<S>()));
        all.as_ptr().cast::<[S; BLOCK]>().read_unaligned()
    }
}

/// The sums of 64 bytes, in two halves, and where there is a gap in the first addend: a gap on one
/// side only leaves its bit in the sum, which no number has.
#[inline]
#[target_feature(enable = "avx2")]
fn sums<T: Copy, const MANY: usize>(run: &[T; MANY], own: &[T; MANY]) -> [(__m256i, __m256i); 2] {
    const { assert!(size_of::<[T; MANY]>() == 64) };
    // SAFETY: each part is 32 bytes long.
    [0, 32].map(|at| unsafe {
        let one = _mm256_loadu_si256(run.as_ptr().cast::<u8>().add(at).cast());
        let other = _mm256_loadu_si256(own.as_ptr().cast::<u8>().add(at).cast());
        (one, _mm256_xor_si256(one, other))
    })
}

/// As the scalar twin.
#[target_feature(enable = "avx2")]
pub fn strike(run: &[u8; 64], own: &[u8; 64], missing: &mut [u8; 128], many: usize) -> usize {
    let sums = sums(run, own);
    super::scalar::kept(missing, many, |number| {
        let wanted = _mm256_set1_epi8(number as i8);
        let [low, high] = sums.map(|(one, sum)| _mm256_andnot_si256(one, _mm256_cmpeq_epi8(sum, wanted)));
        _mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0
    })
}

/// As the scalar twin.
#[target_feature(enable = "avx2")]
pub fn strike16(run: &[u16; 32], own: &[u16; 32], missing: &mut [u16]) -> usize {
    let sums = sums(run, own);
    let many = missing.len();
    super::scalar::kept(missing, many, |number| {
        let wanted = _mm256_set1_epi16(number as i16);
        let there = |one| _mm256_srai_epi16::<15>(one);
        let [low, high] = sums.map(|(one, sum)| _mm256_andnot_si256(there(one), _mm256_cmpeq_epi16(sum, wanted)));
        _mm256_movemask_epi8(_mm256_or_si256(low, high)) != 0
    })
}
