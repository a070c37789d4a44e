//! Rules that split into three heaps in all ways: `split into 3 heaps`, the digit 8 of a code, and
//! clauses that say the same.
//!
//! Such options are as many as the square of the size. But the two last heaps of an option are a
//! pair with the sum that the first one leaves, and what values such pairs have depends on their
//! sum alone, so that it can be kept for each sum.

use crate::{
    compiled::{
        program::{HeapCount, Program, Step},
        term::SizeTerm,
    },
    heaps::expr::Operator,
};

/// The two last loops of a program whose options are heaps of the sizes s, t and `rest - s - t`.
///
/// The loops are over s from `least` on, and over t from `s + step` to `(rest - s - step) / 2`. So
/// the sizes ascend: the options are the triples with the sum `rest` whose least size is within the
/// range of s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triples {
    /// The place of the loop over s among the steps; that over t is the next one, and the last.
    pub at: usize,
    /// The sum of the three sizes.
    pub rest: SizeTerm,
    /// The least size.
    pub least: i64,
    /// How much each size is greater than the one before it at least: 0, or 1 for unequal heaps.
    pub step: i64,
}

/// The triples of a program, if its options are triples.
pub fn triples(program: &Program) -> Option<Triples> {
    let [.., Step::Each { slot: s, ranges: firsts, .. }, Step::Each { slot: t, ranges: seconds, .. }] =
        &program.steps[..]
    else {
        return None;
    };
    let ([(least, first_end)], [(second, second_end)]) = (&firsts[..], &seconds[..]) else { return None };
    let [a, b, c] = &program.heaps[..] else { return None };
    if [a, b, c].iter().any(|heap| heap.count != HeapCount::Odd || heap.kind != program.kind) {
        return None;
    }
    let ([a], [b], [c]) = (&a.sizes[..], &b.sizes[..], &c.sizes[..]) else { return None };
    let (first, next) = (SizeTerm::slot(*s), SizeTerm::slot(*t));
    if (a, b) != (&first, &next) || first_end.uses(*t) || !program.ranges.is_empty() {
        return None;
    }
    let SizeTerm::Affine(least) = least else { return None };
    let least = least.factors.is_empty().then_some(least.constant).filter(|&least| least >= 0)?;
    let step = [0, 1].into_iter().find(|&step| first.clone().plus(SizeTerm::number(step)).as_ref() == Some(second))?;
    let rest = c.clone().plus(first)?.plus(next)?;
    let left = rest.clone().plus(SizeTerm::slot(*s).times(-1)?)?.plus(SizeTerm::number(-step))?;
    let is_half = *second_end == SizeTerm::binary(Operator::Divide, left, SizeTerm::number(2))?;
    let is_sum = is_half && !rest.uses(*s) && !rest.uses(*t);
    is_sum.then(|| Triples { at: program.steps.len() - 2, rest, least, step })
}
