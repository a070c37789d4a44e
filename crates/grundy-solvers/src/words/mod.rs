//! Rows and rings of letters.

pub mod automaton;
pub mod interval;
pub mod letter_cuts;
pub mod packed;
