//! Automata: the claim that a finite machine tells the value of every word, and how it is verified.
//!
//! A machine reads a word letter by letter and ends in a state, whose label is the value of the word. It is right for
//! every word exactly if each label is the mex of the labels of the options (the game ends, so there is only one such
//! function), and that is decided by one exploration: after a prefix there are finitely many *positions of one move in
//! play* (how far the move is, the xor of the components that it has closed, the state of the machine on the component
//! that is open), and the set of those that a prefix can be in, its *profile*, is told by the profile before the last
//! letter. `profile.rs` explores the reachable profiles; the first bad one would be the shortest counterexample.
//!
//! The machine is minimal and its states are numbered in the order in which they are first reached, so that two games
//! have the same values exactly if their machines are equal, and a claim has no freedom left.

mod classes;
mod ends;
mod limits;
mod machine;
mod path;
mod play;
mod profile;
mod text;

use std::sync::Arc;

use grundy_core::{MexSet, Nimber, Outcome};
use grundy_games::{Component, Convention, Ends, FactorGame, Letter, Query, Ruleset, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};
use limits::Limits;
pub use machine::Machine;
use play::Places;

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "automaton",
    read: Read::Section(|section| {
        let claim = text::read(&section.lines, &section.ruleset.to_string())?;
        Ok(Claim::Automaton(Arc::new(claim)))
    }),
};

/// A claim that a machine tells the value of every word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// What the labels of states are.
    pub mode: Mode,
    /// The moves, over the letters that the machine reads.
    pub game: FactorGame,
    /// Why the game ends.
    pub ends: Ends,
    /// The machine, minimal, its states in the order in which they are first reached.
    pub machine: Machine,
    /// What an exploration of profiles meets.
    pub explored: Explored,
    /// The claim is about words shorter than this only; without it, about every word.
    pub upto: Option<u64>,
}

/// What the labels of a machine are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Grundy values.
    Values,
    /// Grundy values up to this one; it stands for itself and all greater values. With 1: who wins.
    Capped(u32),
    /// Misère play: 1 where the mover wins, else 0.
    Misere,
}

/// What an exploration of profiles meets: a cross-check between programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explored {
    /// All profiles: for words over one letter, and in misère play.
    All(u64),
    /// The profiles of which no other profile at the same state is a part.
    Least(u64),
}

impl Mode {
    /// The label of a word whose options have these labels.
    pub fn label(self, options: &MexSet, any: bool) -> u64 {
        match self {
            Mode::Values => options.mex().0,
            Mode::Capped(most) => options.mex().0.min(u64::from(most)),
            Mode::Misere => u64::from(!any || options.mex() != Nimber::ZERO),
        }
    }

    /// Whether components of a sum are valued one by one.
    pub fn adds(self) -> bool {
        self == Mode::Values
    }

    /// The convention that it is about.
    pub fn play(self) -> Convention {
        match self {
            Mode::Values | Mode::Capped(_) => Convention::Normal,
            Mode::Misere => Convention::Misere,
        }
    }
}

