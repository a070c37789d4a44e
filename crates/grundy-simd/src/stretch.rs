//! Tables of bits in 64-bit lanes: stretches of lanes are shifted, masked and united in one place.
//! Lists name the stretches.
//!
//! A block is eight lanes: AVX-512 moves 512 bits by one load, one shift and one instruction that
//! masks and unites. AVX2 takes as long for one block and 1.3 to 1.6 times as long for more; the
//! scalar code of `narrow` takes 3.5 times as long as AVX-512.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// Lanes in a block.
pub const LANES: usize = 8;

/// Eight lanes.
pub type Block = [u64; LANES];

/// The change of a block: each lane is shifted up, then masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct BlockShift {
    /// The bits that are kept of each lane.
    pub mask: Block,
    /// The bits by which each lane is shifted up; 64 or more clear it.
    pub shift: u32,
}

/// A list of jumps, each with numbers packed into 64 bits that decide where it applies.
///
/// A jump is the number of lanes from the stretch to the place where it is united, times 2^16, plus
/// the index of its change in a table of [`BlockShift`].
#[derive(Clone, Debug, Default)]
pub struct Jumps {
    /// The numbers of each jump.
    pub numbers: Vec<u64>,
    /// The jumps.
    pub jumps: Vec<u64>,
}

/// Adds to `blocks` the bits of the stretches that the jumps in `range` name for the place `at`,
/// counted in lanes.
///
/// # Panics
/// If a stretch is not in `lanes`, its change is not in `kept`, or the range is not in the list.
pub fn gather(
    level: Level,
    lanes: &[u64],
    at: usize,
    list: &Jumps,
    range: Range<usize>,
    kept: &[BlockShift],
    blocks: &mut [Block],
) {
    let jumps = &list.jumps[range];
    if blocks.is_empty() {
        return;
    }
    match level.kind() {
        InstructionSet::Scalar => plain_gather(lanes, at, jumps, kept, blocks),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of these kinds exists only where the machine has these instructions.
        InstructionSet::Avx2 => unsafe { gather_avx2(lanes, at, jumps, kept, blocks) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        InstructionSet::Avx512 => unsafe { gather_avx512(lanes, at, jumps, kept, blocks) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => plain_gather(lanes, at, jumps, kept, blocks),
    }
}

/// A field of the numbers of jumps.
#[derive(Clone, Copy, Debug)]
pub struct BitField {
    /// Its lowest bit.
    pub shift: u32,
    /// Its bits, shifted down.
    pub mask: u64,
}

impl BitField {
    /// Returns the value of this field of `number`.
    pub fn of(self, number: u64) -> u64 {
        number.checked_shr(self.shift).unwrap_or(0) & self.mask
    }
}

/// Writes to the front of `to` those of the first `many` jumps of `from` whose field is at most
/// `most`, in their order, and returns their number. The rest of `to` is unspecified.
///
/// # Panics
/// If `from` has fewer.
pub fn narrow(level: Level, from: &Jumps, many: usize, field: BitField, most: u64, to: &mut Jumps) -> usize {
    let from = (&from.numbers[..many], &from.jumps[..many]);
    let room = many + LANES;
    if to.jumps.len() < room || to.numbers.len() < room {
        to.jumps.resize(room, 0);
        to.numbers.resize(room, 0);
    }
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
        InstructionSet::Avx512 => unsafe { narrow_avx512(from, field, most, to) },
        _ => plain_narrow(from, field, most, to),
    }
}

/// Returns the stretch of a jump, `many` lanes, and its change.
#[inline(always)]
fn stretch<'a>(
    lanes: &'a [u64],
    at: usize,
    jump: u64,
    kept: &'a [BlockShift],
    many: usize,
) -> (&'a [u64], &'a BlockShift) {
    let start = at.checked_sub((jump >> 16) as usize).expect("a jump leads into the table");
    (&lanes[start..][..many], &kept[(jump & 0xffff) as usize])
}

fn plain_gather(lanes: &[u64], at: usize, jumps: &[u64], kept: &[BlockShift], blocks: &mut [Block]) {
    for &jump in jumps {
        let (from, kept) = stretch(lanes, at, jump, kept, LANES * blocks.len());
        for (block, from) in blocks.iter_mut().zip(from.as_chunks::<LANES>().0) {
            for ((own, from), mask) in block.iter_mut().zip(from).zip(kept.mask) {
                *own |= from.checked_shl(kept.shift).unwrap_or(0) & mask;
            }
        }
    }
}

