//! A move with what is known of it, and the moves of a position: the data that every way to find moves returns.

use grundy_core::{Nimber, Outcome};
use grundy_games::Component;

/// A move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in.
    pub from: Component,
    /// What it becomes: a sum of components; nothing where the component is gone.
    pub to: Vec<Component>,
    /// The value of the whole sum after the move, in normal play, where it is known.
    pub value: Option<Nimber>,
    /// Who wins the whole sum after the move, the next player being the opponent.
    pub outcome: Outcome,
    /// The listed words with the letters that were taken from a bag.
    pub words: Vec<String>,
}

impl Move {
    /// Whether the player who makes it wins.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them of which the claims tell who wins, winning ones first, then by component.
    Listed {
        /// The moves that were asked for: all, or the winning ones.
        moves: Vec<Move>,
        /// How many moves there are in all.
        count: u128,
        /// Of how many of these the claims do not tell who wins; 0 unless all moves were asked of claims that hold only
        /// what one answer needs.
        untold: u128,
    },
    /// There are too many to list them.
    TooMany {
        /// There are more than this.
        most: u64,
        /// A winning one, where one was met.
        winning: Option<Move>,
    },
    /// Only who wins was asked: a winning move if there is one, and no word about the others.
    One(Option<Move>),
}

/// More moves than this are not listed one by one.
pub const MAX_LISTED_MOVES: u64 = 2_000_000;
