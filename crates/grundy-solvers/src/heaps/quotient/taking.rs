//! Adds a heap to an exact model of the sums of smaller heaps.
//!
//! Most heaps have an element of the model. It is guessed, and the guess is right if the sieve
//! finds no wrong sum (`sieve.rs`). Otherwise the heap is added level by level: the lost elements
//! with 0, 1, 2, .. new heaps are determined, until a level equals an earlier one; then so do all
//! later levels (`extend.rs`). The lost elements of a level are guessed too. If that guess is
//! wrong, the model does not distinguish the sums of smaller heaps finely enough. A finer model is
//! then built in the same way, from the smallest heap on, by the same rules with one exception: a
//! sum that a move in the new heap wins is won.

use super::{
    bits::BitSet,
    extend::extended,
    heaps::HeapOptions,
    model::Model,
    new_heap::NewHeap,
    sieve::{KindSieve, all},
};
use crate::support::budget::{Budget, Stopped};

/// The depth to which finer models are built within finer models.
const MOST_DEPTH: usize = 16;

/// The model that another one refines.
pub(super) struct Ground<'a> {
    /// A coarser model, which is exact on other levels.
    pub(super) base: &'a Model,
    /// Sums of elements outside this set are won at once, and sums of these elements are lost if
    /// they have no moves. `None` for the game itself, in which sums without moves are won.
    pub(super) gate: Option<&'a BitSet>,
    /// The number of finer models that this one is within.
    pub(super) depth: usize,
}

/// Why a heap cannot be added to a model.
#[derive(Clone, Copy, Debug)]
pub(super) enum GaveUp {
    /// Outcomes with up to so many of the new heap distinguish more classes of sums than a quotient
    /// may have.
    Classes(usize),
    /// Models are nested too deeply.
    Depth,
}

/// An exact model of the sums of some heaps.
pub(super) struct ExactModel {
    /// The model, with one set of lost elements.
    pub(super) model: Model,
    /// What verifies it, with the kinds of all heaps added.
    sieve: KindSieve,
}

impl Ground<'_> {
    /// Whether a sum whose element has this image may be lost together with new heaps whose element
    /// is `power`.
    fn lets(&self, image: u32, power: u32) -> bool {
        self.gate.is_none_or(|gate| gate.has(self.base.product(image, power) as usize))
    }

    /// Returns the elements whose sums may be lost without new heaps.
    fn open(&self, model: &Model) -> BitSet {
        let mut open = all(model.order());
        (0..model.order()).filter(|&at| !self.lets(model.images[at], 0)).for_each(|at| open.take(at));
        open
    }
}

impl ExactModel {
    /// Returns the model of heap 0 alone.
    pub(super) fn new(ground: &Ground<'_>, budget: &mut Budget) -> Result<ExactModel, Stopped> {
        let mut model = Model::trivial();
        if ground.gate.is_some_and(|gate| gate.has(0)) {
            model.lost[0].add(0);
        }
        let sieve = KindSieve::new(&model, &ground.open(&model), budget)?;
        Ok(ExactModel { model, sieve })
    }

    /// Returns the model of all heaps of the game up to the last of its elements, which is known to
    /// be right.
    pub(super) fn of(model: Model, heaps: &HeapOptions<'_>, budget: &mut Budget) -> Result<ExactModel, Stopped> {
        let mut sieve = KindSieve::new(&model, &all(model.order()), budget)?;
        let last = model.elements.len() as u32 - 1;
        sieve.add(&model, heaps, 1..=last, false, budget)?;
        Ok(ExactModel { model, sieve })
    }

    /// Returns the bytes that are counted for the model and its sieve.
    pub(super) fn bytes(&self) -> u64 {
        let order = self.model.order();
        Model::bytes(order) + KindSieve::bytes(order)
    }

    /// Adds the next heap; returns why not, if that was not possible.
    pub(super) fn take(
        &mut self,
        heaps: &HeapOptions<'_>,
        ground: &Ground<'_>,
        budget: &mut Budget,
    ) -> Result<Result<(), GaveUp>, Stopped> {
        budget.solved(1)?;
        if self.accept(heaps, ground, budget)? { Ok(Ok(())) } else { self.extend(heaps, ground, budget) }
    }

    /// Adds the next heap if its element is one of the model; returns whether it is.
    ///
    /// The first element that fits the guess is tried. If the sieve refuses it, the heap is added
    /// by `extend` instead; nothing of the trial is left in the model.
    fn accept(&mut self, heaps: &HeapOptions<'_>, ground: &Ground<'_>, budget: &mut Budget) -> Result<bool, Stopped> {
        let heap = self.model.elements.len() as u32;
        let Some(element) = self.candidate(heaps, ground, budget)? else { return Ok(false) };
        self.model.elements.push(element);
        let right = self.sieve.admit(&self.model, heaps, heap, budget);
        if !matches!(right, Ok(true)) {
            self.model.elements.pop();
        }
        right
    }

