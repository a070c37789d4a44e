//! What `prove` shows: a game, the proof, and what else was asked of it.

use grundy::{Declaration, Proof, Standing};
use grundy_lab::losing::{Density, Generating};

use crate::phrase;

/// A game with what was found about all of its positions.
pub struct Proven<'a> {
    /// The game.
    pub rules: &'a Declaration,
    /// What was found.
    pub proof: &'a Proof,
    /// Whether the checker has verified the claims.
    pub verified: bool,
    /// What else was asked of an automaton.
    pub more: More,
}

/// What may be asked of an automaton beside the machine.
#[derive(Clone, Debug, Default)]
pub struct More {
    /// Another game, and the shortest word where it has another value, if there is one.
    pub same: Option<(String, Option<String>)>,
    /// The generating function of the losing words; nothing inside where its coefficients are too large.
    pub generating: Option<Option<Generating>>,
    /// The share of losing words; nothing inside where that takes too many equations.
    pub density: Option<Option<Density>>,
}

impl Proven<'_> {
    /// `proved` is said only of what the checker has verified.
    pub(crate) fn status(&self) -> &'static str {
        match self.proof.standing {
            Standing::Proved => phrase::status(self.verified),
            Standing::Certified if !self.verified => phrase::status(false),
            other => other.word(),
        }
    }
}
