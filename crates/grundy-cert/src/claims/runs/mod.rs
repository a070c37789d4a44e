//! The claim `runs`: the values of a heap game are constant on long runs of heaps, or repeat a word
//! on each.
//!
//! Words are about games that take one of a few amounts (`words.rs`). Constant runs are about rules
//! whose moves leave one heap out of a range, the ends of which never decrease with the heap
//! (`moves.rs`). Let the first and the last heap that each rule leaves lie in the same runs for
//! heap a and for heap b > a. Since the ends never decrease, this holds for every
//! heap between a and b; if moreover each rule leaves a heap from all of them or from none, all
//! these heaps have the same set of values among their options, and so one value. The check goes
//! through the heaps in such pieces. By induction on the size, each piece has the claimed value;
//! that no move leaves a larger heap follows where the last heap that a move from b leaves is below
//! a.
//!
//! ```text
//! claim runs
//! 0 0
//! 4 1
//! 16 2
//! 20
//! end 4
//! ```
//!
//! Each line is the first heap of a run and the values of the heaps from there on, which repeat to
//! the end of the run; the last one is the heap after the last run. No run goes on as the one
//! before it. The example is about `x -> y for y in 1..sqrt(x) where y^4 >= x where y < x`.
//!
//! Cost of the check: a search by halves for each piece; of words, a few words for each run and
//! amount.

mod moves;
#[cfg(test)]
mod tests;
mod words;

use moves::HeapRange;
pub use moves::RangeMoves;
pub use words::few_amounts;

use std::sync::Arc;

use grundy_core::{MexSet, Nimber};
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Claim, ClaimScope, Context, Evidence, Format, Read, evidence::counted};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "runs", read: Read::Section(read) };

/// Runs of heaps with values that are equal, or repeat a word, from heap 0 on.
///
/// ```
/// use grundy_cert::Runs;
/// use grundy_core::Nimber;
///
/// let runs = Runs::of([(0, Nimber(0)), (4, Nimber(1))], 16).unwrap();
/// assert_eq!((runs.value(3), runs.value(15)), (Some(Nimber(0)), Some(Nimber(1))));
/// assert_eq!(runs.value(16), None);
/// assert!(Runs::of([(0, Nimber(0)), (4, Nimber(0))], 16).is_none(), "neighbours with one value");
///
/// let mut words = Runs::default();
/// words.push(4, &[0, 1].map(Nimber));
/// words.push(9, &[0, 1, 2].map(Nimber));
/// let runs: Vec<(u64, &[Nimber])> = words.words().collect();
/// assert_eq!(runs, [(0, &[0, 1].map(Nimber)[..]), (6, &[2, 0, 1].map(Nimber))]);
/// assert_eq!(words.value(8), Some(Nimber(1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// The first heap of each run, ascending from heap 0, with the place of its word.
    firsts: Vec<(u64, usize)>,
    /// The words, one after another. None of them is longer than its run.
    values: Vec<Nimber>,
    /// The heap after the last one.
    end: u64,
}

impl Runs {
    /// The runs that begin at these heaps and have these values; the last one ends before `end`.
    /// `None` if the first heap is not 0, the heaps do not ascend, or neighbours have one value.
    pub fn of(firsts: impl IntoIterator<Item = (u64, Nimber)>, end: u64) -> Option<Runs> {
        Runs::of_words(firsts.into_iter().map(|(first, value)| (first, [value])), end)
    }

