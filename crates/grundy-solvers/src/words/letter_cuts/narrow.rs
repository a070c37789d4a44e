//! Texts of up to 32 letters, with vector code: both directions at once, each in two halves, then
//! the parts by their ends.
//!
//! A row of 32 bytes has an entry per letter: F(l, c) at the distinct indices where parts begin,
//! and S + B at those where parts end. The options of a part are the exclusive or of two rows and
//! K; the part has the letters with a last copy in it. A zero among the options wins, and its
//! letter is the winning move.
//!
//! **Halves.** The chains at an index depend on the text from the oldest last copy of a letter on,
//! and not on what is before it, except for S, of which only differences matter. So the second half
//! can be read without the first one: it starts at the index after which every letter of the first
//! half has its last copy. Where both meet, the difference of their S is what the rows of the
//! second half lack. That gives four texts to read in parallel.
//!
//! Memory: 32 bytes for each distinct index where a part begins or ends, 8 per part, 6 per letter.

use grundy_core::Nimber;
use grundy_simd::{
    Level, prefetch,
    recency::{self, LETTERS, Pass, Room, Row, Strand, WANTED},
};

use super::TextIndex;
use crate::support::budget::{Budget, Stopped};

/// The letters of each text that are read between two polls of the budget.
const SLICE: usize = 1 << 20;

/// The shortest text that is read in halves.
const HALVED: usize = 1 << 12;

/// A text is cut at a multiple of this.
const BLOCK: usize = 1 << 8;

/// The row of a part is prefetched this many parts ahead.
const AHEAD: usize = 16;

/// The option of a letter that a part does not have; other options are below 64.
const ABSENT: u8 = 1 << 7;

/// The values of a part's options, by letter.
pub struct OptionValues([u8; LETTERS]);

impl OptionValues {
    /// Returns the options from the rows at both ends of a part, one of them with the sum of what
    /// copies cut out between each other, and the mask of the letters that the part lacks.
    #[inline]
    pub fn new(behind: &Row, front: &Row, absent: &Row) -> OptionValues {
        let mut options = [0; LETTERS];
        for (letter, option) in options.iter_mut().enumerate() {
            *option = (behind.0[letter] ^ front.0[letter]) | absent.0[letter];
        }
        OptionValues(options)
    }

    /// Whether an option is zero.
    #[inline]
    pub fn win(&self) -> bool {
        self.0.iter().fold(false, |win, &option| win | (option == 0))
    }

    /// Returns the letters that win.
    pub fn winning(&self) -> impl Iterator<Item = usize> + '_ {
        (0..LETTERS).filter(|&letter| self.0[letter] == 0)
    }

    /// Returns the value of the part.
    #[inline]
    pub fn value(&self) -> Nimber {
        let present = self.0.iter().filter(|&&option| option < ABSENT);
        Nimber(u64::from(present.fold(0u64, |seen, option| seen | 1 << option).trailing_ones()))
    }
}

/// Visits the parts of a text whose letters are below 32, each with its number. Requires that
/// indices and numbers fit into 32 bits. Returns [`Stopped`] over a limit.
pub fn each<P: TextIndex>(
    text: &[u8],
    ranges: &[(P, P)],
    level: Level,
    budget: &mut Budget,
    mut visit: impl FnMut(usize, &OptionValues),
) -> Result<(), Stopped> {
    let mut held = Held(0);
    let (length, many) = (text.len() as u64, ranges.len() as u64);
    held.more(length * 6 + length / 2 + many * 8, budget)?;
    let mut starts = RankedSet::new(text.len());
    let mut ends = RankedSet::new(text.len());
    for &(start, end) in ranges {
        starts.add(start.place());
        ends.add(end.place());
    }
    starts.count();
    ends.count();
    held.more((starts.many() as u64 + ends.many() as u64) * size_of::<Row>() as u64, budget)?;

    let parts = by_end(text.len(), ranges);
    budget.poll()?;
    let behind = (0..text.len()).map(|place| text[place] | if ends.has(place) { WANTED } else { 0 }).collect();
    let reversed = (1..=text.len()).rev();
    let before = reversed.map(|place| text[place - 1] | if starts.has(place) { WANTED } else { 0 }).collect();
    let (all, [behind, before], second) = rows([behind, before], [ends.has(text.len()), starts.has(0)], level, budget)?;
    let (first, second) = all.split_at(second);
    let (behind, before) = (DirectionRows { rows: first, sums: behind }, DirectionRows { rows: second, sums: before });
    debug_assert_eq!((behind.rows.len(), before.rows.len()), (ends.many(), starts.many()));
    sweep(text, &parts, &ends, &behind, &starts, &before, budget, &mut visit)?;
    held.release(budget);
    Ok(())
}

