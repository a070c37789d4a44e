//! `grundy solve 'row: cut every copy of a letter' WORD --ranges FILE`: the value of each part of a word, all at once.
//!
//! A line of the file is a part: its first and its last letter, counted from 1. A line of the answer is its value.

use std::{fmt::Write, path::Path};

use grundy::{Nimber, Query, segment};
use serde_json::json;

use crate::{
    judge::tokens::Tokens,
    output::{Reply, Trouble},
    progress::Watch,
    session::Session,
};

pub fn run(session: &Session, query: &Query, path: &Path) -> Result<Reply, Trouble> {
    let word = segment::word(query).map_err(|refusal| {
        Trouble::usage(
            format!("--ranges does not answer this: {refusal}"),
            "it asks about parts of one word: grundy solve 'row: cut every copy of a letter' aaccbdb --ranges FILE",
        )
    })?;
    let input = std::fs::read(path).map_err(|error| Trouble::file("read", path, &error))?;
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let text = segment::Text::of(word, &mut budget)?;
    let ranges = read(&input, text.len() as u64)?;
    drop(input);
    let values = text.values(&ranges, &mut budget);
    watch.finish();
    let values = values?;
    Ok(session.pick(|| lines(&values), || object(query, &ranges, &values)).into())
}

/// The parts that the file names.
fn read(input: &[u8], length: u64) -> Result<Vec<(usize, usize)>, Trouble> {
    let mut tokens = Tokens::new(input);
    let mut ranges = Vec::new();
    while tokens.more() {
        let mut place = |what| tokens.quick(1, length).map_or_else(|| tokens.number(what, 1..=length), Ok);
        let (first, last) = (place("the first letter of a part")?, place("the last letter of a part")?);
        if first > last {
            return Err(tokens.fault(format!("the first letter, {first}, is behind the last, {last}")));
        }
        ranges.push((first as usize - 1, last as usize));
    }
    Ok(ranges)
}

fn lines(values: &[Nimber]) -> String {
    let mut text = String::new();
    for value in values {
        let _ = writeln!(text, "{}", value.0);
    }
    text
}

fn object(query: &Query, ranges: &[(usize, usize)], values: &[Nimber]) -> String {
    let parts = ranges.iter().zip(values);
    let parts: Vec<_> =
        parts.map(|(&(start, end), value)| json!({"from": start + 1, "to": end, "value": value.0})).collect();
    let whole = json!({
        "game": query.game_text(),
        "position": query.position_text(),
        "convention": query.play.to_string(),
        "parts": parts,
        "status": "computed",
        "kernel": "segment",
    });
    format!("{whole}\n")
}
