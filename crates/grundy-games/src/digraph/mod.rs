//! Explicit graphs of moves, read from a file: each vertex is a position, each directed edge a
//! move.
//!
//! Play on such a graph need not end, and values may be infinite, so it is not a board of the
//! language.
//!
//! A file is read twice. A survey numbers the vertices and counts the edges, so that the memory is
//! known before it is allocated; then the edges are filled in, those of a vertex in one slice. If
//! all names are numbers and most of the numbers occur, a number is its vertex, and no names are
//! stored. The memory is 4 bytes per edge and 4 per vertex, plus other names.
//!
//! ```
//! use grundy_games::Survey;
//!
//! let file = b"a,b\nb,c\n";
//! let survey = Survey::of(file.len() as u64, || Ok(&file[..]), &mut |_| true).unwrap();
//! let graph = survey.fill(|| Ok(&file[..]), &mut || true).unwrap();
//! assert_eq!((graph.vertices(), graph.edges()), (3, 2));
//! let b = graph.vertex("b").unwrap();
//! assert_eq!(graph.name(graph.options(b)[0]).to_string(), "c");
//! ```

mod lines;
mod survey;
#[cfg(test)]
mod tests;

use std::fmt;

pub use lines::is_heading;
use rustc_hash::FxBuildHasher;
pub use survey::Survey;

/// The names of the vertices.
type VertexNames = indexmap::IndexSet<Box<str>, FxBuildHasher>;

/// A directed graph on which a token moves along the edges. The player who cannot move loses.
///
/// Vertices are numbered in the order of their names' first occurrence, or by their names if these
/// are numbers.
#[derive(Clone, Debug)]
pub struct Digraph {
    /// The names of the vertices.
    names: FileNames,
    /// For each vertex, where its edges begin in `ends`; then the length of `ends`.
    starts: Vec<u32>,
    /// The ends of all edges, those of one vertex as neighbours.
    ends: Vec<u32>,
}

/// The names of the vertices in the file.
#[derive(Clone, Debug)]
enum FileNames {
    /// Numbers below the number of vertices; one bit per number that occurs.
    Numbers(Vec<u64>),
    /// Any names, each once; the place of a name is its vertex.
    Words(VertexNames),
}

/// The reason why a file is not a graph of moves.
///
/// `Display` is a clause for a message, after the name of the file.
#[derive(Debug)]
#[non_exhaustive]
pub enum DigraphFault {
    /// The file cannot be read.
    ReadError(std::io::Error),
    /// A line, counted from 1, is not a move; with the reason.
    Line(u64, String),
    /// The file has more than 2^32 - 2 vertices or 2^32 - 1 edges.
    TooLarge,
    /// The file changed between the two readings.
    Changed,
    /// The caller stopped the reading.
    Stopped,
}

impl Digraph {
    /// Returns the number of vertices, which are numbered from 0. Numbers that the file does not
    /// name are vertices without edges, for which [`Digraph::occurs`] returns false.
    pub fn vertices(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Returns the number of edges; repeated edges count.
    pub fn edges(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the ends of the edges of a vertex.
    ///
    /// They are in the order of the file, and may repeat.
    pub fn options(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns whether the file names the vertex.
    pub fn occurs(&self, vertex: u32) -> bool {
        match &self.names {
            FileNames::Numbers(bits) => {
                bits.get(vertex as usize / 64).is_some_and(|word| word >> (vertex % 64) & 1 == 1)
            }
            FileNames::Words(words) => (vertex as usize) < words.len(),
        }
    }

    /// Returns the vertex of this name; `None` if the file does not name it.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        match &self.names {
            FileNames::Numbers(_) => lines::number(name.as_bytes()).filter(|&vertex| self.occurs(vertex)),
            FileNames::Words(words) => words.get_index_of(name).map(|at| at as u32),
        }
    }

    /// Returns the name of a vertex.
    pub fn name(&self, vertex: u32) -> Name<'_> {
        match &self.names {
            FileNames::Numbers(_) => Name::Number(vertex),
            FileNames::Words(words) => Name::Word(&words[vertex as usize]),
        }
    }

    /// Returns the graph with all edges reversed, without names. Allocates 4 bytes per edge and 8
    /// per vertex, of which 4 per vertex are temporary.
    ///
    /// # Cost
    /// Two passes over the edges.
    ///
    /// The sources of a vertex ascend.
    pub fn reversed(&self) -> Reversed {
        let mut starts = vec![0u32; self.starts.len()];
        for &end in &self.ends {
            starts[end as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; self.ends.len()];
        for vertex in 0..self.vertices() {
            for &end in self.options(vertex) {
                let place = &mut next[end as usize];
                ends[*place as usize] = vertex;
                *place += 1;
            }
        }
        Reversed { starts, ends }
    }
}

/// A directed graph with its edges reversed.
#[derive(Clone, Debug)]
pub struct Reversed {
    /// For each vertex, where its sources begin in `ends`; then the length of `ends`.
    starts: Vec<u32>,
    /// The sources of all vertices.
    ends: Vec<u32>,
}

impl Reversed {
    /// Returns the vertices with a move to this one.
    pub fn sources(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The name of a vertex in the file.
///
/// `Display` writes it as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'a> {
    /// A number.
    Number(u32),
    /// Any other name.
    Word(&'a str),
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Number(number) => number.fmt(f),
            Name::Word(word) => f.write_str(word),
        }
    }
}

impl fmt::Display for DigraphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DigraphFault::ReadError(why) => write!(f, "it cannot be read: {why}"),
            DigraphFault::Line(line, why) => write!(f, "line {line} {why}"),
            DigraphFault::TooLarge => write!(f, "it has more than 2^32 - 2 vertices or 2^32 - 1 edges"),
            DigraphFault::Stopped => write!(f, "its reading was stopped"),
            DigraphFault::Changed => write!(f, "it changed while it was read"),
        }
    }
}

impl std::error::Error for DigraphFault {}

impl From<std::io::Error> for DigraphFault {
    fn from(why: std::io::Error) -> DigraphFault {
        DigraphFault::ReadError(why)
    }
}

/// Returns the file that a text `graph "moves.csv"` names; `None` for any other text.
pub fn digraph_file(text: &str) -> Option<&str> {
    let rest = text.trim().strip_prefix("graph")?;
    let quoted = rest.trim_start();
    let name = quoted.strip_prefix('"')?.strip_suffix('"')?;
    (!name.contains('"')).then_some(name)
}
