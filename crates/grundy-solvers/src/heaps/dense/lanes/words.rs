//! Guards that depend on the number in one slot alone, as bits for blocks of 64 numbers: each block
//! is evaluated once.

use grundy_games::compiled::{program::Program, term::Guard};

use super::{Lanes, MOST_KEPT, SizeLanes};
use crate::support::budget::{Budget, Stopped};

/// The numbers of a block.
const BLOCK: usize = 64;

/// Some guards in which one slot occurs, and where all of them hold.
pub(super) struct SlotGuards {
    guards: Vec<Guard>,
    slot: usize,
    /// The block of the first word.
    first: i64,
    words: Vec<u64>,
}

impl Lanes {
    /// The place of the words of these guards.
    pub fn words_of(&mut self, guards: &[&Guard], slot: usize, first: i64) -> usize {
        let is_it = |own: &SlotGuards| own.slot == slot && own.guards.iter().eq(guards.iter().copied());
        self.words.iter().position(is_it).unwrap_or_else(|| {
            let guards = guards.iter().map(|&guard| guard.clone()).collect();
            self.words.push(SlotGuards { guards, slot, first, words: Vec::new() });
            self.words.len() - 1
        })
    }

    /// Where the guards at this place hold among the 64 numbers of a block, by its number; `None`
    /// if one has no value there.
    #[inline]
    pub fn word(
        &mut self,
        at: usize,
        block: i64,
        (program, slots): (&Program, &[i64]),
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let own = &self.words[at];
        match usize::try_from(block - own.first).ok().and_then(|place| own.words.get(place)) {
            Some(&word) => Ok(Some(word)),
            None => self.new_word(at, block, (program, slots), budget),
        }
    }

    #[cold]
    fn new_word(
        &mut self,
        at: usize,
        block: i64,
        (program, slots): (&Program, &[i64]),
        budget: &mut Budget,
    ) -> Result<Option<u64>, Stopped> {
        let SlotGuards { guards, slot, first, words } = &self.words[at];
        let (guards, numbers) = (guards.clone(), (*slot, block * BLOCK as i64));
        let is_next = block - first == words.len() as i64 && words.len() < MOST_KEPT / BLOCK;
        let mut mask = [1; BLOCK];
        for guard in &guards {
            // Sizes that are known are those of a block of a batch.
            if !self.guard(guard, (numbers, SizeLanes { program, sizes: &[] }), slots, &mut mask, budget)? {
                return Ok(None);
            }
        }
        let word = mask.iter().rev().fold(0, |word, &on| word << 1 | u64::from(on));
        if is_next {
            let words = &mut self.words[at].words;
            let before = words.capacity();
            words.push(word);
            budget.hold((size_of::<u64>() * (words.capacity() - before)) as u64)?;
        }
        Ok(Some(word))
    }
}
