//! The claim `periodic`: a machine that counts gives the value of every word.
//!
//! A finite machine has too few states for values that depend on an unbounded count. Here the
//! states lie on levels, and from a level on the machine repeats (`machine.rs`). As for a finite
//! machine, the labels are the values of all words exactly if each label is the mex of those of the
//! options, since the game ends (`ends.rs` of the claim `automaton`). Two explorations decide it on
//! levels that are not known (`walk.rs`): no option has the label of its word (`pairs.rs`), and
//! every smaller label is that of an option (`sets.rs`). The manual's page "Theorems" has the
//! proof.
//!
//! The explorations are sound and not complete: a right machine may be refused, since distances of
//! more than `near` levels are forgotten. So the claim names the distance, and whether the second
//! exploration is `strict`; both only determine whether the check succeeds.
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
    automaton::{ends, limits::Limits},
    evidence::counted,
};
use crate::error::{Flaw, Verdict};
pub use machine::{Goal, LevelMachine, LevelState};
pub(super) use pairs::{End, NO_STATE};
pub(super) use sets::is_part;
use walk::Walk;
pub(super) use walk::{Rule, rules};

/// The largest distance from the base that the explorations keep.
const FARTHEST: u32 = 1 << 10;

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "periodic",
    read: Read::Section(|section| {
        let claim = text::read(&section.lines, &section.ruleset.to_string())?;
        Ok(Claim::Periodic(Arc::new(claim)))
    }),
};

/// The claim that the label of a machine on levels is the value of every word, in normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// The moves, over the letters that the machine reads.
    pub game: FactorGame,
    /// Weights and an order of the letters that prove that the game ends.
    pub ends: Ends,
    /// The machine.
    pub machine: LevelMachine,
    /// The distance, in levels, up to which the check relates a move in play to its word.
    pub near: u32,
    /// Whether the second exploration leaves out moves that are farther, though their levels are
    /// known.
    pub strict: bool,
}

impl Periodic {
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
        let walk = Walk::new(&self.game, &self.machine, self.near).ok()?;
        match self.halves(&walk, &mut Limits::new(most_bytes, go_on)) {
            Ok(()) => Some(true),
            Err(End::Fails(_)) => Some(false),
            Err(End::Limit) => None,
        }
    }

    /// Both explorations.
    fn halves(&self, walk: &Walk<'_>, limits: &mut Limits<'_>) -> Result<(), End> {
        pairs::no_equal_option(walk, limits)?;
        sets::every_smaller_option(walk, self.strict, limits).map(|_| ())
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
    fn verified(&self, ruleset: &Ruleset, limits: &mut Limits<'_>) -> Result<Result<(), End>, Flaw> {
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
        let walk = Walk::new(&game, &self.machine, self.near).map_err(|why| Flaw::NoAutomaton(why.into()))?;
        match self.halves(&walk, limits) {
            Err(End::Fails(why)) => no(why),
            other => Ok(other),
        }
    }
}

impl Evidence for Periodic {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} states, period {}", self.machine.states(), self.machine.period)
    }

    fn statement(&self) -> Option<String> {
        Some(format!("a periodic machine gives every value: {}", counted(self.machine.states() as u64, "state")))
    }

    fn details(&self) -> Vec<String> {
        let letters: String = self.game.letters.iter().collect();
        let others = if self.game.walls { ", parted at any other letter" } else { "" };
        vec![
            format!("Values 0 to {}; words over {letters}{others}.", self.machine.largest()),
            format!(
                "Its states lie on levels; from level {} on every {} are alike.",
                self.machine.from,
                counted(self.machine.period as u64, "level")
            ),
        ]
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
        let mut limits = Limits::new(context.most_bytes, context.go_on);
        Ok(match self.verified(context.scope.ruleset(), &mut limits)? {
            Ok(()) => Verdict::Verified,
            Err(_) if limits.is_full() => Verdict::TooLarge,
            Err(_) => Verdict::Unverified,
        })
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(text::write(self, &ruleset.to_string()))
    }
}
