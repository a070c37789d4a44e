//! `diff`: the differences between a b-file and the values of a game.

use std::path::Path;

use grundy::{
    Declaration, Error, Status,
    help::{Fix, Help},
};
use grundy_lab::{
    diff::{BFile, Diff as Differences, diff},
    values::of_heaps,
};
use grundy_show::{Colour, Sheet, diff_json, diff_text};
use serde::Deserialize;

#[cfg(feature = "clap")]
use crate::fields::{GameName, ONE_GAME};
use crate::{
    Ask, Reply, Verb,
    fields::{Source, Whole, integer, line, text, words},
};

/// The differences between a b-file and the values of a game
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diff {
    /// The b-file: lines `n a(n)`
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    #[cfg_attr(
        feature = "clap",
        arg(value_name = "B-FILE", help = "The b-file: lines `n a(n)`; `-` is standard input")
    )]
    pub bfile: Source,
    /// The game: its text or a name
    #[serde(deserialize_with = "text")]
    #[cfg_attr(feature = "clap", arg(value_parser = GameName, hide_possible_values = true, help = ONE_GAME))]
    pub game: String,
    /// Parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(feature = "clap", arg(value_name = "PARAMETER"))]
    pub parameters: Vec<String>,
    /// The first n that the file is to have, as for `table --bfile`
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub offset: Option<Whole>,
    /// Compare n with heap n + K
    #[serde(default, deserialize_with = "integer")]
    #[cfg_attr(feature = "clap", arg(long, default_value_t = 0, value_name = "K", allow_negative_numbers = true))]
    pub shift: i64,
}

/// The answer of [`Diff`].
pub struct DiffReply {
    rules: Declaration,
    found: Differences,
    /// The last n of the file.
    last: u64,
}

impl Verb for Diff {
    const NAME: &'static str = "diff";
    const SETTINGS: &'static [&'static str] = &["set", "fold_case", "lists"];
    type Reply = DiffReply;

    fn line(&self) -> Vec<String> {
        line(&self.game, &self.parameters)
    }

    fn files(&self) -> Vec<&Path> {
        self.bfile.path().into_iter().collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<DiffReply, Error> {
        let rules = ask.run.only_game(&self.line(), false, "a b-file is compared with a game")?;
        of_heaps(&rules)?;
        let file = BFile::read(&ask.text(&self.bfile)?)?;
        if let Some(Whole(offset)) = self.offset.filter(|offset| offset.0 != file.first) {
            let name = match &self.bfile {
                Source::Path(path) => path.display().to_string(),
                Source::Text(_) => "the b-file".to_owned(),
            };
            let message = format!("{name} begins at n = {}, not at {offset}", file.first);
            let help =
                Help::from(Fix::LeaveOut("offset")) + "; " + Fix::Choose("shift", "K") + " compares n with heap n + K";
            return Err(Error::field("offset", message, help));
        }
        let found = diff(ask.run, &rules, &file, self.shift)?;
        Ok(DiffReply { rules, found, last: file.last() })
    }
}

impl Reply for DiffReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(diff_text(&self.rules, &self.found, colour))
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(diff_json(&self.rules, &self.found))
    }

    fn code(&self) -> u8 {
        u8::from(self.found.different > 0)
    }

    fn status(&self) -> Option<Status> {
        Some(self.found.status)
    }

    fn note(&self) -> Option<Help> {
        let next = self.found.last.saturating_add(1);
        (self.found.last < self.last).then(|| {
            format!("n = {next} to {} are not compared: a limit on time or memory was reached", self.last).into()
        })
    }
}
