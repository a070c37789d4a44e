//! The words of a length, counted by a proved automaton ([`machines`](crate::machines)).
//!
//! Cost: for one length, that of `at_length`; up to a length, a pass over the machine for each.

use grundy::{Convention, Error, Run, cert::Machine};
use num_bigint::BigUint;

use super::{
    Count, CountQuery, Method, Tally, counted,
    labelled::{bytes, tally},
    rings,
};
use crate::{
    losing::{ByLabel, at_length, at_length_modulo, labels},
    machines::{LabelMachine, known},
    positions::Positions,
};

/// Counts words or rings; the reason if no automaton counts them.
pub(super) fn count(run: &Run, positions: &Positions<'_>, query: &CountQuery) -> Result<Result<Count, String>, Error> {
    let LabelMachine { machine, status, .. } = match known(run, positions, query.size)? {
        Ok(known) => known,
        Err(why) => return Ok(Err(why)),
    };
    let convention = positions.rules().convention;
    let states = machine.states();
    let tallies = if positions.are_rows() {
        tallies(run, &machine, convention, query)?
    } else {
        rings::tallies(run, &machine, convention, query)?
    };
    let Some(tallies) = tallies else {
        return Ok(Err("the recurrence of its counts was not found".to_owned()));
    };
    Ok(Ok(counted(tallies, Method::Automaton { states }, status, &mut run.budget())?))
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
    let tally = |counts: Vec<BigUint>| tally(convention, &labels, &counts);
    let bytes = |length: u64| bytes(machine, length);
    if !query.up_to {
        if let Some(modulo) = query.modulo {
            let found = at_length_modulo(machine, query.size, modulo, &mut budget)?;
            return Ok(found.map(|counts| vec![(query.size, tally(counts.into_iter().map(BigUint::from).collect()))]));
        }
        // The recurrence has at most as many terms as there are states.
        budget.hold(bytes(query.size).saturating_mul((machine.states() + labels.len() + 4) as u64))?;
        let found = at_length(machine, query.size, run.threads(), &mut budget)?;
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
