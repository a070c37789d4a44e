//! The moves of a game as relations of the sizes of a heap and of the heaps that a move leaves.
//!
//! *Example.* `a -> a-k for k in 1..3` is the relation of all pairs (a, b) with a - 3 <= b <= a -
//! 1, a conjunction of two linear inequalities.

use std::rc::Rc;

use grundy_games::{Measure, Ruleset};

use super::{
    dfa::Dfa,
    join::{Atom, is_empty, project},
    linear::Sign,
    linear_form::{Linear, Test},
    lower::{TOO_LARGE, at_most, below},
    moves::{HeapSystem, Sketch},
    work::{WorkLimits, WorkStop},
};
use crate::error::Flaw;

/// Moves that leave heaps of the same kinds.
pub(super) struct KindMoves {
    /// The sizes of the heap, then those of the heaps that a move leaves.
    pub(super) relation: Rc<Dfa>,
    /// The heaps: each with its kind, the variables of its sizes, and their number.
    pub(super) left: Vec<(usize, Vec<usize>, u64)>,
    /// The number of variables.
    pub(super) variables: usize,
}

/// A game on heaps, with the moves of each kind.
pub(super) struct Play {
    /// The rules.
    pub(super) system: HeapSystem,
    /// The moves from heaps of each kind.
    pub(super) moves: Vec<Vec<KindMoves>>,
}

/// The claim is refused for this reason.
pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, WorkStop> {
    Err(WorkStop::Flaw(Flaw::NoRelation(why.into())))
}

impl Play {
    /// Builds the relations of all moves of a game.
    ///
    /// Moves that leave the same heaps are one relation, the union of theirs.
    pub(super) fn of(ruleset: &Ruleset, work: &mut WorkLimits<'_>) -> Result<Play, WorkStop> {
        let system = HeapSystem::of(ruleset).or_else(refuse)?;
        let mut moves = Vec::new();
        for kind in &system.kinds {
            let mut all: Vec<KindMoves> = Vec::new();
            for sketch in &kind.sketches {
                let fresh = moves_of(sketch, kind.arity, work)?;
                match all.iter_mut().find(|known| known.left == fresh.left) {
                    Some(known) => known.relation = Rc::new(known.relation.union(&fresh.relation, work)?),
                    None => all.push(fresh),
                }
            }
            moves.push(all);
        }
        Ok(Play { system, moves })
    }

    /// Verifies that every move leaves lower heaps, and that no sizes get out of hand: by the
    /// measure of the sum no size is ever above the sum of the first ones, and otherwise none above
    /// the greatest.
    pub(super) fn ends(&self, work: &mut WorkLimits<'_>) -> Result<(), WorkStop> {
        for (kind, moves) in self.system.kinds.iter().zip(&self.moves) {
            let heap: Vec<Linear> = (0..kind.arity).map(Linear::variable).collect();
            for moves in moves {
                for (to, sizes, _) in &moves.left {
                    let falls = self.system.kinds[*to].rank < kind.rank;
                    let after: Vec<Linear> = sizes.iter().copied().map(Linear::variable).collect();
                    let wrong = wrongs(self.system.measure, &heap, &after, falls).ok_or(TOO_LARGE).or_else(refuse)?;
                    for tests in wrong {
                        let mut fresh = moves.variables;
                        let mut atoms = vec![moves.whole()];
                        for test in tests {
                            atoms.extend(test.atoms(&mut fresh, work)?);
                        }
                        if !is_empty(&atoms, work)? {
                            return refuse(format!(
                                "a move from {} does not lower the measure, or a size grows",
                                kind.name
                            ));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl KindMoves {
    /// The relation, of its variables in order.
    pub(super) fn whole(&self) -> Atom {
        Atom::of(&self.relation, &(0..self.variables).collect::<Vec<_>>())
    }
}

/// Returns the moves of a sketch, without the names.
///
/// The names are projected away: the relation is about the sizes before and after the move alone.
fn moves_of(sketch: &Sketch, arity: usize, work: &mut WorkLimits<'_>) -> Result<KindMoves, WorkStop> {
    let sketch = sketch.compacted(arity);
    // Each test may need a variable more, and variables are bits of 64.
    if sketch.variables + sketch.tests.len() > u64::BITS as usize {
        return Err(WorkStop::Large);
    }
    let mut fresh = sketch.variables;
    let mut atoms = Vec::new();
    for test in sketch.tests.iter().filter(|test| test.known() != Some(true)) {
        atoms.extend(test.atoms(&mut fresh, work)?);
    }
    let mut kept: Vec<usize> = (0..arity).collect();
    let mut left = Vec::new();
    for part in &sketch.parts {
        left.push((part.kind, (kept.len()..kept.len() + part.sizes.len()).collect(), part.count));
        kept.extend_from_slice(&part.sizes);
    }
    Ok(KindMoves { relation: Rc::new(project(&atoms, &kept, work)?), left, variables: kept.len() })
}

/// The ways in which a heap after a move is not lower than before, or too large, as conjunctions.
///
/// By the measure of the sum: the sum does not fall, or rises if the kind falls in rank.
/// Lexicographically: some size is the first to differ and grows, or all are equal and the rank
/// does not fall; also if some size after the move is above all sizes before it.
fn wrongs(measure: Measure, before: &[Linear], after: &[Linear], falls: bool) -> Option<Vec<Vec<Test>>> {
    let sum = |sizes: &[Linear]| sizes.iter().try_fold(Linear::default(), |sum, size| sum.plus(size, 1));
    let equal = |one: &Linear, two: &Linear| Some(Test { form: one.plus(two, -1)?, sign: Sign::Zero });
    match measure {
        Measure::Sum if falls => Some(vec![vec![below(&sum(before)?, &sum(after)?).ok()?]]),
        Measure::Sum => Some(vec![vec![at_most(&sum(before)?, &sum(after)?).ok()?]]),
        // Translated systems have no other measure.
        Measure::StagedSum | Measure::StagedLexicographic | Measure::Given => None,
        Measure::Lexicographic => {
            let mut all = Vec::new();
            let mut same = Vec::new();
            for (before, after) in before.iter().zip(after) {
                let mut tests = same.clone();
                tests.push(below(before, after).ok()?);
                all.push(tests);
                same.push(equal(before, after)?);
            }
            all.extend((!falls).then_some(same));
            for size in after {
                all.push(before.iter().map(|old| below(old, size).ok()).collect::<Option<_>>()?);
            }
            Some(all)
        }
    }
}