    /// The runs that begin at these heaps and repeat these words; the last one ends before `end`.
    /// `None` if the first heap is not 0, the heaps do not ascend, a word is empty or longer than
    /// its run, or a run goes on as the one before it.
    pub fn of_words(runs: impl IntoIterator<Item = (u64, impl AsRef<[Nimber]>)>, end: u64) -> Option<Runs> {
        let mut all = Runs { firsts: Vec::new(), values: Vec::new(), end };
        for (first, word) in runs {
            let word = word.as_ref();
            let fits = match all.firsts.last() {
                None => first == 0,
                Some(&(last, place)) => {
                    let before = (all.values.len() - place) as u64;
                    let distance = first.checked_sub(last)?;
                    before <= distance && all.values.get(place + (distance % before) as usize) != word.first()
                }
            };
            if !fits || word.is_empty() {
                return None;
            }
            all.firsts.push((first, all.values.len()));
            all.values.extend_from_slice(word);
        }
        let &(last, place) = all.firsts.last()?;
        ((all.values.len() - place) as u64 <= end.checked_sub(last)?).then_some(all)
    }

    /// The first heap of each run with its word, ascending.
    pub fn words(&self) -> impl Iterator<Item = (u64, &[Nimber])> {
        (0..self.firsts.len()).map(|run| (self.firsts[run].0, self.word(run)))
    }

    /// The number of runs.
    pub fn count(&self) -> usize {
        self.firsts.len()
    }

    /// The first heap of each run with its value, if all runs are constant.
    pub fn constant(&self) -> Option<impl Iterator<Item = (u64, Nimber)>> {
        let constant = self.values.len() == self.firsts.len();
        constant.then(|| self.firsts.iter().zip(&self.values).map(|(&(first, _), &value)| (first, value)))
    }

    /// The first heap of a run, the place of its word among [`Runs::values`], and the length of it.
    pub fn place(&self, run: usize) -> (u64, usize, usize) {
        let (first, place) = self.firsts[run];
        (first, place, self.word(run).len())
    }

    /// The words, one after another.
    pub fn values(&self) -> &[Nimber] {
        &self.values
    }

    /// The number of values of all words.
    pub fn letters(&self) -> usize {
        self.values.len()
    }

    /// The word of a run.
    fn word(&self, run: usize) -> &[Nimber] {
        let end = self.firsts.get(run + 1).map_or(self.values.len(), |&(_, place)| place);
        &self.values[self.firsts[run].1..end]
    }

    /// The heap after the last one of a run.
    pub fn end_of(&self, run: usize) -> u64 {
        self.firsts.get(run + 1).map_or(self.end, |&(first, _)| first)
    }

    /// The value of a heap of a run.
    pub fn value_in(&self, run: usize, heap: u64) -> Nimber {
        let word = self.word(run);
        word[((heap - self.firsts[run].0) % word.len() as u64) as usize]
    }

