//! Positions: `5 + 3*7`, `abba + ba`, `(abba)`, `{aabc}`, `abc/50`, `A(7) + B(2)`; and sums of
//! several games.
//!
//! Letters are not quoted in positions, so the tokens of games do not fit them; a [`Reader`] walks
//! the text letter by letter.
//!
//! ```text
//! position  = component { "+" component }
//! component = [ number "*" ]
//!             ( heap | word | "(" ring ")" | "{" bag "}" | tape [ "/" number ] | graph | .. )
//! sum       = [ game ] component { "+" [ game ] component }
//! ```

use std::ops::Range;

use grundy_core::help::Help;

use crate::{
    Component, Convention, Form, Lists, Query, Ruleset, Term,
    boards::piles::read as piles,
    language::{ReadGame, families, natural},
    query::{MOST_COPIED, MOST_COPIES, Question},
    text::{
        diagnostic::Diagnostic,
        encoding,
        reader::{Reader, example},
    },
};

const EQUAL_CANCEL: &str =
    "in normal play equal components cancel in pairs: an odd number equals one, an even number none";

/// Reads a sum of components of one game. `forms` are the ways to write them as bare numbers;
/// `inferred` is the text of a game that leaves the board to the first move.
pub(crate) fn position(
    ruleset: &Ruleset,
    source: &str,
    lists: Lists<'_>,
    forms: &'static [Form],
    inferred: Option<&str>,
) -> Result<Vec<Component>, Diagnostic> {
    let source = encoding::unmarked(source);
    let read = |text: &str| unverified(ruleset, text, lists, forms, inferred);
    read(source).map_err(|fault| fault.that_read(source, |text| read(text).is_ok()).about("position", source))
}

/// As [`position`], with readings of a text of which some may not be texts.
fn unverified(
    ruleset: &Ruleset,
    source: &str,
    lists: Lists<'_>,
    forms: &'static [Form],
    inferred: Option<&str>,
) -> Result<Vec<Component>, Diagnostic> {
    let end = natural::brackets(ruleset, source);
    let whole = end.is_none();
    let mut reader =
        Reader { source: &source[..end.unwrap_or(source.len())], at: usize::from(!whole), lists, forms, inferred };
    if whole {
        reader.at = source.len() - source.trim_start().len();
    } else {
        reader.at += source.len() - source.trim_start().len();
    }
    reader.whole(ruleset)
}

impl Reader<'_> {
    /// Reads components to the end of the text.
    fn whole(&mut self, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        let mut all = Vec::new();
        loop {
            all.extend(self.copies(ruleset)?);
            self.blanks();
            if self.rest().is_empty() {
                return Ok(all);
            }
            if !self.eat('+') && !self.next_heap(ruleset)? {
                return Err(self.fault("a `+` and another component", ruleset));
            }
        }
    }

    /// Reads `COMPONENT` or `3*COMPONENT`.
    fn copies(&mut self, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        self.blanks();
        let start = self.at;
        let digits = self.rest().chars().take_while(char::is_ascii_digit).count();
        let mut copies = 1;
        if digits > 0 && self.rest()[digits..].trim_start().starts_with('*') {
            copies = self.number()?;
            self.eat('*');
            if copies > MOST_COPIES as u64 {
                return Err(Diagnostic::new(
                    "G005",
                    start..start + digits,
                    format!("more than {MOST_COPIES} equal components"),
                )
                .label("too many")
                .help(EQUAL_CANCEL));
            }
        }
        self.blanks();
        let first = self.at;
        let parts = match self.natural(ruleset)? {
            Some(text) => {
                let mut inner = Reader { source: &text, at: 0, forms: &[], ..*self };
                // The fault is in what was typed, not in what it stands for.
                inner.whole(ruleset).map_err(|fault| Diagnostic { span: first..self.at, ..fault })?
            }
            None => ruleset.board(|board| board.read(self, start < first, ruleset))?,
        };
        if copies.saturating_mul(parts.iter().map(Component::bytes).sum()) > MOST_COPIED as u64 {
            let many = format!("{copies} copies of this component require more than {} MiB", MOST_COPIED >> 20);
            return Err(Diagnostic::new("G005", start..self.at, many).label("too large").help(EQUAL_CANCEL));
        }
        match copies {
            1 => Ok(parts),
            _ => {
                let mut all = Vec::with_capacity(parts.len() * copies as usize);
                (0..copies).for_each(|_| all.extend_from_slice(&parts));
                Ok(all)
            }
        }
    }
}

