//! The meaning of geography: a token moves along the edges of a graph, and visits no vertex, or
//! uses no edge, twice.
//!
//! A vertex that the token has left is removed with its edges, and so is a used edge. A position is
//! the rest of the graph and the vertex of the token. Vertices keep their numbers and names during
//! play, since the vertex that a move leads to names the move. Only the canonical form drops them,
//! and all vertices that the token cannot reach.
//!
//! ```
//! use std::sync::Arc;
//!
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Graph, Map, Once, Token, TokenRules};
//!
//! let path = Map::of(Graph::of(3, [(0, 1), (1, 2)]), None);
//! let token = Token::on(Arc::new(path), 1);
//! let geography = TokenRules { one_way: false, once: Once::Vertex };
//! let mut options = Vec::new();
//! geography.options(&token, |next| Ok::<(), Fault>(options.push(next[0].to_string()))).unwrap();
//! assert_eq!(options, ["{0 1 2} from 0", "{0 1 2} from 2"]);
//! ```
//!
//! *Rule.* `move along edge to new vertex` is Undirected Vertex Geography, with `arc` the directed
//! one; `move along new edge` removes edges in place of vertices. *Example:* on a path of three
//! vertices a token in the middle has two moves, after which it cannot go on; so the middle wins.
//! *Faults:* none. *Cost:* a copy of the graph for each option.

pub(crate) mod board;
pub(crate) mod read;

use std::{collections::BTreeMap, fmt, sync::Arc};

use grundy_core::{Fault, Game};

use crate::boards::graph::{
    Graph,
    labels::{self, Labels, Pieces},
};

/// The rules of a game with a token on a graph.
///
/// The four combinations are four games.
///
/// ```text
/// move along edge to new vertex   undirected vertex geography: by a maximum matching
/// move along arc to new vertex    directed vertex geography: hard, by search
/// move along new edge             undirected edge geography
/// move along new arc              directed edge geography
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRules {
    /// Whether edges are directed.
    pub one_way: bool,
    /// What the token uses only once.
    pub once: Once,
}

/// What a token uses only once.
///
/// The text names it: `to new vertex`, or `along new edge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// A vertex, including the first one.
    Vertex,
    /// An edge.
    Edge,
}

/// The most vertices, and the most edges, of a graph with a token.
///
/// The parser refuses larger graphs.
pub const MOST_PLACES: u64 = 1 << 21;

/// A graph whose vertices may have names.
///
/// Graphs of tokens and of stones are maps; directed and undirected ones are different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    /// The graph, without names.
    graph: Graph,
    /// Whether edges are directed.
    one_way: bool,
    /// One name per vertex; `None` if the name of each vertex is its number.
    names: Option<Arc<Labels>>,
}

/// A token on a vertex of a graph.
///
/// Vertices that were left stay in the graph without edges.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// What is left of the graph.
    map: Arc<Map>,
    /// The vertex of the token.
    at: u32,
}

impl Map {
    /// Returns an undirected graph with the names of its vertices; `None` names vertices by their
    /// numbers.
    pub fn of(graph: Graph, names: Option<Labels>) -> Map {
        Map { graph, one_way: false, names: names.filter(|names| !names.are_numbers()).map(Arc::new) }
    }

    /// Returns a directed graph, with edges from their first to their second end.
    ///
    /// The graph is one that [`Graph::directed`] has made.
    pub fn directed(graph: Graph, names: Option<Labels>) -> Map {
        Map { graph, one_way: true, names: names.filter(|names| !names.are_numbers()).map(Arc::new) }
    }

    /// Returns the graph without names.
    ///
    /// Its vertices are numbers.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns whether edges are directed.
    ///
    /// A ruleset is about graphs of one kind only; on the other kind there are no moves.
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// Returns the name of a vertex.
    ///
    /// Its number, if vertices have no names.
    pub fn name(&self, vertex: u32) -> String {
        labels::name(self.names(), vertex)
    }

    /// Returns the vertices by name.
    ///
    /// The parser uses it for the vertex of a token.
    pub fn numbers(&self) -> BTreeMap<String, u32> {
        (0..self.graph.vertices()).map(|vertex| (self.name(vertex), vertex)).collect()
    }

    /// Returns the names of the vertices; `None` if the name of each vertex is its number.
    ///
    /// They are in the order of the vertices.
    pub fn names(&self) -> Option<&Labels> {
        self.names.as_deref()
    }

    /// Writes the graph in braces, with the names of its vertices.
    pub(crate) fn write(&self, pieces: &mut Pieces<'_>) -> fmt::Result {
        self.graph.write(pieces, if self.one_way { ">" } else { "-" }, self.names())
    }

    /// Returns the ends of the edges that leave this vertex, ascending.
    pub(crate) fn neighbours(&self, at: u32) -> Vec<u32> {
        let along = |&(a, b): &(u32, u32)| match (a == at, b == at) {
            (true, _) => Some(b),
            (false, true) if !self.one_way => Some(a),
            _ => None,
        };
        let mut neighbours: Vec<u32> = self.graph.edges().iter().filter_map(along).collect();
        neighbours.sort_unstable();
        neighbours
    }

