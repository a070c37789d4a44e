//! Random draws that are the same on every machine: a seed selects the same tests in the page,
//! whose addresses have 32 bits, as in the program.

use fastrand::Rng;

/// A number below this one, which is not 0.
pub(crate) fn below(random_numbers: &mut Rng, count: usize) -> usize {
    random_numbers.u64(0..count as u64) as usize
}

/// Puts letters in a random order.
pub(crate) fn shuffle(random_numbers: &mut Rng, letters: &mut [char]) {
    for at in 1..letters.len() {
        letters.swap(at, below(random_numbers, at + 1));
    }
}
