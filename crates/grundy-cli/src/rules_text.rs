//! The one place that asks the library for a game's sentence: until the library writes sentences, only the game's
//! canonical text is told.

use grundy::Rules;

/// What a game says in English, and why it must end.
pub struct Sentence {
    /// The rules.
    pub sentence: String,
    /// Why every run of moves ends.
    pub ends: String,
}

/// The sentence of a game, if the library writes one.
pub fn sentence(rules: &Rules) -> Option<Sentence> {
    let _ = rules;
    None
}
