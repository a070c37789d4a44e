//! The values of heaps of `take AMOUNTS` that leave one heap or none, and the amounts that lead to
//! a value.
//!
//! Any, odd and even amounts and a range have formulas. Other amounts have a table: up to the
//! largest heap, or until the values repeat. If the last s values, s being the largest amount, are
//! those of p heaps earlier, each further value is that of p heaps earlier too, since a value
//! follows from the s values before it.

use grundy_games::{AmountSet, Amounts, Span};

/// The most amounts of a table.
const MOST_AMOUNTS: usize = 1 << 16;

/// The most steps for a table, a step being an amount at a heap.
const MOST_STEPS: u64 = 1 << 24;

/// Numbers from one to another by equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progression {
    /// The first number.
    pub first: u64,
    /// The last number.
    pub last: u64,
    /// The step, at least 1.
    pub step: u64,
}

impl Progression {
    /// Returns the progression of one number.
    fn one(number: u64) -> Progression {
        Progression { first: number, last: number, step: 1 }
    }

    /// Returns how many numbers there are.
    pub fn count(&self) -> u128 {
        u128::from((self.last - self.first) / self.step) + 1
    }

    /// Returns the numbers, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let Progression { first, step, .. } = *self;
        (0..=(self.last - self.first) / self.step).map(move |at| first + at * step)
    }
}

/// The values of heaps.
#[derive(Debug)]
pub(super) enum HeapFormula {
    /// Any amount: the size.
    Any,
    /// Odd amounts: the size modulo 2.
    Odd,
    /// Even amounts: half of the size.
    Even,
    /// Amounts from one number to another, or from one number on: the remainder by their sum,
    /// divided by the first.
    Range(u64, Option<u64>),
    /// A table.
    Table {
        /// The amounts, ascending.
        amounts: Vec<u64>,
        /// The values of the first heaps.
        values: Vec<u32>,
        /// After the table, each value is that of this many heaps earlier.
        period: Option<u64>,
    },
}

impl HeapFormula {
    /// Returns the values of heaps up to `largest`; `None` if a table would be too large.
    pub(super) fn of(amounts: &Amounts, largest: u64) -> Option<HeapFormula> {
        match (&amounts.kinds[..], &amounts.except[..]) {
            ([AmountSet::Any], []) => Some(HeapFormula::Any),
            ([AmountSet::Odd], []) => Some(HeapFormula::Odd),
            ([AmountSet::Even], []) => Some(HeapFormula::Even),
            ([AmountSet::Span(Span { from: from @ 1.., to })], []) if to.is_none_or(|to| *from <= to) => {
                Some(HeapFormula::Range(*from, *to))
            }
            _ => table(amounts, largest),
        }
    }

    /// Returns the value of a heap.
    pub(super) fn value(&self, size: u64) -> u64 {
        match self {
            HeapFormula::Any => size,
            HeapFormula::Odd => size % 2,
            HeapFormula::Even => size / 2,
            HeapFormula::Range(from, to) => match to.and_then(|to| from.checked_add(to)) {
                Some(period) => size % period / from,
                None => size / from,
            },
            HeapFormula::Table { values, period, .. } => {
                let (length, at) = (values.len() as u64, size);
                let at = match period {
                    Some(period) if at >= length => length - period + (at - length) % period,
                    _ => at,
                };
                values.get(at as usize).map_or(0, |&value| value.into())
            }
        }
    }

    /// Returns how many amounts can be taken from a heap.
    pub(super) fn amounts(&self, size: u64) -> u64 {
        match self {
            HeapFormula::Any => size,
            HeapFormula::Odd => size - size / 2,
            HeapFormula::Even => size / 2,
            HeapFormula::Range(from, to) => to.map_or(size, |to| to.min(size)).saturating_sub(from - 1),
            HeapFormula::Table { amounts, .. } => amounts.partition_point(|&amount| amount <= size) as u64,
        }
    }

    /// Returns an upper bound on the steps of [`HeapFormula::down`] and [`HeapFormula::up`].
    pub(super) fn steps(&self) -> u64 {
        if let HeapFormula::Table { amounts, .. } = self { 1 + amounts.len() as u64 } else { 4 }
    }

    /// Returns the amounts that leave a heap of this value.
    pub(super) fn down(&self, size: u64, value: u64) -> Vec<Progression> {
        match self {
            HeapFormula::Any => one(size.checked_sub(value)),
            HeapFormula::Odd => odd(size, size, value),
            HeapFormula::Even => one((size / 2).checked_sub(value).and_then(|half| half.checked_mul(2))),
            HeapFormula::Range(from, to) => {
                let most = to.map_or(size, |to| to.min(size));
                if *from > most {
                    return Vec::new();
                }
                let sizes = in_range(*from, *to, value, (size - most, size - from));
                let taken = |(low, high): (u64, u64)| Progression { first: size - high, last: size - low, step: 1 };
                sizes.into_iter().rev().map(taken).collect()
            }
            HeapFormula::Table { amounts, .. } => {
                let allowed = amounts.iter().take_while(|&&amount| amount <= size);
                allowed.filter(|&amount| self.value(size - amount) == value).copied().map(Progression::one).collect()
            }
        }
    }

