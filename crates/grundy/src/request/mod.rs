//! From the words of a request to a query: a game's text, a name with parameters, a game file, or a
//! sum of games, and the positions after it.
//!
//! Every front end reads requests here, so that the same words are the same question. Words are
//! what a shell passes on: a name may be several of them (`dawsons kayles 10`), and so may the
//! numbers of one position (`wythoff 6 9`).
//!
//! *Example.* `["dawsons", "kayles", "10"]` is the game `dawsons kayles` with the rest `10`;
//! `["take 1..3", "5", "+", "7"]` is a text with two positions; `["kayles 5 + nim 3"]` is a sum of
//! two games.

use std::borrow::Cow;

use grundy_games::{
    Component, Convention, Declaration, Diagnostic, Family, Famous, GraphFamily, ParameterKind, Query, Question,
    ReadGame, Reworded, Ruleset,
};

use crate::{
    error::{Error, Refused},
    help::{Fix, Help},
    run::{Event, Run},
};

mod codes;
mod expectation;
mod numerals;
mod parameters;
mod pictures;
mod room;
mod rules;
mod sizes;
mod slips;
mod strips;
mod titles;
mod vertices;
mod ways;

pub use expectation::Expected;
pub use titles::{family, games, reference_of, title, title_of};
use ways::OfferKind;
pub use ways::shell;
pub(crate) use ways::table_to;

/// A game with the words after it.
///
/// Parameters of a family are part of the game, not of the rest.
#[derive(Clone, Debug)]
pub struct Chosen<'a> {
    /// The game, as its text was read.
    pub game: ReadGame,
    /// The words after the game and its parameters.
    pub rest: &'a [String],
    /// The position that is meant if there are no further words.
    pub default: Option<&'static str>,
    /// What was read in place of the words, if they are not those of the grammar: a text in
    /// backquotes, and after a colon why.
    pub read_as: Option<String>,
}

/// The endings of files that hold a graph or an order. Such a word is a position: the graph in that
/// file.
const GRAPHS: [&str; 3] = [".csv", ".txt", ".edges"];

/// The codes of mistakes that other words may mend: a sign, a word or a number is not in the
/// grammar where it is.
const GRAMMAR: [&str; 6] = ["G001", "G003", "G004", "G007", "G008", "G009"];

/// Names of a game that may be meant for another one, with that one.
const AMBIGUOUS: [(&str, &str); 1] = [("dawson", "`dawsons-kayles` is another game")];

/// The most words of a name.
const LONGEST_NAME: usize = 6;

/// The most words of a family of graphs: `spider [2, 1, n]` without its quotes.
const LONGEST_FAMILY: usize = 6;

