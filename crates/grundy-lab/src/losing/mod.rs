//! The number of words of each length that the player to move loses: exact numbers from a machine,
//! and their recurrence.
//!
//! The words of a length that end in each state are counted from those of the length before (the
//! transfer matrix). So the counts obey a linear recurrence of at most as many terms as there are
//! states. A shorter one is computed modulo a prime (Massey 1969), lifted to small whole numbers,
//! and kept if it holds on as many exact counts as both recurrences have terms together: then it
//! always holds, since the difference obeys the long recurrence and begins with zeros.

mod convolution;
mod density;
mod lengths;
mod linear;
mod massey;
mod power;

use grundy::{Budget, Stopped, cert::Machine, solvers::Reason};
use num_bigint::{BigInt, BigUint};

pub use density::{Density, density};
pub use lengths::{ByLabel, at_length, at_length_modulo, labels, restricted};
use linear::PRIME;
use massey::{Field, Small, massey};

/// The numbers of losing words (label 0) of length 0, 1, 2, ..
///
/// ```text
/// "ab" -> "b" over a and b: 1, 2, 3, 5, 9, 17, 33, ..
/// ```
pub struct LosingWords<'a> {
    /// The numbers of words of every label.
    all: ByLabel<'a>,
    /// The place of label 0 among the labels, if a state has it.
    losing: Option<usize>,
}

impl<'a> LosingWords<'a> {
    /// Returns the counts of a machine.
    ///
    /// It is an iterator that never ends; each length costs a pass over the machine.
    pub fn of(machine: &'a Machine) -> LosingWords<'a> {
        LosingWords { all: ByLabel::of(machine), losing: labels(machine).binary_search(&0).ok() }
    }
}

impl Iterator for LosingWords<'_> {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        let counts = self.all.next()?;
        Some(self.losing.map_or(BigUint::ZERO, |place| counts[place].clone()))
    }
}

/// A generating function with whole coefficients, lowest power first: numerator over denominator.
///
/// ```text
/// 1, 2, 4, 8, ..    above 1, below 1 - 2x
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generating {
    /// The numerator.
    pub above: Vec<BigInt>,
    /// The denominator; it begins with 1.
    pub below: Vec<i64>,
}

/// What was found about the losing words, or why it is not known.
///
/// The reason is a clause for a report.
pub type Sought<T> = Result<T, String>;

/// The result of [`generating`] or [`density()`], with the reason if there is none. `too_large` is
/// the reason if nothing was found within the limits.
///
/// # Errors
/// [`Stopped`] if the work was cancelled. A limit is a reason, not an error: the proof of the
/// automaton stands.
pub fn sought<T>(found: Result<Option<T>, Stopped>, too_large: &str) -> Result<Sought<T>, Stopped> {
    match found {
        Ok(found) => Ok(found.ok_or_else(|| too_large.to_owned())),
        Err(stopped) if stopped.reason == Reason::Interrupted => Err(stopped),
        Err(stopped) => Ok(Err(stopped.to_string())),
    }
}

/// The largest coefficient of a recurrence.
const LARGEST: u64 = 1 << 32;

/// Returns the generating function of the numbers of losing words; `None` if its denominator has
/// large coefficients.
///
/// The recurrence is verified on as many exact counts as both recurrences have terms, so it holds
/// for all lengths.
pub fn generating(machine: &Machine, budget: &mut Budget) -> Result<Option<Generating>, Stopped> {
    let terms = 2 * machine.states() + 2;
    let mut counts: Vec<BigInt> = Vec::with_capacity(terms);
    for count in LosingWords::of(machine).take(terms) {
        budget.poll()?;
        counts.push(BigInt::from(count));
    }
    let rests: Vec<u64> = counts.iter().map(|count| Small.of(count)).collect();
    let Some(below) = lifted(&massey(&Small, &rests, budget)?) else { return Ok(None) };
    let product = |at: usize| -> BigInt {
        below.iter().enumerate().take(at + 1).map(|(back, factor)| &counts[at - back] * factor).sum()
    };
    // Massey's bound: the numerator has at most as many terms as the recurrence, or as there are
    // states.
    let mut above: Vec<BigInt> = Vec::with_capacity(terms);
    for at in 0..terms {
        budget.poll()?;
        above.push(product(at));
    }
    let long = above.iter().rposition(|term| *term != BigInt::ZERO).map_or(0, |last| last + 1);
    above.truncate(long);
    Ok((long < terms - machine.states()).then_some(Generating { above, below }))
}

/// The small whole numbers with these rests. `None` if one of them is large.
fn lifted(rests: &[u64]) -> Option<Vec<i64>> {
    let lift = |&rest: &u64| match rest {
        0..=LARGEST => i64::try_from(rest).ok(),
        _ if PRIME - rest <= LARGEST => i64::try_from(PRIME - rest).ok().map(|rest| -rest),
        _ => None,
    };
    rests.iter().map(lift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words over a and b by the number of letters a modulo 3: label 0 where it is 0.
    fn thirds() -> Machine {
        Machine { letters: 2, labels: vec![0, 1, 2], next: vec![1, 0, 2, 1, 0, 2] }
    }

    #[test]
    fn counts_are_exact() {
        let counts: Vec<String> = LosingWords::of(&thirds()).take(8).map(|count| count.to_string()).collect();
        assert_eq!(counts, ["1", "1", "1", "2", "5", "11", "22", "43"]);
        let hundred = LosingWords::of(&thirds()).nth(100).map(|count| count.to_string());
        // (2^100 + 2 Re((1 + w)^100)) / 3 with w a third root of unity: (1 + w)^100 = (e^(i pi /
        // 3))^100.
        assert_eq!(hundred.as_deref(), Some("422550200076076467165567735125"));
    }

    #[test]
    fn what_takes_too_long_is_stopped() {
        let late = || Budget::new().time(std::time::Duration::ZERO);
        assert!(generating(&thirds(), &mut late()).is_err());
        assert!(density(&thirds(), &mut late()).is_err());
    }

    #[test]
    fn a_limit_is_a_reason_and_an_interrupt_an_error() {
        let found = generating(&thirds(), &mut Budget::new());
        assert!(matches!(sought(found, "too large"), Ok(Ok(found)) if found.below == [1, -3, 3, -2]));
        let late = generating(&thirds(), &mut Budget::new().time(std::time::Duration::ZERO));
        assert!(matches!(sought(late, "too large"), Ok(Err(why)) if why.starts_with("the time is up")));
        assert_eq!(sought::<()>(Ok(None), "too large").ok(), Some(Err("too large".to_owned())));
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let cancelled = generating(&thirds(), &mut Budget::new().interrupt(flag));
        assert!(sought(cancelled, "too large").is_err());
    }

    #[test]
    fn a_generating_function_gives_the_counts_again() {
        let found = generating(&thirds(), &mut Budget::new()).expect("there is no limit").expect("small coefficients");
        assert_eq!(found.below, [1, -3, 3, -2]);
        assert_eq!(found.above, [1, -2, 1].map(BigInt::from));
        let mut counts: Vec<BigInt> = Vec::new();
        for at in 0..50 {
            let rest: BigInt =
                found.below.iter().enumerate().skip(1).take(at).map(|(back, factor)| &counts[at - back] * factor).sum();
            counts.push(found.above.get(at).cloned().unwrap_or_default() - rest);
        }
        let plain: Vec<BigInt> = LosingWords::of(&thirds()).take(50).map(BigInt::from).collect();
        assert_eq!(counts, plain);
    }
}
