//! The claims `periodic` and `grid`: a machine that counts gives the value of every word.
//!
//! A finite machine has too few states for values that depend on unbounded counts. Here a state is
//! a place and the levels of counters, and from a level on each counter repeats (`machine.rs`). As
//! for a finite machine, the labels are the values of all words exactly if each label is the mex of
//! those of the options, since the game ends (`ends.rs` of the claim `automaton`). Two explorations
//! decide it on levels that are not known (`walk.rs`): no option has the label of its word
//! (`pairs.rs`), and every smaller label is that of an option (`sets.rs`).
//!
//! *Why the explorations suffice*, for any number of counters. A word leads the machine to its
//! base, and each of its options is a move in play at the end of the word. (1) By induction on the
//! length of the word, its base and each of its moves in play are among those that an explored pair
//! denotes: a row is read only where what is known determines it, what is known of a counter after
//! a letter is replaced by all cases of it, and the cases of all counters are combined in all ways.
//! So no option of a word has its label. (2) By induction again, some explored set has the base of
//! the word, and every item of the set, read at the true levels, is a move in play of the word: an
//! item with several cases is left out, as is one whose distance is not kept along some counter,
//! and both a smaller set and its successors keep the property. So every label below that of the
//! word is the value of an option. Together, each label is the mex of those of the options. The
//! manual's page "Theorems" has the proof.
//!
//! The explorations are sound and not complete: a right machine may be refused, since distances of
//! more than `near` levels are forgotten. So the claim names the distance, and whether the second
//! exploration is `strict`; both only determine whether the check succeeds.
//!
//! The code is generic over the number of counters. It is instantiated for one and two, since a
//! certificate has a form for those (`text.rs`) and the search finds no others; the tests
//! instantiate it for three.
//!
//! Cost: time and memory in proportion to the number of pairs and sets, within the limits of the
//! check.

mod machine;
mod pairs;
mod sets;
#[cfg(test)]
mod tests;
mod text;
mod walk;

use std::sync::Arc;

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Ends, FactorGame, Query, Ruleset};

use super::{
    Claim, Context, Evidence, Format, Read,
    automaton::{ends, limits::VerificationLimits},
    evidence::counted,
};
use crate::error::{Flaw, Verdict};
pub use machine::{Counter, CounterStep, CountingGoal, CountingMachine, CountingPlace, CountingState};
use pairs::ExplorationEnd;
use walk::LevelWalk;

/// The largest distance from the base that the explorations keep.
const FARTHEST: u32 = 1 << 10;

/// The form in certificates of a machine with one counter.
pub(super) const FORMAT: Format = Format {
    name: "periodic",
    read: Read::Section(|section| {
        let claim = text::read(&section.lines, &section.ruleset.to_string())?;
        Ok(Claim::Counting(Arc::new(claim)))
    }),
};

/// The form in certificates of a machine with two counters.
pub(super) const OF_TWO: Format = Format {
    name: "grid",
    read: Read::Section(|section| {
        let claim = text::read_two(&section.lines, &section.ruleset.to_string())?;
        Ok(Claim::Counting(Arc::new(claim)))
    }),
};

/// The claim that the label of a machine that counts is the value of every word, in normal play.
///
/// The machine has one counter, and certificates name the claim `periodic`; or two, and they name
/// it `grid`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The moves, over the letters that the machine reads.
    pub game: FactorGame,
    /// Weights and an order of the letters that prove that the game ends.
    pub ends: Ends,
    /// The machine.
    pub machine: CountingMachine,
    /// The distance, in levels, up to which the check relates a move in play to its word.
    pub near: u32,
    /// Whether the second exploration leaves out moves that are farther, though their levels are
    /// known.
    pub strict: bool,
}

