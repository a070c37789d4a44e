//! A winning move in a misère sum of heaps that have too many moves to list, by way of the quotient.
//!
//! Where the elements of heaps repeat from n0 on with period p, a heap beyond the window of the period theorem has options
//! of the same elements as the heap of the same class modulo p just behind the window: what is added to the heap is added
//! to the largest part of the option, which is at least n0. So the options of small heaps tell all.

use grundy_cert::{Claim, Quotient, Shape, Solution, window_end};
use grundy_core::{Game, Outcome};
use grundy_kernels::{Budget, Halt, Stopped};
use grundy_rules::{Board, Component, Query};

use crate::{Move, moves::after};

/// The first winning move, or none where there is none; nothing where no quotient of all heaps tells.
pub(crate) fn winning(
    query: &Query,
    solution: &Solution,
    budget: &mut Budget,
) -> Result<Option<Option<Move>>, Stopped> {
    let ([Claim::Quotient(claim)], [Board::Heap(rules)]) = (&solution.claims[..], &query.boards[..]) else {
        return Ok(None);
    };
    for (at, placed) in query.start.iter().enumerate() {
        let Component::Heap(size) = placed.component else { return Ok(None) };
        let Some(small) = small(claim, &query.boards[0], size) else { return Ok(None) };
        let mut winning = None;
        let walked = rules.options(&small, |parts| {
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

/// A heap that is as this one for the quotient, and as small as the theorem allows.
fn small(claim: &Quotient, board: &Board, size: u64) -> Option<u64> {
    let (from, period) = claim.repeats()?;
    let shape = Shape::of(board).ok()?;
    let end = window_end(&shape, from, period)?;
    Some(if size < end { size } else { end + (size - end) % period })
}
