//! Certificates written.

use grundy_games::{Query, Ruleset};

use super::head::{self, Version};
use crate::{
    claims::Claim,
    error::Flaw,
    needed::needed,
    poll::{Halt, Poll},
    solution::Solution,
};

/// The beginning of a line that names a reduction.
pub(super) const REDUCE: &str = "reduce ";

/// The certificate of a solution. It holds no other facts than the proof of the answer looks up.
///
/// Cost: as the check of what is needed, and the text.
///
/// # Errors
///
/// The reason in a sentence, if a claim is of a kind that the checker does not verify, or the rules
/// break down at a position.
pub fn write(query: &Query, solution: &Solution) -> Result<String, String> {
    write_within(query, solution, &mut || true)
}

/// As [`write()`]; `go_on` is called at each step of the proof and returns whether there is time
/// left.
///
/// # Errors
///
/// As [`write()`]; also if `go_on` returns false.
pub fn write_within(query: &Query, solution: &Solution, go_on: &mut dyn FnMut() -> bool) -> Result<String, String> {
    let mut text = head::write(query, &solution.answer, Version::Two);
    let claims = needed(query, solution, &mut Poll::new(go_on)).map_err(|halt| match halt {
        Halt::Flaw(Flaw::Fault(fault)) => format!("the rules break down: {fault}"),
        Halt::Flaw(flaw) => flaw.to_string(),
        Halt::Enough => "a limit was reached before what the proof needs was found".to_owned(),
    })?;
    for (claim, ruleset) in claims.iter().zip(&query.rulesets) {
        text += &of_claim(query, ruleset, claim)?;
    }
    Ok(text)
}

/// The lines of a claim, after those of the reductions that lead to it.
pub(super) fn of_claim(query: &Query, ruleset: &Ruleset, claim: &Claim) -> Result<String, String> {
    let lines = claim.with(|evidence| evidence.lines(query, ruleset))?;
    let mut text = String::new();
    let mut rest = claim;
    while let Claim::Reduced(reduced) = rest {
        text += &format!("{REDUCE}{}\n", reduced.reduction);
        rest = &reduced.claim;
    }
    text += &format!("claim {}\n", claim.name());
    for line in &lines {
        text += line;
        text.push('\n');
    }
    text += &format!("end {}\n", lines.len());
    Ok(text)
}
