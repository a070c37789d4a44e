//! Values that were read from a checkpoint, of which a sample is compared with the plain meaning of
//! the game.
//!
//! A value is right if it is the mex of what the file holds for smaller heaps, so a sample finds a
//! forged file, or one of a faulty program, if many values are wrong or the sample contains all of
//! them; it may miss a single wrong value among many. The smallest heaps come first, then all
//! others in an order that begins at random.
//!
//! *Example.* A file with the values of a million heaps of Kayles: the heaps 0 to 15 are computed
//! again, then as many others as half a second allows; each is compared with the mex of what the
//! file holds for its options.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::HeapRules;
use grundy_solvers::support::clock::Instant;
use num_integer::gcd;

/// The sample takes about this long, if that much time is left.
pub(super) const LONGEST: Duration = Duration::from_millis(500);

/// The number of smallest heaps that are computed again, however many options they have.
const FIRST: usize = 16;

/// Why the value of a heap was not computed.
enum SampleEnd {
    Time,
    Wrong(String),
}

impl From<Fault> for SampleEnd {
    fn from(Fault(why): Fault) -> SampleEnd {
        SampleEnd::Wrong(why)
    }
}

/// Returns how many of the values were computed again in about this time.
///
/// # Errors
/// The value that is wrong, as a sentence.
pub(super) fn sample(rules: &HeapRules, values: &[u32], longest: Duration) -> Result<usize, String> {
    let began = Instant::now();
    let mut steps = 0u32;
    for (checked, heap) in order(values.len(), RandomState::new().hash_one(0)).enumerate() {
        // Rules that compute for long between two options may be slow from the first heap on.
        let mut poll = |worked: bool| {
            steps = steps.wrapping_add(1);
            let looks = worked || checked >= FIRST && steps.is_multiple_of(256);
            if looks && began.elapsed() >= longest { Err(SampleEnd::Time) } else { Ok(()) }
        };
        match poll(false).and_then(|()| value(rules, heap, values, &mut poll)) {
            Ok(mex) if mex.0 == u64::from(values[heap]) => {}
            Ok(mex) => {
                let claimed = values[heap];
                return Err(format!(
                    "it holds the value {claimed} for heap {heap}; the rules and its values of smaller heaps give {}",
                    mex.0
                ));
            }
            Err(SampleEnd::Wrong(why)) => return Err(why),
            Err(SampleEnd::Time) => return Ok(checked),
        }
    }
    Ok(values.len())
}

/// The mex of the values of the options.
///
/// # Errors
/// The end of the time, or what is wrong.
fn value(
    rules: &HeapRules,
    heap: usize,
    values: &[u32],
    poll: &mut impl FnMut(bool) -> Result<(), SampleEnd>,
) -> Result<Nimber, SampleEnd> {
    let known = |part: &u64| usize::try_from(*part).ok().and_then(|part| values.get(part));
    let mut seen = MexSet::new();
    rules.walk(&(heap as u64), |step| {
        let Some(parts) = step.option(|_| poll(true))? else { return Ok(()) };
        poll(false)?;
        let sum: Option<Nimber> = parts.iter().map(|part| known(part).map(|&value| Nimber(value.into()))).sum();
        seen.insert(sum.ok_or_else(|| SampleEnd::Wrong(format!("it does not hold the options of heap {heap}")))?);
        Ok::<(), SampleEnd>(())
    })?;
    Ok(seen.mex())
}

/// The first heaps in order, then each other one once, from a random one on in steps of about 0.618
/// of their number.
fn order(count: usize, random: u64) -> impl Iterator<Item = usize> {
    let first = FIRST.min(count);
    let others = (count - first) as u128;
    let start = u128::from(random) % others.max(1);
    let step = (others * 618 / 1000..).find(|&step| gcd(step, others) == 1).unwrap_or(1);
    let others = (0..others).map(move |at| first + ((start + at * step) % others) as usize);
    (0..first).chain(others)
}

#[cfg(test)]
mod tests {
    use grundy_games::Ruleset;

    use super::*;

    #[test]
    fn every_heap_comes_once() {
        for count in (0..200).chain([1000, 1064, 4096 + FIRST]) {
            for random in [0, 1, 77, u64::MAX] {
                let mut all: Vec<usize> = order(count, random).collect();
                all.sort_unstable();
                assert!(all.into_iter().eq(0..count), "{count}, {random}");
            }
        }
    }

    #[test]
    fn one_wrong_value_among_few_is_found() {
        let rules = grundy_games::game("take 1..3").unwrap();
        let Ruleset::Heap(heap) = &rules.ruleset else { panic!("a game of heaps") };
        let right: Vec<u32> = (0..200).map(|heap| heap % 4).collect();
        assert_eq!(sample(heap, &right, Duration::MAX), Ok(200));
        for wrong in 0..200 {
            let mut values = right.clone();
            values[wrong] += 1;
            assert!(sample(heap, &values, Duration::MAX).is_err(), "{wrong}");
        }
        assert_eq!(sample(heap, &[], Duration::MAX), Ok(0));
    }
}
