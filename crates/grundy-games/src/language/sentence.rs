//! The rules of a game in English, and why play must end.
//!
//! `grundy rules` prints them, so that a user can compare the game that was read with the one that
//! was meant.

use crate::{Convention, Declaration};

/// The rules of a game in English.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The moves, one sentence each, the ending, and the convention.
    pub sentence: String,
    /// The reason why every play ends.
    pub ends: String,
}

/// Describes a game in English.
///
/// ```
/// let kayles = grundy_games::game("take 1 or 2 leaving 0..2 heaps").unwrap();
/// assert_eq!(
///     grundy_games::describe(&kayles).sentence,
///     "Take 1 or 2 counters from a heap, leaving 0 to 2 heaps that are not empty. \
///      The player who cannot move loses.",
/// );
/// ```
///
/// For rules on words, costs as much as the proof that the game ends, which it repeats.
pub fn describe(rules: &Declaration) -> Description {
    let (mut sentences, ends) = rules.ruleset.board(|board| (board.sentences(), board.why_it_ends()));
    sentences.push(match rules.convention {
        Convention::Normal => "The player who cannot move loses.".into(),
        Convention::Misere => "The player who cannot move wins (misère play).".into(),
    });
    Description { sentence: sentences.join(" "), ends }
}
