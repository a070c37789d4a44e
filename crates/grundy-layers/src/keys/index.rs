//! The index of a section: where its blocks begin, and which of them has a key.

use std::ops::Range;

use grundy_simd::prefetch;

use super::block::BlockShape;
use crate::{key::Key, sealed::HEAD};

/// Blocks from which on a section has a directory.
const SEARCHED: u32 = 16;

/// Where a block begins. Both are read together.
#[derive(Clone, Copy, Debug)]
struct BlockStart<K> {
    /// The first key of the block.
    first: K,
    /// In the file.
    at: u64,
}

/// The keys of one layer in a file.
#[derive(Debug)]
pub(crate) struct Section<K> {
    /// The layer of its keys.
    pub layer: u32,
    /// The number of its keys.
    pub count: u64,
    /// Keys of a block.
    block: usize,
    /// The blocks, ascending.
    starts: Vec<BlockStart<K>>,
    /// Its last key.
    last: K,
    /// Where the last block ends in the file.
    end: u64,
    /// Narrows the search for a block.
    directory: Directory,
}

/// A block of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyBlock<K> {
    pub first: K,
    pub shape: BlockShape,
    /// Where it begins in the file.
    pub from: u64,
}

impl<K> KeyBlock<K> {
    /// Where it ends.
    pub fn to(&self) -> u64 {
        self.from + self.shape.bytes() as u64
    }
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
    /// The directory of ascending blocks; an empty one, which no search uses, for few of them.
    fn new<K: Key>(starts: &[BlockStart<K>]) -> Directory {
        let (Some(first), Some(last), Ok(blocks)) = (starts.first(), starts.last(), u32::try_from(starts.len())) else {
            return Directory::default();
        };
        if blocks < SEARCHED {
            return Directory::default();
        }
        let shift = last.first.minus(first.first).bits().saturating_sub(u32::BITS - blocks.leading_zeros());
        let range = |key: K| key.minus(first.first).high(shift);
        let ranges = range(last.first) + 1;
        let mut before = Vec::with_capacity(ranges + 1);
        for (start, blocks) in starts.iter().zip(0..) {
            before.resize(before.len().max(range(start.first) + 1), blocks);
        }
        before.push(blocks);
        Directory { shift, before }
    }

    /// The range of a key that is not below the first one, or the last range.
    #[inline]
    fn range<K: Key>(&self, first: K, key: K) -> usize {
        key.minus(first).high(self.shift).min(self.before.len().saturating_sub(2))
    }

    /// The blocks whose first key may be the last one that is not above a key, which is not below
    /// the first key of all.
    #[inline]
    fn blocks<K: Key>(&self, first: K, key: K) -> Option<Range<usize>> {
        let range = self.range(first, key);
        let (from, to) = (*self.before.get(range)?, *self.before.get(range + 1)?);
        Some((from as usize).saturating_sub(1)..to as usize)
    }
}

impl<K: Key> Section<K> {
    /// A section without keys, in a file with blocks of this many keys, which begins here.
    pub fn new(layer: u32, block: usize, at: u64) -> Section<K> {
        let (starts, directory) = (Vec::new(), Directory::default());
        Section { layer, count: 0, block, starts, last: K::ZERO, end: at, directory }
    }

