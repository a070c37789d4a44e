//! Solves any game: depth-first search with memoization.
//!
//! Method: the definition, value = mex over the options (Sprague 1935, Grundy 1939), with an
//! explicit stack and an exact table of all positions seen. A component is expanded at most twice:
//! once to find its unknown options, and once to compute the mex when they are known. In normal
//! play a position is one component, sums are split, and equal components of an option cancel. In
//! misère play nothing splits: a position is the whole sum in its normal form, and its outcome is
//! searched.
//!
//! Example, Kayles with a heap of 2:
//!
//! 1. 2 is unknown. One move leaves 1, which goes on the stack; the other one leaves nothing.
//! 2. The only move in 1 leaves nothing, which has value 0; so 1 has value mex {0} = 1.
//! 3. 2 is expanded again; the values of its options are 1 and 0.
//! 4. So 2 has value mex {0, 1} = 2.
//!
//! Cost: two expansions and one table entry per position. Limits: memory holds every position and
//! the stack, so depth is limited by memory alone. A position that occurs below itself is reported
//! as a fault, because play need not end.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Matching, Solution, ValueMap};
use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};
use rustc_hash::FxHashMap;

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::{
        budget::{Budget, Stopped},
        walk::{Canonical, Halt, Table, enter},
    },
};
use checkpoint::{Checkpoint, NoCheckpoint, Store};

mod checkpoint;
mod price;

/// The solver: evaluates the definition once per position.
pub struct Search;

/// Bytes of a table entry, without what the position holds outside the table.
const ENTRY: u64 = 96;

impl Solver for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn scope(&self) -> Scope {
        Scope {
            conventions: &[Convention::Normal, Convention::Misere],
            questions: &[Question::ValueAndMoves, Question::Table],
        }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        price::assess(query)
    }

    fn premise(&self, query: &Query) -> Option<String> {
        const LARGE: usize = 40;
        let large = |term: &Term| match &term.component {
            Component::Token(token) => token.map().graph().edges().len() > LARGE,
            _ => false,
        };
        let has_outcomes = query.convention == Convention::Normal && query.rulesets.iter().all(Matching::is_about);
        let premise = "no fast method for the value of a token is known";
        (has_outcomes && query.position.iter().any(large)).then(|| premise.into())
    }

    fn may_end_early(&self, query: &Query) -> bool {
        // Rules of heaps may reach few of the sizes below the first one.
        query.rulesets.iter().all(|ruleset| matches!(ruleset, Ruleset::Heap(_) | Ruleset::Typed(_)))
    }

    fn keeps(&self) -> bool {
        true
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        match query.convention {
            Convention::Normal => normal(query, budget),
            Convention::Misere => misere(query, budget),
        }
    }
}

/// Returns the bytes that a component holds outside its value.
fn outside(component: &Component) -> u64 {
    component.bytes() - size_of::<Component>() as u64
}

fn normal(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let [ruleset] = &query.rulesets[..] else { unreachable!("the planner splits sums in normal play") };
    let game = Canonical(ruleset);
    let mut start: Vec<Component> = query.position.iter().map(|term| ruleset.canonical(&term.component)).collect();
    if let (Question::Table, Some(end)) = (query.question, query.table_end()) {
        let mut table = HashMap::default();
        let mut known = Vec::new();
        for heap in 0..=end {
            let found = extend(&game, &[Component::Heap(heap)], &mut table, &outside, &NoCheckpoint, budget);
            found.map_err(|stopped| Stopped { known: std::mem::take(&mut known), ..stopped })?;
            known.extend(table[&Component::Heap(heap)]);
        }
        return Ok(Solution { answer: Answer::Values(known), claims: vec![Claim::Positions(Arc::new(Solved(table)))] });
    }
    let sum = start.clone();
    start.sort_unstable();
    start.dedup();
    let checkpoint = Checkpoint(query);
    let mut table = checkpoint.values(budget)?;
    let found = extend(&game, &start, &mut table, &outside, &checkpoint, budget);
    checkpoint.keep(&table, budget);
    found?;
    let value = sum.iter().filter_map(|component| table[component]).sum();
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(Solved(table)))] })
}

/// A finished table, as a value map for the checker.
struct Solved(Table<Component>);

impl ValueMap for Solved {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.0.get(component).copied().flatten()
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut known = self.0.iter().filter_map(|(component, value)| Some((component, (*value)?)));
        let _ = known.try_for_each(|(component, value)| visit(component, value));
    }
}

