//! The quotients of the heaps up to 1, 2, 3, ..: each extends the one before it (`taking.rs`),
//! until the elements of the heaps repeat over the window of the period theorem.

use grundy_cert::{MOST_ELEMENTS, Quotient, Shape, window_end};
use grundy_core::Fault;
use grundy_games::{HeapRules, Ruleset};

use super::{
    heaps::Heaps,
    model::Model,
    taking::{Exact, GaveUp, Ground},
};
use crate::{
    solver::Refusal,
    support::budget::{Budget, Reason, Stopped},
};

/// A search for the quotient of a heap game, heap by heap.
pub struct Search<'r> {
    /// The shape, if a period theorem is about it.
    shape: Result<Shape, Refusal>,
    /// The options of the heaps.
    heaps: Heaps<'r>,
    /// The model of the heaps that were added, which is exact.
    exact: Exact,
    /// The heaps that enlarged the quotient.
    growth: Vec<Growth>,
    /// The heap from which the elements repeat, and the period, once they are proved.
    repeats: Option<(u64, u64)>,
    /// The next heap after which a period is tested.
    look: u64,
}

/// A heap that enlarged the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The heap.
    pub heap: u64,
    /// The number of elements of the quotient of the heaps up to it.
    pub order: u64,
    /// The number of elements that are lost for the player to move.
    pub lost: u64,
}

/// The largest heap of a search.
const LARGEST: u64 = 1 << 24;

impl<'r> Search<'r> {
    /// Returns the search with the quotient of heap 0 alone; refuses any ruleset that is not of
    /// plain heaps.
    pub fn new(ruleset: &'r Ruleset) -> Result<Search<'r>, Refusal> {
        let Ruleset::Heap(rules) = ruleset else { return Err("quotients are found for plain heaps".into()) };
        let shape = Shape::of(ruleset).and_then(|shape| match shape {
            Shape::Breaking(_) | Shape::Subtraction(_) => Ok(shape),
            _ => Err("no theorem proves periods of its quotient".into()),
        });
        Ok(Search::with(rules, shape))
    }

    fn with(rules: &'r HeapRules, shape: Result<Shape, Refusal>) -> Search<'r> {
        let base = Model::trivial();
        let exact = Exact::new(&Ground { base: &base, gate: None, depth: 0 });
        Search { shape, heaps: Heaps::new(rules), exact, growth: Vec::new(), repeats: None, look: 4 }
    }

    /// Adds heaps up to this one, or until the elements of heaps are proved to repeat; returns
    /// whether they are. Returns [`Stopped`] over a limit, or if the quotient gets too large.
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

    /// Returns why no theorem can prove that the elements repeat, if the rules exclude it.
    pub fn endless(&self) -> Option<&Refusal> {
        self.shape.as_ref().err()
    }

    /// Returns the quotient so far: of all heaps, or of those that were added.
    pub fn claim(&self) -> Quotient {
        let model = &self.exact.model;
        let mut elements = model.elements.clone();
        if let Some((from, period)) = self.repeats {
            // Both count heaps that were added.
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

    /// Returns the largest heap that was added.
    pub fn last(&self) -> u64 {
        self.exact.model.elements.len() as u64 - 1
    }

    /// Returns the heaps that enlarged the quotient.
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// Adds the next heap.
    fn step(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let heap = self.last() + 1;
        if u64::from(self.heaps.last()) < heap {
            self.heaps.grow(budget)?;
        }
        let before = self.exact.model.order();
        let base = Model::trivial();
        let taken = self.exact.take(&self.heaps, &Ground { base: &base, gate: None, depth: 0 }, budget)?;
        if let Err(why) = taken {
            let why = match why {
                GaveUp::Classes(many) => format!(
                    "with heap {heap}, sums fall into over {MOST_ELEMENTS} classes, which outcomes with 0 to {many} \
                     heaps of {heap} distinguish"
                ),
                GaveUp::Depth => format!("with heap {heap}, models are nested too deeply"),
            };
            return Err(budget.stopped(Reason::Fault(Fault(why))));
        }
        let model = &self.exact.model;
        if model.order() > before {
            let lost = model.lost[0].iter().count() as u64;
            self.growth.push(Growth { heap, order: model.order() as u64, lost });
        }
        Ok(())
    }

    /// Returns the least heap from which the elements of heaps repeat, and the least period, if the
    /// heaps that were added prove it.
    ///
    /// Heap 0 has the element 1 by definition and is left out. Quadratic in the heaps at worst, so
    /// it is tested only after a sixteenth more heaps.
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
