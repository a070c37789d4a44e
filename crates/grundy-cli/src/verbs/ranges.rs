//! `grundy solve 'row: cut every copy of a letter' WORD --ranges FILE`: the value of each part of a
//! word, all at once.
//!
//! A line of the file is a part: its first and its last letter, counted from 1. A line of the
//! answer is its value, and the letters that win.

use std::{fmt::Write, path::Path};

use grundy::{Nimber, Query, solvers::words::letter_cuts};
use grundy_contest::Tokens;
use grundy_show::json_line;
use serde_json::json;

use crate::{
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, query: &Query, path: &Path) -> Result<Reply, CliError> {
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

fn object(query: &Query, letters: &[char], ranges: &[(usize, usize)], answers: &Answers) -> String {
    let part = |(&(start, end), (value, winning)): (&(usize, usize), &(Nimber, Vec<usize>))| {
        let winning: Vec<char> = winning.iter().map(|&place| letters[place]).collect();
        json!({"from": start + 1, "to": end, "value": value.0, "winning": winning})
    };
    let parts: Vec<_> = ranges.iter().zip(answers).map(part).collect();
    let whole = json!({
        "game": query.game_text(),
        "position": query.position_text(),
        "convention": query.convention.to_string(),
        "parts": parts,
        "status": "computed",
        "solver": "letter-cuts",
    });
    json_line(whole)
}
