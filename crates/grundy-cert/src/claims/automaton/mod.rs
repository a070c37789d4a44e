//! The claim `automaton`: a finite machine gives the value of every word.
//!
//! A machine reads a word letter by letter and ends in a state, whose label is the value of the
//! word. It is right for every word if and only if each label is the mex of the labels of the
//! options: the game ends, so only one function satisfies this. One exploration decides it:
//!
//! - After a prefix of a word there are finitely many *moves in play*: how far the move is, the xor
//!   of the components that it has closed, and the state of the machine on the component that is
//!   open (`play.rs`).
//! - The set of the moves in play, with the state of the machine on the prefix, is its *profile*.
//!   The profile after the next letter depends on the profile and the letter alone.
//! - The checker explores the profiles that words reach (`profile.rs`; `path.rs` over one letter).
//!   At each it compares the label of the state with those of the options. The first wrong one
//!   would belong to the shortest counterexample.
//!
//! The game ends because of weights and an order of the letters, which the claim has and `ends.rs`
//! verifies.
//!
//! The machine is minimal (`classes.rs`), and its states are numbered in the order in which they
//! are first reached. So two games have the same values if and only if their machines are equal,
//! and a claim has one form.
//!
//! Cost: time and memory in proportion to the number of profiles times their size, which may be
//! exponential in that of the machine. The check keeps to a limit on both.

mod classes;
pub(crate) mod ends;
pub(crate) mod limits;
mod machine;
mod path;
mod play;
mod profile;
pub(crate) mod text;

use std::sync::Arc;

use grundy_core::{MexSet, Nimber, Outcome};
use grundy_games::{Component, Convention, Ends, FactorGame, Letter, Query, Ruleset, Term};

use super::{Claim, Context, Evidence, Format, Read};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};
use limits::VerificationLimits;
pub use machine::Machine;
use play::MovePlaces;

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "automaton",
    read: Read::Section(|section| {
        let claim = text::read(&section.lines, &section.ruleset.to_string())?;
        Ok(Claim::Automaton(Arc::new(claim)))
    }),
};

/// The claim that the label of a machine is the value of every word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The meaning of labels.
    pub mode: Mode,
    /// The moves, over the letters that the machine reads.
    pub game: FactorGame,
    /// Weights and an order of the letters that prove that the game ends.
    pub ends: Ends,
    /// The machine, minimal, its states in the order in which they are first reached.
    pub machine: Machine,
    /// The number of profiles that the exploration meets.
    pub explored: Explored,
    /// The claim is about words shorter than this; `None` if it is about every word.
    pub upto: Option<u64>,
}

/// The meaning of the labels of a machine.
///
/// ```
/// use grundy_cert::Mode;
/// use grundy_core::{MexSet, Nimber};
///
/// let mut options = MexSet::new();
/// options.insert(Nimber(0));
/// options.insert(Nimber(1));
/// assert_eq!(Mode::Values.label(&options, true), 2);
/// assert_eq!(Mode::Capped(1).label(&options, true), 1);
/// assert_eq!(Mode::Misere.label(&MexSet::new(), false), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Grundy values.
    Values,
    /// Grundy values up to this one, which denotes itself and all greater values. With 1: who wins.
    Capped(u32),
    /// Misère play: 1 if the mover wins, else 0.
    Misere,
}

/// The number of profiles that the exploration meets: a cross-check between programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explored {
    /// All profiles: for words over one letter, and in misère play.
    All(u64),
    /// The profiles of which no other profile at the same state is a part.
    Least(u64),
}

impl Mode {
    /// The label of a word whose options have these labels; `any` is whether it has options.
    pub fn label(self, options: &MexSet, any: bool) -> u64 {
        match self {
            Mode::Values => options.mex().0,
            Mode::Capped(most) => options.mex().0.min(u64::from(most)),
            Mode::Misere => u64::from(!any || options.mex() != Nimber::ZERO),
        }
    }

    /// Whether the label of a sum is the xor of those of its components.
    pub fn adds(self) -> bool {
        self == Mode::Values
    }

    /// The convention of play.
    pub fn play(self) -> Convention {
        match self {
            Mode::Values | Mode::Capped(_) => Convention::Normal,
            Mode::Misere => Convention::Misere,
        }
    }
}

