//! Files of sorted keys: sections, one for each layer, of blocks of keys.
//!
//! ```text
//! head       "grundy keys 1  \n"
//! blocks     for each block the differences of its keys to the ones before them, except the first
//! sections   for each section: layer (4 bytes), number of keys (8), bytes of its index (8), index
//! tail       block length (2 bytes), number of sections (4), where the sections begin (8)
//! checksum   BLAKE3 (32 bytes)
//! ```
//!
//! The index has for each block the difference of its first key to that of the block before it, and
//! the bytes of the block (LEB128). All numbers begin with the lowest byte. The positions of a
//! layer are in files of one section with blocks of [`BLOCK`] keys, which are read as a whole; runs
//! have a section for each layer, with blocks of [`RUN_BLOCK`] keys, and are read block by block.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
};

use grundy_simd::prefetch;

use crate::{
    error::Error,
    key::{Key, private::Coded},
    sealed::{self, Checksum, HEAD, Output},
};

/// What a file of keys begins with.
pub(crate) const NAME: &[u8; HEAD] = b"grundy keys 1  \n";

/// Keys in a block of a layer: a look-up reads half of them.
pub(crate) const BLOCK: usize = 128;

/// Keys in a block of a run.
pub(crate) const RUN_BLOCK: usize = 1024;

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Lines of a block that are requested before they are read.
const LINES: usize = 3;

/// Blocks from which on a section has a directory.
const SEARCHED: u32 = 16;

/// The bytes after the sections.
const TAIL: usize = 2 + 4 + 8;

/// Bytes that a reader of a run reads at a time, at least.
const READ: u64 = 1 << 15;

/// The keys of one layer in a file.
#[derive(Debug)]
pub(crate) struct Section<K> {
    pub layer: u32,
    pub count: u64,
    /// The first key of each block, ascending.
    firsts: Vec<K>,
    /// Where each block begins in the file, and where the last one ends.
    offsets: Vec<u64>,
    directory: Directory,
}

/// Where to look for a block: the keys from the first block's on are cut into equal ranges, about
/// as many as there are blocks, so that few blocks begin in a range. A search through all blocks
/// waits for the memory at each of its steps, this one twice.
#[derive(Debug, Default)]
struct Directory {
    /// The bits of a key within its range.
    shift: u32,
    /// For each range, the number of blocks that begin before it, and at last that of all blocks.
    before: Vec<u32>,
}

impl Directory {
    /// The directory of ascending first keys; an empty one, which no search uses, for few blocks.
    fn new<K: Key>(firsts: &[K]) -> Directory {
        let (Some(&first), Some(&last), Ok(blocks)) = (firsts.first(), firsts.last(), u32::try_from(firsts.len()))
        else {
            return Directory::default();
        };
        if blocks < SEARCHED {
            return Directory::default();
        }
        let bits = u128::BITS - (last.wide() - first.wide()).leading_zeros();
        let shift = bits.saturating_sub(u32::BITS - blocks.leading_zeros());
        let ranges = range_of(first, last, shift) + 1;
        let mut before = Vec::with_capacity(ranges + 1);
        for (&key, blocks) in firsts.iter().zip(0..) {
            before.resize(before.len().max(range_of(first, key, shift) + 1), blocks);
        }
        before.push(blocks);
        Directory { shift, before }
    }

    /// The range of a key, or the last one.
    fn range<K: Key>(&self, first: K, key: K) -> usize {
        range_of(first, key, self.shift).min(self.before.len().saturating_sub(2))
    }

    /// The blocks whose first key may be the last one that is not above a key, which is not below
    /// the first key of all.
    fn blocks<K: Key>(&self, first: K, key: K) -> Option<Range<usize>> {
        let range = self.range(first, key);
        let (from, to) = (*self.before.get(range)?, *self.before.get(range + 1)?);
        Some((from as usize).saturating_sub(1)..to as usize)
    }
}

