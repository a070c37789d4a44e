//! The checker: verifies every claim from the rules alone, then reads the answer off the claims
//! again.
//!
//! This file has the order of the steps; what a claim must satisfy is in its file in `claims`. The
//! checker uses the meaning of the rules and no solver. Cost: for most claims, one expansion of
//! each recorded position.
//!
//! *The steps.*
//!
//! 1. There are as many claims as the query requires: one for each ruleset, in misère play one.
//! 2. Each claim verifies itself from the rules, in the order of the rulesets. A flaw ends the
//!    check.
//! 3. The answer is read off the claims, and compared with that of the solution.
//! 4. No claim holds a fact that this has not looked up, where lookups are counted: so equal proofs
//!    are equal files.

use std::{fmt, num::NonZero};

use grundy_games::{Query, Question};

use crate::{
    claims::{ClaimScope, Context},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, available},
    segments::{Anew, Segments},
    solution::{Solution, claims_of},
};

/// Verifies a solution from the rules alone. `go_on` is called before each position and returns
/// whether there is time left; if not, the verdict is [`Verdict::Unverified`].
///
/// # Errors
///
/// The first flaw: a claim that does not hold, an answer that does not follow from the claims, or a
/// fact of a certificate that the proof does not need.
///
/// ```
/// use grundy_cert::{Answer, Claim, Flaw, Solution, check};
/// use grundy_core::Nimber;
/// use grundy_games::{Component, Query, Question};
///
/// let rules = grundy_games::game("take 1 or 2").unwrap();
/// let query = Query::new(&rules, vec![Component::Heap(2)], Question::Value);
/// let values = [0, 1, 1].map(Nimber).to_vec();
/// let claims = vec![Claim::Values(values)];
/// let solution = Solution { answer: Answer::Value(Nimber(1)), claims };
/// let flaw = check(&query, &solution, &mut || true).unwrap_err();
/// assert_eq!(flaw.to_string(), "2 is claimed to have value 1, but the mex of its options is 2");
/// assert!(matches!(flaw, Flaw::WrongValue { mex: Nimber(2), .. }));
/// ```
///
/// # Cost
/// That of the claims. It has no limit but `go_on`; see [`check_within`] for one on memory.
pub fn check(query: &Query, solution: &Solution, go_on: &mut dyn FnMut() -> bool) -> Result<Verdict, Flaw> {
    check_within(query, solution, u64::MAX, go_on)
}

/// What the values of options are computed with, where the checker has its own evaluators of rules:
/// for values of heaps, with kinds or without, and for values and misère outcomes of words.
///
/// Both verify the same statements.
///
/// Exhaustive: with its evaluators or without them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// The evaluator, which confirms most values, and the plain meaning for the others and for a
    /// random sample.
    #[default]
    Evaluator,
    /// The plain meaning of the rules ([`Game::options`](grundy_core::Game::options)) alone, which
    /// takes far longer.
    Plain,
}

/// As [`check`]; the exploration of an automaton, and the values that a period is compared with,
/// take at most `most_bytes`, and the evaluator takes at most a quarter of that. Other checks need
/// little memory besides the claims themselves.
///
/// With too little memory the verdict is [`Verdict::TooLarge`].
///
/// # Errors
///
/// As [`check`].
pub fn check_within(
    query: &Query,
    solution: &Solution,
    most_bytes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    check_by(Means::default(), query, solution, most_bytes, go_on)
}

/// As [`check_within`], by these means.
///
/// # Errors
///
/// As [`check`].
///
/// A verdict of too little time or memory ends the check before the answer is read, unless the
/// claim is of a kind that is never verified: then the other claims are still checked, and the
/// answer is read off all of them.
pub fn check_by(
    means: Means,
    query: &Query,
    solution: &Solution,
    most_bytes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    check_with(CheckLimits { means, most_bytes, ..CheckLimits::default() }, query, solution, go_on)
}

/// What a check may spend and use; without limits by default, on all cores.
#[derive(Clone, Copy)]
pub struct CheckLimits<'s> {
    /// What the values of options are computed with.
    pub means: Means,
    /// The most memory, as in [`check_within`].
    pub most_bytes: u64,
    /// The most threads that work at the same time, the caller's included; the number of cores if
    /// absent.
    pub threads: Option<NonZero<usize>>,
    /// The segments of claims that an earlier check of the same certificate has verified; those
    /// that this check verifies are noted one by one. Only windows have segments; other claims are
    /// checked whole.
    pub segments: &'s dyn Segments,
}

impl Default for CheckLimits<'_> {
    fn default() -> Self {
        CheckLimits { means: Means::default(), most_bytes: u64::MAX, threads: None, segments: &Anew }
    }
}

impl fmt::Debug for CheckLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckLimits { means, most_bytes, threads, .. } = self;
        let mut shown = f.debug_struct("CheckLimits");
        shown.field("means", means).field("most_bytes", most_bytes).field("threads", threads).finish_non_exhaustive()
    }
}

/// As [`check`], within these limits.
///
/// # Errors
///
/// As [`check`].
pub fn check_with(
    limits: CheckLimits<'_>,
    query: &Query,
    solution: &Solution,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    let CheckLimits { means, most_bytes, threads, segments } = limits;
    let (plain, threads) = (means == Means::Plain, available(threads));
    if solution.claims.len() != claims_of(query) {
        return Err(Flaw::OtherGame);
    }
    let mut verdict = Verdict::Verified;
    for (place, claim) in solution.claims.iter().enumerate() {
        let scope = ClaimScope { query, answer: &solution.answer, place };
        let found = claim.with(|evidence| {
            let found = evidence.check(&mut Context { scope, plain, most_bytes, segments, threads, go_on })?;
            if evidence.failed() { Err(Flaw::Unreadable) } else { Ok(found) }
        })?;
        match found {
            Verdict::Verified => {}
            found if claim.unchecked().is_some() => verdict = found,
            // A limit ended the check. No answer is read off a claim that may be false: that may
            // take for ever.
            stopped => return Ok(stopped),
        }
    }
    if query.question == Question::Table && !solution.answer.has_length(query) {
        return Err(Flaw::OtherAnswer);
    }
    let answer = match solution.read_answer_within(query, &mut Poll::new(go_on)) {
        Ok(answer) => answer,
        Err(Halt::Enough) => return Ok(Verdict::Unverified),
        Err(Halt::Flaw(flaw)) => return Err(flaw),
    };
    let unneeded = solution.claims.iter().find_map(|claim| claim.with(|evidence| evidence.unneeded()));
    // After a failed read, a missing fact may be one that could not be read, and so may an unneeded
    // one.
    if solution.claims.iter().any(|claim| claim.with(|evidence| evidence.failed())) {
        return Err(Flaw::Unreadable);
    }
    if answer.as_ref() != Some(&solution.answer) {
        return Err(Flaw::OtherAnswer);
    }
    // Every play ends, and no option leads to a fact that is missing. So if some fact is not
    // needed, there is one among them that no lookup has reached.
    match unneeded {
        Some(component) => Err(Flaw::Unneeded(component)),
        None => Ok(verdict),
    }
}
