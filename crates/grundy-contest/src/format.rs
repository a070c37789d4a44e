//! A judge format as data: the game, the shape of the input, the position that the names of the
//! input make, and the lines of the output.
//!
//! ```toml
//! game = "n -> n-d for d in 2..n-1 where n % d = 0"
//! input = "t; n"
//! position = "n"
//! win = "Alice"
//! lose = "Bob"
//! ```

use std::{collections::BTreeMap, ops::RangeInclusive};

use grundy::{
    Convention, Error, Refused, Run,
    games::Ruleset,
    lang::{ReadGame, nearest},
};
use toml::{Table, Value as Toml};

use crate::{
    phrase::{self, Field, Line, Part},
    template::{Input, Template, Value, Values},
};

/// The formats with a name, in the order of their names: the name and the text of the file.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("apples", include_str!("formats/apples.toml")),
    ("nim", include_str!("formats/nim.toml")),
    ("strings", include_str!("formats/strings.toml")),
    ("trust", include_str!("formats/trust.toml")),
    ("wgme", include_str!("formats/wgme.toml")),
    ("wplay", include_str!("formats/wplay.toml")),
];

/// The keys that a format may have.
const KEYS: [&str; 11] =
    ["name", "about", "game", "misere", "input", "position", "parameters", "win", "lose", "end", "ranges"];

/// The values that a name of the input may have, where inputs are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The numbers, or the lengths of words.
    pub sizes: RangeInclusive<u64>,
    /// The letters of words.
    pub letters: Vec<char>,
    /// What takes the place of the least and of the greatest size, where that depends on a value
    /// before it.
    pub bounds: (Option<Bound>, Option<Bound>),
}

/// A bound that depends on the value of a name, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number.
    Number(usize),
    /// The length of the word.
    Length(usize),
}

/// A judge format.
#[derive(Clone, Debug)]
pub struct Format {
    /// The name of the problem; may be empty.
    pub name: String,
    pub(crate) game: String,
    pub(crate) misere: bool,
    pub(crate) template: Template,
    pub(crate) position: Vec<Part>,
    /// The names of the input that are parameters of the game, by their places.
    pub(crate) parameters: Vec<usize>,
    pub(crate) win: Line,
    pub(crate) lose: Line,
    /// What the file states about the values of names, by their places.
    pub(crate) ranges: BTreeMap<usize, Range>,
}

/// What an answer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    Winner,
    Value,
    Table,
    Moves,
}

