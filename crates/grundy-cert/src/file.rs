//! Certificates as text: what a solver claims, written down so that it can be checked elsewhere and later.
//!
//! One fact a line, sorted, so that equal claims are equal files: the reader refuses every other way to write them. The first
//! line names the version, the last one counts the facts, so that a file that was cut short is refused. Word lists are named
//! with a fingerprint, not copied.
//!
//! ```text
//! grundy-certificate 1
//! convention normal
//! board octal 0.77
//! start 0 5
//! start 0 7
//! ask value
//! answer value 6
//! claim values
//! 0
//! 1
//! end 2
//! ```

use std::{fmt::Write, ops::ControlFlow};

use grundy_core::Outcome;
use grundy_games::{Origin, Query, Question, Ruleset, Term};

use crate::{
    claim::{Answer, Claim, Solution},
    error::Flaw,
    needed::needed,
    pace::{Halt, Poll},
};

pub(crate) const FIRST_LINE: &str = "grundy-certificate 1";

/// What is asked, by name.
pub(crate) const ASKS: [(&str, Question); 4] = [
    ("value", Question::ValueAndMoves),
    ("nimber", Question::Value),
    ("outcome", Question::Outcome),
    ("table", Question::Table),
];

/// The certificate of a solution, with no other facts than the proof of its answer looks at; an error where a claim is of a kind that no checker verifies.
pub fn write(query: &Query, solution: &Solution) -> Result<String, String> {
    write_within(query, solution, &mut || true)
}

/// As [`write()`]; `go_on` is asked at each step of the proof, and an error tells that it said no.
pub fn write_within(query: &Query, solution: &Solution, go_on: &mut dyn FnMut() -> bool) -> Result<String, String> {
    let mut text = head(query, &solution.answer);
    let claims = needed(query, solution, &mut Poll::new(go_on)).map_err(|halt| match halt {
        Halt::Flaw(Flaw::Fault(fault)) => format!("the rules break down: {fault}"),
        Halt::Flaw(flaw) => flaw.to_string(),
        Halt::Enough => "a limit was reached before what the proof needs was found".to_owned(),
    })?;
    for (claim, ruleset) in claims.iter().zip(&query.rulesets) {
        write_claim(&mut text, query, ruleset, claim)?;
    }
    Ok(text)
}

/// The lines before the first claim.
pub(crate) fn head(query: &Query, answer: &Answer) -> String {
    let mut text = format!("{FIRST_LINE}\nconvention {}\n", query.convention);
    for ruleset in &query.rulesets {
        let _ = writeln!(text, "board {ruleset}");
        for list in ruleset.lists() {
            if let Origin::Named(name) = list.origin() {
                let _ = writeln!(text, "list {:016x} {} {name}", list.fingerprint(), list.len());
            }
        }
    }
    for term in &query.position {
        let _ = writeln!(text, "start {} {}", term.ruleset, query.rulesets[term.ruleset].text(&term.component));
    }
    let ask = ASKS.iter().find(|(_, ask)| *ask == query.question).map_or("", |(name, _)| name);
    let _ = writeln!(text, "ask {ask}");
    let _ = match answer {
        Answer::Value(value) => writeln!(text, "answer value {}", value.0),
        Answer::Outcome(outcome) => writeln!(text, "answer outcome {outcome}"),
        Answer::Values(values) => {
            writeln!(text, "answer values{}", joined(values.iter().map(|value| value.0.to_string())))
        }
        Answer::Outcomes(all) => writeln!(text, "answer outcomes{}", joined(all.iter().map(Outcome::to_string))),
    };
    text
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!(" {word}")).collect()
}

/// Adds the lines of a claim.
pub(crate) fn write_claim(text: &mut String, query: &Query, ruleset: &Ruleset, claim: &Claim) -> Result<(), String> {
    let mut lines: Vec<String> = Vec::new();
    match claim {
        Claim::Values(values) => {
            lines.extend(values.iter().map(|value| value.0.to_string()));
        }
        Claim::Positions(book) | Claim::ProofSearch(book) => {
            book.each(&mut |component, value| {
                lines.push(format!("{} {}", value.0, ruleset.text(component)));
                ControlFlow::Continue(())
            });
            lines.sort_unstable_by(|a, b| {
                a.split_once(' ').map(|pair| pair.1).cmp(&b.split_once(' ').map(|pair| pair.1))
            });
            lines.dedup();
        }
        Claim::Automaton(claim) => {
            lines = crate::automaton::write(claim, &ruleset.to_string());
        }
        Claim::Period(claim) => {
            lines.push(format!("theorem {}", claim.theorem));
            lines.push(format!("kinds {}", claim.kinds));
            lines.push(format!("preperiod {}", claim.preperiod));
            lines.push(format!("period {}", claim.period));
            lines.push(format!("saltus {}", claim.saltus));
            lines.extend(claim.digest.map(|digest| format!("digest {digest:016x}")));
            lines.extend(claim.values.iter().map(|value| value.0.to_string()));
        }
        Claim::Window(claim) => {
            lines.extend(claim.lines());
        }
        Claim::Quotient(claim) => {
            lines = claim.lines();
        }
        Claim::Matching(claim) => {
            lines = crate::matching::lines(claim);
        }
        Claim::ClosedForm(law) => {
            lines.push(law.name().into());
        }
        Claim::Outcomes(sums) => {
            let sum = |sum: &[Term]| {
                let text = |term: &Term| query.rulesets[term.ruleset].text(&term.component);
                sum.iter().map(|term| format!("\t{}\t{}", term.ruleset, text(term))).collect::<String>()
            };
            lines.extend(sums.iter().map(|(term, outcome)| format!("{outcome}{}", sum(term))));
            lines.sort_unstable();
        }
        Claim::OutcomeMap(winners) => {
            winners.each(&mut |component, outcome| {
                lines.push(format!("{outcome}\t{}", ruleset.text(component)));
                ControlFlow::Continue(())
            });
            lines.sort_unstable_by(|a, b| a[1..].cmp(&b[1..]));
            lines.dedup();
        }
        Claim::Unchecked(_, why) => return Err(format!("these values cannot be certified: {why}")),
    }
    let _ = writeln!(text, "claim {}", claim.name());
    lines.iter().for_each(|line| {
        let _ = writeln!(text, "{line}");
    });
    let _ = writeln!(text, "end {}", lines.len());
    Ok(())
}
