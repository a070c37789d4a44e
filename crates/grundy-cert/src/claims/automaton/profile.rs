//! Explores the profiles that words reach: the sets of moves in play, with the state of the
//! machine.
//!
//! The profile after a letter depends on the profile before it alone, and a larger profile leads to
//! a larger one. So the check has two halves (`halves`), each on less than all profiles:
//!
//! 1. *No option has the label of its word.* This is about single options: pairs of a state and one
//!    item are explored.
//! 2. *Every smaller label is that of an option.* If this holds for a profile, it holds for larger
//!    ones at the same state: only profiles are explored that contain no other one.
//!
//! In misère play a word without options is won, so the second half is not monotone, and all
//! profiles are explored (`all`).

use std::{
    collections::{HashSet, VecDeque},
    rc::Rc,
};

use grundy_core::{MexSet, Nimber};
use grundy_games::{FactorGame, Letter};

use super::{
    Machine, Mode,
    limits::VerificationLimits,
    play::{Item, MovePlaces},
};
use crate::error::Flaw;

/// The machine's state on a word, and the moves in play, sorted.
pub(super) type Profile = (u32, Vec<Item>);

/// The flaw of a state with a wrong label.
pub(super) fn wrong(state: u32, machine: &Machine) -> Flaw {
    let label = machine.labels[state as usize];
    Flaw::NoAutomaton(format!(
        "state {state} has label {label}, and that does not follow from the options of its words"
    ))
}

/// Whether the label of the state follows from the profile.
pub(super) fn stands(
    places: &MovePlaces<'_>,
    machine: &Machine,
    mode: Mode,
    state: u32,
    items: &[Item],
    seen: &mut MexSet,
) -> bool {
    seen.clear();
    let mut any = false;
    for value in items.iter().filter_map(|&item| places.value(machine, item)) {
        any = true;
        seen.insert(Nimber(value.into()));
    }
    mode.label(seen, any) == u64::from(machine.labels[state as usize])
}

/// The profile after a letter. The moves that begin with this letter come first, then those in
/// play, which may fork or end.
fn after(places: &MovePlaces<'_>, machine: &Machine, (state, items): &Profile, letter: Letter) -> Profile {
    let mut next = Vec::new();
    places.begin(machine, *state, letter, |item| next.push(item));
    items.iter().for_each(|&item| places.go_on(machine, item, letter, |item| next.push(item)));
    next.sort_unstable();
    next.dedup();
    (machine.step(*state, letter), next)
}

/// The profile of the empty word.
fn first(places: &MovePlaces<'_>, machine: &Machine) -> Profile {
    let mut items = places.first(machine);
    items.sort_unstable();
    items.dedup();
    (0, items)
}

/// Explores every profile that words (shorter than `upto`) reach. Returns their number; `None` if
/// the limits end it.
///
/// Breadth first, so that the depth of a profile is the length of the shortest word that reaches
/// it, and `upto` cuts the exploration at the right length.
pub(super) fn all(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<Option<u64>, Flaw> {
    let places = MovePlaces::new(game);
    let mut seen = MexSet::new();
    let start = first(&places, machine);
    let mut known = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0u64)]);
    while let Some((profile, depth)) = queue.pop_front() {
        if !limits.go_on() {
            return Ok(None);
        }
        if !stands(&places, machine, mode, profile.0, &profile.1, &mut seen) {
            return Err(wrong(profile.0, machine));
        }
        if upto.is_some_and(|upto| depth + 1 >= upto) {
            continue;
        }
        for letter in 0..machine.letters as Letter {
            let next = after(&places, machine, &profile, letter);
            if !known.contains(&next) {
                if !limits.hold(24 * next.1.len() as u64 + 160) {
                    return Ok(None);
                }
                known.insert(next.clone());
                queue.push_back((next, depth + 1));
            }
        }
    }
    Ok(Some(known.len() as u64))
}

/// The pairs of a state and an item (or the untouched word) that were met: a table of bits if it
/// fits into half of the memory, else a set.
///
/// The table has a bit for each state, place, exclusive or and second state; the last number of an
/// item is that of the untouched word.
enum Met {
    Bits { marks: Vec<u64>, range: usize, states: usize, items: usize },
    Set(HashSet<(u32, Option<Item>)>),
}

/// The largest table, in bits.
const MOST_BITS: u64 = 1 << 32;

impl Met {
    /// No pairs.
    fn new(places: &MovePlaces<'_>, machine: &Machine, limits: &mut VerificationLimits<'_>) -> Met {
        let states = machine.states();
        let range = (machine.largest() as usize + 1).checked_next_power_of_two();
        let items = range.and_then(|range| places.count().checked_mul(range)?.checked_mul(states));
        let size =
            items.and_then(|items| items.checked_add(1)?.checked_mul(states)).filter(|&size| size as u64 <= MOST_BITS);
        let bytes = size.map(|size| size as u64 / 8 + 8).filter(|&bytes| bytes <= limits.left() / 2);
        match (range, items, size, bytes) {
            (Some(range), Some(items), Some(size), Some(bytes)) if limits.hold(bytes) => {
                Met::Bits { marks: vec![0; size / 64 + 1], range, states, items }
            }
            _ => Met::Set(HashSet::new()),
        }
    }

