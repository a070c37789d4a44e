//! What a game leaves out of its word lists, as JSON.

use grundy::games::{Origin, Ruleset, Why, WordList};
use serde_json::{Map, Value, json};

/// Adds the field `left_out` if a game on these rules leaves words or lines out of a list.
pub(crate) fn insert<'r>(map: &mut Map<String, Value>, rulesets: impl IntoIterator<Item = &'r Ruleset>) {
    let mut all: Vec<Value> = Vec::new();
    for list in rulesets.into_iter().flat_map(Ruleset::lists).filter_map(value) {
        // A game may name its list twice.
        if !all.contains(&list) {
            all.push(list);
        }
    }
    if !all.is_empty() {
        map.insert("left_out".into(), all.into());
    }
}

fn value(list: &WordList) -> Option<Value> {
    let Origin::Named(name) = list.origin() else { return None };
    let left_out = list.left_out();
    if left_out.words() + left_out.comments == 0 {
        return None;
    }
    let reasons = left_out.reasons.iter().map(|(why, count, first)| {
        let why = match why {
            Why::Length => "length",
            Why::Capitals => "capitals",
            Why::Letters => "letters",
            Why::Blanks => "blanks",
        };
        json!({"reason": why, "words": count, "first": first})
    });
    Some(json!({
        "list": name,
        "words": left_out.lines,
        "left_out": left_out.words(),
        "reasons": reasons.collect::<Value>(),
        "comments": left_out.comments,
    }))
}
