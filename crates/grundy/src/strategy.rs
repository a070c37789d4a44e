//! What a proof of one answer needs, out of all that a search has found: the strategy of the winner.
//!
//! A search settles far more positions than its answer rests on. To prove that a position is worth v it is enough to have one option of
//! each smaller value, and for every other option that it is not worth v: by its value, or by one answer that brings it
//! to v ([`Claim::ProofSearch`]). With v = 0 these are the replies of the player who wins: a proof of who wins holds the positions
//! that the winner leaves, and the values of parts only where a position falls apart. In misère play, where sums are not taken apart,
//! a lost sum needs all its options, a won one the reply.
//!
//! What is needed is chosen greedily: what is there already is taken first, then what is smallest. Cost: for each position that is kept, an
//! expansion of each of its options.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::{Claim, Solution, Sums};
use grundy_core::{Game, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};

/// Memory for an entry beside its component.
const ENTRY: u64 = 96;

/// The same answer with claims that hold no more than its proof needs; nothing where they are of a kind that is not taken
/// apart, or the question is about many positions.
pub fn strategy(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Option<Solution>, Stopped> {
    if !matches!(query.question, Question::Value | Question::Outcome) {
        return Ok(None);
    }
    let answer = solution.answer.clone();
    // Equal components are worth 0 together, and a winning move is among the others.
    let query = &query.only(&query.unpaired(&query.position));
    let claims = match (query.convention, &solution.claims[..]) {
        (Convention::Misere, [Claim::Outcomes(sums)]) => vec![Claim::Outcomes(replies(query, sums, budget)?)],
        (Convention::Misere, _) => return Ok(None),
        (Convention::Normal, claims) => {
            let mut own = Vec::with_capacity(claims.len());
            for (place, claim) in claims.iter().enumerate() {
                let Some(book) = book(query, place, claim, budget)? else { return Ok(None) };
                own.push(Claim::ProofSearch(Arc::new(book)));
            }
            own
        }
    };
    Ok(Some(Solution { answer, claims }))
}

/// The values that the answer needs of one board.
fn book(
    query: &Query,
    place: usize,
    claim: &Claim,
    budget: &mut Budget,
) -> Result<Option<HashMap<Component, Nimber>>, Stopped> {
    if !matches!(claim, Claim::Positions(_) | Claim::ProofSearch(_) | Claim::OutcomeMap(_)) {
        return Ok(None);
    }
    let ruleset = query.narrowed(place);
    let mut needed = Needed { ruleset: &ruleset, claim, book: HashMap::new(), open: Vec::new() };
    let own = query.position.iter().filter(|term| term.ruleset == place);
    for term in own {
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
    Ok(Some(needed.book))
}

/// The values that are needed, and where they are taken from.
struct Needed<'n> {
    ruleset: &'n Ruleset,
    claim: &'n Claim,
    book: HashMap<Component, Nimber>,
    /// What is needed and has not been looked into.
    open: Vec<(Component, Nimber)>,
}

/// An option that is of use, with what it adds to the book.
struct Choice {
    parts: Vec<Component>,
    cost: u64,
}

impl Needed<'_> {
    /// The value of a component in canonical form, if the claim tells it.
    fn value(&self, component: &Component) -> Option<Nimber> {
        match self.claim {
            Claim::OutcomeMap(winners) => (winners.outcome(component)? == Outcome::P).then_some(Nimber::ZERO),
            claim => claim.value(self.ruleset, component),
        }
    }

    fn sum(&self, parts: &[Component]) -> Option<Nimber> {
        parts.iter().map(|part| self.value(part)).sum()
    }

    /// What it costs to have all these components in the book, roughly: what is large needs much, and what has a value all
    /// smaller ones.
    fn cost(&self, parts: &[Component]) -> u64 {
        let missing = parts.iter().filter(|part| !self.book.contains_key(part));
        let one = |part: &Component| {
            let value = self.value(part).unwrap_or_default().0;
            let size = size(part).saturating_add(1);
            size.saturating_mul(size).saturating_mul(value.saturating_mul(2).saturating_add(1))
        };
        missing.map(one).fold(0, u64::saturating_add)
    }

    /// Puts components into the book; whether their values are known.
    fn need(&mut self, parts: &[Component], budget: &mut Budget) -> Result<bool, Stopped> {
        for part in parts {
            if self.book.contains_key(part) || self.ruleset.mirrors(part) {
                continue;
            }
            let Some(value) = self.value(part) else { return Ok(false) };
            budget.hold(ENTRY + 2 * part.bytes())?;
            self.book.insert(part.clone(), value);
            self.open.push((part.clone(), value));
        }
        Ok(true)
    }

    /// Shows what each option of a component leaves: canonical parts without equal pairs and without those that are worth
    /// 0 because they mirror.
    fn options(
        &self,
        component: &Component,
        budget: &mut Budget,
        mut visit: impl FnMut(Vec<Component>) -> Result<(), Halt>,
    ) -> Result<u64, Stopped> {
        let mut count = 0;
        let walked = self.ruleset.options(component, |parts| {
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

    /// The cheapest option of a component that is worth so much; no parts at all where it has fewer options than that, and so
    /// cannot be worth so much itself.
    fn reach(&self, component: &Component, value: Nimber, budget: &mut Budget) -> Result<Option<Choice>, Stopped> {
        let mut best: Option<Choice> = None;
        let count = self.options(component, budget, |parts| {
            if self.sum(&parts) != Some(value) {
                return Ok(());
            }
            let cost = self.cost(&parts);
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Choice { parts, cost });
            }
            if cost == 0 { Err(Halt::Enough) } else { Ok(()) }
        })?;
        Ok(best.or_else(|| (count < value.0).then(|| Choice { parts: Vec::new(), cost: 0 })))
    }

    /// Needs whatever shows that a component has its value; nothing of that may be unknown.
    fn settle(&mut self, component: &Component, value: Nimber, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut options = Vec::new();
        self.options(component, budget, |parts| {
            options.push(parts);
            Ok(())
        })?;
        options.sort_unstable();
        options.dedup();
        for lower in 0..value.0 {
            let own = options.iter().filter(|parts| self.sum(parts) == Some(Nimber(lower)));
            let Some(parts) = own.min_by_key(|parts| self.cost(parts)).cloned() else { return Ok(false) };
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

    /// The cheapest way to show that these parts together have not this value: by the values of all, or of all but one and
    /// an answer there.
    fn refute(&self, parts: &[Component], value: Nimber, budget: &mut Budget) -> Result<Option<Choice>, Stopped> {
        let mut best = self.sum(parts).map(|_| Choice { parts: parts.to_vec(), cost: self.cost(parts) });
        for at in 0..parts.len() {
            if self.book.contains_key(&parts[at]) {
                continue;
            }
            let mut others = parts.to_vec();
            let part = others.remove(at);
            let Some(known) = self.sum(&others) else { continue };
            let own = self.cost(&others);
            if best.as_ref().is_some_and(|best| own >= best.cost) {
                continue;
            }
            let Some(answer) = self.reach(&part, value + known, budget)? else { continue };
            if best.as_ref().is_none_or(|best| own.saturating_add(answer.cost) < best.cost) {
                others.extend(answer.parts);
                best = Some(Choice { parts: others, cost: own.saturating_add(answer.cost) });
            }
            if best.as_ref().is_some_and(|best| best.cost == 0) {
                break;
            }
        }
        Ok(best)
    }
}

/// How much there is of a component.
fn size(component: &Component) -> u64 {
    match component {
        Component::Heap(size) => *size,
        Component::Typed(typed) => typed.sizes.iter().fold(0, |all, &size| all.saturating_add(size)),
        Component::Row(word) | Component::Ring(word) => word.len() as u64,
        Component::Bag(bag) => bag.size(),
        Component::Tape(tape) => tape.left.unwrap_or(0),
        Component::Cells(cells) => cells.places().count() as u64,
        Component::Graph(graph) | Component::Poset(graph) => u64::from(graph.vertices()) + graph.edges().len() as u64,
        Component::Token(token) => token.map().graph().edges().len() as u64,
        Component::Bar(bar) => bar.rows().iter().map(|&row| u64::from(row)).sum(),
    }
}

/// Misère play: the sums that the winner leaves, their options, and the start.
fn replies(query: &Query, sums: &Sums, budget: &mut Budget) -> Result<Sums, Stopped> {
    let mut kept = Sums::new();
    let mut open = vec![query.normal_sum(query.position.clone())?];
    while let Some(sum) = open.pop() {
        let Some(&outcome) = sums.get(&sum) else { continue };
        if kept.contains_key(&sum) {
            continue;
        }
        let mut reply: Option<Vec<Term>> = None;
        query.sum_options(&sum, |option| {
            budget.charge(16)?;
            let option = query.normal_sum(option.to_vec())?;
            let there = kept.contains_key(&option);
            match (outcome, sums.get(&option)) {
                (Outcome::P, Some(_)) if !there => open.push(option),
                (Outcome::N, Some(Outcome::P)) if there || reply.as_ref().is_none_or(|own| !kept.contains_key(own)) => {
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
