//! With AVX-512: 32 lanes of 16 bits in one register, a bit for each option below 16.
//!
//! A step takes eight vector instructions, most of which depend on the one before. So the chains of
//! several strands are computed together; each strand proceeds to its next letter independently. A
//! chain with an option over 15, or a mex of 16, is computed again in full width; its values are
//! right up to there, so this is always detected. AVX2 takes 1.4 times as long for one strand and
//! 1.5 to 2.2 times for four or seven.

use std::{arch::x86_64::*, cmp::Reverse};

use super::{LETTERS, Lanes, Pass, Row, Strand, WANTED, avx2};

/// All ones in lane d, for each d.
static LANE: [Lanes; LETTERS] = {
    let mut lane = [Lanes([0; LETTERS]); LETTERS];
    let mut own = 0;
    while own < LETTERS {
        lane[own].0[own] = u16::MAX;
        own += 1;
    }
    lane
};

/// A chain as far as it was followed.
#[derive(Clone, Copy)]
struct Follower {
    /// The options of each lane so far, a bit each.
    options: __m512i,
    /// The entries, each at its letter.
    entries: __m512i,
}

/// Each letter twice: spread over all lanes, it selects the lane of the letter in each.
static PICK: [u32; LETTERS] = {
    let mut pick = [0; LETTERS];
    let mut own = 0;
    while own < LETTERS {
        pick[own] = own as u32 * 0x1_0001;
        own += 1;
    }
    pick
};

/// Reads all strands to their ends: the four or two that have most left side by side, until one of
/// them is at its end.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
pub fn read(strands: &mut [Strand<'_, '_>]) {
    loop {
        strands.sort_unstable_by_key(|strand| Reverse(strand.text.len()));
        let open = strands.iter().take_while(|strand| !strand.text.is_empty()).count();
        if open >= 4
            && let Some(longest) = strands.first_chunk_mut()
        {
            four(longest);
        } else if open >= 2
            && let Some(longest) = strands.first_chunk_mut()
        {
            two(longest);
        } else {
            // At most one has letters left.
            return strands.iter_mut().for_each(|strand| alone(strand));
        }
    }
}

/// Where a strand is: the place of its letter, and how far the chain before it is followed.
#[derive(Clone, Copy)]
struct StrandPlace {
    place: usize,
    rank: usize,
    depth: usize,
    follower: Follower,
}

/// Takes a strand a step further; at the end of its chain it reads the letter and begins with the
/// next. Breaks out of the loop at the end of the text. A macro, so that each strand has separate
/// registers.
macro_rules! advance {
    ($caller:literal, $all:lifetime, $strand:ident, $at:ident) => {
        while $at.rank == $at.depth {
            finish::<$caller>($strand, $strand.text[$at.place], $at.depth, $at.follower);
            $at.place += 1;
            let Some(&marked) = $strand.text.get($at.place) else { break $all };
            $at.rank = 0;
            $at.depth = needed($strand.pass, marked);
            $at.follower = fresh();
        }
        step($strand.pass, $at.rank, &mut $at.follower);
        $at.rank += 1;
    };
}

/// Reads four strands, none of them empty, each independently, until one ends. What others have
/// left stays in them; a chain that was broken off is followed again from its beginning.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn four(strands: &mut [Strand<'_, '_>; 4]) {
    let [a, b, c, d] = strands;
    let (mut at_a, mut at_b, mut at_c, mut at_d) = (begin(a), begin(b), begin(c), begin(d));
    'all: loop {
        advance!(0, 'all, a, at_a);
        advance!(1, 'all, b, at_b);
        advance!(2, 'all, c, at_c);
        advance!(3, 'all, d, at_d);
    }
    for (strand, at) in strands.iter_mut().zip([at_a, at_b, at_c, at_d]) {
        strand.text = &strand.text[at.place..];
    }
}

/// Reads two strands side by side, as [`four`].
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn two(strands: &mut [Strand<'_, '_>; 2]) {
    let [a, b] = strands;
    let (mut at_a, mut at_b) = (begin(a), begin(b));
    'all: loop {
        advance!(4, 'all, a, at_a);
        advance!(5, 'all, b, at_b);
    }
    for (strand, at) in strands.iter_mut().zip([at_a, at_b]) {
        strand.text = &strand.text[at.place..];
    }
}

/// Before the first letter of a text, which has one.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn begin(strand: &Strand<'_, '_>) -> StrandPlace {
    StrandPlace { place: 0, rank: 0, depth: needed(strand.pass, strand.text[0]), follower: fresh() }
}

/// Reads one strand to its end.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn alone(strand: &mut Strand<'_, '_>) {
    for &marked in strand.text {
        let depth = needed(strand.pass, marked);
        let mut follower = fresh();
        for rank in 0..depth {
            step(strand.pass, rank, &mut follower);
        }
        finish::<6>(strand, marked, depth, follower);
    }
}

/// How many entries are needed before a letter.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn needed(pass: &Pass, marked: u8) -> usize {
    if marked & WANTED != 0 { pass.count() } else { pass.needed(marked) }
}

/// At the beginning of a chain.
#[inline]
#[target_feature(enable = "avx512f")]
fn fresh() -> Follower {
    let zero = _mm512_setzero_si512();
    Follower { options: zero, entries: zero }
}

