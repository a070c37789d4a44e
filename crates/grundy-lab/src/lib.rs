//! Research tools built on [`grundy`]: surveys of families of games, searches for a rule by its
//! values, comparisons, densities of losing words, and sums of tokens on graphs of moves whose play
//! need not end.
//!
//! - [`atlas`] surveys a family of heap games: the period of each, or what was seen of it.
//! - [`census`] learns the machines of all small rewriting systems and groups equal ones.
//! - [`diff`] compares a b-file with the values of a game.
//! - [`equal`] decides whether two games have the same values.
//! - [`find`] lists the known rules that give a sequence of values.
//! - [`count`] counts the positions of a size, the lost ones, and those of each value.
//! - [`first`](mod@first) finds the first position with a property.
//! - [`positions`] defines the size of a position of each kind, and lists the positions of a size.
//! - [`hunt`] hunts the open games of a family in turn, for as long as there is time.
//! - [`oeis`] lists the sequences of the encyclopedia that games give, and compares terms.
//! - [`losing`] counts losing words: numbers for each length, generating function, density.
//! - [`survey`] is what both have in common: many studies on several threads.
//! - [`tokens`] adds tokens on one graph of moves.
//! - [`values`] reads the values of the heaps of a game.
//!
//! | question | tool |
//! |---|---|
//! | what are the periods of all codes with three digits? | [`atlas`] |
//! | how far can each game without a known period be followed? | [`hunt`] |
//! | which rewriting systems have small machines? | [`census`] |
//! | which game has these values? | [`find`] |
//! | do two games have the same values? | [`equal`] |
//! | how many positions of a size are lost? | [`count`], [`losing`] |
//! | what is the first position of value 7? | [`first`](mod@first) |
//! | does a b-file agree with the game? | [`diff`] |
//! | which sequences of the encyclopedia are those of a game, and are they right? | [`oeis`] |
//!
//! Every tool takes a [`grundy::Run`], so its limits, its host and its cancellation hold, and
//! states whether what it found is proved. *Cost* and *limits* are in the file of each.

pub mod atlas;
pub mod census;
pub mod count;
pub mod diff;
pub mod equal;
pub mod find;
pub mod first;
pub mod hunt;
pub mod losing;
mod machines;
pub mod oeis;
pub mod positions;
pub mod survey;
pub mod tokens;
pub mod values;
