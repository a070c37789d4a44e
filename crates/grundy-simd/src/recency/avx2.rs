//! With AVX2: 32 lanes of 32 bits in four registers, a bit for each option.
//!
//! The mex of one lane goes through memory, since no instruction selects a lane by a variable.

use std::arch::x86_64::*;

use super::{LETTERS, Lanes, Pass, Strand, WANTED};

/// Lanes of 32 bits, as they are spilled.
#[repr(C, align(32))]
struct Spilled([u32; LETTERS]);

/// Reads all strands to their ends, a letter of each in turn: what does not depend on each other
/// overlaps.
#[target_feature(enable = "avx2")]
pub fn read(strands: &mut [Strand<'_, '_>]) {
    let longest = strands.iter().map(|strand| strand.text.len()).max().unwrap_or(0);
    for place in 0..longest {
        for strand in strands.iter_mut() {
            if let Some(&marked) = strand.text.get(place) {
                step(strand, marked);
            }
        }
    }
}

/// Reads one letter.
#[target_feature(enable = "avx2")]
fn step(strand: &mut Strand<'_, '_>, marked: u8) {
    let Strand { pass, rows, .. } = strand;
    let wanted = marked & WANTED != 0;
    let depth = if wanted { pass.count() } else { pass.needed(marked) };
    let chain = chain(pass, depth);
    if wanted {
        rows.push(pass.shown(&chain));
    }
    pass.push(marked, &chain);
}

/// The first `depth` entries of the chain, each at its letter.
#[target_feature(enable = "avx2")]
pub fn chain(pass: &Pass, depth: usize) -> Lanes {
    let one = _mm256_set1_epi32(1);
    let mut chain = Lanes::default();
    let mut seen = [_mm256_setzero_si256(); 4];
    let mut spilled = Spilled([0; LETTERS]);
    for &letter in &pass.order[..depth] {
        let letter = usize::from(letter) % LETTERS;
        for (part, &seen) in spilled.0.chunks_exact_mut(8).zip(&seen) {
            // SAFETY: the part is 32 bytes long, and the first lies at a multiple of 32 bytes.
            unsafe { _mm256_store_si256(part.as_mut_ptr().cast(), seen) }
        }
        let value = spilled.0[letter].trailing_ones();
        chain.0[letter] = value as u16;
        let spread = _mm256_set1_epi32(value as i32);
        for (part, seen) in pass.table[letter].0.chunks_exact(8).zip(&mut seen) {
            // SAFETY: the part is 16 bytes long, and the first lies at a multiple of 16 bytes.
            let entries = unsafe { _mm_load_si128(part.as_ptr().cast()) };
            let options = _mm256_xor_si256(_mm256_cvtepu16_epi32(entries), spread);
            *seen = _mm256_or_si256(*seen, _mm256_sllv_epi32(one, options));
        }
    }
    chain
}
