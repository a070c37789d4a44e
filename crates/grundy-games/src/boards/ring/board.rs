//! The `ring` board: how rings are read, written and counted.

use std::fmt;

use grundy_core::{Game, Visit};

use crate::{
    Component, Rings, Ruleset,
    boards::{
        Board, NumberList, Visitor, WalkEnd, ring,
        row::board::{row_sentences, word_proof, words},
    },
    text::{diagnostic::Diagnostic, quote, reader::Reader},
};

impl Board for Rings<'_> {
    fn name(&self) -> &'static str {
        "ring"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        self.options(from, |parts| visit(Visit::Option(parts)))
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        reader.blanks();
        if reader.eat('(') {
            let word = reader.closed(')', board)?;
            return Ok(vec![ring::least(&word)]);
        }
        let start = reader.at;
        let word = reader.word(board, "a ring in parentheses")?;
        // A row that a cut has left is quoted.
        if reader.source[..reader.at].ends_with('"') {
            return Ok(vec![Component::Row(word)]);
        }
        Err(Diagnostic::new("G040", start..reader.at, "a ring requires parentheses")
            .label("a bare word")
            .readings(vec![(format!("({word})"), "the ring"), (format!("\"{word}\""), "a row that a cut has left")]))
    }

    fn text(&self, component: &Component) -> String {
        let Component::Row(word) = component else { return component.to_string() };
        let mut quoted = String::new();
        quote::quote(&mut quoted, word).expect("a string takes all text");
        quoted
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write rings in parentheses: (abba)".into()
    }

    fn small(&self) -> String {
        "(abba)".into()
    }

    fn sentences(&self) -> Vec<String> {
        row_sentences(self.0, true)
    }

    fn why_it_ends(&self) -> String {
        word_proof(self.0, true)
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("ring", words(self.0))
    }
}

impl fmt::Display for Rings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
