//! Other words for moves: what people write who have not read the grammar, such as `remove at most
//! 3 stones from a heap` for `take at most 3`.
//!
//! The grammar stays small. Where it refuses a text, the text is rewritten by the table here, and
//! read again; who asked is told what was read. A text that the grammar reads is never rewritten,
//! so that no wording changes the meaning of one.

use crate::text::diagnostic::Diagnostic;

/// A wording and what is read in its place. Each word of `said` stands for itself, without regard
/// to case; `^` is the beginning of a move, and the words of [`CLASSES`] stand for any of a list.
struct Wording {
    said: &'static str,
    read: &'static str,
}

/// The classes of words in wordings. `#` is a number, `?` any word.
const CLASSES: [(&str, &[&str]); 13] = [
    ("A", &["a", "an", "the", "one", "any", "some", "each"]),
    ("AMOUNT", &["number", "amount"]),
    ("DASH", &["-", "–", "through"]),
    ("DIFFERENT", &["different", "unequal"]),
    ("FEWER", &["fewer", "less"]),
    ("HEAP", &["heap", "pile", "stack"]),
    ("HEAPS", &["heaps", "piles", "stacks"]),
    ("MAY", &["may", "can"]),
    ("NO", &["no", "not"]),
    ("SIZE", &["size", "sizes"]),
    ("TAKE", &["take", "remove", "delete", "erase", "eat", "pick", "subtract", "grab", "discard", "draw"]),
    (
        "THINGS",
        &[
            "counters",
            "tokens",
            "stones",
            "sticks",
            "matches",
            "coins",
            "beans",
            "objects",
            "counter",
            "token",
            "stone",
            "stick",
            "match",
            "coin",
            "bean",
            "object",
            "pieces",
            "items",
            "chips",
            "marbles",
            "candies",
            "apples",
            "cards",
            "pebbles",
            "pins",
            "balls",
            "matchsticks",
            "toothpicks",
            "nuts",
            "pennies",
            "piece",
            "item",
            "chip",
            "marble",
            "candy",
            "apple",
            "card",
            "pebble",
            "pin",
            "ball",
            "matchstick",
            "toothpick",
            "nut",
            "penny",
        ],
    ),
    ("TURN", &["turn", "move"]),
];

/// Numbers as words.
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The ends of the names of word lists, which may lack their quotes.
const LISTS: [&str; 4] = [".txt", ".dic", ".lst", ".csv"];

/// The wordings, applied in this order to the whole text. The book has examples of all.
const WORDINGS: &[Wording] = &[
    // Who moves, and when.
    of("the game of", ""),
    of("^ players MAY", ""),
    of("^ A player MAY", ""),
    of("^ you MAY", ""),
    of("on each TURN", ""),
    of("in each TURN", ""),
    of("each TURN", ""),
    of("per TURN", ""),
    of("at A time", ""),
    // Boards.
    of("circle :", "ring:"),
    of("line :", "row:"),
    of("string :", "row:"),
    // Verbs.
    of("^ pick up", "take"),
    of("^ TAKE", "take"),
    of("^ divide", "split"),
    of("^ split", "split"),
    // How many.
    of("either", ""),
    of("one of", ""),
    of("NO more than", "at most"),
    of("NO FEWER than", "at least"),
    of("a maximum of", "at most"),
    of("a minimum of", "at least"),
    of("# or more", "at least #"),
    of("# or FEWER", "at most #"),
    of("take # DASH #", "take #..#"),
    of("as many THINGS as you like", "any"),
    of("as many as you like", "any"),
    of("any AMOUNT of THINGS", "any"),
    of("any AMOUNT", "any"),
    of("an even number of THINGS", "even"),
    of("an even number", "even"),
    of("an odd number of THINGS", "odd"),
    of("an odd number", "odd"),
    of("a prime number of THINGS", "prime"),
    of("a prime number", "prime"),
    of("a prime", "prime"),
    of("a perfect square", "a square number"),
    of("take a square number of THINGS", "heap: take square"),
    of("take a square number", "heap: take square"),
    of("up to half", "at most half"),
    of("half of A THINGS", "half"),
    of("half of A HEAP", "half"),
    of("half A THINGS", "half"),
    of("half A HEAP", "half"),
    of("# THINGS", "#"),
    of("from A single HEAP", ""),
    of("from A HEAP", ""),
    of("off A HEAP", ""),
    of("out of A HEAP", ""),
    of("take at most half", "a -> a-k for k in 1..a/2"),
    // Splits.
    of("split A HEAP into", "split into"),
    of("into # HEAPS of DIFFERENT SIZE", "into # unequal heaps"),
    of("into # HEAPS of equal SIZE", "into # equal heaps"),
    of("into # HEAPS of the same SIZE", "into # equal heaps"),
    of("into # DIFFERENT HEAPS", "into # unequal heaps"),
    of("into # equal HEAPS", "into # equal heaps"),
    of("into # HEAPS", "into # heaps"),
    of("leaving # HEAPS", "leaving # heaps"),
    // Numbers that are words.
    of("take #", "take #"),
    of(", #", ", #"),
    of("or #", "or #"),
    of("to #", "to #"),
    of("most #", "most #"),
    of("least #", "least #"),
    // Conditions.
    of("provided that", "where"),
    of("if", "where"),
    of("when", "where"),
    of("? is even", "? % 2 = 0"),
    of("? is odd", "? % 2 = 1"),
    of("where ? even", "where ? % 2 = 0"),
    of("where ? odd", "where ? % 2 = 1"),
    // Words.
    of("A letter", "letter"),
    of("A vowel", "letter of \"aeiou\""),
    of("A palindrome", "palindrome"),
    of("A word", "word"),
    of("word from", "word in"),
    of("of length at least #", "#.."),
    of("of at least # letters", "#.."),
    // Graphs.
    of("A vertex", "vertex"),
    of("A node", "vertex"),
    of("A edge", "edge"),
    of("neighbors", "neighbours"),
    of("and all its neighbours", "with its neighbours"),
    of("and its neighbours", "with its neighbours"),
    of("with all its neighbours", "with its neighbours"),
    of("and both its ends", "with its ends"),
    of("with both its ends", "with its ends"),
    of("and its ends", "with its ends"),
];

