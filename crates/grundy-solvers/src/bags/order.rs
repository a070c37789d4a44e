//! The order in which a search from the top tries words: first those that leave few words behind.
//!
//! A position with few words is likely lost, and soon searched if it is not. How many words a word takes away is not
//! counted but weighed: a letter weighs what words need of it for each copy there is, and the last copy of a letter
//! weighs half of the words that have it besides. Beside longer words first this is worth a factor of ten on boards of
//! 49 letters, in positions and in time, and little on small ones.

use super::rack::Frame;

/// These packed words, which are not empty, in the order in which they are best tried on a board with these counts.
pub(super) fn ordered(counts: &[u32], frame: &Frame, words: &[u64]) -> Vec<u64> {
    let mut weights = vec![0.0; counts.len()];
    let mut last = vec![0.0; counts.len()];
    for &word in words {
        for (at, own) in frame.digits(word).enumerate() {
            weights[at] += f64::from(own);
            last[at] += if own > 0 { 0.5 } else { 0.0 };
        }
    }
    weights.iter_mut().zip(counts).for_each(|(weight, &count)| *weight /= f64::from(count.max(1)));
    let weight = |word: u64| -> f64 {
        let letters = frame.digits(word).zip(counts).zip(weights.iter().zip(&last));
        letters
            .map(|((own, &count), (weight, last))| f64::from(own) * weight + if own == count { *last } else { 0.0 })
            .sum()
    };
    let mut all: Vec<(f64, u64)> = words.iter().map(|&word| (weight(word), word)).collect();
    all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    all.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_takes_more_comes_first() {
        let counts = [3, 2, 1];
        let frame = Frame::new(counts.iter().copied()).expect("three letters");
        let pack = |counts: [u32; 3]| frame.pack(counts.into_iter());
        // Uses for each copy: 4/3, 3/2, 1; halves of the words with the letter: 3/2, 1, 1/2.
        let words = [[1, 0, 0], [1, 1, 0], [2, 0, 1], [0, 2, 0]].map(pack);
        let weights = [4.0 / 3.0, 4.0 / 3.0 + 3.0 / 2.0, 8.0 / 3.0 + 1.0 + 0.5, 3.0 + 1.0];
        let mut plain: Vec<(f64, u64)> = weights.into_iter().zip(words).collect();
        plain.sort_by(|a, b| b.0.total_cmp(&a.0));
        assert_eq!(ordered(&counts, &frame, &words), plain.into_iter().map(|(_, word)| word).collect::<Vec<_>>());
    }
}
