//! Research tools built on [`grundy`]: surveys of families of games, densities of losing words, and
//! sums of tokens on graphs of moves whose play need not end.
//!
//! - [`atlas`] surveys a family of heap games: the period of each, or what was seen of it.
//! - [`census`] learns the machines of all small rewriting systems and groups equal ones.
//! - [`count`] counts the positions of a size, the lost ones, and those of each value.
//! - [`first`](mod@first) finds the first position with a property.
//! - [`positions`] says what a size is on each board, and lists the positions of a size.
//! - [`losing`] counts losing words: numbers for each length, generating function, density.
//! - [`survey`] is what both have in common: many studies on several threads.
//! - [`tokens`] adds tokens on one graph of moves.

pub mod atlas;
pub mod census;
pub mod count;
pub mod first;
pub mod losing;
pub mod positions;
pub mod survey;
pub mod tokens;
