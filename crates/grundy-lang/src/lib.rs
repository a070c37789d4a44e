//! Text to games and back: a game's text becomes a [`Declaration`], a position a sum of components, a question a
//! [`Query`]; what is wrong with a text becomes a [`Diagnostic`].
//!
//! ```
//! let kayles = grundy_lang::game("kayles").unwrap();
//! assert_eq!(kayles.to_string(), "octal 0.77");
//!
//! let mistake = grundy_lang::game("octal 0.79").unwrap_err();
//! assert_eq!((mistake.code, mistake.span), ("G006", 9..10));
//! ```
//!
//! The crate opens no file: word lists and files of edges are supplied by the caller as a function from names to bytes.

mod diagnostic;
mod families;
mod parse;
mod sentence;
mod spelling;

pub use diagnostic::{Diagnostic, STORIES};
pub use families::suggest;
pub use sentence::{Description, describe};
pub use spelling::nearest;

use grundy_games::{Component, Declaration, Lists, Query, Question, no_lists};

/// Reads a game that names no word list.
pub fn game(text: &str) -> Result<Declaration, Diagnostic> {
    game_with(text, &no_lists)
}

/// Reads a game; `lists` supplies the word lists that it names.
pub fn game_with(text: &str, lists: Lists<'_>) -> Result<Declaration, Diagnostic> {
    parse::game(text, lists)
}

/// Reads a sum of components of a game, such as `5 + 3*7` or `abba + ba`.
pub fn position(game: &Declaration, text: &str) -> Result<Vec<Component>, Diagnostic> {
    position_with(game, text, &no_lists)
}

/// As [`position()`]; `lists` supplies the files of edges that a graph may be read from.
pub fn position_with(game: &Declaration, text: &str, lists: Lists<'_>) -> Result<Vec<Component>, Diagnostic> {
    parse::position(&game.ruleset, text, lists)
}

/// An example of a component of this game, for messages.
pub fn how_to_write(game: &Declaration) -> String {
    parse::example(&game.ruleset)
}

/// Reads a game and a sum of its components.
pub fn query(text: &str, terms: &str, question: Question) -> Result<Query, Diagnostic> {
    let game = game(text)?;
    Ok(Query::new(&game, position(&game, terms)?, question))
}

/// Reads a sum of unlike games that name no word list.
pub fn sum(text: &str) -> Result<Query, Diagnostic> {
    sum_with(text, &no_lists)
}

/// Reads a sum of unlike games: `kayles 5 + nim 3`, `[octal 0.15] 7 + [bag: take letter until distinct] {aab}`.
///
/// A component without a game before it belongs to the game of the component before it.
pub fn sum_with(text: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    parse::sum(text, lists)
}