impl Format {
    /// Reads a format.
    ///
    /// # Errors
    /// [`Error::Refused`] with the key that is wrong. The text of the game is read with the first
    /// input, since its parameters come from there.
    pub fn read(text: &str) -> Result<Format, Error> {
        let parsed: Table = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = text[..start.min(text.len())].matches('\n').count() + 1;
            Error::Refused(Box::new(Refused {
                code: "format",
                message: format!("line {line} of the format: {}", error.message()),
                help: "a format is TOML with game, input and position".into(),
                line: Some(line),
                argument: None,
            }))
        })?;
        if let Some(key) = parsed.keys().find(|key| !KEYS.contains(&key.as_str())) {
            let near = nearest(key, &KEYS).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| format!("the keys are {}", KEYS.join(", ")));
            return Err(Error::usage(key, format!("the format has an unknown key `{key}`"), help));
        }
        let misere = match parsed.get("misere") {
            None => false,
            Some(Toml::Boolean(misere)) => *misere,
            Some(_) => return Err(wrong("misere", "true or false")),
        };
        let game = required(&parsed, "game")?;
        let template = Template::read(required(&parsed, "input")?, string(&parsed, "end")?)?;
        let names: Vec<&str> = template.names().iter().map(|name| name.name.as_str()).collect();
        let position = phrase::position(required(&parsed, "position")?, &names);
        let (word, list) = (|at: usize| template.names()[at].word, |at: usize| template.names()[at].group.is_some());
        let position = phrase::of_words(position, word, list);
        let parameters = match parsed.get("parameters") {
            None => Vec::new(),
            Some(Toml::Array(all)) => {
                let each = all.iter().map(|name| match name {
                    Toml::String(name) => template.place(name),
                    _ => Err(wrong("parameters", "a list of names of the input: [\"k\"]")),
                });
                each.collect::<Result<_, _>>()?
            }
            Some(_) => return Err(wrong("parameters", "a list of names of the input: [\"k\"]")),
        };
        let mut format = Format {
            name: string(&parsed, "name")?.unwrap_or_default().to_owned(),
            game: game.to_owned(),
            misere,
            position,
            parameters,
            win: Line::read(string(&parsed, "win")?.unwrap_or("First"))?,
            lose: Line::read(string(&parsed, "lose")?.unwrap_or("Second"))?,
            ranges: BTreeMap::new(),
            template,
        };
        format.read_ranges(parsed.get("ranges"))?;
        if format.varied().is_empty() {
            return Err(Error::usage(
                "position",
                "the position of the format names no value of the input",
                format!("the names of the input are {}", format.names().join(", ")),
            ));
        }
        if misere && matches!(format.wants(), Wants::Value | Wants::Table) {
            return Err(Error::usage(
                "win",
                "in misère play positions have no values",
                "leave {value} and {table} out",
            ));
        }
        Ok(format)
    }

    /// The format that is built in under this name.
    pub fn built_in(name: &str) -> Option<Format> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(Format::read(text).expect("a built-in format can be read"))
    }

    /// The format of a game: with this shape of the input and this position, else the number of
    /// tests, then for each the number of components and the components.
    ///
    /// # Errors
    /// [`Error::Refused`] for games on boards that need a template, and as [`Format::read`].
    pub fn of_game(game: &ReadGame, input: Option<&str>, position: Option<&str>) -> Result<Format, Error> {
        let usual = match &game.rules.ruleset {
            Ruleset::Heap(_) => Some(("t; n; a*n".to_owned(), "a".to_owned())),
            Ruleset::Row(_) => Some(("t; n; (s:word;)*n".to_owned(), "s".to_owned())),
            Ruleset::Bag(_) => Some(("t; n; (s:word;)*n".to_owned(), "{s}".to_owned())),
            Ruleset::Typed(rules) => rules.clauses.first().map(|clause| {
                let sizes: Vec<String> = (1..=clause.arity).map(|at| format!("x{at}")).collect();
                let kind = clause.kind.as_deref().unwrap_or_default();
                (format!("t; n; ({})*n", sizes.join(" ")), format!("{kind}({})", sizes.join(", ")))
            }),
            _ => None,
        };
        let (Some(input), Some(position)) = (
            input.or(usual.as_ref().map(|(input, _)| input.as_str())),
            position.or(usual.as_ref().map(|(_, position)| position.as_str())),
        ) else {
            let help = "write --format and --position, or a file for --judge";
            return Err(Error::usage("--format", "a game on this board needs the shape of its input", help));
        };
        let template = Template::read(input, None)?;
        let names: Vec<&str> = template.names().iter().map(|name| name.name.as_str()).collect();
        let parts = phrase::position(position, &names);
        let (word, list) = (|at: usize| template.names()[at].word, |at: usize| template.names()[at].group.is_some());
        let parts = phrase::of_words(parts, word, list);
        if parts.iter().all(|part| part.names().is_empty()) {
            let message = format!("the position `{position}` names no value of the input");
            let help =
                format!("the names are {}: write --position '{}'", names.join(", "), names.last().unwrap_or(&"a"));
            return Err(Error::usage(position, message, help));
        }
        Ok(Format {
            name: String::new(),
            game: game.rules.to_string(),
            misere: game.rules.convention == Convention::Misere,
            position: parts,
            parameters: Vec::new(),
            win: Line::read("First")?,
            lose: Line::read("Second")?,
            ranges: BTreeMap::new(),
            template,
        })
    }

    /// The format with these lines for a win and a loss.
    ///
    /// # Errors
    /// [`Error::Refused`] for a field that is not known.
    pub fn labelled(self, win: &str, lose: &str) -> Result<Format, Error> {
        Ok(Format { win: Line::read(win)?, lose: Line::read(lose)?, ..self })
    }

    /// The format with this range of numbers, and of lengths of words, for what positions are made
    /// of.
    pub fn sized(mut self, sizes: RangeInclusive<u64>) -> Format {
        for at in self.varied() {
            let range = Range { sizes: sizes.clone(), ..self.range(at) };
            self.ranges.insert(at, range);
        }
        self
    }

    /// The format with this range of the numbers of components.
    pub fn counted(mut self, counts: RangeInclusive<u64>) -> Format {
        for at in self.varied().into_iter().filter_map(|at| self.template.count_of(at)).collect::<Vec<_>>() {
            self.ranges.insert(at, Range { sizes: counts.clone(), letters: Vec::new(), bounds: (None, None) });
        }
        self
    }

    /// The format with words of these letters.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no letter.
    pub fn lettered(mut self, letters: &str) -> Result<Format, Error> {
        let letters: Vec<char> = letters.chars().filter(|letter| !letter.is_whitespace()).collect();
        if letters.is_empty() {
            return Err(Error::usage("--letters", "there are no letters", "write them in one word: --letters abc"));
        }
        for (at, name) in self.template.names().to_vec().into_iter().enumerate() {
            if name.word {
                let range = Range { letters: letters.clone(), ..self.range(at) };
                self.ranges.insert(at, range);
            }
        }
        Ok(self)
    }

    /// The text of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The shape of the input.
    pub fn template(&self) -> &Template {
        &self.template
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.template.names().iter().map(|name| name.name.as_str()).collect()
    }

    /// The names that positions are made of.
    pub(crate) fn varied(&self) -> Vec<usize> {
        self.position.iter().flat_map(Part::names).collect()
    }

    /// The values that a name may have in an input whose values before it are these. `None` if
    /// there are none.
    pub(crate) fn range_in(&self, at: usize, values: &Values) -> Option<Range> {
        let range = self.range(at);
        let bound = |bound: Option<Bound>, usual: u64| match bound {
            None => Some(usual),
            Some(Bound::Number(at)) => {
                if let Value::Number(number) = values[at] {
                    Some(number)
                } else {
                    None
                }
            }
            Some(Bound::Length(at)) => {
                if let Value::Word(word) = &values[at] {
                    Some(word.chars().count() as u64)
                } else {
                    None
                }
            }
        };
        let (low, high) = (bound(range.bounds.0, *range.sizes.start())?, bound(range.bounds.1, *range.sizes.end())?);
        (low <= high).then_some(Range { sizes: low..=high, ..range })
    }

    /// Whether the values of an input of one test are between the bounds that depend on others.
    pub(crate) fn fits(&self, input: &Input) -> bool {
        let Some(test) = input.tests.first() else { return true };
        let whole = input.head.iter().zip(test).map(|(head, own)| if *own == Value::Missing { head } else { own });
        let values: Values = whole.cloned().collect();
        let bound = |at: &usize| self.range(*at).bounds != (None, None);
        (0..values.len()).filter(bound).all(|at| {
            let Some(range) = self.range_in(at, &values) else { return false };
            let length = |word: &String| word.chars().count() as u64;
            match &values[at] {
                Value::Missing => true,
                Value::Number(number) => range.sizes.contains(number),
                Value::Numbers(all) => all.iter().all(|number| range.sizes.contains(number)),
                Value::Word(word) => range.sizes.contains(&length(word)),
                Value::Words(all) => all.iter().all(|word| range.sizes.contains(&length(word))),
            }
        })
    }

    /// The values that a name may have in an input that is made.
    pub(crate) fn range(&self, at: usize) -> Range {
        self.ranges.get(&at).cloned().unwrap_or_else(|| {
            let sizes = match (self.template.names()[at].word, self.template.names()[at].is_count) {
                (true, _) => 1..=10,
                (false, true) => 1..=3,
                (false, false) if self.parameters.contains(&at) => 1..=5,
                (false, false) => 0..=20,
            };
            Range { sizes, letters: vec!['a', 'b'], bounds: (None, None) }
        })
    }

    pub(crate) fn wants(&self) -> Wants {
        let has = |fields: &[Field]| self.win.has(fields) || self.lose.has(fields);
        if has(&[Field::Moves, Field::Heap, Field::Take, Field::Left]) {
            Wants::Moves
        } else if has(&[Field::Table]) {
            Wants::Table
        } else if has(&[Field::Value]) {
            Wants::Value
        } else {
            Wants::Winner
        }
    }

    /// The game with these values of its parameters.
    pub(crate) fn rules(&self, run: &Run, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        let mut all = run.parameters().to_vec();
        all.extend(parameters.iter().cloned());
        let words = [self.game.clone()];
        let run = run.clone().set(all);
        let chosen = run.choose(&words, self.misere)?;
        Ok(chosen.game)
    }

    fn read_ranges(&mut self, ranges: Option<&Toml>) -> Result<(), Error> {
        let table = match ranges {
            None => return Ok(()),
            Some(Toml::Table(table)) => table,
            Some(_) => return Err(wrong("ranges", "a table: write [ranges], then a line such as a = \"1..100\"")),
        };
        for (name, range) in table {
            let at = self.template.place(name)?;
            let word = self.template.names()[at].word;
            let before = |name: &str| self.template.place(name).ok().filter(|place| *place < at);
            let read = range.as_str().and_then(|text| range_of(text, word, before));
            let example = if self.template.names()[at].word { "\"1..10 of abc\"" } else { "\"1..100\"" };
            self.ranges.insert(at, read.ok_or_else(|| wrong(name, &format!("a range: {example}")))?);
        }
        Ok(())
    }
}

