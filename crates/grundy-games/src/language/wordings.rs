//! Other words for moves: what people write who have not read the grammar, such as `remove at most
//! 3 stones from a heap` for `take at most 3`.
//!
//! The grammar stays small. Where it refuses a text, the text is rewritten by the table here, and
//! read again; what was read is an event of the run, and the game of the answer. A text that the
//! grammar reads is never rewritten, so that no wording changes the meaning of one.

use super::{
    halves::{self, Halves},
    last_player::{last_player, last_player_first},
    phrases::{CLASSES, WORDINGS, Wording},
    sequences,
};
use crate::{Convention, text::diagnostic::Diagnostic};

/// Numbers as words.
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The ends of the names of word lists, which may lack their quotes.
const LISTS: [&str; 4] = [".txt", ".dic", ".lst", ".csv"];

/// Longer texts, in bytes, are nobody's words for a move.
const LONGEST: usize = 1 << 12;

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
            return words.split(' ').any(|word| self.text.eq_ignore_ascii_case(word));
        }
        match said {
            "#" => self.number().is_some(),
            "NUM" => !self.text.starts_with(|first: char| first.is_ascii_digit()) && self.number().is_some(),
            "TEXT" => self.text.starts_with('"'),
            // The language says of degrees that they are odd.
            "?" => self.text.starts_with(char::is_alphabetic) && self.text != "degree",
            _ => self.text.eq_ignore_ascii_case(said),
        }
    }

    /// The number that the piece is.
    fn number(&self) -> Option<String> {
        let is_number = self.text.starts_with(|first: char| first.is_ascii_digit());
        if is_number { Some(self.text.clone()) } else { in_digits(&self.text) }
    }
}

/// Returns a number from one to twelve, or in digits, as digits.
///
/// ```
/// assert_eq!(grundy_games::in_digits("Three").as_deref(), Some("3"));
/// ```
pub fn in_digits(word: &str) -> Option<String> {
    if !word.is_empty() && word.chars().all(|digit| digit.is_ascii_digit()) {
        return Some(word.to_owned());
    }
    let at = NUMBERS.iter().position(|number| word.eq_ignore_ascii_case(number))?;
    Some((at + 1).to_string())
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
    if source.len() > LONGEST {
        return None;
    }
    let rotated = last_player_first(source);
    let mut pieces = pieces(rotated.as_deref().unwrap_or(source));
    if matches!(&pieces[..], [.., last, point] if point.text == "." && last.text != ".") {
        pieces.pop();
    }
    // Of several piles the words say which ones.
    let several = pieces.first().is_some_and(|first| first.is("piles"));
    for wording in WORDINGS.iter().filter(|own| !(several && own.said.contains("HEAP"))) {
        wording.apply(&mut pieces);
    }
    let mut text = joined(&pieces);
    let mut misere = "";
    if let Some((game, loses)) = last_player(&text) {
        (text, misere) = (game, if loses { "misere " } else { "" });
    }
    let unclear = |message: &str, readings: Vec<(String, &'static str)>| {
        let fault = Diagnostic::new("G048", 0..source.len(), message).label("two readings");
        Some(Reworded::Unclear(Box::new(fault.readings(readings).about("game", source))))
    };
    match halves::read(&text) {
        Some(Halves::Rounded(game)) => return Some(Reworded::Clear(format!("{misere}{game}"))),
        Some(Halves::Unclear(message, readings)) => {
            return unclear(message, readings.map(|(game, when)| (format!("{misere}{game}"), when)).into());
        }
        None => {}
    }
    if let Some([exact, rounded]) = quotients_by_primes(&text) {
        let readings = vec![
            (format!("{misere}{exact}"), "primes that divide the heap"),
            (format!("{misere}{rounded}"), "primes up to the heap, with the quotient rounded down"),
        ];
        return unclear("the prime may have to divide the heap, or the quotient may be rounded down", readings);
    }
    // `1 or split` lacks its verb, `or split` what is before it.
    let opening = text.split([' ', ',']).next().unwrap_or_default();
    let is_amount = ["any", "odd", "even", "prime"].contains(&opening) || in_digits(opening).is_some();
    let is_whole = !is_amount || !text.contains("take ");
    if is_whole && (text.eq_ignore_ascii_case("split") || text.to_ascii_lowercase().ends_with(", split")) {
        if is_amount {
            text.insert_str(0, "take ");
        }
        let text = text.trim_start_matches(", ");
        let into = |heaps: &str| format!("{misere}{text} into {heaps}");
        let readings = vec![
            (into("2 heaps"), "any two heaps that are not empty"),
            (into("2 unequal heaps"), "two unequal heaps, as in Grundy's Game"),
        ];
        return unclear("the text does not say into what a heap is split", readings);
    }
    text = with_divisors(&text);
    if ["take vertex with its neighbours", "take edge with its ends"].contains(&text.as_str()) {
        text.insert_str(0, "graph: ");
    }
    let read = conditional_takes(&text).or_else(|| sequences::read(&text, source));
    let text = format!("{misere}{}", read.unwrap_or(text));
    let is_new = text.split_whitespace().ne(source.split_whitespace());
    is_new.then_some(Reworded::Clear(text))
}

