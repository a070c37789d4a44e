//! How many threads may work at the same time: one on a target without threads.

use std::{num::NonZero, thread};

/// Returns the number of threads that may work at the same time: `wanted`, or else the number of
/// cores; 1 on a target without threads, and where the number of cores is not known.
pub fn available(wanted: Option<NonZero<usize>>) -> usize {
    if cfg!(target_family = "wasm") {
        return 1;
    }
    wanted.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
}
