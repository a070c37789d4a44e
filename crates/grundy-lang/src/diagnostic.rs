//! What is wrong with a text, where, and what to do about it: data, rendered by the front ends.
//!
//! Codes are stable: a message may be reworded, its code stays. `grundy explain-error CODE` prints the longer story,
//! which [`STORIES`] holds.

use std::{fmt, ops::Range};

/// A mistake in a game's text, a position or a word list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable name of the kind of mistake, such as `G012`.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// What kind of text was read: `game`, `position`, or the name of a file.
    pub origin: String,
    /// The text itself; for a word list, the faulty line.
    pub source: String,
    /// The line of `origin` that `source` starts at, from 1.
    pub line: usize,
    /// The bytes of `source` at fault.
    pub span: Range<usize>,
    /// What to say under the place.
    pub label: String,
    /// The way out.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic about `span`; the source text is filled in at the top of the parser.
    pub(crate) fn new(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            origin: String::new(),
            source: String::new(),
            line: 1,
            span,
            label: String::new(),
            help: String::new(),
        }
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = help.into();
        self
    }

    /// A fault of the line `number` (from 1) of a file or list; the span is the whole line.
    pub fn of_line(
        code: &'static str,
        origin: &str,
        number: usize,
        line: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let fault = Diagnostic::new(code, 0..line.len(), message).label("this line").help(help);
        Diagnostic { line: number, ..fault.about(origin, line) }
    }

    /// A fault at a place of a text that another parser found: the span becomes one of whole letters of the text.
    pub fn of_text(
        code: &'static str,
        origin: &str,
        source: &str,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, whole_letters(source, span), message).label("here").help(help).about(origin, source)
    }

    /// Says which text the span is about, unless that is known already (a word list knows its own).
    pub(crate) fn about(mut self, origin: &str, source: &str) -> Diagnostic {
        if self.origin.is_empty() {
            self.origin = origin.into();
            self.source = source.into();
            self.span.end = self.span.end.min(source.len());
            self.span.start = self.span.start.min(self.span.end);
            let letters = whole_letters(source, self.span.clone());
            debug_assert_eq!(self.span, letters, "{}: the span parts a letter of {source:?}", self.message);
            self.span = letters;
        }
        self
    }
}

/// The bytes of `source` that hold every letter of which the span has a byte.
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

