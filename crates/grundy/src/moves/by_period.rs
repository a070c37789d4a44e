//! Winning moves of heaps with too many moves to list, by a proved period.
//!
//! Far from 0 the moves of a heap are of finitely many kinds: the values of both parts of a split
//! repeat with the period. So the moves that leave a heap up to a period after the preperiod
//! represent all. After a window, the theorem has a witness for each smaller value within the
//! window's length: these moves are tried. If all but finitely many amounts may be taken, each row
//! of the period has one heap with the wanted value.
//!
//! *Example.* Kayles has period 12 from 71 on, so in a row of 10^18 the moves that leave a part of
//! at most 95 represent all moves. *Limits:* heaps of one kind, and one winning move.

use grundy_cert::{Breaking, Claim, Period, Shape, Solution, Window};
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Query, Ruleset, Term};
use grundy_solvers::{Budget, Stopped};

use super::listing::{MAX_LISTED_MOVES, Move};

/// Heaps up to this one are listed from a window, so that each of their moves is looked up.
const LISTED: u64 = 1 << 22;

/// The solution with values in place of windows, for components whose heaps are small enough to
/// list their values; `None` if no claim is replaced.
///
/// # Errors
/// A limit is reached.
pub fn listed(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Option<Solution>, Stopped> {
    let mut replaced = None;
    for (at, claim) in solution.claims.iter().enumerate() {
        let Claim::Window(window) = claim else { continue };
        let largest = largest(query, at);
        if largest <= LISTED {
            budget.poll()?;
            // Each value is held as 32 and as 64 bits at once.
            budget.hold(12 * (largest + 1))?;
            let Some(values) = window.values(&query.rulesets[at], 0, largest as usize + 1) else { return Ok(None) };
            let replaced = replaced.get_or_insert_with(|| solution.clone());
            replaced.claims[at] = Claim::Values(values.into_iter().map(|value| Nimber(value.into())).collect());
        }
    }
    Ok(replaced)
}

/// The largest heap of a ruleset in the position.
fn largest(query: &Query, ruleset: usize) -> u64 {
    let sizes = query.position.iter().filter(|term| term.ruleset == ruleset).map(|term| match term.component {
        Component::Heap(size) => size,
        _ => 0,
    });
    sizes.max().unwrap_or(0)
}

/// Whether the values of this component's options are given by a window, each at the cost of a run.
///
/// An option then costs too much for a list.
pub fn is_behind(solution: &Solution, term: &Term) -> bool {
    matches!(solution.claims.get(term.ruleset), Some(Claim::Window(_)))
}

/// A winning move in one of the heaps, if one is found among those that represent all; `rest` is
/// the value of the other components.
pub(super) fn winning(
    query: &Query,
    solution: &Solution,
    rest: &dyn Fn(usize) -> Option<Nimber>,
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    for (at, term) in query.position.iter().enumerate() {
        let (ruleset @ Ruleset::Heap(_), &Component::Heap(size)) = (&query.rulesets[term.ruleset], &term.component)
        else {
            continue;
        };
        let (Some(wanted), Ok(shape)) = (rest(at), Shape::of(ruleset)) else { continue };
        let found = match (&shape, solution.claims.get(term.ruleset)) {
            (Shape::Breaking(game), Some(Claim::Period(claim))) => in_period(game, claim, size, wanted, budget)?,
            (Shape::Breaking(game), Some(Claim::Window(claim))) => {
                in_window(game, ruleset, claim, size, wanted, budget)?
            }
            (Shape::AllBut(excluded), Some(Claim::Period(claim))) => by_value(excluded, claim, size, wanted, budget)?,
            _ => None,
        };
        if let Some(to) = found {
            let to = to.into_iter().map(Component::Heap).collect();
            let (from, value) = (term.component.clone(), Some(Nimber::ZERO));
            return Ok(Some(Move {
                component: at,
                from,
                to,
                value,
                outcome: Outcome::P,
                words: Vec::new(),
                actions: Vec::new(),
            }));
        }
    }
    Ok(None)
}

/// A winning move by a proved period: one part is smaller than two periods after the preperiod.
fn in_period(
    game: &Breaking,
    claim: &Period,
    size: u64,
    wanted: Nimber,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    let end = claim.preperiod.saturating_add(claim.period.saturating_mul(2)).min(MAX_LISTED_MOVES);
    split(game, size, end, wanted, &|heap| claim.value(heap), budget)
}

/// A winning move by a window: the values near 0 and those near the heap are listed, and one part
/// is within reach of 0.
fn in_window(
    game: &Breaking,
    ruleset: &Ruleset,
    claim: &Window,
    size: u64,
    wanted: Nimber,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    let many = usize::try_from(claim.reach).unwrap_or(usize::MAX).saturating_add(1);
    let Some(first) = size.checked_sub(many as u64).filter(|first| *first > claim.reach) else { return Ok(None) };
    budget.hold(8 * many as u64)?;
    let (Some(near), Some(far)) = (claim.values(ruleset, 0, many), claim.values(ruleset, first, many)) else {
        return Ok(None);
    };
    let value = |heap: u64| {
        let listed = match heap.checked_sub(first) {
            Some(at) => far.get(at as usize),
            None => near.get(heap as usize),
        };
        listed.map(|&value| Nimber(value.into()))
    };
    let found = split(game, size, claim.reach, wanted, &value, budget);
    budget.release(8 * many as u64);
    found
}

/// A move that leaves a heap below `end` and another, or one heap, or nothing, with the wanted
/// value.
fn split(
    game: &Breaking,
    size: u64,
    end: u64,
    wanted: Nimber,
    value: &dyn Fn(u64) -> Option<Nimber>,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    for small in 0..=end {
        for (&taken, &parts) in &game.moves {
            budget.tick()?;
            let Some(other) = size.checked_sub(taken).and_then(|rest| rest.checked_sub(small)) else { continue };
            let to = match (small, other) {
                (0, 0) if parts & 1 != 0 => Vec::new(),
                (0, 1..) if parts & 2 != 0 => vec![other],
                (1.., 1..) if parts & 4 != 0 && !(game.distinct && small == other) => vec![small, other],
                _ => continue,
            };
            if to.iter().map(|&heap| value(heap)).sum::<Option<Nimber>>() == Some(wanted) {
                return Ok(Some(to));
            }
        }
    }
    Ok(None)
}

/// A move to a heap with the wanted value, if all amounts but these may be taken.
fn by_value(
    excluded: &[u64],
    claim: &Period,
    size: u64,
    wanted: Nimber,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    for heap in 0..claim.first().max(claim.preperiod + claim.period) {
        budget.tick()?;
        let Some(value) = claim.value(heap) else { continue };
        let rows = match (wanted.0.checked_sub(value.0), heap >= claim.preperiod) {
            (Some(0), _) => 0,
            (Some(more), true) if claim.saltus > 0 && more % claim.saltus == 0 => more / claim.saltus,
            _ => continue,
        };
        let to = rows.checked_mul(claim.period).and_then(|more| more.checked_add(heap));
        if let Some(to) = to.filter(|&to| to < size && !excluded.contains(&(size - to))) {
            return Ok(Some(if to == 0 { Vec::new() } else { vec![to] }));
        }
    }
    Ok(None)
}
