//! The language of games: reads texts as games and positions, and describes games in English.
//!
//! The text of a game becomes a [`Declaration`], the text of a position a list of components, and
//! both together a [`Query`]. A mistake in a text becomes a [`Diagnostic`] with a stable code, a
//! span and a way out.
//!
//! No file is opened here, so that a page or a server can be served: the caller supplies word lists
//! and files of edges as a function from names to bytes ([`Lists`]). Spans count bytes of the text.
//!
//! A printed game reads back as the same game: for each [`Declaration`] `d`, `game(&d.to_string())`
//! returns `d`.

pub(crate) mod families;
mod game;
mod halves;
mod last_player;
mod natural;
mod phrases;
mod position;
pub(crate) mod readings;
mod sentence;
mod sequences;
mod wordings;

pub use families::{called, count, famous_help, famous_more, numbers, suggest};
pub use game::{FOLD_CASE, ReadGame};
pub use last_player::says_last_wins;
pub use sentence::{Description, describe};
pub use sequences::unread_sequence;
pub use wordings::{Reworded, in_digits, reworded};

use crate::{
    Component, Declaration, Diagnostic, Family, Filter, Lists, Query, no_lists, query::Question, text::reader,
};

impl ReadGame {
    /// Reads a sum of components, which may be written as people write them: `3,4,5`, and `6 9` for
    /// a game with two numbers.
    ///
    /// # Errors
    ///
    /// Returns a [`Diagnostic`] if the text is no position of the board, or has two readings.
    ///
    /// ```
    /// let wythoff = grundy_games::read("wythoff", &grundy_games::no_lists).unwrap();
    /// let start = wythoff.position("6 9", &grundy_games::no_lists).unwrap();
    /// assert_eq!(start[0].to_string(), "W(6, 9)");
    ///
    /// let squares = grundy_games::read("take square", &grundy_games::no_lists).unwrap();
    /// let mistake = squares.position("3", &grundy_games::no_lists).unwrap_err();
    /// assert_eq!(mistake.code, "G048");
    /// ```
    pub fn position(&self, text: &str, lists: Lists<'_>) -> Result<Vec<Component>, Diagnostic> {
        position::position(&self.rules.ruleset, text, lists, self.forms(), self.inferred())
    }
}

/// Reads a game; `lists` supplies the word lists that it names.
///
/// # Errors
///
/// As [`game_with`].
///
/// ```
/// let game = grundy_games::read("Dawson's Kayles", &grundy_games::no_lists).unwrap();
/// assert_eq!((game.rules.to_string().as_str(), game.family.unwrap().name), ("octal 0.07",
/// "dawsons-kayles"));
/// ```
pub fn read(text: &str, lists: Lists<'_>) -> Result<ReadGame, Diagnostic> {
    game::game(text, lists, &[])
}

/// As [`read`], with these values of parameters, as names with texts: they replace the values that
/// the text gives, and give values to its other names.
///
/// A value is a whole number, a set of numbers or of words in braces, a text in quotes, a range of
/// letters such as `a..z`, or `any`. The name [`FOLD_CASE`] is not a parameter: it has the word
/// lists read in lower case.
///
/// # Errors
///
/// As [`read`], and for a name that the game does not use, that the rules bind themselves, or that
/// occurs twice.
///
/// ```
/// let (set, lists) = ([("k".to_owned(), "5".to_owned())], &grundy_games::no_lists);
/// let game = grundy_games::read_set("take 1..k with k = 3", lists, &set).unwrap();
/// assert_eq!(game.rules.to_string(), "take 1..5");
/// assert_eq!(game.parameters, set);
/// ```
pub fn read_set(text: &str, lists: Lists<'_>, set: &[(String, String)]) -> Result<ReadGame, Diagnostic> {
    game::game(text, lists, set)
}

/// Reads the game of a family, with its parameters as the family's text has them, as
/// [`read_set`] reads its name with them.
///
/// # Errors
///
/// As [`read_set`].
///
/// ```
/// let ghost = grundy_games::Family::find("ghost").unwrap();
/// let (lists, set) = (|_: &str| Ok(b"bee\n".to_vec()), [("min".to_owned(), "3".to_owned())]);
/// let game = grundy_games::read_family(ghost, &["w.txt".into()], &lists, &set).unwrap();
/// assert!(game.rules.to_string().contains("word of 3.. letters a..z in \"w.txt\""));
/// ```
pub fn read_family(
    family: &'static Family,
    parameters: &[String],
    lists: Lists<'_>,
    set: &[(String, String)],
) -> Result<ReadGame, Diagnostic> {
    game::family(family, parameters, lists, set)
}

/// Reads a game that names no word list.
///
/// # Errors
///
/// Returns a [`Diagnostic`] for a mistake in the text, for a game that is not proved to end, and
/// for a name of a word list, since none is supplied.
pub fn game(text: &str) -> Result<Declaration, Diagnostic> {
    game_with(text, &no_lists)
}

