//! The share of long words that the player to move loses: an exact fraction for each residue of the
//! length.
//!
//! A machine that reads letters drawn at random is a Markov chain. It ends in one of the sets of
//! states that it cannot leave; in such a set of period p it visits p parts in turn, and each state
//! with the frequency of its stationary distribution. So among the words of length n, with n = r
//! modulo the least common multiple of the periods, the share of those with label 0 tends to a
//! number that solves linear equations with whole coefficients.
//!
//! Source: J. Kemeny and J. Snell, Finite Markov chains (1960), chapters 3 to 5.
//!
//! *Example.* `take letter` over one letter: words of even length are lost, words of odd length are
//! won. The chain has period 2, and the shares are 1 and 0.

use grundy::{Budget, Stopped, cert::Machine};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::linear::{MatrixRow, solve};

/// The largest system of equations that is solved.
const MOST_UNKNOWNS: usize = 600;

/// The largest number of residues of the length.
const MOST_RESTS: usize = 720;

/// The share of losing words (label 0) among all words of a length, as lengths grow.
///
/// Both are exact fractions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Density {
    /// The mean over all lengths.
    pub mean: BigRational,
    /// The limit for lengths congruent to 0, 1, .. modulo the number of entries; one entry if the
    /// share has a limit, none if there were too many.
    pub rests: Vec<BigRational>,
}

/// A set of states that is never left.
struct Closed {
    /// The states, ascending.
    states: Vec<usize>,
    /// The greatest common divisor of the lengths of its circles.
    period: usize,
    /// For each state its part of the period.
    part: Vec<usize>,
    /// For each state its frequency in the stationary distribution.
    frequency: Vec<BigRational>,
}

/// Returns the density of losing words; `None` if the equations are too many.
///
/// # Cost
/// The cube of the number of states in a closed set, and its square for each digit of the solution.
pub fn density(machine: &Machine, budget: &mut Budget) -> Result<Option<Density>, Stopped> {
    let goals: Vec<Vec<usize>> =
        machine.next.chunks(machine.letters).map(|row| row.iter().map(|&goal| goal as usize).collect()).collect();
    let set = components(&goals);
    let sets = set.iter().max().map_or(0, |last| last + 1);
    let mut is_closed = vec![true; sets];
    for (at, goals) in goals.iter().enumerate() {
        is_closed[set[at]] &= goals.iter().all(|&goal| set[goal] == set[at]);
    }
    let transient: Vec<usize> = (0..goals.len()).filter(|&at| !is_closed[set[at]]).collect();
    let mut mean = BigRational::zero();
    let mut shares: Vec<Vec<BigRational>> = Vec::new();
    for own in (0..sets).filter(|&own| is_closed[own]) {
        let states = (0..goals.len()).filter(|&at| set[at] == own).collect();
        let Some(closed) = Closed::of(&goals, states, budget)? else { return Ok(None) };
        let Some(arrivals) = closed.arrivals(&goals, &transient, budget)? else { return Ok(None) };
        let mut parts = vec![BigRational::zero(); closed.period];
        for (at, &state) in closed.states.iter().enumerate() {
            if machine.labels[state] == 0 {
                parts[closed.part[at]] += &closed.frequency[at];
            }
        }
        let losing: BigRational = parts.iter().sum();
        mean += arrivals.iter().sum::<BigRational>() * losing;
        // At length n a chain with phase t is in part n + t.
        let share = |rest: usize| -> BigRational {
            let period = closed.period;
            let told = (0..period).map(|phase| &arrivals[phase] * &parts[(rest + phase) % period]).sum::<BigRational>();
            told * BigRational::from_integer(period.into())
        };
        shares.push((0..closed.period).map(share).collect());
    }
    let count = shares.iter().fold(1usize, |all, share| all.lcm(&share.len()).min(MOST_RESTS + 1));
    let rests = match count {
        0..=MOST_RESTS => (0..count).map(|rest| shares.iter().map(|share| &share[rest % share.len()]).sum()).collect(),
        _ => Vec::new(),
    };
    Ok(Some(Density { mean, rests: shortest(rests) }))
}

/// Returns the shortest list whose repetition is this one.
fn shortest(mut all: Vec<BigRational>) -> Vec<BigRational> {
    let fits = |length: &usize| all.len().is_multiple_of(*length) && all[*length..] == all[..all.len() - length];
    if let Some(length) = (1..all.len()).find(fits) {
        all.truncate(length);
    }
    all
}

