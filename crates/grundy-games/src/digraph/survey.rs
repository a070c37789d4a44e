//! The two readings of a file of moves.

use std::io::{BufRead, BufReader, Read};

use super::{
    Digraph, DigraphFault, Names, Words,
    lines::{self, Said},
};

/// The memory of a name beside its letters, in bytes: the vector of names and the table of their places, each of which may be half
/// empty, and what the allocator keeps.
const NAME: u64 = 96;

/// So many edges are counted or filled in at once: the processor waits for many far places of memory together.
const BATCH: usize = 1 << 12;

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
    /// small numbers. `go_on` is told now and then how many bytes are held, and may stop it.
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

    /// Nothing where a name is no number below the end, or one too large for the number of lines.
    fn by_numbers(
        end: u64,
        text: impl BufRead,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Survey>, DigraphFault> {
        let mut counts = Counts::default();
        let (mut edges, mut said) = (0u32, 0u64);
        let mut small = true;
        let read = lines::each(text, |_, line| {
            said += 1;
            if said % BATCH as u64 == 0 && !go_on(counts.bytes()) {
                return Err(DigraphFault::Stopped);
            }
            let vertex = |name: &[u8]| lines::number(name).filter(|&vertex| u64::from(vertex) < end);
            let known = match line {
                Said::Vertex(name) => vertex(name).map(|vertex| counts.vertex(vertex)),
                Said::Move(from, to) => {
                    edges = edges.checked_add(1).ok_or(DigraphFault::TooLarge)?;
                    vertex(from).zip(vertex(to)).map(|(from, to)| counts.edge(from, to))
                }
            };
            small = known.is_some();
            // Any fault ends the reading; this one is not told.
            known.ok_or(DigraphFault::Changed)
        });
        let (degrees, bits) = counts.finish();
        match read {
            Ok(()) if degrees.len() as u64 > FEW.max(GAPS * said) => Ok(None),
            Ok(()) => Ok(Some(Survey { names: Names::Numbers(bits), degrees, edges })),
            Err(_) if !small => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn by_words(text: impl BufRead, go_on: &mut dyn FnMut(u64) -> bool) -> Result<Survey, DigraphFault> {
        let mut degrees: Vec<u32> = Vec::new();
        let mut words = Words::default();
        let (mut edges, mut held) = (0u32, 0u64);
        lines::each(text, |number, line| {
            if number % BATCH as u64 == 0 && !go_on(held) {
                return Err(DigraphFault::Stopped);
            }
            let mut place = |name: &[u8]| {
                let name =
                    std::str::from_utf8(name).map_err(|_| DigraphFault::Line(number, "is not UTF-8 text".into()))?;
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
            Names::Words(words) => words.iter().map(|word| NAME + word.len() as u64).sum(),
        };
        4 * u64::from(self.edges) + 8 * u64::from(self.vertices()) + names
    }

    /// Reads the file again and fills the edges in; `go_on` may stop it.
    pub fn fill<R: Read>(
        self,
        open: impl FnOnce() -> std::io::Result<R>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Digraph, DigraphFault> {
        let Survey { names, degrees, edges } = self;
        let mut starts = Vec::with_capacity(degrees.len() + 1);
        starts.push(0u32);
        // From here on: where the next edge of the vertex goes.
        let mut next = degrees;
        let mut total = 0;
        for degree in &mut next {
            total += std::mem::replace(degree, total);
            starts.push(total);
        }
        let mut ends = vec![0; edges as usize];
        let place = |name: &[u8]| match &names {
            Names::Numbers(_) => lines::number(name).filter(|&vertex| vertex as usize + 1 < starts.len()),
            Names::Words(words) => Some(words.get_index_of(std::str::from_utf8(name).ok()?)? as u32),
        };
        let mut batch: Vec<(u32, u32)> = Vec::with_capacity(BATCH);
        lines::each(buffered(open()?), |_, line| {
            let Said::Move(from, to) = line else { return Ok(()) };
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

/// Puts the edges of a batch where they belong.
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

/// How many edges each vertex has, and which occur.
#[derive(Default)]
struct Counts {
    degrees: Vec<u32>,
    bits: Vec<u64>,
    batch: Vec<(u32, u32)>,
    most: u32,
}

impl Counts {
    fn vertex(&mut self, vertex: u32) {
        self.most = self.most.max(vertex);
        self.grow();
        self.bits[vertex as usize / 64] |= 1 << (vertex % 64);
    }

    fn edge(&mut self, from: u32, to: u32) {
        self.most = self.most.max(from).max(to);
        self.batch.push((from, to));
        if self.batch.len() == BATCH {
            self.count();
        }
    }

    fn grow(&mut self) {
        let count = self.most as usize + 1;
        if self.degrees.len() < count {
            self.degrees.resize(count, 0);
            self.bits.resize(count.div_ceil(64), 0);
        }
    }

    fn count(&mut self) {
        self.grow();
        for (from, to) in self.batch.drain(..) {
            self.degrees[from as usize] += 1;
            self.bits[from as usize / 64] |= 1 << (from % 64);
            self.bits[to as usize / 64] |= 1 << (to % 64);
        }
    }

    /// The memory that is held, which may be twice what is used.
    fn bytes(&self) -> u64 {
        2 * (4 * self.degrees.len() + 8 * self.bits.len()) as u64
    }

    fn finish(mut self) -> (Vec<u32>, Vec<u64>) {
        if !self.batch.is_empty() {
            self.count();
        }
        (self.degrees, self.bits)
    }
}

fn buffered(text: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 18, text)
}
