//! A game between a person and the computer: the position, whose turn it is, the moves so far, how
//! the computer answers, what may be typed, and at the end where the game was lost.
//!
//! Front ends show a [`Match`] and hand over what is typed; every decision is made here.
//!
//! ```
//! use grundy::{Limits, Question, Run, games, play::{Entry, Match, Player, Settings}};
//!
//! let run = Run::new(Limits::default());
//! let nim = games::query("nim", "1 + 2", Question::ValueAndMoves)?;
//! let mut game = Match::new(nim, Settings::default());
//! game.judge(&run)?;
//! let Entry::Play(choice) = game.read(&run, "take 1, leave 1")? else { panic!("it is a move") };
//! game.play(*choice);
//! game.judge(&run)?;
//! // The person has left 1 + 1: the computer is lost.
//! let reply = game.reply().expect("there are moves");
//! game.play(reply.choice);
//! assert_eq!((game.mover(), game.query().position_text().as_str()), (Player::You, "1"));
//! # Ok::<(), grundy::Error>(())
//! ```

mod account;
mod entry;
mod judgement;
mod legal;
mod level;

pub use account::{Account, Mistake, Point};
pub use entry::{Entry, MOST_EXAMPLES};
pub use judgement::{Choice, Judgement, MOST_MOVES};
pub use level::Level;

use std::cmp::Reverse;

use grundy_core::Outcome;
use grundy_games::{Query, Question};

use crate::{error::Error, run::Run};
use level::Dice;

/// One of the two players.
///
/// Exhaustive: there is no third one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// The person.
    #[default]
    You,
    /// The computer.
    Computer,
}

impl Player {
    /// Returns the other player.
    pub fn other(self) -> Player {
        match self {
            Player::You => Player::Computer,
            Player::Computer => Player::You,
        }
    }
}

/// How a game is to be played.
///
/// The default is a perfect computer, the person first, and the seed 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How well the computer plays.
    pub level: Level,
    /// Who makes the first move.
    pub first: Player,
    /// The seed of the computer's dice: equal seeds and moves give equal games.
    pub seed: u64,
}

/// A move that was made.
///
/// A game is the list of its turns: each has the position before the move and what was known then.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Who made it.
    pub mover: Player,
    /// The position before it.
    pub before: Query,
    /// The move.
    pub made: Choice,
    /// A move that wins there, if one is known: a shortest one where the lengths are known.
    pub best: Option<Choice>,
    /// Who won before it, the next player being the one who made it. `None` if it is not decided.
    pub outcome: Option<Outcome>,
    /// The number of moves that were left before it, as [`Judgement::left`].
    pub left: Option<u64>,
}

/// What the computer plays.
///
/// Front ends mention `undecided`, since the computer does not pretend to know.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its move.
    pub choice: Choice,
    /// Whether it is a random move because no winning move was found and it is not known that there
    /// is none.
    pub undecided: bool,
}

/// A game between a person and the computer.
///
/// It is data without threads: a front end may judge a position elsewhere and [put](Match::put) the
/// result in.
#[derive(Clone, Debug)]
pub struct Match {
    settings: Settings,
    dice: Dice,
    turns: Vec<Turn>,
    query: Query,
    judgement: Option<Judgement>,
}

impl Match {
    /// A game that begins at the position of a query.
    ///
    /// The question of the query does not matter; moves are always needed.
    pub fn new(query: Query, settings: Settings) -> Match {
        let query = Query { question: Question::ValueAndMoves, ..query };
        Match { settings, dice: Dice::new(settings.seed), turns: Vec::new(), query, judgement: None }
    }

    /// Returns how the game is played.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Returns the position, as a query.
    ///
    /// Its game stays the same during the match.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Returns who is to move.
    ///
    /// After the last move it is the player who cannot move.
    pub fn mover(&self) -> Player {
        self.turns.last().map_or(self.settings.first, |turn| turn.mover.other())
    }

    /// Returns the moves so far.
    ///
    /// In the order in which they were made; a turn that was taken back is not among them.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns what is known of the position. `None` until [`Match::judge`] or [`Match::put`].
    pub fn judgement(&self) -> Option<&Judgement> {
        self.judgement.as_ref()
    }

