//! The moves of rules on piles, made ready for tables: which piles a move takes from as bits of
//! their places, and the numbers of the options of a position.
//!
//! A position is a sorted list, so the empty piles are its first places, the largest pile is the
//! last one, and the smallest pile is the first one that is not empty.

use grundy_games::{AmountSet, Amounts, PilesMove, Which};

use super::ranks::ListRanks;

/// The most piles of a position.
pub(super) const MOST_PILES: usize = 16;

/// Which sets of places a rule takes from, among those that are not empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceChoice {
    /// Every one.
    Every,
    /// All piles.
    All,
    /// The largest pile.
    Largest,
    /// The smallest pile.
    Smallest,
}

impl PlaceChoice {
    /// Whether a rule takes from these places, of which none is empty; `full` are all of them.
    #[inline]
    pub fn takes(self, places: u32, full: u32) -> bool {
        match self {
            PlaceChoice::Every => true,
            PlaceChoice::All => places == full,
            PlaceChoice::Largest => places & full == places && places > full / 2,
            PlaceChoice::Smallest => places == full & full.wrapping_neg(),
        }
    }
}

/// The choice of a rule, and the numbers of piles that it takes from, of so many piles. `None` if
/// the order of the piles matters.
pub(super) fn choice(which: &Which, piles: usize) -> Option<(PlaceChoice, Vec<usize>)> {
    let one = piles.min(1);
    Some(match which {
        Which::Count(span) => {
            let within = |count: &usize| span.contains(*count as u64);
            (PlaceChoice::Every, (1..=piles).filter(within).collect())
        }
        Which::All => (PlaceChoice::All, (1..=piles).collect()),
        Which::Largest => (PlaceChoice::Largest, (1..=one).collect()),
        Which::Smallest => (PlaceChoice::Smallest, (1..=one).collect()),
        Which::First | Which::Last | Which::Sets(_) => return None,
    })
}

/// All sets of this many of so many places.
///
/// In ascending order; a bit for each place.
pub(super) fn sets(piles: usize, count: usize) -> impl Iterator<Item = u32> {
    (0..1u32 << piles).filter(move |places| places.count_ones() as usize == count)
}

/// Whether a set has every number from 1 on.
pub(super) fn is_every(amounts: &Amounts) -> bool {
    let every = |kind: &AmountSet| match kind {
        AmountSet::Any => true,
        AmountSet::Span(span) => span.from <= 1 && span.to.is_none(),
        _ => false,
    };
    amounts.except.is_empty() && amounts.kinds.iter().any(every)
}

/// Whether the options of a rule that takes from so many piles lie on lines: then each position is
/// an option of all later ones on its line.
pub(super) fn is_line(rule: &PilesMove, count: usize) -> bool {
    is_every(&rule.amounts) && (rule.equal || count == 1)
}

/// A rule whose options are listed one by one.
pub(super) struct ListedRule {
    /// What it may take from a pile, ascending, without 0.
    pub amounts: Vec<u32>,
    /// Whether it takes equally from all of its piles.
    equal: bool,
    /// Which of the sets of places it takes from.
    choice: PlaceChoice,
    /// The sets of places that it may take from.
    pub sets: Vec<u32>,
}

impl ListedRule {
    /// The part of a rule that takes from these numbers of piles, of so many piles up to a size.
    pub fn new(rule: &PilesMove, choice: PlaceChoice, counts: &[usize], bounds: &[u32]) -> ListedRule {
        let most = bounds.last().copied().unwrap_or(0);
        let amounts = rule.amounts.up_to(most.into()).filter_map(|amount| u32::try_from(amount).ok());
        let mut amounts: Vec<u32> = amounts.filter(|&amount| amount > 0).collect();
        amounts.sort_unstable();
        let sets = counts.iter().flat_map(|&count| sets(bounds.len(), count)).collect();
        ListedRule { amounts, equal: rule.equal, choice, sets }
    }

    /// How many amounts a pile of this size allows.
    pub fn allowed(&self, size: u32) -> usize {
        self.amounts.partition_point(|&amount| amount <= size)
    }

    /// How many ways to take there are from these places, before equal ones are left out.
    pub fn ways(&self, cell: &[u32], places: u32) -> f64 {
        let own = (0..cell.len()).filter(|place| places >> place & 1 == 1).map(|place| self.allowed(cell[place]));
        if self.equal { own.min().unwrap_or(0) as f64 } else { own.map(|ways| ways as f64).product() }
    }