/// The range of a key that is not below the first one.
fn range_of<K: Key>(first: K, key: K, shift: u32) -> usize {
    usize::try_from(key.wide().saturating_sub(first.wide()).checked_shr(shift).unwrap_or(0)).unwrap_or(usize::MAX)
}

impl<K: Key> Section<K> {
    /// The first key of each block.
    pub fn firsts(&self) -> &[K] {
        &self.firsts
    }

    /// The block that holds a key if any does; `None` if the key is below all of them.
    pub fn block_of(&self, key: K) -> Option<usize> {
        let &first = self.firsts.first().filter(|&&first| first <= key)?;
        let blocks = self.directory.blocks(first, key).unwrap_or(0..self.firsts.len());
        let within = self.firsts.get(blocks.clone())?.partition_point(|&first| first <= key);
        (blocks.start + within).checked_sub(1)
    }

    /// Bytes that the index takes in memory.
    pub fn bytes(&self) -> u64 {
        (self.firsts.len() * (size_of::<K>() + 8) + self.directory.before.len() * 4) as u64
    }
}

/// A file that is written key by key.
pub(crate) struct Writer<K> {
    output: Output,
    block: usize,
    sections: Vec<Section<K>>,
    previous: Option<K>,
    bytes: Vec<u8>,
}

impl<K: Key> Writer<K> {
    /// Begins a file with blocks of this many keys.
    pub fn create(path: &Path, block: usize) -> Result<Writer<K>, Error> {
        let output = Output::create(path, NAME)?;
        Ok(Writer { output, block, sections: Vec::new(), previous: None, bytes: Vec::new() })
    }

    /// The number of bytes so far, without the block that was begun.
    pub fn written(&self) -> u64 {
        self.output.written()
    }

    /// Begins the section of a layer.
    pub fn section(&mut self, layer: u32) -> Result<(), Error> {
        self.end_block()?;
        self.previous = None;
        let offsets = vec![self.output.written()];
        self.sections.push(Section { layer, count: 0, firsts: Vec::new(), offsets, directory: Directory::default() });
        Ok(())
    }

    /// Appends a key, which is greater than the one before it in the section that was begun.
    ///
    /// # Panics
    ///
    /// If no section was begun.
    #[inline]
    pub fn put(&mut self, key: K) -> Result<(), Error> {
        let begins = self.sections.last().is_some_and(|section| section.count % self.block as u64 == 0);
        if begins {
            self.end_block()?;
        }
        let section = self.sections.last_mut().expect("a section was begun");
        match self.previous {
            Some(before) if !begins => key.put_after(before, &mut self.bytes),
            _ => section.firsts.push(key),
        }
        section.count += 1;
        self.previous = Some(key);
        Ok(())
    }

    /// Writes the block that was begun, if there is one.
    fn end_block(&mut self) -> Result<(), Error> {
        let Some(section) = self.sections.last_mut() else { return Ok(()) };
        if section.offsets.len() <= section.firsts.len() {
            self.output.put(&self.bytes)?;
            self.bytes.clear();
            section.offsets.push(self.output.written());
        }
        Ok(())
    }

    /// Completes the file. Returns its checksum, its length in bytes and its sections.
    pub fn finish(mut self) -> Result<(Checksum, u64, Vec<Section<K>>), Error> {
        self.end_block()?;
        let begin = self.output.written();
        for section in &self.sections {
            let mut index = Vec::new();
            let mut before = None;
            for (&first, ends) in section.firsts.iter().zip(section.offsets.windows(2)) {
                match before {
                    Some(before) => first.put_after(before, &mut index),
                    None => index.extend_from_slice(&first.wide().to_le_bytes()[..K::BYTES]),
                }
                before = Some(first);
                (ends[1] - ends[0] + 1).put_after(0, &mut index);
            }
            self.output.put(&section.layer.to_le_bytes())?;
            self.output.put(&section.count.to_le_bytes())?;
            self.output.put(&(index.len() as u64).to_le_bytes())?;
            self.output.put(&index)?;
        }
        // Blocks have at most 1024 keys, and a file has at most one section a layer.
        self.output.put(&(self.block as u16).to_le_bytes())?;
        self.output.put(&(self.sections.len() as u32).to_le_bytes())?;
        self.output.put(&begin.to_le_bytes())?;
        let (checksum, length) = self.output.finish()?;
        Ok((checksum, length, self.sections))
    }
}

