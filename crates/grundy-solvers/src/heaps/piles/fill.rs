//! Fills the table: each sorted list of piles once, in the order of their numbers.

use std::ops::ControlFlow;

use grundy_cert::ValueMap;
use grundy_core::Nimber;
use grundy_games::{Component, Piles, PilesRules};

use super::{
    lines::{PileLines, kinds},
    moves::{ListedRule, choice, is_line},
    ranks::ListRanks,
};
use crate::support::budget::{Budget, Stopped};

/// Values in the order of the numbers, in as few bytes as the number of options allows.
enum PileValues {
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
}

/// The values of all sorted lists of piles up to some bounds.
pub(super) struct FilledPiles {
    /// The numbers of the lists.
    ranks: ListRanks,
    /// The value of each list, by its number.
    values: PileValues,
}

/// An entry of a table.
trait PileCell: Copy + Default + Into<u32> {
    /// Requires that the value fits: no position has so many options that it does not.
    fn of(value: usize) -> Self;
}

impl PileCell for u16 {
    fn of(value: usize) -> u16 {
        u16::try_from(value).expect("a value is at most the number of options")
    }
}

impl PileCell for u32 {
    fn of(value: usize) -> u32 {
        u32::try_from(value).expect("a value is at most the number of options")
    }
}

/// The bytes of an entry, if no position has more options than this.
pub(super) fn width(options: f64) -> u64 {
    if options < f64::from(u16::MAX) { 2 } else { 4 }
}

/// The values of all positions up to the bounds, which ascend; no position has more than `options`
/// options. `None` if the order of the piles matters or a number does not fit.
///
/// # Errors
/// A limit is reached.
pub(super) fn fill(
    rules: &PilesRules,
    bounds: &[u32],
    options: f64,
    budget: &mut Budget,
) -> Result<Option<FilledPiles>, Stopped> {
    budget.hold(ListRanks::bytes(bounds))?;
    let Some(ranks) = ListRanks::new(bounds) else { return Ok(None) };
    budget.hold((ranks.size as u64).saturating_mul(width(options)))?;
    let values = match width(options) {
        2 => table(rules, &ranks, budget)?.map(PileValues::Shorts),
        _ => table(rules, &ranks, budget)?.map(PileValues::Longs),
    };
    Ok(values.map(|values| FilledPiles { ranks, values }))
}

/// So many words of sets are read in the time of a cheap step.
const WORDS: usize = 16;

/// For each list in turn: the sets of its lines and the values of its listed options are united,
/// the least missing number is its value, and the value is added to each of its lines. When a value
/// needs one more word than the sets have, all sets double. A list is written once and never read
/// before it is, since all options have smaller numbers.
fn table<T: PileCell>(rules: &PilesRules, ranks: &ListRanks, budget: &mut Budget) -> Result<Option<Vec<T>>, Stopped> {
    let bounds = ranks.bounds();
    let Some((mut lines, listed)) = prepared(rules, bounds, budget)? else { return Ok(None) };
    let mut table = vec![T::default(); ranks.size];
    let mut cell = vec![0; bounds.len()];
    // The set of the values of options, and the keys of the lines of a position.
    let (mut words, mut seen, mut keys) = (1, vec![0u64], Vec::new());
    for at in 0..table.len() {
        budget.solved(1)?;
        let empty = cell.iter().take_while(|&&size| size == 0).count();
        let full = (1 << cell.len()) - (1 << empty);
        seen.fill(0);
        keys.clear();
        for lines in &lines {
            for places in &lines.places {
                let key = lines.key(&cell, places);
                keys.push(key);
                if lines.reads(places.bits, full) {
                    seen.iter_mut().zip(lines.set(key, words)).for_each(|(seen, own)| *seen |= own);
                }
            }
        }
        budget.charge(u32::try_from(keys.len() * words / WORDS).unwrap_or(u32::MAX))?;
        for listed in &listed {
            listed.each(ranks, &cell, full, &mut |option| {
                let value: u32 = table[option].into();
                seen[value as usize / 64] |= 1 << (value % 64);
                budget.charge(1)
            })?;
        }
        let whole = seen.iter().take_while(|word| **word == u64::MAX).count();
        let value = 64 * whole + seen.get(whole).map_or(0, |word| word.trailing_ones() as usize);
        if whole == words {
            let held = lines.iter().map(PileLines::bytes).sum::<u64>();
            budget.hold(held.saturating_mul(2))?;
            lines.iter_mut().for_each(|lines| lines.grow(words));
            budget.release(held);
            words *= 2;
            seen = vec![0; words];
        }
        table[at] = T::of(value);
        let mut keys = keys.iter();
        for lines in &mut lines {
            keys.by_ref().take(lines.places.len()).for_each(|&key| lines.add(key, words, value));
        }
        ranks.step(&mut cell);
    }
    budget.release(lines.iter().map(PileLines::bytes).sum());
    Ok(Some(table))
}

/// Rules made ready for a table.
type ReadyRules = (Vec<PileLines>, Vec<ListedRule>);

/// The lines of the rules, whose memory is held, and the rules whose options are listed.
fn prepared(rules: &PilesRules, bounds: &[u32], budget: &mut Budget) -> Result<Option<ReadyRules>, Stopped> {
    let Some(kinds) = kinds(rules, bounds.len()) else { return Ok(None) };
    let mut lines = Vec::new();
    for (count, readers) in kinds {
        let Some(own) = PileLines::new(bounds, count, readers, budget)? else { return Ok(None) };
        lines.push(own);
    }
    let mut listed = Vec::new();
    for rule in &rules.moves {
        let Some((choice, counts)) = choice(&rule.which, bounds.len()) else { return Ok(None) };
        let counts: Vec<usize> = counts.into_iter().filter(|&count| !is_line(rule, count)).collect();
        if !counts.is_empty() {
            let own = ListedRule::new(rule, choice, &counts, bounds);
            budget.hold(4 * own.amounts.len() as u64)?;
            listed.push(own);
        }
    }
    Ok(Some((lines, listed)))
}

impl FilledPiles {
    /// Returns the value of the list with this number.
    fn at(&self, index: usize) -> Nimber {
        Nimber(match &self.values {
            PileValues::Shorts(all) => all[index].into(),
            PileValues::Longs(all) => all[index].into(),
        })
    }

    /// The number of a position in canonical form; `None` if it is not in the table.
    fn index(&self, sizes: &[u64]) -> Option<usize> {
        let bounds = self.ranks.bounds();
        let mut cell = vec![0; bounds.len().checked_sub(sizes.len())?];
        for &size in sizes {
            cell.push(u32::try_from(size).ok()?);
        }
        let inside = cell.is_sorted() && cell.iter().zip(bounds).all(|(size, bound)| size <= bound);
        inside.then(|| self.ranks.of(&cell))
    }
}

impl ValueMap for FilledPiles {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Piles(piles) = component else { return None };
        self.index(piles.sizes()).map(|index| self.at(index))
    }

    fn count(&self) -> u64 {
        self.ranks.size as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut cell = vec![0; self.ranks.bounds().len()];
        for at in 0..self.ranks.size {
            let piles = Piles::of(cell.iter().map(|&size| u64::from(size)));
            if visit(&Component::Piles(piles), self.at(at)).is_break() {
                return;
            }
            self.ranks.step(&mut cell);
        }
    }
}
