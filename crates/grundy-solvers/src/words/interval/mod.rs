//! Rows in which a move leaves factors of the word, and depends on the letters of its occurrence
//! alone: cutting a listed word, a palindrome, a square or a letter, splitting into two parts, or
//! `xyx -> x|y|x`.
//!
//! Method: dynamic programming over intervals (folklore). Every reachable word is a part of the
//! first word, given by two indices: if a move cuts, g(l, r) is the mex of g(l, s) xor g(e, r) over
//! the occurrences (s, e) of factors between l and r. The letters around a part do not matter to
//! it, so occurrences are found once, in the whole word. Parts are computed by their starts in
//! descending order, and for each start by their ends in ascending order. The values of all parts
//! with one end are adjacent in memory. A part that occurs again farther right has the value that
//! it has there.
//!
//! At some parts the game may be over (`ended.rs`): their value is 0.
//!
//! Where no occurrence extends across a place, the word is the sum of both sides
//! ([`RowRules::parts`](grundy_games::RowRules::parts)), unless the rules have an ending; each of
//! these sides has a table of its own, and equal ones have one.
//!
//! Example, `aaa` where a move cuts the factor `aa`:
//!
//! 1. The occurrences are (0, 2) and (1, 3).
//! 2. Parts of one letter have no moves, so g(0, 1) = g(2, 3) = 0.
//! 3. The first cut leaves g(0, 0) xor g(2, 3) = 0, the second g(0, 1) xor g(3, 3) = 0.
//! 4. So g(0, 3) = mex {0} = 1.
//!
//! Cost: a cheap step per different part and occurrence in it. Memory: two bytes per part, 32 per
//! occurrence. Limits: normal play, sides of at most 8192 bytes, and no factors that depend on the
//! letters around them. Values are at most the number of moves in the word.

mod ended;

use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
    sync::Arc,
};

use grundy_cert::{Answer, Claim, Factors, Solution, ValueMap, WordFacts};
use grundy_core::{Fault, MexSet, Nimber};
use grundy_games::{Component, Convention, LONGEST_SPLIT, Query, Question, RowMove, RowRules, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::budget::{Budget, Stopped},
};
use ended::EndedParts;

/// The solver: computes a triangle of parts for each word.
pub struct Intervals;

/// The most different parts of all words together that are recorded for the checker.
const MOST_PARTS: u64 = 1 << 14;

/// The most bytes of a word: values have two bytes, and predicates on factors have this limit.
const LONGEST: usize = 1 << 13;

impl Solver for Intervals {
    fn name(&self) -> &'static str {
        "interval"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, words) = read(query)?;
        let mut estimate = Estimate::default();
        for (word, _) in words {
            let length = word.chars().count() as f64;
            let parts = length * (length + 1.0) / 2.0;
            let matches = matches(rules, &word, length).min(parts * rules.moves.len() as f64);
            estimate.positions += parts;
            estimate.bytes += 2.0 * (parts + 2.0 * length) + 48.0 * (matches + length);
            if parts <= MOST_PARTS as f64 {
                estimate.bytes += parts * (96.0 + length);
                estimate.nanoseconds += parts * 120.0;
            }
            // On average a short occurrence is in a sixth of all pairs of indices: in a third of
            // all parts.
            estimate.nanoseconds += 1000.0 + 50.0 * matches + parts * (10.0 + matches / 3.0);
        }
        Ok(estimate)
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, words) = accepted(read(query))?;
        let mut all: Vec<Triangle> = Vec::new();
        let mut value = Nimber::ZERO;
        let mut different = 0u64;
        for (word, times) in words {
            let triangle = Triangle::new(&word, rules, budget)?;
            different = different.saturating_add(triangle.different());
            if times % 2 == 1 {
                value = value + triangle.whole();
            }
            all.push(triangle);
        }
        let claim = if different <= MOST_PARTS {
            let mut known = HashMap::new();
            for triangle in &all {
                budget.hold(triangle.different().saturating_mul(96 + triangle.word.len() as u64))?;
                triangle.record(&mut known);
            }
            Claim::Positions(Arc::new(Recorded { known, triangles: Triangles(all) }))
        } else {
            Claim::Unchecked(Arc::new(Triangles(all)), "a word has too many parts to record them all")
        };
        Ok(Solution { answer: Answer::Value(value), claims: vec![claim] })
    }
}

