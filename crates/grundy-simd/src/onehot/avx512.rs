//! With AVX-512 and GFNI: 64 bytes of sets at a time.
//!
//! AVX2 takes 1.1 times (64 bits) and 1.2 to 1.5 times (128 bits) as long for `run`, 0.9 times for
//! narrower sets, which therefore use it; 1.5 to 2.4 times for `uncovered`; 1.1 (16 bits) to 3
//! times (128 bits) for `whole`. `strike16` has half as many instructions here.

use std::arch::x86_64::*;

use super::{BLOCK, Groups, Recurrence, STRETCH, Set, Track};

/// A block is that many registers at most.
const MOST: usize = BLOCK * 16 / 64;

/// For each high part of a value the shuffle of bytes.
#[repr(C, align(64))]
struct Shuffles([[u8; 64]; 16]);

/// For each low part of a value the affine map of a byte's bits.
const MAPS: [u64; 8] = maps();
static SHUFFLES: Shuffles = shuffles();

const fn maps() -> [u64; 8] {
    let mut maps = [0u64; 8];
    let mut value = 0;
    while value < 8 {
        // Bit i of the image is bit i xor value; the map's row for bit i is its byte 7 - i.
        let mut bit = 0;
        while bit < 8 {
            maps[value] |= 1 << (bit ^ value) << (8 * (7 - bit));
            bit += 1;
        }
        value += 1;
    }
    maps
}

const fn shuffles() -> Shuffles {
    let mut all = [[0u8; 64]; 16];
    let mut value = 0;
    while value < 16 {
        let mut byte = 0;
        while byte < 64 {
            all[value][byte] = ((byte % 16) ^ value) as u8;
            byte += 1;
        }
        value += 1;
    }
    Shuffles(all)
}

/// "xor value" for every member of every set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn shifted(sets: __m512i, value: u8) -> __m512i {
    let shuffle = &SHUFFLES.0[usize::from(value >> 3) % 16];
    // SAFETY: the shuffle is 64 bytes long.
    let shuffle = unsafe { _mm512_loadu_si512(shuffle.as_ptr().cast()) };
    let map = _mm512_set1_epi64(MAPS[usize::from(value & 7)] as i64);
    _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_shuffle_epi8(sets, shuffle), map)
}

/// What the pairs yield in `count` registers from `base` on.
///
/// # Safety
/// The track holds all places that far before and after `base`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
unsafe fn united(pairs: &Groups, base: *const u8, count: usize) -> [__m512i; MOST] {
    let none = _mm512_setzero_si512();
    let mut all = [none; MOST];
    for (value, offsets) in pairs.each() {
        let mut own = [none; MOST];
        for &bytes in offsets {
            for (at, own) in own.iter_mut().enumerate().take(count) {
                // SAFETY: as the caller promises.
                let sets = unsafe { _mm512_loadu_si512(base.sub(bytes).add(64 * at).cast()) };
                *own = _mm512_or_si512(*own, sets);
            }
        }
        for (all, own) in all.iter_mut().zip(own).take(count) {
            *all = _mm512_or_si512(*all, shifted(own, value));
        }
    }
    all
}

