//! The `piles` board: `take any from 1..2 piles`, `take equal any from 2 piles`, `take 1 from the
//! first pile`, `take 1 from all of {1, 2} or {2, 3}`, `take the first or last pile larger than the
//! last taken`; and its positions, `[3, 4, 5]`, `[4, 5] after 3`.
//!
//! A position is all piles together. `3,4,5` and `3 4 5` are one position too, since a sum of
//! positions is written with `+`.
//!
//! ```text
//! piles = move { "," move } | "take the first or last pile larger than the last taken"
//! move  = "take" [ "equal" ] amounts "from" which
//! which = numbers "piles" | "all piles" | "a pile" | "all of" set { "or" set }
//!       | "the" ( "first" | "last" | "largest" | "smallest" ) "pile"
//! ```

use std::ops::Range;

use crate::{
    Component, Line, LineRules, Piles, PilesMove, PilesRules, Ruleset, Span, Which,
    boards::{
        heap::read::{amounts, span},
        line,
        piles::MOST_PILES,
    },
    text::{
        cursor::Cursor,
        diagnostic::Diagnostic,
        lex::TokenKind,
        reader::{Reader, example},
    },
};

/// The largest number of a pile in a game that numbers its piles.
const MOST_NUMBERED: u64 = 64;

/// The most numbers of piles that the sets of a move may have in all.
const MOST_NAMED: u64 = 1 << 12;

/// What the piles of a position are called.
const PILES: [&str; 4] = ["pile", "piles", "heap", "heaps"];

/// Reads the moves of a `piles:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    if let Some(rules) = in_line(cursor)? {
        return Ok(rules);
    }
    let mut moves = vec![one(cursor)?];
    while cursor.eat_sign(",") {
        moves.push(one(cursor)?);
    }
    if cursor.is_word("until") {
        return Err(Diagnostic::new("G010", cursor.span(), "games on piles have no endings")
            .label("endings apply to letters")
            .help("restrict the moves instead: `take 1..3 from 1..2 piles`"));
    }
    Ok(Ruleset::Piles(PilesRules { moves }))
}

/// Reads `take the first or last pile larger than the last taken`, if the move takes whole piles.
fn in_line(cursor: &mut Cursor<'_>) -> Result<Option<Ruleset>, Diagnostic> {
    const HELP: &str = "write `take the first or last pile larger than the last taken`; to take counters from a pile, \
                        `take any from the first pile`";
    let start = cursor.place();
    if !cursor.eat_word("take") {
        return Ok(None);
    }
    let the = cursor.eat_word("the");
    if !the && !cursor.is_word("first") {
        cursor.go_back(start);
        return Ok(None);
    }
    for word in ["first", "or", "last", "pile", "larger", "than", "last", "taken"] {
        if word == "last" {
            cursor.eat_word("the");
        }
        if word == "larger" {
            cursor.eat_sign(",");
        }
        if !cursor.eat_word(word) {
            return Err(cursor.expected_or(&format!("`{word}`"), &[word], HELP));
        }
    }
    if cursor.is_sign(",") {
        return Err(Diagnostic::new("G008", cursor.span(), "this move is the only one of its game")
            .label("another move")
            .help("remove it: positions of other games on piles have no pile taken last"));
    }
    Ok(Some(Ruleset::Line(LineRules)))
}

