//! The theory of impartial games, and nothing else.
//!
//! A [`Game`] says which options a position has. The Sprague-Grundy value of a position is a [`Nimber`]: the
//! [mex](MexSet) of the values of its options. Values of components add by exclusive or (Sprague 1935, Grundy 1939).
//!
//! ```
//! use grundy_core::{MexSet, Nimber};
//!
//! let mut seen = MexSet::new();
//! for value in [0, 1, 3] {
//!     seen.insert(Nimber(value));
//! }
//! assert_eq!(seen.mex(), Nimber(2));
//! assert_eq!(Nimber(5) + Nimber(7), Nimber(2));
//! ```
//!
//! This crate reads no text, writes no file, and depends on no other.

mod game;
mod mex;
mod nimber;

pub use game::{Fault, Game, cancel_pairs};
pub use mex::MexSet;
pub use nimber::{Nimber, Outcome};
