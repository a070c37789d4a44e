//! The values of fields: numbers, words, times and files, read from JSON, from the text of an
//! address, and from a command line.
//!
//! A text stands for the value that it spells wherever a field is read: an address has nothing
//! else, and a program that answers for a person often writes `"20"` for 20.

use std::{
    collections::BTreeMap,
    fmt::{self, Display},
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use grundy::{
    Error,
    help::{Fix, Help},
};
use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// A whole number as positions write it: digits, or a power such as `10^6` or `1e6`.
///
/// Returns `None` for other text, and for numbers over 2^64 - 1.
pub fn whole_number(text: &str) -> Option<u64> {
    if let Some((base, power)) = text.split_once('^') {
        return base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?);
    }
    match text.split_once(['e', 'E']) {
        None => text.parse().ok(),
        Some((digits, power)) => digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(power.parse().ok()?)?),
    }
}

/// A whole number from 0 to 2^64 - 1, which a text may write as a power: `10^6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(pub u64);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Whole {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Whole".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["integer", "string"], "minimum": 0})
    }
}

/// What a whole number is.
const WHOLE: &str = "a whole number from 0 to 2^64 - 1, such as 5000 or 10^6";

impl FromStr for Whole {
    type Err = String;

    fn from_str(text: &str) -> Result<Whole, String> {
        whole_number(text)
            .map(Whole)
            .ok_or_else(|| "write a number from 0 to 2^64 - 1, such as 5000 or 10^6".to_owned())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Whole, D::Error> {
        let number = match Value::deserialize(from)? {
            Value::String(text) => whole_number(text.trim()),
            value => value.as_u64(),
        };
        number.map(Whole).ok_or_else(|| de::Error::custom(WHOLE))
    }
}

/// A whole number as [`Whole`] reads it, for a field of another type.
pub(crate) fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Whole::deserialize(from).map(|whole| whole.0)
}

/// A whole number that may be below 0.
pub(crate) fn integer<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let number = match Value::deserialize(from)? {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_i64(),
    };
    number.ok_or_else(|| de::Error::custom("a whole number, such as 3 or -1"))
}

/// How many of something, from 1 on.
pub(crate) fn some<'de, T: TryFrom<u64>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    let wrong = || de::Error::custom(format!("a whole number from 1 to 2^{} - 1", 8 * size_of::<T>()));
    let Some(number) = Option::<Whole>::deserialize(from).map_err(|_| wrong())? else { return Ok(None) };
    T::try_from(number.0).ok().filter(|_| number.0 > 0).map(Some).ok_or_else(wrong)
}

/// The length of a list, from 1 on.
pub(crate) fn at_most<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    let number = whole(from).ok().and_then(|number| u16::try_from(number).ok()).filter(|number| *number > 0);
    number.ok_or_else(|| de::Error::custom("a whole number from 1 to 65535"))
}

/// A value that is true or false.
pub(crate) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    match Value::deserialize(from)? {
        Value::Bool(value) => Ok(value),
        Value::String(text) if ["true", "false"].contains(&text.as_str()) => Ok(text == "true"),
        _ => Err(de::Error::custom("true or false")),
    }
}

/// A text, which may be a number too.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    word(&Value::deserialize(from)?).ok_or_else(|| de::Error::custom("a text"))
}

/// A text, or a number, that may be absent.
pub(crate) fn some_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        value => word(&value).map(Some).ok_or_else(|| de::Error::custom("a text")),
    }
}

/// The text of a value that is one, or a number.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    }
}

/// Letters: as they are written, and `a..d` for those from a to d.
///
/// # Errors
/// A text that is not a range of letters: `d..a`, `a..`.
pub fn letters(text: &str) -> Result<String, String> {
    let (mut all, mut rest) = (String::new(), text.chars());
    while let Some(first) = rest.next() {
        let mut after = rest.clone();
        match (after.next(), after.next(), after.next()) {
            (Some('.'), Some('.'), last) => {
                let last = last.filter(|last| first < *last).ok_or_else(|| {
                    let range: String = [first, '.', '.'].into_iter().chain(last).collect();
                    format!("letters, of which `{range}` is not a range: write the first one first, as in a..d")
                })?;
                all.extend(first..=last);
                rest = after;
            }
            _ => all.push(first),
        }
    }
    Ok(all)
}

/// [`letters`] that may be absent.
pub(crate) fn some_letters<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    some_text(from)?.map(|text| letters(&text)).transpose().map_err(de::Error::custom)
}

/// The schema of words: one text, a number, or a list of them.
#[cfg(feature = "schema")]
pub(crate) struct WordsSchema;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for WordsSchema {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Words".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["string", "integer", "array"],
            "items": {"type": ["string", "integer"]},
        })
    }
}

/// What words are.
const WORDS: &str = "a text, or a list of texts; a number in the place of one is whole, from 0 to 2^64 - 1";

/// The most words of a list.
const MOST_WORDS: usize = 1 << 16;

