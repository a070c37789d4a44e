//! The lines of one claim, held in memory, for the reader of that claim.

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Ruleset, Term};

use super::parse::{self, Wanted};

/// The lines of a claim, without the first and the last one.
pub(crate) struct Section<'a> {
    /// All rulesets of the certificate.
    pub(crate) rulesets: &'a [Ruleset],
    /// The ruleset that the claim is about.
    pub(crate) ruleset: &'a Ruleset,
    /// The lines.
    pub(crate) lines: Vec<&'a str>,
}

/// A line of a claim is not what it should be.
#[derive(Debug)]
pub(crate) struct Expected {
    /// The number of the line, from 0 on; past the last line of the section, the end of the claim.
    pub(crate) line: usize,
    /// What was expected there.
    pub(crate) what: Wanted,
}

impl Expected {
    /// This was expected on that line.
    pub(crate) fn at(line: usize, what: impl Into<Wanted>) -> Expected {
        Expected { line, what: what.into() }
    }
}

impl From<(usize, &'static str)> for Expected {
    fn from((line, what): (usize, &'static str)) -> Expected {
        Expected::at(line, what)
    }
}

impl<'a> Section<'a> {
    /// Reads each line in the same way.
    pub(crate) fn each<T>(&self, read: impl Fn(&Self, usize, &str) -> Result<T, Expected>) -> Result<Vec<T>, Expected> {
        self.lines.iter().enumerate().map(|(at, line)| read(self, at, line)).collect()
    }

    /// The number that is this text on that line.
    pub(crate) fn nimber(&self, at: usize, text: &str) -> Result<Nimber, Expected> {
        parse::nimber(text).map_err(|what| Expected::at(at, what))
    }

    /// The outcome that is this text on that line.
    pub(crate) fn outcome(&self, at: usize, text: &str) -> Result<Outcome, Expected> {
        parse::outcome(text).map_err(|what| Expected::at(at, what))
    }

    /// The component of the claim's ruleset that is this text on that line.
    pub(crate) fn component(&self, at: usize, text: &str) -> Result<Component, Expected> {
        parse::component(self.ruleset, text).map_err(|what| Expected::at(at, what))
    }

    /// The term that these texts on that line make.
    pub(crate) fn term(&self, at: usize, ruleset: &str, text: &str) -> Result<Term, Expected> {
        parse::term(self.rulesets, ruleset, text).map_err(|what| Expected::at(at, what))
    }

    /// The number of the line after the last one, which ends the claim.
    pub(crate) fn end(&self) -> usize {
        self.lines.len()
    }
}