/// The bytes that are held.
struct Held(u64);

impl Held {
    fn more(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), Stopped> {
        self.0 = self.0.saturating_add(bytes);
        budget.hold(bytes)
    }

    fn release(self, budget: &mut Budget) {
        budget.release(self.0);
    }
}

/// A set of indices from 0 to the end of a text, with their ranks: a bit vector with a count of the
/// bits before each word.
struct RankedSet {
    /// A bit for each index.
    bits: Vec<u64>,
    /// The number of members before each word of bits.
    before: Vec<u32>,
}

impl RankedSet {
    /// Returns the empty set of indices from 0 to `length`.
    fn new(length: usize) -> RankedSet {
        RankedSet { bits: vec![0; length / 64 + 1], before: Vec::new() }
    }

    fn add(&mut self, place: usize) {
        self.bits[place / 64] |= 1 << (place % 64);
    }

    /// Counts the members. Call it after the last insertion.
    fn count(&mut self) {
        let mut all = 0;
        self.before = Vec::with_capacity(self.bits.len() + 1);
        for bits in &self.bits {
            self.before.push(all);
            all += bits.count_ones();
        }
        self.before.push(all);
    }

    fn has(&self, place: usize) -> bool {
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// Returns the number of members below an index. Requires [`RankedSet::count`].
    fn rank(&self, place: usize) -> usize {
        let lower = self.bits[place / 64] & ((1 << (place % 64)) - 1);
        (self.before[place / 64] + lower.count_ones()) as usize
    }

    fn many(&self) -> usize {
        self.before.last().map_or(0, |&all| all as usize)
    }
}

/// The parts in the order of their ends.
struct PartsByEnd {
    /// For each index, the number of parts that end at it or before it.
    until: Vec<u32>,
    /// The start and the number of each part.
    order: Vec<(u32, u32)>,
}

/// Counting sort by the ends; parts with one end stay in the order of their numbers.
fn by_end<P: TextIndex>(length: usize, ranges: &[(P, P)]) -> PartsByEnd {
    let mut until = vec![0u32; length + 1];
    ranges.iter().for_each(|&(_, end)| until[end.place()] += 1);
    let mut all = 0;
    for many in &mut until {
        (*many, all) = (all, all + *many);
    }
    let mut order = vec![(0, 0); ranges.len()];
    for (number, &(start, end)) in (0u32..).zip(ranges) {
        let next = &mut until[end.place()];
        order[*next as usize] = (start.place() as u32, number);
        *next += 1;
    }
    PartsByEnd { until, order }
}

/// The rows of one direction, in the order in which they were read.
struct DirectionRows<'a> {
    rows: &'a [Row],
    /// S at the end.
    sums: Row,
}

/// One piece of a direction.
struct DirectionPiece<'a> {
    pass: Pass,
    text: &'a [u8],
}

impl DirectionPiece<'_> {
    /// Returns the number of rows of the piece that are wanted.
    fn marked(&self) -> usize {
        self.text.iter().filter(|&&letter| letter & WANTED != 0).count()
    }
}