impl Closed {
    /// A set of states that is not left, with its period, its parts and the frequency of each
    /// state. `None` if the frequencies are not found.
    fn of(goals: &[Vec<usize>], states: Vec<usize>, budget: &mut Budget) -> Result<Option<Closed>, Stopped> {
        let place = |state: usize| states.binary_search(&state).expect("a closed set is not left");
        let mut level: Vec<Option<usize>> = vec![None; states.len()];
        level[0] = Some(0);
        let (mut order, mut at, mut period) = (vec![0], 0, 0usize);
        while at < order.len() {
            let own = order[at];
            let depth = level[own].unwrap_or(0);
            at += 1;
            for goal in goals[states[own]].iter().map(|&goal| place(goal)) {
                match level[goal] {
                    Some(known) => period = period.gcd(&(depth + 1).abs_diff(known)),
                    None => {
                        level[goal] = Some(depth + 1);
                        order.push(goal);
                    }
                }
            }
        }
        let part = level.iter().map(|level| level.unwrap_or(0) % period).collect();
        let frequency = if period == states.len() {
            vec![BigRational::new(1.into(), period.into()); period]
        } else {
            match stationary(goals, &states, budget)? {
                Some(frequency) => frequency,
                None => return Ok(None),
            }
        };
        Ok(Some(Closed { states, period, part, frequency }))
    }

