//! The quotients of the heaps up to 1, 2, 3, ..: while all heaps are tame, they are known
//! (`tame.rs`); then each extends the one before it (`taking.rs`), until the elements of the heaps
//! repeat over the window of the period theorem.

use grundy_cert::{MOST_ELEMENTS, Quotient, Shape, window_end};
use grundy_core::Fault;
use grundy_games::{HeapRules, Ruleset};

use super::{
    heaps::HeapOptions,
    model::Model,
    taking::{ExactModel, GaveUp, Ground},
    tame::{NextHeap, Tame},
};
use crate::{
    solver::Refusal,
    support::budget::{Budget, Reason, Stopped},
};

/// A search for the quotient of a heap game, heap by heap.
pub struct QuotientSearch<'r> {
    /// The shape, if a period theorem is about it.
    shape: Result<Shape, Refusal>,
    /// The rules.
    rules: &'r HeapRules,
    /// The quotient of the heaps that were added.
    known: KnownQuotient<'r>,
    /// The heaps that enlarged the quotient.
    growth: Vec<Growth>,
    /// The heap from which the elements repeat, and the period, once they are proved.
    repeats: Option<(u64, u64)>,
    /// The next heap after which a period is tested.
    look: u64,
}

/// A quotient of the heaps up to one of them.
enum KnownQuotient<'r> {
    /// All of them are tame.
    Tame(Tame),
    /// Not all of them are: an exact model, with the options of the heaps.
    Wild(ExactModel, HeapOptions<'r>),
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
pub const LARGEST: u64 = 1 << 24;

impl<'r> QuotientSearch<'r> {
    /// Returns the search with the quotient of heap 0 alone; refuses any ruleset that is not of
    /// plain heaps.
    pub fn new(ruleset: &'r Ruleset) -> Result<QuotientSearch<'r>, Refusal> {
        let Ruleset::Heap(rules) = ruleset else { return Err("quotients are found for plain heaps".into()) };
        let shape = Shape::of(ruleset).and_then(|shape| match shape {
            Shape::Breaking(_) | Shape::Subtraction(_) => Ok(shape),
            _ => Err("no theorem proves periods of its quotient".into()),
        });
        Ok(QuotientSearch::with(rules, shape))
    }

    fn with(rules: &'r HeapRules, shape: Result<Shape, Refusal>) -> QuotientSearch<'r> {
        QuotientSearch {
            shape,
            rules,
            known: KnownQuotient::Tame(Tame::new()),
            growth: Vec::new(),
            repeats: None,
            look: 4,
        }
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

    /// Returns the quotient so far: of all heaps, or of those that were added. The memory of it
    /// stays counted.
    ///
    /// Cost: linear in the heaps, and in the elements times the generators. The clock is not asked,
    /// so that what a search has found can be had when its time is up.
    pub fn claim(&self, budget: &mut Budget) -> Result<Quotient, Stopped> {
        let (order, heaps) = (self.order(), self.last() + 1);
        let most_generators = (self.growth.len() as u64).max(1);
        // Steps, the sums and parents by which they are found, and what the claim keeps of them.
        let working = order * (64 + 4 * u64::from(u64::BITS));
        let kept = 4 * heaps + order * (64 + 4 * most_generators);
        budget.hold(working + kept)?;
        let (generators, steps, lost, mut elements) = match &self.known {
            KnownQuotient::Tame(tame) => {
                let made = tame.generated(&mut Budget::new())?;
                (made.generators, made.steps, made.lost, made.elements)
            }
            KnownQuotient::Wild(exact, _) => {
                let model = &exact.model;
                let generators = model.generators();
                let steps = (0..model.order() as u32).map(|element| {
                    let step = |heap: &u32| model.product(element, model.elements[*heap as usize]);
                    generators.iter().map(step).collect()
                });
                let steps = steps.collect();
                (generators, steps, model.lost[0].clone(), model.elements.clone())
            }
        };
        if let Some((from, period)) = self.repeats {
            // Both count heaps that were added.
            elements.truncate((from + period) as usize);
        }
        let generators = generators.iter().map(|&heap| heap.into()).collect();
        let lost = (0..steps.len()).map(|element| lost.has(element)).collect();
        let claim = Quotient::new(generators, steps, lost, elements, self.repeats).expect("the model is a monoid");
        budget.release(working);
        Ok(claim)
    }

    /// Returns the bytes that the search holds.
    pub fn bytes(&self) -> u64 {
        match &self.known {
            KnownQuotient::Tame(tame) => tame.bytes(),
            KnownQuotient::Wild(exact, heaps) => exact.bytes() + heaps.bytes(),
        }
    }

    /// Returns the largest heap that was added.
    pub fn last(&self) -> u64 {
        match &self.known {
            KnownQuotient::Tame(tame) => tame.last(),
            KnownQuotient::Wild(exact, _) => exact.model.elements.len() as u64 - 1,
        }
    }

    /// Returns the number of elements of the quotient so far.
    pub fn order(&self) -> u64 {
        self.size().0
    }

    /// Returns the number of elements, and of those that are lost for the player to move.
    fn size(&self) -> (u64, u64) {
        match &self.known {
            KnownQuotient::Tame(tame) => (tame.order(), tame.lost()),
            KnownQuotient::Wild(exact, _) => {
                let model = &exact.model;
                (model.order() as u64, model.lost[0].iter().count() as u64)
            }
        }
    }

    /// Returns the heaps that enlarged the quotient.
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// Adds the next heap.
    fn step(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        let (heap, before) = (self.last() + 1, self.order());
        let next = match &mut self.known {
            KnownQuotient::Tame(tame) => tame.grow(self.rules, budget)?,
            KnownQuotient::Wild(..) => NextHeap::Wild,
        };
        match next {
            NextHeap::Tame => {}
            NextHeap::Wild => self.add(heap, budget)?,
            NextHeap::TooLarge => {
                let why = format!("with heap {heap}, the quotient has over {MOST_ELEMENTS} elements");
                return Err(budget.stopped(Reason::Fault(Fault(why))));
            }
        }
        let (order, lost) = self.size();
        if order > before {
            self.growth.push(Growth { heap, order, lost });
        }
        Ok(())
    }

    /// Adds the next heap to an exact model.
    fn add(&mut self, heap: u64, budget: &mut Budget) -> Result<(), Stopped> {
        if let KnownQuotient::Tame(tame) = &self.known {
            let mut heaps = HeapOptions::new(self.rules);
            while u64::from(heaps.last()) < tame.last() {
                heaps.grow(budget)?;
            }
            budget.hold(Model::bytes(tame.order() as usize))?;
            let exact = ExactModel::of(tame.generated(budget)?.model(budget)?, &heaps, budget)?;
            self.known = KnownQuotient::Wild(exact, heaps);
        }
        let KnownQuotient::Wild(exact, heaps) = &mut self.known else { return Ok(()) };
        if u64::from(heaps.last()) < heap {
            heaps.grow(budget)?;
        }
        let base = Model::trivial();
        let held = budget.progress().bytes;
        let taken = exact.take(heaps, &Ground { base: &base, gate: None, depth: 0 }, budget);
        if let Ok(Ok(())) = taken {
            return Ok(());
        }
        // Nothing is left of what was begun, and the model without the heap is still there.
        budget.release(budget.progress().bytes.saturating_sub(held));
        let Err(why) = taken? else { return Ok(()) };
        let why = match why {
            GaveUp::Classes(many) => format!(
                "with heap {heap}, sums fall into over {MOST_ELEMENTS} classes, which outcomes with 0 to {many} \
                 heaps of {heap} distinguish"
            ),
            GaveUp::Depth => format!("with heap {heap}, models are nested too deeply"),
        };
        Err(budget.stopped(Reason::Fault(Fault(why))))
    }

    /// Returns the least heap from which the elements of heaps repeat, and the least period, if the
    /// heaps that were added prove it.
    ///
    /// Heap 0 has the element 1 by definition and is left out. Quadratic in the heaps at worst, so
    /// it is tested only after a sixteenth more heaps.
    fn repeat(&self, budget: &mut Budget) -> Result<Option<(u64, u64)>, Stopped> {
        let Ok(shape) = &self.shape else { return Ok(None) };
        let classes: Vec<u32>;
        let elements = match &self.known {
            KnownQuotient::Tame(tame) => {
                classes = tame.classes().collect();
                &classes
            }
            KnownQuotient::Wild(exact, _) => &exact.model.elements,
        };
        for period in 1..elements.len() {
            // The window grows with the start and with the period.
            if window_end(shape, 1, period as u64).is_none_or(|end| end > elements.len() as u64) {
                break;
            }
            let same = |at: &usize| elements[*at] == elements[*at + period];
            let end = elements.len() - period;
            let from = (1..end).rev().take_while(same).last();
            budget.charge(1 + (end - from.unwrap_or(end)) as u32)?;
            let Some(from) = from.map(|from| from as u64) else { continue };
            if window_end(shape, from, period as u64).is_some_and(|end| end <= elements.len() as u64) {
                return Ok(Some((from, period as u64)));
            }
        }
        Ok(None)
    }
}
