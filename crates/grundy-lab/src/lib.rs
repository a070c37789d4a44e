//! Research tools built on [`grundy`]: surveys of families of games, densities of losing words, and
//! sums of tokens on graphs of moves whose play need not end.
//!
//! - [`atlas`] surveys a family of heap games: the period of each, or what was seen of it.
//! - [`census`] learns the machines of all small rewriting systems and groups equal ones.
//! - [`losing`] counts losing words: numbers for each length, generating function, density.
//! - [`survey`] is what both have in common: many studies on several threads.
//! - [`tokens`] adds tokens on one graph of moves.

pub mod atlas;
pub mod census;
pub mod losing;
pub mod survey;
pub mod tokens;
