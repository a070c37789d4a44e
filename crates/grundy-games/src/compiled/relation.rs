//! Relations `one size <= another` that hold at a start and are kept by every move: triangular
//! boxes.
//!
//! The greatest set of such relations that the moves keep, found by leaving out what is not proved.
//! An inequality of affine terms is proved if a few known ones add up to it.
//!
//! *Example.* `F(a, b) -> F(a-1, b) where a > b` from `F(9, 4)` keeps b <= a: a table of such pairs
//! needs only a triangle. *Cost:* small; proofs add at most five inequalities.

use crate::{
    compiled::{
        program::{HeapCount, Program, Step},
        term::{Affine, Guard, SizeTerm},
    },
    heaps::expr::Comparison,
};

/// For each kind the pairs `(i, j)` where size i is at most size j.
pub type Relations = Vec<Vec<(usize, usize)>>;

/// How many known inequalities are added for a proof.
const DEPTH: usize = 5;

/// The relations that hold at every start and are kept by all moves. `arities` has the number of
/// sizes of each kind.
///
/// At first every pair is assumed that no start violates. A round leaves out the pairs that some
/// move may break, if the assumptions hold before it; when none is left out, what remains is kept
/// by all moves, and holds everywhere by induction over plays.
pub fn relations(programs: &[Program], arities: &[usize], starts: &[(usize, &[i64])]) -> Relations {
    let pairs = |arity: usize| (0..arity).flat_map(move |i| (0..arity).map(move |j| (i, j))).filter(|(i, j)| i != j);
    let mut known: Relations = arities.iter().map(|&arity| pairs(arity).collect()).collect();
    for (kind, sizes) in starts {
        known[*kind].retain(|&(i, j)| sizes[i] <= sizes[j]);
    }
    loop {
        let before = known.clone();
        for program in programs {
            let facts = facts(program, arities[program.kind], &before[program.kind]);
            for heap in program.heaps.iter().filter(|heap| heap.count != HeapCount::Zero) {
                known[heap.kind].retain(|&(i, j)| at_most(&heap.sizes[i], &heap.sizes[j], &facts));
            }
        }
        if known == before {
            return known;
        }
    }
}

/// Affine terms that are at least 0 at every option of a program.
///
/// These are: sizes are not negative, the assumed relations, the ends of loops over one range, the
/// guards that compare affine terms, and that no new heap is negative. A least or greatest of
/// several terms gives one fact for each of them, where that is right.
fn facts(program: &Program, arity: usize, relations: &[(usize, usize)]) -> Vec<Affine> {
    let mut facts: Vec<Affine> = (0..arity).map(Affine::slot).collect();
    let mut add = |low: &SizeTerm, high: &SizeTerm| {
        let parts = |term: &SizeTerm, least: bool| match term {
            SizeTerm::Least(all) if least => all.clone(),
            SizeTerm::Greatest(all) if !least => all.clone(),
            other => vec![other.clone()],
        };
        for low in parts(low, false) {
            for high in parts(high, true) {
                if let (SizeTerm::Affine(low), SizeTerm::Affine(high)) = (&low, &high) {
                    facts.extend(high.plus(-1, low));
                }
            }
        }
    };
    relations.iter().for_each(|&(i, j)| add(&SizeTerm::slot(i), &SizeTerm::slot(j)));
    for step in &program.steps {
        match step {
            Step::Each { slot, ranges, .. } => {
                if let [(low, high)] = &ranges[..] {
                    add(low, &SizeTerm::slot(*slot));
                    add(&SizeTerm::slot(*slot), high);
                }
            }
            Step::Where(Guard::Compare(left, comparison, right)) => {
                let more = |term: &SizeTerm| term.clone().plus(SizeTerm::number(1));
                match comparison {
                    Comparison::Less => more(left).iter().for_each(|left| add(left, right)),
                    Comparison::LessOrEqual => add(left, right),
                    Comparison::Greater => more(right).iter().for_each(|right| add(right, left)),
                    Comparison::GreaterOrEqual => add(right, left),
                    Comparison::Equal => {
                        add(left, right);
                        add(right, left);
                    }
                    Comparison::NotEqual => {}
                }
            }
            Step::Where(_) => {}
        }
    }
    program.heaps.iter().flat_map(|heap| &heap.sizes).for_each(|size| add(&SizeTerm::number(0), size));
    facts
}

/// Whether `low <= high` follows from the facts.
fn at_most(low: &SizeTerm, high: &SizeTerm, facts: &[Affine]) -> bool {
    match (low, high) {
        (SizeTerm::Affine(low), SizeTerm::Affine(high)) => {
            high.plus(-1, low).is_some_and(|difference| is_positive(&difference, facts, DEPTH))
        }
        (SizeTerm::Greatest(all), high) => all.iter().all(|low| at_most(low, high, facts)),
        (low, SizeTerm::Least(all)) => all.iter().all(|high| at_most(low, high, facts)),
        (SizeTerm::Least(all), high) => all.iter().any(|low| at_most(low, high, facts)),
        (low, SizeTerm::Greatest(all)) => all.iter().any(|high| at_most(low, high, facts)),
        _ => low == high,
    }
}

/// Whether an affine term is at least 0 because it is a sum of facts and of a number. Recursion is
/// at most [`DEPTH`] deep.
fn is_positive(own: &Affine, facts: &[Affine], depth: usize) -> bool {
    let Some(&(slot, factor)) = own.factors.first() else { return own.constant >= 0 };
    depth > 0
        && facts.iter().any(|fact| {
            let by = fact.factor(slot);
            let fits = by != 0 && factor % by == 0 && factor / by > 0;
            fits && own.plus(-(factor / by), fact).is_some_and(|rest| is_positive(&rest, facts, depth - 1))
        })
}
