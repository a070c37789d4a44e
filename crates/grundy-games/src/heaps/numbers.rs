//! Sets of whole numbers as the language writes them: spans `1..3`, `4..`, and unions with
//! exceptions.
//!
//! Sets are enumerated without visiting what is not in them, so that `1..10^18 but 2..10^18` costs
//! two steps.
//!
//! ```
//! use grundy_games::{Amounts, AmountSet, Span};
//!
//! let except = vec![Span { from: 3, to: Some(5) }];
//! let amounts = Amounts { kinds: vec![AmountSet::Odd], except };
//! assert_eq!(amounts.to_string(), "odd but {3..5}");
//! assert_eq!(amounts.up_to(9).collect::<Vec<_>>(), [1, 7, 9]);
//! assert_eq!(amounts.largest(), Some(None), "no largest amount");
//! ```

use std::{collections::HashSet, fmt};

/// The whole numbers from `from` to `to`, both included; without `to`, all numbers from `from` up.
///
/// An interval of a text such as `2..5`, `7` or `3..`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The least number.
    pub from: u64,
    /// The greatest number; `None` for an infinite span.
    pub to: Option<u64>,
}

impl Span {
    /// Returns whether the span contains `number`.
    pub fn contains(&self, number: u64) -> bool {
        number >= self.from && self.to.is_none_or(|to| number <= to)
    }

    /// Returns the numbers of the span up to `limit`, ascending.
    ///
    /// None if the span begins above the limit.
    pub fn up_to(&self, limit: u64) -> impl Iterator<Item = u64> + use<> {
        self.from..=self.to.map_or(limit, |to| to.min(limit))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) if to == self.from => to.fmt(f),
            Some(to) => write!(f, "{}..{to}", self.from),
            None => write!(f, "{}..", self.from),
        }
    }
}

/// The numbers of counters that a move may take: a union of sets without exceptions.
///
/// `take 1..10 or square but {4}` has two sets and an exception.
///
/// ```text
/// take 1..3            1, 2, 3
/// take any             1, 2, 3, ..
/// take odd but {3..5}  1, 7, 9, 11, ..
/// take {1,4,9,16}      1, 4, 9, 16
/// take prime or 1      2, 3, 5, 7, .., and 1
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The sets of the union.
    pub kinds: Vec<AmountSet>,
    /// The exceptions. They are removed from the union.
    pub except: Vec<Span>,
}

/// A set of numbers in [`Amounts`].
///
/// ```text
/// 1..3 or 7     two spans      odd     1, 3, 5, ..
/// any           1, 2, 3, ..    even    2, 4, 6, ..
/// prime         2, 3, 5, ..    square  1, 4, 9, ..
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountSet {
    /// A number or a range.
    Span(Span),
    /// All numbers from 1 up. Written `any`.
    Any,
    /// 1, 3, 5, ...
    Odd,
    /// 2, 4, 6, ...
    Even,
    /// 2, 3, 5, 7, 11, ... Membership is decided exactly for all numbers of 64 bits.
    Prime,
    /// 1, 4, 9, 16, ...
    Square,
}

impl AmountSet {
    /// Returns whether the set contains `amount`.
    ///
    /// 0 is in a span only.
    pub fn contains(self, amount: u64) -> bool {
        match self {
            AmountSet::Span(span) => span.contains(amount),
            AmountSet::Any => amount > 0,
            AmountSet::Odd => amount % 2 == 1,
            AmountSet::Even => amount > 0 && amount.is_multiple_of(2),
            AmountSet::Prime => is_prime(amount),
            AmountSet::Square => amount > 0 && amount.isqrt().pow(2) == amount,
        }
    }

    /// Returns the numbers from `low` to `high` that may be in the set, ascending.
    ///
    /// Primes are tested by the caller; for the other kinds all numbers shown are in the set.
    fn between(self, low: u64, high: u64) -> Box<dyn Iterator<Item = u64>> {
        match self {
            AmountSet::Span(_) | AmountSet::Any | AmountSet::Prime => Box::new(low..=high),
            AmountSet::Odd => Box::new((low | 1..=high).step_by(2)),
            AmountSet::Even => {
                let first = low.checked_next_multiple_of(2).map(|first| first.max(2));
                Box::new(first.into_iter().flat_map(move |first| (first..=high).step_by(2)))
            }
            AmountSet::Square => {
                let first = low.max(1).isqrt() + u64::from(low.max(1).isqrt().pow(2) < low);
                Box::new((first..=high.isqrt()).map(|root| root * root))
            }
        }
    }
}

