//! Automata of linear equations and inequalities over natural numbers.
//!
//! After some leading digits the state is the value of the sum so far. It is kept only while the
//! digits to come can change the result: with s digits to come, the value v becomes v 2^s plus at
//! most the sum of the positive coefficients, less at most that of the negative ones, times
//! 2^s - 1. So there are about as many states as the sum of the coefficients, and a large constant
//! is a track of its own.
//!
//! *Example.* x + y = z is the adder with two states: no carry, and a carry. Read from the most
//! significant digits, a state is the carry that the lower digits must give.

use std::collections::HashMap;

use super::{
    dfa::{Dfa, MOST_TRACKS},
    work::{WorkLimits, WorkStop},
};

/// What holds of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// It is 0.
    Zero,
    /// It is not 0.
    NonZero,
    /// It is 0 or less.
    AtMostZero,
}

/// The largest constant that is not a track of its own.
pub(super) const LARGEST_CONSTANT: i128 = 64;

/// The largest coefficient.
pub(super) const LARGEST_COEFFICIENT: i128 = 1 << 12;

/// The number of digits to come after which no state changes its kind: 2^40 is above the sum of
/// all coefficients and constants.
const FAR: u32 = 40;

/// What is known of a sum before its last digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SumState {
    /// The value so far; the result is open.
    Open(i128),
    /// The result, whatever the digits to come are.
    Known(bool),
}

/// Returns the automaton of `sum of coefficient * number + constant` having that sign.
///
/// A state is decided (`Known`) if the range of the final sum satisfies the condition, or violates
/// it, whatever number of digits up to [`FAR`] follows. Otherwise the sum so far is near 0, so that
/// there are few open states.
pub(super) fn linear(
    coefficients: &[i128],
    constant: i128,
    sign: Sign,
    work: &mut WorkLimits<'_>,
) -> Result<Dfa, WorkStop> {
    let fits = |number: &i128| number.abs() <= LARGEST_COEFFICIENT;
    if coefficients.len() > MOST_TRACKS || !coefficients.iter().all(fits) || constant.abs() > LARGEST_CONSTANT {
        return Err(WorkStop::Large);
    }
    let more: i128 = coefficients.iter().filter(|&&coefficient| coefficient > 0).sum();
    let less: i128 = -coefficients.iter().filter(|&&coefficient| coefficient < 0).sum::<i128>();
    let holds = |value: i128| match sign {
        Sign::Zero => value == 0,
        Sign::NonZero => value != 0,
        Sign::AtMostZero => value <= 0,
    };
    let state = |value: i128| {
        let ranges = (0..=FAR).map(|digits| {
            let (shifted, rest) = ((value << digits) + constant, (1i128 << digits) - 1);
            (shifted - less * rest, shifted + more * rest)
        });
        let mut all = (true, true);
        for (low, high) in ranges {
            let (surely, never) = match sign {
                Sign::Zero => (low == 0 && high == 0, low > 0 || high < 0),
                Sign::NonZero => (low > 0 || high < 0, low == 0 && high == 0),
                Sign::AtMostZero => (high <= 0, low > 0),
            };
            all = (all.0 && surely, all.1 && never);
        }
        match all {
            (true, _) => SumState::Known(true),
            (_, true) => SumState::Known(false),
            _ => SumState::Open(value),
        }
    };
    let start = state(0);
    let mut places = HashMap::from([(start, 0u32)]);
    let mut order = vec![start];
    let mut dfa = Dfa { tracks: coefficients.len(), accepting: Vec::new(), next: Vec::new() };
    let mut at = 0;
    while let Some(&from) = order.get(at) {
        at += 1;
        work.state(at, dfa.letters())?;
        dfa.accepting.push(match from {
            SumState::Open(value) => holds(value + constant),
            SumState::Known(result) => result,
        });
        for letter in 0..dfa.letters() {
            let to = match from {
                SumState::Open(value) => {
                    let digits = coefficients.iter().enumerate().filter(|(track, _)| letter >> track & 1 == 1);
                    state(2 * value + digits.map(|(_, coefficient)| coefficient).sum::<i128>())
                }
                known => known,
            };
            let fresh = order.len() as u32;
            dfa.next.push(*places.entry(to).or_insert_with(|| {
                order.push(to);
                fresh
            }));
        }
    }
    dfa.least(work)
}

/// Returns the automaton of the one number. Leading zeros stay in the start, the digits of the
/// number lead along a path, and everything else to a dead state. So it has two states more than
/// the number has digits.
pub(super) fn constant(number: u128) -> Dfa {
    let digits = (128 - number.leading_zeros()) as usize;
    let dead = digits as u32 + 1;
    let mut dfa = Dfa { tracks: 1, accepting: Vec::new(), next: Vec::new() };
    for at in 0..digits {
        let digit = number >> (digits - 1 - at) & 1;
        let to = |read: u128| match () {
            () if read == digit => at as u32 + 1,
            () if at == 0 => 0,
            () => dead,
        };
        dfa.next.extend([to(0), to(1)]);
        dfa.accepting.push(false);
    }
    let zero = if digits == 0 { 0 } else { dead };
    dfa.next.extend([zero, dead, dead, dead]);
    dfa.accepting.extend([true, false]);
    dfa
}
