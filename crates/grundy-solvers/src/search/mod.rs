//! Search: methods that use no property of a ruleset except its options.
//!
//! - [`memo`]: any position of any ruleset. Method: depth-first search with memoization. Cost: an
//!   expansion and an entry per position.
//! - [`proof_number`]: graphs and boards whose parts have small values. Method: df-pn on couples of
//!   a position and a value. Cost: for Cram, a hundredth of the positions.
//! - [`positions`]: all positions of a game in code ([`grundy_core::Game`]). Method: depth-first
//!   search, by one thread or several. Cost: an expansion per position and thread.
//!
//! All three expand positions from the start downwards, so that only what can be reached is
//! computed; tables that compute a whole box of positions are in [`crate::heaps`] and
//! [`crate::bags`].

pub mod memo;
pub mod positions;
pub mod proof_number;
