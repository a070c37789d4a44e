//! Texts of games and positions, and their meaning.

mod amount_files;
mod certificate_lines;
mod conditions;
mod cut;
mod ground;
mod misere;
mod names;
mod parameters;
mod powers;
mod token;
mod wordings;
mod work;
