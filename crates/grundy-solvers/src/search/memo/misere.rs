//! Misère play: finds outcomes of whole sums. Each sum is expanded once.
//!
//! Method: the definition. A player without a move wins, since the other one has made the last
//! move; a sum is won if an option is lost, and the walk ends at the first such option. Positions
//! are compared in their normal form (`Query::normal_sum`), which does not change the outcome.
//! Cost: an expansion and an entry for each sum that is met; there are up to as many sums as
//! multisets of components.

use std::sync::Arc;

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::Outcome;
use grundy_games::{Query, Question, Term};

use super::{
    ENTRY, charge,
    checkpoint::{NoCheckpoint, Store, TableCheckpoint},
    returns,
    sums::{Sums, bytes},
};
use crate::support::{
    budget::{Budget, Stopped},
    walk::Halt,
};

/// Answers a query, or a table, in misère play.
pub(super) fn misere(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    if query.question == Question::Table {
        let mut sums = Sums::default();
        let found = table(query, &mut sums, budget);
        return claimed(found.map(Answer::Outcomes), sums);
    }
    let checkpoint = TableCheckpoint(query);
    let mut sums = checkpoint.sums(budget)?;
    let found = every_option(query, &mut sums, &checkpoint, budget);
    checkpoint.keep(&sums, budget);
    claimed(found.map(Answer::Outcome), sums)
}

/// Outcomes of many sums of the same rulesets: what they have in common is expanded once.
#[derive(Default)]
pub struct Outcomes(Sums);

impl Outcomes {
    /// Returns who wins the sum of the query, whose rulesets are those of all queries before it.
    ///
    /// # Errors
    /// The limit that was reached, or a fault of the rules. After an error, no further query can be
    /// answered.
    pub fn outcome(&mut self, query: &Query, budget: &mut Budget) -> Result<Outcome, Stopped> {
        let start = query.normal_sum(query.position.clone(), |steps| budget.charge(steps))?;
        outcome(query, start, &mut self.0, &NoCheckpoint, budget)
    }
}

impl std::fmt::Debug for Outcomes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Outcomes({} sums)", self.0.settled().count())
    }
}

/// The answer with the claim of all sums that were found. Without an answer, they are freed.
fn claimed(answer: Result<Answer, Stopped>, sums: Sums) -> Result<Solution, Stopped> {
    match answer {
        Ok(answer) => Ok(Solution { answer, claims: vec![Claim::Outcomes(grundy_cert::Sums::of(Arc::new(sums)))] }),
        Err(stopped) => {
            sums.forget();
            Err(stopped)
        }
    }
}

/// Returns the outcomes of the heaps from 0 to `end`.
fn table(query: &Query, sums: &mut Sums, budget: &mut Budget) -> Result<Vec<Outcome>, Stopped> {
    let mut outcomes = Vec::new();
    for component in query.table_entries() {
        let single = vec![Term { ruleset: 0, component }];
        let single = query.normal_sum(single, |steps| budget.charge(steps))?;
        outcomes.push(outcome(query, single, sums, &NoCheckpoint, budget)?);
    }
    Ok(outcomes)
}

/// Returns the outcome of the query's sum; finds the outcome of each of its options too.
///
/// The options come first, so that all of them get an outcome: the search of the sum itself would
/// end at the first lost one, and the list of winning moves needs all.
fn every_option(
    query: &Query,
    sums: &mut Sums,
    checkpoint: &TableCheckpoint<'_>,
    budget: &mut Budget,
) -> Result<Outcome, Stopped> {
    let start = query.normal_sum(query.position.clone(), |steps| budget.charge(steps))?;
    let mut options = Vec::new();
    let cost = charge(bytes(&start));
    query.sum_options(&start, |step| {
        let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.charge(cost)?;
        let option = query.normal_sum(option.to_vec(), |steps| budget.charge(steps))?;
        budget.hold(bytes(&option))?;
        options.push(option);
        Ok::<(), Stopped>(())
    })?;
    for option in options {
        budget.release(bytes(&option));
        outcome(query, option, sums, checkpoint, budget)?;
    }
    outcome(query, start, sums, checkpoint, budget)
}

/// A sum whose outcome is open.
struct OpenSum {
    sum: Vec<Term>,
    /// The index on the path of the sum that it is an option of.
    parent: usize,
}

/// Returns the outcome of a sum in misère play. The unknown options of a sum are on the path above
/// it; the first of them with outcome P decides the sum, and the others are dropped. If there is
/// none, the sum has outcome P: its known options had outcome N when it was expanded.
///
/// A sum enters the table as `None` when its unknown options go on the path, and gets outcome P
/// when it comes up again with all of them known: had one been P, the sum would be N and its other
/// options dropped. A sum that meets itself is a fault.
fn outcome(
    query: &Query,
    start: Vec<Term>,
    sums: &mut Sums,
    keep: &impl Store<Sums>,
    budget: &mut Budget,
) -> Result<Outcome, Stopped> {
    let mut path = vec![OpenSum { sum: start.clone(), parent: 0 }];
    let mut unknown = Vec::new();
    while let Some(OpenSum { sum, parent }) = path.last() {
        if let Some(Some(found)) = sums.get(sum) {
            let parent = *parent;
            let above = parent + 1;
            if found == Outcome::P && above < path.len() {
                sums.insert(path[parent].sum.clone(), Some(Outcome::N));
                budget.solved(1)?;
                path.drain(above..).for_each(|open| budget.release(bytes(&open.sum)));
            } else if let Some(done) = path.pop() {
                budget.release(bytes(&done.sum));
            }
            continue;
        }
        if sums.is_open(sum) {
            sums.insert(sum.clone(), Some(Outcome::P));
            budget.solved(1)?;
            continue;
        }
        if budget.is_due() {
            keep.keep(sums, budget);
        }
        let mut moves = false;
        let mut lost = false;
        let cost = charge(bytes(sum));
        let walked = query.sum_options(sum, |step| {
            let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(cost)?;
            moves = true;
            let option = query.normal_sum(option.to_vec(), |steps| budget.charge(steps))?;
            match sums.get(&option) {
                Some(Some(Outcome::P)) => {
                    lost = true;
                    Err(Halt::Enough)
                }
                Some(Some(Outcome::N)) => Ok(()),
                Some(None) => Err(Halt::Stopped(returns())),
                // It enters the table after this walk.
                None if option == *sum => Err(Halt::Stopped(returns())),
                None => {
                    budget.hold(bytes(&option))?;
                    unknown.push(option);
                    Ok(())
                }
            }
        });
        if let Err(Halt::Stopped(stopped)) = walked {
            return Err(stopped);
        }
        let settled = match unknown.len() {
            _ if lost || !moves => Some(Outcome::N),
            0 => Some(Outcome::P),
            _ => None,
        };
        if sums.insert(sum.clone(), settled).is_none() {
            budget.hold(ENTRY + bytes(sum))?;
        }
        if settled.is_some() {
            unknown.drain(..).for_each(|option| budget.release(bytes(&option)));
            budget.solved(1)?;
        } else {
            let parent = path.len() - 1;
            path.extend(unknown.drain(..).map(|sum| OpenSum { sum, parent }));
        }
    }
    Ok(sums.get(&start).flatten().expect("the path is empty when its first sum is settled"))
}
