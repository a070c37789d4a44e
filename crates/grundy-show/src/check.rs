//! What a certificate states, and whether the checker has verified it.
//!
//! Every value that was verified is shown, but for long tables as text, which are named and left to
//! JSON.

use std::fmt;

use grundy::{
    Error, Question, Solved,
    cert::{Claim, Quotient},
    proof::Recurrence,
};
use serde_json::Value;

use crate::{Colour, Sheet, answer::Framed, automaton, json, json_line, phrase, proof, quotient, table};

/// Longer tables are not printed as text.
const MOST_ENTRIES: usize = 1000;
/// Entries in a row of a table.
const COLUMNS: usize = 20;

/// The answer of `check` as text.
///
/// A certificate of all positions shows what it states of them; one of a position shows its answer;
/// a table of over 1000 heaps is only named.
pub fn checked_text(solved: &Solved, colour: Colour) -> String {
    let word = phrase::bold(word(solved), colour);
    let body = match solved.query.question {
        Question::ValueAndMoves if solved.query.position.is_empty() => {
            match (everywhere(solved), &solved.solution.claims[..]) {
                (Some(found), _) => format!("It is {}.\n", proof::recurs(&found)),
                (None, [Claim::Automaton(claim)]) => automaton::summary(claim),
                (None, [Claim::Quotient(claim)]) => format!("It is {}.\n", quotient::law(claim)),
                (None, [claim]) if let Some(statement) = claim.statement() => format!("Every position: {statement}.\n"),
                _ => solved.head(Colour::Off),
            }
        }
        Question::ValueAndMoves | Question::Value | Question::Outcome => solved.head(Colour::Off),
        Question::Table if table::count(solved) <= MOST_ENTRIES => {
            let mut rows = String::new();
            let _ = table::rows(&mut rows, solved, COLUMNS);
            rows
        }
        Question::Table => format!("The {}s of the heaps from 0 to the one above.\n", table::noun(solved)),
    };
    format!("{word}: {}\n{body}{}", phrase::title(&solved.query), solved.foot())
}

/// The answer of `check` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn checked_json(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    sheet.write(|sheet| checked(solved, json_line::Line::new(sheet)))
}

/// Writes the fields of the answer.
fn checked(solved: &Solved, mut line: json_line::Line<'_>) -> fmt::Result {
    let mut map = solved.heading();
    if solved.query.position.is_empty() && solved.solution.claims.iter().all(|claim| claim.recorded().is_none()) {
        // It is about all positions, not about the sum of none.
        for field in ["position", "value", "outcome"] {
            map.insert(field.into(), Value::Null);
            json::explained(&mut map, field, "the claims are about every position");
        }
    }
    map.insert("verified".into(), solved.status.is_proved().into());
    map.insert("claims".into(), solved.solution.claims.iter().map(Claim::name).collect::<Vec<_>>().into());
    let question = match solved.query.question {
        Question::ValueAndMoves => "value and moves",
        Question::Value => "value",
        Question::Outcome => "outcome",
        Question::Table => "table",
    };
    map.insert("question".into(), question.into());
    if solved.query.question == Question::Table {
        line.list(&mut map, &format!("{}s", table::noun(solved)), table::entry_jsons(solved))?;
    }
    if let Some(found) = everywhere(solved) {
        proof::recurrence(&mut map, &found);
    }
    if let (true, [Claim::Automaton(claim)]) = (solved.query.position.is_empty(), &solved.solution.claims[..]) {
        automaton::claim_fields(&mut map, Some(claim), claim.upto);
    }
    if let Some(claim) = quotient(solved) {
        quotient::claim_fields(&mut map, claim);
    }
    solved.closing(&mut map);
    line.end(map)
}

/// The misère quotient that a certificate holds.
fn quotient(solved: &Solved) -> Option<&Quotient> {
    if let [Claim::Quotient(claim)] = &solved.solution.claims[..] { Some(claim) } else { None }
}

/// What a certificate about one game states for every heap.
fn everywhere(solved: &Solved) -> Option<Recurrence> {
    match (&solved.query.rulesets[..], &solved.solution.claims[..]) {
        ([ruleset], [Claim::Period(claim)]) => Some(Recurrence::of(ruleset, claim)),
        (_, [Claim::Window(claim)]) => Some(Recurrence::of_window(claim)),
        _ => None,
    }
}

/// Returns whether the claims are verified, as the first words of the text.
fn word(solved: &Solved) -> &'static str {
    if solved.status.is_proved() { "Verified" } else { "Not verified (its claims are of a kind that is not checked)" }
}
