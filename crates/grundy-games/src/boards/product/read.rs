//! The `product` board: `GAME times GAME`, two games on heaps, each by its moves or by its name.

use std::ops::Range;

use crate::{
    Component, Convention, HeapRules, ProductRules, Ruleset,
    boards::heap::read as heap,
    language::families,
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// The word between the games.
const TIMES: &str = "times";

/// A product with the moves in place of the names of its games.
pub(crate) struct WrittenOut {
    /// The text with the moves of both games.
    pub text: String,
    /// Where each game is in this text and in the text that was given, and whether it has a name
    /// there.
    games: Vec<(Range<usize>, Range<usize>, bool)>,
}

impl WrittenOut {
    /// Returns a fault of this text as one of the text that was given.
    pub fn moved(&self, source: &str, fault: Diagnostic) -> Diagnostic {
        let game = self.games.iter().rfind(|(text, ..)| text.start <= fault.span.start);
        let Some((text, given, named)) = game else { return fault };
        let after = &source[given.end..];
        let blanks = after.len() - after.trim_start().len();
        let moved = |at: usize| match at.checked_sub(text.end) {
            None => given.start + at.saturating_sub(text.start),
            Some(0) => given.end,
            // One blank is before the word that follows.
            Some(past) => given.end + blanks + past - 1,
        };
        if *named && fault.span.start < text.end {
            let message = format!("`{}` is not a game on heaps without kinds", &source[given.clone()]);
            return Diagnostic::new("G008", given.clone(), message)
                .label("a game on another board")
                .help("a product has two games on heaps: `product: nim times kayles`");
        }
        Diagnostic { span: moved(fault.span.start)..moved(fault.span.end), ..fault }
    }
}

/// Returns the product with its games written out; `None` if the text is no product, or has no
/// names of games.
pub(crate) fn written_out(source: &str) -> Result<Option<WrittenOut>, Diagnostic> {
    let (_, rest) = Convention::of(source);
    let Some(games) = rest.trim_start().strip_prefix("product").and_then(|rest| rest.trim_start().strip_prefix(':'))
    else {
        return Ok(None);
    };
    let head = &source[..source.len() - games.len()];
    let mut all = WrittenOut { text: format!("{head} "), games: Vec::new() };
    let mut at = head.len();
    for game in by_word(games) {
        let start = at + (game.len() - game.trim_start().len());
        let given = start..start + game.trim().len();
        let named = families::expand(&source[given.clone()]).map_err(|fault| Diagnostic {
            span: start + fault.span.start..start + fault.span.end,
            help: "each game of a product stands alone, by its moves or by its name with its parameters: \
                   `product: nim times subtraction {1,3}`"
                .into(),
            origin: String::new(),
            source: String::new(),
            ..fault
        })?;
        if !all.games.is_empty() {
            all.text.push_str(" times ");
        }
        let (start, is_named) = (all.text.len(), named.is_some());
        all.text.push_str(named.as_ref().map_or(&source[given.clone()], |named| &named.text));
        all.games.push((start..all.text.len(), given, is_named));
        at += game.len() + TIMES.len();
    }
    Ok(all.games.iter().any(|(_, _, named)| *named).then_some(all))
}

/// The parts of a text between the words `times`.
fn by_word(text: &str) -> Vec<&str> {
    let (mut parts, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices(TIMES) {
        let is_apart = |sign: Option<char>| !sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
        let (before, after) = (&text[..at], &text[at + TIMES.len()..]);
        if at >= from && is_apart(before.chars().next_back()) && is_apart(after.chars().next()) {
            parts.push(&text[from..at]);
            from = at + TIMES.len();
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Reads the games of a `product:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    cursor.ending = Some(TIMES);
    let first = factor(cursor)?;
    if !cursor.eat_word(TIMES) {
        let help = "a product has two games on heaps: `product: take 1..2 times octal 0.77`";
        return Err(cursor.expected_or("`,`, or `times` and another game", &[TIMES], help));
    }
    let second = factor(cursor)?;
    if cursor.is_word(TIMES) {
        return Err(Diagnostic::new("G008", cursor.span(), "a product has two games")
            .label("a third one")
            .help("leave one of them out: `product: take 1..2 times octal 0.77`"));
    }
    cursor.expect_end()?;
    Ok(Ruleset::Product(ProductRules { factors: [first, second] }))
}

/// Reads the moves of one game.
fn factor(cursor: &mut Cursor<'_>) -> Result<HeapRules, Diagnostic> {
    if cursor.is_word("heap") && matches!(cursor.peek_at(1), Some(crate::text::lex::TokenKind::Sign(":"))) {
        cursor.step();
        cursor.step();
    }
    let start = cursor.place();
    let (moves, places) = heap::moves(cursor)?;
    match heap::board(moves, &places, cursor.span_since(start))? {
        Ruleset::Heap(rules) => Ok(rules),
        _ => Err(Diagnostic::new("G008", cursor.span_since(start), "a game of a product has heaps without kinds")
            .label("heaps with kinds")
            .help("write the moves without a kind: `product: n -> n-k for k in 1..n/2 times take 1..2`")),
    }
}

/// Reads a position: `(3, 5)`, or the two numbers without parentheses.
pub(crate) fn component(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
    reader.blanks();
    let close = [('(', ')'), ('[', ']'), ('{', '}')].into_iter().find(|(open, _)| reader.eat(*open));
    let first = reader.size(ruleset)?;
    reader.blanks();
    if reader.rest().starts_with(',') && close.is_none() {
        reader.not_thousands()?;
    }
    let apart = reader.eat(',') || reader.eat(';') || reader.source[..reader.at].ends_with(char::is_whitespace);
    if !apart {
        return Err(reader.fault("`,` and the second heap of the pair", ruleset));
    }
    let second = reader.size(ruleset)?;
    match close {
        Some((_, close)) if !reader.eat(close) => Err(reader.fault(&format!("`{close}`"), ruleset)),
        _ => Ok(Component::Pair([first, second])),
    }
}