impl Amounts {
    /// Returns the set of these numbers.
    ///
    /// No number is an exception.
    pub fn of(numbers: impl IntoIterator<Item = u64>) -> Amounts {
        let kinds =
            numbers.into_iter().map(|number| AmountSet::Span(Span { from: number, to: Some(number) })).collect();
        Amounts { kinds, except: Vec::new() }
    }

    /// Returns whether `amount` may be taken.
    ///
    /// It costs a look at each set and each exception; `prime` costs a test of primality.
    pub fn contains(&self, amount: u64) -> bool {
        self.kinds.iter().any(|kind| kind.contains(amount)) && !self.except.iter().any(|span| span.contains(amount))
    }

    /// Returns the amounts up to `limit`, each once, ascending within each set of the union.
    /// Exceptions are skipped in one step.
    pub fn up_to(&self, limit: u64) -> impl Iterator<Item = u64> + '_ {
        self.tries(limit).flatten()
    }

    /// As [`Amounts::up_to`], with `None` for each number that is tried and is no amount, or that
    /// an earlier set has: so a caller can count its steps.
    pub fn tries(&self, limit: u64) -> impl Iterator<Item = Option<u64>> + '_ {
        /// From this many sets on, single numbers are looked up in a set.
        const MANY: usize = 32;
        let many = self.kinds.len() >= MANY;
        let few = (!many).then(|| self.tries_of_few(limit));
        few.into_iter().flatten().chain(many.then(|| self.tries_of_many(limit)).into_iter().flatten())
    }

    /// As [`Amounts::tries`], in time that grows with the number of sets, not with its square, if
    /// most of them are single numbers. Single numbers are looked up in a hash set; only the other
    /// sets are compared with each amount.
    fn tries_of_many(&self, limit: u64) -> impl Iterator<Item = Option<u64>> + '_ {
        let mut singles = HashSet::new();
        let mut wide: Vec<usize> = Vec::new();
        self.kinds.iter().enumerate().flat_map(move |(at, &kind)| {
            let earlier = |amount: u64, wide: &[usize]| wide.iter().any(|&at| self.kinds[at].contains(amount));
            let tried: Box<dyn Iterator<Item = Option<u64>>> = match kind {
                AmountSet::Span(Span { from, to: Some(to) }) if from == to => {
                    let gone = from > limit || self.except.iter().any(|span| span.contains(from));
                    let comes = !gone && !earlier(from, &wide) && singles.insert(from);
                    Box::new(std::iter::once(comes.then_some(from)))
                }
                _ => {
                    let before: Vec<usize> = wide.clone();
                    wide.push(at);
                    let singles = singles.clone();
                    let spans = self.spans(at, limit).into_iter().flat_map(move |(low, high)| kind.between(low, high));
                    Box::new(spans.map(move |amount| {
                        let comes = (kind != AmountSet::Prime || is_prime(amount))
                            && !singles.contains(&amount)
                            && !earlier(amount, &before);
                        comes.then_some(amount)
                    }))
                }
            };
            tried
        })
    }

    /// As [`Amounts::tries`], if there are few sets.
    fn tries_of_few(&self, limit: u64) -> impl Iterator<Item = Option<u64>> + '_ {
        self.kinds.iter().enumerate().flat_map(move |(at, &kind)| {
            let spans = self.spans(at, limit).into_iter().flat_map(move |(low, high)| kind.between(low, high));
            spans.map(move |amount| {
                let comes = (kind != AmountSet::Prime || is_prime(amount))
                    && !self.kinds[..at].iter().any(|kind| kind.contains(amount));
                comes.then_some(amount)
            })
        })
    }

    /// Returns the ranges up to `limit` in which the set at `at` may have amounts: without the
    /// exceptions, and without the spans of earlier sets.
    ///
    /// The ranges are disjoint, so each span that is taken away makes at most one more of them.
    pub(crate) fn spans(&self, at: usize, limit: u64) -> Vec<(u64, u64)> {
        let range = match self.kinds[at] {
            AmountSet::Span(span) => (span.from, span.to.map_or(limit, |to| to.min(limit))),
            _ => (1, limit),
        };
        let left = if range.0 <= range.1 { vec![range] } else { Vec::new() };
        let earlier = self.kinds[..at].iter().filter_map(|kind| match kind {
            AmountSet::Span(span) => Some(*span),
            AmountSet::Any => Some(Span { from: 1, to: None }),
            kind if *kind == self.kinds[at] => Some(Span { from: 0, to: None }),
            _ => None,
        });
        without(left, self.except.iter().copied().chain(earlier))
    }

    /// Returns the largest amount: `Some(None)` for an infinite set, `None` for an empty one.
    ///
    /// Exceptions count: `1..5 but {5}` has the largest amount 4.
    pub fn largest(&self) -> Option<Option<u64>> {
        let mut largest = None;
        for kind in &self.kinds {
            let AmountSet::Span(Span { from, to: Some(to) }) = *kind else { return Some(None) };
            if largest >= Some(to) {
                continue;
            }
            // What earlier sets have too makes the union no smaller.
            let left = if from <= to { vec![(from, to)] } else { Vec::new() };
            let left = without(left, self.except.iter().copied());
            largest = largest.max(left.last().map(|&(_, high)| high));
        }
        largest.map(Some)
    }
}

