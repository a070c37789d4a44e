//! Rows in which a move cuts out a factor that depends on its letters alone: a listed word, a
//! palindrome, a square, a letter.
//!
//! Method: dynamic programming over intervals (folklore). A cut splits the word into its left and
//! its right part, so every reachable word is a part of the first word, given by two indices: g(l,
//! r) is the mex of g(l, s) xor g(e, r) over the occurrences (s, e) of factors between l and r. The
//! letters around a part do not matter to it, so occurrences are found once, in the whole word.
//! Parts are computed by their starts in descending order, and for each start by their ends in
//! ascending order. The values of all parts with one end are adjacent in memory.
//!
//! Example, `aaa` where a move cuts the factor `aa`:
//!
//! 1. The occurrences are (0, 2) and (1, 3).
//! 2. Parts of one letter have no moves, so g(0, 1) = g(2, 3) = 0.
//! 3. The first cut leaves g(0, 0) xor g(2, 3) = 0, the second g(0, 1) xor g(3, 3) = 0.
//! 4. So g(0, 3) = mex {0} = 1.
//!
//! Cost: a cheap step per part and occurrence in it. Memory: two bytes per part, 16 per occurrence.
//! Limits: normal play, words of at most 8192 bytes, and no factors that depend on the letters
//! around them. Values are at most the number of cuts that fit into the word.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{Fault, MexSet, Nimber};
use grundy_games::{Component, Convention, Factor, Gap, Query, Question, RowMove, Ruleset};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver},
    support::budget::{Budget, Stopped},
};

/// The solver: computes a triangle of parts for each word.
pub struct Intervals;

/// The most parts of all words together that are recorded for the checker.
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
        let (factors, words) = read(query)?;
        let mut estimate = Estimate::default();
        for word in words {
            let length = word.chars().count() as f64;
            let parts = length * (length + 1.0) / 2.0;
            let matches: f64 = factors.iter().map(|factor| matches(factor, word, length).min(parts)).sum();
            estimate.positions += parts;
            estimate.bytes += 2.0 * (parts + 2.0 * length) + 32.0 * (matches + length);
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
        let (factors, words) = read(query).expect("assess has accepted the query");
        let mut all: Vec<Triangle> = Vec::new();
        let mut value = Nimber::ZERO;
        let mut parts = 0u64;
        for word in words {
            let known = all.iter().find(|triangle| triangle.word == *word).map(Triangle::whole);
            let word_value = match known {
                Some(word_value) => word_value,
                None => {
                    let triangle = Triangle::new(word, &factors, budget)?;
                    parts = parts.saturating_add(triangle.parts());
                    all.push(triangle);
                    all[all.len() - 1].whole()
                }
            };
            value = [value, word_value].into_iter().sum();
        }
        let claim = if parts <= MOST_PARTS {
            let mut known = HashMap::new();
            for triangle in &all {
                budget.hold(triangle.parts().saturating_mul(96 + triangle.word.len() as u64))?;
                triangle.record(&mut known);
            }
            Claim::Positions(Arc::new(known))
        } else {
            Claim::Unchecked(Arc::new(Triangles(all)), "a word has too many parts to record them all")
        };
        Ok(Solution { answer: Answer::Value(value), claims: vec![claim] })
    }
}

/// Returns the factors that are cut, and the words of the sum; refuses other queries.
fn read(query: &Query) -> Result<(Vec<&Factor>, Vec<&String>), Refusal> {
    let [Ruleset::Row(rules)] = &query.rulesets[..] else { return Err("only for one game on rows".into()) };
    if rules.until.is_some() {
        return Err("not for games that end before no move is left".into());
    }
    let factors: Option<Vec<&Factor>> = rules
        .moves
        .iter()
        .map(|kind| if let RowMove::Remove(Gap::Separates, factor) = kind { Some(factor) } else { None })
        .collect();
    let factors = factors.ok_or("only for moves that cut a factor")?;
    if factors.iter().any(|factor| matches!(factor, Factor::Run | Factor::HalfOfSquare)) {
        return Err("what is cut depends on the letters around it".into());
    }
    let words: Option<Vec<&String>> = query
        .position
        .iter()
        .map(|term| if let Component::Row(word) = &term.component { Some(word) } else { None })
        .collect();
    let words = words.ok_or("not every component is a row")?;
    if words.iter().any(|word| word.len() > LONGEST) {
        return Err(format!("only for words of up to {LONGEST} bytes").into());
    }
    Ok((factors, words))
}

