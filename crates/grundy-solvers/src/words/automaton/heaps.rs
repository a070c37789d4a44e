//! Words over one letter: the values of all heaps up to a size, their least apparent period, and
//! one proof.
//!
//! A hypothesis of thousands of states would cost the learner as many rounds. Here the table costs
//! one exclusive or per option, and the Z function of its reversal (Gusfield 1997) gives, for each
//! period at once, the index from which the table has it. If the table is at least twice as long as
//! the hypothesis has states, the prover decides.

use std::convert::Infallible;

use grundy_cert::{Machine, Mode};
use grundy_core::{MexSet, Nimber};
use grundy_games::{FactorGame, FactorMove, Replace};

use super::{Verdict, items::Items, path, relation::Relation};
use crate::support::{
    budget::{Budget, Reason, Stopped},
    repeats::{Repeat, repeats},
};

/// The first size at which a period is searched.
pub(super) const FIRST: usize = 64;

/// The most values of a table without a period that are certified: verifying them costs the square.
pub(super) const MOST_CERTIFIED: usize = 10_000;

/// What the search of a table has found.
pub(super) enum TableFinding {
    /// A machine that is right, and the number of profiles.
    Proved(Machine, u64),
    /// The values of words shorter than a length, and why the search ended.
    Table(Vec<u32>, Stopped),
}

/// Searches the period of a table of up to `most` values; `None` if the game is not of this kind.
/// Only for words over one letter whose rules take a fixed number of letters, leave at most two
/// components, and make words shorter; and for values, not capped ones.
pub(super) fn prove(
    game: &FactorGame,
    mode: Mode,
    relation: &Relation,
    most: u64,
    budget: &mut Budget,
) -> Option<TableFinding> {
    let rules: Option<Vec<&Replace>> = game
        .moves
        .iter()
        .map(|kind| match kind {
            FactorMove::Replace(rule) if rule.left.iter().all(|&(_, run)| !run) && rule.right.len() <= 2 => Some(rule),
            _ => None,
        })
        .collect();
    let plain = game.letters.len() == 1 && mode == Mode::Values && !game.ring && game.growth() < 0;
    plain.then_some(())?;
    let rules = rules?;
    let mut values = Vec::new();
    // The values cost as their number, a claim of them and its check as the square.
    budget.reserve_part(2);
    Some(match search(&rules, relation, &mut values, most, budget) {
        Ok((machine, profiles)) => TableFinding::Proved(machine, profiles),
        Err(stopped) => TableFinding::Table(values, stopped),
    })
}

/// Returns the values as a machine that stays in its last state.
///
/// The first states are those of the lengths below the number of values; longer words have the
/// label of the last one, which the claim does not speak about.
pub(super) fn table(labels: &[u32]) -> Option<(Machine, u64)> {
    let last = labels.len().checked_sub(1)? as u32;
    let next = (1..=last).chain([last]).collect();
    Some((Machine { letters: 1, labels: labels.to_vec(), next }, u64::from(last) + 1))
}

/// Extends the table by a quarter each time that no period is proved. A period that the prover
/// refutes costs one proof; the next one is looked for in a longer table. Values that do not fit
/// into 32 bits are reported as too much memory.
fn search(
    rules: &[&Replace],
    relation: &Relation,
    values: &mut Vec<u32>,
    most: u64,
    budget: &mut Budget,
) -> Result<(Machine, u64), Stopped> {
    let mut seen = MexSet::new();
    let mut size = FIRST;
    loop {
        while values.len() < size {
            if values.len() as u64 > most {
                return Err(budget.stopped(Reason::Positions(most)));
            }
            budget.poll()?;
            budget.solved(1)?;
            budget.hold(4)?;
            seen.clear();
            rules.iter().for_each(|rule| mark(rule, values, &mut seen));
            let value = u32::try_from(seen.mex().0).map_err(|_| budget.stopped(Reason::Memory(budget.most_bytes())))?;
            values.push(value);
        }
        if let Some((start, period)) = likely(values) {
            let labels = values[..start + period].to_vec();
            let next = (1..labels.len() as u32).chain([start as u32]).collect();
            let machine = Machine { letters: 1, labels, next };
            let items = Items::new(relation, &machine, budget)?;
            let verdict = path::prove(&items, Mode::Values, budget);
            items.release(budget);
            if let Verdict::All(profiles) = verdict? {
                return Ok((machine, profiles));
            }
        }
        size += size / 4;
    }
}

/// Adds the values of a rule's options of the next heap, whose size is the number of values.
fn mark(rule: &Replace, values: &[u32], seen: &mut MexSet) {
    let Some(rest) = values.len().checked_sub(rule.left.len()) else { return };
    let mut add = |value: u32| seen.insert(Nimber(value.into()));
    if rule.at_start && rule.at_end && rest > 0 {
        return;
    }
    match &rule.right[..] {
        [one] => add(values[rest + one.len()]),
        [left, right] => {
            let first = if rule.at_end { rest } else { 0 };
            let last = if rule.at_start { 0 } else { rest };
            (first..=last).for_each(|at| add(values[at + left.len()] ^ values[rest - at + right.len()]));
        }
        _ => {}
    }
}

/// Returns the index from which the values seem to repeat and the least period, if the table is
/// twice as long as their sum.
///
/// Only a candidate: the prover decides.
fn likely(values: &[u32]) -> Option<(usize, usize)> {
    let size = values.len() as u64;
    let seen = |repeat: Repeat| 2 * repeat.period < size && 2 * (repeat.start + repeat.period) <= size;
    let Ok((found, _)) = repeats(values, |repeat| Ok::<_, Infallible>(seen(repeat)));
    found.map(|repeat| (repeat.start as usize, repeat.period as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_found_with_its_least_start() {
        for number in 0..2u32.pow(8) {
            for start in 0..4usize {
                for period in 1..=4usize {
                    let bits: Vec<u32> = (0..start + period).map(|at| number >> at & 1).collect();
                    let value = |at: usize| bits[if at < start { at } else { start + (at - start) % period }];
                    let values: Vec<u32> = (0..64).map(value).collect();
                    let repeats = |from: usize, by: usize| (from..64 - by).all(|at| values[at] == values[at + by]);
                    let plain = (1..32).find_map(|by| {
                        let from = (0..64).find(|&from| repeats(from, by))?;
                        (2 * (from + by) <= 64).then_some((from, by))
                    });
                    assert_eq!(likely(&values), plain, "{values:?}");
                }
            }
        }
    }
}
