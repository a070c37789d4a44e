//! Long sequences of values of games that take and split: the sparse-space method, in bounded
//! memory.
//!
//! Let m be a mask. A heap is *common* if the number of bits that its value has in m is odd, and
//! *rare* otherwise. For many octal games there is a mask for which few heaps are rare. A split
//! into two common heaps then has a value of the rare kind, so the least common value that is no
//! option follows from the splits with a rare heap in them, a few dozen. It remains to find, for
//! each smaller value of the rare kind, one split that has it: the value of the heap is the least
//! one without such a *witness*, or else the common one. If all splits take an even number of
//! counters, or all an odd number, the parity of the heap may be added to that of the bits
//! (`ParitySplit`).
//!
//! Example, mask 1 (odd values are common):
//!
//! 1. Splits into two common heaps have even values, such as 3 xor 5 = 6.
//! 2. Splits with a rare heap have odd values if the other heap is common. Say that they are 1 and
//!    3.
//! 3. Then the least common value that is no option is 5.
//! 4. The smaller even values 0, 2 and 4 need a witness each, a split into two common heaps.
//! 5. With all three witnesses the heap has value 5. If 2 is the least one without, it has value 2.
//!
//! **Exactness.** Nothing depends on how few heaps are rare. Every rare heap is listed, and if no
//! witness is found among the splits that are tried first, all splits are tried (`ExactSearch`).
//! Where more than one heap in twelve is rare, all splits are searched from the start
//! (`DenseMarks`).
//!
//! **Speed.** `Lane` computes blocks of heaps with vector code (`grundy_simd::onehot`): sets of up
//! to 128 common values are words, larger ones are in `planes` of 64. A greedy `plan` selects the
//! witnesses to try. A Walsh-Hadamard transform of the histogram of values selects the mask,
//! repeatedly while the sequence grows.
//!
//! Cost: for each heap one step per rare heap, and some dozens of witnesses. Memory: a window as
//! long as the largest rare heap or distance of a witness, and the first 2^23 values,
//! or up to twice the last heap that needed all splits. Limits: octal codes with a digit of 4 or
//! more, splits into unequal heaps, and values up to 65,535. Sources: R. K. Guy, in Winning Ways,
//! chapter 4, 1982 (sparse spaces); A. Flammenkamp's pages on octal games (position splits). Sets
//! as words with a bit per value are new here.

mod dense;
mod exact;
mod lane;
mod moves;
mod plan;
mod planes;
mod sequence;
mod setup;
mod split;
mod state;
#[cfg(test)]
mod tests;
mod windows;

pub(crate) use moves::SplitMoves;
pub(crate) use sequence::{Sequence, Stretch};
pub use windows::WindowSearch;
