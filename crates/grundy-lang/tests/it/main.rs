//! Texts of games and positions, and their meaning.

mod conditions;
mod cut;
mod misere;
mod names;
mod token;
mod work;
