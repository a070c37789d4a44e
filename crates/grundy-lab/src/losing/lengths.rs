//! How many words of a length have each label of a machine: exactly, or modulo a number.
//!
//! Words are counted by their last state, letter by letter ([`ByLabel`], the plain way). The counts
//! of a late length come from the recurrence that all labels share: it is found modulo a prime for
//! a mixture of the counts, and kept if it holds for the counts of every label on as many exact
//! terms as there are states (then it always holds, as in [`generating`](super::generating)). The
//! prime is 2^61 - 1 where the coefficients are small, else one that is larger than they can be.
//!
//! *Example.* The number of lost words of 10^6 letters is found from a recurrence of a few terms in
//! about twenty squarings, not a million steps.

use grundy::{Budget, Stopped, cert::Machine, theory::hash::SplitMix};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::{
    lifted,
    linear::PRIME,
    massey::{Field, Large, Small, massey},
    power::{Modulo, Recurrent, Whole, terms},
};

/// Up to this many additions, words are counted letter by letter.
const FEW: u64 = 1 << 16;

/// The most additions that are made where no recurrence was found.
const MANY: u64 = 1 << 40;

/// The numbers of words of length 0, 1, 2, .. with each label.
///
/// The lists are in the order of [`labels`].
pub struct ByLabel<'a> {
    /// The machine.
    machine: &'a Machine,
    /// Its labels, ascending, each once.
    labels: Vec<u32>,
    /// The number of words of the current length, by last state.
    counts: Vec<BigUint>,
}

impl<'a> ByLabel<'a> {
    /// Returns the counts of a machine.
    ///
    /// It is an iterator that never ends; each length costs a pass over the machine.
    pub fn of(machine: &'a Machine) -> ByLabel<'a> {
        let mut counts = vec![BigUint::ZERO; machine.states()];
        counts[0] = BigUint::from(1u8);
        ByLabel { machine, labels: labels(machine), counts }
    }
}

impl Iterator for ByLabel<'_> {
    /// A count for each of [`labels`].
    type Item = Vec<BigUint>;

    fn next(&mut self) -> Option<Vec<BigUint>> {
        let mut found = vec![BigUint::ZERO; self.labels.len()];
        for (count, label) in self.counts.iter().zip(&self.machine.labels) {
            let place = self.labels.binary_search(label).expect("every label is listed");
            found[place] += count;
        }
        let mut counts = vec![BigUint::ZERO; self.counts.len()];
        for (state, count) in self.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            for &goal in &self.machine.next[state * self.machine.letters..][..self.machine.letters] {
                counts[goal as usize] += count;
            }
        }
        self.counts = counts;
        Some(found)
    }
}

