//! The `stones` board: how stones on graphs are read, written and counted.

use std::{borrow::Cow, fmt};

use crate::{
    Action, Amounts, Component, Ruleset, Stones, StonesRules,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_walk, stones::read},
    heaps::{
        english::{counted, except},
        lines::of_amounts,
    },
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for StonesRules {
    fn name(&self) -> &'static str {
        "stones"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Stones(stones) = from else { return Ok(()) };
        of_walk(self, stones, Component::Stones, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Stones(stones) => Component::Stones(stones.canonical()),
            other => other.clone(),
        }
    }

    fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        let (Component::Stones(stones), [Component::Stones(to)]) = (from, to) else { return None };
        let left = to.counts();
        let (count, from, to) = self.carried(stones, to)?;
        let is_over = from == to && left[to as usize] == 0;
        let (from, to) = (stones.map().name(from), stones.map().name(to));
        Some(match self {
            StonesRules::Carry(_) => Action::Carry { stones: count, from, to },
            // The last vertex was emptied, and the token goes nowhere.
            StonesRules::Join(_) if is_over => Action::Take(count),
            StonesRules::Walk { amounts, .. } | StonesRules::Join(amounts) if *amounts == Amounts::of([1]) => {
                Action::Go(to)
            }
            StonesRules::Walk { .. } | StonesRules::Join(_) => Action::TakeAndGo { stones: count, to },
        })
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, self, board)?])
    }

    fn number(&self) -> &'static str {
        "a number of stones"
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        match self {
            StonesRules::Carry(_) => {
                "write arcs and the stones on the vertices: {a>b b>c} with a:3 b:5, tree [0,0,1] with [0,2,3,1]".into()
            }
            StonesRules::Walk { one_way: true, .. } => {
                "write arcs, the stones and the vertex of the token: {a>b b>a} with a:3 b:5 from a".into()
            }
            StonesRules::Walk { one_way: false, .. } | StonesRules::Join(_) => {
                "write a graph, the stones and the vertex of the token: {a-b b-c} with a:3 b:5 from a".into()
            }
        }
    }

    fn small(&self) -> String {
        match self {
            StonesRules::Carry(_) => "{a>b b>c} with a:3 b:5".into(),
            StonesRules::Walk { one_way: true, .. } => "{a>b b>a} with a:3 b:5 from a".into(),
            StonesRules::Walk { one_way: false, .. } => "{a-b b-c} with a:3 b:5 from a".into(),
            StonesRules::Join(_) => "{a-b b-c} with a:3 b:5 c:2 from a".into(),
        }
    }

    fn sentences(&self) -> Vec<String> {
        vec![match self {
            StonesRules::Carry(amounts) => {
                let mut text = format!("Move {}", counted(amounts, "stone"));
                except(&mut text, amounts);
                text + if amounts.except.is_empty() { " along an arc." } else { ", along an arc." }
            }
            StonesRules::Walk { amounts, .. } | StonesRules::Join(amounts) => {
                let one_way = matches!(self, StonesRules::Walk { one_way: true, .. });
                let edge = if one_way { "an arc, in its direction" } else { "an edge" };
                let mut text = format!("Take {}", counted(amounts, "stone"));
                except(&mut text, amounts);
                let comma = if amounts.except.is_empty() { "" } else { "," };
                let joined = match self {
                    StonesRules::Join(_) => {
                        " A vertex without stones is removed, and its neighbours are joined to each other; where \
                         no other vertex can be reached, the token stays, and play is over."
                    }
                    _ => "",
                };
                format!("{text}{comma} from the vertex of the token, then move the token along {edge}.{joined}")
            }
        }]
    }

    fn why_it_ends(&self) -> String {
        match self {
            StonesRules::Carry(_) => "No arcs form a cycle, so each stone comes to an end.".into(),
            StonesRules::Walk { .. } | StonesRules::Join(_) => "Every move takes a stone.".into(),
        }
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("stones", Some(vec![stones_move(self)]))
    }

    fn why_no_size(&self) -> &'static str {
        "stones need a graph"
    }
}

impl OnBoard for Stones {
    fn noun(&self) -> &'static str {
        "graph"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.total().into()
    }

    fn size_noun(&self) -> &'static str {
        "stone"
    }

    fn outside(&self) -> usize {
        self.bytes()
    }

    /// All ways to spread the stones over the vertices.
    fn reachable(&self) -> f64 {
        (self.total() as f64 + 1.0).powf(f64::from(self.map().graph().vertices()))
    }

    fn options(&self) -> f64 {
        self.map().graph().edges().len() as f64 * (self.total() as f64).max(1.0)
    }

    fn figure(&self) -> Figure<'_> {
        let marked = if self.token().is_some() { "; the token is marked" } else { "" };
        let name = |vertex: u32| format!("{}:{}", self.map().name(vertex), self.counts()[vertex as usize]);
        Figure::Network {
            graph: Cow::Borrowed(self.map().graph()),
            name: Box::new(move |vertex| Some(name(vertex))),
            marked: self.token(),
            one_way: self.map().is_one_way(),
            note: Some(format!("each vertex has the number of its stones{marked}")),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The move of stones on a graph.
fn stones_move(rules: &StonesRules) -> String {
    match rules {
        StonesRules::Carry(amounts) => format!("move carry{}", of_amounts(amounts)),
        StonesRules::Walk { amounts, one_way } => {
            format!("move walk {}{}", if *one_way { "one-way" } else { "both-ways" }, of_amounts(amounts))
        }
        StonesRules::Join(amounts) => format!("move join{}", of_amounts(amounts)),
    }
}
