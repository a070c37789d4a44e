//! The values of a heap game in ascending order, computed by the checker itself.
//!
//! The method depends on the shape of the rules, and is simpler than those of the solvers: for a
//! subtraction set, the mex over its amounts; for a set with exceptions, one growing set of the
//! values of far heaps; for games that leave at most two heaps, a sparse space (`split.rs`); for
//! all others the meaning of the rules. The tests compare each with the meaning.
//!
//! Cost for each heap: the number of amounts; for a split, the number of amounts times that of rare
//! heaps; for the meaning, that of its options.

use std::collections::BTreeSet;

use grundy_core::{Game, MexSet, Nimber};
use grundy_games::{Component, Ruleset, Typed, TypedRules};

use super::split::SplitValues;
use crate::{
    claims::shape::Shape,
    error::Flaw,
    poll::{Halt, Poll},
};

/// The values of the heaps from 0 on, one size after the other.
pub(super) struct Recompute<'a> {
    /// The rules.
    ruleset: &'a Ruleset,
    /// The method.
    way: RecomputeWay<'a>,
    /// The number of kinds of heaps.
    kinds: usize,
    /// The values so far, those of one size as neighbours; for a split only the last one.
    values: Vec<Nimber>,
    /// The values of the options of one heap, kept to use its memory again.
    seen: MexSet,
}

/// The method for a shape of rules.
enum RecomputeWay<'a> {
    /// The meaning of the rules.
    Meant,
    /// The meaning of the rules, for heaps of several kinds.
    Kinds(Kinds<'a>),
    /// A sparse space.
    Split(SplitValues<'a>),
    /// A finite subtraction set.
    Subtracted(&'a [u64]),
    /// All amounts but finitely many.
    AllBut(AllBut<'a>),
}

/// Kinds in an order in which each is computed after those that it may turn into at the same size.
struct Kinds<'a> {
    /// The rules.
    rules: &'a TypedRules,
    /// The kinds by their ranks: a move that keeps the size lowers the rank.
    order: Vec<usize>,
}

/// The values of the far heaps, which are left if more than max E is taken. They are stored as the
/// length of the run 0, 1, .. that they hold, and the values above it.
struct AllBut<'a> {
    /// The amounts that may not be taken, ascending.
    excluded: &'a [u64],
    /// The values of far heaps that are above the run.
    far: BTreeSet<u64>,
    /// All values below this one are those of far heaps.
    run: u64,
}

impl<'a> Recompute<'a> {
    /// A computation that begins with heap 0.
    pub(super) fn new(ruleset: &'a Ruleset, shape: &'a Shape) -> Recompute<'a> {
        let way = match (shape, ruleset) {
            (Shape::Breaking(game), _) if game.most_parts() <= 2 => RecomputeWay::Split(SplitValues::new(game)),
            (Shape::Subtraction(amounts), _) => RecomputeWay::Subtracted(amounts),
            (Shape::AllBut(excluded), _) => RecomputeWay::AllBut(AllBut { excluded, far: BTreeSet::new(), run: 0 }),
            (Shape::System(_), Ruleset::Typed(rules)) => {
                let mut order: Vec<usize> = (0..rules.kinds.len()).collect();
                order.sort_by_key(|&kind| rules.ranks[kind]);
                RecomputeWay::Kinds(Kinds { rules, order })
            }
            _ => RecomputeWay::Meant,
        };
        Recompute { ruleset, way, kinds: shape.kinds(), values: Vec::new(), seen: MexSet::new() }
    }

    /// The values of the next size, one for each kind. The error is a fault of the rules, an option
    /// that is not a smaller heap, a heap beyond 2^32 of a split, or the end of the time.
    pub(super) fn next(&mut self, poll: &mut Poll<'_>) -> Result<&[Nimber], Halt> {
        let start = self.values.len();
        let heap = (start / self.kinds) as u64;
        match &mut self.way {
            RecomputeWay::Kinds(kinds) => {
                self.values.resize(start + self.kinds, Nimber::ZERO);
                for &kind in &kinds.order {
                    let value = kinds.meant(kind, heap, (&self.values, &mut self.seen), poll)?;
                    self.values[start + kind] = value;
                }
            }
            RecomputeWay::Meant => {
                let (values, seen) = (&self.values, &mut self.seen);
                seen.clear();
                self.ruleset.walk(&Component::Heap(heap), |step| {
                    let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
                    let value = |part: &Component| match part {
                        Component::Heap(part) => usize::try_from(*part).ok().and_then(|part| values.get(part)).copied(),
                        _ => None,
                    };
                    let sum = parts.iter().map(value).sum::<Option<Nimber>>();
                    seen.insert(sum.ok_or(Flaw::MissingOption(Component::Heap(heap)))?);
                    Ok::<(), Halt>(())
                })?;
                self.values.push(self.seen.mex());
            }
            RecomputeWay::Split(split) => {
                self.values.clear();
                self.values.push(Nimber(u64::from(split.next()?)));
                return Ok(&self.values);
            }
            RecomputeWay::Subtracted(amounts) => {
                self.seen.clear();
                for &amount in amounts.iter().take_while(|&&amount| amount <= heap) {
                    self.seen.insert(self.values[start - amount as usize]);
                }
                self.values.push(self.seen.mex());
            }
            RecomputeWay::AllBut(set) => {
                let value = set.next(&self.values);
                self.values.push(value);
            }
        }
        Ok(&self.values[start..])
    }
}

