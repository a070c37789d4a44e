//! The trait [`GameExt`]: walks over options that end early without an error type.
//!
//! [`Game::options`] ends a walk by an error of the visitor, so that a solver can pass its reason
//! through `?`. A caller who only looks for an option, or collects all of them, has no such reason;
//! these methods end the walk by a [`ControlFlow`] or a `bool` and return only faults of the game.

use std::ops::ControlFlow;

use crate::game::{Fault, Game};

/// Walks over the options of a position, for any [`Game`].
///
/// ```
/// use grundy_core::{Fault, Game, GameExt};
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
/// assert_eq!(OneOrTwo.all_options(&5)?, [[4], [3]]);
/// assert_eq!(OneOrTwo.find_option(&5, |rest| rest[0] % 3 == 0)?, Some(vec![3]));
/// assert!(OneOrTwo.is_terminal(&0)?);
/// # Ok::<(), Fault>(())
/// ```
pub trait GameExt: Game {
    /// Calls `visit` with each option of `position`, until it returns [`ControlFlow::Break`].
    /// Returns that break, or [`ControlFlow::Continue`] after the last option.
    ///
    /// # Errors
    ///
    /// Returns a fault of the game that occurs before the walk ends.
    fn visit_options<B>(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(&[Self::Position]) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Fault> {
        let walked = self.options(position, |option| match visit(option) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(found) => Err(WalkHalt::Found(found)),
        });
        match walked {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(WalkHalt::Found(found)) => Ok(ControlFlow::Break(found)),
            Err(WalkHalt::Fault(fault)) => Err(fault),
        }
    }

    /// Returns the first option for which `wanted` returns true, as the components that it leaves.
    /// Visits no option after it. `None` if there is no such option.
    ///
    /// # Errors
    ///
    /// Returns a fault of the game that occurs before the option is found.
    fn find_option(
        &self,
        position: &Self::Position,
        mut wanted: impl FnMut(&[Self::Position]) -> bool,
    ) -> Result<Option<Vec<Self::Position>>, Fault> {
        let walked = self.visit_options(position, |option| match wanted(option) {
            true => ControlFlow::Break(option.to_vec()),
            false => ControlFlow::Continue(()),
        })?;
        Ok(walked.break_value())
    }

    /// Returns all options in the order of the game, each as the components that it leaves. An
    /// option that the game visits twice is returned twice.
    ///
    /// # Errors
    ///
    /// Returns a fault of the game.
    fn all_options(&self, position: &Self::Position) -> Result<Vec<Vec<Self::Position>>, Fault> {
        let mut options = Vec::new();
        self.options(position, |option| {
            options.push(option.to_vec());
            Ok::<(), Fault>(())
        })?;
        Ok(options)
    }

    /// Whether the position has no options: the play of this component is over. Visits at most one
    /// option.
    ///
    /// # Errors
    ///
    /// Returns a fault of the game that occurs before the first option.
    fn is_terminal(&self, position: &Self::Position) -> Result<bool, Fault> {
        Ok(self.visit_options(position, |_| ControlFlow::Break(()))?.is_continue())
    }
}

impl<G: Game + ?Sized> GameExt for G {}

/// Why a walk ended early.
enum WalkHalt<B> {
    Found(B),
    Fault(Fault),
}

impl<B> From<Fault> for WalkHalt<B> {
    fn from(fault: Fault) -> WalkHalt<B> {
        WalkHalt::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Heap n has the options 0 to n - 1; the rules fail after the option 4. Counts the visits.
    struct Failing(Cell<u64>);

    impl Game for Failing {
        type Position = u64;

        fn options<E: From<Fault>>(
            &self,
            &heap: &u64,
            mut visit: impl FnMut(&[u64]) -> Result<(), E>,
        ) -> Result<(), E> {
            for rest in 0..heap {
                if rest == 5 {
                    return Err(Fault("five is too large".into()).into());
                }
                self.0.set(self.0.get() + 1);
                visit(&[rest, rest])?;
            }
            Ok(())
        }
    }

    #[test]
    fn walks_end_at_the_first_hit() {
        let game = Failing(Cell::new(0));
        assert_eq!(game.find_option(&9, |rest| rest[0] == 3), Ok(Some(vec![3, 3])));
        assert_eq!(game.0.replace(0), 4);
        assert_eq!(game.is_terminal(&9), Ok(false));
        assert_eq!(game.0.replace(0), 1);
        assert_eq!(
            game.visit_options(&9, |rest| if rest[0] == 2 {
                ControlFlow::Break("two")
            } else {
                ControlFlow::Continue(())
            }),
            Ok(ControlFlow::Break("two"))
        );
        assert_eq!(game.0.replace(0), 3);
    }

    #[test]
    fn walks_without_a_hit_visit_everything() {
        let game = Failing(Cell::new(0));
        assert_eq!(game.find_option(&5, |_| false), Ok(None));
        assert_eq!(game.0.get(), 5);
        assert_eq!(game.is_terminal(&0), Ok(true));
        assert_eq!(game.all_options(&3), Ok(vec![vec![0, 0], vec![1, 1], vec![2, 2]]));
        assert_eq!(game.all_options(&0), Ok(Vec::new()));
    }

    #[test]
    fn faults_of_the_game_are_returned() {
        let game = Failing(Cell::new(0));
        let fault = Fault("five is too large".into());
        assert_eq!(game.find_option(&9, |rest| rest[0] == 7), Err(fault.clone()));
        assert_eq!(game.all_options(&6), Err(fault));
    }
}