/// The labels of a machine, ascending, each once.
///
/// The number of words is counted for each of them.
pub fn labels(machine: &Machine) -> Vec<u32> {
    let mut labels = machine.labels.clone();
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// The machine that reads only these of its letters, by number.
///
/// # Panics
/// If a letter is not one of the machine's.
pub fn restricted(machine: &Machine, letters: &[usize]) -> Machine {
    let rows = machine.next.chunks(machine.letters.max(1));
    let next = rows.flat_map(|row| letters.iter().map(|&letter| row[letter])).collect();
    Machine { letters: letters.len(), labels: machine.labels.clone(), next }.minimal()
}

/// The number of words of this length with each of the [`labels`]. `None` if no recurrence was
/// found, and the length is too large to count letter by letter. Large numbers are multiplied on
/// this many threads.
///
/// # Errors
/// A limit of the budget is reached.
///
/// Cost: up to 2^16 additions letter by letter; else about log2 of the length squares of
/// polynomials with as many coefficients as the recurrence has terms.
pub fn at_length(
    machine: &Machine,
    length: u64,
    threads: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<BigUint>>, Stopped> {
    if work(machine, length) <= FEW {
        return plain(machine, length, budget).map(Some);
    }
    let Some((sequences, from)) = recurrence(machine, budget)? else {
        return if work(machine, length) <= MANY { plain(machine, length, budget).map(Some) } else { Ok(None) };
    };
    let Some(later) = length.checked_sub(from) else { return plain(machine, length, budget).map(Some) };
    let found = terms(&Whole(threads), &sequences, later, budget)?;
    Ok(Some(found.into_iter().map(|count| count.magnitude().clone()).collect()))
}

/// As [`at_length`], modulo a number, which is not 0.
///
/// # Errors
/// A limit of the budget is reached.
///
/// # Cost
/// That of [`at_length`] with numbers of one word.
pub fn at_length_modulo(
    machine: &Machine,
    length: u64,
    modulus: u64,
    budget: &mut Budget,
) -> Result<Option<Vec<u64>>, Stopped> {
    let found = recurrence(machine, budget)?;
    match found.as_ref().and_then(|(sequences, from)| Some((sequences, length.checked_sub(*from)?))) {
        Some((sequences, later)) => terms(&Modulo(modulus), sequences, later, budget).map(Some),
        None if work(machine, length) <= MANY => plain_modulo(machine, length, modulus, budget).map(Some),
        None => Ok(None),
    }
}

/// The number of additions that counting letter by letter takes.
fn work(machine: &Machine, length: u64) -> u64 {
    length.saturating_mul(machine.next.len().max(1) as u64)
}

/// The counts, letter by letter.
fn plain(machine: &Machine, length: u64, budget: &mut Budget) -> Result<Vec<BigUint>, Stopped> {
    let mut all = ByLabel::of(machine);
    for _ in 0..length {
        budget.poll()?;
        all.next();
    }
    Ok(all.next().unwrap_or_default())
}

/// The counts modulo a number, letter by letter.
fn plain_modulo(machine: &Machine, length: u64, modulus: u64, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let rest = |sum: u128| (sum % u128::from(modulus)) as u64;
    let mut counts = vec![0u64; machine.states()];
    counts[0] = rest(1);
    for _ in 0..length {
        budget.charge(u32::try_from(machine.next.len()).unwrap_or(u32::MAX))?;
        let mut next = vec![0u64; counts.len()];
        for (state, &count) in counts.iter().enumerate() {
            for &goal in &machine.next[state * machine.letters..][..machine.letters] {
                let own = &mut next[goal as usize];
                *own = rest(u128::from(*own) + u128::from(count));
            }
        }
        counts = next;
    }
    let labels = labels(machine);
    let mut found = vec![0u64; labels.len()];
    for (&count, label) in counts.iter().zip(&machine.labels) {
        let own = &mut found[labels.binary_search(label).expect("every label is listed")];
        *own = rest(u128::from(*own) + u128::from(count));
    }
    Ok(found)
}

/// The recurrence of the counts of all labels, and the length from which on it holds. `None` if it
/// was not found.
fn recurrence(machine: &Machine, budget: &mut Budget) -> Result<Option<(Recurrent, u64)>, Stopped> {
    let states = machine.states();
    let long = 2 * states + 2;
    let count = labels(machine).len();
    let mut all: Vec<Vec<BigInt>> = vec![Vec::with_capacity(long); count];
    let mut mixed = Vec::with_capacity(long);
    for counts in ByLabel::of(machine).take(long) {
        budget.poll()?;
        let counts: Vec<BigInt> = counts.into_iter().map(BigInt::from).collect();
        mixed.push((0..).zip(&counts).map(|(at, count)| count * weight(at)).sum::<BigInt>());
        all.iter_mut().zip(counts).for_each(|(own, count)| own.push(count));
    }
    let rests: Vec<u64> = mixed.iter().map(|term| Small.of(term)).collect();
    let small = massey(&Small, &rests, budget)?;
    if let Some(below) = lifted(&small) {
        let below = below.into_iter().map(BigInt::from).collect();
        if let Some(found) = verified(below, states, &all, budget)? {
            return Ok(Some(found));
        }
    }
    // The polynomial is a factor of the characteristic one of the machine. Its roots are no larger
    // than the number of letters, so its coefficients are no larger than those of (x + letters)^d.
    let bits = u64::from((machine.letters + 1).ilog2()) + 1;
    let Some(field) = Large::at_least((small.len() as u64).saturating_mul(bits) + 2) else { return Ok(None) };
    let rests: Vec<BigInt> = mixed.iter().map(|term| field.of(term)).collect();
    let below = massey(&field, &rests, budget)?.iter().map(|rest| field.lifted(rest)).collect();
    verified(below, states, &all, budget)
}

/// The recurrence with these coefficients, and the length from which on it holds for all these
/// sequences. `None` if it does not hold for as many terms as there are states.
///
/// The counts of every label obey the recurrence of the characteristic polynomial, which has as
/// many terms as there are states. A shorter one that holds on that many consecutive terms holds on
/// all: the sequence of its errors obeys the long one, and begins with that many zeros.
fn verified(
    below: Vec<BigInt>,
    states: usize,
    all: &[Vec<BigInt>],
    budget: &mut Budget,
) -> Result<Option<(Recurrent, u64)>, Stopped> {
    let order = below.len() - 1;
    // From here on the recurrence holds as far as was counted.
    let mut from = order;
    for sequence in all {
        for at in (order..sequence.len()).rev() {
            budget.poll()?;
            let sum: BigInt = below.iter().enumerate().map(|(back, factor)| &sequence[at - back] * factor).sum();
            if !sum.is_zero() {
                from = from.max(at + 1);
                break;
            }
        }
        if from + states > sequence.len() {
            return Ok(None);
        }
    }
    let skipped = from - order;
    let first = all.iter().map(|sequence| sequence[skipped..].to_vec()).collect();
    Ok(Some((Recurrent { below, first }, skipped as u64)))
}

/// A number below the prime for each label: a mixture of sequences by them seldom has a shorter
/// recurrence than all of them together, and if it has, the check finds that.
fn weight(at: u64) -> u64 {
    (SplitMix::hash(at) >> 4) % PRIME
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_machines() -> Vec<Machine> {
        let mut random = fastrand::Rng::with_seed(11);
        let mut below = |end: u64| random.u64(..end);
        let machine = |_| {
            let (letters, states) = (1 + below(3) as usize, 1 + below(9));
            let labels: Vec<u32> = (0..states).map(|_| below(4) as u32).collect();
            let next: Vec<u32> = (0..states as usize * letters).map(|_| below(states) as u32).collect();
            Machine { letters, labels, next }.minimal()
        };
        (0..60).map(machine).collect()
    }

    #[test]
    fn late_counts_are_those_of_the_plain_way() {
        let mut fast = 0;
        for machine in random_machines() {
            let found = recurrence(&machine, &mut Budget::new()).expect("there is no limit");
            fast += usize::from(found.is_some());
            for length in (0..40).chain([111, 1000]) {
                let right = plain(&machine, length, &mut Budget::new()).expect("there is no limit");
                if let Some((sequences, from)) = &found
                    && let Some(later) = length.checked_sub(*from)
                {
                    let own = terms(&Whole(1), sequences, later, &mut Budget::new()).expect("there is no limit");
                    assert_eq!(
                        own,
                        right.iter().cloned().map(BigInt::from).collect::<Vec<_>>(),
                        "{machine:?} {length}"
                    );
                }
                let own = at_length(&machine, length, 2, &mut Budget::new()).expect("there is no limit");
                assert_eq!(own.as_ref(), Some(&right), "{machine:?} at {length}");
                for modulus in [1, 2, 97, u64::MAX] {
                    let rests: Vec<u64> = right
                        .iter()
                        .map(|count| count % modulus)
                        .map(|rest| u64::try_from(rest).expect("a rest is small"))
                        .collect();
                    let own = at_length_modulo(&machine, length, modulus, &mut Budget::new());
                    assert_eq!(own.expect("there is no limit"), Some(rests.clone()));
                    assert_eq!(plain_modulo(&machine, length, modulus, &mut Budget::new()).ok(), Some(rests));
                }
            }
        }
        assert!(fast > 50, "{fast} of 60 have a recurrence");
    }

    #[test]
    fn all_words_are_counted_once() {
        for machine in random_machines() {
            for length in [0, 5, 300] {
                let own = at_length(&machine, length, 2, &mut Budget::new()).expect("there is no limit");
                let total: BigUint = own.expect("it is small").into_iter().sum();
                assert_eq!(total, BigUint::from(machine.letters).pow(length as u32));
            }
        }
    }

    #[test]
    fn fewer_letters_are_fewer_words() {
        // The parity of the letters b, over a, b, c.
        let machine = Machine { letters: 3, labels: vec![0, 1], next: vec![0, 1, 0, 1, 0, 1] };
        assert_eq!(
            at_length(&restricted(&machine, &[0, 2]), 9, 1, &mut Budget::new()).expect("there is no limit"),
            Some(vec![BigUint::from(512u32)])
        );
        assert_eq!(restricted(&machine, &[1]).power(7), 1);
    }

    #[test]
    fn what_takes_too_long_is_stopped() {
        let machine = Machine { letters: 2, labels: vec![0, 1, 2], next: vec![1, 0, 2, 1, 0, 2] };
        let late = || Budget::new().time(std::time::Duration::ZERO);
        assert!(at_length(&machine, 1 << 30, 1, &mut late()).is_err());
        assert!(at_length_modulo(&machine, 1 << 60, 10, &mut late()).is_err());
    }
}
