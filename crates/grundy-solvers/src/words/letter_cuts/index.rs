//! Queries for one part of a text at a time: the chains of both directions are stored at every 64th
//! index.
//!
//! A query starts at the stored chains before its two ends and reads up to 63 letters from each:
//! some microseconds. Memory: 80 bytes per letter. If all queries are known in advance,
//! [`Text::values`](super::Text::values) is faster.

use grundy_core::{Fault, Nimber};
use grundy_simd::{
    Level,
    recency::{self, LETTERS, Pass, Room, Row, Strand},
};

use super::{
    Letters, Text,
    narrow::{Options, absent, sum},
};
use crate::support::budget::{Budget, Stopped};

/// The chains are stored at the multiples of this number.
const STRIDE: usize = 64;

/// A text of up to 32 letters that answers queries about its parts one at a time.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_solvers::{Budget, words::letter_cuts::{Index, Text}};
///
/// let mut budget = Budget::new();
/// let text = Text::of("aaccbdb", &mut budget).unwrap();
/// let index = Index::new(&text, &mut budget).unwrap();
/// assert_eq!(index.value(4, 7), Ok(Nimber(2)));
/// assert_eq!(index.win(0, 4), Ok(false));
/// assert_eq!(index.moves(4, 7), Ok((Nimber(2), vec![5]))); // In bdb, to cut d wins.
/// ```
pub struct Index {
    level: Level,
    text: Vec<u8>,
    reversed: Vec<u8>,
    /// The chain at each stored index, with the index after each letter's last copy.
    behind: Vec<(Pass, [u32; LETTERS])>,
    /// The chains of the reversed text.
    before: Vec<Pass>,
    /// The sum of what copies of a letter cut out between each other.
    between: Row,
    /// The index of each letter's first copy.
    first: [u32; LETTERS],
}

impl Index {
    /// Returns the bytes of the index of a text of this length.
    pub fn bytes(length: usize) -> u64 {
        let each = 2 * size_of::<Pass>() + size_of::<[u32; LETTERS]>();
        (2 * length as u64).saturating_add((length as u64 / STRIDE as u64 + 2).saturating_mul(each as u64))
    }

    /// Returns the index of a text; a fault for a text of over 32 letters, or of over 2^31 in
    /// length. Cost: one pass in each direction. Returns [`Stopped`] over a limit.
    pub fn new(text: &Text, budget: &mut Budget) -> Result<Index, Stopped> {
        let text = match &text.0 {
            Letters::Narrow(text) if super::fits(text.len()) => text,
            _ => return Err(Fault("only a text of up to 32 letters and 2^31 places has an index".into()).into()),
        };
        let kept = text.len() / STRIDE + 2;
        budget.hold(Index::bytes(text.len()))?;
        let mut index = Index {
            level: Level::best(),
            text: text.clone(),
            reversed: text.iter().rev().copied().collect(),
            behind: Vec::with_capacity(kept),
            before: Vec::with_capacity(kept),
            between: Row::default(),
            first: [0; LETTERS],
        };
        for (place, &letter) in index.text.iter().enumerate().rev() {
            index.first[usize::from(letter)] = place as u32;
        }
        let (mut behind, mut before, mut last) = (Pass::new(), Pass::new(), [0; LETTERS]);
        for (number, (piece, reversed)) in index.text.chunks(STRIDE).zip(index.reversed.chunks(STRIDE)).enumerate() {
            index.behind.push((behind.clone(), last));
            index.before.push(before.clone());
            let (mut none, mut none_reversed) = (Room::none(), Room::none());
            let ahead = Strand { pass: &mut behind, text: piece, rows: &mut none };
            let back = Strand { pass: &mut before, text: reversed, rows: &mut none_reversed };
            recency::read(index.level, &mut [ahead, back]);
            note(&mut last, piece, number * STRIDE);
            if number % 1024 == 0 {
                budget.poll()?;
            }
        }
        index.between = before.sums();
        index.behind.push((behind, last));
        index.before.push(before);
        Ok(index)
    }

    /// Returns the value of the part from `start` up to, but not including, `end`; a fault if there
    /// is no such part.
    pub fn value(&self, start: usize, end: usize) -> Result<Nimber, Fault> {
        self.options(start, end).map(|options| options.value())
    }

    /// Returns whether the player to move wins that part; a fault if there is no such part.
    pub fn win(&self, start: usize, end: usize) -> Result<bool, Fault> {
        self.options(start, end).map(|options| options.win())
    }

    /// Returns the value of that part with the letters that win if they are cut, each given by the
    /// index of its first copy in the text, ascending; a fault if there is no such part.
    pub fn moves(&self, start: usize, end: usize) -> Result<(Nimber, Vec<usize>), Fault> {
        let options = self.options(start, end)?;
        let mut places: Vec<usize> = options.winning().map(|letter| self.first[letter] as usize).collect();
        places.sort_unstable();
        Ok((options.value(), places))
    }

    fn options(&self, start: usize, end: usize) -> Result<Options, Fault> {
        if start > end || end > self.text.len() {
            return Err(Fault(format!("the text of {} letters has no part {start}..{end}", self.text.len())));
        }
        let (pass, last) = &self.behind[end / STRIDE];
        let (behind, piece) = self.read(pass, &self.text, end);
        let mut last = *last;
        note(&mut last, piece, end - piece.len());
        let place = self.text.len() - start;
        let (before, _) = self.read(&self.before[place / STRIDE], &self.reversed, place);
        Ok(Options::new(&sum(&behind, &self.between), &before, &absent(&last, start as u32)))
    }

    /// Returns the row of a text at an index, computed from the stored chain before it, and the
    /// letters that were read for it.
    fn read<'a>(&self, kept: &Pass, text: &'a [u8], place: usize) -> (Row, &'a [u8]) {
        let piece = &text[place - place % STRIDE..place];
        let mut pass = kept.clone();
        recency::read(self.level, &mut [Strand { pass: &mut pass, text: piece, rows: &mut Room::none() }]);
        (pass.row(), piece)
    }
}

/// Records the last copies of the letters of a piece, which begins at `from`.
fn note(last: &mut [u32; LETTERS], piece: &[u8], from: usize) {
    for (place, &letter) in (from as u32 + 1..).zip(piece) {
        last[usize::from(letter)] = place;
    }
}
