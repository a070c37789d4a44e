//! Certificates as text: what a kernel claims, written down so that it can be checked elsewhere and later.
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
use grundy_rules::{Ask, Board, Origin, Placed, Query};

use crate::{
    Answer, Claim, Flaw, Solution,
    needed::needed,
    pace::{Halt, Pace},
};

pub(crate) const FIRST_LINE: &str = "grundy-certificate 1";

/// What is asked, by name.
pub(crate) const ASKS: [(&str, Ask); 4] =
    [("value", Ask::Value), ("nimber", Ask::Nimber), ("outcome", Ask::Outcome), ("table", Ask::Table)];

/// The certificate of a solution, with no other facts than the proof of its answer looks at; an error where a claim is of a kind that no checker verifies.
pub fn write(query: &Query, solution: &Solution) -> Result<String, String> {
    write_within(query, solution, &mut || true)
}

/// As [`write()`]; `go_on` is asked at each step of the proof, and an error tells that it said no.
pub fn write_within(query: &Query, solution: &Solution, go_on: &mut dyn FnMut() -> bool) -> Result<String, String> {
    let mut text = head(query, &solution.answer);
    let claims = needed(query, solution, &mut Pace::new(go_on)).map_err(|halt| match halt {
        Halt::Flaw(Flaw::Fault(fault)) => format!("the rules break down: {fault}"),
        Halt::Flaw(flaw) => flaw.to_string(),
        Halt::Enough => "a limit was reached before what the proof needs was found".to_owned(),
    })?;
    for (claim, board) in claims.iter().zip(&query.boards) {
        write_claim(&mut text, query, board, claim)?;
    }
    Ok(text)
}

/// The lines before the first claim.
pub(crate) fn head(query: &Query, answer: &Answer) -> String {
    let mut text = format!("{FIRST_LINE}\nconvention {}\n", query.play);
    for board in &query.boards {
        let _ = writeln!(text, "board {board}");
        for list in board.lists() {
            if let Origin::Named(name) = list.origin() {
                let _ = writeln!(text, "list {:016x} {} {name}", list.fingerprint(), list.len());
            }
        }
    }
    for placed in &query.start {
        let _ = writeln!(text, "start {} {}", placed.board, query.boards[placed.board].text(&placed.component));
    }
    let ask = ASKS.iter().find(|(_, ask)| *ask == query.ask).map_or("", |(name, _)| name);
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
pub(crate) fn write_claim(text: &mut String, query: &Query, board: &Board, claim: &Claim) -> Result<(), String> {
    let mut lines: Vec<String> = Vec::new();
    match claim {
        Claim::Values(values) => {
            lines.extend(values.iter().map(|value| value.0.to_string()));
        }
        Claim::Positions(book) | Claim::Couples(book) => {
            book.each(&mut |component, value| {
                lines.push(format!("{} {}", value.0, board.text(component)));
                ControlFlow::Continue(())
            });
            lines.sort_unstable_by(|a, b| {
                a.split_once(' ').map(|pair| pair.1).cmp(&b.split_once(' ').map(|pair| pair.1))
            });
            lines.dedup();
        }
        Claim::Automaton(claim) => {
            lines = crate::automaton::write(claim, &board.to_string());
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
        Claim::Law(law) => {
            lines.push(law.name().into());
        }
        Claim::Outcomes(sums) => {
            let sum = |sum: &[Placed]| {
                let text = |placed: &Placed| query.boards[placed.board].text(&placed.component);
                sum.iter().map(|placed| format!("\t{}\t{}", placed.board, text(placed))).collect::<String>()
            };
            lines.extend(sums.iter().map(|(placed, outcome)| format!("{outcome}{}", sum(placed))));
            lines.sort_unstable();
        }
        Claim::Winners(winners) => {
            winners.each(&mut |component, outcome| {
                lines.push(format!("{outcome}\t{}", board.text(component)));
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