    /// Returns the amounts up to `most` that make a heap of this value when they are added.
    pub(super) fn up(&self, size: u64, most: u64, value: u64) -> Vec<Progression> {
        let fits = |amount: &u64| *amount <= most;
        match self {
            HeapFormula::Any => one(value.checked_sub(size).filter(fits)),
            HeapFormula::Odd => odd(size, most, value),
            HeapFormula::Even => one(value.checked_sub(size / 2).and_then(|half| half.checked_mul(2)).filter(fits)),
            HeapFormula::Range(from, to) => {
                let most = to.map_or(most, |to| to.min(most));
                let ends = (size.checked_add(*from), size.checked_add(most));
                let ((Some(low), Some(high)), true) = (ends, *from <= most) else { return Vec::new() };
                let sizes = in_range(*from, *to, value, (low, high));
                let added = |(low, high): (u64, u64)| Progression { first: low - size, last: high - size, step: 1 };
                sizes.into_iter().map(added).collect()
            }
            HeapFormula::Table { amounts, .. } => {
                let allowed = amounts.iter().take_while(|&&amount| amount <= most);
                let grown = |amount: u64| size.checked_add(amount).is_some_and(|size| self.value(size) == value);
                allowed.filter(|&&amount| grown(amount)).copied().map(Progression::one).collect()
            }
        }
    }
}

/// An amount of at least 1, if there is one.
fn one(amount: Option<u64>) -> Vec<Progression> {
    amount.filter(|&amount| amount > 0).map(Progression::one).into_iter().collect()
}

/// All odd amounts up to `most`, if they change a heap to this value.
fn odd(size: u64, most: u64, value: u64) -> Vec<Progression> {
    if most == 0 || value != 1 - size % 2 {
        return Vec::new();
    }
    vec![Progression { first: 1, last: most - (most + 1) % 2, step: 2 }]
}

/// Returns the sizes of this value between two sizes, ascending, where a move takes `from` to `to`
/// counters. At most as many sizes are between as values repeat after.
fn in_range(from: u64, to: Option<u64>, value: u64, (low, high): (u64, u64)) -> Vec<(u64, u64)> {
    let (from, low, high) = (u128::from(from), u128::from(low), u128::from(high));
    let period = to.map_or(1 << 65, |to| from + u128::from(to));
    let piece = |turn: u128| {
        let start = turn * period;
        let first = start.checked_add(u128::from(value) * from)?;
        let last = first.saturating_add(from - 1).min(start + (period - 1)).min(high);
        let first = first.max(low);
        (first <= last).then_some((u64::try_from(first).ok()?, u64::try_from(last).ok()?))
    };
    (low / period..=high / period).filter_map(piece).collect()
}

/// Computes a table by the definition. Amounts over `largest` are never taken.
///
/// As each value is at most the number of amounts, the marks of values seen are a short list, and
/// the number of the heap stands for "seen now", so that nothing is cleared between heaps.
fn table(amounts: &Amounts, largest: u64) -> Option<HeapFormula> {
    let mut all = Vec::new();
    for (tried, amount) in amounts.tries(largest).enumerate() {
        if tried >= MOST_AMOUNTS {
            return None;
        }
        all.extend(amount.filter(|&amount| amount > 0));
    }
    all.sort_unstable();
    let Some(&longest) = all.last() else {
        return Some(HeapFormula::Table { amounts: all, values: vec![0], period: Some(1) });
    };
    let sizes = largest.saturating_add(1).min(MOST_STEPS / all.len() as u64);
    let mut values: Vec<u32> = Vec::new();
    // The last heap that has an option of each value; a value is at most the number of amounts.
    let mut seen: Vec<Option<u64>> = vec![None; all.len() + 2];
    for size in 0..sizes {
        for &amount in all.iter().take_while(|&&amount| amount <= size) {
            seen[values[(size - amount) as usize] as usize] = Some(size);
        }
        values.push(seen.iter().position(|last| *last != Some(size))? as u32);
    }
    let period = if sizes > largest { None } else { Some(period(&values, usize::try_from(longest).ok()?)? as u64) };
    Some(HeapFormula::Table { amounts: all, values, period })
}

/// Returns the least p such that the last `window` values are those of p heaps earlier.
///
/// In the reversed list, an equal stretch of at least `window` numbers that begins at p is what is
/// asked for. Cost: one pass.
fn period(values: &[u32], window: usize) -> Option<usize> {
    let last = values.len().checked_sub(window)?;
    // The lengths of equal stretches of the reversed values with their beginning (Z algorithm).
    let reversed: Vec<u32> = values.iter().rev().copied().collect();
    let mut equal = vec![0usize; reversed.len()];
    let (mut left, mut right) = (0, 0);
    for at in 1..reversed.len() {
        let mut length = if at < right { equal[at - left].min(right - at) } else { 0 };
        while reversed.get(at + length).is_some_and(|value| *value == reversed[length]) {
            length += 1;
        }
        if at + length > right {
            (left, right) = (at, at + length);
        }
        equal[at] = length;
    }
    (1..=last).find(|&at| at < equal.len() && equal[at] >= window)
}
