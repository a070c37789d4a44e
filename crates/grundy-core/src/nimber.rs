//! Grundy values and outcomes.
//!
//! A value has 64 bits, because a Nim heap of 2^64 - 1 counters has that value. Tables store
//! narrower integers.
//!
//! ```
//! use grundy_core::{Nimber, Outcome};
//!
//! let sum: Nimber = [3, 5, 6].map(Nimber).into_iter().sum();
//! assert_eq!((sum, sum.outcome()), (Nimber::ZERO, Outcome::P));
//! assert_eq!(Nimber(4).to_string(), "*4");
//! ```

use std::{fmt, iter::Sum, ops::Add};

/// A Sprague-Grundy value: the size of the Nim heap that a position equals.
///
/// `+` is the addition of values in a sum of games, the exclusive or.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a position that the player to move loses in normal play.
    pub const ZERO: Nimber = Nimber(0);

    /// Returns the outcome of a position of this value in normal play.
    pub fn outcome(self) -> Outcome {
        if self == Nimber::ZERO { Outcome::P } else { Outcome::N }
    }
}

impl Add for Nimber {
    type Output = Nimber;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "values of components add without carry")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(values: I) -> Nimber {
        values.fold(Nimber::ZERO, Nimber::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

/// The player who wins with best play.
///
/// Exhaustive: impartial games without cycles have these two outcomes and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The next player wins: the one who is to move.
    N,
    /// The previous player wins: the one who has just moved.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}