/// The ranges without these spans.
fn without(mut left: Vec<(u64, u64)>, spans: impl Iterator<Item = Span>) -> Vec<(u64, u64)> {
    for gone in spans {
        let to = gone.to.unwrap_or(u64::MAX);
        let parts = left.into_iter().flat_map(|(low, high)| {
            let before = gone.from.checked_sub(1).map(|end| (low, high.min(end)));
            let after = to.checked_add(1).map(|start| (low.max(start), high));
            [before, after].into_iter().flatten().filter(|(low, high)| low <= high)
        });
        left = parts.collect();
    }
    left
}

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let single = |kind: &AmountSet| matches!(kind, AmountSet::Span(span) if span.to == Some(span.from));
        if self.kinds.len() > 3 && self.kinds.iter().all(single) {
            write!(f, "{{{}}}", joined(&self.kinds, ","))?;
        } else {
            f.write_str(&joined(&self.kinds, " or "))?;
        }
        if self.except.is_empty() { Ok(()) } else { write!(f, " but {{{}}}", joined(&self.except, ",")) }
    }
}

/// Joins texts with a separator.
fn joined<T: fmt::Display>(parts: &[T], separator: &str) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

impl fmt::Display for AmountSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AmountSet::Span(span) => span.fmt(f),
            AmountSet::Any => f.write_str("any"),
            AmountSet::Odd => f.write_str("odd"),
            AmountSet::Even => f.write_str("even"),
            AmountSet::Prime => f.write_str("prime"),
            AmountSet::Square => f.write_str("square"),
        }
    }
}