/// Arrows whose condition binds a name: `n -> n-d where d divides n`, `n -> n-p where p is prime`.
fn with_divisors(text: &str) -> String {
    let is_name = |text: &str| text.len() == 1 && text.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let clause = |clause: &str| {
        let (arrow, condition) = clause.split_once(" where ")?;
        let (heap, result) = arrow.split_once("->")?;
        let words: Vec<&str> = condition.split(' ').collect();
        let (name, holds, used) = match words[..] {
            [d, "divides" | "|", n, ..] if is_name(d) && is_name(n) => (d, format!("{n} % {d} = 0"), 3),
            [d, "is", "a", "divisor" | "factor", "of", n, ..] if is_name(d) && is_name(n) => {
                (d, format!("{n} % {d} = 0"), 6)
            }
            // `n -> n/2 where even`.
            [parity @ ("even" | "odd")] if !arrow.contains(" for ") => {
                let rest = if parity == "even" { 0 } else { 1 };
                return Some(format!("{arrow} where {} % 2 = {rest}", Some(heap.trim()).filter(|heap| is_name(heap))?));
            }
            // A quotient by a larger prime is 0.
            [p, "is", "prime", ..] if is_name(p) && !result.contains('/') => (p, format!("prime({p})"), 3),
            [p, "is", "a", "prime", ..] if is_name(p) && !result.contains('/') => (p, format!("prime({p})"), 4),
            _ => return None,
        };
        let heap = Some(heap.trim()).filter(|heap| is_name(heap) && *heap != name)?;
        // Divided by 1 a heap stays what it is.
        let quotient: String = result.chars().filter(|sign| !" ()".contains(*sign)).collect();
        let low = if quotient == format!("{heap}/{name}") { 2 } else { 1 };
        let bound = if result.contains(&format!(" for {name} in")) {
            String::new()
        } else {
            format!(" for {name} in {low}..{heap}")
        };
        let rest: String = words[used..].iter().flat_map(|word| [" ", word]).collect();
        Some(format!("{arrow}{bound} where {holds}{rest}"))
    };
    let clauses: Vec<&str> = text.split(", ").collect();
    clauses.iter().map(|own| clause(own).unwrap_or_else(|| (*own).to_owned())).collect::<Vec<_>>().join(", ")
}

