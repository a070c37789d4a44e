//! Many studies on several threads: each subject has its turn once, and what a study finds is kept
//! as it comes, so that a survey that is interrupted loses no more than what was under way.
//!
//! *Example.* 64 games on two threads: each takes the next game when it is done with one; a report
//! comes for each, in the order of the games if [`in_order`] passes it on.

use std::{
    collections::BTreeMap,
    fmt,
    str::FromStr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use grundy::{Budget, Event, Run, solvers::Progress};

/// Why a survey ended before its end.
///
/// What was kept before it stays.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure<E> {
    /// The subject at this index cannot be studied, and why.
    Study(usize, String),
    /// What was found cannot be kept.
    Keep(E),
}

/// One of several parts of a survey, so that several machines, or the tasks of an array of jobs,
/// take a part each.
///
/// ```
/// use grundy_lab::survey::Shard;
///
/// let second: Shard = "2/3".parse().unwrap();
/// assert_eq!(second.of(vec!['a', 'b', 'c', 'd', 'e']), ['b', 'e']);
/// assert!("4/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    number: usize,
    /// How many parts there are.
    count: usize,
}

impl Shard {
    /// Which part, from 1.
    ///
    /// At most [`Shard::count`].
    pub fn number(self) -> usize {
        self.number
    }

    /// How many parts there are.
    ///
    /// At least 1.
    pub fn count(self) -> usize {
        self.count
    }

    /// Returns every `count`-th subject. Neighbours take a similar time, so the parts do too.
    pub fn of<T>(self, subjects: Vec<T>) -> Vec<T> {
        subjects.into_iter().skip(self.number - 1).step_by(self.count).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let (number, count) = text.split_once('/').unzip();
        match (number.map(str::parse), count.map(str::parse)) {
            (Some(Ok(number)), Some(Ok(count))) if (1..=count).contains(&number) => Ok(Shard { number, count }),
            (Some(Ok(0)), _) => Err("the parts are numbered from 1: write 1/8 for the first of 8".to_owned()),
            _ => Err("write which part of how many, such as 1/8 for the first of 8".to_owned()),
        }
    }
}

