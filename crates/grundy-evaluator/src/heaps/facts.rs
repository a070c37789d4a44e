//! The facts of a claim about typed heaps, in the order in which the claim shows them, and the walk
//! that verifies facts: by blocks, then a random sample of them by the plain meaning.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use grundy_core::Nimber;
use grundy_games::{Component, Typed, TypedRules};

use super::{Evaluator, Fact, SharedClaim};
use crate::{
    poll::{Enough, Poll},
    sample::Sample,
};

/// So many facts are verified by several threads.
const MANY: usize = if cfg!(test) { 1 << 4 } else { 1 << 14 };

/// A thread takes so many facts at a time, whole blocks of those from which many amounts are taken.
const CHUNK: usize = if cfg!(test) { 1 << 2 } else { 1 << 8 };

/// The time between two polls of the caller while threads work.
const PAUSE: Duration = Duration::from_millis(20);

/// The values of all heaps of a kind up to some sizes.
#[derive(Clone, Debug)]
pub struct ValueBox {
    /// The kind.
    pub kind: Arc<str>,
    /// The greatest sizes.
    pub ends: Vec<u64>,
    /// The values in lexicographic order of the sizes.
    pub values: Vec<u32>,
}

/// Facts about typed heaps, one by one.
#[derive(Debug)]
pub struct HeapFacts<'g> {
    pub(super) rules: &'g TypedRules,
    /// The kind of each heap, the place of its sizes, and its claimed value.
    heads: Vec<(usize, usize, Nimber)>,
    sizes: Vec<i64>,
    pub(super) most_bytes: u64,
}

impl<'g> HeapFacts<'g> {
    /// No facts yet; they may take this many bytes.
    pub fn new(rules: &'g TypedRules, most_bytes: u64) -> HeapFacts<'g> {
        HeapFacts { rules, heads: Vec::new(), sizes: Vec::new(), most_bytes }
    }

    /// Adds a fact. Returns false if it is not about a heap of the rules, or takes too much memory.
    #[must_use]
    pub fn push(&mut self, component: &Component, value: Nimber) -> bool {
        let Component::Typed(Typed { kind, sizes }) = component else { return false };
        let Some(place) = self.rules.kinds.iter().position(|known| known == kind) else { return false };
        self.heads.push((place, self.sizes.len(), value));
        for &size in sizes {
            let Ok(size) = i64::try_from(size) else { return false };
            self.sizes.push(size);
        }
        // While a list grows, the old one is there too.
        let bytes = 3 * (size_of_val(&self.heads[..]) + size_of_val(&self.sizes[..]));
        bytes as u64 <= self.most_bytes
    }

    /// The number of facts.
    #[inline]
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// A fact.
    #[inline]
    pub fn fact(&self, at: usize) -> Fact<'_> {
        let (kind, from, value) = self.heads[at];
        let to = self.heads.get(at + 1).map_or(self.sizes.len(), |&(_, to, _)| to);
        Fact { kind, sizes: &self.sizes[from..to], value }
    }

    /// The component of a fact.
    pub fn component(&self, at: usize) -> Component {
        component(self.rules, self.fact(at))
    }
}

/// The component of a fact about typed heaps.
pub(super) fn component(rules: &TypedRules, Fact { kind, sizes, .. }: Fact<'_>) -> Component {
    let sizes = sizes.iter().map(|size| size.unsigned_abs()).collect();
    Component::Typed(Typed { kind: rules.kinds[kind].clone(), sizes })
}

/// Verifies a fact by the plain meaning. Returns the number of options.
pub type PlainHeapCheck<'a, E> = dyn FnMut(usize, &mut Poll<'_>) -> Result<u64, E> + 'a;

impl Evaluator<'_> {
    /// Verifies the facts in a range, by the threads of the poll if they are many. `plain` verifies one by the
    /// plain meaning and returns how many options it has: where the evaluator does not confirm a
    /// fact, in ascending order, and at a random sample.
    pub fn verify<'f, E: From<Enough>>(
        &mut self,
        range: Range<usize>,
        fact: impl Fn(usize) -> Fact<'f> + Sync,
        plain: &mut PlainHeapCheck<'_, E>,
        poll: &mut Poll<'_>,
    ) -> Result<(), E> {
        let mut sample = Sample::new();
        let threads = poll.threads();
        let shared = if threads > 1 && range.len() >= MANY { self.share() } else { None };
        if let Some(shared) = shared {
            let (left, tried) = confirm((&shared, threads), range.clone(), &fact, &mut sample, poll)?;
            self.tried += tried;
            for at in left {
                plain(at, poll)?;
            }
        } else {
            for at in range.clone() {
                let fact: Fact<'_> = fact(at);
                sample.mix(fact.numbers());
                if !self.confirms(fact, poll)? {
                    plain(at, poll)?;
                }
            }
        }
        sample.verify(range.len(), self.tried, &mut |at| plain(range.start + at, poll))
    }
}

/// Confirms the facts in a range by so many threads; adds all of them to the sample. Returns those
/// that are not confirmed, ascending, and the number of options that were tried.
fn confirm<'f>(
    (shared, threads): (&SharedClaim<'_>, usize),
    range: Range<usize>,
    fact: &(impl Fn(usize) -> Fact<'f> + Sync),
    sample: &mut Sample,
    poll: &mut Poll<'_>,
) -> Result<(Vec<usize>, u64), Enough> {
    let (stop, next) = (AtomicBool::new(false), AtomicUsize::new(range.start));
    let (done, waiting) = mpsc::channel();
    let (mut left, mut tried) = (Vec::new(), 0);
    let ended = thread::scope(|scope| {
        for _ in 0..threads {
            let (done, stop, next, end) = (done.clone(), &stop, &next, range.end);
            let shared = shared.clone();
            scope.spawn(move || {
                let mut own = shared.evaluator();
                let mut go_on = || !stop.load(Ordering::Relaxed);
                let mut poll = Poll::new(&mut go_on);
                let mut left = Vec::new();
                let mut walk = || {
                    loop {
                        let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                        if from >= end {
                            return Ok(());
                        }
                        for at in from..end.min(from + CHUNK) {
                            if !own.confirms(fact(at), &mut poll)? {
                                left.push(at);
                            }
                        }
                    }
                };
                let walked: Result<(), Enough> = walk();
                // The receiver waits for all of them.
                let _ = done.send((left, own.tried, walked));
            });
        }
        drop(done);
        let mut ended = range.clone().try_for_each(|at| {
            sample.mix(fact(at).numbers());
            poll.step()
        });
        loop {
            if ended.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            match waiting.recv_timeout(PAUSE) {
                Ok((own, options, walked)) => {
                    left.extend(own);
                    tried += options;
                    ended = ended.and(walked);
                }
                Err(RecvTimeoutError::Timeout) => ended = ended.and_then(|()| poll.position()),
                Err(RecvTimeoutError::Disconnected) => return ended,
            }
        }
    });
    left.sort_unstable();
    ended.map(|()| (left, tried))
}
