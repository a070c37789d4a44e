//! Rows and rings of letters.
//!
//! - [`automaton`]: every word of a game at once. Method: active learning, with a prover in place
//!   of the teacher. Cost: the learner's, once; then a step per letter.
//! - [`letter_cuts`]: moves that cut every copy of a letter. Method: a matrix of the distinct
//!   letters. Cost: the square of their number per letter.
//! - [`interval`]: moves that depend on the letters of their occurrence alone. Method: dynamic
//!   programming over the parts of the word. Cost: a step per part and occurrence in it.
//!   Cost: a step per run and place of a move in it.
//! - [`packed`]: all other rules on one word. Method: the definition, on words of up to 256 bits.
//!   Cost: some 40 ns per option.
//!
//! Words that none of them takes are solved by [`crate::search::memo`].
//!
//! Which of them answers is the planner's choice: [`interval`] and [`letter_cuts`] are polynomial
//! in the length of a word, [`automaton`] is an attempt that pays for long words, and [`packed`]
//! takes time that may be exponential in the length.

pub mod automaton;
pub mod interval;
pub mod letter_cuts;
pub mod packed;
