//! Verifies a model: shows that it has the right outcome for every sum, without a list of all sums.
//!
//! Two conditions are sufficient (the book proves it). First, no move leads from a lost sum to a
//! lost sum; this is tested for each heap, each of its options, and each element that the other
//! heaps may have. Second, each sum that has a move and is not lost has a move to a lost sum. For
//! the second condition, a sum X has *open* elements: those y for which X with a sum of element y
//! is not lost, and no move in X leads to a lost sum. So X violates the condition, it is *stuck*,
//! if the identity is open. The open elements of X and Y together are those y for which y times the
//! element of Y is open for X, and y times the element of X is open for Y. So it suffices to know
//! the pairs of an element and its open elements; a pair is redundant if another one has the same
//! element and more open ones; and heaps can be added one kind after the other, with only those
//! open elements that later kinds can still reach.

use std::{cmp::Reverse, ops::RangeInclusive};

use rustc_hash::FxHashSet;

use super::{bits::BitSet, heaps::HeapOptions, model::Model};
use crate::support::budget::{Budget, Stopped};

/// What a heap contributes to sums: its element and its open elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct HeapContribution {
    /// The element of the heap.
    element: u32,
    /// The elements that are open for the heap alone.
    open: BitSet,
    /// A heap of this kind, by which kinds are ordered.
    heap: u32,
}

/// The kinds of the heaps of a model.
pub(super) struct KindSieve {
    /// For each element, the elements whose product with it is lost.
    lost: Vec<BitSet>,
    /// No kind is redundant: none has the element of another one and a subset of its open elements.
    kinds: Vec<HeapContribution>,
    /// The open elements of the empty sum.
    start: BitSet,
}

impl KindSieve {
    /// Returns the sieve without heaps, for the last level of the model. Sums of elements outside
    /// `open` are known not to be lost. Its memory stays counted.
    pub(super) fn new(model: &Model, open: &BitSet, budget: &mut Budget) -> Result<KindSieve, Stopped> {
        let order = model.order();
        budget.hold(KindSieve::bytes(order))?;
        let last = &model.lost[model.lost.len() - 1];
        let mut rows = Vec::with_capacity(order);
        for element in 0..order {
            budget.charge(1 + order as u32 / 4)?;
            let mut lost = BitSet::none(order);
            let row = model.row(element);
            (0..order).filter(|&other| last.has(row[other] as usize)).for_each(|other| lost.add(other));
            rows.push(lost);
        }
        let mut start = open.clone();
        start.remove(last);
        Ok(KindSieve { lost: rows, kinds: Vec::new(), start })
    }

    /// Returns the bytes of a sieve for a model of that order.
    pub(super) fn bytes(order: usize) -> u64 {
        let order = order as u64;
        order * (order / 8 + 48)
    }

    /// Adds the kind of this heap, if the model is right for all sums with it; returns whether it
    /// is. Otherwise, or over a limit, no kind changes: a kind that stayed would be taken for
    /// verified.
    pub(super) fn admit(
        &mut self,
        model: &Model,
        heaps: &HeapOptions<'_>,
        heap: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let Some((element, options)) = own_elements(model, heaps, heap, budget)? else { return Ok(true) };
        let Some(kind) = self.kind(model, heap, element, &options) else { return Ok(false) };
        let Some(redundant) = self.insert(kind) else { return Ok(true) };
        let stuck = self.is_stuck(model, budget);
        if !matches!(stuck, Ok(false)) {
            // The kind was inserted last.
            self.kinds.pop();
            self.kinds.extend(redundant);
        }
        stuck.map(|stuck| !stuck)
    }

    /// Adds the kinds of these heaps; returns whether the model is right for all sums of all kinds.
    /// Without `search` the second condition is assumed.
    pub(super) fn add(
        &mut self,
        model: &Model,
        heaps: &HeapOptions<'_>,
        new: RangeInclusive<u32>,
        search: bool,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mut grown = false;
        let mut tried = FxHashSet::default();
        for heap in new {
            let Some(own) = own_elements(model, heaps, heap, budget)? else { continue };
            if tried.contains(&own) {
                continue;
            }
            let Some(kind) = self.kind(model, heap, own.0, &own.1) else { return Ok(false) };
            tried.insert(own);
            grown |= self.insert(kind).is_some();
        }
        Ok(!(grown && search && self.is_stuck(model, budget)?))
    }

    /// Returns the kind of a heap with this element and options of these elements; `None` if a move
    /// in it leads from a lost sum to a lost one.
    fn kind(&self, model: &Model, heap: u32, element: u32, options: &BitSet) -> Option<HeapContribution> {
        let losing = &self.lost[element as usize];
        let mut open = all(model.order());
        open.remove(losing);
        for option in options.iter() {
            if losing.meets(&self.lost[option]) {
                return None;
            }
            open.remove(&self.lost[option]);
        }
        Some(HeapContribution { element, open, heap })
    }

    /// Adds a kind, after all others, and removes those that it makes redundant, which it returns;
    /// `None` if the kind is redundant itself.
    fn insert(&mut self, kind: HeapContribution) -> Option<Vec<HeapContribution>> {
        let covered = |a: &HeapContribution, b: &HeapContribution| a.element == b.element && a.open.is_within(&b.open);
        if self.kinds.iter().any(|other| covered(&kind, other)) {
            return None;
        }
        let redundant = self.kinds.extract_if(.., |other| covered(other, &kind)).collect();
        self.kinds.push(kind);
        Some(redundant)
    }

