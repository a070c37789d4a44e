//! Small helpers for JSON that programs in any language read without loss.

use grundy::Component;
use serde_json::{Map, Value};

/// Beyond this, a double-precision reader would round: such numbers are written as strings.
const LARGEST_EXACT: u64 = 1 << 53;

/// A number, as a string where a double could not hold it.
pub(crate) fn number(number: impl Into<u128>) -> Value {
    let number = number.into();
    match u64::try_from(number) {
        Ok(exact) if exact <= LARGEST_EXACT => Value::from(exact),
        _ => Value::from(number.to_string()),
    }
}

/// A component in the language's own way to write it.
pub(crate) fn component(component: &Component) -> Value {
    Value::from(component.to_string())
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

/// One object, one line.
pub(crate) fn line(value: &Value) -> String {
    format!("{value}\n")
}
