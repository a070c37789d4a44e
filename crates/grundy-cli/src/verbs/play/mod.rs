//! `grundy play GAME POSITION..`: a game against the computer, line by line or on the full screen.
//!
//! The library makes every decision ([`grundy::play`]); these files read, show, and wait.

mod lines;
mod screen;
mod text;

use std::{
    hash::{BuildHasher, RandomState},
    io::{IsTerminal, stdin, stdout},
    time::Duration,
};

use grundy::{
    Run,
    play::{Match, Player, Settings},
};

use grundy_show::{account_json, account_text};

use crate::{
    cli::{Hints, Play, You},
    game,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::digraph,
};

/// The time for the search at each move if --time sets none.
const TIME: Duration = Duration::from_secs(2);

/// A game with what it is played under.
struct PlayTable<'s> {
    session: &'s Session,
    game: Match,
    hints: Hints,
    time: Duration,
}

impl PlayTable<'_> {
    /// A run for one move, whose time begins now.
    fn run(&self) -> Run {
        self.session.run.within(Some(self.time))
    }

    /// The account of the game.
    fn account(&self) -> String {
        let account = self.game.account();
        let text = || account_text(&self.game, &account, self.session.colour());
        self.session.pick(text, || account_json(&self.game, &account))
    }
}

pub fn run(session: &Session, words: Play) -> Result<VerbOutput, CliError> {
    let level = words.level.parse()?;
    if digraph::named(&words.position.game).is_some() {
        let message = "a graph of moves cannot be played: its play need not end";
        return Err(CliError::usage(message, "`grundy solve` answers who wins: grundy solve 'graph \"moves.csv\"' a"));
    }
    let line = words.position.words();
    if line.iter().any(|word| word == "-") {
        let message = "the moves of the game are read from standard input, so the position cannot be";
        return Err(CliError::about("-", message, "write the position: grundy play kayles 5 7 9"));
    }
    if words.tui && !(stdin().is_terminal() && stdout().is_terminal()) {
        let message = "--tui needs a terminal for its input and its output";
        return Err(CliError::about("--tui", message, "leave --tui out: the game is then played line by line"));
    }
    let query = game::query(session, &line)?;
    let first = match words.you {
        You::First => Player::You,
        You::Second => Player::Computer,
    };
    // Short enough to be typed again.
    let seed = words.seed.unwrap_or_else(|| RandomState::new().hash_one(0) % (1 << 32));
    let game = Match::new(query, Settings { level, first, seed });
    let time = session.common.time.map_or(TIME, Duration::from_secs_f64);
    let table = PlayTable { session, game, hints: words.hints, time };
    // From here on a signal ends the game in good order.
    drop(session.run.budget());
    if words.tui { screen::run(table) } else { text::run(table) }
}
