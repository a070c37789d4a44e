//! The `tape` board: `append letter of a..j at either end within .. avoiding .. until ..`.

use std::ops::Range;

use crate::{
    Avoid, Component, Letters, Place, Power, Ruleset, Span, Tape, TapeRules, Within,
    boards::heap::read::span,
    text::{cursor::Cursor, diagnostic::Diagnostic, lex::TokenKind as Tok, reader::Reader},
    words::{
        read_ending::ending,
        read_letters::{letters, words},
    },
};

/// Reads the move and the ending of a `tape:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let start = cursor.place();
    if matches!(cursor.peek(), Some(Tok::Word(word)) if word == "take" || word == "cut") {
        return Err(Diagnostic::new("G008", cursor.span(), "letters cannot be taken from a tape")
            .label("not a move on tapes")
            .help("the move on tapes is `append letter ..`; to remove letters, use `row:` or `bag:`"));
    }
    cursor.expect_word("append")?;
    cursor.expect_word("letter")?;
    let letters = if cursor.eat_word("of") { Some(letters(cursor)?) } else { None };
    let mut place = Place::End;
    if cursor.eat_words(&["at", "either", "end"]) {
        place = Place::EitherEnd;
    } else if cursor.is_word("at") {
        return Err(cursor.expected("`at either end`", &[]).help("letters are written at the end, or `at either end`"));
    }
    let within = match cursor.eat_word("within") {
        true => Some(if cursor.eat_words(&["factor", "of"]) {
            Within::FactorOf(words(cursor)?)
        } else {
            cursor.eat_words(&["prefix", "of"]);
            Within::PrefixOf(words(cursor)?)
        }),
        false => None,
    };
    let mut avoiding = Vec::new();
    if cursor.eat_word("avoiding") {
        avoiding.push(avoid(cursor)?);
        while cursor.eat_word("or") {
            avoiding.push(avoid(cursor)?);
        }
    }
    if let Some(Tok::Word(word)) = cursor.peek()
        && (word == "within" || word == "of" || word == "at")
    {
        return Err(Diagnostic::new("G004", cursor.span(), format!("`{word}` is out of order"))
            .label("comes too late")
            .help("the order is: append letter [of ..] [at either end] [within ..] [avoiding ..] [until ..]"));
    }
    let until = ending(cursor)?;
    let mut rules =
        TapeRules { letters, place, within, avoiding, until: until.map(|(until, _)| until), alphabet: Letters::of([]) };
    rules.alphabet = alphabet(&rules).ok_or_else(|| {
        Diagnostic::new("G041", cursor.span_since(start), "missing alphabet of the tape")
            .label("no letters to write")
            .help("write the letters: `append letter of a..z ..`")
    })?;
    Ok(Ruleset::Tape(rules))
}

/// Returns the letters of `of ..`, or else those of the word lists; `None` if there are none.
fn alphabet(rules: &TapeRules) -> Option<Letters> {
    if let Some(letters) = &rules.letters {
        return Some(letters.clone());
    }
    let mut all: Vec<char> = rules.lists().flat_map(|list| list.iter()).flat_map(str::chars).collect();
    all.sort_unstable();
    all.dedup();
    (!all.is_empty()).then(|| Letters::of(all))
}

fn avoid(cursor: &mut Cursor<'_>) -> Result<Avoid, Diagnostic> {
    if cursor.eat_word("whole") {
        return words(cursor).map(Avoid::Whole);
    }
    let abelian = cursor.eat_word("abelian");
    let power = |parts| Ok(Avoid::Power(Power { parts, abelian }));
    match cursor.eat_any(if abelian { &["square", "cube"] } else { &["square", "cube", "palindrome"] }) {
        Some("square") => power(2),
        Some("cube") => power(3),
        Some(_) => {
            let lengths =
                if matches!(cursor.peek(), Some(Tok::Number(_))) { span(cursor)? } else { Span { from: 2, to: None } };
            Ok(Avoid::Palindrome(lengths))
        }
        None if abelian => Err(cursor.expected("`square` or `cube`", &["square", "cube"])),
        None if cursor.is_word("word") || cursor.is_word("a") || matches!(cursor.peek(), Some(Tok::Text(_))) => {
            words(cursor).map(Avoid::Word)
        }
        None => Err(cursor.expected("what to avoid", &["word", "whole", "square", "cube", "abelian", "palindrome"])),
    }
}

/// Refuses a tape that no play reaches: one with a letter that nobody may write, one that is no
/// part of a word of `within`, and a whole word of `avoiding whole`.
pub(crate) fn is_reached(rules: &TapeRules, word: &str, span: Range<usize>) -> Result<(), Diagnostic> {
    if let Some(letter) = word.chars().find(|&letter| !rules.alphabet.contains(letter)) {
        let fault = Diagnostic::new("G041", span, format!("`{letter}` is not a letter of this tape"))
            .label("a letter outside the alphabet");
        let small = word.to_lowercase();
        return Err(match small.chars().all(|letter| rules.alphabet.contains(letter)) {
            true => fault.instead(small),
            false => fault.help(format!("the alphabet is {}", rules.alphabet)),
        });
    }
    let is_part = |word: &str| match &rules.within {
        Some(Within::PrefixOf(list)) => list.has_prefix(word),
        Some(Within::FactorOf(list)) => list.has_factor(word),
        None => true,
    };
    let is_whole =
        |word: &str| rules.avoiding.iter().any(|avoid| matches!(avoid, Avoid::Whole(list) if list.contains(word)));
    let shorter = || {
        let ends = word.char_indices().rev().map(|(at, _)| &word[..at]);
        let found = ends.into_iter().find(|start| is_part(start) && !is_whole(start)).unwrap_or_default();
        if found.is_empty() { "\"\"".to_owned() } else { found.to_owned() }
    };
    if !is_part(word) {
        let how = if let Some(Within::FactorOf(_)) = rules.within { "is part of" } else { "begins" };
        return Err(Diagnostic::new("G049", span, format!("`{word}` {how} no word of the list"))
            .label("no play reaches this tape")
            .instead(shorter()));
    }
    if is_whole(word) {
        let message =
            format!("`{word}` is a word of the list: whoever completed it has lost, and the other player has won");
        return Err(Diagnostic::new("G049", span, message).label("the game is over here").instead(shorter()));
    }
    Ok(())
}

/// Reads `abc/50`; the number may be left out where the rules bound the length.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    rules: &TapeRules,
    ruleset: &Ruleset,
) -> Result<Component, Diagnostic> {
    let start = reader.at;
    let word = reader.word(ruleset, "a tape")?;
    let span = start..reader.at;
    let left = if reader.rest().starts_with('/') {
        reader.at += 1;
        if !reader.rest().starts_with(|first: char| first.is_ascii_digit()) {
            return Err(reader.fault("a number of letters", ruleset));
        }
        Some(reader.size(ruleset)?)
    } else {
        None
    };
    is_reached(rules, &word, span.clone())?;
    if left.is_none() && rules.longest().is_none() {
        return Err(Diagnostic::new("G042", span, "the length of this tape is not bounded")
            .label("missing number of letters that may follow")
            .help(format!("append the number: {word}/50")));
    }
    Ok(Component::Tape(Tape { word, left }))
}
