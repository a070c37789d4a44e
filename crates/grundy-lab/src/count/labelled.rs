//! What the counts of words and of rings share: numbers by labels, and their bytes.

use grundy::{Convention, cert::Machine};
use num_bigint::BigUint;

use super::Tally;

/// The numbers of words with each of these labels.
pub(super) fn tally(convention: Convention, labels: &[u32], counts: &[BigUint]) -> Tally {
    let mut tally = Tally::default();
    for (label, count) in labels.iter().zip(counts) {
        match convention {
            Convention::Normal => tally.add(u64::from(*label), count),
            Convention::Misere => tally.add_outcome(*label == 0, count),
        }
    }
    tally
}

/// The bytes of a number of words of this length.
pub(super) fn bytes(machine: &Machine, length: u64) -> u64 {
    // A count has at most as many bits as letters, times those of the number of letters; there is
    // one word of a length over one letter.
    let bits = if machine.letters < 2 { 0 } else { u64::from(machine.letters.ilog2()) + 1 };
    length.saturating_mul(bits) / 8 + 8
}
