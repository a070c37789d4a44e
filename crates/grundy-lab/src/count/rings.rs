//! Rings, counted by a proved automaton.
//!
//! All rotations of a word are one ring, so they have one label. By Burnside's lemma the rings of n
//! letters with a label are, for each divisor d of n, the words of d letters whose power n/d has
//! the label, times the number of rotations that repeat after d letters and no earlier; all
//! together divided by n. The powers of a word have the labels that the powers of its map of states
//! to states give, so the words of d letters are counted by a machine whose states are these maps.
//!
//! Source: W. Burnside, Theory of groups of finite order (1897), section 118.
//!
//! *Example.* The rings of two letters over a and b: by Burnside's lemma (4 + 2) / 2 = 3, namely
//! aa, ab and bb.
//!
//! Cost: a machine of at most 2^14 maps for each divisor, and that of counting its words. The
//! counts are exact; modulo m, sums are kept modulo m n, since they are divided by n at the end.

use std::collections::HashMap;

use grundy::{Budget, Convention, Error, Run, Stopped, cert::Machine};
use num_bigint::BigUint;

use super::{
    CountQuery, Tally,
    labelled::{bytes, tally},
    sizes,
};
use crate::losing::{at_length, at_length_modulo, labels};

/// The most maps of states.
const MOST_MAPS: usize = 1 << 14;

/// The numbers of each size. `None` if a word has too many maps, or a count cannot be found.
pub(super) fn tallies(
    run: &Run,
    machine: &Machine,
    convention: Convention,
    query: &CountQuery,
) -> Result<Option<Vec<(u64, Tally)>>, Error> {
    let mut budget = run.budget();
    let Some(maps) = Maps::of(machine, &mut budget)? else { return Ok(None) };
    let labels = labels(machine);
    let mut found = Vec::new();
    for size in sizes(query) {
        // The remainder of a quotient by n follows from that of the dividend modulo n times more.
        let modulo = match query.modulo.map(|modulo| modulo.checked_mul(size.max(1))) {
            Some(None) => return Ok(None),
            Some(modulo) => modulo,
            None => None,
        };
        if modulo.is_none() {
            budget.hold(bytes(machine, size).saturating_mul((machine.states() + labels.len() + 4) as u64))?;
        }
        let Some(counts) = of_size(machine, &maps, size, (modulo, run.threads()), &mut budget)? else {
            return Ok(None);
        };
        found.push((size, tally(convention, &labels, &counts)));
    }
    Ok(Some(found))
}

/// The rings of a size with each label, modulo a number if there is one; it is divided by the size.
fn of_size(
    machine: &Machine,
    maps: &Maps,
    size: u64,
    (modulo, threads): (Option<u64>, usize),
    budget: &mut Budget,
) -> Result<Option<Vec<BigUint>>, Stopped> {
    let all = labels(machine);
    let mut sums = vec![BigUint::ZERO; all.len()];
    let Some(parts) = divisors(size, budget)? else {
        // The ring without letters.
        let at = all.binary_search(&machine.labels[0]).expect("every label is listed");
        sums[at] = BigUint::from(1u8);
        return Ok(Some(sums));
    };
    for part in parts {
        let powers = if part == size { machine.clone() } else { maps.of_powers(machine, size / part) };
        let counts = match modulo {
            Some(modulo) => {
                let counts = at_length_modulo(&powers, part, modulo, budget)?;
                counts.map(|counts| counts.into_iter().map(BigUint::from).collect())
            }
            None => at_length(&powers, part, threads, budget)?,
        };
        let Some(counts) = counts else { return Ok(None) };
        let rotations = totient(size / part, budget)?;
        for (label, count) in labels(&powers).iter().zip(counts) {
            sums[all.binary_search(label).expect("every label is listed")] += count * rotations;
        }
    }
    for sum in &mut sums {
        if let Some(modulo) = modulo {
            *sum %= modulo;
        }
        *sum /= size;
    }
    Ok(Some(sums))
}

/// The maps of states to states that words make, as a machine.
struct Maps {
    letters: usize,
    /// For each map the state that every state becomes.
    maps: Vec<Vec<u32>>,
    /// The map after one more letter.
    next: Vec<u32>,
}

impl Maps {
    /// The maps of all words. `None` if they are too many.
    fn of(machine: &Machine, budget: &mut Budget) -> Result<Option<Maps>, Stopped> {
        let identity: Vec<u32> = (0..).take(machine.states()).collect();
        let mut places: HashMap<Vec<u32>, u32> = HashMap::from([(identity.clone(), 0)]);
        let mut found = Maps { letters: machine.letters, maps: vec![identity], next: Vec::new() };
        let mut at = 0;
        while at < found.maps.len() {
            for letter in 0..machine.letters {
                budget.charge(u32::try_from(machine.states()).unwrap_or(u32::MAX))?;
                let after = |&state: &u32| machine.next[state as usize * machine.letters + letter];
                let map: Vec<u32> = found.maps[at].iter().map(after).collect();
                let new = found.maps.len() as u32;
                let place = *places.entry(map.clone()).or_insert(new);
                if place == new {
                    // In the list, and in the index.
                    budget.hold(2 * (size_of::<Vec<u32>>() + size_of::<u32>() * (map.len() + 1)) as u64)?;
                    found.maps.push(map);
                }
                found.next.push(place);
            }
            if found.maps.len() > MOST_MAPS {
                return Ok(None);
            }
            at += 1;
        }
        Ok(Some(found))
    }

