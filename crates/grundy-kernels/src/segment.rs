//! Words of which a move cuts out every copy of one letter, as in Codeforces 1037G: the value of many parts of one text.
//!
//! Let g(l, r) be the value of the part from l up to, not including, r. A move picks a letter c of it, which stands at
//! p1 < .. < pm there, and leaves g(l, p1), g(p1 + 1, p2), .., g(pm + 1, r). For a place p of letter c let S(p) be the
//! sum of what the copies of c up to p cut out between each other: zero at the first copy in the text, and
//! S(p') = S(p) + g(p + 1, p') for the next copy p'. Sums are nim-sums, so x + x = 0, and the move leaves
//!
//! ```text
//! g(l, p1) + S(p1) + S(pm) + g(pm + 1, r)                                                                   (1)
//! ```
//!
//! **Chains.** Fix r, and let d0, d1, .. be the letters before r, the one seen last first, with their last places
//! q0 > q1 > ... Let B(k) = g(qk + 1, r). This part has just the letters d0 .. d(k-1), and the last copy of dj in it is
//! qj. By (1), B(k) = mex over j < k of T(dj, dk) + S(qj) + B(j), where T(d, c) = g(q + 1, p) + S(p) for the last place
//! q of c and the first place p of d behind it. So the whole chain B(0), B(1), .. follows from T and S in one pass.
//!
//! **Reading a letter.** Let x stand at i, and take the chain for r = i. S(i) = S(q) + g(q + 1, i), and g(q + 1, i) is
//! the chain's entry for x, where q is the last place of x so far; S(i) = 0 if there is none. T(x, c) changes just for
//! the letters c seen after q, since i is now the first x behind their last places: it becomes g(last c + 1, i) + S(i),
//! again an entry of the chain. T(c, x) is needed only where c comes after i, and each such c sets it when it comes.
//! So only the entries for letters seen after the last x are needed, and x itself.
//!
//! **Parts.** In (1) let F(l, c) = g(l, p1) + S'(p1), with S' as S but summed from the end of the text. F is an entry of
//! a chain of the text read backwards, and S(p) + S'(p) = K(c) is the same at every copy of c: all that copies of c cut
//! out between each other. So (1) is F(l, c) + K(c) + S(pm) + g(pm + 1, r), of which the last two are the chain's at r,
//! and g(l, r) is the mex of that over the letters c with a last place of l or behind.
//!
//! Cost: for each letter of the text and each end of a part the square of the number of letters seen since, halved: cheap
//! steps. Memory: a matrix of the distinct letters, and a row of them for each place where a part begins. Values are at
//! most the number of distinct letters, since each move uses one up. Source: the problem is by Codeforces users; that
//! one matrix takes the place of a table over all places is our own.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    ops::ControlFlow,
    sync::Arc,
};

use grundy_cert::{Answer, Book, Claim, Solution};
use grundy_core::{Fault, MexSet, Nimber};
use grundy_rules::{Ask, Board, Component, Gap, Play, Query, RowMove};
use rustc_hash::FxHashMap;

use crate::{Budget, Estimate, Kernel, Reason, Refusal, Scope, Stopped};

/// Up to so many parts of all words together are recorded for the checker.
const MOST_PARTS: u64 = 1 << 14;

/// Follows the chains of a text.
pub struct Segments;

impl Kernel for Segments {
    fn name(&self) -> &'static str {
        "segment"
    }

    fn scope(&self) -> Scope {
        Scope { plays: &[Play::Normal], asks: &[Ask::Value] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let mut estimate = Estimate::default();
        for word in read(query)? {
            let mut letters: Vec<char> = word.chars().collect();
            let length = letters.len() as f64;
            letters.sort_unstable();
            letters.dedup();
            let distinct = letters.len() as f64;
            estimate.bytes += 4.0 * distinct * distinct + 16.0 * length;
            let parts = length * (length + 1.0) / 2.0;
            if parts <= MOST_PARTS as f64 {
                estimate.positions += parts;
                estimate.bytes += parts * (96.0 + 4.0 * length);
                estimate.nanoseconds += parts * 100.0;
            }
            estimate.nanoseconds += 200.0 + length * distinct * distinct.max(5.0);
        }
        Ok(estimate)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let words = read(query).expect("assess has accepted the query");
        let parts = words
            .iter()
            .map(|word| word.chars().count() as u64)
            .fold(0u64, |sum, length| sum.saturating_add(length.saturating_mul(length.saturating_add(1)) / 2));
        let mut known: HashMap<Component, Nimber> = HashMap::new();
        for word in &words {
            if parts <= MOST_PARTS {
                record(word, &mut known, budget)?;
            }
            let component = Component::Row(word.to_string());
            if let Entry::Vacant(entry) = known.entry(component) {
                entry.insert(whole(word, budget)?);
            }
        }
        let values = words.iter().map(|word| known[&Component::Row(word.to_string())]);
        let answer = Answer::Value(values.sum());
        let claim = match parts {
            0..=MOST_PARTS => Claim::Positions(Arc::new(known)),
            _ => Claim::Unchecked(Arc::new(Words(known)), "a word has too many parts to record them all"),
        };
        Ok(Solution { answer, claims: vec![claim] })
    }
}

