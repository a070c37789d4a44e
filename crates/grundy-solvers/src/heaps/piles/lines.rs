//! Lines of positions: a rule that takes any number from one pile, or any number equally from
//! several, leads from a position to all earlier ones on a line.
//!
//! A line has a key: the piles that stay, and for those that the move takes from, by how much each
//! is larger than the least of them. Positions come in an order in which those of a line ascend, so
//! a set of bits for each line holds the values of the options: a position reads the sets of its
//! lines, and adds its value to each. A set where the least pile of a line is empty is added to,
//! and not read.
//!
//! Example: in Wythoff's game, [2, 5] lies on three lines: the 5 stays, the 2 stays, or both change
//! with the difference 3. Cost: (ways to choose the piles) lookups for each list; a set for each
//! line. No option is listed.

use std::ops::Range;

use grundy_games::PilesRules;

use super::{
    moves::{PlaceChoice, choice, is_line, sets},
    ranks::ListRanks,
};
use crate::support::budget::{Budget, Stopped};

/// The lines along which this many piles change.
pub(super) struct PileLines {
    /// The numbers of the piles that stay.
    rests: ListRanks,
    /// The numbers of the differences of those that change.
    shapes: ListRanks,
    /// The rules that read the sets.
    readers: Vec<PlaceChoice>,
    /// The sets of places of the piles that change.
    pub places: Vec<PlaceSet>,
    /// The sets of values, `words` words each.
    values: Vec<u64>,
}

/// A set of places, and the others.
pub(super) struct PlaceSet {
    /// A bit for each place that changes.
    pub bits: u32,
    /// The same places, ascending.
    own: Vec<usize>,
    /// The places that stay, ascending.
    others: Vec<usize>,
}

/// The numbers of piles that change on the lines of these rules, each with the choices of the
/// rules.
///
/// `None` if a rule names the first or the last pile.
pub(super) fn kinds(rules: &PilesRules, piles: usize) -> Option<Vec<(usize, Vec<PlaceChoice>)>> {
    let mut all: Vec<(usize, Vec<PlaceChoice>)> = Vec::new();
    for rule in &rules.moves {
        let (choice, counts) = choice(&rule.which, piles)?;
        for count in counts.into_iter().filter(|&count| is_line(rule, count)) {
            match all.iter_mut().find(|(own, _)| *own == count) {
                Some((_, choices)) => choices.push(choice),
                None => all.push((count, vec![choice])),
            }
        }
    }
    Some(all)
}

/// The greatest sizes of the piles that stay, and of the differences of those that change.
pub(super) fn bounds_of(bounds: &[u32], count: usize) -> (&[u32], &[u32]) {
    (&bounds[count..], &bounds[bounds.len() - count + 1..])
}

impl PileLines {
    /// The lines with no position, and sets of one word. `None` if they are too many.
    ///
    /// # Errors
    /// The budget has no room for them.
    pub fn new(
        bounds: &[u32],
        count: usize,
        readers: Vec<PlaceChoice>,
        budget: &mut Budget,
    ) -> Result<Option<PileLines>, Stopped> {
        let (rests, shapes) = bounds_of(bounds, count);
        budget.hold(ListRanks::bytes(rests) + ListRanks::bytes(shapes))?;
        let (Some(rests), Some(shapes)) = (ListRanks::new(rests), ListRanks::new(shapes)) else { return Ok(None) };
        let Some(lines) = rests.size.checked_mul(shapes.size) else { return Ok(None) };
        budget.hold(8u64.saturating_mul(lines as u64))?;
        let all = 0..bounds.len();
        let places = sets(bounds.len(), count).map(|bits| {
            let (own, others) = all.clone().partition(|place| bits >> place & 1 == 1);
            PlaceSet { bits, own, others }
        });
        Ok(Some(PileLines { readers, places: places.collect(), values: vec![0; lines], rests, shapes }))
    }

    /// The number of the line of a position along which the piles at these places change.
    ///
    /// Both parts are sorted lists, since the piles of a position are; so their numbers are those
    /// of `ListRanks`.
    #[inline]
    pub fn key(&self, cell: &[u32], places: &PlaceSet) -> usize {
        let least = cell[places.own[0]];
        let rest = places.others.iter().enumerate().map(|(at, &place)| self.rests.weight(at, cell[place]));
        let shape = places.own[1..].iter().enumerate().map(|(at, &place)| self.shapes.weight(at, cell[place] - least));
        rest.sum::<usize>() * self.shapes.size + shape.sum::<usize>()
    }

    /// Whether some rule takes from these places, where `full` are those that are not empty.
    #[inline]
    pub fn reads(&self, places: u32, full: u32) -> bool {
        places & !full == 0 && self.readers.iter().any(|choice| choice.takes(places, full))
    }

    /// The set of a line.
    #[inline]
    pub fn set(&self, key: usize, words: usize) -> &[u64] {
        &self.values[range(key, words)]
    }

    /// Adds a value to the set of a line.
    #[inline]
    pub fn add(&mut self, key: usize, words: usize, value: usize) {
        self.values[range(key, words)][value / 64] |= 1 << (value % 64);
    }

    /// The bytes of all sets.
    pub fn bytes(&self) -> u64 {
        8 * self.values.len() as u64
    }

    /// Makes the sets twice as large.
    pub fn grow(&mut self, words: usize) {
        let mut wide = vec![0; 2 * self.values.len()];
        for (wide, own) in wide.chunks_exact_mut(2 * words).zip(self.values.chunks_exact(words)) {
            wide[..words].copy_from_slice(own);
        }
        self.values = wide;
    }
}

/// The words of the set with this number.
#[inline]
fn range(key: usize, words: usize) -> Range<usize> {
    key * words..(key + 1) * words
}
