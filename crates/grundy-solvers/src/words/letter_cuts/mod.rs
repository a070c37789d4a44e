//! Rows in which a move cuts out every copy of one letter (`cut every copy of a letter`, as in
//! Codeforces 1037G): the values of many parts of one text.
//!
//! Method: one matrix of the distinct letters, updated letter by letter, in place of a table over
//! all pairs of indices. The problem is by users of Codeforces; the matrix is new here.
//!
//! Let g(l, r) be the value of the part from l up to, but not including, r. A move selects a letter
//! c of it, with the copies p1 < .. < pm, and leaves g(l, p1), g(p1 + 1, p2), .., g(pm + 1, r). For
//! an index p of letter c let S(p) be the sum of what the copies of c up to p cut out between each
//! other: zero at the first copy in the text, and S(p') = S(p) + g(p + 1, p') for the next copy p'.
//! Sums are nim-sums, so x + x = 0, and the move leaves
//!
//! ```text
//! g(l, p1) + S(p1) + S(pm) + g(pm + 1, r)                                                 (1)
//! ```
//!
//! **Chains.** Fix r, and let d0, d1, .. be the letters before r in the order of their last copies,
//! q0 > q1 > ... Let B(k) = g(qk + 1, r). This part has exactly the letters d0 .. d(k-1), and the
//! last copy of dj in it is qj. By (1), B(k) = mex over j < k of T(dj, dk) + S(qj) + B(j), where
//! T(d, c) = g(q + 1, p) + S(p) for the last copy q of c and the first copy p of d after it. So the
//! whole chain B(0), B(1), .. follows from T and S in one pass.
//!
//! **Reading a letter.** Let x be the letter at i, and take the chain for r = i. If q is the last
//! copy of x so far, S(i) = S(q) + g(q + 1, i), and g(q + 1, i) is the chain's entry for x; if
//! there is none, S(i) = 0. T(x, c) changes only for the letters c with a copy after q, because i
//! is now the first x after their last copies: it becomes g(last c + 1, i) + S(i), which is again
//! an entry of the chain. T(c, x) is needed only if c comes after i, and each such c sets it then.
//! So only the entries for x and for the letters after the last x are needed.
//!
//! **Parts.** In (1) let F(l, c) = g(l, p1) + S'(p1), with S' as S but summed from the end of the
//! text. F is an entry of a chain of the reversed text, and S(p) + S'(p) = K(c) is the same at
//! every copy of c: all that copies of c cut out between each other. So (1) is F(l, c) + K(c) +
//! S(pm) + g(pm + 1, r), the last two of which belong to the chain at r, and g(l, r) is the mex of
//! that over the letters c with a last copy at l or later.
//!
//! Example, the value of `aab`:
//!
//! 1. The parts `b` and `aa` have one letter, whose cut leaves nothing: both have value 1.
//! 2. To cut a leaves g(0, 0) + S(0) + S(1) + g(2, 3) = 0 + 0 + 0 + 1 = 1, by (1).
//! 3. To cut b leaves g(0, 2) + S(2) + S(2) + g(3, 3) = 1 + 0 + 0 + 0 = 1.
//! 4. So g(0, 3) = mex {1, 1} = 0.
//!
//! Cost: per letter of the text, and per end of a part, half the square of the number of letters
//! since then, in cheap steps. Memory: a matrix of the distinct letters, and a row of them for each
//! index where a part begins. Limits: normal play; up to 32 distinct letters have vector code
//! (`narrow`), more take the plain code (`wide`). Values are at most the number of distinct
//! letters, because each move uses one up.

mod narrow;
mod wide;

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Gap, Query, Question, RowMove, Ruleset};
use grundy_simd::{Level, recency::LETTERS};
use rustc_hash::FxHashMap;

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};

/// The most parts of all words together that are recorded for the checker.
const MOST_PARTS: u64 = 1 << 14;

/// The solver: follows the chains of a text.
pub struct Segments;

