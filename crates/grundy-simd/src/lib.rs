//! Vector code for the kernels: the one crate with `unsafe`. Safe functions outside, a scalar twin for each.
//!
//! Each function takes the [`Level`] that it shall use, so that tests run every level that the machine has against the
//! scalar twin; kernels pass [`Level::best`]. This crate knows nothing of games and depends on nothing.

mod digits;
mod filter;
pub mod layers;
mod level;
pub mod onehot;
mod pages;
mod prefetch;
pub mod recency;
pub mod stretch;
mod text;

pub use digits::fitting;
pub use filter::Filter;
pub use level::Level;
pub use pages::HugePages;
pub use prefetch::prefetch;
pub use text::{end_of_word, words_of};

#[cfg(test)]
mod tests {
    /// A small generator of test inputs (Marsaglia's xorshift).
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        /// A number below `bound`.
        pub(crate) fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 20) as usize % bound
        }
    }
}
