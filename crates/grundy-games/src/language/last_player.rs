//! Who is said to win or to lose: `take 1 or 2, last player loses`, `last player wins: take 1 or
//! 2`, `.. in misère play`.

use super::phrases::CLASSES;
use crate::Convention;

/// `last player loses: take 1 or 2` with who loses at its end; a text that says misère play too may
/// contradict itself.
pub(super) fn last_player_first(source: &str) -> Option<String> {
    let (end, _) = said_first(source)?;
    let (who, game) = source.split_at_checked(end)?;
    let game = game.trim_start().strip_prefix("the game").unwrap_or(game).trim_matches([' ', ',', ':', ';', '.']);
    let is_plain = !game.is_empty() && Convention::of(game).0 == Convention::Normal;
    is_plain.then(|| format!("{game}, {}", who.trim_start()))
}

/// Where words at the beginning of a text end that say whether the last player loses, and whether.
fn said_first(source: &str) -> Option<(usize, bool)> {
    let lower = source.to_ascii_lowercase();
    let end = [" loses", " wins"].into_iter().filter_map(|word| Some(lower.find(word)? + word.len())).min()?;
    said_last(&lower[..end]).filter(|&(at, _)| at == 0).map(|(_, loses)| (end, loses))
}

/// Who is said to win or to lose at the end of a text.
const WHO: [&str; 15] = [
    "the first player who",
    "the player who",
    "the player that",
    "the person who",
    "the child who",
    "the player to",
    "the first player to",
    "the first who",
    "the one who",
    "whoever",
    "a player who",
    "player who",
    "anyone who",
    "he who",
    "who",
];

/// What the last player does.
const MOVES_LAST: [&str; 17] = [
    "takes the last one",
    "removes the last one",
    "makes the last move",
    "is forced to take the last",
    "has to take the last",
    "must take the last",
    "takes the last",
    "removes the last",
    "picks the last",
    "eats the last",
    "gets the last",
    "make the last move",
    "take the last",
    "moves last",
    "plays last",
    "goes last",
    "is last",
];

/// What the player after the last one does.
const IS_STUCK: [&str; 19] = [
    "cannot make a move",
    "has no legal move",
    "is unable to move",
    "is unable to play",
    "is unable to pick",
    "is unable to take",
    "is not able to move",
    "cannot make any move",
    "cannot play",
    "cannot take",
    "has no valid move",
    "has no valid moves",
    "has no legal moves",
    "has no move left",
    "cannot move",
    "can not move",
    "can't move",
    "has no moves",
    "has no move",
];

/// Other words for the last player, and for who cannot move.
const LAST: [&str; 15] = [
    "the player to take the last stone",
    "the last player to move",
    "the last to move",
    "the last player",
    "last player to move",
    "the last player to take 1",
    "last player to take 1",
    "the last stone",
    "the last one",
    "last to take",
    "last player",
    "last to move",
    "last to play",
    "last stone",
    "last move",
];
const STUCK: [&str; 3] = ["the player without a move", "the player unable to move", "a player unable to move"];

/// The text before words at its end that say whether the last player loses, and whether.
pub(super) fn last_player(text: &str) -> Option<(String, bool)> {
    let lower = text.to_ascii_lowercase();
    let (who, loses) = said_last(&lower)?;
    // The text may say so twice, or contradict itself.
    if Convention::of(text).0 == Convention::Misere {
        return None;
    }
    let (before, said) = text.split_at(who);
    let clause = before.trim_end().strip_suffix([',', ';', '.']);
    let clause = clause.or_else(|| before.trim_end().strip_suffix(" and"));
    // `take 1 or 2 in misère play`.
    let game = clause.or_else(|| said.ends_with("play").then_some(before))?;
    Some((game.trim_end().to_owned(), loses))
}

/// Whether a word is one for a counter of a heap.
fn is_thing(word: &str) -> bool {
    CLASSES.iter().any(|(class, words)| *class == "THING" && words.split_whitespace().any(|thing| thing == word))
}

/// Where words at the end of a text begin that say whether the last player loses, and whether.
fn said_last(lower: &str) -> Option<(usize, bool)> {
    let misere = ["misere", "misère"].into_iter().find_map(|word| {
        let said = lower.strip_suffix(" play").unwrap_or(lower).strip_suffix(word)?;
        Some(said.strip_suffix("in ").unwrap_or(said).len())
    });
    if let Some(at) = misere {
        return Some((at, true));
    }
    let lower = lower.strip_suffix(" the game").unwrap_or(lower);
    let ends = |ends: [&str; 2]| ends.into_iter().find_map(|end| lower.strip_suffix(end));
    let (said, loses) = match ends([" loses", " is the loser"]) {
        Some(said) => (said, true),
        None => (ends([" wins", " is the winner"])?, false),
    };
    let done = said.rsplit_once(' ').filter(|(_, thing)| is_thing(thing)).map_or(said, |(done, _)| done.trim_end());
    let by = |wanted: &[&str]| {
        let before = wanted.iter().find_map(|wanted| done.strip_suffix(wanted))?.trim_end();
        WHO.iter().find_map(|who| Some(before.strip_suffix(who)?.len()))
    };
    let ends = |all: &[&str]| all.iter().find_map(|who| Some(said.strip_suffix(who)?.len()));
    let last = by(&MOVES_LAST).or_else(|| ends(&LAST)).map(|at| (at, loses));
    last.or_else(|| Some((by(&IS_STUCK).or_else(|| ends(&STUCK))?, !loses)))
}

/// Whether a text says at its end, or at its beginning, that the last player wins.
///
/// ```
/// assert!(grundy_games::says_last_wins("take 1 or 2, last player wins."));
/// assert!(grundy_games::says_last_wins("take 1 or 2; the player who cannot move loses"));
/// assert!(grundy_games::says_last_wins("last player wins: take 1 or 2"));
/// assert!(!grundy_games::says_last_wins("take 1 or 2, last player loses"));
/// ```
pub fn says_last_wins(text: &str) -> bool {
    let last = said_last(&text.trim_end_matches(['.', ' ']).to_ascii_lowercase());
    last.or_else(|| said_first(text)).is_some_and(|(_, loses)| !loses)
}