/// The letters at the beginning of a word that an estimate reads.
const SAMPLE: usize = 64;

/// Returns the expected number of occurrences in a word of that length, from its beginning.
fn matches(factor: &Factor, word: &str, length: f64) -> f64 {
    let count = |letters: usize| {
        let end = word.char_indices().nth(letters).map_or(word.len(), |(at, _)| at);
        let mut found = 0.0f64;
        let counted = factor.each::<Fault>(&word[..end], |_| {
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
    word: String,
    /// The byte offsets of the letters, and the end of the word.
    bounds: Vec<usize>,
    /// By end, then by start; the empty part at each end has an entry too.
    values: Vec<u16>,
}

/// An occurrence of a factor, by its indices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Occurrence {
    end: usize,
    start: usize,
}

impl Triangle {
    fn new(word: &str, factors: &[&Factor], budget: &mut Budget) -> Result<Triangle, Stopped> {
        let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        let length = bounds.len() - 1;
        budget.hold((length as u64 + 1) * (length as u64 + 2) + 32 * length as u64)?;
        let values = vec![0; column(length + 1)];
        let mut triangle = Triangle { word: word.into(), bounds, values };
        let mut starting = triangle.occurrences(factors, budget)?;
        // The union of the bits of all values so far: if it is below 64, so is every exclusive or
        // of values.
        let mut widest = 0u16;
        let mut active: Vec<Occurrence> = Vec::new();
        let mut row = vec![0u16; length + 1];
        let mut large = MexSet::new();
        for start in (0..length).rev() {
            active.append(&mut starting[start]);
            active.sort_unstable();
            budget.solved((length - start) as u64)?;
            for end in start + 1..=length {
                let inside = &active[..active.partition_point(|occurrence| occurrence.end <= end)];
                if inside.is_empty() {
                    row[end] = 0;
                    continue;
                }
                budget.tick()?;
                let rest = &triangle.values[column(end)..][..=end];
                let options = inside.iter().map(|occurrence| row[occurrence.start] ^ rest[occurrence.end]);
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

    /// Returns the occurrences of factors in the whole word, by their starts, each once.
    fn occurrences(&self, factors: &[&Factor], budget: &mut Budget) -> Result<Vec<Vec<Occurrence>>, Stopped> {
        let length = self.bounds.len() - 1;
        let mut starting: Vec<Vec<Occurrence>> = vec![Vec::new(); length];
        let place = |at: usize| self.bounds.partition_point(|&bound| bound < at);
        for factor in factors {
            factor.each::<Stopped>(&self.word, |range| {
                budget.hold(32)?;
                budget.tick()?;
                let start = place(range.start);
                starting[start].push(Occurrence { end: place(range.end), start });
                Ok(())
            })?;
        }
        for list in &mut starting {
            list.sort_unstable();
            list.dedup();
        }
        Ok(starting)
    }

    fn get(&self, start: usize, end: usize) -> Nimber {
        Nimber(self.values[column(end) + start].into())
    }

    fn whole(&self) -> Nimber {
        self.get(0, self.bounds.len() - 1)
    }

    /// Returns the number of parts that are not empty.
    fn parts(&self) -> u64 {
        let length = self.bounds.len() as u64 - 1;
        length * (length + 1) / 2
    }

    /// Returns the value of a word, if it is a part of this one.
    fn find(&self, part: &str) -> Option<Nimber> {
        let place = |at: usize| self.bounds.binary_search(&at).ok();
        let start = self.word.find(part)?;
        Some(self.get(place(start)?, place(start + part.len())?))
    }

    /// Adds every part, and the whole word even if it is empty.
    fn record(&self, known: &mut HashMap<Component, Nimber>) {
        known.insert(Component::Row(self.word.clone()), self.whole());
        for end in 1..self.bounds.len() {
            for start in 0..end {
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

/// The triangles of the words of a sum.
struct Triangles(Vec<Triangle>);

impl ValueMap for Triangles {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Row(word) = component else { return None };
        self.0.iter().find_map(|triangle| triangle.find(word))
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