/// Studies every subject on the threads of the run, each for at most `time`, and passes what is
/// found to `keep`, one at a time, with the index of the subject, in the order in which the studies
/// end. `what` names the subjects in reports of progress, such as `games`.
///
/// Nobody begins another study once the run is cancelled or its time is up, and a study that ends
/// after that is not kept, since it may have been cut short.
///
/// # Errors
/// The first study that failed, or the first error of `keep`.
///
/// The subjects are taken in order, one at a time, so a long study does not hold others up. `keep`
/// is called under a lock, never by two threads at once.
pub fn each<T: Sync, R, E: Send>(
    run: &Run,
    time: Option<Duration>,
    what: &str,
    subjects: &[T],
    study: impl Fn(&T, &mut Budget) -> Result<R, String> + Sync,
    keep: impl FnMut(usize, R) -> Result<(), E> + Send,
) -> Result<(), Failure<E>> {
    let turn = AtomicUsize::new(0);
    let kept = Mutex::new((keep, 0_usize, None));
    let shown = run.begin(None);
    let is_over = || run.is_cancelled() || run.left() == Some(Duration::ZERO);
    let work = || {
        while !is_over() {
            let at = turn.fetch_add(1, Ordering::Relaxed);
            let Some(subject) = subjects.get(at) else { return };
            let own = run.within(run.left().into_iter().chain(time).min());
            let found = study(subject, &mut own.budget());
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let (keep, done, failure) = &mut *kept;
            if is_over() || failure.is_some() {
                return;
            }
            *failure = match found {
                Ok(found) => keep(at, found).err().map(Failure::Keep),
                Err(why) => Some(Failure::Study(at, why)),
            };
            if failure.is_some() {
                return;
            }
            *done += 1;
            let doing = format!("{done} of {} {what}", subjects.len());
            let share = Some((*done as u64, subjects.len() as u64));
            run.event(Event::Progress { doing: &doing, progress: Progress { share, ..Progress::default() } });
        }
    };
    thread::scope(|scope| {
        (1..run.threads().min(subjects.len())).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    drop(shown);
    let (_, _, failure) = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

/// Returns `keep` for [`each`] that passes on what is found in the order of the subjects: what
/// comes early waits for those before it.
pub fn in_order<R, E>(mut keep: impl FnMut(usize, R) -> Result<(), E>) -> impl FnMut(usize, R) -> Result<(), E> {
    let (mut next, mut waiting) = (0, BTreeMap::new());
    move |at, found| {
        waiting.insert(at, found);
        while let Some(found) = waiting.remove(&next) {
            keep(next, found)?;
            next += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use grundy::Limits;

    use super::*;

    const NUMBERS: [u64; 40] = {
        let mut numbers = [0; 40];
        let mut at = 0;
        while at < 40 {
            numbers[at] = at as u64;
            at += 1;
        }
        numbers
    };

    #[test]
    fn every_subject_is_studied_once() {
        for threads in [1, 3, 64] {
            let mut found = Vec::new();
            let keep = in_order(|at, square| {
                assert_eq!(at, found.len());
                found.push(square);
                Ok::<_, ()>(())
            });
            let run = Run::new(Limits { threads: NonZero::new(threads), ..Limits::default() });
            assert_eq!(each(&run, None, "numbers", &NUMBERS, |&n, _| Ok(n * n), keep), Ok(()));
            assert_eq!(found, NUMBERS.map(|n| n * n));
        }
    }

    #[test]
    fn the_parts_are_the_whole() {
        for count in [1, 2, 7, 40, 41, 1000] {
            let mut all: Vec<u64> = (1..=count)
                .flat_map(|number| {
                    let shard: Shard = format!("{number}/{count}").parse().expect("a part");
                    assert_eq!(shard.to_string(), format!("{number}/{count}"));
                    shard.of(NUMBERS.to_vec())
                })
                .collect();
            all.sort_unstable();
            assert_eq!(all, NUMBERS, "{count}");
        }
        for text in ["", "1", "0/3", "4/3", "-1/3", "1/", "/3", "1/2/3", "1/0", "0/0", "1 / 2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_failure_ends_the_survey() {
        let run = Run::new(Limits::default());
        let study = |&n: &u64, _: &mut Budget| if n == 7 { Err("seven".to_owned()) } else { Ok(n) };
        let end = each(&run, None, "numbers", &NUMBERS, study, |_, _| Ok::<_, ()>(()));
        assert_eq!(end, Err(Failure::Study(7, "seven".into())));
        let keep = |_, n| if n == 5 { Err("full") } else { Ok(()) };
        let end = each(&run, None, "numbers", &NUMBERS, |&n, _| Ok(n), keep);
        assert_eq!(end, Err(Failure::Keep("full")));
    }

    #[test]
    fn limits_and_an_interrupt_end_it_without_a_loss() {
        // One thread, which cancels the run in its tenth study: that one is not kept.
        let run = Run::new(Limits { threads: NonZero::new(1), ..Limits::default() });
        let mut found = Vec::new();
        let study = |&n: &u64, _: &mut Budget| {
            run.cancel_flag().store(n == 9, Ordering::Relaxed);
            Ok(n)
        };
        let end = each(&run, None, "numbers", &NUMBERS, study, |_, n| {
            found.push(n);
            Ok::<_, ()>(())
        });
        assert_eq!((end, found), (Ok(()), (0..9).collect()));
        // The time of the run is up before the first study ends, and that of a study is within it.
        let run = Run::new(Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
        let study = |&n: &u64, budget: &mut Budget| {
            while budget.poll().is_ok() {}
            Ok(n)
        };
        let end = each(&run, Some(Duration::from_secs(100)), "numbers", &NUMBERS, study, |_, _| Err("kept"));
        assert_eq!(end, Ok(()));
    }
}