    /// Whether the pair is met for the first time; `None` if there is too little memory.
    fn meet(&mut self, state: u32, item: Option<Item>, limits: &mut VerificationLimits<'_>) -> Option<bool> {
        match self {
            Met::Bits { marks, range, states, items } => {
                let own = item.map_or(*items, |Item { place, xor, state }| {
                    (place as usize * *range + xor as usize) * *states + state as usize
                });
                let at = state as usize * (*items + 1) + own;
                let (word, bit) = (&mut marks[at / 64], 1 << (at % 64));
                let fresh = *word & bit == 0;
                *word |= bit;
                Some(fresh)
            }
            Met::Set(known) => {
                let fresh = known.insert((state, item));
                (!fresh || limits.hold(48)).then_some(fresh)
            }
        }
    }
}

/// Explores both halves for words shorter than `upto`. Returns the number of least profiles; `None`
/// if the limits end it.
pub(super) fn halves(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<Option<u64>, Flaw> {
    let places = MovePlaces::new(game);
    if !no_equal_option(&places, mode, machine, upto, limits)? {
        return Ok(None);
    }
    every_smaller_option(&places, machine, upto, limits)
}

/// The first half: no option has the label of its word. The cap of a capped mode denotes many
/// values, so options may have it. False if the limits end it.
///
/// The frontier is explored in layers, one for each length of words, so that only the pairs of two
/// layers are held besides the marks.
fn no_equal_option(
    places: &MovePlaces<'_>,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<bool, Flaw> {
    let cap = match mode {
        Mode::Capped(most) => most,
        Mode::Values | Mode::Misere => u32::MAX,
    };
    let mut met = Met::new(places, machine, limits);
    let begun = first(places, machine).1;
    let mut layer: Vec<(u32, Option<Item>)> =
        [None].into_iter().chain(begun.into_iter().map(Some)).map(|item| (0, item)).collect();
    for &(state, item) in &layer {
        if met.meet(state, item, limits).is_none() {
            return Ok(false);
        }
    }
    let mut depth = 0u64;
    while !layer.is_empty() && upto.is_none_or(|upto| depth < upto) {
        let mut next = Vec::new();
        for &(state, item) in &layer {
            if !limits.go_on() {
                return Ok(false);
            }
            let label = machine.labels[state as usize];
            if label < cap && item.is_some_and(|item| places.value(machine, item) == Some(label)) {
                return Err(wrong(state, machine));
            }
            if upto.is_some_and(|upto| depth + 1 >= upto) {
                continue;
            }
            for letter in 0..machine.letters as Letter {
                let goal = machine.step(state, letter);
                let mut add = |item: Option<Item>| {
                    if met.meet(goal, item, limits) == Some(true) && limits.hold(20) {
                        next.push((goal, item));
                    }
                };
                match item {
                    None => {
                        add(None);
                        places.begin(machine, state, letter, |item| add(Some(item)));
                    }
                    Some(item) => places.go_on(machine, item, letter, |item| add(Some(item))),
                }
            }
        }
        limits.release(20 * layer.len() as u64);
        layer = next;
        depth += 1;
    }
    Ok(!limits.is_full())
}

/// A set of hash bits of the items: a part has no bits that the whole lacks. So most comparisons of
/// sets end after one instruction.
fn shade(items: &[Item]) -> u64 {
    let bit = |item: &Item| {
        (item.place.wrapping_mul(7) ^ item.xor.wrapping_mul(13) ^ item.state).wrapping_mul(0x9e37_79b9) >> 26
    };
    items.iter().fold(0, |shade, item| shade | 1 << bit(item))
}

/// The second half: every label below that of a word is that of an option. Profiles that contain
/// another one are left out. Returns the number of the others; `None` if the limits end it.
///
/// Where a part of a profile has every smaller label as an option, so has the whole; and after any
/// further letters the part leads to a part of what the whole leads to. So the parts are enough.
fn every_smaller_option(
    places: &MovePlaces<'_>,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<Option<u64>, Flaw> {
    let mut seen = MexSet::new();
    let mut least: Vec<Vec<(u64, Rc<Profile>)>> = vec![Vec::new(); machine.states()];
    let start = Rc::new(first(places, machine));
    least[0].push((shade(&start.1), Rc::clone(&start)));
    let mut queue = VecDeque::from([(start, 0u64)]);
    while let Some((profile, depth)) = queue.pop_front() {
        if !limits.go_on() {
            return Ok(None);
        }
        seen.clear();
        profile.1.iter().filter_map(|&item| places.value(machine, item)).for_each(|value| {
            seen.insert(Nimber(value.into()));
        });
        if seen.mex().0 < u64::from(machine.labels[profile.0 as usize]) {
            return Err(wrong(profile.0, machine));
        }
        if upto.is_some_and(|upto| depth + 1 >= upto) {
            continue;
        }
        for letter in 0..machine.letters as Letter {
            let next = after(places, machine, &profile, letter);
            let own = shade(&next.1);
            let others = &mut least[next.0 as usize];
            if others.iter().any(|(other, part)| other & !own == 0 && is_part(&part.1, &next.1)) {
                continue;
            }
            if !limits.hold(12 * next.1.len() as u64 + 120) {
                return Ok(None);
            }
            let next = Rc::new(next);
            others.retain(|(other, whole)| own & !other != 0 || !is_part(&next.1, &whole.1));
            others.push((own, Rc::clone(&next)));
            queue.push_back((next, depth + 1));
        }
    }
    Ok(Some(least.iter().map(|others| others.len() as u64).sum()))
}

/// Whether every item of `part` is in `whole`; both are sorted. Cost: one pass over both.
fn is_part(part: &[Item], whole: &[Item]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|item| rest.by_ref().find(|other| *other >= item) == Some(item))
}
