//! What a certificate says and whether the checker has verified it.

use grundy::Ask;
use serde_json::Value;

use crate::{Colour, Solved, json, phrase};

/// The answer of `check` as text.
pub fn checked_text(solved: &Solved, colour: Colour) -> String {
    let word = phrase::bold(word(solved), colour);
    let body = match solved.query.ask {
        Ask::Value | Ask::Outcome => solved.head(Colour::Off),
        Ask::Table => "Values of the heaps from 0 to the one above.\n".to_owned(),
    };
    format!("{word}: {}\n{body}{}", phrase::title(&solved.query), solved.foot())
}

/// The answer of `check` as JSON.
pub fn checked_json(solved: &Solved) -> String {
    let mut map = solved.heading();
    map.insert("verified".into(), solved.proved.into());
    let ask = match solved.query.ask {
        Ask::Value => "value",
        Ask::Outcome => "outcome",
        Ask::Table => "table",
    };
    map.insert("ask".into(), ask.into());
    solved.closing(&mut map);
    json::line(&Value::Object(map))
}

fn word(solved: &Solved) -> &'static str {
    if solved.proved { "Verified" } else { "Not verified (its claims are of a kind that is not checked)" }
}
