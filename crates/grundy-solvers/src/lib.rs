//! Methods that solve impartial games, one file or folder each. [`SOLVERS`] lists all of them.
//!
//! To add one: write the file or folder, implement [`Solver`], and add a line to [`SOLVERS`]. The
//! planner, the front ends, the test suite and the checker use the list.

pub mod bags;
pub mod graphs;
pub mod heaps;
pub mod search;
mod solver;
pub mod support;
pub mod tapes;
pub mod words;

pub use grundy_simd::{HugePages, memory_of_machine, memory_of_process};
pub use solver::{Estimate, Refusal, Scope, Solver};
pub use support::{
    budget::{Budget, Overrun, Progress, Reason, Stopped, Verified},
    checkpointer::{ByteSink, Checkpointer, FactStream, Schedule},
    walk::Halt,
};

/// Every solver. The planner takes the one with the lowest estimate, or the first whose estimate is
/// negligible; so a solver whose estimate takes long comes late in the list.
pub const SOLVERS: &[&dyn Solver] = &[
    &heaps::closed_form::ClosedForms,
    &heaps::runs::RunSearch,
    &heaps::product::Products,
    &bags::Bags,
    &bags::MisereBags,
    &heaps::table::Subtraction,
    &heaps::table::Heap,
    &heaps::dense::Dense,
    &heaps::piles::PileTables,
    &heaps::period::Periods,
    &heaps::misere::MisereHeap,
    &heaps::quotient::Quotients,
    &heaps::quotient::LongQuotients,
    &words::letter_cuts::Segments,
    &words::interval::Intervals,
    &tapes::Tapes,
    &graphs::chomp::Chomp,
    &search::proof_number::ProofSearch,
    &graphs::geography::Geography,
    &words::automaton::Automata,
    &heaps::binary::Relations,
    &words::packed::Packed,
    &search::memo::MemoSearch,
];
