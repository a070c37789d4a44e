//! The options of a heap by a clause whose sizes are linear in the number of its one loop, or the
//! least or the greatest of such: `C(k, min(b, k)) for k in 0..a-1`.
//!
//! The range of the loop falls into pieces in which every size is a line and none changes its sign.
//! The options of a piece lie in the table at equal distances. In the example these are the pieces
//! up to k = b and from there on, and the sizes are (k, k) and (k, b).
//!
//! Where there is anything else (a size outside of the table, a heap that is not lower at the ends
//! of a piece, large numbers), the general form takes the whole heap once more (`clause.rs`): the
//! values that were added until then are those of options.

use grundy_games::{
    Clause, Measure,
    heaps::{
        clause::{ClauseStep, NewHeap, Summand},
        expr::{Expr, Function, MOST_TRIALS, Operator},
    },
};

use super::{
    Bail,
    clause::{HeapContext, Order},
    run::LaneRun,
};

/// Constants and factors, in each part of an expression.
const MOST: i64 = 1 << 20;

/// Names: their sums with these factors fit into 64 bits, in each part of an expression.
const MOST_NAMED: i64 = 1 << 31;

/// A clause has at most this many names.
const MOST_NAMES: usize = 16;

/// So many options are added at once.
const MOST_ADDED: i64 = 1 << 14;

/// Options have at most this many heaps.
pub(super) const MOST_HEAPS: usize = 4;

/// A number that depends on that of the loop: `at + step * number`.
#[derive(Clone, Copy)]
struct LoopTerm {
    at: i64,
    step: i64,
}

/// A sum of names, each times its factor, and a constant.
#[derive(Clone)]
struct Linear {
    constant: i64,
    /// The factor of each size of the heap.
    factors: Vec<i64>,
    /// The factor of the name of the loop.
    step: i64,
}

/// The least or the greatest of some; of one, that one.
#[derive(Clone)]
struct Extremum {
    /// 1 for the least, -1 for the greatest.
    sign: i64,
    all: Vec<Linear>,
    /// Their lines at the heap.
    lines: Vec<LoopTerm>,
}

/// An end of a range.
#[derive(Clone)]
enum Bound {
    Form(Extremum),
    Other(Expr),
}

/// A clause of this form.
#[derive(Clone)]
pub(super) struct Straight {
    /// The number of sizes of the heap.
    arity: usize,
    /// The ends of the ranges of the loop, which do not depend on its number.
    ranges: Vec<[Bound; 2]>,
    /// The kind and the sizes of each heap of an option.
    heaps: Vec<(usize, Vec<Extremum>)>,
    /// The sizes of all heaps in a piece.
    sizes: Vec<LoopTerm>,
}

impl LoopTerm {
    fn value(self, number: i64) -> i64 {
        self.at + self.step * number
    }

    /// Whether it is negative at a number; `until` is lowered to where that stays so.
    fn is_negative(self, from: i64, until: &mut i64) -> bool {
        let first = self.value(from);
        let (is_negative, room) = if first < 0 { (true, -1 - first) } else { (false, first) };
        let closer = if is_negative { self.step } else { -self.step };
        if closer > 0 {
            *until = (*until).min(from + room / closer);
        }
        is_negative
    }
}

impl Linear {
    /// The sum that an expression is, where the name of the loop follows those of the sizes.
    fn of(expr: &Expr, sizes: usize) -> Option<Linear> {
        let number = |number: i64| Linear { constant: number, factors: vec![0; sizes], step: 0 };
        let all = match expr {
            Expr::Number(own) => number(i64::try_from(*own).ok()?),
            Expr::Name(slot) => {
                let mut all = number(0);
                *if *slot == sizes { &mut all.step } else { all.factors.get_mut(*slot)? } = 1;
                all
            }
            Expr::Minus(inner) => Linear::of(inner, sizes)?.times(-1),
            Expr::Binary(operator, left, right) => {
                let (left, right) = (Linear::of(left, sizes)?, Linear::of(right, sizes)?);
                match operator {
                    Operator::Add => left.plus(&right),
                    Operator::Subtract => left.plus(&right.times(-1)),
                    Operator::Multiply if left.is_constant() => right.times(left.constant),
                    Operator::Multiply if right.is_constant() => left.times(right.constant),
                    _ => return None,
                }
            }
            Expr::Call(..) | Expr::Sum(..) => return None,
        };
        // All were within these bounds before, so nothing has wrapped.
        let fits = |number: &i64| (-MOST..=MOST).contains(number);
        [all.constant, all.step].iter().chain(&all.factors).all(fits).then_some(all)
    }

