//! Terms prepared for a row of heaps that differ in their last size alone: two products a value.

use grundy_games::compiled::term::{Affine, SizeTerm};

/// An affine term at a row: `row + last * x + slope * k` for the last size x and the number k in
/// the slot of a loop.
#[derive(Debug)]
pub(super) struct PreparedTerm<'a> {
    own: &'a Affine,
    pub row: i64,
    pub last: i64,
    pub slope: i64,
}

/// A term, prepared as far as it is affine.
#[derive(Debug)]
pub(super) enum Quick<'a> {
    Affine(PreparedTerm<'a>),
    /// The least of some.
    Least(Vec<PreparedTerm<'a>>),
    /// The greatest of some.
    Greatest(Vec<PreparedTerm<'a>>),
    Other(&'a SizeTerm),
}

impl<'a> PreparedTerm<'a> {
    fn new(own: &'a Affine, last: usize, slot: usize) -> PreparedTerm<'a> {
        PreparedTerm { own, row: 0, last: own.factor(last), slope: own.factor(slot) }
    }

    fn prepare(&mut self, slots: &[i64], last: usize, slot: usize) {
        let others = self.own.factors.iter().filter(|&&(own, _)| own != last && own != slot);
        self.row = others.fold(self.own.constant, |sum, &(own, factor)| sum + factor * slots[own]);
    }

    #[inline(always)]
    fn at(&self, x: i64, k: i64) -> i64 {
        self.row + self.last * x + self.slope * k
    }
}

impl<'a> Quick<'a> {
    /// A term over a heap whose last size is in the slot `last`, and a loop over `slot`.
    pub fn new(term: &'a SizeTerm, last: usize, slot: usize) -> Quick<'a> {
        let all = |terms: &'a [SizeTerm]| {
            let prepared = |term: &'a SizeTerm| match term {
                SizeTerm::Affine(own) => Some(PreparedTerm::new(own, last, slot)),
                _ => None,
            };
            terms.iter().map(prepared).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
        };
        match term {
            SizeTerm::Affine(own) => Quick::Affine(PreparedTerm::new(own, last, slot)),
            SizeTerm::Least(terms) => all(terms).map_or(Quick::Other(term), Quick::Least),
            SizeTerm::Greatest(terms) => all(terms).map_or(Quick::Other(term), Quick::Greatest),
            SizeTerm::Binary(..) | SizeTerm::Call(..) => Quick::Other(term),
        }
    }

    /// Goes to the row of the heap in the slots.
    pub fn prepare(&mut self, slots: &[i64], last: usize, slot: usize) {
        match self {
            Quick::Affine(own) => own.prepare(slots, last, slot),
            Quick::Least(all) | Quick::Greatest(all) => all.iter_mut().for_each(|own| own.prepare(slots, last, slot)),
            Quick::Other(_) => {}
        }
    }

    /// Whether the value certainly stays from the last size `x` on, for k = 0.
    pub fn is_constant_from(&self, x: i64) -> bool {
        match self {
            Quick::Affine(own) => own.last == 0,
            Quick::Least(all) => {
                let least = all.iter().filter(|own| own.last == 0).map(|own| own.at(x, 0)).min();
                let grows = |own: &PreparedTerm<'_>| own.last >= 0 && least.is_some_and(|least| own.at(x, 0) >= least);
                all.iter().all(|own| own.last == 0 || grows(own))
            }
            Quick::Greatest(all) => all.iter().all(|own| own.last == 0),
            Quick::Other(_) => false,
        }
    }

    /// The value at the last size `x`, with `k` in the slot of the loop, where `slots` have both
    /// too; `None` where the plain meaning is a fault.
    #[inline(always)]
    pub fn at(&self, x: i64, k: i64, slots: &[i64]) -> Option<i64> {
        match self {
            Quick::Affine(own) => Some(own.at(x, k)),
            Quick::Least(all) => all.iter().map(|own| own.at(x, k)).min(),
            Quick::Greatest(all) => all.iter().map(|own| own.at(x, k)).max(),
            Quick::Other(term) => term.value(slots),
        }
    }
}