/// Returns the values of these positions and of every position that is reachable from them.
///
/// Accepts any [`Game`]. `weight` returns the bytes that a position holds on the heap; the budget
/// counts them. Returns [`Stopped`] over a limit, at a fault of the rules, and if a position
/// repeats. Cost: at most two expansions per position.
pub fn values<G: Game>(
    game: &G,
    start: &[G::Position],
    weight: impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<HashMap<G::Position, Nimber>, Stopped> {
    let mut table = HashMap::default();
    extend(game, start, &mut table, &weight, &NoCheckpoint, budget)?;
    Ok(table.into_iter().filter_map(|(position, value)| Some((position, value?))).collect())
}

/// Returns the cost, in cheap steps, of an option of a position with this many bytes: a canonical
/// form takes longer the larger it is.
fn charge(bytes: u64) -> u32 {
    u32::try_from(1 + bytes / 16).unwrap_or(u32::MAX)
}

fn extend<G: Game>(
    game: &G,
    start: &[G::Position],
    table: &mut Table<G::Position>,
    weight: &impl Fn(&G::Position) -> u64,
    keep: &impl Store<Table<G::Position>>,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let mut path: Vec<G::Position> = start.to_vec();
    let mut seen = MexSet::new();
    let mut unknown: Vec<G::Position> = Vec::new();
    let mut parts: Vec<G::Position> = Vec::new();
    while let Some(position) = path.last() {
        if matches!(table.get(position), Some(Some(_))) {
            let done = path.pop().expect("the path has a last position");
            budget.release(weight(&done) + size_of::<G::Position>() as u64);
            continue;
        }
        if budget.is_due() {
            keep.keep(table, budget);
        }
        seen.clear();
        let cost = charge(weight(position));
        game.walk(position, |step| {
            let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(cost)?;
            let known = option.iter().map(|part| table.get(part).copied().flatten());
            if let Some(sum) = known.sum::<Option<Nimber>>() {
                seen.insert(sum);
                return Ok(());
            }
            parts.clear();
            parts.extend_from_slice(option);
            cancel_pairs(&mut parts);
            let mut sum = Some(Nimber::ZERO);
            for part in &parts {
                match table.get(part) {
                    Some(Some(value)) => sum = sum.map(|sum| sum + *value),
                    Some(None) => return Err(returns()),
                    None => {
                        sum = None;
                        budget.hold(weight(part) + size_of::<G::Position>() as u64)?;
                        unknown.push(part.clone());
                    }
                }
            }
            sum.into_iter().for_each(|sum| seen.insert(sum));
            Ok::<(), Stopped>(())
        })?;
        if unknown.is_empty() {
            let mex = seen.mex();
            enter(table, position, Some(mex), weight, budget)?;
            budget.solved(1)?;
        } else {
            enter(table, position, None, weight, budget)?;
            path.append(&mut unknown);
        }
    }
    Ok(())
}

fn returns() -> Stopped {
    Stopped::from(Fault("the game need not end: a position repeats".into()))
}

/// Misère play: finds outcomes of whole sums.
fn misere(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    if let (Question::Table, Some(end)) = (query.question, query.table_end()) {
        let mut sums = Sums::default();
        let mut outcomes = Vec::new();
        for heap in 0..=end {
            let single = query.normal_sum(vec![Term { ruleset: 0, component: Component::Heap(heap) }], |steps| {
                budget.charge(steps)
            })?;
            outcomes.push(outcome(query, single, &mut sums, &NoCheckpoint, budget)?);
        }
        return Ok(Solution { answer: Answer::Outcomes(outcomes), claims: vec![claim(sums)] });
    }
    let checkpoint = Checkpoint(query);
    let mut sums = checkpoint.sums(budget)?;
    let found = every_option(query, &mut sums, &checkpoint, budget);
    checkpoint.keep(&sums, budget);
    Ok(Solution { answer: Answer::Outcome(found?), claims: vec![claim(sums)] })
}

/// Returns the outcome of the query's sum; finds the outcome of each of its options too.
fn every_option(
    query: &Query,
    sums: &mut Sums,
    checkpoint: &Checkpoint<'_>,
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

/// The outcomes of sums, or `None` for a sum on the path.
type Sums = FxHashMap<Vec<Term>, Option<Outcome>>;

fn claim(sums: Sums) -> Claim {
    Claim::Outcomes(sums.into_iter().filter_map(|(sum, outcome)| Some((sum, outcome?))).collect())
}

/// Returns the bytes that a sum holds.
fn bytes(sum: &[Term]) -> u64 {
    sum.iter().map(|term| 8 + term.component.bytes()).sum::<u64>() + size_of::<Vec<Term>>() as u64
}

/// A sum whose outcome is open.
struct Open {
    sum: Vec<Term>,
    /// The index on the path of the sum that it is an option of.
    parent: usize,
}

/// Returns the outcome of a sum in misère play. The unknown options of a sum are on the path above
/// it; the first of them with outcome P decides the sum, and the others are dropped. If there is
/// none, the sum is expanded again.
fn outcome(
    query: &Query,
    start: Vec<Term>,
    sums: &mut Sums,
    keep: &impl Store<Sums>,
    budget: &mut Budget,
) -> Result<Outcome, Stopped> {
    let mut path = vec![Open { sum: start.clone(), parent: 0 }];
    let mut unknown = Vec::new();
    while let Some(Open { sum, parent }) = path.last() {
        if let Some(&Some(found)) = sums.get(sum) {
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
            path.extend(unknown.drain(..).map(|sum| Open { sum, parent }));
        }
    }
    Ok(sums[&start].expect("the path is empty when its first sum is settled"))
}
