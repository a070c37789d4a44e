//! The theory of impartial games: options, values, outcomes.
//!
//! A [`Game`] lists the options of a position. The Sprague-Grundy value of a position is a
//! [`Nimber`]: the [mex](MexSet) of the values of its options. The value of a sum is the exclusive
//! or of the values of its components (Sprague 1935, Grundy 1939).
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
//! This crate parses no text, opens no file, and depends on no other crate.

#![warn(missing_debug_implementations)]

mod game;
mod game_ext;
#[doc(hidden)]
pub mod hash;
pub mod help;
mod mex;
mod nimber;

pub use game::{Fault, Game, Visit, cancel_pairs};
pub use game_ext::GameExt;
pub use mex::MexSet;
pub use nimber::{Nimber, Outcome};
