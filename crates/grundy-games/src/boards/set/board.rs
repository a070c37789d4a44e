//! The `set` board: how sets of numbers are read, written and counted.

use std::fmt;

use crate::{
    Action, Component, NumberSet, Ruleset, SetRules,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, counted, of_walk, set::read},
    text::{diagnostic::Diagnostic, reader::Reader},
};

/// Sets with larger members are written, and not drawn.
const MOST_DRAWN: u64 = 320;

impl Board for SetRules {
    fn name(&self) -> &'static str {
        "set"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Set(set) = from else { return Ok(()) };
        of_walk(self, set, Component::Set, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Set(set) => Component::Set(set.canonical()),
            other => other.clone(),
        }
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        let (Component::Set(set), [Component::Set(left)]) = (from, to) else { return None };
        let number = *left.members().iter().find(|&number| set.members().binary_search(number).is_err())?;
        (set.with(number).as_ref() == Some(left)).then_some(Action::Add(number))
    }

    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, copied, board)?])
    }

    fn number_list(&self) -> Option<NumberList> {
        Some(NumberList { brackets: ["{", "}"], whole: "set", each: "member" })
    }

    fn example(&self) -> String {
        "write the members of a set: {2, 3, 5}".into()
    }

    fn small(&self) -> String {
        "{2, 3, 5}".into()
    }

    fn sentences(&self) -> Vec<String> {
        vec!["Add the difference of two members to the set, if it is not a member.".into()]
    }

    fn why_it_ends(&self) -> String {
        "Every move adds a number below the largest member.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("set", Some(Vec::new()))
    }

    fn why_no_size(&self) -> &'static str {
        "a position is any set of numbers"
    }
}

impl OnBoard for NumberSet {
    fn noun(&self) -> &'static str {
        "set"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.room().into()
    }

    fn size_text(&self) -> String {
        counted(self.members().len() as u128, "member")
    }

    fn outside(&self) -> usize {
        8 * self.members().len()
    }

    fn reachable(&self) -> f64 {
        2f64.powf(self.room() as f64)
    }

    fn options(&self) -> f64 {
        (self.members().len() as f64).powi(2) / 2.0
    }

    fn figure(&self) -> Figure<'_> {
        match self.members().last() {
            Some(&largest @ 1..=MOST_DRAWN) => Figure::Items {
                items: (1..=largest).map(|number| (number.to_string(), self.members().contains(&number))).collect(),
                note: Some("members are marked".into()),
            },
            _ => Figure::Text(self.to_string()),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
