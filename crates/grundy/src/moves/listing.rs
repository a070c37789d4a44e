//! A move with what is known of it, and the moves of a position: the data that every way to find
//! moves returns.

use std::ops::Range;

use grundy_cert::Solution;
use grundy_core::{Nimber, Outcome};
use grundy_games::{Action, Component, Query};

/// What moves are requested.
#[derive(Clone, Copy)]
pub(super) struct MoveRequest<'r> {
    /// The position.
    pub query: &'r Query,
    /// A solution of it.
    pub solution: &'r Solution,
    /// Whether all moves are requested, not only the winning ones.
    pub all: bool,
    /// Whether the moves of one component stand for those of a group of equal neighbours.
    pub grouped: bool,
}

impl<'r> MoveRequest<'r> {
    /// The places whose moves are listed together, each as a range.
    pub fn groups(&self) -> impl Iterator<Item = Range<usize>> + 'r {
        let (query, grouped) = (self.query, self.grouped);
        let singles = (!grouped).then(|| (0..query.position.len()).map(|at| at..at + 1));
        let groups = grouped.then(|| query.groups());
        singles.into_iter().flatten().chain(groups.into_iter().flatten())
    }
}

/// A move from a position.
///
/// Two moves of one component that leave the same sum are one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in.
    pub from: Component,
    /// What it becomes: a sum of components, empty if the component is gone.
    pub to: Vec<Component>,
    /// The value of the whole sum after the move, in normal play, if it is known.
    pub value: Option<Nimber>,
    /// Who wins the whole sum after the move, the next player being the opponent.
    pub outcome: Outcome,
    /// The listed words with the letters that were taken from a bag.
    pub words: Vec<String>,
    /// The ways to make the move, as people say it: up to three, none if only what it leaves is
    /// known.
    pub actions: Vec<Action>,
}

impl Move {
    /// Whether the player who makes it wins.
    ///
    /// It is a statement about the whole sum, in which the opponent moves next.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// The moves of a position.
///
/// Exhaustive: a reader that leaves a case out would show no moves where there are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them whose outcome the claims give, winning ones first, then by component.
    Listed {
        /// The moves that were requested: all, or the winning ones.
        moves: Vec<Move>,
        /// How many moves there are in all. Moves of a component that leave the same sum count
        /// once.
        count: u128,
        /// Whether some moves of a component leave the same sum.
        merged: bool,
        /// The number of these whose outcome the claims do not give; 0 unless all moves are
        /// requested of claims that hold only what one answer needs.
        unknown: u128,
    },
    /// They are too many to list.
    TooMany {
        /// There are more than this.
        most: u64,
        /// A winning one, if one was found.
        winning: Option<Move>,
    },
    /// Only the outcome was requested: a winning move if there is one, and nothing about the
    /// others.
    One(Option<Move>),
}

/// More bytes of moves are not listed where each has a copy of a large graph.
const MOST_BYTES: u64 = 1 << 26;

/// Returns how many moves are listed if the heaviest takes this many bytes.
pub(super) fn room(heaviest: u64) -> u64 {
    MAX_LISTED_MOVES.min(MOST_BYTES / heaviest.max(1)).max(1)
}

/// Returns a number of moves that there are more of, if there are so many, and not none.
pub(super) fn over(count: u128) -> u64 {
    u64::try_from(count.saturating_sub(1)).unwrap_or(u64::MAX)
}

/// More moves than this are not listed one by one.
///
/// Where there are more, one winning move is looked for.
pub const MAX_LISTED_MOVES: u64 = 2_000_000;
