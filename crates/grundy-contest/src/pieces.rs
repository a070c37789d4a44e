//! From the values of a test to the components of its position: the texts of a format with the
//! values of its names in them, read as the language reads positions.

use std::collections::HashMap;

use grundy::{
    Component, Error, Run,
    games::{Bag, NumberList, ReadGame, Ruleset},
    help::{Fix, Help},
};

use crate::{
    format::Format,
    phrase::PhrasePart,
    template::{Input, TemplateValues, Value},
};

/// The games of an input: one for each choice of parameters.
#[derive(Default)]
pub(crate) struct Games {
    known: HashMap<Vec<(String, String)>, usize>,
    pub games: Vec<ReadGame>,
}

/// A component of a test, with the number of its game.
pub(crate) type TestPiece = (usize, Component);

impl Format {
    /// The components of a test.
    pub(crate) fn pieces(
        &self,
        run: &Run,
        games: &mut Games,
        head: &TemplateValues,
        test: &TemplateValues,
    ) -> Result<Vec<TestPiece>, Error> {
        let get = |at: usize| match &test[at] {
            Value::Missing => head.get(at).unwrap_or(&Value::Missing),
            value => value,
        };
        let varied = self.varied();
        let lengths = varied.iter().filter(|&&at| !self.position.contains(&PhrasePart::Joined(at)));
        let lengths = lengths.filter_map(|&at| match get(at) {
            Value::Numbers(all) => Some(all.len()),
            Value::Words(all) => Some(all.len()),
            _ => None,
        });
        let (mut least, mut most) = (usize::MAX, 0);
        lengths.for_each(|length| (least, most) = (least.min(length), most.max(length)));
        let single = least > most;
        if !single && least != most {
            let message = "the names of the position have values of different numbers";
            return Err(Error::usage("position", message, "name values of one group of the input: (x y)*n"));
        }
        let count = if single { 1 } else { most };
        let groups: Vec<_> = varied.iter().filter_map(|&at| self.template.names()[at].group).collect();
        let alike = |at: &usize| self.template.names()[*at].group.is_some_and(|group| groups.contains(&group));
        let each_has_its_own = self.parameters.iter().any(alike);
        let mut pieces = Vec::with_capacity(count);
        let mut game = None;
        for index in 0..count {
            let known = match game {
                Some(known) if !each_has_its_own => known,
                _ => {
                    let value = |at: &usize| {
                        let text = parameter(get(*at), alike(at).then_some(index));
                        (self.template.names()[*at].name.clone(), text)
                    };
                    games.of(self, run, self.parameters.iter().map(value).collect())?
                }
            };
            game = Some(known);
            self.components(
                run,
                &games.games[known],
                |at| get(at),
                index,
                |component| pieces.push((known, component)),
            )?;
        }
        Ok(pieces)
    }

    /// The values of the parameters of the game in an input of one test.
    ///
    /// # Errors
    /// [`Error::Refused`] where each component has its own.
    pub fn parameters_of(&self, input: &Input) -> Result<Vec<(String, String)>, Error> {
        let Some(test) = input.tests.first() else { return Ok(Vec::new()) };
        let group = |at: usize| self.template.names()[at].group;
        let groups: Vec<_> = self.varied().into_iter().filter_map(group).collect();
        let of = |&at: &usize| {
            let name = &self.template.names()[at].name;
            if group(at).is_some_and(|own| groups.contains(&own)) {
                let message = format!("each component has its own {name}, so that no line of a position says the game");
                return Err(Error::usage(
                    name,
                    message,
                    Help::from("write inputs to a folder: ") + Fix::Choose("tests", "DIR"),
                ));
            }
            let value = if test[at] == Value::Missing { &input.head[at] } else { &test[at] };
            Ok((name.clone(), parameter(value, None)))
        };
        self.parameters.iter().map(of).collect()
    }

