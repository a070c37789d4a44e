//! A winning move in a misère sum of heaps that have too many moves to list, by the quotient.
//!
//! If the elements of heaps repeat from n0 on with period p, a heap after the window of the period
//! theorem has options of the same elements as the heap of the same class modulo p just after the
//! window: what is added to the heap is added to the largest part of the option, which is at least
//! n0. So the options of small heaps represent all.

use grundy_cert::{Claim, Quotient, Shape, Solution, window_end};
use grundy_core::{Game, Outcome};
use grundy_games::{Component, Query, Ruleset};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{listing::Move, lookup::after};

/// The first winning move, `Some(None)` if there is none. `None` if the claim is no quotient of all
/// heaps.
pub(super) fn winning(
    query: &Query,
    solution: &Solution,
    budget: &mut Budget,
) -> Result<Option<Option<Move>>, Stopped> {
    let ([Claim::Quotient(claim)], [Ruleset::Heap(rules)]) = (&solution.claims[..], &query.rulesets[..]) else {
        return Ok(None);
    };
    for (at, term) in query.position.iter().enumerate() {
        let Component::Heap(size) = term.component else { return Ok(None) };
        let Some(small) = small(claim, &query.rulesets[0], size) else { return Ok(None) };
        let mut winning = None;
        let walked = rules.walk(&small, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.tick()?;
            let mut parts = parts.to_vec();
            if let Some(largest) = parts.iter_mut().max() {
                *largest += size - small;
            }
            let parts: Vec<Component> = parts.into_iter().map(Component::Heap).collect();
            let made = after(query, solution, at, &parts, None)?;
            if made.outcome == Outcome::P {
                winning = Some(made);
                return Err(Halt::Enough);
            }
            Ok(())
        });
        match walked {
            Err(Halt::Stopped(stopped)) => return Err(stopped),
            Ok(()) | Err(Halt::Enough) if winning.is_some() => return Ok(Some(winning)),
            Ok(()) | Err(Halt::Enough) => {}
        }
    }
    Ok(Some(None))
}

/// A heap that is equivalent to this one in the quotient, and as small as the theorem allows.
fn small(claim: &Quotient, ruleset: &Ruleset, size: u64) -> Option<u64> {
    let (from, period) = claim.repeats()?;
    let shape = Shape::of(ruleset).ok()?;
    let end = window_end(&shape, from, period)?;
    Some(if size < end { size } else { end + (size - end) % period })
}
