//! Texts of any number of letters, plainly: the reference for the vector code, and the method for
//! over 32 letters.

use grundy_core::{MexSet, Nimber};

use super::TextIndex;
use crate::support::budget::{Budget, Reason, Stopped};

/// Returns the value of each part of a text whose letters are below `letters`. Requires that the
/// parts are in the text.
pub fn values<P: TextIndex>(
    text: &[usize],
    letters: usize,
    ranges: &[(P, P)],
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    let mut values = vec![Nimber::ZERO; ranges.len()];
    each(text, letters, ranges, budget, |part, value, _| values[part] = value)?;
    Ok(values)
}

/// Visits the parts of a text whose letters are below `letters`, each with its number, its value
/// and its options by letter. Requires that the parts are in the text. Returns [`Stopped`] over a
/// limit.
///
/// For each index of the text in turn: the chain there, the parts that end there, and then the
/// letter is read. Cost: for each index half the square of the letters since the earliest start of
/// a part that ends there, and of those that reading the letter needs.
pub fn each<P: TextIndex>(
    text: &[usize],
    letters: usize,
    ranges: &[(P, P)],
    budget: &mut Budget,
    mut visit: impl FnMut(usize, Nimber, &[(usize, u32)]),
) -> Result<(), Stopped> {
    let ranges: Vec<(usize, usize)> = ranges.iter().map(|&(start, end)| (start.place(), end.place())).collect();
    let ranges = &ranges[..];
    let ending_at = by_end(ranges, text.len(), budget)?;
    let starts = Starts::new(text, letters, ranges, budget)?;

    let mut chains = Chains::new(letters, budget)?;
    let mut seen = MexSet::new();
    let mut options = Vec::new();
    for (place, ending) in ending_at.iter().enumerate() {
        let first = ending.iter().map(|&part| ranges[part].0).min();
        chains.find(first.map_or(0, |first| chains.newer(first)), text.get(place).copied(), budget)?;
        for &part in ending {
            let (start, _) = ranges[part];
            seen.clear();
            options.clear();
            for rank in 0..chains.newer(start) {
                let letter = chains.order[rank];
                let front = starts.row(start).map_or(0, |row| row[letter]);
                let option = front ^ starts.between[letter] ^ chains.back[rank];
                options.push((letter, option));
                seen.insert(Nimber(u64::from(option)));
            }
            visit(part, seen.mex(), &options);
        }
        if let Some(&letter) = text.get(place) {
            chains.read(letter, place);
        }
    }
    budget.release(chains.bytes + starts.bytes);
    Ok(())
}

/// Returns for each index of a text of that length the parts that end there.
fn by_end(ranges: &[(usize, usize)], length: usize, budget: &mut Budget) -> Result<Vec<Vec<usize>>, Stopped> {
    budget.hold(32 * (length as u64 + 1 + ranges.len() as u64))?;
    let mut parts = vec![Vec::new(); length + 1];
    ranges.iter().enumerate().for_each(|(part, &(_, end))| parts[end].push(part));
    Ok(parts)
}

/// F(l, c) for each index l where a part begins, and K(c).
struct Starts {
    /// The number of letters, which is the length of a row.
    letters: usize,
    /// For each index, its row in `fronts`, if a part begins there.
    places: Vec<Option<usize>>,
    /// F(l, c) at `row * letters + c`.
    fronts: Vec<u32>,
    /// K(c) for each letter.
    between: Vec<u32>,
    /// The memory, which the caller releases.
    bytes: u64,
}

impl Starts {
    /// One pass over the reversed text, with chains as deep as the longest part from each index
    /// needs.
    fn new(text: &[usize], letters: usize, ranges: &[(usize, usize)], budget: &mut Budget) -> Result<Starts, Stopped> {
        let length = text.len();
        let mut farthest: Vec<Option<usize>> = vec![None; length + 1];
        for &(start, end) in ranges {
            farthest[start] = farthest[start].max(Some(end));
        }
        let mut rows = 0;
        let places: Vec<Option<usize>> = farthest
            .iter()
            .map(|end| {
                end.map(|_| {
                    rows += 1;
                    rows - 1
                })
            })
            .collect();
        let bytes = (rows as u64).saturating_mul(4 * letters as u64).saturating_add(32 * (length as u64 + 1));
        budget.hold(bytes)?;
        let mut fronts = vec![0; rows * letters];
        let mut chains = Chains::new(letters, budget)?;
        for place in (0..=length).rev() {
            // In the reversed text, the letters before `place` are those from it on, and index p is
            // length - 1 - p.
            let depth = farthest[place].map_or(0, |end| chains.newer(length - end));
            chains.find(depth, place.checked_sub(1).map(|next| text[next]), budget)?;
            if let Some(row) = places[place] {
                for rank in 0..depth {
                    fronts[row * letters + chains.order[rank]] = chains.back[rank];
                }
            }
            if let Some(next) = place.checked_sub(1) {
                chains.read(text[next], length - place);
            }
        }
        budget.release(chains.bytes);
        Ok(Starts { letters, places, fronts, between: chains.sums, bytes })
    }

