//! Whether two games are equal: the answer of `equal`.

use grundy::{Convention, Declaration};
use grundy_lab::equal::{Comparison, Entry, Ground, Verdict};
use serde_json::{Map, Value, json};

use crate::{Colour, json, phrase};

/// The comparison as text.
pub fn equal_text(left: &Declaration, right: &Declaration, found: &Comparison, colour: Colour) -> String {
    let outcomes = left.convention == Convention::Misere;
    let what = if outcomes { "outcome" } else { "value" };
    let (headline, why) = match &found.verdict {
        Verdict::Equal(ground) => (format!("equal: {left} and {right} have the same {what}s"), reason(*ground)),
        Verdict::Different(place) => (
            format!(
                "different: at {} the {what} of {left} is {}, of {right} {}",
                place.position,
                word(place.left),
                word(place.right)
            ),
            match &found.letters {
                Some(letters) => format!("No smaller word over {letters} differs."),
                None => "No smaller position differs.".to_owned(),
            },
        ),
        Verdict::UpTo(size) => (
            format!("equal up to {size}: {left} and {right} have the same {what}s so far"),
            "Larger positions are not compared; a higher limit goes farther.".to_owned(),
        ),
    };
    let alone = outcomes && found.verdict != Verdict::Equal(Ground::Rules);
    let compared = found.letters.as_ref().filter(|_| !matches!(found.verdict, Verdict::Different(_)));
    let open = compared.map_or(String::new(), |letters| {
        format!("Words over {letters} were compared; words with other letters may differ.\n")
    });
    let misere = if alone { "Single positions were compared; sums of them may differ.\n" } else { "" };
    format!(
        "{}\n{why}\n{open}{misere}{}\n",
        phrase::bold(&format!("{headline}."), colour),
        phrase::footing(left.convention, found.status)
    )
}

/// Why the games are equal, as a sentence.
fn reason(ground: Ground) -> String {
    match ground {
        Ground::Rules => "Their rules are the same.".into(),
        Ground::Theorem(statement) => format!("One theorem is about both: {statement}."),
        Ground::Periods(last) => format!(
            "Both are periodic, and the heaps 0 to {last} have the same values: both preperiods and one period of each."
        ),
        Ground::Automata => "Automata give the values of all words, and they are the same.".into(),
    }
}

/// Returns a value as a number, an outcome as N or P.
fn word(entry: Entry) -> String {
    match entry {
        Entry::Value(value) => value.to_string(),
        Entry::Outcome(outcome) => outcome.to_string(),
    }
}

/// The comparison as JSON.
pub fn equal_json(left: &Declaration, right: &Declaration, found: &Comparison) -> String {
    let mut map = Map::new();
    map.insert("left".into(), left.to_string().into());
    map.insert("right".into(), right.to_string().into());
    map.insert("convention".into(), left.convention.to_string().into());
    let entry = |entry: Entry| match entry {
        Entry::Value(value) => Value::from(value),
        Entry::Outcome(outcome) => outcome.to_string().into(),
    };
    let (word, more) = match &found.verdict {
        Verdict::Equal(ground) => {
            let name = match ground {
                Ground::Rules => "rules",
                Ground::Theorem(_) => "theorem",
                Ground::Periods(_) => "periods",
                Ground::Automata => "automata",
            };
            ("equal", Some(("ground", Value::from(name))))
        }
        Verdict::Different(place) => {
            let place = json!({"position": place.position, "left": entry(place.left), "right": entry(place.right)});
            ("different", Some(("difference", place)))
        }
        Verdict::UpTo(size) => ("up-to", Some(("size", Value::from(*size)))),
    };
    map.insert("result".into(), word.into());
    if let Some((field, value)) = more {
        map.insert(field.into(), value);
    }
    if let Some(letters) = &found.letters {
        map.insert("letters".into(), letters.as_str().into());
    }
    map.insert("status".into(), found.status.word().into());
    json::line(Value::Object(map))
}
