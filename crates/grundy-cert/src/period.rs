//! Periods: the claim that the values of a heap game repeat for ever, and how it is verified.
//!
//! The claim holds the values up to the end of the first period; every other value follows. The checker computes the
//! values itself as far as the window of the theorem reaches (`recompute.rs`), compares each of them with the claim,
//! and refuses a period or preperiod that is not the least. So a claim has no freedom left: one altered number and it
//! does not stand.
//!
//! Each theorem says how far equality must be seen before it holds for ever. With q the preperiod, n0 = max(q, 1), p
//! the period, k the largest amount taken and s the most heaps left by a move:
//!
//! | theorem | values to be seen | source |
//! |---|---|---|
//! | two parts | below 2 n0 + 2p + k - 1 | Guy and Smith, 1956 |
//! | s parts | below s n0 + s p + k | the same argument |
//! | two distinct parts | below 2 n0 + 3p + k | the same argument; one p more since equal heaps do not count |
//! | subtraction set, largest s | below q + p + s | the last s values tell the next one |
//! | all but a finite set, largest a | n1 + p for one n1 with equal states | the same, see [`Theorem::AllBut`] |

mod recompute;
mod repeats;
mod state;

use std::fmt;

use grundy_core::Nimber;
use grundy_rules::HeapRules;

use crate::{Flaw, Shape};
pub(crate) use recompute::Recompute;

/// A claim that the values repeat: G(n + period) = G(n) + saltus for all n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Why that holds for ever.
    pub theorem: Theorem,
    /// The first heap from which the values repeat; heap 0 counts.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// By how much the values grow in a period.
    pub saltus: u64,
    /// The values of the heaps from 0 to the end of the first period.
    pub values: Vec<Nimber>,
}

/// A theorem that turns equality on a window into equality for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Moves leave at most two heaps, freely.
    GuySmith,
    /// Moves leave at most s heaps, freely, for some s over 2.
    Parts,
    /// Moves leave at most two heaps, and two must differ.
    DistinctParts,
    /// Moves take an amount of a finite set.
    Subtraction,
    /// Moves take any amount but those of a finite set E.
    ///
    /// With a = max E and M(n) the largest value of the heaps up to n - a - 1, the *state* at n is the a numbers
    /// max(G(n - j) - M(n), 0) for j = 1..a. Equal states at n1 and n1 + p and M(n1 + p) = M(n1) + s prove
    /// G(n + p) = G(n) + s for all n from n1 on.
    AllBut,
}

impl Theorem {
    /// Every theorem.
    pub const ALL: [Theorem; 5] =
        [Theorem::GuySmith, Theorem::Parts, Theorem::DistinctParts, Theorem::Subtraction, Theorem::AllBut];

    /// The theorem that is about games of this shape.
    pub fn about(shape: &Shape) -> Theorem {
        match shape {
            Shape::Breaking(game) if game.distinct => Theorem::DistinctParts,
            Shape::Breaking(game) if game.most_parts() > 2 => Theorem::Parts,
            Shape::Breaking(_) => Theorem::GuySmith,
            Shape::Subtraction(_) => Theorem::Subtraction,
            Shape::AllBut(_) => Theorem::AllBut,
        }
    }

    /// The name in certificates and reports.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::GuySmith => "guy-smith",
            Theorem::Parts => "parts",
            Theorem::DistinctParts => "distinct-parts",
            Theorem::Subtraction => "subtraction",
            Theorem::AllBut => "all-but",
        }
    }

    /// What it says, in a sentence.
    pub fn statement(self) -> &'static str {
        match self {
            Theorem::GuySmith => "G(n+p) = G(n) for n0 <= n < 2 n0 + p + k - 1, with n0 >= 1, holds for all n >= n0",
            Theorem::Parts => "G(n+p) = G(n) for n0 <= n < s n0 + (s-1) p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::DistinctParts => "G(n+p) = G(n) for n0 <= n < 2 n0 + 2p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::Subtraction => "the last max S values tell the next one, so equal windows repeat for ever",
            Theorem::AllBut => {
                "the last max E values above the largest earlier one tell what comes next, so equal states repeat for ever"
            }
        }
    }

    /// Where it is from.
    pub fn source(self) -> &'static str {
        match self {
            Theorem::GuySmith => {
                "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956) 514-526"
            }
            Theorem::Parts => "as Guy and Smith (1956), with s heaps in place of two",
            Theorem::DistinctParts => "as Guy and Smith (1956), with one period more because two heaps must differ",
            Theorem::Subtraction => "S. W. Golomb, A mathematical investigation of games of take-away (1966)",
            Theorem::AllBut => "A. N. Siegel, Combinatorial Game Theory, chapter IV (2013)",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The first heap that need not be seen for the theorem about this game of taking and breaking.
///
/// Nothing where that is beyond all heaps.
pub fn window_end(game: &crate::Breaking, preperiod: u64, period: u64) -> Option<u64> {
    let (start, largest) = (preperiod.max(1), game.largest());
    if game.distinct {
        return start.checked_mul(2)?.checked_add(period.checked_mul(3)?)?.checked_add(largest);
    }
    let most = game.most_parts();
    let parts = most.max(2);
    let end = start.checked_add(period)?.checked_mul(parts)?.checked_add(largest)?;
    if most > 2 { Some(end) } else { end.checked_sub(1) }
}

impl Period {
    /// The value of any heap; nothing where it is 2^64 or more.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        let Some(past) = heap.checked_sub(self.preperiod).filter(|_| self.period > 0) else {
            return self.values.get(usize::try_from(heap).ok()?).copied();
        };
        let at = self.preperiod + past % self.period;
        let Nimber(base) = *self.values.get(usize::try_from(at).ok()?)?;
        (past / self.period).checked_mul(self.saltus)?.checked_add(base).map(Nimber)
    }

    /// Verifies the claim from the rules alone. `go_on` is asked before each heap; when it says no, the outcome is
    /// "not verified".
    pub fn check(&self, rules: &HeapRules, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let refuse = |why: &str| Err(Flaw::NoPeriod(why.into()));
        let shape = Shape::of(rules).map_err(|why| Flaw::NoPeriod(why.into()))?;
        let most = self.preperiod.checked_add(self.period);
        if self.period == 0 || most != Some(self.values.len() as u64) {
            return refuse("the values do not end with the first period");
        }
        if Theorem::about(&shape) != self.theorem {
            return refuse("the theorem is not about this game");
        }
        if self.theorem != Theorem::AllBut && self.saltus != 0 {
            return refuse("the theorem is about values that do not grow");
        }
        if !repeats::least(self) {
            return refuse("the period or the preperiod is not the least");
        }
        let end = match &shape {
            Shape::Breaking(game) => window_end(game, self.preperiod, self.period),
            Shape::Subtraction(amounts) => amounts.last().and_then(|&largest| most?.checked_add(largest)),
            Shape::AllBut(excluded) => match state::first_repeat(self, excluded) {
                Some(end) => Some(end),
                None => return refuse("no state of the window is seen to repeat"),
            },
        };
        let Some(end) = end else { return refuse("the window of the theorem ends beyond all heaps") };
        let mut own = Recompute::new(rules, &shape);
        for heap in 0..end {
            if !go_on() {
                return Ok(false);
            }
            let mex = own.next()?;
            let claimed = self.value(heap).ok_or(Flaw::OtherAnswer)?;
            if claimed != mex {
                return Err(Flaw::WrongValue { component: grundy_rules::Component::Heap(heap), claimed, mex });
            }
        }
        Ok(true)
    }
}