/// Arrows by which a heap is divided by a prime that nothing binds, `n -> n/p where p is prime`:
/// with primes that divide it, and with all up to it.
fn quotients_by_primes(text: &str) -> Option<[String; 2]> {
    let bound = |clause: &str, divides: bool| {
        let (arrow, condition) = clause.split_once(" where ")?;
        let (heap, result) = arrow.split_once("->")?;
        let (heap, result) = (heap.trim(), result.trim());
        let name = [" is prime", " is a prime"].into_iter().find_map(|end| condition.strip_suffix(end))?;
        let quotient: String = result.chars().filter(|sign| !" ()".contains(*sign)).collect();
        let is_plain = [heap, name].iter().all(|own| own.len() == 1) && quotient == format!("{heap}/{name}");
        let also = if divides { format!(" and {heap} % {name} = 0") } else { String::new() };
        is_plain.then(|| format!("{heap} -> {result} for {name} in 2..{heap} where prime({name}){also}"))
    };
    let with = |divides: bool| {
        let clauses = text.split(", ").map(|own| bound(own, divides).unwrap_or_else(|| own.to_owned()));
        clauses.collect::<Vec<_>>().join(", ")
    };
    text.split(", ").any(|own| bound(own, true).is_some()).then(|| [true, false].map(with))
}

/// Takes with a condition on the heap each, in the general form: `take 1 or 3 where the pile is
/// odd`.
fn conditional_takes(text: &str) -> Option<String> {
    let clauses = text.strip_prefix("take ")?.split(", take ").map(|clause| {
        let (amounts, condition) = clause.split_once(" where ")?;
        let amounts = match amounts.split_once("..") {
            Some((low, high)) if is_digits(low) && is_digits(high) => amounts.to_owned(),
            _ => {
                let plain = amounts.replace(" or ", ",").replace(", ", ",");
                plain.split(',').all(is_digits).then(|| format!("{{{plain}}}"))?
            }
        };
        Some(format!("n -> n-k for k in {amounts} where {}", of_the_heap(condition)?))
    });
    Some(clauses.collect::<Option<Vec<_>>>()?.join(", "))
}

/// A condition on the heap that a move is made on, of its size n: `the pile is odd`.
fn of_the_heap(condition: &str) -> Option<String> {
    let subject = ["the number of stones", "the pile", "the heap", "the number", "n"];
    let said = subject.into_iter().find_map(|name| condition.strip_prefix(name)?.strip_prefix(' '))?;
    let said = said.strip_prefix("is ").or_else(|| said.strip_prefix("has "))?;
    let fixed = match said {
        "even" => Some("n % 2 = 0"),
        "odd" => Some("n % 2 = 1"),
        _ => None,
    };
    let with_number = [
        ("divisible by ", "n % N = 0"),
        ("a multiple of ", "n % N = 0"),
        ("at least ", "n >= N"),
        ("at most ", "n <= N"),
        ("more than ", "n > N"),
        ("less than ", "n < N"),
        ("fewer than ", "n < N"),
    ];
    let compared = with_number.into_iter().find_map(|(words, condition)| {
        let number = said.strip_prefix(words).filter(|number| is_digits(number))?;
        Some(condition.replace('N', number))
    });
    fixed.map(str::to_owned).or(compared)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|digit| digit.is_ascii_digit())
}

impl Wording {
    /// Whether what is read may stand before this piece. A whole clause takes nothing more: what
    /// follows would be a part of its last expression.
    fn ends_before(&self, next: Option<&Piece>) -> bool {
        let follows = |signs: &[&str]| next.is_none_or(|next| signs.iter().any(|sign| next.is(sign)));
        match self.read {
            "TEXT -> TEXT" => follows(&[",", ";", "until"]),
            "split into # heaps" | "split into # heaps, split into # heaps" => follows(&[",", ";"]),
            read if read.starts_with("row: ^x") && !read.contains(',') => follows(&[",", ";", ".", "within"]),
            read if read.contains("->") && read != "->" => follows(&[",", ";", "."]),
            read if read.starts_with("heap:") => follows(&[",", "or"]),
            _ => true,
        }
    }