impl Solver for Segments {
    fn name(&self) -> &'static str {
        "letter-cuts"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let words = read(query)?;
        let parts = |word: &String| word.chars().count() as f64 * (word.chars().count() + 1) as f64 / 2.0;
        let recorded = words.iter().map(|word| parts(word)).sum::<f64>() <= MOST_PARTS as f64;
        let mut estimate = Estimate::default();
        for word in words {
            let mut letters: Vec<char> = word.chars().collect();
            let length = letters.len() as f64;
            let width = letters.iter().map(|letter| letter.len_utf8()).max().unwrap_or(1) as f64;
            letters.sort_unstable();
            letters.dedup();
            let distinct = letters.len() as f64;
            let narrow = letters.len() <= LETTERS;
            if recorded {
                estimate.positions += parts(word);
                estimate.bytes += parts(word) * (120.0 + 4.0 * length);
                estimate.nanoseconds += parts(word) * (250.0 + length);
            } else {
                // The parts that first moves leave are recorded, unless that takes too much memory:
                // nearly one per letter.
                estimate.positions += length + distinct;
                estimate.bytes += (length + distinct) * 160.0 + width * distinct * length;
                estimate.nanoseconds += 300.0 * length + 2.0 * distinct * length;
            }
            // Both directions, once for the parts and once for the whole word.
            let step = if narrow { 10.0 * distinct } else { 8.0 * distinct * distinct };
            estimate.bytes += if narrow { 40.0 * length } else { 4.0 * distinct * (2.0 * distinct + length) };
            estimate.nanoseconds += 1000.0 + length * step;
        }
        Ok(estimate)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let words = accepted(read(query))?;
        let parts = words
            .iter()
            .map(|word| word.chars().count() as u64)
            .fold(0u64, |sum, length| sum.saturating_add(length.saturating_mul(length.saturating_add(1)) / 2));
        let mut known: HashMap<Component, Nimber> = HashMap::new();
        for word in &words {
            if parts <= MOST_PARTS {
                record(word, &mut known, budget)?;
            } else {
                moves(word, &mut known, budget)?;
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
            _ => Claim::Unchecked(
                Arc::new(SumWords(known, Mutex::new(budget.rest()))),
                "a word has too many parts to record them all",
            ),
        };
        Ok(Solution { answer, claims: vec![claim] })
    }
}

/// Records every part of a word: every reachable position is a sum of them.
fn record(word: &str, known: &mut HashMap<Component, Nimber>, budget: &mut Budget) -> Result<(), Stopped> {
    let letters: Vec<char> = word.chars().collect();
    let length = letters.len();
    let parts: Vec<(usize, usize)> =
        (0..length).flat_map(|start| (start + 1..=length).map(move |end| (start, end))).collect();
    budget.hold((96 + 4 * length as u64).saturating_mul(parts.len() as u64))?;
    for (&(start, end), value) in parts.iter().zip(ranges(&letters, &parts, budget)?) {
        known.insert(Component::Row(letters[start..end].iter().collect()), value);
        budget.solved(1)?;
        budget.charge(steps(end - start))?;
    }
    Ok(())
}

