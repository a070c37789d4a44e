//! The claim `quotient`: the elements of a finite commutative monoid decide every sum of heaps in
//! misère play.
//!
//! Each heap has an element of the monoid, and a sum is lost for the mover if and only if the
//! product of the elements of its heaps is one of the lost ones. The claim is about heaps up to a
//! size or, if the elements repeat, about all heaps.
//!
//! Example: in misère Nim with heaps of at most one counter the monoid has the elements 1 (no heap)
//! and a (one heap) with aa = 1, and a is lost.
//!
//! [`Quotient::check`] verifies it from the rules alone (`check.rs`). It also verifies that no
//! smaller monoid has the same outcomes, so that it is the misère quotient of Plambeck and Siegel
//! (Misère quotients for impartial games, JCTA 115, 2008), and a claim has one form up to the
//! choice of generators.
//!
//! Cost: products are found by stepping through generators (`monoid.rs`); the check visits each
//! heap once, and unless all heaps are tame (`tame.rs`), then sets of sums (`open.rs`), whose
//! number may be exponential in that of the elements.

mod check;
mod monoid;
mod open;
mod tame;
mod text;

use std::sync::Arc;

use grundy_core::Outcome;
use grundy_games::{Component, Convention, Query, Ruleset, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};
use monoid::Monoid;

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "quotient",
    read: Read::Section(|section| Ok(Claim::Quotient(Arc::new(Quotient::of_lines(&section.lines)?)))),
};

/// The largest number of elements that is accepted.
pub const MOST_ELEMENTS: usize = 4096;

/// A finite commutative monoid with its lost elements, and the element of each heap. Element 0 is
/// the identity.
///
/// ```
/// use grundy_cert::Quotient;
/// use grundy_core::Outcome;
///
/// // Misère play of `take 1`: heaps 0 and 1, and an element of order two that is lost.
/// let steps = vec![vec![1], vec![0]];
/// let quotient = Quotient::new(vec![1], steps, vec![false, true], vec![0, 1], None).unwrap();
/// assert_eq!(quotient.outcome([1, 1]), Some(Outcome::N));
/// assert_eq!(quotient.outcome([1, 1, 1]), Some(Outcome::P));
/// assert_eq!(quotient.outcome([2]), None);
/// let rules = grundy_games::game("take 1").unwrap();
/// assert_eq!(quotient.check(&rules.ruleset, &mut || true), Ok(true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// Heaps whose elements generate the monoid.
    generators: Vec<u64>,
    /// The products of elements.
    monoid: Monoid,
    /// Whether each element is lost for the mover.
    lost: Vec<bool>,
    /// The element of each heap from 0 on; if they repeat, up to the end of the first period.
    elements: Vec<u32>,
    /// The heap from which the elements of heaps repeat, and the period.
    repeats: Option<(u64, u64)>,
}

impl Quotient {
    /// The claim with these data: `steps[x]` are the products of element x and the element of each
    /// generator. Nothing is compared with the rules of a game.
    ///
    /// # Errors
    ///
    /// What was expected instead, if the data are not those of a commutative monoid of at most
    /// [`MOST_ELEMENTS`] elements with an outcome for each, and elements for the heaps.
    pub fn new(
        generators: Vec<u64>,
        steps: Vec<Vec<u32>>,
        lost: Vec<bool>,
        elements: Vec<u32>,
        repeats: Option<(u64, u64)>,
    ) -> Result<Quotient, &'static str> {
        let monoid = Monoid::new(steps, generators.len())?;
        if lost.len() != monoid.order() {
            return Err("an outcome for each element");
        }
        if elements.is_empty() || elements.iter().any(|&element| element as usize >= monoid.order()) {
            return Err("the number of an element");
        }
        if !generators.is_sorted_by(|a, b| a < b) {
            return Err("generators in ascending order");
        }
        let end = repeats.map(|(from, period)| from.checked_add(period));
        if end.is_some_and(|end| end != Some(elements.len() as u64)) || repeats.is_some_and(|(_, period)| period == 0) {
            return Err("elements up to the end of the first period");
        }
        Ok(Quotient { generators, monoid, lost, elements, repeats })
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The number of elements that are lost for the mover.
    pub fn lost(&self) -> usize {
        self.lost.iter().filter(|&&lost| lost).count()
    }

    /// Whether an element is lost for the mover; false if there is no such element.
    pub fn is_lost(&self, element: u32) -> bool {
        self.lost.get(element as usize) == Some(&true)
    }

    /// The heaps whose elements generate the monoid.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// The elements of the heaps from 0 on; if they repeat, up to the end of the first period.
    pub fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// The heap from which the elements of heaps repeat, and the period; `None` if the claim is not
    /// about all heaps.
    pub fn repeats(&self) -> Option<(u64, u64)> {
        self.repeats
    }

    /// The largest heap that the claim is about; `None` if it is about all heaps.
    pub fn last(&self) -> Option<u64> {
        if self.repeats.is_some() { None } else { Some(self.elements.len() as u64 - 1) }
    }

    /// The element of a heap; `None` if the claim is not about it.
    pub fn element(&self, heap: u64) -> Option<u32> {
        let at = match self.repeats {
            Some((from, period)) if heap >= from => from + (heap - from) % period,
            _ => heap,
        };
        self.elements.get(usize::try_from(at).ok()?).copied()
    }

    /// The product of two elements. Cost: one step for each generator in a word for `b`.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.monoid.product(a, b)
    }

    /// The element of a sum of heaps; `None` if the claim is not about one of them.
    pub fn product_of(&self, heaps: impl IntoIterator<Item = u64>) -> Option<u32> {
        heaps.into_iter().try_fold(0, |product, heap| Some(self.product(product, self.element(heap)?)))
    }

    /// Who wins a sum of heaps; `None` if the claim is not about one of them.
    pub fn outcome(&self, heaps: impl IntoIterator<Item = u64>) -> Option<Outcome> {
        self.product_of(heaps).map(|element| if self.is_lost(element) { Outcome::P } else { Outcome::N })
    }

    /// The places of generators of which the element is the product, in ascending order.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    pub fn word(&self, element: u32) -> Vec<usize> {
        self.monoid.word(element)
    }

    /// Whether it is the quotient of sums of Nim heaps: the identity, a lost element a of order
    /// two, and a group of elements of order two whose identity is the only other lost element.
    pub fn is_tame(&self) -> bool {
        let order = self.order() as u32;
        if order <= 2 {
            return order == 1 || self.is_lost(1) && self.product(1, 1) == 0;
        }
        let single = (1..order).find(|&element| self.product(element, element) == 0);
        let Some(single) = single.filter(|&single| self.is_lost(single)) else { return false };
        let others = || (1..order).filter(move |&element| element != single);
        let Some(zero) = others().find(|&element| self.is_lost(element)) else { return false };
        self.lost() == 2
            && others().all(|element| self.product(element, element) == zero && self.product(element, zero) == element)
    }
}

impl Evidence for Quotient {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} elements", self.order())
    }

    fn misere_outcome(&self, _query: &Query, sum: &[Term], _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        let size = |term: &Term| match term.component {
            Component::Heap(size) if term.ruleset == 0 => Some(size),
            _ => None,
        };
        let sizes: Option<Vec<u64>> = sum.iter().map(size).collect();
        Ok(sizes.and_then(|sizes| Quotient::outcome(self, sizes)))
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Misere)?;
        context.scope.requires_its_ruleset()?;
        Quotient::check(self, context.scope.ruleset(), context.go_on).map(Verdict::of)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(self.to_lines())
    }
}