    /// Rewrites the pieces wherever the wording is in them.
    fn apply(&self, pieces: &mut Vec<Piece>) {
        let said = self.said.trim_start_matches(['^', ' ']);
        let (first, alone) = (self.said.starts_with('^'), self.said.starts_with("^^"));
        let said: Vec<&str> = said.split(' ').collect();
        let mut at = 0;
        while at < pieces.len() {
            let opens = !first || at == 0 || {
                let before = pieces[at - 1].text.to_lowercase();
                // A sentence ends, and `..` is no end.
                let is_end = before == "." && (at < 2 || pieces[at - 2].text != ".");
                let goes_on = is_end || before == ",";
                goes_on && !alone || before == ":" || Convention::MISERE.contains(&&*before)
            };
            let found = if opens { found(&said, &pieces[at..]) } else { None };
            let Some((length, kept)) = found.filter(|(length, _)| self.ends_before(pieces.get(at + length))) else {
                at += 1;
                continue;
            };
            let found = &pieces[at..at + length];
            let mut read = self::pieces(self.read);
            if let Some(first) = read.first_mut() {
                // A word is apart from what is before it, whatever sign it stands for.
                let is_word =
                    first.text.starts_with(char::is_alphabetic) && !found[0].text.starts_with(char::is_alphanumeric);
                first.apart = (found[0].apart || at > 0 && is_word) && first.text != ",";
            }
            // What stands once in a wording may be read twice.
            for (piece, kept) in read.iter_mut().filter(|piece| is_kept(&piece.text)).zip(kept.iter().cycle()) {
                piece.text.clone_from(kept);
            }
            let next = at + read.len();
            pieces.splice(at..at + length, read);
            at = next;
        }
    }
}

/// Whether what a word of a wording stands for is read as it was typed.
fn is_kept(said: &str) -> bool {
    ["#", "NUM", "?", "TEXT"].contains(&said)
}

/// How many pieces a wording stands for at the beginning of some, and those of them that are kept.
fn found(said: &[&str], pieces: &[Piece]) -> Option<(usize, Vec<String>)> {
    let (mut length, mut kept) = (0, Vec::new());
    for said in said {
        let optional = said.strip_suffix('?').filter(|word| !word.is_empty());
        let word = optional.unwrap_or(said);
        match pieces.get(length).filter(|piece| piece.is(word)) {
            Some(piece) => {
                let number = piece.number().filter(|_| ["#", "NUM"].contains(&word));
                kept.extend(is_kept(word).then(|| number.unwrap_or_else(|| piece.text.clone())));
                length += 1;
            }
            None if optional.is_some() => {}
            None => return None,
        }
    }
    (length > 0).then_some((length, kept))
}

/// The pieces of a text.
fn pieces(source: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut rest, mut apart) = (source, true);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            (rest, apart) = (&rest[first.len_utf8()..], true);
            continue;
        }
        let length = |kept: &dyn Fn(char) -> bool| rest.find(|sign| !kept(sign)).unwrap_or(rest.len());
        // A name of a list stands apart.
        let name = if apart { &rest[..length(&|sign| !sign.is_whitespace())] } else { "" };
        let name = name.trim_end_matches([',', '.']);
        let is_name = name.chars().all(|sign| sign.is_alphanumeric() || "_./-".contains(sign));
        let quoted = is_name && LISTS.iter().any(|end| name.len() > end.len() && name.ends_with(end));
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            '[' | '(' if follows_take(&pieces) => numbers_in_brackets(rest).unwrap_or(1),
            '[' | '(' if follows_word_in(&pieces) => words_in_brackets(rest).unwrap_or(1),
            '“' => rest.find('”').map_or(rest.len(), |end| end + '”'.len_utf8()),
            _ if quoted => name.len(),
            _ if first.is_alphabetic() => length(&|sign| sign.is_alphanumeric() || sign == '_'),
            _ if first.is_ascii_digit() => length(&|sign| sign.is_ascii_digit() || sign == '_'),
            _ => first.len_utf8(),
        };
        let text = match &rest[..end] {
            name if quoted => format!("\"{name}\""),
            set if end > 1 && "[({".contains(first) => in_braces(set),
            text => text.replace(['“', '”'], "\""),
        };
        pieces.push(Piece { text, apart: apart && !pieces.is_empty() });
        (rest, apart) = (&rest[end..], false);
    }
    pieces
}

