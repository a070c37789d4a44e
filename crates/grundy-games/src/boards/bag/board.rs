//! The `bag` board: how bags are read, written and counted.

use std::fmt;

use crate::{
    Action, Bag, BagMove, BagRules, Component, Factor, Ruleset,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, bag::read, of_walk},
    heaps::{english::range, lines::of_span},
    text::{diagnostic::Diagnostic, reader::Reader},
    words::{
        english::{factor_noun, listed_word, over},
        lines::{of_ending, of_factor, of_list},
    },
};

impl Board for BagRules {
    fn name(&self) -> &'static str {
        "bag"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Bag(bag) = from else { return Ok(()) };
        of_walk(self, bag, Component::Bag, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Bag(bag) => Component::Bag(self.canonical(bag)),
            other => other.clone(),
        }
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        let Component::Bag(bag) = from else { return None };
        let left = to.iter().try_fold(bag.clone(), |rest, part| match part {
            Component::Bag(part) => rest.without(part),
            _ => None,
        });
        left.filter(|taken| taken.size() > 0).map(Action::Letters)
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        reader.blanks();
        if !reader.eat('{') {
            return Ok(vec![reader.bare_bag(board)?]);
        }
        Ok(vec![Component::Bag(read::letters(reader, board)?)])
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write bags in braces: {aabc}".into()
    }

    fn small(&self) -> String {
        "{aabc}".into()
    }

    fn sentences(&self) -> Vec<String> {
        self.moves.iter().map(bag_move).chain(self.until.as_ref().map(|until| over("bag", until))).collect()
    }

    fn why_it_ends(&self) -> String {
        let splits = self.moves.iter().any(|kind| matches!(kind.unrestricted(), BagMove::Split(_)));
        if splits { "Every move leaves fewer letters in each bag." } else { "Every move removes letters." }.into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("bag", bags(self))
    }
}

impl OnBoard for Bag {
    fn noun(&self) -> &'static str {
        "bag"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        Bag::size(self).into()
    }

    fn size_noun(&self) -> &'static str {
        "letter"
    }

    fn outside(&self) -> usize {
        8 * self.counts().len()
    }

    fn reachable(&self) -> f64 {
        self.counts().iter().map(|&(_, count)| f64::from(count) + 1.0).product()
    }

    fn options(&self) -> f64 {
        Bag::size(self) as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Letters(self.counts())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn bag_factor(factor: &Factor) -> String {
    match factor {
        Factor::Word(_) => format!("the letters of {}", factor_noun(factor)),
        _ => factor_noun(factor),
    }
}

fn bag_move(kind: &BagMove) -> String {
    match kind {
        BagMove::Take(factor) => format!("Take {} from the bag.", bag_factor(factor)),
        BagMove::Split(parts) => format!("Distribute the letters of a bag among {} bags.", range(parts)),
        BagMove::Within(kind, words) => {
            let words = listed_word(words);
            format!("{} A bag must be left, and each must have the letters of {words}.", bag_move(kind))
        }
    }
}

/// The moves on bags, and the ending; `None` if a word list comes from a file.
fn bags(rules: &BagRules) -> Option<Vec<String>> {
    rules.moves.iter().map(of_bag_move).chain(rules.until.iter().map(of_ending)).collect()
}

/// Returns the line of a move on bags; `None` if it names a word list from a file.
fn of_bag_move(kind: &BagMove) -> Option<String> {
    Some(match kind {
        BagMove::Take(factor) => format!("move take {}", of_factor(factor)?),
        BagMove::Split(parts) => format!("move split {}", of_span(*parts)),
        BagMove::Within(kind, list) => format!("{} within{}", of_bag_move(kind)?, of_list(list)?),
    })
}
