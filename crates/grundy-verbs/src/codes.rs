//! `explain-error`: the longer explanation of an error code.

use grundy::{Error, games::STORIES};
use grundy_show::{Colour, Sheet, story_json, story_text};
use serde::Deserialize;

use crate::{Ask, Reply, Verb};

/// The longer explanation of an error code
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainError {
    /// The code, such as G012
    pub code: String,
}

/// The code of an error that has an explanation.
pub struct Code(String);

/// The error for a code that has no explanation.
fn unknown(code: &str) -> Error {
    let codes: Vec<&str> = STORIES.iter().map(|(code, ..)| *code).collect();
    Error::usage(code, format!("there is no error code `{code}`"), format!("the codes are {}", codes.join(" ")))
}

impl Verb for ExplainError {
    const NAME: &'static str = "explain-error";
    const SETTINGS: &'static [&'static str] = &[];
    type Reply = Code;

    fn run(&self, _: &Ask<'_>) -> Result<Code, Error> {
        let code = self.code.trim();
        story_text(code).map(|_| Code(code.to_owned())).ok_or_else(|| unknown(code))
    }
}

impl Reply for Code {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        story_text(&self.0).ok_or_else(|| unknown(&self.0))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        story_json(&self.0).ok_or_else(|| unknown(&self.0))
    }
}