/// Where the bytes of a file are.
#[derive(Debug)]
enum Source {
    /// In memory, without the head.
    Memory(Vec<u8>),
    Disk,
}

/// A file of sorted keys.
#[derive(Debug)]
pub(crate) struct KeyFile<K> {
    pub path: PathBuf,
    block: usize,
    pub sections: Vec<Section<K>>,
    source: Source,
}

impl<K: Key> KeyFile<K> {
    /// Reads a file as a whole, and verifies it.
    pub fn load(path: &Path, expected: &Checksum) -> Result<KeyFile<K>, Error> {
        let bytes = sealed::load(path, NAME, expected)?;
        let (block, sections) =
            sections(&bytes).ok_or_else(|| Error::damaged(path, "its sections are not those of a file of keys"))?;
        Ok(KeyFile { path: path.to_path_buf(), block, sections, source: Source::Memory(bytes) })
    }

    /// A file that this run has written or verified, to be read block by block.
    pub fn written(path: &Path, block: usize, sections: Vec<Section<K>>) -> KeyFile<K> {
        KeyFile { path: path.to_path_buf(), block, sections, source: Source::Disk }
    }

    /// The file, to be read block by block.
    pub fn on_disk(self) -> KeyFile<K> {
        KeyFile { source: Source::Disk, ..self }
    }

    /// Bytes that the file takes in memory.
    pub fn bytes(&self) -> u64 {
        let source = match &self.source {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::Disk => 0,
        };
        source + self.sections.iter().map(Section::bytes).sum::<u64>()
    }

    /// Reads the keys of a block of a file in memory into `keys`, which is cleared.
    pub fn block(&self, section: usize, block: usize, keys: &mut Vec<K>) -> Result<(), Error> {
        let Some(section) = self.sections.get(section) else { return Err(self.odd()) };
        self.decode(section, block, self.in_memory(section, block)?, keys)
    }

    /// The bytes of a block of a file in memory.
    fn in_memory(&self, section: &Section<K>, block: usize) -> Result<&[u8], Error> {
        let Source::Memory(bytes) = &self.source else { return Err(self.odd()) };
        let at = |place: usize| section.offsets.get(place).and_then(|&at| usize::try_from(at).ok()?.checked_sub(HEAD));
        let range = at(block).zip(at(block + 1)).and_then(|(from, to)| bytes.get(from..to));
        range.ok_or_else(|| self.odd())
    }

    /// The number of keys of a section of a file in memory that are below this one, if it is there.
    pub fn rank(&self, key: K) -> Result<Option<usize>, Error> {
        self.block_of(key).map_or(Ok(None), |block| self.rank_in(block, key))
    }

    /// The block of the first section that holds a key if any does.
    pub fn block_of(&self, key: K) -> Option<usize> {
        self.sections.first()?.block_of(key)
    }

    /// The number of keys of the first section that are below a key, which is in this block if
    /// anywhere; `None` if it is not there.
    pub fn rank_in(&self, block: usize, key: K) -> Result<Option<usize>, Error> {
        let Some(section) = self.sections.first() else { return Err(self.odd()) };
        let (Some(&first), mut bytes) = (section.firsts.get(block), self.in_memory(section, block)?) else {
            return Err(self.odd());
        };
        let (mut known, mut within) = (first, 0);
        while known < key && !bytes.is_empty() {
            (known, bytes) = K::get_after(known, bytes).ok_or_else(|| self.odd())?;
            within += 1;
        }
        Ok((known == key).then_some(block * self.block + within))
    }

