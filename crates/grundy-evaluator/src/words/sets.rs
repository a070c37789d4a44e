//! Facts about rows that are sets of places of one row: keys are sets.
//!
//! The planes of a set are those of its parts of eight places, which are tabled.

use std::ops::{ControlFlow, Range};

use grundy_games::{Component, Gap};

use super::{
    CheckNeeds, CheckedGame, Kind, LONGEST, OptionFacts, STRETCH,
    facts::EachSets,
    follows,
    rules::{TakenLetters, WordMove, WordRules},
    table::{RegionCounts, Regions, STATE, WordTable},
    word::{Removals, Word, down, each, low, up},
};
use crate::{
    parts::{PartEnd, in_parts},
    poll::{Enough, Poll},
};

/// The places of a part.
const PART: usize = 8;

/// A row, whose sets of places are rows.
struct RowPlaces<'g, const B: usize> {
    row: &'g [char],
    rules: WordRules,
    /// By a part and the set of its places: the planes.
    parts: Vec<Vec<[u64; B]>>,
}

/// Sets with the same of the first places are in a region.
struct FirstPlaces;

impl Regions<1> for FirstPlaces {
    #[inline(always)]
    fn of(&self, &[set]: &[u64; 1]) -> usize {
        set as usize
    }
}

/// Lists for the options of one set.
struct SetLists {
    /// The members of the set from each of them on.
    from: [u64; LONGEST + 1],
    removals: Removals,
}

impl SetLists {
    fn new() -> SetLists {
        SetLists { from: [0; LONGEST + 1], removals: Removals::new() }
    }
}

impl<'g, const B: usize> RowPlaces<'g, B> {
    /// `None` if the rules do more than take and cut factors of rows, or are left to the plain
    /// meaning.
    fn new(game: &CheckedGame<'g>, row: &'g [char], letters: &[char]) -> Option<RowPlaces<'g, B>> {
        let rules = WordRules::new(game.rules, game.ring, letters)?;
        if game.ring || !rules.moves.iter().all(|kind| matches!(kind, WordMove::Remove(..))) {
            return None;
        }
        let codes: Vec<u64> =
            row.iter().map(|letter| Some(letters.binary_search(letter).ok()? as u64 + 1)).collect::<Option<_>>()?;
        let part = |codes: &[u64]| {
            let mut planes: Vec<[u64; B]> = vec![[0; B]];
            for code in codes {
                for set in 0..planes.len() {
                    let length = set.count_ones();
                    planes.push(std::array::from_fn(|bit| planes[set][bit] | (code >> bit & 1) << length));
                }
            }
            planes
        };
        Some(RowPlaces { row, rules, parts: codes.chunks(PART).map(part).collect() })
    }

    /// The row of a set. `above` has that of its places from the eighth on.
    #[inline(always)]
    fn word_from(&self, set: u64, above: &[u64; B]) -> Word<B> {
        let low = (set & 255) as usize;
        let Some(own) = self.parts.first().and_then(|part| part.get(low)) else { return Word::new([0; B], false) };
        let length = low.count_ones();
        Word::new(std::array::from_fn(|bit| own[bit] | above[bit] << length), false)
    }

    /// The planes of the places of a set from the eighth on.
    #[inline(always)]
    fn above(&self, set: u64) -> [u64; B] {
        let (mut planes, mut length) = ([0; B], 0);
        for (at, part) in self.parts.iter().enumerate().skip(1) {
            let own = (set >> (PART * at) & 255) as usize;
            let Some(found) = part.get(own) else { continue };
            planes.iter_mut().zip(found).for_each(|(plane, own)| *plane |= own << length);
            length += own.count_ones();
        }
        planes
    }

    /// Calls `visit` with the two rows of each option of a set. One or both may be empty.
    #[inline(always)]
    fn options(&self, set: u64, word: &Word<B>, lists: &mut SetLists, mut visit: impl FnMut(u64, u64)) {
        let SetLists { from, removals } = lists;
        if self.rules.until.as_ref().is_some_and(|until| word.is_over(until, self.rules.letters)) {
            return;
        }
        let mut rest = set;
        for own in &mut from[..=word.length] {
            *own = rest;
            rest &= rest.saturating_sub(1);
        }
        for kind in &self.rules.moves {
            let WordMove::Remove(gap, part) = kind else { continue };
            if let TakenLetters::Letter(None) = part {
                // The member itself is the letter.
                each(set, |at| {
                    let (before, from) = (set & low(at), down(set, at) << at);
                    match gap {
                        Gap::Closes => visit(set & !up(1, at), 0),
                        Gap::Separates => visit(before, from & from.saturating_sub(1)),
                    }
                });
                continue;
            }
            word.removals(*gap, part, removals);
            for &(start, many) in removals.iter() {
                let (left, right) = (set ^ from[start], from[start + many]);
                match gap {
                    Gap::Closes => visit(left | right, 0),
                    Gap::Separates => visit(left, right),
                }
            }
        }
    }

    /// The row of a set as a component.
    fn component(&self, set: u64) -> Component {
        let mut text = String::new();
        each(set, |at| text.extend(self.row.get(at)));
        Component::Row(text)
    }

    /// The first places that have the letters of a row, one after another.
    fn find(&self, component: &Component) -> Option<u64> {
        let Component::Row(word) = component else { return None };
        let (mut set, mut from) = (0, 0);
        for letter in word.chars() {
            let at = from + self.row[from..].iter().position(|own| *own == letter)?;
            (set, from) = (set | 1 << at, at + 1);
        }
        Some(set)
    }
}

