//! Nim with a pass: as far as it is known.
//!
//! `P(a, .., p) -> P(a-k, .., p) for k in 1..a` for each heap, and `P(a, .., p) -> P(a, .., 0)
//! where p = 1 and a+.. > 0`: without the pass it is Nim. With it, one heap of 2k - 1 is worth 2k
//! and one of 2k is worth 2k - 1; of two heaps that are not empty the mover loses exactly if they
//! are 2k - 1 and 2k. Their values, and who wins three heaps, have no known formula (Morrison,
//! Friedman and Landsberg 2012; the manual's page "Theorems" has the proof).
//!
//! *Example.* `P(3, 4, 0, 1)` is lost, and `P(5, 0, 0, 1)` is worth 6. *Cost:* a look at each heap.

use grundy_core::{Nimber, Outcome};
use grundy_games::{
    Clause, Component, Convention, Ruleset, Typed,
    heaps::{
        clause::{ClauseStep, NewHeap},
        expr::{Comparison, Condition, Expr, Operator},
    },
};

use super::{
    ClosedForm,
    pattern::{is_difference, is_number, range},
};

/// Nim with a pass that is used at most once, by either player, while counters are left.
#[derive(Debug)]
pub struct NimWithAPass;

impl ClosedForm for NimWithAPass {
    fn name(&self) -> &'static str {
        "nim-with-a-pass"
    }

    fn statement(&self) -> &'static str {
        "without the pass the value is that of Nim; with it, a heap of 2k - 1 is worth 2k and one of 2k is worth 2k - 1, and the mover loses two heaps exactly if they are 2k - 1 and 2k"
    }

    fn sources(&self) -> &'static [(&'static str, &'static str)] {
        &[("morrison2012", "Nim with a pass")]
    }

    fn is_about(&self, ruleset: &Ruleset, play: Convention) -> bool {
        play == Convention::Normal && pass_of(ruleset).is_some()
    }

    fn covers_all(&self) -> bool {
        false
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Typed(heap) = component else { return None };
        let PassParts { heaps, may_pass, .. } = split(ruleset, heap)?;
        match heaps[..] {
            _ if !may_pass => Some(Nimber(heaps.iter().fold(0, |value, (_, size)| value ^ size))),
            [] => Some(Nimber::ZERO),
            [(_, size)] => partner(size).map(Nimber),
            _ => None,
        }
    }

    fn decides_more(&self) -> bool {
        true
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component) -> Option<Outcome> {
        if let Some(value) = self.value(ruleset, component) {
            return Some(value.outcome());
        }
        let Component::Typed(heap) = component else { return None };
        let [(_, one), (_, other)] = split(ruleset, heap)?.heaps[..] else { return None };
        Some(if partner(one) == Some(other) { Outcome::P } else { Outcome::N })
    }

    fn moves(&self, ruleset: &Ruleset, component: &Component) -> Option<u128> {
        let Component::Typed(heap) = component else { return None };
        let PassParts { heaps, may_pass, .. } = split(ruleset, heap)?;
        let taken: u128 = heaps.iter().map(|&(_, size)| u128::from(size)).sum();
        Some(taken + u128::from(may_pass && taken > 0))
    }

    fn option(&self, ruleset: &Ruleset, component: &Component, value: Nimber) -> Option<Component> {
        let Component::Typed(heap) = component else { return None };
        let PassParts { pass, heaps, may_pass } = split(ruleset, heap)?;
        let with = |slot: usize, size: u64| {
            let mut sizes = heap.sizes.clone();
            sizes[slot] = size;
            Some(Component::Typed(Typed { kind: heap.kind.clone(), sizes }))
        };
        match heaps[..] {
            _ if !may_pass => {
                let change = heaps.iter().fold(value.0, |change, (_, size)| change ^ size);
                let &(slot, size) = heaps.iter().find(|(_, size)| size ^ change < *size)?;
                with(slot, size ^ change)
            }
            [(_, size)] if value.0 == size => with(pass, 0),
            [(slot, size)] => {
                let left = if value == Nimber::ZERO { 0 } else { partner(value.0)? };
                if left < size { with(slot, left) } else { None }
            }
            [(_, one), (_, other)] if one == other && value == Nimber::ZERO => with(pass, 0),
            [(_, one), (_, other)] if value == Nimber::ZERO => {
                let (low, (slot, high)) = if one < other { (one, heaps[1]) } else { (other, heaps[0]) };
                partner(low).filter(|&left| left < high).and_then(|left| with(slot, left))
            }
            _ => None,
        }
    }
}