/// The numbers of a file, ascending, each once: with blanks, commas or ends of lines between them,
/// or those of a b-file, whose lines, two or more, are pairs with a blank between them, the first
/// ones counting up. What follows `#` on a line is a comment. An error is a word that is not a
/// number, with its line.
pub(crate) fn filed_numbers(text: &str) -> Result<Vec<u64>, (usize, &str)> {
    let mut numbers = Vec::new();
    // The first numbers of all lines, as long as the lines are those of a b-file.
    let mut indices: Option<Vec<u64>> = Some(Vec::new());
    for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let before = numbers.len();
        for word in line.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|word| !word.is_empty()) {
            numbers.push(word.parse::<u64>().map_err(|_| (at + 1, word))?);
        }
        if numbers.len() == before {
            continue;
        }
        indices = indices.filter(|indices| {
            let follows = indices.last().is_none_or(|last| last.checked_add(1) == Some(numbers[before]));
            follows && numbers.len() == before + 2 && !line.contains(',')
        });
        indices.iter_mut().for_each(|indices| indices.push(numbers[before]));
    }
    if indices.is_some_and(|indices| indices.len() > 1) {
        numbers = numbers.into_iter().skip(1).step_by(2).collect();
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Returns whether `n` is prime: trial division by small primes, then Miller-Rabin with bases that
/// decide all n < 2^64 (Sinclair 2011: 2, 325, 9375, 28178, 450775, 9780504, 1795265022).
pub fn is_prime(n: u64) -> bool {
    const SMALL: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 || SMALL.iter().any(|&p| n.is_multiple_of(p)) {
        return SMALL.contains(&n);
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let twos = (n - 1).trailing_zeros();
    [2u64, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].iter().all(|base| {
        let (mut power, mut square, mut exponent) = (1, base % n, (n - 1) >> twos);
        if square == 0 {
            return true;
        }
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent /= 2;
        }
        let mut minus_one_seen = power == 1 || power == n - 1;
        for _ in 1..twos {
            power = times(power, power);
            minus_one_seen |= power == n - 1;
        }
        minus_one_seen
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_agree_with_trial_division() {
        let plain = |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for n in (0..5000).chain(1_000_000..1_000_200).chain([3_215_031_751, 4_294_967_291, 4_294_967_297]) {
            assert_eq!(is_prime(n), plain(n), "{n}");
        }
        assert!(is_prime(18_446_744_073_709_551_557));
        assert!(!is_prime(u64::MAX));
    }

    #[test]
    fn files_of_numbers_and_b_files_are_read() {
        for (text, numbers) in [
            ("", Ok(&[][..])),
            ("1\n2\n4\n", Ok(&[1, 2, 4])),
            ("# practical\r\n1, 2,4\r\n\r\n6 8 # and so on\n2", Ok(&[1, 2, 4, 6, 8])),
            ("\u{feff}1 1\n2 2\n3 4\n# end\n4 6\n", Ok(&[1, 2, 4, 6])),
            ("1 3\n", Ok(&[1, 3])),
            ("0 5\n1 9", Ok(&[5, 9])),
            ("1 1\n3 4", Ok(&[1, 3, 4])),
            ("1, 2\n2, 4", Ok(&[1, 2, 4])),
            ("18446744073709551615 7\n0 8", Ok(&[0, 7, 8, u64::MAX])),
            ("1\n2\nx3 4", Err((3, "x3"))),
            ("1 -2", Err((1, "-2"))),
            ("18446744073709551616", Err((1, "18446744073709551616"))),
        ] {
            assert_eq!(filed_numbers(text), numbers.map(<[u64]>::to_vec), "{text:?}");
        }
    }

    #[test]
    fn exceptions_are_leapt_over() {
        let span = |from, to| Span { from, to: Some(to) };
        let huge = 1 << 60;
        let long = Amounts { kinds: vec![AmountSet::Span(span(1, huge))], except: vec![span(2, huge - 1)] };
        assert_eq!(long.up_to(u64::MAX).collect::<Vec<u64>>(), [1, huge]);
        assert_eq!(long.largest(), Some(Some(huge)));
        let none = Amounts { kinds: vec![AmountSet::Span(span(1, huge))], except: vec![Span { from: 0, to: None }] };
        assert_eq!((none.up_to(huge).count(), none.largest()), (0, None));
        let squares = Amounts { kinds: vec![AmountSet::Square, AmountSet::Square], except: vec![span(0, huge - 1)] };
        assert_eq!(squares.up_to(huge + 1).collect::<Vec<u64>>(), [huge]);
    }

    #[test]
    fn many_sets_give_the_amounts_of_few() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut below = |limit: u64| random.u64(..limit);
        for _ in 0..200 {
            let mut kinds = Vec::new();
            for _ in 0..60 {
                let from = below(90);
                kinds.push(match below(20) {
                    0 => AmountSet::Prime,
                    1 => AmountSet::Odd,
                    2 => AmountSet::Square,
                    3 => AmountSet::Span(Span { from, to: Some(from + below(30)) }),
                    _ => AmountSet::Span(Span { from, to: Some(from) }),
                });
            }
            let mut except = Vec::new();
            for _ in 0..3 {
                let from = below(90);
                except.push(Span { from, to: Some(from + below(9)) });
            }
            let amounts = Amounts { kinds, except };
            let few: Vec<u64> = amounts.tries_of_few(70).flatten().collect();
            assert_eq!(amounts.up_to(70).collect::<Vec<_>>(), few, "{amounts}");
        }
    }

    #[test]
    fn sets_end_at_the_greatest_number() {
        let except = vec![Span { from: 1, to: Some(u64::MAX - 1) }];
        for (kind, last) in
            [(AmountSet::Even, None), (AmountSet::Odd, Some(u64::MAX)), (AmountSet::Any, Some(u64::MAX))]
        {
            let amounts = Amounts { kinds: vec![kind], except: except.clone() };
            assert_eq!(amounts.up_to(u64::MAX).collect::<Vec<u64>>(), Vec::from_iter(last), "{kind}");
        }
    }

    #[test]
    fn every_amount_comes_once() {
        let amounts = Amounts {
            kinds: vec![
                AmountSet::Odd,
                AmountSet::Square,
                AmountSet::Prime,
                AmountSet::Span(Span { from: 3, to: Some(6) }),
            ],
            except: vec![Span { from: 5, to: Some(7) }],
        };
        let mut all: Vec<u64> = amounts.up_to(20).collect();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 9, 11, 13, 15, 16, 17, 19]);
        assert!((0..=20).all(|amount| amounts.contains(amount) == all.contains(&amount)));
    }
}