impl Automaton {
    /// What the exploration of words shorter than `upto` meets: a program that has such a machine asks the checker. Nothing
    /// where the machine is not right for them, or the time or the memory runs out.
    pub fn count(
        game: &FactorGame,
        mode: Mode,
        machine: &Machine,
        upto: u64,
        most_bytes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Explored> {
        explore(game, mode, machine, Some(upto), &mut Limits::new(most_bytes, go_on)).ok()?
    }

    /// The label of a word over the machine's letters, if the claim is about it.
    fn known(&self, word: &[Letter]) -> Option<u64> {
        let told = self.upto.is_none_or(|upto| (word.len() as u64) < upto);
        told.then(|| self.machine.label(word))
    }

    /// The greatest label of the words over the machine's letters that the claim is about: the machine may have states that
    /// only longer words reach, whose labels mean nothing.
    pub fn largest(&self) -> u32 {
        let mut met = vec![false; self.machine.states()];
        let mut layer = vec![0u32];
        let (mut length, mut largest) = (0, 0);
        while !layer.is_empty() && self.upto.is_none_or(|upto| length < upto) {
            let mut next = Vec::new();
            for state in layer {
                if !std::mem::replace(&mut met[state as usize], true) {
                    largest = largest.max(self.machine.labels[state as usize]);
                    next.extend((0..self.machine.letters).map(|letter| self.machine.step(state, letter as Letter)));
                }
            }
            (layer, length) = (next, length + 1);
        }
        largest
    }

    /// The label of a word: parts between walls are components of a sum.
    pub fn label(&self, word: &str) -> Option<u64> {
        let parts = self.game.read(word)?;
        parts.iter().try_fold(0, |total, part| Some(total ^ self.known(part)?))
    }

    /// The value of a word in normal play, where the label tells it.
    pub fn value(&self, word: &str) -> Option<Nimber> {
        let label = self.label(word)?;
        match self.mode {
            Mode::Values => Some(Nimber(label)),
            Mode::Capped(most) if label < u64::from(most) => Some(Nimber(label)),
            Mode::Capped(_) | Mode::Misere => None,
        }
    }

    /// The word of a component that the machine reads: a row or a ring, whichever the game is on. The rows that cuts leave
    /// of rings are no rings.
    pub fn word<'a>(&self, component: &'a Component) -> Option<&'a str> {
        match component {
            Component::Row(word) if !self.game.ring => Some(word),
            Component::Ring(word) if self.game.ring => Some(word),
            _ => None,
        }
    }

    /// The value of a component in normal play, where the label tells it.
    pub fn value_of(&self, component: &Component) -> Option<Nimber> {
        match component {
            Component::Heap(size) => self.heap(*size),
            _ => self.value(self.word(component)?),
        }
    }

    /// The value of a heap: a word of that many counters, without reading them one by one.
    pub fn heap(&self, size: u64) -> Option<Nimber> {
        let told = self.upto.is_none_or(|upto| size < upto);
        (told && self.mode == Mode::Values).then(|| Nimber(self.machine.power(size)))
    }

    /// Who wins a component alone.
    pub fn outcome(&self, component: &Component) -> Option<Outcome> {
        let label = match component {
            Component::Heap(size) => self.heap(*size)?.0,
            _ => self.label(self.word(component)?)?,
        };
        Some(if label == 0 { Outcome::P } else { Outcome::N })
    }

    fn verified(&self, ruleset: &Ruleset, limits: &mut Limits<'_>) -> Result<bool, Flaw> {
        let no = |why: &str| Err(Flaw::NoAutomaton(why.into()));
        if self.mode == Mode::Capped(0) {
            return no("a cap of 0 tells nothing apart");
        }
        let game = FactorGame::of(ruleset, &self.game.letters, self.mode.adds()).map_err(Flaw::NoAutomaton)?;
        if game != self.game {
            return no("the moves that it lists are not those of the game");
        }
        if !ends::proves(&self.ends, &game) {
            return no("its weights do not prove that the game ends");
        }
        if !self.machine.is_sound(game.letters.len()) {
            return no("the table of the machine is not one");
        }
        let Some(minimal) = self.machine.is_minimal(limits) else { return Ok(false) };
        if !minimal {
            return no("the machine is not minimal, or its states are out of order");
        }
        if let Mode::Capped(most) = self.mode
            && self.machine.largest() > most
        {
            return no("a label is larger than the cap");
        }
        if self.upto == Some(0) {
            return no("it is about no word");
        }
        if self.upto.is_some_and(|upto| self.machine.reached(upto) < self.machine.states()) {
            return no("no word that it is about reaches its last state");
        }
        if self.upto.is_some() && game.growth() > 0 {
            return no("words can grow, so no length can be certified");
        }
        match explore(&game, self.mode, &self.machine, self.upto, limits)? {
            None => Ok(false),
            Some(explored) if explored == self.explored => Ok(true),
            Some(_) => no("the number of profiles is another one"),
        }
    }
}

impl Evidence for Automaton {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} states", self.machine.states())
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        self.value_of(component)
    }

    fn outcome(
        &self,
        _ruleset: &Ruleset,
        component: &Component,
        _poll: &mut Poll<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        Ok(Automaton::outcome(self, component))
    }

    fn misere_outcome(&self, _query: &Query, sum: &[Term]) -> Option<Outcome> {
        match sum {
            [] => Some(Outcome::N),
            [term] => Automaton::outcome(self, &term.component),
            _ => None,
        }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(self.mode.play())?;
        context.scope.requires_its_ruleset()?;
        let mut limits = Limits::new(context.most_bytes, context.go_on);
        Ok(match self.verified(context.scope.ruleset(), &mut limits)? {
            true => Verdict::Verified,
            false if limits.is_full() => Verdict::TooLarge,
            false => Verdict::Unverified,
        })
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(text::write(self, &ruleset.to_string()))
    }
}

/// Explores profiles in the way that fits the game: all of them over one letter and in misère play, else both halves.
fn explore(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut Limits<'_>,
) -> Result<Option<Explored>, Flaw> {
    if game.letters.len() == 1 {
        return Ok(path::path(&Places::new(game), mode, machine, upto, limits)?.map(Explored::All));
    }
    if mode == Mode::Misere {
        return Ok(profile::all(game, mode, machine, upto, limits)?.map(Explored::All));
    }
    Ok(profile::halves(game, mode, machine, upto, limits)?.map(Explored::Least))
}
