//! The `graph` board: how graphs and boards of squares are read, written and counted.

use std::{borrow::Cow, fmt};

use grundy_core::{Fault, Visit};

use crate::{
    Action, Cells, Component, Degrees, Done, Graph, GraphMember, GraphMove, GraphRules, Ruleset, Span,
    boards::{
        ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd,
        graph::{MOST_VERTICES, TakenGraphPart, read},
        passed,
    },
    heaps::lines,
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for GraphRules {
    fn name(&self) -> &'static str {
        "graph"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        match from {
            Component::Cells(cells) if self.keeps_cells() => {
                self.cells(cells, |seen| seen_option(seen, Component::Cells, visit))
            }
            Component::Graph(graph) => self.graph(graph, |seen| seen_option(seen, Component::Graph, visit)),
            Component::Member(member) if self.on.as_ref() == Some(&member.family) => {
                self.graph(&listed(member)?, |seen| seen_option(seen, Component::Graph, visit))
            }
            _ => Ok(()),
        }
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Cells(cells) => Component::Cells(cells.canonical()),
            Component::Graph(graph) => Component::Graph(graph.canonical(false)),
            other => other.clone(),
        }
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Graph(_) | Component::Cells(_) | Component::Member(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        match from {
            Component::Member(member) if self.on.as_ref() == Some(&member.family) => {
                self.actions(&Component::Graph(listed(member)?), visit)
            }
            Component::Graph(graph) => {
                let graph = graph.labelled();
                self.graph(&graph, |seen| {
                    let (taken, parts) = match seen {
                        Ok(left) => left,
                        Err(steps) => return visit(Done::Work(steps)),
                    };
                    let action = match taken {
                        TakenGraphPart::Vertex(vertex) => Action::Vertex(graph.name(vertex)),
                        TakenGraphPart::Edge(a, b) => Action::Edge(graph.name(a), graph.name(b)),
                        TakenGraphPart::Set(set) => match set[..] {
                            [vertex] => Action::Vertex(graph.name(vertex)),
                            [a, b] => Action::Edge(graph.name(a), graph.name(b)),
                            _ => Action::Vertices(set.into_iter().map(|vertex| graph.name(vertex)).collect()),
                        },
                        TakenGraphPart::Leaves(kept) => Action::Leaves(kept.map(|leaf| graph.name(leaf))),
                    };
                    visit(Done::Move(action, parts.into_iter().map(Component::Graph).collect()))
                })
            }
            Component::Cells(cells) if self.keeps_cells() => {
                let cells = cells.placed();
                self.cells(&cells, |seen| {
                    let (taken, parts) = match seen {
                        Ok(left) => left,
                        Err(steps) => return visit(Done::Work(steps)),
                    };
                    let places = match taken {
                        TakenGraphPart::Vertex(place) => vec![place],
                        TakenGraphPart::Edge(a, b) => vec![a, b],
                        TakenGraphPart::Set(set) => set,
                        // Leaves are taken from graphs only.
                        TakenGraphPart::Leaves(_) => return Ok(()),
                    };
                    let position = |place: &usize| cells.position(*place);
                    let action = match places[..] {
                        [first] => Action::Cells { first: position(&first), last: position(&first) },
                        [first, last] => Action::Cells { first: position(&first), last: position(&last) },
                        _ => Action::Squares(places.iter().map(position).collect()),
                    };
                    visit(Done::Move(action, parts.into_iter().map(Component::Cells).collect()))
                })
            }
            _ => Ok(()),
        }
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        // What moves leave of a member is a graph, and a position too.
        let family = self.on.as_ref().filter(|_| !reader.rest().trim_start().starts_with('{'));
        match family {
            Some(family) => Ok(vec![read::member(reader, family, board)?]),
            None => read::component(reader, self, board),
        }
    }

    fn number(&self) -> &'static str {
        if self.on.is_some() { "the number of a member" } else { "a number" }
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        if let Some(family) = &self.on {
            return format!("write a number for n: 12 is {}", family.member(12));
        }
        "write a grid 5x6, cells ..#/..., 'path 20', 'cycle 12', or edges {0-1 1-2}".into()
    }

    fn small(&self) -> String {
        if self.on.is_some() { "12".into() } else { "3x4".into() }
    }

    fn sentences(&self) -> Vec<String> {
        let sentence = |kind: &GraphMove| match kind {
            GraphMove::Vertex => "Take a vertex and its edges.".into(),
            GraphMove::Degree(degrees) => {
                let number = match degrees {
                    Degrees::Odd => "an odd number of".to_owned(),
                    Degrees::Even => "an even number of".to_owned(),
                    Degrees::Within(Span { from, to: Some(to) }) if from == to => format!("exactly {to}"),
                    Degrees::Within(Span { from: 0, to: Some(to) }) => format!("at most {to}"),
                    Degrees::Within(Span { from, to: Some(to) }) => format!("{from} to {to}"),
                    Degrees::Within(Span { from, to: None }) => format!("at least {from}"),
                };
                format!("Take a vertex that has {number} neighbours, and its edges.")
            }
            GraphMove::Connected { least, most, whole } => {
                let taken = match (least, most) {
                    (1, 1) => "a vertex and its edges".to_owned(),
                    (least, most) if least == most => format!("{most} connected vertices and all their edges"),
                    _ => format!("{least} to {most} connected vertices and all their edges"),
                };
                let rest = if *whole { "; the rest of the component must be connected, or nothing" } else { "" };
                format!("Take {taken}{rest}.")
            }
            GraphMove::Closed => "Take a vertex, its neighbours and all their edges.".into(),
            GraphMove::Edge => "Take an edge; its ends remain.".into(),
            GraphMove::Ends => "Take an edge, its two ends and all their edges.".into(),
            GraphMove::Leaves => "Take all leaves, which have at most one edge, or all but one of them: at least one, \
                                  and not the whole graph if it has several vertices."
                .into(),
        };
        let positions = self.on.iter().map(|family| format!("The positions are the graphs of {family}."));
        positions.chain(self.moves.iter().map(sentence)).collect()
    }

    fn why_it_ends(&self) -> String {
        "Every move removes vertices or edges.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        let family = self.on.iter().map(|family| family.line());
        ("graph", Some(family.chain(self.moves.iter().map(graph_move)).collect()))
    }
}

