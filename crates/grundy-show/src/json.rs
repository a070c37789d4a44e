//! Small helpers for JSON that programs in any language read without loss.

use grundy::Component;
use serde_json::Value;

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

/// One object, one line.
pub(crate) fn line(value: &Value) -> String {
    format!("{value}\n")
}
