//! What a solver found, and what the checker can verify about it.

use std::{fmt, sync::Arc};

use grundy_core::{Fault, Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};

use crate::{
    automaton::Automaton,
    couples::{self, Is},
    error::Flaw,
    law::ClosedForm,
    matching::Matching,
    pace::{Halt, Poll},
    period::Period,
    quotient::Quotient,
    value_map::{OutcomeMap, Sums, ValueMap},
    window::Window,
};

/// What a solver found, with the reason to believe it.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the query asked for.
    pub answer: Answer,
    /// In normal play one claim for each board of the query, in their order; in misère play one claim in all.
    pub claims: Vec<Claim>,
}

/// What a query asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value of the sum (normal play).
    Value(Nimber),
    /// Who wins the sum.
    Outcome(Outcome),
    /// The value of every heap from 0 on (normal play).
    Values(Vec<Nimber>),
    /// Who wins every single heap from 0 on (misère play).
    Outcomes(Vec<Outcome>),
}

impl Answer {
    /// Misère play: the sums whose outcomes the answer gives.
    pub(crate) fn misere_sums(&self, query: &Query) -> impl Iterator<Item = Result<Vec<Term>, Fault>> {
        let end = query.table_end().filter(|_| query.question == Question::Table);
        // No more heaps than the answer lists; heaps without moves are all the same sum.
        let heaps = end.into_iter().flat_map(|end| 0..=end).take(self.listed());
        let heaps = heaps.map(|size| vec![Term { ruleset: 0, component: Component::Heap(size) }]);
        let start = end.is_none().then(|| query.position.clone());
        heaps.chain(start).map(|sum| query.normal_sum(sum))
    }

    /// How many heaps it lists.
    pub(crate) fn listed(&self) -> usize {
        match self {
            Answer::Values(values) => values.len(),
            Answer::Outcomes(outcomes) => outcomes.len(),
            Answer::Value(_) | Answer::Outcome(_) => 0,
        }
    }
}

/// Something a solver says about a board.
#[derive(Clone)]
pub enum Claim {
    /// The heap of n counters has value `values[n]`.
    Values(Vec<Nimber>),
    /// These components have these values; the components of every option of each of them are there too.
    Positions(Arc<dyn ValueMap>),
    /// These components have these values; an option may be left out of which one part has no value in the book, but
    /// an option of that part tells that the value is another.
    ProofSearch(Arc<dyn ValueMap>),
    /// A finite machine tells the value of every word.
    Automaton(Arc<Automaton>),
    /// The values repeat for ever.
    Period(Period),
    /// The values repeat for ever, from a preperiod on that is too long for a list.
    Window(Window),
    /// A law of the theory tells every value.
    ClosedForm(ClosedForm),
    /// These sums have these outcomes in misère play; every option of a sum that the previous player wins, and a
    /// losing option of every other, is there too.
    Outcomes(Sums),
    /// The elements of a finite monoid tell who wins every sum of heaps in misère play.
    Quotient(Arc<Quotient>),
    /// A maximum matching tells who wins one position of a token in normal play.
    Matching(Arc<Matching>),
    /// These components have these outcomes in normal play, and none of their moves leaves more than one component;
    /// every option of a component that the previous player wins, and a losing option of every other, is there too.
    OutcomeMap(Arc<dyn OutcomeMap>),
    /// Values that the checker is not asked to verify, with the reason why.
    Unchecked(Arc<dyn ValueMap>, &'static str),
}

impl Claim {
    /// The value that the claim tells for a component of `ruleset`.
    pub fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match (self, component) {
            (Claim::Values(values), Component::Heap(size)) => values.get(usize::try_from(*size).ok()?).copied(),
            (Claim::ProofSearch(book), _) => couples::value(ruleset, &**book, &ruleset.canonical(component)),
            (Claim::Automaton(claim), _) => claim.value_of(component),
            (Claim::Positions(book) | Claim::Unchecked(book, _), _) => {
                let own = ruleset.canonical(component);
                book.value(&own).or_else(|| {
                    let parts = ruleset.parts(&own);
                    let told = || parts.iter().map(|part| book.value(&ruleset.canonical(part))).sum();
                    if parts == [own] { None } else { told() }
                })
            }
            (Claim::Period(period), _) => period.value_of(ruleset, component),
            (Claim::Window(window), _) => window.value(ruleset, component),
            (Claim::ClosedForm(law), _) => law.value(component),
            _ => None,
        }
    }

