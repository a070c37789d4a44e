//! The trait [`Game`]: the rules of an impartial game as a function from a position to its options.
//!
//! A visitor borrows each option as a slice of components, so that the walk allocates nothing for
//! its caller. The visitor stops the walk by returning an error. The caller chooses the error type,
//! so that `?` carries both the caller's reason to stop and a [`Fault`] of the game.

use std::{convert::Infallible, fmt, hash::Hash};

/// The rules of an impartial game: the options of each position.
///
/// A position is one *component*. A move replaces it by a sum of components: often one, sometimes
/// none. Every play must end; solvers rely on it.
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
///     fn options<E: From<Fault>>(
///         &self,
///         &heap: &u64,
///         mut visit: impl FnMut(&[u64]) -> Result<(), E>,
///     ) -> Result<(), E> {
///         (1..=2).filter(|&taken| taken <= heap).try_for_each(|taken| visit(&[heap - taken]))
///     }
/// }
///
/// let mut rests = Vec::new();
/// OneOrTwo.options(&5, |rest| Ok::<(), Fault>(rests.extend_from_slice(rest))).unwrap();
/// assert_eq!(rests, [4, 3]);
/// ```
pub trait Game {
    /// One component. Equal values denote the same position.
    type Position: Clone + Eq + Ord + Hash;

    /// Calls `visit` with each option of `position`, given as the components that the move leaves.
    ///
    /// Options may come in any order and more than once. An empty slice is the option without
    /// components, whose value is 0.
    ///
    /// # Errors
    ///
    /// Returns the first error, of the visitor or of the rules (a [`Fault`]), and visits no further
    /// option.
    fn options<E: From<Fault>>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(&[Self::Position]) -> Result<(), E>,
    ) -> Result<(), E>;

    /// Calls `visit` as [`Game::options`] does, and also with the work that the rules do between
    /// two options ([`Visit::Work`]), so that a visitor with a limit on time can end that work.
    ///
    /// Rules that may compute for long without an option implement this method, and
    /// [`Game::options`] by it. The provided method reports no work.
    ///
    /// # Errors
    ///
    /// As [`Game::options`].
    fn walk<E: From<Fault>>(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Visit<'_, Self::Position>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.options(position, |option| visit(Visit::Option(option)))
    }
}

/// What a walk over options reports to its visitor: see [`Game::walk`].
///
/// Exhaustive: a visitor that leaves a case out would miss options, or limits.
#[derive(Debug, PartialEq, Eq)]
pub enum Visit<'a, P> {
    /// An option, as the components that the move leaves.
    Option(&'a [P]),
    /// The rules have computed for this many cheap steps since the last report.
    Work(u32),
}

impl<'a, P> Visit<'a, P> {
    /// Returns the option. For work, calls `work` with the number of steps and returns `None`.
    ///
    /// # Errors
    ///
    /// Returns the error of `work`.
    pub fn option<E>(self, work: impl FnOnce(u32) -> Result<(), E>) -> Result<Option<&'a [P]>, E> {
        match self {
            Visit::Option(option) => Ok(Some(option)),
            Visit::Work(steps) => work(steps).map(|()| None),
        }
    }
}

/// The rules fail at a position: a number overflows, or a move does not bring the game nearer to
/// its end.
///
/// The text is the reason, as a clause that a front end can print after `error: `.
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

/// Sorts `components` and removes equal ones in pairs: `x + x` has the value 0 in normal play, and
/// only there.
///
/// Costs O(n log n) comparisons, and no memory.
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
