//! Explores the profiles that words reach: the sets of moves in play, with the machine's state on the word itself.
//!
//! What a letter makes of a profile depends on the profile and the state alone, and a larger profile stays larger. So
//! it is enough that *no option has the label of its word* on pairs of a state and one item, and that *every smaller
//! label is there* on profiles of which no other profile at the same state is a part (`halves`). In misère play a word
//! without options is won, so larger profiles are not always better, and all of them are explored (`all`); over one
//! letter they form a path that runs into a cycle, which is found with one profile kept at a time (Brent 1980).

use std::collections::{HashMap, HashSet, VecDeque};

use grundy_core::{MexSet, Nimber};
use grundy_rules::{FactorGame, Letter};

use super::{
    Machine, Mode,
    play::{Item, Places},
};
use crate::Flaw;

/// The machine's state on a word, and the moves in play, sorted.
type Profile = (u32, Vec<Item>);

fn wrong(state: u32, machine: &Machine) -> Flaw {
    let label = machine.labels[state as usize];
    Flaw::NoAutomaton(format!(
        "state {state} has label {label}, and that does not follow from the options of its words"
    ))
}

/// Whether the label of the state follows from the profile.
fn stands(places: &Places<'_>, machine: &Machine, mode: Mode, state: u32, items: &[Item], seen: &mut MexSet) -> bool {
    seen.clear();
    let mut any = false;
    for value in items.iter().filter_map(|&item| places.value(machine, item)) {
        any = true;
        seen.insert(Nimber(value.into()));
    }
    mode.label(seen, any) == u64::from(machine.labels[state as usize])
}

fn after(places: &Places<'_>, machine: &Machine, (state, items): &Profile, letter: Letter) -> Profile {
    let mut next = Vec::new();
    places.begin(machine, *state, letter, |item| next.push(item));
    items.iter().for_each(|&item| places.go_on(machine, item, letter, |item| next.push(item)));
    next.sort_unstable();
    next.dedup();
    (machine.step(*state, letter), next)
}

fn first(places: &Places<'_>, machine: &Machine) -> Profile {
    let mut items = places.first(machine);
    items.sort_unstable();
    items.dedup();
    (0, items)
}

/// Explores every profile that words (shorter than `upto`) reach; how many there are, or nothing if the time ran out.
pub(super) fn all(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Flaw> {
    let places = Places::new(game);
    if machine.letters == 1 {
        return path(&places, mode, machine, upto, go_on);
    }
    let mut seen = MexSet::new();
    let start = first(&places, machine);
    let mut known = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0u64)]);
    while let Some((profile, depth)) = queue.pop_front() {
        if !go_on() {
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
                known.insert(next.clone());
                queue.push_back((next, depth + 1));
            }
        }
    }
    Ok(Some(known.len() as u64))
}

/// Items of one profile with a table of which there are; it is filled and emptied item by item.
struct Marked {
    items: Vec<Item>,
    marks: Vec<u64>,
    range: usize,
    states: usize,
}

impl Marked {
    /// Nothing, or nothing at all where a table would not fit.
    fn new(places: &Places<'_>, machine: &Machine) -> Option<Marked> {
        let (range, states) = ((machine.largest() as usize + 1).checked_next_power_of_two()?, machine.states());
        let size = places.count().checked_mul(range)?.checked_mul(states)?;
        let fits = size <= 1 << 32;
        fits.then(|| Marked { items: Vec::new(), marks: vec![0; size / 64 + 1], range, states })
    }

    fn at(&self, item: Item) -> (usize, u64) {
        let number = (item.place as usize * self.range + item.xor as usize) * self.states + item.state as usize;
        (number / 64, 1 << (number % 64))
    }

    fn has(&self, item: Item) -> bool {
        let (word, bit) = self.at(item);
        self.marks[word] & bit != 0
    }

    fn insert(&mut self, item: Item) {
        let (word, bit) = self.at(item);
        if self.marks[word] & bit == 0 {
            self.marks[word] |= bit;
            self.items.push(item);
        }
    }

    fn clear(&mut self) {
        for at in 0..self.items.len() {
            let (word, _) = self.at(self.items[at]);
            self.marks[word] = 0;
        }
        self.items.clear();
    }
}

