//! The claim `runs`: the values of a heap game are constant on long runs of heaps.
//!
//! It is about rules whose moves leave one heap out of a range, the ends of which never decrease
//! with the heap (`moves.rs`). Let the first and the last heap that each rule leaves lie in the
//! same runs for heap a and for heap b > a. Since the ends never decrease, this holds for every
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
//! Each line is the first heap of a run and its value; the last one is the heap after the last run.
//! Neighbouring runs have different values. The example is about
//! `x -> y for y in 1..sqrt(x) where y^4 >= x where y < x`.
//!
//! Cost of the check: a search by halves for each piece.

mod moves;
#[cfg(test)]
mod tests;

use moves::HeapRange;
pub use moves::RangeMoves;

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

/// Runs of heaps with equal values, from heap 0 on.
///
/// ```
/// use grundy_cert::Runs;
/// use grundy_core::Nimber;
///
/// let runs = Runs::of([(0, Nimber(0)), (4, Nimber(1))], 16).unwrap();
/// assert_eq!((runs.value(3), runs.value(15)), (Some(Nimber(0)), Some(Nimber(1))));
/// assert_eq!(runs.value(16), None);
/// assert!(Runs::of([(0, Nimber(0)), (4, Nimber(0))], 16).is_none(), "neighbours with one value");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The first heap of each run with the value, ascending from heap 0.
    firsts: Vec<(u64, Nimber)>,
    /// The heap after the last one.
    end: u64,
}

impl Runs {
    /// The runs that begin at these heaps and have these values; the last one ends before `end`.
    /// `None` if the first heap is not 0, the heaps do not ascend, or neighbours have one value.
    pub fn of(firsts: impl IntoIterator<Item = (u64, Nimber)>, end: u64) -> Option<Runs> {
        let firsts: Vec<(u64, Nimber)> = firsts.into_iter().collect();
        let ascends = firsts.is_sorted_by(|a, b| a.0 < b.0 && a.1 != b.1);
        let whole = firsts.first()?.0 == 0 && firsts.last()?.0 < end;
        (ascends && whole).then_some(Runs { firsts, end })
    }

    /// The first heap of each run with the value, ascending.
    pub fn firsts(&self) -> &[(u64, Nimber)] {
        &self.firsts
    }

    /// The heap after the last one.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The value of a heap; `None` after the last run.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        (heap < self.end).then(|| self.firsts[self.run(heap)].1)
    }

    /// The place of the run of this heap; the last one after its end.
    pub fn run(&self, heap: u64) -> usize {
        self.firsts.partition_point(|&(first, _)| first <= heap).saturating_sub(1)
    }

    /// Appends the heaps up to before `end`, which have this value.
    pub fn push(&mut self, end: u64, value: Nimber) {
        if self.firsts.last().is_none_or(|&(_, last)| last != value) {
            self.firsts.push((self.end, value));
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
                seen.insert(self.firsts[run].1);
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
        let mut runs = Runs { firsts: Vec::new(), end: 0 };
        let mut poll = Poll::new(go_on);
        for _ in 0..most_pieces {
            let Ok(Some((next, value))) = runs.piece(moves, runs.end, end, &mut poll) else { break };
            runs.push(next, value);
            if next == end {
                break;
            }
        }
        (runs.end > 0).then_some(runs)
    }

    /// Verifies each run piece by piece, in ascending order: what a piece looks up is verified
    /// before it.
    fn verify(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let moves = RangeMoves::of(ruleset).ok_or(Flaw::OtherGame)?;
        for (at, &(first, claimed)) in self.firsts.iter().enumerate() {
            let end = self.firsts.get(at + 1).map_or(self.end, |&(next, _)| next);
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

/// More runs than this are not written out in texts.
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
        Some(format!("the values of the heaps 0 to {} are constant on {runs}", self.end - 1))
    }

    fn details(&self) -> Vec<String> {
        let each = self.firsts.iter().map(|(first, value)| format!("{} from {first}", value.0));
        let is_short = self.firsts.len() <= MOST_WRITTEN;
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
        let firsts = self.firsts.iter().copied().filter(|&(first, _)| first < end);
        Ok(Some(Claim::Runs(Arc::new(Runs { firsts: firsts.collect(), end }))))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let end = needed_end(query, place);
        (self.end > end).then(|| format!("no runs after heap {}, the last one that the answer needs", end - 1))
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let runs = self.firsts.iter().map(|(first, Nimber(value))| format!("{first} {value}"));
        Ok(runs.chain([self.end.to_string()]).collect())
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
        let (first, value) = line.split_once(' ').ok_or(Expected::at(at, "the first heap of a run and its value"))?;
        Ok((number(at, first)?, section.nimber(at, value)?))
    });
    let firsts: Vec<(u64, Nimber)> = firsts.collect::<Result<_, Expected>>()?;
    let end = number(lines.len(), end)?;
    let wanted = "runs from heap 0 on that ascend and whose neighbours have different values";
    Runs::of(firsts, end).map(|runs| Claim::Runs(Arc::new(runs))).ok_or_else(|| Expected::at(0, wanted))
}
