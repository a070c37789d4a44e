//! The two readings of a file of moves: a [`Survey`] counts, then [`Survey::fill`] stores the
//! edges.
//!
//! *Example.* A file of ten million moves between vertices with numbers: the first reading counts
//! 10^7 edges and the vertices that occur; the graph will take 4 bytes for each edge and vertex,
//! which a caller may refuse before the second reading.
//!
//! *Cost.* Two sequential readings. Names that are no numbers are hashed in both.

use std::io::{BufRead, BufReader, Read};

use crate::{
    digraph::{
        Digraph, DigraphFault, FileNames, VertexNames,
        lines::{self, GraphLine},
    },
    text::encoding,
};

/// The memory of a name in addition to its letters, in bytes: the vector of names and the index
/// table, each of which may be half empty, and the overhead of the allocator.
const NAME: u64 = 96;

/// The number of edges that are counted or stored at once, so that their cache misses overlap.
const BATCH: usize = 1 << 12;

/// Names that are numbers are vertices if the largest is below this, or below [`GAPS`] times the
/// number of lines.
const FEW: u64 = 1 << 16;
/// See [`FEW`].
const GAPS: u64 = 4;

/// The result of the first reading: the names, the number of edges, and the number of edges of each
/// vertex.
///
/// It holds the names, if they are stored, but no edges.
#[derive(Debug)]
pub struct Survey {
    /// The names, or the set of numbers that occur.
    names: FileNames,
    /// The number of edges from each vertex.
    degrees: Vec<u32>,
    /// The number of edges; repeated ones count.
    edges: u32,
}

