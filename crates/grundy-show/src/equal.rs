//! Whether two games are equal: the answer of `equal`.

use grundy::{Convention, Declaration};
use grundy_lab::equal::{Comparison, Ground, PositionEntry, Verdict};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, ConventionWord, OutcomeWord, StatusWord, Version, words},
    phrase,
};

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
            "Larger positions are not compared.".to_owned(),
        ),
    };
    let alone = outcomes && found.verdict != Verdict::Equal(Ground::Rules);
    let compared = found.letters.as_ref().filter(|_| !matches!(found.verdict, Verdict::Different(_)));
    let open = compared.map_or(String::new(), |letters| {
        format!("Words over {letters} were compared; words with other letters may differ.\n")
    });
    let read = found.runs_of.map_or(String::new(), |letter| {
        format!("The row is read as heaps: a word of n letters {letter} is a heap of n.\n")
    });
    let misere = if alone { "Single positions were compared; sums of them may differ.\n" } else { "" };
    format!(
        "{}\n{why}\n{read}{open}{misere}{}\n",
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
        Ground::Automata => "Automata give the values of all positions, and they are the same.".into(),
    }
}

/// Returns a value as a number, an outcome as N or P.
fn word(entry: PositionEntry) -> String {
    match entry {
        PositionEntry::Value(value) => value.to_string(),
        PositionEntry::Outcome(outcome) => outcome.to_string(),
    }
}

/// Whether two games are equal
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "equal"))]
pub(crate) struct EqualJson<'a> {
    /// The first game in the language
    left: String,
    /// The second game in the language
    right: String,
    /// The convention
    convention: ConventionWord,
    /// Equal at every position, different at one, or equal up to a size
    result: ResultWord,
    /// Why they are equal at every position
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<GroundWord>,
    /// A smallest position at which they differ
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceJson<'a>>,
    /// No position up to this size differs
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    /// The letters of the words that were compared, if words with other letters are open
    #[serde(skip_serializing_if = "Option::is_none")]
    letters: Option<&'a str>,
    /// The letter x, if the words of n letters x of a row were compared with heaps of n
    #[serde(skip_serializing_if = "Option::is_none")]
    runs_of: Option<char>,
    /// Whether the checker has verified what the result rests on
    status: StatusWord,
    schema: Version,
}

words! {
    /// Whether two games are equal.
    ResultWord: "equal" | "different" | "up-to";
    /// Why two games are equal.
    GroundWord: "rules" | "theorem" | "periods" | "automata";
}

impl From<Ground> for GroundWord {
    fn from(ground: Ground) -> Self {
        GroundWord(match ground {
            Ground::Rules => "rules",
            Ground::Theorem(_) => "theorem",
            Ground::Periods(_) => "periods",
            Ground::Automata => "automata",
        })
    }
}

/// A position at which two games differ
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "difference"))]
struct DifferenceJson<'a> {
    /// The position
    position: &'a str,
    /// The value of the first game there, in misère play its outcome
    left: EntryJson,
    /// The value of the second game there, in misère play its outcome
    right: EntryJson,
}

#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
enum EntryJson {
    Value(u64),
    Outcome(OutcomeWord),
}

impl From<PositionEntry> for EntryJson {
    fn from(entry: PositionEntry) -> Self {
        match entry {
            PositionEntry::Value(value) => EntryJson::Value(value),
            PositionEntry::Outcome(outcome) => EntryJson::Outcome(outcome.into()),
        }
    }
}

/// The comparison as JSON.
pub fn equal_json(left: &Declaration, right: &Declaration, found: &Comparison) -> String {
    let (result, ground, difference, size) = match &found.verdict {
        Verdict::Equal(ground) => ("equal", Some((*ground).into()), None, None),
        Verdict::Different(place) => {
            let (position, left, right) = (&place.position, place.left.into(), place.right.into());
            ("different", None, Some(DifferenceJson { position, left, right }), None)
        }
        Verdict::UpTo(size) => ("up-to", None, None, Some(*size)),
    };
    json::line(&EqualJson {
        left: left.to_string(),
        right: right.to_string(),
        convention: left.convention.into(),
        result: ResultWord(result),
        ground,
        difference,
        size,
        letters: found.letters.as_deref(),
        runs_of: found.runs_of,
        status: found.status.into(),
        schema: Version,
    })
}