/// Records the parts that first moves leave, all found in one pass, if there is memory for it.
/// Otherwise each value is computed on request.
fn moves(word: &str, known: &mut HashMap<Component, Nimber>, budget: &mut Budget) -> Result<(), Stopped> {
    // The bytes that are held while the parts are found, and released at the end.
    let listed = (size_of::<char>() + 2 * size_of::<(usize, usize)>()) as u64 * word.chars().count() as u64;
    if budget.progress().bytes.saturating_add(listed) > budget.most_bytes() / 2 {
        return Ok(());
    }
    budget.hold(listed)?;
    let letters: Vec<char> = word.chars().collect();
    // The index after each letter's last copy.
    let mut last: FxHashMap<char, usize> = FxHashMap::default();
    let mut parts: Vec<(usize, usize)> = Vec::with_capacity(letters.len());
    for (place, &letter) in letters.iter().enumerate() {
        let start = last.insert(letter, place + 1).unwrap_or(0);
        parts.push((start, place));
    }
    parts.extend(last.values().map(|&start| (start, letters.len())));
    parts.retain(|(start, end)| start < end);
    let most = letters.iter().map(|letter| letter.len_utf8() as u64).max().unwrap_or(1);
    let written: u64 = parts.iter().map(|(start, end)| most * (end - start) as u64).sum();
    let bytes = written.saturating_add(112 * parts.len() as u64);
    if budget.progress().bytes.saturating_add(bytes) > budget.most_bytes() / 2 {
        budget.release(listed);
        return Ok(());
    }
    budget.hold(bytes)?;
    budget.solved(parts.len() as u64)?;
    for (&(start, end), value) in parts.iter().zip(ranges(&letters, &parts, budget)?) {
        known.insert(Component::Row(letters[start..end].iter().collect()), value);
        budget.charge(steps(end - start))?;
    }
    budget.release(listed);
    Ok(())
}

/// Returns the cost of writing a part of this many letters, in cheap steps.
fn steps(letters: usize) -> u32 {
    1 + (letters / 16).min(1 << 20) as u32
}

/// Returns the word of a query that [`Text`] can answer: one row under `cut every copy of a
/// letter`, in normal play. Refuses other queries.
pub fn word(query: &Query) -> Result<&str, Refusal> {
    match read(query)?[..] {
        [word] if query.convention == Convention::Normal => Ok(word),
        [_] => Err("only in normal play".into()),
        _ => Err("only for one word".into()),
    }
}

/// Returns the words of the sum; refuses other queries.
fn read(query: &Query) -> Result<Vec<&String>, Refusal> {
    let [Ruleset::Row(rules)] = &query.rulesets[..] else { return Err("only for one game on rows".into()) };
    if rules.moves[..] != [RowMove::EveryCopy(Gap::Separates)] || rules.until.is_some() {
        return Err("only for `cut every copy of a letter`".into());
    }
    let words =
        query.position.iter().map(|term| if let Component::Row(word) = &term.component { Some(word) } else { None });
    let words: Option<Vec<&String>> = words.collect();
    words.ok_or("not every component is a row".into())
}

/// Returns the value of a word.
fn whole(word: &str, budget: &mut Budget) -> Result<Nimber, Stopped> {
    let letters: Vec<char> = word.chars().collect();
    Ok(ranges(&letters, &[(0, letters.len())], budget)?[0])
}

/// The words of a sum. The value of any other word is computed on request, with what is left of the
/// budget.
struct SumWords(HashMap<Component, Nimber>, Mutex<Budget>);

impl ValueMap for SumWords {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Row(word) = component else { return None };
        self.0.get(component).copied().or_else(|| {
            let mut budget = self.1.lock().unwrap_or_else(PoisonError::into_inner).rest();
            whole(word, &mut budget).ok()
        })
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.0.each(visit);
    }
}

/// An index of a text: `usize`, or `u32` if many parts are to take little memory.
pub trait TextIndex: Copy {
    /// Returns the index.
    fn place(self) -> usize;
}

impl TextIndex for usize {
    fn place(self) -> usize {
        self
    }
}

impl TextIndex for u32 {
    fn place(self) -> usize {
        self as usize
    }
}

/// A text whose letters are numbered, for queries about its parts under `cut every copy of a
/// letter`. A part ranges from its first index up to, but not including, its second.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_solvers::{Budget, words::letter_cuts::Text};
///
/// let mut budget = Budget::new();
/// let text = Text::of("aaccbdb", &mut budget).unwrap();
/// assert_eq!(text.values(&[(4, 7), (0, 7usize)], &mut budget).unwrap(), [Nimber(2), Nimber(2)]);
/// assert_eq!(text.wins(&[(4, 7), (0, 4usize)], &mut budget).unwrap(), [true, false]);
/// // In bdb, to cut d wins.
/// assert_eq!(text.moves(&[(4, 7usize)], &mut budget).unwrap(), [(Nimber(2), vec![5])]);
/// ```
pub struct Text(Letters);

