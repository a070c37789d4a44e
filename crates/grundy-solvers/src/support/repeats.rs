//! Candidates for a period: for each distance, the longest suffix of a sequence that repeats with
//! it.
//!
//! Method: the Z function of the reversed sequence, which gives all distances in linear time (D.
//! Gusfield, *Algorithms on strings, trees and sequences*, 1997, section 1.3). Four bytes per
//! value.

/// A distance at which the end of a sequence repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The first index from which the known sequence repeats.
    pub start: u64,
    /// The distance.
    pub period: u64,
    /// The growth of the values over that distance.
    pub saltus: u64,
}

/// Returns the least period that satisfies `proved`, and the period that occurs most often: over at
/// least half of the sequence, and at least three times. `proved` gets each distance in turn, and
/// may end the search with an error.
///
/// For a distance p, `equal[p]` is the length of the longest suffix that repeats with p: values
/// from `len - p - equal[p]` on equal those p later. `[left, right)` is the stretch, of the
/// reversed sequence, that is known to repeat its beginning and reaches furthest; inside it a
/// length is copied, so each value is compared at most twice. The saltus is always 0 here.
///
/// # Errors
/// That of `proved`.
pub fn repeats<T: PartialEq, E>(
    values: &[T],
    mut proved: impl FnMut(Repeat) -> Result<bool, E>,
) -> Result<(Option<Repeat>, Option<Repeat>), E> {
    let many = values.len();
    let back = |at: usize| &values[many - 1 - at];
    let mut equal = vec![0u32; many];
    let (mut left, mut right) = (0, 0);
    let mut likely: Option<Repeat> = None;
    for period in 1..many {
        let mut length = if period < right { (equal[period - left] as usize).min(right - period) } else { 0 };
        while period + length < many && back(length) == back(period + length) {
            length += 1;
        }
        if period + length > right {
            (left, right) = (period, period + length);
        }
        equal[period] = u32::try_from(length).unwrap_or(u32::MAX);
        let repeat = Repeat { start: (many - period - length) as u64, period: period as u64, saltus: 0 };
        if proved(repeat)? {
            return Ok((Some(repeat), Some(repeat)));
        }
        let times = |repeat: Repeat| (many as u64 - repeat.start) / repeat.period;
        let much = repeat.start <= many as u64 / 2;
        if much && times(repeat) >= 3 && likely.is_none_or(|best| times(repeat) > times(best)) {
            likely = Some(repeat);
        }
    }
    Ok((None, likely))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn every_repeat_agrees_with_the_definition() {
        for number in 0..3u32.pow(8) {
            let word: Vec<u32> = (0..8).map(|at| number / 3u32.pow(at) % 3).collect();
            let seen = std::cell::RefCell::new(Vec::new());
            let Ok(_) = repeats(&word, |repeat| {
                seen.borrow_mut().push(repeat);
                Ok::<_, Infallible>(false)
            });
            let start = |period: usize| (0..8 - period).rev().find(|&at| word[at] != word[at + period]);
            let plain = (1..8).map(|period| Repeat {
                start: start(period).map_or(0, |at| at as u64 + 1),
                period: period as u64,
                saltus: 0,
            });
            assert_eq!(*seen.borrow(), plain.collect::<Vec<_>>(), "{word:?}");
        }
    }
}
