//! Moves and endings on letters: rows, rings and bags; word lists and letter sets.

use super::{
    arrow,
    cursor::Cursor,
    heap::span,
    lex::{Glyph, Kind as Tok},
};
use crate::{
    BagRules, Board, Diagnostic, Ending, Factor, Gap, Letters, Origin, Rewrite, RowMove, RowRules, Span, Symbol,
    WordList, ends,
};

pub(super) fn row(cursor: &mut Cursor<'_>, ring: bool) -> Result<Board, Diagnostic> {
    let start = cursor.place();
    let mut moves = vec![row_move(cursor, ring)?];
    while cursor.eat_sign(",") {
        moves.push(row_move(cursor, ring)?);
    }
    let span = cursor.span_since(start);
    let until = ending(cursor)?;
    if let Some((Ending::EndsWith(_) | Ending::Increasing, place)) = &until
        && ring
    {
        return Err(Diagnostic::new("G010", place.clone(), "a ring has no first and no last letter")
            .label("this ending needs two ends")
            .help("use `row:`, or an ending about counts or factors"));
    }
    if cursor.is_word("leaving") {
        return Err(Diagnostic::new("G008", cursor.span(), "words are not parted into heaps")
            .label("does not fit this board")
            .help("put `heap:` in front for heaps: `heap: take square leaving 1 heap`; on words `cut` parts"));
    }
    cursor.expect_end()?;
    let rules = RowRules { moves, until: until.map(|(until, _)| until) };
    if let Err(tried) = ends::words(&rules, ring) {
        let help = match ends::cycle(&rules, ring) {
            Some(path) => {
                let path: Vec<String> = path.iter().map(|word| format!("\"{word}\"")).collect();
                format!(
                    "it can go on for ever: {}; make every right side shorter, or name other letters",
                    path.join(" -> ")
                )
            }
            None => {
                "make every right side lighter than its left side, or equally long and earlier in one alphabet".into()
            }
        };
        return Err(Diagnostic::new("G030", span, format!("no proof that this game ends: {tried}"))
            .label("these rules may go on for ever")
            .help(help));
    }
    Ok(if ring { Board::Ring(rules) } else { Board::Row(rules) })
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
                Some(Tok::Word(word)) if ["split", "octal", "hex"].contains(&word.as_str()) => {
                    Err(wrong(cursor, "a move on heaps", "put `heap:` in front, or leave the board out"))
                }
                Some(Tok::Code(..)) => Err(wrong(cursor, "a code", "codes are for heaps: leave the board out")),
                Some(Tok::Word(_)) if arrow::is_letter_rule(cursor) => rewrite(cursor, ring).map(RowMove::Rewrite),
                Some(Tok::Word(_)) if matches!(cursor.peek_at(1), Some(Tok::Sign("->"))) => Err(cursor
                    .expected("a quoted word", &[])
                    .help("quote the letters: \"ab\" -> \"b\", or bind them: .. for letters x, y")),
                _ => Err(cursor.expected("a move on words", &["take", "cut"])),
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

fn wrong(cursor: &Cursor<'_>, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new("G008", cursor.span(), format!("{what} is no move on words"))
        .label("does not fit this board")
        .help(help)
}

/// What a move removes.
pub(super) fn factor(cursor: &mut Cursor<'_>) -> Result<Factor, Diagnostic> {
    match cursor.peek() {
        Some(Tok::Text(_)) => quoted(cursor).map(Factor::Word),
        Some(Tok::Number(_)) => Err(wrong(
            cursor,
            "a number",
            "on words take letters: `take \"aa\"`, `take letter`; for heaps leave the board out",
        )),
        _ => {
            let what = ["letter", "word", "run", "part", "palindrome", "square", "half"];
            match cursor.eat_any(&what) {
                Some("letter") => {
                    let letters = if cursor.eat_word("of") { Some(letters(cursor)?) } else { None };
                    Ok(Factor::Letter(letters))
                }
                Some("word") => list(cursor).map(Factor::Word),
                Some("run") => Ok(Factor::Run),
                Some("part") => {
                    cursor.expect_word("of")?;
                    cursor.eat_word("a");
                    cursor.expect_word("run")?;
                    Ok(Factor::PartOfRun)
                }
                Some("palindrome") => {
                    let lengths = match cursor.peek() {
                        Some(Tok::Number(_)) => span(cursor)?,
                        _ => Span { from: 1, to: None },
                    };
                    Ok(Factor::Palindrome(Span { from: lengths.from.max(1), to: lengths.to }))
                }
                Some("square") => Ok(Factor::Square),
                Some(_) => {
                    cursor.expect_word("of")?;
                    cursor.eat_word("a");
                    cursor.expect_word("square")?;
                    Ok(Factor::HalfOfSquare)
                }
                None => {
                    let known = ["letter", "word", "every", "run", "part", "palindrome", "square", "half"];
                    let fault = cursor.expected("letters to look for", &known);
                    match fault.help.starts_with("write letters") {
                        true => Err(fault.help("such as `letter`, `letter of \"aeiou\"`, `\"ab\"`, `word in {ab, ba}`, `run`, `part of run`, `palindrome 2..`, `square`, `every copy of a letter`")),
                        false => Err(fault),
                    }
                }
            }
        }
    }
}

/// `"aa" or "b"`.
fn quoted(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    let mut words = Vec::new();
    loop {
        let place = cursor.span();
        let Some(word) = cursor.eat_plain_text() else { return Err(cursor.expected("a quoted word", &[])) };
        if word.is_empty() {
            return Err(Diagnostic::new("G032", place, "the empty word cannot be looked for")
                .label("nothing stands between the quotes")
                .help("name at least one letter"));
        }
        words.push(word);
        if !(cursor.is_word("or") && matches!(cursor.peek_at(1), Some(Tok::Text(_)))) {
            return Ok(WordList::written(Origin::Quoted, words));
        }
        cursor.step();
    }
}

/// What follows `word`: `[of 4.. letters] [letters a..z] in "list.txt"`, or `in {fear, chop}`.
pub(super) fn list(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    let start = cursor.place().saturating_sub(1);
    let lengths = if cursor.eat_word("of") { Some(span(cursor)?) } else { None };
    let mut own = None;
    if lengths.is_some() {
        cursor.expect_word("letters")?;
        if !cursor.is_word("in") {
            cursor.eat_word("letters");
            own = Some(letters(cursor)?);
        }
    } else if cursor.eat_word("letters") {
        own = Some(letters(cursor)?);
    }
    cursor.expect_word("in")?;
    let place = cursor.span();
    let list = match cursor.peek() {
        Some(Tok::Text(_)) => {
            let name = cursor.eat_plain_text().unwrap_or_default();
            let bytes = (cursor.lists)(&name).map_err(|why| {
                Diagnostic::new("G020", place.clone(), format!("the word list {name} cannot be read: {why}"))
                    .label("this list")
                    .help(missing_help(&name))
            })?;
            WordList::from_bytes(&name, bytes, lengths, own)?
        }
        Some(Tok::Sign("{")) if lengths.is_none() && own.is_none() => braces(cursor)?,
        Some(Tok::Sign("{")) => {
            return Err(Diagnostic::new("G008", place, "filters are for lists in files")
                .label("these words are written out")
                .help("leave the filter out and write the words that are meant"));
        }
        Some(Tok::Word(word)) => {
            let help = format!("put the name of a list in quotes: \"{word}.txt\"; or the words in braces: {{{word}}}");
            return Err(cursor.expected("the name of a list in quotes, or words in braces", &[]).help(help));
        }
        _ => return Err(cursor.expected("the name of a list in quotes, or words in braces", &[])),
    };
    if list.is_empty() && *list.origin() == Origin::Braces {
        return Err(Diagnostic::new(
            "G021",
            place.start..cursor.span_since(start).end,
            "no words stand in these braces",
        )
        .label("empty")
        .help("name at least one word: {fear, chop}"));
    }
    if list.is_empty() {
        return Err(Diagnostic::new("G021", cursor.span_since(start), "this word list has no words")
            .label("nothing is left")
            .help("check the list and its filters (`of 4.. letters`, `letters a..z`)"));
    }
    Ok(list)
}

fn missing_help(name: &str) -> String {
    match name.rsplit('/').next() {
        Some(base @ ("words" | "american-english" | "british-english" | "american-english-huge")) => {
            let package = match base {
                "british-english" => "wbritish",
                "american-english-huge" => "wamerican-huge",
                _ => "wamerican",
            };
            format!("Debian's package {package} brings it: apt-get install {package}")
        }
        _ => "names are relative to the game file or the working folder".into(),
    }
}

fn braces(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    cursor.expect_sign("{")?;
    let mut words = Vec::new();
    while !cursor.eat_sign("}") {
        let place = cursor.span();
        let word = match cursor.peek().cloned() {
            Some(Tok::Word(word)) => {
                cursor.step();
                word
            }
            Some(Tok::Text(_)) => cursor.eat_plain_text().unwrap_or_default(),
            _ => return Err(cursor.expected("a word", &[])),
        };
        if word.is_empty() {
            return Err(Diagnostic::new("G022", place, "the empty word cannot be looked for")
                .label("no letters")
                .help("remove it"));
        }
        words.push(word);
        if !cursor.is_sign("}") {
            cursor.expect_sign(",")?;
        }
    }
    Ok(WordList::written(Origin::Braces, words))
}

/// A set of letters: `a..j`, `"aeiou"`, or a single letter.
pub(super) fn letters(cursor: &mut Cursor<'_>) -> Result<Letters, Diagnostic> {
    let start = cursor.place();
    if let Some(text) = cursor.eat_plain_text() {
        if text.is_empty() {
            return Err(Diagnostic::new("G011", cursor.span_since(start), "this set has no letters")
                .label("empty")
                .help("name at least one letter"));
        }
        return Ok(Letters::of(text.chars()));
    }
    let first = letter(cursor)?;
    if !cursor.eat_sign("..") {
        return Ok(Letters::of([first]));
    }
    let last = letter(cursor)?;
    Letters::range(first, last).ok_or_else(|| {
        Diagnostic::new("G011", cursor.span_since(start), format!("there are no letters from {first} to {last}"))
            .label("an empty range")
            .help(format!("write `{last}..{first}`"))
    })
}

fn letter(cursor: &mut Cursor<'_>) -> Result<char, Diagnostic> {
    let single = match cursor.peek() {
        Some(Tok::Word(word)) => {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        }
        Some(&Tok::Number(number @ 0..=9)) => char::from_digit(number as u32, 10),
        _ => None,
    };
    match single {
        Some(letter) => {
            cursor.step();
            Ok(letter)
        }
        None => {
            Err(cursor.expected("one letter", &[]).help("write a range such as a..j, or letters in quotes: \"aeiou\""))
        }
    }
}

/// `^"ab" -> "b"`, `"aba" -> "a|a"`, `xyx -> x|y|x for letters x, y`.
fn rewrite(cursor: &mut Cursor<'_>, ring: bool) -> Result<Rewrite, Diagnostic> {
    let start = cursor.place();
    let variables = if arrow::is_letter_rule(cursor) { bound_letters(cursor) } else { Vec::new() };
    let at_start = cursor.eat_sign("^");
    let left_place = cursor.span();
    let left_at = cursor.place();
    let (mut left, mut seen_run) = (Vec::new(), false);
    side(cursor, &variables, &mut |glyph, symbol| {
        match (glyph, symbol, left.last().copied()) {
            (Some(Glyph::Plus), _, Some(Symbol::Letter(letter))) => {
                left.pop();
                left.push(Symbol::Run(letter));
                seen_run = true;
            }
            (Some(Glyph::Plus | Glyph::Bar), ..) => return false,
            (_, Some(symbol), _) => left.push(symbol),
            (_, None, _) => return false,
        }
        true
    })?;
    let at_end = cursor.eat_sign("$");
    let left_span = cursor.span_since(left_at);
    if (at_start || at_end) && ring {
        return Err(Diagnostic::new("G034", cursor.span_since(start), "a ring has no start and no end")
            .label("^ and $ mean nothing here")
            .help("leave the anchor out, or use `row:`"));
    }
    if left.is_empty() {
        return Err(Diagnostic::new(
            "G033",
            if left_span.is_empty() { left_place } else { left_span },
            "the left side is empty",
        )
        .label("it occurs everywhere, for ever")
        .help("name the letters that are replaced"));
    }
    cursor.expect_sign("->")?;
    let right_at = cursor.place();
    let mut right = vec![Vec::new()];
    loop {
        side(cursor, &variables, &mut |glyph, symbol| {
            match (glyph, symbol) {
                (Some(Glyph::Bar), _) => right.push(Vec::new()),
                (Some(Glyph::Plus), _) => return false,
                (_, Some(symbol)) => right.last_mut().expect("a piece is open").push(symbol),
                (_, None) => return false,
            }
            true
        })?;
        if !cursor.eat_sign("|") {
            break;
        }
        right.push(Vec::new());
    }
    let right_span = cursor.span_since(right_at);
    if !variables.is_empty() {
        cursor.expect_word("for")?;
        cursor.step();
        let _ = bound_names(cursor)?;
    }
    let on_left = |own: usize| left.contains(&Symbol::Variable(own));
    let unbound = right.iter().flatten().find_map(|symbol| match *symbol {
        Symbol::Variable(own) if !on_left(own) => Some(variables[own]),
        _ => None,
    });
    if let Some(name) = unbound {
        return Err(Diagnostic::new("G012", right_span, format!("nothing on the left says what {name} is"))
            .label("here")
            .help("use letters of the left side only"));
    }
    Ok(Rewrite { left, right, at_start, at_end, variables })
}

/// Reads quoted texts and letter variables standing side by side; `take` says whether it can use each sign.
fn side(
    cursor: &mut Cursor<'_>,
    variables: &[char],
    take: &mut impl FnMut(Option<Glyph>, Option<Symbol>) -> bool,
) -> Result<(), Diagnostic> {
    let mut read = false;
    loop {
        let place = cursor.span();
        let misplaced = |sign: char| {
            Diagnostic::new("G004", place.clone(), format!("`{sign}` has no meaning there"))
                .label("in this text")
                .help("a+ stands on left sides behind a letter, | on right sides; write \\+ or \\| for the letters themselves")
        };
        if let Some(glyphs) = cursor.eat_text() {
            for glyph in glyphs {
                let symbol = if let Glyph::Letter(letter) = glyph { Some(Symbol::Letter(letter)) } else { None };
                if !take(Some(glyph), symbol) {
                    return Err(misplaced(glyph.plain()));
                }
            }
        } else if let Some(Tok::Word(word)) = cursor.peek().cloned()
            && !variables.is_empty()
            && word != "for"
        {
            for letter in word.chars() {
                let Some(own) = variables.iter().position(|&variable| variable == letter) else {
                    return Err(Diagnostic::new(
                        "G012",
                        place,
                        format!("`{letter}` is not among the letters bound behind `for`"),
                    )
                    .label("unknown letter")
                    .help(format!("quote letters that stand for themselves: \"{letter}\"")));
                };
                take(None, Some(Symbol::Variable(own)));
            }
            cursor.step();
        } else if read {
            return Ok(());
        } else {
            return Err(cursor.expected("a quoted word", &[]));
        }
        read = true;
    }
}

/// The letters behind `for letters` of this rule, without moving.
fn bound_letters(cursor: &mut Cursor<'_>) -> Vec<char> {
    let start = cursor.place();
    while cursor.peek().is_some() && !(cursor.is_word("for") && matches!(cursor.peek_at(1), Some(Tok::Word(_)))) {
        cursor.step();
    }
    cursor.step();
    cursor.step();
    let names = bound_names(cursor).unwrap_or_default();
    cursor.go_back(start);
    names
}

/// `x, y`: names of one letter; a comma counts only if another name of one letter and no rule follows.
fn bound_names(cursor: &mut Cursor<'_>) -> Result<Vec<char>, Diagnostic> {
    let mut names = vec![letter(cursor)?];
    loop {
        let one = |kind: Option<&Tok>| matches!(kind, Some(Tok::Word(word)) if word.chars().count() == 1);
        let rule = matches!(cursor.peek_at(2), Some(Tok::Sign("->" | "$") | Tok::Text(_)));
        if !(cursor.is_sign(",") && one(cursor.peek_at(1)) && !rule) {
            return Ok(names);
        }
        cursor.step();
        names.push(letter(cursor)?);
    }
}

pub(super) fn bag(cursor: &mut Cursor<'_>) -> Result<Board, Diagnostic> {
    let mut takes = Vec::new();
    loop {
        if cursor.is_word("cut") || matches!(cursor.peek(), Some(Tok::Text(_) | Tok::Sign("^"))) {
            return Err(Diagnostic::new(
                "G008",
                cursor.span(),
                "a bag has no order, so nothing can be cut or rewritten in it",
            )
            .label("does not fit a bag")
            .help("a bag knows `take letter`, `take \"ab\"`, `take word in ..`"));
        }
        cursor.expect_word("take")?;
        let place = cursor.span();
        let what = factor(cursor)?;
        if !matches!(what, Factor::Letter(_) | Factor::Word(_)) {
            return Err(Diagnostic::new(
                "G008",
                place,
                format!("`{what}` needs an order of the letters, and a bag has none"),
            )
            .label("does not fit a bag")
            .help("a bag knows `take letter`, `take \"ab\"`, `take word in ..`"));
        }
        takes.push(what);
        if !cursor.eat_sign(",") {
            break;
        }
    }
    let until = ending(cursor)?;
    if let Some((until, place)) = &until
        && !until.fits_bags()
    {
        return Err(Diagnostic::new("G010", place.clone(), "a bag has no order")
            .label("this ending needs one")
            .help("use `row:`, or an ending about counts"));
    }
    Ok(Board::Bag(BagRules { takes, until: until.map(|(until, _)| until) }))
}

/// `until ..`, with its place.
pub(super) fn ending(cursor: &mut Cursor<'_>) -> Result<Option<(Ending, std::ops::Range<usize>)>, Diagnostic> {
    if !cursor.eat_word("until") {
        return Ok(None);
    }
    let start = cursor.place();
    let openings = ["distinct", "it", "length", "at", "no", "increasing", "anagram"];
    let ending = match cursor.eat_any(&openings) {
        Some("distinct") => {
            cursor.eat_word("letters");
            Ending::Distinct
        }
        Some("it") => {
            let ends = cursor.eat_words(&["ends", "with"]);
            if !ends && !cursor.eat_word("contains") {
                return Err(cursor.expected("`ends with` or `contains`", &["ends", "contains"]));
            }
            let words = words(cursor)?;
            if ends { Ending::EndsWith(words) } else { Ending::Contains(words) }
        }
        Some("length") => {
            expect_all(cursor, &["at", "most"])?;
            Ending::LengthAtMost(cursor.number()?)
        }
        Some("at") => {
            expect_all(cursor, &["most"])?;
            let most = cursor.number()?;
            expect_all(cursor, &["distinct"])?;
            if !cursor.eat_word("letter") {
                expect_all(cursor, &["letters"])?;
            }
            Ending::DistinctAtMost(most)
        }
        Some("no") => {
            expect_all(cursor, &["letter", "more", "than"])?;
            let most = match cursor.eat_any(&["once", "twice"]) {
                Some("once") => 1,
                Some(_) => 2,
                None => {
                    let most = cursor.number()?;
                    if !cursor.eat_word("time") {
                        expect_all(cursor, &["times"])?;
                    }
                    most
                }
            };
            Ending::EachAtMost(most)
        }
        Some("increasing") => Ending::Increasing,
        Some(_) => {
            expect_all(cursor, &["of"])?;
            cursor.eat_word("a");
            expect_all(cursor, &["palindrome"])?;
            Ending::AnagramOfPalindrome
        }
        None => return Err(cursor.expected("an ending such as `distinct` or `it ends with ..`", &openings)),
    };
    Ok(Some((ending, cursor.span_since(start))))
}

fn expect_all(cursor: &mut Cursor<'_>, words: &[&'static str]) -> Result<(), Diagnostic> {
    words.iter().try_for_each(|word| cursor.expect_word(word))
}

/// `"ab" or "c"`, or `a word in ..`.
pub(super) fn words(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    cursor.eat_word("a");
    if cursor.eat_word("word") { list(cursor) } else { quoted(cursor) }
}
