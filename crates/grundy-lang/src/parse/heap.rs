//! The `heap` board: the moves `take` and `split`, codes, and the general form.

use std::ops::Range;

use grundy_games::{Amounts, Code, HeapMove, Kind, Parts, Ruleset, Span, Take, TypedRules, heap::MOST_PARTS};

use super::{arrow, cursor::Cursor, heap_board, lex::Kind as Tok};
use crate::diagnostic::Diagnostic;

/// Reads the moves of a `heap:`.
pub(super) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let start = cursor.place();
    let (mut moves, mut places) = (Vec::new(), Vec::new());
    loop {
        let from = cursor.place();
        moves.push(one(cursor)?);
        places.push(cursor.span_since(from));
        if !cursor.eat_sign(",") {
            break;
        }
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games on heaps have no endings")
            .label("endings apply to letters")
            .help("restrict the moves instead: `a -> .. where a > 3`"));
    }
    cursor.expect_end()?;
    heap_board(moves, &places, cursor.span_since(start))
}

fn one(cursor: &mut Cursor<'_>) -> Result<HeapMove, Diagnostic> {
    match cursor.peek() {
        Some(Tok::Code(..)) => code(cursor, false).map(HeapMove::Code),
        Some(Tok::Word(word)) => match word.as_str() {
            "take" => take(cursor).map(HeapMove::Take),
            "split" => split(cursor).map(HeapMove::Take),
            "octal" | "hex" => {
                let hexadecimal = word == "hex";
                cursor.step();
                code(cursor, hexadecimal).map(HeapMove::Code)
            }
            "cut" | "append" => Err(wrong_board(cursor, &word.clone())),
            _ if matches!(cursor.peek_at(1), Some(Tok::Sign("->" | "("))) => {
                arrow::clause(cursor).map(HeapMove::General)
            }
            _ => Err(cursor.expected("a move on heaps", &["take", "split", "octal", "hex"])),
        },
        Some(Tok::Text(_) | Tok::Sign("^")) => Err(wrong_board(cursor, "rewriting")),
        Some(Tok::Sign("->" | "(") | Tok::Number(_)) => Err(cursor
            .expected("a move on heaps", &[])
            .help("each move after a comma is written in full, such as `n -> n-1, n -> n-2` or `take 1, take 3`")),
        _ => Err(cursor.expected("a move on heaps", &[])),
    }
}

fn wrong_board(cursor: &Cursor<'_>, what: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("`{what}` is not a move on heaps"))
        .label("a move on words")
        .help("the moves on heaps are take, split, octal, hex and a -> ..; for words, write `row:` before the moves")
}

/// Reads `2 or 3`, `1..3`, `any but {2,5}`, `{1,4,9}`.
fn amounts(cursor: &mut Cursor<'_>) -> Result<Amounts, Diagnostic> {
    const WORDS: [(&str, Kind); 5] = [
        ("any", Kind::Any),
        ("odd", Kind::Odd),
        ("even", Kind::Even),
        ("prime", Kind::Prime),
        ("square", Kind::Square),
    ];
    let mut kinds = Vec::new();
    loop {
        let word = WORDS.iter().find(|(word, _)| cursor.is_word(word));
        if let Some((_, kind)) = word {
            cursor.step();
            kinds.push(*kind);
        } else if cursor.is_sign("{") {
            kinds.extend(set(cursor)?.into_iter().map(Kind::Span));
        } else if matches!(cursor.peek(), Some(Tok::Number(_))) {
            kinds.push(Kind::Span(span(cursor)?));
        } else if matches!(cursor.peek(), Some(Tok::Text(_))) || cursor.is_word("letter") || cursor.is_word("word") {
            return Err(Diagnostic::new("G008", cursor.span(), "letters cannot be taken from heaps")
                .label("a move on words")
                .help(
                    "write a number of counters: `take 2 or 3`; for words, write `row:` or `bag:` before the moves",
                ));
        } else {
            return Err(cursor.expected("a number of counters", &["any", "odd", "even", "prime", "square"]));
        }
        if !cursor.eat_word("or") {
            break;
        }
    }
    let except = match cursor.eat_word("but") {
        true if cursor.is_sign("{") => set(cursor)?,
        true => vec![span(cursor)?],
        false => Vec::new(),
    };
    Ok(Amounts { kinds, except })
}

