//! Games on permutations, and their positions: `[4, 1, 6, 5]`, or `4 1 6 5`.
//!
//! The one game is `permutation: partition around a pivot`.

use std::collections::HashSet;

use super::{MOST_NUMBERS, Permutation, PermutationRules};
use crate::{
    Component, Ruleset,
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// Reads the move of a `permutation:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    for word in ["partition", "around", "a", "pivot"] {
        if !cursor.eat_word(word) && word != "a" {
            return Err(cursor.expected_or(&format!("`{word}`"), &[word], "write `partition around a pivot`"));
        }
    }
    if cursor.is_sign(",") {
        return Err(Diagnostic::new("G008", cursor.span(), "a game on permutations has one kind of move")
            .label("another move")
            .help("write `permutation: partition around a pivot` alone"));
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games on permutations have no endings")
            .label("endings apply to letters")
            .help("play ends when the numbers ascend"));
    }
    Ok(Ruleset::Permutation(PermutationRules))
}

/// Reads a position, and returns its blocks: `[4, 1, 6, 5]`, or numbers without brackets. `copied`
/// is whether a number of equal positions stands before it.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    copied: bool,
    ruleset: &Ruleset,
) -> Result<Vec<Component>, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let closed = reader.eat('[');
    if copied && !closed {
        let rest = reader.rest().trim_end();
        return Err(Diagnostic::new("G048", start..start + rest.len(), "a number, or several positions?")
            .label("two readings")
            .help(format!("write 3*[{rest}] for equal positions; a position has each number once")));
    }
    let (mut numbers, mut seen) = (Vec::new(), HashSet::new());
    while !(closed && reader.eat(']')) {
        reader.blanks();
        let first = reader.at;
        let number = reader.size(ruleset)?;
        if !seen.insert(number) {
            return Err(Diagnostic::new("G045", first..reader.at, format!("{number} is in this position twice"))
                .label("the second time")
                .help("only the order of the numbers matters: make them different"));
        }
        if numbers.len() == MOST_NUMBERS {
            let message = format!("over {MOST_NUMBERS} numbers in one position");
            return Err(Diagnostic::new("G005", start..reader.at, message)
                .label("too many")
                .help("a search among so many numbers takes very long"));
        }
        numbers.push(number);
        reader.blanks();
        if !closed && reader.rest().starts_with(',') {
            reader.not_thousands()?;
        }
        let listed = reader.eat(',') || reader.eat(';');
        let blank = reader.source[..reader.at].ends_with(char::is_whitespace);
        let more = reader.rest().trim_start().starts_with(|sign: char| sign.is_ascii_digit());
        if !(listed || blank && more) {
            match closed {
                true if !reader.eat(']') => return Err(reader.fault("`]`", ruleset)),
                _ => break,
            }
        }
    }
    let whole = Permutation::of(numbers).expect("each number was compared with those before it");
    let blocks: Vec<Component> = whole.blocks().into_iter().map(Component::Permutation).collect();
    // A position without moves is written too.
    Ok(if blocks.is_empty() { vec![Component::Permutation(whole)] } else { blocks })
}
