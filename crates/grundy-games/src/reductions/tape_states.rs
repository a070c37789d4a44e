//! `tape-states`: a tape whose rules depend on the words at its end is a heap of some kind.
//!
//! *Theorem.* Where letters are written at the end, and listed words alone are avoided or end play,
//! let the *state* of a tape be its longest suffix with which a listed word begins. A tape with n
//! letters left is the heap of n counters whose kind is its state; one on which no letter may be
//! written is no heap.
//!
//! *Conditions.* Nothing else restricts the tape: whether a letter completes a square depends on
//! words of any length, a list `within` on the whole tape, and a letter at the start on the other
//! end: no suffix tells them. `tape: append letter of a..b avoiding whole "aa"` at `b/2` has the
//! option `ba/1`, on which both letters may be written, and `/2` the option `a/1`, on which one may
//! be.
//!
//! *Proof.* The state of a tape and a letter decide whether the letter completes a listed word, and
//! the next state (*Canonical tapes* in the book). So the letters that may be written, the states
//! that they lead to and the end of play are those of the state, and one letter fewer is left.
//! A heap of 0 has no moves, so it stands for the tapes on which play is over.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::Arc,
};

use grundy_core::{Fault, Game};

use super::{Image, Keeps, Mapping, ReductionKind, SharedMapping};
use crate::{Component, Ruleset, Tape, TapeRules, Typed, words::ending::prefixes};

pub(super) const KIND: ReductionKind = ReductionKind {
    read: |name| (name == NAME).then(|| Arc::new(TapeStates) as SharedMapping),
    about: |rules, positions| {
        let is_about = |position: &&Component| matches!(position, Component::Tape(Tape { left: Some(_), .. }));
        let is_about = positions.iter().all(is_about) && TapeStates.target(rules).is_some();
        is_about.then(|| Arc::new(TapeStates) as SharedMapping)
    },
};

const NAME: &str = "tape-states";

/// More states are no reduction.
const MOST_STATES: usize = 200;

/// Nor are more pairs of a state and a letter.
const MOST_STEPS: usize = 20_000;

struct TapeStates;

/// The words of the states; `None` if the rules depend on more than the words at the end, or there
/// are too many.
fn words(rules: &TapeRules) -> Option<BTreeSet<&str>> {
    let mut words = BTreeSet::from([""]);
    for word in rules.lists_of_suffixes()?.into_iter().flat_map(|list| list.iter()) {
        for prefix in prefixes(word) {
            words.insert(prefix);
            if words.len() > MOST_STATES {
                return None;
            }
        }
    }
    let most = MOST_STEPS / words.len();
    (rules.alphabet.iter().take(most + 1).count() <= most).then_some(words)
}

/// The words of the states that a letter leads to.
fn next(rules: &TapeRules, word: &str) -> BTreeSet<String> {
    let mut next = BTreeSet::new();
    let push = |tapes: &[Tape]| {
        next.extend(tapes.iter().map(|tape| rules.canonical(tape).word));
        Ok::<(), Fault>(())
    };
    let written = rules.options(&Tape { word: word.to_owned(), left: Some(1) }, push);
    written.expect("moves on tapes have no faults");
    next
}

/// The name of a kind: its number in the order of all states.
fn kind(at: usize) -> String {
    format!("Q{at}")
}

impl Mapping for TapeStates {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn keeps(&self) -> Keeps {
        Keeps::Options
    }

    fn statement(&self) -> &'static str {
        "a tape is a heap of the letters left, whose kind is given by the end of its word"
    }

    fn target(&self, rules: &Ruleset) -> Option<Ruleset> {
        let Ruleset::Tape(rules) = rules else { return None };
        let states: Vec<(&str, BTreeSet<String>)> =
            words(rules)?.into_iter().map(|word| (word, next(rules, word))).collect();
        // The numbers of the states in which a letter may be written.
        let going = states.iter().enumerate().filter(|(_, (_, next))| !next.is_empty());
        let going: BTreeMap<&str, usize> = going.map(|(at, &(word, _))| (word, at)).collect();
        let mut text = String::new();
        for &from in going.values() {
            let (next, from) = (&states[from].1, kind(from));
            for next in next {
                let comma = if text.is_empty() { "" } else { ", " };
                let _ = match going.get(&**next) {
                    Some(&to) => write!(text, "{comma}{from}(n) -> {}(n-1)", kind(to)),
                    None => write!(text, "{comma}{from}(n) -> {from}(0) where n > 0"),
                };
            }
        }
        Some(crate::game(&text).ok()?.ruleset)
    }

    fn image(&self, rules: &Ruleset, component: &Component) -> Image {
        let (Ruleset::Tape(rules), Component::Tape(tape)) = (rules, component) else { return Image::Outside };
        let (Some(words), Some(left)) = (words(rules), tape.left) else { return Image::Outside };
        let state = rules.canonical(tape).word;
        match words.iter().position(|word| *word == state) {
            None => Image::Outside,
            Some(_) if next(rules, &state).is_empty() => Image::Sum(Vec::new()),
            Some(at) => Image::Sum(vec![Component::Typed(Typed { kind: kind(at).into(), sizes: vec![left] })]),
        }
    }
}
