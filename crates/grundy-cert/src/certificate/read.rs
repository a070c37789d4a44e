//! Certificates read: from a text, or from a file of which only what has to be is held.
//!
//! The head, and claims that are small or are needed whole, are read into memory. Facts about
//! components, of which there may be any number, are held if memory allows and stay in the file
//! otherwise; each is read once, so that every mistake is reported before the check.

use std::{io::Cursor, sync::Arc};

use grundy_games::{Diagnostic, Lists, Query, reductions::Reduction};

use super::{
    head,
    lines::{CertificateLines, fault},
    section::{Expected, Section},
    write::{self, REDUCE},
};
use crate::{
    claims::{Claim, FORMATS, Read, Reduced, reduced_query},
    error::ReadError,
    facts::filed::{CertificateSource, Shared},
    solution::{Solution, claims_of},
};

/// Reads a certificate; `lists` supplies the word lists that its games name.
///
/// # Errors
///
/// The first line that is not what would be written, with what was expected there.
pub fn read(text: &str, lists: Lists<'_>) -> Result<(Query, Solution), Diagnostic> {
    read_within(Cursor::new(text.as_bytes().to_vec()), u64::MAX, lists).map_err(|why| match why {
        ReadError::Mistake(mistake) => *mistake,
        other => fault(1, "", &format!("a text ({other})")),
    })
}

/// As [`read`], from a file, holding at most about `most_bytes`. The file must not change until the
/// solution is dropped.
///
/// Cost: one pass over the file; about a hundredth of the facts' text is held if they do not fit.
///
/// # Errors
///
/// [`ReadError::Mistake`] as [`read`]; [`ReadError::TooLarge`] if what must be held does not fit;
/// [`ReadError::File`] if the file cannot be read.
pub fn read_within(
    source: impl CertificateSource + 'static,
    most_bytes: u64,
    lists: Lists<'_>,
) -> Result<(Query, Solution), ReadError> {
    let source = Arc::new(Shared::new(source));
    let mut text = CertificateLines::new(source, most_bytes);
    if let Some(first) = text.beginning()? {
        head::begins(&first)?;
    }
    let head = text.until(|line| line.starts_with("claim ") || line.starts_with(REDUCE))?;
    let head: Vec<&str> = head.split_terminator('\n').collect();
    let (query, answer, version) = head::read(&head, lists)?;
    one_form(&head, &head::write(&query, &answer, version), 0)?;
    let mut claims = Vec::new();
    while let Some(line) = text.line()? {
        if claims.len() == query.rulesets.len() {
            return Err(fault(text.number, &line, "one claim for each board").into());
        }
        claims.push(claim(&mut text, line, &query, claims.len())?);
    }
    if claims.len() != claims_of(&query) {
        let cut = "a claim for each board: the certificate is cut short";
        return Err(fault(text.number + 1, "", cut).into());
    }
    Ok((query, Solution { answer, claims }))
}

/// Reads a claim from its first line on, with the reductions before it.
fn claim(text: &mut CertificateLines, first: String, query: &Query, place: usize) -> Result<Claim, ReadError> {
    let Some(name) = first.strip_prefix(REDUCE) else { return plain(text, &first, query, place) };
    let about = |reduction| Some((reduced_query(query, place, &reduction, u64::MAX, &mut || true)?, reduction));
    let Some((other, reduction)) = Reduction::named(name).and_then(about) else {
        return Err(fault(text.number, &first, "a reduction that is about the game and the positions").into());
    };
    let Some(next) = text.line()? else {
        return Err(fault(text.number + 1, "", "a claim after the reduction: the certificate is cut short").into());
    };
    // Each reduction leads to a board of lower rank, so there are as many at most.
    let claim = claim(text, next, &other, 0)?;
    let target = other.rulesets.into_iter().next().ok_or_else(|| fault(text.number, "", "rules"))?;
    Ok(Claim::Reduced(Arc::new(Reduced { reduction, target, claim })))
}

/// Reads a claim without reductions.
fn plain(text: &mut CertificateLines, first: &str, query: &Query, place: usize) -> Result<Claim, ReadError> {
    let Some(name) = first.strip_prefix("claim ") else {
        return Err(fault(text.number, first, "a line that begins with `claim ` or `reduce `").into());
    };
    match FORMATS.iter().find(|format| format.name == name).map(|format| &format.read) {
        Some(Read::Facts(read)) => read(text, &query.rulesets[place]),
        Some(Read::Section(read)) => section(text, first, query, place, read),
        None => section(text, first, query, place, &unknown),
    }
}

/// Reads the lines of a claim up to its end, whose count must be right.
fn section(
    text: &mut CertificateLines,
    first: &str,
    query: &Query,
    place: usize,
    read: &dyn Fn(&Section<'_>) -> Result<Claim, Expected>,
) -> Result<Claim, ReadError> {
    let before = text.number - 1;
    let mut all = format!("{first}\n");
    all += &text.until(|line| line.starts_with("end "))?;
    all += &text.line()?.unwrap_or_default();
    let lines: Vec<&str> = all.split_terminator('\n').collect();
    let end = lines.len() - 1;
    let wrong = |at: usize, expected: &str| fault(before + at + 1, lines[at], expected);
    let Some(count) = lines[end].strip_prefix("end ").filter(|_| end > 0) else {
        return Err(wrong(end, "the end of the claim: the certificate is cut short").into());
    };
    if count.parse() != Ok(end - 1) {
        return Err(wrong(end, &format!("`end {}`", end - 1)).into());
    }
    let ruleset = &query.rulesets[place];
    let section = Section { rulesets: &query.rulesets, ruleset, lines: lines[1..end].to_vec() };
    let claim = read(&section).map_err(|expected| wrong((expected.line + 1).min(end), &expected.what))?;
    let again = write::of_claim(query, ruleset, &claim).map_err(|_| wrong(end, "a claim"))?;
    one_form(&lines, &again, before)?;
    match claim.with(|evidence| evidence.surplus(query, place)) {
        Some(expected) => Err(fault(text.number, "", &expected).into()),
        None => Ok(claim),
    }
}

/// Refuses a claim with a name that no claim has.
fn unknown(section: &Section<'_>) -> Result<Claim, Expected> {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    Err(Expected::at(section.end(), format!("a claim: {} or {last}", others.join(", "))))
}

/// Refuses lines that are not those that would be written: a claim has one form, down to its bytes.
/// `before` is the number of lines before them in the file.
fn one_form(lines: &[&str], again: &str, before: usize) -> Result<(), Diagnostic> {
    let again: Vec<&str> = again.split_terminator('\n').collect();
    let Some(at) = (0..again.len().max(lines.len())).find(|&at| again.get(at) != lines.get(at)) else {
        return Ok(());
    };
    let expected = match again.get(at) {
        Some(own) => format!("the line in its one form: `{}`", shortened(own)),
        None => "no more lines".to_owned(),
    };
    Err(fault(before + at + 1, lines.get(at).copied().unwrap_or(""), &expected))
}

/// A text for a message: without its middle if it is longer than 400 characters.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 400;
    let count = text.chars().count();
    if count <= MOST {
        return text.to_owned();
    }
    let head: String = text.chars().take(MOST / 2).collect();
    let tail: String = text.chars().skip(count - MOST / 4).collect();
    format!("{head}..({count} characters)..{tail}")
}
