//! Parts of one text, asked for one at a time: the chains of both directions are kept at every 64th place.
//!
//! A question begins at the kept places before its two ends and reads on to them, up to 63 letters each: some
//! microseconds. Memory: 80 bytes a letter. Questions that are all known beforehand are answered faster together, by
//! [`Text::values`](super::Text::values).

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

/// The chains are kept at the multiples of this number.
const STRIDE: usize = 64;

/// A text of up to 32 letters that answers about its parts at once.
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
/// assert_eq!(index.moves(4, 7), Ok((Nimber(2), vec![5]))); // bdb: to cut d wins
/// ```
pub struct Index {
    level: Level,
    text: Vec<u8>,
    reversed: Vec<u8>,
    /// The text up to each kept place, with the place behind each letter's last copy.
    behind: Vec<(Pass, [u32; LETTERS])>,
    /// The same of the reversed text.
    before: Vec<Pass>,
    /// What copies of a letter cut out between each other.
    between: Row,
    /// The place of each letter's first copy.
    first: [u32; LETTERS],
}

impl Index {
    /// The memory that the index of a text of so many letters takes, in bytes.
    pub fn bytes(length: usize) -> u64 {
        let each = 2 * size_of::<Pass>() + size_of::<[u32; LETTERS]>();
        (2 * length as u64).saturating_add((length as u64 / STRIDE as u64 + 2).saturating_mul(each as u64))
    }

    /// The index of a text. A text of over 32 letters, or over 2^31 places, has none.
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
        for (own, (piece, reversed)) in index.text.chunks(STRIDE).zip(index.reversed.chunks(STRIDE)).enumerate() {
            index.behind.push((behind.clone(), last));
            index.before.push(before.clone());
            let (mut none, mut none_reversed) = (Room::none(), Room::none());
            let ahead = Strand { pass: &mut behind, text: piece, rows: &mut none };
            let back = Strand { pass: &mut before, text: reversed, rows: &mut none_reversed };
            recency::read(index.level, &mut [ahead, back]);
            note(&mut last, piece, own * STRIDE);
            if own % 1024 == 0 {
                budget.poll()?;
            }
        }
        index.between = before.sums();
        index.behind.push((behind, last));
        index.before.push(before);
        Ok(index)
    }

    /// The value of the part from `start` up to, not including, `end`.
    pub fn value(&self, start: usize, end: usize) -> Result<Nimber, Fault> {
        self.options(start, end).map(|options| options.value())
    }

    /// Whether the player to move wins that part.
    pub fn win(&self, start: usize, end: usize) -> Result<bool, Fault> {
        self.options(start, end).map(|options| options.win())
    }

    /// The value of that part with the letters whose copies to cut wins, each told by the place of its first copy in the
    /// text; they come in the order of these places.
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

    /// The row of a text at a place, from the kept place before it on, and what was read for it.
    fn read<'a>(&self, kept: &Pass, text: &'a [u8], place: usize) -> (Row, &'a [u8]) {
        let piece = &text[place - place % STRIDE..place];
        let mut pass = kept.clone();
        recency::read(self.level, &mut [Strand { pass: &mut pass, text: piece, rows: &mut Room::none() }]);
        (pass.row(), piece)
    }
}

/// Notes where the letters of a piece, which begins at `from`, have their last copies.
fn note(last: &mut [u32; LETTERS], piece: &[u8], from: usize) {
    for (place, &letter) in (from as u32 + 1..).zip(piece) {
        last[usize::from(letter)] = place;
    }
}
