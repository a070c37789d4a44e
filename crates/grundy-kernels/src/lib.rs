//! The methods, a file or a folder each. [`KERNELS`] lists them all.
//!
//! To add one: write `src/NAME.rs`, implement [`Kernel`], add a line to [`KERNELS`]. The planner, the front ends, the
//! test suite and the checker find it by themselves.

mod budget;
mod heap;
mod kernel;
mod law;
pub mod period;
pub mod search;

pub use budget::{Budget, Progress, Reason, Stopped};
pub use kernel::{Estimate, Kernel, Refusal, Scope};

/// Every kernel. The order does not matter: the planner takes the cheapest.
pub const KERNELS: &[&dyn Kernel] = &[&law::Laws, &heap::Subtraction, &heap::Heap, &period::Periods, &search::Search];
