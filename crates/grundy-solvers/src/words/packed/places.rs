//! Rows from which moves only take and cut factors: each word that comes up is a set of places of
//! the start.
//!
//! If the letters of the start all differ, sets are shorter keys than words. And if there are few
//! sets for each word, an array of values by sets replaces the table: in ascending order the sets
//! of every option come before their set.
//!
//! The planes of a set are put together from those of its parts of eight places, which are tabled.

use std::ops::ControlFlow;

use grundy_cert::{ValueMap, WordFacts};
use grundy_core::Nimber;
use grundy_games::{Component, Gap, Query};

use super::{
    factors,
    found::OptionSink,
    key::{Key, KeyBits},
    planes::WordPlanes,
    program::{Program, WordMove},
};
use crate::support::budget::{Budget, Stopped};

/// The most letters of a start.
const MOST: usize = 64;

/// The most letters of a start with an array of all sets.
const MOST_OF_ARRAY: usize = 28;

/// Nanoseconds of a set, and of an option.
const SET: f64 = 25.0;
const OPTION: f64 = 4.0;

/// The limits are looked at after this many sets.
const POLL: usize = 64;

/// How many places are put together at once.
const PART: usize = 8;

/// A set from each of its places on, and from its end.
type From = [u64; MOST + 1];

/// The places of a start.
pub(super) struct StartPlaces {
    letters: Vec<char>,
    planes: usize,
    /// By a part and the places in it: its planes, with the letters moved together.
    parts: Vec<u64>,
}

/// The letters of the start of a query; `None` if moves do more than take and cut factors of one
/// row, or if there are too many letters, or none.
fn letters(program: &Program, query: &Query) -> Option<Vec<char>> {
    let takes = |kind: &WordMove| matches!(kind, WordMove::Remove(..));
    let ([term], false, true) = (&query.position[..], program.ring, program.moves.iter().all(takes)) else {
        return None;
    };
    let Component::Row(word) = &term.component else { return None };
    let letters: Vec<char> = word.chars().collect();
    (1..=MOST).contains(&letters.len()).then_some(letters)
}

/// The nanoseconds of an array of all sets of so many places; `None` if there are too many.
fn of_array(places: usize) -> Option<f64> {
    (places <= MOST_OF_ARRAY).then(|| 2f64.powf(places as f64) * (SET + OPTION * places as f64 / 2.0))
}

/// The number of places and the nanoseconds of an array that answers a query in normal play; `None`
/// if no array does.
pub(super) fn price(program: &Program, query: &Query) -> Option<(usize, f64)> {
    let places = letters(program, query)?.len();
    Some((places, of_array(places)?))
}

