//! The `piles` board with piles in a line: how they are read, written and counted.

use std::fmt;

use crate::{
    Action, Component, Done, Line, LineRules, Ruleset,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_options, piles::read},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for LineRules {
    fn name(&self) -> &'static str {
        "piles"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Line(line) = from else { return Ok(()) };
        of_options(self, line, Component::Line, visit)
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Line(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Line(line) = from else { return Ok(()) };
        line.moves(|at, taken, left| {
            let left = if left.sizes().is_empty() { Vec::new() } else { vec![Component::Line(left)] };
            visit(Done::Move(Action::Piles(vec![(at + 1, taken)]), left))
        })
    }

    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, copied, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        Some(NumberList { brackets: ["[", "]"], whole: "position", each: "pile" })
    }

    fn example(&self) -> String {
        "write the piles in their order: [5, 4, 7], or later in play [4, 7] after 5".into()
    }

    fn small(&self) -> String {
        "[5, 4, 7]".into()
    }

    fn sentences(&self) -> Vec<String> {
        vec!["Take the first or the last pile, which must be larger than the pile taken before it.".into()]
    }

    fn why_it_ends(&self) -> String {
        "Every move takes a pile.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("line", Some(Vec::new()))
    }

    fn why_no_size(&self) -> &'static str {
        "a position is any number of piles"
    }
}

impl OnBoard for Line {
    fn noun(&self) -> &'static str {
        "position"
    }

    fn nothing(&self) -> String {
        "[]".into()
    }

    fn size(&self) -> u128 {
        self.sizes().len() as u128
    }

    fn size_noun(&self) -> &'static str {
        "pile"
    }

    fn outside(&self) -> usize {
        8 * self.sizes().len()
    }

    /// A factor of the line, after the pile before it or after the one that follows it.
    fn reachable(&self) -> f64 {
        (self.sizes().len() as f64 + 1.0).powi(2)
    }

    fn options(&self) -> f64 {
        2.0
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Items {
            items: self.sizes().iter().map(|size| (size.to_string(), false)).collect(),
            note: self.after().map(|after| format!("the last pile taken had {after}")),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
