//! Counters on steps, each of which leads to one lower step or to the floor: the odd steps.
//!
//! `S(.., x, .., y, ..) -> S(.., x-k, .., y+k, ..) for k in 1..x` for each step x and the one below
//! it, without `y` for the steps above the floor: the value is the exclusive or of the counters on
//! the steps that are an odd number of moves above the floor (Sprague 1937). For a move changes the
//! number on exactly one odd step, and from odd steps all moves of Nim are made.
//!
//! *Example.* Four steps with 3, 1, 4 and 9 counters, from the lowest one up: 3 and 4 are on odd
//! steps, so the value is 7. *Cost:* a look at each step. *Limits:* more than 2^64 - 1 counters in
//! all have no value here.

use grundy_core::Nimber;
use grundy_games::{
    Clause, Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Expr, Operator},
    },
};

use super::{
    ClosedForm,
    pattern::{is_difference, is_number, range},
};

/// Staircase Nim as a game of several sizes: the counters on the odd steps.
#[derive(Debug)]
pub struct StaircaseNim;

impl ClosedForm for StaircaseNim {
    fn name(&self) -> &'static str {
        "staircase-nim"
    }

    fn statement(&self) -> &'static str {
        "the value is the exclusive or of the counters on the steps from which an odd number of moves leads to the floor"
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && Steps::of(ruleset).is_some()
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Typed(heap) = component else { return None };
        Steps::of(ruleset)?.value(heap).map(Nimber)
    }

    fn moves(&self, _ruleset: &Ruleset, component: &Component) -> Option<u128> {
        let Component::Typed(heap) = component else { return None };
        Some(heap.sizes.iter().copied().map(u128::from).sum())
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Typed(heap) = component else { return None };
        let steps = Steps::of(ruleset)?;
        let change = steps.value(heap)? ^ value.0;
        let from = steps.odd().find(|&step| heap.sizes[step] ^ change < heap.sizes[step])?;
        steps.moved(heap, from, heap.sizes[from] - (heap.sizes[from] ^ change))
    }

    fn changed(&self, ruleset: &Ruleset, component: &Component, change: Nimber) -> Option<Vec<Component>> {
        let Component::Typed(heap) = component else { return None };
        let steps = Steps::of(ruleset)?;
        steps.value(heap)?;
        // One odd step is left, or moved to: the step itself or the one below it.
        let moved = |from: usize| {
            let odd = if steps.odd[from] { from } else { steps.below[from]? };
            let (before, after) = (heap.sizes[odd], heap.sizes[odd] ^ change.0);
            let moved = if odd == from { before.checked_sub(after)? } else { after.checked_sub(before)? };
            if (1..=heap.sizes[from]).contains(&moved) { steps.moved(heap, from, moved) } else { None }
        };
        Some((0..heap.sizes.len()).filter_map(moved).collect())
    }
}

/// The steps of a game.
struct Steps {
    /// The step below each one; `None` above the floor.
    below: Vec<Option<usize>>,
    /// Whether an odd number of moves leads from each one to the floor.
    odd: Vec<bool>,
}

impl Steps {
    /// The steps, if each clause moves any number of counters from one of them to one that is lower
    /// or to the floor, and each step has one clause.
    fn of(ruleset: &Ruleset) -> Option<Steps> {
        let Ruleset::Typed(rules) = ruleset else { return None };
        let ([_], [first, ..]) = (&rules.kinds[..], &rules.clauses[..]) else { return None };
        let mut leads = vec![None; first.arity];
        for clause in &rules.clauses {
            let (from, to) = step(clause)?;
            if leads.get_mut(from)?.replace(to).is_some() {
                return None;
            }
        }
        let below: Vec<Option<usize>> = leads.into_iter().collect::<Option<_>>()?;
        // From each step down to the floor: as many moves as there are steps, or there is a circle.
        let height = |step: usize| {
            let (mut at, mut moves) = (Some(step), 0);
            while let Some(here) = at {
                (at, moves) = (below[here], moves + 1);
                if moves > below.len() {
                    return None;
                }
            }
            Some(moves % 2 == 1)
        };
        let odd = (0..below.len()).map(height).collect::<Option<_>>()?;
        Some(Steps { below, odd })
    }

    /// The odd steps.
    fn odd(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.odd.len()).filter(|&step| self.odd[step])
    }

    /// The position after so many counters of a step are moved.
    fn moved(&self, heap: &Typed, from: usize, moved: u64) -> Option<Component> {
        let mut sizes = heap.sizes.clone();
        sizes[from] = sizes[from].checked_sub(moved)?;
        if let Some(below) = self.below[from] {
            sizes[below] = sizes[below].checked_add(moved)?;
        }
        Some(Component::Typed(Typed { kind: heap.kind.clone(), sizes }))
    }

    /// The value of a position.
    fn value(&self, heap: &Typed) -> Option<u64> {
        // No move makes a number that is not a size.
        heap.sizes.iter().try_fold(0u64, |all, &size| all.checked_add(size))?;
        (heap.sizes.len() == self.odd.len()).then(|| self.odd().fold(0, |value, step| value ^ heap.sizes[step]))
    }
}

/// The step from which a clause moves any number of counters, and that to which it does.
fn step(clause: &Clause) -> Option<(usize, Option<usize>)> {
    let ([term], [ClauseStep::In(amount, values)]) = (&clause.terms[..], &clause.steps[..]) else { return None };
    let (Some(NewHeap { count: None, sizes, .. }), Some((low, high))) = (term.heap(), range(values)) else {
        return None;
    };
    let Expr::Name(from) = *high else { return None };
    let is_sum = |expr: &Expr, slot: usize| {
        let (own, moved) = (Expr::Name(slot), Expr::Name(*amount));
        matches!(expr, Expr::Binary(Operator::Add, left, right)
            if **left == own && **right == moved || **left == moved && **right == own)
    };
    let mut to = None;
    for (slot, size) in sizes.iter().enumerate() {
        match slot {
            _ if slot == from => is_difference(size, slot, *amount).then_some(())?,
            _ if *size == Expr::Name(slot) => {}
            _ if is_sum(size, slot) && to.is_none() => to = Some(slot),
            _ => return None,
        }
    }
    let is_whole = *amount == clause.arity && from < clause.arity && sizes.len() == clause.arity;
    (is_whole && is_number(low, 1)).then_some((from, to))
}
