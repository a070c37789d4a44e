//! A recurrence over a text of up to 32 letters, in which every letter looks back at the letters
//! since its last copy.
//!
//! Before a place of the text let d0, d1, .. be the letters read so far, the one read last first. A
//! matrix T with a row and a column for each letter gives the *chain* there:
//!
//! ```text
//! B(k) = mex over j < k of T[dj][dk] xor B(j)
//! ```
//!
//! Reading a letter x of rank k (dk = x; if x is new, k is the number of letters read and B(k)
//! counts as 0) adds B(k) to S\[x\] and changes row x of T alone: a column d0 .. d(k-1) becomes the
//! chain's entry there, every other is added B(k). "Added" is exclusive or. `T[d][c]` holds what
//! the solver `letter-cuts` calls T(d, c) + S(q), q the last d.
//!
//! What comes out is the matrix' side product: before places that are marked, the row of B(k) xor
//! S\[dk\] by letter.
//!
//! **Widths.** B(k) <= k <= 31, so S and T are below 32 and so are the options of each mex: one bit
//! each in 32 lanes of 32 bits holds everything. Values over 15 are rare, though, and 32 lanes of
//! 16 bits are one AVX-512 register: there the chain is followed for values below 16, and once more
//! in full width if one is not. A letter costs as many steps as its rank, each about ten
//! instructions that wait for each other, so texts are read several at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod room;
mod scalar;
#[cfg(test)]
mod tests;

pub use room::{Room, filled};

use crate::level::{InstructionSet, Level};

/// The most letters.
pub const LETTERS: usize = 32;

/// Added to a letter of a text: the row before it is wanted.
pub const WANTED: u8 = 1 << 7;

/// A byte for each letter. What it holds at letters that were not read means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(C, align(32))]
pub struct Row(pub [u8; LETTERS]);

/// A number of 16 bits for each letter: one register of 512 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(C, align(64))]
struct Lanes([u16; LETTERS]);

/// The letters read so far and their matrix: a text up to some place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Pass {
    /// T, a row a letter.
    table: [Lanes; LETTERS],
    /// S.
    sums: Lanes,
    /// For each letter the set of letters read since its last copy; of all letters read, if it has
    /// none.
    newer: [u32; LETTERS],
    /// For each row of T the set of columns with values over 15, except for the diagonal.
    high: [u32; LETTERS],
    /// The letters read, the latest first.
    order: [u8; LETTERS],
    /// The set of letters read.
    seen: u32,
}

/// A text to be read on with a pass, and where its rows go.
pub struct Strand<'a, 'r> {
    /// What was read before.
    pub pass: &'a mut Pass,
    /// Letters below 32, [`WANTED`] added where the row before the letter is wanted.
    pub text: &'a [u8],
    /// The rows wanted are added here, in the order of the text.
    pub rows: &'a mut Room<'r>,
}

/// Reads the texts of all strands to their ends. Their order in the slice may change.
pub fn read(level: Level, strands: &mut [Strand<'_, '_>]) {
    match level.kind() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => {
            // SAFETY: the machine has the instructions of the level.
            unsafe { avx512::read(strands) }
        }
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => {
            // SAFETY: the machine has AVX2.
            unsafe { avx2::read(strands) }
        }
        _ => strands.iter_mut().for_each(scalar::read),
    }
}

impl Default for Pass {
    fn default() -> Pass {
        Pass {
            table: [Lanes::default(); LETTERS],
            sums: Lanes::default(),
            newer: [0; LETTERS],
            high: [0; LETTERS],
            order: [0; LETTERS],
            seen: 0,
        }
    }
}

impl Pass {
    /// Nothing read yet.
    pub fn new() -> Pass {
        Pass::default()
    }

    /// The set of letters read, a bit each.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// S by letter.
    pub fn sums(&self) -> Row {
        Row(self.sums.0.map(|sum| sum as u8))
    }

    /// The row at the end of what was read.
    pub fn row(&self) -> Row {
        self.shown(&scalar::chain(self, self.count()))
    }

    /// How many letters were read.
    fn count(&self) -> usize {
        self.seen.count_ones() as usize
    }

    /// How many entries of the chain reading `letter` needs.
    #[inline(always)]
    fn needed(&self, letter: u8) -> usize {
        let letter = usize::from(letter) % LETTERS;
        self.newer[letter].count_ones() as usize + (self.seen >> letter & 1) as usize
    }

    /// The row that belongs to a full chain.
    #[inline(always)]
    fn shown(&self, chain: &Lanes) -> Row {
        let mut row = Row::default();
        for ((shown, entry), sum) in row.0.iter_mut().zip(&chain.0).zip(&self.sums.0) {
            *shown = (entry ^ sum) as u8;
        }
        row
    }

    /// Reads a letter, when the chain is known as far as that needs. Plain loops of 32 rounds:
    /// compilers make vector code of them.
    #[inline(always)]
    fn push(&mut self, letter: u8, chain: &Lanes) {
        let letter = letter % LETTERS as u8;
        let own = usize::from(letter);
        let newer = self.newer[own];
        let value = if self.seen >> own & 1 == 1 { chain.0[own] } else { 0 };
        let mut high = 0;
        for (column, entry) in self.table[own].0.iter_mut().enumerate() {
            *entry = if newer >> column & 1 == 1 { chain.0[column] } else { *entry ^ value };
            high |= u32::from(*entry > 15) << column;
        }
        self.high[own] = high & !(1 << own);
        self.sums.0[own] ^= value;
        for set in &mut self.newer {
            *set |= 1 << own;
        }
        self.newer[own] = 0;
        // A new letter is placed after all others and moves to the front from there.
        let rank = newer.count_ones() as usize;
        self.order.copy_within(..rank, 1);
        self.order[0] = letter;
        self.seen |= 1 << own;
    }
}
