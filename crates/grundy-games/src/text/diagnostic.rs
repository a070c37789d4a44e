//! Diagnostics: a mistake in a text with its place, its reason and a way out.
//!
//! A diagnostic is data, and the front ends render it. Codes are stable: a message may be reworded,
//! but its code keeps its meaning. `grundy explain CODE` prints the longer explanation from
//! [`STORIES`].
//!
//! ```
//! let mistake = grundy_games::game("tke 2 or 3").unwrap_err();
//! assert_eq!((mistake.code, mistake.span), ("G003", 0..3));
//! assert_eq!(mistake.message, "unknown move or game `tke`");
//! assert_eq!(mistake.help, "did you mean `take`?");
//! ```

use std::{fmt, ops::Range};

use grundy_core::help::Help;

/// A mistake in the text of a game, a position, a word list or another file.
///
/// Exhaustive: a front end that destructures it learns from the compiler of a field that it does
/// not render.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code of the kind of mistake, such as `G012`; a key of [`STORIES`].
    pub code: &'static str,
    /// The reason, in one line.
    pub message: String,
    /// The kind of text: `game`, `position`, or the name of a file.
    pub origin: String,
    /// The text; for a word list, the faulty line.
    pub source: String,
    /// The line of `origin` at which `source` starts, from 1.
    pub line: usize,
    /// The bytes of `source` at fault; never inside a character.
    pub span: Range<usize>,
    /// The note to print under the span.
    pub label: String,
    /// The way out; empty if there is none.
    pub help: Help,
    /// What may have been meant in place of the span, where that is known.
    pub suggestion: Option<String>,
    /// The readings of a span that has several: what to write in its place, and what that means.
    pub readings: Vec<(String, &'static str)>,
}

