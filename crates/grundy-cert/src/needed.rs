//! What the proof of an answer looks at, out of all that claims record: a certificate holds no other facts.
//!
//! The answer is read off, and each fact that this looks up is checked, and so is each that the check of these looks up. That
//! is all that the checker will look up in the certificate, since it is found by its own steps. Cost: the check of what is needed.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Query, Term};

use crate::{
    check,
    claim::{Answer, Claim, Solution},
    pace::{Halt, Poll},
    value_map::{OutcomeMap, Sums, ValueMap},
};

/// Facts about components that keep account of which were looked up.
pub(crate) struct Facts<F> {
    facts: HashMap<Component, (F, AtomicBool)>,
    /// What was looked up for the first time, where that is asked for.
    fresh: Option<Mutex<Vec<(Component, F)>>>,
}

impl<F: Copy> Facts<F> {
    pub(crate) fn new(facts: HashMap<Component, (F, AtomicBool)>) -> Facts<F> {
        Facts { facts, fresh: None }
    }

    fn recording(facts: HashMap<Component, (F, AtomicBool)>) -> Arc<Facts<F>> {
        Arc::new(Facts { facts, fresh: Some(Mutex::default()) })
    }

    fn look(&self, component: &Component) -> Option<F> {
        let (fact, met) = self.facts.get(component)?;
        // Few facts are looked up for the first time, and memory that is only read stays with all cores.
        if !met.load(Ordering::Relaxed)
            && !met.swap(true, Ordering::Relaxed)
            && let Some(fresh) = &self.fresh
        {
            fresh.lock().unwrap_or_else(PoisonError::into_inner).push((component.clone(), *fact));
        }
        Some(*fact)
    }

    fn next(&self) -> Option<(Component, F)> {
        self.fresh.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn show(&self, visit: &mut dyn FnMut(&Component, F) -> ControlFlow<()>) {
        let _ = self.facts.iter().try_for_each(|(component, (fact, _))| visit(component, *fact));
    }

    fn unmet(&self) -> Option<Component> {
        self.facts.iter().find(|(_, (_, met))| !met.load(Ordering::Relaxed)).map(|(component, _)| component.clone())
    }

    fn met(&self) -> HashMap<Component, F> {
        let met = self.facts.iter().filter(|(_, (_, met))| met.load(Ordering::Relaxed));
        met.map(|(component, (fact, _))| (component.clone(), *fact)).collect()
    }
}

impl ValueMap for Facts<Nimber> {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.look(component)
    }

    fn count(&self) -> u64 {
        self.facts.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.show(visit);
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet()
    }
}

impl OutcomeMap for Facts<Outcome> {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        self.look(component)
    }

    fn count(&self) -> u64 {
        self.facts.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        self.show(visit);
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet()
    }
}

/// The claims with those facts alone that the proof of the answer looks at.
pub(crate) fn needed(query: &Query, solution: &Solution, pace: &mut Poll<'_>) -> Result<Vec<Claim>, Halt> {
    let kept = solution.claims.iter().map(|claim| Kept::of(claim, pace)).collect::<Result<Vec<Kept>, Halt>>()?;
    let claims: Vec<Claim> = kept.iter().map(Kept::claim).collect();
    let read = Solution { answer: solution.answer.clone(), claims };
    read.read_answer_within(query, pace)?;
    let claims = kept.into_iter().enumerate();
    claims
        .map(|(place, kept)| {
            Ok(match kept {
                Kept::Values(facts, couples) => {
                    let ruleset = query.narrowed(place);
                    while let Some((component, value)) = facts.next() {
                        if !check::visit_value(&ruleset, &*facts, &component, value, couples, pace) {
                            return Err(Halt::Enough);
                        }
                    }
                    let book = Arc::new(facts.met());
                    if couples { Claim::ProofSearch(book) } else { Claim::Positions(book) }
                }
                Kept::OutcomeMap(facts) => {
                    let ruleset = query.narrowed(place);
                    while let Some((component, outcome)) = facts.next() {
                        if !check::visit_winner(&ruleset, &*facts, &component, outcome, pace) {
                            return Err(Halt::Enough);
                        }
                    }
                    Claim::OutcomeMap(Arc::new(facts.met()))
                }
                Kept::Other(Claim::Outcomes(sums)) => {
                    Claim::Outcomes(needed_sums(query, &solution.answer, &sums, pace)?)
                }
                Kept::Other(Claim::Values(values)) => {
                    Claim::Values(values[..needed_heaps(query, place).min(values.len())].to_vec())
                }
                Kept::Other(claim) => claim,
            })
        })
        .collect()
}

/// A claim whose facts keep account, or one that has none to leave out.
enum Kept {
    Values(Arc<Facts<Nimber>>, bool),
    OutcomeMap(Arc<Facts<Outcome>>),
    Other(Claim),
}