impl Run {
    /// Reads the game that the words begin with; `misere` replaces the convention of its text. Word
    /// lists and game files come from the [`Host`](crate::Host).
    ///
    /// Where the words are nearly a request, the message offers what to type instead.
    ///
    /// # Errors
    /// [`Error::Text`] with the place of the mistake, [`Error::Refused`] if words are missing.
    pub fn choose<'a>(&self, words: &'a [String], misere: bool) -> Result<Chosen<'a>, Error> {
        let chosen = self.chosen(words, misere);
        let chosen = chosen.map_err(|error| ways::out(words, error, OfferKind::Text, |line| self.game_alone(line)))?;
        self.event(Event::Rules(&chosen.game.rules.ruleset));
        self.note_read_as(chosen.read_as.clone());
        Ok(chosen)
    }

    /// Tells the host in what other words a game was read.
    pub(crate) fn note_read_as(&self, read_as: Option<String>) {
        read_as.iter().for_each(|text| self.event(Event::ReadAs(text)));
    }

    /// Whether the words are a game with nothing after it.
    fn game_alone(&self, words: &[String]) -> bool {
        self.read_game(words).is_ok_and(|game| game.rest.is_empty())
    }

    /// As [`Run::choose`], without what to type instead.
    pub(crate) fn chosen<'a>(&self, words: &'a [String], misere: bool) -> Result<Chosen<'a>, Error> {
        let read = match self.as_another(words).filter(|_| !misere) {
            Some(read) => read?,
            None => self.read_game(words)?,
        };
        let mut chosen = on_family(read)?;
        if misere {
            chosen.not_of_winners(&words[0])?;
        }
        if misere {
            chosen.game.rules.convention = Convention::Misere;
        }
        let rules = &chosen.game.rules;
        if rules.convention == Convention::Misere && chosen.game.family.is_some_and(Family::has_coins) {
            let heaps = self.position(&chosen.game, chosen.rest).unwrap_or_default();
            let heaps: Vec<String> = heaps.iter().map(|heap| rules.ruleset.text(heap)).collect();
            let position = Some(heaps.join(" + ")).filter(|text| !text.is_empty());
            let line = ["misere".to_owned(), rules.ruleset.to_string()].into_iter().chain(position.clone());
            let line = Fix::Write(shell("", &line.collect::<Vec<_>>()));
            return Err(match position.is_some() || chosen.rest.is_empty() {
                true => coins_in_misere(&words[0], Help::from("for the heaps, write ") + line),
                false => coins_in_misere(&words[0], IN_NORMAL_PLAY),
            });
        }
        Ok(chosen)
    }

    /// Reads a famous game with numbers that is written as another game, in normal play.
    fn as_another<'a>(&self, words: &'a [String]) -> Option<Result<Chosen<'a>, Error>> {
        if named(words).is_some() {
            return None;
        }
        let (game, used) = names(words).find_map(|(name, used)| Some((Famous::find(&name)?, used)))?;
        let family = Family::find(game.like?)?;
        if rows_of_two(game.name, &words[used..]).is_some() {
            return None;
        }
        let numbers = numbers(&words[used..])?;
        let read_as = format!("`{}`: {}", game.as_other(&numbers)?, game.note);
        let chosen = self.family(family, Convention::Normal, &words[..used], &words[used..]);
        Some(chosen.map(|chosen| Chosen { read_as: Some(read_as), ..chosen }))
    }

    /// Reads the game that the words begin with: a game file, a name, a code, or a text.
    fn read_game<'a>(&self, words: &'a [String]) -> Result<Chosen<'a>, Error> {
        self.read_opening(words, true)
    }

    /// Reads a game, after one word `misere` if that `may` come.
    fn read_opening<'a>(&self, words: &'a [String], may: bool) -> Result<Chosen<'a>, Error> {
        let [game, rest @ ..] = words else {
            return Err(Error::refused("usage", "which game?", Help::from("try ") + Fix::verb("games")));
        };
        if game.ends_with(".toml") {
            let game = self.surroundings().game_file(game, self.parameters())?;
            return Ok(Chosen { game, rest, default: None, read_as: None });
        }
        if let Some((family, convention, used)) = named(words) {
            let chosen = self.family(family, convention, &words[..used], &words[used..])?;
            let is_said = |(name, _): &&(&str, &str)| {
                grundy_games::family::key(name) == grundy_games::family::key(&words[..used].join(" "))
            };
            let read_as = AMBIGUOUS.iter().find(is_said).map(|(_, other)| format!("`{}`; {other}", family.name));
            return Ok(Chosen { read_as: read_as.or(chosen.read_as), ..chosen });
        }
        if may && !rest.is_empty() && Convention::MISERE.contains(&game.trim().to_lowercase().as_str()) {
            let mut chosen = self.read_opening(rest, false).map_err(|error| in_misere(error, rest))?;
            chosen.not_of_winners(&rest[0])?;
            chosen.game.rules.convention = Convention::Misere;
            return Ok(chosen);
        }
        if let Some((text, used)) = codes::written(words) {
            // A text of its own may be read as it is.
            if used > 1 || self.read_text(game).is_err() {
                let rest = &words[used..];
                let line: Vec<String> =
                    text.split(' ').chain(rest.iter().map(String::as_str)).map(str::to_owned).collect();
                let read_as = Some(format!("`{}`", shell("", &line)));
                return Ok(Chosen { game: self.read_text(&text)?, rest, default: None, read_as });
            }
        }
        if let (true, [code, rest @ ..]) = (["octal", "hex"].contains(&game.trim()), rest) {
            let game = self.read_text(&format!("{game} {code}"))?;
            return Ok(Chosen { game, rest, default: None, read_as: None });
        }
        match self.read_said(game) {
            Ok((game, read_as)) => {
                let default = game.family.and_then(|family| family.position);
                Ok(Chosen { game, rest, default, read_as })
            }
            Err(mistake) => Err(ways::to_write(words).unwrap_or_else(|| mistake.into())),
        }
    }

    /// Reads the text of a game, in other words than those of the grammar if need be: then returns
    /// also what was read in its place.
    fn read_said(&self, text: &str) -> Result<(ReadGame, Option<String>), Diagnostic> {
        let mistake = match self.read_text(text) {
            Ok(game) => return Ok((game, None)),
            Err(mistake) => mistake,
        };
        let is_name = mistake.code == "G012";
        if !GRAMMAR.contains(&mistake.code) && !is_name {
            return Err(mistake);
        }
        let other = grundy_games::reworded(text);
        // The one function that has other words; a name that nothing binds may have several
        // readings.
        let is_floor = mistake.message.contains("`floor`");
        if is_name && !is_floor && !matches!(other, Some(Reworded::Unclear(_))) {
            return Err(mistake);
        }
        let said = if let Some(Reworded::Clear(text)) = &other { text } else { text };
        if let Some(name) = grundy_games::unread_sequence(said) {
            let help = format!("write them to a file, and `take number in \"{name}.txt\"`");
            return Err(Diagnostic { help: help.into(), ..mistake });
        }
        match other {
            Some(Reworded::Clear(text)) => match self.read_text(&text) {
                Ok(game) => Ok((game, Some(format!("`{text}`")))),
                // What is no mistake in the grammar is one in a game that was understood.
                // So is one that is behind a first word that the grammar has not.
                Err(deeper) => {
                    let behind = mistake.code == "G003" && mistake.span.start == 0 && deeper.span.start > 0;
                    Err(if GRAMMAR.contains(&deeper.code) && !behind { mistake } else { deeper })
                }
            },
            Some(Reworded::Unclear(readings)) => Err(*readings),
            None => Err(mistake),
        }
    }

    fn read_text(&self, text: &str) -> Result<ReadGame, Diagnostic> {
        grundy_games::read_set(text, &self.lists(), self.parameters())
    }

    /// The game of a family, whose parameters are the first words of `rest`.
    fn family<'a>(
        &self,
        family: &'static Family,
        convention: Convention,
        name: &[String],
        mut rest: &'a [String],
    ) -> Result<Chosen<'a>, Error> {
        let mut parameters = Vec::new();
        let (mut set, mut read_as) = (Cow::Borrowed(self.parameters()), None);
        for parameter in family.parameters {
            let word = rest.split_first();
            // `--set k=2`.
            let is_missing = parameter.kind == ParameterKind::Count
                && word.is_none_or(|(word, _)| grundy_games::count(word).is_none());
            if is_missing
                && let Some(at) = set.iter().position(|(name, _)| name == "k")
                && let Some(number) = grundy_games::count(&format!("k={}", set[at].1))
            {
                let own = [name, &[format!("k={number}")], rest].concat();
                read_as = Some(format!("`{}`", shell("", &own)));
                set.to_mut().remove(at);
                parameters.push(number);
                continue;
            }
            let read = word.and_then(|(word, after)| match parameter.kind {
                ParameterKind::List => Some((word.clone(), after)),
                ParameterKind::Numbers => Some((number_set(word)?, after)),
                ParameterKind::Count => Some((grundy_games::count(word)?, after)),
            });
            let Some((text, after)) = read else {
                let message = format!("{} needs {}", family.name, parameter.about);
                let help = match parameter.kind {
                    ParameterKind::List => {
                        let line = |list: &str| Fix::Write(format!("{} {list} ..", family.name));
                        Help::from("write ") + line("list.txt") + ", or " + line("-") + " for a list on standard input"
                    }
                    ParameterKind::Numbers => {
                        let typed = numbers(rest).filter(|numbers| numbers.len() > 1);
                        let set = typed.map(|all| all.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
                        let line = set.map_or("'{1,3,4}' 7 12".to_owned(), |set| format!("'{{{set}}}'"));
                        Help::from("write the set in quotes: ") + Fix::Write(format!("{} {line}", family.name))
                    }
                    ParameterKind::Count => ways::with_count(family, rest),
                };
                return Err(Error::usage(&name.join(" "), message, help));
            };
            parameters.push(text);
            rest = after;
        }
        let mut game = grundy_games::read_family(family, &parameters, &self.lists(), &set)?;
        if convention == Convention::Misere {
            game.rules.convention = convention;
        }
        Ok(Chosen { game, rest, default: family.position, read_as })
    }

    /// Reads a game with nothing after it. `subject` is what the request is about, such as `a proof
    /// is about a game`.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if a position follows.
    pub fn only_game(&self, words: &[String], misere: bool, subject: &str) -> Result<Declaration, Error> {
        self.only_read(words, misere, subject).map(|game| game.rules)
    }

    /// As [`Run::only_game`], with the parameters of the text.
    ///
    /// # Errors
    /// As [`Run::only_game`].
    pub fn only_read(&self, words: &[String], misere: bool, subject: &str) -> Result<ReadGame, Error> {
        // A line about a position of it would be refused here.
        if named(words).is_none()
            && let Some(game) = names(words).find_map(|(name, _)| Famous::find(&name))
        {
            let message = format!("{} is written as another game", game.name);
            let note = if game.note.is_empty() { String::new() } else { format!(": {}", game.note) };
            return Err(Error::usage(&words[0], message, Help::from(Fix::Write(ways::without_position(game))) + note));
        }
        let chosen = self.choose(words, misere)?;
        match chosen.rest.first() {
            None => Ok(chosen.game),
            Some(extra) => {
                let help = match Convention::MISERE.contains(&extra.trim().to_lowercase().as_str()) {
                    true => Help::from("write misere before the game, or add ") + Fix::set("misere", true),
                    false if matches!(chosen.game.rules.ruleset, Ruleset::Graph(_)) => {
                        Help::from("leave the position out, or write a family: ") + FAMILIES
                    }
                    false => {
                        let game = &words[..words.len() - chosen.rest.len()];
                        format!("leave the position out: the game is `{}`", shell("", game)).into()
                    }
                };
                Err(Error::usage(extra, format!("unexpected `{extra}`: {subject}"), help))
            }
        }
    }

    /// Reads the words as a query about one position. A single word may be a sum of unlike games:
    /// `kayles 5 + nim 3`.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if there is no position; [`Error::Stopped`] if it
    /// has more components than the memory of the run holds.
    pub fn query(&self, words: &[String], misere: bool) -> Result<Query, Error> {
        self.has_room(if words.len() > 1 { &words[1..] } else { words })?;
        let reads = |line: &[String]| self.read_query(line, false).is_ok();
        let mistake = match self.read_query(words, misere) {
            Ok((query, read_as)) => {
                query.rulesets.iter().for_each(|ruleset| self.event(Event::Rules(ruleset)));
                self.note_read_as(read_as);
                pictures::doubt(words, &query).iter().for_each(|doubt| self.event(Event::Doubt(doubt)));
                return Ok(query);
            }
            Err(mistake) => mistake,
        };
        if let Some((line, remark)) = ways::sure(words, &mistake, misere, reads)
            && let Ok((query, read_as)) = self.read_query(&line, misere)
        {
            query.rulesets.iter().for_each(|ruleset| self.event(Event::Rules(ruleset)));
            // The game in the words of the grammar.
            let game = read_as.as_ref().and_then(|text| text.strip_prefix('`')?.strip_suffix('`'));
            let line = match (game, line.as_slice()) {
                (Some(game), [said, rest @ ..]) if said.contains(' ') => [&[game.to_owned()], rest].concat(),
                _ => line,
            };
            self.note_read_as(Some(format!("`{}`{remark}", shell("", &line))));
            return Ok(query);
        }
        // One word may be a game that lacks its position.
        let game_only = |mistake| match (words, &mistake) {
            ([_], Error::Text(_)) => ways::out(words, mistake, OfferKind::Text, |line| self.game_alone(line)),
            _ => mistake,
        };
        let mistake = ways::offered(words, mistake, OfferKind::Words, reads).unwrap_or_else(game_only);
        Err(with_usage(words, mistake))
    }

    /// As [`Run::query`], without what to type instead.
    fn read_query(&self, words: &[String], misere: bool) -> Result<(Query, Option<String>), Error> {
        // A shell takes `kayles 5 + nim 3` apart.
        let joined = words.iter().any(|word| word.trim() == "+").then(|| words.join(" "));
        if let Some(mut query) = joined.and_then(|text| grundy_games::sum_with(&text, &self.lists()).ok())
            && query.rulesets.len() > 1
        {
            self.one_game()?;
            if misere {
                query.convention = Convention::Misere;
            }
            return not_of_coins(&words.join(" "), query).map(|query| (query, None));
        }
        let chosen = match self.chosen(words, misere) {
            Ok(chosen) => chosen,
            Err(first) => return self.sum(words, misere, first).map(|query| (query, None)),
        };
        let position = match (chosen.rest, chosen.default) {
            ([], None) => {
                let how = grundy_games::how_to_write(&chosen.game.rules);
                let help = match chosen.game.family {
                    Some(family) => {
                        let line =
                            Help::from("write it after the game, as in ") + Fix::Write(shell("", &family.words()));
                        let line = line + "; " + Fix::Use("games".into(), family.name.to_owned()) + " has the rules";
                        if family.forms.is_empty() { line + "; " + how } else { line }
                    }
                    None => how.into(),
                };
                return Err(Error::refused("usage", "the position is missing", help));
            }
            ([], Some(default)) => grundy_games::position(&chosen.game.rules, default)?,
            (rest, _) => self.position(&chosen.game, rest)?,
        };
        let coins = chosen.game.family.filter(|family| family.has_coins());
        if let (Some(family), Some(row)) = (coins, chosen.rest.iter().find(|word| is_row_of_digits(word))) {
            let message =
                format!("`{row}` may be a row of coins, or the heap of {} counters", row.trim_start_matches('0'));
            let heads = row.replace('1', "H").replace('0', "T");
            // As it is written it would be refused again.
            let heap = format!("1*{}", row.trim_start_matches('0'));
            let lines = [heads, heap].map(|word| shell("", &[family.name.to_owned(), word]));
            let [coins, heap] = lines;
            let help =
                Help::from("for a row, H for a head, ") + Fix::Write(coins) + "; for the heap, " + Fix::Write(heap);
            return Err(Error::usage(row, message, help));
        }
        let coins = coins.filter(|_| chosen.rest.iter().any(|word| word.contains(char::is_alphabetic)));
        let query = Query::new(&chosen.game.rules, position, Question::ValueAndMoves);
        let as_heaps = coins.map(|family| {
            let line = shell("", &[family.name.to_owned(), query.position_text()]);
            format!("`{}`: a heap of n is a head at place n; moves are those of the heaps, of which two equal ones are worth nothing", line.trim())
        });
        Ok((query, as_heaps.or(chosen.read_as)))
    }

    /// As [`Run::query`], for a plan: without a position, the query is about the sum of none.
    ///
    /// # Errors
    /// As [`Run::query`].
    pub fn plan_query(&self, words: &[String], misere: bool) -> Result<Query, Error> {
        match self.chosen(words, misere) {
            Ok(chosen) if chosen.rest.is_empty() && chosen.default.is_none() => {
                self.event(Event::Rules(&chosen.game.rules.ruleset));
                self.note_read_as(chosen.read_as);
                Ok(Query::new(&chosen.game.rules, Vec::new(), Question::ValueAndMoves))
            }
            _ => self.query(words, misere),
        }
    }

    /// Reads the words as a game with the last position of a table: a heap, a heap of a kind, or a
    /// member of a family.
    ///
    /// # Errors
    /// As [`Run::choose`], and [`Error::Refused`] if the game is on another ruleset, or the words
    /// after it are not one position with a number.
    pub fn table_query(&self, words: &[String], misere: bool) -> Result<(Declaration, Component), Error> {
        let reads = |line: &[String]| self.read_table(line, false).is_ok();
        let mistake = match self.read_table(words, misere) {
            Ok((rules, last, read_as)) => {
                self.event(Event::Rules(&rules.ruleset));
                self.note_read_as(read_as);
                return Ok((rules, last));
            }
            Err(mistake) => mistake,
        };
        let to = ways::table_to(words).filter(|line| reads(line));
        // `30..40` has a first heap too.
        let ends = to.as_ref().and_then(|line| words.get(line.len() - 1..)).unwrap_or_default().join(" ");
        let mut ends = ends.split(|sign: char| !sign.is_ascii_digit()).filter(|end| !end.is_empty());
        let begins = ends.next().is_some_and(|first| first != "0" && first != "1") && ends.next().is_some();
        // A table of `take a square` is about heaps, though a word has squares too.
        let on_heaps = || {
            let (text, rest) = words.split_first()?;
            let is_row = matches!(self.chosen(words, misere).ok()?.game.rules.ruleset, Ruleset::Row(_));
            Some([&[format!("heap: {text}")], rest].concat()).filter(|line| is_row && reads(line))
        };
        let line = to.or_else(|| ways::sure(words, &mistake, misere, reads).map(|(line, _)| line)).or_else(on_heaps);
        let Some(Ok((rules, last, _))) = line.as_ref().map(|line| self.read_table(line, misere)) else {
            return Err(ways::out(words, mistake, OfferKind::Table, reads));
        };
        let begins = if begins { ": a table begins at heap 0" } else { "" };
        let read_as = line.map(|line| format!("`{}`{begins}", shell("", &line)));
        self.event(Event::Rules(&rules.ruleset));
        self.note_read_as(read_as);
        Ok((rules, last))
    }

    /// As [`Run::table_query`], without what to type instead.
    fn read_table(&self, words: &[String], misere: bool) -> Result<(Declaration, Component, Option<String>), Error> {
        let Chosen { game, rest, read_as, .. } = self.chosen(words, misere)?;
        let rules = game.rules.clone();
        let (last, example) = match &rules.ruleset {
            Ruleset::Heap(_) => ("the largest heap", "24".to_owned()),
            Ruleset::Graph(on) if on.on.is_some() => ("the last number", "24".to_owned()),
            Ruleset::Typed(_) => match Run::two_sizes(&rules, None) {
                Some(_) => ("the largest number", "7".to_owned()),
                None => ("the largest heap of a kind", grundy_games::small_position(&rules)),
            },
            other => {
                let message =
                    format!("a table is about heaps, and this game is played on another board: {}", other.name());
                let own = &words[..words.len() - rest.len()];
                let line = |position: &[String]| shell("", &[own, position].concat());
                // The number that was typed may be the side of a board.
                let has_sides = matches!(other, Ruleset::Graph(_) | Ruleset::Poset(_) | Ruleset::Token(_));
                let side = rest.first().filter(|side| has_sides && ways::is_number(side));
                let square = side.map(|side| vec![format!("{side}x{side}")]);
                let reads = |position: &&Vec<String>| !position.is_empty() && self.position(&game, position).is_ok();
                let typed = [Some(rest.to_vec()), square].into_iter().flatten().find(|typed| reads(&typed));
                let typed = typed.or_else(|| game.family.map(|family| family.words()[own.len().min(1)..].to_vec()));
                let typed = typed.unwrap_or_else(|| vec![grundy_games::small_position(&rules)]);
                let one = Help::from("ask for one position: ") + Fix::Use("solve".into(), line(&typed));
                let family = match side.map(String::as_str) {
                    Some(side @ ("2" | "3" | "4")) => format!("grid {side}xn"),
                    _ => "path n".to_owned(),
                };
                let help = match other {
                    Ruleset::Graph(_) => {
                        let end = if family == "path n" { "12" } else { "6" };
                        let line = line(&[family, end.to_owned()]);
                        one + ", or for the boards of a family, " + Fix::Use("table".into(), line)
                    }
                    _ => one,
                };
                return Err(Error::refused("usage", message, help));
            }
        };
        let square = Run::two_sizes(&rules, None).is_some();
        let own = &words[..words.len() - rest.len()];
        let numbers = rest.iter().flat_map(|word| word.split(['x', 'X', ','])).map(str::parse::<u64>);
        let typed = numbers
            .filter_map(Result::ok)
            .max()
            .filter(|_| square || rest.len() > 1 && matches!(rules.ruleset, Ruleset::Heap(_)));
        let end = typed.map_or(example, |typed| typed.to_string());
        let line = || Fix::Use("table".into(), shell("", &[own, std::slice::from_ref(&end)].concat()));
        let help = Help::from("write one number: ") + line();
        match rest {
            [] => {
                let help = Help::from("write it after the game: ") + line();
                Err(Error::refused("usage", format!("{last} is missing"), help))
            }
            [word] => match grundy_games::position(&rules, word)?.as_slice() {
                [part] if part.number().is_some() => Ok((rules, part.clone(), read_as)),
                _ => Err(Error::usage(word, format!("`{word}` is not one number, which ends a table"), help)),
            },
            [_, extra, ..] => {
                let message = format!("unexpected `{extra}`: one number ends a table, that of {last}");
                let help = match square {
                    true => Help::from("write one number, the largest size of both: ") + line(),
                    false => help,
                };
                Err(Error::usage(extra, message, help))
            }
        }
    }

    /// Reads the words as positions and adds them. A `+` may be between them. The word `-` is the
    /// text of [`Host::piped`](crate::Host::piped). Where a position is several numbers, words that
    /// are numbers are one position, up to the next `+`. On boards whose positions have words in
    /// them, words that are no positions each may be one position together: `path 7`.
    ///
    /// # Errors
    /// As [`Run::choose`].
    pub fn position(&self, game: &ReadGame, words: &[String]) -> Result<Vec<Component>, Error> {
        let numbers = |word: &String| {
            let is_digit = |sign: char| sign.is_ascii_digit();
            let is_number = |sign: char| is_digit(sign) || "^_,()[]".contains(sign);
            let is_power = word.split_once(['e', 'E']).is_some_and(|(base, exponent)| {
                [base, exponent].iter().all(|digits| !digits.is_empty() && digits.chars().all(is_digit))
            });
            let is_sign = ["x", "X", "×"].contains(&word.as_str());
            is_sign || is_power || !word.is_empty() && word.chars().all(is_number)
        };
        let several = match &game.rules.ruleset {
            rules if rules.number_list().is_some() => true,
            Ruleset::Product(_) | Ruleset::Poset(_) => true,
            Ruleset::Typed(rules) => rules.clauses.first().is_some_and(|clause| clause.arity > 1),
            _ => !game.forms().is_empty(),
        };
        let groups = || words.split(|word| word.trim() == "+");
        // A row of coins with blanks between them is one row.
        let is_coin = |word: &String| ["H", "T", "h", "t"].contains(&word.as_str());
        let has_coins = game.family.is_some_and(Family::has_coins);
        if has_coins && words.len() > 1 && groups().all(|row| !row.is_empty() && row.iter().all(is_coin)) {
            let rows = groups().map(|row| Ok(game.position(&row.concat(), &self.lists())?));
            return rows.collect::<Result<Vec<_>, Error>>().map(|all| all.into_iter().flatten().collect());
        }
        let several = several || words.windows(2).any(|pair| in_thousands(&pair[0], &pair[1]));
        if several && words.len() > 1 && groups().all(|group| !group.is_empty() && group.iter().all(numbers)) {
            let each = groups().map(|group| Ok(game.position(&group.join(" "), &self.lists())?));
            return each.collect::<Result<Vec<_>, Error>>().map(|all| all.into_iter().flatten().collect());
        }
        self.each_word(game, words).or_else(|mistake| {
            // `path 7` without its quotes. No word of a board of this kind may be `-` then.
            let in_words = has_words(&game.rules.ruleset);
            let whole = in_words && words.len() > 1 && words.iter().all(|word| word != "-");
            match whole.then(|| game.position(&words.join(" "), &self.lists())) {
                Some(Ok(read)) => Ok(read),
                Some(Err(fault)) if !fault.readings.is_empty() => Err(fault.into()),
                _ => Err(mistake),
            }
        })
    }

    /// Reads each word as a position, and adds them.
    fn each_word(&self, game: &ReadGame, words: &[String]) -> Result<Vec<Component>, Error> {
        let last = words.len().saturating_sub(1);
        let mut all = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let between = word.trim() == "+" && at > 0 && at < last && words[at - 1].trim() != "+";
            if between {
                continue;
            }
            let piped = if word == "-" { Some(self.surroundings().piped()?) } else { None };
            let word = piped.as_deref().map_or(word.as_str(), str::trim);
            // A shell takes `3, 4, 5` apart.
            let heaps = matches!(game.rules.ruleset, Ruleset::Heap(_)) && at < last;
            let word = word.strip_suffix(',').filter(|word| heaps && !word.is_empty()).unwrap_or(word);
            let read = self.one_position(game, word)?;
            let are_heaps = |line: &str| !line.trim().is_empty() && line.split_whitespace().all(ways::is_number);
            if piped.is_some() && word.lines().filter(|line| are_heaps(line)).count() > 1 {
                self.event(Event::Doubt(&"the lines of standard input are one position".into()));
            }
            if all.is_empty() { all = read } else { all.extend(read) }
        }
        Ok(all)
    }

    /// Refuses values of parameters for a sum of several games.
    fn one_game(&self) -> Result<(), Error> {
        match self.parameters().first() {
            None => Ok(()),
            Some((name, _)) if name == grundy_games::FOLD_CASE => Err(Error::refused(
                "usage",
                "word lists are read in lower case for one game, and this is a sum of several",
                "write it in the text of the game: [cut word in \"words.txt\" in lower case] applepear",
            )),
            Some((name, value)) => Err(Error::usage(
                &format!("{name}={value}"),
                "a value of a parameter is for one game, and this is a sum of several",
                format!("write it in the text of its game: [take 1..{name} with {name} = {value}] 7"),
            )),
        }
    }

    /// Reads a single word as a sum of unlike games. `first` is what is wrong with it as a game.
    fn sum(&self, words: &[String], misere: bool, first: Error) -> Result<Query, Error> {
        let [text] = words else { return Err(first) };
        if text.ends_with(".toml") || !matches!(first, Error::Text(_)) {
            return Err(first);
        }
        match grundy_games::sum_with(text, &self.lists()) {
            Ok(mut query) => {
                self.one_game()?;
                if misere {
                    query.convention = Convention::Misere;
                }
                not_of_coins(text, query)
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

/// The families, as a help.
const FAMILIES: &str = "the families, with one name for a number, are `path n`, `cycle n`, `grid 3xn`, `ladder n`, `comb n` and `spider [2,1,n]`; all other graphs have numbers";

/// The game on a family of graphs, if its name follows: `cram 'grid 2xn'`.
fn on_family(mut chosen: Chosen<'_>) -> Result<Chosen<'_>, Error> {
    if !matches!(chosen.game.rules.ruleset, Ruleset::Graph(_)) {
        return Ok(chosen);
    }
    let most = chosen.rest.len().min(LONGEST_FAMILY);
    let named = (1..=most).rev().find_map(|used| Some((GraphFamily::of(&chosen.rest[..used].join(" "))?, used)));
    // One number of a generator is a name, and it is no family.
    let is_name = |part: &&str| part.starts_with(char::is_alphabetic) && part.len() == 1;
    let is_file = |word: &str| GRAPHS.iter().any(|ending| word.ends_with(ending));
    let is_generator = |word: &String| word.len() > 2 && word.starts_with(char::is_alphabetic) && !is_file(word);
    if named.is_none()
        && let Some(word) = chosen.rest.first().filter(|word| is_generator(word))
        && let Some(name) = word.split([' ', ',', '[', ']', 'x']).find(is_name)
    {
        let why = GraphFamily::misread(word).map(Help::from);
        let message = format!("`{word}` is not a family of graphs, and `{name}` is not a number");
        return Err(Error::usage(word, message, why.unwrap_or_else(|| FAMILIES.into())));
    }
    if let Some((family, used)) = named {
        if matches!(&chosen.game.rules.ruleset, Ruleset::Graph(rules) if rules.on.is_some()) {
            let message = "a game is played on one family of graphs";
            return Err(Error::usage(&family.to_string(), message, "leave one of them out"));
        }
        let name = chosen.rest[..used].join(" ");
        let ruleset = chosen.game.rules.ruleset.on(family);
        chosen.game.rules.ruleset = ruleset.map_err(|why| Error::usage(&name, why, "play it on single graphs"))?;
        (chosen.rest, chosen.default) = (&chosen.rest[used..], None);
        chosen.game.family = None;
    }
    Ok(chosen)
}

impl Chosen<'_> {
    /// Refuses misère play of a game whose text says that the last player wins.
    fn not_of_winners(&self, text: &str) -> Result<(), Error> {
        if self.read_as.is_none() || !grundy_games::says_last_wins(text) {
            return Ok(());
        }
        let message = "the text says that the last player wins, and in misère play the last one loses";
        Err(Error::usage("misere", message, Fix::LeaveOut("misere")))
    }
}

/// The mistake in a game after the word `misere`: the line of a famous game is for normal play.
fn in_misere(error: Error, words: &[String]) -> Error {
    let famous = names(words).find_map(|(name, _)| Famous::find(&name).map(|_| name));
    match (error, famous) {
        (Error::Refused(refused), Some(name)) if named(words).is_none() => {
            let help = Help::from("the word misere goes before the rules that are shown by ")
                + Fix::Use("games".into(), shell("", &[name]));
            Error::Refused(Box::new(Refused { help, ..*refused }))
        }
        (error, _) => error,
    }
}

/// Whether two words may be one number that a shell has taken apart: `10 000`.
fn in_thousands(first: &str, second: &str) -> bool {
    let digits = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
    digits(first) && digits(second) && (1..=3).contains(&first.len()) && second.len() == 3 && second.starts_with('0')
}

/// Whether positions are graphs or orders.
fn on_graph(ruleset: &Ruleset) -> bool {
    matches!(
        ruleset,
        Ruleset::Graph(_) | Ruleset::Ground(_) | Ruleset::Poset(_) | Ruleset::Token(_) | Ruleset::Stones(_)
    )
}

/// Whether positions may have blanks and words in them: `path 7`, `[4, 7] after 5`. On heaps and on
/// words, each word is a position.
fn has_words(ruleset: &Ruleset) -> bool {
    let each = matches!(ruleset, Ruleset::Heap(_) | Ruleset::Typed(_) | Ruleset::Product(_));
    !each && !matches!(ruleset, Ruleset::Row(_) | Ruleset::Ring(_) | Ruleset::Bag(_) | Ruleset::Tape(_))
}

/// The position in the language: the name of a file is a graph, and nothing is the empty word.
fn position_text<'w>(rules: &Declaration, word: &'w str) -> Cow<'w, str> {
    let empty_word = word.trim().is_empty() && matches!(rules.ruleset, Ruleset::Row(_) | Ruleset::Tape(_));
    // A token is on a vertex of the file, `cities.csv from Paris`, and stones are on some.
    let (name, vertex) = match &rules.ruleset {
        Ruleset::Token(_) => word.rfind(" from ").map_or((word, ""), |at| word.split_at(at)),
        Ruleset::Ground(_) => word.rfind(" on ").map_or((word, ""), |at| word.split_at(at)),
        Ruleset::Stones(_) => word.find(" with ").map_or((word, ""), |at| word.split_at(at)),
        _ => (word, ""),
    };
    let file = on_graph(&rules.ruleset) && GRAPHS.iter().any(|ending| name.ends_with(ending)) && !name.contains('"');
    match word {
        _ if file => format!("in \"{name}\"{vertex}").into(),
        _ if empty_word => "\"\"".into(),
        _ => word.into(),
    }
}

/// The numbers of words that a name may consist of, the longest first: words that begin with a
/// letter.
fn names(words: &[String]) -> impl Iterator<Item = (String, usize)> {
    let is_name = |word: &&String| word.trim().starts_with(char::is_alphabetic);
    let most = words.iter().take(LONGEST_NAME).take_while(is_name).count();
    (1..=most).rev().map(|used| (words[..used].join(" "), used))
}

/// Whether a word of the digits 0 and 1 looks like a row of coins: it begins with a 0, or has a 0
/// between ones and five digits or more.
fn is_row_of_digits(word: &str) -> bool {
    let digits = word.bytes().all(|digit| matches!(digit, b'0' | b'1')) && word.contains('1');
    digits && (word.starts_with('0') || word.len() >= 5 && word.trim_end_matches('0').contains('0'))
}

/// The way out for rows of coins in misère play.
const IN_NORMAL_PLAY: &str = "leave misère play out, or write the heaps of the places";

/// The error for rows of coins in misère play.
fn coins_in_misere(word: &str, help: impl Into<Help>) -> Error {
    let message =
        "in misère play a row of coins is not worth heaps: two heads at one place vanish, two equal heaps do not";
    Error::usage(word, message, help)
}

/// The sum, unless it is in misère play and has a row of coins.
fn not_of_coins(text: &str, query: Query) -> Result<Query, Error> {
    let opening = |term: &str| {
        let words = term.split([' ', '[', ']']).filter(|word| !word.is_empty()).map(str::to_owned);
        named(&words.collect::<Vec<_>>()).map(|(family, ..)| family)
    };
    match text.split('+').filter_map(opening).find(|family| family.has_coins()) {
        Some(family) if query.convention == Convention::Misere => Err(coins_in_misere(family.name, IN_NORMAL_PLAY)),
        _ => Ok(query),
    }
}

/// The numbers that the words are; `None` if there is none, or another word.
fn numbers(words: &[String]) -> Option<Vec<u64>> {
    let all = words.iter().flat_map(|word| word.split([',', ' '])).filter(|number| !number.is_empty());
    let numbers: Option<Vec<u64>> = all.map(|number| number.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// The mistake in a position of a named game with a line that has one, if it has none yet.
fn with_usage(words: &[String], error: Error) -> Error {
    match (error, named(words)) {
        (Error::Text(mut mistake), Some((family, _, used)))
            if ["G040", "G045"].contains(&mistake.code)
                && used < words.len()
                && family.parameters.is_empty()
                && mistake.help.fixes().next().is_none() =>
        {
            mistake.help = mistake.help + "; for example, " + Fix::Write(shell("", &family.words()));
            Error::Text(mistake)
        }
        (error, _) => error,
    }
}

/// The places of both pieces in each row of Northcott's game, where they are given in place of
/// gaps: `'1 5, 2 7'` or `1,5 2,7`.
fn rows_of_two(name: &str, words: &[String]) -> Option<Vec<(u64, u64)>> {
    if name != "Northcott's game" {
        return None;
    }
    if let Some(rows) = words.iter().map(|row| pieces_of_row(row)).collect::<Option<Vec<_>>>() {
        return Some(rows).filter(|rows| !rows.is_empty());
    }
    let text = words.join(" ");
    let rows: Vec<&str> = match words {
        [_, _, ..] if words.iter().all(|word| word.trim().contains([',', '-', ' '])) => {
            words.iter().map(String::as_str).collect()
        }
        _ => text.split([',', ';']).collect(),
    };
    let pair = |row: &&str| {
        let numbers = row.split([' ', ',', '-']).filter(|number| !number.is_empty());
        let numbers: Vec<u64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
        if let [one, other] = numbers[..] { Some((one, other)) } else { None }
    };
    (rows.len() > 1).then(|| rows.iter().map(pair).collect())?
}

/// The places of the two pieces of a row that is drawn: `.X..O.`.
fn pieces_of_row(row: &str) -> Option<(u64, u64)> {
    let is_square = |sign: char| "._-".contains(sign) || sign.is_ascii_alphabetic();
    let mut pieces = row.chars().zip(1..).filter(|(sign, _)| sign.is_ascii_alphabetic()).map(|(_, at)| at);
    let both = (pieces.next()?, pieces.next()?);
    (pieces.next().is_none() && row.contains(['.', '_', '-']) && row.chars().all(is_square)).then_some(both)
}

/// The gaps of such rows; `None` if two pieces are at one place.
fn gaps(rows: &[(u64, u64)]) -> Option<Vec<u64>> {
    rows.iter().map(|(one, other)| one.abs_diff(*other).checked_sub(1)).collect()
}

/// The family that the words begin with, which may follow `misère`, with the convention and the
/// number of words.
fn named(words: &[String]) -> Option<(&'static Family, Convention, usize)> {
    names(words).find_map(|(name, used)| {
        // `misere-tic-tac-toe` is a name; `misere-nim` is a name after `misère`.
        let whole = Family::find(&name).map(|family| (family, Convention::Normal));
        whole.or_else(|| grundy_games::called(&name)).map(|(family, convention)| (family, convention, used))
    })
}

/// A set of numbers in one word: `{1,3,4}`, `1,3,4`, `1..3`. A bare number is none: it may be a
/// heap.
fn number_set(word: &str) -> Option<String> {
    let text = word.trim();
    let inner = text.strip_prefix(['{', '(', '[']).and_then(|text| text.strip_suffix(['}', ')', ']']));
    // In braces `1-4` is no difference.
    let range = inner.and_then(|inner| inner.split_once('-'));
    if let Some((from, to)) = range.filter(|(from, to)| [from, to].iter().all(|end| ways::is_number(end.trim()))) {
        return grundy_games::numbers(&format!("{}..{}", from.trim(), to.trim()));
    }
    if inner.is_none() && !text.contains(',') && !text.contains("..") {
        return None;
    }
    grundy_games::numbers(inner.unwrap_or(text))
}
