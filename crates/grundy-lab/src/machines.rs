//! The proved automaton of a game on words or rings, as a machine over the letters of a question.
//!
//! The search ends when words of a length are certified, or when it needs too many states or too
//! much time. A letter that the rules of a row leave alone is a wall: the word is a sum there, so
//! the machine keeps the xor of the parts that are closed besides the state.
//!
//! *Limits.* A game without a proved automaton has none of these counts; the caller is refused with
//! the reason.

use std::{collections::HashMap, time::Duration};

use grundy::{
    Error, ProofQuery, Run, Status,
    cert::{Automaton, Machine, Mode},
    proof::{Automata, AutomatonQuery, Finding},
    solvers::Reason,
};

use crate::{losing::restricted, positions::Positions};

/// The most states of an automaton that is searched for.
const MOST_STATES: u64 = 2_000;

/// The most time that the search takes where there is no limit on time; else it takes half of it.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The most states of a machine that keeps the xor of closed parts.
const MOST_WALLED: usize = 1 << 16;

/// A machine that labels the words up to the length of the question.
pub(crate) struct LabelMachine {
    /// The machine over the letters of the positions, in their order.
    pub machine: Machine,
    /// Whether the automaton is verified.
    pub status: Status,
}

/// The machine for words of up to `size` letters; the reason if there is none.
///
/// The reason is a clause for a report. An automaton that is certified only below the size is none.
pub(crate) fn known(run: &Run, positions: &Positions<'_>, size: u64) -> Result<Result<LabelMachine, String>, Error> {
    let letters = positions.letters().to_vec();
    let wanted = AutomatonQuery { letters, most_states: Some(MOST_STATES), machine: true, ..AutomatonQuery::default() };
    let time = run.left().map_or(MOST_TIME, |left| left / 2);
    let wanted = ProofQuery { to: Some(size), automaton: Some(wanted), ..ProofQuery::default() };
    let proof = match run.within(Some(time)).prove(positions.rules(), &wanted) {
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
    if claim.upto.is_some_and(|upto| size >= upto) {
        return Ok(Err(format!("one for words of {size} letters has more than {more_than} states")));
    }
    let Some(machine) = machine(claim, positions) else {
        return Ok(Err("it does not read these letters".to_owned()));
    };
    Ok(Ok(LabelMachine { machine, status: proof.status }))
}

/// The machine that reads these letters. `None` if it would have too many states.
fn machine(claim: &Automaton, positions: &Positions<'_>) -> Option<Machine> {
    let places: Vec<Option<usize>> =
        positions.letters().iter().map(|letter| claim.game.letters.binary_search(letter).ok()).collect();
    match places.iter().copied().collect::<Option<Vec<usize>>>() {
        Some(places) => Some(restricted(&claim.machine, &places)),
        // Only full values add at a wall.
        None if positions.are_rows() && claim.game.walls && claim.mode == Mode::Values => {
            walled(&claim.machine, &places)
        }
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
