//! Listed values of a game that takes counters and splits heaps in two, verified as those of a
//! window are (`runner`), for lists in which few heaps are rare.
//!
//! Under any mask whatsoever, the value of a heap is the least common value that no option has
//! which takes without a split or leaves a rare heap, if all smaller rare values are those of
//! options: two common heaps have a rare sum. So the mask may be chosen by the values that are
//! claimed. The run computes all values anew and compares them with the claimed ones: from heap 0
//! on beyond the last rare heap, then in segments, each from the claimed values before it, by
//! induction over the segments.
//!
//! Cost: for each heap, a part of an operation for each pair of a rare heap and an amount taken
//! before a split; the plain meaning and the evaluator look at each split, half as many as there are
//! counters.

use grundy_core::Nimber;
use grundy_evaluator::{Enough, Poll};
use grundy_games::{HeapRules, Ruleset};

use super::{
    RunHalt, in_threads,
    plan::WitnessPlan,
    runner::run,
    setup::{ClaimState, MOST_PAIRS, Setup},
    watched,
};
use crate::claims::shape::Shape;

/// Shorter lists are verified split by split.
const LEAST: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };

/// The run from heap 0 goes at least so far.
const FIRST: usize = if cfg!(test) { 3 << 9 } else { 1 << 15 };

/// The heaps that a thread verifies at a time.
const SEGMENT: usize = if cfg!(test) { 1 << 9 } else { 1 << 17 };

/// Values are below this.
const MOST_VALUES: usize = 256;

/// Verifies that the heap of n counters has the value `values[n]`. Returns false if the list is
/// left to other means: it is short, too many heaps are rare, the rules are others, or a value is
/// wrong.
pub(in crate::claims) fn verify_listed(
    rules: &HeapRules,
    values: &[Nimber],
    most_bytes: u64,
    poll: &mut Poll<'_>,
) -> Result<bool, Enough> {
    if !super::THREADS || values.len() < LEAST {
        return Ok(false);
    }
    let Ok(Shape::Breaking(game)) = Shape::of(&Ruleset::Heap(rules.clone())) else { return Ok(false) };
    // The values as they are compared, and those that the first run keeps.
    if game.most_parts() != 2 || 8 * values.len() as u64 > most_bytes {
        return Ok(false);
    }
    let mut claimed = Vec::with_capacity(values.len());
    for value in values {
        poll.step()?;
        claimed.push(value.0.min(MOST_VALUES as u64) as u32);
    }
    let Some(setup) = Setup::of_list(&game, &claimed) else { return Ok(false) };
    let verified = watched(&mut || poll.position().is_ok(), |stop| {
        let first = FIRST.max(setup.anchor).min(claimed.len());
        let whole = WitnessPlan::whole();
        let start = run(&setup, None, Some(&whole), first, stop)?;
        same(start.kept(), &claimed[..first])?;
        let plan = WitnessPlan::new(&setup, start.kept());
        let segment = |at: usize| {
            let from = first + at * SEGMENT;
            let state = ClaimState { heap: from, values: &claimed[from - setup.reach - 1..from] };
            let mut runner = run(&setup, Some(&state), Some(&plan), from, stop)?;
            let own = &claimed[from..claimed.len().min(from + SEGMENT)];
            // A run holds as many values as the reach, and more.
            for (own, next) in own.chunks(setup.reach).zip((from..).step_by(setup.reach)) {
                runner.advance(next + own.len(), stop)?;
                same(&runner.last_values(own.len()), own)?;
            }
            Ok(0)
        };
        in_threads((claimed.len() - first).div_ceil(SEGMENT), segment, stop).map(|_| ())
    });
    match verified {
        Ok(()) => Ok(true),
        Err(RunHalt::Flaw(_)) => Ok(false),
        Err(RunHalt::Stopped) => Err(Enough),
    }
}

fn same(found: &[u32], claimed: &[u32]) -> Result<(), RunHalt> {
    if found == claimed { Ok(()) } else { Err(RunHalt::Flaw("a listed value is another one".into())) }
}

