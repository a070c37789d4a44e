//! Verifies the quotient of tame heaps from their values, without sets of sums.
//!
//! The value of a heap is the mex of those of its options, its misère value the same with 1 for a
//! heap without moves. If they are 0 and 1, or 1 and 0, the heap is *fickle*; if they are equal, it
//! is *firm*; else it is not tame. A sum is lost if all heaps are fickle and the exclusive or of
//! the values is 1, or some heap is firm and it is 0 (the book proves it). So it remains that the
//! elements are such pairs.
//!
//! Cost: one look-up for each part of each option.

use grundy_core::{Game, MexSet, Nimber};
use grundy_games::HeapRules;

use super::Quotient;
use crate::poll::{Halt, Poll};

/// The value of a sum of tame heaps, and whether one of them is firm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TameSum {
    value: Nimber,
    firm: bool,
}

impl TameSum {
    /// The kind of a sum of two.
    fn and(self, other: TameSum) -> TameSum {
        TameSum { value: self.value + other.value, firm: self.firm || other.firm }
    }

    /// The misère value; a fickle sum has the value 0 or 1.
    fn misere(self) -> Nimber {
        if self.firm { self.value } else { Nimber(1) + self.value }
    }

    /// Whether the mover loses.
    fn is_lost(self) -> bool {
        self.misere() == Nimber(0)
    }
}

impl Quotient {
    /// Whether the heaps below `end` are tame, and the elements are their kinds. False does not
    /// mean that the claim is wrong.
    pub(super) fn is_of_tame_heaps(&self, rules: &HeapRules, end: u64, poll: &mut Poll<'_>) -> Result<bool, Halt> {
        let mut heaps: Vec<TameSum> = Vec::new();
        for heap in 0..end {
            poll.position()?;
            let Some(kind) = kind(rules, heap, &heaps, poll)? else { return Ok(false) };
            heaps.push(kind);
        }
        let generators: Option<Vec<TameSum>> =
            self.generators.iter().map(|&heap| heaps.get(usize::try_from(heap).ok()?).copied()).collect();
        let Some(generators) = generators else { return Ok(false) };
        let kinds: Vec<TameSum> = (0..self.order() as u32)
            .map(|element| self.word(element).iter().map(|&at| generators[at]).fold(TameSum::default(), TameSum::and))
            .collect();
        for (element, kind) in (0..).zip(&kinds) {
            poll.steps(1 + generators.len() as u32)?;
            let mut steps = self.monoid.steps(element).iter().zip(&generators);
            let follows = steps.all(|(&to, own)| kinds[to as usize] == kind.and(*own));
            if !follows || self.is_lost(element) != kind.is_lost() {
                return Ok(false);
            }
        }
        for (heap, kind) in (0..).zip(&heaps) {
            poll.step()?;
            if self.element(heap).map(|element| kinds[element as usize]) != Some(*kind) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The kind of a heap, of which all smaller ones are known; `None` if it is not tame.
fn kind(rules: &HeapRules, heap: u64, smaller: &[TameSum], poll: &mut Poll<'_>) -> Result<Option<TameSum>, Halt> {
    let [mut values, mut misere] = [MexSet::new(), MexSet::new()];
    let mut moves = false;
    rules.walk(&heap, |step| {
        let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        moves = true;
        let sum = parts.iter().map(|&part| smaller[part as usize]).fold(TameSum::default(), TameSum::and);
        values.insert(sum.value);
        misere.insert(sum.misere());
        Ok::<(), Halt>(())
    })?;
    if !moves {
        return Ok(Some(TameSum::default()));
    }
    let (value, misere) = (values.mex(), misere.mex());
    let firm = value == misere;
    let fickle = value.0 <= 1 && misere == Nimber(1) + value;
    Ok((firm || fickle).then_some(TameSum { value, firm }))
}