impl Kinds<'_> {
    /// The value of a heap, from the values before it and those of kinds that are computed before
    /// its kind.
    fn meant(
        &self,
        kind: usize,
        heap: u64,
        (values, seen): (&[Nimber], &mut MexSet),
        poll: &mut Poll<'_>,
    ) -> Result<Nimber, Halt> {
        let many = self.rules.kinds.len();
        let value = |part: &Typed| {
            let kind = self.rules.kinds.iter().position(|known| *known == part.kind);
            let Some(kind) = kind else { return Some(Nimber::ZERO) };
            let at = usize::try_from(*part.sizes.first()?).ok()?.checked_mul(many)?.checked_add(kind)?;
            values.get(at).copied()
        };
        seen.clear();
        let own = Typed { kind: self.rules.kinds[kind].clone(), sizes: vec![heap] };
        self.rules.walk(&own, |step| {
            let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
            let sum = parts.iter().map(value).sum::<Option<Nimber>>();
            seen.insert(sum.ok_or_else(|| {
                Flaw::MissingOption(Component::Typed(Typed { kind: own.kind.clone(), sizes: vec![heap] }))
            })?);
            Ok::<(), Halt>(())
        })?;
        Ok(seen.mex())
    }
}

impl AllBut<'_> {
    /// The value of the heap after these.
    ///
    /// A heap becomes far once more than the largest excluded amount leads to it; a far heap stays
    /// far, so the run only grows.
    fn next(&mut self, values: &[Nimber]) -> Nimber {
        let heap = values.len();
        // An amount that does not fit is larger than every heap.
        let reach = self.excluded.last().map_or(0, |&largest| usize::try_from(largest).unwrap_or(usize::MAX));
        if let Some(left) = heap.checked_sub(reach).and_then(|left| left.checked_sub(1)) {
            self.far.insert(values[left].0);
        }
        while self.far.remove(&self.run) {
            self.run += 1;
        }
        let near = (1..=reach.min(heap)).filter(|&amount| self.excluded.binary_search(&(amount as u64)).is_err());
        let near: BTreeSet<u64> = near.map(|amount| values[heap - amount].0).collect();
        let least = (self.run..).find(|value| !self.far.contains(value) && !near.contains(value));
        Nimber(least.unwrap_or(u64::MAX))
    }
}
