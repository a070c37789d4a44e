//! Fast evaluation of games on heaps and on words: the checker's twin of the plain meaning, which
//! confirms values that are claimed.
//!
//! The plain meaning of a move, in `grundy-games`, takes far longer than the solver whose claim is
//! checked. The evaluators read the same rules, in blocks of heaps ([`heaps`]) and on bits of words
//! ([`words`]).
//!
//! *They only confirm.* An evaluator refuses no claim, and has no message. What it does not
//! confirm is left to the plain meaning, which the caller supplies: a fact that is false or
//! missing, and all that is odd. So every flaw is one that the plain meaning has found, and an
//! error of the plain meaning is always the result. What must be trusted of this crate is that it
//! confirms no false fact; it shares no code with the solvers, and the plain meaning verifies a
//! random sample of what was confirmed. A check can do without it.
//!
//! ```
//! use grundy_core::Nimber;
//! use grundy_evaluator::{
//!     Enough, Poll,
//!     heaps::{Evaluator, Fact},
//! };
//! use grundy_games::{Code, HeapMove, HeapRules};
//!
//! let code = Code { hexadecimal: false, digits: vec![0, 7, 7] };
//! let kayles = HeapRules { moves: vec![HeapMove::Code(code)] };
//! let sizes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
//! // The value of the heap of 9 is 4.
//! let values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 5].map(Nimber);
//!
//! let mut go_on = || true;
//! let mut poll = Poll::new(&mut go_on);
//! let mut evaluator = Evaluator::of_heaps(&kayles, &values, 1 << 20, &mut poll)?.unwrap();
//! let fact = |size: usize| Fact { kind: 0, sizes: &sizes[size..=size], value: values[size] };
//! let mut left = Vec::new();
//! let mut plain = |size: usize, _: &mut Poll<'_>| {
//!     left.push(size);
//!     Ok::<_, Enough>(u64::MAX)
//! };
//! evaluator.verify(0..10, fact, &mut plain, &mut poll)?;
//! // Then comes the sample, which is one fact if it has so many options.
//! assert_eq!((left[0], left.len()), (9, 2));
//! # Ok::<(), Enough>(())
//! ```
//!
//! | part | where |
//! |---|---|
//! | values of heaps | [`heaps::Evaluator`] |
//! | values and outcomes of words | [`words::verify`] |
//! | words as bits, from solvers to the checker | [`words::WordFacts`] |
//! | the time that is left | [`Poll`] |
//!
//! *Cost.* Each fact is copied to a table, within a bound on bytes that the caller sets; beyond it
//! the claim is left to the plain meaning. Then one expansion of each heap or word, 5 to 100 times
//! as fast as the plain meaning.

#![warn(missing_debug_implementations)]

pub mod heaps;
mod parts;
mod poll;
#[cfg(test)]
mod random;
mod sample;
pub mod words;

pub use poll::{Enough, Poll};
