//! Games on sets of numbers, and their positions: `{2, 3, 5}`, or `2,3,5`.
//!
//! The one game is `set: add the difference of two`.

use crate::{
    Component, NumberSet, Ruleset, SetRules,
    boards::set::MOST_MEMBERS,
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        reader::{Reader, example},
    },
};

/// Reads the move of a `set:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    let whole = "write `add the difference of two`";
    for word in ["add", "the", "difference", "of", "two"] {
        if !cursor.eat_word(word) && word != "the" {
            return Err(cursor.expected_or(&format!("`{word}`"), &[word], whole));
        }
    }
    let _ = cursor.eat_any(&["members", "numbers"]);
    if cursor.is_sign(",") {
        return Err(Diagnostic::new("G008", cursor.span(), "a game on sets has one kind of move")
            .label("another move")
            .help("write `set: add the difference of two` alone"));
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games on sets have no endings")
            .label("endings apply to letters")
            .help("play ends when every difference is a member"));
    }
    Ok(Ruleset::Set(SetRules))
}

/// Reads a position: `{2, 3, 5}`, or numbers without braces.
pub(crate) fn component(reader: &mut Reader<'_>, copies: bool, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let closed = reader.eat('{');
    if copies && !closed {
        let rest = reader.rest().trim_end();
        return Err(Diagnostic::new("G048", start..start + rest.len(), "a member, or several sets?")
            .label("two readings")
            .help(format!("write 3*{{{rest}}} for equal sets; a set has each member once")));
    }
    let (mut members, mut spans) = (Vec::new(), Vec::new());
    if !closed || !reader.eat('}') {
        loop {
            reader.blanks();
            let first = reader.at;
            members.push(member(reader, members.len(), ruleset)?);
            spans.push(first..reader.at);
            reader.blanks();
            if closed && reader.eat('}') {
                break;
            }
            if !closed && reader.rest().starts_with(',') {
                reader.not_thousands()?;
            }
            let listed = reader.eat(',') || reader.eat(';');
            let blank = reader.source[..reader.at].ends_with(char::is_whitespace);
            let more = reader.rest().trim_start().starts_with(|sign: char| sign.is_ascii_digit());
            if !(listed || blank && more) {
                if closed {
                    return Err(reader.fault("`}`", ruleset));
                }
                break;
            }
        }
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_unstable_by_key(|&at| (members[at], at));
    // The first number that is there already.
    let pairs = order.windows(2).filter(|pair| members[pair[0]] == members[pair[1]]);
    if let Some(again) = pairs.map(|pair| pair[1]).min() {
        let message = format!("{} is in this set twice", members[again]);
        return Err(Diagnostic::new("G045", spans[again].clone(), message)
            .label("the second time")
            .help("write each member once"));
    }
    let zero = members.iter().position(|&member| member == 0);
    NumberSet::of(members).map(Component::Set).ok_or_else(|| {
        let span = zero.map_or(start..reader.at, |at| spans[at].clone());
        Diagnostic::new("G045", span, "0 is not a member: no difference of two members is 0")
            .label("not a positive number")
            .help(example(ruleset))
    })
}

/// Reads a number, after so many others.
fn member(reader: &mut Reader<'_>, before: usize, ruleset: &Ruleset) -> Result<u64, Diagnostic> {
    let start = reader.at;
    let number = reader.size(ruleset)?;
    if before >= MOST_MEMBERS {
        return Err(Diagnostic::new("G005", start..reader.at, format!("more than {MOST_MEMBERS} members in one set"))
            .label("too many")
            .help("the value of N members up to M is (M / D - N) modulo 2, where D is their greatest common divisor"));
    }
    Ok(number)
}