/// Reads two texts; `ends` has whether the row at the end of each is wanted. Returns the rows of
/// the first, then of the second; S at the ends; and the index where the rows of the second begin.
fn rows(
    texts: [Vec<u8>; 2],
    ends: [bool; 2],
    level: Level,
    budget: &mut Budget,
) -> Result<(Vec<Row>, [Row; 2], usize), Stopped> {
    let cuts = texts.each_ref().map(|text| cut(text));
    let mut met = [Row::default(); 2];
    let [[behind, behind_second], [before, before_second]] = [0, 1].map(|at| {
        let text = &texts[at][..];
        let (first, second) = text.split_at(cuts[at].map_or(text.len(), |(_, cut)| cut));
        let mut pass = Pass::new();
        if let Some((warm, cut)) = cuts[at] {
            let text: Vec<u8> = text[warm..cut].iter().map(|letter| letter & !WANTED).collect();
            recency::read(level, &mut [Strand { pass: &mut pass, text: &text, rows: &mut Room::none() }]);
            met[at] = pass.sums();
        }
        [DirectionPiece { pass: Pass::new(), text: first }, DirectionPiece { pass, text: second }]
    });
    let mut pieces = [behind, behind_second, before, before_second];
    // The row at the end of a text belongs to the last piece that is read.
    let last = cuts.map(|cut| usize::from(cut.is_some()));
    let mut many = pieces.each_ref().map(DirectionPiece::marked);
    (0..2).for_each(|at| many[2 * at + last[at]] += usize::from(ends[at]));
    let longest = pieces.iter().map(|piece| piece.text.len()).max().unwrap_or(0);
    let mut all = recency::filled(many, |rooms| {
        for at in (0..longest).step_by(SLICE) {
            let slice = |text: &[u8]| at.min(text.len())..(at + SLICE).min(text.len());
            let strands = pieces.iter_mut().zip(&mut *rooms);
            let strands =
                strands.map(|(DirectionPiece { pass, text }, rows)| Strand { pass, text: &text[slice(text)], rows });
            let mut strands: Vec<Strand<'_, '_>> = strands.filter(|strand| !strand.text.is_empty()).collect();
            recency::read(level, &mut strands);
            budget.poll()?;
        }
        for at in (0..2).filter(|&at| ends[at]) {
            let last_piece = 2 * at + last[at];
            rooms[last_piece].push(pieces[last_piece].pass.row());
        }
        Ok::<(), Stopped>(())
    })?;
    let mut start = 0;
    let sums = [0, 1].map(|at| {
        let [first, second] = [2 * at, 2 * at + 1];
        let range = start + many[first]..start + many[first] + many[second];
        start = range.end;
        let sums = pieces[first].pass.sums();
        if cuts[at].is_none() {
            return sums;
        }
        let lack = sum(&sums, &met[at]);
        all[range].iter_mut().for_each(|row| *row = sum(row, &lack));
        sum(&pieces[second].pass.sums(), &lack)
    });
    Ok((all, sums, many[0] + many[1]))
}

/// Returns the exclusive or of two rows.
pub fn sum(a: &Row, b: &Row) -> Row {
    let mut sum = *a;
    sum.0.iter_mut().zip(&b.0).for_each(|(a, b)| *a ^= b);
    sum
}

/// Returns where to cut a text into halves of equal work, and the index from which the second must
/// be read to know what is before the cut. Returns `None` if that is too much.
fn cut(text: &[u8]) -> Option<(usize, usize)> {
    if text.len() < HALVED {
        return None;
    }
    // A row that is wanted needs the whole chain, and reading on about half of it.
    let work = |letters: &[u8]| letters.iter().map(|letter| 1 + u64::from(letter / WANTED)).sum::<u64>();
    let half = work(text) / 2;
    let mut done = 0;
    let blocks = text.chunks(BLOCK).take_while(|block| {
        done += work(block);
        done <= half
    });
    let cut = blocks.count() * BLOCK;
    let bit = |letter: u8| 1u32 << (letter & !WANTED);
    let mut missing = text[..cut].iter().fold(0, |seen, &letter| seen | bit(letter));
    let start = text[cut - cut / 4..cut].iter().rposition(|&letter| {
        missing &= !bit(letter);
        missing == 0
    });
    Some((cut - cut / 4 + start?, cut))
}

