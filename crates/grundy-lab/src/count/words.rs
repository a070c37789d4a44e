//! The words of a length, counted by a proved automaton.
//!
//! The search for the automaton ends when words of the length are certified, or when it needs too
//! many states or too much time. A letter that the rules leave alone is a wall: the word is a sum
//! there, so the machine that counts keeps the xor of the parts that are closed besides the state.

use std::{collections::HashMap, time::Duration};

use grundy::{
    AutomatonQuery, Convention, Error, Finding, ProofQuery, Reason, Run,
    cert::{Automaton, Machine, Mode},
    proof::Automata,
};
use num_bigint::BigUint;

use super::{Count, CountQuery, Method, Tally, counted};
use crate::{
    losing::{ByLabel, at_length, at_length_modulo, labels, restricted},
    positions::Positions,
};

/// The most states of an automaton that is searched for.
const MOST_STATES: u64 = 2_000;

/// The most time that the search takes where there is no limit on time; else it takes half of it.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The most states of a machine that keeps the xor of closed parts.
const MOST_WALLED: usize = 1 << 16;

/// Counts words; the reason if no automaton counts them.
pub(super) fn count(run: &Run, positions: &Positions<'_>, query: &CountQuery) -> Result<Result<Count, String>, Error> {
    let rules = positions.rules();
    let letters = positions.letters().to_vec();
    let wanted = AutomatonQuery { letters, most_states: Some(MOST_STATES), ..AutomatonQuery::default() };
    let time = run.left().map_or(MOST_TIME, |left| left / 2);
    let wanted = ProofQuery { to: Some(query.size), automaton: Some(wanted), checkpoint: None };
    let proof = match run.within(Some(time)).prove(rules, &wanted) {
        Ok(proof) => proof,
        Err(Error::Refused(refused)) => return Ok(Err(refused.message)),
        Err(error) => return Err(error),
    };
    if let Some(stopped) = proof.stopped.as_ref().filter(|stopped| stopped.reason == Reason::Interrupted) {
        return Err(stopped.clone().into());
    }
    let Finding::Automaton(Automata { claim: Some(claim), more_than, .. }) = &proof.finding else {
        return Ok(Err("none was found".to_owned()));
    };
    if claim.upto.is_some_and(|upto| query.size >= upto) {
        return Ok(Err(format!("one for words of {} letters has more than {more_than} states", query.size)));
    }
    let Some(machine) = machine(claim, positions.letters()) else {
        return Ok(Err("the nim sums of words with letters that no rule names have too many states".to_owned()));
    };
    let states = machine.states();
    let Some(tallies) = tallies(run, &machine, rules.convention, query)? else {
        return Ok(Err("the recurrence of its counts has large coefficients".to_owned()));
    };
    Ok(Ok(counted(tallies, Method::Automaton { states }, proof.status)))
}

/// The numbers of each size. `None` if the length is too large for the plain way, and there is no
/// other.
fn tallies(
    run: &Run,
    machine: &Machine,
    convention: Convention,
    query: &CountQuery,
) -> Result<Option<Vec<(u64, Tally)>>, Error> {
    let mut budget = run.budget();
    let labels = labels(machine);
    let tally = |counts: Vec<BigUint>| {
        let mut tally = Tally::default();
        for (label, count) in labels.iter().zip(&counts) {
            match convention {
                Convention::Normal => tally.add(u64::from(*label), count),
                Convention::Misere => tally.add_outcome(*label == 0, count),
            }
        }
        tally
    };
    // A count has at most as many bits as letters, times those of the number of letters; there is
    // one word of a length over one letter.
    let bits = if machine.letters < 2 { 0 } else { u64::from(machine.letters.ilog2()) + 1 };
    let bytes = |length: u64| length.saturating_mul(bits) / 8 + 8;
    if !query.up_to {
        if let Some(modulo) = query.modulo {
            let found = at_length_modulo(machine, query.size, modulo, &mut budget)?;
            return Ok(found.map(|counts| vec![(query.size, tally(counts.into_iter().map(BigUint::from).collect()))]));
        }
        // The recurrence has at most as many terms as there are states.
        budget.hold(bytes(query.size).saturating_mul((machine.states() + labels.len() + 4) as u64))?;
        let found = at_length(machine, query.size, &mut budget)?;
        return Ok(found.map(|counts| vec![(query.size, tally(counts))]));
    }
    let rows = bytes(query.size).saturating_mul(query.size.saturating_add(1)) / 2;
    let each = (labels.len() + 3) as u64 * (size_of::<BigUint>() + size_of::<u64>()) as u64;
    let held = rows.saturating_mul(labels.len() as u64 + 3).saturating_add(query.size.saturating_mul(each));
    budget.hold(held)?;
    let mut found = Vec::new();
    for (size, counts) in (0..=query.size).zip(ByLabel::of(machine)) {
        budget.poll()?;
        found.push((size, tally(counts)));
    }
    Ok(Some(found))
}

/// The machine that reads these letters. `None` if it would have too many states.
fn machine(claim: &Automaton, letters: &[char]) -> Option<Machine> {
    let places: Vec<Option<usize>> =
        letters.iter().map(|letter| claim.game.letters.binary_search(letter).ok()).collect();
    match places.iter().copied().collect::<Option<Vec<usize>>>() {
        Some(places) => Some(restricted(&claim.machine, &places)),
        // Only full values add at a wall.
        None if claim.game.walls && claim.mode == Mode::Values => walled(&claim.machine, &places),
        None => None,
    }
}

/// The machine over letters of which some are walls: its states are those of the machine with the
/// xor of the labels of the words before the last wall.
fn walled(machine: &Machine, letters: &[Option<usize>]) -> Option<Machine> {
    let mut places: HashMap<(u32, u32), u32> = HashMap::from([((0, 0), 0)]);
    let mut states = vec![(0u32, 0u32)];
    let mut next = Vec::new();
    let mut at = 0;
    while let Some(&(state, closed)) = states.get(at) {
        at += 1;
        for letter in letters {
            let goal = match letter {
                Some(letter) => (machine.next[state as usize * machine.letters + letter], closed),
                None => (0, closed ^ machine.labels[state as usize]),
            };
            let new = states.len() as u32;
            next.push(*places.entry(goal).or_insert_with(|| {
                states.push(goal);
                new
            }));
        }
        if states.len() > MOST_WALLED {
            return None;
        }
    }
    let labels = states.iter().map(|(state, closed)| machine.labels[*state as usize] ^ closed).collect();
    Some(Machine { letters: letters.len(), labels, next }.minimal())
}
