//! The theorems on periods: equality of values on a window proves equality for ever.
//!
//! Each theorem is about one shape of rules, and has an end of the window: if the values repeat
//! below it, they repeat for ever. The proofs are inductions on the size of the heap: an option of
//! a large heap n has a large part, and the option with this part shortened by a period is an
//! option of n - p with the same value.
//!
//! For two parts in full: let the values repeat below the end of the window, let n be at least that
//! end minus p, so n >= 2 n0 + p + k - 1, and let all smaller heaps repeat. An option of n + p
//! takes t <= k and leaves a + b with a >= b. Then 2a >= n + p - t >= 2 n0 + 2p - 1, so a >= n0 +
//! p, and G(a - p) = G(a): the option a - p, b of n has the same value. In the same way each option
//! a, b of n has a >= n0, and the option a + p, b of n + p has its value. So G(n + p) = G(n).
//!
//! With q the preperiod, n0 = max(q, 1), p the period, k the largest amount taken and s the most
//! heaps left by a move:
//!
//! | theorem | values to be seen | source |
//! |---|---|---|
//! | two parts | below 2 n0 + 2p + k - 1 | Guy and Smith, 1956 |
//! | s parts | below s n0 + s p + k | the same argument |
//! | two distinct parts | below 2 n0 + 3p + k | the same argument; one p more since equal heaps do not count |
//! | kinds of heaps | below 2 n0 + 2p + k - 1, with n0 no less than any bound on a part | the same argument, for all kinds at once |
//! | subtraction set, largest s | below q + p + s | the last s values determine the next one |
//! | all but a finite set, largest a | n1 + p for one n1 with equal states | the same, see [`Theorem::AllBut`] |

use std::fmt;

use crate::claims::shape::Shape;

/// A theorem by which values that repeat on a window repeat for ever.
///
/// [`Theorem::ALL`] lists them; more may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Moves leave at most two heaps, of any sizes.
    GuySmith,
    /// Moves leave at most s heaps, of any sizes, for some s over 2.
    Parts,
    /// Moves leave at most two heaps, and two heaps must differ in size.
    DistinctParts,
    /// Heaps of several kinds: moves leave at most two heaps, with lower bounds on them or without.
    Kinds,
    /// Moves take an amount of a finite set.
    Subtraction,
    /// Moves take any amount but those of a finite set E.
    ///
    /// With a = max E and M(n) the largest value of the heaps up to n - a - 1, the *state* at n is
    /// the a numbers max(G(n - j) - M(n), 0) for j = 1..a. Equal states at n1 and n1 + p and M(n1 +
    /// p) = M(n1) + s prove G(n + p) = G(n) + s for all n from n1 on.
    AllBut,
    /// Moves leave at most two heaps; the window of a state proves the period
    /// ([`crate::Window`]).
    StateWindow,
}

impl Theorem {
    /// All theorems.
    pub const ALL: [Theorem; 7] = [
        Theorem::GuySmith,
        Theorem::Parts,
        Theorem::DistinctParts,
        Theorem::Kinds,
        Theorem::Subtraction,
        Theorem::AllBut,
        Theorem::StateWindow,
    ];

    /// The theorem about games of this shape. [`Theorem::StateWindow`] is about shapes that another
    /// theorem is about too, and is never returned.
    pub fn about(shape: &Shape) -> Theorem {
        match shape {
            Shape::Breaking(game) if game.distinct => Theorem::DistinctParts,
            Shape::Breaking(game) if game.most_parts() > 2 => Theorem::Parts,
            Shape::Breaking(_) => Theorem::GuySmith,
            Shape::System(_) => Theorem::Kinds,
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
            Theorem::Kinds => "kinds",
            Theorem::Subtraction => "subtraction",
            Theorem::AllBut => "all-but",
            Theorem::StateWindow => "state-window",
        }
    }

