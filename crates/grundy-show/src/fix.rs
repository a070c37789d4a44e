//! The way out of an error in JSON: as text, and what is to be done as data.

use grundy::help::{Fix, Help, Spelling};
use serde_json::{Value, json};

use crate::json;

/// The line of JSON for an error, with the way out: as text, and what is to be done as data.
pub(crate) fn helped(mut error: Value, code: &str, help: &Help, spelling: &dyn Spelling) -> String {
    error["help"] = if help.is_empty() { spelling.more(code) } else { help.spelled(spelling) }.into();
    let fixes: Vec<Value> = help.fixes().map(fix_json).collect();
    if !fixes.is_empty() {
        error["fix"] = fixes.into();
    }
    json::line(json!({"error": error}))
}

/// What is to be done, as data that no front end spells.
fn fix_json(fix: &Fix) -> Value {
    match fix {
        Fix::Set(field, value) => json!({"set": field, "value": value}),
        Fix::Choose(field, _) => json!({"set": field}),
        Fix::LeaveOut(field) => json!({"leave_out": field}),
        Fix::Parameter(name, value) => json!({"parameter": name, "value": value}),
        Fix::Use(verb, words) if words.is_empty() => json!({"use": verb}),
        Fix::Use(verb, words) => json!({"use": verb, "words": words}),
        Fix::Write(words) => json!({"write": words}),
        Fix::Program(words) => json!({"program": words}),
    }
}
