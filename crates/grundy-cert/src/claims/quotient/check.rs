//! Verifies a claimed quotient from the rules alone.
//!
//! 1. For each heap, the elements of its options follow from the rules.
//! 2. No move leads from a lost sum to a lost sum: this is a condition on each heap and its
//!    options.
//! 3. Every other sum that has a move has one to a lost sum (`open.rs`). If all heaps are tame, 2
//!    and 3 follow from their values (`tame.rs`).
//! 4. If the elements of heaps repeat, the heaps up to the window of the theorem on periods are
//!    enough: every later one has the same element and options with the same elements as one before
//!    it.
//! 5. Every two elements differ in outcome together with a third one: no smaller monoid has the
//!    same outcomes.

use std::collections::{BTreeSet, HashMap};

use grundy_core::Game;
use grundy_games::{Component, HeapRules, Ruleset};

use super::{
    Quotient,
    open::{HeapContribution, Open, is_stuck},
};
use crate::{
    claims::{period::window_end, shape::Shape},
    error::Flaw,
    poll::{Halt, Poll, ended},
};

/// The flaw of a claim that is not proved, for this reason.
fn refuse<T>(why: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw::NoQuotient(why.into()))
}

impl Quotient {
    /// Verifies the claim from the rules alone. `go_on` is called now and then, and returns whether
    /// there is time left. Returns false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::NoQuotient`] with the condition that does not hold; [`Flaw::MissingOption`] if the
    /// claim lacks the element of a heap; [`Flaw::Fault`] if the rules break down at a heap.
    pub fn check(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        ended(self.verify(ruleset, &mut Poll::new(go_on)))
    }

    /// As [`Quotient::check`], until the poll ends it.
    fn verify(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let Ruleset::Heap(rules) = ruleset else { return Ok(refuse("the game is not about plain heaps")?) };
        let Some(end) = self.end(ruleset, poll)? else {
            return Ok(refuse("the window of the theorem does not end below 2^64")?);
        };
        if self.elements[0] != 0 || self.lost[0] {
            return Ok(refuse("the empty sum is won by the mover")?);
        }
        for (&heap, &element) in self.generators.iter().zip(self.monoid.steps(0)) {
            if self.first(element, poll)? != Some(heap) {
                return Ok(refuse("a generator is not the element of its heap, or of an earlier one too")?);
            }
        }
        if !self.is_reduced(poll)? {
            return Ok(refuse("two elements have the same outcomes with all others")?);
        }
        if self.is_of_tame_heaps(rules, end, poll)? {
            return Ok(());
        }
        let mut lost_with: Vec<Open> = Vec::with_capacity(self.order());
        for element in 0..self.order() as u32 {
            poll.steps(self.order() as u32)?;
            lost_with.push(self.monoid.row(element).iter().map(|&product| self.is_lost(product)).collect());
        }
        let kinds = self.kinds(rules, end, &lost_with, poll)?;
        let start: Open = self.lost.iter().map(|lost| !lost).collect();
        match is_stuck(&self.monoid, &kinds, start, poll)? {
            true => Ok(refuse("from a sum that is not lost, no move leads to a lost one")?),
            false => Ok(()),
        }
    }

    /// The first heap with this element.
    fn first(&self, element: u32, poll: &mut Poll<'_>) -> Result<Option<u64>, Halt> {
        for (heap, &own) in (0..).zip(&self.elements) {
            poll.step()?;
            if own == element {
                return Ok(Some(heap));
            }
        }
        Ok(None)
    }

    /// The end of the heaps that the check visits; `None` if it is 2^64 or more. Also refuses a
    /// period, or its beginning, that is not the least.
    fn end(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<Option<u64>, Halt> {
        let Some((from, period)) = self.repeats else { return Ok(Some(self.elements.len() as u64)) };
        let shape = Shape::of(ruleset).map_err(|why| Flaw::NoQuotient(why.into()))?;
        if !matches!(shape, Shape::Breaking(_) | Shape::Subtraction(_)) {
            return Ok(refuse("the theorem on periods is not about this game")?);
        }
        if from == 0 {
            return Ok(refuse("the period begins with heap 0, which no theorem allows")?);
        }
        let whole = &self.elements[from as usize..];
        for step in (1..whole.len()).filter(|&step| whole.len().is_multiple_of(step)) {
            let mut same = 0;
            while same < whole.len() && whole[same] == whole[(same + step) % whole.len()] {
                poll.step()?;
                same += 1;
            }
            if same == whole.len() {
                return Ok(refuse("the period is not the least")?);
            }
        }
        if from > 1 && self.elements[from as usize - 1] == whole[whole.len() - 1] {
            return Ok(refuse("the period begins earlier")?);
        }
        Ok(window_end(&shape, from, period))
    }

    /// Whether every two elements differ in outcome together with a third one. Moore's rounds on
    /// the steps by generators.
    fn is_reduced(&self, poll: &mut Poll<'_>) -> Result<bool, Halt> {
        let mut classes: Vec<usize> = self.lost.iter().map(|&lost| lost.into()).collect();
        let mut count = 0;
        loop {
            let (mut names, mut next) = (HashMap::new(), Vec::with_capacity(self.order()));
            for (element, &class) in classes.iter().enumerate() {
                poll.steps(1 + self.generators.len() as u32)?;
                let steps = self.monoid.steps(element as u32).iter().map(|&to| classes[to as usize]);
                let key: Vec<usize> = [class].into_iter().chain(steps).collect();
                let fresh = names.len();
                next.push(*names.entry(key).or_insert(fresh));
            }
            classes = next;
            if names.len() == count {
                return Ok(count == self.order());
            }
            count = names.len();
        }
    }

    /// The kinds of heaps below `end`, each once. Refuses a move from a lost sum to a lost one.
    ///
    /// Heaps with the same element and options of the same elements are one kind: whatever is added
    /// to them, the same sums are lost.
    fn kinds(
        &self,
        rules: &HeapRules,
        end: u64,
        lost_with: &[Open],
        poll: &mut Poll<'_>,
    ) -> Result<Vec<HeapContribution>, Halt> {
        let mut kinds: HashMap<(u32, Vec<u32>), HeapContribution> = HashMap::new();
        for heap in 0..end {
            poll.position()?;
            let mut options = BTreeSet::new();
            rules.walk(&heap, |step| {
                let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
                let element = self.product_of(parts.iter().copied());
                options.insert(element.ok_or(Flaw::MissingOption(Component::Heap(heap)))?);
                Ok::<(), Halt>(())
            })?;
            let Some(element) = self.element(heap) else {
                return Err(Flaw::MissingOption(Component::Heap(heap)).into());
            };
            if options.is_empty() {
                if element != 0 {
                    return Ok(refuse(format!("heap {heap} has no moves and is not the identity"))?);
                }
                continue;
            }
            let key = (element, options.into_iter().collect::<Vec<u32>>());
            if kinds.contains_key(&key) {
                continue;
            }
            let own = &lost_with[element as usize];
            let mut open = own.clone();
            open.invert();
            for &option in &key.1 {
                if own.meets(&lost_with[option as usize]) {
                    return Ok(refuse(format!("a move in heap {heap} leads from a lost sum to a lost one"))?);
                }
                open.remove(&lost_with[option as usize]);
            }
            kinds.insert(key, HeapContribution { element, heap, open });
        }
        Ok(kinds.into_values().collect())
    }
}
