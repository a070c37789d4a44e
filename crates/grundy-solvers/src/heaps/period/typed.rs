//! The values of several kinds of heaps that refer to each other, size by size, with the options
//! that the rules give.
//!
//! At one size the kinds are computed in the order of their ranks, so that a move that keeps the
//! size finds its value.

use std::{collections::HashMap, sync::Arc};

use grundy_cert::ValueMap;
use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Component, Typed, TypedRules};

use super::breaking::narrow;
use crate::support::budget::{Budget, Stopped};

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
}

impl<'a> TypedValues<'a> {
    pub(super) fn new(rules: &'a TypedRules) -> TypedValues<'a> {
        let mut order: Vec<usize> = (0..rules.kinds.len()).collect();
        order.sort_by_key(|&kind| rules.ranks[kind]);
        let places = rules.kinds.iter().cloned().zip(0..).collect();
        TypedValues { rules, order, places, seen: MexSet::new() }
    }

    /// Appends the values of the next size. A kind without rules has no moves.
    ///
    /// If it ends early, the values of the size are removed, so that the list has whole sizes only.
    pub(super) fn push(&mut self, values: &mut Vec<u32>, budget: &mut Budget) -> Result<(), Stopped> {
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
