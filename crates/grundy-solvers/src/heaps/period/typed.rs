//! The values of several kinds of heaps that refer to each other, size by size, with the options
//! that the rules give.
//!
//! At one size the kinds are computed in the order of their ranks, so that a move that keeps the
//! size finds its value. Where many sizes are wanted, compiled rules fill tables of all of them.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::ValueMap;
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Ruleset, Typed, TypedRules};

use super::breaking::narrow;
use crate::{
    heaps::dense::values_below,
    support::budget::{Budget, Reason, Stopped},
};

/// Computes the values of one size after the other.
pub(super) struct TypedValues<'a> {
    /// The rules of all kinds.
    rules: &'a TypedRules,
    /// The kinds by their ranks.
    order: Vec<usize>,
    /// The index of each kind by its name.
    places: HashMap<Arc<str>, usize>,
    /// The values of the options of one heap, kept to use its memory again.
    seen: MexSet,
    /// Whether compiled rules may cover the game.
    is_compiled: bool,
}

/// From this many sizes on, the next ones are computed in blocks, by compiled rules.
const FEW: usize = 256;

impl<'a> TypedValues<'a> {
    pub(super) fn new(rules: &'a TypedRules) -> TypedValues<'a> {
        let mut order: Vec<usize> = (0..rules.kinds.len()).collect();
        order.sort_by_key(|&kind| rules.ranks[kind]);
        let places = rules.kinds.iter().cloned().zip(0..).collect();
        TypedValues { rules, order, places, seen: MexSet::new(), is_compiled: true }
    }

    /// Appends the values of the sizes below `end` by compiled rules, or else those of the next
    /// size.
    ///
    /// Compiled rules begin anew at the size 0: with blocks of a fifth of all sizes that is three
    /// times the work of the last one, each step of it some hundred times as fast.
    pub(super) fn extend(
        &mut self,
        ruleset: &Ruleset,
        end: u64,
        values: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let (known, many) = (values.len(), self.rules.kinds.len());
        let is_block = known / many >= FEW && end > (known / many) as u64 + 1;
        // Under a limit on positions each counts once.
        if self.is_compiled && is_block && budget.block(2) > 1 {
            match values_below(ruleset, &self.rules.kinds, end, budget) {
                Ok(Some(all)) => {
                    let more = all.get(known..).unwrap_or_default();
                    budget.hold(4 * more.len().saturating_sub(values.capacity() - known) as u64)?;
                    values.reserve_exact(more.len());
                    values.extend_from_slice(more);
                    return Ok(());
                }
                // Single sizes need less memory.
                Ok(None) | Err(Stopped { reason: Reason::Memory(_), .. }) => self.is_compiled = false,
                Err(stopped) => return Err(stopped),
            }
        }
        self.push(values, budget)?;
        budget.solved(many as u64)
    }

    /// Appends the values of the next size. A kind without rules has no moves.
    ///
    /// If it ends early, the values of the size are removed, so that the list has whole sizes only.
    fn push(&mut self, values: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Stopped> {
        let (start, many) = (values.len(), self.rules.kinds.len());
        let size = (start / many) as u64;
        values.resize(start + many, 0);
        for &kind in &self.order {
            self.seen.clear();
            let heap = Typed { kind: self.rules.kinds[kind].clone(), sizes: vec![size] };
            let walked = self.rules.walk(&heap, |step| {
                let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
                budget.tick()?;
                let mut sum = Nimber::ZERO;
                for part in parts {
                    let Some(place) = self.places.get(&part.kind) else { continue };
                    let value = values.get(part.sizes[0] as usize * many + place);
                    let value = value.ok_or_else(|| Fault(format!("{part} is not smaller than {heap}")))?;
                    sum = sum + Nimber(u64::from(*value));
                }
                self.seen.insert(sum);
                Ok::<(), Stopped>(())
            });
            if let Err(stopped) =
                walked.and_then(|()| narrow(self.seen.mex()).map(|value| values[start + kind] = value))
            {
                values.truncate(start);
                return Err(stopped);
            }
        }
        Ok(())
    }
}

/// Returns the values of all kinds as a value map.
pub(super) fn value_map(rules: &TypedRules, values: &[u32], budget: &mut Budget) -> Result<Arc<dyn ValueMap>, Stopped> {
    let mut map: HashMap<Component, Nimber> = HashMap::new();
    for (size, row) in (0u64..).zip(values.chunks(rules.kinds.len())) {
        for (kind, &value) in rules.kinds.iter().zip(row) {
            budget.hold(2 * (size_of::<Component>() + size_of::<Nimber>()) as u64)?;
            map.insert(Component::Typed(Typed { kind: kind.clone(), sizes: vec![size] }), Nimber(u64::from(value)));
        }
    }
    Ok(Arc::new(map))
}

#[cfg(test)]
mod tests {
    use grundy_games::game;

    use super::*;

    /// The values by compiled rules are those of the plain meaning, also across the ends of blocks.
    #[test]
    fn blocks_have_the_values_of_single_sizes() {
        for text in [
            "R(n) -> R(i) + R(n-3-i) for i in 0..n-3, A(n) -> A(i) + R(n-3-i) for i in 0..n-3, A(n) -> A(n-1)",
            "A(n) -> B(a) + B(b) for a + b = n - 2 where a >= 1, B(n) -> A(n-1), B(n) -> B(n-5) where n >= 7",
            "A(n) -> B(n-1), A(n) -> C(n) where n = 3, B(n) -> A(n-2) + C(0), C(n) -> A(0) where n = 1",
            "A(n) -> B(n-1) + A(n-4), B(n) -> A(max(n-3, 0)) where n > 0, B(n) -> B(2) where n >= 5",
        ] {
            let ruleset = game(text).unwrap_or_else(|why| panic!("{text}: {why:?}")).ruleset;
            let Ruleset::Typed(rules) = &ruleset else { panic!("{text}") };
            let mut budget = Budget::new();
            let (mut plain, mut blocks) = (Vec::new(), Vec::new());
            let mut single = TypedValues::new(rules);
            let many = rules.kinds.len();
            while plain.len() < 700 * many {
                single.push(&mut plain, &mut budget).unwrap();
            }
            let mut compiled = TypedValues::new(rules);
            for end in [FEW as u64, 300, 301, 450, 700] {
                while ((blocks.len() / many) as u64) < end {
                    compiled.extend(&ruleset, end, &mut blocks, &mut budget).unwrap();
                }
            }
            assert!(compiled.is_compiled, "{text}");
            assert_eq!(plain, blocks, "{text}");
        }
    }
}
