//! The moves of a position, each with what it leaves and who wins then: read off a solution's claims.
//!
//! A move is a distinct pair of component and result. Results are sums, so their order does not tell moves apart.

use std::{cmp::Reverse, collections::HashSet};

use grundy_cert::{Answer, Claim, Law, Solution};
use grundy_core::{Fault, Game, Nimber, Outcome, cancel_pairs};
use grundy_kernels::{Budget, Stopped};
use grundy_rules::{Component, Placed, Play, Query};

/// A move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in.
    pub from: Component,
    /// What it becomes: a sum of components; nothing where the component is gone.
    pub to: Vec<Component>,
    /// The value of the whole sum after the move, in normal play, where it is known.
    pub value: Option<Nimber>,
    /// Who wins the whole sum after the move, the next player being the opponent.
    pub outcome: Outcome,
}

impl Move {
    /// Whether the player who makes it wins.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them, winning ones first, then by component; `count` is their number.
    Listed {
        /// The moves that were asked for: all, or the winning ones.
        moves: Vec<Move>,
        /// How many moves there are in all.
        count: u128,
    },
    /// There are more than this.
    TooMany(u64),
}

/// More moves than this are not listed one by one.
pub const MOST_MOVES: u64 = 2_000_000;

/// The moves of the position of `query`: the winning ones, and the others too if `all`.
///
/// `solution` must be a solution of the query: the values of the options are looked up in its claims.
pub fn moves(query: &Query, solution: &Solution, all: bool, budget: &mut Budget) -> Result<Moves, Stopped> {
    if !all && let Some(moves) = nim(query, solution) {
        return Ok(moves);
    }
    let total = match &solution.answer {
        Answer::Value(value) => *value,
        _ => Nimber::ZERO,
    };
    let mut found = Vec::new();
    let mut count = 0u128;
    for (at, placed) in query.start.iter().enumerate() {
        let Placed { board, component } = placed;
        let own = solution.value(query, *board, component).unwrap_or_default();
        let mut results: HashSet<Vec<Component>> = HashSet::new();
        let walked = query.boards[*board].options(component, |parts| {
            budget.look()?;
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            budget.hold(2 * sorted.iter().map(Component::bytes).sum::<u64>() + size_of::<Move>() as u64)?;
            if !results.insert(sorted) {
                return Ok(());
            }
            count += 1;
            if count > u128::from(MOST_MOVES) {
                return Err(Halt::TooMany);
            }
            let made = after(query, solution, at, parts, total + own)?;
            if all || made.wins() {
                found.push(made);
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::TooMany) => return Ok(Moves::TooMany(MOST_MOVES)),
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    found.sort_by_key(|made| (Reverse(made.wins()), made.component));
    Ok(Moves::Listed { moves: found, count })
}

/// The move in the component at `at` that leaves `parts`; `rest` is the value of the other components.
fn after(query: &Query, solution: &Solution, at: usize, parts: &[Component], rest: Nimber) -> Result<Move, Halt> {
    let Placed { board, component } = &query.start[at];
    let missing = || Halt::from(Fault(format!("the solution does not tell what {component} is worth after a move")));
    let (value, outcome) = match query.play {
        Play::Normal => {
            let mut parts = parts.to_vec();
            cancel_pairs(&mut parts);
            let sum: Option<Nimber> = parts.iter().map(|part| solution.value(query, *board, part)).sum();
            match sum {
                Some(sum) => (Some(rest + sum), (rest + sum).outcome()),
                None => match solution.is(query, *board, &parts, rest)? {
                    Some(wins) => (None, if wins { Outcome::P } else { Outcome::N }),
                    None => return Err(missing()),
                },
            }
        }
        Play::Misere => {
            let others = query.start.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, placed)| placed.clone());
            let parts = parts.iter().map(|part| Placed { board: *board, component: part.clone() });
            let sum: Vec<Placed> = others.chain(parts).collect();
            (None, solution.outcome(query, &sum).ok_or_else(missing)?)
        }
    };
    Ok(Move { component: at, from: component.clone(), to: parts.to_vec(), value, outcome })
}

/// The winning moves of Nim in normal play, for heaps of any size: each heap that its xor with the total lowers.
fn nim(query: &Query, solution: &Solution) -> Option<Moves> {
    let ([Claim::Law(Law::Nim)], Play::Normal, Answer::Value(total)) =
        (&solution.claims[..], query.play, &solution.answer)
    else {
        return None;
    };
    let mut count = 0u128;
    let mut moves = Vec::new();
    for (at, placed) in query.start.iter().enumerate() {
        let Component::Heap(size) = placed.component else { return None };
        count += u128::from(size);
        let rest = size ^ total.0;
        if rest < size {
            let to = if rest == 0 { Vec::new() } else { vec![Component::Heap(rest)] };
            let from = placed.component.clone();
            moves.push(Move { component: at, from, to, value: Some(Nimber::ZERO), outcome: Outcome::P });
        }
    }
    Some(Moves::Listed { moves, count })
}

/// Why a walk over moves ended early.
enum Halt {
    TooMany,
    Stopped(Stopped),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Stopped(fault.into())
    }
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}