impl Counting {
    /// Whether the claims of this kind are about the game; the reason if not.
    ///
    /// # Errors
    /// The reason: a ring, a rule about an end of the word or about runs, or a move that removes
    /// every copy of a letter.
    pub fn is_about(game: &FactorGame) -> Result<(), &'static str> {
        walk::rules(game).map(|_| ())
    }

    /// Whether the explorations of the check succeed, for programs that look for a machine and for
    /// the distance that the claim names. `None` if `go_on` returned false, or they would hold more
    /// than `most_bytes`. The rules, the ends and the form of the machine are not looked at.
    pub fn holds(&self, most_bytes: u64, go_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        match self.explored(&mut VerificationLimits::new(most_bytes, go_on)) {
            Ok(()) => Some(true),
            Err(ExplorationEnd::Fails(_)) => Some(false),
            Err(ExplorationEnd::Limit) => None,
        }
    }

    /// Both explorations, by the number of counters.
    fn explored(&self, limits: &mut VerificationLimits<'_>) -> Result<(), ExplorationEnd> {
        match self.machine.counters.len() {
            1 => self.halves::<1>(limits),
            2 => self.halves::<2>(limits),
            _ => Err(ExplorationEnd::Fails("its machine has neither one counter nor two")),
        }
    }

    /// Both explorations of a machine with K counters.
    fn halves<const K: usize>(&self, limits: &mut VerificationLimits<'_>) -> Result<(), ExplorationEnd> {
        let walk = LevelWalk::<K>::new(&self.game, &self.machine, self.near).map_err(ExplorationEnd::Fails)?;
        pairs::no_equal_option(&walk, limits)?;
        sets::every_smaller_option(&walk, self.strict, limits).map(|_| ())
    }

    /// The value of a word, whose parts between walls are components of a sum. `None` if a letter
    /// is not one of the game. Cost: one pass over the word.
    pub fn value(&self, word: &str) -> Option<Nimber> {
        let parts = self.game.read(word)?;
        parts.iter().try_fold(0, |total, part| Some(total ^ self.machine.label(part)?)).map(Nimber)
    }

    /// The value of a component.
    pub fn value_of(&self, component: &Component) -> Option<Nimber> {
        if let Component::Row(word) = component { self.value(word) } else { None }
    }

    /// Verifies the claim. The outer error is a flaw; the inner one is the limit that ended an
    /// exploration.
    fn verified(
        &self,
        ruleset: &Ruleset,
        limits: &mut VerificationLimits<'_>,
    ) -> Result<Result<(), ExplorationEnd>, Flaw> {
        let no = |why: &str| Err(Flaw::NoAutomaton(why.into()));
        let game = FactorGame::of(ruleset, &self.game.letters, true).map_err(Flaw::NoAutomaton)?;
        if !matches!(ruleset, Ruleset::Row(_)) {
            return no("its words are not those of rows");
        }
        if game != self.game {
            return no("its moves are not those of the game");
        }
        if !ends::proves(&self.ends, &game) {
            return no("its weights do not prove that the game ends");
        }
        if !self.machine.is_sound(game.letters.len()) {
            return no("the table of the machine is malformed");
        }
        if self.near > FARTHEST {
            return no("distances of over 1024 levels are not followed");
        }
        match self.explored(limits) {
            Err(ExplorationEnd::Fails(why)) => no(why),
            other => Ok(other),
        }
    }
}

impl Evidence for Counting {
    fn keyword(&self) -> &'static str {
        if let [_] = self.machine.counters[..] { FORMAT.name } else { OF_TWO.name }
    }

    fn summary(&self) -> String {
        let counters = match self.machine.counters[..] {
            [Counter { period, .. }] => format!("period {period}"),
            _ => "two counters".into(),
        };
        format!("{} states, {counters}", self.machine.states())
    }

    fn statement(&self) -> Option<String> {
        let machine =
            if let [_] = self.machine.counters[..] { "a periodic machine" } else { "a machine with two counters" };
        Some(format!("{machine} gives every value: {}", counted(self.machine.states() as u64, "state")))
    }

    fn details(&self) -> Vec<String> {
        let letters: String = self.game.letters.iter().collect();
        let others = if self.game.walls { ", parted at any other letter" } else { "" };
        let states = match self.machine.counters[..] {
            [Counter { from, period }] => {
                let levels = counted(period.into(), "level");
                format!("Its states lie on levels; from level {from} on every {levels} are alike.")
            }
            _ => {
                let places = counted(self.machine.places.len() as u64, "place");
                format!("Its states are {places}, which have up to two counters.")
            }
        };
        vec![format!("Values 0 to {}; words over {letters}{others}.", self.machine.largest()), states]
    }

    fn states(&self) -> Option<u64> {
        Some(self.machine.states() as u64)
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        self.value_of(component)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        context.scope.requires_its_ruleset()?;
        let mut limits = VerificationLimits::new(context.most_bytes, context.go_on);
        Ok(match self.verified(context.scope.ruleset(), &mut limits)? {
            Ok(()) => Verdict::Verified,
            Err(_) if limits.is_full() => Verdict::TooLarge,
            Err(_) => Verdict::Unverified,
        })
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        text::write(self, &ruleset.to_string()).map_err(|form| format!("a certificate has {form}"))
    }
}
