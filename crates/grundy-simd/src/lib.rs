//! Vector code for the kernels: the one crate with `unsafe`. Safe functions outside, a scalar twin for each.
//!
//! Each function takes the [`Level`] that it shall use, so that tests run every level that the machine has against the
//! scalar twin; kernels pass [`Level::best`]. This crate knows nothing of games and depends on nothing.

mod level;
mod prefetch;
pub mod recency;

pub use level::Level;
pub use prefetch::prefetch;