    /// The refusal of a position whose values make something else than they seem to.
    fn two_readings<'v>(&self, ruleset: &Ruleset, get: &impl Fn(usize) -> &'v Value, index: usize) -> Option<Error> {
        Some(match (&self.position[..], ruleset) {
            (parts, ruleset) if ruleset.number_list().is_some() && is_one_list(parts, get) => {
                let NumberList { brackets: [open, close], whole, each } = ruleset.number_list()?;
                let message = format!("a list of {each}s would be a sum of {whole}s with one {each} each");
                let help = format!("write {open}a*{close} for one {whole} with all {each}s of a list a");
                Error::usage("position", message, help)
            }
            ([PhrasePart::Name(at)], Ruleset::Ring(_)) if word(get(*at), index).is_some() => {
                let name = &self.template.names()[*at].name;
                let message = format!("the word {name} may be a ring, or a row that a cut has left");
                let help = format!("write ({name}) for the ring, \"{name}\" for the row");
                Error::usage("position", message, help)
            }
            ([PhrasePart::Name(at)], Ruleset::Graph(_)) if are_rows(get(*at)) => {
                let name = &self.template.names()[*at].name;
                let message = format!("the rows {name} may be one grid, or grids with one row each");
                let help = format!("write {name}* for one grid of all rows, 1*{name} for a sum of grids");
                Error::usage("position", message, help)
            }
            _ => return None,
        })
    }

    /// The components that the names make at one index.
    fn components<'v>(
        &self,
        run: &Run,
        game: &ReadGame,
        get: impl Fn(usize) -> &'v Value,
        index: usize,
        mut push: impl FnMut(Component),
    ) -> Result<(), Error> {
        // The quick ways; the text of a position says the same.
        match (&self.position[..], &game.rules.ruleset) {
            ([PhrasePart::Name(at)], Ruleset::Heap(_)) => {
                if let Some(size) = number(get(*at), index) {
                    push(Component::Heap(size));
                    return Ok(());
                }
            }
            ([PhrasePart::Text(open), PhrasePart::Name(at), PhrasePart::Text(close)], Ruleset::Bag(_))
                if open == "{" && close == "}" =>
            {
                if let Some(word) = word(get(*at), index) {
                    push(Component::Bag(Bag::of(word.chars())));
                    return Ok(());
                }
            }
            _ => {}
        }
        if let Some(error) = self.two_readings(&game.rules.ruleset, &get, index) {
            return Err(error);
        }
        let is_drawn = matches!(game.rules.ruleset, Ruleset::Graph(_));
        let alone = self.position.len() == 1 && !is_drawn;
        let mut text = String::new();
        for part in &self.position {
            match part {
                PhrasePart::Text(written) => text.push_str(written),
                PhrasePart::Joined(at) => match get(*at) {
                    // The rows of a grid.
                    Value::Words(all) if is_drawn => text.push_str(&all.join("/")),
                    Value::Words(all) => all.iter().for_each(|word| text.push_str(word)),
                    Value::Numbers(all) => {
                        text.push_str(&all.iter().map(u64::to_string).collect::<Vec<_>>().join(", "));
                    }
                    _ => return Err(Error::usage("position", "only a list can be joined", "leave `*` out")),
                },
                PhrasePart::Slice(at, from, to) => {
                    let part = word(get(*at), index)
                        .zip(number(get(*from), index).zip(number(get(*to), index)))
                        .and_then(|(word, (from, to))| slice(word, from, to));
                    let Some(part) = part else {
                        let names = self.names();
                        let message = format!("the word has no letters {} to {}", names[*from], names[*to]);
                        return Err(Error::usage("position", message, "letters are counted from 1 to the length"));
                    };
                    text.push_str(&if alone { quoted(&part) } else { part });
                }
                PhrasePart::Name(at) => match (number(get(*at), index), word(get(*at), index)) {
                    (Some(number), _) => text.push_str(&number.to_string()),
                    (_, Some(word)) if alone => text.push_str(&quoted(word)),
                    (_, word) => text.push_str(word.unwrap_or_default()),
                },
            }
        }
        run.one_position(game, &text)?.into_iter().for_each(push);
        Ok(())
    }
}

/// Whether the only name of a position is a list of numbers, each of which would be a position.
fn is_one_list<'v>(parts: &[PhrasePart], get: impl Fn(usize) -> &'v Value) -> bool {
    let mut names = parts.iter().filter(|part| !matches!(part, PhrasePart::Text(_)));
    matches!((names.next(), names.next()), (Some(PhrasePart::Name(at)), None) if matches!(get(*at), Value::Numbers(_)))
}

/// Whether these are words in the way of the rows of a grid.
fn are_rows(value: &Value) -> bool {
    let is_row = |word: &String| word.chars().all(|letter| matches!(letter, '.' | '#'));
    matches!(value, Value::Words(all) if all.len() > 1 && all.iter().all(is_row))
}

impl Games {
    /// The number of the game with these values of its parameters.
    fn of(&mut self, format: &Format, run: &Run, parameters: Vec<(String, String)>) -> Result<usize, Error> {
        if let Some(known) = self.known.get(&parameters) {
            return Ok(*known);
        }
        self.games.push(format.rules(run, &parameters)?);
        self.known.insert(parameters, self.games.len() - 1);
        Ok(self.games.len() - 1)
    }
}

/// The value of a parameter as the language writes it.
pub(crate) fn parameter(value: &Value, index: Option<usize>) -> String {
    let set = |all: Vec<String>| format!("{{{}}}", all.join(", "));
    match (value, index) {
        (Value::Number(number), _) => number.to_string(),
        (Value::Word(word), _) => quoted(word),
        (Value::Numbers(all), Some(index)) => all.get(index).map_or(String::new(), u64::to_string),
        (Value::Words(all), Some(index)) => all.get(index).map_or(String::new(), |word| quoted(word)),
        (Value::Numbers(all), None) => set(all.iter().map(u64::to_string).collect()),
        (Value::Words(all), None) => set(all.iter().map(|word| quoted(word)).collect()),
        (Value::Missing, _) => String::new(),
    }
}

fn number(value: &Value, index: usize) -> Option<u64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Numbers(all) => all.get(index).copied(),
        _ => None,
    }
}

fn word(value: &Value, index: usize) -> Option<&str> {
    match value {
        Value::Word(word) => Some(word),
        Value::Words(all) => all.get(index).map(String::as_str),
        _ => None,
    }
}

/// The letters from one number to another, counted from 1.
fn slice(word: &str, from: u64, to: u64) -> Option<String> {
    let skipped = usize::try_from(from.checked_sub(1)?).ok()?;
    let count = usize::try_from(to.checked_sub(from)?.checked_add(1)?).ok()?;
    let part: String = word.chars().skip(skipped).take(count).collect();
    (part.chars().count() == count).then_some(part)
}

/// A word in quotes, as the language reads it.
fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    for letter in word.chars() {
        if matches!(letter, '"' | '\\' | '|' | '+') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push('"');
    text
}
