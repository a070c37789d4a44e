//! What a certificate states, and whether the checker has verified it.
//!
//! Every value that was verified is shown, but for long tables as text, which are named and left to
//! JSON.

use grundy::{
    Question, Solved,
    cert::{Claim, Quotient},
    proof::{Law, Recurrence},
};
use serde_json::Value;

use crate::{Colour, answer::Framed, automaton, json, law, phrase, proof, quotient, table};

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
                (None, [claim]) if let Some(found) = Law::of(claim) => {
                    format!("Every position: {}.\n", law::law(&found))
                }
                _ => solved.head(Colour::Off),
            }
        }
        Question::ValueAndMoves | Question::Value | Question::Outcome => solved.head(Colour::Off),
        Question::Table if table::entries(solved).len() <= MOST_ENTRIES => table::rows(solved, COLUMNS),
        Question::Table => format!("The {}s of the heaps from 0 to the one above.\n", table::noun(solved)),
    };
    format!("{word}: {}\n{body}{}", phrase::title(&solved.query), solved.foot())
}

/// The answer of `check` as JSON.
pub fn checked_json(solved: &Solved) -> String {
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
        map.insert(format!("{}s", table::noun(solved)), table::entry_jsons(solved).collect());
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
    json::line(Value::Object(map))
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