    /// What a certificate calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Claim::Values(_) => "values",
            Claim::Positions(_) => "positions",
            Claim::ProofSearch(_) => "couples",
            Claim::Automaton(_) => "automaton",
            Claim::Period(_) => "period",
            Claim::Window(_) => "window",
            Claim::ClosedForm(_) => "law",
            Claim::Outcomes(_) => "outcomes",
            Claim::Quotient(_) => "quotient",
            Claim::Matching(_) => "matching",
            Claim::OutcomeMap(_) => "winners",
            Claim::Unchecked(..) => "unchecked",
        }
    }

    /// How many positions the claim records one by one; nothing for a claim about all at once.
    pub fn recorded(&self) -> Option<u64> {
        match self {
            Claim::Values(values) => Some(values.len() as u64),
            Claim::Positions(book) | Claim::ProofSearch(book) | Claim::Unchecked(book, _) => Some(book.count()),
            Claim::Outcomes(sums) => Some(sums.len() as u64),
            Claim::OutcomeMap(winners) => Some(winners.count()),
            Claim::Matching(_) => Some(1),
            Claim::Automaton(_) | Claim::Period(_) | Claim::Window(_) | Claim::ClosedForm(_) | Claim::Quotient(_) => {
                None
            }
        }
    }

    /// Who wins at a single component of `ruleset` in normal play, if the claim tells it.
    pub fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        self.outcome_within(ruleset, component, &mut Poll::new(&mut || true)).ok().flatten()
    }

    fn outcome_within(
        &self,
        ruleset: &Ruleset,
        component: &Component,
        pace: &mut Poll<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        Ok(match self {
            Claim::OutcomeMap(winners) => winners.outcome(&ruleset.canonical(component)),
            Claim::Automaton(claim) => claim.outcome(component),
            Claim::Matching(claim) => claim.outcome(component),
            Claim::ProofSearch(book) => {
                let own = std::slice::from_ref(component);
                match couples::is(ruleset, &**book, own, Nimber::ZERO, pace)? {
                    Is::LoopyValue(value) => Some(value.outcome()),
                    Is::Refuted => Some(Outcome::N),
                    Is::Unknown => None,
                }
            }
            _ => self.value(ruleset, component).map(Nimber::outcome),
        })
    }
}

impl Solution {
    /// The value that the claims tell for a component of the board at `place`, in normal play.
    pub fn value(&self, query: &Query, place: usize, component: &Component) -> Option<Nimber> {
        self.claims.get(place)?.value(&query.rulesets[place], component)
    }

    /// Whether these components of the board at `place` together have this value, in normal play; nothing where the claims
    /// do not tell.
    pub fn is(&self, query: &Query, place: usize, parts: &[Component], value: Nimber) -> Result<Option<bool>, Fault> {
        let Some(Claim::ProofSearch(book)) = self.claims.get(place) else {
            let sum: Option<Nimber> = parts.iter().map(|part| self.value(query, place, part)).sum();
            return Ok(sum.map(|sum| sum == value));
        };
        match couples::is(&query.rulesets[place], &**book, parts, value, &mut Poll::new(&mut || true)) {
            Ok(Is::LoopyValue(own)) => Ok(Some(own == value)),
            Ok(Is::Refuted) => Ok(Some(false)),
            Err(Halt::Flaw(Flaw::Fault(fault))) => Err(fault),
            Ok(Is::Unknown) | Err(_) => Ok(None),
        }
    }

    /// What a sum is worth in normal play according to the claims. Where they do not tell it of all components, it is told
    /// by those that are left when equal ones cancel.
    fn total(&self, query: &Query, sum: &[Term]) -> Option<Nimber> {
        let value = |term: &Term| self.value(query, term.ruleset, &term.component);
        let total: Option<Nimber> = sum.iter().map(value).sum();
        if total.is_some() || sum.len() < 2 {
            return total;
        }
        query.unpaired(sum).into_iter().map(|at| value(&sum[at])).sum()
    }

