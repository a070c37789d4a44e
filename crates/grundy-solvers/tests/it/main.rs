//! Every solver compared with the meaning of the rules, on random small games.

mod automaton;
mod bag;
mod common;
mod counting;
mod interval;
mod letter_cuts;
mod predictions;
mod subtraction;
mod tape;
