//! The `permutation` board: how permutations are read, written and counted.

use std::fmt;

use super::{Partition, Permutation, PermutationRules, read};
use crate::{
    Action, Component, Done, Ruleset,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_walk},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for PermutationRules {
    fn name(&self) -> &'static str {
        "permutation"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Permutation(order) = from else { return Ok(()) };
        of_walk(self, order, Component::Permutation, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Permutation(order) => Component::Permutation(order.canonical()),
            other => other.clone(),
        }
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Permutation(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Permutation(order) = from else { return Ok(()) };
        order.moves(|seen| match seen {
            Partition::Work(steps) => visit(Done::Work(steps)),
            Partition::Around(pivot, left) => {
                let action = Action::Names(vec![("pivot".to_owned(), pivot.into())]);
                visit(Done::Move(action, left.into_iter().map(Component::Permutation).collect()))
            }
        })
    }

    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        read::component(reader, copied, board)
    }

    fn number_list(&self) -> Option<NumberList> {
        Some(NumberList { brackets: ["[", "]"], whole: "position", each: "number" })
    }

    fn example(&self) -> String {
        "write different numbers in their order: [4, 1, 6, 5]".into()
    }

    fn small(&self) -> String {
        "[4, 1, 3, 2]".into()
    }

    fn sentences(&self) -> Vec<String> {
        vec![
            "Choose a number; bring the smaller ones before it and the larger ones after it, each side in its order. \
              The order must change."
                .into(),
        ]
    }

    fn why_it_ends(&self) -> String {
        "Every move leaves fewer pairs of numbers in the wrong order.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("permutation", Some(Vec::new()))
    }

    fn why_no_size(&self) -> &'static str {
        "a position is any order of numbers"
    }
}

impl OnBoard for Permutation {
    fn noun(&self) -> &'static str {
        "permutation"
    }

    fn nothing(&self) -> String {
        "[]".into()
    }

    fn size(&self) -> u128 {
        self.numbers().len() as u128
    }

    fn size_noun(&self) -> &'static str {
        "number"
    }

    fn outside(&self) -> usize {
        8 * self.numbers().len()
    }

    /// A block has the numbers of a range in their old order.
    fn reachable(&self) -> f64 {
        (self.numbers().len() as f64).powi(2) / 2.0
    }

    fn options(&self) -> f64 {
        self.numbers().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Items { items: self.numbers().iter().map(|number| (number.to_string(), false)).collect(), note: None }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
