//! The head of a certificate: convention, games, sum, question and answer.
//!
//! A game is a line `board` with its text; a line `list` after it has the fingerprint, the number
//! of words and the name of each word list that the game names; then come its moves
//! (`Ruleset::certificate_lines`), which version 1 of the format lacks. A line `start` has the
//! number of a game and a component of the sum.

use grundy_core::Outcome;
use grundy_games::{Convention, Declaration, Diagnostic, Lists, Origin, Query, Question};

use super::{
    lines::fault,
    parse::{self, Wanted},
};
use crate::answer::Answer;

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Without the moves of games. It is read, and no longer written.
    One,
    /// With the moves of games.
    Two,
}

impl Version {
    /// The first line of a certificate.
    fn line(self) -> &'static str {
        match self {
            Version::One => "grundy-certificate 1",
            Version::Two => "grundy-certificate 2",
        }
    }
}

/// The questions by name.
const QUESTIONS: [(&str, Question); 4] = [
    ("value", Question::ValueAndMoves),
    ("nimber", Question::Value),
    ("outcome", Question::Outcome),
    ("table", Question::Table),
];

/// The lines before the first claim, in this version of the format.
pub(super) fn write(query: &Query, answer: &Answer, version: Version) -> String {
    let mut lines = vec![version.line().to_owned(), format!("convention {}", query.convention)];
    for ruleset in &query.rulesets {
        lines.push(format!("board {ruleset}"));
        for list in ruleset.lists() {
            if let Origin::Named(name) = list.origin() {
                lines.push(format!("list {:016x} {} {name}", list.fingerprint(), list.len()));
            }
        }
        if version == Version::Two {
            lines.extend(ruleset.certificate_lines());
        }
    }
    for term in &query.position {
        lines.push(format!("start {} {}", term.ruleset, query.rulesets[term.ruleset].text(&term.component)));
    }
    let question = QUESTIONS.iter().find(|(_, question)| *question == query.question).map_or("", |(name, _)| name);
    lines.push(format!("ask {question}"));
    lines.push(match answer {
        Answer::Value(value) => format!("answer value {}", value.0),
        Answer::Outcome(outcome) => format!("answer outcome {outcome}"),
        Answer::Values(values) => {
            format!("answer values{}", joined(values.iter().map(|value| value.0.to_string())))
        }
        Answer::Outcomes(all) => format!("answer outcomes{}", joined(all.iter().map(Outcome::to_string))),
    });
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The words, each after a space.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!(" {word}")).collect()
}

/// Reads the lines before the first claim; `lists` supplies the word lists that games name. The
/// lines of moves are skipped here: the comparison of the head with its one form verifies them.
pub(super) fn read(lines: &[&str], lists: Lists<'_>) -> Result<(Query, Answer, Version), Diagnostic> {
    let mut reader = HeadReader { lines, at: 0 };
    let head = reader.head(lists)?;
    match reader.peek() {
        Some(line) => Err(fault(reader.at + 1, line, "a line that begins with `claim `")),
        None => Ok(head),
    }
}

/// Refuses a file that does not begin as a certificate does, whatever else is in it; `first` is the
/// beginning of its first line.
pub(super) fn begins(first: &str) -> Result<(), Diagnostic> {
    let word = Version::Two.line().split(' ').next();
    if first.split(' ').next() == word { Ok(()) } else { Err(no_certificate(first)) }
}

/// The message about another first line.
fn no_certificate(first: &str) -> Diagnostic {
    fault(1, first, &format!("the first line of a certificate: {}", Version::Two.line()))
}

/// A reader of the lines of a head.
struct HeadReader<'a> {
    /// The lines before the first claim.
    lines: &'a [&'a str],
    /// The number of lines that were read.
    at: usize,
}

