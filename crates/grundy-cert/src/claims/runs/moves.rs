//! Rules whose moves leave one heap out of a range, the ends of which never decrease.
//!
//! `x -> y for y in A(x)..B(x) where ..`, with guards such as `y^4 >= x` and `y < x`, or `x ->
//! E(x)` with guards that compare x with numbers. The text shows that A, B, E and both sides of
//! each guard never decrease; so neither do the first and the last heap that a move can leave. How
//! many combinations an expansion may try ([`grundy_games::heaps::expr::MOST_TRIALS`]) limits
//! expansions only, not the meaning.
//!
//! *Example.* `x -> y for y in 1..sqrt(x) where y^4 >= x where y < x` leaves, from 16 on, the heaps
//! from the fourth root of x to its square root; both grow with x.

use grundy_games::{
    Clause, HeapMove, Ruleset,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Comparison, Condition, Expr},
    },
};

use crate::claims::growing::Growing;

/// The moves of a game, each as a range of heaps.
#[derive(Debug)]
pub struct RangeMoves(Vec<RuleMove>);

/// The heaps that one rule leaves.
#[derive(Debug)]
struct RuleMove {
    /// The first heap that may have such a move.
    from: u64,
    /// The heap after the last one that may have such a move; `None` if there is none.
    before: Option<u64>,
    /// What the move leaves.
    to: To,
}

/// What a rule leaves.
#[derive(Debug)]
enum To {
    /// One heap of this size, if that is not negative.
    One(Growing),
    /// The numbers y from A(x) to B(x) that satisfy all guards.
    Range { low: Growing, high: Growing, guards: Vec<Guard> },
}

/// `y >= ..`, the side of y being a function that never decreases: holds from some y on, or up to
/// some y.
#[derive(Debug)]
struct Guard {
    /// The side of y.
    of_y: Growing,
    /// The other side, a function of x.
    than: Growing,
    /// Whether it holds from some y on, not up to some y.
    from: bool,
    /// Whether it holds where both sides are equal.
    equal: bool,
}

/// The heaps that a rule leaves from a heap: from `first` up to before `end`; none if these are
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeapRange {
    /// The first one.
    pub(super) first: u64,
    /// The one after the last one.
    pub(super) end: u64,
    /// Whether the rule leaves exactly one heap wherever it applies.
    pub(super) single: bool,
}

impl RangeMoves {
    /// The moves of a ruleset; `None` if they are not of this form.
    pub fn of(ruleset: &Ruleset) -> Option<RangeMoves> {
        let Ruleset::Heap(rules) = ruleset else { return None };
        let moves = rules.moves.iter().map(|kind| match kind {
            HeapMove::General(clause) => RuleMove::of(clause),
            HeapMove::Take(_) | HeapMove::Code(_) => None,
        });
        moves.collect::<Option<_>>().map(RangeMoves)
    }

    /// The heap before which the same rules apply as at heap n; `None` if there is no such end.
    pub(super) fn end_of_rules(&self, n: u64) -> Option<u64> {
        let ends = self.0.iter().flat_map(|made| [Some(made.from), made.before]).flatten();
        ends.filter(|&end| end > n).min()
    }

    /// The ranges of heaps that the moves from heap n leave, one for each rule that applies there.
    /// `None` if a number exceeds its width, so that the plain meaning has to answer.
    pub(super) fn from(&self, n: u64) -> Option<Vec<HeapRange>> {
        let applies = |made: &&RuleMove| made.from <= n && made.before.is_none_or(|before| n < before);
        self.0.iter().filter(applies).map(|made| made.heaps(n)).collect()
    }
}

impl RuleMove {
    /// Returns the moves of a rule; `None` if it is not of this form.
    fn of(clause: &Clause) -> Option<RuleMove> {
        let ([term], 1, None) = (&clause.terms[..], clause.arity, &clause.kind) else { return None };
        let NewHeap { count: None, sizes, .. } = term.heap()? else { return None };
        let mut made = RuleMove { from: 1, before: None, to: To::One(Growing::Size) };
        let mut range = None;
        let mut guards = Vec::new();
        for step in &clause.steps {
            match step {
                ClauseStep::In(1, values) if range.is_none() => match &values.0[..] {
                    [(low, Some(high))] => range = Some((Growing::of(low, 0)?, Growing::of(high, 0)?)),
                    _ => return None,
                },
                ClauseStep::Where(condition) => made.restrict(condition, &mut guards)?,
                ClauseStep::In(..) | ClauseStep::Parts(..) => return None,
            }
        }
        made.to = match range {
            None if guards.is_empty() => To::One(Growing::of(&sizes[0], 0)?),
            Some((low, high)) if sizes[0] == Expr::Name(1) => To::Range { low, high, guards },
            _ => return None,
        };
        Some(made)
    }

