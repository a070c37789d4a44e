//! From the words of a request to a query: a game's text, a name with parameters, a game file, or a
//! sum of games, and the positions after it.
//!
//! Every front end reads requests here, so that the same words are the same question.

use grundy_games::{Component, Convention, Declaration, Family, Query, Question, Ruleset};
use grundy_lang as lang;

use crate::{error::Error, run::Run};

/// A game with the words after it.
#[derive(Clone, Debug)]
pub struct Chosen<'a> {
    /// The game.
    pub rules: Declaration,
    /// The words after the game and its parameters.
    pub rest: &'a [String],
    /// The position that is meant if there are no further words.
    pub default: Option<&'static str>,
}

/// The endings of files that hold a graph or an order.
const GRAPHS: [&str; 3] = [".csv", ".txt", ".edges"];

impl Run {
    /// Reads the game that the words begin with; `misere` replaces the convention of its text. Word
    /// lists and game files come from the [`Host`](crate::Host).
    ///
    /// # Errors
    /// [`Error::Text`] with the place of the mistake, [`Error::Refused`] if words are missing.
    pub fn choose<'a>(&self, words: &'a [String], misere: bool) -> Result<Chosen<'a>, Error> {
        let mut chosen = self.read_game(words)?;
        if misere {
            chosen.rules.convention = Convention::Misere;
        }
        Ok(chosen)
    }

    fn read_game<'a>(&self, words: &'a [String]) -> Result<Chosen<'a>, Error> {
        let [game, rest @ ..] = words else {
            return Err(Error::refused("usage", "which game?", "try `grundy games`"));
        };
        if game.ends_with(".toml") {
            return Ok(Chosen { rules: self.surroundings().game_file(game)?, rest, default: None });
        }
        let named = named(game);
        match named.filter(|(family, _)| !family.parameters.is_empty()) {
            Some((family, convention)) => {
                let wanted = family.parameters.len();
                let Some((parameters, rest)) = rest.split_at_checked(wanted) else {
                    let message = format!("{} needs {}", family.name, family.parameters.join(" and "));
                    return Err(Error::usage(game, message, format!("write `grundy {} list.txt ..`", family.name)));
                };
                let mut rules = lang::game_with(&family.text(parameters), &self.lists())?;
                rules.convention = convention;
                Ok(Chosen { rules, rest, default: family.position })
            }
            None => {
                let rules = lang::game_with(game, &self.lists())?;
                Ok(Chosen { rules, rest, default: named.and_then(|(family, _)| family.position) })
            }
        }
    }

    /// Reads a game with nothing after it. `subject` is what the request is about, such as `a proof
    /// is about a game`.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if a position follows.
    pub fn only_game(&self, words: &[String], misere: bool, subject: &str) -> Result<Declaration, Error> {
        let chosen = self.choose(words, misere)?;
        match chosen.rest.first() {
            None => Ok(chosen.rules),
            Some(extra) => {
                Err(Error::usage(extra, format!("unexpected `{extra}`: {subject}"), "leave the position out"))
            }
        }
    }

    /// Reads the words as a query about one position. A single word may be a sum of unlike games:
    /// `kayles 5 + nim 3`.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if there is no position.
    pub fn query(&self, words: &[String], misere: bool) -> Result<Query, Error> {
        let chosen = match self.choose(words, misere) {
            Ok(chosen) => chosen,
            Err(first) => return self.sum(words, misere, first),
        };
        let position = match (chosen.rest, chosen.default) {
            ([], None) => {
                let help = lang::how_to_write(&chosen.rules);
                return Err(Error::refused("usage", "the position is missing", help));
            }
            ([], Some(default)) => lang::position(&chosen.rules, default)?,
            (rest, _) => self.position(&chosen.rules, rest)?,
        };
        Ok(Query::new(&chosen.rules, position, Question::ValueAndMoves))
    }

    /// As [`Run::query`], for a plan: without a position, the query is about the sum of none.
    ///
    /// # Errors
    /// As [`Run::query`].
    pub fn plan_query(&self, words: &[String], misere: bool) -> Result<Query, Error> {
        match self.choose(words, misere) {
            Ok(chosen) if chosen.rest.is_empty() && chosen.default.is_none() => {
                Ok(Query::new(&chosen.rules, Vec::new(), Question::ValueAndMoves))
            }
            _ => self.query(words, misere),
        }
    }

    /// Reads the words as a game on heaps with the largest heap of a table.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if the game is on another ruleset, or the words
    /// after it are not one heap.
    pub fn table_query(&self, words: &[String], misere: bool) -> Result<(Declaration, u64), Error> {
        let Chosen { rules, rest, .. } = self.choose(words, misere)?;
        if !matches!(rules.ruleset, Ruleset::Heap(_)) {
            let ruleset = match &rules.ruleset {
                Ruleset::Typed(_) => "several kinds of heap",
                other => other.name(),
            };
            let message = format!("a table is about heaps; this game is played on: {ruleset}");
            return Err(Error::refused("usage", message, "ask for one position with `grundy solve`"));
        }
        let help = "write one number: grundy table kayles 24";
        match rest {
            [] => {
                let help = "write it after the game: grundy table kayles 24";
                Err(Error::refused("usage", "the largest heap is missing", help))
            }
            [word] => match lang::position(&rules, word)?[..] {
                [Component::Heap(end)] => Ok((rules, end)),
                _ => Err(Error::usage(word, format!("`{word}` is not one heap"), help)),
            },
            [_, extra, ..] => {
                let message = format!("unexpected `{extra}`: a table ends with one heap");
                Err(Error::usage(extra, message, "write one number"))
            }
        }
    }

    /// Reads the words as positions and adds them. A `+` may be between them. The word `-` is the
    /// text of [`Host::piped`](crate::Host::piped).
    ///
    /// # Errors
    /// As [`Run::choose`].
    pub fn position(&self, rules: &Declaration, words: &[String]) -> Result<Vec<Component>, Error> {
        let last = words.len().saturating_sub(1);
        let mut all = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let between = word.trim() == "+" && at > 0 && at < last && words[at - 1].trim() != "+";
            if between {
                continue;
            }
            let piped = if word == "-" { Some(self.surroundings().piped()?) } else { None };
            let word = piped.as_deref().map_or(word.as_str(), str::trim);
            all.extend(lang::position_with(rules, &position_text(rules, word), &self.lists())?);
        }
        Ok(all)
    }

    /// Reads a single word as a sum of unlike games. `first` is what is wrong with it as a game.
    fn sum(&self, words: &[String], misere: bool, first: Error) -> Result<Query, Error> {
        let [text] = words else { return Err(first) };
        if text.ends_with(".toml") || !matches!(first, Error::Text(_)) {
            return Err(first);
        }
        match lang::sum_with(text, &self.lists()) {
            Ok(mut query) => {
                if misere {
                    query.convention = Convention::Misere;
                }
                Ok(query)
            }
            Err(second) => {
                let opening = Convention::of(text).1.trim_start();
                let name = opening.split(char::is_whitespace).next().unwrap_or_default();
                let is_sum = opening.starts_with('[') || (Family::find(name).is_some() && name.len() < opening.len());
                Err(if is_sum { second.into() } else { first })
            }
        }
    }
}

