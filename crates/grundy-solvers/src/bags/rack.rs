//! The letters of a bag as counts packed into 64 bits, for the search for outcomes.
//!
//! Each count has as many bits as it needs and a clear one above them, its guard. A bag of n
//! letters takes at most 2n bits, and fewer if letters repeat.
//!
//! So a word fits exactly if `((full | guard) - word) & guard == guard`: a count that would fall
//! below zero borrows from its guard, and from nothing above it. One subtraction compares all
//! letters.

/// The packing of some counts into 64 bits.
pub(super) struct CountPacking {
    /// The lowest bit of each count, and its greatest value.
    fields: Vec<(u32, u32)>,
    /// The greatest counts, packed.
    pub(super) full: u64,
    /// The guards.
    pub(super) guard: u64,
}

impl CountPacking {
    /// Returns the packing of counts up to these; `None` if they do not fit into 64 bits. A count
    /// of c has as many bits as c needs, and its guard one.
    pub(super) fn new(counts: impl Iterator<Item = u32>) -> Option<CountPacking> {
        let mut frame = CountPacking { fields: Vec::new(), full: 0, guard: 0 };
        let mut at = 0;
        for count in counts {
            let bits = u32::BITS - count.leading_zeros();
            if at + bits >= u64::BITS {
                return None;
            }
            frame.fields.push((at, count));
            frame.full |= u64::from(count) << at;
            frame.guard |= 1 << (at + bits);
            at += bits + 1;
        }
        Some(frame)
    }

    /// Packs these counts. Requires that they are at most the greatest.
    pub(super) fn pack(&self, counts: impl Iterator<Item = u32>) -> u64 {
        self.fields.iter().zip(counts).fold(0, |packed, (&(shift, _), count)| packed | u64::from(count) << shift)
    }

    /// Returns the counts in `packed`.
    pub(super) fn unpack(&self, packed: u64) -> Vec<u32> {
        self.digits(packed).collect()
    }

    /// As [`CountPacking::unpack`], as an iterator.
    pub(super) fn digits(&self, packed: u64) -> impl Iterator<Item = u32> + '_ {
        self.fields.iter().map(move |&(shift, count)| {
            let bits = u32::BITS - count.leading_zeros();
            (packed >> shift & ((1 << bits) - 1)) as u32
        })
    }
}

/// A board of ASCII letters.
pub(super) struct Rack {
    /// The lowest bit of the count of each letter of the board; 0 for other bytes.
    shifts: [u8; 128],
    /// The letters that occur, one bit each.
    pub(super) letters: u128,
    /// The counts of the letters that occur, ascending by letter.
    pub(super) counts: Vec<(u8, u32)>,
    /// Their packing.
    pub(super) frame: CountPacking,
}

impl Rack {
    /// Returns the board with these letters; `None` if one is not ASCII or the counts do not fit
    /// into 64 bits.
    pub(super) fn new(board: &[u8]) -> Option<Rack> {
        let mut counts = [0u32; 128];
        let mut letters = 0u128;
        for &letter in board {
            *counts.get_mut(usize::from(letter))? += 1;
            letters |= 1 << letter;
        }
        let mut rest = letters;
        let occurs = std::iter::from_fn(|| {
            let letter = (rest != 0).then_some(rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some((letter, counts[usize::from(letter)]))
        });
        let counts: Vec<(u8, u32)> = occurs.collect();
        let frame = CountPacking::new(counts.iter().map(|&(_, count)| count))?;
        let mut shifts = [0; 128];
        for (&(letter, _), &(shift, _)) in counts.iter().zip(&frame.fields) {
            shifts[usize::from(letter)] = shift as u8;
        }
        Some(Rack { shifts, letters, counts, frame })
    }

    /// Returns what one of this letter of the board adds. Only for letters of the board.
    pub(super) fn unit(&self, letter: u8) -> u64 {
        1 << self.shifts[usize::from(letter)]
    }

    /// Returns the length and the packed counts of the word of `text` that ends at `end`; `None` if
    /// it does not fit on the board. Requires that all its letters are letters of the board. Each
    /// letter is added and tested alone: a sum of more copies than a field holds would spill into
    /// the guard, and is refused before the next is added.
    pub(super) fn take(&self, text: &[u8], end: usize) -> Option<(usize, u64)> {
        let CountPacking { full, guard, .. } = self.frame;
        let mut taken = 0;
        let mut length = 0;
        for letter in text[..end].iter().rev().take_while(|letter| !letter.is_ascii_whitespace()) {
            taken += self.unit(*letter);
            length += 1;
            if ((full | guard) - taken) & guard != guard {
                return None;
            }
        }
        Some((length, taken))
    }
}
