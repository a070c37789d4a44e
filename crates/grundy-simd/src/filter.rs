//! A Bloom filter before a table of keys: each entered key sets two bits of one word (B. Bloom,
//! 1970; in one word: F. Putze, P. Sanders and J. Singler, 2007).
//!
//! A key whose bits are not both set was not entered. AVX-512 looks up eight keys at a time: it
//! gathers their words, makes their bits by shifts, and packs the indices of the likely keys. The
//! scalar code takes 1.8 times as long.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::level::{InstructionSet, Level};

/// The filter. It requires mixed keys: their bits 12 and above and their upper half choose the
/// word.
pub struct Filter {
    /// Their number is a power of two.
    words: Vec<u64>,
}

impl Filter {
    /// An empty filter of at least that many words.
    ///
    /// # Panics
    /// If they take more bytes than there can be.
    pub fn new(words: usize) -> Filter {
        let words = words.checked_next_power_of_two().expect("a filter of that many words fits no memory");
        Filter { words: vec![0; words] }
    }

    /// Returns the word of a key and its bits there.
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = key ^ key >> 32;
        ((mixed >> 12) as usize & (self.words.len() - 1), 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
    }

    /// Enters a key.
    pub fn enter(&mut self, key: u64) {
        let (at, bits) = self.place(key);
        self.words[at] |= bits;
    }

    /// Writes the indices of the keys that may have been entered to the front of `room`, ascending,
    /// and returns their number: all entered keys are among them, and few others. The rest of
    /// `room` is unspecified.
    ///
    /// # Panics
    /// If `room` is not longer than the keys by [`Filter::SPARE`].
    pub fn likely(&self, level: Level, keys: &[u64], room: &mut [u32]) -> usize {
        assert!(room.len() >= keys.len() + Filter::SPARE, "room for {} of {} keys", room.len(), keys.len());
        match level.kind() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Level` of this kind exists only where the machine has these instructions.
            InstructionSet::Avx512 => unsafe { self.likely_avx512(keys, room) },
            _ => self.plain_likely(keys, room),
        }
    }

    /// The least difference of the lengths of `room` and the keys.
    pub const SPARE: usize = 8;

    fn plain_likely(&self, keys: &[u64], room: &mut [u32]) -> usize {
        let mut many = 0;
        for (at, &key) in keys.iter().enumerate() {
            // Always written: a branch that cannot be predicted costs more.
            room[many] = at as u32;
            let (place, bits) = self.place(key);
            many += usize::from(self.words[place] & bits == bits);
        }
        many
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512bw,popcnt")]
    fn likely_avx512(&self, keys: &[u64], room: &mut [u32]) -> usize {
        const LANES: usize = Filter::SPARE;
        let one = _mm512_set1_epi64(1);
        let low = _mm512_set1_epi64(63);
        let mask = _mm512_set1_epi64((self.words.len() - 1) as i64);
        let mut places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        let mut many = 0;
        for lanes in keys.chunks(LANES) {
            let some = ((1u16 << lanes.len()) - 1) as __mmask8;
            // SAFETY: only as many lanes are read as the chunk has keys; no alignment is required.
            let key = unsafe { _mm512_maskz_loadu_epi64(some, lanes.as_ptr().cast()) };
            let mixed = _mm512_xor_si512(key, _mm512_srli_epi64::<32>(key));
            let at = _mm512_and_si512(_mm512_srli_epi64::<12>(mixed), mask);
            let first = _mm512_sllv_epi64(one, _mm512_and_si512(mixed, low));
            let second = _mm512_sllv_epi64(one, _mm512_and_si512(_mm512_srli_epi64::<6>(mixed), low));
            let bits = _mm512_or_si512(first, second);
            // SAFETY: each place is below the number of words, which is a power of two and no more
            // than `isize` holds.
            let words = unsafe { _mm512_i64gather_epi64::<8>(at, self.words.as_ptr().cast()) };
            let past = _mm512_mask_cmpeq_epi64_mask(some, _mm512_and_si512(words, bits), bits);
            let room = &mut room[many..many + LANES];
            // SAFETY: the slice has the eight places that are written; no alignment is required.
            unsafe { _mm256_storeu_si256(room.as_mut_ptr().cast(), _mm256_maskz_compress_epi32(past, places)) };
            many += past.count_ones() as usize;
            places = _mm256_add_epi32(places, _mm256_set1_epi32(LANES as i32));
        }
        many
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn every_level_finds_what_was_entered() {
        let mut random = Rng::with_seed(7);
        for (words, entered, asked) in [(1, 3, 20), (64, 40, 0), (64, 200, 999), (5000, 3000, 4001)] {
            let mut key = || (random.usize(..1 << 30) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut filter = Filter::new(words);
            let mut keys: Vec<u64> = (0..entered).map(|_| key()).collect();
            keys.iter().for_each(|&key| filter.enter(key));
            keys.extend((0..asked).map(|_| key()));
            let likely = |level: Level| {
                let mut room = vec![9; keys.len() + Filter::SPARE];
                let many = filter.likely(level, &keys, &mut room);
                room.truncate(many);
                room
            };
            let plain = likely(Level::SCALAR);
            let own: Vec<u32> = (0..entered as u32).collect();
            assert_eq!(plain[..entered], own, "all that were entered");
            assert!(words < 64 || asked == 0 || plain.len() < keys.len(), "too many others pass");
            for level in Level::all() {
                assert_eq!(likely(level), plain, "{level:?}");
            }
        }
    }
}
