//! Reads the keys of a section in their order: from memory, or block by block from the disk.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
};

use super::{KeyBytes, KeyFile, index::Section};
use crate::{error::Error, key::Key};

/// Bytes that a reader of a run reads at a time, at least.
const READ: u64 = 1 << 15;

/// Reads the keys of a section in order.
pub(crate) struct KeyReader<'f, K> {
    /// The file.
    file: &'f KeyFile<K>,
    /// Its section.
    section: &'f Section<K>,
    /// The open file, if its bytes are not in memory.
    disk: Option<File>,
    /// Blocks that were read and are not decoded yet begin here.
    chunk: Vec<u8>,
    /// Where in the file `chunk` begins.
    chunk_at: u64,
    /// The number of the block that is decoded next.
    next_block: usize,
    /// The keys of the current block.
    keys: Vec<K>,
    /// The place among them of the next key.
    at: usize,
    /// Keys from this one on are not read.
    end: Option<K>,
}

impl<'f, K: Key> KeyReader<'f, K> {
    /// Reads the keys from `from` to before `end`.
    pub fn new(
        file: &'f KeyFile<K>,
        section: usize,
        from: Option<K>,
        end: Option<K>,
    ) -> Result<KeyReader<'f, K>, Error> {
        let Some(section) = file.sections.get(section) else { return Err(file.odd()) };
        let disk = match file.source {
            KeyBytes::Memory(_) => None,
            KeyBytes::Disk => Some(File::open(&file.path).map_err(Error::file("read", &file.path))?),
        };
        let next_block = from.and_then(|from| section.block_of(from)).unwrap_or(0);
        let (chunk, keys) = (Vec::new(), Vec::new());
        let mut reader = KeyReader { file, section, disk, chunk, chunk_at: 0, next_block, keys, at: 0, end };
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
        let Some(block) = self.section.block(self.next_block) else { return Ok(false) };
        let (from, to) = (block.from, block.to());
        let bytes = match (&self.file.source, &mut self.disk) {
            (KeyBytes::Memory(_), _) => self.file.in_memory(&block)?,
            (KeyBytes::Disk, disk) => {
                if from < self.chunk_at || to > self.chunk_at + self.chunk.len() as u64 {
                    let end = self.section.end_before(from.saturating_add(READ), to);
                    self.chunk.resize((end - from) as usize, 0);
                    self.chunk_at = from;
                    let Some(disk) = disk else { return Err(self.file.odd()) };
                    let read = disk.seek(SeekFrom::Start(from)).and_then(|_| disk.read_exact(&mut self.chunk));
                    read.map_err(Error::file("read", &self.file.path))?;
                }
                &self.chunk[(from - self.chunk_at) as usize..]
            }
        };
        self.file.decode(&block, bytes, &mut self.keys)?;
        self.next_block += 1;
        self.at = 0;
        Ok(true)
    }
}
