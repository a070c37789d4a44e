//! Sets of letters and lists of words: `a..j`, `"aa" or "b"`, `in {fear, chop}`, `in "list.txt"`.

use crate::{
    Letters, ListError, Origin, Why, WordList,
    boards::heap::read::span,
    text::{cursor::Cursor, diagnostic::Diagnostic, left_out::left_out, lex::TokenKind as Tok},
};

/// Reads a set of letters: `a..j`, `"aeiou"`, or a single letter.
pub(crate) fn letters(cursor: &mut Cursor<'_>) -> Result<Letters, Diagnostic> {
    let start = cursor.place();
    if let Some(text) = cursor.eat_plain_text() {
        if text.is_empty() {
            return Err(Diagnostic::new("G011", cursor.span_since(start), "empty set of letters")
                .label("no letters")
                .help("write at least one letter"));
        }
        return Ok(Letters::of(text.chars()));
    }
    let first = letter(cursor)?;
    if !cursor.eat_sign("..") {
        return Ok(Letters::of([first]));
    }
    let last = letter(cursor)?;
    Letters::range(first, last).ok_or_else(|| {
        Diagnostic::new("G011", cursor.span_since(start), format!("empty range {first}..{last}"))
            .label("the start comes after the end")
            .instead(format!("{last}..{first}"))
    })
}

/// Reads one bare letter; a digit is a letter.
pub(crate) fn letter(cursor: &mut Cursor<'_>) -> Result<char, Diagnostic> {
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
            Err(cursor.expected_or("one letter", &[], "write a range such as a..j, or letters in quotes: \"aeiou\""))
        }
    }
}

/// Reads `"ab" or "c"`, or `a word in ..`.
pub(crate) fn words(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    cursor.eat_word("a");
    if cursor.eat_word("word") { list(cursor) } else { quoted(cursor) }
}

/// Reads the list that all that a move leaves must be in, if the move has one: `within word in ..`.
pub(crate) fn within(cursor: &mut Cursor<'_>) -> Result<Option<WordList>, Diagnostic> {
    if !cursor.eat_word("within") {
        return Ok(None);
    }
    let place = cursor.span();
    if !(cursor.is_word("word") || cursor.is_word("a") || matches!(cursor.peek(), Some(Tok::Text(_)))) {
        return Err(cursor.expected_or(
            "listed words",
            &["word"],
            "name a list, `within word in \"words.txt\"`, or write the words, `within word in {fear, chop}`",
        ));
    }
    let list = words(cursor)?;
    if *list.origin() == Origin::Quoted
        && let Some(name) = list.iter().find(|word| is_file(word))
    {
        return Err(Diagnostic::new("G048", place, format!("a list in a file, or the word {name}?"))
            .label("two readings")
            .help(format!("write `word in \"{name}\"` for the list, `word in {{\"{name}\"}}` for the word")));
    }
    Ok(Some(list))
}

/// Returns whether a quoted text looks like the name of a file.
fn is_file(name: &str) -> bool {
    name.contains('/')
        || [".txt", ".lst", ".dic"].iter().any(|suffix| name.len() > suffix.len() && name.ends_with(suffix))
}

/// Reads `"aa" or "b"`.
pub(crate) fn quoted(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    let mut words = Vec::new();
    loop {
        let place = cursor.span();
        let Some(word) = cursor.eat_plain_text() else { return Err(cursor.expected("a quoted word", &[])) };
        if word.is_empty() {
            return Err(Diagnostic::new("G032", place, "empty word")
                .label("no letters between the quotes")
                .help("write at least one letter"));
        }
        words.push(word);
        if !(cursor.is_word("or") && matches!(cursor.peek_at(1), Some(Tok::Text(_)))) {
            return Ok(WordList::written(Origin::Quoted, words));
        }
        cursor.step();
    }
}