    /// Appends a block of these keys and this many bytes.
    pub fn add(&mut self, keys: &[K], bytes: u64) {
        let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return };
        self.starts.push(BlockStart { first, at: self.end });
        self.count += keys.len() as u64;
        self.last = last;
        self.end += bytes;
    }

    /// The first keys of the blocks.
    pub fn firsts(&self) -> impl Iterator<Item = K> {
        self.starts.iter().map(|start| start.first)
    }

    /// The first key of a block.
    pub fn first(&self, block: usize) -> Option<K> {
        self.starts.get(block).map(|start| start.first)
    }

    /// A block by its number.
    #[inline]
    pub(super) fn block(&self, number: usize) -> Option<KeyBlock<K>> {
        let start = self.starts.get(number)?;
        let (count, most) = match self.starts.get(number + 1) {
            Some(next) => (self.block - 1, next.first.minus(start.first)),
            None => {
                let others = self.count.checked_sub(number as u64 * self.block as u64 + 1)?;
                (usize::try_from(others).ok()?, self.last.minus(start.first))
            }
        };
        Some(KeyBlock { first: start.first, shape: BlockShape::new(count, most), from: start.at })
    }

    /// Where the last block ends that does so before `most`, or at `least` if none does.
    pub(super) fn end_before(&self, most: u64, least: u64) -> u64 {
        if self.end <= most {
            return self.end;
        }
        let within = self.starts.partition_point(|start| start.at <= most);
        within.checked_sub(1).and_then(|last| self.starts.get(last)).map_or(least, |start| start.at.max(least))
    }

    /// The block that holds a key if any does; `None` if the key is below all of them.
    #[inline]
    pub fn block_of(&self, key: K) -> Option<usize> {
        let first = self.starts.first().filter(|start| start.first <= key)?.first;
        let blocks = self.directory.blocks(first, key).unwrap_or(0..self.starts.len());
        let within = self.starts.get(blocks.clone())?.partition_point(|start| start.first <= key);
        (blocks.start + within).checked_sub(1)
    }

    /// Requests from the memory what [`Section::block_of`] reads first.
    pub fn prefetch_directory(&self, key: K) {
        if let Some(start) = self.starts.first() {
            prefetch(&self.directory.before, self.directory.range(start.first, key));
        }
    }

    /// Requests what [`Section::block_of`] reads after that.
    pub fn prefetch_starts(&self, key: K) {
        let blocks = self.starts.first().and_then(|start| self.directory.blocks(start.first, key));
        prefetch(&self.starts, blocks.map_or(0, |blocks| blocks.start));
    }

    /// Bytes that the index takes in memory.
    pub fn bytes(&self) -> u64 {
        (self.starts.len() * size_of::<BlockStart<K>>() + self.directory.before.len() * 4) as u64
    }

    /// Appends the section's part of the end of a file.
    pub fn put(&self, out: &mut Vec<u8>) {
        let mut index = Vec::new();
        let mut before = None;
        for first in self.firsts() {
            match before {
                Some(before) => first.put_after(before, &mut index),
                None => K::put_all(&[first], &mut index),
            }
            before = Some(first);
        }
        out.extend_from_slice(&self.layer.to_le_bytes());
        out.extend_from_slice(&self.count.to_le_bytes());
        out.extend_from_slice(&(index.len() as u64).to_le_bytes());
        K::put_all(&[self.last], out);
        out.extend_from_slice(&index);
    }

    /// Reads a section whose blocks begin here in the file. Returns the bytes after it.
    ///
    /// `None` if the bytes are cut short, the index has bytes left over, or its last key is too
    /// small. The number of blocks is bounded by the bytes before anything is allocated for it.
    pub fn get(bytes: &[u8], block: usize, at: u64) -> Option<(Section<K>, &[u8])> {
        let layer = u32::from_le_bytes(*bytes.first_chunk()?);
        let count = u64::from_le_bytes(*bytes.get(4..)?.first_chunk()?);
        let length = usize::try_from(u64::from_le_bytes(*bytes.get(12..)?.first_chunk()?)).ok()?;
        let (last, rest) = bytes.get(20..)?.split_at_checked(K::BYTES)?;
        let (mut index, rest) = rest.split_at_checked(length)?;
        let blocks = usize::try_from(count.div_ceil(u64::try_from(block).ok().filter(|&block| block > 0)?)).ok()?;
        // Each block takes at least a byte of the index.
        if blocks > length {
            return None;
        }
        let mut keys = Vec::new();
        K::get_all(last, &mut keys)?;
        let mut section = Section { last: keys.pop()?, count, ..Section::new(layer, block, at) };
        section.starts.reserve_exact(blocks);
        for _ in 0..blocks {
            let first = match section.starts.last() {
                Some(before) => {
                    let (first, after) = K::get_after(before.first, index)?;
                    index = after;
                    first
                }
                None => {
                    let (bytes, after) = index.split_at_checked(K::BYTES)?;
                    index = after;
                    K::get_all(bytes, &mut keys)?;
                    keys.pop()?
                }
            };
            section.starts.push(BlockStart { first, at });
        }
        let ascends = section.starts.last().is_none_or(|start| start.first <= section.last);
        if !index.is_empty() || !ascends {
            return None;
        }
        for number in 0..blocks {
            section.starts[number].at = section.end;
            let bytes = section.block(number)?.shape.bytes() as u64;
            section.end = section.end.checked_add(bytes)?;
        }
        section.directory = Directory::new(&section.starts);
        Some((section, rest))
    }

    /// Where the blocks end in the file.
    pub fn end(&self) -> u64 {
        self.end
    }
}

/// Reads the block length and the sections from the bytes between head and checksum.
pub(super) fn sections<K: Key>(bytes: &[u8], tail: usize) -> Option<(usize, Vec<Section<K>>)> {
    let (blocks, tail) = bytes.split_at_checked(bytes.len().checked_sub(tail)?)?;
    let block = usize::from(u16::from_le_bytes(*tail.first_chunk()?));
    let number = u32::from_le_bytes(*tail.get(2..)?.first_chunk()?);
    let begin = u64::from_le_bytes(*tail.get(6..)?.first_chunk()?);
    let mut rest = blocks.get(usize::try_from(begin).ok()?.checked_sub(HEAD)?..)?;
    let mut at = HEAD as u64;
    let mut sections = Vec::new();
    for _ in 0..number {
        let (section, after) = Section::get(rest, block, at)?;
        (at, rest) = (section.end(), after);
        sections.push(section);
    }
    (rest.is_empty() && at == begin).then_some((block, sections))
}