/// The longer story of every code: (code, title, text).
pub const STORIES: &[(&str, &str, &str)] = &[
    (
        "G001",
        "a character that no game text contains",
        "Game texts are made of words, numbers, codes such as 0.77, texts in \"quotes\", and the signs + - * / % ^ $ | = < > ( ) { } [ ] , : -> and ... Any other letter of a word game goes in quotes.",
    ),
    (
        "G002",
        "a quote that is never closed",
        "A text in quotes ends at the next \". Write \\\" for a quote inside, \\\\ for a backslash, \\| and \\+ for a bar or a plus that is a letter.",
    ),
    (
        "G003",
        "a word that the language does not know",
        "Games are told with a few fixed words (take, cut, split, append, until ...), or by the name of a family (see `grundy games`). The hint names the nearest known word.",
    ),
    (
        "G004",
        "something else was expected here",
        "The sentence stops making sense at the marked place. The hint says what can stand there.",
    ),
    (
        "G005",
        "a number beyond 2^64 - 1",
        "Heaps and amounts are whole numbers from 0 to 18446744073709551615. A position may use a power, as in 10^18.",
    ),
    (
        "G006",
        "a digit that the code does not have",
        "An octal code has the digits 0 to 7, a hexadecimal code 0 to 9 and A to F. Digit k after the point says in how many heaps the rest may lie when k counters are taken: 1 for none, 2 for one, 4 for two, 8 for three; add them up.",
    ),
    (
        "G007",
        "a code without a point, or with a wrong first digit",
        "Write 0.77 (or .77) for Kayles: a bare 77 could be a heap. The digit before the point takes nothing, so it must part the heap: 0, 4, and in hexadecimal also 8 and C.",
    ),
    (
        "G008",
        "a move that does not fit the board",
        "Each board has its own moves: heap (take, split, octal, hex, ->), row and ring (take, cut, rewriting), bag (take), tape (append), graph (take vertex, take edge), poset (take element). The book's page on the language has the table.",
    ),
    (
        "G009",
        "a board that does not exist",
        "The boards are heap, row, ring, bag, tape, graph and poset; a colon follows the board.",
    ),
    (
        "G010",
        "an ending that does not fit the board",
        "An ending is about letters: it fits words, bags and tapes, each as far as order and counts exist there.",
    ),
    (
        "G011",
        "an empty range or set",
        "A range goes from the lower to the higher end, both included: 1..3. A set names at least one number or letter.",
    ),
    (
        "G012",
        "a name that nothing has bound",
        "A rule may use the names on its left side and those that `for` has introduced before.",
    ),
    ("G013", "a rule nested too deeply", "Parentheses may be nested 100 deep."),
    (
        "G014",
        "too many heaps",
        "A heap may be parted into at most 63 heaps by `leaving` and `split`; the general form a -> .. has no limit.",
    ),
    (
        "G015",
        "a family used with the wrong number of sizes",
        "Each kind of heap has one fixed number of sizes: if F(n, m) stands on one left side, F has two everywhere.",
    ),
    (
        "G016",
        "a family that no rule explains",
        "Every kind of heap on a right side needs a rule of its own, or a position of that kind could never be read. A kind without moves says so with a condition that never holds: D(n) -> D(n-1) where n < 0.",
    ),
    (
        "G020",
        "a word list that cannot be read",
        "Lists are named in the game's text and read from disk, relative to the game file or the working folder.",
    ),
    (
        "G021",
        "a word list without words",
        "The list, or what its filters leave, is empty. A game over no words has no moves at all; if that is meant, leave the move out.",
    ),
    (
        "G022",
        "a line of a word list that is no word",
        "A list has one word a line, UTF-8, exact letters, no spaces, no empty lines.",
    ),
    (
        "G030",
        "a game that may go on for ever",
        "Every run of moves must end, or nobody wins. For words Grundy looks for weights of the letters under which every rule makes each component lighter, or for equal length and a smaller word in one common alphabetic order. The message says what was tried and, where one was found, shows a cycle.",
    ),
    (
        "G031",
        "a heap rule that does not make the heap smaller",
        "Every new heap must be smaller than the old one. The message gives an instance where it is not.",
    ),
    (
        "G032",
        "a move that changes nothing",
        "Taking nothing and parting nothing leaves the position as it was, so the game would never end.",
    ),
    ("G033", "an empty left side", "A rule \"\" -> \"a\" could be used anywhere and for ever."),
    (
        "G034",
        "anchors, or every copy, on a ring",
        "A ring has no first and no last letter, so ^ and $ mean nothing there; `every copy` is defined on rows.",
    ),
    (
        "G040",
        "a position that the board does not have",
        "heap: 7 or 3*7; row: abba; ring: (abba); bag: {aabc}; tape: abc/50; kinds of heaps: A(7); graph: 5x6 or {0-1 1-2}; poset: 8x10 or {0<1}. Components are added: 5 + 7.",
    ),
    (
        "G041",
        "a letter outside the alphabet",
        "A tape may hold only the letters that can be written on it: those of `letter of a..j`, or else those of its lists.",
    ),
    (
        "G042",
        "a tape without an end",
        "Nothing in the rules bounds the length of the tape, so a position must say how many letters may still be written: abc/50.",
    ),
    (
        "G043",
        "normal and misère play in one sum",
        "A sum is played under one convention. Write misère once, at the start of the text.",
    ),
    (
        "G044",
        "a family that needs something else",
        "Some families take parameters, such as the word list of ghost; `grundy games` shows them.",
    ),
    (
        "G045",
        "a graph, a bar or an order that cannot be read",
        "A graph is a generator (grid 5x6, path 20, tree [0,0,1,1]), a picture of cells, a list of edges {0-1 1-2}, or a file with an edge on each line; a bar has rows that never get longer; an order has no element above itself.",
    ),
    (
        "G046",
        "a graph of moves where a game should stand",
        "A game graph \"moves.csv\" has its moves in a file, one a line: from,to. Its play need not end, so only `grundy solve`, `grundy table` and `grundy plan` know it, alone and in normal play.",
    ),
    (
        "G047",
        "a token that stands nowhere",
        "A position of a token is a graph and the vertex where the token stands: grid 5x6 from 0, {a-b b-c} from a. Vertices of generators and cells of boards are numbered from 0, row by row.",
    ),
    (
        "G050",
        "a game file that cannot be understood",
        "A game file is TOML with name, game, and optionally about, reference and [values]; the book's page on game files shows one.",
    ),
    (
        "G051",
        "a certificate that cannot be understood",
        "A certificate is a text that `grundy solve --certificate FILE` or `grundy prove -o FILE` has written: a first line with its version, the game, the sum, the answer and the claims, one position a line. It may not be cut short.",
    ),
    (
        "G052",
        "another word list than the certificate's",
        "A certificate names its word lists with a fingerprint of their words. Checking it against other words would prove something else.",
    ),
];