/// Reads what follows `word`: `[of 4.. letters] [letters a..z] in "list.txt" [in lower case]`, or
/// `in {fear, chop}`.
pub(crate) fn list(cursor: &mut Cursor<'_>) -> Result<WordList, Diagnostic> {
    let start = cursor.place().saturating_sub(1);
    let lengths = if cursor.eat_word("of") { Some(span(cursor)?) } else { None };
    let mut filter = None;
    if lengths.is_some() {
        cursor.expect_word("letters")?;
        if !cursor.is_word("in") {
            cursor.eat_word("letters");
            filter = Some(letters(cursor)?);
        }
    } else if cursor.eat_word("letters") {
        filter = Some(letters(cursor)?);
    }
    cursor.expect_word("in")?;
    let place = cursor.span();
    let list = match cursor.peek() {
        Some(Tok::Text(_)) => {
            let name = cursor.eat_plain_text().unwrap_or_default();
            let folded = cursor.eat_words(&["in", "lower", "case"]) || cursor.folded;
            let bytes = (cursor.lists)(&name).map_err(|why| {
                Diagnostic::new("G020", place.clone(), format!("cannot read the word list {name}: {why}"))
                    .label("this list")
                    .help(missing_help(&name, place.len()))
            })?;
            let read = WordList::from_bytes(&name, bytes, lengths, filter, folded);
            read.map_err(|error| list_error(&name, &error))?
        }
        Some(Tok::Sign("{")) if lengths.is_none() && filter.is_none() => braces(cursor)?,
        Some(Tok::Sign("{")) => {
            return Err(Diagnostic::new("G008", place, "a filter applies to lists in files only")
                .label("words in braces")
                .help("remove the filter, and write only the words that are meant"));
        }
        Some(Tok::Word(word)) => {
            let help = format!("quote the name of a list: \"{word}.txt\"; or put the words in braces: {{{word}}}");
            return Err(cursor.expected("the name of a list in quotes, or words in braces", &[]).help(help));
        }
        _ => return Err(cursor.expected("the name of a list in quotes, or words in braces", &[])),
    };
    if list.is_empty() && *list.origin() == Origin::Braces {
        return Err(Diagnostic::new("G021", place.start..cursor.span_since(start).end, "empty word list")
            .label("no words in the braces")
            .help("write at least one word: {fear, chop}"));
    }
    if list.is_empty() {
        let help = match left_out(&list) {
            Some(why) if list.left_out().reasons.iter().all(|(why, ..)| *why == Why::Blanks) => {
                why + "; write one word per line"
            }
            Some(why) => why + "; " + CHECK_FILTERS,
            None => "the file has no words: write one per line".into(),
        };
        return Err(Diagnostic::new("G021", cursor.span_since(start), "empty word list")
            .label("no words remain")
            .help(help));
    }
    Ok(list)
}

/// What to do about filters that leave no word, where the text has them.
pub(crate) const CHECK_FILTERS: &str = "check the filters (`of 4.. letters`, `letters a..z`)";

/// Reads `{fear, chop}`; a word may be quoted.
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
            return Err(Diagnostic::new("G022", place, "empty word").label("no letters").help("remove it"));
        }
        words.push(word);
        if !cursor.is_sign("}") {
            cursor.expect_sign(",")?;
        }
    }
    Ok(WordList::written(Origin::Braces, words))
}

/// Returns how to get a file of this name, which cannot be read: the package, for the lists of
/// Debian. With its quotes and backslashes the name takes this many bytes in the text.
pub(crate) fn missing_help(name: &str, quoted: usize) -> String {
    if quoted > name.len() + 2 {
        return "a backslash takes the next letter as it is: write / between folders, also on Windows".into();
    }
    match name.rsplit('/').next() {
        Some(base @ ("words" | "american-english" | "british-english" | "american-english-huge")) => {
            let package = match base {
                "british-english" => "wbritish",
                "american-english-huge" => "wamerican-huge",
                _ => "wamerican",
            };
            format!("Debian's package {package} provides it: apt-get install {package}")
        }
        _ => "paths are relative to the game file or the working directory".into(),
    }
}

/// Returns the message for a line of the list `name` that is not a word.
fn list_error(name: &str, error: &ListError) -> Diagnostic {
    let (message, help) = match &error.not_text {
        None => {
            let message = format!("line {} of {name}: {}", error.line, error.reason);
            (message, "write one word per line, without control characters; `#` begins a comment".to_owned())
        }
        Some(fault) => (format!("{name} cannot be read as words: {fault}"), fault.help(name)),
    };
    let mut diagnostic =
        Diagnostic::new("G022", 0..error.text.len(), message).label("not a word").help(help).about(name, &error.text);
    diagnostic.line = error.line;
    diagnostic
}