    /// Calls `visit` with the number of each option of a position, whose piles are the places
    /// `full`. An option may come more than once.
    pub fn each<E>(
        &self,
        ranks: &ListRanks,
        cell: &[u32],
        full: u32,
        visit: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        for &places in self.sets.iter().filter(|&&places| places & !full == 0 && self.choice.takes(places, full)) {
            match (self.equal, places.count_ones()) {
                (_, 1) => {
                    let place = places.trailing_zeros() as usize;
                    let mut rest = [0; MOST_PILES];
                    rest[..place].copy_from_slice(&cell[..place]);
                    rest[place..cell.len() - 1].copy_from_slice(&cell[place + 1..]);
                    self.take_one(ranks, &rest[..cell.len() - 1], cell[place], visit)?;
                }
                (true, _) => {
                    let least = cell[places.trailing_zeros() as usize];
                    for &amount in &self.amounts[..self.allowed(least)] {
                        let mut left = [0; MOST_PILES];
                        let left = &mut left[..cell.len()];
                        let own = cell.iter().enumerate().map(|(at, size)| size - amount * (places >> at & 1));
                        left.iter_mut().zip(own).for_each(|(left, own)| *left = own);
                        insertion_sort(left);
                        visit(ranks.of(left))?;
                    }
                }
                (false, _) => self.take_several(ranks, cell, places, visit)?,
            }
        }
        Ok(())
    }

    /// The options that take from one pile of this size, with the other piles in order.
    ///
    /// As more is taken, the pile moves to earlier places, and each pile that it passes moves one
    /// place up; so the number of an option follows from the one before with two additions for each
    /// pile passed.
    #[inline]
    fn take_one<E>(
        &self,
        ranks: &ListRanks,
        rest: &[u32],
        size: u32,
        visit: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        // The piles before `place` are at most as large as what is left, the others follow it.
        let Some(least) = self.amounts.first().filter(|&&least| least <= size) else { return Ok(()) };
        let mut place = rest.iter().take_while(|&&other| other <= size - least).count();
        let after = |at: usize| at + usize::from(at >= place);
        let mut base: usize = rest.iter().enumerate().map(|(at, &size)| ranks.weight(after(at), size)).sum();
        for &amount in self.amounts.iter().take_while(|&&amount| amount <= size) {
            let left = size - amount;
            while place > 0 && rest[place - 1] > left {
                place -= 1;
                let moved = rest[place];
                base = base - ranks.weight(place, moved) + ranks.weight(place + 1, moved);
            }
            visit(base + ranks.weight(place, left))?;
        }
        Ok(())
    }

    /// The options that take from each of several piles, any amount from each.
    fn take_several<E>(
        &self,
        ranks: &ListRanks,
        cell: &[u32],
        places: u32,
        visit: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut chosen = (0..cell.len()).filter(|place| places >> place & 1 == 1);
        let Some(last) = chosen.next() else { return Ok(()) };
        let others: Vec<usize> = chosen.collect();
        let allowed: Vec<usize> = others.iter().map(|&place| self.allowed(cell[place])).collect();
        if allowed.contains(&0) || self.allowed(cell[last]) == 0 {
            return Ok(());
        }
        // An odometer over the amounts of the others; one pile is left for the inner loop.
        let mut at = vec![0; others.len()];
        loop {
            let mut rest = [0; MOST_PILES];
            let mut left = [0; MOST_PILES];
            left[..cell.len()].copy_from_slice(cell);
            others.iter().zip(&at).for_each(|(&place, &at)| left[place] -= self.amounts[at]);
            rest[..last].copy_from_slice(&left[..last]);
            rest[last..cell.len() - 1].copy_from_slice(&left[last + 1..cell.len()]);
            let rest = &mut rest[..cell.len() - 1];
            insertion_sort(rest);
            self.take_one(ranks, rest, cell[last], visit)?;
            let Some(next) = (0..at.len()).find(|&digit| at[digit] + 1 < allowed[digit]) else { return Ok(()) };
            at[next] += 1;
            at[..next].fill(0);
        }
    }
}

/// Sorts a few numbers that are almost in order.
fn insertion_sort(sizes: &mut [u32]) {
    for end in 1..sizes.len() {
        let mut at = end;
        while at > 0 && sizes[at - 1] > sizes[at] {
            sizes.swap(at - 1, at);
            at -= 1;
        }
    }
}
