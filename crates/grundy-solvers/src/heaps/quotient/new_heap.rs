//! A heap that is added: which sums its moves win, and what seems to be lost together with it.

use super::{
    bits::BitSet,
    heaps::{HeapOptions, replaced},
    model::Model,
};
use crate::support::budget::{Budget, Stopped};

/// Sums of smaller heaps together with new heaps, one more of these than the model has levels for.
pub(super) struct NewHeap<'a, 'r> {
    /// The options of all heaps so far.
    heaps: &'a HeapOptions<'r>,
    /// The model of the smaller heaps, with the levels that are known.
    model: &'a Model,
    /// The elements whose sums are won neither by a move in the new heap nor by the gate.
    open: BitSet,
}

impl<'a, 'r> NewHeap<'a, 'r> {
    /// Requires that the new heap has options; `model` has the lost elements with fewer of it. Only
    /// sums whose element satisfies `gate` may be lost.
    pub(super) fn new(
        heaps: &'a HeapOptions<'r>,
        model: &'a Model,
        new: u32,
        gate: impl Fn(usize) -> bool,
    ) -> NewHeap<'a, 'r> {
        let fewer = &model.lost[model.lost.len() - 1];
        let mut options = BitSet::none(model.order());
        heaps.of(new).iter().for_each(|option| options.add(model.of(option) as usize));
        let mut open = BitSet::none(model.order());
        for element in (0..model.order()).filter(|&element| gate(element)) {
            let row = model.row(element);
            if !options.iter().any(|option| fewer.has(row[option] as usize)) {
                open.add(element);
            }
        }
        NewHeap { heaps, model, open }
    }

    /// Returns the elements whose sums are not won at once.
    pub(super) fn into_open(self) -> BitSet {
        self.open
    }

    /// Guesses the lost elements, assuming that all sums of one element have one outcome: it is
    /// computed for one sum of each element from its options, after those options that are not
    /// known yet.
    ///
    /// Right if the model distinguishes finely enough, which the sieve decides. A cycle of elements
    /// is cut: an element that comes up again on its own path is taken as it is known then. Cost:
    /// the options of one sum for each element, at most twice.
    pub(super) fn guess(&self, budget: &mut Budget) -> Result<BitSet, Stopped> {
        let order = self.model.order();
        let [mut lost, mut done, mut seen] = [(); 3].map(|()| BitSet::none(order));
        let mut path: Vec<usize> = (0..order).rev().collect();
        while let Some(&element) = path.last() {
            if done.has(element) || !self.open.has(element) {
                done.add(element);
                path.pop();
                continue;
            }
            let sum = &self.model.sums[element];
            let mut wins = false;
            let length = path.len();
            let first = !seen.has(element);
            seen.add(element);
            for (at, &heap) in sum.iter().enumerate() {
                for parts in self.heaps.of(heap) {
                    budget.tick()?;
                    let option = self.model.of(&replaced(sum, at, parts)) as usize;
                    wins |= lost.has(option);
                    if first && !seen.has(option) && self.open.has(option) {
                        path.push(option);
                    }
                }
            }
            if wins || path.len() == length {
                path.truncate(length - 1);
                done.add(element);
                if !wins {
                    lost.add(element);
                }
            }
        }
        Ok(lost)
    }
}