/// Words: one text, a number, or a list of them.
pub(crate) fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Words;

    impl<'de> Visitor<'de> for Words {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(WORDS)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Vec<String>, E> {
            Ok(vec![text.to_owned()])
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<Vec<String>, E> {
            Ok(vec![number.to_string()])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Vec<String>, A::Error> {
            let mut words = Vec::new();
            while let Some(value) = all.next_element::<Value>()? {
                if words.len() >= MOST_WORDS {
                    return Err(de::Error::custom("a text, or a list of at most 65536 texts"));
                }
                words.push(word(&value).ok_or_else(|| de::Error::custom(WORDS))?);
            }
            Ok(words)
        }
    }

    from.deserialize_any(Words)
}

/// The game with what follows it, as the library reads words.
pub(crate) fn line(game: &str, rest: &[String]) -> Vec<String> {
    std::iter::once(game.to_owned()).chain(rest.iter().cloned()).collect()
}

/// A range of numbers, such as 1..3.
#[cfg(feature = "full")]
pub(crate) fn span<'de, D: Deserializer<'de>>(from: D) -> Result<Option<std::ops::RangeInclusive<u64>>, D::Error> {
    let wrong = || de::Error::custom("a range such as 1..3 or 0..10^9");
    let Some(text) = some_text(from).map_err(|_: D::Error| wrong())? else { return Ok(None) };
    grundy_contest::span(&text).map(Some).ok_or_else(wrong)
}

/// A limit on the time: a number of seconds from 0 up to 10^12.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let seconds = match Value::deserialize(from)? {
        Value::Null => return Ok(None),
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_f64(),
    };
    let seconds = seconds.filter(|seconds| (0.0..1e12).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Some).ok_or_else(|| de::Error::custom("a number of seconds from 0 to 10^12"))
}

/// A time in seconds, or with a unit: `500ms`, `1.5s`, `1m`, `2h`.
///
/// # Errors
/// Another text, or a time over 10^12 seconds.
#[cfg(feature = "clap")]
pub fn read_seconds(text: &str) -> Result<f64, String> {
    let digits = text.find(|sign: char| sign.is_alphabetic() || sign == ' ').unwrap_or(text.len());
    let unit = match text[digits..].trim().to_lowercase().as_str() {
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "ms" => 1e-3,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return Err("expected a number of seconds, such as 2 or 0.5, or a time such as 500ms, 1m, 2h".to_owned()),
    };
    let number: f64 = text[..digits]
        .parse()
        .map_err(|_| "expected a number of seconds, such as 2 or 0.5, or a time such as 500ms, 1m, 2h".to_owned())?;
    let number = number * unit;
    if (0.0..1e12).contains(&number) {
        Ok(number)
    } else {
        Err("expected a number of seconds from 0 to 10^12".to_owned())
    }
}

/// Texts with names.
pub(crate) fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    BTreeMap::deserialize(from).map_err(|_| de::Error::custom("an object from names to texts"))
}

/// The values of parameters as the language writes them, from an object of numbers, lists of them
/// and texts.
pub(crate) fn parameters<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    };
    let value = |value: &Value| match value {
        Value::Array(all) => Some(format!("{{{}}}", all.iter().map(one).collect::<Option<Vec<_>>>()?.join(", "))),
        value => one(value),
    };
    let wrong = || de::Error::custom("names with numbers, lists of them, or texts: {\"k\": 3, \"S\": [1, 4]}");
    let fields = Map::deserialize(from).map_err(|_| wrong())?;
    fields.iter().map(|(name, field)| Some((name.clone(), value(field)?))).collect::<Option<_>>().ok_or_else(wrong)
}

/// Refuses a largest heap in `up_to`, if the words after the game end with a heap.
pub(crate) fn one_end(words: &[String], up_to: Option<Whole>) -> Result<(), Error> {
    let has_end = words.last().is_some_and(|word| whole_number(word.trim()).is_some());
    if has_end && up_to.is_some() {
        return Err(Error::field("up_to", "the largest heap is given twice", Fix::LeaveOut("up_to")));
    }
    Ok(())
}

/// The refusal of two fields of which a request can have one.
pub(crate) fn exclusive(one: &'static str, other: &'static str) -> Error {
    let help = Help::from(Fix::LeaveOut(one)) + ", or " + Fix::LeaveOut(other);
    Error::field(one, format!("`{one}` and `{other}` exclude each other"), help)
}

/// A file that a verb reads: its text, where a request brings it along, or its path on a command
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The text.
    Text(String),
    /// The path; only a command line makes one.
    Path(PathBuf),
}

impl Source {
    /// The path, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Source::Text(_) => None,
            Source::Path(path) => Some(path),
        }
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::Path(path)
    }
}

impl FromStr for Source {
    type Err = std::convert::Infallible;

    /// A path: this is how a command line names a file.
    fn from_str(path: &str) -> Result<Source, Self::Err> {
        Ok(Source::Path(path.into()))
    }
}

impl<'de> Deserialize<'de> for Source {
    /// A text: no request names a file.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Source, D::Error> {
        text(from).map(Source::Text)
    }
}

/// A game on a command line. Any text is one here; completions suggest the names.
#[cfg(feature = "clap")]
#[derive(Clone, Copy, Debug)]
pub struct GameName;

#[cfg(feature = "clap")]
impl clap::builder::TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        let families = grundy::games::FAMILIES.iter();
        Some(Box::new(families.map(|family| clap::builder::PossibleValue::new(family.name).help(family.title))))
    }
}

/// The help of arguments that several verbs of the command line have.
#[cfg(feature = "clap")]
pub(crate) const GAME: &str = "The game: its text, its name, a .toml file, or a sum";
#[cfg(feature = "clap")]
pub(crate) const ONE_GAME: &str = "The game: its text, its name, or a .toml file";
#[cfg(feature = "clap")]
pub(crate) const AUTOMATA: &str = "Automata of games on words";
#[cfg(feature = "clap")]
pub(crate) const REST: &str = "Parameters of a named game, then positions; - reads one";

#[cfg(test)]
mod tests {
    #[test]
    fn letters_may_be_ranges() {
        for (text, wanted) in [("abc", "abc"), ("a..c", "abc"), ("a..cx0..2", "abcx012"), (".#", ".#")] {
            assert_eq!(super::letters(text), Ok(wanted.to_owned()));
        }
        for (text, range) in [("a..", "`a..`"), ("xc..a", "`c..a`"), ("a..a", "`a..a`")] {
            assert!(super::letters(text).expect_err(text).contains(range), "{text}");
        }
    }
}