/// Records every part of a word: whatever can come of it in the game is made of them.
fn record(word: &str, known: &mut HashMap<Component, Nimber>, budget: &mut Budget) -> Result<(), Stopped> {
    let letters: Vec<char> = word.chars().collect();
    let length = letters.len();
    let parts: Vec<(usize, usize)> =
        (0..length).flat_map(|start| (start + 1..=length).map(move |end| (start, end))).collect();
    budget.hold((96 + 4 * length as u64).saturating_mul(parts.len() as u64))?;
    for (&(start, end), value) in parts.iter().zip(ranges(&letters, &parts, budget)?) {
        known.insert(Component::Row(letters[start..end].iter().collect()), value);
        budget.solved(1)?;
    }
    Ok(())
}

/// The words of the sum.
fn read(query: &Query) -> Result<Vec<&String>, Refusal> {
    let [Board::Row(rules)] = &query.boards[..] else { return Err("only for one game on rows".into()) };
    if rules.moves[..] != [RowMove::EveryCopy(Gap::Separates)] || rules.until.is_some() {
        return Err("only for `cut every copy of a letter`".into());
    }
    let words =
        query.start.iter().map(|placed| if let Component::Row(word) = &placed.component { Some(word) } else { None });
    let words: Option<Vec<&String>> = words.collect();
    words.ok_or("not every component is a row".into())
}

/// The value of a word.
fn whole(word: &str, budget: &mut Budget) -> Result<Nimber, Stopped> {
    let letters: Vec<char> = word.chars().collect();
    Ok(ranges(&letters, &[(0, letters.len())], budget)?[0])
}

/// The words of a sum; any other word is looked at when it is asked for.
struct Words(HashMap<Component, Nimber>);

impl Book for Words {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Row(word) = component else { return None };
        self.0.get(component).copied().or_else(|| whole(word, &mut Budget::new()).ok())
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.0.each(visit);
    }
}

/// The value of each part of a text under `cut every copy of a letter`; a part goes from its first place up to, not
/// including, its second. Letters may be of any type.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_kernels::{Budget, segment};
///
/// let values = segment::ranges(b"aaccbdb", &[(4, 7), (0, 7)], &mut Budget::new()).unwrap();
/// assert_eq!(values, [Nimber(2), Nimber(2)]);
/// ```
pub fn ranges<T: Eq + Hash>(
    text: &[T],
    ranges: &[(usize, usize)],
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    if let Some((start, end)) = ranges.iter().find(|&&(start, end)| start > end || end > text.len()) {
        return Err(Fault(format!("the text of {} letters has no part {start}..{end}", text.len())).into());
    }
    budget.hold((text.len() as u64).saturating_mul(8))?;
    let (text, letters) = renamed(text, budget)?;
    let ending_at = by_end(ranges, text.len(), budget)?;
    let starts = Starts::new(&text, letters, ranges, budget)?;

    let mut values = vec![Nimber::ZERO; ranges.len()];
    let mut chains = Chains::new(letters, budget)?;
    let mut seen = MexSet::new();
    for (place, ending) in ending_at.iter().enumerate() {
        let first = ending.iter().map(|&own| ranges[own].0).min();
        chains.find(first.map_or(0, |first| chains.newer(first)), text.get(place).copied(), budget)?;
        for &own in ending {
            let (start, _) = ranges[own];
            seen.clear();
            for rank in 0..chains.newer(start) {
                let letter = chains.order[rank];
                let front = starts.row(start).map_or(0, |row| row[letter]);
                seen.insert(Nimber(u64::from(front ^ starts.between[letter] ^ chains.back[rank])));
            }
            values[own] = seen.mex();
        }
        if let Some(&letter) = text.get(place) {
            chains.read(letter, place);
        }
    }
    budget.release(chains.bytes + starts.bytes);
    Ok(values)
}

