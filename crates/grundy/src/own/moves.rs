//! The options of each component of a sum, with what the search found about them.
//!
//! *Example.* In the game that takes one or two counters, the sum 4 + 6 has the options 3 and 2 of
//! the first component and 5 and 4 of the second. A move is listed with the value of the whole sum
//! after it: 4 to 3 leaves 3 + 6, of value 0 xor 0 = 0, and wins.

use std::collections::{HashMap, HashSet};

use grundy_core::{Fault, Game, Nimber, Outcome};
use grundy_solvers::{Budget, Stopped, search::positions::normal_form};

use super::facts::RecordedFacts;

/// An option of one component of a sum.
///
/// An option that the game lists twice, or with its parts in another order, is listed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption<P> {
    /// The components that the move leaves.
    pub to: Vec<P>,
    /// The value of each of them. Empty in misère play.
    pub terms: Vec<Nimber>,
    /// The value of the option, their exclusive or. `None` in misère play.
    pub value: Option<Nimber>,
    /// The value of the whole sum after the move. `None` in misère play.
    pub total: Option<Nimber>,
    /// The outcome of the whole sum after the move: the move wins if it is P.
    pub outcome: Outcome,
}

/// The options of one component of a sum.
#[derive(Clone, Debug)]
pub(super) struct ComponentOptions<P> {
    /// The place of an earlier component that is equal; then the options are those.
    pub(super) same: Option<usize>,
    /// The distinct options, in the order of the game.
    pub(super) options: Vec<GameOption<P>>,
}

/// A move in a sum.
///
/// It borrows from the [`GameSolved`](super::GameSolved) that returned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameMove<'s, P> {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component.
    pub from: &'s P,
    /// The components that the move leaves in its place.
    pub to: &'s [P],
    /// The value of the whole sum after the move. `None` in misère play.
    pub value: Option<Nimber>,
    /// The outcome of the whole sum after the move: the move wins if it is P.
    pub outcome: Outcome,
}

impl<P> GameMove<'_, P> {
    /// Whether the move wins.
    ///
    /// It wins the whole sum under the convention that was solved.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// Returns the normal forms of the sums that one move leaves, and that of the sum, which is last.
///
/// In misère play they are the start positions of the search, so that the outcome after every move
/// is known.
///
/// # Errors
/// A limit is reached, or the game has a fault.
pub(super) fn results<G: Game>(
    game: &G,
    sum: &[G::Position],
    bytes: fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<Vec<Vec<G::Position>>, Stopped> {
    let start = normal_form(game, sum, |steps| budget.charge(steps))?;
    let mut results = HashSet::new();
    for (at, component) in start.iter().enumerate() {
        if at > 0 && start[at - 1] == *component {
            continue;
        }
        let rest = without(&start, at);
        game.walk(component, |step| {
            let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.tick()?;
            let result = joined(normal_form(game, option, |steps| budget.charge(steps))?, &rest);
            let held = weight(&result, bytes);
            if results.insert(result) {
                budget.hold(held)?;
            }
            Ok::<(), Stopped>(())
        })?;
    }
    let mut results: Vec<_> = results.into_iter().collect();
    // The order of a hash set must not decide what a search visits.
    results.sort_unstable();
    results.push(start);
    Ok(results)
}

/// Returns the options of each component, with their values or outcomes.
///
/// # Errors
/// A limit is reached, or the game has a fault, such as an option that the search has not met.
pub(super) fn options<G: Game>(
    game: &G,
    sum: &[G::Position],
    facts: &RecordedFacts<G::Position>,
    bytes: fn(&G::Position) -> u64,
    budget: &mut Budget,
) -> Result<Vec<ComponentOptions<G::Position>>, Stopped> {
    let mut first: HashMap<&G::Position, usize> = HashMap::new();
    let mut found = Vec::with_capacity(sum.len());
    let total = match facts {
        RecordedFacts::Values(_) => Some(facts.total(sum)?),
        RecordedFacts::Outcomes(_) => None,
    };
    for (at, component) in sum.iter().enumerate() {
        let same = first.get(component).copied();
        first.entry(component).or_insert(at);
        let mut options = Vec::new();
        if same.is_none() {
            let about = About { facts, total, component, rest: &without(sum, at) };
            let mut seen = HashSet::new();
            game.walk(component, |step| {
                let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
                budget.tick()?;
                let mut sorted = option.to_vec();
                sorted.sort_unstable();
                // The option is held twice until all are found.
                let held = weight(option, bytes).saturating_mul(2);
                if seen.insert(sorted) {
                    budget.hold(held.saturating_add(size_of::<GameOption<G::Position>>() as u64))?;
                    options.push(about.option(game, option)?);
                }
                Ok::<(), Stopped>(())
            })?;
            let copies = seen.iter().map(|option| weight(option, bytes)).sum();
            budget.release(copies);
        }
        found.push(ComponentOptions { same, options });
    }
    Ok(found)
}

/// What is known before the options of a component are looked at.
struct About<'a, P> {
    /// The values or outcomes that the search has found.
    facts: &'a RecordedFacts<P>,
    /// The value of the whole sum, in normal play.
    total: Option<Nimber>,
    /// The component that is moved in.
    component: &'a P,
    /// The other components of the sum.
    rest: &'a [P],
}

impl<P: Clone + Ord + std::hash::Hash> About<'_, P> {
    /// The option with what the facts give for it and for the whole sum after it.
    fn option<G: Game<Position = P>>(&self, game: &G, option: &[P]) -> Result<GameOption<P>, Fault> {
        let to = option.to_vec();
        let Some(total) = self.total else {
            let outcome = self.facts.outcome(game, &joined(to.clone(), self.rest))?;
            return Ok(GameOption { to, terms: Vec::new(), value: None, total: None, outcome });
        };
        let terms = option.iter().map(|part| self.facts.value(part)).collect::<Result<Vec<_>, _>>()?;
        let value: Nimber = terms.iter().copied().sum();
        let total = total + self.facts.value(self.component)? + value;
        Ok(GameOption { to, terms, value: Some(value), total: Some(total), outcome: total.outcome() })
    }
}

/// Returns a sum without the component at this place.
fn without<P: Clone>(sum: &[P], at: usize) -> Vec<P> {
    sum.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, component)| component.clone()).collect()
}

/// Returns the sum of two sorted sums.
fn joined<P: Clone + Ord>(mut sum: Vec<P>, other: &[P]) -> Vec<P> {
    sum.extend_from_slice(other);
    sum.sort_unstable();
    sum
}

/// Returns the bytes that a sum holds.
fn weight<P>(sum: &[P], bytes: fn(&P) -> u64) -> u64 {
    let parts: u64 = sum.iter().map(|part| bytes(part).saturating_add(size_of::<P>() as u64)).sum();
    parts.saturating_add(size_of::<Vec<P>>() as u64)
}
