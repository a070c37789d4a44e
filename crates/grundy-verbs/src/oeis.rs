//! `oeis`: the sequences of the On-Line Encyclopedia of Integer Sequences that games give.

use std::path::Path;

use grundy::{
    Error, Status,
    help::{Fix, Help, shell_word},
};
use grundy_lab::oeis::{Audit, Audited, Sequence, TermKind, Terms, about, audit, sequences};
use grundy_show::{Colour, Sheet, audit_json, audit_text, sequences_json, sequences_text, terms_json, terms_text};
use serde::Deserialize;

use crate::{
    Ask, Reply, Verb,
    fields::{Source, Whole, exclusive, words},
};

/// Without an end so many terms are given.
const TERMS: u64 = 60;

/// The sequences of the OEIS that games give, and their terms
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Oeis {
    /// The number of a sequence, or words of its game; all sequences if there are none; `extend`
    /// and a number for a b-file
    #[serde(default, deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::fields::WordsSchema"))]
    #[cfg_attr(
        feature = "clap",
        arg(value_name = "NUMBER|GAME|FILE", help = "A number, words of a game, or a file to compare")
    )]
    pub words: Vec<String>,
    /// The last n whose term is given
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub up_to: Option<Whole>,
    /// A file of sequences to compare: lines `A002186 ,0,1,2,`
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub audit: Option<Source>,
}

/// The answer of [`Oeis`].
pub enum OeisReply {
    /// The sequences that were asked for.
    List(Vec<&'static Sequence>),
    /// The terms of one.
    Terms(&'static Sequence, Box<Terms>),
    /// The terms of one, as a b-file.
    Extended(&'static Sequence, Box<Terms>),
    /// The comparison of a file.
    Audit(Audit),
}

impl Verb for Oeis {
    const NAME: &'static str = "oeis";
    const SETTINGS: &'static [&'static str] = &[];
    const REST: &'static str = "words";
    type Reply = OeisReply;

    fn files(&self) -> Vec<&Path> {
        self.audit.iter().filter_map(Source::path).collect()
    }

    fn run(&self, ask: &Ask<'_>) -> Result<OeisReply, Error> {
        if let Some(file) = &self.audit {
            if self.up_to.is_some() {
                let message = "a file is compared as far as its terms go";
                return Err(Error::field("up_to", message, Fix::LeaveOut("up_to")));
            }
            if !self.words.is_empty() {
                return Err(exclusive("words", "audit"));
            }
            return audit(ask.run, &ask.text(file)?).map(OeisReply::Audit);
        }
        let (words, extends) = match &self.words[..] {
            [extend, words @ ..] if extend == "extend" && !words.is_empty() => (words, true),
            words => (words, false),
        };
        let found = about(words);
        let one = match words {
            [number] => found.iter().find(|sequence| sequence.number.eq_ignore_ascii_case(number)),
            _ => None,
        };
        match (one, self.up_to, &found[..]) {
            (Some(sequence), end, _) => {
                let last = end.map_or_else(|| sequence.offset.saturating_add(TERMS - 1), |Whole(end)| end);
                let terms = Box::new(sequence.terms(ask.run, last)?);
                Ok(if extends { OeisReply::Extended(sequence, terms) } else { OeisReply::Terms(sequence, terms) })
            }
            (None, _, []) => {
                let message = format!("no sequence here has `{}`", words.join(" "));
                let help = Help::from(Fix::verb("oeis"))
                    + format!(" lists the {} sequences; ", sequences().len())
                    + Fix::verb("find")
                    + " finds rules by their values";
                Err(Error::usage(&words.join(" "), message, help))
            }
            (None, ..) if extends => {
                let help = Help::from("name one, as ") + Fix::Use("oeis extend".to_owned(), found[0].number.to_owned());
                Err(Error::usage(&words.join(" "), "one sequence is extended at a time", help))
            }
            (None, Some(_), _) => {
                let help = Help::from("name one, as ") + Fix::Use("oeis".to_owned(), found[0].number.to_owned());
                Err(Error::field("up_to", "terms are those of one sequence", help))
            }
            (None, None, _) => Ok(OeisReply::List(found)),
        }
    }
}

impl Reply for OeisReply {
    fn text(&self, colour: Colour, _: Sheet) -> Result<String, Error> {
        Ok(match self {
            OeisReply::List(sequences) => sequences_text(sequences),
            OeisReply::Terms(sequence, terms) => terms_text(sequence, terms),
            OeisReply::Extended(sequence, terms) => {
                let lines = (sequence.offset..).zip(&terms.values).map(|(index, term)| format!("{index} {term}\n"));
                lines.collect()
            }
            OeisReply::Audit(audit) => audit_text(audit, colour),
        })
    }

    fn json(&self, _: Sheet) -> Result<String, Error> {
        Ok(match self {
            OeisReply::List(sequences) => sequences_json(sequences),
            OeisReply::Terms(sequence, terms) | OeisReply::Extended(sequence, terms) => terms_json(sequence, terms),
            OeisReply::Audit(audit) => audit_json(audit),
        })
    }

    fn code(&self) -> u8 {
        match self {
            OeisReply::Audit(audit) => {
                let of = |own: &Audited| match &own.result {
                    Ok(found) if found.different > 0 => 1,
                    Ok(found) if found.last == own.last => 0,
                    _ => 3,
                };
                let codes: Vec<u8> = audit.sequences.iter().map(of).collect();
                if codes.contains(&1) { 1 } else { codes.into_iter().max().unwrap_or_default() }
            }
            OeisReply::List(_) | OeisReply::Terms(..) | OeisReply::Extended(..) => 0,
        }
    }

    fn note(&self) -> Option<Help> {
        let (OeisReply::Terms(sequence, terms) | OeisReply::Extended(sequence, terms)) = self else { return None };
        let words: Vec<String> = sequence.table(terms.end).iter().map(|word| shell_word(word)).collect();
        let table = Help::from(Fix::Use("table".to_owned(), words.join(" ")));
        if let OeisReply::Extended(..) = self {
            let own = table + " with " + Fix::set("certificate", format!("{}.cert", sequence.number));
            return Some(own + " writes a certificate of what they are read off");
        }
        Some(match sequence.term {
            TermKind::Value(_) | TermKind::Won(_) | TermKind::Row(_) | TermKind::Antidiagonals { .. } => {
                table + " is the table that they are read off"
            }
            TermKind::Lost(_) => table + " with " + Fix::set("losing", true) + " is the table that they are read off",
        })
    }

    fn status(&self) -> Option<Status> {
        match self {
            OeisReply::Terms(_, terms) | OeisReply::Extended(_, terms) => Some(terms.status),
            OeisReply::List(_) | OeisReply::Audit(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use grundy::{Limits, Run};

    use super::*;

    #[test]
    fn a_sequence_is_extended_to_a_b_file() {
        let run = Run::new(Limits::default());
        let asked = |words: &[&str], up_to: Option<u64>| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            let reply = Oeis { words, up_to: up_to.map(Whole), audit: None }.run(&Ask::new(&run))?;
            reply.text(Colour::Off, Ask::new(&run).sheet())
        };
        assert_eq!(asked(&["extend", "A002186"], Some(4)).ok().as_deref(), Some("0 0\n1 1\n2 2\n3 3\n4 1\n"));
        // From the offset of the entry on.
        assert!(
            asked(&["extend", "a071435"], Some(100)).is_ok_and(|text| text.starts_with("1 ") && text.ends_with('\n'))
        );
        assert!(asked(&["extend", "octal"], Some(4)).is_err(), "more than one");
        assert!(asked(&["extend"], None).is_err(), "none is named");
    }
}