impl Diagnostic {
    /// Returns a diagnostic about `span`; [`Diagnostic::about`] fills in the text.
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            origin: String::new(),
            source: String::new(),
            line: 1,
            span,
            label: String::new(),
            help: Help::default(),
            suggestion: None,
            readings: Vec::new(),
        }
    }

    /// Sets the note to print under the span.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Sets the way out.
    pub(crate) fn help(mut self, help: impl Into<Help>) -> Diagnostic {
        self.help = help.into();
        self
    }

    /// Says what to write in place of the span.
    pub(crate) fn instead(self, text: String) -> Diagnostic {
        Diagnostic { help: format!("write `{text}`").into(), suggestion: Some(text), ..self }
    }

    /// Says what to write in place of the span for each of its readings; an empty text is left out.
    pub(crate) fn readings(mut self, mut readings: Vec<(String, &'static str)>) -> Diagnostic {
        readings.retain(|(text, _)| !text.is_empty());
        if readings.is_empty() {
            return self;
        }
        let lines: Vec<String> = readings.iter().map(|(text, what)| format!("`{text}` for {what}")).collect();
        self.help = format!("write {}", lines.join(", or ")).into();
        Diagnostic { readings, ..self }
    }

    /// Keeps the readings that are texts in place of `source`, as `reads` decides; all of them if
    /// it accepts none.
    pub(crate) fn that_read(self, source: &str, reads: impl Fn(&str) -> bool) -> Diagnostic {
        /// Longer texts are not read again.
        const LONGEST: usize = 1 << 16;
        if self.readings.is_empty() || source.len() > LONGEST {
            return self;
        }
        let (before, after) = (&source[..self.span.start], &source[self.span.end..]);
        let is_read = |(text, _): &&(String, &'static str)| reads(&format!("{before}{text}{after}"));
        let kept: Vec<_> = self.readings.iter().filter(is_read).cloned().collect();
        if kept.is_empty() { self } else { self.readings(kept) }
    }

    /// Proposes a text for the span, if there is one, else gives this help.
    pub(crate) fn suggest<S: Into<String>>(self, near: Option<S>, help: impl FnOnce() -> Help) -> Diagnostic {
        match near.map(Into::into) {
            Some(near) => Diagnostic { help: format!("did you mean `{near}`?").into(), suggestion: Some(near), ..self },
            None => self.help(help()),
        }
    }

    /// Returns a diagnostic about the line `number` (from 1) of a file or list; the span is the
    /// whole line.
    pub fn of_line(
        code: &'static str,
        origin: &str,
        number: usize,
        line: &str,
        message: impl Into<String>,
        help: impl Into<Help>,
    ) -> Diagnostic {
        let fault = Diagnostic::new(code, 0..line.len(), message).label("this line").help(help);
        Diagnostic { line: number, ..fault.about(origin, line) }
    }

    /// Returns a diagnostic about a span that another parser has reported; extends the span to
    /// whole characters.
    pub fn of_text(
        code: &'static str,
        origin: &str,
        source: &str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<Help>,
    ) -> Diagnostic {
        Diagnostic::new(code, whole_letters(source, span), message).label("here").help(help).about(origin, source)
    }

    /// Sets the text of the span, unless it is set already, as it is for a line of a word list.
    pub(crate) fn about(mut self, origin: &str, source: &str) -> Diagnostic {
        if self.origin.is_empty() {
            self.origin = origin.into();
            self.source = source.into();
            self.span.end = self.span.end.min(source.len());
            self.span.start = self.span.start.min(self.span.end);
            let letters = whole_letters(source, self.span.clone());
            debug_assert_eq!(self.span, letters, "{}: the span splits a character of {source:?}", self.message);
            self.span = letters;
        }
        self
    }
}

/// Extends a span of `source` to whole characters.
fn whole_letters(source: &str, span: Range<usize>) -> Range<usize> {
    let end = source.ceil_char_boundary(span.end);
    source.floor_char_boundary(span.start).min(end)..end
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {} (in the {}, at byte {})", self.code, self.message, self.origin, self.span.start)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for Diagnostic {}

/// The explanation of every code: code, title, text. Sorted by code.
pub const STORIES: &[(&str, &str, &str)] = &[
    (
        "G001",
        "a character that is not part of the language",
        "The text of a game consists of words, numbers, codes such as 0.77, texts in \"quotes\", and the signs + - * / % ^ $ | = < > ( ) { } [ ] , : -> and ... Quote any other letter of a word game.",
    ),
    (
        "G002",
        "an unterminated quote or brace",
        "A text in quotes ends at the next \". Inside it, write \\\" for a quote, \\\\ for a backslash, and \\| or \\+ for a bar or a plus that is a letter.",
    ),
    (
        "G003",
        "an unknown word",
        "A game is written with a few keywords (take, cut, split, append, until ...), or as the name of a family (the list of games has them). The hint names the nearest known word.",
    ),
    (
        "G004",
        "unexpected text",
        "The grammar allows no such text at the marked place. The hint names what it allows there.",
    ),
    (
        "G005",
        "a number out of range",
        "Heaps and amounts are whole numbers from 0 to 18446744073709551615, that is 2^64 - 1. A position may use a power, as in 10^18. Boards and sums have lower limits, which the message names.",
    ),
    (
        "G006",
        "an invalid digit of a code",
        "An octal code has the digits 0 to 7, a hexadecimal code 0 to 9 and A to F. Digit k after the point is about moves that take k counters. It is the sum of 1 if the rest may be empty, 2 if it may be one heap, 4 if it may be two heaps, and 8 if it may be three.",
    ),
    (
        "G007",
        "a code without a point, or with an invalid first digit",
        "Write 0.77 (or .77) for Kayles: a bare 77 could be a heap. The digit before the point is about moves that take no counters, so these must split the heap: the digit is 0 or 4, and in hexadecimal also 8 or C.",
    ),
    (
        "G008",
        "a move that does not fit the board",
        "The moves depend on the board: heap (take, split, octal, hex, ->), row (take, cut, split, rewriting), ring (take, cut, rewriting), bag (take, split), tape (append), graph (take vertex, take edge), poset (take element), token and stones (move along), piles (take from), set (add), permutation (partition), product (times). The book's page on the language has the table.",
    ),
    (
        "G009",
        "an unknown board, or a board that is missing",
        "The boards are heap, piles, product, row, ring, bag, tape, graph, poset, token, stones, set and permutation; a colon follows the board. Games on heaps and rows may omit it.",
    ),
    (
        "G010",
        "an ending that does not fit the board",
        "An ending is a condition on letters. It applies to rows, rings, bags and tapes; bags have no endings about order, and rings none about the first or the last letter.",
    ),
    (
        "G011",
        "an empty range or set",
        "A range is written from its lower to its higher end, both included: 1..3. A set has at least one number or letter.",
    ),
    (
        "G012",
        "an unbound name, or a name bound twice",
        "A rule may use the names on its left side, and those that an earlier `for` binds.",
    ),
    (
        "G013",
        "a rule that is too complex",
        "Parentheses may be nested 100 levels deep, and a rule may have 400 operators, steps and conditions.",
    ),
    (
        "G014",
        "too many heaps",
        "`leaving` and `split` split a heap into at most 63 heaps; the general form a -> .. has no such limit.",
    ),
    (
        "G015",
        "a kind of heap with the wrong number of sizes, or none",
        "Each kind of heap has a fixed number of sizes: if F(n, m) is on one left side, F has two sizes everywhere. If one rule names a kind, all rules of the game do.",
    ),
    (
        "G016",
        "a kind of heap without a rule",
        "Every kind of heap on a right side requires a rule for it, which fixes the number of its sizes. For a kind without moves, write a condition that never holds: D(n) -> D(n-1) where n < 0.",
    ),
    (
        "G020",
        "a word list that cannot be read",
        "The text of a game names its word lists, and its files of amounts, by path, relative to the game file or the working directory.",
    ),
    (
        "G021",
        "a word list without words",
        "The list is empty, or its filters remove all of its words. A move on no words never applies; if that is meant, remove the move. A file of amounts has numbers.",
    ),
    (
        "G022",
        "a line of a word list that is not a word",
        "A list has one word per line in UTF-8, without spaces and without empty lines. Upper and lower case are different letters. A file of amounts has whole numbers, with blanks, commas or ends of lines between them, or is a b-file.",
    ),
    (
        "G030",
        "a game that is not proved to end",
        "Every play must end, or nobody wins. For words, Grundy searches for weights of the letters such that every rule makes each component lighter, or keeps its length and makes it smaller in one alphabetical order common to all rules. The message lists what was tried, and shows a cycle if one was found.",
    ),
    (
        "G031",
        "a rule that does not make a heap smaller",
        "Every new heap must be smaller than the old one; for kinds of heaps, every move must lower one measure, or lead to a kind from which no play turns back. If you know a natural number that every move lowers, write it as the last clause of a rule: W(a, b) -> .., measure a*b. The message gives an instance that does not.",
    ),
    (
        "G032",
        "a move without effect",
        "A move that takes no counters and does not split the heap leaves the position as it was, so that play never ends. The same holds for the removal of the empty word.",
    ),
    ("G033", "an empty left side", "A rule \"\" -> \"a\" applies everywhere, so that play never ends."),
    (
        "G034",
        "an anchor, or `every copy`, on a ring",
        "A ring has no first and no last letter, so that ^ and $ have no meaning there. `every copy` is defined on rows only.",
    ),
    (
        "G040",
        "a position that does not fit the board",
        "heap: 7 or 3*7; row: abba; ring: (abba); bag: {aabc}; tape: abc/50; kinds of heaps: A(7); graph: 5x6 or {0-1 1-2}; poset: 8x10 or {0<1}; token: 5x6 from 0. A sum of components is written with +: 5 + 7.",
    ),
    (
        "G041",
        "a letter outside the alphabet",
        "A tape holds only the letters that can be written on it: those of `letter of a..j`, or else those of its word lists.",
    ),
    (
        "G042",
        "a tape of unbounded length",
        "The rules do not bound the length of the tape. So a position states how many letters may still be written: abc/50.",
    ),
    (
        "G043",
        "normal and misère play in one sum",
        "A sum is played under one convention. Write misère once, at the start of the text.",
    ),
    (
        "G044",
        "a name of a game with the wrong parameters",
        "Some named games require parameters, such as the word list of ghost or the set of subtraction {1, 3, 4}; the list of games has them. Nothing else may follow the name in the text of a game.",
    ),
    (
        "G045",
        "an invalid graph, bar, order, set or permutation",
        "A graph is a generator (grid 5x6, path 20, tree [0,0,1,1]), a picture of cells, a list of edges {0-1 1-2}, or a file with one edge per line. The rows of a bar do not increase from top to bottom. In an order, no element is above itself; stones move along arcs without a cycle. A set has positive numbers, each once; a permutation has different numbers.",
    ),
    (
        "G046",
        "a graph of moves in place of a game",
        "A game graph \"moves.csv\" has its moves in a file, one per line: from,to. Its play need not end. So only the verbs `solve`, `table` and `plan` of the program accept it, alone and in normal play.",
    ),
    (
        "G047",
        "a position without its vertex",
        "A position of a token is a graph and the vertex of the token: grid 5x6 from 0, {a-b b-c} from a. A graph on the ground names the vertex that is the ground: {a-b b-c} on a. A graph with stones has their numbers: {a>b b>c} with a:3 b:5. Vertices of generators and cells of boards are numbered from 0, row by row.",
    ),
    (
        "G048",
        "a text with two readings",
        "Nothing is guessed. A number as the position of a game whose board was left out may be a word of digits or a heap: write the board before the moves, `row:` or `heap:`, or quote the word. `a^4` as a word may be `aaaa` or its four signs: write the letters out, or quote the signs. Digits in groups of three, such as 1,000, may be one number or several heaps: write 1000, or 1 + 0. `within \"words.txt\"` may be a list in a file or a word: write `within word in \"words.txt\"`. Bare numbers in a game on orders may be chains or the squares of a bar; `chomp 5,4` may have the sides or the rows of a bar; rows of unlike lengths may end with holes or with cells; numbers in a tree may be parents counted from 1 or lengths of legs.",
    ),
    (
        "G049",
        "a tape that no play reaches",
        "A game `within` a list has tapes that begin a word of the list (or are part of one), so another tape is not a position. A letter that makes the whole tape a word of `avoiding whole` is forbidden; in Ghost and Superghost whoever completes a word has lost, so the game is over there and the player who would move has won.",
    ),
    (
        "G050",
        "an invalid game file",
        "A game file is TOML with the keys name and game, and optionally about, reference and [values]; the book's page on game files shows one.",
    ),
    (
        "G051",
        "an invalid certificate",
        "A certificate is a text that the verbs `solve` and `prove` of the program write, with their option `certificate`: a first line with its version, the game, the sum, the answer and the claims, one position per line. A truncated certificate is refused.",
    ),
    (
        "G052",
        "a word list that differs from the certificate's",
        "A certificate records a fingerprint of the words of each list. A check against other words would prove another statement.",
    ),
    (
        "G060",
        "a parameter that the game does not use",
        "A parameter is a name with a value at the end of a game, `take 1..k with k = 3`, or a value that is set beside the game. The game must use the name in place of a number, a set or a quoted text.",
    ),
    (
        "G061",
        "a parameter with two values",
        "Each parameter has one value. A value that is set beside the game replaces the value that the text gives to the same name.",
    ),
    (
        "G062",
        "a name that no parameter may have",
        "Words of the language (take, for, gcd), and names that the rules bind themselves (n in `n -> n-k`, d in `for d in 1..n`), cannot be parameters.",
    ),
    (
        "G063",
        "an invalid value of a parameter",
        "The value of a parameter is a whole number up to 2^64 - 1, a power such as 10^9, a set in braces or a text in quotes: `with k = 3, S = {2, 5}`. The parameters come last.",
    ),
];
