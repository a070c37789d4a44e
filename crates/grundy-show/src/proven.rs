//! What `prove` shows: a game, the proof, and what else the flags request.

use grundy::{Declaration, proof::Proof};
use grundy_lab::losing::{Density, Generating, Sought};

/// A game with what was found about all of its positions.
pub struct Proven<'a> {
    /// The game.
    pub rules: &'a Declaration,
    /// What was found.
    pub proof: &'a Proof,
    /// What else is requested of an automaton.
    pub more: More,
}

/// What may be requested of an automaton in addition to the machine.
#[derive(Clone, Debug, Default)]
pub struct More {
    /// The generating function of the losing words.
    pub generating: Option<Sought<Generating>>,
    /// The share of losing words.
    pub density: Option<Sought<Density>>,
}