impl Setup<'_> {
    /// A list of values of a game that leaves two heaps at most, under the mask with the fewest
    /// rare heaps; `None` if these are many, or a value is large. The anchor is a heap beyond which
    /// a run needs the values of the reach alone.
    fn of_list(game: &crate::claims::shape::Breaking, values: &[u32]) -> Option<Setup<'static>> {
        let largest = values.iter().copied().max().filter(|&most| (most as usize) < MOST_VALUES)?;
        let mut counts = [[0usize; MOST_VALUES]; 2];
        values.iter().enumerate().for_each(|(heap, &value)| counts[heap % 2][value as usize] += 1);
        let mut setup = Setup::of_game(game)?;
        setup.largest = largest;
        let alike = setup.split.iter().all(|amount| amount % 2 == setup.split[0] % 2);
        let masks = (1..=largest).filter(|mask| largest >> mask.trailing_zeros() > 0);
        let (rare, mask, turning) = masks
            .flat_map(|mask| [(mask, false), (mask, true)])
            .filter(|(_, turning)| alike || !turning)
            .map(|(mask, turning)| {
                (setup.mask, setup.turning) = (mask, turning);
                (setup.rare_of(&counts), mask, turning)
            })
            .min()?;
        let pairs = rare.checked_mul(setup.split.len()).filter(|&pairs| pairs <= MOST_PAIRS)?;
        // A pair costs a part of an operation, and a split too.
        if pairs > values.len() / 8 {
            return None;
        }
        (setup.mask, setup.turning) = (mask, turning);
        // Heap 0 has no rank.
        let heaps = values.iter().copied().enumerate();
        setup.rare = heaps.filter(|&(heap, value)| heap == 0 || !setup.common(heap, value)).collect();
        let amounts = usize::try_from(game.largest()).ok()?;
        let farthest = setup.rare.last().map_or(0, |&(heap, _)| heap);
        setup.reach = amounts.max(setup.split.iter().max()? + farthest);
        setup.anchor = setup.reach + amounts + 1;
        Some(setup)
    }

    /// The number of rare heaps, by the numbers of even and odd heaps with each value.
    fn rare_of(&self, counts: &[[usize; MOST_VALUES]; 2]) -> usize {
        let own = |(heap, counts): (usize, &[usize; MOST_VALUES])| {
            let rare = counts.iter().zip(0..).filter(|(_, value)| !self.common(heap, *value));
            rare.map(|(count, _)| count).sum::<usize>()
        };
        counts.iter().enumerate().map(own).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values by the definition, for amounts with the numbers of heaps that may be left.
    fn plain(moves: &[(usize, u8)], distinct: bool, many: usize) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        let mut seen = vec![usize::MAX; 1024];
        for heap in 0..many {
            for &(taken, parts) in moves.iter().filter(|(taken, _)| *taken <= heap) {
                let rest = heap - taken;
                if parts & 1 > 0 && rest == 0 {
                    seen[0] = heap;
                }
                if parts & 2 > 0 && rest > 0 && rest < heap {
                    seen[values[rest] as usize] = heap;
                }
                if parts & 4 > 0 {
                    for one in (1..rest).take_while(|one| 2 * one + usize::from(distinct) <= rest) {
                        seen[(values[one] ^ values[rest - one]) as usize] = heap;
                    }
                }
            }
            values.push((0..).find(|&value| seen[value as usize] != heap).expect("there is no last number"));
        }
        values
    }

    #[test]
    fn lists_are_verified_and_no_wrong_value_is() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut verified, mut turning, mut unequal) = (0, 0, 0);
        for round in 0..150 {
            let text = match round {
                0..3 => format!("heap: take 1..{} leaving 2 unequal heaps", round + 1),
                3 => "octal 0.6".to_owned(),
                4 => "octal 0.06".to_owned(),
                5 => "octal 0.161".to_owned(),
                _ => (0..random.usize(2..5)).fold("octal 0.".to_owned(), |text, _| text + &random.u8(..8).to_string()),
            };
            let Ok(declaration) = grundy_games::game(&text) else { continue };
            let Ruleset::Heap(rules) = &declaration.ruleset else { continue };
            let Ok(Shape::Breaking(game)) = Shape::of(&declaration.ruleset) else { continue };
            let moves: Vec<(usize, u8)> =
                game.moves.iter().map(|(&taken, &parts)| (taken as usize, parts as u8)).collect();
            let values = plain(&moves, game.distinct, if round < 6 { 6000 } else { 3000 });
            let mut go_on = || true;
            let mut poll = Poll::new(&mut go_on);
            let mut verify = |values: &[u32]| {
                let listed: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
                verify_listed(rules, &listed, u64::MAX, &mut poll).expect("there is time")
            };
            if !verify(&values) {
                continue;
            }
            verified += 1;
            unequal += u32::from(game.distinct);
            turning += u32::from(Setup::of_list(&game, &values).is_some_and(|setup| setup.turning));
            for _ in 0..20 {
                let mut wrong = values.clone();
                let at = match random.u8(..3) {
                    0 => random.usize(..60),
                    1 => wrong.len() - 1 - random.usize(..3),
                    _ => random.usize(..wrong.len()),
                };
                wrong[at] = match random.u8(..4) {
                    0 => wrong[at] ^ 1 << random.u8(..5),
                    1 => random.u32(..12),
                    2 => wrong[at] + 1,
                    _ => wrong[at.saturating_sub(1)],
                };
                assert!(wrong == values || !verify(&wrong), "{text}: {} for heap {at}", wrong[at]);
            }
        }
        assert!(verified >= 10 && turning >= 1 && unequal >= 1, "{verified}, {turning}, {unequal}");
    }
}
