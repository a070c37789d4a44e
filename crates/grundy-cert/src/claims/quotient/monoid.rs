//! A finite commutative monoid, given by the products of its elements with its generators.
//!
//! A full table of products would have 16 million entries at 4096 elements; the steps by generators
//! determine it, and are what certificates hold.
//!
//! *Example.* Misère Nim with heaps of at most two counters: the generators are the heaps 1 and 2,
//! and the monoid has six elements: the products of a (a heap of 1) and b (a heap of 2) with aa = 1
//! and bbb = b.

use super::MOST_ELEMENTS;

/// The elements 0 (the identity), 1, 2, .. with their products by each generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Monoid {
    /// The products of each element with each generator.
    steps: Vec<Vec<u32>>,
    /// For each element but 0, an element that is found before it, and the generator that leads
    /// from there to it.
    parents: Vec<(u32, u32)>,
    /// The elements, each after its parent.
    order: Vec<u32>,
}

impl Monoid {
    /// The monoid with these steps. The error is what was expected, if they are not those of a
    /// commutative monoid that the generators generate. Cost: one step for each element and pair of
    /// generators.
    ///
    /// If the steps of generators commute and lead from element 0 to every other, products are well
    /// defined: x times y is the result of stepping from x by the generators of a path from 0 to y.
    /// Two paths to y, as functions on the elements, agree at 0, and so everywhere, since each
    /// element is reached from 0 and all steps commute.
    pub(super) fn new(steps: Vec<Vec<u32>>, generators: usize) -> Result<Monoid, &'static str> {
        let order = steps.len();
        if order == 0 || order > MOST_ELEMENTS {
            return Err("1 to 4096 elements");
        }
        // Generators with different elements are no more than these; it bounds the cost.
        if generators > order {
            return Err("no more generators than elements");
        }
        if steps.iter().any(|row| row.len() != generators || row.iter().any(|&to| to as usize >= order)) {
            return Err("the number of an element for each generator");
        }
        let step = |element: u32, generator: usize| steps[element as usize][generator];
        for element in 0..order as u32 {
            for (first, second) in (0..generators).flat_map(|first| (0..first).map(move |second| (first, second))) {
                if step(step(element, first), second) != step(step(element, second), first) {
                    return Err("products that do not depend on the order");
                }
            }
        }
        let mut parents = vec![None; order];
        parents[0] = Some((0, 0));
        let mut found = vec![0u32];
        let mut at = 0;
        while let Some(&element) = found.get(at) {
            for generator in 0..generators {
                let next = step(element, generator);
                if parents[next as usize].is_none() {
                    parents[next as usize] = Some((element, generator as u32));
                    found.push(next);
                }
            }
            at += 1;
        }
        let parents: Option<Vec<(u32, u32)>> = parents.into_iter().collect();
        let parents = parents.ok_or("elements that are products of generators")?;
        Ok(Monoid { steps, parents, order: found })
    }

    /// The number of elements.
    pub(super) fn order(&self) -> usize {
        self.steps.len()
    }

    /// The products of an element with each generator.
    pub(super) fn steps(&self, element: u32) -> &[u32] {
        &self.steps[element as usize]
    }

    /// The places of generators of which the element is the product, ascending.
    pub(super) fn word(&self, mut element: u32) -> Vec<usize> {
        let mut word = Vec::new();
        while element != 0 {
            let (parent, generator) = self.parents[element as usize];
            word.push(generator as usize);
            element = parent;
        }
        word.sort_unstable();
        word
    }

    /// The product of two elements. Cost: as many steps as `b` has generators on its path from the
    /// identity.
    pub(super) fn product(&self, a: u32, mut b: u32) -> u32 {
        let mut product = a;
        while b != 0 {
            let (parent, generator) = self.parents[b as usize];
            product = self.steps[product as usize][generator as usize];
            b = parent;
        }
        product
    }

    /// The products of an element with each element. Each product is one step from that of the
    /// parent, so the cost is one step for each element.
    pub(super) fn row(&self, element: u32) -> Vec<u32> {
        let mut row = vec![element; self.order()];
        for &other in &self.order[1..] {
            let (parent, generator) = self.parents[other as usize];
            row[other as usize] = self.steps[row[parent as usize] as usize][generator as usize];
        }
        row
    }
}