impl StartPlaces {
    /// The places of the start of a query; `None` if moves do more than take and cut factors, or
    /// if there are too many letters, or none.
    pub fn new(program: &Program, query: &Query) -> Option<StartPlaces> {
        let letters = letters(program, query)?;
        let codes: Vec<u8> = letters.iter().map(|&letter| program.code(letter)).collect::<Option<_>>()?;
        let planes = program.planes();
        let mut parts = Vec::with_capacity((codes.len().div_ceil(PART) * planes) << PART);
        for part in codes.chunks(PART) {
            for set in 0..1usize << PART {
                for plane in 0..planes {
                    let kept = part.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).enumerate();
                    parts.push(kept.fold(0, |all, (to, (_, code))| all | u64::from(code >> plane & 1) << to));
                }
            }
        }
        Some(StartPlaces { letters, planes, parts })
    }

    /// Whether each word is one set.
    pub fn are_words(&self) -> bool {
        let mut letters = self.letters.clone();
        letters.sort_unstable();
        letters.windows(2).all(|two| two[0] != two[1])
    }

    /// The letters of the start.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// How many bits a set has.
    pub fn bits(&self) -> usize {
        self.letters.len()
    }

    /// Whether an array of all sets takes less time than a search that takes so many nanoseconds.
    pub fn fit_array(&self, nanoseconds: f64) -> bool {
        of_array(self.letters.len()).is_some_and(|array| array < nanoseconds)
    }

    #[inline(always)]
    fn word<const B: usize>(&self, set: u64) -> WordPlanes<u64, B> {
        let (mut planes, mut length) = ([0; B], 0);
        for (at, parts) in self.parts.chunks_exact(self.planes << PART).enumerate() {
            let part = (set >> (PART * at)) as usize & ((1 << PART) - 1);
            let own = &parts[part * self.planes..][..self.planes];
            planes.iter_mut().zip(own).for_each(|(plane, own)| *plane |= own << length);
            length += part.count_ones() as usize;
        }
        WordPlanes::of_row(planes, length)
    }

    /// Calls `visit` with the two words of each option of a set; the second is empty unless a move
    /// cuts.
    #[inline(always)]
    fn each<const B: usize>(&self, program: &Program, set: u64, from: &mut From, mut visit: impl FnMut(u64, u64)) {
        let planes: WordPlanes<u64, B> = self.word(set);
        if program.until.as_ref().is_some_and(|until| planes.ends(until, program.letters.len())) {
            return;
        }
        let mut rest = set;
        for own in &mut from[..=planes.length] {
            *own = rest;
            rest = rest.rest();
        }
        for kind in &program.moves {
            if let WordMove::Remove(gap, part) = kind {
                factors::each(&planes, *gap, part, &mut |starts, many| {
                    WordPlanes::<u64, B>::each(starts, |start| {
                        let (left, right) = (set ^ from[start], from[start + many]);
                        match gap {
                            Gap::Closes => visit(left ^ right, 0),
                            Gap::Separates => visit(left, right),
                        }
                    });
                });
            }
        }
    }

    /// Adds the options of a set.
    pub fn options<K: Key, const B: usize>(&self, program: &Program, set: u64, found: &mut impl OptionSink<K>) {
        let mut from = [0; MOST + 1];
        let key = |set: u64| K::of_words(|at| if at == 0 { set } else { 0 });
        self.each::<B>(program, set, &mut from, |first, second| found.two(key(first), key(second)));
    }

    /// Returns the values of all sets.
    pub fn values<const B: usize>(&self, program: &Program, budget: &mut Budget) -> Result<Vec<u8>, Stopped> {
        budget.hold(1 << self.letters.len())?;
        let mut values = vec![0u8; 1 << self.letters.len()];
        let mut from = [0; MOST + 1];
        for set in 1..values.len() {
            // A move takes a letter at least, so a value is at most the number of letters, which is
            // below 32; so is the sum of two values.
            let mut seen = 0u64;
            self.each::<B>(program, set as u64, &mut from, |first, second| {
                let value =
                    if second == 0 { values[first as usize] } else { values[first as usize] ^ values[second as usize] };
                seen |= 1 << (value & 63);
            });
            values[set] = seen.trailing_ones() as u8;
            if set % POLL == 0 {
                budget.solved(POLL as u64)?;
                budget.charge((POLL * self.letters.len()) as u32)?;
            }
        }
        budget.solved((values.len() - 1) as u64 % POLL as u64)?;
        Ok(values)
    }

    /// The first places that have the letters of a row, one after another.
    pub fn find(&self, component: &Component) -> Option<u64> {
        let Component::Row(word) = component else { return None };
        let (mut set, mut from) = (0, 0);
        for letter in word.chars() {
            let at = from + self.letters[from..].iter().position(|&own| own == letter)?;
            (set, from) = (set | 1 << at, at + 1);
        }
        Some(set)
    }

    /// The row of a set.
    pub fn component(&self, set: u64) -> Component {
        let letters = self.letters.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        Component::Row(letters.map(|(_, letter)| letter).collect())
    }
}

/// The claim: the values of all sets. The first set of a word represents it.
pub(super) struct Array {
    pub places: StartPlaces,
    pub values: Vec<u8>,
}

impl ValueMap for Array {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let set = self.places.find(component).filter(|&set| set > 0)?;
        self.values.get(set as usize).map(|&value| Nimber(value.into()))
    }

    fn count(&self) -> u64 {
        self.values.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        for (set, &value) in self.values.iter().enumerate().skip(1) {
            let component = self.places.component(set as u64);
            let shown = self.places.find(&component) == Some(set as u64);
            if shown && visit(&component, Nimber(value.into())).is_break() {
                return;
            }
        }
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        Some(WordFacts::AllSets { row: &self.places.letters, values: &self.values })
    }
}
