//! Words in a text: where they end, and which of them consist of certain letters.
//!
//! 64 bytes give two words of bits: the white bytes and those of the wanted letters. The sum of the
//! first bits of the words and the wanted bits carries through each word that has no other letters,
//! and sets the bit of the white byte after it. No word is read by itself (Cameron, parallel bit
//! streams). AVX-512 would save 20 to 50 microseconds of the millisecond that [`words_of`] takes
//! for a list of 4 MB.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// ASCII white space, a bit for each byte: tab, line feed, form feed, carriage return, space.
const WHITE: u128 = 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13 | 1 << 32;

/// Bytes in a chunk.
#[cfg(target_arch = "x86_64")]
const CHUNK: usize = 64;

/// Returns the index after word number `count` (from 1) of a text; ASCII white space separates
/// words. `None` if there are fewer words, or `count` is 0.
pub fn end_of_word(level: Level, text: &[u8], count: usize) -> Option<usize> {
    match level.kind() {
        InstructionSet::Scalar => plain_end_of_word(text, count),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of these kinds exists only where the machine has these instructions.
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe { end_avx2(text, count) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => plain_end_of_word(text, count),
    }
}

/// Appends to `ends` the index after each word whose bytes are all among `letters`, a bit for each
/// byte below 128.
pub fn words_of(level: Level, text: &[u8], letters: u128, ends: &mut Vec<usize>) {
    let letters = letters & !WHITE;
    match level.kind() {
        InstructionSet::Scalar => plain_words_of(text, letters, ends),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` of these kinds exists only where the machine has these instructions.
        InstructionSet::Avx2 | InstructionSet::Avx512 => unsafe { words_avx2(text, letters, ends) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => plain_words_of(text, letters, ends),
    }
}

/// Returns the words of a text with the index after each.
fn plain_words(text: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut start = 0;
    let pieces = text.split(u8::is_ascii_whitespace).map(move |word| {
        let end = start + word.len();
        start = end + 1;
        (word, end)
    });
    pieces.filter(|(word, _)| !word.is_empty())
}

fn plain_end_of_word(text: &[u8], count: usize) -> Option<usize> {
    plain_words(text).nth(count.checked_sub(1)?).map(|(_, end)| end)
}

fn plain_words_of(text: &[u8], letters: u128, ends: &mut Vec<usize>) {
    let wanted = |byte: &u8| byte.is_ascii() && letters >> byte & 1 == 1;
    ends.extend(plain_words(text).filter(|(word, _)| word.iter().all(wanted)).map(|(_, end)| end));
}

/// Returns the chunks of a text with their indices, padded with at least one space.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn chunks<'a>(text: &'a [u8], last: &'a mut [u8; CHUNK]) -> impl Iterator<Item = (usize, &'a [u8; CHUNK])> {
    let (whole, rest) = text.as_chunks::<CHUNK>();
    *last = [b' '; CHUNK];
    last[..rest.len()].copy_from_slice(rest);
    whole.iter().chain([&*last]).enumerate().map(|(at, chunk)| (at * CHUNK, chunk))
}

/// Finds the end of a word by its number.
#[cfg(target_arch = "x86_64")]
struct WordCount {
    left: usize,
    inside: u64,
}

#[cfg(target_arch = "x86_64")]
impl WordCount {
    fn new(count: usize) -> Option<WordCount> {
        Some(WordCount { left: count.checked_sub(1)?, inside: 0 })
    }

    /// Reads the white bytes of the next chunk. Returns the index after the word if it ends there.
    #[inline(always)]
    fn step(&mut self, white: u64) -> Option<usize> {
        let mut ends = white & (!white << 1 | self.inside);
        self.inside = !white >> 63;
        let here = ends.count_ones() as usize;
        if here <= self.left {
            self.left -= here;
            return None;
        }
        (0..self.left).for_each(|_| ends &= ends - 1);
        Some(ends.trailing_zeros() as usize)
    }
}

/// Finds the words that consist of the wanted bytes.
#[cfg(target_arch = "x86_64")]
struct Carry {
    outside: u64,
    carry: bool,
}

#[cfg(target_arch = "x86_64")]
impl Carry {
    fn new() -> Carry {
        Carry { outside: 1, carry: false }
    }

    /// Reads the white and the wanted bytes of the next chunk. Returns a bit after each such word.
    #[inline(always)]
    fn step(&mut self, white: u64, wanted: u64) -> u64 {
        let starts = !white & (white << 1 | self.outside);
        self.outside = white >> 63;
        let (sum, first) = starts.overflowing_add(wanted);
        let (sum, second) = sum.overflowing_add(u64::from(self.carry));
        self.carry = first | second;
        sum & white
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn push(ends: &mut Vec<usize>, at: usize, mut found: u64) {
    while found != 0 {
        ends.push(at + found.trailing_zeros() as usize);
        found &= found - 1;
    }
}

/// Returns a table of a set of bytes below 128: entry i has bit j if the byte 16 j + i is in the
/// set.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn halves(set: u128) -> __m256i {
    let mut rows = [0u8; 32];
    for byte in (0..128usize).filter(|byte| set >> byte & 1 == 1) {
        rows[byte & 15] |= 1 << (byte >> 4);
        rows[16 + (byte & 15)] |= 1 << (byte >> 4);
    }
    // SAFETY: the table has the 32 bytes that are read, and no alignment is required.
    unsafe { _mm256_loadu_si256(rows.as_ptr().cast()) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn among_avx2(chunk: &[u8; CHUNK], set: __m256i) -> u64 {
    let selects = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    let nibble = _mm256_set1_epi8(15);
    let half = |at: usize| {
        // SAFETY: the chunk has 64 bytes, and 32 are read from its start or from its middle.
        let bytes = unsafe { _mm256_loadu_si256(chunk[at..at + 32].as_ptr().cast()) };
        let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), nibble);
        let row = _mm256_shuffle_epi8(set, _mm256_and_si256(bytes, nibble));
        let absent =
            _mm256_cmpeq_epi8(_mm256_and_si256(row, _mm256_shuffle_epi8(selects, upper)), _mm256_setzero_si256());
        u64::from(!_mm256_movemask_epi8(absent) as u32)
    };
    half(0) | half(32) << 32
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn end_avx2(text: &[u8], count: usize) -> Option<usize> {
    let white = halves(WHITE);
    let (mut count, mut last) = (WordCount::new(count)?, [0; CHUNK]);
    for (at, chunk) in chunks(text, &mut last) {
        if let Some(end) = count.step(among_avx2(chunk, white)) {
            return Some(at + end);
        }
    }
    None
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn words_avx2(text: &[u8], letters: u128, ends: &mut Vec<usize>) {
    let (white, wanted) = (halves(WHITE), halves(letters));
    let (mut carry, mut last) = (Carry::new(), [0; CHUNK]);
    for (at, chunk) in chunks(text, &mut last) {
        push(ends, at, carry.step(among_avx2(chunk, white), among_avx2(chunk, wanted)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const BYTES: &[u8] = b"aaaabbcZ\x0b\x80\xe9 \n\t\r\x0c  ";

    #[test]
    fn every_level_finds_the_same_words() {
        let mut random = Rng::with_seed(1);
        for round in 0..4000 {
            let kinds = 1 + random.usize(..BYTES.len());
            let length = random.usize(..if round % 2 == 0 { 20 } else { 300 });
            let text: Vec<u8> =
                (0..length).map(|_| BYTES[if random.usize(..9) > 0 { random.usize(..kinds) } else { 11 }]).collect();
            let letters = [1u128 << b'a', 1 << b'a' | 1 << b'b', u128::MAX, 0, 1 << 11 | 1 << b'c'][random.usize(..5)];
            let mut plain = Vec::new();
            words_of(Level::SCALAR, &text, letters, &mut plain);
            let count = random.usize(..length + 2);
            for level in Level::all() {
                let mut own = Vec::new();
                words_of(level, &text, letters, &mut own);
                assert_eq!(own, plain, "{level:?} {text:?} {letters:x}");
                assert_eq!(end_of_word(level, &text, count), plain_end_of_word(&text, count), "{level:?} {text:?}");
            }
        }
    }

    #[test]
    fn words_are_what_they_seem() {
        let mut ends = Vec::new();
        words_of(Level::SCALAR, b" ab  ba\nabc b", 1 << b'a' | 1 << b'b', &mut ends);
        assert_eq!(ends, [3, 7, 13]);
        assert_eq!(end_of_word(Level::SCALAR, b" ab  ba\nabc b", 4), Some(13));
        assert_eq!(end_of_word(Level::SCALAR, b" ab  ba\nabc b", 5), None);
        assert_eq!(end_of_word(Level::SCALAR, b"ab", 0), None);
    }
}
