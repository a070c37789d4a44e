//! The facts that a proof of one answer needs, out of all that a search has found: the strategy of
//! the winner.
//!
//! A search solves far more positions than its answer rests on. A proof that a position has the
//! value v needs one option of each smaller value, and for every other option a proof that its
//! value is not v: its value, or one reply of value v ([`Claim::ProofSearch`]). With v = 0 these
//! are the replies of the player who wins: a proof of the outcome holds the positions that the
//! winner leaves, and the values of parts only if a position splits. In misère play, where sums are
//! not split, a lost sum needs all of its options, a won one the reply.
//!
//! The choice is greedy: facts that are there already first, then the smallest. Cost: for each fact
//! that is kept, an expansion of each of its options.
//!
//! *Example.* Nim `3 + 4 + 5` is won by one move, to a sum of value 0. The proof of the outcome
//! holds the position, that sum, and for each of its options one reply.
//!
//! ```text
//! take 1..3 at 12, to be lost
//!   12: its options 11, 10 and 9 can each be answered by the move to 8
//!   8:  its options can be answered by the move to 4
//!   4:  its options can be answered by the move to 0
//! so three facts are kept, of the thirteen that a table has
//! ```

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{Claim, Solution, Sums};
use grundy_core::{Game, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};

/// Memory of an entry in addition to its component, in bytes.
const ENTRY: u64 = 96;

/// The same answer with claims that hold no more than its proof needs. `None` if the claims are of
/// a kind that cannot be reduced, or the question is about many positions.
///
/// The answer is the same, and the checker accepts the shorter claims as it does the longer ones.
/// It is used for certificates ([`Run::certify`](crate::Run::certify)).
///
/// # Errors
/// A limit is reached.
pub fn strategy(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Option<Solution>, Stopped> {
    if !matches!(query.question, Question::Value | Question::Outcome) {
        return Ok(None);
    }
    let answer = solution.answer.clone();
    // Equal components have the value 0 together, and a winning move is among the others.
    let query = &query.only(&query.unpaired(&query.position));
    let claims = match (query.convention, &solution.claims[..]) {
        (Convention::Misere, [Claim::Outcomes(sums)]) => vec![Claim::Outcomes(replies(query, sums, budget)?)],
        (Convention::Misere, _) => return Ok(None),
        (Convention::Normal, claims) => {
            let mut reduced = Vec::with_capacity(claims.len());
            for (place, claim) in claims.iter().enumerate() {
                let Some(values) = needed_values(query, place, claim, budget)? else { return Ok(None) };
                reduced.push(Claim::ProofSearch(Arc::new(values)));
            }
            reduced
        }
    };
    Ok(Some(Solution { answer, claims }))
}

/// The values that the answer needs of one ruleset.
fn needed_values(
    query: &Query,
    place: usize,
    claim: &Claim,
    budget: &mut Budget,
) -> Result<Option<HashMap<Component, Nimber>>, Stopped> {
    if !matches!(claim, Claim::Positions(_) | Claim::ProofSearch(_) | Claim::OutcomeMap(_)) {
        return Ok(None);
    }
    let ruleset = query.narrowed(place);
    let mut needed = Needed { ruleset: &ruleset, claim, values: HashMap::new(), open: Vec::new() };
    let terms = query.position.iter().filter(|term| term.ruleset == place);
    for term in terms {
        let component = ruleset.canonical(&term.component);
        let won = query.question == Question::Outcome
            && query.position.len() == 1
            && needed.value(&component) != Some(Nimber::ZERO);
        let done = match won {
            true => match needed.reach(&component, Nimber::ZERO, budget)? {
                Some(reply) => needed.need(&reply.parts, budget)?,
                None => false,
            },
            false => needed.need(&[component], budget)?,
        };
        if !done {
            return Ok(None);
        }
    }
    while let Some((component, value)) = needed.open.pop() {
        if !needed.settle(&component, value, budget)? {
            return Ok(None);
        }
    }
    Ok(Some(needed.values))
}

/// The values that are needed, and where they come from.
struct Needed<'n> {
    ruleset: &'n Ruleset,
    /// The claim that gives the values.
    claim: &'n Claim,
    /// The values that are needed, whether expanded or not.
    values: HashMap<Component, Nimber>,
    /// What is needed and has not been expanded.
    open: Vec<(Component, Nimber)>,
}

/// A useful option, with the cost of the facts that it adds.
struct UsefulOption {
    /// The components of the option.
    parts: Vec<Component>,
    /// The estimated cost of their values, those that are there already left out.
    cost: u64,
}

