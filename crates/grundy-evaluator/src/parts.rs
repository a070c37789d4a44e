//! Facts that are confirmed in parts, by the threads that the poll allows.
//!
//! What is confirmed does not depend on the threads: the parts are the same for every number of
//! them, and the caller gets what comes of them in their order.
//!
//! *Example.* 10,000 facts in parts of 4096 are three parts. With two threads, the caller gets what
//! came of the first part, then of the second and of the third, whichever is done first.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use crate::{
    poll::{Enough, Poll},
    sample::Sample,
};

/// The time between two polls of the caller while threads work.
const PAUSE: Duration = Duration::from_millis(20);

/// What came of a part.
pub(crate) struct PartEnd {
    /// The hash of its facts.
    pub(crate) sample: Sample,
    /// The number of options that were tried.
    pub(crate) tried: u64,
    /// The places of facts that are left to the plain meaning, ascending.
    pub(crate) left: Vec<usize>,
}

impl PartEnd {
    /// No facts yet.
    pub(crate) fn new() -> PartEnd {
        PartEnd { sample: Sample::new(), tried: 0, left: Vec::new() }
    }
}

/// Cuts a range into parts of this length, has each of them done by a worker, and calls `plain`
/// with the places that are left to the plain meaning, in the order of the parts. Returns the hash
/// of all facts, and the number of options that were tried.
///
/// A thread has one worker. The parts of a worker ascend.
pub(crate) fn in_parts<E, W>(
    range: Range<usize>,
    length: usize,
    worker: impl Fn() -> W + Sync,
    plain: &mut dyn FnMut(usize, &mut Poll<'_>) -> Result<(), E>,
    poll: &mut Poll<'_>,
) -> Result<(Sample, u64), E>
where
    E: From<Enough>,
    W: FnMut(Range<usize>, &mut Poll<'_>) -> Result<PartEnd, Enough>,
{
    let parts = range.len().div_ceil(length);
    let part = |at: usize| {
        let from = range.start + at * length;
        from..range.end.min(from.saturating_add(length))
    };
    let (mut sample, mut tried) = (Sample::new(), 0u64);
    let mut end = |part: PartEnd, poll: &mut Poll<'_>| {
        sample.mix([part.sample.hash()]);
        tried = tried.saturating_add(part.tried);
        part.left.into_iter().try_for_each(|at| plain(at, poll))
    };
    let threads = poll.threads().min(parts);
    if threads <= 1 {
        let mut work = worker();
        for at in 0..parts {
            let found = work(part(at), poll)?;
            end(found, poll)?;
        }
    } else {
        in_threads(threads, parts, |at, work: &mut W, poll| work(part(at), poll), &worker, &mut end, poll)?;
    }
    Ok((sample, tried))
}

/// Does so many parts in so many threads; this one waits for them, and ends each in its order.
fn in_threads<E: From<Enough>, W>(
    threads: usize,
    parts: usize,
    work: impl Fn(usize, &mut W, &mut Poll<'_>) -> Result<PartEnd, Enough> + Sync,
    worker: &(impl Fn() -> W + Sync),
    end: &mut dyn FnMut(PartEnd, &mut Poll<'_>) -> Result<(), E>,
    poll: &mut Poll<'_>,
) -> Result<(), E> {
    let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (done, waiting) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (done, stop, next, work) = (done.clone(), &stop, &next, &work);
            scope.spawn(move || {
                let mut own = worker();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= parts {
                        break;
                    }
                    let mut asked = 0u64;
                    let mut go_on = || {
                        asked += 1;
                        !stop.load(Ordering::Relaxed)
                    };
                    let found = work(at, &mut own, &mut Poll::new(&mut go_on));
                    let ends = found.is_err();
                    if done.send((at, asked, found)).is_err() || ends {
                        break;
                    }
                }
            });
        }
        drop(done);
        let (mut early, mut expected, mut ended) = (BTreeMap::new(), 0, Ok::<(), E>(()));
        loop {
            match waiting.recv_timeout(PAUSE) {
                Ok((at, asked, found)) => {
                    // The caller counts as many calls as if it had done the part itself.
                    ended = ended.and_then(|()| Ok((0..asked).try_for_each(|_| poll.position())?));
                    match found {
                        Ok(found) => drop(early.insert(at, found)),
                        Err(Enough) => ended = ended.and(Err(Enough.into())),
                    }
                    while ended.is_ok()
                        && let Some(found) = early.remove(&expected)
                    {
                        ended = end(found, poll);
                        expected += 1;
                    }
                }
                Err(RecvTimeoutError::Timeout) => ended = ended.and_then(|()| Ok(poll.position()?)),
                Err(RecvTimeoutError::Disconnected) => return ended,
            }
            if ended.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;

    fn left_by(threads: usize, ends: usize, go_on: &mut dyn FnMut() -> bool) -> Result<(Vec<usize>, u64, u64), Enough> {
        let mut left = Vec::new();
        let worker = || {
            let mut before = 0;
            move |range: Range<usize>, poll: &mut Poll<'_>| {
                assert!(before <= range.start, "the parts of a worker ascend");
                before = range.end;
                let mut part = PartEnd::new();
                for at in range {
                    poll.position()?;
                    part.sample.mix([at as u64]);
                    part.tried += 1;
                    part.left.extend((at % 7 == 0).then_some(at));
                }
                Ok(part)
            }
        };
        let mut plain = |at: usize, _: &mut Poll<'_>| {
            left.push(at);
            if at >= ends { Err(Enough) } else { Ok(()) }
        };
        let threads = NonZero::new(threads).expect("some");
        let found = in_parts(5..1005, 16, worker, &mut plain, &mut Poll::new(go_on).in_threads(threads));
        found.map(|(sample, tried)| (left, sample.hash(), tried))
    }

    #[test]
    fn what_comes_of_the_parts_does_not_depend_on_the_threads() {
        let alone = left_by(1, 2000, &mut || true).expect("nothing ends it");
        let wanted: Vec<usize> = (5..1005).filter(|at| at % 7 == 0).collect();
        assert_eq!((&alone.0, alone.2), (&wanted, 1000));
        for threads in [2, 3, 100] {
            let mut asked = 0;
            let mut go_on = || {
                asked += 1;
                true
            };
            assert_eq!(left_by(threads, 2000, &mut go_on).expect("nothing ends it"), alone);
            assert!(asked >= 1000, "{asked}");
        }
    }

    #[test]
    fn an_error_or_the_caller_ends_all_threads() {
        for threads in [1, 2, 5] {
            assert_eq!(left_by(threads, 600, &mut || true), Err(Enough));
            for most in [0, 1, 500, 999] {
                let mut left = most;
                let mut go_on = || {
                    left -= 1;
                    left >= 0
                };
                assert_eq!(left_by(threads, 2000, &mut go_on), Err(Enough), "{threads} {most}");
            }
        }
    }
}