    /// Judges the position under the limits of `run`, unless that has been done.
    ///
    /// # Errors
    /// As [`Run::judge`].
    pub fn judge(&mut self, run: &Run) -> Result<&Judgement, Error> {
        let known = match self.judgement.take() {
            Some(known) => known,
            None => run.judge(&self.query)?,
        };
        Ok(self.judgement.insert(known))
    }

    /// Puts in a judgement of the position that was made elsewhere, such as in another thread.
    ///
    /// It must be a judgement of [`Match::query`], with its convention.
    pub fn put(&mut self, judgement: Judgement) {
        self.judgement = Some(judgement);
    }

    /// Returns who has won. `None` while there are moves, or if that is not known yet.
    ///
    /// The last move was made by the winner in normal play, by the loser in misère play.
    pub fn winner(&self) -> Option<Player> {
        let judgement = self.judgement.as_ref().filter(|judgement| judgement.is_over())?;
        Some(favourite(self.mover(), judgement.outcome?))
    }

    /// Makes a move of the player whose turn it is.
    ///
    /// The move is not compared with the rules: it must be a [`Choice`] of this position.
    pub fn play(&mut self, choice: Choice) {
        let after = choice.after(&self.query);
        let judgement = self.judgement.take();
        let known = judgement.as_ref();
        let turn = Turn {
            mover: self.mover(),
            made: choice,
            best: known.and_then(shortest).cloned(),
            outcome: known.and_then(|known| known.outcome),
            left: known.and_then(|known| known.left),
            before: std::mem::replace(&mut self.query, after),
        };
        self.turns.push(turn);
    }

    /// Returns the move of the computer in the position, which has been judged. `None` if there is
    /// no move.
    pub fn reply(&mut self) -> Option<Reply> {
        let judgement = self.judgement.as_ref()?;
        let choices = &judgement.choices;
        if choices.is_empty() {
            return None;
        }
        let careless = match self.settings.level {
            Level::Perfect => false,
            Level::Careless(share) => self.dice.below(100) < usize::from(share),
            Level::Beginner => true,
        };
        let lost = judgement.outcome == Some(Outcome::P);
        let (choice, undecided) = match shortest(judgement) {
            _ if careless => (&choices[self.dice.below(choices.len())], false),
            Some(winning) => (winning, false),
            None if lost => (longest(choices)?, false),
            None => (&choices[self.dice.below(choices.len())], true),
        };
        Some(Reply { choice: choice.clone(), undecided })
    }

    /// Takes back the last move of the person, with what came after it. Returns whether there was
    /// one.
    pub fn undo(&mut self) -> bool {
        let Some(at) = self.turns.iter().rposition(|turn| turn.mover == Player::You) else { return false };
        if let Some(turn) = self.turns.drain(at..).next() {
            (self.query, self.judgement) = (turn.before, None);
        }
        true
    }

    /// Returns what may be typed: a command, or a move of the position, which has been judged.
    ///
    /// # Errors
    /// [`Error::Refused`] with what can be typed instead; [`Error::Stopped`] if the work was
    /// cancelled.
    pub fn read(&self, run: &Run, text: &str) -> Result<Entry, Error> {
        entry::read(run, &self.query, self.judgement.as_ref(), text)
    }

    /// Returns who won, and where the game was given away.
    ///
    /// It can be asked at any time; a game that goes on has no winner.
    pub fn account(&self) -> Account {
        account::account(self)
    }
}

/// Who stands to win where this player is to move.
fn favourite(mover: Player, outcome: Outcome) -> Player {
    if outcome == Outcome::N { mover } else { mover.other() }
}

/// A winning move that leaves the fewest moves, the first one of several.
fn shortest(judgement: &Judgement) -> Option<&Choice> {
    judgement.winning().min_by_key(|choice| choice.left.unwrap_or(u64::MAX))
}

/// The move that leaves the most moves, or else the most to play; the first one of several.
fn longest(choices: &[Choice]) -> Option<&Choice> {
    // The rest of the sum is left by every move, except for the component that it is made in.
    let size = |component: &grundy_games::Component| component.size() as i128;
    let gain = |choice: &Choice| choice.to.iter().map(size).sum::<i128>() - size(&choice.from);
    choices.iter().min_by_key(|choice| Reverse((choice.left, gain(choice))))
}
