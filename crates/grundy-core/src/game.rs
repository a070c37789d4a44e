//! What a game is: the options of each position.
//!
//! The visitor borrows each option as a slice of components, so nothing is allocated for the solver's sake; it stops
//! the walk by returning an error. The error type is the caller's, so that `?` carries both the caller's own reason to
//! stop and the game's [`Fault`].

use std::{convert::Infallible, fmt, hash::Hash};

/// The rules of an impartial game: which options a position has.
///
/// A position is one *component*. A move replaces it by a sum of components: often one, sometimes none. Every run of
/// moves must end; solvers rely on it.
///
/// ```
/// use grundy_core::{Fault, Game};
///
/// /// Take one or two counters.
/// struct OneOrTwo;
///
/// impl Game for OneOrTwo {
///     type Position = u64;
///
///     fn options<E: From<Fault>>(&self, &heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
///         (1..=2).filter(|&taken| taken <= heap).try_for_each(|taken| visit(&[heap - taken]))
///     }
/// }
///
/// let mut rests = Vec::new();
/// OneOrTwo.options(&5, |rest| Ok::<(), Fault>(rests.extend_from_slice(rest))).unwrap();
/// assert_eq!(rests, [4, 3]);
/// ```
pub trait Game {
    /// One component.
    type Position: Clone + Eq + Ord + Hash;

    /// Shows `visit` each option of `position` as the components that the move leaves.
    ///
    /// Order and repeats are free. Stops at the first error, of the visitor or of the rules, and returns it.
    fn options<E: From<Fault>>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(&[Self::Position]) -> Result<(), E>,
    ) -> Result<(), E>;
}

/// The rules break down at a position: arithmetic overflows, or a move would not bring the game nearer to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl From<Infallible> for Fault {
    fn from(never: Infallible) -> Fault {
        match never {}
    }
}

/// Sorts `components` and removes equal ones two by two: `x + x` is zero in normal play (and only there).
///
/// ```
/// let mut sum = vec![7, 5, 7, 7];
/// grundy_core::cancel_pairs(&mut sum);
/// assert_eq!(sum, [5, 7]);
/// ```
pub fn cancel_pairs<P: Ord>(components: &mut Vec<P>) {
    components.sort_unstable();
    let mut kept = 0;
    for next in 0..components.len() {
        components.swap(kept, next);
        if kept > 0 && components[kept] == components[kept - 1] {
            kept -= 1;
        } else {
            kept += 1;
        }
    }
    components.truncate(kept);
}