/// Visits the parts by their ends.
#[expect(clippy::too_many_arguments, reason = "two directions with their places, rows, and the parts")]
fn sweep(
    text: &[u8],
    parts: &PartsByEnd,
    ends: &RankedSet,
    behind: &DirectionRows<'_>,
    starts: &RankedSet,
    before: &DirectionRows<'_>,
    budget: &mut Budget,
    visit: &mut impl FnMut(usize, &OptionValues),
) -> Result<(), Stopped> {
    // For each letter, the index after its last copy; zero before the first copy.
    let mut last = [0u32; LETTERS];
    // The least of these except for zeros, and its letter.
    let mut oldest = (0, None);
    let mut unseen = Row([ABSENT; LETTERS]);
    let mut next = 0;
    // The rows of the reversed text are in the opposite order.
    let row_of = |start: u32| starts.many() - 1 - starts.rank(start as usize);
    // The rows of the next parts.
    let mut coming = [0; AHEAD];
    for (row, &(start, _)) in coming.iter_mut().zip(&parts.order) {
        *row = row_of(start);
        prefetch(before.rows, *row);
    }
    for (end, &until) in parts.until.iter().enumerate() {
        if next < until as usize {
            let back = sum(&behind.rows[ends.rank(end)], &before.sums);
            for at in next..until as usize {
                let front = &before.rows[coming[at % AHEAD]];
                if let Some(&(start, _)) = parts.order.get(at + AHEAD) {
                    let row = row_of(start);
                    coming[at % AHEAD] = row;
                    prefetch(before.rows, row);
                }
                let (start, number) = parts.order[at];
                let recent;
                let lacking = if start < oldest.0 {
                    &unseen
                } else {
                    recent = absent(&last, start);
                    &recent
                };
                visit(number as usize, &OptionValues::new(&back, front, lacking));
            }
            next = until as usize;
        }
        let Some(&letter) = text.get(end) else { continue };
        let index = usize::from(letter);
        let fresh = last[index] == 0;
        last[index] = end as u32 + 1;
        unseen.0[index] = 0;
        if fresh || oldest.1 == Some(letter) {
            oldest = least(&last);
        }
        if end % SLICE == 0 {
            budget.poll()?;
        }
    }
    Ok(())
}

/// Returns the mask of the letters that a part from `start` lacks; `last` has the index after each
/// letter's last copy.
#[inline]
pub fn absent(last: &[u32; LETTERS], start: u32) -> Row {
    Row(last.map(|last| if last > start { 0 } else { ABSENT }))
}

/// Returns the least entry that is not zero, and its letter.
fn least(last: &[u32; LETTERS]) -> (u32, Option<u8>) {
    // Zero minus one is the largest number, so letters without a copy never come first.
    let before = last.map(|last| last.wrapping_sub(1));
    let least = before.iter().fold(u32::MAX, |least, &entry| least.min(entry));
    let letter = before.iter().position(|&entry| entry == least).filter(|_| least < u32::MAX);
    letter.map_or((0, None), |letter| (least + 1, Some(letter as u8)))
}

#[cfg(test)]
mod tests {
    use super::{super::wide, *};
    use fastrand::Rng;

    /// Every level compared with the plain twin, on texts long enough for halves, with letters of
    /// any frequency.
    #[test]
    fn levels_and_halves_agree_with_the_plain_twin() {
        let mut random = Rng::with_seed(5);
        let mut below = |end: usize| (random.u64(..) % end as u64) as usize;
        for round in 0..160 {
            let letters = 1 + round % LETTERS;
            let length = if round % 4 == 0 { HALVED + below(2000) } else { below(600) };
            let mut text: Vec<u8> = (0..length)
                .map(|_| {
                    let bound = if round % 3 == 0 { 1 + below(letters) } else { letters };
                    below(bound) as u8
                })
                .collect();
            if round % 8 == 0 && round > 80 && letters > 1 {
                // A letter only at the very front: the second half cannot be read alone.
                text.iter_mut().skip(1).for_each(|letter| *letter = (*letter).max(1));
                text[0] = 0;
            }
            let ranges: Vec<(usize, usize)> = (0..below(3 * length + 2))
                .map(|_| {
                    let start = below(length + 1);
                    let most = if below(2) == 0 { length - start } else { (length - start).min(40) };
                    (start, start + below(most + 1))
                })
                .collect();
            let plain: Vec<usize> = text.iter().map(|&letter| usize::from(letter)).collect();
            let expected = wide::values(&plain, letters, &ranges, &mut Budget::new()).expect("no limit is near");
            for level in Level::all() {
                let mut budget = Budget::new();
                let mut visited = 0;
                each(&text, &ranges, level, &mut budget, |part, options| {
                    visited += 1;
                    assert_eq!(options.value(), expected[part], "{level:?}: {:?}, {letters} letters", ranges[part]);
                    assert_eq!(options.win(), expected[part] != Nimber::ZERO);
                })
                .expect("no limit is near");
                assert_eq!(visited, ranges.len());
                assert_eq!(budget.progress().bytes, 0);
            }
        }
    }
}
