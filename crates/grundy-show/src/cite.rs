//! The sources of an answer, as BibTeX and as JSON: the answer of `cite`.

use std::fmt::Write;

use grundy::sources::{Citation, Cited};
use serde_json::{Map, Value, json};

use crate::json;

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

/// The entries as JSON.
pub fn cite_json(citation: &Citation) -> String {
    let mut map = Map::new();
    map.insert("subject".into(), citation.subject.clone().into());
    if let Some(reference) = citation.reference {
        map.insert("reference".into(), reference.into());
    }
    let entry = |Cited { source, purpose }: &Cited| {
        let fields: Map<String, Value> =
            source.fields.iter().map(|(name, text)| ((*name).to_owned(), Value::from(*text))).collect();
        json!({"key": source.key, "kind": source.kind, "for": purpose, "fields": fields, "bibtex": source.bibtex()})
    };
    map.insert("sources".into(), citation.sources.iter().map(entry).collect());
    map.insert("status".into(), citation.status.word().into());
    json::line(Value::Object(map))
}
