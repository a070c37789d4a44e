//! Files of sorted keys: sections, one for each layer, of blocks of keys.
//!
//! ```text
//! head       "grundy keys 2  \n"
//! blocks     the keys of each block but the first one (`block`)
//! sections   for each section: layer (4 bytes), number of keys (8), bytes of its index (8), its
//!            last key (8 or 16 bytes), index
//! tail       block length (2 bytes), number of sections (4), where the sections begin (8)
//! checksum   BLAKE3 (32 bytes)
//! ```
//!
//! The index has the first key of the section, and for each block after the first one the
//! difference of its first key to that of the block before it (LEB128). How long a block is follows
//! from it. All numbers begin with the lowest byte. The positions of a layer are in files of one
//! section with blocks of [`BLOCK`] keys, which are read as a whole; runs have a section for each
//! layer, with blocks of [`RUN_BLOCK`] keys, and are read block by block (`reader`).
//!
//! A key of Cram on a board of 4x8 takes 9.5 bits, of which the index has 0.3.

mod block;
mod index;
pub(crate) mod reader;

use std::path::{Path, PathBuf};

use grundy_simd::prefetch;

use crate::{
    error::Error,
    key::Key,
    sealed::{self, Checksum, HEAD, Output},
};
use index::KeyBlock;
pub(crate) use index::Section;

/// What a file of keys begins with.
pub(crate) const NAME: &[u8; HEAD] = b"grundy keys 2  \n";

/// Keys in a block of a layer: the index has a quarter of a bit for each key, and a block is found
/// in two lines of the cache.
pub(crate) const BLOCK: usize = 64;

/// Keys in a block of a run.
pub(crate) const RUN_BLOCK: usize = 1024;

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Lines of a block that are requested before they are read.
const LINES: usize = 3;

/// The bytes after the sections.
const TAIL: usize = 2 + 4 + 8;

/// A file that is written key by key.
pub(crate) struct Writer<K> {
    /// The file.
    output: Output,
    /// The keys of a block.
    block: usize,
    /// The sections begun so far, with the index of each.
    sections: Vec<Section<K>>,
    /// The keys of the block that was begun.
    keys: Vec<K>,
    /// The bytes of a block or an index, reused.
    bytes: Vec<u8>,
}

impl<K: Key> Writer<K> {
    /// Begins a file with blocks of so many keys.
    pub fn create(path: &Path, block: usize) -> Result<Writer<K>, Error> {
        let output = Output::create(path, NAME)?;
        Ok(Writer { output, block, sections: Vec::new(), keys: Vec::with_capacity(block), bytes: Vec::new() })
    }

    /// The number of bytes so far, without the block that was begun.
    pub fn written(&self) -> u64 {
        self.output.written()
    }

    /// Begins the section of a layer.
    pub fn section(&mut self, layer: u32) -> Result<(), Error> {
        self.end_block(None)?;
        self.sections.push(Section::new(layer, self.block, self.output.written()));
        Ok(())
    }

    /// Appends a key, which is greater than the one before it in the section that was begun.
    ///
    /// # Panics
    ///
    /// If no section was begun.
    #[inline]
    pub fn put(&mut self, key: K) -> Result<(), Error> {
        if self.keys.len() == self.block {
            self.end_block(Some(key))?;
        }
        self.keys.push(key);
        Ok(())
    }

    /// Writes the block that was begun, if there is one; `next` is the first key of the block after
    /// it.
    fn end_block(&mut self, next: Option<K>) -> Result<(), Error> {
        let Some((&first, others)) = self.keys.split_first() else { return Ok(()) };
        let section = self.sections.last_mut().expect("a section was begun");
        let bound = next.or(others.last().copied()).unwrap_or(first);
        block::put(first, others, bound.minus(first), &mut self.bytes);
        self.output.put(&self.bytes)?;
        section.add(&self.keys, self.bytes.len() as u64);
        self.bytes.clear();
        self.keys.clear();
        Ok(())
    }

