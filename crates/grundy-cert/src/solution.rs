//! What a solver found: the answer with the claims that it follows from.
//!
//! The answer is read off the claims again, by the checker and by whoever looks up other positions
//! in them. In normal play the values of components add; in misère play one claim is about whole
//! sums.

use grundy_core::{Fault, Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Question, Term};

use crate::{
    answer::Answer,
    claims::Claim,
    error::Flaw,
    poll::{Halt, Poll},
};

/// What a solver found, with the reason to believe it.
///
/// It is made by a solver or read from a certificate. Nothing in it is believed until
/// [`check`](crate::check()) has verified it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The answer to the query.
    pub answer: Answer,
    /// In normal play one claim for each ruleset of the query, in their order; in misère play one
    /// claim for the whole sum. Another number of claims is refused.
    pub claims: Vec<Claim>,
}

/// The number of claims of a solution to this query.
pub(crate) fn claims_of(query: &Query) -> usize {
    match query.convention {
        Convention::Normal => query.rulesets.len(),
        Convention::Misere => 1,
    }
}

impl Solution {
    /// The value that the claims give a component of the ruleset at `place`, in normal play; `None`
    /// if they give none.
    ///
    /// # Panics
    ///
    /// If the query has no ruleset at `place`, and the solution has a claim there.
    ///
    /// # Cost
    /// A lookup, or the evaluation of what the claim states.
    pub fn value(&self, query: &Query, place: usize, component: &Component) -> Option<Nimber> {
        self.claims.get(place)?.value(&query.rulesets[place], component)
    }

    /// Whether the sum of these components of the ruleset at `place` has this value, in normal
    /// play; `None` if the claims do not decide it.
    ///
    /// A claim by proof-number search decides this for sums whose value it does not give.
    ///
    /// # Cost
    /// A lookup for each part, and at most one expansion of a part that has no recorded value.
    ///
    /// # Errors
    ///
    /// A fault of the rules at an option that is expanded on the way.
    ///
    /// # Panics
    ///
    /// If the query has no ruleset at `place`, and the solution has a claim there.
    pub fn is(&self, query: &Query, place: usize, parts: &[Component], value: Nimber) -> Result<Option<bool>, Fault> {
        let Some(claim) = self.claims.get(place) else {
            return Ok(parts.is_empty().then_some(value == Nimber::ZERO));
        };
        match claim.is(&query.rulesets[place], parts, value, &mut Poll::new(&mut || true)) {
            Ok(is) => Ok(is),
            Err(Halt::Flaw(Flaw::Fault(fault))) => Err(fault),
            Err(_) => Ok(None),
        }
    }

    /// The value of a sum in normal play according to the claims. If they lack the value of a
    /// component, those that are left when equal ones cancel may be enough.
    fn total(&self, query: &Query, sum: &[Term]) -> Option<Nimber> {
        let value = |term: &Term| self.value(query, term.ruleset, &term.component);
        let total: Option<Nimber> = sum.iter().map(value).sum();
        if total.is_some() || sum.len() < 2 {
            return total;
        }
        query.unpaired(sum).into_iter().map(|at| value(&sum[at])).sum()
    }

    /// Who wins this sum according to the claims, under the convention of the query; `None` if they
    /// do not decide it.
    ///
    /// # Cost
    /// A lookup for each term, or for the sum in misère play.
    pub fn outcome(&self, query: &Query, sum: &[Term]) -> Option<Outcome> {
        self.outcome_within(query, sum, &mut Poll::new(&mut || true)).ok().flatten()
    }

    /// As [`Solution::outcome`], until the poll ends it.
    fn outcome_within(&self, query: &Query, sum: &[Term], poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        if query.convention == Convention::Misere {
            return self.claims.first().map_or(Ok(None), |claim| claim.misere_outcome(query, sum, poll));
        }
        if let Some(value) = self.total(query, sum) {
            return Ok(Some(value.outcome()));
        }
        let [at] = query.unpaired(sum)[..] else { return Ok(None) };
        let Term { ruleset, component } = &sum[at];
        let Some(claim) = self.claims.get(*ruleset) else { return Ok(None) };
        claim.outcome_within(&query.rulesets[*ruleset], component, poll)
    }

    /// The answer that follows from the claims; `None` if they do not decide it.
    ///
    /// The answer is of the kind that the question of the query asks for.
    pub fn read_answer(&self, query: &Query) -> Option<Answer> {
        self.read_answer_while(query, &mut || true)
    }

    /// As [`Solution::read_answer`], while `go_on` returns true: it is called now and then.
    ///
    /// `None` also if `go_on` has ended it.
    pub fn read_answer_while(&self, query: &Query, go_on: &mut dyn FnMut() -> bool) -> Option<Answer> {
        self.read_answer_within(query, &mut Poll::new(go_on)).ok().flatten()
    }

    /// As [`Solution::read_answer`], until the poll ends it.
    pub(crate) fn read_answer_within(&self, query: &Query, poll: &mut Poll<'_>) -> Result<Option<Answer>, Halt> {
        let single = |component| [Term { ruleset: 0, component }];
        Ok(match (query.convention, query.question, query.table_end()) {
            (Convention::Normal, Question::ValueAndMoves | Question::Value, _) => {
                self.total(query, &query.position).map(Answer::Value)
            }
            (_, Question::Outcome, _) | (Convention::Misere, Question::ValueAndMoves | Question::Value, _) => {
                self.outcome_within(query, &query.position, poll)?.map(Answer::Outcome)
            }
            (_, Question::Table, None) => None,
            (Convention::Normal, Question::Table, Some(_)) => {
                let values = query.table_entries().map(|entry| {
                    poll.step()?;
                    Ok(self.value(query, 0, &entry))
                });
                values.collect::<Result<Option<_>, Halt>>()?.map(Answer::Values)
            }
            (Convention::Misere, Question::Table, Some(_)) => {
                let outcomes = query.table_entries().map(|entry| {
                    poll.step()?;
                    self.outcome_within(query, &single(entry), poll)
                });
                outcomes.collect::<Result<Option<_>, Halt>>()?.map(Answer::Outcomes)
            }
        })
    }
}
