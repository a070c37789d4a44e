//! Heaps at equal distances in the table, and their values.

use super::{seen::SeenValues, values::SmallValue};

/// Heaps at equal distances in the table, one for each lane.
#[derive(Clone, Copy, Default)]
pub(super) struct LaneRun {
    /// The least and the greatest index.
    pub(super) low: usize,
    pub(super) high: usize,
    /// What each lane adds to the index.
    pub(super) step: i64,
}

impl LaneRun {
    /// The distance of two heaps; 1 if they are all the same one.
    pub(super) fn apart(self) -> usize {
        (self.step.unsigned_abs() as usize).max(1)
    }

    /// The index in a lane of so many.
    fn at(self, lane: usize, count: usize) -> usize {
        let lane = if self.step < 0 { count - 1 - lane } else { lane };
        self.low + self.step.unsigned_abs() as usize * lane
    }
}

/// Adds the values of so many options to a set; each option has a heap of each run.
#[inline]
pub(super) fn insert<T: SmallValue>(all: &[T], runs: &[LaneRun], count: usize, seen: &mut SeenValues) {
    match *runs {
        [run] => {
            let own = &all[run.low..=run.high];
            match run.apart() {
                1 => own.iter().for_each(|value| seen.insert(value.wide())),
                apart => {
                    let mut index = 0;
                    while let Some(value) = own.get(index) {
                        seen.insert(value.wide());
                        index += apart;
                    }
                }
            }
        }
        // Both in one direction, one of them twice as far apart, or as far.
        [wide, narrow] | [narrow, wide] if narrow.step.abs() == 1 && wide.step == 2 * narrow.step => {
            let (pairs, last) = all[wide.low..=wide.high].as_chunks::<2>();
            let narrow = &all[narrow.low..=narrow.high];
            pairs.iter().zip(narrow).for_each(|(x, y)| seen.insert(x[0].wide() ^ y.wide()));
            last.iter().zip(narrow.last()).for_each(|(x, y)| seen.insert(x.wide() ^ y.wide()));
        }
        [one, other] if one.step.abs() == 1 && one.step == other.step => {
            let pairs = all[one.low..=one.high].iter().zip(&all[other.low..=other.high]);
            pairs.for_each(|(x, y)| seen.insert(x.wide() ^ y.wide()));
        }
        _ => (0..count).for_each(|lane| {
            seen.insert(runs.iter().fold(0, |sum, run| sum ^ all[run.at(lane, count)].wide()));
        }),
    }
}
