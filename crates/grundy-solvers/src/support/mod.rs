//! What all solvers share: limits, checkpoints, threads.

pub mod budget;
pub mod checkpointer;
pub(crate) mod clock;
pub mod packed;
pub mod parallel_map;
pub mod sync;
pub mod walk;
