//! `judge`: the answers to the input of a contest problem.

use grundy::Error;
use grundy_contest::{Answer, BUILT_IN, Format};
use grundy_show::{Colour, Sheet, Version, json_line};
use serde::{Deserialize, Serialize};

use crate::{Ask, Reply, Verb};

/// The answers to the input of a contest problem
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judge {
    /// The problem: the name of a judge format, such as `wgme`, or the text of one
    pub problem: String,
    /// The input of the problem
    pub input: String,
}

/// The answer of [`Judge`].
pub struct JudgeReply {
    problem: String,
    answers: Vec<Answer>,
}

/// The answers to the input of a contest problem
#[derive(Serialize)]
#[cfg_attr(feature = "answers", derive(schemars::JsonSchema), schemars(rename = "judge"))]
pub struct JudgeJson<'a> {
    /// The problem
    problem: &'a str,
    /// The lines of the output
    answers: Vec<&'a str>,
    schema: Version,
}

impl<'a> JudgeJson<'a> {
    /// The lines of the output of a problem.
    pub fn new(problem: &'a str, answers: impl Iterator<Item = &'a str>) -> JudgeJson<'a> {
        JudgeJson { problem, answers: answers.collect(), schema: Version }
    }
}

impl Judge {
    /// The format that the problem names, or is the text of.
    fn format(&self) -> Result<Format, Error> {
        let name = self.problem.trim();
        match Format::built_in(name) {
            Some(format) => Ok(format),
            None if name.contains('=') => Format::read(&self.problem),
            None => {
                let known: Vec<&str> = BUILT_IN.iter().map(|(known, _)| *known).collect();
                let near = grundy::games::nearest(name, &known).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("give the text of a format, or one of {}", known.join(", ")));
                Err(Error::usage(name, format!("there is no judge format `{name}`"), help))
            }
        }
    }
}

impl Verb for Judge {
    const NAME: &'static str = "judge";
    const SETTINGS: &'static [&'static str] = &["lists"];
    type Reply = JudgeReply;

    fn run(&self, ask: &Ask<'_>) -> Result<JudgeReply, Error> {
        let format = self.format()?;
        let answers = format.answers(ask.run, self.input.as_bytes())?;
        Ok(JudgeReply { problem: format.name, answers })
    }
}

impl Reply for JudgeReply {
    fn text(&self, _: Colour, _: Sheet) -> Result<String, Error> {
        Ok(self.answers.iter().map(|answer| format!("{}\n", answer.line())).collect())
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(json_line(&JudgeJson::new(&self.problem, self.answers.iter().map(Answer::line))))
    }
}
