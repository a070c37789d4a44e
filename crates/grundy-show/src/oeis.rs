//! Sequences of the On-Line Encyclopedia of Integer Sequences: the answers of `oeis`.

use std::fmt::Write;

use grundy::{Convention, help::shell_word};
use grundy_lab::oeis::{Audit, Audited, Sequence, TermKind, Terms};
use serde::Serialize;

use crate::{
    Colour,
    json::{self, StatusWord, Version},
    phrase,
};

/// The sequences as text, one a line.
pub fn sequences_text(sequences: &[&Sequence]) -> String {
    let mut text = String::new();
    for sequence in sequences {
        let _ = writeln!(text, "{}  {}: {}", sequence.number, sequence.about, game(sequence));
    }
    let many = phrase::count(sequences.len() as u128, "sequence");
    let _ = writeln!(text, "{many} of the On-Line Encyclopedia of Integer Sequences.");
    text
}

/// The words of the game, as a shell takes them.
fn game(sequence: &Sequence) -> String {
    sequence.game().iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// What term n is: `the value of heap n + 1`.
fn meaning(sequence: &Sequence) -> String {
    match sequence.term {
        TermKind::Value(0) => "a(n) is the value at n".to_owned(),
        TermKind::Value(shift) => {
            format!("a(n) is the value at n {} {}", if shift < 0 { '-' } else { '+' }, shift.unsigned_abs())
        }
        TermKind::Lost(from) => format!("the lost positions from {from} on"),
        TermKind::Won(from) => format!("the positions from {from} on that are not lost"),
        TermKind::Row(first) => format!("a(n) is the value of sizes {first} and n"),
        TermKind::Antidiagonals { .. } => "the values of two sizes by antidiagonals".to_owned(),
    }
}

/// The terms as text.
pub fn terms_text(sequence: &Sequence, terms: &Terms) -> String {
    let values: Vec<String> = terms.values.iter().map(u64::to_string).collect();
    let last = sequence.offset.saturating_add(terms.values.len().saturating_sub(1) as u64);
    format!(
        "{}: {}\n{}\n{}, n = {} to {last}, of {}.\n{}\n",
        sequence.number,
        sequence.about,
        values.join(", "),
        meaning(sequence),
        sequence.offset,
        game(sequence),
        phrase::footing(Convention::Normal, terms.status),
    )
}

/// The comparison of a file as text: the differences, then what was compared.
pub fn audit_text(audit: &Audit, colour: Colour) -> String {
    let mut text = String::new();
    let (mut agree, mut differ, mut open) = (0u64, 0u64, 0u64);
    for Audited { sequence, result, last } in &audit.sequences {
        let name = format!("{} ({})", sequence.number, game(sequence));
        let _ = match result {
            Ok(found) if found.different > 0 => {
                differ += 1;
                let first = found.differences.first();
                let first =
                    first.map_or(String::new(), |one| format!(": a({}) is {}, not {}", one.index, one.game, one.file));
                let many = phrase::count(found.different.into(), "difference");
                writeln!(text, "{name}{first}; {many}, n = {} to {}", found.first, found.last)
            }
            Ok(found) if found.last < *last => {
                open += 1;
                writeln!(text, "{name}: agrees to n = {}; further terms are not compared", found.last)
            }
            Ok(_) => {
                agree += 1;
                Ok(())
            }
            Err(error) => {
                open += 1;
                writeln!(text, "{name}: not compared: {error}")
            }
        };
    }
    let many = phrase::count(audit.sequences.len() as u128, "sequence");
    let summary = format!("{many} compared: {agree} agree, {differ} differ, {open} not decided.");
    let _ = writeln!(text, "{}", phrase::bold(&summary, colour));
    if audit.others > 0 {
        let _ = writeln!(
            text,
            "The file has {} that are not those of a game here.",
            phrase::count(audit.others.into(), "other")
        );
    }
    text
}

/// A sequence and the game that gives its terms
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "sequence"))]
struct SequenceJson<'a> {
    /// Its number
    number: &'a str,
    /// The index of its first term
    offset: u64,
    /// The words of a table of the game, with `N` for its end
    table: &'a [&'static str],
    /// What a term is
    terms: String,
    /// What the terms are
    about: &'a str,
}

impl<'a> SequenceJson<'a> {
    fn of(sequence: &'a Sequence) -> SequenceJson<'a> {
        SequenceJson {
            number: sequence.number,
            offset: sequence.offset,
            table: &sequence.words,
            terms: meaning(sequence),
            about: sequence.about,
        }
    }
}

/// Sequences that games give
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "oeis-sequences"))]
pub(crate) struct SequencesJson<'a> {
    /// The sequences
    sequences: Vec<SequenceJson<'a>>,
    schema: Version,
}

/// The terms of a sequence
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "oeis-terms"))]
pub(crate) struct TermsJson<'a> {
    /// The sequence
    sequence: SequenceJson<'a>,
    /// Its terms, from the offset on
    terms: &'a [u64],
    /// The last position of the table that they were read off
    end: u64,
    /// Whether the checker has verified them
    status: StatusWord,
    schema: Version,
}

/// The comparison of a file of sequences
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "oeis-audit"))]
pub(crate) struct AuditJson<'a> {
    /// The sequences of the file that are known here
    sequences: Vec<AuditedJson<'a>>,
    /// The number of its other sequences
    others: u64,
    schema: Version,
}

/// How a sequence compares with its game
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "audited"))]
struct AuditedJson<'a> {
    /// The sequence
    sequence: SequenceJson<'a>,
    /// The last index of the file
    last: u64,
    /// The last index that was compared; absent if none was
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_to: Option<u64>,
    /// How many terms differ
    #[serde(skip_serializing_if = "Option::is_none")]
    different: Option<u64>,
    /// The first differences, up to ten
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<TermJson>,
    /// Whether the checker has verified the terms of the game
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<StatusWord>,
}

/// A term that differs
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "term"))]
struct TermJson {
    /// The index
    n: u64,
    /// The term in the file
    file: u64,
    /// The term as it follows from the game
    term: u64,
}

/// The sequences as JSON.
pub fn sequences_json(sequences: &[&Sequence]) -> String {
    let sequences = sequences.iter().map(|sequence| SequenceJson::of(sequence)).collect();
    json::line(&SequencesJson { sequences, schema: Version })
}

/// The terms as JSON.
pub fn terms_json(sequence: &Sequence, terms: &Terms) -> String {
    json::line(&TermsJson {
        sequence: SequenceJson::of(sequence),
        terms: &terms.values,
        end: terms.end,
        status: terms.status.into(),
        schema: Version,
    })
}

/// The comparison of a file as JSON.
pub fn audit_json(audit: &Audit) -> String {
    let of = |audited: &Audited| -> AuditedJson<'static> {
        let found = audited.result.as_ref().ok();
        let differences = found.map_or(&[][..], |found| &found.differences);
        AuditedJson {
            sequence: SequenceJson::of(audited.sequence),
            last: audited.last,
            compared_to: found.map(|found| found.last),
            different: found.map(|found| found.different),
            differences: differences
                .iter()
                .map(|one| TermJson { n: one.index, file: one.file, term: one.game })
                .collect(),
            status: found.map(|found| found.status.into()),
        }
    };
    json::line(&AuditJson {
        sequences: audit.sequences.iter().map(of).collect(),
        others: audit.others,
        schema: Version,
    })
}
