//! What rules on words and letters are made of: factors, endings, lists of words, powers; how they
//! are read, and how they are written in English and in certificates.

pub mod cut;
pub mod ending;
pub(crate) mod english;
pub mod factor;
pub mod letters;
pub(crate) mod lines;
pub mod list;
pub mod power;
pub(crate) mod read_ending;
pub(crate) mod read_factor;
pub(crate) mod read_letters;
pub(crate) mod split;
