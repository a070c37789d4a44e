//! A mistake with its place in the text: drawn as compilers do, or as JSON.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy::{
    games::{Diagnostic, STORIES, encoding::printable},
    help::Spelling,
};
use serde::Serialize;

use crate::{
    Colour,
    fix::{ErrorJson, MistakeJson},
    json::{self, Version},
};

/// The number of bytes that are shown on either side of the place in a long text.
const AROUND: usize = 160;

/// The mistake with its place underlined and the way out.
pub fn diagnostic_text(diagnostic: &Diagnostic, spelling: &dyn Spelling, colour: Colour) -> String {
    let help = diagnostic.help.spelled(spelling);
    let window = window(&diagnostic.source, &diagnostic.span);
    let source = &diagnostic.source[window.clone()];
    // Signs that a terminal obeys are written out, so the places behind them move.
    let moved = |at: usize| printable(&source[..at - window.start]).len();
    let span = moved(diagnostic.span.start)..moved(diagnostic.span.end);
    let (source, message) = (printable(source), printable(&diagnostic.message));
    let (help, label) = (printable(&help), printable(&diagnostic.label));
    let origin = printable(&diagnostic.origin);
    let mut place = AnnotationKind::Primary.span(span);
    if !diagnostic.label.is_empty() {
        place = place.label(&*label);
    }
    let title = Level::ERROR.primary_title(&*message).id(diagnostic.code);
    let mut group = if diagnostic.source.is_empty() {
        Group::with_title(title)
    } else {
        let snippet = Snippet::source(&*source).path(&*origin).line_start(diagnostic.line);
        title.element(snippet.annotation(place))
    };
    if !help.is_empty() {
        group = group.element(Level::HELP.message(&*help));
    }
    let more = spelling.more(diagnostic.code);
    if !more.is_empty() {
        group = group.element(Level::NOTE.with_name("more").message(&*more));
    }
    let renderer = match colour {
        Colour::Off => Renderer::plain(),
        Colour::On => Renderer::styled(),
    };
    renderer.render(&[group]) + "\n"
}

/// The bytes of `source` that are shown: all of a short text, the neighbourhood of `span` in a long
/// one.
fn window(source: &str, span: &Range<usize>) -> Range<usize> {
    if source.len() <= 4 * AROUND {
        return 0..source.len();
    }
    let mut start = span.start.saturating_sub(AROUND);
    let mut end = (span.end + AROUND).min(source.len());
    while !source.is_char_boundary(start) {
        start -= 1;
    }
    while !source.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

/// The mistake as JSON: `{"error": {..}}`. Empty help is replaced by the command
/// that prints the longer explanation.
pub fn diagnostic_json(diagnostic: &Diagnostic, spelling: &dyn Spelling) -> String {
    json::line(&json(diagnostic, spelling))
}

/// The fields of [`diagnostic_json`].
pub(crate) fn json<'a>(diagnostic: &'a Diagnostic, spelling: &dyn Spelling) -> ErrorJson<'a> {
    let mistake = MistakeJson {
        code: diagnostic.code,
        message: diagnostic.message.clone(),
        origin: Some(&diagnostic.origin),
        line: Some(diagnostic.line),
        source: Some(&diagnostic.source),
        span: Some([diagnostic.span.start, diagnostic.span.end]),
        label: Some(&diagnostic.label),
        suggestion: diagnostic.suggestion.as_deref(),
        ..MistakeJson::default()
    };
    mistake.helped(&diagnostic.help, spelling)
}

/// A mistake in the command line as JSON: the arguments that it is about, and what may have been
/// meant, where that is known.
pub fn usage_json(message: &str, arguments: &[String], suggestion: Option<&str>, help: &str) -> String {
    let mistake = MistakeJson {
        code: "usage",
        message: message.into(),
        argument: Some(arguments.join(" ")).filter(|_| !arguments.is_empty()),
        suggestion,
        help: help.into(),
        ..MistakeJson::default()
    };
    json::line(&mistake.alone())
}

/// The longer explanation of an error code
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "explain-error"))]
pub(crate) struct ExplainErrorJson {
    /// The code
    code: &'static str,
    /// The kind of mistake
    title: &'static str,
    /// The explanation
    text: &'static str,
    schema: Version,
}

/// The longer explanation of an error code. `None` if there is no such code.
pub fn story_text(code: &str) -> Option<String> {
    story(code).map(|(code, title, text)| format!("{code}: {title}\n\n{text}\n"))
}

/// The longer explanation of an error code as JSON.
pub fn story_json(code: &str) -> Option<String> {
    story(code).map(|(code, title, text)| json::line(&ExplainErrorJson { code, title, text, schema: Version }))
}

/// Returns the code, the title and the text of an explanation; the case of the code does not
/// matter.
fn story(code: &str) -> Option<(&'static str, &'static str, &'static str)> {
    STORIES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code)).copied()
}