/// Reads a move that takes counters from piles. Refuses one that takes none, and `equal` for one
/// pile.
fn one(cursor: &mut Cursor<'_>) -> Result<PilesMove, Diagnostic> {
    let start = cursor.place();
    if !cursor.eat_word("take") {
        let help = "moves on piles take counters: `take any from 1..2 piles`, `take equal 1..3 from 2 piles`";
        return Err(cursor.expected_or("a move on piles", &["take"], help));
    }
    let equal = cursor.eat_word("equal");
    let (amounts, _) = amounts(cursor)?;
    if amounts.contains(0) {
        return Err(Diagnostic::new("G032", cursor.span_since(start), "a move that takes no counters has no effect")
            .label("play need not end")
            .help("take at least 1 counter from each pile: `take 1..3 from 1..2 piles`"));
    }
    if amounts.largest().is_none() {
        return Err(Diagnostic::new("G011", cursor.span_since(start), "no amount remains to take")
            .label("empty")
            .help("name another amount"));
    }
    if !cursor.eat_word("from") {
        let help = "name the piles: `from 1 pile`, `from 1..2 piles`, `from all piles`, `from the largest pile`";
        return Err(cursor.expected_or("`from` and the piles", &["from"], help));
    }
    let which = which(cursor)?;
    let is_one = match &which {
        Which::Count(count) => count.to == Some(1),
        Which::Sets(sets) => sets.iter().all(|set| set.len() == 1),
        which => *which != Which::All,
    };
    if equal && is_one {
        return Err(Diagnostic::new("G004", cursor.span_since(start), "`equal` is about several piles")
            .label("this move takes from one pile")
            .help("leave `equal` out, or write `from 2 piles`"));
    }
    Ok(PilesMove { amounts, equal, which })
}

/// Reads `1..2 piles`, `any 2 of them`, `all piles`, `a pile`, `the first non-empty pile`.
fn which(cursor: &mut Cursor<'_>) -> Result<Which, Diagnostic> {
    const NAMED: [(&str, Which); 4] =
        [("first", Which::First), ("last", Which::Last), ("largest", Which::Largest), ("smallest", Which::Smallest)];
    let one = Which::Count(Span { from: 1, to: Some(1) });
    let found = if cursor.eat_any(&["all", "every", "each"]).is_some() {
        if cursor.is_word("of") && cursor.peek_at(1) == Some(&TokenKind::Sign("{")) {
            cursor.step();
            return sets(cursor);
        }
        cursor.eat_word("the");
        Which::All
    } else if cursor.eat_word("the") || NAMED.iter().any(|(word, _)| cursor.is_word(word)) {
        let words = NAMED.map(|(word, _)| word);
        let Some(word) = cursor.eat_any(&words) else {
            return Err(cursor.expected_or("which pile", &words, "write the first, last, largest or smallest pile"));
        };
        let _ =
            cursor.eat_word("nonempty") || cursor.eat_word("non") && cursor.eat_sign("-") && cursor.eat_word("empty");
        if cursor.eat_any(&PILES[..]).is_none() {
            return Err(cursor.expected("`pile`", &PILES[..1]));
        }
        return Ok(NAMED.into_iter().find(|(known, _)| *known == word).map_or(one, |(_, which)| which));
    } else if cursor.eat_any(&["a", "one"]).is_some() {
        one
    } else {
        let any = cursor.eat_word("any");
        if any && cursor.eat_any(&["pile", "heap"]).is_some() {
            return Ok(one);
        }
        Which::Count(count(cursor)?)
    };
    let of_them = cursor.eat_words(&["of", "them"]);
    if !of_them {
        let _ = cursor.eat_words(&["of", "the"]);
        if cursor.eat_any(&PILES).is_none() {
            let help = "write `all piles`, or name the piles by numbers: `all of {1, 2} or {2, 3}`";
            return Err(match found {
                Which::All => cursor.expected_or("`piles`", &PILES[..2], help),
                _ => cursor.expected("`piles`", &PILES[..2]),
            });
        }
    }
    Ok(found)
}

