//! The end of long walks: the caller has no more time, or the plain meaning has found an error.
//!
//! Every loop whose length depends on the input polls the caller, so that a check ends soon after
//! its time is up, whatever the claim is.
//!
//! *Example.* A check of a heap with ten million options polls about ten thousand times; one of
//! many small positions polls at each.

use std::{fmt, num::NonZero};

/// The caller has no more time, or the walk has found what it looks for.
///
/// It is the only error of the evaluators themselves. The plain meaning, which the caller supplies,
/// has errors of its own, of a type that an `Enough` becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enough;

/// Polls the caller: at each position, and once in many small steps. It also says how many threads
/// the caller lets work.
///
/// It is passed down by reference through a whole check.
///
/// ```
/// use grundy_evaluator::{Enough, Poll};
///
/// let mut asked = 0;
/// let mut go_on = || {
///     asked += 1;
///     asked < 3
/// };
/// let mut poll = Poll::new(&mut go_on);
/// assert_eq!((poll.position(), poll.steps(5_000)), (Ok(()), Ok(())));
/// assert_eq!((poll.step(), poll.position()), (Ok(()), Err(Enough)));
/// ```
pub struct Poll<'g> {
    /// Returns whether there is time left.
    go_on: &'g mut dyn FnMut() -> bool,
    /// The small steps since the caller was last asked.
    steps: u32,
    /// All small steps.
    counted: u64,
    /// How many threads may work at the same time.
    threads: usize,
}

/// The number of small steps between two polls.
const STRIDE: u32 = 1 << 10;

/// So many small steps weigh as much as an option.
const STEPS_OF_OPTION: u64 = 1 << 9;

impl<'g> Poll<'g> {
    /// Polls by calling `go_on`, which returns whether there is time left.
    #[inline]
    pub fn new(go_on: &'g mut dyn FnMut() -> bool) -> Poll<'g> {
        Poll { go_on, steps: 0, counted: 0, threads: 1 }
    }

    /// The same, where so many threads may work at the same time in place of one.
    #[inline]
    pub fn in_threads(self, threads: NonZero<usize>) -> Poll<'g> {
        Poll { threads: threads.get(), ..self }
    }

    /// The number of threads that may work at the same time, this one included.
    #[inline]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Polls now.
    #[inline]
    pub fn position(&mut self) -> Result<(), Enough> {
        if (self.go_on)() { Ok(()) } else { Err(Enough) }
    }

    /// Polls at every 1024th call.
    #[inline]
    pub fn step(&mut self) -> Result<(), Enough> {
        self.steps(1)
    }

    /// Counts small steps, as many calls of [`Poll::step`].
    #[inline]
    pub fn steps(&mut self, steps: u32) -> Result<(), Enough> {
        self.steps = self.steps.saturating_add(steps);
        self.counted = self.counted.saturating_add(steps.into());
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        self.position()
    }

    /// All small steps so far.
    #[inline]
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// How much so many options weigh that were found since so many steps were counted: a loop may
    /// run long and find few. The plain meaning verifies facts until they weigh enough.
    #[inline]
    pub fn weight(&self, options: u64, before: u64) -> u64 {
        options.max((self.counted - before) / STEPS_OF_OPTION)
    }
}

impl fmt::Debug for Poll<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poll").field("steps", &self.steps).field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// The first error of the plain meaning during a walk.
///
/// The walk itself learns only that it is to end. Whatever it makes of that, the error is its
/// result: fast code cannot lose a flaw that the plain meaning has found.
pub(crate) struct FirstError<E>(Option<E>);

impl<E: From<Enough>> FirstError<E> {
    /// No error yet.
    pub(crate) fn none() -> FirstError<E> {
        FirstError(None)
    }

    /// Keeps the error of a result, if it is the first one.
    pub(crate) fn keep<T>(&mut self, result: Result<T, E>) -> Result<T, Enough> {
        result.map_err(|error| {
            self.0.get_or_insert(error);
            Enough
        })
    }

    /// What came of the walk.
    pub(crate) fn or<T>(self, walked: Result<T, Enough>) -> Result<T, E> {
        match self.0 {
            Some(error) => Err(error),
            None => Ok(walked?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Enough, FirstError};

    #[derive(Debug, PartialEq)]
    enum Own {
        Enough,
        Flaw(u8),
    }

    impl From<Enough> for Own {
        fn from(Enough: Enough) -> Own {
            Own::Enough
        }
    }

    #[test]
    fn an_error_of_the_plain_meaning_is_the_result_whatever_the_walk_does_with_it() {
        let mut found = FirstError::none();
        assert_eq!(found.keep(Ok::<_, Own>(3)), Ok(3));
        assert_eq!(found.keep(Err::<u8, _>(Own::Flaw(1))), Err(Enough));
        assert_eq!(found.keep(Err::<u8, _>(Own::Flaw(2))), Err(Enough));
        assert_eq!(found.or(Ok(true)), Err(Own::Flaw(1)));
        assert_eq!(FirstError::<Own>::none().or(Err::<(), _>(Enough)), Err(Own::Enough));
        assert_eq!(FirstError::<Own>::none().or(Ok(7)), Ok(7));
    }
}
