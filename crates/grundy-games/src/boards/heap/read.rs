//! The `heap` board: the moves `take` and `split`, codes, and the general form.
//!
//! ```text
//! heap    = move { "," move }
//! move    = "take" amounts [ "leaving" heaps ] | "split into" heaps | code | clause
//! amounts = amount { ( "or" | "," ) amount } [ "but" ( number | set ) ] [ counters ]
//! amount  = number [ ".." [ number ] ] | set | "any" | "odd" | "even" | "prime" | "square"
//!         | "at most" N | "up to" N | "at least" N | "exactly" N
//!         | "from" N "to" N | "between" N "and" N | [ "number" ] "in" FILE
//! heaps   = number [ ".." [ number ] ] [ "unequal" | "equal" ] "heaps"
//! ```

use std::{ops::Range, sync::Arc};

use crate::{
    AmountSet, Amounts, Code, HeapMove, Parts, Ruleset, Span, Take, TypedRules,
    boards::heap::MOST_PARTS,
    heaps::{arrow, numbers::filed_numbers},
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        encoding::printable,
        lex::{TokenKind as Tok, too_large},
    },
    words::read_letters::missing_help,
};

/// Reads the moves of a `heap:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let start = cursor.place();
    let (moves, places) = moves(cursor)?;
    cursor.expect_end()?;
    board(moves, &places, cursor.span_since(start))
}

/// Reads moves on heaps, and returns them with their places.
pub(crate) fn moves(cursor: &mut Cursor<'_>) -> Result<(Vec<HeapMove>, Vec<Range<usize>>), Diagnostic> {
    let (mut moves, mut places) = (Vec::new(), Vec::new());
    loop {
        let from = cursor.place();
        moves.extend(one(cursor)?);
        places.resize(moves.len(), cursor.span_since(from));
        if !cursor.eat_sign(",") {
            break;
        }
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games on heaps have no endings")
            .label("endings apply to letters")
            .help("restrict the moves instead: `a -> .. where a > 3`"));
    }
    Ok((moves, places))
}

/// Reads a move. A code with heaps of different sizes is two moves.
fn one(cursor: &mut Cursor<'_>) -> Result<Vec<HeapMove>, Diagnostic> {
    match cursor.peek() {
        Some(Tok::Code(..)) => code(cursor, false),
        Some(Tok::Word(word)) => match word.as_str() {
            "take" => take(cursor).map(|take| vec![HeapMove::Take(take)]),
            "split" => split(cursor).map(|take| vec![HeapMove::Take(take)]),
            "octal" | "hex" => {
                let hexadecimal = word == "hex";
                cursor.step();
                code(cursor, hexadecimal)
            }
            "cut" | "append" => Err(wrong_board(cursor, &word.clone())),
            _ if matches!(cursor.peek_at(1), Some(Tok::Sign("->" | "("))) => {
                arrow::clause(cursor).map(|clause| vec![HeapMove::General(clause)])
            }
            _ => Err(cursor.expected_or(
                "a move on heaps",
                &["take", "split", "octal", "hex"],
                "the moves on heaps are take, split, octal, hex and arrows; each arrow is written in full: `n -> n-1, n -> n/2`",
            )),
        },
        Some(Tok::Text(_) | Tok::Sign("^")) => Err(wrong_board(cursor, "rewriting")),
        Some(Tok::Sign("->" | "(") | Tok::Number(_)) => Err(cursor
            .expected("a move on heaps", &[])
            .help("each move after a comma is written in full, such as `n -> n-1, n -> n-2` or `take 1, take 3`")),
        _ => Err(cursor.expected("a move on heaps", &[])),
    }
}

/// Returns the message for a move on words.
fn wrong_board(cursor: &Cursor<'_>, what: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("`{what}` is not a move on heaps"))
        .label("a move on words")
        .help("the moves on heaps are take, split, octal, hex and a -> ..; for words, write `row:` before the moves")
}

/// The words that amounts may begin with.
pub(crate) const AMOUNT_OPENINGS: [&str; 11] =
    ["any", "odd", "even", "prime", "at", "up", "exactly", "from", "between", "number", "in"];

