//! Explicit graphs of moves: each vertex a position, each directed edge a move, read from a file.
//!
//! Nothing keeps such a game from going round for ever, so it is no board of the language: its values may be infinite.
//! A file is read twice: a survey numbers the vertices and counts the edges, so that the memory is known before it is
//! taken; then the edges are filled in, those of each vertex next to each other. Where all names are numbers and most
//! of them occur, a number is its own vertex and no name is kept. Memory: 4 bytes an edge and 4 a vertex; with other
//! names those as well.

mod lines;
mod survey;
#[cfg(test)]
mod tests;

use std::fmt;

use rustc_hash::FxBuildHasher;

pub use lines::is_heading;
pub use survey::Survey;

/// The names of the vertices.
type Words = indexmap::IndexSet<Box<str>, FxBuildHasher>;

/// A directed graph on which a token moves along the edges. Who cannot move loses.
#[derive(Clone, Debug)]
pub struct Digraph {
    names: Names,
    /// Where the edges of each vertex begin, and where the last end.
    starts: Vec<u32>,
    ends: Vec<u32>,
}

/// How the file calls the vertices.
#[derive(Clone, Debug)]
enum Names {
    /// By numbers below the number of vertices; a bit for each that occurs.
    Numbers(Vec<u64>),
    Words(Words),
}

/// Why a file is no graph of moves.
#[derive(Debug)]
pub enum DigraphFault {
    /// It cannot be read.
    ReadError(std::io::Error),
    /// A line, counted from 1, is no move.
    Line(u64, String),
    /// It has more than 2^32 - 2 vertices or 2^32 - 1 edges.
    TooLarge,
    /// It was not the same when it was read again.
    Changed,
    /// The caller stopped the reading.
    Stopped,
}

impl Digraph {
    /// One more than the largest vertex. Vertices are numbered from 0; numbers that the file does not name are
    /// vertices without edges, for which [`Digraph::occurs`] is false.
    pub fn vertices(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The number of edges, those that are written twice counted twice.
    pub fn edges(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Where a token may go from a vertex.
    pub fn options(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether the file names the vertex.
    pub fn occurs(&self, vertex: u32) -> bool {
        match &self.names {
            Names::Numbers(bits) => bits.get(vertex as usize / 64).is_some_and(|word| word >> (vertex % 64) & 1 == 1),
            Names::Words(words) => (vertex as usize) < words.len(),
        }
    }

    /// The vertex of that name.
    pub fn vertex(&self, name: &str) -> Option<u32> {
        match &self.names {
            Names::Numbers(_) => lines::number(name.as_bytes()).filter(|&vertex| self.occurs(vertex)),
            Names::Words(words) => words.get_index_of(name).map(|at| at as u32),
        }
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: u32) -> Name<'_> {
        match &self.names {
            Names::Numbers(_) => Name::Number(vertex),
            Names::Words(words) => Name::Word(&words[vertex as usize]),
        }
    }

    /// The same edges, all turned round; the names are left out. Memory: 4 bytes an edge and 4 a vertex.
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

/// From where a token can have come.
#[derive(Clone, Debug)]
pub struct Reversed {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Reversed {
    /// The vertices with a move to this one.
    pub fn sources(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// What the file calls a vertex.
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

/// The file that a text `graph "moves.csv"` names; nothing where the text is anything else.
pub fn digraph_file(text: &str) -> Option<&str> {
    let rest = text.trim().strip_prefix("graph")?;
    let quoted = rest.trim_start();
    let name = quoted.strip_prefix('"')?.strip_suffix('"')?;
    (!name.contains('"')).then_some(name)
}
