//! The tests of judge formats, of positions that are made, and of trials of programs.

mod formats;
mod generate;
mod judges;
mod trials;