impl<'a> HeadReader<'a> {
    /// All lines of the head.
    fn head(&mut self, lists: Lists<'_>) -> Result<(Query, Answer, Version), Diagnostic> {
        self.at += 1;
        let first = self.lines.first().copied().unwrap_or("");
        let Some(version) = [Version::One, Version::Two].into_iter().find(|version| version.line() == first) else {
            return Err(no_certificate(first));
        };
        let convention = match self.after("convention ")? {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            _ => return Err(self.fault("the convention: normal or misere")),
        };
        let mut rulesets = Vec::new();
        while let Some(game) = self.eat("board ") {
            let Declaration { convention, ruleset } = grundy_games::game_with(game, lists)?;
            if convention != Convention::Normal {
                return Err(self.fault("a board without its convention, which has a separate line"));
            }
            for list in ruleset.lists() {
                let Origin::Named(name) = list.origin() else { continue };
                let expected = format!("list {:016x} {} {name}", list.fingerprint(), list.len());
                if self.peek() != Some(&expected) {
                    return Err(self.other_list(&expected));
                }
                self.at += 1;
            }
            while version == Version::Two && self.peek().is_some_and(is_move_line) {
                self.at += 1;
            }
            if rulesets.contains(&ruleset) {
                return Err(self.fault("a board that was not named before"));
            }
            rulesets.push(ruleset);
        }
        if rulesets.is_empty() {
            self.at += 1;
            return Err(self.fault("a line that begins with `board `"));
        }
        let mut position = Vec::new();
        while let Some(rest) = self.eat("start ") {
            let (ruleset, component) = rest.split_once(' ').ok_or_else(|| self.fault("a board and a component"))?;
            position.push(self.expect(parse::term(&rulesets, ruleset, component))?);
        }
        let name = self.after("ask ")?;
        let question = QUESTIONS.iter().find(|(known, _)| *known == name).map(|(_, question)| *question);
        let question = question.ok_or_else(|| self.fault("a question: value, nimber, outcome or table"))?;
        let answer = self.answer()?;
        Ok((Query { rulesets, position, question, convention }, answer, version))
    }

    /// The line of the answer.
    fn answer(&mut self) -> Result<Answer, Diagnostic> {
        let rest = self.after("answer ")?;
        let (kind, words) = rest.split_once(' ').map_or((rest, None), |(kind, words)| (kind, Some(words)));
        let each = || words.into_iter().flat_map(|words| words.split(' '));
        let whole = words.unwrap_or("");
        self.expect(match kind {
            "value" => parse::nimber(whole).map(Answer::Value),
            "outcome" => parse::outcome(whole).map(Answer::Outcome),
            "values" => each().map(parse::nimber).collect::<Result<_, _>>().map(Answer::Values),
            "outcomes" => each().map(parse::outcome).collect::<Result<_, _>>().map(Answer::Outcomes),
            _ => Err("an answer".into()),
        })
    }

    /// The next line.
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    /// The rest of the next line if it begins with `opening`.
    fn eat(&mut self, opening: &str) -> Option<&'a str> {
        let rest = self.peek()?.strip_prefix(opening)?;
        self.at += 1;
        Some(rest)
    }

    /// The rest of the next line, which must begin with `opening`.
    fn after(&mut self, opening: &str) -> Result<&'a str, Diagnostic> {
        match self.eat(opening) {
            Some(rest) => Ok(rest),
            None => {
                self.at += 1;
                Err(self.fault(&format!("a line that begins with `{opening}`")))
            }
        }
    }

    /// The value that was read from the last line, or the fault of that line.
    fn expect<T>(&self, read: Result<T, Wanted>) -> Result<T, Diagnostic> {
        read.map_err(|expected| self.fault(&expected))
    }

    /// Something else was expected on the line that was read last.
    fn fault(&self, expected: &str) -> Diagnostic {
        let number = self.at.max(1);
        fault(number, self.lines.get(number - 1).copied().unwrap_or(""), expected)
    }

    /// The next line is not that of the given word list.
    fn other_list(&self, expected: &str) -> Diagnostic {
        let number = self.at + 1;
        let found = self.peek().unwrap_or("");
        let message =
            format!("the certificate is about another word list: it has `{found}`, the given list is `{expected}`");
        Diagnostic::of_line(
            "G052",
            "certificate",
            number,
            found,
            message,
            "check it with the list that it was made with",
        )
    }
}

/// Whether a line is one of those about the moves of a game.
fn is_move_line(line: &str) -> bool {
    ["moves ", "family ", "move ", "kind ", "measure ", "until "].iter().any(|opening| line.starts_with(opening))
}
