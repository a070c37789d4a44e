//! A finite commutative monoid with its lost elements, and the element of each heap.

use std::sync::Arc;

use super::bits::BitSet;
use crate::support::budget::{Budget, Stopped};

/// A model of the outcomes of all sums of some heaps: a sum is lost for the player to move exactly
/// if the product of the elements of its heaps is lost. Element 0 is the identity.
///
/// While a heap is added, there are several sets of lost elements: those lost with none of it, with
/// one, with two, and so on.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// For each element, a sum of generators whose product it is.
    pub(super) sums: Arc<Vec<Vec<u32>>>,
    /// The products of all pairs, row by row. Copies of a model share it, because it takes nearly
    /// all of its memory.
    pub(super) table: Arc<Vec<u32>>,
    /// The lost elements; then those that are lost with 1, 2, .. of the heap that is added.
    pub(super) lost: Vec<BitSet>,
    /// The element of each heap, from 0 on.
    pub(super) elements: Vec<u32>,
    /// For each element, the element of the same sums in the coarser model, if this one refines
    /// another.
    pub(super) images: Vec<u32>,
}

impl Model {
    /// Returns the model without heaps: the empty sum, which the player to move wins.
    pub(super) fn trivial() -> Model {
        let (sums, table) = (Arc::new(vec![Vec::new()]), Arc::new(vec![0]));
        Model { sums, table, lost: vec![BitSet::none(1)], elements: vec![0], images: vec![0] }
    }

    /// Returns the model in which `steps[x]` are the products of x with each generator, and each
    /// element x except for the identity is the product of an earlier element and a generator,
    /// `parents[x]`.
    ///
    /// Requires that the steps are those of a commutative monoid. Cost: the square of the order, a
    /// load for each entry, since x y = (x y') g where y = y' g.
    pub(super) fn new(
        sums: Vec<Vec<u32>>,
        (parents, steps): (&[(u32, u32)], &[Vec<u32>]),
        lost: BitSet,
        elements: Vec<u32>,
        images: Vec<u32>,
        budget: &mut Budget,
    ) -> Result<Model, Stopped> {
        let order = sums.len();
        let mut table = vec![0; order * order];
        for (at, row) in (0..).zip(table.chunks_exact_mut(order)) {
            budget.charge(1 + order as u32 / 4)?;
            row[0] = at;
            for (other, &(parent, generator)) in parents.iter().enumerate().skip(1) {
                row[other] = steps[row[parent as usize] as usize][generator as usize];
            }
        }
        Ok(Model { sums: Arc::new(sums), table: Arc::new(table), lost: vec![lost], elements, images })
    }

    /// Returns the heaps of which the sums consist, ascending: their elements generate the monoid.
    pub(super) fn generators(&self) -> Vec<u32> {
        let single = |sum: &Vec<u32>| if let [heap] = sum[..] { Some(heap) } else { None };
        let mut generators: Vec<u32> = self.sums.iter().filter_map(single).collect();
        generators.sort_unstable();
        generators
    }

    /// Returns the number of elements.
    pub(super) fn order(&self) -> usize {
        self.sums.len()
    }

    /// Returns the product of two elements: one load.
    pub(super) fn product(&self, a: u32, b: u32) -> u32 {
        self.table[a as usize * self.order() + b as usize]
    }

    /// Returns the products of an element with all elements.
    pub(super) fn row(&self, a: usize) -> &[u32] {
        &self.table[a * self.order()..][..self.order()]
    }

    /// Returns the element of a sum.
    pub(super) fn of(&self, sum: &[u32]) -> u32 {
        sum.iter().fold(0, |product, &heap| self.product(product, self.elements[heap as usize]))
    }

    /// Whether both are copies of one model.
    pub(super) fn shares(&self, other: &Model) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }

    /// Returns the bytes of a model of that order.
    pub(super) fn bytes(order: usize) -> u64 {
        let order = order as u64;
        // Beside the products: two vectors for each element, a sum and the steps that it is found
        // by, and its places in some lists.
        4 * order * order + 256 * order
    }
}