    /// Returns the element that the next heap seems to have.
    fn candidate(
        &self,
        heaps: &HeapOptions<'_>,
        ground: &Ground<'_>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        let model = &self.model;
        let heap = model.elements.len();
        if heaps.of(heap as u32).is_empty() {
            return Ok(Some(0));
        }
        let image = ground.base.elements.get(heap).copied().unwrap_or(0);
        let new = NewHeap::new(heaps, model, heap as u32, |element| ground.lets(model.images[element], image));
        let lost = new.guess(budget)?;
        let fits = |element: &u32| {
            let row = model.row(*element as usize);
            model.images[*element as usize] == image
                && (0..model.order()).all(|context| model.lost[0].has(row[context] as usize) == lost.has(context))
        };
        Ok((0..model.order() as u32).find(fits))
    }

    /// Adds the next heap by enlarging or refining the model; returns why not, if that was not
    /// possible.
    ///
    /// The levels are sets of elements, of which there are finitely many; so one comes up again
    /// unless the model is refined. It gives up where models are nested too deeply, and at a
    /// quotient of too many elements.
    fn extend(
        &mut self,
        heaps: &HeapOptions<'_>,
        ground: &Ground<'_>,
        budget: &mut Budget,
    ) -> Result<Result<(), GaveUp>, Stopped> {
        let heap = self.model.elements.len() as u32;
        let image = ground.base.elements.get(heap as usize).copied().unwrap_or(0);
        let mut model = self.model.clone();
        let mut powers = vec![0];
        let back = loop {
            let power = ground.base.product(powers[powers.len() - 1], image);
            match level(&mut model, heaps, heap, ground, power, budget)? {
                Ok(None) => {}
                Ok(Some(finer)) => {
                    self.release(&model, budget);
                    model = finer;
                }
                Err(why) => {
                    self.release(&model, budget);
                    let classes = matches!(why, GaveUp::Classes(_));
                    return Ok(Err(if classes { GaveUp::Classes(powers.len()) } else { why }));
                }
            }
            powers.push(power);
            let last = powers.len() - 1;
            if let Some(back) = (0..last).find(|&at| model.lost[at] == model.lost[last] && powers[at] == power) {
                break back;
            }
        };
        let order = self.model.order();
        let quotient = extended(&model, back, ground.base, &powers, budget)?;
        self.release(&model, budget);
        let Some(model) = quotient else { return Ok(Err(GaveUp::Classes(powers.len() - 1))) };
        let mut sieve = KindSieve::new(&model, &ground.open(&model), budget)?;
        sieve.add(&model, heaps, 1..=heap, false, budget)?;
        *self = ExactModel { model, sieve };
        budget.release(Model::bytes(order) + KindSieve::bytes(order));
        Ok(Ok(()))
    }

    /// Counts the memory of a model of [`finer_model`] as released.
    fn release(&self, model: &Model, budget: &mut Budget) {
        if !model.shares(&self.model) {
            budget.release(Model::bytes(model.order()));
        }
    }
}

/// Adds one more level to the model, for one more new heap. Returns a finer model with that level
/// instead if the model does not distinguish finely enough, or why there is none.
fn level(
    model: &mut Model,
    heaps: &HeapOptions<'_>,
    heap: u32,
    ground: &Ground<'_>,
    power: u32,
    budget: &mut Budget,
) -> Result<Result<Option<Model>, GaveUp>, Stopped> {
    let new = NewHeap::new(heaps, model, heap, |element| ground.lets(model.images[element], power));
    let (lost, open) = (new.guess(budget)?, new.into_open());
    model.lost.push(lost);
    let right = KindSieve::new(model, &open, budget)?.add(model, heaps, 1..=heap - 1, true, budget)?;
    budget.release(KindSieve::bytes(model.order()));
    if right {
        return Ok(Ok(None));
    }
    model.lost.pop();
    if ground.depth == MOST_DEPTH {
        return Ok(Err(GaveUp::Depth));
    }
    let ground = Ground { base: model, gate: Some(&open), depth: ground.depth + 1 };
    Ok(finer_model(heaps, heap, &ground, budget)?.map(Some))
}

/// Returns a model of the heaps below `heap` that refines the base of the ground, with one more
/// level. Its memory stays counted.
fn finer_model(
    heaps: &HeapOptions<'_>,
    heap: u32,
    ground: &Ground<'_>,
    budget: &mut Budget,
) -> Result<Result<Model, GaveUp>, Stopped> {
    let mut exact = ExactModel::new(ground, budget)?;
    for _ in 1..heap {
        if let Err(why) = exact.take(heaps, ground, budget)? {
            budget.release(Model::bytes(exact.model.order()) + KindSieve::bytes(exact.model.order()));
            return Ok(Err(why));
        }
    }
    budget.release(KindSieve::bytes(exact.model.order()));
    let Model { images, lost, .. } = &exact.model;
    let levels = ground.base.lost.iter().map(|level| {
        let mut lost = BitSet::none(images.len());
        images.iter().enumerate().filter(|(_, image)| level.has(**image as usize)).for_each(|(at, _)| lost.add(at));
        lost
    });
    let lost = levels.chain(lost.iter().cloned()).collect();
    let images = images.iter().map(|&image| ground.base.images[image as usize]).collect();
    Ok(Ok(Model { lost, images, ..exact.model }))
}