    /// Adds a condition: to the heaps that have the move, or to the guards of the range.
    fn restrict(&mut self, condition: &Condition, guards: &mut Vec<Guard>) -> Option<()> {
        let (left, comparison, right) = match condition {
            Condition::And(first, second) => {
                self.restrict(first, guards)?;
                return self.restrict(second, guards);
            }
            Condition::Compare(left, comparison, right) => (left, *comparison, right),
            _ => return None,
        };
        let mirrored = match comparison {
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            Comparison::Equal | Comparison::NotEqual => return None,
        };
        match (left, right) {
            (Expr::Name(0), Expr::Number(number)) => self.only(comparison, *number),
            (Expr::Number(number), Expr::Name(0)) => self.only(mirrored, *number),
            _ => {
                // The side of y has no x: a number is one of y only if the other side is one of x.
                let sides = [(left, comparison, right), (right, mirrored, left)];
                let (of_y, comparison, than) = sides
                    .into_iter()
                    .find_map(|(y, comparison, x)| Some((Growing::of(y, 1)?, comparison, Growing::of(x, 0)?)))?;
                let from = matches!(comparison, Comparison::Greater | Comparison::GreaterOrEqual);
                let equal = matches!(comparison, Comparison::GreaterOrEqual | Comparison::LessOrEqual);
                guards.push(Guard { of_y, than, from, equal });
                Some(())
            }
        }
    }

    /// Restricts the heaps that have the move to those that compare so with a number.
    fn only(&mut self, comparison: Comparison, number: u64) -> Option<()> {
        let next = number.checked_add(1);
        match comparison {
            Comparison::GreaterOrEqual => self.from = self.from.max(number),
            Comparison::Greater => self.from = self.from.max(next?),
            Comparison::Less => self.before = Some(self.before.map_or(number, |before| before.min(number))),
            Comparison::LessOrEqual => {
                let next = next?;
                self.before = Some(self.before.map_or(next, |before| before.min(next)));
            }
            Comparison::Equal | Comparison::NotEqual => return None,
        }
        Some(())
    }

    /// Returns what the rule leaves from heap n; `None` if a number exceeds its width.
    fn heaps(&self, n: u64) -> Option<HeapRange> {
        match &self.to {
            To::One(size) => match size.at(n)? {
                ..0 => Some(HeapRange { first: 0, end: 0, single: true }),
                size => {
                    let first = u64::try_from(size).ok()?;
                    Some(HeapRange { first, end: first.checked_add(1)?, single: true })
                }
            },
            To::Range { low, high, guards } => {
                let first = u64::try_from(low.at(n)?).ok()?;
                let end = match high.at(n)? {
                    ..0 => 0,
                    high => u64::try_from(high).ok()?.checked_add(1)?,
                };
                // Nothing that the plain meaning computes for a y of the range exceeds 128 bits if
                // nothing does for the greatest y.
                let greatest = end.saturating_sub(1);
                if guards.iter().any(|guard| guard.of_y.at(greatest).is_none()) {
                    return None;
                }
                let mut heaps = HeapRange { first, end: end.max(first), single: false };
                for guard in guards {
                    let edge = guard.edge(n, end)?;
                    if guard.from {
                        heaps.first = heaps.first.max(edge);
                    } else {
                        heaps.end = heaps.end.min(edge);
                    }
                }
                heaps.end = heaps.end.max(heaps.first);
                Some(heaps)
            }
        }
    }
}

impl Guard {
    /// The first y up to `end` from which on the guard holds, or no longer holds.
    fn edge(&self, n: u64, end: u64) -> Option<u64> {
        let than = self.than.at(n)?;
        let reached = |y: u64| {
            let of_y = self.of_y.at(y)?;
            // "From" a side that may be equal, or "up to" one that may not: the edge is at
            // equality.
            Some(if self.from == self.equal { of_y >= than } else { of_y > than })
        };
        let (mut low, mut high) = (0, end);
        while low < high {
            let middle = low + (high - low) / 2;
            if reached(middle)? { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }
}
