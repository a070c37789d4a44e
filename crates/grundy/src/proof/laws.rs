//! Values of all heaps of a game by a theorem or by automata, where no theorem is about a period;
//! or of the heaps up to a large one, by runs of equal values.
//!
//! *Example.* `n -> d for d in 1..n-1 where n % d = 0` has a closed form: the value is the number
//! of prime factors of the heap. It is recognized by the rules, and needs no search. *Order:* a
//! closed form, then automata (five seconds), then runs of equal values, which are certified up to
//! a size.

use std::{sync::Arc, time::Duration};

use grundy_cert::{
    Answer, Binary, BinaryRuns, Claim, ClosedForm, Grid, Meaning, Periodic, RangeMoves, Runs, Separators, Solution,
};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Convention, Declaration, Query, Question, Ruleset};
use grundy_solvers::{
    Budget, Refusal, Stopped,
    heaps::{binary::relations, runs::MOST_PIECES},
};

use super::{Finding, Proof, Standing, period};
use crate::solved::UNCHECKED;

/// The most time of the search for automata: for most games without small ones it does not end.
const MOST_TIME: Duration = Duration::from_secs(5);

/// A statement about all positions of a game that is no period.
///
/// ```text
/// nim                                        ClosedForm: the value of a heap is its size
/// n -> n-1, n -> 3 of (n/2) where ..         Binary: nine states read the size
/// x -> y for y in 1..sqrt(x) where y^4 >= x  Runs: constant on long runs, up to a large heap
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Law {
    /// A theorem gives the value of every position.
    ClosedForm(ClosedForm),
    /// Finite automata that read sizes in binary give the value, or the outcome, of every heap.
    Binary(Arc<Binary>),
    /// A machine whose states lie on levels, and which repeats from a level on, gives the value of
    /// every word.
    Periodic(Arc<Periodic>),
    /// A machine with two counters gives the value of every word.
    Grid(Arc<Grid>),
    /// Words are sums of runs of one letter, whose values repeat.
    Separators(Arc<Separators>),
    /// Words are sums of runs of one letter, whose values automata give that read the length in
    /// binary.
    BinaryRuns(Arc<BinaryRuns>),
    /// The values of the heaps up to a large one are constant on these runs.
    Runs(Arc<Runs>),
}

impl Law {
    /// The law that a claim states; `None` for claims of other kinds.
    ///
    /// Certificates are described by it.
    pub fn of(claim: &Claim) -> Option<Law> {
        match claim {
            Claim::ClosedForm(form) => Some(Law::ClosedForm(*form)),
            Claim::Binary(binary) => Some(Law::Binary(Arc::clone(binary))),
            Claim::Periodic(machine) => Some(Law::Periodic(Arc::clone(machine))),
            Claim::Grid(machine) => Some(Law::Grid(Arc::clone(machine))),
            Claim::Separators(runs) if runs.repeat.is_some() => Some(Law::Separators(Arc::clone(runs))),
            Claim::BinaryRuns(runs) => Some(Law::BinaryRuns(Arc::clone(runs))),
            Claim::Runs(runs) => Some(Law::Runs(Arc::clone(runs))),
            _ => None,
        }
    }

    /// The claim that states it.
    fn claim(&self) -> Claim {
        match self {
            Law::ClosedForm(form) => Claim::ClosedForm(*form),
            Law::Binary(binary) => Claim::Binary(Arc::clone(binary)),
            Law::Periodic(machine) => Claim::Periodic(Arc::clone(machine)),
            Law::Grid(machine) => Claim::Grid(Arc::clone(machine)),
            Law::Separators(runs) => Claim::Separators(Arc::clone(runs)),
            Law::BinaryRuns(runs) => Claim::BinaryRuns(Arc::clone(runs)),
            Law::Runs(runs) => Claim::Runs(Arc::clone(runs)),
        }
    }

    /// The proof that it holds for every position.
    pub(crate) fn proof(self, rules: &Declaration) -> Proof {
        found(rules, self, Standing::Proved)
    }

    /// The largest heap that it is about; `None` if it is about all heaps.
    ///
    /// A heap above it has no value by this law.
    pub fn certified_to(&self) -> Option<u64> {
        if let Law::Runs(runs) = self { Some(runs.end() - 1) } else { None }
    }

