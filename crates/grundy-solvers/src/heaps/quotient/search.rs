//! The quotients of the heaps up to 1, 2, 3, ..: each on the ground of the one before (`taking.rs`), until the elements of
//! heaps are seen to repeat over the window of the period theorem.

use grundy_cert::{MOST_ELEMENTS, Quotient, Shape, window_end};
use grundy_core::Fault;
use grundy_games::{HeapRules, Ruleset};

use super::{
    heaps::Heaps,
    model::Model,
    taking::{Exact, Ground},
};
use crate::{
    solver::Refusal,
    support::budget::{Budget, Reason, Stopped},
};

/// A search for the quotient of a heap game, heap by heap.
pub struct Search<'r> {
    /// The shape that a period theorem is about.
    shape: Result<Shape, Refusal>,
    heaps: Heaps<'r>,
    exact: Exact,
    growth: Vec<Growth>,
    repeats: Option<(u64, u64)>,
    /// The next heap after which a period is looked for.
    look: u64,
}

/// A heap that made the quotient grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The heap.
    pub heap: u64,
    /// How many elements the quotient of the heaps up to it has.
    pub order: u64,
    /// How many of them are lost for the mover.
    pub lost: u64,
}

/// Larger heaps are not looked at.
const LARGEST: u64 = 1 << 24;

impl<'r> Search<'r> {
    /// The quotient of heap 0 alone.
    pub fn new(ruleset: &'r Ruleset) -> Result<Search<'r>, Refusal> {
        let Ruleset::Heap(rules) = ruleset else { return Err("quotients are found for plain heaps".into()) };
        let shape = Shape::of(ruleset).and_then(|shape| match shape {
            Shape::Breaking(_) | Shape::Subtraction(_) => Ok(shape),
            _ => Err("no theorem is about the periods of its quotient".into()),
        });
        Ok(Search::with(rules, shape))
    }

    fn with(rules: &'r HeapRules, shape: Result<Shape, Refusal>) -> Search<'r> {
        let base = Model::trivial();
        let exact = Exact::new(&Ground { base: &base, gate: None, depth: 0 });
        Search { shape, heaps: Heaps::new(rules), exact, growth: Vec::new(), repeats: None, look: 4 }
    }

    /// Takes heaps in up to this one, or until the elements of heaps are proved to repeat; says whether they are.
    pub fn run(&mut self, to: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        while self.repeats.is_none() && self.last() < to.min(LARGEST) {
            self.step(budget)?;
            if self.last() >= self.look || self.last() == to {
                self.repeats = self.repeat(budget)?;
                self.look = self.last() + self.last() / 16 + 4;
            }
        }
        Ok(self.repeats.is_some())
    }

    /// Why the elements of heaps are never proved to repeat, if it is the rules.
    pub fn endless(&self) -> Option<&Refusal> {
        self.shape.as_ref().err()
    }

    /// What is found so far: about all heaps, or about those that were taken in.
    pub fn claim(&self) -> Quotient {
        let model = &self.exact.model;
        let mut elements = model.elements.clone();
        if let Some((from, period)) = self.repeats {
            // Both count heaps that were taken in.
            elements.truncate((from + period) as usize);
        }
        let generators = model.generators();
        let steps = (0..model.order() as u32).map(|element| {
            let step = |heap: &u32| model.product(element, model.elements[*heap as usize]);
            generators.iter().map(step).collect()
        });
        let generators = generators.iter().map(|&heap| heap.into()).collect();
        let lost = (0..model.order()).map(|element| model.lost[0].has(element)).collect();
        Quotient::new(generators, steps.collect(), lost, elements, self.repeats).expect("the model is a monoid")
    }

    /// The largest heap that was taken in.
    pub fn last(&self) -> u64 {
        self.exact.model.elements.len() as u64 - 1
    }

    /// The heaps that made the quotient grow.
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// Takes the next heap in.
    fn step(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let heap = self.last() + 1;
        if u64::from(self.heaps.last()) < heap {
            self.heaps.grow(budget)?;
        }
        let before = self.exact.model.order();
        let base = Model::trivial();
        if !self.exact.take(&self.heaps, &Ground { base: &base, gate: None, depth: 0 }, budget)? {
            let why = format!("with heap {heap}, sums fall into over {MOST_ELEMENTS} classes, or too finely apart");
            return Err(budget.stopped(Reason::Fault(Fault(why))));
        }
        let model = &self.exact.model;
        if model.order() > before {
            let lost = model.lost[0].iter().count() as u64;
            self.growth.push(Growth { heap, order: model.order() as u64, lost });
        }
        Ok(())
    }

    /// The least heap from which the elements of heaps repeat, and the least period, if the heaps that were taken in
    /// prove it.
    fn repeat(&self, budget: &mut Budget) -> Result<Option<(u64, u64)>, Stopped> {
        let Ok(shape) = &self.shape else { return Ok(None) };
        let elements = &self.exact.model.elements;
        for period in 1..elements.len() {
            budget.tick()?;
            let same = |at: &usize| elements[*at] == elements[*at + period];
            let from = (1..elements.len() - period).rev().take_while(same).last();
            let Some(from) = from.map(|from| from as u64) else { continue };
            if window_end(shape, from, period as u64).is_some_and(|end| end <= elements.len() as u64) {
                return Ok(Some((from, period as u64)));
            }
        }
        Ok(None)
    }
}