/// As [`all`] for words over one letter: the number of different profiles on the path.
///
/// The profile at each power of two is kept, and later ones are compared with it: when one is equal, every label on the
/// path has been verified, and the distance is the length of the cycle. Where the cycle begins is told by prints of the
/// profiles; that only counts them.
fn path(
    places: &Places<'_>,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Flaw> {
    let (Some(mut here), Some(mut next)) = (Marked::new(places, machine), Marked::new(places, machine)) else {
        return Ok(None);
    };
    let mut prints: Vec<(u32, u64)> = Vec::new();
    let mut seen = MexSet::new();
    let mut kept: Option<(usize, Profile)> = None;
    let mut state = 0;
    places.first(machine).into_iter().for_each(|item| here.insert(item));
    while upto.is_none_or(|upto| (prints.len() as u64) < upto) {
        let at = prints.len();
        if let Some((before, (own, items))) = &kept
            && *own == state
            && items.len() == here.items.len()
            && items.iter().all(|&item| here.has(item))
        {
            let cycle = at - before;
            let enters = (0..*before).find(|&at| prints[at] == prints[at + cycle]).unwrap_or(*before);
            return Ok(Some((enters + cycle) as u64));
        }
        if at.is_power_of_two() {
            kept = Some((at, (state, here.items.clone())));
        }
        if !go_on() {
            return Ok(None);
        }
        if !stands(places, machine, mode, state, &here.items, &mut seen) {
            return Err(wrong(state, machine));
        }
        prints.push((state, here.items.iter().fold(0, |sum, &item| print(item).wrapping_add(sum))));
        next.clear();
        places.begin(machine, state, 0, |item| next.insert(item));
        for &item in &here.items {
            places.go_on(machine, item, 0, |item| next.insert(item));
        }
        std::mem::swap(&mut here, &mut next);
        state = machine.step(state, 0);
    }
    Ok(Some(prints.len() as u64))
}

/// SplitMix64's mixing (Steele, Lea and Flood 2014) of an item; prints of a profile's items are added.
fn print(Item { place, xor, state }: Item) -> u64 {
    let mut mixed = u64::from(place) << 48 ^ u64::from(xor) << 32 ^ u64::from(state);
    mixed = mixed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Explores both halves for words shorter than `upto`: the number of least profiles, or nothing if the time ran out.
pub(super) fn halves(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Flaw> {
    let places = Places::new(game);
    if !no_equal_option(&places, mode, machine, upto, go_on)? {
        return Ok(None);
    }
    every_smaller_option(&places, machine, upto, go_on)
}

/// The first half: no option has the label of its word (the cap of a capped mode stands for many values and may). False
/// if the time ran out.
fn no_equal_option(
    places: &Places<'_>,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Flaw> {
    let cap = match mode {
        Mode::Capped(most) => most,
        Mode::Values | Mode::Misere => u32::MAX,
    };
    let begun = first(places, machine).1;
    let mut layer: Vec<(u32, Option<Item>)> =
        [None].into_iter().chain(begun.into_iter().map(Some)).map(|item| (0, item)).collect();
    let mut known: HashSet<(u32, Option<Item>)> = layer.iter().copied().collect();
    let mut depth = 0u64;
    while !layer.is_empty() && upto.is_none_or(|upto| depth < upto) {
        let mut next = Vec::new();
        for (state, item) in layer {
            if !go_on() {
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
                    if known.insert((goal, item)) {
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
        layer = next;
        depth += 1;
    }
    Ok(true)
}

/// The second half: every label below that of a word is there. Profiles that contain another one are left out.
fn every_smaller_option(
    places: &Places<'_>,
    machine: &Machine,
    upto: Option<u64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Flaw> {
    let mut seen = MexSet::new();
    let mut least: HashMap<u32, Vec<Vec<Item>>> = HashMap::new();
    let start = first(places, machine);
    least.entry(0).or_default().push(start.1.clone());
    let mut queue = VecDeque::from([(start, 0u64)]);
    while let Some((profile, depth)) = queue.pop_front() {
        if !go_on() {
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
            let others = least.entry(next.0).or_default();
            if others.iter().any(|other| is_part(other, &next.1)) {
                continue;
            }
            others.retain(|other| !is_part(&next.1, other));
            others.push(next.1.clone());
            queue.push_back((next, depth + 1));
        }
    }
    Ok(Some(least.values().map(|others| others.len() as u64).sum()))
}

/// Whether every item of `part` is in `whole`; both are sorted.
fn is_part(part: &[Item], whole: &[Item]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|item| rest.by_ref().any(|other| other == item))
}
