//! Heaps: tables of values, periods, misère quotients, closed forms.
//!
//! - [`closed_form`]: Nim and other games whose values a theorem gives. Method: the theorem. Cost:
//!   constant per heap.
//! - [`table`]: all heaps up to the largest one. Method: the definition, in ascending order. Cost:
//!   a lookup per option.
//! - [`period`]: heaps up to 2^64 - 1. Method: a period, proved by the theorem of Guy and Smith or
//!   an analogue. Cost: the values up to the proof.
//! - [`sparse`]: long sequences of octal games, for [`period`]. Method: sparse spaces. Cost: a step
//!   per rare heap, for each heap.
//! - [`dense`]: declared games, of one or several kinds of heaps. Method: tables over boxes of
//!   sizes. Cost: nanoseconds per option or per new option.
//! - [`piles`]: several piles at once, in any order. Method: a table of all sorted lists, with sets
//!   of values for lines. Cost: a few words per line of a position, or nanoseconds per option.
//! - [`runs`]: declared games whose values are constant on long ranges. Method: a search by halves
//!   for the next change. Cost: about 100 evaluations per run.
//! - [`binary`]: declared games whose values depend on the binary digits of the size. Method: a
//!   finite automaton, guessed and then proved. Cost: a step per digit.
//! - [`misere`]: who wins one heap that stays single, in misère play. Method: the definition, in
//!   ascending order. Cost: a look-up per option.
//! - [`quotient`]: who wins sums in misère play. Method: the misère quotient. Cost: a product per
//!   heap.
//!
//! The planner asks each of them for an estimate and takes the cheapest; where several answer, they
//! are compared in tests. `grundy plan GAME POSITION` prints the estimates.
//!
//! [`product`] gives the values of products of two games on heaps, by nim multiplication of the
//! values of both.

pub mod binary;
pub mod closed_form;
pub mod dense;
#[cfg(test)]
mod growing;
pub mod lost;
pub mod misere;
pub mod period;
pub mod piles;
pub mod product;
pub mod quotient;
pub mod runs;
pub mod sparse;
pub mod table;

pub use crate::support::repeats::Repeat;
