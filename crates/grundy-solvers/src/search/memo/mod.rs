//! Solves any game: depth-first search with memoization.
//!
//! Method: the definition, value = mex over the options (Sprague 1935, Grundy 1939), with an
//! explicit stack and an exact table of all positions seen. A component is expanded once; its
//! options wait on the stack for the values that they lack. In normal play a position is one
//! component, sums are split, and equal components of an option cancel. In misère play nothing
//! splits: a position is the whole sum in its normal form, and its outcome is searched
//! (`memo/misere.rs`).
//!
//! Example, Kayles with a heap of 2:
//!
//! 1. 2 is unknown. One move leaves nothing, which has value 0; the other one leaves 1, which
//!    waits.
//! 2. The only move in 1 leaves nothing; so 1 has value mex {0} = 1.
//! 3. The options of 2 have the values 0 and 1, so 2 has value mex {0, 1} = 2.
//!
//! Orders and graphs of up to 128 vertices are sets of bits (`memo/subsets.rs`), unless a
//! checkpoint is kept.
//!
//! Cost: one expansion and one table entry per position. Limits: memory holds every position and
//! the stack, so depth is limited by memory alone. A position that occurs below itself is reported
//! as a fault, because play need not end.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Matching, Solution, ValueMap};
use grundy_core::{Fault, Game, MexSet, Nimber, cancel_pairs};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};

use crate::{
    search::positions::{FactTable, values_parallel},
    solver::{Estimate, Refusal, Scope, Solver},
    support::{
        budget::{Budget, Stopped},
        walk::{Canonical, PathTable, enter},
    },
};
use checkpoint::{NoCheckpoint, Store, TableCheckpoint};

mod checkpoint;
mod misere;
mod price;
mod subsets;
mod sums;

pub use misere::Outcomes;

/// The solver: evaluates the definition once per position.
pub struct MemoSearch;

/// From so many bytes on, the options of a position take so long that threads find them sooner,
/// although each of them looks at some positions again: graphs of some dozens of vertices.
const HEAVY: u64 = 1 << 10;

/// Bytes of a table entry, without what the position holds outside the table.
const ENTRY: u64 = 96;

impl Solver for MemoSearch {
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
        price::assess(query, f64::INFINITY)
    }

    fn assess_below(&self, query: &Query, _limits: &Budget, nanoseconds: f64) -> Result<Estimate, Refusal> {
        price::assess(query, nanoseconds)
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
            Convention::Misere => misere::misere(query, budget),
        }
    }
}

/// Returns the bytes that a component holds outside its value.
fn outside(component: &Component) -> u64 {
    component.bytes() - size_of::<Component>() as u64
}

/// Answers a query, or a table, in normal play. Facts found before a limit are kept in the
/// checkpoint; of a table, the values that are known are in the [`Stopped`].
fn normal(query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
    let [ruleset] = &query.rulesets[..] else { unreachable!("the planner splits sums in normal play") };
    let game = Canonical(ruleset);
    let mut start: Vec<Component> = query.position.iter().map(|term| ruleset.canonical(&term.component)).collect();
    if query.question == Question::Table {
        let mut table = HashMap::default();
        let mut known = Vec::new();
        for entry in query.table_entries().map(|entry| ruleset.canonical(&entry)) {
            let found = extend(&game, std::slice::from_ref(&entry), &mut table, &outside, &NoCheckpoint, budget);
            found.map_err(|stopped| Stopped { known: std::mem::take(&mut known), ..stopped })?;
            known.extend(table[&entry]);
        }
        return Ok(Solution {
            answer: Answer::Values(known),
            claims: vec![Claim::Positions(Arc::new(MemoValues(table)))],
        });
    }
    if budget.until_due().is_none()
        && let Some(solved) = subsets::solve(query, budget)?
    {
        let value = (0..query.position.len()).map(|at| solved.of_start(at)).sum();
        return Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(solved))] });
    }
    let sum = start.clone();
    start.sort_unstable();
    start.dedup();
    if budget.until_due().is_none() && budget.workers() > 1 && start.iter().any(|position| outside(position) >= HEAVY) {
        let table = values_parallel(&game, &start, outside, budget)?;
        let value = sum.iter().filter_map(|component| Some(table.get(component)?.fact)).sum();
        let claims = vec![Claim::Positions(Arc::new(SharedValues(table)))];
        return Ok(Solution { answer: Answer::Value(value), claims });
    }
    let checkpoint = TableCheckpoint(query);
    let mut table = checkpoint.values(budget)?;
    let found = extend(&game, &start, &mut table, &outside, &checkpoint, budget);
    checkpoint.keep(&table, budget);
    found?;
    let value = sum.iter().filter_map(|component| table[component]).sum();
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(MemoValues(table)))] })
}

