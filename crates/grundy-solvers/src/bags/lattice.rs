//! The values of one bag and of every bag that is reachable from it.
//!
//! The counts of the letters that some fitting move takes are digits of a mixed radix number, which
//! identifies a position; the other letters do not change. A move subtracts the same amount from
//! every number that it applies to, so in ascending order all options of a position come before it.
//! The moves that apply are filtered from the leading digit to the last: a list for each digit,
//! filtered again only if that digit has changed.
//!
//! Cost: a filtering step for each word that passes the digits before one that changes, and a
//! lookup for each position and fitting word. Memory: one to eight bytes per position, by the bound
//! on values: the lesser of the number of letters and of moves. Limits: the positions must fit into
//! memory; with 64 moves or more, values are collected in a set (`MexSet`) instead of a word of
//! bits.

use grundy_core::{MexSet, Nimber};
use grundy_games::{Bag, Ending};

use crate::support::{
    budget::{Budget, Reason, Stopped},
    packed::{EntryWidth, PackedArray, PackedCell},
};

/// The moves of a bag, and what ends the game: counts for each letter of the bag, in its order.
pub(super) struct BagMoves<'a> {
    /// What each move takes.
    pub(super) takes: Vec<Vec<u32>>,
    /// The condition that ends the game.
    pub(super) until: Option<&'a Ending>,
    /// The words of `until it contains ..` that fit.
    pub(super) ends: Vec<Vec<u32>>,
}

/// The values of the positions of one bag.
pub(super) struct Lattice {
    /// The bag, which has the greatest number.
    bag: Bag,
    /// For each letter of the bag, what one of it adds to the number of a position; `None` for a
    /// letter that does not change.
    strides: Vec<Option<usize>>,
    /// Whether the letters that do not change matter for the ending.
    strict: bool,
    /// The value of each position, by its number.
    values: PackedArray,
}

/// A digit: the index of its letter in the bag, and its greatest value.
struct LatticeDigit {
    /// The index of its letter in the bag.
    letter: usize,
    /// Its greatest value.
    most: u32,
}

impl Lattice {
    /// Computes the values. Returns [`Stopped`] over a limit.
    ///
    /// A product of radices that does not fit into the machine's words is reported as too much
    /// memory.
    pub(super) fn new(bag: &Bag, moves: &BagMoves<'_>, budget: &mut Budget) -> Result<Lattice, Stopped> {
        let digits = digits(bag, &moves.takes);
        let mut strides = vec![None; bag.counts().len()];
        let mut states = 1usize;
        for digit in digits.iter().rev() {
            strides[digit.letter] = Some(states);
            let radix = digit.most as usize + 1;
            states = states.checked_mul(radix).ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
        }
        let width = EntryWidth::holding(bag.size().min(moves.takes.len() as u64));
        budget.hold((states as u64).saturating_mul(width.bytes()))?;
        let mut values = width.zeros(states);
        let mut sweep = LatticeSweep::new(bag, moves, &digits, &strides, budget)?;
        match &mut values {
            PackedArray::One(values) => sweep.fill(values, budget)?,
            PackedArray::Two(values) => sweep.fill(values, budget)?,
            PackedArray::Four(values) => sweep.fill(values, budget)?,
            PackedArray::Eight(values) => sweep.fill(values, budget)?,
        }
        budget.release(sweep.bytes);
        Ok(Lattice { bag: bag.clone(), strides, strict: moves.until.is_some(), values })
    }

    /// Returns the number of positions.
    pub(super) fn count(&self) -> u64 {
        self.values.len() as u64
    }

    /// Returns the value of this bag, if it is in the lattice. A letter that does not change is
    /// read only if the game may end by it: otherwise bags with any count of it up to that of the
    /// start have equal values.
    pub(super) fn value(&self, bag: &Bag) -> Option<Nimber> {
        let mut letters = self.bag.counts().iter().zip(&self.strides);
        let mut number = 0;
        let mut stayed = 0;
        for &(letter, count) in bag.counts() {
            let (&(_, most), stride) = letters.find(|((known, _), _)| *known == letter)?;
            match stride {
                _ if count > most => return None,
                Some(stride) => number += count as usize * stride,
                None => stayed += usize::from(count == most),
            }
        }
        let all = self.strides.iter().filter(|stride| stride.is_none()).count();
        if self.strict && stayed < all { None } else { self.values.get(number) }
    }

