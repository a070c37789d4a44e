//! Texts of games and positions, and their meaning.

mod conditions;
mod cut;
mod misere;
mod token;
mod work;
