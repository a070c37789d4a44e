//! The order in which a top-down search tries words: those first that leave few words.
//!
//! A position with few words is likely lost, and soon searched if it is not. The number of words
//! that a word excludes is not counted but estimated by weights: a letter weighs the uses of it by
//! words, divided by its copies; and the last copy of a letter weighs in addition half of the
//! number of words that have it. Compared with the order by length this saves a factor of ten in
//! positions and time on boards of 49 letters, and little on small ones.

use super::rack::CountPacking;

/// Returns these packed words, which are not empty, in the order in which a board with these counts
/// should try them. Longer words tend to come first. Ties are broken by the packed word, so the
/// order does not depend on that of `words`. Cost: two passes over the words, and a sort.
pub(super) fn ordered(counts: &[u32], frame: &CountPacking, words: &[u64]) -> Vec<u64> {
    let mut weights = vec![0.0; counts.len()];
    let mut last = vec![0.0; counts.len()];
    for &word in words {
        for (at, count) in frame.digits(word).enumerate() {
            weights[at] += f64::from(count);
            last[at] += if count > 0 { 0.5 } else { 0.0 };
        }
    }
    weights.iter_mut().zip(counts).for_each(|(weight, &count)| *weight /= f64::from(count.max(1)));
    let weight = |word: u64| -> f64 {
        let letters = frame.digits(word).zip(counts).zip(weights.iter().zip(&last));
        letters
            .map(|((used, &count), (weight, last))| f64::from(used) * weight + if used == count { *last } else { 0.0 })
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
        let frame = CountPacking::new(counts.iter().copied()).expect("three letters");
        let pack = |counts: [u32; 3]| frame.pack(counts.into_iter());
        // Uses per copy: 4/3, 3/2, 1; halves of the words with the letter: 3/2, 1, 1/2.
        let words = [[1, 0, 0], [1, 1, 0], [2, 0, 1], [0, 2, 0]].map(pack);
        let weights = [4.0 / 3.0, 4.0 / 3.0 + 3.0 / 2.0, 8.0 / 3.0 + 1.0 + 0.5, 3.0 + 1.0];
        let mut plain: Vec<(f64, u64)> = weights.into_iter().zip(words).collect();
        plain.sort_by(|a, b| b.0.total_cmp(&a.0));
        assert_eq!(ordered(&counts, &frame, &words), plain.into_iter().map(|(_, word)| word).collect::<Vec<_>>());
    }
}
