//! The sources of an answer, as BibTeX and as JSON: the answer of `cite`.

use std::fmt::Write;

use grundy::sources::{Citation, Cited};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::json::{self, StatusWord, Version};

/// The entries in BibTeX, each after a comment with the reason for the citation.
pub fn cite_text(citation: &Citation) -> String {
    let subject = citation.subject.replace(['\n', '\r'], " ");
    let mut text = format!("% Sources of the theorems used for {subject}.\n");
    if let Some(reference) = citation.reference {
        let _ = writeln!(text, "% The game: {reference}.");
    }
    for Cited { source, purpose } in &citation.sources {
        let _ = write!(text, "\n% For {purpose}.\n{}", source.bibtex());
    }
    text
}

/// The sources of an answer
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "cite"))]
pub(crate) struct CiteJson<'a> {
    /// What the sources are cited for, as a noun
    subject: &'a str,
    /// Where the game is treated, if that is known
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    /// The sources of the theorems
    sources: Vec<SourceJson<'a>>,
    /// Whether the checker has verified the answer
    status: StatusWord,
    schema: Version,
}

/// A source, and what is taken from it
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "source"))]
struct SourceJson<'a> {
    /// The key of the entry
    key: &'a str,
    /// The type of the entry
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["article", "book"])))]
    kind: &'a str,
    /// What of the answer rests on it
    r#for: &'a str,
    /// The fields of the entry
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    fields: Map<String, Value>,
    /// The entry in BibTeX
    bibtex: String,
}

/// The entries as JSON.
pub fn cite_json(citation: &Citation) -> String {
    let source = |Cited { source, purpose }: &Cited| SourceJson {
        key: source.key,
        kind: source.kind,
        r#for: purpose,
        fields: source.fields.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect(),
        bibtex: source.bibtex(),
    };
    json::line(&CiteJson {
        subject: &citation.subject,
        reference: citation.reference,
        sources: citation.sources.iter().map(source).collect(),
        status: citation.status.into(),
        schema: Version,
    })
}