/// Reads `{1, 2, 3} or {4..6}`: sets of piles by their numbers.
fn sets(cursor: &mut Cursor<'_>) -> Result<Which, Diagnostic> {
    let mut sets: Vec<Vec<u64>> = Vec::new();
    let mut named = 0;
    loop {
        let start = cursor.place();
        let mut set: Vec<u64> = Vec::new();
        cursor.expect_sign("{")?;
        if cursor.eat_sign("}") {
            return Err(cursor.empty_set(start));
        }
        loop {
            let place = cursor.span();
            let read = span(cursor)?;
            let to = read.to.filter(|&to| read.from > 0 && to <= MOST_NUMBERED);
            let Some(to) = to else {
                return Err(Diagnostic::new("G005", place, "no pile has such a number")
                    .label(format!("piles have the numbers 1 to {MOST_NUMBERED}"))
                    .help("number the piles of a position from 1 on: `take 1 from all of {1, 2} or {2, 3}`"));
            };
            named += to - read.from + 1;
            if named > MOST_NAMED {
                return Err(Diagnostic::new("G005", place, format!("a move names over {MOST_NAMED} piles"))
                    .label("too many")
                    .help("leave some of the sets out"));
            }
            set.extend(read.from..=to);
            if !cursor.eat_sign(",") {
                break;
            }
        }
        cursor.expect_sign("}")?;
        let many = set.len();
        set.sort_unstable();
        set.dedup();
        if set.len() < many || sets.contains(&set) {
            let what = if set.len() < many { "a set names a pile twice" } else { "two of the sets are equal" };
            return Err(Diagnostic::new("G011", cursor.span_since(start), what)
                .label("twice")
                .help("name each pile of a set once, and each set once"));
        }
        sets.push(set);
        if !cursor.eat_word("or") {
            return Ok(Which::Sets(sets));
        }
    }
}

/// Reads a number of piles: `2`, `1..3`, `at most 2`, `at least 2`, `up to 3`.
fn count(cursor: &mut Cursor<'_>) -> Result<Span, Diagnostic> {
    let place = cursor.span();
    let up_to = cursor.eat_words(&["at", "most"]) || cursor.eat_words(&["up", "to"]);
    let at_least = !up_to && cursor.eat_words(&["at", "least"]);
    if !matches!(cursor.peek(), Some(TokenKind::Number(_))) {
        let help = "write `1 pile`, `1..2 piles`, `at most 3 piles`, `all piles`, `the first pile`, `the largest pile`";
        return Err(cursor.expected_or("a number of piles", &["all", "the", "any", "at most"], help));
    }
    let read = span(cursor)?;
    let found = match read.to {
        Some(to) if up_to && to == read.from => Span { from: 1, to: Some(to) },
        Some(to) if at_least && to == read.from => Span { from: read.from, to: None },
        _ => read,
    };
    if found.from == 0 || found.to == Some(0) {
        return Err(Diagnostic::new("G011", place, "a move takes from at least one pile")
            .label("0 piles")
            .help("write `1..2 piles`, or `at most 2 piles`"));
    }
    Ok(found)
}

/// Returns whether a text begins with a list of piles in brackets, which is no game.
pub(crate) fn is_list(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.is_some_and(|(inner, _)| inner.chars().all(|sign| sign.is_ascii_digit() || " ,;*^_".contains(sign)))
}

