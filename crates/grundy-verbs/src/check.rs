//! `check`: verifies a certificate, from the rules alone.

use grundy::{Error, certificate::Certificate};
use grundy_show::{Colour, Sheet, checked_json, checked_text};
use serde::Deserialize;

use crate::{Ask, Reply, Verb};

/// Verify a certificate, from the rules alone
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// The text of the certificate
    pub certificate: String,
}

impl Verb for Check {
    const NAME: &'static str = "check";
    const SETTINGS: &'static [&'static str] = &["lists"];
    type Reply = Certificate;

    fn run(&self, ask: &Ask<'_>) -> Result<Certificate, Error> {
        ask.run.certificate_bytes(self.certificate.clone().into(), "-")
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
