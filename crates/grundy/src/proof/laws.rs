//! Values of all heaps of a game by a theorem or by automata, where no theorem is about a period;
//! or of the heaps up to a large one, by runs of equal values.
//!
//! *Example.* `n -> d for d in 1..n-1 where n % d = 0` has a closed form: the value is the number
//! of prime factors of the heap. It is recognized by the rules, and needs no search. *Order:* a
//! closed form, then automata (five seconds or more), then runs of equal values, which are
//! certified up to a size.

use std::{sync::Arc, time::Duration};

use grundy_cert::{
    Answer, Binary, Claim, Meaning, RangeMoves, Runs, Solution,
    closed_form::{self, ClosedForm},
};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Convention, Declaration, Query, Question, Ruleset};
use grundy_solvers::{
    Budget, Refusal, Stopped,
    heaps::{
        binary::{relations, repetitions},
        runs::MOST_PIECES,
    },
};

use super::{Finding, Proof, Standing, period};
use crate::solved::UNCHECKED;

/// The time of the search for automata, or a quarter of the limit if that is more: for most games
/// without small ones it does not end.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The most time of the search for a period of the values that automata give.
const PERIOD_TIME: Duration = Duration::from_secs(1);

/// The closed form of all positions of a game.
pub(crate) fn closed_form(rules: &Declaration) -> Option<&'static dyn ClosedForm> {
    closed_form::of_rules(&rules.ruleset, rules.convention).filter(|form| form.covers_all())
}

/// A law of the game. Automata are sought among all heaps, runs among those up to `to`; `why` is
/// the reason why no period is sought, for the refusal.
///
/// # Errors
/// `why`, if there is no law.
pub(super) fn prove(rules: &Declaration, to: Option<u64>, why: Refusal, budget: &mut Budget) -> Result<Proof, Refusal> {
    if let Some(form) = closed_form(rules) {
        return Ok(found(rules, Claim::ClosedForm(form), Standing::Proved));
    }
    if rules.convention == Convention::Misere {
        return Err(why);
    }
    let time = budget.left().map_or(MOST_TIME, |left| MOST_TIME.max(left / 4));
    match automata(rules, &[Meaning::Values, Meaning::Lost], time, budget) {
        Ok(Some(proof)) => return Ok(proof),
        Ok(None) => {}
        Err(stopped) => return Ok(period::unseen(stopped)),
    }
    match runs(&rules.ruleset, to, budget) {
        Ok(Some(runs)) => Ok(found(rules, Claim::Runs(Arc::new(runs)), Standing::Certified)),
        Ok(None) => Err(why),
        Err(stopped) => Ok(period::unseen(stopped)),
    }
}

/// A law that gives the values of all heaps of a game in normal play, as a period would; automata
/// are sought for this time.
pub(super) fn values(rules: &Declaration, time: Duration, budget: &mut Budget) -> Result<Option<Proof>, Stopped> {
    match closed_form(rules) {
        Some(form) if !form.is_outcome() => Ok(Some(found(rules, Claim::ClosedForm(form), Standing::Proved))),
        _ => automata(rules, &[Meaning::Values], time, budget),
    }
}

/// The closed form of all words of a game on rows.
pub(super) fn words(rules: &Declaration) -> Option<Proof> {
    let form = closed_form(rules).filter(|_| matches!(rules.ruleset, Ruleset::Row(_)))?;
    Some(found(rules, Claim::ClosedForm(form), Standing::Proved))
}

/// Automata that give the first of these that has small ones.
fn automata(
    rules: &Declaration,
    meanings: &[Meaning],
    time: Duration,
    budget: &mut Budget,
) -> Result<Option<Proof>, Stopped> {
    if Binary::kinds_of(&rules.ruleset).is_err() {
        return Ok(None);
    }
    let claim = budget.trial(time, |budget| relations(&rules.ruleset, meanings, budget))?;
    let Some(mut claim) = claim.flatten() else { return Ok(None) };
    // The law stands without its period.
    let repeated = budget.trial(PERIOD_TIME, |budget| repetitions(&claim, budget)).ok().flatten().unwrap_or_default();
    for (own, repetition) in claim.kinds.iter_mut().zip(repeated) {
        own.repetition = repetition;
    }
    Ok(Some(found(rules, Claim::Binary(Arc::new(claim)), Standing::Proved)))
}

/// The runs of a game as far as a number of pieces reaches. `None` if the rules are of another
/// form, or the runs are so short that a table reaches as far.
fn runs(ruleset: &Ruleset, to: Option<u64>, budget: &mut Budget) -> Result<Option<Runs>, Stopped> {
    let Some(moves) = RangeMoves::of(ruleset) else { return Ok(None) };
    let last = to.unwrap_or(u64::MAX - 1).min(u64::MAX - 1);
    let mut polled = Ok(());
    let runs = Runs::within(&moves, last, MOST_PIECES, &mut || {
        polled = budget.poll();
        polled.is_ok()
    });
    polled?;
    let is_long = |runs: &Runs| runs.end() > last || runs.end() / 16 > runs.count() as u64;
    Ok(runs.filter(is_long))
}

/// The proof that a claim about all positions holds: the empty sum with the claim. The empty sum is
/// lost in normal play and won in misère play.
pub(crate) fn found(rules: &Declaration, law: Claim, standing: Standing) -> Proof {
    let query = Query::new(rules, Vec::new(), Question::ValueAndMoves);
    let answer = match rules.convention {
        Convention::Normal => Answer::Value(Nimber::ZERO),
        Convention::Misere => Answer::Outcome(Outcome::N),
    };
    let solution = Solution { answer, claims: vec![law.clone()] };
    Proof { standing, finding: Finding::Law(law), solution: Some((query, solution)), stopped: None, status: UNCHECKED }
}