/// Reads `3`, `1..3`, `4..`.
pub(super) fn span(cursor: &mut Cursor<'_>) -> Result<Span, Diagnostic> {
    let start = cursor.place();
    let from = cursor.number()?;
    if !cursor.eat_sign("..") {
        return Ok(Span { from, to: Some(from) });
    }
    let Some(&Tok::Number(to)) = cursor.peek() else { return Ok(Span { from, to: None }) };
    cursor.step();
    if to < from {
        return Err(Diagnostic::new("G011", cursor.span_since(start), format!("empty range {from}..{to}"))
            .label("the start is larger than the end")
            .help(format!("write `{to}..{from}`")));
    }
    Ok(Span { from, to: Some(to) })
}

fn set(cursor: &mut Cursor<'_>) -> Result<Vec<Span>, Diagnostic> {
    let start = cursor.place();
    cursor.expect_sign("{")?;
    let mut spans = Vec::new();
    while !cursor.eat_sign("}") {
        spans.push(span(cursor)?);
        if !cursor.is_sign("}") {
            cursor.expect_sign(",")?;
        }
    }
    if spans.is_empty() {
        return Err(cursor.empty_set(start));
    }
    Ok(spans)
}

/// Reads `0..2 heaps`, `2 unequal heaps`, `1 heap`. Refuses `0 or 2 heaps`, which is written as two
/// moves.
fn heaps(cursor: &mut Cursor<'_>) -> Result<(Span, Parts), Diagnostic> {
    let place = cursor.span();
    let counts = span(cursor)?;
    if counts.to.is_none_or(|to| to > MOST_PARTS) {
        return Err(Diagnostic::new(
            "G014",
            place,
            format!("a heap can be split into at most {MOST_PARTS} heaps here"),
        )
        .label("too many")
        .help("for more, use the general form: `a -> a/2 of (1) + a/2 of (1)`"));
    }
    let parts = match cursor.eat_any(&["unequal", "equal"]) {
        Some("unequal") => Parts::Unequal,
        Some(_) => Parts::Equal,
        None => Parts::Any,
    };
    if !cursor.eat_word("heap") {
        cursor.expect_word("heaps")?;
    }
    Ok((counts, parts))
}

fn take(cursor: &mut Cursor<'_>) -> Result<Take, Diagnostic> {
    let start = cursor.place();
    cursor.expect_word("take")?;
    let amounts = amounts(cursor)?;
    let (leaving, parts) = match cursor.eat_word("leaving") {
        true => heaps(cursor)?,
        false => (Span { from: 0, to: Some(1) }, Parts::Any),
    };
    ends(Take { amounts, leaving, parts }, cursor.span_since(start))
}

fn split(cursor: &mut Cursor<'_>) -> Result<Take, Diagnostic> {
    let start = cursor.place();
    cursor.expect_word("split")?;
    cursor.expect_word("into")?;
    let (leaving, parts) = heaps(cursor)?;
    ends(Take { amounts: Amounts::of([0]), leaving, parts }, cursor.span_since(start))
}

/// Refuses a move that takes no counters and does not split the heap, and a move without amounts.
fn ends(take: Take, span: Range<usize>) -> Result<Take, Diagnostic> {
    if take.amounts.contains(0) && take.leaving.from < 2 {
        return Err(Diagnostic::new("G032", span, "a move that takes no counters and leaves one heap has no effect")
            .label("play need not end")
            .help("take at least 1 counter, or split the rest: `take 0 leaving 2 heaps`"));
    }
    if take.amounts.largest().is_none() {
        return Err(Diagnostic::new("G011", span, "no amount remains to take")
            .label("empty")
            .help("name another amount"));
    }
    Ok(take)
}

