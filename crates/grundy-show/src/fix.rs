//! Errors in JSON: what is wrong, and the way out as text and as data.

use grundy::{
    Error,
    help::{Fix, Help, Spelling},
};
use serde::Serialize;

use crate::{diagnostic, error, json::Version};

/// No answer, and why
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "error"))]
pub struct ErrorJson<'a> {
    /// With `solve --positions`: the line of the position
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    line: Option<usize>,
    /// The error
    error: MistakeJson<'a>,
    schema: Version,
}

/// What is wrong, where, and the way out
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "mistake"))]
pub(crate) struct MistakeJson<'a> {
    /// The stable code: `G..` for a text, else a word such as `usage`, `file` or `time`
    pub(crate) code: &'a str,
    /// What is wrong
    pub(crate) message: String,
    /// The word or the field that is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) argument: Option<String>,
    /// The kind of text, or the name of the file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<&'a str>,
    /// The line of the input, from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub(crate) line: Option<usize>,
    /// The text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<&'a str>,
    /// The bytes of `source` that are wrong: the first, and the one after the last
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) span: Option<[usize; 2]>,
    /// A note about the place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<&'a str>,
    /// What was perhaps meant
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suggestion: Option<&'a str>,
    /// The way out
    pub(crate) help: String,
    /// What is to be done, as data
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fix: Vec<FixJson>,
}

/// Something to do about a request
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "fix"))]
pub(crate) struct FixJson {
    /// A field to set
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<&'static str>,
    /// A parameter of the game to set
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<&'static str>,
    /// The value; absent where the reader knows it
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// A field to leave out
    #[serde(skip_serializing_if = "Option::is_none")]
    leave_out: Option<&'static str>,
    /// A verb to use
    #[serde(skip_serializing_if = "Option::is_none")]
    r#use: Option<String>,
    /// What follows the verb, as a shell takes it
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The words to write for those of the request, as a shell takes them
    #[serde(skip_serializing_if = "Option::is_none")]
    write: Option<String>,
    /// A command of the program to run, with its words after `grundy`
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
}

impl<'a> ErrorJson<'a> {
    /// An error of the library, as a front end spells the way out.
    pub fn of(error: &'a Error, spelling: &dyn Spelling) -> ErrorJson<'a> {
        let refused = match error {
            Error::Text(mistake) => return diagnostic::json(mistake, spelling),
            Error::Refused(refused) => Some(refused),
            _ => None,
        };
        let argument = refused.and_then(|refused| refused.argument.as_ref());
        let mistake = MistakeJson {
            code: error.code(),
            message: error::error_message(error),
            argument: argument.map(|argument| argument.spelled(spelling)),
            line: refused.and_then(|refused| refused.line),
            ..MistakeJson::default()
        };
        mistake.helped(&error::help(error, spelling), spelling)
    }

    /// An error that has no place in a text. If there is no `help`, it names the manual.
    pub fn refusal(code: &'a str, message: &str, help: &Help, spelling: &dyn Spelling) -> ErrorJson<'a> {
        MistakeJson { code, message: message.into(), ..MistakeJson::default() }.helped(help, spelling)
    }

    /// The same about a line of a list of positions.
    pub fn on_line(self, line: usize) -> ErrorJson<'a> {
        ErrorJson { line: Some(line), ..self }
    }
}

impl<'a> MistakeJson<'a> {
    /// The error, with the way out that it has.
    pub(crate) fn alone(self) -> ErrorJson<'a> {
        ErrorJson { line: None, error: self, schema: Version }
    }

    /// The error with this way out: as text, and what is to be done as data.
    pub(crate) fn helped(self, help: &Help, spelling: &dyn Spelling) -> ErrorJson<'a> {
        let text = if help.is_empty() { spelling.more(self.code) } else { help.spelled(spelling) };
        MistakeJson { help: text, fix: help.fixes().map(fix_json).collect(), ..self }.alone()
    }
}

/// What is to be done, as data that no front end spells.
fn fix_json(fix: &Fix) -> FixJson {
    let none = FixJson::default();
    match fix.clone() {
        Fix::Set(field, value) => FixJson { set: Some(field), value: Some(value), ..none },
        Fix::Choose(field, _) => FixJson { set: Some(field), ..none },
        Fix::LeaveOut(field) => FixJson { leave_out: Some(field), ..none },
        Fix::Parameter(name, value) => FixJson { parameter: Some(name), value: Some(value), ..none },
        Fix::Use(verb, words) => {
            FixJson { r#use: Some(verb), words: Some(words).filter(|words| !words.is_empty()), ..none }
        }
        Fix::Write(words) => FixJson { write: Some(words), ..none },
        Fix::Program(words) => FixJson { program: Some(words), ..none },
    }
}
