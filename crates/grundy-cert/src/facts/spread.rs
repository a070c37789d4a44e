//! The facts of a map, verified one by one by several threads.
//!
//! A fact is verified by itself, from the rules and from the other facts, so the order does not
//! matter; of several flaws the first one in the order of the map is reported, as by one thread.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, TrySendError},
    },
    thread,
    time::Duration,
};

use grundy_games::Component;

use super::{Fact, Map};
use crate::poll::{Halt, Poll};

/// From so many facts on, several threads verify them.
const MANY: u64 = if cfg!(test) { 1 << 4 } else { 1 << 8 };

/// A thread takes so many facts at a time.
const CHUNK: usize = if cfg!(test) { 3 } else { 1 << 4 };

/// So many chunks wait for each thread.
const AHEAD: usize = 4;

/// The time between two polls of the caller while threads work.
const PAUSE: Duration = Duration::from_millis(1);

/// Verifies a fact from the rules and the other facts.
pub(crate) type VerifyFact<'v, F> = dyn Fn(&Component, F, &mut Poll<'_>) -> Result<(), Halt> + Sync + 'v;

/// Facts, with the place of the first one among all.
type Chunk<F> = (usize, Vec<(Component, F)>);

/// Calls `verify` with each of the `count` facts of a map, by the threads of the poll if they are
/// many.
///
/// # Errors
/// The flaw of the first fact that has one; [`Halt::Enough`] when the caller has no more time.
pub(crate) fn verify_each<F: Fact>(
    map: &Map<F>,
    count: u64,
    verify: &VerifyFact<'_, F>,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    let threads = poll.threads();
    if threads == 1 || count < MANY {
        return F::try_each(map, &mut |component, fact| verify(component, fact, poll));
    }
    let (stop, left) = (AtomicBool::new(false), AtomicBool::new(false));
    let first = AtomicUsize::new(usize::MAX);
    let flaws = Mutex::new(Vec::new());
    let each_of = |(from, facts): Chunk<F>, poll: &mut Poll<'_>| {
        for (at, (component, fact)) in (from..).zip(facts) {
            // Only a flaw of an earlier fact could still be the one that is reported.
            if first.load(Ordering::Relaxed) < at {
                return;
            }
            match verify(&component, fact, poll) {
                Ok(()) => {}
                Err(Halt::Enough) => return left.store(true, Ordering::Relaxed),
                Err(flaw) => {
                    first.fetch_min(at, Ordering::Relaxed);
                    flaws.lock().unwrap_or_else(PoisonError::into_inner).push((at, flaw));
                    return;
                }
            }
        }
    };
    let (send, receive) = mpsc::sync_channel::<Chunk<F>>(AHEAD * threads);
    let receive = Mutex::new(receive);
    thread::scope(|scope| {
        // Dropped at the end of the walk, which ends the threads.
        let send = send;
        let work = || {
            let mut go_on = || !stop.load(Ordering::Relaxed);
            let mut poll = Poll::new(&mut go_on);
            let next = || receive.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok(chunk) = next() {
                each_of(chunk, &mut poll);
            }
        };
        // This thread verifies a chunk where the others have enough of them.
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let send_on = |chunk: Chunk<F>, poll: &mut Poll<'_>| {
            if let Err(TrySendError::Full(chunk) | TrySendError::Disconnected(chunk)) = send.try_send(chunk) {
                each_of(chunk, poll);
            }
            let ends = left.load(Ordering::Relaxed) || first.load(Ordering::Relaxed) < usize::MAX;
            if ends { Err(Halt::Enough) } else { Ok(()) }
        };
        let (mut shown, mut facts) = (0, Vec::with_capacity(CHUNK));
        let walked = F::try_each(map, &mut |component, fact| {
            poll.step()?;
            facts.push((component.clone(), fact));
            shown += 1;
            if facts.len() < CHUNK {
                return Ok(());
            }
            send_on((shown - CHUNK, std::mem::replace(&mut facts, Vec::with_capacity(CHUNK))), poll)
        });
        let walked = walked.and_then(|()| send_on((shown - facts.len(), facts), poll));
        drop(send);
        // The walk ends early at a flaw too.
        if walked.is_err() && first.load(Ordering::Relaxed) == usize::MAX {
            left.store(true, Ordering::Relaxed);
        }
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            if left.load(Ordering::Relaxed) || poll.position().is_err() {
                left.store(true, Ordering::Relaxed);
                stop.store(true, Ordering::Relaxed);
            }
            thread::sleep(PAUSE);
        }
    });
    let flaws = flaws.into_inner().unwrap_or_else(PoisonError::into_inner);
    match flaws.into_iter().min_by_key(|(at, _)| *at) {
        Some((_, flaw)) => Err(flaw),
        None if left.load(Ordering::Relaxed) => Err(Halt::Enough),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, num::NonZero};

    use grundy_core::Nimber;

    use super::*;
    use crate::{ValueMap, error::Flaw};

    const THREE: NonZero<usize> = NonZero::new(3).expect("three");

    fn heaps(count: u64) -> HashMap<Component, Nimber> {
        (0..count).map(|size| (Component::Heap(size), Nimber(size))).collect()
    }

    /// As by one thread: all facts are verified, and the flaw is that of the first wrong one.
    #[test]
    fn the_first_flaw_in_the_order_of_the_map_is_reported() {
        for count in [0, 1, 2, 15, 16, 17, 100, 1000] {
            let map = heaps(count);
            let wrong = |most: u64| {
                move |component: &Component, value: Nimber, poll: &mut Poll<'_>| {
                    poll.step()?;
                    let flaw = Flaw::MissingOption(component.clone());
                    if value.0 >= most { Err(flaw.into()) } else { Ok(()) }
                }
            };
            let values: &dyn ValueMap = &map;
            for most in [0, 7, count / 2, count.saturating_sub(1), count] {
                let mut go_on = || true;
                let found = verify_each(values, count, &wrong(most), &mut Poll::new(&mut go_on).in_threads(THREE));
                let mut first = None;
                values.each(&mut |component, value| match value.0 >= most {
                    true => {
                        first = Some(component.clone());
                        std::ops::ControlFlow::Break(())
                    }
                    false => std::ops::ControlFlow::Continue(()),
                });
                match (found, first) {
                    (Ok(()), None) => {}
                    (Err(Halt::Flaw(Flaw::MissingOption(found))), Some(first)) => {
                        assert_eq!(found, first, "{count} {most}")
                    }
                    (found, first) => panic!("{count} {most}: {found:?}, not {first:?}"),
                }
            }
        }
    }

    /// A check ends when the caller has no more time, also while its threads work for long.
    #[test]
    fn the_caller_ends_it() {
        let map = heaps(1000);
        let values: &dyn ValueMap = &map;
        let endless = |_: &Component, _: Nimber, poll: &mut Poll<'_>| loop {
            poll.step()?;
        };
        for after in [0, 1, 50] {
            let mut left = after;
            let mut go_on = || {
                left -= 1;
                left >= 0
            };
            let found = verify_each(values, 1000, &endless, &mut Poll::new(&mut go_on).in_threads(THREE));
            assert!(matches!(found, Err(Halt::Enough)), "{found:?}");
        }
    }
}
