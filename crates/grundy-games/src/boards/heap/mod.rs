//! The meaning of games on heaps of counters.
//!
//! A position is a number of counters. A heap of 0 counters has no moves, even if a rule of the
//! general form has options for it, and options omit it.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Code, HeapMove, HeapRules};
//!
//! // Kayles, octal 0.77: take one or two counters, and leave at most two heaps.
//! let code = Code { hexadecimal: false, digits: vec![0, 7, 7] };
//! let kayles = HeapRules { moves: vec![HeapMove::Code(code)] };
//! let mut options = Vec::new();
//! kayles.options(&3, |heaps| Ok::<(), Fault>(options.push(heaps.to_vec()))).unwrap();
//! assert_eq!(options, [vec![2], vec![1, 1], vec![1]]);
//! ```
//!
//! *Rules.* `take 1..3` is a subtraction game, `take any leaving 0..2 heaps` may split the rest,
//! `octal 0.77` is a code for several of these, and `a -> ..` is the general form (see
//! [`crate::heaps::clause`]).
//!
//! *Faults.* A new heap that is not smaller; a heap that could be split into over 63 parts without
//! a bound; over ten million amounts in a row without an option; and the faults of expressions.
//!
//! *Cost.* A step for each amount and each partition of the rest. An option of equal parts is shown
//! once, with sizes ascending; options may repeat between kinds of moves.

pub(crate) mod board;
pub(crate) mod read;

use std::{fmt, iter, ops::ControlFlow};

use grundy_core::{Fault, Game, Visit};

use crate::{
    family::is_free,
    heaps::{
        clause::{Clause, ClauseReport, EqualHeaps, Instance},
        expr::MOST_TRIALS,
        meter::STRIDE,
        numbers::{AmountSet, Amounts, Span},
    },
};

/// The rules of a game on heaps: a move is any of these.
///
/// Each kind is tried in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRules {
    /// The moves.
    pub moves: Vec<HeapMove>,
}

/// A kind of move on a heap.
///
/// The options of a heap of 5 by each kind:
///
/// ```text
/// take 1..2                      4, 3
/// take any leaving 2 heaps       1 + 3, 2 + 2, 1 + 2, 1 + 1
/// split into 2 unequal heaps     1 + 4, 2 + 3
/// octal 0.77                     4, 1 + 3, 2 + 2; 3, 1 + 2
/// a -> a/2                       2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapMove {
    /// Take counters, and possibly split the rest.
    Take(Take),
    /// A code of the literature, which abbreviates several [`Take`]s. `octal 0.77` and `take 1..2
    /// leaving 0..2 heaps` have the same options.
    Code(Code),
    /// The general form. It is the only kind whose end is not plain from its form; see
    /// [`crate::ends`].
    General(Clause),
}

/// `take AMOUNTS leaving PARTS heaps`.
///
/// ```text
/// take 1..3                            amounts 1..3, leaving 0..1 heaps
/// take any leaving 2 unequal heaps     amounts any, leaving 2, unequal
/// split into 2 heaps                   amounts 0, leaving 2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// The numbers of counters that a move may take. 0 is the amount of `split`.
    pub amounts: Amounts,
    /// The numbers of non-empty heaps that the rest may be split into; at most [`MOST_PARTS`].
    /// Without
    /// an end, a heap that could be split into more is a fault.
    pub leaving: Span,
    /// The condition on the sizes of these heaps. It is about the heaps of one option, not of
    /// different ones.
    pub parts: Parts,
}

/// A condition on the sizes of the heaps of a split.
///
/// Grundy's game splits a heap into two unequal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// No condition.
    Any,
    /// All sizes differ.
    Unequal,
    /// All sizes are equal.
    Equal,
}

/// An octal or hexadecimal code: if bit j of digit k is set, a move may take k counters and leave j
/// non-empty heaps.
///
/// Source: Guy and Smith, The G-values of various games, 1956; *Winning Ways*, chapter 4.
///
/// The digit d of k counters: 1 allows to take a whole heap of k, 2 to leave one heap, 4 to leave
/// two, 8 to leave three. Kayles is 0.77 since one or two counters may be taken from anywhere in a
/// row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Whether digits are at most 15 instead of 7.
    pub hexadecimal: bool,
    /// The digits; the first is the one before the point.
    pub digits: Vec<u8>,
}

