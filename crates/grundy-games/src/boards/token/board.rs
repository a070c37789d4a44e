//! The `token` board: how tokens on graphs are read, written and counted.

use std::{borrow::Cow, fmt};

use crate::{
    Action, Component, Once, Ruleset, Token, TokenRules,
    boards::{Board, Figure, NumberList, OnBoard, Visitor, WalkEnd, of_options, token::read},
    text::{diagnostic::Diagnostic, reader::Reader},
};

impl Board for TokenRules {
    fn name(&self) -> &'static str {
        "token"
    }

    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
        let Component::Token(token) = from else { return Ok(()) };
        of_options(self, token, Component::Token, visit)
    }

    fn canonical_of(&self, component: &Component) -> Component {
        match component {
            Component::Token(token) => Component::Token(token.canonical()),
            other => other.clone(),
        }
    }

    fn action(&self, _: &Component, to: &[Component]) -> Option<Action> {
        if let [Component::Token(token)] = to { Some(Action::Go(token.place())) } else { None }
    }

    fn read(&self, reader: &mut Reader<'_>, _: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
        Ok(vec![read::component(reader, *self, board)?])
    }

    fn number_list(&self) -> Option<NumberList> {
        None
    }

    fn example(&self) -> String {
        match self.one_way {
            true => "write arcs and the vertex of the token: {a>b b>c} from a".into(),
            false => "write a graph and the vertex of the token: grid 5x6 from 0, {a-b b-c} from a".into(),
        }
    }

    fn small(&self) -> String {
        if self.one_way { "{a>b b>c} from a".into() } else { "grid 3x4 from 0".into() }
    }

    fn sentences(&self) -> Vec<String> {
        let edge = if self.one_way { "an arc, in its direction," } else { "an edge" };
        vec![match self.once {
            Once::Vertex => format!("Move the token along {edge} to a vertex that it has not visited."),
            Once::Edge => format!("Move the token along {edge} that it has not used."),
        }]
    }

    fn why_it_ends(&self) -> String {
        match self.once {
            Once::Vertex => "Every move visits a new vertex.".into(),
            Once::Edge => "Every move uses a new edge.".into(),
        }
    }

    fn lines(&self) -> (&'static str, Option<Vec<String>>) {
        let way = if self.one_way { "one-way" } else { "both-ways" };
        let once = match self.once {
            Once::Vertex => "vertex",
            Once::Edge => "edge",
        };
        ("token", Some(vec![format!("move {way} {once}")]))
    }

    fn why_no_size(&self) -> &'static str {
        "a token needs a graph"
    }
}

impl OnBoard for Token {
    fn noun(&self) -> &'static str {
        "token"
    }

    fn nothing(&self) -> String {
        "{}".into()
    }

    fn size(&self) -> u128 {
        self.map().graph().edges().len() as u128
    }

    fn size_text(&self) -> String {
        format!("at {}", self.place())
    }

    fn outside(&self) -> usize {
        self.bytes()
    }

    /// Roughly the number of walks: a walk continues in as many ways as a vertex has other
    /// neighbours.
    fn reachable(&self) -> f64 {
        let (vertices, edges) = (f64::from(self.map().graph().vertices()), self.map().graph().edges().len() as f64);
        (2.0 * edges / vertices - 1.0).clamp(1.1, 1e6).sqrt().powf(vertices)
    }

    fn options(&self) -> f64 {
        self.map().graph().edges().len() as f64
    }

    fn figure(&self) -> Figure<'_> {
        Figure::Network {
            graph: Cow::Borrowed(self.map().graph()),
            name: Box::new(|vertex| Some(self.map().name(vertex))),
            marked: Some(self.at()),
            one_way: self.map().is_one_way(),
            note: Some(format!("the token is at {}", self.place())),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