    /// Requests from the memory what [`KeyFile::block_of`] reads first.
    pub fn prefetch_directory(&self, key: K) {
        if let Some((section, &first)) =
            self.sections.first().and_then(|section| Some((section, section.firsts.first()?)))
        {
            prefetch(&section.directory.before, section.directory.range(first, key));
        }
    }

    /// Requests what [`KeyFile::block_of`] reads after that.
    pub fn prefetch_firsts(&self, key: K) {
        let Some(section) = self.sections.first() else { return };
        let blocks = section.firsts.first().and_then(|&first| section.directory.blocks(first, key));
        prefetch(&section.firsts, blocks.map_or(0, |blocks| blocks.start));
    }

    /// Requests where a block begins.
    pub fn prefetch_offset(&self, block: usize) {
        self.sections.first().into_iter().for_each(|section| prefetch(&section.offsets, block));
    }

    /// Requests the bytes of a block, as many as most blocks have.
    pub fn prefetch_block(&self, block: usize) {
        let bytes = self.sections.first().and_then(|section| self.in_memory(section, block).ok());
        let bytes = bytes.unwrap_or_default();
        (0..bytes.len()).step_by(LINE).take(LINES).for_each(|at| prefetch(bytes, at));
    }

    /// Reads the keys of a block from its bytes.
    fn decode(&self, section: &Section<K>, block: usize, mut bytes: &[u8], keys: &mut Vec<K>) -> Result<(), Error> {
        keys.clear();
        let Some(&first) = section.firsts.get(block) else { return Err(self.odd()) };
        let left = section.count - (block as u64) * self.block as u64;
        let count = left.min(self.block as u64) as usize;
        keys.reserve(count);
        keys.push(first);
        let mut last = first;
        for _ in 1..count {
            let Some((key, after)) = K::get_after(last, bytes) else { return Err(self.odd()) };
            keys.push(key);
            (last, bytes) = (key, after);
        }
        if bytes.is_empty() { Ok(()) } else { Err(self.odd()) }
    }

    #[cold]
    fn odd(&self) -> Error {
        Error::damaged(&self.path, "a block does not hold the keys that its index names")
    }
}

/// Reads the block length and the sections from the bytes between head and checksum.
fn sections<K: Key>(bytes: &[u8]) -> Option<(usize, Vec<Section<K>>)> {
    let (blocks, tail) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    let block = usize::from(u16::from_le_bytes(*tail.first_chunk()?));
    let number = u32::from_le_bytes(*tail.get(2..)?.first_chunk()?);
    let begin = usize::try_from(u64::from_le_bytes(*tail.get(6..)?.first_chunk()?)).ok()?.checked_sub(HEAD)?;
    let mut rest = blocks.get(begin..)?;
    let mut offset = HEAD as u64;
    let mut sections = Vec::new();
    for _ in 0..number {
        let layer = u32::from_le_bytes(*rest.first_chunk()?);
        let count = u64::from_le_bytes(*rest.get(4..)?.first_chunk()?);
        let length = usize::try_from(u64::from_le_bytes(*rest.get(12..)?.first_chunk()?)).ok()?;
        let mut index = rest.get(20..)?.get(..length)?;
        rest = rest.get(20 + length..)?;
        let blocks = usize::try_from(count.div_ceil(u64::try_from(block).ok().filter(|&block| block > 0)?)).ok()?;
        // Each block takes at least two bytes of the index.
        if blocks > length {
            return None;
        }
        let (mut firsts, mut offsets) = (Vec::with_capacity(blocks), Vec::with_capacity(blocks + 1));
        offsets.push(offset);
        let mut before = None;
        for _ in 0..blocks {
            let first = match before {
                Some(before) => {
                    let (first, after) = K::get_after(before, index)?;
                    index = after;
                    first
                }
                None => {
                    let (bytes, after) = index.split_at_checked(K::BYTES)?;
                    index = after;
                    let mut wide = [0; 16];
                    wide.get_mut(..K::BYTES)?.copy_from_slice(bytes);
                    K::of_wide(u128::from_le_bytes(wide))?
                }
            };
            before = Some(first);
            firsts.push(first);
            let (length, after) = u64::get_after(0, index)?;
            index = after;
            offset = offset.checked_add(length - 1)?;
            offsets.push(offset);
        }
        if !index.is_empty() {
            return None;
        }
        let directory = Directory::new(&firsts);
        sections.push(Section { layer, count, firsts, offsets, directory });
    }
    (rest.is_empty() && offset == (begin + HEAD) as u64).then_some((block, sections))
}