/// The graph of a member, whose moves are to be listed.
fn listed(member: &GraphMember) -> Result<Graph, Fault> {
    member
        .graph()
        .ok_or_else(|| Fault(format!("{member} has over {MOST_VERTICES} vertices, so its moves are not listed")))
}

impl OnBoard for Cells {
    fn noun(&self) -> &'static str {
        "grid"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.places().count() as u128
    }

    fn size_text(&self) -> String {
        format!("{} x {}", self.rows(), self.columns())
    }

    fn outside(&self) -> usize {
        self.free().len()
    }

    fn labelled(&self) -> Option<Component> {
        Some(Component::Cells(self.placed()))
    }

    fn bare(&self) -> Option<Component> {
        Some(Component::Cells(Cells::bare(self)))
    }

    fn reachable(&self) -> f64 {
        1.6f64.powf(self.places().count() as f64)
    }

    fn options(&self) -> f64 {
        2.0 * self.free().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Squares(self)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl OnBoard for Graph {
    fn noun(&self) -> &'static str {
        "graph"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.edges().len() as u128
    }

    fn size_text(&self) -> String {
        format!("{} vertices", self.vertices())
    }

    fn outside(&self) -> usize {
        self.bytes()
    }

    fn labelled(&self) -> Option<Component> {
        Some(Component::Graph(Graph::labelled(self)))
    }

    fn bare(&self) -> Option<Component> {
        Some(Component::Graph(Graph::bare(self)))
    }

    fn reachable(&self) -> f64 {
        1.6f64.powf(f64::from(self.vertices()) + self.edges().len() as f64 / 8.0)
    }

    fn options(&self) -> f64 {
        f64::from(self.vertices()) + self.edges().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Network {
            graph: Cow::Borrowed(self),
            name: Box::new(|vertex| Some(self.name(vertex))),
            marked: None,
            one_way: false,
            note: None,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_own(f, "-")
    }
}

impl OnBoard for GraphMember {
    fn noun(&self) -> &'static str {
        "graph"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.number.into()
    }

    fn size_text(&self) -> String {
        self.to_string()
    }

    fn outside(&self) -> usize {
        size_of_val(self)
    }

    /// The graph, whose parts keep the numbers of the vertices.
    fn labelled(&self) -> Option<Component> {
        self.graph().map(|graph| Component::Graph(graph.labelled()))
    }

    fn reachable(&self) -> f64 {
        1.6f64.powf(self.vertices().map_or(f64::INFINITY, |vertices| vertices as f64))
    }

    fn options(&self) -> f64 {
        self.vertices().map_or(f64::INFINITY, |vertices| 2.0 * vertices as f64)
    }

    fn figure(&self) -> Figure<'_> {
        match self.graph() {
            Some(graph) if graph.vertices() <= MOST_DRAWN => Figure::Network {
                graph: Cow::Owned(graph),
                name: Box::new(|_| None),
                marked: None,
                one_way: false,
                note: None,
            },
            _ => Figure::Text(self.to_string()),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Members with more vertices are named, and not drawn.
const MOST_DRAWN: u32 = 2_000;

/// A move on a graph.
fn graph_move(kind: &GraphMove) -> String {
    let taken = match kind {
        GraphMove::Vertex => "vertex",
        GraphMove::Degree(Degrees::Odd) => "degree odd",
        GraphMove::Degree(Degrees::Even) => "degree even",
        GraphMove::Degree(Degrees::Within(span)) => return format!("move degree {}", lines::of_span(*span)),
        GraphMove::Connected { least, most, whole } => {
            return format!("move connected {least} {most} {}", if *whole { "whole" } else { "any" });
        }
        GraphMove::Closed => "closed",
        GraphMove::Edge => "edge",
        GraphMove::Ends => "ends",
        GraphMove::Leaves => "leaves",
    };
    format!("move {taken}")
}

/// Passes on what a move leaves, or that a set of vertices is not a move.
fn seen_option<T, V>(
    seen: Result<(TakenGraphPart<V>, Vec<T>), u32>,
    of: fn(T) -> Component,
    visit: Visitor<'_>,
) -> Result<(), WalkEnd> {
    match seen {
        Ok((_, parts)) => passed(parts, of, visit),
        Err(steps) => visit(Visit::Work(steps)),
    }
}