/// The position in the language: the name of a file is a graph, and nothing is the empty word.
fn position_text(rules: &Declaration, word: &str) -> String {
    let empty_word = word.trim().is_empty() && matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Tape(_));
    // A token is on a vertex of the file: `cities.csv from Paris`.
    let (name, vertex) = match &rules.ruleset {
        Ruleset::Token(_) => word.rfind(" from ").map_or((word, ""), |at| word.split_at(at)),
        _ => (word, ""),
    };
    let file = matches!(rules.ruleset, Ruleset::Graph(_) | Ruleset::Poset(_) | Ruleset::Token(_))
        && GRAPHS.iter().any(|ending| name.ends_with(ending))
        && !name.contains('"');
    match word {
        _ if file => format!("in \"{name}\"{vertex}"),
        _ if empty_word => "\"\"".to_owned(),
        _ => word.to_owned(),
    }
}

/// The family of that name, which may follow `misère`, with the convention.
fn named(game: &str) -> Option<(&'static Family, Convention)> {
    let (convention, name) = Convention::of(game);
    Family::find(name.trim()).map(|family| (family, convention))
}

/// The named game of this name.
///
/// # Errors
/// [`Error::Refused`] with the name that is nearest.
pub fn family(name: &str) -> Result<&'static Family, Error> {
    Family::find(name).ok_or_else(|| {
        let help =
            lang::suggest(name).map_or("`grundy games` lists all".into(), |near| format!("did you mean `{near}`?"));
        Error::usage(name, format!("there is no game named `{name}`"), help)
    })
}
