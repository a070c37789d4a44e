//! The `product` board: how pairs of heaps are read, written and counted.

use std::fmt;

use crate::{
    Component, HeapRules, ProductRules, Ruleset,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, heap::board::heaps, of_walk, product::read},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for ProductRules {
    fn name(&self) -> &'static str {
        "product"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Pair(pair) = from else { return Ok(()) };
        of_walk(self, pair, Component::Pair, visit)
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of counters"
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write a heap of each game in parentheses: (3, 5) + (2, 2)".into()
    }

    fn small(&self) -> String {
        "(3, 5)".into()
    }

    fn sentences(&self) -> Vec<String> {
        let [first, second] = self.factors.each_ref().map(|rules: &HeapRules| rules.sentences().join(" "));
        vec![
            format!("The first heap of a pair, alone: {first}"),
            format!("The second one: {second}"),
            "Choose a move of each. The pair becomes the pairs of what the first move leaves with the second heap, of \
             the first heap with what the second move leaves, and of what both leave."
                .into(),
        ]
    }

    fn why_it_ends(&self) -> String {
        "Every new pair has a smaller sum.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        let games = ["first", "second"].into_iter().zip(&self.factors);
        let of = |(name, game): (&str, &HeapRules)| {
            heaps(game).iter().map(|line| line.replacen("move ", &format!("move {name} "), 1)).collect::<Vec<_>>()
        };
        ("product", Some(games.flat_map(of).collect()))
    }

    fn why_no_size(&self) -> &'static str {
        "a position is a pair of heaps"
    }
}

impl OnBoard for [u64; 2] {
    fn noun(&self) -> &'static str {
        "pair"
    }

    fn nothing(&self) -> String {
        "(0, 0)".into()
    }

    fn size(&self) -> u128 {
        self.iter().map(|&size| u128::from(size)).sum()
    }

    fn size_text(&self) -> String {
        format!("({}, {})", self[0], self[1])
    }

    fn reachable(&self) -> f64 {
        self.iter().map(|&size| size as f64 + 1.0).product()
    }

    fn options(&self) -> f64 {
        self.iter().map(|&size| size as f64).product()
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Counters(self.to_vec())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self[0], self[1])
    }
}
