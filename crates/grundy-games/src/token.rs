//! The meaning of geography: a token goes along the edges of a graph, never again to a vertex that it has visited, or
//! never again along an edge that it has used. Who cannot move it has lost.
//!
//! A vertex that is left is gone for good, with its edges, and so is an edge that was used: a position is what is left
//! of the graph, and where the token stands. Vertices keep their numbers and names through play, since a move is told by
//! the vertex that it goes to; only the canonical form forgets them, with all that the token can no longer reach.

use std::{collections::BTreeMap, fmt, sync::Arc};

use grundy_core::{Fault, Game};

use crate::graph::Graph;

/// A game with a token on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRules {
    /// Whether edges lead one way only.
    pub one_way: bool,
    /// What comes up once only.
    pub once: Once,
}

/// What a token may not come to twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// A vertex, that of the start included.
    Vertex,
    /// An edge.
    Edge,
}

/// The most vertices, and the most edges, of a graph with a token.
pub const MOST_PLACES: u64 = 1 << 21;

/// A graph whose vertices may have names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    graph: Graph,
    one_way: bool,
    /// As many as there are vertices; `None` where each vertex is called by its number.
    names: Option<Vec<Box<str>>>,
}

/// A token on a vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    map: Arc<Map>,
    at: u32,
}

impl Map {
    /// A graph that is walked both ways, with the names of its vertices where these are not their numbers.
    pub fn of(graph: Graph, names: Option<Vec<Box<str>>>) -> Map {
        Map { graph, one_way: false, names: names.filter(|names| are_no_numbers(names)) }
    }

    /// A graph that is walked from the first to the second end of an edge.
    pub fn directed(graph: Graph, names: Option<Vec<Box<str>>>) -> Map {
        Map { graph, one_way: true, names: names.filter(|names| are_no_numbers(names)) }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Whether edges lead one way only.
    pub fn is_one_way(&self) -> bool {
        self.one_way
    }

    /// What a vertex is called.
    pub fn name(&self, vertex: u32) -> String {
        self.names.as_ref().map_or_else(|| vertex.to_string(), |names| names[vertex as usize].to_string())
    }

    /// Every vertex by its name.
    pub fn numbers(&self) -> BTreeMap<String, u32> {
        (0..self.graph.vertices()).map(|vertex| (self.name(vertex), vertex)).collect()
    }

    /// The vertices that a token can go to from this one, in order.
    fn beside(&self, at: u32) -> Vec<u32> {
        let along = |&(a, b): &(u32, u32)| match (a == at, b == at) {
            (true, _) => Some(b),
            (false, true) if !self.one_way => Some(a),
            _ => None,
        };
        let mut beside: Vec<u32> = self.graph.edges().iter().filter_map(along).collect();
        beside.sort_unstable();
        beside
    }

    /// The same without some edges.
    fn without(&self, gone: impl Fn(&(u32, u32)) -> bool) -> Map {
        let edges = self.graph.edges().iter().copied().filter(|edge| !gone(edge));
        Map { graph: Graph::directed(self.graph.vertices(), edges), ..self.clone() }
    }
}

/// Whether the names are not just the numbers from 0 on.
fn are_no_numbers(names: &[Box<str>]) -> bool {
    !names.iter().zip(0u32..).all(|(name, number)| **name == *number.to_string())
}

impl Token {
    /// A token on this vertex of a graph.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    pub fn on(map: Arc<Map>, at: u32) -> Token {
        assert!(at < map.graph.vertices(), "a token stands on a vertex");
        Token { map, at }
    }

    /// The graph.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Where it stands.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The name of the vertex where it stands.
    pub fn place(&self) -> String {
        self.map.name(self.at)
    }

    /// The vertices beside the one where it stands, in order.
    pub fn beside(&self) -> Vec<u32> {
        self.map.beside(self.at)
    }

    /// The memory that it holds beside itself.
    pub(crate) fn bytes(&self) -> usize {
        let names = self.map.names.iter().flatten().map(|name| size_of::<Box<str>>() + name.len());
        size_of::<Map>() + self.map.graph.bytes() + names.sum::<usize>()
    }

    /// What the token can still reach, numbered by its form, and without names. Every play stays there.
    pub(crate) fn canonical(&self) -> Token {
        let graph = &self.map.graph;
        let mut along = vec![Vec::new(); graph.vertices() as usize];
        for &(a, b) in graph.edges() {
            along[a as usize].push(b);
            if !self.map.one_way {
                along[b as usize].push(a);
            }
        }
        let mut reached = vec![false; along.len()];
        reached[self.at as usize] = true;
        let mut open = vec![self.at];
        while let Some(vertex) = open.pop() {
            let next = along[vertex as usize].iter().copied();
            open.extend(next.filter(|&next| !std::mem::replace(&mut reached[next as usize], true)));
        }
        let mut number = vec![0; along.len()];
        let mut count = 0;
        for vertex in (0..along.len()).filter(|&vertex| reached[vertex]) {
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

/// `{0-1 1-2} from 0`, with `>` where edges lead one way.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.map.one_way { '>' } else { '-' };
        self.map.graph.write(f, sign, &|vertex| self.map.name(vertex))?;
        write!(f, " from {}", self.place())
    }
}
