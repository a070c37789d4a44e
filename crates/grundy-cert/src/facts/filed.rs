//! The facts of a certificate that stay in the file: they are looked up by their text, block by
//! block.
//!
//! A certificate may be larger than the memory. The facts are in the order of the texts of their
//! components. One pass reads all of them, verifies the order, and notes the place and the first
//! component of each block of 4 KiB: about a hundredth of the file is held. A lookup finds the
//! block in memory, reads it from the file unless it is among those read last, and finds the line
//! by bisection. The component of the line is read and compared, so lookups do not rely on
//! different components having different texts.
//!
//! If memory allows, the reader keeps the facts in a map instead (`tracked.rs`), which is three
//! times as fast.

use std::{
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Ruleset};

use super::{Fact, OutcomeMap, ValueMap, Visit};
use crate::certificate::parse::read_component;

/// The bytes of a block, which ends with a line.
const BLOCK: u64 = 4096;

/// A file or buffer that a certificate is read from. Every type that reads, seeks and is [`Send`]
/// is one.
pub trait CertificateSource: Read + Seek + Send {}

impl<S: Read + Seek + Send> CertificateSource for S {}

/// A source that several threads may read from.
pub(crate) struct Shared(Mutex<Box<dyn CertificateSource>>);

impl Shared {
    /// Shares a source.
    pub(crate) fn new(source: impl CertificateSource + 'static) -> Shared {
        Shared(Mutex::new(Box::new(source)))
    }

    /// The bytes from one place to another; an error if the source ends before.
    pub(crate) fn bytes(&self, from: u64, to: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(to - from).map_err(io::Error::other)?];
        let mut source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(from))?;
        source.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Up to `most` bytes from a place on; fewer only at the end of the source.
    pub(crate) fn some(&self, from: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(from))?;
        source.by_ref().take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The fact of a line and the text of its component.
fn parts<F: Fact>(line: &str) -> Option<(F, &str)> {
    let (fact, text) = line.split_once(F::MARK)?;
    Some((F::of_text(fact)?, text))
}

/// The number and the text of a block that was read.
type Slot = Option<(usize, Arc<str>)>;

/// Facts about components of a ruleset, in a file.
pub(crate) struct FileMap {
    /// The file.
    source: Arc<Shared>,
    /// The rules by which components are read, always in normal play: the convention has no part in
    /// a component.
    rules: Declaration,
    /// For each block the text of its first component, its place, and the number of facts before
    /// it.
    blocks: Vec<(Box<str>, u64, u64)>,
    /// A bit for each fact that was looked up.
    met: Vec<AtomicU64>,
    /// The end of the last block.
    end: u64,
    /// The number of facts.
    count: u64,
    /// The memory that is held, in bytes.
    held: u64,
    /// Blocks that were read last, each at its number modulo the length.
    cache: Mutex<Vec<Slot>>,
    /// Whether a block could not be read.
    failed: AtomicBool,
}

/// Why a line is refused.
pub(crate) enum LineRefusal {
    /// It is not a fact and a component.
    NoFact,
    /// Its component cannot be read.
    NoComponent,
    /// Its component was named before.
    Twice,
    /// It is out of order, or its component is not written as it is printed.
    Order,
}

impl FileMap {
    /// A map without facts; the first one begins at `start` in the file.
    pub(crate) fn new(source: Arc<Shared>, ruleset: &Ruleset, start: u64) -> FileMap {
        let rules = Declaration { convention: Convention::Normal, ruleset: ruleset.clone() };
        FileMap {
            source,
            rules,
            blocks: Vec::new(),
            met: Vec::new(),
            end: start,
            count: 0,
            held: 0,
            cache: Mutex::default(),
            failed: AtomicBool::new(false),
        }
    }

    /// Adds the next line, which ends at that place in the file; `last` is the text of the
    /// component before it. Returns the component and its fact.
    pub(crate) fn push<F: Fact>(
        &mut self,
        line: &str,
        end: u64,
        last: &mut String,
    ) -> Result<(Component, F), LineRefusal> {
        let (fact, text) = parts::<F>(line).ok_or(LineRefusal::NoFact)?;
        let component = self.component(text).ok_or(LineRefusal::NoComponent)?;
        match last.as_str().cmp(text) {
            std::cmp::Ordering::Equal if self.count > 0 => return Err(LineRefusal::Twice),
            std::cmp::Ordering::Greater => return Err(LineRefusal::Order),
            _ if self.rules.ruleset.text(&component) != text => return Err(LineRefusal::Order),
            _ => {}
        }
        if self.blocks.last().is_none_or(|&(_, begun, _)| self.end - begun >= BLOCK) {
            self.held += 64 + text.len() as u64;
            self.blocks.push((text.into(), self.end, self.count));
        }
        last.clear();
        last.push_str(text);
        if self.count.is_multiple_of(64) {
            // While the list grows, the old one is there too.
            self.held += 16;
            self.met.push(AtomicU64::new(0));
        }
        (self.end, self.count) = (end, self.count + 1);
        Ok((component, fact))
    }

    /// Makes room for as many blocks as fit into `most_bytes`. Returns the number of bytes that
    /// they take.
    pub(crate) fn keep_blocks(&mut self, most_bytes: u64) -> u64 {
        let longest =
            (0..self.blocks.len()).map(|at| self.place(at)).map(|(from, to)| to - from).max().unwrap_or(0) + 64;
        let many = (most_bytes / longest).min(self.blocks.len() as u64);
        *self.cache.get_mut().unwrap_or_else(PoisonError::into_inner) = vec![None; many as usize];
        many * longest
    }