    /// Returns F(l, c) for every letter c of a part from l.
    fn row(&self, start: usize) -> Option<&[u32]> {
        let row = self.places[start]?;
        Some(&self.fronts[row * self.letters..][..self.letters])
    }
}

/// The text up to an index: the letters by their last copies, and the chain there.
struct Chains {
    /// The number of letters.
    letters: usize,
    /// The letters read, the latest first.
    order: Vec<usize>,
    /// The index of the last copy of each letter read.
    last: Vec<usize>,
    /// S at the last copy of each letter; zero for a letter that was not read.
    sums: Vec<u32>,
    /// T(d, c) in row c.
    table: Vec<u32>,
    /// B(k) for as many k as were computed.
    chain: Vec<u32>,
    /// B(k) + S(qk): the last two terms of (1).
    back: Vec<u32>,
    /// Room for the values of options.
    seen: MexSet,
    /// The memory, which the caller releases.
    bytes: u64,
}

impl Chains {
    fn new(letters: usize, budget: &mut Budget) -> Result<Chains, Stopped> {
        let size = letters.checked_mul(letters).ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
        let bytes = (size as u64).saturating_mul(4).saturating_add(32 * letters as u64);
        budget.hold(bytes)?;
        Ok(Chains {
            letters,
            order: Vec::with_capacity(letters),
            last: vec![0; letters],
            sums: vec![0; letters],
            table: vec![0; size],
            chain: Vec::with_capacity(letters),
            back: Vec::with_capacity(letters),
            seen: MexSet::new(),
            bytes,
        })
    }

    /// Returns the number of letters with their last copy at this index or later.
    fn newer(&self, place: usize) -> usize {
        self.order.partition_point(|&letter| self.last[letter] >= place)
    }

    /// Computes the chain: `depth` entries, and those that reading `next` needs.
    fn find(&mut self, depth: usize, next: Option<usize>, budget: &mut Budget) -> Result<(), Stopped> {
        let rank = |letter| self.order.iter().position(|&other| other == letter);
        let needed = next.map_or(0, |letter| rank(letter).map_or(self.order.len(), |rank| rank + 1));
        self.chain.clear();
        self.back.clear();
        for k in 0..depth.max(needed) {
            budget.charge(1 + (k / 32) as u32)?;
            let letter = self.order[k];
            let value = self.mex(letter);
            self.chain.push(value);
            self.back.push(value ^ self.sums[letter]);
        }
        Ok(())
    }

    /// Returns B(k) for the letter of rank k. Requires that the chain is known up to there.
    fn mex(&mut self, letter: usize) -> u32 {
        let row = &self.table[letter * self.letters..][..self.letters];
        let options = self.order.iter().zip(&self.back).map(|(&newer, back)| row[newer] ^ back);
        // Values are at most the number of letters, so with less than 64 letters every exclusive or
        // is below 64.
        if self.letters < 64 {
            return options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones();
        }
        self.seen.clear();
        options.for_each(|value| self.seen.insert(Nimber(u64::from(value))));
        u32::try_from(self.seen.mex().0).expect("there are as many options as letters, whose table fits into memory")
    }

    /// Reads the next letter. Requires that the chain has the entries that this needs.
    ///
    /// S of the letter grows by the chain's entry for it, the letter moves to the front of the
    /// order, and T(x, c) changes for the letters c that were more recent than x (all letters if x
    /// is new).
    fn read(&mut self, letter: usize, place: usize) {
        let newer = match self.order.iter().position(|&other| other == letter) {
            Some(rank) => {
                self.sums[letter] ^= self.chain[rank];
                self.order[..=rank].rotate_right(1);
                rank
            }
            None => {
                self.order.insert(0, letter);
                self.order.len() - 1
            }
        };
        for (other, value) in self.order[1..=newer].iter().zip(&self.chain) {
            self.table[other * self.letters + letter] = value ^ self.sums[letter];
        }
        self.last[letter] = place;
    }
}