/// Whether the last piece is a verb of taking.
fn follows_take(pieces: &[Piece]) -> bool {
    pieces.last().is_some_and(|last| last.is("TAKE"))
}

/// Whether the last pieces are those before a list of words.
fn follows_word_in(pieces: &[Piece]) -> bool {
    matches!(pieces, [.., word, of] if word.is("word") && of.is("in"))
}

/// How long the brackets are that a text begins with, if words with commas between them are in
/// them.
fn words_in_brackets(text: &str) -> Option<usize> {
    let end = text.find(if text.starts_with('[') { ']' } else { ')' })?;
    let is_word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    let bare = |word: &str| {
        ['"', '\''].iter().find_map(|&mark| word.strip_prefix(mark)?.strip_suffix(mark)).is_some_and(is_word)
    };
    text[1..end].split(',').map(str::trim).all(|word| is_word(word) || bare(word)).then_some(end + 1)
}

/// How long the brackets are that a text begins with, if three numbers or more are in them: two
/// may be the ends of a range.
fn numbers_in_brackets(text: &str) -> Option<usize> {
    let end = text.find(if text.starts_with('[') { ']' } else { ')' })?;
    let numbers = &text[1..end];
    let is_numbers = numbers.chars().all(|sign| sign.is_ascii_digit() || ", ".contains(sign));
    let count = numbers.split([',', ' ']).filter(|number| !number.is_empty()).count();
    (is_numbers && count > 2).then_some(end + 1)
}

