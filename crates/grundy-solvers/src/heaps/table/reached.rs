//! The values of the heaps that play comes to, where the rules have a fault at a smaller heap.
//!
//! Every move leaves smaller heaps, so the heaps are found in descending order and solved in
//! ascending order: two expansions each. A fault at one of them is that of the answer.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use grundy_cert::{Answer, Claim, Solution};
use grundy_core::{Game, MexSet, Nimber, cancel_pairs};
use grundy_games::{Component, HeapRules, Query};

use crate::support::budget::{Budget, Stopped};

/// The bytes of a heap with its value, here and in the claim.
const ENTRY: u64 = 160;

/// Calls `visit` with the parts of each option, without those that cancel.
fn walk(
    rules: &HeapRules,
    heap: u64,
    budget: &mut Budget,
    mut visit: impl FnMut(&[u64], &mut Budget) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let mut odd = Vec::new();
    rules.walk(&heap, |step| {
        let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.tick()?;
        odd.clear();
        odd.extend_from_slice(parts);
        cancel_pairs(&mut odd);
        visit(&odd, budget)
    })
}

/// The position need not reach all smaller heaps; the claim has exactly those that it does.
pub(super) fn solve(query: &Query, rules: &HeapRules, budget: &mut Budget) -> Result<Solution, Stopped> {
    let sizes = query.position.iter().filter_map(|term| match term.component {
        Component::Heap(size) => Some(size),
        _ => None,
    });
    let sizes: Vec<u64> = sizes.collect();
    let mut values: BTreeMap<u64, Nimber> = BTreeMap::new();
    for &size in &sizes {
        budget.hold(ENTRY)?;
        values.insert(size, Nimber::ZERO);
    }
    let mut next = values.last_key_value().map(|(&size, _)| size);
    while let Some(heap) = next {
        walk(rules, heap, budget, |parts, budget| {
            for &part in parts {
                if values.insert(part, Nimber::ZERO).is_none() {
                    budget.hold(ENTRY)?;
                }
            }
            Ok(())
        })?;
        next = values.range(..heap).next_back().map(|(&size, _)| size);
    }
    let (mut seen, mut known) = (MexSet::new(), HashMap::new());
    let heaps: Vec<u64> = values.keys().copied().collect();
    for heap in heaps {
        seen.clear();
        walk(rules, heap, budget, |parts, _| {
            seen.insert(parts.iter().map(|part| values[part]).sum());
            Ok(())
        })?;
        values.insert(heap, seen.mex());
        known.insert(Component::Heap(heap), seen.mex());
        budget.solved(1)?;
    }
    let value = sizes.iter().map(|size| values[size]).sum();
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(Arc::new(known))] })
}
