//! Whether a claimed period is the least one.
//!
//! A shorter period of the claimed one must divide it, and shows in the rows of one period. The
//! prefix function of Knuth, Morris and Pratt finds it in linear time; it runs on the differences
//! between neighbours, which repeat if and only if the values repeat up to the saltus.

use super::Period;

/// Whether no smaller period holds for the same values. Assumes that the number of values is right.
/// Rows of several kinds are compared as wholes.
pub(super) fn least(claim: &Period) -> bool {
    let Ok(period) = usize::try_from(claim.period) else { return false };
    let rows = &claim.values[claim.values.len() - period * claim.kinds..];
    let root = if claim.kinds == 1 {
        let Some(after) = rows[0].0.checked_add(claim.saltus) else { return false };
        let next = |at: usize| rows.get(at + 1).map_or(after, |value| value.0);
        let steps: Vec<i128> = (0..period).map(|at| i128::from(next(at)) - i128::from(rows[at].0)).collect();
        period - border(&steps)
    } else {
        period - border(&rows.chunks(claim.kinds).collect::<Vec<_>>())
    };
    root == period || !period.is_multiple_of(root)
}

/// The length of the longest proper prefix that is a suffix too. Cost: linear, since each step back
/// undoes a step forward.
fn border<T: PartialEq>(word: &[T]) -> usize {
    let mut borders = vec![0usize; word.len()];
    for at in 1..word.len() {
        let mut length = borders[at - 1];
        while length > 0 && word[length] != word[at] {
            length = borders[length - 1];
        }
        borders[at] = length + usize::from(word[length] == word[at]);
    }
    borders.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_agree_with_the_definition() {
        let plain = |word: &[u32]| (0..word.len()).rev().find(|&length| word.ends_with(&word[..length])).unwrap_or(0);
        for number in 0..3u32.pow(7) {
            let word: Vec<u32> = (0..7).map(|at| number / 3u32.pow(at) % 3).collect();
            for end in 0..=7 {
                assert_eq!(border(&word[..end]), plain(&word[..end]), "{word:?} to {end}");
            }
        }
    }
}