/// The sets of numbers with a name.
const SETS: [(&str, AmountSet); 5] = [
    ("any", AmountSet::Any),
    ("odd", AmountSet::Odd),
    ("even", AmountSet::Even),
    ("prime", AmountSet::Prime),
    ("square", AmountSet::Square),
];

/// What people call counters. The word may follow the amounts, and changes nothing.
const COUNTERS: [&str; 16] = [
    "counter", "counters", "token", "tokens", "stone", "stones", "stick", "sticks", "match", "matches", "coin",
    "coins", "bean", "beans", "object", "objects",
];

/// Those of them that are one counter.
const ONE: [&str; 8] = ["counter", "token", "stone", "stick", "match", "coin", "bean", "object"];

/// Reads `2 or 3`, `1, 3 or 4`, `1..3`, `at most 3`, `any but {2,5}`, `{1,4,9}`. Returns also
/// whether a word for counters follows.
pub(crate) fn amounts(cursor: &mut Cursor<'_>) -> Result<(Amounts, bool), Diagnostic> {
    let mut kinds = Vec::new();
    loop {
        amount(cursor, &mut kinds)?;
        // A comma before an amount belongs to the list; one before a verb separates moves.
        let listed = cursor.is_sign(",") && {
            let next = cursor.peek_at(1);
            matches!(next, Some(Tok::Number(_) | Tok::Sign("{")))
                || matches!(next, Some(Tok::Word(word)) if word == "or" || SETS.iter().any(|(set, _)| set == word))
        };
        let comma = listed && cursor.eat_sign(",");
        if !cursor.eat_word("or") && !comma {
            break;
        }
    }
    let except = match cursor.eat_word("but") {
        true if cursor.is_sign("{") => set(cursor)?,
        true => vec![span(cursor)?],
        false => Vec::new(),
    };
    let place = cursor.span();
    let named = cursor.eat_any(&COUNTERS);
    if let Some(one) = named.filter(|named| matches!(kinds[..], [AmountSet::Any]) && ONE.contains(named)) {
        let fault = Diagnostic::new("G048", place, format!("`any {one}` may be one {one}, or any number of them"));
        let many = COUNTERS.into_iter().skip_while(|word| *word != one).nth(1).unwrap_or(one);
        return Err(fault.label("two readings").help(format!("write `take 1 {one}`, or `take any number of {many}`")));
    }
    let named = named.is_some();
    Ok((Amounts { kinds, except }, named))
}

/// Reads one part of a list of amounts.
fn amount(cursor: &mut Cursor<'_>, kinds: &mut Vec<AmountSet>) -> Result<(), Diagnostic> {
    if let Some((_, kind)) = SETS.iter().find(|(word, _)| cursor.is_word(word)) {
        cursor.step();
        // `any number of counters`
        let _ = *kind == AmountSet::Any && cursor.eat_word("number") && cursor.eat_word("of");
        kinds.push(*kind);
    } else if cursor.eat_words(&["at", "most"]) || cursor.eat_words(&["up", "to"]) {
        let place = cursor.span();
        let to = power(cursor)?;
        if to == 0 {
            return Err(Diagnostic::new("G011", place, "no amount remains to take")
                .label("empty")
                .help("write at least 1: `take at most 3`"));
        }
        kinds.push(AmountSet::Span(Span { from: 1, to: Some(to) }));
    } else if cursor.eat_words(&["at", "least"]) {
        kinds.push(AmountSet::Span(Span { from: power(cursor)?, to: None }));
    } else if cursor.eat_word("exactly") {
        let number = power(cursor)?;
        kinds.push(AmountSet::Span(Span { from: number, to: Some(number) }));
    } else if cursor.is_word("from") || cursor.is_word("between") {
        let joint = if cursor.eat_word("from") { "to" } else { "and" };
        let start = cursor.place();
        cursor.eat_word("between");
        let from = power(cursor)?;
        cursor.expect_word(joint)?;
        let to = power(cursor)?;
        kinds.push(AmountSet::Span(range(cursor, start, from, to)?));
    } else if cursor.eat_words(&["number", "in"]) || cursor.eat_word("in") {
        kinds.extend(Amounts::of(filed(cursor)?).kinds);
    } else if cursor.is_sign("{") {
        kinds.extend(set(cursor)?.into_iter().map(AmountSet::Span));
    } else if matches!(cursor.peek(), Some(Tok::Number(_))) {
        kinds.push(AmountSet::Span(span(cursor)?));
    } else if matches!(cursor.peek(), Some(Tok::Text(_))) || cursor.is_word("letter") || cursor.is_word("word") {
        return Err(Diagnostic::new("G008", cursor.span(), "letters cannot be taken from heaps")
            .label("a move on words")
            .help("write a number of counters: `take 2 or 3`; for words, write `row:` or `bag:` before the moves"));
    } else {
        return Err(cursor.expected_or(
            "a number of counters",
            &["any", "odd", "even", "prime", "square", "at most", "up to"],
            "write `take 2 or 3`, `take 1..3`, `take at most 3`, `take {1, 4, 9}` or `take any`",
        ));
    }
    Ok(())
}