enum Letters {
    /// Letters below 32.
    Narrow(Vec<u8>),
    /// Letters below the number.
    Wide(Vec<usize>, usize),
}

impl Text {
    /// Returns a text of letters of any type. Returns [`Stopped`] over a limit.
    pub fn new<T: Eq + Hash>(text: &[T], budget: &mut Budget) -> Result<Text, Stopped> {
        let mut names: FxHashMap<&T, usize> = FxHashMap::default();
        budget.hold(text.len() as u64)?;
        let mut narrow = Vec::with_capacity(text.len());
        for letter in text {
            let fresh = names.len();
            let name = *names.entry(letter).or_insert(fresh);
            if name >= LETTERS {
                break;
            }
            narrow.push(name as u8);
        }
        if names.len() <= LETTERS {
            return Ok(Text(Letters::Narrow(narrow)));
        }
        budget.release(text.len() as u64);
        drop(narrow);
        budget.hold((text.len() as u64).saturating_mul(8))?;
        let mut wide = Vec::with_capacity(text.len());
        for letter in text {
            let fresh = names.len();
            wide.push(*names.entry(letter).or_insert(fresh));
        }
        budget.poll()?;
        Ok(Text(Letters::Wide(wide, names.len())))
    }

    /// Returns the text of the characters of a string. Returns [`Stopped`] over a limit.
    pub fn of(text: &str, budget: &mut Budget) -> Result<Text, Stopped> {
        if text.is_ascii()
            && let Some(names) = names(text.as_bytes())
        {
            budget.hold(text.len() as u64)?;
            return Ok(Text(Letters::Narrow(text.bytes().map(|letter| names[usize::from(letter)]).collect())));
        }
        budget.hold((text.len() as u64).saturating_mul(4))?;
        let letters: Vec<char> = text.chars().collect();
        let found = Text::new(&letters, budget);
        budget.release((text.len() as u64).saturating_mul(4));
        found
    }

    /// Returns the number of letters.
    pub fn len(&self) -> usize {
        match &self.0 {
            Letters::Narrow(text) => text.len(),
            Letters::Wide(text, _) => text.len(),
        }
    }

    /// Whether it has no letters.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of each part. Returns [`Stopped`] over a limit, or with a fault if a part
    /// is not in the text. Cost: see the module.
    pub fn values<P: TextIndex>(&self, ranges: &[(P, P)], budget: &mut Budget) -> Result<Vec<Nimber>, Stopped> {
        self.check(ranges)?;
        match &self.0 {
            Letters::Narrow(text) if fits(text.len()) && fits(ranges.len()) => {
                budget.hold((ranges.len() as u64).saturating_mul(8))?;
                let mut values = vec![Nimber::ZERO; ranges.len()];
                narrow::each(text, ranges, Level::best(), budget, |part, options| values[part] = options.value())?;
                Ok(values)
            }
            Letters::Narrow(text) => {
                let text: Vec<usize> = text.iter().map(|&letter| usize::from(letter)).collect();
                wide::values(&text, LETTERS, ranges, budget)
            }
            Letters::Wide(text, letters) => wide::values(text, *letters, ranges, budget),
        }
    }

