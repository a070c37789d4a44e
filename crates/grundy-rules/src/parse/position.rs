//! Positions: `5 + 3*7`, `abba + ba`, `(abba)`, `{aabc}`, `abc/50`, `A(7) + B(2)`; and sums of unlike games.
//!
//! Letters stand bare here, so positions have a reader of their own, which walks the text letter by letter.

use std::ops::Range;

use super::{cursor::nearest, graph, lex::too_large, token};
use crate::{
    Bag, Board, Component, Diagnostic, FAMILIES, Lists, Placed, Play, Query, Rules, Tape, TapeRules, Typed, query::Ask,
    ring, text,
};

/// The most memory that `3*abba` may take.
const MOST_BYTES: u64 = 1 << 28;

/// The most equal components that `3*7` may stand for.
const MOST_COPIES: u64 = 1 << 20;

/// Reads a sum of components of one game.
pub(crate) fn position(board: &Board, source: &str, lists: Lists<'_>) -> Result<Vec<Component>, Diagnostic> {
    let mut reader = Reader { source, at: 0, lists };
    reader.whole(board).map_err(|fault| fault.about("position", source))
}

/// A place in the text of a position.
pub(super) struct Reader<'a> {
    source: &'a str,
    pub at: usize,
    pub lists: Lists<'a>,
}