    fn times(mut self, factor: i64) -> Linear {
        [&mut self.constant, &mut self.step].into_iter().chain(&mut self.factors).for_each(|own| *own *= factor);
        self
    }

    fn plus(mut self, other: &Linear) -> Linear {
        self.factors.iter_mut().zip(&other.factors).for_each(|(own, other)| *own += other);
        Linear { constant: self.constant + other.constant, step: self.step + other.step, ..self }
    }

    fn is_constant(&self) -> bool {
        self.step == 0 && self.factors.iter().all(|&factor| factor == 0)
    }
}

impl Extremum {
    fn of(expr: &Expr, sizes: usize) -> Option<Extremum> {
        let (sign, all) = match expr {
            Expr::Call(Function::Min, all) => (1, &all[..]),
            Expr::Call(Function::Max, all) => (-1, &all[..]),
            _ => (1, std::slice::from_ref(expr)),
        };
        let all: Vec<Linear> = all.iter().map(|expr| Linear::of(expr, sizes)).collect::<Option<_>>()?;
        (!all.is_empty()).then_some(Extremum { sign, all, lines: Vec::new() })
    }

    /// Goes to the heap with these sizes.
    fn enter(&mut self, sizes: &[i64]) {
        self.lines.clear();
        self.lines.extend(self.all.iter().map(|own| LoopTerm {
            at: own.factors.iter().zip(sizes).fold(own.constant, |sum, (factor, size)| sum + factor * size),
            step: own.step,
        }));
    }

    /// The line that it is from a number on; `until` is lowered to where it is another one.
    #[inline]
    fn line(&self, from: i64, until: &mut i64) -> LoopTerm {
        if let [only] = self.lines[..] {
            return only;
        }
        // Of equal ones the one that stays the least.
        let ahead = |line: &&LoopTerm| (self.sign * line.value(from), self.sign * line.step);
        let Some(&least) = self.lines.iter().min_by_key(ahead) else { return LoopTerm { at: 0, step: 0 } };
        for other in &self.lines {
            let distance = self.sign * (other.value(from) - least.value(from));
            let closer = self.sign * (least.step - other.step);
            if closer > 0 {
                *until = (*until).min(from + distance / closer);
            }
        }
        least
    }
}

impl Bound {
    /// The number at a heap.
    fn value(&mut self, at: &mut HeapContext<'_, '_, '_>) -> Result<i64, Bail> {
        match self {
            Bound::Form(form) => {
                form.enter(at.heap.sizes);
                Ok(form.line(0, &mut 0).at)
            }
            Bound::Other(expr) => at.number(expr),
        }
    }
}

impl Straight {
    /// A clause, if it is of this form; `kinds` has the kind of each heap of its right side.
    pub(super) fn of(clause: &Clause, kinds: &[usize]) -> Option<Straight> {
        let sizes = clause.arity;
        let [ClauseStep::In(slot, values)] = &clause.steps[..] else { return None };
        if *slot != sizes || clause.names.len() != sizes + 1 || sizes >= MOST_NAMES || clause.terms.len() > MOST_HEAPS {
            return None;
        }
        let bound = |expr: &Expr| Extremum::of(expr, sizes).map_or_else(|| Bound::Other(expr.clone()), Bound::Form);
        let range = |(low, high): &(Expr, Option<Expr>)| [bound(low), bound(high.as_ref().unwrap_or(low))];
        let heap = |(term, &kind): (&Summand, &usize)| match term {
            Summand::Heaps(NewHeap { count: None, sizes: own, .. }) => {
                Some((kind, own.iter().map(|size| Extremum::of(size, sizes)).collect::<Option<_>>()?))
            }
            _ => None,
        };
        Some(Straight {
            arity: sizes,
            ranges: values.0.iter().map(range).collect(),
            heaps: clause.terms.iter().zip(kinds).map(heap).collect::<Option<_>>()?,
            sizes: Vec::new(),
        })
    }

