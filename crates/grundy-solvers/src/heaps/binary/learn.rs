//! The least automaton that fits the values of small heaps.
//!
//! The state after some leading digits is determined by what the digits to come may be. Digits to a
//! certain depth stand for all: two prefixes are in one state if the same suffixes up to that depth
//! complete them (Myhill and Nerode, with finitely many suffixes). The result has to agree with the
//! whole sample; whether it is right is left to the check.
//!
//! Example: Nim's values, as pairs of a size and a value: the automaton reads a digit of each from
//! the highest one on, and stays in its first state while they are equal. A prefix with different
//! digits is completed by no suffix, so it is in a second state, which accepts nothing.

use std::collections::{HashMap, hash_map::Entry};

use grundy_cert::{Dfa, Meaning};

use super::sample::Sample;
use crate::support::budget::{Budget, Stopped};

/// The most states of an automaton.
const MOST_STATES: usize = 400;

/// Leading digits of the sizes and of the value.
type DigitPrefix = (Vec<u64>, u64);

/// Returns an automaton of the values, or of the lost heaps, of a kind; `None` if suffixes of this
/// depth give none that agrees with the sample.
///
/// At most 400 states. `sample` has to hold all prefixes of the states with suffixes of the depth,
/// or the result is `None`. A digit of a letter is bit i for track i, the value's track last.
pub(super) fn learn(
    sample: &Sample,
    kind: usize,
    meaning: Meaning,
    depth: u32,
    budget: &mut Budget,
) -> Result<Option<Dfa>, Stopped> {
    let arity = sample.kinds[kind].1;
    let tracks = arity + usize::from(meaning == Meaning::Values);
    let start: DigitPrefix = (vec![0; arity], 0);
    let Some(key) = completions(sample, kind, meaning, depth, &start, budget)? else { return Ok(None) };
    let mut places: HashMap<Vec<u32>, u32> = HashMap::from([(key, 0)]);
    let mut order = vec![start];
    let mut dfa = Dfa { tracks, accepting: Vec::new(), next: Vec::new() };
    while let Some((sizes, value)) = order.get(dfa.accepting.len()).cloned() {
        dfa.accepting.push(match meaning {
            Meaning::Values => sample.value(kind, &sizes) == Some(value),
            Meaning::Lost => sample.value(kind, &sizes) == Some(0),
        });
        for letter in 0..1u64 << tracks {
            let longer: Vec<u64> = (0..).zip(&sizes).map(|(track, size)| size << 1 | letter >> track & 1).collect();
            // Without a track for the value, its digit is 0.
            let longer = (longer, value << 1 | letter >> arity);
            let Some(key) = completions(sample, kind, meaning, depth, &longer, budget)? else { return Ok(None) };
            let fresh = order.len() as u32;
            dfa.next.push(match places.entry(key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    order.push(longer);
                    *free.insert(fresh)
                }
            });
        }
        if order.len() > MOST_STATES {
            return Ok(None);
        }
    }
    Ok(agrees(&dfa, sample, kind, meaning, budget)?.then_some(dfa))
}

/// Which suffixes of the sizes complete a prefix, and to which suffix of the value; `None` if the
/// sample does not reach so far.
fn completions(
    sample: &Sample,
    kind: usize,
    meaning: Meaning,
    depth: u32,
    (sizes, value): &DigitPrefix,
    budget: &mut Budget,
) -> Result<Option<Vec<u32>>, Stopped> {
    if sizes.iter().any(|size| (((size + 1) << depth) - 1) >> sample.digits > 0) {
        return Ok(None);
    }
    let arity = sizes.len() as u32;
    let mut key = Vec::new();
    let mut longer = sizes.clone();
    for suffix in 0..=depth {
        for digits in 0..1u64 << (suffix * arity) {
            budget.tick()?;
            for (at, (longer, size)) in (0..).zip(longer.iter_mut().zip(sizes)) {
                *longer = size << suffix | digits >> (at * suffix) & ((1 << suffix) - 1);
            }
            let Some(found) = sample.value(kind, &longer) else { return Ok(None) };
            let rest = match meaning {
                Meaning::Values => found.checked_sub(value << suffix).filter(|rest| rest >> suffix == 0),
                Meaning::Lost => (found == 0).then_some(0),
            };
            key.push(rest.map_or(0, |rest| rest as u32 + 1));
        }
    }
    Ok(Some(key))
}

/// Whether an automaton accepts each heap of the box with its value; or accepts exactly the lost
/// heaps.
fn agrees(dfa: &Dfa, sample: &Sample, kind: usize, meaning: Meaning, budget: &mut Budget) -> Result<bool, Stopped> {
    let arity = sample.kinds[kind].1 as u32;
    for entry in 0..1u64 << (sample.digits * arity) {
        budget.tick()?;
        let sizes: Vec<u64> = (0..arity).map(|at| entry >> (at * sample.digits) & ((1 << sample.digits) - 1)).collect();
        let Some(value) = sample.value(kind, &sizes) else { return Ok(false) };
        let track = (meaning == Meaning::Values).then_some(value);
        let digit = |weight: u32| {
            let bits = sizes.iter().copied().chain(track).enumerate();
            bits.map(|(at, number)| ((number >> weight & 1) as usize) << at).sum::<usize>()
        };
        let last = (0..u64::BITS).rev().fold(0, |state, weight| dfa.step(state, digit(weight)));
        if dfa.accepting[last as usize] != (meaning == Meaning::Values || value == 0) {
            return Ok(false);
        }
    }
    Ok(true)
}