/// The letters of a row, ascending.
fn letters(row: &[char]) -> Vec<char> {
    let mut letters = row.to_vec();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Verifies the values of all sets; false if they are left to the plain meaning.
pub(super) fn verify_all(
    game: &CheckedGame<'_>,
    row: &[char],
    values: &[u8],
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let letters = letters(row);
    let whole = row.len() < usize::BITS as usize && values.len() == 1 << row.len();
    let large = values.iter().any(|&value| value >= 64);
    if !whole || large || values.len() as u64 <= game.few || game.kind != Kind::Values || asked.met.is_some() {
        return Ok(false);
    }
    match letters.len() {
        0..=3 => all_of::<2>(RowPlaces::new(game, row, &letters), values, asked, poll),
        4..=7 => all_of::<3>(RowPlaces::new(game, row, &letters), values, asked, poll),
        8..=31 => all_of::<5>(RowPlaces::new(game, row, &letters), values, asked, poll),
        _ => Ok(false),
    }
}

fn all_of<const B: usize>(
    places: Option<RowPlaces<'_, B>>,
    values: &[u8],
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let Some(places) = places else { return Ok(false) };
    let value = |set: u64| values.get(set as usize).copied().map(u64::from);
    let look = |component: &Component| places.find(component).and_then(value);
    if !asked.start.iter().all(|(component, fact)| look(component) == Some(*fact)) {
        return Ok(false);
    }
    let worker = || {
        let (mut lists, places) = (SetLists::new(), &places);
        move |sets: Range<usize>, poll: &mut Poll<'_>| {
            let (mut part, mut above) = (PartEnd::new(), [0; B]);
            for set in sets {
                let Some(&claimed) = values.get(set) else { break };
                let at = set as u64;
                if at & 255 == 0 {
                    above = places.above(at);
                }
                let word = places.word_from(at, &above);
                let (mut seen, mut lacks) = (0u64, false);
                // The value of the empty set is verified like all others.
                places.options(at, &word, &mut lists, |one, other| {
                    match (values.get(one as usize), values.get(other as usize)) {
                        (Some(one), Some(other)) => seen |= 1 << ((one ^ other) & 63),
                        _ => lacks = true,
                    }
                });
                part.tried += word.length as u64;
                part.sample.mix([u64::from(claimed)]);
                poll.steps(word.length as u32)?;
                if lacks || seen.trailing_ones() != u32::from(claimed) {
                    part.left.push(set);
                }
            }
            Ok(part)
        }
    };
    let mut plain = |set: usize, poll: &mut Poll<'_>| {
        let Some(fact) = value(set as u64) else { return Ok(0) };
        (asked.plain)(&places.component(set as u64), fact, &mut |part| look(part), poll)
    };
    let all = 0..values.len();
    let (sample, tried) = in_parts(all, STRETCH, worker, &mut |set, poll| plain(set, poll).map(|_| ()), poll)?;
    sample.verify(values.len(), tried, &mut |set| plain(set, poll))?;
    Ok(true)
}

