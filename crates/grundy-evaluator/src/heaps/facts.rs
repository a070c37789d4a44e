//! The facts of a claim about typed heaps, in the order in which the claim shows them, and the walk
//! that verifies facts: by blocks, then a random sample of them by the plain meaning.

use std::{ops::Range, sync::Arc};

use grundy_core::Nimber;
use grundy_games::{Component, Typed, TypedRules};

use super::{Evaluator, Fact};
use crate::{
    parts::{PartEnd, in_parts},
    poll::{Enough, Poll},
    sample::Sample,
};

/// So many facts are verified by several threads.
const MANY: usize = if cfg!(test) { 1 << 4 } else { 1 << 14 };

/// The facts of a part, whole blocks of those from which many amounts are taken.
const PART: usize = if cfg!(test) { 1 << 2 } else { 1 << 8 };

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
    /// Verifies the facts in a range, by the threads of the poll if they are many. `plain` verifies
    /// one by the plain meaning and returns how many options it has: where the evaluator does not
    /// confirm a fact, in ascending order, and at a random sample.
    pub fn verify<'f, E: From<Enough>>(
        &mut self,
        range: Range<usize>,
        fact: impl Fn(usize) -> Fact<'f> + Sync,
        plain: &mut PlainHeapCheck<'_, E>,
        poll: &mut Poll<'_>,
    ) -> Result<(), E> {
        let shared = if poll.threads() > 1 && range.len() >= MANY { self.share() } else { None };
        let (sample, tried) = match shared {
            Some(shared) => {
                let worker = || {
                    let mut own = shared.clone().evaluator();
                    let fact = &fact;
                    move |part, poll: &mut Poll<'_>| own.confirm(part, fact, poll)
                };
                in_parts(range.clone(), PART, worker, &mut |at, poll| plain(at, poll).map(|_| ()), poll)?
            }
            None => {
                let (mut sample, mut tried) = (Sample::new(), 0);
                for from in range.clone().step_by(PART) {
                    let part = self.confirm(from..range.end.min(from + PART), &fact, poll)?;
                    sample.mix([part.sample.hash()]);
                    tried += part.tried;
                    for at in part.left {
                        plain(at, poll)?;
                    }
                }
                (sample, tried)
            }
        };
        sample.verify(range.len(), tried, &mut |at| plain(range.start + at, poll))
    }

    /// Confirms the facts in a part.
    fn confirm<'f>(
        &mut self,
        part: Range<usize>,
        fact: &impl Fn(usize) -> Fact<'f>,
        poll: &mut Poll<'_>,
    ) -> Result<PartEnd, Enough> {
        let (mut end, before) = (PartEnd::new(), self.tried);
        for at in part {
            let fact: Fact<'_> = fact(at);
            end.sample.mix(fact.numbers());
            if !self.confirms(fact, poll)? {
                end.left.push(at);
            }
        }
        end.tried = self.tried - before;
        Ok(end)
    }
}
