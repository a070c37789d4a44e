//! The two readings of a file of moves.

use std::io::{BufRead, BufReader, Read};

use super::{
    Digraph, DigraphFault, Names, Words,
    lines::{self, Said},
};

/// Numbers as names are kept as they are if the largest is below this, or so many times the lines.
const FEW: u64 = 1 << 16;
const GAPS: u64 = 4;

/// What the first reading finds: how many vertices and edges there are, and how many edges each vertex has.
#[derive(Debug)]
pub struct Survey {
    names: Names,
    degrees: Vec<u32>,
    edges: u32,
}

impl Survey {
    /// Reads a file of that many bytes a first time; `open` is asked for its text once, or twice where the names are no
    /// small numbers. Memory: at most 5 bytes for each byte of the file.
    pub fn of<R: Read>(bytes: u64, mut open: impl FnMut() -> std::io::Result<R>) -> Result<Survey, DigraphFault> {
        match Survey::by_numbers(FEW.max(bytes), buffered(open()?)) {
            Ok(Some(survey)) => Ok(survey),
            Ok(None) => Survey::by_words(buffered(open()?)),
            Err(fault) => Err(fault),
        }
    }

    /// Nothing where a name is no number below the end, or one too large for the number of lines.
    fn by_numbers(end: u64, text: impl BufRead) -> Result<Option<Survey>, DigraphFault> {
        let mut degrees: Vec<u32> = Vec::new();
        let mut bits: Vec<u64> = Vec::new();
        let (mut edges, mut said) = (0u32, 0u64);
        let mut small = true;
        let read = lines::each(text, |_, line| {
            said += 1;
            let mut place = |name: &[u8]| {
                let vertex = lines::number(name).filter(|&vertex| u64::from(vertex) < end);
                let at = vertex.map(|vertex| vertex as usize);
                if let Some(at) = at {
                    if degrees.len() <= at {
                        degrees.resize(at + 1, 0);
                        bits.resize(at / 64 + 1, 0);
                    }
                    bits[at / 64] |= 1 << (at % 64);
                }
                at
            };
            let known = match line {
                Said::Vertex(name) => place(name).is_some(),
                Said::Move(from, to) => {
                    let (from, to) = (place(from), place(to));
                    if let (Some(from), Some(_)) = (from, to) {
                        edges = edges.checked_add(1).ok_or(DigraphFault::TooLarge)?;
                        degrees[from] += 1;
                    }
                    from.is_some() && to.is_some()
                }
            };
            small = known;
            // Any fault ends the reading; this one is not told.
            if known { Ok(()) } else { Err(DigraphFault::Changed) }
        });
        match read {
            Ok(()) if degrees.len() as u64 > FEW.max(GAPS * said) => Ok(None),
            Ok(()) => Ok(Some(Survey { names: Names::Numbers(bits), degrees, edges })),
            Err(_) if !small => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn by_words(text: impl BufRead) -> Result<Survey, DigraphFault> {
        let mut degrees: Vec<u32> = Vec::new();
        let mut words = Words::default();
        let mut edges = 0u32;
        lines::each(text, |number, line| {
            let mut place = |name: &[u8]| {
                let name =
                    std::str::from_utf8(name).map_err(|_| DigraphFault::Line(number, "is not UTF-8 text".into()))?;
                let at = match words.get_index_of(name) {
                    Some(at) => at,
                    None => words.insert_full(name.into()).0,
                };
                if at >= u32::MAX as usize - 1 {
                    return Err(DigraphFault::TooLarge);
                }
                if degrees.len() <= at {
                    degrees.push(0);
                }
                Ok(at)
            };
            match line {
                Said::Vertex(name) => drop(place(name)?),
                Said::Move(from, to) => {
                    let from = place(from)?;
                    place(to)?;
                    edges = edges.checked_add(1).ok_or(DigraphFault::TooLarge)?;
                    degrees[from] += 1;
                }
            }
            Ok(())
        })?;
        Ok(Survey { names: Names::Words(words), degrees, edges })
    }

    /// One more than the largest vertex.
    pub fn vertices(&self) -> u32 {
        self.degrees.len() as u32
    }

    /// The number of edges.
    pub fn edges(&self) -> u32 {
        self.edges
    }

    /// The memory that the graph will hold, in bytes, the names that are held already included.
    pub fn bytes(&self) -> u64 {
        let names = match &self.names {
            Names::Numbers(bits) => 8 * bits.len() as u64,
            Names::Words(words) => words.iter().map(|word| 48 + word.len() as u64).sum(),
        };
        4 * u64::from(self.edges) + 8 * u64::from(self.vertices()) + names
    }

    /// Reads the file again and fills the edges in.
    pub fn fill<R: Read>(self, open: impl FnOnce() -> std::io::Result<R>) -> Result<Digraph, DigraphFault> {
        let Survey { names, mut degrees, edges } = self;
        let mut starts = Vec::with_capacity(degrees.len() + 1);
        let mut total = 0u32;
        starts.push(0);
        for degree in &mut degrees {
            total += *degree;
            starts.push(total);
            // From here on: how many edges of the vertex are filled in.
            *degree = 0;
        }
        let mut graph = Digraph { names, starts, ends: vec![0; edges as usize] };
        let (names, starts, ends) = (&graph.names, &graph.starts, &mut graph.ends);
        let place = |name: &[u8]| match names {
            Names::Numbers(_) => lines::number(name).filter(|&vertex| vertex as usize + 1 < starts.len()),
            Names::Words(words) => {
                let at = words.get_index_of(std::str::from_utf8(name).ok()?)?;
                Some(at as u32)
            }
        };
        let mut filled = 0;
        lines::each(buffered(open()?), |_, line| {
            let Said::Move(from, to) = line else { return Ok(()) };
            let (from, to) = place(from).zip(place(to)).ok_or(DigraphFault::Changed)?;
            let at = from as usize;
            if degrees[at] == starts[at + 1] - starts[at] {
                return Err(DigraphFault::Changed);
            }
            ends[(starts[at] + degrees[at]) as usize] = to;
            degrees[at] += 1;
            filled += 1;
            Ok(())
        })?;
        if filled == edges { Ok(graph) } else { Err(DigraphFault::Changed) }
    }
}

fn buffered(text: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 18, text)
}
