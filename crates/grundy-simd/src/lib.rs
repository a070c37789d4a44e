//! Vector code for the solvers, the allocator of the program, what systems report of memory, and
//! the structures by which other libraries read tables: the only crate with `unsafe`. Every public
//! function is safe; vector code has a scalar twin.
//!
//! Each function takes the [`Level`] to use, so that tests compare every level of the machine with
//! the scalar twin; solvers pass [`Level::best`]. This crate knows no games and depends on nothing.
//! An AVX-512 twin exists where AVX2 takes measurably longer; the head of the file has the figure.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_imports, unused_mut, reason = "the vector code is for x86_64")
)]

pub mod arrow;
mod digits;
mod filter;
pub mod lanes;
pub mod layers;
mod level;
mod members;
mod memory;
pub mod onehot;
mod pages;
mod prefetch;
pub mod recency;
pub mod splits;
pub mod stretch;
mod text;

pub use digits::fitting;
pub use filter::Filter;
pub use level::Level;
pub use members::{add_evens, members};
pub use memory::{memory_of_machine, memory_of_process};
pub use pages::HugePages;
pub use prefetch::prefetch;
pub use text::{end_of_word, words_of};