    /// Who wins this sum according to the claims.
    pub fn outcome(&self, query: &Query, sum: &[Term]) -> Option<Outcome> {
        self.outcome_within(query, sum, &mut Poll::new(&mut || true)).ok().flatten()
    }

    fn outcome_within(&self, query: &Query, sum: &[Term], pace: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        if query.convention == Convention::Misere {
            return Ok(self.misere_outcome(query, sum));
        }
        if let Some(value) = self.total(query, sum) {
            return Ok(Some(value.outcome()));
        }
        let [at] = query.unpaired(sum)[..] else { return Ok(None) };
        let Term { ruleset, component } = &sum[at];
        let Some(claim) = self.claims.get(*ruleset) else { return Ok(None) };
        claim.outcome_within(&query.rulesets[*ruleset], component, pace)
    }

    fn misere_outcome(&self, query: &Query, sum: &[Term]) -> Option<Outcome> {
        match self.claims.first()? {
            Claim::Outcomes(sums) => sums.get(&query.normal_sum(sum.to_vec()).ok()?).copied(),
            Claim::ClosedForm(law) => law.misere_outcome(sum),
            Claim::Quotient(claim) => {
                let size = |term: &Term| match term.component {
                    Component::Heap(size) if term.ruleset == 0 => Some(size),
                    _ => None,
                };
                claim.outcome(sum.iter().map(size).collect::<Option<Vec<u64>>>()?)
            }
            Claim::Automaton(claim) => match sum {
                [] => Some(Outcome::N),
                [term] => claim.outcome(&term.component),
                _ => None,
            },
            _ => None,
        }
    }

    /// The answer that follows from the claims, if they tell enough.
    pub fn read_answer(&self, query: &Query) -> Option<Answer> {
        self.read_answer_within(query, &mut Poll::new(&mut || true)).ok().flatten()
    }

    pub(crate) fn read_answer_within(&self, query: &Query, pace: &mut Poll<'_>) -> Result<Option<Answer>, Halt> {
        let single = |size| [Term { ruleset: 0, component: Component::Heap(size) }];
        Ok(match (query.convention, query.question, query.table_end()) {
            (Convention::Normal, Question::ValueAndMoves | Question::Value, _) => {
                self.total(query, &query.position).map(Answer::Value)
            }
            (_, Question::Outcome, _) | (Convention::Misere, Question::ValueAndMoves | Question::Value, _) => {
                self.outcome_within(query, &query.position, pace)?.map(Answer::Outcome)
            }
            (_, Question::Table, None) => None,
            (Convention::Normal, Question::Table, Some(end)) => {
                let values = (0..=end).map(|size| {
                    pace.step()?;
                    Ok(self.value(query, 0, &Component::Heap(size)))
                });
                values.collect::<Result<Option<_>, Halt>>()?.map(Answer::Values)
            }
            (Convention::Misere, Question::Table, Some(end)) => {
                let outcomes = (0..=end).map(|size| {
                    pace.step()?;
                    self.outcome_within(query, &single(size), pace)
                });
                outcomes.collect::<Result<Option<_>, Halt>>()?.map(Answer::Outcomes)
            }
        })
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Values(values) => write!(f, "Values({} heaps)", values.len()),
            Claim::Positions(book) => write!(f, "Positions({})", book.count()),
            Claim::ProofSearch(book) => write!(f, "Couples({})", book.count()),
            Claim::Automaton(claim) => write!(f, "Automaton({} states)", claim.machine.states()),
            Claim::Period(claim) => write!(f, "Period({} from {})", claim.period, claim.preperiod),
            Claim::Window(claim) => write!(f, "Window({} from {})", claim.period, claim.preperiod),
            Claim::ClosedForm(law) => write!(f, "Law({law:?})"),
            Claim::Quotient(claim) => write!(f, "Quotient({} elements)", claim.order()),
            Claim::Matching(claim) => write!(f, "Matching({} pairs)", claim.pairs.len()),
            Claim::Outcomes(sums) => write!(f, "Outcomes({} sums)", sums.len()),
            Claim::OutcomeMap(winners) => write!(f, "Winners({})", winners.count()),
            Claim::Unchecked(book, why) => write!(f, "Unchecked({}: {why})", book.count()),
        }
    }
}
