//! The letters of a small board as counts packed into 64 bits, as the search for outcomes wants them.
//!
//! Each count has as many bits as it needs and a clear one above them, its guard. A bag of n letters takes at most 2n
//! bits, and fewer where letters repeat.

/// A board of ASCII letters.
pub(super) struct Rack {
    /// The lowest bit of the count of each letter of the board; of no meaning for other bytes.
    shifts: [u8; 128],
    /// The letters that occur, a bit each.
    pub(super) letters: u128,
    /// The counts of the letters that occur, ascending by letter.
    pub(super) counts: Vec<(u8, u32)>,
    /// The whole board.
    pub(super) full: u64,
    /// The guards.
    pub(super) guard: u64,
}

impl Rack {
    /// The board with these letters; nothing if one is not ASCII or the counts do not fit into 64 bits.
    pub(super) fn new(board: &[u8]) -> Option<Rack> {
        let mut counts = [0u32; 128];
        let mut letters = 0u128;
        for &letter in board {
            *counts.get_mut(usize::from(letter))? += 1;
            letters |= 1 << letter;
        }
        let occurs = (0..128u8).zip(counts).filter(|&(_, count)| count > 0);
        let mut rack = Rack { shifts: [0; 128], letters, counts: occurs.collect(), full: 0, guard: 0 };
        let mut at = 0;
        for &(letter, count) in &rack.counts {
            let bits = u32::BITS - count.leading_zeros();
            if at + bits >= u64::BITS {
                return None;
            }
            rack.shifts[usize::from(letter)] = at as u8;
            rack.full |= u64::from(count) << at;
            rack.guard |= 1 << (at + bits);
            at += bits + 1;
        }
        Some(rack)
    }

    /// What one of this letter of the board adds.
    pub(super) fn unit(&self, letter: u8) -> u64 {
        1 << self.shifts[usize::from(letter)]
    }

    /// The word of `text` that ends at `end` as counts, with its length; nothing if the board does not hold it. All its
    /// letters must be letters of the board.
    pub(super) fn take(&self, text: &[u8], end: usize) -> Option<(usize, u64)> {
        let open = self.full | self.guard;
        let mut taken = 0;
        let mut length = 0;
        for letter in text[..end].iter().rev().take_while(|letter| !letter.is_ascii_whitespace()) {
            taken += self.unit(*letter);
            length += 1;
            if (open - taken) & self.guard != self.guard {
                return None;
            }
        }
        Some((length, taken))
    }

    /// The count of each letter in `packed`, in the order of the letters.
    pub(super) fn unpack(&self, packed: u64) -> Vec<u32> {
        let digit = |&(letter, count): &(u8, u32)| {
            let bits = u32::BITS - count.leading_zeros();
            (packed >> self.unit(letter).trailing_zeros()) as u32 & ((1 << bits) - 1)
        };
        self.counts.iter().map(digit).collect()
    }
}