    /// Adds the values of all options of a heap to the set, and returns true; or of some, and false
    /// if the general form is to be taken.
    pub(super) fn options(&mut self, at: &mut HeapContext<'_, '_, '_>) -> Result<bool, Bail> {
        let sizes = at.heap.sizes;
        if sizes.len() != self.arity || sizes.iter().any(|&size| size > MOST_NAMED) {
            return Ok(false);
        }
        self.heaps.iter_mut().flat_map(|(_, own)| own).for_each(|form| form.enter(sizes));
        // The plain meaning finds fault with the last of these trials.
        let mut trials = MOST_TRIALS as i64 - 1;
        for place in 0..self.ranges.len() {
            let [low, high] = &mut self.ranges[place];
            let (low, high) = (low.value(at)?, high.value(at)?);
            if low > high {
                continue;
            }
            if low < -MOST_NAMED || high > MOST_NAMED {
                return Ok(false);
            }
            trials -= high - low + 1;
            if trials < 0 {
                return Ok(false);
            }
            let mut from = low;
            while from <= high {
                let mut until = high.min(from + MOST_ADDED - 1);
                if self.piece(from, &mut until, at)?.is_none() {
                    return Ok(false);
                }
                from = until + 1;
            }
        }
        Ok(true)
    }

    /// Adds the values of the options from a number of the loop up to `until`, which is lowered to
    /// where the piece ends. `None` if the general form is to be taken.
    fn piece(&mut self, from: i64, until: &mut i64, at: &mut HeapContext<'_, '_, '_>) -> Result<Option<()>, Bail> {
        self.sizes.clear();
        let mut is_negative = false;
        for form in self.heaps.iter().flat_map(|(_, own)| own) {
            let line = form.line(from, until);
            is_negative |= line.is_negative(from, until);
            self.sizes.push(line);
        }
        let count = (*until - from + 1) as usize;
        at.pace.block(count)?;
        // An option with a negative heap does not exist.
        if is_negative {
            return Ok(Some(()));
        }
        let mut runs = [LaneRun::default(); MOST_HEAPS];
        let mut sizes = &self.sizes[..];
        for (run, (kind, forms)) in runs.iter_mut().zip(&self.heaps) {
            let own;
            (own, sizes) = sizes.split_at(forms.len());
            let ends = own.iter().map(|line| (line.value(from), line.value(*until)));
            if !is_lower(&at.order, (at.heap.kind, at.heap.sizes), *kind, ends) {
                return Ok(None);
            }
            let lines = own.iter().map(|line| (line.value(from), line.step));
            match at.table.run(*kind, lines, count) {
                Some(found) if at.table.meet(found) => *run = found,
                _ => return Ok(None),
            }
        }
        at.table.insert(&runs[..self.heaps.len()], count, at.seen);
        Ok(Some(()))
    }
}

/// Whether all heaps of a piece are lower than the heap, by the ends of their sizes; if not, they
/// may be lower nevertheless.
fn is_lower(
    order: &Order<'_>,
    (old_kind, before): (usize, &[i64]),
    kind: usize,
    mut ends: impl Iterator<Item = (i64, i64)>,
) -> bool {
    match order.measure {
        Measure::Sum => {
            let by_rank = match (order.ranks.get(kind), order.ranks.get(old_kind)) {
                (Some(new), Some(old)) => new < old,
                _ => false,
            };
            // At least one of both ends has the greatest sum, which is linear.
            let sums = ends
                .fold((0i128, 0i128), |sums, (first, last)| (sums.0 + i128::from(first), sums.1 + i128::from(last)));
            let old = before.iter().map(|&size| i128::from(size)).sum::<i128>();
            sums.0.max(sums.1) < old + i128::from(by_rank)
        }
        Measure::StagedSum | Measure::StagedLexicographic | Measure::Given => false,
        Measure::Lexicographic => before
            .iter()
            .find_map(|&old| {
                let (first, last) = ends.next()?;
                if first == old && last == old { None } else { Some(first < old && last < old) }
            })
            .unwrap_or(false),
    }
}
