//! Piles in a line, taken from either end, each larger than the one before: every value.
//!
//! Call the piles that can be taken one after the other from the first end alone its run, and
//! likewise from the last end. Let both ends be free. After a move at the larger end, or at one of
//! two equal ends, the other end is not larger than the pile taken, and no later one is smaller:
//! only the run of the larger end is left, and its value is its length modulo 2. After a move at
//! the smaller end, both runs are as before but for that pile. So the value is found along the
//! moves at the smaller end, in time linear in the runs, and the mover wins exactly if one of both
//! runs is odd. The manual's page "Theorems" has the proof.
//!
//! Example, `[5, 4, 5]`: both runs have one pile, and the ends are equal. Either move leaves a run
//! of 0 piles, so the value is mex {0} = 1.

use std::cmp::Ordering;

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Line, Ruleset};

use super::ClosedForm;

/// `piles: take the first or last pile larger than the last taken`: by the runs at both ends.
#[derive(Debug)]
pub struct LineEnds;

impl ClosedForm for LineEnds {
    fn name(&self) -> &'static str {
        "line"
    }

    fn statement(&self) -> &'static str {
        "a move at the larger end leaves the run there, whose value is its length modulo 2; the mover wins exactly if a run at an end is odd"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && matches!(ruleset, Ruleset::Line(_))
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Line(line) = component else { return None };
        Some(Nimber(value(line)))
    }

    fn has_value(&self, _ruleset: &Ruleset, component: &Component) -> bool {
        matches!(component, Component::Line(_))
    }
}

/// The value of a position.
///
/// While both ends are free, the whole is a function of what is left after a move at the smaller
/// end, and such a function is three numbers: its results for 0, 1 and 2. They are composed on the
/// way, so no value is kept for the way back.
fn value(line: &Line) -> u64 {
    let sizes = line.sizes();
    let (mut front, mut back) = (run(sizes.iter(), line.after()), run(sizes.iter().rev(), line.after()));
    // The piles that are left, and the value of the whole as a function of theirs.
    let (mut low, mut high) = (0, sizes.len());
    let mut whole = [0, 1, 2];
    let end = loop {
        // One end is free, or none: the moves are forced. One pile is both ends.
        if front == 0 || back == 0 || high - low == 1 {
            break front.max(back) % 2;
        }
        // By a move at the smaller end, the value after a move at the larger one instead.
        let other = match sizes[low].cmp(&sizes[high - 1]) {
            Ordering::Equal => break mex([(front - 1) % 2, (back - 1) % 2]),
            Ordering::Less => {
                low += 1;
                front -= 1;
                (back - 1) % 2
            }
            Ordering::Greater => {
                high -= 1;
                back -= 1;
                (front - 1) % 2
            }
        };
        // mex {v, other} for v = 0, 1, 2.
        let step = if other == 0 { [1, 2, 1] } else { [2, 0, 0] };
        whole = step.map(|value: usize| whole[value]);
    };
    whole[end as usize]
}

/// How many piles can be taken one after the other from an end.
fn run<'s>(sizes: impl Iterator<Item = &'s u64>, mut after: Option<u64>) -> u64 {
    let mut count = 0;
    for &size in sizes {
        if after.is_some_and(|after| size <= after) {
            break;
        }
        after = Some(size);
        count += 1;
    }
    count
}

/// The least number that is none of these two.
fn mex(values: [u64; 2]) -> u64 {
    (0..2).find(|value| !values.contains(value)).unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use grundy_core::{Fault, Game, MexSet, Nimber};
    use grundy_games::{Component, Convention};

    use super::*;

    /// The value by the plain moves.
    fn plain(line: &Line, known: &mut HashMap<Line, Nimber>) -> Nimber {
        if let Some(&value) = known.get(line) {
            return value;
        }
        let mut values = MexSet::new();
        let rules = grundy_games::LineRules;
        let mut left = Vec::new();
        let walked = rules.options(line, |parts| {
            left.push(parts.first().cloned());
            Ok::<(), Fault>(())
        });
        walked.unwrap();
        for next in left {
            values.insert(next.map_or(Nimber::ZERO, |next| plain(&next, known)));
        }
        known.insert(line.clone(), values.mex());
        values.mex()
    }

    /// All lines of up to seven piles of sizes 1 to 4, after nothing and after every size, and
    /// random longer ones: those that rise to a summit have long runs.
    #[test]
    fn values_are_those_of_the_moves() {
        let game = grundy_games::game("piles: take the first or last pile larger than the last taken").unwrap();
        assert!(LineEnds.is_about(&game.ruleset, Convention::Normal));
        assert!(!LineEnds.is_about(&game.ruleset, Convention::Misere));
        let (mut known, mut seen) = (HashMap::new(), [0; 3]);
        let mut compare = |line: Line| {
            let wanted = plain(&line, &mut known);
            assert_eq!(LineEnds.value(&game.ruleset, &Component::Line(line.clone())), Some(wanted), "{line}");
            let runs = [run(line.sizes().iter(), line.after()), run(line.sizes().iter().rev(), line.after())];
            assert_eq!(wanted != Nimber::ZERO, runs.iter().any(|run| run % 2 == 1), "{line}");
            seen[wanted.0 as usize] += 1;
        };
        for length in 0..=7u32 {
            for number in 0..4u64.pow(length) {
                let sizes: Vec<u64> = (0..length).map(|at| 1 + number / 4u64.pow(at) % 4).collect();
                for after in [None, Some(1), Some(2), Some(3), Some(4)] {
                    compare(Line::of(sizes.as_slice(), after));
                }
            }
        }
        let mut random = fastrand::Rng::with_seed(3);
        let mut below = |end: u64| random.u64(..end);
        for _ in 0..3_000 {
            let mut sizes: Vec<u64> = (0..1 + below(14)).map(|_| 1 + below(16)).collect();
            let summit = below(sizes.len() as u64 + 1) as usize;
            sizes[..summit].sort_unstable();
            sizes[summit..].sort_unstable_by(|a, b| b.cmp(a));
            if below(3) == 0 {
                let at = below(sizes.len() as u64) as usize;
                sizes[at] = 1 + below(16);
            }
            let after = Some(below(6)).filter(|&after| after > 0);
            compare(Line::of(sizes, after));
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
