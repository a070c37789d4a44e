//! Helpers for the JSON that every answer is written in; the book describes its schema.

use grundy::Component;
use serde_json::{Map, Value};

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

/// A component as the language writes it.
pub(crate) fn component(component: &Component) -> Value {
    Value::from(component.to_string())
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
    format!("{value}\n")
}

/// One record of a list of many, on one line.
pub(crate) fn record(value: &Value) -> String {
    format!("{value}\n")
}
