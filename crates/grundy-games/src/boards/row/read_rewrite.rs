//! Rewriting on words: `^"ab" -> "b"`, `"aba" -> "a|a"`, `xyx -> x|y|x for letters x, y`.

use crate::{
    Rewrite, Symbol,
    heaps::arrow,
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        lex::{Glyph, TokenKind as Tok},
    },
    words::read_letters::letter,
};

/// Reads a rewriting rule.
pub(crate) fn rewrite(cursor: &mut Cursor<'_>, ring: bool) -> Result<Rewrite, Diagnostic> {
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
            .label("^ and $ have no meaning here")
            .help("remove the anchor, or use `row:`"));
    }
    if left.is_empty() {
        return Err(Diagnostic::new(
            "G033",
            if left_span.is_empty() { left_place } else { left_span },
            "empty left side",
        )
        .label("matches everywhere, so play never ends")
        .help("write the letters to replace"));
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
    let on_left = |variable: usize| left.contains(&Symbol::Variable(variable));
    let unbound = right.iter().flatten().find_map(|symbol| match *symbol {
        Symbol::Variable(variable) if !on_left(variable) => Some(variables[variable]),
        _ => None,
    });
    if let Some(name) = unbound {
        return Err(Diagnostic::new("G012", right_span, format!("letter `{name}` is not on the left side"))
            .label("here")
            .help("use letters of the left side only"));
    }
    Ok(Rewrite { left, right, at_start, at_end, variables })
}

/// Reads quoted texts and letter variables in a row; `take` consumes each symbol and returns
/// whether it is allowed.
fn side(
    cursor: &mut Cursor<'_>,
    variables: &[char],
    take: &mut impl FnMut(Option<Glyph>, Option<Symbol>) -> bool,
) -> Result<(), Diagnostic> {
    let mut read = false;
    loop {
        let place = cursor.span();
        let misplaced = |sign: char| {
            Diagnostic::new("G004", place.clone(), format!("`{sign}` is not allowed here"))
                .label("in this text")
                .help("a left side may have `+` after a letter, a right side `|`; write \\+ or \\| for the letters")
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
                let Some(variable) = variables.iter().position(|&variable| variable == letter) else {
                    return Err(Diagnostic::new("G012", place, format!("unbound letter `{letter}`"))
                        .label("not bound by `for letters`")
                        .help(format!("quote a literal letter: \"{letter}\"")));
                };
                take(None, Some(Symbol::Variable(variable)));
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

/// Returns the letters after `for letters` of this rule, and leaves the cursor where it is.
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

/// Reads `x, y`: names of one letter. A comma that another rule follows ends the list.
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