/// Reads a game; `lists` supplies the word lists that it names.
///
/// # Errors
///
/// As [`game()`], and for a word list that is missing, empty, or not one word per line of UTF-8.
///
/// ```
/// let lists = |name: &str| match name {
///     "list.txt" => Ok(b"fear\nchop\n".to_vec()),
///     _ => Err("there is no such file".into()),
/// };
/// let game = grundy_games::game_with("cut word in \"list.txt\"", &lists).unwrap();
/// assert_eq!(game.to_string(), "row: cut word in \"list.txt\"");
///
/// let mistake = grundy_games::game_with("cut word in \"other.txt\"", &lists).unwrap_err();
/// assert_eq!(mistake.message, "cannot read the word list other.txt: there is no such file");
/// ```
pub fn game_with(text: &str, lists: Lists<'_>) -> Result<Declaration, Diagnostic> {
    Ok(read(text, lists)?.rules)
}

/// Reads a sum of components of a game, such as `5 + 3*7` or `abba + ba`.
///
/// ```
/// let nim = grundy_games::game("nim").unwrap();
/// assert_eq!(grundy_games::position(&nim, "5 + 2*7").unwrap().len(), 3);
/// ```
///
/// # Errors
///
/// Returns a [`Diagnostic`] if the text is no position of the game's board.
pub fn position(game: &Declaration, text: &str) -> Result<Vec<Component>, Diagnostic> {
    position_with(game, text, &no_lists)
}

/// As [`position()`]; `lists` supplies the files of edges that a position of a graph may name.
///
/// ```
/// let rules = grundy_games::game("cram").unwrap();
/// let files = |_: &str| Ok(b"from,to\n0,1\n1,2\n".to_vec());
/// let parts = grundy_games::position_with(&rules, "in \"edges.csv\" + 2x2", &files).unwrap();
/// assert_eq!(parts.len(), 2);
/// ```
pub fn position_with(game: &Declaration, text: &str, lists: Lists<'_>) -> Result<Vec<Component>, Diagnostic> {
    position::position(&game.ruleset, text, lists, &[], None)
}

/// Returns how to write a component of this game, as a hint for messages: `write heaps as numbers:
/// 5 + 7, ..`.
///
/// ```
/// let nim = grundy_games::game("nim").unwrap();
/// assert_eq!(grundy_games::how_to_write(&nim), "write heaps as numbers: 5 + 7, 3*7, 10^18");
/// ```
pub fn how_to_write(game: &Declaration) -> String {
    reader::example(&game.ruleset)
}

/// Returns a small position of this game, for a front end that has none to show.
///
/// ```
/// let wythoff = grundy_games::game("wythoff").unwrap();
/// assert_eq!(grundy_games::small_position(&wythoff), "W(7, 7)");
/// ```
pub fn small_position(game: &Declaration) -> String {
    game.ruleset.board(|board| board.small())
}

/// Reads a condition on named numbers, as the `where` of a rule has it: comparisons of expressions,
/// joined by `and`, `or` and `not`. No other names are known, except for those that a `sum` binds.
/// `also` follows the list of the names in the message about an unknown one, such as a reason why a
/// name is missing.
///
/// # Errors
///
/// Returns a [`Diagnostic`] if the text is no condition.
///
/// ```
/// let filter = grundy_games::filter("value >= 3 and n % 2 = 0", &["value", "n"], "").unwrap();
/// let free = &mut |_| Ok::<(), grundy_core::Fault>(());
/// assert_eq!((filter.holds(&[4, 6], free), filter.holds(&[4, 7], free)), (Ok(true), Ok(false)));
///
/// let mistake = grundy_games::filter("valu = 3", &["value", "n"], "").unwrap_err();
/// assert_eq!(mistake.help, "did you mean `value`? the names are value, n");
/// ```
pub fn filter(text: &str, names: &[&str], also: &str) -> Result<Filter, Diagnostic> {
    game::filter(text, names, also)
}

/// Reads a game and a sum of its components; names no word list.
///
/// # Errors
///
/// As [`game()`] and [`position()`].
///
/// ```
/// use grundy_games::Question;
///
/// let query = grundy_games::query("kayles", "5 + 7", Question::Outcome).unwrap();
/// assert_eq!(query.to_string(), "octal 0.77 at 5 + 7");
/// ```
pub fn query(text: &str, terms: &str, question: Question) -> Result<Query, Diagnostic> {
    let game = read(text, &no_lists)?;
    Ok(Query::new(&game.rules, game.position(terms, &no_lists)?, question))
}

/// Reads a sum of components of several games that name no word list; see [`sum_with`].
pub fn sum(text: &str) -> Result<Query, Diagnostic> {
    sum_with(text, &no_lists)
}

/// Reads a sum of components of several games: `kayles 5 + nim 3`, or with the texts of games in
/// brackets `[octal 0.15] 7 + [bag: take letter until distinct] {aab}`.
///
/// A component without a game belongs to the game before it. The question of the query is
/// [`Question::ValueAndMoves`].
///
/// # Errors
///
/// As [`game_with`] and [`position_with`], and for a sum of games under both conventions.
///
/// ```
/// let sum = grundy_games::sum_with("kayles 5 + 7 + nim 3", &grundy_games::no_lists).unwrap();
/// assert_eq!((sum.rulesets.len(), sum.position.len()), (2, 3));
/// ```
pub fn sum_with(text: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    position::sum(text, lists)
}
