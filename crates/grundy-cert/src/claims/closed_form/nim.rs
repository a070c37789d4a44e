//! Nim: the value of a heap is its size; in misère play Bouton's rule (1901).
//!
//! *Example.* Three heaps of one counter: whoever moves takes the last one, so in misère play the
//! mover loses. *Cost:* none.

use grundy_core::{Nimber, Outcome};
use grundy_games::{AmountSet, Component, Convention, HeapMove, Ruleset, Span, Term};

use super::{ClosedForm, by_bouton};

/// Nim: the value of a heap is its size; in misère play Bouton's rule (1901).
#[derive(Debug)]
pub struct Nim;

impl ClosedForm for Nim {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn statement(&self) -> &'static str {
        "the value of a Nim heap is its size; in misère play the mover wins as in normal play unless every heap has one counter"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("bouton1901", "the values of Nim, and who wins it in mis\u{e8}re play")]
    }

    fn is_about(&self, ruleset: &Ruleset, _play: Convention) -> bool {
        let Ruleset::Heap(rules) = ruleset else { return false };
        matches!(&rules.moves[..], [HeapMove::Take(take)]
            if take.amounts.kinds == [AmountSet::Any] && take.amounts.except.is_empty()
                && take.leaving == (Span { from: 0, to: Some(1) }))
    }

    fn has_parameters(&self) -> bool {
        false
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        Some(Nimber(*size))
    }

    fn unique_options(&self, _ruleset: &Ruleset, component: &Component) -> Option<u64> {
        let Component::Heap(size) = component else { return None };
        Some(*size)
    }

    fn option(&self, _ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Heap(size) = component else { return None };
        (value.0 < *size).then_some(Component::Heap(value.0))
    }

    fn misere_outcome(&self, ruleset: &Ruleset, sum: &[Term]) -> Option<Outcome> {
        by_bouton(self, ruleset, sum)
    }
}