/// Reads `GAME POSITION + POSITION + GAME POSITION ..`. A game is the name of a family, or a text
/// in brackets.
pub(crate) fn sum(source: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    let source = encoding::unmarked(source);
    let reads = |text: &str| unlike(text, lists).is_ok();
    unlike(source, lists).map_err(|fault| fault.that_read(source, reads).about("sum", source))
}

/// As [`sum`], with messages that do not have their text yet.
fn unlike(source: &str, lists: Lists<'_>) -> Result<Query, Diagnostic> {
    let (mut rulesets, mut start, mut plays) = (Vec::new(), Vec::new(), Vec::new());
    let (opening, rest) = Convention::of(source);
    let mut reader = Reader { source, at: source.len() - rest.len(), lists, forms: &[], inferred: None };
    let mut rules: Option<(usize, ReadGame)> = None;
    loop {
        reader.blanks();
        if let Some((text, place)) = game_ahead(&mut reader)? {
            let found = crate::language::read(&text, lists)?;
            reader.blanks();
            if reader.rest().is_empty() {
                return Err(Diagnostic::new("G040", place, "missing position after this game")
                    .label("no position follows")
                    .help(example(&found.rules.ruleset)));
            }
            plays.push((found.rules.convention, place));
            let known = rulesets.iter().position(|ruleset| *ruleset == found.rules.ruleset);
            let at = known.unwrap_or(rulesets.len());
            if known.is_none() {
                rulesets.push(found.rules.ruleset.clone());
            }
            reader.forms = found.forms();
            rules = Some((at, found));
        }
        let Some((ruleset, found)) = &rules else {
            let length = reader.rest().find(|sign: char| !(sign.is_alphanumeric() || "-'".contains(sign)));
            let word = &reader.rest()[..length.unwrap_or(reader.rest().len())];
            if let Some(near) = families::suggest(word) {
                return Err(Diagnostic::new(
                    "G003",
                    reader.at..reader.at + word.len(),
                    format!("unknown game `{word}`"),
                )
                .label("unknown name")
                .suggest(Some(near), Help::default));
            }
            return Err(Diagnostic::new("G004", reader.at..source.len(), "missing game before this position")
                .label("a position of which game?")
                .help("write `kayles 5 + nim 3`, or put games in brackets: [octal 0.15] 7"));
        };
        let mut inner = Reader { inferred: found.inferred(), ..reader };
        let part = inner.copies(&found.rules.ruleset)?;
        reader.at = inner.at;
        start.extend(part.into_iter().map(|component| Term { ruleset: *ruleset, component }));
        reader.blanks();
        if reader.rest().is_empty() {
            break;
        }
        if !reader.eat('+') && !reader.next_heap(&found.rules.ruleset)? {
            return Err(reader.fault("a `+` and another component", &found.rules.ruleset));
        }
    }
    let misere = opening == Convention::Misere || plays.iter().all(|(play, _)| *play == Convention::Misere);
    if let Some((_, place)) = plays.iter().find(|(play, _)| !misere && *play == Convention::Misere) {
        return Err(Diagnostic::new("G043", place.clone(), "normal and misère play in one sum")
            .label("this game is misère, another is not")
            .help("write misère once, before the whole sum"));
    }
    Ok(Query {
        rulesets,
        position: start,
        question: Question::ValueAndMoves,
        convention: if misere { Convention::Misere } else { Convention::Normal },
    })
}

/// Reads a game before a position, if there is one: a text in brackets, or a family's name with its
/// parameters. Returns its text and its span.
fn game_ahead(reader: &mut Reader<'_>) -> Result<Option<(String, Range<usize>)>, Diagnostic> {
    let start = reader.at;
    if reader.rest().starts_with('[') && !piles::is_list(reader.rest()) {
        let (mut quoted, mut escaped) = (false, false);
        let close = reader.rest().char_indices().find(|&(_, sign)| {
            quoted ^= sign == '"' && !escaped;
            escaped = quoted && sign == '\\' && !escaped;
            sign == ']' && !quoted
        });
        let Some((length, _)) = close else {
            return Err(Diagnostic::new("G004", start..start + 1, "unclosed bracket")
                .label("opened here")
                .help("close it with ]"));
        };
        let text = reader.rest()[1..length].trim().to_owned();
        reader.at += length + 1;
        return Ok(Some((text, start..start + length + 1)));
    }
    let Some(named) = families::at_start(reader.rest())? else { return Ok(None) };
    // `S(3, 4)` without a position after it is a component of a kind S, not the set of a game.
    let after = reader.rest()[named.end..].trim_start();
    if families::is_set(reader.rest()) && (after.is_empty() || after.starts_with('+')) {
        return Ok(None);
    }
    let text = reader.rest()[..named.end].to_owned();
    reader.at += named.end;
    Ok(Some((text, start..reader.at)))
}