/// Returns the rules, and the sides of the words of the sum with how often each occurs; refuses
/// other queries.
fn read(query: &Query) -> Result<(&RowRules, BTreeMap<String, u64>), Refusal> {
    let [Ruleset::Row(rules)] = &query.rulesets[..] else { return Err("only for one game on rows".into()) };
    if !rules.splits() {
        return Err("a move leaves other words than factors, or depends on the letters around it".into());
    }
    let mut sides = BTreeMap::new();
    for term in &query.position {
        let Component::Row(word) = &term.component else { return Err("not every component is a row".into()) };
        for side in rules.parts(word) {
            *sides.entry(side).or_default() += 1;
        }
    }
    if sides.keys().any(|side| side.len() > LONGEST) {
        return Err(
            format!("only for words of up to {LONGEST} bytes between places that no move extends across").into()
        );
    }
    let split = rules.moves.iter().any(|kind| matches!(kind, RowMove::Split(_)));
    if split && sides.keys().any(|side| side.chars().count() > LONGEST_SPLIT) {
        return Err(format!("words of over {LONGEST_SPLIT} letters are not split").into());
    }
    Ok((rules, sides))
}

/// The letters at the beginning of a word that an estimate reads.
const SAMPLE: usize = 64;

/// Returns the expected number of occurrences in a word of that length, from its beginning.
///
/// The first 64 letters are listed, and extrapolated by the growth between 32 and 64 letters.
fn matches(rules: &RowRules, word: &str, length: f64) -> f64 {
    let count = |letters: usize| {
        let end = word.char_indices().nth(letters).map_or(word.len(), |(at, _)| at);
        let mut found = 0.0f64;
        let counted = rules.splittings::<Fault>(&word[..end], |_| {
            found += 1.0;
            Ok(())
        });
        counted.map_or(0.0, |()| found)
    };
    let all = count(SAMPLE);
    if length <= SAMPLE as f64 {
        return all;
    }
    // In words of one letter, occurrences grow with the square of the length; otherwise hardly
    // faster than the length.
    let growth = (all.max(1.0) / count(SAMPLE / 2).max(1.0)).log2().clamp(1.0, 2.0);
    all.max(1.0) * (length / SAMPLE as f64).powf(growth)
}

/// The values of all parts of a word.
struct Triangle {
    /// The word.
    word: String,
    /// The byte offsets of the letters, and the end of the word.
    bounds: Vec<usize>,
    /// By end, then by start; the empty part at each end has an entry too.
    values: Vec<u16>,
    /// For each start, the most letters from it on that occur again from a later start on.
    repeated: Vec<usize>,
}

/// An occurrence, by its indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    /// The index after its last letter.
    end: usize,
    /// The end of the first piece that it leaves.
    left: usize,
    /// The start of the last one.
    right: usize,
    /// The exclusive or of the values of the others.
    middle: u16,
}

/// An occurrence with the indices of the pieces between the first and the last one.
type PiecedOccurrence = (Occurrence, Vec<(usize, usize)>);

impl Triangle {
    /// For each start from the right, the occurrences that begin there join the active ones, which
    /// are sorted by their ends; so those within a part (start, end) are a prefix of the list. What
    /// a part has in common with a later place of the word is copied from there. While the bits of
    /// all values are below 64, a word of bits holds the set of options. `row` has the values of
    /// the current start, since the table is laid out by ends.
    fn new(word: &str, rules: &RowRules, budget: &mut Budget) -> Result<Triangle, Stopped> {
        let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        let length = bounds.len() - 1;
        budget.hold((length as u64 + 1) * (length as u64 + 2) + 64 * length as u64)?;
        let values = vec![0; column(length + 1)];
        let ended = EndedParts::new(word, &bounds, rules.until.as_ref(), budget)?;
        // By end: whether the game is over at the part from the current start on.
        let mut over = vec![false; length + 1];
        let mut triangle = Triangle { word: word.into(), bounds, values, repeated: vec![0; length] };
        let mut starting = triangle.occurrences(rules, budget)?;
        let letters: Vec<char> = word.chars().collect();
        // How many letters the words from `start` and from each later place on have in common.
        let mut common = vec![0usize; length + 1];
        // The union of the bits of all values so far: if it is below 64, so is every exclusive or
        // of values.
        let mut widest = 0u16;
        let mut active: Vec<Occurrence> = Vec::new();
        let mut row = vec![0u16; length + 1];
        let mut large = MexSet::new();
        for start in (0..length).rev() {
            for (mut occurrence, middle) in starting[start].drain(..) {
                let values = middle.into_iter().map(|(from, to)| triangle.values[column(to) + from]);
                occurrence.middle = values.fold(0, |sum, value| sum ^ value);
                active.push(occurrence);
            }
            // Merges the new ones into those that are in order.
            active.sort();
            over.fill(false);
            ended.each(start, |end| over[end] = true);
            budget.solved((length - start) as u64)?;
            let mut again = (0, start);
            for later in start + 1..length {
                common[later] = if letters[later] == letters[start] { common[later + 1] + 1 } else { 0 };
                again = again.max((common[later], later));
            }
            let (repeated, later) = again;
            triangle.repeated[start] = repeated;
            for length in 1..=repeated {
                let value = triangle.values[column(later + length) + later];
                row[start + length] = value;
                triangle.values[column(start + length) + start] = value;
            }
            for end in start + repeated + 1..=length {
                let inside = &active[..active.partition_point(|occurrence| occurrence.end <= end)];
                if inside.is_empty() || over[end] {
                    row[end] = 0;
                    continue;
                }
                budget.charge(u32::try_from(inside.len() / 8).unwrap_or(u32::MAX).saturating_add(1))?;
                let rest = &triangle.values[column(end)..][..=end];
                let options = inside.iter().map(|at| row[at.left] ^ rest[at.right] ^ at.middle);
                let value = if widest < 64 {
                    options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones() as u16
                } else {
                    large.clear();
                    options.for_each(|value| large.insert(Nimber(value.into())));
                    u16::try_from(large.mex().0).expect("a value is at most the number of letters, which is bounded")
                };
                widest |= value;
                row[end] = value;
                triangle.values[column(end) + start] = value;
            }
            row[start] = 0;
        }
        Ok(triangle)
    }