    /// Returns the value of each part with the letters that win if they are cut. A letter is given
    /// by the index of its first copy in the text; the indices ascend. Errors as for
    /// [`Text::values`].
    pub fn moves<P: TextIndex>(
        &self,
        ranges: &[(P, P)],
        budget: &mut Budget,
    ) -> Result<Vec<(Nimber, Vec<usize>)>, Stopped> {
        self.check(ranges)?;
        let wide: Vec<usize>;
        let (text, letters) = match &self.0 {
            Letters::Narrow(text) => {
                budget.hold((text.len() as u64).saturating_mul(8))?;
                wide = text.iter().map(|&letter| usize::from(letter)).collect();
                (&wide[..], LETTERS)
            }
            Letters::Wide(text, letters) => (&text[..], *letters),
        };
        budget.hold((ranges.len() as u64).saturating_mul(32).saturating_add(8 * letters as u64))?;
        let mut first = vec![text.len(); letters];
        text.iter().enumerate().rev().for_each(|(place, &letter)| first[letter] = place);
        let mut found = vec![(Nimber::ZERO, Vec::new()); ranges.len()];
        // The size of the sets is known when they are complete: they are counted at the end, at the
        // latest.
        let mut taken = 0;
        let mut note = |part: usize, value: Nimber, wins: &mut dyn Iterator<Item = usize>| {
            let mut places: Vec<usize> = wins.map(|letter| first[letter]).collect();
            places.sort_unstable();
            places.shrink_to_fit();
            taken += 8 * places.len() as u64;
            found[part] = (value, places);
        };
        match &self.0 {
            Letters::Narrow(text) if fits(text.len()) && fits(ranges.len()) => {
                narrow::each(text, ranges, Level::best(), budget, |part, options| {
                    note(part, options.value(), &mut options.winning());
                })?;
            }
            _ => wide::each(text, letters, ranges, budget, |part, value, options| {
                note(part, value, &mut options.iter().filter(|(_, option)| *option == 0).map(|&(letter, _)| letter));
            })?,
        }
        budget.hold(taken)?;
        Ok(found)
    }

    /// Returns whether the player to move wins each part. Errors as for [`Text::values`].
    pub fn wins<P: TextIndex>(&self, ranges: &[(P, P)], budget: &mut Budget) -> Result<Vec<bool>, Stopped> {
        match &self.0 {
            Letters::Narrow(text) if fits(text.len()) && fits(ranges.len()) => {
                self.check(ranges)?;
                budget.hold(ranges.len() as u64)?;
                let mut wins = vec![false; ranges.len()];
                narrow::each(text, ranges, Level::best(), budget, |part, options| wins[part] = options.win())?;
                Ok(wins)
            }
            _ => Ok(self.values(ranges, budget)?.into_iter().map(|value| value != Nimber::ZERO).collect()),
        }
    }

    /// Returns a fault if a part is not in the text.
    fn check<P: TextIndex>(&self, ranges: &[(P, P)]) -> Result<(), Stopped> {
        let outside = |&&(start, end): &&(P, P)| start.place() > end.place() || end.place() > self.len();
        match ranges.iter().find(outside) {
            Some((start, end)) => {
                Err(Fault(format!("the text of {} letters has no part {}..{}", self.len(), start.place(), end.place()))
                    .into())
            }
            None => Ok(()),
        }
    }
}

/// Whether a number fits into 31 bits.
fn fits(number: usize) -> bool {
    number < i32::MAX as usize
}

/// Returns numbers for the bytes of a text, from 0 on; `None` if there are more than 32.
fn names(text: &[u8]) -> Option<[u8; 256]> {
    let mut met = [false; 256];
    text.iter().for_each(|&letter| met[usize::from(letter)] = true);
    let mut names = [0; 256];
    let all = (0..256).filter(|&letter| met[letter]);
    (0u8..).zip(all).for_each(|(name, letter)| names[letter] = name);
    (met.iter().filter(|&&met| met).count() <= LETTERS).then_some(names)
}

/// Returns the value of each part of a text, as [`Text::values`]. Letters may be of any type.
///
/// ```
/// use grundy_core::Nimber;
/// use grundy_solvers::{Budget, words::letter_cuts};
///
/// let mut budget = Budget::new();
/// let values = letter_cuts::ranges(b"aaccbdb", &[(4, 7), (0, 7usize)], &mut budget).unwrap();
/// assert_eq!(values, [Nimber(2), Nimber(2)]);
/// ```
pub fn ranges<T: Eq + Hash, P: TextIndex>(
    text: &[T],
    ranges: &[(P, P)],
    budget: &mut Budget,
) -> Result<Vec<Nimber>, Stopped> {
    Text::new(text, budget)?.values(ranges, budget)
}
