//! The layout of the positions of a bag in a table of bits, and what it costs to fill it.
//!
//! A position is a mixed radix number, whose digits are the counts of the letters. The digits of
//! some letters together give a bit of a lane (at most 64), those of others a lane of a block (at
//! most 8), and all others the block. The last of these is the row letter, whose blocks are filled
//! together. A word without letters of the block number has to be tried in every block; other words
//! only in blocks that have those letters. So the letters inside a block should be those that few
//! words use, and they should fill the block well. The choice changes the time by up to a factor of
//! five.
//!
//! Cost: at most `MOST_SETS` sets for bits and for each of the `BEST_SETS` best as many for lanes,
//! each compared on `SAMPLE` words.

/// The part of the address to which the digit of a letter belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressPart {
    /// None: no move takes the letter.
    Stays,
    /// The number of the bit; with what one of the letter adds to it.
    Bit(usize),
    /// The number of the lane.
    Lane(usize),
    /// The number of the block.
    Block(usize),
}

/// A layout.
#[derive(Clone, Debug)]
pub(super) struct DigitLayout {
    /// For each letter of the bag, its part of the address.
    pub(super) places: Vec<AddressPart>,
    /// The number of bits in use.
    pub(super) bits: usize,
    /// The number of lanes in use.
    pub(super) lanes: usize,
    /// The number of blocks.
    pub(super) blocks: usize,
    /// The letters of the block number, the leading one first and the row letter last.
    pub(super) high: Vec<usize>,
    /// The expected number of pairs of a block and a word that are tried in it.
    pub(super) pairs: f64,
}

/// The words of the sample by which layouts are compared.
const SAMPLE: usize = 96;

/// The most sets of letters that are tried for bits.
const MOST_SETS: usize = 4000;

/// The number of the best of these sets, for which lanes are tried.
const BEST_SETS: usize = 8;

impl DigitLayout {
    /// Returns the cheapest layout found for a bag with these counts and moves; `None` if it has
    /// too many positions to be numbered.
    pub(super) fn new(counts: &[u32], takes: &[Vec<u32>]) -> Option<DigitLayout> {
        let uses = |letter: usize| takes.iter().filter(|take| take[letter] > 0).count();
        let mut used: Vec<(usize, usize)> = (0..counts.len()).map(|letter| (uses(letter), letter)).collect();
        used.retain(|&(uses, _)| uses > 0);
        used.sort_unstable();
        let mut letters: Vec<usize> = used.into_iter().map(|(_, letter)| letter).collect();
        // Of several letters that fill a row well, the one that most words have.
        let row = (0..letters.len()).max_by_key(|&at| (counts[letters[at]].min(7), at)).map(|at| letters.remove(at));
        if letters.len() > u64::BITS as usize {
            return None;
        }
        let scale = Scale::new(counts, takes, &letters, row);
        let (bits, lanes) = scale.best();
        let chosen =
            |set: u64| letters.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, &letter)| letter);
        let mut places = vec![AddressPart::Stays; counts.len()];
        let (mut low, mut mid, mut blocks) = (1, 1, 1usize);
        for letter in chosen(bits) {
            places[letter] = AddressPart::Bit(low);
            low *= counts[letter] as usize + 1;
        }
        for letter in chosen(lanes) {
            places[letter] = AddressPart::Lane(mid);
            mid *= counts[letter] as usize + 1;
        }
        // The letters that most words have come first, so that lists are short early.
        let mut high: Vec<usize> = chosen(!(bits | lanes)).collect();
        high.reverse();
        high.extend(row);
        for &letter in high.iter().rev() {
            places[letter] = AddressPart::Block(blocks);
            blocks = blocks.checked_mul(counts[letter] as usize + 1)?;
        }
        let pairs = scale.alive(bits | lanes) * takes.len() as f64 * blocks as f64;
        Some(DigitLayout { places, bits: low, lanes: mid, blocks, high, pairs })
    }

    /// Returns the number of positions. A product of floating point numbers, since it may be over
    /// 2^64 before it is refused.
    pub(super) fn states(&self) -> f64 {
        self.bits as f64 * self.lanes as f64 * self.blocks as f64
    }
}