impl Kept {
    fn of(claim: &Claim, pace: &mut Poll<'_>) -> Result<Kept, Halt> {
        let mut walked = Ok(());
        let kept = match claim {
            Claim::Positions(book) | Claim::ProofSearch(book) => {
                let mut facts = HashMap::new();
                book.each(&mut |component, value| {
                    facts.insert(component.clone(), (value, AtomicBool::new(false)));
                    walked = pace.step();
                    if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                Kept::Values(Facts::recording(facts), matches!(claim, Claim::ProofSearch(_)))
            }
            Claim::OutcomeMap(winners) => {
                let mut facts = HashMap::new();
                winners.each(&mut |component, outcome| {
                    facts.insert(component.clone(), (outcome, AtomicBool::new(false)));
                    walked = pace.step();
                    if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                Kept::OutcomeMap(Facts::recording(facts))
            }
            other => Kept::Other(other.clone()),
        };
        walked.map(|()| kept)
    }

    fn claim(&self) -> Claim {
        match self {
            Kept::Values(facts, false) => Claim::Positions(facts.clone()),
            Kept::Values(facts, true) => Claim::ProofSearch(facts.clone()),
            Kept::OutcomeMap(facts) => Claim::OutcomeMap(facts.clone()),
            Kept::Other(claim) => claim.clone(),
        }
    }
}

/// The values of so many heaps from 0 on tell those of a board's heaps in the sum.
pub(crate) fn needed_heaps(query: &Query, place: usize) -> usize {
    let sizes = query.position.iter().filter(|term| term.ruleset == place).filter_map(|term| match term.component {
        Component::Heap(size) => usize::try_from(size).ok()?.checked_add(1),
        _ => None,
    });
    sizes.max().unwrap_or(0)
}

/// Misère play: the sums of the question, and whatever is recorded of options of a sum that is needed.
fn needed_sums(query: &Query, answer: &Answer, sums: &Sums, pace: &mut Poll<'_>) -> Result<Sums, Halt> {
    let (mut kept, mut open) = (Sums::new(), Vec::new());
    let mut meet = |sum: Vec<Term>, open: &mut Vec<Vec<Term>>| {
        if let Some(&outcome) = sums.get(&sum)
            && kept.insert(sum.clone(), outcome).is_none()
        {
            open.push(sum);
        }
    };
    for sum in answer.misere_sums(query) {
        pace.step()?;
        meet(sum?, &mut open);
    }
    while let Some(sum) = open.pop() {
        pace.position()?;
        query.sum_options(&sum, |option| {
            pace.step()?;
            meet(query.normal_sum(option.to_vec())?, &mut open);
            Ok::<(), Halt>(())
        })?;
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use grundy_core::{MexSet, Nimber, Outcome};
    use grundy_games::{Component, Query, Question, Term};

    use crate::{Answer, Claim, Solution, Sums, Verdict, check, read, write};

    /// Who wins the heaps from 0 on in misère play, of games that leave one heap.
    fn misere(game: &str, end: u64) -> (Query, Solution) {
        let rules = grundy_lang::game(&format!("misère {game}")).unwrap();
        let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
        let (mut sums, mut answer) = (Sums::new(), Vec::new());
        for size in 0..=end {
            let sum = query.normal_sum(vec![Term { ruleset: 0, component: Component::Heap(size) }]).unwrap();
            let (mut moves, mut lost) = (false, false);
            let walked: Result<(), grundy_core::Fault> = query.sum_options(&sum, |option| {
                moves = true;
                lost |= sums[&query.normal_sum(option.to_vec())?] == Outcome::P;
                Ok(())
            });
            walked.unwrap();
            let outcome = if lost || !moves { Outcome::N } else { Outcome::P };
            sums.insert(sum, outcome);
            answer.push(outcome);
        }
        (query, Solution { answer: Answer::Outcomes(answer), claims: vec![Claim::Outcomes(sums)] })
    }

    /// The values of the heaps from 0 on.
    fn normal(game: &str, amounts: &[usize], end: u64) -> (Query, Solution) {
        let rules = grundy_lang::game(game).unwrap();
        let query = Query::new(&rules, vec![Component::Heap(end)], Question::Table);
        let mut values: Vec<Nimber> = Vec::new();
        for size in 0..=usize::try_from(end).unwrap() {
            let mut seen = MexSet::new();
            amounts.iter().filter_map(|amount| size.checked_sub(*amount)).for_each(|left| seen.insert(values[left]));
            values.push(seen.mex());
        }
        (query, Solution { answer: Answer::Values(values.clone()), claims: vec![Claim::Values(values)] })
    }

    #[test]
    fn what_is_written_of_a_table_is_read_again() {
        for (game, amounts) in [("take 10", &[10][..]), ("take 4 or 7", &[4, 7]), ("take 1", &[1]), ("take 50", &[50])]
        {
            for (query, solution) in
                [0, 3, 9, 10, 11, 30].map(|end| [misere(game, end), normal(game, amounts, end)]).concat()
            {
                let text = write(&query, &solution).unwrap();
                let (again, read) =
                    read(&text, &|_| Err("no lists".into())).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
                assert_eq!(check(&again, &read, &mut || true), Ok(Verdict::Verified), "{text}");
                assert_eq!(read.answer, solution.answer, "{text}");
            }
        }
    }
}