    /// Returns the bag and the value of each number. In ascending order of the numbers.
    pub(super) fn each(&self) -> impl Iterator<Item = (Bag, Nimber)> + '_ {
        (0..self.values.len()).filter_map(|number| {
            let counts = self.bag.counts().iter().zip(&self.strides).map(|(&(letter, most), stride)| {
                // At most `most`.
                let count = stride.map_or(most, |stride| (number / stride % (most as usize + 1)) as u32);
                (letter, count)
            });
            Some((Bag::counted(counts), self.values.get(number)?))
        })
    }
}

/// Returns the letters that moves take, those of most moves first: they shorten the lists if there
/// are few of them.
fn digits(bag: &Bag, takes: &[Vec<u32>]) -> Vec<LatticeDigit> {
    let uses = |letter: usize| takes.iter().filter(|take| take[letter] > 0).count();
    let mut used: Vec<(usize, LatticeDigit)> = bag
        .counts()
        .iter()
        .enumerate()
        .map(|(letter, &(_, most))| (uses(letter), LatticeDigit { letter, most }))
        .filter(|&(uses, _)| uses > 0)
        .collect();
    used.sort_by_key(|&(uses, _)| std::cmp::Reverse(uses));
    used.into_iter().map(|(_, digit)| digit).collect()
}

/// Letter counts that are filtered to those that fit into a position, digit by digit.
struct CountSieve {
    /// For each digit, what each entry needs of it.
    needs: Vec<Vec<u32>>,
    /// For each number of leading digits, the entries that fit them.
    fitting: Vec<Vec<u32>>,
}

impl CountSieve {
    fn new(all: &[Vec<u32>], digits: &[LatticeDigit]) -> CountSieve {
        let needs = digits.iter().map(|digit| all.iter().map(|counts| counts[digit.letter]).collect()).collect();
        let mut fitting = vec![Vec::with_capacity(all.len()); digits.len() + 1];
        fitting[0] = (0..all.len() as u32).collect();
        CountSieve { needs, fitting }
    }

    /// Returns the bytes of a sieve. Both tables have a `u32` per entry and digit.
    fn bytes(all: usize, digits: usize) -> u64 {
        8 * (all as u64).saturating_mul(digits as u64 + 1)
    }

    /// Keeps, of the entries that fit the digits before this one, those that need at most `value`
    /// of it. Requires that the lists of the digits before are current.
    fn narrow(&mut self, digit: usize, value: u32) {
        let needs = &self.needs[digit];
        let (before, after) = self.fitting.split_at_mut(digit + 1);
        after[0].clear();
        after[0].extend(before[digit].iter().copied().filter(|&entry| needs[entry as usize] <= value));
    }

    /// Returns the entries that fit all digits.
    fn last(&self) -> &[u32] {
        self.fitting.last().expect("there is a list for no digits")
    }
}

/// One pass over all positions in ascending order.
struct LatticeSweep<'a> {
    /// The ending, if the rules have one.
    until: Option<&'a Ending>,
    /// The counts of the letters that do not change.
    stay: Vec<u32>,
    /// The greatest digits.
    most: Vec<u32>,
    /// The digits of the current position.
    now: Vec<u32>,
    /// What each move subtracts from the number of a position.
    offsets: Vec<usize>,
    /// The moves, filtered digit by digit to those that fit into the current position.
    moves: CountSieve,
    /// The words that end the game, in the same form.
    ends: CountSieve,
    /// The memory of both sieves, which the caller releases.
    bytes: u64,
}

/// The work between two polls of the clock, in moves.
const STRIDE: usize = 1 << 18;