const fn of(said: &'static str, read: &'static str) -> Wording {
    Wording { said, read }
}

/// A piece of a text: a word, a number, a sign, or a text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    text: String,
    /// Whether a blank is before it.
    apart: bool,
}

impl Piece {
    /// Whether the piece is what a word of a wording stands for.
    fn is(&self, said: &str) -> bool {
        if let Some((_, words)) = CLASSES.iter().find(|(class, _)| *class == said) {
            return words.iter().any(|word| self.text.eq_ignore_ascii_case(word));
        }
        match said {
            "#" => self.number().is_some(),
            "?" => self.text.starts_with(char::is_alphabetic),
            _ => self.text.eq_ignore_ascii_case(said),
        }
    }

    /// The number that the piece is.
    fn number(&self) -> Option<String> {
        if self.text.starts_with(|first: char| first.is_ascii_digit()) {
            return Some(self.text.clone());
        }
        let at = NUMBERS.iter().position(|word| self.text.eq_ignore_ascii_case(word))?;
        Some((at + 1).to_string())
    }
}

/// A text in other words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reworded {
    /// What is read in its place.
    Clear(String),
    /// It has several readings: the refusal has each of them.
    Unclear(Box<Diagnostic>),
}

/// Returns a text of a game in the words of the grammar; `None` if no wording is in it.
///
/// It is for a text that the grammar refuses, and the result need not be one that it reads.
///
/// ```
/// use grundy_games::{Reworded, reworded};
///
/// let said = "Remove one, two or three stones from a heap.";
/// assert_eq!(reworded(said), Some(Reworded::Clear("take 1, 2 or 3".into())));
/// assert_eq!(reworded("take 2 or 3"), None);
/// ```
pub fn reworded(source: &str) -> Option<Reworded> {
    let mut pieces = pieces(source);
    if matches!(&pieces[..], [.., last, point] if point.text == "." && last.text != ".") {
        pieces.pop();
    }
    for wording in WORDINGS {
        wording.apply(&mut pieces);
    }
    let text = joined(&pieces);
    if text.eq_ignore_ascii_case("take half") {
        let readings = vec![
            ("a -> a - a/2 where a > 1".to_owned(), "half, rounded down"),
            ("a -> a/2 where a > 0".to_owned(), "half, rounded up"),
        ];
        let fault = Diagnostic::new("G048", 0..source.len(), "half of an odd number may be rounded down or up");
        return Some(Reworded::Unclear(Box::new(fault.label("two readings").readings(readings).about("game", source))));
    }
    let is_new = text.split_whitespace().ne(source.split_whitespace());
    is_new.then_some(Reworded::Clear(text))
}