impl Survey {
    /// Reads a file of this number of bytes for the first time. Calls `open` once, or twice if the
    /// names are not small numbers. Calls `go_on` every few thousand lines with the number of bytes
    /// in use; it returns false to stop.
    ///
    /// # Errors
    ///
    /// Returns why the file is not a graph of moves, or that `go_on` stopped the reading.
    pub fn of<R: Read>(
        bytes: u64,
        mut open: impl FnMut() -> std::io::Result<R>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Survey, DigraphFault> {
        match Survey::by_numbers(FEW.max(bytes), buffered(open()?), go_on) {
            Ok(Some(survey)) => Ok(survey),
            Ok(None) => Survey::by_words(buffered(open()?), go_on),
            Err(fault) => Err(fault),
        }
    }

    /// Reads a file of numbers. Returns `None` if a name is not a number below `end`, or if the
    /// numbers are too sparse.
    fn by_numbers(
        end: u64,
        text: impl BufRead,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Survey>, DigraphFault> {
        let mut counts = EdgeCounts::default();
        let (mut edges, mut read_lines) = (0u32, 0u64);
        let mut small = true;
        let read = lines::each(text, |_, line| {
            read_lines += 1;
            if read_lines % BATCH as u64 == 0 && !go_on(counts.bytes()) {
                return Err(DigraphFault::Stopped);
            }
            let vertex = |name: &[u8]| lines::number(name).filter(|&vertex| u64::from(vertex) < end);
            let known = match line {
                GraphLine::Vertex(name) => vertex(name).map(|vertex| counts.vertex(vertex)),
                GraphLine::Move(from, to) => {
                    edges = edges.checked_add(1).ok_or(DigraphFault::TooLarge)?;
                    vertex(from).zip(vertex(to)).map(|(from, to)| counts.edge(from, to))
                }
            };
            small = known.is_some();
            // Any fault ends the reading; `small` marks this one, which is not reported.
            known.ok_or(DigraphFault::Changed)
        });
        let (degrees, bits) = counts.finish();
        match read {
            Ok(()) if degrees.len() as u64 > FEW.max(GAPS * read_lines) => Ok(None),
            Ok(()) => Ok(Some(Survey { names: FileNames::Numbers(bits), degrees, edges })),
            Err(_) if !small => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Reads a file whose names are any words.
    fn by_words(text: impl BufRead, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Survey, DigraphFault> {
        let mut degrees: Vec<u32> = Vec::new();
        let mut words = VertexNames::default();
        let (mut edges, mut held) = (0u32, 0u64);
        lines::each(text, |number, line| {
            if number % BATCH as u64 == 0 && !go_on(held) {
                return Err(DigraphFault::Stopped);
            }
            let mut place = |name: &[u8]| {
                let name = std::str::from_utf8(name).map_err(|_| {
                    let why = encoding::text(name)
                        .map_or_else(|fault| lines::not_text(&fault), |_| "is not UTF-8 text".to_owned());
                    DigraphFault::Line(number, why)
                })?;
                let at = match words.get_index_of(name) {
                    Some(at) => at,
                    None => {
                        held += NAME + name.len() as u64;
                        words.insert_full(name.into()).0
                    }
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
                GraphLine::Vertex(name) => drop(place(name)?),
                GraphLine::Move(from, to) => {
                    let from = place(from)?;
                    place(to)?;
                    edges = edges.checked_add(1).ok_or(DigraphFault::TooLarge)?;
                    degrees[from] += 1;
                }
            }
            Ok(())
        })?;
        Ok(Survey { names: FileNames::Words(words), degrees, edges })
    }

    /// Returns the number of vertices, as [`Digraph::vertices`].
    pub fn vertices(&self) -> u32 {
        self.degrees.len() as u32
    }

    /// Returns the number of edges.
    ///
    /// Repeated edges count.
    pub fn edges(&self) -> u32 {
        self.edges
    }

    /// Returns the memory of the graph to be built, in bytes, including the names that are stored
    /// already.
    pub fn bytes(&self) -> u64 {
        let names = match &self.names {
            FileNames::Numbers(bits) => 8 * bits.len() as u64,
            FileNames::Words(words) => words.iter().map(|word| NAME + word.len() as u64).sum(),
        };
        4 * u64::from(self.edges) + 8 * u64::from(self.vertices()) + names
    }

    /// Reads the file for the second time and returns the graph; `go_on` returns false to stop.
    ///
    /// # Errors
    ///
    /// As [`Survey::of`], and [`DigraphFault::Changed`] if the edges are not those that were
    /// counted.
    ///
    /// A vertex whose edges have become more or fewer than at the first reading is found out in the
    /// end: each list must be full exactly.
    pub fn fill<R: Read>(
        self,
        open: impl FnOnce() -> std::io::Result<R>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Digraph, DigraphFault> {
        let Survey { names, degrees, edges } = self;
        let mut starts = Vec::with_capacity(degrees.len() + 1);
        starts.push(0u32);
        // Becomes the index of the next edge of each vertex.
        let mut next = degrees;
        let mut total = 0;
        for degree in &mut next {
            total += std::mem::replace(degree, total);
            starts.push(total);
        }
        let mut ends = vec![0; edges as usize];
        let place = |name: &[u8]| match &names {
            FileNames::Numbers(_) => lines::number(name).filter(|&vertex| vertex as usize + 1 < starts.len()),
            FileNames::Words(words) => Some(words.get_index_of(std::str::from_utf8(name).ok()?)? as u32),
        };
        let mut batch: Vec<(u32, u32)> = Vec::with_capacity(BATCH);
        lines::each(buffered(open()?), |_, line| {
            let GraphLine::Move(from, to) = line else { return Ok(()) };
            batch.push(place(from).zip(place(to)).ok_or(DigraphFault::Changed)?);
            if batch.len() < BATCH {
                return Ok(());
            }
            if !go_on() {
                return Err(DigraphFault::Stopped);
            }
            write(&mut batch, &mut next, &mut ends)
        })?;
        write(&mut batch, &mut next, &mut ends)?;
        let filled = next.iter().eq(&starts[1..]);
        if filled { Ok(Digraph { names, starts, ends }) } else { Err(DigraphFault::Changed) }
    }
}

/// Stores the edges of a batch.
///
/// First the places of all edges are found, then they are written: the accesses of one kind do not
/// wait for each other.
fn write(batch: &mut Vec<(u32, u32)>, next: &mut [u32], ends: &mut [u32]) -> Result<(), DigraphFault> {
    for (from, _) in &mut *batch {
        let place = &mut next[*from as usize];
        *from = *place;
        *place = place.checked_add(1).ok_or(DigraphFault::Changed)?;
    }
    for (place, to) in batch.drain(..) {
        *ends.get_mut(place as usize).ok_or(DigraphFault::Changed)? = to;
    }
    Ok(())
}

/// The number of edges of each vertex, and the set of vertices that occur.
#[derive(Default)]
struct EdgeCounts {
    /// The number of edges from each vertex, without those of the batch.
    degrees: Vec<u32>,
    /// A bit for each vertex that occurs.
    bits: Vec<u64>,
    /// Edges that are not counted yet.
    batch: Vec<(u32, u32)>,
    /// The greatest vertex so far.
    most: u32,
}

impl EdgeCounts {
    /// Notes that a vertex occurs.
    fn vertex(&mut self, vertex: u32) {
        self.most = self.most.max(vertex);
        self.grow();
        self.bits[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    /// Notes an edge; edges are counted in batches.
    fn edge(&mut self, from: u32, to: u32) {
        self.most = self.most.max(from).max(to);
        self.batch.push((from, to));
        if self.batch.len() == BATCH {
            self.count();
        }
    }

    /// Makes room for the vertices that have come up.
    fn grow(&mut self) {
        let count = self.most as usize + 1;
        if self.degrees.len() < count {
            self.degrees.resize(count, 0);
            self.bits.resize(count.div_ceil(64), 0);
        }
    }

    /// Counts the edges of the batch.
    fn count(&mut self) {
        self.grow();
        for (from, to) in self.batch.drain(..) {
            self.degrees[from as usize] += 1;
            self.bits[from as usize / 64] |= 1 << (from % 64);
            self.bits[to as usize / 64] |= 1 << (to % 64);
        }
    }

    /// Returns the memory in use, in bytes, with capacity estimated as twice the length.
    fn bytes(&self) -> u64 {
        2 * (4 * self.degrees.len() + 8 * self.bits.len()) as u64
    }

    /// The number of edges of each vertex, and the set of those that occur.
    fn finish(mut self) -> (Vec<u32>, Vec<u64>) {
        if !self.batch.is_empty() {
            self.count();
        }
        (self.degrees, self.bits)
    }
}

/// The file in pieces.
fn buffered(text: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 18, text)
}
