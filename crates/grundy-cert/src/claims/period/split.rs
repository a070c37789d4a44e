//! The values of a game that leaves at most two heaps, computed with a sparse space.
//!
//! Call a value *rare* if it has an even number of bits in common with a mask (in some games: if
//! that parity agrees with the parity of the heap), else *common*. Exclusive or adds these
//! parities. So a split into two rare or two common heaps has a rare value, and every common value
//! of a split comes from a pair with a rare heap in it. If few heaps are rare, there are few such
//! pairs:
//!
//! 1. Mark the values of all pairs with a rare heap in them.
//! 2. The least unmarked common value is the value of no option.
//! 3. For each smaller unmarked rare value, search a split into two common heaps with this value.
//!
//! The result is the mex whatever the mask is; the mask decides the cost alone. It is chosen again
//! whenever the number of values has doubled, as the one with the fewest rare heaps.
//!
//! Cost for a heap: the number of amounts times that of rare heaps, and the searches, most of which
//! end early. Source: Berlekamp, Conway and Guy, *Winning Ways*, chapter 4 (sparse spaces); A.
//! Flammenkamp.

use crate::{claims::shape::Breaking, error::Flaw};

/// The values of the heaps from 0 on, one after the other.
pub(super) struct SplitValues<'a> {
    /// The rules.
    game: &'a Breaking,
    /// The parity of the amounts after which two heaps may be left, if all have the same.
    parity: Option<usize>,
    /// The values so far.
    values: Vec<u32>,
    /// The number of the last heap, plus one, that has an option of this value.
    marks: Vec<u32>,
    /// The bits whose parity decides between rare and common.
    mask: u32,
    /// Whether the parity of the heap is added.
    by_position: bool,
    /// The rare heaps from 1 on, ascending.
    rare: Vec<usize>,
    /// The number of values at which a mask is chosen again.
    next_choice: usize,
}

/// The number of values at which the first mask is chosen; before, all heaps are rare.
const FIRST_CHOICE: usize = 256;

/// Values with more bits have no sparse space: the transform takes 2^bits entries.
const MOST_BITS: u32 = 16;

impl<'a> SplitValues<'a> {
    /// A computation that begins with heap 0.
    pub(super) fn new(game: &'a Breaking) -> SplitValues<'a> {
        SplitValues {
            game,
            parity: parity(game),
            values: Vec::new(),
            marks: vec![0; 2],
            mask: 0,
            by_position: false,
            rare: Vec::new(),
            next_choice: FIRST_CHOICE,
        }
    }

    /// The value of the next heap; an error from heap 2^32 - 1 on.
    ///
    /// Candidates ascend: a marked one is that of an option; an unmarked rare one is searched; the
    /// first that is neither is the value. An unmarked common one is none of an option's.
    pub(super) fn next(&mut self) -> Result<u32, Flaw> {
        let heap = self.values.len();
        let turn = u32::try_from(heap + 1).map_err(|_| Flaw::NoPeriod("over 2^32 heaps would be computed".into()))?;
        self.mark(heap, turn);
        let mut value = 0;
        while self.marks.get(value as usize) == Some(&turn)
            || (self.is_rare(heap, value) && self.is_split_of(heap, value))
        {
            value += 1;
        }
        let room = (value as usize + 1).next_power_of_two() + 1;
        if room > self.marks.len() {
            self.marks.resize(room, 0);
        }
        self.values.push(value);
        if heap > 0 && self.is_rare(heap, value) {
            self.rare.push(heap);
        }
        if self.values.len() == self.next_choice {
            self.next_choice *= 2;
            self.choose();
        }
        Ok(value)
    }

    /// Whether a value is rare at a heap.
    fn is_rare(&self, heap: usize, value: u32) -> bool {
        let position = if self.by_position { heap + self.parity.unwrap_or(0) } else { 0 };
        ((value & self.mask).count_ones() as usize + position).is_multiple_of(2)
    }

    /// Marks the values of options of one heap, and of all pairs with a rare heap in them.
    fn mark(&mut self, heap: usize, turn: u32) {
        let (values, marks) = (&self.values, &mut self.marks[..]);
        for (&taken, &parts) in self.game.moves.range(..=heap as u64) {
            let rest = heap - taken as usize;
            if parts & 1 != 0 && rest == 0 {
                marks[0] = turn;
            }
            if parts & 2 != 0 && rest > 0 {
                marks[values[rest] as usize] = turn;
            }
            if parts & 4 != 0 {
                for &small in self.rare.iter().take_while(|&&small| small < rest) {
                    if !self.game.distinct || small != rest - small {
                        marks[(values[small] ^ values[rest - small]) as usize] = turn;
                    }
                }
            }
        }
    }

    /// Whether some split has this value. Each pair is looked at once, from the smallest first heap
    /// on.
    fn is_split_of(&self, heap: usize, value: u32) -> bool {
        self.game.moves.range(..=heap as u64).filter(|(_, parts)| **parts & 4 != 0).any(|(&taken, _)| {
            let rest = heap - taken as usize;
            let most = if self.game.distinct { rest.saturating_sub(1) / 2 } else { rest / 2 };
            let large = self.values[rest - most..rest].iter().rev();
            self.values.get(1..=most).into_iter().flatten().zip(large).any(|(small, large)| small ^ large == value)
        })
    }

    /// Chooses the mask with the fewest rare heaps so far.
    fn choose(&mut self) {
        if let Some(best) = rarest(&self.values, self.game) {
            (self.mask, self.by_position) = (best.mask, best.by_position);
            self.rare = (1..self.values.len()).filter(|&heap| self.is_rare(heap, self.values[heap])).collect();
        }
    }
}

/// A mask, and the number of heaps that are rare under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rarest {
    /// The mask.
    pub mask: u32,
    /// Whether the parity of the heap is added to that of the bits.
    pub by_position: bool,
    /// The number of rare heaps among those from 1 on.
    pub rare: u64,
}