/// As [`Recurrence::run`].
///
/// # Safety
/// The track holds all places that the pairs reach.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni,bmi1,bmi2,lzcnt,popcnt")]
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
        let far = unsafe { united(&rules.far, track.base().add(place * size), BLOCK * size / 64) };
        for part in 0..BLOCK / 8 {
            // SAFETY: 8 sets from their place in the block on; reads after them end in the track's
            // margin.
            let sets = unsafe { eight(rules, &far, track.base().add(place * size), part * 8 * size) };
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

/// What far and middle pairs forbid at the 8 places that begin at `base`; `skip` bytes of `far` lie
/// before them.
///
/// # Safety
/// The track holds 16 places before and 128 bytes after `base`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
unsafe fn eight<S: Set>(rules: &Recurrence<S>, far: &[__m512i; MOST], base: *const u8, skip: usize) -> [S; 8] {
    let size = size_of::<S>();
    let mut sets = [S::EMPTY; 8];
    if rules.middle.is_empty() {
        // SAFETY: the block's registers hold 8 sets from there on.
        let own = unsafe { far.as_ptr().cast::<u8>().add(skip).cast::<[S; 8]>().read_unaligned() };
        return own;
    }
    let mut wide = [[0u8; 64]; 2];
    let count = (8 * size).div_ceil(64);
    for (at, wide) in wide.iter_mut().enumerate().take(count) {
        let mut all = _mm512_setzero_si512();
        for &(value, bytes) in &rules.middle {
            // SAFETY: as the caller promises.
            let own = unsafe { _mm512_loadu_si512(base.sub(bytes).add(64 * at).cast()) };
            all = _mm512_or_si512(all, shifted(own, value));
        }
        // SAFETY: 64 bytes.
        unsafe { _mm512_storeu_si512(wide.as_mut_ptr().cast(), all) };
    }
    // SAFETY: both hold 8 sets from there on.
    let (own, far) = unsafe {
        (
            wide.as_ptr().cast::<[S; 8]>().read_unaligned(),
            far.as_ptr().cast::<u8>().add(skip).cast::<[S; 8]>().read_unaligned(),
        )
    };
    for ((set, own), far) in sets.iter_mut().zip(own).zip(far) {
        *set = own | far;
    }
    sets
}

/// As [`super::Cover::uncovered`].
///
/// # Safety
/// The track holds all places that the pairs reach, and a place for each set of `needed` from
/// `from` on.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn uncovered<S: Set>(
    pairs: &Groups,
    track: &Track<S>,
    from: usize,
    needed: &[S],
    missing: &mut Vec<(usize, S)>,
) {
    const REGISTERS: usize = 4;
    let size = size_of::<S>();
    let each = 64 * REGISTERS / size;
    debug_assert!(STRETCH.is_multiple_of(each));
    for (at, needed) in needed.chunks_exact(each).enumerate() {
        let place = from + at * each;
        // SAFETY: the caller promises it.
        let all = unsafe { united(pairs, track.base().add(place * size), REGISTERS) };
        for (part, (own, all)) in needed.chunks_exact(64 / size).zip(all).enumerate() {
            // SAFETY: the part is 64 bytes long.
            let needed = unsafe { _mm512_loadu_si512(own.as_ptr().cast()) };
            let left = _mm512_andnot_si512(all, needed);
            if _mm512_test_epi64_mask(left, left) == 0 {
                continue;
            }
            let mut sets = [0u8; 64];
            // SAFETY: 64 bytes.
            unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast(), left) };
            for lane in 0..64 / size {
                // SAFETY: any bytes of that length are a set.
                let set = unsafe { sets.as_ptr().add(lane * size).cast::<S>().read_unaligned() };
                if set != S::EMPTY {
                    missing.push((place + part * (64 / size) + lane, set));
                }
            }
        }
    }
}

/// What the pairs yield at each place of the block that begins at `from`.
///
/// # Safety
/// The track holds all places that the pairs reach, and the block.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
pub unsafe fn whole<S: Set>(pairs: &Groups, track: &Track<S>, from: usize) -> [S; BLOCK] {
    let size = size_of::<S>();
    // SAFETY: the caller promises it; the registers hold the block.
    unsafe {
        let all = united(pairs, track.base().add(from * size), BLOCK * size / 64);
        all.as_ptr().cast::<[S; BLOCK]>().read_unaligned()
    }
}

/// As the scalar twin: 32 sums in one register.
#[target_feature(enable = "avx512f,avx512bw")]
pub fn strike16(run: &[u16; 32], own: &[u16; 32], missing: &mut [u16]) -> usize {
    // SAFETY: each list is 64 bytes long.
    let [one, other] = [run, own].map(|list| unsafe { _mm512_loadu_si512(list.as_ptr().cast()) });
    // A gap on one side only leaves its bit in the sum, which no number has.
    let (sums, there) = (_mm512_xor_si512(one, other), !_mm512_movepi16_mask(one));
    let many = missing.len();
    super::scalar::kept(missing, many, |number| {
        _mm512_mask_cmpeq_epi16_mask(there, sums, _mm512_set1_epi16(number as i16)) != 0
    })
}