    /// Marks the vertices that a token on this vertex can reach, it included.
    pub(crate) fn reach(&self, at: u32, reached: &mut [bool]) {
        let mut adjacency = vec![Vec::new(); self.graph.vertices() as usize];
        for &(a, b) in self.graph.edges() {
            adjacency[a as usize].push(b);
            if !self.one_way {
                adjacency[b as usize].push(a);
            }
        }
        reached[at as usize] = true;
        let mut open = vec![at];
        while let Some(vertex) = open.pop() {
            let next = adjacency[vertex as usize].iter().copied();
            open.extend(next.filter(|&next| !std::mem::replace(&mut reached[next as usize], true)));
        }
    }

    /// Returns whether the name of each vertex is its number.
    pub(crate) fn is_bare(&self) -> bool {
        self.names.is_none()
    }

    /// Returns the graph without names.
    pub(crate) fn bare(&self) -> Map {
        Map { names: None, graph: self.graph.clone(), one_way: self.one_way }
    }

    /// Returns the graph without some edges.
    fn without(&self, gone: impl Fn(&(u32, u32)) -> bool) -> Map {
        let edges = self.graph.edges().iter().copied().filter(|edge| !gone(edge));
        Map { graph: Graph::directed(self.graph.vertices(), edges), ..self.clone() }
    }
}

impl Token {
    /// Returns a token on this vertex of a graph.
    ///
    /// # Panics
    ///
    /// If the graph has no such vertex.
    pub fn on(map: Arc<Map>, at: u32) -> Token {
        assert!(at < map.graph.vertices(), "a token is on a vertex");
        Token { map, at }
    }

    /// Returns the graph.
    ///
    /// It is what is left of the graph.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the vertex of the token.
    ///
    /// A number; [`Token::place`] has its name.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// Returns the name of the vertex of the token.
    ///
    /// Messages name a move by it.
    pub fn place(&self) -> String {
        self.map.name(self.at)
    }

    /// Returns the vertices that an edge leads to from the vertex of the token, ascending.
    ///
    /// They are the places where a move may lead, unless the rules exclude one.
    pub fn beside(&self) -> Vec<u32> {
        self.map.neighbours(self.at)
    }

    /// Returns the memory on the heap, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Map>() + self.map.graph.bytes() + self.map.names().map_or(0, Labels::bytes)
    }

    /// Returns the canonical form: the part of the graph that the token can reach, which contains
    /// every play, without names and in canonical numbering.
    pub(crate) fn canonical(&self) -> Token {
        let graph = &self.map.graph;
        let mut reached = vec![false; graph.vertices() as usize];
        self.map.reach(self.at, &mut reached);
        let mut number = vec![0; reached.len()];
        let mut count = 0;
        for vertex in (0..reached.len()).filter(|&vertex| reached[vertex]) {
            number[vertex] = count;
            count += 1;
        }
        let kept = graph.edges().iter().filter(|(a, b)| reached[*a as usize] && reached[*b as usize]);
        let kept = Graph::directed(count, kept.map(|&(a, b)| (number[a as usize], number[b as usize])));
        let (graph, at) = kept.canonical_from(self.map.one_way, number[self.at as usize]);
        Token { map: Arc::new(Map { graph, one_way: self.map.one_way, names: None }), at }
    }
}

impl Game for TokenRules {
    type Position = Token;

    fn options<E: From<Fault>>(
        &self,
        token: &Token,
        mut visit: impl FnMut(&[Token]) -> Result<(), E>,
    ) -> Result<(), E> {
        if token.map.one_way != self.one_way {
            return Ok(());
        }
        let at = token.at;
        let mut go = |map: &Arc<Map>, next| visit(&[Token { map: map.clone(), at: next }]);
        match self.once {
            Once::Vertex => {
                let rest = Arc::new(token.map.without(|&(a, b)| a == at || b == at));
                token.beside().into_iter().filter(|&next| next != at).try_for_each(|next| go(&rest, next))
            }
            Once::Edge => token.beside().into_iter().try_for_each(|next| {
                let used = if self.one_way { (at, next) } else { (at.min(next), at.max(next)) };
                go(&Arc::new(token.map.without(|&edge| edge == used)), next)
            }),
        }
    }
}

impl fmt::Display for TokenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = if self.one_way { "arc" } else { "edge" };
        match self.once {
            Once::Vertex => write!(f, "move along {edge} to new vertex"),
            Once::Edge => write!(f, "move along new {edge}"),
        }
    }
}

/// `{0-1 1-2} from 0`, with `>` for directed edges.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = Pieces::to(f);
        self.map.write(&mut pieces)?;
        pieces.text(" from ")?;
        pieces.text(&self.place())?;
        pieces.end()
    }
}