    /// The name in a sentence, with its article.
    pub fn title(self) -> &'static str {
        match self {
            Theorem::GuySmith => "the octal periodicity theorem",
            Theorem::Parts => "the periodicity theorem for several parts",
            Theorem::DistinctParts => "the periodicity theorem for unequal parts",
            Theorem::Kinds => "the periodicity theorem for kinds of heaps",
            Theorem::Subtraction => "the recurrence of a window of a subtraction set",
            Theorem::AllBut => "the recurrence of a state of an all-but-finite subtraction set",
            Theorem::StateWindow => "the recurrence of a window of values in a sparse space",
        }
    }

    /// The statement in a sentence.
    pub fn statement(self) -> &'static str {
        match self {
            Theorem::GuySmith => "G(n+p) = G(n) for n0 <= n < 2 n0 + p + k - 1, with n0 >= 1, holds for all n >= n0",
            Theorem::Parts => "G(n+p) = G(n) for n0 <= n < s n0 + (s-1) p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::DistinctParts => "G(n+p) = G(n) for n0 <= n < 2 n0 + 2p + k, with n0 >= 1, holds for all n >= n0",
            Theorem::Kinds => {
                "G(n+p) = G(n) for every kind and n0 <= n < 2 n0 + p + k - 1, with n0 >= 1 and n0 >= every bound on a part, holds for all n >= n0"
            }
            Theorem::Subtraction => "the last max S values determine the next one, so equal windows repeat for ever",
            Theorem::AllBut => {
                "the last max E values above the largest earlier one determine what comes next, so equal states repeat for ever"
            }
            Theorem::StateWindow => {
                "all rare heaps are known, every witness lies within D heaps, and G(n+p) = G(n) for the D heaps below n1: then it holds for all n >= n1 - D"
            }
        }
    }

    /// The source, with the year.
    pub fn source(self) -> &'static str {
        match self {
            Theorem::GuySmith => "Guy and Smith 1956",
            Theorem::Parts => "Guy and Smith 1956, with s heaps in place of two",
            Theorem::DistinctParts => "Guy and Smith 1956, with one period more because two heaps must differ",
            Theorem::Kinds => "Guy and Smith 1956, for all kinds at once",
            Theorem::Subtraction => "Golomb 1966",
            Theorem::AllBut => "Siegel 2013, chapter IV",
            Theorem::StateWindow => "proved in Grundy's book",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of the window of the theorem about games of this shape: the first heap whose value need
/// not be compared.
///
/// `None` if it is 2^64 or more, and for [`Shape::AllBut`], whose window depends on the values.
///
/// ```
/// use grundy_cert::{Shape, window_end};
///
/// // Kayles has preperiod 71 and period 12, and takes at most 2 counters.
/// let kayles = Shape::of(&grundy_games::game("kayles").unwrap().ruleset).unwrap();
/// assert_eq!(window_end(&kayles, 71, 12), Some(2 * 71 + 2 * 12 + 2 - 1));
/// ```
///
/// For [`Shape::System`] it is one period more than the heaps that the theorem compares, and lies
/// after the last heap at which other rules apply.
pub fn window_end(shape: &Shape, preperiod: u64, period: u64) -> Option<u64> {
    let start = preperiod.max(1);
    match shape {
        Shape::Breaking(game) if game.distinct => {
            start.checked_mul(2)?.checked_add(period.checked_mul(3)?)?.checked_add(game.largest())
        }
        Shape::Breaking(game) => {
            let most = game.most_parts();
            let end = start.checked_add(period)?.checked_mul(most.max(2))?.checked_add(game.largest())?;
            if most > 2 { Some(end) } else { end.checked_sub(1) }
        }
        Shape::System(system) => {
            let start = start.max(system.least);
            let end = start.checked_mul(2)?.checked_add(period)?.checked_add(system.largest)?.checked_sub(1)?;
            end.max(system.switch.checked_add(1)?).checked_add(period)
        }
        Shape::Subtraction(amounts) => preperiod.checked_add(period)?.checked_add(*amounts.last()?),
        Shape::AllBut(_) => None,
    }
}