/// The other number of the pair 2k - 1 and 2k that a number above 0 is in; `None` if it has more
/// than 64 bits.
fn partner(size: u64) -> Option<u64> {
    if size % 2 == 1 { size.checked_add(1) } else { Some(size - 1) }
}

/// The parts of a position.
struct PassParts {
    /// The slot of the pass.
    pass: usize,
    /// The heaps that are not empty, each with its slot.
    heaps: Vec<(usize, u64)>,
    /// Whether the pass is left.
    may_pass: bool,
}

/// The parts of a position of these rules.
fn split(ruleset: &Ruleset, heap: &Typed) -> Option<PassParts> {
    let pass = pass_of(ruleset)?;
    let may_pass = *heap.sizes.get(pass)? == 1;
    let heaps = heap.sizes.iter().copied().enumerate().filter(|&(slot, size)| slot != pass && size > 0);
    Some(PassParts { pass, heaps: heaps.collect(), may_pass })
}

/// The slot of the pass; `None` for other rules.
fn pass_of(ruleset: &Ruleset) -> Option<usize> {
    let Ruleset::Typed(rules) = ruleset else { return None };
    let ([_], [first, ..]) = (&rules.kinds[..], &rules.clauses[..]) else { return None };
    let pass = rules.clauses.iter().find_map(passes)?;
    let mut taken: Vec<usize> =
        rules.clauses.iter().filter(|clause| passes(clause).is_none()).map(takes).collect::<Option<_>>()?;
    taken.sort_unstable();
    let is_whole = taken.into_iter().eq((0..first.arity).filter(|&slot| slot != pass));
    (is_whole && rules.clauses.len() == first.arity).then_some(pass)
}

/// The slot of the pass, if the clause is the pass.
fn passes(clause: &Clause) -> Option<usize> {
    let ([term], [ClauseStep::Where(Condition::And(one, other))]) = (&clause.terms[..], &clause.steps[..]) else {
        return None;
    };
    let NewHeap { count: None, sizes, .. } = term.heap()? else { return None };
    let slot = sizes.iter().position(|size| is_number(size, 0))?;
    let is_kept = (0..sizes.len()).all(|at| at == slot || sizes[at] == Expr::Name(at));
    let is_left = |condition: &Condition| {
        let is = |name: &Expr, one: &Expr| *name == Expr::Name(slot) && is_number(one, 1);
        matches!(condition, Condition::Compare(left, Comparison::Equal, right) if is(left, right) || is(right, left))
    };
    let is_filled = |condition: &Condition| match condition {
        Condition::Compare(sum, Comparison::Greater, zero) if is_number(zero, 0) => {
            let mut names = Vec::new();
            add_names(sum, &mut names).is_some() && {
                names.sort_unstable();
                names.into_iter().eq((0..clause.arity).filter(|&at| at != slot))
            }
        }
        _ => false,
    };
    let holds = is_left(one) && is_filled(other) || is_left(other) && is_filled(one);
    (is_kept && holds).then_some(slot)
}

/// Adds the names of a sum `a + b + ..`; `None` for another expression. A rule has few of them.
fn add_names(mut sum: &Expr, names: &mut Vec<usize>) -> Option<()> {
    while let Expr::Binary(Operator::Add, left, right) = sum {
        let Expr::Name(name) = **right else { return None };
        names.push(name);
        sum = left;
    }
    let Expr::Name(name) = *sum else { return None };
    names.push(name);
    Some(())
}

/// The slot of the heap that a clause lowers by any number.
fn takes(clause: &Clause) -> Option<usize> {
    let ([term], [ClauseStep::In(amount, values)]) = (&clause.terms[..], &clause.steps[..]) else { return None };
    let (NewHeap { count: None, sizes, .. }, (low, high)) = (term.heap()?, range(values)?) else { return None };
    let Expr::Name(slot) = *high else { return None };
    let is_rest = |(at, size): (usize, &Expr)| match at == slot {
        true => is_difference(size, slot, *amount),
        false => *size == Expr::Name(at),
    };
    let is_whole = *amount == clause.arity && slot < clause.arity && is_number(low, 1);
    (is_whole && sizes.iter().enumerate().all(is_rest)).then_some(slot)
}