    /// The machine that labels a word with the label of its power.
    fn of_powers(&self, machine: &Machine, power: u64) -> Machine {
        let label = |map: &Vec<u32>| machine.labels[end(map, power) as usize];
        let labels = self.maps.iter().map(label).collect();
        Machine { letters: self.letters, labels, next: self.next.clone() }.minimal()
    }
}

/// Where the first state goes by this power of a map.
fn end(map: &[u32], power: u64) -> u32 {
    let mut seen = vec![None; map.len()];
    let (mut state, mut at) = (0u32, 0u64);
    while at < power {
        if let Some(before) = seen[state as usize].replace(at) {
            let rest = (power - at) % (at - before);
            return (0..rest).fold(state, |state, _| map[state as usize]);
        }
        state = map[state as usize];
        at += 1;
    }
    state
}

/// The divisors of a number; `None` of 0. Cost: the root of the number.
fn divisors(number: u64, budget: &mut Budget) -> Result<Option<Vec<u64>>, Stopped> {
    if number == 0 {
        return Ok(None);
    }
    let mut found = Vec::new();
    for part in 1..=number.isqrt() {
        budget.tick()?;
        if number.is_multiple_of(part) {
            found.push(part);
            if number / part != part {
                found.push(number / part);
            }
        }
    }
    Ok(Some(found))
}

/// How many numbers up to this one are coprime to it. Cost: its root.
fn totient(number: u64, budget: &mut Budget) -> Result<u64, Stopped> {
    let (mut left, mut count, mut prime) = (number, number, 2u64);
    while prime <= left.isqrt() {
        budget.tick()?;
        if left.is_multiple_of(prime) {
            count -= count / prime;
            while left.is_multiple_of(prime) {
                left /= prime;
            }
        }
        prime += 1;
    }
    if left > 1 {
        count -= count / left;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use num_integer::Integer;

    use super::*;

    #[test]
    fn totients_and_divisors_are_those_of_a_plain_search() {
        let mut budget = Budget::new();
        for number in 1..200u64 {
            let coprime = (1..=number).filter(|other| other.gcd(&number) == 1).count() as u64;
            assert_eq!(totient(number, &mut budget).expect("there is no limit"), coprime, "{number}");
            let mut found = divisors(number, &mut budget).expect("there is no limit").expect("it is not 0");
            found.sort_unstable();
            assert_eq!(found, (1..=number).filter(|part| number % part == 0).collect::<Vec<_>>());
        }
        assert_eq!(divisors(0, &mut budget).expect("there is no limit"), None);
    }

    /// Words by the number of letters a modulo 3, and of letters b modulo 2: every rotation has the
    /// same label.
    #[test]
    fn rings_are_the_classes_of_rotated_words() {
        let machine =
            Machine { letters: 2, labels: vec![0, 1, 2, 3, 0, 1], next: vec![1, 3, 2, 4, 0, 5, 4, 0, 5, 1, 3, 2] };
        let mut budget = Budget::new();
        let maps = Maps::of(&machine, &mut budget).expect("there is no limit").expect("they are few");
        let all = labels(&machine);
        for size in 0..11u64 {
            let mut classes = std::collections::BTreeMap::new();
            for code in 0..1u32 << size {
                let word: Vec<u16> = (0..size).map(|at| (code >> at & 1) as u16).collect();
                let rotated = (0..word.len().max(1)).map(|at| [&word[at..], &word[..at]].concat());
                classes.insert(rotated.min(), machine.label(&word) as u32);
            }
            let right: Vec<BigUint> =
                all.iter().map(|label| BigUint::from(classes.values().filter(|own| *own == label).count())).collect();
            let own = of_size(&machine, &maps, size, (None, 1), &mut budget).expect("there is no limit");
            assert_eq!(own.as_ref(), Some(&right), "{size}");
            let rests = of_size(&machine, &maps, size, (Some(7 * size.max(1)), 1), &mut budget);
            let rests = rests.expect("there is no limit").expect("it is small");
            assert!(rests.iter().zip(&right).all(|(own, right)| *own == right % 7u8), "{size}");
        }
    }

    #[test]
    fn powers_of_maps_are_repeated_steps() {
        let map = [1, 2, 3, 1, 0];
        for power in 0..30 {
            let plain = (0..power).fold(0u32, |state, _| map[state as usize]);
            assert_eq!(end(&map, power), plain);
        }
        assert_eq!(end(&map, 3_000_000_000_000_000_001), 1);
        assert_eq!(end(&map, u64::MAX), 1 + ((u64::MAX - 1) % 3) as u32);
    }
}