    /// Whether it gives only who wins at single heaps, not their values.
    ///
    /// Then sums have no answer, since outcomes do not add.
    pub fn is_outcome(&self) -> bool {
        match self {
            Law::ClosedForm(form) => form.is_outcome(),
            Law::Binary(binary) => binary.meaning == Meaning::Lost,
            Law::Periodic(_) | Law::Grid(_) | Law::Separators(_) | Law::BinaryRuns(_) | Law::Runs(_) => false,
        }
    }
}

/// The closed form of all positions of a game.
pub(crate) fn closed_form(rules: &Declaration) -> Option<ClosedForm> {
    // The laws about orders, leaves and stones on arcs are about some of their positions.
    let some = |form: &ClosedForm| matches!(form, ClosedForm::Forest | ClosedForm::Leaves | ClosedForm::Staircase);
    let about = |form: &ClosedForm| !some(form) && form.is_about(&rules.ruleset, rules.convention);
    ClosedForm::ALL.into_iter().find(about)
}

/// A law of the game. Automata are sought among all heaps, runs among those up to `to`; `why` is
/// the reason why no period is sought, for the refusal.
///
/// # Errors
/// `why`, if there is no law.
pub(super) fn prove(rules: &Declaration, to: Option<u64>, why: Refusal, budget: &mut Budget) -> Result<Proof, Refusal> {
    if let Some(form) = closed_form(rules) {
        return Ok(found(rules, Law::ClosedForm(form), Standing::Proved));
    }
    if rules.convention == Convention::Misere {
        return Err(why);
    }
    match automata(rules, &[Meaning::Values, Meaning::Lost], budget) {
        Ok(Some(proof)) => return Ok(proof),
        Ok(None) => {}
        Err(stopped) => return Ok(period::unseen(stopped)),
    }
    match runs(&rules.ruleset, to, budget) {
        Ok(Some(runs)) => Ok(found(rules, Law::Runs(Arc::new(runs)), Standing::Certified)),
        Ok(None) => Err(why),
        Err(stopped) => Ok(period::unseen(stopped)),
    }
}

/// A law that gives the values of all heaps of a game in normal play, as a period would.
pub(super) fn values(rules: &Declaration, budget: &mut Budget) -> Result<Option<Proof>, Stopped> {
    match closed_form(rules) {
        Some(form) if !form.is_outcome() => Ok(Some(found(rules, Law::ClosedForm(form), Standing::Proved))),
        _ => automata(rules, &[Meaning::Values], budget),
    }
}

/// The closed form of all words of a game on rows.
pub(super) fn words(rules: &Declaration) -> Option<Proof> {
    let form = closed_form(rules).filter(|_| matches!(rules.ruleset, Ruleset::Row(_)))?;
    Some(found(rules, Law::ClosedForm(form), Standing::Proved))
}

/// Automata that give the first of these that has small ones.
fn automata(rules: &Declaration, meanings: &[Meaning], budget: &mut Budget) -> Result<Option<Proof>, Stopped> {
    if Binary::kinds_of(&rules.ruleset).is_err() {
        return Ok(None);
    }
    let claim = budget.trial(MOST_TIME, |budget| relations(&rules.ruleset, meanings, budget))?;
    Ok(claim.flatten().map(|claim| found(rules, Law::Binary(Arc::new(claim)), Standing::Proved)))
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
    let is_long = |runs: &Runs| runs.end() > last || runs.end() / 16 > runs.firsts().len() as u64;
    Ok(runs.filter(is_long))
}

/// The proof that a law holds: the empty sum with its claim. The empty sum is lost in normal play
/// and won in misère play.
fn found(rules: &Declaration, law: Law, standing: Standing) -> Proof {
    let query = Query::new(rules, Vec::new(), Question::ValueAndMoves);
    let answer = match rules.convention {
        Convention::Normal => Answer::Value(Nimber::ZERO),
        Convention::Misere => Answer::Outcome(Outcome::N),
    };
    let solution = Solution { answer, claims: vec![law.claim()] };
    Proof { standing, finding: Finding::Law(law), solution: Some((query, solution)), stopped: None, status: UNCHECKED }
}
