//! The `row` and `ring` boards: their moves, their ending, and the proof that a game on them ends.

use crate::{
    Ending, Gap, RowMove, RowRules, Ruleset, Span,
    boards::{heap::read::span, row::read_rewrite::rewrite},
    ends,
    heaps::arrow,
    text::{cursor::Cursor, diagnostic::Diagnostic, lex::TokenKind as Tok},
    words::{
        read_ending::ending,
        read_factor::{factor, wrong},
        read_letters::within,
    },
};

/// Reads the moves and the ending of a `row:`, or of a `ring:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>, ring: bool) -> Result<Ruleset, Diagnostic> {
    let start = cursor.place();
    let mut moves = vec![listed(cursor, ring)?];
    while cursor.eat_sign(",") {
        moves.push(listed(cursor, ring)?);
    }
    let span = cursor.span_since(start);
    let until = ending(cursor)?;
    if let Some((Ending::EndsWith(_) | Ending::Increasing, place)) = &until
        && ring
    {
        return Err(Diagnostic::new("G010", place.clone(), "a ring has no first and no last letter")
            .label("this ending requires two ends")
            .help("use `row:`, or an ending about counts or factors"));
    }
    if cursor.is_word("leaving") {
        return Err(Diagnostic::new("G008", cursor.span(), "words are not split into heaps")
            .label("not a move on this board")
            .help("for heaps, write the board: `heap: take square leaving 1 heap`; on words, `cut` splits"));
    }
    cursor.expect_end()?;
    let rules = RowRules { moves, until: until.map(|(until, _)| until) };
    if let Err(tried) = ends::words(&rules, ring) {
        let help = match ends::cycle(&rules, ring) {
            Some(path) => {
                let path: Vec<String> = path.iter().map(|word| format!("\"{word}\"")).collect();
                format!("it has a cycle: {}; make every right side shorter, or use other letters", path.join(" -> "))
            }
            None => "make every right side lighter than its left side, or of equal length and earlier in one alphabet"
                .into(),
        };
        return Err(Diagnostic::new("G030", span, format!("no proof that this game ends: {tried}"))
            .label("play by these rules may never end")
            .help(help));
    }
    Ok(if ring { Ruleset::Ring(rules) } else { Ruleset::Row(rules) })
}

/// Reads a move, and the list that all it leaves must be in.
fn listed(cursor: &mut Cursor<'_>, ring: bool) -> Result<RowMove, Diagnostic> {
    let place = cursor.span();
    let kind = row_move(cursor, ring)?;
    if ring && let RowMove::Split(_) = kind {
        return Err(Diagnostic::new("G008", place, "a ring has no two ends: one cut leaves one row")
            .label("not on rings")
            .help("use `row:`, or `cut letter`"));
    }
    let start = cursor.span();
    Ok(match within(cursor)? {
        Some(_) if ring => {
            return Err(Diagnostic::new("G008", start, "a ring has no first letter, so it is no listed word")
                .label("not on rings")
                .help("use `row:`"));
        }
        Some(words) => RowMove::Within(Box::new(kind), words),
        None => kind,
    })
}

/// Reads `split into 2..3 parts`.
pub(crate) fn split(cursor: &mut Cursor<'_>) -> Result<Span, Diagnostic> {
    let start = cursor.place();
    cursor.expect_word("split")?;
    cursor.expect_word("into")?;
    let parts = span(cursor)?;
    if cursor.is_word("heaps") || cursor.is_word("unequal") || cursor.is_word("equal") {
        return Err(wrong(cursor, "a split into heaps", "write `split into 2 parts`; for heaps, omit the board"));
    }
    cursor.expect_word("parts")?;
    if parts.from < 2 {
        return Err(Diagnostic::new("G032", cursor.span_since(start), "a split into one part has no effect")
            .label("play need not end")
            .help("split into at least 2 parts: `split into 2 parts`"));
    }
    Ok(parts)
}

fn row_move(cursor: &mut Cursor<'_>, ring: bool) -> Result<RowMove, Diagnostic> {
    let start = cursor.span();
    let gap = match cursor.eat_any(&["take", "cut"]) {
        Some("take") => Gap::Closes,
        Some(_) => Gap::Separates,
        None => {
            return match cursor.peek() {
                Some(Tok::Text(_) | Tok::Sign("^")) => rewrite(cursor, ring).map(RowMove::Rewrite),
                Some(Tok::Word(word)) if word == "append" => Err(wrong(cursor, "`append`", "write `tape: append ..`")),
                Some(Tok::Word(word)) if word == "split" => split(cursor).map(RowMove::Split),
                Some(Tok::Word(word)) if ["octal", "hex"].contains(&word.as_str()) => {
                    Err(wrong(cursor, "a move on heaps", "write `heap:` before the moves, or omit the board"))
                }
                Some(Tok::Code(..)) => Err(wrong(cursor, "a code", "codes are moves on heaps: omit the board")),
                Some(Tok::Word(_)) if arrow::is_letter_rule(cursor) => rewrite(cursor, ring).map(RowMove::Rewrite),
                Some(Tok::Word(_)) if matches!(cursor.peek_at(1), Some(Tok::Sign("->"))) => Err(cursor
                    .expected("a quoted word", &[])
                    .help("quote the letters: \"ab\" -> \"b\", or bind them: .. for letters x, y")),
                _ => Err(cursor.expected("a move on words", &["take", "cut", "split"])),
            };
        }
    };
    if cursor.eat_words(&["every", "copy"]) {
        for word in ["of", "a", "letter"] {
            if word == "of" || cursor.is_word(word) {
                cursor.expect_word(word)?;
            }
        }
        if ring {
            return Err(Diagnostic::new("G034", start, "`every copy` is a move on rows")
                .label("on a ring")
                .help("use `row:`"));
        }
        return Ok(RowMove::EveryCopy(gap));
    }
    Ok(RowMove::Remove(gap, factor(cursor)?))
}