fn plain_narrow((numbers, jumps): (&[u64], &[u64]), field: BitField, most: u64, to: &mut Jumps) -> usize {
    let mut found = 0;
    for (&number, &jump) in numbers.iter().zip(jumps) {
        // Always written: a branch that cannot be predicted costs more.
        to.numbers[found] = number;
        to.jumps[found] = jump;
        found += usize::from(field.of(number) <= most);
    }
    found
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,bmi2,popcnt")]
fn narrow_avx512((numbers, jumps): (&[u64], &[u64]), field: BitField, most: u64, to: &mut Jumps) -> usize {
    let count = _mm_cvtsi64_si128(i64::from(field.shift));
    let (mask, most) = (_mm512_set1_epi64(field.mask as i64), _mm512_set1_epi64(most as i64));
    let mut found = 0;
    for (numbers, jumps) in numbers.chunks(LANES).zip(jumps.chunks(LANES)) {
        let some = ((1u16 << numbers.len().min(jumps.len())) - 1) as __mmask8;
        // SAFETY: only as many lanes are read as both chunks have entries; no alignment is
        // required.
        let (own, jump) = unsafe {
            (
                _mm512_maskz_loadu_epi64(some, numbers.as_ptr().cast()),
                _mm512_maskz_loadu_epi64(some, jumps.as_ptr().cast()),
            )
        };
        let fits = _mm512_mask_cmple_epu64_mask(some, _mm512_and_si512(_mm512_srl_epi64(own, count), mask), most);
        let (numbers, jumps) = (&mut to.numbers[found..found + LANES], &mut to.jumps[found..found + LANES]);
        // SAFETY: both slices have the eight entries that are written; no alignment is required.
        unsafe {
            _mm512_storeu_si512(numbers.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(fits, own));
            _mm512_storeu_si512(jumps.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(fits, jump));
        }
        found += fits.count_ones() as usize;
    }
    found
}

/// Defines a function that works on strips of blocks which fit into the registers.
#[cfg(target_arch = "x86_64")]
macro_rules! strips {
    ($name:ident, $strip:ident, $features:literal, $most:literal, $($many:literal)*) => {
        #[target_feature(enable = $features)]
        fn $name(lanes: &[u64], at: usize, jumps: &[u64], kept: &[BlockShift], blocks: &mut [Block]) {
            for (strip, blocks) in blocks.chunks_mut($most).enumerate() {
                let at = at.saturating_add(strip * $most * LANES);
                match blocks.len() {
                    $($many => $strip::<$many>(lanes, at, jumps, kept, blocks),)*
                    many => unreachable!("a strip of {many} blocks"),
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
strips!(gather_avx512, strip_avx512, "avx512f", 8, 1 2 3 4 5 6 7 8);

#[cfg(target_arch = "x86_64")]
strips!(gather_avx2, strip_avx2, "avx2", 4, 1 2 3 4);

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn strip_avx512<const N: usize>(lanes: &[u64], at: usize, jumps: &[u64], kept: &[BlockShift], blocks: &mut [Block]) {
    let mut own = [_mm512_setzero_si512(); N];
    for &jump in jumps {
        let (from, kept) = stretch(lanes, at, jump, kept, LANES * N);
        let count = _mm_cvtsi64_si128(i64::from(kept.shift));
        // SAFETY: a block has the 64 bytes that are read; no alignment is required.
        let mask = unsafe { _mm512_loadu_si512(kept.mask.as_ptr().cast()) };
        for (own, from) in own.iter_mut().zip(from.as_chunks::<LANES>().0) {
            // SAFETY: as above.
            let lanes = unsafe { _mm512_loadu_si512(from.as_ptr().cast()) };
            // own | (moved & mask)
            *own = _mm512_ternarylogic_epi64::<0xf8>(*own, _mm512_sll_epi64(lanes, count), mask);
        }
    }
    for (block, own) in blocks.iter_mut().zip(own) {
        // SAFETY: a block has the 64 bytes that are read and written; no alignment is required.
        unsafe {
            let before = _mm512_loadu_si512(block.as_ptr().cast());
            _mm512_storeu_si512(block.as_mut_ptr().cast(), _mm512_or_si512(before, own));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn strip_avx2<const N: usize>(lanes: &[u64], at: usize, jumps: &[u64], kept: &[BlockShift], blocks: &mut [Block]) {
    const HALF: usize = LANES / 2;
    let mut own = [[_mm256_setzero_si256(); 2]; N];
    for &jump in jumps {
        let (from, kept) = stretch(lanes, at, jump, kept, LANES * N);
        let count = _mm_cvtsi64_si128(i64::from(kept.shift));
        let masks = kept.mask.as_chunks::<HALF>().0;
        for (own, from) in own.iter_mut().zip(from.as_chunks::<LANES>().0) {
            for ((own, from), mask) in own.iter_mut().zip(from.as_chunks::<HALF>().0).zip(masks) {
                // SAFETY: half a block has the 32 bytes that are read; no alignment is required.
                let (lanes, mask) =
                    unsafe { (_mm256_loadu_si256(from.as_ptr().cast()), _mm256_loadu_si256(mask.as_ptr().cast())) };
                *own = _mm256_or_si256(*own, _mm256_and_si256(_mm256_sll_epi64(lanes, count), mask));
            }
        }
    }
    for (block, own) in blocks.iter_mut().zip(own) {
        for (half, own) in block.as_chunks_mut::<HALF>().0.iter_mut().zip(own) {
            // SAFETY: half a block has the 32 bytes that are read and written; no alignment is
            // required.
            unsafe {
                let before = _mm256_loadu_si256(half.as_ptr().cast());
                _mm256_storeu_si256(half.as_mut_ptr().cast(), _mm256_or_si256(before, own));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_level_gathers_bit_by_bit() {
        let mut random = Rng::with_seed(4);
        for _ in 0..600 {
            let many = random.usize(..20);
            let before = random.usize(..60);
            let mut lane = || (random.usize(..1 << 30) as u64) << 34 ^ (random.usize(..1 << 30) as u64) << 10;
            let lanes: Vec<u64> = (0..before + LANES * many).map(|_| lane()).collect();
            let kept: Vec<BlockShift> = (0..5)
                .map(|_| BlockShift { mask: std::array::from_fn(|_| lane()), shift: (lane() >> 58) as u32 })
                .collect();
            let start: Vec<Block> = (0..many).map(|_| std::array::from_fn(|_| lane() & lane())).collect();
            let jump = |_| (random.usize(..before + 1) as u64) << 16 | random.usize(..5) as u64;
            let jumps: Vec<u64> = (0..8).map(jump).collect();
            let list = Jumps { numbers: vec![0; 8], jumps };
            let mut plain = start.clone();
            for &jump in &list.jumps[2..7] {
                let (back, kept) = ((jump >> 16) as usize, kept[(jump & 0xffff) as usize]);
                for bit in 0..64 * LANES * many {
                    let (at, own) = (bit / 64, bit % 64);
                    let from = own.checked_sub(kept.shift as usize);
                    let set = from.is_some_and(|from| lanes[before + at - back] >> from & 1 == 1);
                    if set && kept.mask[at % LANES] >> own & 1 == 1 {
                        plain[at / LANES][at % LANES] |= 1 << own;
                    }
                }
            }
            for level in Level::all() {
                let mut blocks = start.clone();
                gather(level, &lanes, before, &list, 2..7, &kept, &mut blocks);
                assert_eq!(blocks, plain, "{level:?}");
            }
        }
    }

    #[test]
    fn every_level_narrows_in_order() {
        let mut random = Rng::with_seed(5);
        for _ in 0..600 {
            let many = random.usize(..40);
            let numbers: Vec<u64> = (0..many).map(|_| random.usize(..1 << 20) as u64).collect();
            let from = Jumps { numbers, jumps: (0..many as u64).collect() };
            let field = BitField { shift: random.usize(..18) as u32, mask: (1 << random.usize(..5)) - 1 };
            let (most, first) = (random.usize(..9) as u64, random.usize(..many + 1));
            let fits = |&at: &u64| from.numbers[at as usize] >> field.shift & field.mask <= most;
            let plain: Vec<u64> = (0..first as u64).filter(fits).collect();
            for level in Level::all() {
                let mut to = Jumps::default();
                let found = (0..2).map(|_| narrow(level, &from, first, field, most, &mut to)).sum::<usize>() / 2;
                assert_eq!(to.jumps[..found], plain, "{level:?}");
                assert!(
                    to.jumps[..found].iter().zip(&to.numbers).all(|(&at, &number)| from.numbers[at as usize] == number)
                );
            }
        }
    }

    #[test]
    #[should_panic(expected = "a jump leads into the table")]
    fn jumps_out_of_the_table_are_refused() {
        let list = Jumps { numbers: vec![0], jumps: vec![9 << 16] };
        gather(
            Level::best(),
            &[0; 16],
            8,
            &list,
            0..1,
            &[BlockShift { mask: [0; LANES], shift: 0 }],
            &mut [[0; LANES]],
        );
    }
}