/// Verifies the facts about some sets; false if they are left to the plain meaning.
pub(super) fn verify_some(
    game: &CheckedGame<'_>,
    row: &[char],
    count: u64,
    each: &EachSets<'_>,
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let letters = letters(row);
    if row.len() >= STATE as usize || count <= game.few || asked.met.is_some() {
        return Ok(false);
    }
    let (mut counts, mut counted) = (RegionCounts::new(FirstPlaces), Ok(()));
    each(&mut |set, _| {
        counted = poll.step().map(|()| counts.add(&[set]));
        if counted.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    counted?;
    let Some(mut table) = WordTable::<1, _>::new(counts, count, false, game.most_bytes) else { return Ok(false) };
    let (mut empty, mut copied) = (None, Ok(true));
    each(&mut |set, fact| {
        copied = poll.step().map(|()| match set {
            0 => *empty.get_or_insert(fact) == fact,
            set => down(set, row.len()) == 0 && matches!(table.record([set], fact), Ok(true)),
        });
        if matches!(copied, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !copied? {
        return Ok(false);
    }
    match letters.len() {
        0..=3 => some_of::<2>(game.kind, RowPlaces::new(game, row, &letters), &table, empty, asked, poll),
        4..=7 => some_of::<3>(game.kind, RowPlaces::new(game, row, &letters), &table, empty, asked, poll),
        8..=31 => some_of::<5>(game.kind, RowPlaces::new(game, row, &letters), &table, empty, asked, poll),
        _ => Ok(false),
    }
}

fn some_of<const B: usize>(
    kind: Kind,
    places: Option<RowPlaces<'_, B>>,
    table: &WordTable<1, FirstPlaces>,
    empty: Option<u64>,
    asked: &mut CheckNeeds<'_>,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    let Some(places) = places else { return Ok(false) };
    let fact = |set: u64| if set == 0 { empty } else { table.find(&[set]).map(|(_, fact)| fact) };
    let look = |component: &Component| places.find(component).and_then(fact);
    if !asked.start.iter().all(|(component, fact)| look(component) == Some(*fact)) {
        return Ok(false);
    }
    let worker = || {
        let (mut lists, mut single, mut double) = (SetLists::new(), Vec::new(), Vec::new());
        let (places, fact) = (&places, &fact);
        move |range: Range<usize>, poll: &mut Poll<'_>| {
            let mut part = PartEnd::new();
            for place in range {
                let Some(([set], claimed)) = table.at(place) else { continue };
                let word = places.word_from(set, &places.above(set));
                single.clear();
                double.clear();
                let mut none = false;
                places.options(set, &word, &mut lists, |one, other| match (one, other) {
                    (0, 0) => none = true,
                    (0, one) | (one, 0) => single.push(one),
                    _ => double.push([one, other]),
                });
                let mut options = OptionFacts::new(kind, none, false);
                for &key in &single {
                    options.see(fact(key));
                }
                for &[one, other] in &double {
                    match (fact(one), fact(other)) {
                        (Some(one), Some(other)) if kind == Kind::Values => options.see(Some(one ^ other)),
                        _ => options.lacks = true,
                    }
                }
                part.tried += (single.len() + double.len()) as u64;
                part.sample.mix([set, claimed]);
                poll.steps(8 + single.len() as u32)?;
                if !follows(kind, claimed, &options) {
                    part.left.push(place);
                }
            }
            Ok(part)
        }
    };
    let plain = |place: usize, asked: &mut CheckNeeds<'_>, poll: &mut Poll<'_>| {
        let Some(([set], fact)) = table.at(place) else { return Ok(0) };
        (asked.plain)(&places.component(set), fact, &mut |part| look(part), poll)
    };
    let mut left = |place: usize, poll: &mut Poll<'_>| plain(place, asked, poll).map(|_| ());
    let (sample, tried) = in_parts(table.places(), STRETCH, worker, &mut left, poll)?;
    if let Some(fact) = empty {
        (asked.plain)(&places.component(0), fact, &mut |_| None, poll)?;
    }
    sample.verify(table.places().len(), tried, &mut |from| {
        table.entry_from(from).map_or(Ok(0), |place| plain(place, asked, poll))
    })?;
    Ok(true)
}
