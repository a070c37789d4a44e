//! The `product` board: `GAME times GAME`, two games on heaps, each by its moves or by its name.

use grundy_games::{Component, Convention, HeapRules, ProductRules, Ruleset};

use super::{cursor::Cursor, heap, heap_board, reader::Reader};
use crate::{diagnostic::Diagnostic, families};

/// The word between the games.
const TIMES: &str = "times";

/// Returns the text of a product with the moves in place of the names of its games; `None` if it is
/// no product, or has no names.
pub(super) fn written_out(source: &str) -> Result<Option<String>, Diagnostic> {
    let (_, rest) = Convention::of(source);
    let Some(games) = rest.trim_start().strip_prefix("product").and_then(|rest| rest.trim_start().strip_prefix(':'))
    else {
        return Ok(None);
    };
    let mut texts = Vec::new();
    let mut is_named = false;
    for game in by_word(games) {
        let named = families::expand(game.trim())?;
        is_named |= named.is_some();
        texts.push(named.map_or_else(|| game.trim().to_owned(), |named| named.text));
    }
    let head = &source[..source.len() - games.len()];
    Ok(is_named.then(|| format!("{head} {}", texts.join(" times "))))
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
pub(super) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
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
    if cursor.is_word("heap") && matches!(cursor.peek_at(1), Some(super::lex::Kind::Sign(":"))) {
        cursor.step();
        cursor.step();
    }
    let start = cursor.place();
    let (moves, places) = heap::moves(cursor)?;
    match heap_board(moves, &places, cursor.span_since(start))? {
        Ruleset::Heap(rules) => Ok(rules),
        _ => Err(Diagnostic::new("G008", cursor.span_since(start), "a game of a product has heaps without kinds")
            .label("heaps with kinds")
            .help("write the moves without a kind: `product: n -> n-k for k in 1..n/2 times take 1..2`")),
    }
}

/// Reads a position: `(3, 5)`, or the two numbers without parentheses.
pub(super) fn component(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
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
