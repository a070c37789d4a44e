//! Moves on heaps: `take`, `split`, codes, and the general form.

use std::ops::Range;

use grundy_games::{Amounts, Code, HeapMove, Kind, Parts, Ruleset, Span, Take, TypedRules, heap::MOST_PARTS};

use super::{arrow, cursor::Cursor, heap_board, lex::Kind as Tok};
use crate::diagnostic::Diagnostic;

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
        return Err(Diagnostic::new("G010", cursor.span(), "heaps have no ending of their own")
            .label("endings are about letters")
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
        _ => Err(cursor.expected("a move on heaps", &[])),
    }
}

fn wrong_board(cursor: &Cursor<'_>, what: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("`{what}` is no move on heaps"))
        .label("a move on words")
        .help("heaps have take, split, octal, hex and a -> ..; put `row:` in front for words")
}

/// `2 or 3`, `1..3`, `any but {2,5}`, `{1,4,9}`.
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
            return Err(Diagnostic::new("G008", cursor.span(), "letters are not taken from heaps")
                .label("a move on words")
                .help("say how many counters go: `take 2 or 3`; put `row:` or `bag:` in front for words"));
        } else {
            return Err(cursor.expected("how many to take", &["any", "odd", "even", "prime", "square"]));
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

/// `3`, `1..3`, `4..`.
pub(super) fn span(cursor: &mut Cursor<'_>) -> Result<Span, Diagnostic> {
    let start = cursor.place();
    let from = cursor.number()?;
    if !cursor.eat_sign("..") {
        return Ok(Span { from, to: Some(from) });
    }
    let Some(&Tok::Number(to)) = cursor.peek() else { return Ok(Span { from, to: None }) };
    cursor.step();
    if to < from {
        return Err(Diagnostic::new("G011", cursor.span_since(start), format!("there is nothing from {from} to {to}"))
            .label("an empty range")
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
        return Err(Diagnostic::new("G011", cursor.span_since(start), "this set has no numbers")
            .label("empty")
            .help("name at least one number: {1, 4, 9}"));
    }
    Ok(spans)
}

/// `0..2 heaps`, `2 unequal heaps`, `1 heap`, `0 or 2 heaps` is refused: write two moves.
fn heaps(cursor: &mut Cursor<'_>) -> Result<(Span, Parts), Diagnostic> {
    let place = cursor.span();
    let counts = span(cursor)?;
    if counts.to.is_none_or(|to| to > MOST_PARTS) {
        return Err(Diagnostic::new(
            "G014",
            place,
            format!("a heap may be parted into at most {MOST_PARTS} heaps here"),
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

/// Taking nothing must part the heap.
fn ends(take: Take, span: Range<usize>) -> Result<Take, Diagnostic> {
    if take.amounts.contains(0) && take.leaving.from < 2 {
        return Err(Diagnostic::new("G032", span, "a move that takes nothing and leaves one heap changes nothing")
            .label("this need not end")
            .help("take at least 1, or part the rest: `take 0 leaving 2 heaps`"));
    }
    if take.amounts.largest().is_none() {
        return Err(Diagnostic::new("G011", span, "no amount is left to take")
            .label("empty")
            .help("name another amount"));
    }
    Ok(take)
}

fn code(cursor: &mut Cursor<'_>, hexadecimal: bool) -> Result<Code, Diagnostic> {
    let span = cursor.span();
    let (before, after) = match cursor.peek().cloned() {
        Some(Tok::Code(before, after)) => (before, after),
        Some(Tok::Word(first))
            if hexadecimal && first.len() == 1 && first.starts_with(|c: char| c.is_ascii_hexdigit()) =>
        {
            // `C.5`: the digit before the point looks like a word.
            cursor.step();
            match cursor.peek().cloned() {
                Some(Tok::Code(before, after)) if before.is_empty() && cursor.span().start == span.end => {
                    (first, after)
                }
                _ => return Err(cursor.expected("a point behind the first digit, as in C.5", &[])),
            }
        }
        Some(Tok::Number(number)) => {
            return Err(Diagnostic::new("G007", span, "a code needs a point")
                .label("is this a heap or a code?")
                .help(format!("write `0.{number}`")));
        }
        _ => return Err(cursor.expected("a code such as 0.77", &[])),
    };
    cursor.step();
    let (radix, name, way_out) = match hexadecimal {
        true => (16, "hexadecimal", "hexadecimal digits are 0 to 9 and A to F"),
        false => (8, "octal", "octal digits are 0 to 7: 1 takes a whole heap, 2 leaves one, 4 leaves two; add them up"),
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
                    format!("`{digit}` is no {name} digit"),
                )
                .label("here")
                .help(hint));
            }
        }
    }
    if first.chars().count() != 1 || digits[0] & 3 != 0 {
        let hint = match after.as_str() {
            _ if first.chars().count() != 1 => format!("one digit stands before the point: write `0.{first}{after}`?"),
            _ => {
                "only 0 or 4 (in hexadecimal also 8 or C) can stand there: a move that takes nothing must part the heap"
                    .into()
            }
        };
        return Err(Diagnostic::new(
            "G007",
            span.start..point.max(span.start + 1),
            format!("`{first}` cannot stand before the point"),
        )
        .label("it takes nothing")
        .help(hint));
    }
    if after.is_empty() {
        return Err(Diagnostic::new("G007", point..point + 1, "no digit stands behind the point")
            .label("what may be taken?")
            .help(format!("write a digit for each number of counters that may be taken: `{first}.07` takes two")));
    }
    Ok(Code { hexadecimal, digits })
}

/// `1 size`, `2 sizes`.
pub(super) fn sizes(count: usize) -> String {
    format!("{count} size{}", if count == 1 { "" } else { "s" })
}

/// Every kind of heap has rules and one number of sizes.
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
        let own = clause.kind.as_deref().unwrap_or_default();
        let heads = [(own, clause.arity)];
        let terms = clause.terms.iter().map(|term| (term.kind.as_deref().unwrap_or(own), term.sizes.len()));
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
                    return Err(Diagnostic::new("G016", span.clone(), format!("no rule says what {kind} becomes"))
                        .label("in this game")
                        .help(format!("add a rule for it: {kind}(..) -> ..")));
                }
            }
        }
    }
    Ok(())
}