/// Follows the chain by one entry.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn step(pass: &Pass, rank: usize, follower: &mut Follower) {
    let letter = usize::from(pass.order[rank % LETTERS]) % LETTERS;
    let one = _mm512_set1_epi16(1);
    let pick = _mm512_set1_epi32(PICK[letter] as i32);
    let own = _mm512_permutexvar_epi16(pick, follower.options);
    // The ones at the low end of a number are where it has a bit and the number after it has none.
    let value = _mm512_popcnt_epi16(_mm512_andnot_si512(_mm512_add_epi16(own, one), own));
    let option = _mm512_xor_si512(load(&pass.table[letter]), value);
    follower.options = _mm512_or_si512(follower.options, _mm512_sllv_epi16(one, option));
    // 0xf8: a or (b and c).
    follower.entries = _mm512_ternarylogic_epi64::<0xf8>(follower.entries, value, load(&LANE[letter]));
}

/// Whether a chain meets an option over 15 in a row of T: one that is followed has such a value at
/// an older letter that is followed too.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn lost(pass: &Pass, marked: u8) -> bool {
    let letter = usize::from(marked) % LETTERS;
    let followed = if marked & WANTED != 0 { pass.seen } else { pass.newer[letter] | pass.seen & 1 << letter };
    let columns = _mm512_set1_epi32(followed as i32);
    let met = |half: usize| {
        // SAFETY: a half of each array is 64 bytes long; no alignment is required.
        let (high, newer) = unsafe {
            (
                _mm512_loadu_si512(pass.high[16 * half..][..16].as_ptr().cast()),
                _mm512_loadu_si512(pass.newer[16 * half..][..16].as_ptr().cast()),
            )
        };
        let rows = (followed >> (16 * half)) as u16;
        _mm512_mask_test_epi32_mask(rows, _mm512_andnot_si512(newer, high), columns)
    };
    met(0) | met(1) != 0
}

/// Verifies the chain, writes its row and reads the letter. Each caller has a separate copy, which
/// is put in its place: a call would have all registers saved.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn finish<const CALLER: usize>(strand: &mut Strand<'_, '_>, marked: u8, depth: usize, follower: Follower) {
    let mut entries = follower.entries;
    let wide = _mm512_test_epi16_mask(entries, _mm512_set1_epi16(!15)) != 0;
    if wide || lost(strand.pass, marked) {
        entries = again(strand.pass, depth);
    }
    if marked & WANTED != 0 {
        let mut row = Row::default();
        let shown = _mm512_cvtepi16_epi8(_mm512_xor_si512(entries, load(&strand.pass.sums)));
        // SAFETY: a row is 32 bytes long and lies at a multiple of 32 bytes.
        unsafe { _mm256_store_si256(row.0.as_mut_ptr().cast(), shown) }
        strand.rows.push(row);
    }
    push(strand.pass, marked, entries);
}

/// The chain in full width.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,avx512f")]
fn again(pass: &Pass, depth: usize) -> __m512i {
    load(&avx2::chain(pass, depth))
}

/// `Pass::push` with vectors.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn push(pass: &mut Pass, marked: u8, entries: __m512i) {
    let letter = usize::from(marked) % LETTERS;
    let bit = 1u32 << letter;
    let newer = pass.newer[letter];
    let pick = _mm512_set1_epi16(letter as i16);
    // Zero if the letter is new: then it was not followed.
    let value = _mm512_permutexvar_epi16(pick, entries);
    let row = _mm512_xor_si512(load(&pass.table[letter]), value);
    let row = _mm512_mask_mov_epi16(row, newer, entries);
    pass.high[letter] = _mm512_test_epi16_mask(row, _mm512_set1_epi16(!15)) & !bit;
    store(&mut pass.table[letter], row);
    let sums = load(&pass.sums);
    store(&mut pass.sums, _mm512_xor_si512(sums, _mm512_and_si512(value, load(&LANE[letter]))));
    let spread = _mm512_set1_epi32(bit as i32);
    for half in pass.newer.chunks_exact_mut(16) {
        // SAFETY: a half is 64 bytes long; no alignment is required.
        unsafe {
            let old = _mm512_loadu_si512(half.as_ptr().cast());
            _mm512_storeu_si512(half.as_mut_ptr().cast(), _mm512_or_si512(old, spread));
        }
    }
    pass.newer[letter] = 0;
    rotate(&mut pass.order, marked % LETTERS as u8, newer.count_ones());
    pass.seen |= bit;
}

/// Puts a letter in front, in place of itself at `rank`.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
fn rotate(order: &mut [u8; LETTERS], letter: u8, rank: u32) {
    static BEFORE: Row = {
        let mut before = Row([0; LETTERS]);
        let mut place = 1;
        while place < LETTERS {
            before.0[place] = place as u8 - 1;
            place += 1;
        }
        before
    };
    // SAFETY: both arrays are 32 bytes long; no alignment is required.
    let (old, before) =
        unsafe { (_mm256_loadu_si256(order.as_ptr().cast()), _mm256_loadu_si256(BEFORE.0.as_ptr().cast())) };
    let moved = _mm256_mask_permutexvar_epi8(old, (u64::MAX >> (63 - rank)) as u32, before, old);
    let moved = _mm256_mask_set1_epi8(moved, 1, letter as i8);
    // SAFETY: as above.
    unsafe { _mm256_storeu_si256(order.as_mut_ptr().cast(), moved) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &Lanes) -> __m512i {
    // SAFETY: lanes are 64 bytes long and lie at a multiple of 64 bytes.
    unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(lanes: &mut Lanes, value: __m512i) {
    // SAFETY: as in `load`.
    unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), value) }
}