    /// Completes the file. Returns its checksum, its length in bytes and its sections.
    pub fn finish(mut self) -> Result<(Checksum, u64, Vec<Section<K>>), Error> {
        self.end_block(None)?;
        let begin = self.output.written();
        for section in &self.sections {
            section.put(&mut self.bytes);
            self.output.put(&self.bytes)?;
            self.bytes.clear();
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
enum KeyBytes {
    /// In memory, without the head.
    Memory(Vec<u8>),
    /// In the file only: blocks are read when they are asked for.
    Disk,
}

/// A file of sorted keys.
#[derive(Debug)]
pub(crate) struct KeyFile<K> {
    /// Where it is.
    pub path: PathBuf,
    block: usize,
    pub sections: Vec<Section<K>>,
    /// Whether its bytes are in memory.
    source: KeyBytes,
}

impl<K: Key> KeyFile<K> {
    /// Reads a file as a whole, and verifies it.
    pub fn load(path: &Path, expected: &Checksum) -> Result<KeyFile<K>, Error> {
        let bytes = sealed::load(path, NAME, expected)?;
        let (block, sections) = index::sections(&bytes, TAIL)
            .ok_or_else(|| Error::damaged(path, "its sections are not those of a file of keys"))?;
        Ok(KeyFile { path: path.to_path_buf(), block, sections, source: KeyBytes::Memory(bytes) })
    }

    /// A file that this run has written or verified, to be read block by block.
    pub fn written(path: &Path, block: usize, sections: Vec<Section<K>>) -> KeyFile<K> {
        KeyFile { path: path.to_path_buf(), block, sections, source: KeyBytes::Disk }
    }

    /// The file, to be read block by block.
    pub fn on_disk(self) -> KeyFile<K> {
        KeyFile { source: KeyBytes::Disk, ..self }
    }

    /// Bytes that the file takes in memory.
    pub fn bytes(&self) -> u64 {
        let source = match &self.source {
            KeyBytes::Memory(bytes) => bytes.len() as u64,
            KeyBytes::Disk => 0,
        };
        source + self.sections.iter().map(Section::bytes).sum::<u64>()
    }

    /// Reads the keys of a block of a file in memory into `keys`, which is cleared.
    pub fn block(&self, section: usize, number: usize, keys: &mut Vec<K>) -> Result<(), Error> {
        let block = self.sections.get(section).and_then(|section| section.block(number));
        let block = block.ok_or_else(|| self.odd())?;
        self.decode(&block, self.in_memory(&block)?, keys)
    }

    /// The bytes of a file in memory from a block on.
    #[inline]
    fn in_memory(&self, block: &KeyBlock<K>) -> Result<&[u8], Error> {
        let KeyBytes::Memory(bytes) = &self.source else { return Err(self.odd()) };
        let from = usize::try_from(block.from).ok().and_then(|from| from.checked_sub(HEAD));
        from.and_then(|from| bytes.get(from..)).ok_or_else(|| self.odd())
    }

    /// The block of the first section that holds a key if any does.
    #[inline]
    pub fn block_of(&self, key: K) -> Option<usize> {
        self.sections.first()?.block_of(key)
    }

    /// The number of keys of the first section that are below a key, which is in this block if
    /// anywhere; `None` if it is not there.
    #[inline]
    pub fn rank_in(&self, number: usize, key: K) -> Result<Option<usize>, Error> {
        let block = self.sections.first().and_then(|section| section.block(number));
        let block = block.ok_or_else(|| self.odd())?;
        let within = block::find(block.first, &block.shape, self.in_memory(&block)?, key);
        Ok(within.map(|within| number * self.block + within))
    }

    /// Requests from the memory what [`KeyFile::block_of`] reads first.
    pub fn prefetch_directory(&self, key: K) {
        self.sections.first().into_iter().for_each(|section| section.prefetch_directory(key));
    }

    /// Requests what [`KeyFile::block_of`] reads after that.
    pub fn prefetch_starts(&self, key: K) {
        self.sections.first().into_iter().for_each(|section| section.prefetch_starts(key));
    }

    /// Requests the bytes of a block, as many as most blocks have.
    #[inline]
    pub fn prefetch_block(&self, number: usize) {
        let Some(block) = self.sections.first().and_then(|section| section.block(number)) else { return };
        let bytes = self.in_memory(&block).unwrap_or_default();
        (0..block.shape.bytes()).step_by(LINE).take(LINES).for_each(|at| prefetch(bytes, at));
    }

    /// Reads a block, with which `bytes` begins, into `keys`, which is cleared.
    fn decode(&self, block: &KeyBlock<K>, bytes: &[u8], keys: &mut Vec<K>) -> Result<(), Error> {
        keys.clear();
        block::get(block.first, &block.shape, bytes, keys).ok_or_else(|| self.odd())
    }

    /// The error of a block that contradicts its index.
    #[cold]
    fn odd(&self) -> Error {
        Error::damaged(&self.path, "a block does not hold the keys that its index names")
    }
}

#[cfg(test)]
mod tests;
