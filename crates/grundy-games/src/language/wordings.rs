//! Other words for moves: what people write who have not read the grammar, such as `remove at most
//! 3 stones from a heap` for `take at most 3`.
//!
//! The grammar stays small. Where it refuses a text, the text is rewritten by the table here, and
//! read again; what was read is an event of the run, and the game of the answer. A text that the
//! grammar reads is never rewritten, so that no wording changes the meaning of one.

use super::{
    last_player::{last_player, last_player_first},
    sequences,
};
use crate::{Convention, text::diagnostic::Diagnostic};

/// A wording and what is read in its place. Each word of `said` stands for itself, without regard
/// to case; `^` is the beginning of a move, `^^` that of the first one, and the words of
/// [`CLASSES`] stand for any of a list.
struct Wording {
    said: &'static str,
    read: &'static str,
}

/// The classes of words in wordings, and their words. `#` is a number, `NUM` one that is a word,
/// `?` any word, `TEXT` a text in quotes.
const CLASSES: [(&str, &str); 24] = [
    ("1ST", "1 one a"),
    ("2ND", "2 two"),
    ("A", "a an the one any"),
    ("AMOUNT", "number amount"),
    ("BY", "by with to into"),
    ("DASH", "- – through"),
    ("DIFFERENT", "different unequal distinct"),
    ("EQUAL", "equal identical"),
    ("FEWER", "fewer less"),
    ("HEAP", "heap pile stack"),
    ("HEAPS", "heaps piles stacks"),
    ("MAY", "may can"),
    ("NEXT", "adjacent neighbouring neighboring consecutive"),
    ("NO", "no not"),
    ("ONE", "each every a one your the his their any"),
    ("PREP", "on in at for during"),
    ("REPLACE", "replace change turn flip rewrite substitute"),
    ("SIZE", "size sizes"),
    ("TAKE", "take remove delete erase eat pick subtract grab discard taking removing"),
    ("TAKES", "takes removes deletes erases eats picks subtracts grabs discards"),
    (
        "THING",
        "counter token stone stick match coin bean object piece item chip marble candy apple card pebble pin ball \
         matchstick toothpick nut penny",
    ),
    (
        "THINGS",
        "counters tokens stones sticks matches coins beans objects counter token stone stick match coin bean object \
         pieces items chips marbles candies apples cards pebbles pins balls matchsticks toothpicks nuts pennies piece item \
         chip marble candy apple card pebble pin ball matchstick toothpick nut penny",
    ),
    ("TURN", "turn move turns moves step"),
    ("WHEN", "when once if"),
];

/// Numbers as words.
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The ends of the names of word lists, which may lack their quotes.
const LISTS: [&str; 4] = [".txt", ".dic", ".lst", ".csv"];

/// Longer texts, in bytes, are nobody's words for a move.
const LONGEST: usize = 1 << 12;