/// The mask under which the fewest of these heaps are rare. `None` if a value has over 16 bits, if
/// there is no value, or if the game does not split heaps in two at most.
///
/// A Walsh-Hadamard transform of the number of occurrences of each value counts the rare heaps for
/// all masks at once: with b bits, time 2^b b and one pass over the values.
pub fn rarest(values: &[u32], game: &Breaking) -> Option<Rarest> {
    if game.most_parts() != 2 {
        return None;
    }
    let parity = parity(game);
    let bits = u32::BITS - values.iter().copied().max()?.leading_zeros();
    if bits > MOST_BITS {
        return None;
    }
    let heaps = values.len() as i64 - 1;
    let mut best: Option<Rarest> = None;
    for by_position in [false, true] {
        let Some(parity) = parity.or((!by_position).then_some(0)) else { continue };
        let mut counts = vec![0i64; 1 << bits];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            let odd = by_position && (heap + parity) % 2 == 1;
            counts[value as usize] += if odd { -1 } else { 1 };
        }
        transform(&mut counts);
        for (mask, &excess) in (0u32..).zip(&counts) {
            let rare = ((heaps + excess) / 2) as u64;
            if best.is_none_or(|best| rare < best.rare) {
                best = Some(Rarest { mask, by_position, rare });
            }
        }
    }
    best
}

/// The last of these heaps that is rare under a mask that [`rarest`] has found. `None` if none is.
pub fn last_rare(values: &[u32], game: &Breaking, split: Rarest) -> Option<u64> {
    let parity = parity(game).unwrap_or(0);
    let rare = |heap: usize, value: u32| {
        let turned = split.by_position && (heap + parity) % 2 == 1;
        (value & split.mask).count_ones().is_multiple_of(2) != turned
    };
    let last = (1..values.len()).rev().find(|&heap| rare(heap, values[heap]));
    last.map(|heap| heap as u64)
}

/// The parity of the amounts after which two heaps may be left, if all have the same.
fn parity(game: &Breaking) -> Option<usize> {
    let mut breaking = game.moves.iter().filter(|(_, bits)| **bits & 4 != 0).map(|(taken, _)| *taken as usize % 2);
    breaking.next().filter(|first| breaking.all(|other| other == *first))
}

/// The Walsh-Hadamard transform. The entry at each mask becomes the sum of all entries, those at v
/// negated if v and the mask have an odd number of bits in common. Each round doubles the length of
/// the blocks that are done.
fn transform(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::{Game, MexSet};
    use grundy_games::Ruleset;

    use super::*;
    use crate::claims::shape::Shape;

    #[test]
    fn rare_heaps_are_counted_one_by_one() {
        for (text, heaps) in [("octal 0.104", 900), ("octal 0.007", 700), ("octal 0.77", 300), ("octal 0.16", 1)] {
            let rules = grundy_games::game(text).unwrap();
            let Shape::Breaking(game) = Shape::of(&rules.ruleset).unwrap() else { panic!("{text}") };
            let mut split = SplitValues::new(&game);
            let values: Vec<u32> = (0..=heaps).map(|_| split.next().unwrap()).collect();
            let best = rarest(&values, &game).unwrap();
            // A heap is rare if it is the last rare one of the heaps up to it.
            let among = |end: usize| {
                let all = (1..end).filter(|&heap| last_rare(&values[..=heap], &game, best) == Some(heap as u64));
                all.count() as u64
            };
            assert_eq!(among(values.len()), best.rare, "{text}");
            let last = last_rare(&values, &game, best);
            assert!(last.is_none_or(|last| among(last as usize) + 1 == best.rare), "{text}");
            assert_eq!(last.is_none(), best.rare == 0, "{text}");
        }
    }

    /// Games with and without a sparse space, with and without a split by position, past several
    /// choices of the mask.
    #[test]
    fn values_agree_with_the_meaning() {
        for text in [
            "octal 0.104",
            "octal 0.16",
            "octal 0.007",
            "octal 4.32",
            "octal 0.3712",
            "split into 2 unequal heaps, take 2",
        ] {
            let rules = grundy_games::game(text).unwrap();
            let Shape::Breaking(game) = Shape::of(&rules.ruleset).unwrap() else { panic!("{text}") };
            let Ruleset::Heap(heaps) = &rules.ruleset else { panic!("{text}") };
            let mut split = SplitValues::new(&game);
            let mut values: Vec<u32> = Vec::new();
            let mut seen = MexSet::new();
            for heap in 0..1100u64 {
                seen.clear();
                heaps
                    .options(&heap, |parts| {
                        let sum = parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]);
                        seen.insert(grundy_core::Nimber(u64::from(sum)));
                        Ok::<(), Flaw>(())
                    })
                    .unwrap();
                assert_eq!(u64::from(split.next().unwrap()), seen.mex().0, "{text} at {heap}");
                values.push(seen.mex().0 as u32);
            }
        }
    }
}