/// Reads the keys of a section in order.
pub(crate) struct Reader<'f, K> {
    file: &'f KeyFile<K>,
    section: &'f Section<K>,
    disk: Option<File>,
    /// Blocks that were read and are not decoded yet begin here.
    chunk: Vec<u8>,
    chunk_at: u64,
    next_block: usize,
    keys: Vec<K>,
    at: usize,
    /// Keys from this one on are not read.
    end: Option<K>,
}

impl<'f, K: Key> Reader<'f, K> {
    /// Reads the keys from `from` to before `end`.
    pub fn new(file: &'f KeyFile<K>, section: usize, from: Option<K>, end: Option<K>) -> Result<Reader<'f, K>, Error> {
        let Some(section) = file.sections.get(section) else { return Err(file.odd()) };
        let disk = match file.source {
            Source::Memory(_) => None,
            Source::Disk => Some(File::open(&file.path).map_err(Error::file("read", &file.path))?),
        };
        let next_block = from.and_then(|from| section.block_of(from)).unwrap_or(0);
        let (chunk, keys) = (Vec::new(), Vec::new());
        let mut reader = Reader { file, section, disk, chunk, chunk_at: 0, next_block, keys, at: 0, end };
        if let Some(from) = from {
            while reader.peek()?.is_some_and(|key| key < from) {
                reader.at += 1;
            }
        }
        Ok(reader)
    }

    /// The next key.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<K>, Error> {
        if self.at == self.keys.len() && !self.fill()? {
            return Ok(None);
        }
        let key = self.keys.get(self.at).copied();
        Ok(key.filter(|&key| self.end.is_none_or(|end| key < end)))
    }

    /// Returns the next key and goes on.
    #[inline]
    pub fn next(&mut self) -> Result<Option<K>, Error> {
        let key = self.peek()?;
        self.at += usize::from(key.is_some());
        Ok(key)
    }

    /// Decodes the next block. Returns false if there is none.
    fn fill(&mut self) -> Result<bool, Error> {
        let (block, section) = (self.next_block, self.section);
        let (Some(&from), Some(&to)) = (section.offsets.get(block), section.offsets.get(block + 1)) else {
            return Ok(false);
        };
        let bytes = match (&self.file.source, &mut self.disk) {
            (Source::Memory(_), _) => self.file.in_memory(section, block)?,
            (Source::Disk, disk) => {
                if from < self.chunk_at || to > self.chunk_at + self.chunk.len() as u64 {
                    let within = section.offsets.partition_point(|&end| end <= from.saturating_add(READ));
                    let end = section.offsets[within.saturating_sub(1)].max(to);
                    self.chunk.resize((end - from) as usize, 0);
                    self.chunk_at = from;
                    let Some(disk) = disk else { return Err(self.file.odd()) };
                    let read = disk.seek(SeekFrom::Start(from)).and_then(|_| disk.read_exact(&mut self.chunk));
                    read.map_err(Error::file("read", &self.file.path))?;
                }
                let at = |at: u64| (at - self.chunk_at) as usize;
                &self.chunk[at(from)..at(to)]
            }
        };
        self.file.decode(section, block, bytes, &mut self.keys)?;
        self.next_block += 1;
        self.at = 0;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
