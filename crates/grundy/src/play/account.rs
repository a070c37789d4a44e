//! What can be said of a game afterwards: who won, which moves gave the game away, and the curve of
//! win and loss.
//!
//! *Example.* In Nim `1 + 2` the person takes 2 and leaves 1, a loss: the computer takes the last
//! counter. The account has one mistake, move 1, with `take 1, leave 1` as what would have won.

use grundy_games::Query;

use super::{Choice, Match, Player, favourite};

/// A game in retrospect.
///
/// It is made of what was known during the game, and searches nothing; a position that was not
/// judged leaves a gap.
#[derive(Clone, Debug)]
pub struct Account {
    /// Who won. `None` if the game did not end. In misère play the last mover loses.
    pub winner: Option<Player>,
    /// The moves that gave the game away, in their order.
    pub mistakes: Vec<Mistake>,
    /// The index in [`Account::mistakes`] of the move at which the loser lost the game: the last
    /// one that gave it away. `None` if the game did not end, if the position was lost from the
    /// beginning, or if too little of the game is decided.
    pub lost_at: Option<usize>,
    /// Whether who wins is known of every position of the game.
    pub decided: bool,
    /// The positions of the game, the first and the last one included.
    pub curve: Vec<Point>,
}

/// A move that gave the game away: the player who made it won before it, and not after it.
///
/// A move in a lost position is none: there was nothing to give away.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The number of the move in the game, from 1.
    pub number: usize,
    /// Who made it.
    pub mover: Player,
    /// The move.
    pub made: Choice,
    /// A move that would have won, if one is known.
    pub best: Option<Choice>,
}

/// A position of a game.
///
/// A page draws the curve: who is the favourite, and how much is left to play.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its text, without the games of the components.
    pub position: String,
    /// Who wins from there if both play well. `None` if that is not decided.
    pub favourite: Option<Player>,
    /// The number of moves that are left if both play well. `None` if the position is too large.
    pub left: Option<u64>,
    /// How much is left to play (`Component::size`).
    pub size: i128,
}

/// The account of a game, from what was known of each position when it was played.
pub(super) fn account(game: &Match) -> Account {
    let point = |query: &Query, favourite, left| Point {
        position: query.terms_text(),
        favourite,
        left,
        size: query.position.iter().map(|term| term.component.size() as i128).sum(),
    };
    let mut curve: Vec<Point> = game
        .turns()
        .iter()
        .map(|turn| point(&turn.before, turn.outcome.map(|outcome| favourite(turn.mover, outcome)), turn.left))
        .collect();
    let last = game.judgement();
    let stands = last.and_then(|last| last.outcome).map(|outcome| favourite(game.mover(), outcome));
    curve.push(point(game.query(), stands, last.and_then(|last| last.left)));
    // What a move leads to may be known although the position after it was not judged.
    for (at, turn) in game.turns().iter().enumerate() {
        if let (None, Some(wins)) = (curve[at + 1].favourite, turn.made.wins) {
            curve[at + 1].favourite = Some(if wins { turn.mover } else { turn.mover.other() });
        }
    }
    let gave_away =
        |at: usize, mover: Player| curve[at].favourite == Some(mover) && curve[at + 1].favourite == Some(mover.other());
    let turns = game.turns().iter().enumerate().filter(|(at, turn)| gave_away(*at, turn.mover));
    let mistakes: Vec<Mistake> = turns
        .map(|(at, turn)| Mistake {
            number: at + 1,
            mover: turn.mover,
            made: turn.made.clone(),
            best: turn.best.clone(),
        })
        .collect();
    let winner = game.winner();
    let lost_at = winner.and_then(|winner| mistakes.iter().rposition(|mistake| mistake.mover != winner));
    let decided = curve.iter().all(|point| point.favourite.is_some());
    Account { winner, mistakes, lost_at, decided, curve }
}
