//! Is a model right? Shows that no sum is wrong, without a list of all sums.
//!
//! Two things must hold, and they are enough (the book proves it). No move leads from a lost sum to a lost sum: looked
//! at for each heap, each option of it, and each element that the other heaps may have. And each sum with a move that is
//! not lost has a move to a lost one. For the latter, a sum X has its *open* elements: those y so that X with a sum of
//! element y is not lost, and no move in X leads to a lost sum. So X is stuck if the identity is open. The open elements
//! of X and Y together are those y for which y with Y's element is open for X, and y with X's is open for Y. So pairs
//! of an element and its open elements are enough to know, fewer open ones never matter beside more, and heaps can be
//! gone through one kind after the other, with only those open elements that later kinds can still reach.

use std::{cmp::Reverse, ops::RangeInclusive};

use rustc_hash::FxHashSet;

use super::{bits::Bits, heaps::Heaps, model::Model};
use crate::support::budget::{Budget, Stopped};

/// What a heap is for sums: its element, and its open elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    element: u32,
    open: Bits,
    heap: u32,
}

/// The kinds of the heaps of a model.
pub(super) struct Sieve {
    /// For each element, the elements whose product with it is lost.
    lost: Vec<Bits>,
    /// No kind has an element and open elements that are among those of another.
    kinds: Vec<Kind>,
    /// The open elements of the empty sum.
    start: Bits,
}

impl Sieve {
    /// No heaps yet, for the last level of the model. Sums of other elements than the `open` ones are known not to be lost.
    pub(super) fn new(model: &Model, open: &Bits) -> Sieve {
        let order = model.order();
        let last = &model.lost[model.lost.len() - 1];
        let lost = (0..order).map(|element| {
            let mut lost = Bits::none(order);
            let row = model.row(element);
            (0..order).filter(|&other| last.has(row[other] as usize)).for_each(|other| lost.add(other));
            lost
        });
        let mut start = open.clone();
        start.remove(last);
        Sieve { lost: lost.collect(), kinds: Vec::new(), start }
    }

    /// Adds the kinds of these heaps, and tells whether the model is right about all sums of all kinds. Without `search`, it
    /// is known to be.
    pub(super) fn add(
        &mut self,
        model: &Model,
        heaps: &Heaps<'_>,
        new: RangeInclusive<u32>,
        search: bool,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mut grown = false;
        let mut tried = FxHashSet::default();
        for heap in new {
            let element = model.elements[heap as usize];
            let mut options = Bits::none(model.order());
            for option in heaps.of(heap) {
                budget.tick()?;
                options.add(model.of(option) as usize);
            }
            if options.is_empty() || !tried.insert((element, options.clone())) {
                continue;
            }
            let own = &self.lost[element as usize];
            let mut open = all(model.order());
            open.remove(own);
            for option in options.iter() {
                if own.meets(&self.lost[option]) {
                    return Ok(false);
                }
                open.remove(&self.lost[option]);
            }
            grown |= self.insert(Kind { element, open, heap });
        }
        Ok(!(grown && search && self.is_stuck(model, budget)?))
    }

    /// Adds a kind if no other makes it needless, and takes out those that it makes needless.
    fn insert(&mut self, kind: Kind) -> bool {
        let covered = |a: &Kind, b: &Kind| a.element == b.element && a.open.is_within(&b.open);
        if self.kinds.iter().any(|other| covered(&kind, other)) {
            return false;
        }
        self.kinds.retain(|other| !covered(other, &kind));
        self.kinds.push(kind);
        true
    }

    /// Whether a sum of these kinds is stuck.
    fn is_stuck(&self, model: &Model, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut order: Vec<&Kind> = self.kinds.iter().collect();
        order.sort_by_key(|kind| Reverse(kind.heap));
        let mut walk = Walk { model, sums: Vec::new(), by_element: vec![Vec::new(); model.order()], held: 0 };
        walk.add(Sum { element: 0, open: self.start.clone(), alive: true }, budget)?;
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

/// All elements.
pub(super) fn all(order: usize) -> Bits {
    let mut all = Bits::none(order);
    (0..order).for_each(|at| all.add(at));
    all
}

/// The elements of all sums of these kinds.
fn reach(model: &Model, kinds: &[&Kind]) -> Bits {
    let mut reach = Bits::none(model.order());
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

/// What matters of a sum.
struct Sum {
    element: u32,
    open: Bits,
    /// Whether no other sum makes it needless.
    alive: bool,
}

struct Walk<'a> {
    model: &'a Model,
    sums: Vec<Sum>,
    by_element: Vec<Vec<usize>>,
    held: u64,
}

impl Walk<'_> {
    /// Adds a sum unless another has all of its open elements; those that have no more than it are dropped.
    fn add(&mut self, sum: Sum, budget: &mut Budget) -> Result<bool, Stopped> {
        budget.solved(1)?;
        let Walk { sums, by_element, .. } = self;
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
        let bytes = sum.open.bytes() + size_of::<Sum>() as u64;
        self.held += bytes;
        budget.hold(bytes)?;
        self.sums.push(sum);
        Ok(true)
    }

    /// Adds heaps of one kind to all sums; contexts outside `reach` cannot come up any more. Tells whether a sum is stuck.
    fn extend(&mut self, kind: &Kind, reach: &Bits, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut fresh: Vec<usize> = self.by_element.iter().flatten().copied().collect();
        self.by_element.iter_mut().for_each(Vec::clear);
        fresh.retain(|&at| {
            self.sums[at].open.keep(reach);
            !self.sums[at].open.is_empty()
        });
        fresh.iter().for_each(|&at| self.by_element[self.sums[at].element as usize].push(at));
        while let Some(at) = fresh.pop() {
            let Sum { element, open, alive } = &self.sums[at];
            if !alive {
                continue;
            }
            budget.charge(1 + self.model.order() as u32 / 16)?;
            let (row, along) = (self.model.row(*element as usize), self.model.row(kind.element as usize));
            let mut rest = Bits::none(self.model.order());
            reach
                .iter()
                .filter(|&y| kind.open.has(row[y] as usize) && open.has(along[y] as usize))
                .for_each(|y| rest.add(y));
            // The empty sum, which alone may be stuck, would hide other sums of its element.
            if rest.has(0) {
                return Ok(true);
            }
            let next = Sum { element: along[*element as usize], open: rest, alive: true };
            if !next.open.is_empty() && self.add(next, budget)? {
                fresh.push(self.sums.len() - 1);
            }
        }
        Ok(false)
    }
}
