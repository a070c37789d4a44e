//! Helpers for the JSON that every answer is written in; the book describes its schema.

use std::fmt::{self, Write};

use grundy::{Component, Query, games::encoding::is_letter};
use serde_json::{Map, Value};

use crate::phrase;

/// The version of the schema. It changes when a field changes its name, its type or its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// A count that may be over 2^64 - 1: `null` with the reason then.
pub(crate) fn count(map: &mut Map<String, Value>, field: &str, count: u128) {
    match u64::try_from(count) {
        Ok(count) => {
            map.insert(field.into(), count.into());
        }
        Err(_) => unknown(map, field, "the number is over 2^64 - 1"),
    }
}

/// A field that may have no value: `null` with the reason then.
pub(crate) fn optional(
    map: &mut Map<String, Value>,
    field: &str,
    value: Option<impl Into<Value>>,
    reason: impl Into<String>,
) {
    match value.map(Into::into) {
        Some(value) if !value.is_null() => {
            map.insert(field.into(), value);
        }
        _ => unknown(map, field, reason),
    }
}

/// A component as the language writes it in place of this term of the sum: a row on a board of
/// rings is quoted.
pub(crate) fn component(query: &Query, at: usize, component: &Component) -> Value {
    Value::from(text(query, at, component))
}

/// What a move in this term of the sum leaves of a component, as the language writes it there.
pub(crate) fn left(query: &Query, at: usize, from: &Component, to: &[Component]) -> Value {
    let rows = !to.is_empty() && to.iter().all(|part| matches!(part, Component::Row(_)));
    Value::from(match rows {
        true => to.iter().map(|part| text(query, at, part)).collect::<Vec<_>>().join(" + "),
        false => phrase::leaves(from, to).to_string(),
    })
}

fn text(query: &Query, at: usize, component: &Component) -> String {
    let ruleset = query.position.get(at).and_then(|term| query.rulesets.get(term.ruleset));
    ruleset.map_or_else(|| component.to_string(), |ruleset| ruleset.text(component))
}

/// Records why a field of the members of a list is null, if it is null in one of them.
pub(crate) fn members(map: &mut Map<String, Value>, list: &str, field: &str, reason: &str) {
    let members = map.get(list).and_then(Value::as_array);
    if members.is_some_and(|members| members.iter().any(|member| member[field].is_null())) {
        explained(map, &format!("{list}.{field}"), reason);
    }
}

/// Writes null for a field whose value is not known, with the reason under `reasons`.
pub(crate) fn unknown(map: &mut Map<String, Value>, field: &str, reason: impl Into<String>) {
    map.entry(field).or_insert(Value::Null);
    explained(map, field, reason);
}

/// Records under `reasons` why a field, or a field of the members of a list, is null.
pub(crate) fn explained(map: &mut Map<String, Value>, field: &str, reason: impl Into<String>) {
    let reasons = map.entry("reasons").or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(reasons) = reasons {
        reasons.insert(field.into(), reason.into().into());
    }
}

/// One object of an answer or an error, with the version of the schema, on one line.
///
/// `reasons` and `schema` are the last fields, whatever the order was in which they were added.
pub fn line(value: Value) -> String {
    let value = match value {
        Value::Object(mut map) => {
            if let Some(reasons) = map.shift_remove("reasons") {
                map.insert("reasons".into(), reasons);
            }
            map.insert("schema".into(), SCHEMA.into());
            Value::Object(map)
        }
        other => other,
    };
    record(&value)
}

/// Writes a value as `serde_json` does. That looks at each byte of a text in turn, which takes most
/// of the time where positions have megabytes, so a long text without signs to escape is copied.
pub(crate) fn write(text: &mut impl Write, value: &Value) -> fmt::Result {
    /// Shorter texts are left to `serde_json`.
    const LONG: usize = 256;
    let own = |value: &Value| escaped(serde_json::to_string(value).expect("keys of objects are texts"));
    match value {
        Value::String(long) if long.len() >= LONG && is_plain(long) => {
            text.write_str("\"")?;
            text.write_str(long)?;
            text.write_str("\"")
        }
        Value::Array(items) => {
            text.write_str("[")?;
            for (at, item) in items.iter().enumerate() {
                text.write_str(if at == 0 { "" } else { "," })?;
                write(text, item)?;
            }
            text.write_str("]")
        }
        Value::Object(map) => {
            text.write_str("{")?;
            for (at, (key, item)) in map.iter().enumerate() {
                text.write_str(if at == 0 { "" } else { "," })?;
                text.write_str(&own(&Value::from(key.as_str())))?;
                text.write_str(":")?;
                write(text, item)?;
            }
            text.write_str("}")
        }
        other => text.write_str(&own(other)),
    }
}

/// Returns JSON with `\u009b` in place of signs that a terminal obeys: they are in texts alone.
pub(crate) fn escaped(json: String) -> String {
    if json.is_ascii() && !json.contains('\u{7f}') || json.chars().all(is_letter) {
        return json;
    }
    let mut text = String::with_capacity(json.len() + 16);
    for sign in json.chars() {
        match is_letter(sign) {
            true => text.push(sign),
            false => text.push_str(&format!("\\u{:04x}", u32::from(sign))),
        }
    }
    text
}

/// Whether nothing in a text is escaped in JSON.
fn is_plain(text: &str) -> bool {
    // Text in other alphabets may have signs that are escaped.
    let escaped = |byte: &u8| *byte < b' ' || *byte == b'"' || *byte == b'\\' || *byte > b'~';
    // Without an early end within a piece, several bytes are compared at once.
    text.as_bytes().chunks(64).all(|piece| !piece.iter().fold(false, |any, byte| any | escaped(byte)))
}

/// One record of a list of many, on one line.
pub fn record(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value).expect("a string takes all text");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_as_by_serde_json() {
        let long = "{0-1 1-2} ".repeat(100);
        let mut values = vec![
            json!({}),
            json!([]),
            json!({"a \" key": [1, -2, 0.5, true, null, "", "é\n"], "b": {"c": [[], {}]}}),
            json!(long),
            json!([long, {"from": long}]),
        ];
        // Each sign, at each place of a piece.
        for sign in ["\"", "\\", "\u{0}", "\u{1f}", " ", "é", "\u{2028}", "\t"] {
            values.extend([0, 1, 63, 64, 65, 299].map(|at| {
                let mut text = long.clone();
                text.insert_str(at, sign);
                json!({"position": text})
            }));
        }
        for value in values {
            assert_eq!(record(&value), format!("{value}\n"));
        }
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for at in [0, 299] {
            let mut text = "a".repeat(at);
            text.push_str("\u{7f}\u{9b}31m\u{202e}\u{feff}é");
            let written = record(&json!({"position": text}));
            assert!(written.trim_end().chars().all(is_letter), "{written:?}");
            assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), json!({"position": text}));
        }
    }
}