/// Reads `1..100`, `1..10^9`, `1..10 of abc`, or with names that come before, `l..|s|`.
fn range_of(text: &str, word: bool, place: impl Fn(&str) -> Option<usize>) -> Option<Range> {
    let (sizes, letters) = text.split_once(" of ").unwrap_or((text, "ab"));
    if !word && text.contains(" of ") {
        return None;
    }
    let letters: Vec<char> = letters.trim().chars().collect();
    let (low, high) = sizes.split_once("..").unwrap_or((sizes, sizes));
    let bound = |text: &str| {
        let text = text.trim();
        match text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            Some(name) => place(name).map(Bound::Length),
            None => place(text).map(Bound::Number),
        }
    };
    let bounds = (bound(low), bound(high));
    let number = |text: &str, bound: Option<Bound>| match bound {
        None => span(text).map(|span| *span.start()),
        Some(_) => Some(0),
    };
    let (low, high) = (number(low, bounds.0)?, number(high, bounds.1)?);
    let high = if bounds.1.is_some() { u64::MAX } else { high };
    Some(Range { sizes: low..=high, letters, bounds }).filter(|range| low <= high && !range.letters.is_empty())
}

/// Reads `1..100`, or one number.
///
/// ```
/// assert_eq!(grundy_contest::span("1..10^3"), Some(1..=1000));
/// assert_eq!(grundy_contest::span("3..1"), None);
/// ```
pub fn span(text: &str) -> Option<RangeInclusive<u64>> {
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| match text.trim().split_once('^') {
        None => text.trim().parse::<u64>().ok(),
        Some((base, power)) => base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?),
    };
    let (low, high) = (number(low)?, number(high)?);
    (low <= high).then_some(low..=high)
}

fn wrong(key: &str, expected: &str) -> Error {
    Error::usage(key, format!("the value of `{key}` in the format is wrong"), format!("write {expected}"))
}

fn string<'a>(table: &'a Table, key: &str) -> Result<Option<&'a str>, Error> {
    match table.get(key) {
        None => Ok(None),
        Some(Toml::String(text)) => Ok(Some(text)),
        Some(_) => Err(wrong(key, "a text in quotes")),
    }
}

fn required<'a>(table: &'a Table, key: &str) -> Result<&'a str, Error> {
    string(table, key)?.ok_or_else(|| {
        Error::usage(key, format!("the format has no `{key}`"), "a format is TOML with game, input and position")
    })
}
