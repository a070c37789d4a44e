//! The values of the positions of one file of keys, in their order, with 4, 8, 16 or 32 bits each.
//!
//! ```text
//! head      "grundy values 1\n"
//! width     bits of a value (1 byte), number of values (8 bytes, the lowest first)
//! values    the first value is in the lowest bits of the first byte
//! checksum  BLAKE3 (32 bytes)
//! ```
//!
//! *Example.* A part whose largest value is 9 has 4 bits for each value.

use std::path::Path;

use grundy_simd::prefetch;

use crate::{
    error::Error,
    sealed::{self, Checksum, HEAD, Output},
};

/// What a file of values begins with.
const NAME: &[u8; HEAD] = b"grundy values 1\n";

/// Values with as many bits each as the largest of them needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedValues {
    /// Bytes of a value; 0 for half a byte.
    width: usize,
    /// The number of values.
    count: usize,
    /// The values, one after the other.
    bytes: Vec<u8>,
}

impl PackedValues {
    /// Appends a value.
    ///
    /// A value that is wider than all before widens the others, at most three times in all.
    pub fn push(&mut self, value: u32) {
        let width = match value {
            0..=0xf => 0,
            0x10..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        };
        if width > self.width {
            let narrow = std::mem::take(self);
            self.width = width;
            (0..narrow.count).filter_map(|at| narrow.get(at)).for_each(|value| self.push(value));
        }
        match self.width {
            0 if self.count % 2 == 1 => {
                if let Some(last) = self.bytes.last_mut() {
                    *last |= (value as u8) << 4;
                }
            }
            0 => self.bytes.push(value as u8),
            width => self.bytes.extend_from_slice(&value.to_le_bytes()[..width]),
        }
        self.count += 1;
    }

    /// The value at a place; `None` if there is none.
    #[inline]
    pub fn get(&self, at: usize) -> Option<u32> {
        if at >= self.count {
            return None;
        }
        Some(match self.width {
            0 => u32::from(self.bytes.get(at / 2)? >> (4 * (at % 2)) & 0xf),
            1 => u32::from(*self.bytes.get(at)?),
            2 => u32::from(u16::from_le_bytes(*self.bytes.get(2 * at..)?.first_chunk()?)),
            _ => u32::from_le_bytes(*self.bytes.get(4 * at..)?.first_chunk()?),
        })
    }

    /// Requests the value at a place from the memory.
    pub fn prefetch(&self, at: usize) {
        prefetch(&self.bytes, if self.width == 0 { at / 2 } else { at.saturating_mul(self.width) });
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Writes the file. Returns its checksum and its length in bytes.
    pub fn save(&self, path: &Path) -> Result<(Checksum, u64), Error> {
        let mut output = Output::create(path, NAME)?;
        output.put(&[self.bits()])?;
        output.put(&(self.count as u64).to_le_bytes())?;
        output.put(&self.bytes)?;
        output.finish()
    }

    /// The bits of a value.
    fn bits(&self) -> u8 {
        if self.width == 0 { 4 } else { 8 * self.width as u8 }
    }

    /// Reads the file, and verifies it.
    pub fn load(path: &Path, expected: &Checksum) -> Result<PackedValues, Error> {
        let mut bytes = sealed::load(path, NAME, expected)?;
        let head = bytes.split_first().and_then(|(&bits, rest)| Some((bits, u64::from_le_bytes(*rest.first_chunk()?))));
        let width = head.and_then(|(bits, _)| [(4, 0), (8, 1), (16, 2), (32, 4)].into_iter().find(|it| it.0 == bits));
        let count = head.and_then(|(_, count)| usize::try_from(count).ok());
        let odd = || Error::damaged(path, "its head is not that of a file of values");
        let (Some((_, width)), Some(count)) = (width, count) else { return Err(odd()) };
        bytes.drain(..9);
        let needed = if width == 0 { Some(count.div_ceil(2)) } else { count.checked_mul(width) };
        if needed == Some(bytes.len()) { Ok(PackedValues { width, count, bytes }) } else { Err(odd()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_widths_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.values");
        let edges = [0, 15, 1, 16, 255, 3, 256, 65_535, 65_536, u32::MAX, 2];
        for last in 0..=edges.len() {
            let mut values = PackedValues::default();
            edges[..last].iter().for_each(|&value| values.push(value));
            let (checksum, length) = values.save(&path).unwrap();
            assert_eq!(std::fs::metadata(&path).unwrap().len(), length);
            let read = PackedValues::load(&path, &checksum).unwrap();
            assert_eq!(read, values);
            let all: Vec<u32> = (0..read.count()).filter_map(|at| read.get(at)).collect();
            assert_eq!(all, edges[..last]);
            assert_eq!(read.get(last), None);
        }
        assert!(matches!(PackedValues::load(&path, &[0; 32]), Err(Error::Damaged { .. })));
    }
}
