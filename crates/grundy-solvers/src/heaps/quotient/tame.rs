//! Tame heaps: their sums are won and lost as sums of Nim heaps, so their quotient is known.
//!
//! A heap is tame if its value and its misère value, the mex of the misère values of its options or
//! 1 if it has none, are 0 and 1, or 1 and 0 (it is *fickle*), or equal (it is *firm*), and the
//! heaps of its options are tame (J. H. Conway, On Numbers and Games, chapter 12). Fickle heaps
//! behave as heaps of at most one counter, firm ones as sums with larger heaps. The book proves it.
//!
//! Cost: one look-up for each heap of each option.

use grundy_cert::MOST_ELEMENTS;
use grundy_core::{Game, MexSet, Nimber};
use grundy_games::HeapRules;

use super::extend::{Generated, generated};
use crate::support::budget::{Budget, Stopped};

/// So many options count as one position, so that a limit on positions bounds the work.
const OPTIONS: u64 = 64;

/// What a tame sum is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TameSum {
    /// The value in normal play.
    value: u32,
    /// Whether the misère value is the same.
    firm: bool,
}

impl TameSum {
    /// The kind of a sum of two.
    fn and(self, other: TameSum) -> TameSum {
        TameSum { value: self.value ^ other.value, firm: self.firm || other.firm }
    }

    /// The misère value.
    fn misere(self) -> u32 {
        if self.firm { self.value } else { self.value ^ 1 }
    }

    /// The number of the class: 0 and 1 are the fickle ones, then come the firm ones.
    fn class(self) -> u32 {
        if self.firm { self.value + 2 } else { self.value }
    }

    fn of_class(class: u32) -> TameSum {
        let firm = class >= 2;
        TameSum { value: if firm { class - 2 } else { class }, firm }
    }

    /// Whether the player to move loses: with a firm heap at value 0, else at value 1.
    fn is_lost(self) -> bool {
        self.value == u32::from(!self.firm)
    }
}

/// What the next heap is.
pub(super) enum NextHeap {
    /// Tame: it was added.
    Tame,
    /// Not tame.
    Wild,
    /// Tame, with a quotient of more elements than a claim may have.
    TooLarge,
}

/// The number of elements of the quotient with this greatest class. The values of firm heaps
/// generate all numbers with as many binary digits, since each heap has an option of each smaller
/// value.
fn order(greatest: u32) -> u64 {
    match greatest {
        small @ 0..=1 => u64::from(small) + 1,
        firm => 2 + (u64::from(firm) - 1).next_power_of_two().max(4),
    }
}

/// The kinds of heaps from 0 on, all of them tame.
pub(super) struct Tame {
    kinds: Vec<TameSum>,
    /// The greatest class.
    greatest: u32,
}

impl Tame {
    /// Heap 0 alone, which has no moves.
    pub(super) fn new() -> Tame {
        Tame { kinds: vec![TameSum::default()], greatest: 0 }
    }

    /// Returns the largest heap that was added.
    pub(super) fn last(&self) -> u64 {
        self.kinds.len() as u64 - 1
    }

    /// Returns the bytes that are counted for the kinds.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<TameSum>() * (self.kinds.len() - 1)) as u64
    }

    /// The classes of the heaps from 0 on: equal for heaps of one element.
    pub(super) fn classes(&self) -> impl Iterator<Item = u32> + '_ {
        self.kinds.iter().map(|kind| kind.class())
    }

    /// Adds the next heap, if it is tame and its quotient is not too large; returns what it is.
    pub(super) fn grow(&mut self, rules: &HeapRules, budget: &mut Budget) -> Result<NextHeap, Stopped> {
        let heap = self.kinds.len() as u64;
        let [mut values, mut misere] = [MexSet::new(), MexSet::new()];
        let mut options = 0u64;
        rules.walk(&heap, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(u32::try_from(parts.len()).unwrap_or(u32::MAX))?;
            options += 1;
            if options.is_multiple_of(OPTIONS) {
                budget.solved(1)?;
            }
            // Parts are smaller than the heap.
            let sum = parts.iter().map(|&part| self.kinds[part as usize]).fold(TameSum::default(), TameSum::and);
            values.insert(Nimber(sum.value.into()));
            misere.insert(Nimber(sum.misere().into()));
            Ok::<(), Stopped>(())
        })?;
        budget.solved(1)?;
        let kind = match (values.mex().0, misere.mex().0) {
            _ if options == 0 => TameSum::default(),
            (value, same) if value == same => match u32::try_from(value) {
                Ok(value) if value < MOST_ELEMENTS as u32 => TameSum { value, firm: true },
                _ => return Ok(NextHeap::TooLarge),
            },
            (0, 1) => TameSum { value: 0, firm: false },
            (1, 0) => TameSum { value: 1, firm: false },
            _ => return Ok(NextHeap::Wild),
        };
        let greatest = self.greatest.max(kind.class());
        if order(greatest) > MOST_ELEMENTS as u64 {
            return Ok(NextHeap::TooLarge);
        }
        budget.hold(size_of::<TameSum>() as u64)?;
        self.greatest = greatest;
        self.kinds.push(kind);
        Ok(NextHeap::Tame)
    }

    /// The number of elements of the quotient.
    pub(super) fn order(&self) -> u64 {
        order(self.greatest)
    }

    /// The number of its elements that are lost for the player to move.
    pub(super) fn lost(&self) -> u64 {
        self.greatest.min(2).into()
    }

    /// The quotient. Requires that its order is a number of elements that a claim may have.
    pub(super) fn generated(&self, budget: &mut Budget) -> Result<Generated, Stopped> {
        let kinds = &self.kinds;
        let step = |class: u32, heap: u32| TameSum::of_class(class).and(kinds[heap as usize]).class();
        let facts = |class: u32| (TameSum::of_class(class).is_lost(), 0);
        generated(self.order() as usize, 0, self.last() as u32, (&step, &facts), budget)
    }
}