impl Needed<'_> {
    /// The value of a component in canonical form, if the claim gives it.
    fn value(&self, component: &Component) -> Option<Nimber> {
        match self.claim {
            Claim::OutcomeMap(winners) => (winners.outcome(component)? == Outcome::P).then_some(Nimber::ZERO),
            claim => claim.value(self.ruleset, component),
        }
    }

    /// The value of a sum; `None` if that of a part is not known.
    fn sum(&self, parts: &[Component]) -> Option<Nimber> {
        parts.iter().map(|part| self.value(part)).sum()
    }

    /// The estimated cost of the values of all these components: large components need many facts,
    /// and a value needs all smaller ones.
    fn cost(&self, parts: &[Component]) -> u64 {
        let missing = parts.iter().filter(|part| !self.values.contains_key(part));
        let one = |part: &Component| {
            let value = self.value(part).unwrap_or_default().0;
            let size = size(part).saturating_add(1);
            size.saturating_mul(size).saturating_mul(value.saturating_mul(2).saturating_add(1))
        };
        missing.map(one).fold(0, u64::saturating_add)
    }

    /// Adds the values of components. Returns whether they are known.
    fn need(&mut self, parts: &[Component], budget: &mut Budget) -> Result<bool, Stopped> {
        for part in parts {
            if self.values.contains_key(part) || self.ruleset.mirrors(part) {
                continue;
            }
            let Some(value) = self.value(part) else { return Ok(false) };
            budget.hold(ENTRY + 2 * part.bytes())?;
            self.values.insert(part.clone(), value);
            self.open.push((part.clone(), value));
        }
        Ok(true)
    }

    /// Shows what each option of a component leaves: canonical parts without equal pairs and
    /// without those of value 0 by symmetry.
    fn options(
        &self,
        component: &Component,
        budget: &mut Budget,
        mut visit: impl FnMut(Vec<Component>) -> Result<(), Halt>,
    ) -> Result<u64, Stopped> {
        let mut count = 0;
        let walked = self.ruleset.walk(component, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(16)?;
            count += 1;
            let mut parts: Vec<Component> = parts.iter().map(|part| self.ruleset.canonical(part)).collect();
            parts.retain(|part| !self.ruleset.mirrors(part));
            cancel_pairs(&mut parts);
            visit(parts)
        });
        match walked {
            Ok(()) | Err(Halt::Enough) => Ok(count),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// The cheapest option of a component with this value. No parts at all if the component has
    /// fewer options than that: then its value is less.
    fn reach(
        &self,
        component: &Component,
        value: Nimber,
        budget: &mut Budget,
    ) -> Result<Option<UsefulOption>, Stopped> {
        let mut best: Option<UsefulOption> = None;
        let count = self.options(component, budget, |parts| {
            if self.sum(&parts) != Some(value) {
                return Ok(());
            }
            let cost = self.cost(&parts);
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(UsefulOption { parts, cost });
            }
            if cost == 0 { Err(Halt::Enough) } else { Ok(()) }
        })?;
        Ok(best.or_else(|| (count < value.0).then(|| UsefulOption { parts: Vec::new(), cost: 0 })))
    }

    /// Adds what shows that a component has its value. Returns `false` if something of that is not
    /// known.
    fn settle(&mut self, component: &Component, value: Nimber, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut options = Vec::new();
        self.options(component, budget, |parts| {
            options.push(parts);
            Ok(())
        })?;
        options.sort_unstable();
        options.dedup();
        for lower in 0..value.0 {
            let equal = options.iter().filter(|parts| self.sum(parts) == Some(Nimber(lower)));
            let Some(parts) = equal.min_by_key(|parts| self.cost(parts)).cloned() else { return Ok(false) };
            if !self.need(&parts, budget)? {
                return Ok(false);
            }
        }
        for parts in options {
            if self.cost(&parts) > 0 {
                let Some(refutation) = self.refute(&parts, value, budget)? else { return Ok(false) };
                if !self.need(&refutation.parts, budget)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The cheapest proof that the value of these parts together is another one: by the values of
    /// all, or of all but one and a reply there.
    fn refute(&self, parts: &[Component], value: Nimber, budget: &mut Budget) -> Result<Option<UsefulOption>, Stopped> {
        let mut best = self.sum(parts).map(|_| UsefulOption { parts: parts.to_vec(), cost: self.cost(parts) });
        for at in 0..parts.len() {
            if self.values.contains_key(&parts[at]) {
                continue;
            }
            let mut others = parts.to_vec();
            let part = others.remove(at);
            let Some(known) = self.sum(&others) else { continue };
            let cost = self.cost(&others);
            if best.as_ref().is_some_and(|best| cost >= best.cost) {
                continue;
            }
            let Some(answer) = self.reach(&part, value + known, budget)? else { continue };
            if best.as_ref().is_none_or(|best| cost.saturating_add(answer.cost) < best.cost) {
                others.extend(answer.parts);
                best = Some(UsefulOption { parts: others, cost: cost.saturating_add(answer.cost) });
            }
            if best.as_ref().is_some_and(|best| best.cost == 0) {
                break;
            }
        }
        Ok(best)
    }
}

/// The size of a component for comparison: of graphs, vertices count too.
fn size(component: &Component) -> u64 {
    let vertices = match component {
        Component::Graph(graph) | Component::Poset(graph) => graph.vertices(),
        _ => 0,
    };
    u64::try_from(component.size() + u128::from(vertices)).unwrap_or(u64::MAX)
}

/// Misère play: the sums that the winner leaves, their options, and the position itself.
fn replies(query: &Query, sums: &Sums, budget: &mut Budget) -> Result<Sums, Stopped> {
    let mut kept = Sums::new();
    let mut open = vec![query.normal_sum(query.position.clone(), |steps| budget.charge(steps))?];
    while let Some(sum) = open.pop() {
        let Some(outcome) = sums.outcome(&sum) else { continue };
        if kept.contains_key(&sum) {
            continue;
        }
        let mut reply: Option<Vec<Term>> = None;
        query.sum_options(&sum, |step| {
            let Some(option) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.charge(16)?;
            let option = query.normal_sum(option.to_vec(), |steps| budget.charge(steps))?;
            let there = kept.contains_key(&option);
            match (outcome, sums.outcome(&option)) {
                (Outcome::P, Some(_)) if !there => open.push(option),
                (Outcome::N, Some(Outcome::P))
                    if there || reply.as_ref().is_none_or(|reply| !kept.contains_key(reply)) =>
                {
                    reply = Some(option);
                }
                _ => {}
            }
            Ok::<(), Stopped>(())
        })?;
        open.extend(reply);
        budget.hold(ENTRY + sum.iter().map(|term| 8 + term.component.bytes()).sum::<u64>())?;
        kept.insert(sum, outcome);
    }
    Ok(kept)
}