/// A set of numbers or words in any brackets, as the grammar has it; another text as it is.
fn in_braces(set: &str) -> String {
    let inner = set.strip_prefix(['[', '(', '{']).and_then(|inner| inner.strip_suffix([']', ')', '}']));
    if let Some(words) = inner.filter(|words| !set.starts_with('{') && words.contains(char::is_alphabetic)) {
        return format!("{{{}}}", words.replace(['"', '\''], ""));
    }
    match inner.filter(|inner| inner.chars().all(|sign| sign.is_ascii_digit() || ", ".contains(sign))) {
        Some(numbers) => {
            let numbers: Vec<&str> = numbers.split([',', ' ']).filter(|number| !number.is_empty()).collect();
            format!("{{{}}}", numbers.join(","))
        }
        None => set.replace(['“', '”'], "\""),
    }
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
    use crate::{no_lists, read};

    #[test]
    fn halves_have_two_readings_which_are_games() {
        for said in ["take half", "Remove half of the stones", "take half the heap.", "halve", "halve the heap"] {
            let Some(Reworded::Unclear(fault)) = reworded(said) else { panic!("{said}") };
            assert_eq!((fault.code, fault.readings.len()), ("G048", 2), "{said}");
            for (text, _) in &fault.readings {
                assert!(read(text, &no_lists).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn a_prime_that_divides_has_two_readings_which_are_games() {
        for said in ["n -> n/p where p is prime", "n -> n-1, n -> (n / p) if p is a prime"] {
            let Some(Reworded::Unclear(fault)) = reworded(said) else { panic!("{said}") };
            for (text, _) in &fault.readings {
                assert!(read(text, &no_lists).is_ok() && text.contains("for p in 2..n"), "{text}");
            }
        }
        assert_eq!(reworded("n -> 2*n/p where p is prime"), None);
    }

    #[test]
    fn texts_in_quotes_and_games_stay() {
        for text in ["cut \"remove a letter\"", "take 1..3", "kayles", "", "\"", "a -> a-1", "octal 0.77"] {
            assert_eq!(reworded(text), None, "{text}");
        }
    }

    /// What has another meaning without the words that are dropped is not read.
    #[test]
    fn what_says_something_else_is_refused() {
        for said in [
            "remove one stone from each heap",
            "split each heap into two heaps",
            "take as many as you like from each heap",
            "take up to half of each pile",
            "delete each letter",
            "take one of two stones",
            "graph: draw an edge",
            "n -> n-k for k in 1..n if n-k is even",
            "graph: delete each edge",
            "remove one or two stones from every heap",
            "take 1 stone from a heap and 2 from another",
            "take 1 or 2 but not 3 stones from two heaps",
            "take less than half",
            "take all stones",
            "take all but 1 or 2",
            "take all but one from each heap",
            "take more than 2 and fewer than 5",
            "take (1 or 2) from each heap",
            "take < 10^2",
            "take < 3 * 2",
            "take more than 10^2",
            "take more than 2 % 3",
            "take all but 10^2",
            "take all but 2 + 1",
            "divide by 2 or 3",
            "take prime^2",
            "take any^2",
            "take k^2+1",
            "take (1, 3]",
            "take [1,3)",
            "take [1,10]",
            "take 1 500 or 2",
            "take at most half + 1",
            "take a power of two + 1",
            "misere take 1 or 2, last player wins",
            "n -> min(either-1, 3) where n > 3",
            "n -> either-k for k in 1..n",
            "take a heap",
            "quaternary 0.47",
            "take all but 1.5",
            "take fewer than 2.5",
            "take between 2 and 5 stones from a heap and 1 from another",
            "there are 12 stones. take 1 or 2",
            "take 1 or 2 if the heap is even, take 3 from each heap",
            "take 1 or 2 if the heap is neither even nor large",
            "take a proper divisor of another heap",
            "replace \"ab\" by \"ba\" or \"b\"",
            "replace a heap by two heaps",
            "remove two equal letters",
            "take 1 or 2; the player who cannot move wins or draws",
            "take 1, misere if n is odd",
            "take the first letter or a vowel",
            "take a letter from either end or the middle",
            "last player loses one stone: take 1 or 2",
            "take an odd number of stones, at most 7",
            "take 1, halve if even or large",
            "n -> n-d where d divides m",
        ] {
            if let Some(Reworded::Clear(text)) = reworded(said) {
                assert!(read(&text, &no_lists).is_err(), "{said}: read as {text}");
            }
        }
        for said in ["W(a, b) -> W(a-1, b) if a+b is even", "W(a, b) -> W(a-1, b) if a+b mod 2 = 0"] {
            let Some(Reworded::Clear(text)) = reworded(said) else { panic!("{said}") };
            assert!(!text.contains('%'), "{text}");
        }
        let Some(Reworded::Clear(text)) = reworded("one -> one-two for two in 1..3 if two is odd") else {
            panic!("names")
        };
        assert_eq!(text, "one -> one-two for two in 1..3 where two % 2 = 1");
        assert_eq!(reworded("take 1|2|3"), Some(Reworded::Clear("take 1 or 2 or 3".into())));
        let Some(Reworded::Clear(text)) = reworded("cut a word in {tea, eat, one}") else { panic!("a set") };
        assert_eq!(text, "cut word in {tea, eat, one}");
        let Some(Reworded::Clear(text)) = reworded("piles: remove 1 or 2 stones from a pile") else { panic!("piles") };
        assert_eq!(text, "piles: take 1 or 2 from a pile");
    }

    #[test]
    fn long_texts_take_no_long_time() {
        for text in ["take {1, \u{e9}", "{\u{e9}", "take {\u{201c}", "take (\u{e9}", "[", "take [1,2,3"] {
            let _ = reworded(text);
        }
        for text in ["1-", "take ", ".", "remove 1-3 ", "a\u{e9}-"] {
            let _ = reworded(&text.repeat((1 << 12) / text.len()));
            assert_eq!(reworded(&text.repeat(1 << 12)), None);
        }
    }
}
