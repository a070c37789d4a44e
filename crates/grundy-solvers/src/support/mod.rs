//! What all solvers share: limits, checkpoints, threads.

pub mod budget;
pub mod checkpointer;
pub mod clock;
pub mod packed;
pub mod parallel_map;
#[cfg(test)]
pub(crate) mod random;
pub(crate) mod repeats;
pub mod sync;
pub mod threads;
pub mod walk;
