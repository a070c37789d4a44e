//! The `row` board: how words are read, written and counted.

use std::{fmt, fmt::Write};

use crate::{
    Component, Gap, Rewrite, RowMove, RowRules, Ruleset, Symbol,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_walk, row::actions},
    ends,
    heaps::{english::range, lines::of_span},
    text::{diagnostic::Diagnostic, quote, reader::Reader},
    words::{
        english::{factor_noun, listed_word, over},
        lines::{of_ending, of_factor, of_list},
    },
};

impl Board for RowRules {
    fn name(&self) -> &'static str {
        "row"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Row(word) = from else { return Ok(()) };
        of_walk(self, word, Component::Row, visit)
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Row(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Row(word) = from else { return Ok(()) };
        actions::each(self, word, visit)
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        reader.blanks();
        let start = reader.at;
        let word = reader.word(board, "a word")?;
        reader.is_a_word(self, start, &word)?;
        Ok(vec![Component::Row(word)])
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write words: abba + ba; the empty word is \"\"".into()
    }

    fn small(&self) -> String {
        "abba".into()
    }

    fn sentences(&self) -> Vec<String> {
        row_sentences(self, false)
    }

    fn why_it_ends(&self) -> String {
        word_proof(self, false)
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("row", words(self))
    }
}

/// The letters of a row, or of a ring.
pub(crate) struct RowOrRing<'a> {
    /// The letters.
    pub word: &'a str,
    /// Whether the last one is next to the first.
    pub ring: bool,
}

impl OnBoard for RowOrRing<'_> {
    fn noun(&self) -> &'static str {
        if self.ring { "ring" } else { "row" }
    }

    fn nothing(&self) -> String {
        if self.ring { "()" } else { "\"\"" }.into()
    }

    fn size(&self) -> u128 {
        self.word.chars().count() as u128
    }

    fn size_noun(&self) -> &'static str {
        "letter"
    }

    fn outside(&self) -> usize {
        self.word.len()
    }

    fn reachable(&self) -> f64 {
        2f64.powf(self.word.chars().count() as f64)
    }

    fn options(&self) -> f64 {
        self.word.len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        if self.ring { Figure::Ring(self.word) } else { Figure::Word { letters: self.word, free: None, grows: false } }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.ring, self.word) {
            (true, "") => f.write_str("()"),
            (true, word) => {
                f.write_str("(")?;
                quote::word(f, word)?;
                f.write_str(")")
            }
            (false, word) => quote::word(f, word),
        }
    }
}

pub(crate) fn row_sentences(rules: &RowRules, ring: bool) -> Vec<String> {
    let gap = |gap: &Gap| match (gap, ring) {
        (Gap::Closes, _) => "the gap closes",
        (Gap::Separates, false) => "the parts left and right of it become separate words",
        (Gap::Separates, true) => "the rest becomes a row",
    };
    let mut sentences: Vec<String> = rules
        .moves
        .iter()
        .map(|kind| {
            let mut sentence = match kind.unrestricted() {
                RowMove::Remove(how, factor) => format!("Remove {}; {}.", factor_noun(factor), gap(how)),
                RowMove::EveryCopy(Gap::Closes) => "Choose a letter and remove all its copies; the gaps close.".into(),
                RowMove::EveryCopy(Gap::Separates) => {
                    "Choose a letter and remove all its copies; the parts between them become separate words.".into()
                }
                RowMove::Rewrite(rule) => rewrite_sentence(rule),
                RowMove::Split(parts) => {
                    format!("Cut a word between letters into {} parts, which become separate words.", range(parts))
                }
                RowMove::Within(..) => String::new(),
            };
            if let RowMove::Within(_, words) = kind {
                let _ = write!(sentence, " A word must be left, and each must be {}.", listed_word(words));
            }
            sentence
        })
        .collect();
    sentences.extend(rules.until.as_ref().map(|until| over(if ring { "ring" } else { "word" }, until)));
    sentences
}

pub(crate) fn rewrite_sentence(rule: &Rewrite) -> String {
    let text = rule.to_string();
    let sides: Vec<&str> = text.splitn(2, " -> ").collect();
    let left = sides[0].trim_start_matches('^').trim_end_matches('$');
    let place = match (rule.at_start, rule.at_end) {
        (true, true) => " that is the whole word",
        (true, false) => " at the start",
        (false, true) => " at the end",
        (false, false) => "",
    };
    let split = if rule.right.len() > 1 { ", split at |" } else { "" };
    match rule.right.iter().all(Vec::is_empty) && rule.right.len() == 1 {
        true => format!("Remove {left}{place}; the gap closes."),
        false => format!("Replace {left}{place} by {}{split}.", sides[1]),
    }
}

/// Returns the proof that a game on words ends, in words.
pub(crate) fn word_proof(rules: &RowRules, ring: bool) -> String {
    let Ok(proof) = ends::words(rules, ring) else { return "Proved when the text was read.".into() };
    let weights = match &proof.weights {
        None => "Every move makes a word shorter".into(),
        Some(weights) => {
            let all: Vec<String> = weights.iter().map(|(letter, weight)| format!("{letter} = {weight}")).collect();
            format!("Every move makes a word lighter (weights {}, other letters 1)", all.join(", "))
        }
    };
    match &proof.order {
        None => format!("{weights}."),
        Some((order, from_left)) => {
            let order: Vec<String> = order.iter().map(char::to_string).collect();
            let side = if *from_left { "left" } else { "right" };
            format!(
                "{weights}, or keeps its length and moves it down in the alphabet {} read from the {side}.",
                order.join(" < ")
            )
        }
    }
}

/// The moves on words, and the ending; `None` if a word list comes from a file.
pub(crate) fn words(rules: &RowRules) -> Option<Vec<String>> {
    rules.moves.iter().map(of_row_move).chain(rules.until.iter().map(of_ending)).collect()
}

/// Returns the line of a move on words; `None` if it names a word list from a file.
pub(crate) fn of_row_move(kind: &RowMove) -> Option<String> {
    let of_gap = |gap: &Gap| match gap {
        Gap::Closes => "closes",
        Gap::Separates => "separates",
    };
    Some(match kind {
        RowMove::Remove(gap, factor) => format!("move remove {} {}", of_gap(gap), of_factor(factor)?),
        RowMove::EveryCopy(gap) => format!("move every {}", of_gap(gap)),
        RowMove::Rewrite(rule) => of_rewriting(rule),
        RowMove::Split(parts) => format!("move split {}", of_span(*parts)),
        RowMove::Within(kind, list) => format!("{} within{}", of_row_move(kind)?, of_list(list)?),
    })
}

/// A rewriting rule.
pub(crate) fn of_rewriting(rule: &Rewrite) -> String {
    let symbol = |symbol: &Symbol| match *symbol {
        Symbol::Letter(letter) => format!(" {}", u32::from(letter)),
        Symbol::Run(letter) => format!(" {}+", u32::from(letter)),
        Symbol::Variable(variable) => format!(" ?{variable}"),
    };
    let mut text = "move replace".to_owned();
    text += if rule.at_start { " ^" } else { "" };
    text.extend(rule.left.iter().map(symbol));
    text += if rule.at_end { " $ ->" } else { " ->" };
    for (at, piece) in rule.right.iter().enumerate() {
        text += if at > 0 { " |" } else { "" };
        text += if piece.is_empty() { " -" } else { "" };
        text.extend(piece.iter().map(symbol));
    }
    text
}