/// Reads a position: `[3, 4, 5]`, `[3*7]`, or numbers without brackets. `copies` is whether a
/// number of equal positions stands before it.
pub(crate) fn component(reader: &mut Reader<'_>, copies: bool, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    // Moore's Nim and exact Nim were heaps with five sizes, `M(3, 4, 5, 0, 0)`: read on as piles.
    if reader.rest().starts_with("M(") || reader.rest().starts_with("X(") {
        reader.at += 1;
    }
    let close = [('[', ']'), ('(', ')'), ('{', '}')].into_iter().find(|(open, _)| reader.eat(*open));
    if copies && close.is_none() {
        let rest = reader.rest().trim_end();
        let message = "the piles of one position, or several positions?";
        let help = format!("write [3*{rest}] for one position of equal piles, 3*[{rest}] for equal positions");
        return Err(Diagnostic::new("G048", start..start + rest.len(), message).label("two readings").help(help));
    }
    let mut sizes: Vec<u64> = Vec::new();
    if close.is_none_or(|(_, close)| !reader.eat(close)) {
        if close.is_some() {
            reader.listed(most_piles(ruleset) - 1, &mut sizes);
        }
        loop {
            pile(reader, close.is_some(), &mut sizes, ruleset)?;
            reader.blanks();
            if close.is_some_and(|(_, close)| reader.eat(close)) {
                break;
            }
            if close.is_none() && reader.rest().starts_with(',') {
                reader.not_thousands()?;
            }
            let listed = reader.eat(',') || reader.eat(';');
            let blank = || reader.source[..reader.at].ends_with(char::is_whitespace);
            let more = || reader.rest().trim_start().starts_with(|sign: char| sign.is_ascii_digit());
            if !(listed || blank() && more()) {
                match close {
                    Some((_, close)) => return Err(reader.fault(&format!("`{close}`"), ruleset)),
                    None => break,
                }
            }
        }
    }
    match ruleset {
        Ruleset::Line(_) => after(reader, start, sizes, ruleset),
        Ruleset::Piles(rules) => {
            let piles = rules.piles(sizes.iter().copied());
            let (numbered, many) = (rules.numbered(), sizes.len());
            if many < numbered && !piles.sizes().is_empty() {
                let what = format!("the game numbers its piles up to {numbered}, and this position has {many}");
                sizes.resize(numbered, 0);
                return Err(Diagnostic::new("G005", start..reader.at, what)
                    .label("too few piles")
                    .help(format!("write 0 for an empty pile: {}", Piles::in_places(sizes))));
            }
            Ok(Component::Piles(piles))
        }
        _ => Ok(Component::Piles(Piles::of(sizes))),
    }
}

/// Reads `after 5`, the pile that was taken last, if the position has it.
fn after(reader: &mut Reader<'_>, start: usize, sizes: Vec<u64>, ruleset: &Ruleset) -> Result<Component, Diagnostic> {
    reader.blanks();
    let mut after = None;
    if let Some(rest) = reader.rest().strip_prefix("after")
        && !rest.starts_with(char::is_alphanumeric)
    {
        reader.at += "after".len();
        after = Some(reader.size(ruleset)?);
    }
    if sizes.contains(&0) || after == Some(0) {
        return Err(Diagnostic::new("G005", start..reader.at, "a pile in a line has at least one counter")
            .label("a pile of 0")
            .help("only the order of the sizes matters: add 1 to all of them"));
    }
    Ok(Component::Line(Line::of(sizes, after)))
}

/// The most piles of one position.
fn most_piles(ruleset: &Ruleset) -> usize {
    if let Ruleset::Line(_) = ruleset { line::MOST_PILES } else { MOST_PILES }
}

/// Reads `7`, or `3*7` inside of brackets.
fn pile(reader: &mut Reader<'_>, closed: bool, sizes: &mut Vec<u64>, ruleset: &Ruleset) -> Result<(), Diagnostic> {
    let start = reader.at;
    let mut size = reader.size(ruleset)?;
    let mut many = 1;
    if closed && reader.eat('*') {
        many = size;
        size = reader.size(ruleset)?;
    }
    let place: Range<usize> = start..reader.at;
    let most = most_piles(ruleset);
    if many.saturating_add(sizes.len() as u64) > most as u64 {
        return Err(Diagnostic::new("G005", place, format!("more than {most} piles in one position"))
            .label("too many")
            .help(example(ruleset)));
    }
    sizes.extend((0..many).map(|_| size));
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn sets_of_piles_have_few_numbers_in_all() {
        let sets = |many: u64| {
            let sets: Vec<String> = (0..many).map(|at| format!("{{{}..{}}}", 1 + at % 8, 57 + at / 8)).collect();
            crate::game(&format!("piles: take 1 from all of {}", sets.join(" or ")))
        };
        assert!(sets(60).is_ok());
        let wide = (0..80u64).map(|at| format!("{{{}..{}}}", 1 + at % 9, 56 + at / 9));
        let text = format!("piles: take 1 from all of {}", wide.collect::<Vec<_>>().join(" or "));
        let refused = crate::game(&text).expect_err("it names over 4096 piles");
        assert!(refused.to_string().contains("over 4096 piles"), "{refused}");
    }
}
