//! What rules on words and letters are made of: factors, endings, lists of words, powers.

pub mod cut;
pub mod ending;
pub mod factor;
pub mod letters;
pub mod list;
pub mod power;
pub(crate) mod read_ending;
pub(crate) mod read_factor;
pub(crate) mod read_letters;
pub(crate) mod split;
