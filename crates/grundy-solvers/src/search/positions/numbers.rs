//! Facts about positions that are numbers: an array in place of a map.
//!
//! A map takes about 50 bytes a fact and a hash for each lookup; the array takes 8 bytes a number
//! and one load. Facts and ranks that do not fit 32 bits go to a map, so every fact is exact.
//!
//! Example: the position 5 with value 3 and rank 4 is the entry 5 of the array, `rank: 4, fact: 3`.
//! A rank is never 0, which marks an empty entry.

use std::num::NonZero;

use grundy_core::Nimber;
use rustc_hash::FxHashMap;

use super::fact::{FactStore, Ranked, enter, hold};
use crate::support::budget::{Budget, Stopped};

/// A position that is a number of its game.
///
/// Equal positions have equal numbers, and [`Numbered::of`] is the inverse of
/// [`Numbered::number`]. A table takes 8 bytes for each number up to the largest one, so a game
/// numbers its positions from 0 on without gaps.
pub trait Numbered: Copy {
    /// The number of this position.
    fn number(&self) -> u32;

    /// The position of a number that [`Numbered::number`] has returned.
    fn of(number: u32) -> Self;
}

impl Numbered for u32 {
    fn number(&self) -> u32 {
        *self
    }

    fn of(number: u32) -> u32 {
        number
    }
}

/// A fact and its rank where both fit 32 bits. `Option` of it takes no more memory.
#[derive(Clone, Copy, Debug)]
struct Small {
    /// The rank, which is never 0.
    rank: NonZero<u32>,
    /// The fact.
    fact: u32,
}

/// Facts by the numbers of their positions.
#[derive(Clone, Debug)]
pub(crate) struct FactsByNumber<P, F> {
    /// By number; the array ends at the largest number stored.
    small: Vec<Option<Small>>,
    /// The facts that are not in `small`.
    wide: FxHashMap<u32, Ranked<F>>,
    /// The number of facts in both.
    count: usize,
    /// The number of a position.
    number: fn(&P) -> u32,
    /// The position of a number.
    position: fn(u32) -> P,
    /// A fact in 32 bits, if it fits.
    short: fn(F) -> Option<u32>,
    /// The fact of such a number.
    long: fn(u32) -> F,
}

impl<P: Numbered> FactsByNumber<P, Nimber> {
    pub(crate) fn new() -> FactsByNumber<P, Nimber> {
        FactsByNumber {
            small: Vec::new(),
            wide: FxHashMap::default(),
            count: 0,
            number: P::number,
            position: P::of,
            short: |Nimber(value)| u32::try_from(value).ok(),
            long: |value| Nimber(u64::from(value)),
        }
    }
}

impl<P, F: Copy> FactsByNumber<P, F> {
    /// Returns the fact about a position, if it is known.
    pub(crate) fn get(&self, position: &P) -> Option<Ranked<F>> {
        self.at((self.number)(position))
    }

    /// Returns the fact about the position with this number.
    fn at(&self, number: u32) -> Option<Ranked<F>> {
        match self.small.get(number as usize).copied().flatten() {
            Some(Small { rank, fact }) => Some(Ranked { fact: (self.long)(fact), rank: u64::from(rank.get()) }),
            None if self.wide.is_empty() => None,
            None => self.wide.get(&number).copied(),
        }
    }

    /// Returns the number of facts.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Returns all facts with their positions. In ascending order of the numbers, then those of the
    /// map.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (P, Ranked<F>)> {
        let small = (0..).zip(&self.small).filter(|(_, fact)| fact.is_some()).map(|(number, _)| number);
        let all = small.chain(self.wide.keys().copied());
        all.filter_map(|number| Some(((self.position)(number), self.at(number)?)))
    }

    /// Returns a fact as an entry of the array, if it fits.
    fn small(&self, Ranked { fact, rank }: Ranked<F>) -> Option<Small> {
        Some(Small { rank: NonZero::new(u32::try_from(rank).ok()?)?, fact: (self.short)(fact)? })
    }

    /// Makes room for the position with this number. While the array grows, both copies count as
    /// held.
    fn reach(&mut self, number: u32, budget: &mut Budget) -> Result<(), Stopped> {
        let at = number as usize;
        if at >= self.small.capacity() {
            let bytes = |places: usize| (places * size_of::<Option<Small>>()) as u64;
            let places = (2 * self.small.capacity()).max(at + 1).max(1 << 10);
            let before = bytes(self.small.capacity());
            hold(bytes(places), budget)?;
            self.small.reserve_exact(places - self.small.len());
            budget.release(before);
        }
        if at >= self.small.len() {
            self.small.resize(at + 1, None);
        }
        Ok(())
    }
}

impl<P, F: Copy> FactStore<P, F> for FactsByNumber<P, F> {
    fn get(&self, position: &P) -> Option<Ranked<F>> {
        FactsByNumber::get(self, position)
    }

    fn insert(
        &mut self,
        position: P,
        fact: Ranked<F>,
        outside: u64,
        budget: &mut Budget,
    ) -> Result<Ranked<F>, Stopped> {
        let number = (self.number)(&position);
        if let Some(known) = self.at(number) {
            return Ok(known);
        }
        let stored = match self.small(fact) {
            Some(small) => {
                self.reach(number, budget)?;
                hold(outside, budget)?;
                self.small[number as usize] = Some(small);
                fact
            }
            None => enter(&mut self.wide, number, fact, outside, budget)?,
        };
        self.count += 1;
        Ok(stored)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use fastrand::Rng;

    /// The array against a map, with values and ranks on both sides of 32 bits.
    #[test]
    fn numbers_hold_what_a_map_holds() {
        let edges = [0, 1, u64::from(u32::MAX) - 1, u64::from(u32::MAX), 1 << 32, u64::MAX];
        let mut random = Rng::with_seed(5);
        let (mut numbers, mut map, mut budget) = (FactsByNumber::new(), HashMap::new(), Budget::new());
        for _ in 0..5_000 {
            let number = u32::try_from(random.usize(..3_000)).expect("small");
            let known = Ranked { fact: Nimber(edges[random.usize(..6)]), rank: edges[random.usize(..6)] };
            let stored = FactStore::insert(&mut numbers, number, known, 3, &mut budget).expect("no limit");
            assert_eq!(stored, *map.entry(number).or_insert(known), "the first fact stays");
        }
        assert!(numbers.wide.len() > 100 && numbers.len() == map.len());
        assert_eq!(numbers.iter().collect::<HashMap<_, _>>(), map);
        assert!((0..4_000).all(|number| numbers.at(number) == map.get(&number).copied()));
    }

    #[test]
    fn a_large_number_ends_at_the_limit_on_memory() {
        let mut budget = Budget::new().bytes(1 << 20);
        let mut numbers = FactsByNumber::new();
        let known = Ranked { fact: Nimber(1), rank: 1 };
        numbers.insert(100u32, known, 0, &mut budget).expect("within the limit");
        numbers.insert(1u32 << 20, known, 0, &mut budget).expect_err("8 MiB");
        assert_eq!((numbers.at(100), numbers.at(1 << 20), numbers.len()), (Some(known), None, 1));
    }
}