    /// Returns the occurrences in the whole word, by their starts, each once.
    fn occurrences(&self, rules: &RowRules, budget: &mut Budget) -> Result<Vec<Vec<PiecedOccurrence>>, Stopped> {
        let length = self.bounds.len() - 1;
        let mut starting: Vec<Vec<PiecedOccurrence>> = vec![Vec::new(); length];
        let place = |at: usize| self.bounds.partition_point(|&bound| bound < at);
        rules.splittings::<Stopped>(&self.word, |found| {
            budget.hold(48)?;
            budget.tick()?;
            let (end, left, right) = (place(found.place.end), place(found.left), place(found.right));
            let middle = found.middle.iter().map(|piece| (place(piece.start), place(piece.end))).collect();
            starting[place(found.place.start)].push((Occurrence { end, left, right, middle: 0 }, middle));
            Ok(())
        })?;
        for list in &mut starting {
            list.sort_unstable();
            list.dedup();
        }
        Ok(starting)
    }

    /// Returns the value of a part.
    fn get(&self, start: usize, end: usize) -> Nimber {
        Nimber(self.values[column(end) + start].into())
    }

    /// Returns the value of the whole word.
    fn whole(&self) -> Nimber {
        self.get(0, self.bounds.len() - 1)
    }

    /// Returns the number of different parts that are not empty.
    fn different(&self) -> u64 {
        let length = self.repeated.len();
        self.repeated.iter().enumerate().map(|(start, repeated)| (length - start - repeated) as u64).sum()
    }

    /// Returns the value of a word, if it is a part of this one.
    ///
    /// Any occurrence of the part serves: equal parts have equal values, for the letters around a
    /// part do not matter.
    fn find(&self, part: &str) -> Option<Nimber> {
        let place = |at: usize| self.bounds.binary_search(&at).ok();
        let start = self.word.find(part)?;
        Some(self.get(place(start)?, place(start + part.len())?))
    }

    /// Adds every part, and the whole word even if it is empty.
    fn record(&self, known: &mut HashMap<Component, Nimber>) {
        known.insert(Component::Row(self.word.clone()), self.whole());
        for (start, repeated) in self.repeated.iter().enumerate() {
            for end in start + repeated + 1..self.bounds.len() {
                let part = &self.word[self.bounds[start]..self.bounds[end]];
                known.insert(Component::Row(part.into()), self.get(start, end));
            }
        }
    }
}

/// Returns the index of the first value of the parts with this end.
fn column(end: usize) -> usize {
    end * (end + 1) / 2
}

/// All parts of the words of a sum, each once, with the triangles for the checker.
struct Recorded {
    /// The parts with their values.
    known: HashMap<Component, Nimber>,
    /// The words with all values of their parts.
    triangles: Triangles,
}

impl ValueMap for Recorded {
    fn value(&self, component: &Component) -> Option<Nimber> {
        self.known.get(component).copied()
    }

    fn count(&self) -> u64 {
        self.known.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        self.known.each(visit);
    }

    fn words(&self) -> Option<WordFacts<'_>> {
        let factors = self.triangles.0.iter().map(|triangle| Factors { row: &triangle.word, values: &triangle.values });
        Some(WordFacts::Factors(factors.collect()))
    }
}

/// The triangles of the words of a sum, in the order of the words.
struct Triangles(Vec<Triangle>);

impl ValueMap for Triangles {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Row(word) = component else { return None };
        // A word of the sum is found at once, and a part of one by a search of all.
        match self.0.binary_search_by(|triangle| triangle.word.as_str().cmp(word)) {
            Ok(at) => Some(self.0[at].whole()),
            Err(_) => self.0.iter().find_map(|triangle| triangle.find(word)),
        }
    }

    fn count(&self) -> u64 {
        self.0.len() as u64
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        for triangle in &self.0 {
            if visit(&Component::Row(triangle.word.clone()), triangle.whole()).is_break() {
                return;
            }
        }
    }
}