/// The table of several threads, as a value map for the checker.
struct SharedValues(FactTable<Component, Nimber>);

impl ValueMap for SharedValues {
    fn value(&self, component: &Component) -> Option<Nimber> {
        Some(self.0.get(component)?.fact)
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let parts = self.0.parts();
        let _ = parts.into_iter().flatten().try_for_each(|(component, value)| visit(&component, value.fact));
    }
}

/// A finished table, as a value map for the checker. Positions on the path when the search ended
/// have no value, and are not passed on.
struct MemoValues(PathTable<Component>);

impl ValueMap for MemoValues {
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
/// repeats. Cost: one expansion per position.
///
/// This is the library's door to the definition for a game of one's own without ranks;
/// [`crate::search::positions`] has the search that also proves that play ends.
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

/// A position whose value is open.
struct OpenPosition<P> {
    position: P,
    /// The values of its options, as far as they are known.
    seen: MexSet,
    /// Its options with unknown components begin here.
    options: usize,
}

/// An option with components that had no value when its position was expanded.
struct PendingOption {
    /// The sum of the values that are known.
    sum: Nimber,
    /// Its components without a value begin here, in the list of all.
    parts: usize,
}

/// The stacks of a search. A frame owns the options from its index on, and an option the parts from
/// its index on, up to the end of the stack: so that one position costs no allocation of its own.
struct Stacks<P> {
    /// The path, from the start to the position that was expanded last.
    frames: Vec<OpenPosition<P>>,
    /// The options with unknown parts, of all frames.
    options: Vec<PendingOption>,
    /// The unknown parts, of all options.
    parts: Vec<P>,
    /// Sets that no frame uses.
    spare: Vec<MexSet>,
}

/// Adds the values of these positions, and of all that are reachable from them, to the table.
///
/// The top option of the top frame is completed part by part: a part without a value is opened and
/// stays on the stack, so that it is found again when it has one. A position enters the table as
/// `None` when it is opened, so a part that is `None` lies on the path: play returns to it. Every
/// position is expanded once, since a value, once stored, stays. A checkpoint is taken between two
/// expansions, when the table is consistent.
fn extend<G: Game>(
    game: &G,
    start: &[G::Position],
    table: &mut PathTable<G::Position>,
    weight: &impl Fn(&G::Position) -> u64,
    keep: &impl Store<PathTable<G::Position>>,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let mut stacks = Stacks { frames: Vec::new(), options: Vec::new(), parts: Vec::new(), spare: Vec::new() };
    for position in start.iter().rev() {
        if !matches!(table.get(position), Some(Some(_))) {
            open(game, position.clone(), &mut stacks, table, weight, budget)?;
        }
        while let Some(frame) = stacks.frames.last_mut() {
            if stacks.options.len() > frame.options {
                let option = stacks.options.last_mut().expect("the position has an option left");
                if stacks.parts.len() == option.parts {
                    frame.seen.insert(option.sum);
                    stacks.options.pop();
                    continue;
                }
                let part = stacks.parts.pop().expect("the option has a component left");
                budget.release(weight(&part) + size_of::<G::Position>() as u64);
                match table.get(&part) {
                    Some(Some(value)) => option.sum = option.sum + *value,
                    Some(None) => return Err(returns()),
                    None => {
                        // Its value is added when it is known.
                        budget.hold(weight(&part) + size_of::<G::Position>() as u64)?;
                        stacks.parts.push(part.clone());
                        if budget.is_due() {
                            keep.keep(table, budget);
                        }
                        open(game, part, &mut stacks, table, weight, budget)?;
                    }
                }
                continue;
            }
            let OpenPosition { position, mut seen, .. } = stacks.frames.pop().expect("a position is open");
            enter(table, &position, Some(seen.mex()), weight, budget)?;
            budget.release(weight(&position) + FRAME + size_of::<G::Position>() as u64);
            seen.clear();
            stacks.spare.push(seen);
            budget.solved(1)?;
        }
    }
    Ok(())
}

/// The bytes of a frame and of an option, roughly.
const FRAME: u64 = 128;

/// Expands a position, and puts it on the stacks.
///
/// An option whose parts are all known adds its value at once and is not stored. Equal unknown
/// parts of an option cancel in pairs, since `x xor x = 0` whatever x is.
fn open<G: Game>(
    game: &G,
    position: G::Position,
    stacks: &mut Stacks<G::Position>,
    table: &mut PathTable<G::Position>,
    weight: &impl Fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<(), Stopped> {
    let cost = charge(weight(&position));
    let seen = stacks.spare.pop().unwrap_or_default();
    let mut frame = OpenPosition { position, seen, options: stacks.options.len() };
    budget.hold(weight(&frame.position) + FRAME + size_of::<G::Position>() as u64)?;
    enter(table, &frame.position, None, weight, budget)?;
    let mut odd: Vec<G::Position> = Vec::new();
    game.walk(&frame.position, |step| {
        let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.charge(cost)?;
        let known = option.iter().map(|part| table.get(part).copied().flatten());
        if let Some(sum) = known.sum::<Option<Nimber>>() {
            frame.seen.insert(sum);
            return Ok(());
        }
        odd.clear();
        odd.extend_from_slice(option);
        cancel_pairs(&mut odd);
        let (mut sum, parts) = (Nimber::ZERO, stacks.parts.len());
        for part in odd.drain(..) {
            match table.get(&part) {
                Some(Some(value)) => sum = sum + *value,
                Some(None) => return Err(returns()),
                None => {
                    budget.hold(weight(&part) + size_of::<G::Position>() as u64)?;
                    stacks.parts.push(part);
                }
            }
        }
        if stacks.parts.len() == parts {
            frame.seen.insert(sum);
        } else {
            stacks.options.push(PendingOption { sum, parts });
        }
        Ok::<(), Stopped>(())
    })?;
    stacks.frames.push(frame);
    Ok(())
}

/// Returns the fault of a play that comes back to a position.
fn returns() -> Stopped {
    Stopped::from(Fault("the game need not end: a position repeats".into()))
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use grundy_cert::{Verdict, check};

    use super::*;

    /// A path is a heap of octal 0.07: its values by the recurrence are those of one thread and of
    /// four, and the checker verifies both.
    #[test]
    fn large_components_have_the_same_values_by_all_threads() {
        const LENGTH: usize = 150;
        let mut values = vec![0_u64; LENGTH + 1];
        for length in 2..=LENGTH {
            let reached: Vec<u64> = (0..=length - 2).map(|left| values[left] ^ values[length - 2 - left]).collect();
            values[length] = (0..).find(|value| !reached.contains(value)).expect("a mex");
        }
        let position = format!("path {LENGTH}");
        let query = grundy_games::query("arc-kayles", &position, Question::ValueAndMoves).expect("a position");
        let start = query.rulesets[0].canonical(&query.position[0].component);
        assert!(outside(&start) >= HEAVY, "{} bytes", outside(&start));
        for threads in [1, 4] {
            let mut budget = Budget::new().threads(NonZero::new(threads).expect("a number of threads"));
            let solution = MemoSearch.solve(&query, &mut budget).expect("it is small");
            assert_eq!(solution.answer, Answer::Value(Nimber(values[LENGTH])), "{threads} threads");
            assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified), "{threads} threads");
        }
    }
}