/// The most consecutive amounts without an option at one heap, before the rules are at fault.
const MOST_SILENT: u64 = 10_000_000;

/// The most heaps that a `Take` may leave.
///
/// Sets of numbers of parts then fit into a word.
pub const MOST_PARTS: u64 = 63;

impl Game for HeapRules {
    type Position = u64;

    fn options<E: From<Fault>>(&self, heap: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        self.walk(heap, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        &heap: &u64,
        mut visit: impl FnMut(Visit<'_, u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.moves.iter().try_for_each(|kind| kind.walk(heap, &mut visit))
    }
}

impl HeapMove {
    /// As [`Game::walk`], by this move alone.
    ///
    /// The plain meaning of that move.
    pub(crate) fn walk<E: From<Fault>>(
        &self,
        heap: u64,
        visit: &mut impl FnMut(Visit<'_, u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            HeapMove::Take(take) if take.leaving.to == Some(0) => {
                if take.amounts.contains(heap) && heap > 0 {
                    visit(Visit::Option(&[]))
                } else {
                    Ok(())
                }
            }
            HeapMove::Take(take) => take.walk(heap, visit),
            HeapMove::Code(code) => (0..=heap).zip(&code.digits).try_for_each(|(taken, &digit)| {
                (0..4).filter(|count| digit >> count & 1 == 1).try_for_each(|count| {
                    partitions(heap - taken, count, Parts::Any, &mut |sizes| visit(Visit::Option(sizes)))
                })
            }),
            HeapMove::General(clause) => general(clause, heap, visit),
        }
    }
}

impl Take {
    /// Shows each amount in turn, with all partitions of the rest that are allowed.
    fn walk<E: From<Fault>>(
        &self,
        heap: u64,
        visit: &mut impl FnMut(Visit<'_, u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        // The amounts without an option since the last one with an option, and the steps of the
        // amounts since the last report.
        let (mut silent, mut steps) = (0, 0);
        self.amounts.tries(heap).try_for_each(|taken| {
            let Some(taken) = taken else { return pause(&mut steps, 1, visit) };
            let rest = heap - taken;
            if self.leaving.to.is_none() && self.fits_more(rest) {
                let many = format!("a heap of {heap} can be split into more than {MOST_PARTS} heaps");
                return Err(Fault(many).into());
            }
            let mut shown = false;
            let mut counts = 0;
            self.leaving.up_to(rest.min(MOST_PARTS)).try_for_each(|count| {
                counts += 1;
                partitions(rest, count, self.parts, &mut |sizes| {
                    shown = true;
                    visit(Visit::Option(sizes))
                })
            })?;
            if shown {
                silent = 0;
                return Ok(());
            }
            silent += 1;
            if silent > MOST_SILENT {
                let why = format!("more than {MOST_SILENT} consecutive amounts allow no split of a heap of {heap}");
                return Err(Fault(why).into());
            }
            pause(&mut steps, 1 + counts, visit)
        })
    }
}

impl Take {
    /// Returns whether `rest` counters can be split into more than [`MOST_PARTS`] heaps.
    fn fits_more(&self, rest: u64) -> bool {
        let next = MOST_PARTS + 1;
        match self.parts {
            Parts::Any | Parts::Equal => rest >= next,
            Parts::Unequal => rest >= next * (next + 1) / 2,
        }
    }
}

/// Counts steps without an option, and reports them from time to time.
fn pause<E>(counted: &mut u32, steps: u32, visit: &mut impl FnMut(Visit<'_, u64>) -> Result<(), E>) -> Result<(), E> {
    *counted += steps;
    if *counted < STRIDE { Ok(()) } else { visit(Visit::Work(std::mem::take(counted))) }
}

/// Calls `visit` with each option by a rule of the general form; a new heap that is not smaller is
/// a fault.
fn general<E: From<Fault>>(
    clause: &Clause,
    heap: u64,
    visit: &mut impl FnMut(Visit<'_, u64>) -> Result<(), E>,
) -> Result<(), E> {
    if heap == 0 {
        return Ok(());
    }
    let mut rest = Vec::new();
    clause.expand(&[heap], MOST_TRIALS, |seen| match seen {
        ClauseReport::Work(steps) => visit(Visit::Work(steps)),
        ClauseReport::Option(instance, parts) => {
            if let Some(endless) = grows(heap, instance, parts) {
                return Err(endless.into());
            }
            rest.clear();
            for part in parts.iter().filter(|part| part.sizes[0] > 0) {
                rest.extend(iter::repeat_n(part.sizes[0], part.count as usize));
            }
            visit(Visit::Option(&rest))
        }
    })
}

/// Returns the fault of an option in which a heap is not smaller than before.
pub(crate) fn grows(heap: u64, instance: &Instance<'_>, parts: &[EqualHeaps<'_>]) -> Option<Fault> {
    /// So many heaps of an option are in the message.
    const NAMED: usize = 16;
    let grown = parts.iter().map(|part| part.sizes[0]).find(|&size| size >= heap)?;
    let mut sizes = parts.iter().flat_map(|part| iter::repeat_n(part.sizes[0], part.count as usize));
    let mut sum = sizes.by_ref().take(NAMED).map(|size| size.to_string()).collect::<Vec<_>>().join(" + ");
    if sizes.next().is_some() {
        sum.push_str(" + ...");
    }
    let after = format!("{sum}, and {grown} is not smaller");
    Some(instance.endless(format_args!("a heap of {heap}"), after))
}

/// Calls `visit` with each way to split `rest` into `count` heaps, sizes ascending.
fn partitions<E>(
    rest: u64,
    count: u64,
    parts: Parts,
    visit: &mut impl FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    if count == 0 || rest < count {
        return if count == 0 && rest == 0 { visit(&[]) } else { Ok(()) };
    }
    if parts == Parts::Equal {
        let equal = rest.is_multiple_of(count);
        return if equal { visit(&vec![rest / count; count as usize]) } else { Ok(()) };
    }
    let step = u64::from(parts == Parts::Unequal);
    let mut sizes = vec![0; count as usize];
    if !refill(&mut sizes, 0, 1, rest, step) {
        return Ok(());
    }
    loop {
        visit(&sizes)?;
        let advanced = (0..sizes.len().saturating_sub(1)).rev().try_for_each(|at| {
            let least = sizes[at] + 1;
            let total: u64 = sizes[at..].iter().sum();
            if refill(&mut sizes, at, least, total, step) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if advanced.is_continue() {
            return Ok(());
        }
    }
}

/// Sets the sizes from `at` on to the lexicographically first sequence with this total that starts
/// with `least` and increases by at least `step`. Returns false, and changes nothing, if there is
/// none.
fn refill(sizes: &mut [u64], at: usize, least: u64, total: u64, step: u64) -> bool {
    let many = (sizes.len() - at) as u64;
    let head: u128 = (0..many - 1).map(|next| u128::from(least) + u128::from(next * step)).sum();
    let last = u128::from(total).checked_sub(head);
    let floor = u128::from(least) + u128::from((many - 1) * step);
    let Some(last) = last.filter(|&last| last >= floor) else { return false };
    for (next, size) in sizes[at..].iter_mut().enumerate() {
        *size = least + next as u64 * step;
    }
    if let Some(size) = sizes.last_mut() {
        *size = last as u64;
    }
    true
}

impl HeapRules {
    /// Returns whether the text of these rules reads as rules on heaps without `heap:`.
    ///
    /// `Display` of a ruleset writes the board only where it is needed.
    pub fn is_read_bare(&self) -> bool {
        match self.moves.first() {
            Some(HeapMove::Take(take)) => take.amounts.kinds.first() != Some(&AmountSet::Square),
            Some(HeapMove::General(clause)) => is_free(&clause.names[0]),
            _ => true,
        }
    }

    /// Returns the digits of an equivalent octal or hexadecimal code; `None` if there is none, or
    /// if a move takes more than 2^16 counters.
    ///
    /// `take 1..2 leaving 0..2 heaps` is `0.77`: digits 0, 7, 7. The theorems on octal games are
    /// about this form, however the game is written.
    pub fn code(&self) -> Option<Vec<u8>> {
        let mut digits = vec![0u8];
        for kind in &self.moves {
            match kind {
                HeapMove::Code(code) => {
                    digits.resize(digits.len().max(code.digits.len()), 0);
                    code.digits.iter().zip(&mut digits).for_each(|(digit, all)| *all |= digit);
                }
                HeapMove::Take(take) => {
                    let largest = take.amounts.largest()??;
                    let most = take.leaving.to.filter(|&most| most <= 3)?;
                    if take.parts != Parts::Any && most > 1 || largest > 1 << 16 {
                        return None;
                    }
                    digits.resize(digits.len().max(largest as usize + 1), 0);
                    let bits = (take.leaving.from..=most).map(|count| 1 << count).sum::<u8>();
                    take.amounts.up_to(largest).for_each(|taken| digits[taken as usize] |= bits);
                }
                HeapMove::General(_) => return None,
            }
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Some(digits)
    }

    /// Returns whether it is plain from the form of the rules that every move leaves at most one
    /// heap, so that a single heap stays single.
    ///
    /// False of rules of the general form whose number of heaps depends on the values of names.
    pub fn leaves_at_most_one(&self) -> bool {
        self.moves.iter().all(|kind| match kind {
            HeapMove::Take(take) => take.leaving.to.is_some_and(|most| most <= 1),
            HeapMove::Code(code) => code.digits.iter().all(|&digit| digit < 4),
            HeapMove::General(clause) => match &clause.terms[..] {
                [] => true,
                [term] => term.heap().is_some_and(|heap| heap.count.is_none()),
                _ => false,
            },
        })
    }

    /// Returns the amounts if the game is a subtraction game: every move takes counters and does
    /// not split the heap. Else `None`.
    ///
    /// The theorems on subtraction games are about these amounts.
    pub fn subtraction(&self) -> Option<Vec<&Amounts>> {
        self.moves
            .iter()
            .map(|kind| match kind {
                HeapMove::Take(take) if take.leaving == (Span { from: 0, to: Some(1) }) => Some(&take.amounts),
                _ => None,
            })
            .collect()
    }
}

impl fmt::Display for HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().enumerate().try_for_each(|(at, kind)| {
            f.write_str(if at == 0 { "" } else { ", " })?;
            kind.fmt(f)
        })
    }
}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapMove::Take(take) => take.fmt(f),
            HeapMove::Code(code) => code.fmt(f),
            HeapMove::General(clause) => clause.fmt(f),
        }
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.parts {
            Parts::Any => "",
            Parts::Unequal => "unequal ",
            Parts::Equal => "equal ",
        };
        if self.amounts == Amounts::of([0]) {
            return write!(f, "split into {} {kind}heaps", self.leaving);
        }
        write!(f, "take {}", self.amounts)?;
        if self.leaving == (Span { from: 0, to: Some(1) }) && self.parts == Parts::Any {
            return Ok(());
        }
        let noun = if self.leaving == (Span { from: 1, to: Some(1) }) { "heap" } else { "heaps" };
        write!(f, " leaving {} {kind}{noun}", self.leaving)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, first) = (if self.hexadecimal { "hex" } else { "octal" }, self.digits[0]);
        write!(f, "{name} {first:X}.")?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:X}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(rest: u64, count: u64, parts: Parts) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let kept = partitions(rest, count, parts, &mut |sizes: &[u64]| {
            all.push(sizes.to_vec());
            Ok::<(), Fault>(())
        });
        assert!(kept.is_ok());
        all
    }

    #[test]
    fn partitions_agree_with_counting() {
        for rest in 0..14u64 {
            for count in 1..=4u64 {
                let mut plain = Vec::new();
                for number in 0..14u64.pow(count as u32) {
                    let sizes: Vec<u64> = (0..count).map(|at| number / 14u64.pow(at as u32) % 14).collect();
                    let total: u64 = sizes.iter().sum();
                    if total == rest && sizes[0] > 0 && sizes.is_sorted() {
                        plain.push(sizes);
                    }
                }
                plain.sort();
                assert_eq!(ways(rest, count, Parts::Any), plain);
                plain.retain(|sizes| sizes.windows(2).all(|pair| pair[0] < pair[1]));
                assert_eq!(ways(rest, count, Parts::Unequal), plain);
            }
        }
        assert_eq!(ways(0, 0, Parts::Any), [vec![]]);
        assert_eq!(ways(12, 3, Parts::Equal), [[4, 4, 4]]);
        assert!(ways(13, 3, Parts::Equal).is_empty());
    }

    #[test]
    fn huge_heaps_do_not_wrap() {
        let mut seen = 0;
        let enough = partitions(u64::MAX, 3, Parts::Unequal, &mut |sizes| {
            assert_eq!(sizes.iter().map(|&size| u128::from(size)).sum::<u128>(), u128::from(u64::MAX));
            seen += 1;
            if seen < 100 { Ok(()) } else { Err(Fault("enough".into())) }
        });
        assert!(enough.is_err());
    }
}
