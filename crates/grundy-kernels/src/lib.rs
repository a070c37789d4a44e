//! The methods, a file or a folder each. [`KERNELS`] lists them all.
//!
//! To add one: write `src/NAME.rs`, implement [`Kernel`], add a line to [`KERNELS`]. The planner, the front ends, the
//! test suite and the checker find it by themselves.

pub mod automaton;
pub mod bag;
mod bars;
mod budget;
mod couples;
mod crew;
mod geography;
mod heap;
mod interval;
mod keep;
mod kernel;
mod law;
pub mod loopy;
mod packed;
pub mod period;
pub mod quotient;
pub mod search;
pub mod segment;
pub mod sparse;
mod sync;
pub mod tape;
mod walk;

pub use budget::{Budget, Overrun, Progress, Reason, Stopped};
pub use grundy_simd::HugePages;
pub use keep::{Facts, Keeper, Pace, Sink};
pub use kernel::{Estimate, Kernel, Refusal, Scope};
pub use walk::Halt;

/// Every kernel. The planner takes the cheapest, or the first that costs next to nothing: whoever takes long to say a
/// price stands behind.
pub const KERNELS: &[&dyn Kernel] = &[
    &law::Laws,
    &bag::Bags,
    &heap::Subtraction,
    &heap::Heap,
    &period::Periods,
    &quotient::Quotients,
    &segment::Segments,
    &interval::Intervals,
    &tape::Tapes,
    &bars::Bars,
    &couples::Couples,
    &geography::Geography,
    &automaton::Automata,
    &search::Search,
];