impl Reader<'_> {
    fn whole(&mut self, board: &Board) -> Result<Vec<Component>, Diagnostic> {
        let mut all = Vec::new();
        loop {
            all.extend(self.copies(board)?);
            self.blanks();
            if self.rest().is_empty() {
                return Ok(all);
            }
            if !self.eat('+') {
                return Err(self.fault("a `+` and another component", board));
            }
        }
    }

    pub fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    pub fn blanks(&mut self) {
        self.at = self.source.len() - self.rest().trim_start().len();
    }

    pub fn eat(&mut self, sign: char) -> bool {
        self.blanks();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    /// Where the next sign stands: nowhere at the end of the text.
    fn sign(&self) -> Range<usize> {
        self.at..self.at + self.rest().chars().next().map_or(0, char::len_utf8)
    }

    pub fn fault(&self, expected: &str, board: &Board) -> Diagnostic {
        let found = match self.rest().chars().next() {
            Some(sign) => format!("`{sign}` stands where {expected} should"),
            None => format!("the position ends where {expected} should stand"),
        };
        let sign = self.rest().chars().next().filter(|sign| "+*/,".contains(*sign));
        let help = match (board, sign) {
            (Board::Row(_) | Board::Ring(_) | Board::Bag(_) | Board::Tape(_), Some(sign)) => {
                format!("{}; letters such as {sign} need quotes: \"{sign}\"", example(board))
            }
            _ => example(board),
        };
        Diagnostic::new("G040", self.sign(), found).label(format!("expected {expected}")).help(help)
    }

    /// `COMPONENT` or `3*COMPONENT`.
    fn copies(&mut self, board: &Board) -> Result<Vec<Component>, Diagnostic> {
        self.blanks();
        let start = self.at;
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        let mut copies = 1;
        if digits > 0 && self.rest()[digits..].trim_start().starts_with('*') {
            copies = self.number()?;
            self.eat('*');
            if copies > MOST_COPIES {
                return Err(Diagnostic::new(
                    "G005",
                    start..start + digits,
                    format!("at most {MOST_COPIES} equal components"),
                )
                .label("too many")
                .help("in normal play two equal components cancel: an odd number equals one, an even number none"));
            }
        }
        let parts = match board {
            Board::Graph(rules) => graph::component(self, rules, board)?,
            Board::Poset(_) => graph::order(self, board)?,
            Board::Token(rules) => vec![token::component(self, *rules, board)?],
            _ => vec![self.component(board)?],
        };
        if copies.saturating_mul(parts.iter().map(Component::bytes).sum()) > MOST_BYTES {
            let many = format!("{copies} such components would need over {} MiB", MOST_BYTES >> 20);
            return Err(Diagnostic::new("G005", start..self.at, many)
                .label("too much")
                .help("in normal play two equal components cancel: an odd number equals one, an even number none"));
        }
        Ok((0..copies).flat_map(|_| parts.iter().cloned()).collect())
    }

    fn number(&mut self) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        self.at += digits;
        self.source[start..self.at].parse().map_err(|_| too_large(start..self.at))
    }

    pub fn size(&mut self, board: &Board) -> Result<u64, Diagnostic> {
        self.blanks();
        let start = self.at;
        if !self.rest().starts_with(|first: char| first.is_ascii_digit()) {
            let number = match board {
                Board::Graph(_) | Board::Poset(_) | Board::Token(_) => "a number",
                _ => "a number of counters",
            };
            return Err(self.fault(number, board));
        }
        let base = self.number()?;
        if !self.rest().starts_with('^') {
            return Ok(base);
        }
        self.at += 1;
        if !self.rest().starts_with(|first: char| first.is_ascii_digit()) {
            return Err(self.fault("an exponent", board));
        }
        let exponent = self.number()?;
        let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
        power.ok_or_else(|| too_large(start..self.at))
    }

    fn component(&mut self, board: &Board) -> Result<Component, Diagnostic> {
        self.blanks();
        match board {
            Board::Heap(_) => self.size(board).map(Component::Heap),
            Board::Typed(rules) => self.typed(rules, board),
            Board::Row(_) => self.word(board, "a word").map(Component::Row),
            Board::Ring(_) => match self.eat('(') {
                true => {
                    let word = self.closed(')', board)?;
                    Ok(ring::least(&word))
                }
                false => self
                    .word(board, "a ring in parentheses")
                    .map(Component::Row)
                    .and_then(|row| self.row_on_ring(row, board)),
            },
            Board::Bag(_) => {
                if !self.eat('{') {
                    return Err(self.fault("a bag in braces", board));
                }
                Ok(Component::Bag(Bag::of(self.closed('}', board)?.chars())))
            }
            Board::Tape(rules) => self.tape(rules, board),
            Board::Graph(_) | Board::Poset(_) | Board::Token(_) => Err(self.fault("a graph", board)),
        }
    }

    /// An unknown word where one of these should stand.
    pub fn unknown(&self, word: &str, known: &[&str], board: &Board) -> Diagnostic {
        match nearest(word, known) {
            Some(near) if !word.is_empty() => {
                Diagnostic::new("G003", self.at..self.at + word.len(), format!("there is no position `{word}`"))
                    .label("unknown word")
                    .help(format!("did you mean `{near}`?"))
            }
            _ => self.fault("a position", board),
        }
    }

    /// Rows come up on rings when something was cut; a user must say so by quoting the word.
    fn row_on_ring(&self, row: Component, board: &Board) -> Result<Component, Diagnostic> {
        let Component::Row(word) = &row else { return Ok(row) };
        if self.source[..self.at].ends_with('"') {
            return Ok(row);
        }
        let start = self.at - word.len();
        Err(Diagnostic::new("G040", start..self.at, "a ring stands in parentheses")
            .label("a bare word")
            .help(format!("write ({word}) for the ring, \"{word}\" for a row that a cut has left; {}", example(board))))
    }

    fn word(&mut self, board: &Board, what: &str) -> Result<String, Diagnostic> {
        self.blanks();
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let length: usize =
            self.rest().chars().take_while(|&letter| text::is_bare_letter(letter)).map(char::len_utf8).sum();
        if length == 0 {
            return Err(self.fault(what, board));
        }
        let word = self.rest()[..length].to_owned();
        self.at += length;
        Ok(word)
    }

    /// The letters up to a closing sign, bare or quoted; none are allowed too.
    fn closed(&mut self, close: char, board: &Board) -> Result<String, Diagnostic> {
        if self.eat(close) {
            return Ok(String::new());
        }
        let word = self.word(board, "letters")?;
        if self.eat(close) { Ok(word) } else { Err(self.fault(&format!("`{close}`"), board)) }
    }

    pub fn quoted(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut word = String::new();
        let mut letters = self.source[start + 1..].char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return Ok(word);
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => word.push('\n'),
                    Some((_, 't')) => word.push('\t'),
                    Some((_, 'r')) => word.push('\r'),
                    Some((_, letter)) => word.push(letter),
                    None => break,
                },
                letter => word.push(letter),
            }
        }
        Err(Diagnostic::new("G002", start..self.source.len(), "this quote is never closed")
            .label("opened here")
            .help("close it with \""))
    }

    fn typed(&mut self, rules: &crate::TypedRules, board: &Board) -> Result<Component, Diagnostic> {
        let start = self.at;
        let length: usize = self
            .rest()
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || "_'".contains(*letter))
            .map(char::len_utf8)
            .sum();
        let name = &self.source[start..start + length];
        let Some(place) = rules.kinds.iter().position(|kind| **kind == *name) else {
            let kinds: Vec<&str> = rules.kinds.iter().map(|kind| &**kind).collect();
            let near =
                nearest(name, &kinds).map_or_else(|| example(board), |near| format!("did you mean `{near}(..)`?"));
            let message = if name.is_empty() {
                "a kind of heap should stand here".into()
            } else if name.starts_with(|first: char| first.is_ascii_digit()) {
                "the heaps of this game are of a kind, which stands in front of the sizes".into()
            } else {
                format!("there is no kind of heap `{name}`")
            };
            let place = if name.is_empty() { self.sign() } else { start..start + length };
            return Err(Diagnostic::new("G040", place, message).label("unknown kind").help(near));
        };
        self.at += length;
        if !self.eat('(') {
            return Err(self.fault("`(` and the sizes", board));
        }
        let mut sizes = vec![self.size(board)?];
        while self.eat(',') {
            sizes.push(self.size(board)?);
        }
        if !self.eat(')') {
            return Err(self.fault("`)`", board));
        }
        let kind = rules.kinds[place].clone();
        let arity =
            rules.clauses.iter().find(|clause| clause.kind.as_ref() == Some(&kind)).map_or(1, |clause| clause.arity);
        if sizes.len() != arity {
            return Err(Diagnostic::new(
                "G040",
                start..self.at,
                format!("{kind} has {}, not {}", super::heap::sizes(arity), sizes.len()),
            )
            .label("here")
            .help(example(board)));
        }
        Ok(Component::Typed(Typed { kind, sizes }))
    }

    fn tape(&mut self, rules: &TapeRules, board: &Board) -> Result<Component, Diagnostic> {
        let start = self.at;
        let word = self.word(board, "a tape")?;
        let span = start..self.at;
        let left = if self.rest().starts_with('/') {
            self.at += 1;
            if !self.rest().starts_with(|first: char| first.is_ascii_digit()) {
                return Err(self.fault("a number of letters", board));
            }
            Some(self.size(board)?)
        } else {
            None
        };
        if let Some(letter) = word.chars().find(|&letter| !rules.alphabet.contains(letter)) {
            return Err(Diagnostic::new("G041", span, format!("`{letter}` cannot be written on this tape"))
                .label("a letter outside the alphabet")
                .help(format!("its letters are {}", rules.alphabet)));
        }
        if left.is_none() && rules.longest().is_none() {
            return Err(Diagnostic::new("G042", span, "nothing bounds the length of this tape")
                .label("how many letters may still be written?")
                .help(format!("write the number behind it: {word}/50")));
        }
        Ok(Component::Tape(Tape { word, left }))
    }
}

