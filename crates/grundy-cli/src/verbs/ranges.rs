//! `grundy solve 'row: cut every copy of a letter' WORD --ranges FILE`: the value of each part of a
//! word, all at once.
//!
//! A line of the file is a part: its first and its last letter, counted from 1. A line of the
//! answer is its value, and the letters that win.

use std::{fmt::Write, path::Path};

use grundy::{Nimber, Query, solvers::words::letter_cuts};
use grundy_contest::Tokens;
use grundy_show::{Version, json_line};
use serde::Serialize;

use crate::{
    output::{CliError, VerbOutput},
    session::Session,
};

pub fn run(session: &Session, query: &Query, path: &Path) -> Result<VerbOutput, CliError> {
    let word = letter_cuts::word(query).map_err(|refusal| {
        CliError::usage(
            format!("--ranges does not answer this: {refusal}"),
            "it asks about parts of one word: grundy solve 'row: cut every copy of a letter' aaccbdb --ranges FILE",
        )
    })?;
    let input = crate::input::bytes(path).map_err(|error| CliError::file("read", path, &error))?;
    let shown = session.run.begin(None);
    let mut budget = session.run.watched();
    let text = letter_cuts::Text::of(word, &mut budget)?;
    let ranges = read(&input, text.len() as u64)?;
    drop(input);
    let answers = text.moves(&ranges, &mut budget);
    drop(shown);
    let answers: Answers = answers?;
    let letters: Vec<char> = word.chars().collect();
    Ok(session.pick(|| lines(&letters, &answers), || object(query, &letters, &ranges, &answers)).into())
}

/// The value of each part, and where the letters that win have their first copies.
type Answers = Vec<(Nimber, Vec<usize>)>;

/// The parts that the file names.
pub fn read(input: &[u8], length: u64) -> Result<Vec<(usize, usize)>, CliError> {
    let mut tokens = Tokens::new(input)?;
    let mut ranges = Vec::new();
    while tokens.more() {
        let mut place = |what| tokens.quick(1, length).map_or_else(|| tokens.number(what, 1..=length), Ok);
        let (first, last) = (place("the first letter of a part")?, place("the last letter of a part")?);
        if first > last {
            return Err(tokens.fault(format!("the first letter, {first}, comes after the last, {last}")).into());
        }
        ranges.push((first as usize - 1, last as usize));
    }
    Ok(ranges)
}

fn lines(letters: &[char], answers: &Answers) -> String {
    let mut text = String::new();
    for (value, winning) in answers {
        let _ = write!(text, "{}", value.0);
        winning.iter().for_each(|&place| text.extend([' ', letters[place]]));
        text.push('\n');
    }
    text
}

/// The value of each part of a word
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "solve-ranges"))]
pub struct RangesJson {
    /// The game in the language
    game: String,
    /// The position in the language
    position: String,
    /// The convention
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["normal", "misere"])))]
    convention: String,
    /// The parts of the word
    parts: Vec<PartJson>,
    /// Whether the checker has verified the answer
    #[cfg_attr(feature = "schema", schemars(extend("const" = "computed")))]
    status: &'static str,
    /// The solver
    solver: &'static str,
    schema: Version,
}

/// A part of a word
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "part"))]
struct PartJson {
    /// The first letter, from 1
    from: usize,
    /// The last letter
    to: usize,
    /// The value
    value: u64,
    /// The letters that win
    winning: Vec<char>,
}

fn object(query: &Query, letters: &[char], ranges: &[(usize, usize)], answers: &Answers) -> String {
    let part = |(&(start, end), (value, winning)): (&(usize, usize), &(Nimber, Vec<usize>))| {
        let winning = winning.iter().map(|&place| letters[place]).collect();
        PartJson { from: start + 1, to: end, value: value.0, winning }
    };
    json_line(&RangesJson {
        game: query.game_text(),
        position: query.position_text(),
        convention: query.convention.to_string(),
        parts: ranges.iter().zip(answers).map(part).collect(),
        status: "computed",
        solver: "letter-cuts",
        schema: Version,
    })
}