impl Wording {
    /// Rewrites the pieces wherever the wording is in them.
    fn apply(&self, pieces: &mut Vec<Piece>) {
        let (said, first) = match self.said.strip_prefix("^ ") {
            Some(said) => (said, true),
            None => (self.said, false),
        };
        let said: Vec<&str> = said.split(' ').collect();
        let mut at = 0;
        while at + said.len() <= pieces.len() {
            let opens = !first || at == 0 || [",", ":"].contains(&&*pieces[at - 1].text);
            let found = &pieces[at..at + said.len()];
            if !opens || !found.iter().zip(&said).all(|(piece, said)| piece.is(said)) {
                at += 1;
                continue;
            }
            let mut kept = found
                .iter()
                .zip(&said)
                .filter(|(_, said)| ["#", "?"].contains(*said))
                .map(|(piece, _)| piece.number().unwrap_or_else(|| piece.text.clone()));
            let apart = found[0].apart;
            let mut read = self::pieces(self.read);
            if let Some(first) = read.first_mut() {
                first.apart = apart;
            }
            for piece in read.iter_mut().filter(|piece| ["#", "?"].contains(&&*piece.text)) {
                piece.text = kept.next().unwrap_or_default();
            }
            drop(kept);
            let length = read.len();
            pieces.splice(at..at + said.len(), read);
            at += length;
        }
    }
}

/// The pieces of a text.
fn pieces(source: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut rest, mut apart) = (source, false);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            (rest, apart) = (&rest[first.len_utf8()..], !pieces.is_empty());
            continue;
        }
        let length = |kept: &dyn Fn(char) -> bool| rest.find(|sign| !kept(sign)).unwrap_or(rest.len());
        let name = &rest[..length(&|sign| sign.is_alphanumeric() || "_./-".contains(sign))];
        let quoted = LISTS.iter().any(|end| name.len() > end.len() && name.ends_with(end));
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if quoted => name.len(),
            _ if first.is_alphabetic() => length(&|sign| sign.is_alphanumeric() || sign == '_'),
            _ if first.is_ascii_digit() => length(&|sign| sign.is_ascii_digit() || sign == '_'),
            _ => first.len_utf8(),
        };
        let text = if quoted && first != '"' { format!("\"{name}\"") } else { rest[..end].to_owned() };
        pieces.push(Piece { text, apart });
        (rest, apart) = (&rest[end..], false);
    }
    pieces
}

fn joined(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        if piece.apart && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&piece.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game, no_lists, read};

    /// The examples of the book: what people wrote, and what is read.
    fn said() -> Vec<(&'static str, &'static str)> {
        let book = include_str!("../../../../book/src/language.md");
        let (_, section) = book.split_once("\n## Other words\n").expect("the section");
        let section = section.split("\n## ").next().expect("a first part");
        let rows =
            section.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |")?.split_once("` | `"));
        rows.collect()
    }

    /// Each example of the book is refused by the grammar and read in other words; each wording has
    /// one.
    #[test]
    fn what_people_write_is_read() {
        let lists = |_: &str| Ok(b"fear\nchop\n".to_vec());
        let mut used = vec![false; WORDINGS.len()];
        for (said, expected) in said() {
            assert_eq!(reworded(said), Some(Reworded::Clear(expected.into())), "{said}");
            assert!(read(said, &lists).is_err(), "the grammar reads {said}");
            assert!(read(expected, &lists).is_ok(), "{expected}");
            let mut pieces = pieces(said.trim_end_matches('.'));
            for (wording, used) in WORDINGS.iter().zip(&mut used) {
                let before = pieces.clone();
                wording.apply(&mut pieces);
                *used |= pieces != before;
            }
        }
        let unused: Vec<&str> = WORDINGS.iter().zip(used).filter(|(_, used)| !used).map(|(own, _)| own.said).collect();
        assert!(unused.is_empty(), "no example has {unused:?}");
    }

    #[test]
    fn halves_have_two_readings_which_are_games() {
        for said in ["take half", "Remove half of the stones", "take half the heap."] {
            let Some(Reworded::Unclear(fault)) = reworded(said) else { panic!("{said}") };
            assert_eq!((fault.code, fault.readings.len()), ("G048", 2), "{said}");
            for (text, _) in &fault.readings {
                assert!(read(text, &no_lists).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn texts_in_quotes_and_games_stay() {
        for text in ["cut \"remove a letter\"", "take 1..3", "kayles", "", "\"", "a -> a-1", "octal 0.77"] {
            assert_eq!(reworded(text), None, "{text}");
        }
        for family in crate::FAMILIES {
            if let Ok(rules) = game(family.game) {
                assert!(game(&rules.to_string()).is_ok(), "{}", family.name);
            }
        }
    }
}