impl Automaton {
    /// The number of profiles that the exploration of words shorter than `upto` meets, for programs
    /// that have a machine and need the number for a claim. `None` if the machine is wrong for such
    /// a word, `go_on` returned false, or the exploration would hold more than `most_bytes`.
    pub fn count(
        game: &FactorGame,
        mode: Mode,
        machine: &Machine,
        upto: u64,
        most_bytes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Explored> {
        explore(game, mode, machine, Some(upto), &mut VerificationLimits::new(most_bytes, go_on)).ok()?
    }

    /// The label of a word over the machine's letters; `None` if the claim is not about it.
    fn known(&self, word: &[Letter]) -> Option<u64> {
        let told = self.upto.is_none_or(|upto| (word.len() as u64) < upto);
        told.then(|| self.machine.label(word))
    }

    /// The greatest label of a word over the machine's letters that the claim is about. The labels
    /// of states that only longer words reach do not count. Cost: one pass over the machine.
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

    /// The label of a word, whose parts between walls are components of a sum. `None` if a letter
    /// is not one of the game, or a part is too long. Cost: one pass over the word.
    pub fn label(&self, word: &str) -> Option<u64> {
        let parts = self.game.read(word)?;
        parts.iter().try_fold(0, |total, part| Some(total ^ self.known(part)?))
    }

    /// The value of a word in normal play; `None` if the label does not determine it.
    pub fn value(&self, word: &str) -> Option<Nimber> {
        let label = self.label(word)?;
        match self.mode {
            Mode::Values => Some(Nimber(label)),
            Mode::Capped(most) if label < u64::from(most) => Some(Nimber(label)),
            Mode::Capped(_) | Mode::Misere => None,
        }
    }

    /// The word of a component that the machine reads: of a row or of a ring, whichever the game is
    /// about. `None` for the rows that cuts leave of rings.
    pub fn word<'a>(&self, component: &'a Component) -> Option<&'a str> {
        match component {
            Component::Row(word) if !self.game.ring => Some(word),
            Component::Ring(word) if self.game.ring => Some(word),
            _ => None,
        }
    }

    /// The value of a component in normal play; `None` if the label does not determine it.
    pub fn value_of(&self, component: &Component) -> Option<Nimber> {
        match component {
            Component::Heap(size) => self.heap(*size),
            _ => self.value(self.word(component)?),
        }
    }

    /// The value of a heap, which is a word of that many counters; `None` if the claim is not about
    /// it. Cost: at most one step for each state.
    pub fn heap(&self, size: u64) -> Option<Nimber> {
        let told = self.upto.is_none_or(|upto| size < upto);
        (told && self.mode == Mode::Values).then(|| Nimber(self.machine.power(size)))
    }

    /// Who wins a component alone, under the convention of the mode; `None` if the claim is not
    /// about it.
    pub fn outcome(&self, component: &Component) -> Option<Outcome> {
        let label = match component {
            Component::Heap(size) => self.heap(*size)?.0,
            _ => self.label(self.word(component)?)?,
        };
        Some(if label == 0 { Outcome::P } else { Outcome::N })
    }

    /// Verifies the claim; false if the limits ended the check.
    fn verified(&self, ruleset: &Ruleset, limits: &mut VerificationLimits<'_>) -> Result<bool, Flaw> {
        let no = |why: &str| Err(Flaw::NoAutomaton(why.into()));
        if self.mode == Mode::Capped(0) {
            return no("a cap of 0 distinguishes no values");
        }
        let game = FactorGame::of(ruleset, &self.game.letters, self.mode.adds()).map_err(Flaw::NoAutomaton)?;
        if game != self.game {
            return no("its moves are not those of the game");
        }
        if !ends::proves(&self.ends, &game) {
            return no("its weights do not prove that the game ends");
        }
        if !self.machine.is_sound(game.letters.len()) {
            return no("the table of the machine is malformed");
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
            Some(_) => no("the number of profiles is wrong"),
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

    fn misere_outcome(&self, _query: &Query, sum: &[Term], _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(match sum {
            [] => Some(Outcome::N),
            [term] => Automaton::outcome(self, &term.component),
            _ => None,
        })
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(self.mode.play())?;
        context.scope.requires_its_ruleset()?;
        let mut limits = VerificationLimits::new(context.most_bytes, context.go_on);
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

/// Explores profiles by the method that fits the game: all of them over one letter and in misère
/// play, else both halves. `None` if the limits end it.
fn explore(
    game: &FactorGame,
    mode: Mode,
    machine: &Machine,
    upto: Option<u64>,
    limits: &mut VerificationLimits<'_>,
) -> Result<Option<Explored>, Flaw> {
    if game.letters.len() == 1 {
        return Ok(path::path(&MovePlaces::new(game), mode, machine, upto, limits)?.map(Explored::All));
    }
    if mode == Mode::Misere {
        return Ok(profile::all(game, mode, machine, upto, limits)?.map(Explored::All));
    }
    Ok(profile::halves(game, mode, machine, upto, limits)?.map(Explored::Least))
}