/// What a position of the board looks like.
pub(crate) fn example(board: &Board) -> String {
    match board {
        Board::Heap(_) => "write heaps as numbers: 5 + 7, 3*7, 10^18".into(),
        Board::Typed(rules) => {
            let kind = rules.clauses.first();
            let sizes = kind.map_or(1, |clause| clause.arity);
            format!("write {}({})", rules.kinds[0], vec!["7"; sizes].join(", "))
        }
        Board::Row(_) => "write words: abba + ba; the empty word is \"\"".into(),
        Board::Ring(_) => "write rings in parentheses: (abba)".into(),
        Board::Bag(_) => "write bags in braces: {aabc}".into(),
        Board::Tape(rules) if rules.longest().is_none() => {
            "write what stands on the tape and how many letters may follow: abc/50".into()
        }
        Board::Tape(_) => "write what stands on the tape: gho; the empty tape is \"\"".into(),
        Board::Graph(_) => "write a grid 5x6, cells ..#/..., 'path 20', 'cycle 12', or edges {0-1 1-2}".into(),
        Board::Token(rules) if rules.one_way => "write arcs and where the token stands: {a>b b>c} from a".into(),
        Board::Token(_) => "write a graph and where the token stands: grid 5x6 from 0, {a-b b-c} from a".into(),
        Board::Poset(_) => "write a bar 8x10 or 5.5.2, or an order {0<1 1<2}".into(),
    }
}

