//! What a certificate states, and whether the checker has verified it.
//!
//! Every value that was verified is shown, but for long tables as text, which are named and left to
//! JSON.

use grundy::{Error, Question, Solved, cert::Claim, proof::Recurrence};
use serde::Serialize;

use crate::{
    Colour, Sheet,
    answer::{Closing, Framed, Heading},
    automaton::{self, MachineJson},
    json::{OutcomeWord, Reasons, Stream, Version, words},
    phrase,
    proof::{self, PeriodJson},
    quotient::{self, QuotientJson},
    table,
};

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
        Question::Table => format!("The {}s of the positions from 0 to the one above.\n", table::noun(solved)),
    };
    format!("{word}: {}\n{body}{}", phrase::title(&solved.query), solved.foot())
}

/// What a certificate states, and whether the checker has verified it
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "check-{F}"))]
pub(crate) struct CheckJson<'a, F, V, O> {
    #[serde(flatten)]
    heading: Heading<Option<String>>,
    /// Whether the checker has verified every claim
    verified: bool,
    /// The kinds of the claims
    claims: Vec<&'a str>,
    /// What the certificate answers
    question: QuestionWord,
    /// Of a table: the value of each heap
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<V>,
    /// Of a misère table: the outcome of each heap
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<O>,
    #[serde(flatten)]
    found: F,
    #[serde(flatten)]
    closing: Closing<'a>,
    #[serde(skip_serializing_if = "Reasons::is_empty")]
    reasons: Reasons,
    schema: Version,
}

/// What a certificate states of all positions.
#[derive(Serialize)]
#[serde(untagged)]
enum Everywhere<'a> {
    Period(PeriodJson<'a>),
    Automaton(MachineJson),
    Quotient(QuotientJson),
    /// It is about a position, or it says all in the kinds of its claims.
    Answer {},
}

/// Nothing besides the answer.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "answer")]
pub(crate) struct NoMore {}

words! {
    /// What a certificate answers.
    QuestionWord: "value and moves" | "value" | "outcome" | "table";
}

impl From<Question> for QuestionWord {
    fn from(question: Question) -> QuestionWord {
        QuestionWord(match question {
            Question::ValueAndMoves => "value and moves",
            Question::Value => "value",
            Question::Outcome => "outcome",
            Question::Table => "table",
        })
    }
}

/// The answer of `check` as JSON.
///
/// # Errors
/// A limit of the sheet is reached.
pub fn checked_json(solved: &Solved, sheet: Sheet) -> Result<String, Error> {
    let (query, claims, why) = (&solved.query, &solved.solution.claims, Reasons::default());
    let mut heading = solved.heading(Some(query.position_text()), &why);
    if query.position.is_empty() && claims.iter().all(|claim| claim.recorded().is_none()) {
        // It is about all positions, not about the sum of none.
        const EVERY: &str = "the claims are about every position";
        heading.position = why.none("position", EVERY);
        heading.value = why.none("value", EVERY);
        heading.outcome = why.none("outcome", EVERY);
    }
    let (values, outcomes) = table::lists(solved);
    let is_table = query.question == Question::Table;
    let of_outcomes = table::noun(solved) == "outcome";
    let answer = CheckJson {
        heading,
        verified: solved.status.is_proved(),
        claims: claims.iter().map(Claim::name).collect(),
        question: query.question.into(),
        values: (is_table && !of_outcomes).then(|| Stream::new(values.iter().map(|value| Ok(value.0)))),
        outcomes: (is_table && of_outcomes)
            .then(|| Stream::new(outcomes.iter().map(|outcome| Ok(OutcomeWord::from(*outcome))))),
        found: match (everywhere(solved), &claims[..]) {
            (Some(found), _) => Everywhere::Period(proof::period_json(&found, &why)),
            (None, [Claim::Automaton(claim)]) if query.position.is_empty() => {
                Everywhere::Automaton(automaton::machine_json(Some(claim), claim.upto, &why))
            }
            (None, [Claim::Quotient(claim)]) => Everywhere::Quotient(quotient::quotient_json(claim, &why)),
            (None, _) => Everywhere::Answer {},
        },
        closing: solved.closing(),
        reasons: why,
        schema: Version,
    };
    sheet.json(&answer)
}

/// What a certificate about one game states for every heap.
fn everywhere(solved: &Solved) -> Option<Recurrence> {
    match (&solved.query.rulesets[..], &solved.solution.claims[..]) {
        ([ruleset], [Claim::Period(claim)]) => Some(Recurrence::of(ruleset, claim)),
        (_, [Claim::Window(claim)]) => Some(Recurrence::of_window(claim)),
        ([ruleset], [claim @ Claim::Reduced(_)]) => Recurrence::of_members(ruleset, claim),
        _ => None,
    }
}

/// Returns whether the claims are verified, as the first words of the text.
fn word(solved: &Solved) -> &'static str {
    if solved.status.is_proved() { "Verified" } else { "Not verified (its claims are of a kind that is not checked)" }
}