    /// For each phase t, the chance that the chain ends here so that at length n it is in part n +
    /// t.
    fn arrivals(
        &self,
        goals: &[Vec<usize>],
        transient: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<Vec<BigRational>>, Stopped> {
        let whole = |yes: bool| if yes { BigRational::one() } else { BigRational::zero() };
        let part = |state: usize| self.states.binary_search(&state).ok().map(|at| self.part[at]);
        let period = self.period;
        if let Ok(start) = transient.binary_search(&0) {
            if goals[0].iter().all(|&goal| goal == goals[0][0]) && goals.iter().all(|row| row.len() == 1) {
                // Over one letter the chain is deterministic.
                let mut state = 0;
                let mut steps = 0;
                let here = loop {
                    match part(state) {
                        Some(here) => break Some(here),
                        // The one path leads to one closed set.
                        None if steps > goals.len() => break None,
                        None => (state, steps) = (goals[state][0], steps + 1),
                    }
                };
                let phase = here.map(|here| (here + period - steps % period) % period);
                return Ok(Some((0..period).map(|own| whole(Some(own) == phase)).collect()));
            }
            let Some(size) = transient.len().checked_mul(period).filter(|&size| size <= MOST_UNKNOWNS) else {
                return Ok(None);
            };
            let mut rows: Vec<MatrixRow> = Vec::with_capacity(size);
            let mut right = Vec::with_capacity(size);
            for &state in transient {
                for phase in 0..period {
                    let next = (phase + 1) % period;
                    let mut row = vec![(rows.len(), goals[state].len() as i64)];
                    let mut told = 0;
                    for &goal in &goals[state] {
                        match transient.binary_search(&goal) {
                            Ok(at) => row.push((at * period + next, -1)),
                            Err(_) => told += i64::from(part(goal) == Some(next)),
                        }
                    }
                    rows.push(row);
                    right.push(told);
                }
            }
            let all = solve(&rows, &right, budget)?;
            return Ok(all.map(|all| all[start * period..][..period].to_vec()));
        }
        Ok(Some((0..period).map(|phase| whole(part(0) == Some(phase))).collect()))
    }
}

/// Returns the stationary distribution of a closed set.
fn stationary(
    goals: &[Vec<usize>],
    states: &[usize],
    budget: &mut Budget,
) -> Result<Option<Vec<BigRational>>, Stopped> {
    let size = states.len();
    if size > MOST_UNKNOWNS {
        return Ok(None);
    }
    let mut rows: Vec<MatrixRow> = (0..size).map(|at| vec![(at, -(goals[states[at]].len() as i64))]).collect();
    for (at, &state) in states.iter().enumerate() {
        for goal in &goals[state] {
            rows[states.binary_search(goal).expect("a closed set is not left")].push((at, 1));
        }
    }
    // One equation follows from the others; the frequencies add up to 1.
    rows[size - 1] = (0..size).map(|at| (at, 1)).collect();
    let right: Vec<i64> = (0..size).map(|at| i64::from(at + 1 == size)).collect();
    solve(&rows, &right, budget)
}

/// Returns the strongly connected component of each state (Tarjan 1972, with an explicit stack).
///
/// Sets are numbered from 0 in the order in which they are completed.
fn components(goals: &[Vec<usize>]) -> Vec<usize> {
    /// A state that was not met.
    const NEW: usize = usize::MAX;
    let count = goals.len();
    let (mut number, mut low, mut set) = (vec![NEW; count], vec![0; count], vec![NEW; count]);
    let (mut open, mut stack, mut numbers, mut sets) = (Vec::new(), Vec::new(), 0, 0);
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        stack.push((root, 0));
        while let Some(&mut (state, ref mut turn)) = stack.last_mut() {
            if *turn == 0 {
                number[state] = numbers;
                low[state] = numbers;
                numbers += 1;
                open.push(state);
            }
            if let Some(&goal) = goals[state].get(*turn) {
                *turn += 1;
                if number[goal] == NEW {
                    stack.push((goal, 0));
                } else if set[goal] == NEW {
                    low[state] = low[state].min(number[goal]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(before, _)) = stack.last() {
                low[before] = low[before].min(low[state]);
            }
            if low[state] == number[state] {
                while let Some(own) = open.pop() {
                    set[own] = sets;
                    if own == state {
                        break;
                    }
                }
                sets += 1;
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;
    use crate::losing::LosingWords;

    fn machine(letters: usize, labels: &[u32], next: &[u32]) -> Machine {
        Machine { letters, labels: labels.to_vec(), next: next.to_vec() }
    }

    fn told(machine: &Machine) -> (String, Vec<String>) {
        let found = density(machine, &mut Budget::new()).expect("there is no limit").expect("it is small");
        (found.mean.to_string(), found.rests.iter().map(ToString::to_string).collect())
    }

    fn list(all: &[&str]) -> Vec<String> {
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn densities_that_are_known_by_hand() {
        // Letters a modulo 3.
        assert_eq!(told(&machine(2, &[0, 1, 2], &[1, 0, 2, 1, 0, 2])), ("1/3".into(), list(&["1/3"])));
        // The parity of the length: no limit.
        assert_eq!(told(&machine(2, &[0, 1], &[1, 1, 0, 0])), ("1/2".into(), list(&["1", "0"])));
        // Kayles-like lassos: a way in of two states, a round of three with one lost heap.
        assert_eq!(told(&machine(1, &[1, 2, 0, 1, 3], &[1, 2, 3, 4, 2])), ("1/3".into(), list(&["0", "0", "1"])));
        // Two sets that are never left: after aa.. losing, after b the parity of the rest, where
        // even is lost.
        let two = machine(2, &[1, 0, 0, 1], &[1, 2, 1, 1, 3, 3, 2, 2]);
        assert_eq!(told(&two), ("3/4".into(), list(&["1/2", "1"])));
        // A walk that stays for a while before it falls to one of two sides: 2/3 and 1/3.
        let sides = machine(3, &[5, 0, 1, 7], &[3, 1, 3, 1, 1, 1, 2, 2, 2, 0, 1, 2]);
        let (mean, rests) = told(&sides);
        assert_eq!(rests, [mean]);
    }

    #[test]
    fn densities_are_the_limits_of_counts() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |end: u64| random.u64(..end);
        for _ in 0..120 {
            let (letters, states) = (1 + below(3) as usize, 1 + below(7));
            let labels: Vec<u32> = (0..states).map(|_| below(2) as u32).collect();
            let next: Vec<u32> = (0..states as usize * letters).map(|_| below(states) as u32).collect();
            let own = machine(letters, &labels, &next).minimal();
            let found = density(&own, &mut Budget::new()).expect("there is no limit").expect("it is small");
            let long = 2_000usize;
            let count = found.rests.len();
            let mut sum = BigRational::zero();
            for (length, lost) in LosingWords::of(&own).enumerate().skip(long).take(count) {
                let all = BigInt::from(letters).pow(length as u32);
                let share = BigRational::new(lost.into(), all);
                let off = (&share - &found.rests[length % count]) * BigInt::from(1_000_000);
                assert!(off.to_integer().is_zero(), "{own:?}: {share} at {length}, not {found:?}");
                sum += &found.rests[length % count];
            }
            assert_eq!(sum / BigInt::from(count), found.mean, "{own:?}");
        }
    }
}
