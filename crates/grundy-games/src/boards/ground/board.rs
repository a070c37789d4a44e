//! The `graph` board with a ground: how its positions are read, written and counted.

use std::{borrow::Cow, fmt};

use crate::{
    Action, Component, Done, Graph, GroundRules, Grounded, Ruleset,
    boards::{ActionVisitor, Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, counted, ground::read, of_options},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for GroundRules {
    fn name(&self) -> &'static str {
        "graph"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Grounded(graph) = from else { return Ok(()) };
        of_options(self, graph, Component::Grounded, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Grounded(graph) => Component::Grounded(graph.canonical()),
            other => other.clone(),
        }
    }

    fn has_actions(&self, from: &Component) -> bool {
        matches!(from, Component::Grounded(_))
    }

    fn actions(&self, from: &Component, visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        let Component::Grounded(graph) = from else { return Ok(()) };
        let graph = graph.labelled();
        self.moves(&graph, |(a, b), parts| {
            let action = Action::Edge(graph.name(a), graph.name(b));
            visit(Done::Move(action, parts.into_iter().map(Component::Grounded).collect()))
        })
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        read::component(reader, board)
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        "write a graph and the vertex that is the ground: {a-b b-c a-c} on a, tree [0,0,1] on 0".into()
    }

    fn small(&self) -> String {
        "{a-b b-c a-c} on a".into()
    }

    fn sentences(&self) -> Vec<String> {
        vec!["Take an edge, with everything that is no longer connected to the ground.".into()]
    }

    fn why_it_ends(&self) -> String {
        "Every move removes an edge.".into()
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        ("ground", Some(Vec::new()))
    }

    fn why_no_size(&self) -> &'static str {
        "a graph needs a vertex that is the ground"
    }
}

impl OnBoard for Grounded {
    fn noun(&self) -> &'static str {
        "graph"
    }

    fn nothing(&self) -> String {
        // A graph without edges has the ground.
        let ground = self.name(0);
        format!("{{{ground}}} on {ground}")
    }

    fn size(&self) -> u128 {
        self.edges().len() as u128
    }

    fn size_noun(&self) -> &'static str {
        "edge"
    }

    fn outside(&self) -> usize {
        self.bytes()
    }

    fn labelled(&self) -> Option<Component> {
        Some(Component::Grounded(Grounded::labelled(self)))
    }

    fn bare(&self) -> Option<Component> {
        Some(Component::Grounded(Grounded::bare(self)))
    }

    fn reachable(&self) -> f64 {
        1.5f64.powf(self.edges().len() as f64)
    }

    fn options(&self) -> f64 {
        self.edges().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        let simple = Graph::of(self.vertices(), self.edges().iter().copied());
        let hidden = self.edges().len() - simple.edges().len();
        let note = match hidden {
            0 => "the ground is marked".into(),
            many => format!("the ground is marked; {} not drawn", counted(many as u128, "loop or repeated edge")),
        };
        Figure::Network {
            graph: Cow::Owned(simple),
            name: Box::new(|vertex| Some(self.name(vertex))),
            marked: (self.vertices() > 0).then_some(0),
            one_way: false,
            note: Some(note),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