/// The most numbers of a file.
const MOST_FILED: usize = 1_000_000;

/// Reads the name of a file of numbers, and the file: numbers between blanks, commas and ends of
/// lines, or a b-file. What follows `#` on a line is a comment.
fn filed(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, Diagnostic> {
    let place = cursor.span();
    let Some(name) = cursor.eat_plain_text() else {
        let help = "quote the name of the file: `take number in \"practical.txt\"`";
        return Err(cursor.expected("the name of a file in quotes", &[]).help(help));
    };
    let refused = |code, message: String, help: &str| {
        Err(Diagnostic::new(code, place.clone(), message).label("this file").help(help.to_owned()))
    };
    let whole = "write whole numbers with blanks, commas or ends of lines between them, or a b-file";
    let bytes = match (cursor.lists)(&name) {
        Ok(bytes) => bytes,
        Err(why) => {
            return refused("G020", format!("cannot read {name}: {why}"), &missing_help(&name, place.len()));
        }
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return refused("G022", format!("{name} is not text"), whole);
    };
    match filed_numbers(text) {
        Ok(numbers) if numbers.is_empty() => refused("G021", format!("{name} has no numbers"), whole),
        Ok(numbers) if numbers.len() > MOST_FILED => {
            let help = format!("write at most {MOST_FILED} amounts");
            refused("G005", format!("{name} has {} numbers", numbers.len()), &help)
        }
        Ok(numbers) => Ok(numbers),
        Err((line, word)) => {
            let message = format!("line {line} of {name}: `{}` is not a whole number below 2^64", printable(word));
            refused("G022", message, whole)
        }
    }
}

/// Reads a number or a power: `10^18`.
fn power(cursor: &mut Cursor<'_>) -> Result<u64, Diagnostic> {
    let start = cursor.place();
    let base = cursor.number()?;
    if !cursor.eat_sign("^") {
        return Ok(base);
    }
    let exponent = cursor.number()?;
    let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
    power.ok_or_else(|| too_large(cursor.span_since(start)))
}

/// Returns the numbers from one to another, or the message that there are none.
fn range(cursor: &Cursor<'_>, start: usize, from: u64, to: u64) -> Result<Span, Diagnostic> {
    if to < from {
        return Err(Diagnostic::new("G011", cursor.span_since(start), format!("empty range {from}..{to}"))
            .label("the start is larger than the end")
            .instead(format!("{to}..{from}")));
    }
    Ok(Span { from, to: Some(to) })
}

/// Reads `3`, `1..3`, `4..`, `1 to 3`, `1..10^18`.
pub(crate) fn span(cursor: &mut Cursor<'_>) -> Result<Span, Diagnostic> {
    let start = cursor.place();
    let from = power(cursor)?;
    if cursor.eat_word("to") {
        let to = power(cursor)?;
        return range(cursor, start, from, to);
    }
    if !cursor.eat_sign("..") {
        return Ok(Span { from, to: Some(from) });
    }
    if !matches!(cursor.peek(), Some(Tok::Number(_))) {
        return Ok(Span { from, to: None });
    }
    let to = power(cursor)?;
    range(cursor, start, from, to)
}

/// Reads `{1, 4, 9}`, where an entry may be a range.
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

/// Reads `0..2 heaps`, `2 unequal heaps`, `2.. heaps`, `1 heap`. Refuses `0 or 2 heaps`, which is
/// written as two
/// moves.
fn heaps(cursor: &mut Cursor<'_>) -> Result<(Span, Parts), Diagnostic> {
    let place = cursor.span();
    let counts = span(cursor)?;
    if counts.to.unwrap_or(counts.from) > MOST_PARTS {
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
    if cursor.is_word("parts") {
        return Err(Diagnostic::new("G008", cursor.span(), "a heap is split into heaps")
            .label("not a move on this board")
            .help("write `split into 2 heaps`; for words, write the board: `row: split into 2 parts`"));
    }
    if !cursor.eat_word("heap") {
        cursor.expect_word("heaps")?;
    }
    Ok((counts, parts))
}

/// Reads `take AMOUNTS`, with what it leaves; without `leaving`, nothing or one heap.
fn take(cursor: &mut Cursor<'_>) -> Result<Take, Diagnostic> {
    let start = cursor.place();
    cursor.expect_word("take")?;
    let (amounts, named) = amounts(cursor)?;
    if cursor.is_word("from") {
        let from = cursor.place();
        cursor.step();
        let one_heap = cursor.eat_any(&["a", "one", "any"]).is_some() && cursor.eat_any(&["heap", "pile"]).is_some();
        if !one_heap || !named {
            cursor.go_back(from);
            return Err(cursor.expected_or(
                "`,`, `leaving` or the end of the game",
                &["leaving"],
                "a move on heaps is in one heap; for several piles at once, write `piles:` before the moves",
            ));
        }
    }
    let (leaving, parts) = match cursor.eat_word("leaving") {
        true => heaps(cursor)?,
        false => (Span { from: 0, to: Some(1) }, Parts::Any),
    };
    ends(Take { amounts, leaving, parts }, cursor.span_since(start))
}

/// Reads `split into HEAPS`: a move that takes 0 counters.
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

/// Reads a code such as `0.77`. After a digit, `!` requires the two heaps of a split to differ, as
/// in `4!.0`: such splits become moves of their own.
fn code(cursor: &mut Cursor<'_>, hexadecimal: bool) -> Result<Vec<HeapMove>, Diagnostic> {
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
            return Err(Diagnostic::new("G007", span, "the code of a game is written with a point")
                .label("a heap, or a code?")
                .instead(format!("0.{number}")));
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
    let mut digits: Vec<u8> = Vec::new();
    let mut unequal = Vec::new();
    let point = span.start + before.len();
    let first = if before.is_empty() { "0" } else { &before };
    let places = first.char_indices().map(|(at, digit)| (span.start + at, digit));
    for (at, digit) in places.chain(after.char_indices().map(|(at, digit)| (point + 1 + at, digit))) {
        let splits = digits.last().is_some_and(|last| last & 4 != 0);
        match digit.to_digit(radix) {
            Some(value) => digits.push(value as u8),
            None if digit == '!' && splits && unequal.last() != Some(&(digits.len() - 1)) => {
                unequal.push(digits.len() - 1);
            }
            None if digit == '!' => {
                return Err(Diagnostic::new("G006", at..at + 1, "`!` is about a digit that splits a heap in two")
                    .label("after a digit without 4")
                    .help("write `!` after 4, 5, 6 or 7: `4!.0` is Grundy's game"));
            }
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
    let leading = first.chars().filter(|digit| *digit != '!').count();
    if leading != 1 || digits[0] & 3 != 0 {
        let hint = match after.as_str() {
            _ if leading != 1 => format!("write one digit before the point: `0.{first}{after}`?"),
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
    let apart = unequal.into_iter().map(|taken| {
        digits[taken] &= !4;
        let leaving = Span { from: 2, to: Some(2) };
        HeapMove::Take(Take { amounts: Amounts::of([taken as u64]), leaving, parts: Parts::Unequal })
    });
    let apart: Vec<HeapMove> = apart.collect();
    let plain = apart.is_empty() || digits.iter().any(|digit| *digit != 0);
    let code = plain.then_some(HeapMove::Code(Code { hexadecimal, digits }));
    Ok(code.into_iter().chain(apart).collect())
}

/// Returns `1 size`, `2 sizes`.
pub(crate) fn sizes(count: usize) -> String {
    format!("{count} size{}", if count == 1 { "" } else { "s" })
}

/// Collects the kinds of heaps, and requires of each a rule and a fixed number of sizes.
pub(crate) fn check_kinds(rules: &mut TypedRules, span: &Range<usize>) -> Result<(), Diagnostic> {
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
        let terms = clause.terms.iter().flat_map(|term| term.heaps());
        let terms = terms.map(|term| (term.kind.as_deref().unwrap_or(head), term.sizes.len()));
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

/// Requires one measure of every kind, if one has a measure.
fn check_measures(rules: &TypedRules, span: &Range<usize>) -> Result<(), Diagnostic> {
    let given = |kind: &Arc<str>| {
        let own = rules.clauses.iter().filter(|clause| clause.kind.as_ref() == Some(kind));
        own.filter_map(|clause| clause.measure.as_ref()).collect::<Vec<_>>()
    };
    let all: Vec<_> = rules.kinds.iter().map(|kind| (kind, given(kind))).collect();
    if all.iter().all(|(_, given)| given.is_empty()) {
        return Ok(());
    }
    let wrong = |message: String| {
        let help =
            "write one measure after a rule of each kind: `A(n) -> B(n+1), measure 2n+1, B(n) -> A(n-2), measure 2n`";
        Diagnostic::new("G015", span.clone(), message).label("in this game").help(help)
    };
    if all.iter().flat_map(|(_, given)| given).any(|measure| measure.has_sum()) {
        return Err(wrong("a measure has no sums over ranges".to_owned()));
    }
    match all.iter().find(|(_, given)| given.len() != 1) {
        Some((kind, given)) if given.is_empty() => Err(wrong(format!("heaps of kind {kind} have no measure"))),
        Some((kind, _)) => Err(wrong(format!("heaps of kind {kind} have several measures"))),
        None => Ok(()),
    }
}

/// Returns the ruleset of a list of moves on heaps: a typed system if the heaps have kinds.
pub(crate) fn board(moves: Vec<HeapMove>, places: &[Range<usize>], span: Range<usize>) -> Result<Ruleset, Diagnostic> {
    let typed = |kind: &HeapMove| matches!(kind, HeapMove::General(clause) if clause.kind.is_some());
    if !moves.iter().any(typed) {
        let given = |kind: &HeapMove| matches!(kind, HeapMove::General(clause) if clause.measure.is_some());
        if let Some(at) = moves.iter().position(given) {
            return Err(Diagnostic::new("G015", places[at].clone(), "a measure is about heaps that have a kind")
                .label("heaps without a kind")
                .help(
                    "give every rule a kind: `A(n) -> .., measure ..`; without one, every new heap must be smaller",
                ));
        }
        let rules = crate::HeapRules { moves };
        crate::ends::heaps(&rules).map_err(|(at, why)| {
            Diagnostic::new("G031", places[at].clone(), why)
                .label("a new heap is not smaller")
                .help("restrict the names so that every new heap is smaller than the old one")
        })?;
        return Ok(Ruleset::Heap(rules));
    }
    let mut clauses = Vec::new();
    for kind in moves {
        match kind {
            HeapMove::General(clause) if clause.kind.is_some() => clauses.push(clause),
            _ => {
                return Err(Diagnostic::new("G015", span, "the game mixes heaps with a kind and heaps without")
                    .label("some rules name a kind, some do not")
                    .help("give every rule a kind: A(n) -> .."));
            }
        }
    }
    let mut rules =
        TypedRules { clauses, kinds: Vec::new(), measure: crate::Measure::Sum, ranks: Vec::new(), stages: Vec::new() };
    check_kinds(&mut rules, &span)?;
    check_measures(&rules, &span)?;
    crate::ends::measure(&mut rules).map_err(|(at, why)| {
        Diagnostic::new("G031", at.map_or(span, |at| places[at].clone()), why)
            .label("no measure decreases")
            .help("give a number that every move lowers, as in `W(a, b) -> .., measure a*b`; or every move must lower the sum of the sizes, or the first size that changes, or turn into a kind from which no play turns back")
    })?;
    Ok(Ruleset::Typed(rules))
}
