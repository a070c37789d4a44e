//! Whether a claimed period and preperiod are the least ones. Linear time: the prefix function of Knuth, Morris and
//! Pratt on the differences between neighbours, which repeat exactly where the values repeat up to the saltus.

use super::Period;

/// Whether no smaller preperiod and no smaller period would do for the same values.
pub(super) fn least(claim: &Period) -> bool {
    let (Ok(start), Ok(period)) = (usize::try_from(claim.preperiod), usize::try_from(claim.period)) else {
        return false;
    };
    let values = &claim.values;
    let shifted = |value: u64| value.checked_add(claim.saltus);
    if start > 0 && shifted(values[start - 1].0) == Some(values[start + period - 1].0) {
        return false;
    }
    let Some(after) = shifted(values[start].0) else { return false };
    let next = |at: usize| if at + 1 < period { values[start + at + 1].0 } else { after };
    let steps: Vec<i128> = (0..period).map(|at| i128::from(next(at)) - i128::from(values[start + at].0)).collect();
    let root = period - border(&steps);
    root == period || !period.is_multiple_of(root)
}

/// The length of the longest proper prefix that is a suffix too.
fn border(word: &[i128]) -> usize {
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
        let plain = |word: &[i128]| (0..word.len()).rev().find(|&length| word.ends_with(&word[..length])).unwrap_or(0);
        for number in 0..3u32.pow(7) {
            let word: Vec<i128> = (0..7).map(|at| i128::from(number / 3u32.pow(at) % 3)).collect();
            for end in 0..=7 {
                assert_eq!(border(&word[..end]), plain(&word[..end]), "{word:?} to {end}");
            }
        }
    }
}
