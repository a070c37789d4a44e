//! Products of two games on heaps: a position is a pair of heaps, one of each game.
//!
//! For an option A of the first heap a and an option B of the second heap b, both of which are
//! heaps, the move from (a, b) leaves (x, b) for each x of A, (a, y) for each y of B, and (x, y)
//! for each x of A and y of B. In coin turning this is the product of Conway and Guy: where a
//! move of the first game turns the coins of a row and one of the second game the coins of a
//! column, a move of the product turns every coin of a turned row in a turned column (*Winning
//! Ways*, chapter 14). The value of (a, b) is the nim product of both values.
//!
//! Every new pair has a smaller sum, so play ends.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Amounts, HeapMove, HeapRules, Parts, ProductRules, Span, Take};
//!
//! // take 1 times take 1 or 2
//! let take = |amounts: Vec<u64>| {
//!     let leaving = Span { from: 0, to: Some(1) };
//!     let take = Take { amounts: Amounts::of(amounts), leaving, parts: Parts::Any };
//!     HeapRules { moves: vec![HeapMove::Take(take)] }
//! };
//! let rules = ProductRules { factors: [take(vec![1]), take(vec![1, 2])] };
//! let mut options = Vec::new();
//! rules.options(&[2, 2], |pairs| Ok::<(), Fault>(options.push(pairs.to_vec()))).unwrap();
//! assert_eq!(options, [vec![[1, 2], [2, 1], [1, 1]], vec![[1, 2]]]);
//! ```
//!
//! *Faults.* Those of both games, and a move that would leave over 2^20 pairs. *Cost:* a step for
//! each pair of options and each pair that they leave. If one of the heaps has no move, the pair
//! has none.

pub(crate) mod board;
pub(crate) mod read;

use std::fmt;

use grundy_core::{Fault, Game, Visit};

use crate::boards::heap::HeapRules;

/// The rules of a product.
///
/// Their order is that of the numbers in a pair.
///
/// ```text
/// take 1 times take 1 or 2, at (2, 2)
///   take 1 and 1: (1, 2) + (2, 1) + (1, 1)
///   take 1 and 2: (1, 2), since the pairs with 0 have no moves
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductRules {
    /// The two games.
    pub factors: [HeapRules; 2],
}

/// The most pairs that a move may leave.
const MOST: usize = 1 << 20;

impl Game for ProductRules {
    type Position = [u64; 2];

    fn options<E: From<Fault>>(
        &self,
        pair: &[u64; 2],
        mut visit: impl FnMut(&[[u64; 2]]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(pair, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        &[a, b]: &[u64; 2],
        mut visit: impl FnMut(Visit<'_, [u64; 2]>) -> Result<(), E>,
    ) -> Result<(), E> {
        let [first, second] = &self.factors;
        // Without a move of the second game no move of the first one is looked at.
        let moves = second.walk(&b, |seen| match seen {
            Visit::Option(_) => Err(ProductHalt::Found),
            Visit::Work(steps) => visit(Visit::Work(steps)).map_err(ProductHalt::Failed),
        });
        match moves {
            Ok(()) => return Ok(()),
            Err(ProductHalt::Found) => {}
            Err(ProductHalt::Failed(error)) => return Err(error),
        }
        let mut pairs = Vec::new();
        first.walk(&a, |seen| {
            let xs = match seen {
                Visit::Option(heaps) => heaps,
                Visit::Work(steps) => return visit(Visit::Work(steps)),
            };
            second.walk(&b, |seen| {
                let ys = match seen {
                    Visit::Option(heaps) => heaps,
                    Visit::Work(steps) => return visit(Visit::Work(steps)),
                };
                let many = (xs.len() + 1).saturating_mul(ys.len() + 1) - 1;
                if many > MOST {
                    return Err(Fault(format!("{many} pairs at once: a move may leave at most 2^20")).into());
                }
                visit(Visit::Work(many as u32))?;
                pairs.clear();
                pairs.extend(xs.iter().map(|&x| [x, b]));
                pairs.extend(ys.iter().map(|&y| [a, y]));
                pairs.extend(xs.iter().flat_map(|&x| ys.iter().map(move |&y| [x, y])));
                visit(Visit::Option(&pairs))
            })
        })
    }
}

/// Why the search for a move of the second game ended.
enum ProductHalt<E> {
    /// There is a move.
    Found,
    /// The caller has ended it, or the rules have a fault.
    Failed(E),
}

impl<E: From<Fault>> From<Fault> for ProductHalt<E> {
    fn from(fault: Fault) -> ProductHalt<E> {
        ProductHalt::Failed(fault.into())
    }
}

impl fmt::Display for ProductRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} times {}", self.factors[0], self.factors[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AmountSet, Amounts, HeapMove, Parts, Span, Take};

    #[test]
    fn a_huge_heap_beside_one_without_moves_ends_at_once() {
        let any = Take {
            amounts: Amounts { kinds: vec![AmountSet::Any], except: Vec::new() },
            leaving: Span { from: 0, to: Some(1) },
            parts: Parts::Any,
        };
        let nim = HeapRules { moves: vec![HeapMove::Take(any)] };
        let rules = ProductRules { factors: [nim.clone(), nim] };
        for pair in [[u64::MAX, 0], [0, u64::MAX]] {
            let mut events = 0;
            let walked = rules.walk(&pair, |_| {
                events += 1;
                if events > 1_000 { Err(Fault("too many".to_owned())) } else { Ok(()) }
            });
            assert_eq!(walked, Ok(()), "{pair:?}");
        }
    }
}