    /// Whether a sum of these kinds is stuck.
    ///
    /// Kinds are added one after the other, those of the largest heaps first.
    fn is_stuck(&self, model: &Model, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut order: Vec<&HeapContribution> = self.kinds.iter().collect();
        order.sort_by_key(|kind| Reverse(kind.heap));
        let mut walk = SumWalk { model, sums: Vec::new(), by_element: vec![Vec::new(); model.order()], held: 0 };
        walk.add(ElementSum { element: 0, open: self.start.clone(), alive: true }, budget)?;
        let mut stuck = false;
        for (at, kind) in order.iter().enumerate() {
            let reach = reach(model, &order[at..]);
            stuck = walk.extend(kind, &reach, budget)?;
            if stuck {
                break;
            }
        }
        budget.release(walk.held);
        Ok(stuck)
    }
}

/// Returns the element of a heap and those of its options; `None` if it has no options.
fn own_elements(
    model: &Model,
    heaps: &HeapOptions<'_>,
    heap: u32,
    budget: &mut Budget,
) -> Result<Option<(u32, BitSet)>, Stopped> {
    let mut options = BitSet::none(model.order());
    for option in heaps.of(heap) {
        budget.tick()?;
        options.add(model.of(option) as usize);
    }
    Ok((!options.is_empty()).then(|| (model.elements[heap as usize], options)))
}

/// Returns the set of all elements.
pub(super) fn all(order: usize) -> BitSet {
    let mut all = BitSet::none(order);
    (0..order).for_each(|at| all.add(at));
    all
}

/// Returns the elements of all sums of these kinds.
fn reach(model: &Model, kinds: &[&HeapContribution]) -> BitSet {
    let mut reach = BitSet::none(model.order());
    reach.add(0);
    let mut fresh = vec![0];
    while let Some(element) = fresh.pop() {
        for kind in kinds {
            let next = model.product(element, kind.element);
            if !reach.has(next as usize) {
                reach.add(next as usize);
                fresh.push(next);
            }
        }
    }
    reach
}

/// The element of a sum and its open elements.
struct ElementSum {
    /// The element of the sum.
    element: u32,
    /// The elements that are open for it.
    open: BitSet,
    /// Whether no other sum makes it redundant.
    alive: bool,
}

/// The sums of the kinds added so far.
struct SumWalk<'a> {
    /// The products.
    model: &'a Model,
    /// All sums that were found, alive or not.
    sums: Vec<ElementSum>,
    /// For each element, the sums with it that no other one makes redundant.
    by_element: Vec<Vec<usize>>,
    /// The bytes counted for them.
    held: u64,
}

/// The bytes of a sum beside its open elements: itself and its places in two lists, which grow to
/// twice what they hold, and what the allocator keeps of each allocation.
const BESIDE: u64 = (2 * (size_of::<ElementSum>() + 2 * size_of::<usize>()) + 16) as u64;

impl SumWalk<'_> {
    /// Adds a sum, unless another one has all of its open elements; drops those whose open elements
    /// it has.
    fn add(&mut self, sum: ElementSum, budget: &mut Budget) -> Result<bool, Stopped> {
        budget.solved(1)?;
        let SumWalk { sums, by_element, .. } = self;
        let alike = &mut by_element[sum.element as usize];
        budget.charge(u32::try_from(alike.len()).unwrap_or(u32::MAX))?;
        if alike.iter().any(|&other| sum.open.is_within(&sums[other].open)) {
            return Ok(false);
        }
        alike.retain(|&other| {
            let stays = !sums[other].open.is_within(&sum.open);
            sums[other].alive = stays;
            stays
        });
        alike.push(sums.len());
        let bytes = sum.open.bytes() + BESIDE;
        self.held += bytes;
        budget.hold(bytes)?;
        self.sums.push(sum);
        Ok(true)
    }

    /// Adds heaps of one kind to all sums; contexts outside `reach` cannot occur any more. Returns
    /// whether a sum is stuck.
    ///
    /// Any number of heaps of the kind: a sum that is new is extended again. It ends, since there
    /// are finitely many pairs of an element and a set, of which only the maximal ones stay.
    fn extend(&mut self, kind: &HeapContribution, reach: &BitSet, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut fresh: Vec<usize> = self.by_element.iter().flatten().copied().collect();
        self.by_element.iter_mut().for_each(Vec::clear);
        fresh.retain(|&at| {
            self.sums[at].open.keep(reach);
            !self.sums[at].open.is_empty()
        });
        fresh.iter().for_each(|&at| self.by_element[self.sums[at].element as usize].push(at));
        while let Some(at) = fresh.pop() {
            let ElementSum { element, open, alive } = &self.sums[at];
            if !alive {
                continue;
            }
            budget.charge(1 + self.model.order() as u32 / 16)?;
            let (row, along) = (self.model.row(*element as usize), self.model.row(kind.element as usize));
            let mut rest = BitSet::none(self.model.order());
            reach
                .iter()
                .filter(|&y| kind.open.has(row[y] as usize) && open.has(along[y] as usize))
                .for_each(|y| rest.add(y));
            // The empty sum is stuck by definition, and it must not hide other sums of its element.
            if rest.has(0) {
                return Ok(true);
            }
            let next = ElementSum { element: along[*element as usize], open: rest, alive: true };
            if !next.open.is_empty() && self.add(next, budget)? {
                fresh.push(self.sums.len() - 1);
            }
        }
        Ok(false)
    }
}
