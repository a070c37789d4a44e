//! `check`: verifies a certificate from the rules alone, or compares a b-file with a game.

use grundy::{
    Error,
    certificate::Certificate,
    help::{Fix, Help},
};
use grundy_show::{Colour, Sheet, checked_json, checked_text};
use serde::Deserialize;

use crate::{
    Ask, Diff, Reply, Verb,
    fields::{Source, Whole, exclusive, integer, some_text, words},
};

/// Verify a certificate from the rules alone, or a b-file
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The text of a certificate
    #[serde(default)]
    pub certificate: Option<String>,
    /// The text of a b-file, lines `n a(n)`, which is compared with the values of a game
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub bfile: Option<Source>,
    /// Of a b-file: the game, its text or a name
    #[serde(default, deserialize_with = "some_text")]
    pub game: Option<String>,
    /// Of a b-file: the parameters of a named game
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    pub parameters: Vec<String>,
    /// For a b-file: the first n that it is to have
    #[serde(default)]
    pub offset: Option<Whole>,
    /// For a b-file: compare n with heap n + K
    #[serde(default, deserialize_with = "integer")]
    pub shift: i64,
}

impl Check {
    /// The first field that is about a b-file only.
    fn about_a_bfile(&self) -> Option<&'static str> {
        let fields = [
            ("game", self.game.is_some()),
            ("parameters", !self.parameters.is_empty()),
            ("offset", self.offset.is_some()),
            ("shift", self.shift != 0),
        ];
        fields.into_iter().find(|(_, given)| *given).map(|(field, _)| field)
    }
}

impl Verb for Check {
    const NAME: &'static str = "check";
    const ANSWERS: &'static [&'static str] = &["check", "diff"];
    const SETTINGS: &'static [&'static str] = &["set", "fold_case", "lists"];
    type Reply = Box<dyn Reply>;

    fn settings(&self) -> &'static [&'static str] {
        if self.bfile.is_some() { Check::SETTINGS } else { &["lists"] }
    }

    fn run(&self, ask: &Ask<'_>) -> Result<Box<dyn Reply>, Error> {
        match (&self.certificate, &self.bfile, &self.game) {
            (Some(_), Some(_), _) => Err(exclusive("certificate", "bfile")),
            (Some(text), None, _) => match self.about_a_bfile() {
                Some(field) => Err(Error::field(field, "a certificate names its game itself", Fix::LeaveOut(field))),
                None => Ok(Box::new(ask.run.certificate_bytes(text.clone().into(), "-")?)),
            },
            (None, Some(bfile), Some(game)) => {
                let (bfile, game, parameters) = (bfile.clone(), game.clone(), self.parameters.clone());
                let diff = Diff { bfile, game, parameters, offset: self.offset, shift: self.shift };
                Ok(Box::new(diff.run(ask)?))
            }
            (None, Some(_), None) => {
                let help = Help::from("name it: ") + Fix::set("game", "kayles");
                Err(Error::field("game", "a b-file is compared with a game, and none is named", help))
            }
            (None, None, _) => {
                let help = Help::from("give ")
                    + Fix::Choose("certificate", "TEXT")
                    + ", or "
                    + Fix::Choose("bfile", "TEXT")
                    + " with "
                    + Fix::Choose("game", "GAME");
                Err(Error::field("certificate", "there is nothing to check", help))
            }
        }
    }
}

impl Reply for Certificate {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(checked_text(&self.solved, colour))
    }

    fn json(&self, sheet: Sheet) -> Result<String, Error> {
        checked_json(&self.solved, sheet)
    }

    fn code(&self) -> u8 {
        u8::from(!self.solved.status.is_proved())
    }
}