impl<'a> LatticeSweep<'a> {
    fn new(
        bag: &Bag,
        moves: &BagMoves<'a>,
        digits: &[LatticeDigit],
        strides: &[Option<usize>],
        budget: &mut Budget,
    ) -> Result<LatticeSweep<'a>, Stopped> {
        let bytes = CountSieve::bytes(moves.takes.len() + moves.ends.len(), digits.len());
        budget.hold(bytes)?;
        let offset = |take: &Vec<u32>| {
            let used = take.iter().zip(strides).filter_map(|(&count, stride)| Some(count as usize * (*stride)?));
            used.sum()
        };
        let letters = bag.counts().iter().zip(strides);
        Ok(LatticeSweep {
            until: moves.until,
            stay: letters.filter(|(_, stride)| stride.is_none()).map(|(&(_, count), _)| count).collect(),
            most: digits.iter().map(|digit| digit.most).collect(),
            now: vec![0; digits.len()],
            offsets: moves.takes.iter().map(offset).collect(),
            moves: CountSieve::new(&moves.takes, digits),
            ends: CountSieve::new(&moves.ends, digits),
            bytes,
        })
    }

    /// The first digit that has changed decides which lists are filtered again: only those from
    /// there on. With fewer than 64 moves the mex is below 64 and a word of bits holds the set of
    /// values; every value that occurs is below 64 then.
    fn fill<V: PackedCell>(&mut self, values: &mut [V], budget: &mut Budget) -> Result<(), Stopped> {
        let small = self.offsets.len() < 64;
        let mut large = MexSet::new();
        let mut changed = 0;
        let mut work = 0;
        for number in 0..values.len() {
            for digit in changed..self.now.len() {
                self.moves.narrow(digit, self.now[digit]);
                self.ends.narrow(digit, self.now[digit]);
                work += self.moves.fitting[digit].len() + self.ends.fitting[digit].len();
            }
            if !self.over() {
                let offsets = self.moves.last().iter().map(|&entry| self.offsets[entry as usize]);
                let options = offsets.map(|offset| values[number - offset]);
                values[number] = V::pack(if small {
                    u64::from(options.fold(0u64, |seen, value| seen | 1 << value.unpack()).trailing_ones())
                } else {
                    large.clear();
                    options.for_each(|value| large.insert(Nimber(value.unpack())));
                    large.mex().0
                });
            }
            changed = step(&mut self.now, &self.most);
            budget.solved(1)?;
            if work > STRIDE {
                work = 0;
                budget.poll()?;
            }
        }
        Ok(())
    }

    /// Whether the game is over at this position.
    fn over(&self) -> bool {
        let Some(until) = self.until else { return false };
        match until {
            Ending::Contains(_) => !self.ends.last().is_empty(),
            _ => is_over(until, self.now.iter().chain(&self.stay).map(|&count| u64::from(count))),
        }
    }
}

/// Advances a mixed radix number with the greatest digits `most` by one; returns the first digit
/// that changes.
pub(super) fn step(now: &mut [u32], most: &[u32]) -> usize {
    let mut digit = now.len();
    while let Some(before) = digit.checked_sub(1) {
        digit = before;
        if now[digit] < most[digit] {
            now[digit] += 1;
            break;
        }
        now[digit] = 0;
    }
    digit
}

/// Returns what [`Ending::holds_of_bag`] returns for a bag with these counts, without making the
/// bag. Only for endings that depend on counts.
pub(super) fn is_over(until: &Ending, mut counts: impl Iterator<Item = u64>) -> bool {
    match until {
        Ending::Distinct => counts.all(|count| count <= 1),
        Ending::LengthAtMost(most) => counts.sum::<u64>() <= *most,
        Ending::DistinctAtMost(most) => counts.filter(|&count| count > 0).count() as u64 <= *most,
        Ending::EachAtMost(most) => counts.all(|count| count <= *most),
        Ending::AnagramOfPalindrome => counts.filter(|count| count % 2 == 1).count() <= 1,
        Ending::EndsWith(_) | Ending::Increasing | Ending::Contains(_) => false,
    }
}