/// The text with its letters renamed to 0, 1, .., and how many there are.
fn renamed<T: Eq + Hash>(text: &[T], budget: &mut Budget) -> Result<(Vec<usize>, usize), Stopped> {
    let mut names: FxHashMap<&T, usize> = FxHashMap::default();
    let mut renamed = Vec::with_capacity(text.len());
    for letter in text {
        let fresh = names.len();
        renamed.push(*names.entry(letter).or_insert(fresh));
    }
    budget.look()?;
    Ok((renamed, names.len()))
}

/// For each place of a text of that length the parts that end there.
fn by_end(ranges: &[(usize, usize)], length: usize, budget: &mut Budget) -> Result<Vec<Vec<usize>>, Stopped> {
    budget.hold(32 * (length as u64 + 1 + ranges.len() as u64))?;
    let mut parts = vec![Vec::new(); length + 1];
    ranges.iter().enumerate().for_each(|(own, &(_, end))| parts[end].push(own));
    Ok(parts)
}

/// F(l, c) for each place l where a part begins, and K(c).
struct Starts {
    letters: usize,
    /// For each place its row in `fronts`, if a part begins there.
    places: Vec<Option<usize>>,
    fronts: Vec<u32>,
    between: Vec<u32>,
    bytes: u64,
}

impl Starts {
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
            // Read backwards, the letters in front of `place` are those from it on, and place p is length - 1 - p.
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

    /// F(l, c) for every letter c that a part from l has.
    fn row(&self, start: usize) -> Option<&[u32]> {
        let row = self.places[start]?;
        Some(&self.fronts[row * self.letters..][..self.letters])
    }
}

/// The text up to a place: the letters by their last places, and the chain there.
struct Chains {
    letters: usize,
    /// The letters seen, the latest first.
    order: Vec<usize>,
    /// The last place of each letter seen.
    last: Vec<usize>,
    /// S at the last place of each letter; zero for a letter not seen.
    sums: Vec<u32>,
    /// T(d, c) in row c.
    table: Vec<u32>,
    /// B(k) for as many k as were found.
    chain: Vec<u32>,
    /// B(k) + S(qk): what (1) adds at its end.
    back: Vec<u32>,
    seen: MexSet,
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

    /// How many letters have their last place there or behind.
    fn newer(&self, place: usize) -> usize {
        self.order.partition_point(|&letter| self.last[letter] >= place)
    }

    /// Finds the chain: `depth` entries, and those that reading `next` needs.
    fn find(&mut self, depth: usize, next: Option<usize>, budget: &mut Budget) -> Result<(), Stopped> {
        let rank = |letter| self.order.iter().position(|&own| own == letter);
        let needed = next.map_or(0, |letter| rank(letter).map_or(self.order.len(), |rank| rank + 1));
        self.chain.clear();
        self.back.clear();
        for k in 0..depth.max(needed) {
            if k % 32 == 0 {
                budget.tick()?;
            }
            let letter = self.order[k];
            let value = self.mex(letter);
            self.chain.push(value);
            self.back.push(value ^ self.sums[letter]);
        }
        Ok(())
    }

    /// B(k) for the letter of rank k, when the chain is known up to there.
    fn mex(&mut self, letter: usize) -> u32 {
        let row = &self.table[letter * self.letters..][..self.letters];
        let options = self.order.iter().zip(&self.back).map(|(&newer, back)| row[newer] ^ back);
        // Values are at most the number of letters, so below 64 letters their sums are below 64 too.
        if self.letters < 64 {
            return options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones();
        }
        self.seen.clear();
        options.for_each(|value| self.seen.insert(Nimber(u64::from(value))));
        u32::try_from(self.seen.mex().0).expect("there are as many options as letters, whose table fits into memory")
    }

    /// Reads the next letter; the chain has the entries that this needs.
    fn read(&mut self, letter: usize, place: usize) {
        let newer = match self.order.iter().position(|&own| own == letter) {
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
        for (own, value) in self.order[1..=newer].iter().zip(&self.chain) {
            self.table[own * self.letters + letter] = value ^ self.sums[letter];
        }
        self.last[letter] = place;
    }
}