/// Reads a code such as `0.77`.
fn code(cursor: &mut Cursor<'_>, hexadecimal: bool) -> Result<Code, Diagnostic> {
    let span = cursor.span();
    let (before, after) = match cursor.peek().cloned() {
        Some(Tok::Code(before, after)) => (before, after),
        Some(Tok::Word(first))
            if hexadecimal && first.len() == 1 && first.starts_with(|c: char| c.is_ascii_hexdigit()) =>
        {
            // `C.5`: the lexer reads the digit before the point as a word.
            cursor.step();
            match cursor.peek().cloned() {
                Some(Tok::Code(before, after)) if before.is_empty() && cursor.span().start == span.end => {
                    (first, after)
                }
                _ => return Err(cursor.expected("a point after the first digit, as in C.5", &[])),
            }
        }
        Some(Tok::Number(number)) => {
            return Err(Diagnostic::new("G007", span, "a code requires a point")
                .label("a heap or a code?")
                .help(format!("write `0.{number}`")));
        }
        _ => return Err(cursor.expected("a code such as 0.77", &[])),
    };
    cursor.step();
    let (radix, name, way_out) = match hexadecimal {
        true => (16, "a hexadecimal", "hexadecimal digits are 0 to 9 and A to F"),
        false => {
            (8, "an octal", "octal digits are sums of 1 (leave no heap), 2 (leave one heap) and 4 (leave two heaps)")
        }
    };
    let mut digits = Vec::new();
    let point = span.start + before.len();
    let first = if before.is_empty() { "0" } else { &before };
    let places = first.char_indices().map(|(at, digit)| (span.start + at, digit));
    for (at, digit) in places.chain(after.char_indices().map(|(at, digit)| (point + 1 + at, digit))) {
        match digit.to_digit(radix) {
            Some(value) => digits.push(value as u8),
            None => {
                let hint = match digit.is_ascii_hexdigit() && !after.is_empty() {
                    true => format!("{way_out}; write `hex {first}.{after}` for a hexadecimal code"),
                    false => way_out.into(),
                };
                return Err(Diagnostic::new(
                    "G006",
                    at..at + digit.len_utf8(),
                    format!("`{digit}` is not {name} digit"),
                )
                .label("here")
                .help(hint));
            }
        }
    }
    if first.chars().count() != 1 || digits[0] & 3 != 0 {
        let hint = match after.as_str() {
            _ if first.chars().count() != 1 => format!("write one digit before the point: `0.{first}{after}`?"),
            _ => "write 0 or 4 (in hexadecimal also 8 or C): a move that takes no counters must split the heap".into(),
        };
        return Err(Diagnostic::new(
            "G007",
            span.start..point.max(span.start + 1),
            format!("`{first}` cannot precede the point of a code"),
        )
        .label("for moves that take no counters")
        .help(hint));
    }
    if after.is_empty() {
        return Err(Diagnostic::new("G007", point..point + 1, "missing digit after the point")
            .label("no move is given")
            .help(format!("write a digit for each number of counters that may be taken: `{first}.07` takes two")));
    }
    Ok(Code { hexadecimal, digits })
}

/// Returns `1 size`, `2 sizes`.
pub(super) fn sizes(count: usize) -> String {
    format!("{count} size{}", if count == 1 { "" } else { "s" })
}

/// Collects the kinds of heaps, and requires of each a rule and a fixed number of sizes.
pub(super) fn check_kinds(rules: &mut TypedRules, span: &Range<usize>) -> Result<(), Diagnostic> {
    for clause in &rules.clauses {
        let kind = clause.kind.clone().expect("typed clauses have a kind");
        if !rules.kinds.contains(&kind) {
            rules.kinds.push(kind);
        }
    }
    let arity = |kind: &str| {
        rules.clauses.iter().find(|clause| clause.kind.as_deref() == Some(kind)).map(|clause| clause.arity)
    };
    for clause in &rules.clauses {
        let head = clause.kind.as_deref().unwrap_or_default();
        let heads = [(head, clause.arity)];
        let terms = clause.terms.iter().map(|term| (term.kind.as_deref().unwrap_or(head), term.sizes.len()));
        for (kind, count) in heads.into_iter().chain(terms) {
            match arity(kind) {
                Some(known) if known == count => {}
                Some(known) => {
                    return Err(Diagnostic::new(
                        "G015",
                        span.clone(),
                        format!("{kind} has {} in one place and {count} in another", sizes(known)),
                    )
                    .label("in this game")
                    .help(format!("give {kind} the same number of sizes everywhere")));
                }
                None => {
                    return Err(Diagnostic::new("G016", span.clone(), format!("no rule for heaps of kind {kind}"))
                        .label("in this game")
                        .help(format!("add a rule: {kind}(..) -> ..")));
                }
            }
        }
    }
    Ok(())
}
