//! Long sequences of values of games that take and split: the sparse-space method, value after value in bounded memory.
//!
//! Let m be a mask. Call a heap *common* if the number of bits that its value has in m is odd, and *rare* otherwise. For
//! many octal games a mask exists for which few heaps are rare. Splitting into two common heaps then gives a value of
//! the rare kind, so the least common value that is no option is known from the splits with a rare heap in them, a few
//! dozen; and all that is left is to find, for each smaller value of the rare kind, one split that has it: the value
//! of the heap is the least one without such a *witness*, else the common one. Where all splits take an even number of
//! counters, or all an odd number, the parity of the heap may be added to that of the bits (`Split`).
//!
//! **Exactness.** Nothing rests on how few heaps are rare. Every rare heap is listed, and where no witness is found
//! among the splits that are tried first, all splits are tried (`Exact`).
//!
//! **Speed.** `Lane` computes blocks of heaps with vector code (`grundy_simd::onehot`): sets of up to 128 common values are
//! words, larger ones lie in `planes` of 64. A greedy `plan` chooses which witnesses to try. The mask is chosen by a
//! Walsh-Hadamard transform of the histogram of values, again and again while the sequence grows.
//!
//! Cost: for each heap one look at each rare heap, and at some dozens of witnesses. Memory: a window as long as the
//! largest rare heap or witness; the first values are kept too ([`KEPT`]), and up to twice the last heap that needed all splits.
//! Sources: R. K. Guy, in Winning Ways, chapter 4, 1982 (sparse spaces); A. Flammenkamp's pages on octal games (position
//! splits); sets as words with a bit for each value are our own.

mod carry;
mod exact;
mod hunt;
mod lane;
mod moves;
mod plan;
mod planes;
mod resume;
mod seek;
mod sequence;
mod setup;
mod split;
mod state;
#[cfg(test)]
mod tests;

pub use hunt::{Hunt, Match};
pub use moves::Moves;
pub use seek::Seek;
pub use sequence::{KEPT, Sequence, Stretch};