    /// The heap after the last one.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The value of a heap; `None` after the last run.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        (heap < self.end).then(|| self.value_in(self.run(heap), heap))
    }

    /// The place of the run of this heap; the last one after its end.
    pub fn run(&self, heap: u64) -> usize {
        self.firsts.partition_point(|&(first, _)| first <= heap).saturating_sub(1)
    }

    /// Appends the heaps up to before `end`, which go on as the last run.
    pub fn extend(&mut self, end: u64) {
        self.end = if self.firsts.is_empty() { self.end } else { self.end.max(end) };
    }

    /// Appends the heaps up to before `end`, which repeat this word. Those that go on as the last
    /// run are added to it.
    pub fn push(&mut self, end: u64, word: &[Nimber]) {
        let from = self.end;
        let of_word = |heap: u64| (heap - from) as usize % word.len();
        let mut first = from;
        if let Some(last) = self.firsts.len().checked_sub(1) {
            // Two words that agree on as many letters as both have agree for ever.
            let most = end.min(from.saturating_add((self.word(last).len() + word.len()) as u64));
            while first < most && self.value_in(last, first) == word[of_word(first)] {
                first += 1;
            }
            if first == most {
                first = end;
            }
        }
        if first < end {
            self.firsts.push((first, self.values.len()));
            let length = word.len().min(usize::try_from(end - first).unwrap_or(usize::MAX));
            self.values.extend((0..length).map(|at| word[(of_word(first) + at) % word.len()]));
        }
        self.end = end;
    }

    /// The value of heap n, by the runs before it, and the end of a piece from n to before `most`
    /// on which every heap has that value; `None` if the plain meaning has to answer.
    ///
    /// Polls before each step by halves.
    ///
    /// The end is found by doubling steps, then by halves, so a long piece costs a logarithm of its
    /// length.
    fn piece(&self, moves: &RangeMoves, n: u64, most: u64, poll: &mut Poll<'_>) -> Result<Option<(u64, Nimber)>, Halt> {
        if n == 0 {
            return Ok(Some((1, Nimber::ZERO)));
        }
        let Some(start) = moves.from(n) else { return Ok(None) };
        if start.iter().any(|heaps| heaps.first < heaps.end && heaps.end > n) {
            return Ok(None);
        }
        let mut seen = MexSet::new();
        for heaps in start.iter().filter(|heaps| heaps.first < heaps.end) {
            for run in self.run(heaps.first)..=self.run(heaps.end - 1) {
                poll.step()?;
                seen.insert(self.values[run]);
            }
        }
        let most = moves.end_of_rules(n).map_or(most, |end| end.min(most));
        let same = |last: u64| {
            let Some(found) = moves.from(last) else { return false };
            start.iter().zip(&found).all(|(start, found)| self.same(n, start, found))
        };
        // `same` holds up to some heap and for none after it.
        let (mut good, mut step) = (n, 1u64);
        let mut bad = most;
        while let Some(next) = good.checked_add(step).filter(|&next| next < bad) {
            poll.step()?;
            if same(next) {
                (good, step) = (next, step.saturating_mul(2));
            } else {
                bad = next;
            }
        }
        while bad - good > 1 {
            poll.step()?;
            let middle = good + (bad - good) / 2;
            if same(middle) { good = middle } else { bad = middle }
        }
        Ok(Some((good + 1, seen.mex())))
    }

    /// Whether a rule that leaves `start` from heap n and `found` from a later heap leaves heaps of
    /// the same runs from every heap between them.
    ///
    /// Where the range spans at least two runs, or begins before the end of the first one, no heap
    /// between them can leave an empty range.
    fn same(&self, n: u64, start: &HeapRange, found: &HeapRange) -> bool {
        if start.first >= start.end {
            return found.end <= start.first;
        }
        if found.end > n {
            return false;
        }
        let (first, last) = (self.run(start.first), self.run(start.end - 1));
        let sure = start.single || first < last || found.first < start.end;
        sure && found.first < found.end && (self.run(found.first), self.run(found.end - 1)) == (first, last)
    }

    /// The runs of the heaps up to `last`, for a game of this form; `None` if there are over
    /// `most_pieces` pieces, or the plain meaning has to answer. `go_on` is polled.
    pub fn up_to(moves: &RangeMoves, last: u64, most_pieces: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Runs> {
        let end = last.checked_add(1)?;
        Runs::within(moves, last, most_pieces, go_on).filter(|runs| runs.end == end)
    }

    /// As [`Runs::up_to`], as far as that many pieces reach; `None` for no pieces.
    pub fn within(moves: &RangeMoves, last: u64, most_pieces: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Runs> {
        let end = last.checked_add(1)?;
        let mut runs = Runs::default();
        let mut poll = Poll::new(go_on);
        for _ in 0..most_pieces {
            let Ok(Some((next, value))) = runs.piece(moves, runs.end, end, &mut poll) else { break };
            runs.push(next, &[value]);
            if next == end {
                break;
            }
        }
        (runs.end > 0).then_some(runs)
    }

    /// Verifies each run piece by piece, in ascending order: what a piece looks up is verified
    /// before it.
    fn verify(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<(), Halt> {
        if let Some(amounts) = few_amounts(ruleset) {
            return self.verify_words(&amounts, poll);
        }
        let moves = RangeMoves::of(ruleset).ok_or(Flaw::OtherGame)?;
        for (at, (first, claimed)) in self.constant().ok_or(Flaw::OtherGame)?.enumerate() {
            let end = self.end_of(at);
            let mut n = first;
            while n < end {
                poll.position()?;
                let component = || Component::Heap(n);
                let Some((next, mex)) = self.piece(&moves, n, end, poll)? else {
                    return Err(Flaw::MissingOption(component()).into());
                };
                if mex != claimed {
                    return Err(Flaw::WrongValue { component: component(), claimed, mex }.into());
                }
                n = next;
            }
        }
        Ok(())
    }
}

/// More values than this are not written out in texts.
const MOST_WRITTEN: usize = 40;

impl Evidence for Runs {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} runs up to heap {}", self.firsts.len(), self.end - 1)
    }

    fn statement(&self) -> Option<String> {
        let runs = counted(self.firsts.len() as u64, "run");
        let what = if self.constant().is_some() { "are constant" } else { "repeat a word" };
        Some(format!("the values of the heaps 0 to {} {what} on {runs}", self.end - 1))
    }

    fn details(&self) -> Vec<String> {
        let text = |word: &[Nimber]| word.iter().map(|value| value.0.to_string()).collect::<Vec<_>>().join(" ");
        let each = self.words().map(|(first, word)| format!("{} from {first}", text(word)));
        let is_short = self.values.len() <= MOST_WRITTEN;
        is_short.then(|| format!("Values: {}.", each.collect::<Vec<_>>().join(", "))).into_iter().collect()
    }

    fn certified_to(&self) -> Option<u64> {
        Some(self.end - 1)
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match component {
            Component::Heap(size) => Runs::value(self, *size),
            _ => None,
        }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let ruleset = context.scope.ruleset();
        ended(self.verify(ruleset, &mut context.poll())).map(Verdict::of)
    }

    fn needed(&self, scope: ClaimScope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        let end = needed_end(scope.query, scope.place).min(self.end);
        let mut needed = Runs::default();
        for (run, (_, word)) in self.words().enumerate().take_while(|(_, (first, _))| *first < end) {
            needed.push(self.end_of(run).min(end), word);
        }
        Ok(Some(Claim::Runs(Arc::new(needed))))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let end = needed_end(query, place);
        (self.end > end).then(|| format!("no runs after heap {}, the last one that the answer needs", end - 1))
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let line = |(first, word): (u64, &[Nimber])| {
            word.iter().fold(first.to_string(), |line, value| line + " " + &value.0.to_string())
        };
        Ok(self.words().map(line).chain([self.end.to_string()]).collect())
    }
}

