//! How every answer is written as JSON: its type is its schema, and the book describes both.
//!
//! An answer is a struct whose documentation is the description in the schema (feature `schema`).
//! Its last fields are [`Reasons`], why fields are null, and the [`Version`] of the schema. A list
//! that may be long is a [`Stream`], whose members are made one by one while it is written.

use std::{
    cell::{Cell, RefCell},
    fmt, io,
};

use grundy::{Component, Convention, Error, Outcome, Query, Status, games::encoding::is_letter};
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::{Map, Value, ser::Formatter};

use crate::{Sheet, phrase};

/// The version of the schema. It changes when a field changes its name, its type or its meaning.
const SCHEMA: u32 = 1;

/// The version of the schema: the last field of every answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(SCHEMA)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Version {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "version".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"const": SCHEMA, "description": "The version of this schema"})
    }
}

/// Why fields are null: the name of the field, or `list.field` for a field of the members of a
/// list, with the reason
#[derive(Debug, Default, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "reasons"))]
pub(crate) struct Reasons {
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    all: RefCell<Map<String, Value>>,
}

impl Reasons {
    /// Whether no field is null.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.borrow().is_empty()
    }

    /// Records why a field, or a field of the members of a list, is null.
    pub(crate) fn note(&self, field: impl Into<String>, reason: impl Into<String>) {
        self.all.borrow_mut().insert(field.into(), reason.into().into());
    }

    /// Records why a field of the members of a list is null, if it is, once for all members.
    pub(crate) fn note_if(&self, is_null: bool, field: &str, reason: &str) {
        if is_null && !self.all.borrow().contains_key(field) {
            self.note(field, reason);
        }
    }

    /// The value of a field; if there is none, the reason is recorded.
    pub(crate) fn of<T>(&self, field: &str, value: Option<T>, reason: impl Into<String>) -> Option<T> {
        if value.is_none() {
            self.note(field, reason);
        }
        value
    }

    /// No value of a field, for this reason.
    pub(crate) fn none<T>(&self, field: &str, reason: impl Into<String>) -> Option<T> {
        self.of(field, None, reason)
    }

    /// A count, which may be over 2^64 - 1.
    pub(crate) fn count(&self, field: &str, count: u128) -> Option<u64> {
        self.of(field, u64::try_from(count).ok(), "the number is over 2^64 - 1")
    }
}

/// Makes types for words that stand for the variants of an enum.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident: $($word:literal)|+;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(transparent)]
        pub(crate) struct $name(&'static str);

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"enum": [$($word),+]})
            }
        }
    )*};
}
pub(crate) use words;

words! {
    /// The convention of play.
    ConventionWord: "normal" | "misere";
    /// Who wins.
    OutcomeWord: "N" | "P";
    /// Whether the checker has verified an answer.
    StatusWord: "proved" | "computed";
}

impl From<Convention> for ConventionWord {
    fn from(convention: Convention) -> Self {
        ConventionWord(match convention {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> Self {
        OutcomeWord(match outcome {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        StatusWord(status.word())
    }
}

/// A component as the language writes it in place of this term of the sum: a row on a board of
/// rings is quoted.
pub(crate) fn component(query: &Query, at: usize, component: &Component) -> String {
    let ruleset = query.position.get(at).and_then(|term| query.rulesets.get(term.ruleset));
    ruleset.map_or_else(|| component.to_string(), |ruleset| ruleset.text(component))
}

/// What a move in this term of the sum leaves of a component, as the language writes it there.
pub(crate) fn left(query: &Query, at: usize, from: &Component, to: &[Component]) -> String {
    let rows = !to.is_empty() && to.iter().all(|part| matches!(part, Component::Row(_)));
    match rows {
        true => to.iter().map(|part| component(query, at, part)).collect::<Vec<_>>().join(" + "),
        false => phrase::leaves(from, to).to_string(),
    }
}

/// A list whose members are made one by one while it is written, once.
pub(crate) struct Stream<I>(Cell<Option<I>>);

impl<T: Serialize, I: Iterator<Item = Result<T, fmt::Error>>> Stream<I> {
    /// A list of these members; an error ends the answer.
    pub(crate) fn new(members: I) -> Stream<I> {
        Stream(Cell::new(Some(members)))
    }
}

impl<T: Serialize, I: Iterator<Item = Result<T, fmt::Error>>> Serialize for Stream<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = self.0.take().into_iter().flatten();
        let mut fault = None;
        let whole = members.by_ref().map_while(|member| member.map_err(|error| fault = Some(error)).ok());
        let written = serializer.collect_seq(whole)?;
        fault.map_or(Ok(written), |fault| Err(S::Error::custom(fault)))
    }
}

/// A sheet that an answer is written to, while its members use the limits of the sheet too.
pub(crate) struct Paper<'s>(RefCell<&'s mut Sheet>);

impl Paper<'_> {
    /// Works with the sheet, which nobody writes to meanwhile.
    pub(crate) fn sheet<T>(&self, work: impl FnOnce(&mut Sheet) -> T) -> T {
        work(&mut self.0.borrow_mut())
    }

    /// Writes an answer on a line.
    pub(crate) fn write(&self, answer: &impl Serialize) -> fmt::Result {
        let mut serializer = serde_json::Serializer::with_formatter(self, Escaping);
        answer.serialize(&mut serializer).map_err(|_| fmt::Error)?;
        self.sheet(|sheet| sheet.push("\n"))
    }
}

impl io::Write for &Paper<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The formatter writes whole texts.
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.sheet(|sheet| sheet.push(text)).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes `\u009b` in place of a sign that a terminal obeys: such signs are in texts alone.
#[derive(Clone, Copy)]
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        // Of what is left of ASCII here, a terminal obeys one sign.
        if text.is_ascii() && !text.as_bytes().contains(&0x7f) {
            return writer.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some((at, sign)) = rest.char_indices().find(|(_, sign)| !is_letter(*sign)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in sign.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + sign.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

/// One object of an answer or an error, or one record of a list of many, on one line.
pub fn line(answer: &impl Serialize) -> String {
    Sheet::new(grundy::Budget::new().bytes(u64::MAX)).json(answer).expect("nothing limits the sheet")
}

impl Sheet {
    /// The answer on one line.
    ///
    /// # Errors
    /// As [`Sheet::write`].
    pub(crate) fn json(self, answer: &impl Serialize) -> Result<String, Error> {
        self.paper(|paper| paper.write(answer))
    }

    /// What is written to a paper.
    ///
    /// # Errors
    /// As [`Sheet::write`].
    pub(crate) fn paper(self, text: impl FnOnce(&Paper<'_>) -> fmt::Result) -> Result<String, Error> {
        self.write(|sheet| text(&Paper(RefCell::new(sheet))))
    }
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
            assert_eq!(line(&value), format!("{value}\n"));
        }
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for at in [0, 299] {
            let mut text = "a".repeat(at);
            text.push_str("\u{7f}\u{9b}31m\u{202e}\u{feff}é");
            let written = line(&json!({"position": text}));
            assert!(written.trim_end().chars().all(is_letter), "{written:?}");
            assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), json!({"position": text}));
        }
    }
}