/// The wordings, applied in this order to the whole text. The book has examples of all.
const WORDINGS: &[Wording] = &[
    // Who moves, and when.
    of("^ they start with n THINGS .", ""),
    of("^ start with n THINGS .", ""),
    of("^ there are several HEAPS of THINGS .", ""),
    of("^ there are some HEAPS of THINGS .", ""),
    of("^ there are HEAPS of THINGS .", ""),
    of("^ there are # HEAPS of THINGS .", ""),
    of("^ there are # HEAPS .", ""),
    of("^ this is a game for two players .", ""),
    of("^ there are n THINGS .", ""),
    of("^ there is A HEAP of n THINGS .", ""),
    of("^ A HEAP has n THINGS .", ""),
    of("^ two players take turns .", ""),
    of("^ two players play a game .", ""),
    of("^ players take turns .", ""),
    of("^ players alternate .", ""),
    of("^ players alternate turns .", ""),
    of("^ ? moves first .", ""),
    of("^ ? goes first .", ""),
    of("^ ? and ? take turns .", ""),
    of("^ ? and ? are playing A game .", ""),
    of("^ ? and ? are playing A game with THINGS .", ""),
    of("^ ? and ? play A game with THINGS .", ""),
    of("^ ? and ? play a game .", ""),
    of("^ ? and ? are playing a game .", ""),
    of("^ ? and ? alternate turns .", ""),
    of("^ ? and ? take turns", ""),
    of("^ PREP ONE TURN ,", ""),
    of("^ PREP ONE TURN", ""),
    of("^ a TURN is to", ""),
    of("^ A TURN is to", ""),
    of("^ A TURN consists of", ""),
    of("^ a legal move is to", ""),
    of("^ two players", "players"),
    of("^ the players", "players"),
    of("^ players take turns to", ""),
    of("^ players take turns", ""),
    of("^ players alternately", ""),
    of("^ players alternate", ""),
    of("^ players in turn", ""),
    of("the game of", ""),
    of("^ players MAY", ""),
    of("^ A player MAY", ""),
    of("^ each player MAY", ""),
    of("on each TURN", ""),
    of("in each TURN", ""),
    of("^ each player TAKES", "take"),
    of("^ A player TAKES", "take"),
    of("^ A player has to", ""),
    of("^ A player must", ""),
    of("^ each player must", ""),
    of("^ players must", ""),
    of("^ you must", ""),
    of("^ we MAY", ""),
    of("^ one MAY", ""),
    of("^ players take", "take"),
    of("^ you MAY", ""),
    of("each TURN", ""),
    of("per TURN", ""),
    of("at A time", ""),
    // Boards.
    of("circle :", "ring:"),
    of("circular :", "ring:"),
    of("line :", "row:"),
    of("string :", "row:"),
    of("word :", "row:"),
    of("anagram :", "bag:"),
    of("^ HEAP n :", ""),
    // Codes.
    of("^ hexadecimal", "hex"),
    of("- >", "->"),
    // Verbs.
    of("^ TAKE any AMOUNT of THINGS from one HEAP , or A same AMOUNT from both HEAPS", "wythoff"),
    of("^ TAKE any AMOUNT of THINGS from one HEAP or A same AMOUNT from both HEAPS", "wythoff"),
    of("^ TAKE any AMOUNT from one HEAP , or A same AMOUNT from both HEAPS", "wythoff"),
    of("^ TAKE any AMOUNT from one HEAP or A same AMOUNT from both HEAPS", "wythoff"),
    of("^ TAKE one THINGS from any AMOUNT of HEAPS", "piles: take 1 from 1.. piles"),
    of("^ TAKE 1 THINGS from any AMOUNT of HEAPS", "piles: take 1 from 1.. piles"),
    of("^ TAKE 1 THINGS from # HEAPS", "piles: take 1 from # piles"),
    of("^ TAKE one THINGS from # HEAPS", "piles: take 1 from # piles"),
    of("^ TAKE # THINGS from each of # HEAPS", "piles: take # from # piles"),
    of("^ TAKE # THINGS from each of any AMOUNT of HEAPS", "piles: take # from 1.. piles"),
    of("^ TAKE exactly # THINGS from each of any AMOUNT of HEAPS", "piles: take # from 1.. piles"),
    of("proper factor", "proper divisor"),
    of("^ TAKE A divisor of n less than n", "n -> n-d for d in 1..n-1 where n % d = 0"),
    of("^ TAKE A proper divisor of A HEAP", "n -> n-d for d in 1..n-1 where n % d = 0"),
    of("^ TAKE A proper divisor of n", "n -> n-d for d in 1..n-1 where n % d = 0"),
    of("^ TAKE A proper divisor", "n -> n-d for d in 1..n-1 where n % d = 0"),
    of("^ REPLACE n BY A proper divisor of n", "n -> d for d in 1..n-1 where n % d = 0"),
    of("^ REPLACE A HEAP BY A proper divisor", "n -> d for d in 1..n-1 where n % d = 0"),
    of("^ REPLACE TEXT BY TEXT", "TEXT -> TEXT"),
    of("^ pick up", "take"),
    of("^ knock down 1ST or 2ND NEXT THINGS", "kayles"),
    of("^ knock down 1ST THING or 2ND NEXT THINGS", "kayles"),
    of("^ knock down 1ST or 2ND THINGS", "kayles"),
    of("^ TAKE 1ST or 2ND NEXT THINGS", "kayles"),
    of("^ TAKE 1ST THING or 2ND NEXT THINGS", "kayles"),
    of("^ TAKE away", "take"),
    of("^ take out", "take"),
    of("^ take off", "take"),
    of("^ TAKE", "take"),
    of("^ halve", "take half"),
    of("^ A player splits", "split"),
    of("^ A player divides", "split"),
    of("^ break A HEAP", "split a heap"),
    of("^ break into", "split into"),
    of("^ divide", "split"),
    of("^ split", "split"),
    of("^ A HEAP MAY be split into", "split into"),
    of("^ A HEAP MAY be divided into", "split into"),
    of("^^ at most #", "take at most #"),
    of("^^ up to #", "take up to #"),
    of("^^ at least #", "take at least #"),
    // How many.
    of("a dozen", "12"),
    of("take NUM NUM or NUM", "take #, # or #"),
    of("take # / # / #", "take #, # or #"),
    of("take half rounded down", "a -> a - a/2 where a > 1"),
    of("take half , rounded down", "a -> a - a/2 where a > 1"),
    of("take half rounded up", "a -> a/2 where a > 0"),
    of("take half , rounded up", "a -> a/2 where a > 0"),
    of("take n / 2 rounded down", "a -> a - a/2 where a > 1"),
    of("take n / 2 rounded up", "a -> a/2 where a > 0"),
    of("| #", "or #"),
    of("# … #", "#..#"),
    of("# . . . #", "#..#"),
    of("take < = #", "take at most #"),
    of("take ≤ #", "take at most #"),
    of("from either HEAP", ""),
    of("from any one HEAP", ""),
    of("from one of the HEAPS", ""),
    of("either #", "#"),
    of("either take", "take"),
    of("either split", "split"),
    of("one of # ,", "#,"),
    of("one of # or", "# or"),
    of("NO more than", "at most"),
    of("NO FEWER than", "at least"),
    of("a maximum of", "at most"),
    of("a minimum of", "at least"),
    of("into # or more HEAPS", "into #.. heaps"),
    of("at least # and at most #", "#..#"),
    of("any AMOUNT from # to #", "#..#"),
    of("any AMOUNT of THINGS between # and #", "#..#"),
    of("any AMOUNT between # and #", "#..#"),
    of("# or more", "at least #"),
    of("# or FEWER", "at most #"),
    of("take # DASH #", "take #..#"),
    of("as many THINGS as you like", "any"),
    of("as many as you like", "any"),
    of("any AMOUNT of THINGS", "any"),
    of("any AMOUNT", "any"),
    of("any even number", "even"),
    of("any odd number", "odd"),
    of("any prime number of THINGS", "prime"),
    of("any prime number", "prime"),
    of("any prime", "prime"),
    of("take odd numbers", "take odd"),
    of("take even numbers", "take even"),
    of("an even number of THINGS", "even"),
    of("an even number", "even"),
    of("an odd number of THINGS", "odd"),
    of("an odd number", "odd"),
    of("a prime number of THINGS", "prime"),
    of("a prime number", "prime"),
    of("a prime", "prime"),
    of("A perfect square AMOUNT", "a square number"),
    of("a perfect square", "a square number"),
    of("take A square AMOUNT of THINGS", "heap: take square"),
    of("take A square AMOUNT", "heap: take square"),
    of("take square numbers", "heap: take square"),
    of("take perfect squares", "heap: take square"),
    of("take squares", "heap: take square"),
    of("take primes", "take prime"),
    of("take prime numbers", "take prime"),
    of("take 2 ^ k", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take 2 ^ n", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take 2 ^ x", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take k ^ 2", "heap: take square"),
    of("take n ^ 2", "heap: take square"),
    of("take x ^ 2", "heap: take square"),
    of("take A square", "take square"),
    of("take A power of 2", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take A power of two", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take powers of 2", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("take powers of two", "a -> a-k for k in 1..a where bitand(k, k-1) = 0"),
    of("up to half", "at most half"),
    of("half of A THINGS", "half"),
    of("half of A HEAP", "half"),
    of("half A THINGS", "half"),
    of("half A HEAP", "half"),
    of("take a THING", "take 1"),
    of("take 1 letter", "take letter"),
    of("take vowels", "take letter of \"aeiou\""),
    of("take vowel", "take letter of \"aeiou\""),
    of("cut vowel", "cut letter of \"aeiou\""),
    of("cut vowels", "cut letter of \"aeiou\""),
    of("A run", "run"),
    of("# THINGS", "#"),
    of("from A single HEAP", ""),
    of("from A HEAP", ""),
    of("off A HEAP", ""),
    of("out of A HEAP", ""),
    of("take at least # and at most half", "a -> a-k for k in #..a/2"),
    of("take at most half", "a -> a-k for k in 1..a/2"),
    of("take FEWER than #", "a -> a-k for k in 1..#-1"),
    of("take < #", "a -> a-k for k in 1..#-1"),
    of("take more than #", "a -> a-k for k in #+1..a"),
    of("take > #", "a -> a-k for k in #+1..a"),
    of("take all but #", "a -> # where a > #"),
    of("; take", ", take"),
    of("; split", ", split"),
    // Splits.
    of("smaller HEAPS", "heaps"),
    of("split A HEAP into # parts", "split into # heaps"),
    of("split A HEAP into # DIFFERENT parts", "split into # unequal heaps"),
    of("split A HEAP into # equal parts", "split into # equal heaps"),
    of("nonempty HEAPS", "heaps"),
    of("non - empty HEAPS", "heaps"),
    of(", or split", ", split"),
    of(", or take", ", take"),
    of("or take", ", take"),
    of("or TAKE #", ", take #"),
    of("split in half", "split into 2 equal heaps"),
    of("split A HEAP in half", "split into 2 equal heaps"),
    of("split in two", "split into 2 heaps"),
    of("split A HEAP in", "split into"),
    of("split HEAP into", "split into"),
    of("split A HEAP into", "split into"),
    of("or split", ", split"),
    of("split A HEAP", "split"),
    of("split into # or # HEAPS", "split into # heaps, split into # heaps"),
    of("split into #", "split into # heaps"),
    of("into # HEAPS of DIFFERENT SIZE", "into # unequal heaps"),
    of("into # HEAPS of equal SIZE", "into # equal heaps"),
    of("into # HEAPS of the same SIZE", "into # equal heaps"),
    of("into # DIFFERENT HEAPS", "into # unequal heaps"),
    of("into # equal HEAPS", "into # equal heaps"),
    of("into # HEAPS", "into # heaps"),
    of("leaving # HEAPS", "leaving # heaps"),
    // Words.
    of("take A substring that is A palindrome", "take palindrome"),
    of("take A palindromic substring", "take palindrome"),
    of("take letters", "take letter"),
    of("take A double letter", "row: xx -> \"\" for letter x"),
    of("take double letters", "row: xx -> \"\" for letter x"),
    of("take A pair of EQUAL letters", "row: xx -> \"\" for letter x"),
    of("take palindromes", "take palindrome"),
    of("all copies of", "every copy of"),
    of("cut words", "cut word"),
    of("take words", "take word"),
    of("take 2 EQUAL NEXT letters", "row: xx -> \"\" for letter x"),
    of("take two EQUAL NEXT letters", "row: xx -> \"\" for letter x"),
    of("take 2 NEXT EQUAL letters", "row: xx -> \"\" for letter x"),
    of("take two NEXT EQUAL letters", "row: xx -> \"\" for letter x"),
    of("take 2ND NEXT letters that are EQUAL", "row: xx -> \"\" for letter x"),
    of("take 2ND NEXT letters that are the same", "row: xx -> \"\" for letter x"),
    of(", stop WHEN no letter repeats", " until distinct"),
    of(", stop WHEN all letters are DIFFERENT", " until distinct"),
    of("until no letter repeats", "until distinct"),
    of("until all letters are DIFFERENT", "until distinct"),
    of("A letter", "letter"),
    of("take letter from either end", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from either side", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A end", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A left or right", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A left or A right", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A left or right end", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A front or back", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A front or A back", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take letter from A beginning or A end", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take A first or last letter", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take A first or A last letter", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take A first letter or A last letter", "row: ^x -> \"\" for letter x, x$ -> \"\" for letter x"),
    of("take A first letter", "row: ^x -> \"\" for letter x"),
    of("take first letter", "row: ^x -> \"\" for letter x"),
    of("take letter from A front", "row: ^x -> \"\" for letter x"),
    of("take letter from A left", "row: ^x -> \"\" for letter x"),
    of("take letter from A beginning", "row: ^x -> \"\" for letter x"),
    of("take A last letter", "row: x$ -> \"\" for letter x"),
    of("take last letter", "row: x$ -> \"\" for letter x"),
    of("take letter from A back", "row: x$ -> \"\" for letter x"),
    of("take letter from A right", "row: x$ -> \"\" for letter x"),
    of("copy of letter", "copy of a letter"),
    of("A vowel", "letter of \"aeiou\""),
    of("A consonant", "letter of \"bcdfghjklmnpqrstvwxyz\""),
    of("A substring in", "word in"),
    of("A substring from", "word in"),
    of("A palindrome", "palindrome"),
    of("A word", "word"),
    of("word from", "word in"),
    of("word of at least # letters", "word of #.. letters"),
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
    // Numbers that are words.
    of("take #", "take #"),
    of(", #", ", #"),
    of("or #", "or #"),
    of("to #", "to #"),
    of("from #", "from #"),
    of("between #", "between #"),
    of("and #", "and #"),
    of("most #", "most #"),
    of("least #", "least #"),
    // Expressions.
    of("= >", "->"),
    of("floor ( ? / # )", "(?/#)"),
    of("/ /", "/"),
    // Conditions.
    of("provided that", "where"),
    of("if", "where"),
    of("when", "where"),
    of("where ? mod #", "where ? % #"),
    of("and ? mod #", "and ? % #"),
    of("where ? is divisible by #", "where ? % # = 0"),
    of("where ? is even", "where ? % 2 = 0"),
    of("where ? is odd", "where ? % 2 = 1"),
    of("and ? is even", "and ? % 2 = 0"),
    of("and ? is odd", "and ? % 2 = 1"),
    of("where ? even", "where ? % 2 = 0"),
    of("where ? odd", "where ? % 2 = 1"),
    of(", take half where even", ", a -> a/2 where a > 0 and a % 2 = 0"),
    of(", take half where it is even", ", a -> a/2 where a > 0 and a % 2 = 0"),
    of(", take half where A HEAP is even", ", a -> a/2 where a > 0 and a % 2 = 0"),
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
    let halves = if text.eq_ignore_ascii_case("take half") { Some(String::new()) } else { beside_half(&text) };
    if let Some(others) = halves {
        let others = if others.is_empty() { others } else { format!("{others}, ") };
        let readings = vec![
            (format!("{misere}{others}a -> a - a/2 where a > 1"), "half, rounded down"),
            (format!("{misere}{others}a -> a/2 where a > 0"), "half, rounded up"),
        ];
        return unclear("half of an odd number may be rounded down or up", readings);
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

/// The other amounts of a move that takes half too: `take 1` of `take 1 or half`.
fn beside_half(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let ends = [", or half", " or half", ", take half"].into_iter().find_map(|end| lower.strip_suffix(end));
    let starts = || ["take half, take ", "take half or "].into_iter().find_map(|start| lower.strip_prefix(start));
    let others = ends.map(str::to_owned).or_else(|| Some(format!("take {}", starts()?)))?;
    let amounts = others.strip_prefix("take ")?.replace(" or ", ",");
    amounts.split([',', ' ']).filter(|amount| !amount.is_empty()).all(is_digits).then_some(others)
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
        while at + said.len() <= pieces.len() {
            let opens = !first || at == 0 || {
                let before = pieces[at - 1].text.to_lowercase();
                // A sentence ends, and `..` is no end.
                let is_end = before == "." && (at < 2 || pieces[at - 2].text != ".");
                let goes_on = is_end || before == ",";
                goes_on && !alone || before == ":" || Convention::MISERE.contains(&&*before)
            };
            let found = &pieces[at..at + said.len()];
            if !opens
                || !self.ends_before(pieces.get(at + said.len()))
                || !found.iter().zip(&said).all(|(piece, said)| piece.is(said))
            {
                at += 1;
                continue;
            }
            let is_kept = |said: &str| ["#", "NUM", "?", "TEXT"].contains(&said);
            let kept = found.iter().zip(&said).filter(|(_, said)| is_kept(said));
            let kept: Vec<String> = kept
                .map(|(piece, said)| {
                    piece.number().filter(|_| ["#", "NUM"].contains(said)).unwrap_or_else(|| piece.text.clone())
                })
                .collect();
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
            let length = read.len();
            pieces.splice(at..at + said.len(), read);
            at += length;
        }
    }
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