/// The heap after the largest heap of a ruleset in the sum. A proof about the empty sum is one
/// about all heaps of the claim.
fn needed_end(query: &Query, place: usize) -> u64 {
    if query.position.is_empty() {
        return u64::MAX;
    }
    let sizes = query.position.iter().filter(|term| term.ruleset == place).map(|term| match term.component {
        Component::Heap(size) => size.saturating_add(1),
        _ => 1,
    });
    sizes.max().unwrap_or(1)
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let number = |at: usize, text: &str| section.nimber(at, text).map(|number| number.0);
    let Some((end, lines)) = section.lines.split_last() else {
        return Err(Expected::at(section.end(), "the first heap of a run and its value"));
    };
    let firsts = lines.iter().enumerate().map(|(at, line)| {
        let (first, word) = line.split_once(' ').ok_or(Expected::at(at, "the first heap of a run and its values"))?;
        let word = word.split(' ').map(|value| section.nimber(at, value)).collect::<Result<Vec<_>, Expected>>()?;
        Ok((number(at, first)?, word))
    });
    let firsts = firsts.collect::<Result<Vec<_>, Expected>>()?;
    let end = number(lines.len(), end)?;
    let wanted = "runs from heap 0 on that ascend, none of which goes on as the one before it";
    Runs::of_words(firsts, end).map(|runs| Claim::Runs(Arc::new(runs))).ok_or_else(|| Expected::at(0, wanted))
}