/// Reads `GAME POSITION + POSITION + GAME POSITION ..`, games being family names or texts in brackets.
pub(crate) fn sum(source: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    unlike(source, lists).map_err(|fault| fault.about("sum", source))
}

fn unlike(source: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    let (mut boards, mut start, mut plays) = (Vec::new(), Vec::new(), Vec::new());
    let (opening, behind) = Play::of(source);
    let mut reader = Reader { source, at: source.len() - behind.len(), lists };
    let mut rules: Option<(usize, Rules)> = None;
    loop {
        reader.blanks();
        if let Some((text, place)) = game_ahead(&mut reader)? {
            let found = crate::parse::game(&text, lists)?;
            reader.blanks();
            if reader.rest().is_empty() {
                return Err(Diagnostic::new("G040", place, "no position stands behind this game")
                    .label("nothing behind it")
                    .help(example(&found.board)));
            }
            plays.push((found.play, place));
            let known = boards.iter().position(|board| *board == found.board);
            let at = known.unwrap_or(boards.len());
            if known.is_none() {
                boards.push(found.board.clone());
            }
            rules = Some((at, found));
        }
        let Some((board, found)) = &rules else {
            let length = reader.rest().find(|sign: char| !(sign.is_alphanumeric() || "-'".contains(sign)));
            let word = &reader.rest()[..length.unwrap_or(reader.rest().len())];
            let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
            if let Some(near) = nearest(word, &names) {
                return Err(Diagnostic::new(
                    "G003",
                    reader.at..reader.at + word.len(),
                    format!("there is no game with the name `{word}`"),
                )
                .label("unknown name")
                .help(format!("did you mean `{near}`?")));
            }
            return Err(Diagnostic::new(
                "G004",
                reader.at..source.len(),
                "a game should stand in front of its position",
            )
            .label("which game is this?")
            .help("write `kayles 5 + nim 3`, or games in brackets: [octal 0.15] 7"));
        };
        let part = reader.copies(&found.board)?;
        start.extend(part.into_iter().map(|component| Placed { board: *board, component }));
        reader.blanks();
        if reader.rest().is_empty() {
            break;
        }
        if !reader.eat('+') {
            return Err(reader.fault("a `+` and another component", &found.board));
        }
    }
    let misere = opening == Play::Misere || plays.iter().all(|(play, _)| *play == Play::Misere);
    if let Some((_, place)) = plays.iter().find(|(play, _)| !misere && *play == Play::Misere) {
        return Err(Diagnostic::new("G043", place.clone(), "this game is misère and another is not")
            .label("misère")
            .help("write misère once, in front of the whole sum"));
    }
    Ok(Query { boards, start, ask: Ask::Value, play: if misere { Play::Misere } else { Play::Normal } })
}

/// A game in front of a position: a text in brackets, or a family's name with its parameters.
fn game_ahead(reader: &mut Reader<'_>) -> Result<Option<(String, Range<usize>)>, Diagnostic> {
    let start = reader.at;
    if reader.rest().starts_with('[') {
        let (mut quoted, mut escaped) = (false, false);
        let close = reader.rest().char_indices().find(|&(_, sign)| {
            quoted ^= sign == '"' && !escaped;
            escaped = quoted && sign == '\\' && !escaped;
            sign == ']' && !quoted
        });
        let Some((length, _)) = close else {
            return Err(Diagnostic::new("G004", start..start + 1, "this bracket is never closed")
                .label("opened here")
                .help("close it with ]"));
        };
        let text = reader.rest()[1..length].trim().to_owned();
        reader.at += length + 1;
        return Ok(Some((text, start..start + length + 1)));
    }
    let length = reader
        .rest()
        .find(|sign: char| !(sign.is_alphanumeric() || "-_'".contains(sign)))
        .unwrap_or(reader.rest().len());
    let name = &reader.source[start..start + length];
    let Some(family) = FAMILIES.iter().find(|family| family.is_called(name)) else { return Ok(None) };
    reader.at += length;
    let mut text = name.to_owned();
    for _ in family.parameters {
        reader.blanks();
        if !reader.rest().starts_with('"') {
            break;
        }
        let from = reader.at;
        reader.quoted()?;
        text = format!("{text} {}", &reader.source[from..reader.at]);
    }
    Ok(Some((text, start..reader.at)))
}
