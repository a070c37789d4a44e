//! The claim about misère play: a finite commutative monoid tells who wins every sum of heaps.
//!
//! Each heap has an element of the monoid, and a sum is lost for the mover exactly if the product of the elements of its
//! heaps is one of the lost ones. The claim is about heaps up to a size, or, where the elements of heaps repeat, about all
//! heaps. [`Quotient::check`] verifies it from the rules alone (`check.rs`), and that no smaller monoid would do, so that it
//! is the misère quotient of Plambeck and Siegel (Misère quotients for impartial games, JCTA 115, 2008).

mod check;
mod monoid;
mod open;
mod text;

use std::sync::Arc;

use grundy_core::Outcome;
use grundy_games::{Component, Convention, Query, Ruleset, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::error::{Flaw, Verdict};
use monoid::Monoid;

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "quotient",
    read: Read::Section(|section| Ok(Claim::Quotient(Arc::new(Quotient::of_lines(&section.lines)?)))),
};

/// Larger quotients are refused.
pub const MOST_ELEMENTS: usize = 4096;

/// A commutative monoid with the lost elements, and the element of each heap. Element 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// Heaps whose elements generate the monoid.
    generators: Vec<u64>,
    monoid: Monoid,
    /// Which elements are lost for the mover.
    lost: Vec<bool>,
    /// The element of each heap from 0 on; where they repeat, up to the end of the first period.
    elements: Vec<u32>,
    /// The heap from which the elements of heaps repeat, and the period.
    repeats: Option<(u64, u64)>,
}

impl Quotient {
    /// A claim: `steps[x]` are the products of element x and the elements of the generators. An error tells what cannot
    /// be read as a monoid.
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

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// How many of them are lost for the mover.
    pub fn lost(&self) -> usize {
        self.lost.iter().filter(|&&lost| lost).count()
    }

    /// Whether an element is lost for the mover.
    pub fn is_lost(&self, element: u32) -> bool {
        self.lost.get(element as usize) == Some(&true)
    }

    /// The heaps whose elements generate the monoid.
    pub fn generators(&self) -> &[u64] {
        &self.generators
    }

    /// The elements of the heaps from 0 on; where they repeat, up to the end of the first period.
    pub fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// The heap from which the elements of heaps repeat, and the period; nothing where it is not about all heaps.
    pub fn repeats(&self) -> Option<(u64, u64)> {
        self.repeats
    }

    /// The largest heap that it is about; nothing where it is about all.
    pub fn last(&self) -> Option<u64> {
        if self.repeats.is_some() { None } else { Some(self.elements.len() as u64 - 1) }
    }

    /// The element of a heap, if the claim is about it.
    pub fn element(&self, heap: u64) -> Option<u32> {
        let at = match self.repeats {
            Some((from, period)) if heap >= from => from + (heap - from) % period,
            _ => heap,
        };
        self.elements.get(usize::try_from(at).ok()?).copied()
    }

    /// The product of two elements.
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.monoid.product(a, b)
    }

    /// The element of a sum of heaps, if the claim is about all of them.
    pub fn product_of(&self, heaps: impl IntoIterator<Item = u64>) -> Option<u32> {
        heaps.into_iter().try_fold(0, |product, heap| Some(self.product(product, self.element(heap)?)))
    }

    /// Who wins a sum of heaps, if the claim is about all of them.
    pub fn outcome(&self, heaps: impl IntoIterator<Item = u64>) -> Option<Outcome> {
        self.product_of(heaps).map(|element| if self.is_lost(element) { Outcome::P } else { Outcome::N })
    }

    /// The generators of which the element is the product, as powers of their places.
    pub fn word(&self, element: u32) -> Vec<usize> {
        self.monoid.word(element)
    }

    /// Whether it is that of a sum of Nim heaps: the identity, an element a of order two which is lost, and a group of
    /// elements of order two whose identity is its only lost element.
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

    fn misere_outcome(&self, _query: &Query, sum: &[Term]) -> Option<Outcome> {
        let size = |term: &Term| match term.component {
            Component::Heap(size) if term.ruleset == 0 => Some(size),
            _ => None,
        };
        Quotient::outcome(self, sum.iter().map(size).collect::<Option<Vec<u64>>>()?)
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
