//! What all solvers share: limits, checkpoints, threads.
//!
//! - [`budget`]: limits on time, memory and positions, and what was used; every solver charges it.
//! - [`checkpointer`]: the facts of a search as bytes, to resume from.
//! - [`parallel_map`]: independent pieces of work on as many cores as pay.
//! - `growth`: how many positions come up, from the numbers of smaller starts.
//! - [`packed`]: a table of values with the fewest bytes per entry.
//! - [`walk`]: walks over options that may end early.
//! - [`clock`], [`threads`], [`sync`]: the only clock, the number of threads, and the locks, each
//!   with a substitute for tests or targets without them.
//!
//! Answers must not depend on any of it: the clock and the threads decide only how far a search
//! comes.

pub mod budget;
pub mod checkpointer;
pub mod clock;
pub(crate) mod growth;
pub mod packed;
pub mod parallel_map;
pub(crate) mod reading;
pub mod repeats;
pub mod sync;
pub mod threads;
pub mod walk;
