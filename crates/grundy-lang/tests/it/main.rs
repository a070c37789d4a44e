//! Texts and what they mean.

mod cut;
mod misere;
mod token;