/// Compares layouts by a sample of the words.
struct Scale {
    /// For each word and letter, the share of the counts that suffice for the word.
    shares: Vec<Vec<f64>>,
    /// The same for the row letter.
    row: Vec<f64>,
    /// The radix of each letter.
    radices: Vec<usize>,
}

impl Scale {
    fn new(counts: &[u32], takes: &[Vec<u32>], letters: &[usize], row: Option<usize>) -> Scale {
        let step = takes.len().div_ceil(SAMPLE).max(1);
        let share = |take: &[u32], letter: usize| 1.0 - f64::from(take[letter]) / (f64::from(counts[letter]) + 1.0);
        let some = || takes.iter().step_by(step);
        Scale {
            shares: some().map(|take| letters.iter().map(|&letter| share(take, letter)).collect()).collect(),
            row: some().map(|take| row.map_or(1.0, |row| share(take, row))).collect(),
            radices: letters.iter().map(|&letter| (counts[letter] as usize).saturating_add(1)).collect(),
        }
    }

    /// Returns the share of the pairs of block and word that are tried if the letters of this set
    /// are inside the block. A word is tried in a block if the counts of the block have its letters
    /// there; the counts are taken to be uniform and independent, so the shares of letters
    /// multiply.
    fn alive(&self, inside: u64) -> f64 {
        let outside: Vec<usize> = (0..self.radices.len()).filter(|at| inside >> at & 1 == 0).collect();
        let words = self.shares.iter().zip(&self.row);
        let each = words.map(|(shares, row)| outside.iter().fold(*row, |share, &at| share * shares[at]));
        each.sum::<f64>() / self.shares.len().max(1) as f64
    }

    /// Returns the letters of bits and those of lanes. Bits should be used well, so only sets that
    /// fill at least 80 of 100 of the fullest are compared, and for lanes 75 of 100. The cost is
    /// the number of tries per position.
    fn best(&self) -> (u64, u64) {
        let mut low = self.sets(0, 64);
        let fullest = low.iter().map(|&(product, _)| product).max().unwrap_or(1);
        low.retain(|&(product, _)| 10 * product >= 8 * fullest);
        let cost = |&(product, set): &(usize, u64)| self.alive(set) / product as f64;
        let mut low: Vec<(f64, usize, u64)> = low.iter().map(|entry| (cost(entry), entry.0, entry.1)).collect();
        low.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = (f64::INFINITY, 0, 0);
        for &(_, product, bits) in low.iter().take(BEST_SETS) {
            let mut mid = self.sets(bits, 8);
            let fullest = mid.iter().map(|&(product, _)| product).max().unwrap_or(1);
            mid.retain(|&(product, _)| 4 * product >= 3 * fullest);
            for (lanes, set) in mid {
                let cost = self.alive(bits | set) / (product * lanes) as f64;
                if cost < best.0 {
                    best = (cost, bits, set);
                }
            }
        }
        (best.1, best.2)
    }

    /// Returns sets of letters outside of `taken` whose radices multiply to at most `most`, with
    /// their product; those of letters that few words use come first. At most `MOST_SETS`; sets are
    /// bits by the index of the letter.
    fn sets(&self, taken: u64, most: usize) -> Vec<(usize, u64)> {
        let mut all = vec![(1, 0)];
        for (at, &radix) in self.radices.iter().enumerate().filter(|(at, _)| taken >> at & 1 == 0) {
            for index in 0..all.len() {
                let (product, set): (usize, u64) = all[index];
                let larger = product.saturating_mul(radix);
                if larger <= most && all.len() < MOST_SETS {
                    all.push((larger, set | 1 << at));
                }
            }
        }
        all
    }
}
