//! The file of a static function: written as a whole, read as a whole, verified by its checksum.

use std::{fs::File, io::Read, path::Path};

use super::{
    Function,
    code::{CodeNode, CodeTree},
};
use crate::{
    error::Error,
    sealed::{self, HEAD, Output},
    sum::PairSum,
};

/// What such a file begins with.
const NAME: &[u8; HEAD] = b"grundy static 1\n";

impl Function {
    /// Writes the function to a file, under another name until it is complete. Returns its length
    /// in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn save(&self, path: &Path) -> Result<u64, Error> {
        let mut output = Output::create(path, NAME)?;
        output.put(&(self.about.len() as u32).to_le_bytes())?;
        for line in &self.about {
            output.put(&(line.len() as u32).to_le_bytes())?;
            output.put(line.as_bytes())?;
        }
        output.put(&self.positions.to_le_bytes())?;
        output.put(&self.sum.0.to_le_bytes())?;
        output.put(&(self.code.nodes.len() as u32).to_le_bytes())?;
        for node in &self.code.nodes {
            match node {
                CodeNode::Leaf(value) => output.put(&[&[0][..], &value.to_le_bytes()].concat())?,
                CodeNode::Inner([zero, one]) => {
                    output.put(&[&[1][..], &zero.to_le_bytes(), &one.to_le_bytes()].concat())?;
                }
            }
        }
        output.put(&(self.offsets.len() as u64 - 1).to_le_bytes())?;
        self.offsets.iter().try_for_each(|offset| output.put(&offset.to_le_bytes()))?;
        output.put(&(self.words.len() as u64).to_le_bytes())?;
        self.words.iter().try_for_each(|word| output.put(&word.to_le_bytes()))?;
        let (_, length) = output.finish()?;
        sealed::sync(path.parent().unwrap_or(Path::new("")), &[path.to_path_buf()])?;
        Ok(length)
    }

    /// Whether a file begins as that of a function does; false if it cannot be read.
    ///
    /// Only the first bytes are read.
    pub fn begins(path: &Path) -> bool {
        let mut head = [0; HEAD];
        path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *NAME
    }

    /// Reads a function from its file, and verifies it.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if it is no such file or has changed bytes, [`Error::File`].
    pub fn load(path: &Path) -> Result<Function, Error> {
        let bytes = sealed::load_alone(path, NAME)?;
        read(&bytes).ok_or_else(|| Error::damaged(path, "it is no static function"))
    }
}

/// The numbers of a file, from its start to its end.
struct NumberSource<'b>(&'b [u8]);

impl<'b> NumberSource<'b> {
    /// The next bytes; `None` if there are fewer.
    fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The next bytes, as many as the number has.
    fn number<const BYTES: usize>(&mut self) -> Option<[u8; BYTES]> {
        self.bytes(BYTES)?.try_into().ok()
    }

    /// A number of four bytes.
    fn short(&mut self) -> Option<u32> {
        self.number().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    fn long(&mut self) -> Option<u64> {
        self.number().map(u64::from_le_bytes)
    }

    /// This many words of 8 bytes.
    fn words(&mut self, count: u64) -> Option<Vec<u64>> {
        let bytes = self.bytes(usize::try_from(count).ok()?.checked_mul(8)?)?;
        Some(bytes.chunks_exact(8).filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?))).collect())
    }
}

/// The function of the bytes of a file; `None` if they are none.
fn read(bytes: &[u8]) -> Option<Function> {
    let mut source = NumberSource(bytes);
    let mut about = Vec::new();
    for _ in 0..source.short()? {
        let length = source.short()? as usize;
        about.push(String::from_utf8(source.bytes(length)?.to_vec()).ok()?);
    }
    let positions = source.long()?;
    let sum = PairSum(u128::from_le_bytes(source.number()?));
    let mut nodes = Vec::new();
    for _ in 0..source.short()? {
        nodes.push(match source.number()? {
            [0] => CodeNode::Leaf(source.short()?),
            [1] => CodeNode::Inner([source.short()?, source.short()?]),
            [_] => return None,
        });
    }
    let code = CodeTree::of(nodes)?;
    let longest = code.longest();
    let shards = source.long()?.checked_add(1).filter(|&ends| ends >= 2)?;
    let offsets = source.words(shards)?;
    let count = source.long()?;
    let words = source.words(count)?;
    let ascending = offsets.windows(2).all(|pair| pair[0] <= pair[1]) && offsets.first() == Some(&0);
    let whole = ascending && offsets.last() == Some(&count) && source.0.is_empty();
    whole.then_some(Function { about, positions, sum, code, longest, offsets, words })
}