    /// The memory that is held, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.held
    }

    /// The component with this text.
    fn component(&self, text: &str) -> Option<Component> {
        read_component(&self.rules, text)
    }

    /// The start and the end of a block in the file.
    fn place(&self, at: usize) -> (u64, u64) {
        (self.blocks[at].1, self.blocks.get(at + 1).map_or(self.end, |&(_, next, _)| next))
    }

    /// The text of a block; `None` if it cannot be read. Two blocks with one slot replace each
    /// other; there is no search for the oldest one.
    fn block(&self, at: usize) -> Option<Arc<str>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = cache.len().max(1);
        if let Some(Some((own, text))) = cache.get(at % slots)
            && *own == at
        {
            return Some(text.clone());
        }
        let (from, to) = self.place(at);
        let text = self.source.bytes(from, to).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(text) = text.map(Arc::<str>::from) else {
            self.failed.store(true, Ordering::Relaxed);
            return None;
        };
        if let Some(slot) = cache.get_mut(at % slots) {
            *slot = Some((at, text.clone()));
        }
        Some(text)
    }

    /// The fact about a component, which is looked up from now on.
    ///
    /// Two searches by halves, one for the block and one for the line in it. The number of the
    /// fact, for the account of lookups, is that of the block and the lines before it.
    fn find<F: Fact>(&self, component: &Component) -> Option<F> {
        let own = self.rules.ruleset.text(component);
        let block = self.blocks.partition_point(|(first, ..)| **first <= *own).checked_sub(1)?;
        let text = self.block(block)?;
        let line = line(&text, |text| own.as_str().cmp(text.split_once(F::MARK).map_or("", |(_, text)| text)))?;
        let (fact, own) = parts::<F>(line)?;
        if self.component(own)? != *component {
            return None;
        }
        let before = text.as_bytes()[..line.as_ptr() as usize - text.as_ptr() as usize].iter();
        let number = self.blocks[block].2 + before.filter(|&&byte| byte == b'\n').count() as u64;
        let (word, bit) = (&self.met[(number / 64) as usize], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Some(fact)
    }

    /// The first component that no lookup has reached. Cost: one pass over the bits, and one block.
    fn unmet<F: Fact>(&self) -> Option<Component> {
        let all = |at: usize| match self.count - 64 * at as u64 {
            bits @ ..64 => (1 << bits) - 1,
            _ => u64::MAX,
        };
        let word = (0..self.met.len()).find(|&at| self.met[at].load(Ordering::Relaxed) != all(at))?;
        let number = 64 * word as u64 + u64::from((!self.met[word].load(Ordering::Relaxed)).trailing_zeros());
        let block = self.blocks.partition_point(|&(.., before)| before <= number).checked_sub(1)?;
        let text = self.block(block)?;
        let line = text.split_terminator('\n').nth((number - self.blocks[block].2) as usize);
        let component = line.and_then(|line| self.component(parts::<F>(line)?.1));
        if component.is_none() {
            self.failed.store(true, Ordering::Relaxed);
        }
        component
    }

    /// Calls `visit` with each fact, until it breaks or a block cannot be read.
    fn walk<F: Fact>(&self, visit: &mut Visit<'_, F>) {
        for at in 0..self.blocks.len() {
            let Some(text) = self.block(at) else { return };
            for line in text.split_terminator('\n') {
                let fact = parts::<F>(line).and_then(|(fact, text)| Some((fact, self.component(text)?)));
                let Some((fact, component)) = fact else {
                    self.failed.store(true, Ordering::Relaxed);
                    return;
                };
                if visit(&component, fact).is_break() {
                    return;
                }
            }
        }
    }
}

/// The line of a sorted text for which `side` returns `Equal`. `side` returns the order of the
/// wanted line relative to a line. Each step looks at the line around the middle byte.
fn line(text: &str, side: impl Fn(&str) -> std::cmp::Ordering) -> Option<&str> {
    let (mut from, mut to) = (0, text.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let begins =
            text.as_bytes()[from..middle].iter().rposition(|&byte| byte == b'\n').map_or(from, |at| from + at + 1);
        let ends = text.as_bytes()[middle..to].iter().position(|&byte| byte == b'\n').map_or(to, |at| middle + at);
        let line = text.get(begins..ends)?;
        match side(line) {
            std::cmp::Ordering::Equal => return Some(line),
            std::cmp::Ordering::Less => to = begins,
            std::cmp::Ordering::Greater => from = ends + 1,
        }
    }
    None
}

impl ValueMap for FileMap {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.find(component)
    }

    fn count(&self) -> u64 {
        self.count
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.walk(visit);
    }

    fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet::<Nimber>()
    }
}

impl OutcomeMap for FileMap {
    fn outcome(&self, component: &Component) -> Option<Outcome> {
        self.find(component)
    }

    fn count(&self) -> u64 {
        self.count
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Outcome) -> ControlFlow<()>) {
        self.walk(visit);
    }

    fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn unneeded(&self) -> Option<Component> {
        self.unmet::<Outcome>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_no_other() {
        for many in 0..40usize {
            let lines: Vec<String> = (0..many).map(|at| format!("{:0width$}", at * 2, width = 3 + at % 2)).collect();
            let mut sorted = lines.clone();
            sorted.sort_unstable();
            for whole in [sorted.join("\n"), sorted.join("\n") + "\n"] {
                for wanted in lines.iter().map(String::as_str).chain(["", "0", "001", "0003", "077", "9"]) {
                    let found = line(&whole, |own| wanted.cmp(own));
                    let expected = sorted.iter().find(|own| *own == wanted).map(String::as_str);
                    assert!(found == expected || wanted.is_empty(), "{wanted} among {many}");
                }
            }
        }
    }
}
