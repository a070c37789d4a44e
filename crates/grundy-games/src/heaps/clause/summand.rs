//! The right side of a clause: heaps, and heaps for each value of a name.
//!
//! `heaps(b for b in c..n-1)` leaves a heap for each number from c to n - 1, and none if there is
//! no such number. The numbers are few ([`MOST_HEAPS`]) and each is work, so that a limit on time
//! ends a long option before it is made.
//!
//! ```text
//! n -> heaps(b for b in c..n-1) for c in 1..n    at 3
//!   c = 1: 1 + 2      c = 2: 2      c = 3: nothing
//! n -> any of heaps(b for b in 1..n-1)           at 3
//!   nothing, 1, 2, 1 + 2
//! ```
//!
//! *Faults.* Over 2^20 heaps at once, and over 20 values to choose a set from.

use std::{fmt, sync::Arc};

use grundy_core::Fault;

use crate::heaps::{
    clause::Clause,
    expr::{Condition, Expr, Values, write_condition, write_expr, write_values},
    meter::{Halt, Meter, Report},
};

/// A part of the right side of a clause.
///
/// `Display` of a clause joins them with `+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summand {
    /// A heap, or several equal ones.
    Heaps(NewHeap),
    /// Heaps for each value of a name.
    Each(Each),
}

/// A heap, or several equal heaps, on the right side of a clause.
///
/// ```text
/// A(n-2)          one heap of kind A
/// 3 of (n/2)      three equal heaps
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHeap {
    /// The number of heaps: `k of (e)`; `None` means one. 0 leaves none; a negative number means
    /// that the option does not exist.
    pub count: Option<Expr>,
    /// The kind of heap, in typed systems.
    pub kind: Option<Arc<str>>,
    /// The sizes.
    pub sizes: Vec<Expr>,
}

/// `heaps(HEAPS for name in values where condition)`: these heaps for each value of the name, or
/// with `any of` before it, for each value of any set of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Each {
    /// The heaps for one value.
    pub heaps: Vec<NewHeap>,
    /// The slot of the name. It has these values here only.
    pub slot: usize,
    /// The values. One that is listed twice counts twice.
    pub values: Values,
    /// What values must satisfy.
    pub condition: Option<Condition>,
    /// Whether an option has the heaps for some values only; each set of values gives an option.
    pub any: bool,
}

/// Equal heaps of an option.
#[derive(Clone)]
pub(crate) struct EqualHeaps<'a> {
    /// The term that they come from.
    pub(crate) term: &'a NewHeap,
    /// The sizes of each.
    pub(crate) sizes: Vec<u64>,
    /// Their number, at least 1.
    pub(crate) count: u32,
}

/// The most heaps that a part of the right side may leave, and the most values of a name in it.
const MOST_HEAPS: i128 = 1 << 20;

/// The most values that the sets of an option are chosen from: they give 2^20 options.
const MOST_CHOICES: usize = 20;

impl Summand {
    /// Returns all heaps that it mentions, each once.
    ///
    /// Analyses of the text look at all of them.
    pub fn heaps(&self) -> &[NewHeap] {
        match self {
            Summand::Heaps(heap) => std::slice::from_ref(heap),
            Summand::Each(each) => &each.heaps,
        }
    }

    /// Returns the heap, if there is one for no other values of names than those of the steps.
    ///
    /// The analyses of rules cover such heaps only.
    pub fn heap(&self) -> Option<&NewHeap> {
        if let Summand::Heaps(heap) = self { Some(heap) } else { None }
    }

    /// Adds the heaps to those of an option. Returns false if the option does not exist, because a
    /// size or a number of heaps is negative.
    pub(super) fn add<'a>(
        &'a self,
        rule: &Clause,
        slots: &[i128],
        meter: &mut Meter<impl Report>,
        parts: &mut Vec<EqualHeaps<'a>>,
    ) -> Result<bool, Halt> {
        match self {
            Summand::Heaps(heap) => Ok(heap.add(slots, meter, parts)?.is_some()),
            Summand::Each(each) => each.add(rule, slots, meter, parts),
        }
    }

    /// Writes it as the parser reads it.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
        match self {
            Summand::Heaps(heap) => heap.write(f, names),
            Summand::Each(each) => {
                f.write_str(if each.any { "any of heaps(" } else { "heaps(" })?;
                each.write(f, names, [" + ", " for ", " in "])?;
                f.write_str(")")
            }
        }
    }

    /// Writes it as part of a sentence.
    pub(super) fn speak(&self, f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
        match self {
            Summand::Heaps(heap) => heap.write(f, names),
            Summand::Each(each) if each.any => {
                f.write_str("any of ")?;
                each.write(f, names, [" and ", " for ", " from "])
            }
            Summand::Each(each) => each.write(f, names, [" and ", " for each ", " from "]),
        }
    }
}

impl NewHeap {
    /// As [`Summand::add`]; the number of heaps, or `None` if the option does not exist.
    fn add<'a>(
        &'a self,
        slots: &[i128],
        meter: &mut Meter<impl Report>,
        parts: &mut Vec<EqualHeaps<'a>>,
    ) -> Result<Option<u32>, Halt> {
        let count = self.count.as_ref().map_or(Ok(1), |count| count.value(slots, meter))?;
        let mut sizes = Vec::with_capacity(self.sizes.len());
        for size in &self.sizes {
            let value = size.value(slots, meter)?;
            if value < 0 {
                return Ok(None);
            }
            let size = u64::try_from(value).map_err(|_| Fault(format!("a heap of {value} is over 2^64 - 1")))?;
            sizes.push(size);
        }
        if count < 0 {
            return Ok(None);
        }
        if count > MOST_HEAPS {
            return Err(too_many(count).into());
        }
        let count = count as u32;
        if count > 1 {
            meter.work(count)?;
        }
        if count > 0 {
            parts.push(EqualHeaps { term: self, sizes, count });
        }
        Ok(Some(count))
    }

    /// Writes it as the parser reads it.
    fn write(&self, f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
        if let Some(count) = &self.count {
            write_expr(f, names, count, 5)?;
            f.write_str(" of ")?;
        }
        match &self.kind {
            Some(kind) => {
                write!(f, "{kind}(")?;
                for (at, size) in self.sizes.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    write_expr(f, names, size, 0)?;
                }
                f.write_str(")")
            }
            None => {
                let plain = matches!(self.sizes[0], Expr::Number(_) | Expr::Name(_) | Expr::Call(..) | Expr::Sum(..));
                f.write_str(if plain { "" } else { "(" })?;
                write_expr(f, names, &self.sizes[0], 0)?;
                f.write_str(if plain { "" } else { ")" })
            }
        }
    }
}

impl Each {
    /// As [`Summand::add`], with the heaps for all values.
    fn add<'a>(
        &'a self,
        rule: &Clause,
        slots: &[i128],
        meter: &mut Meter<impl Report>,
        parts: &mut Vec<EqualHeaps<'a>>,
    ) -> Result<bool, Halt> {
        let mut heaps = 0;
        self.through(rule, slots, meter, |slots, meter| {
            for heap in &self.heaps {
                let Some(count) = heap.add(slots, meter, parts)? else { return Ok(false) };
                heaps += i128::from(count);
                if heaps > MOST_HEAPS {
                    return Err(too_many(heaps).into());
                }
            }
            Ok(true)
        })
    }

    /// Adds the heaps for each value, for options that have those of some values. A value with a
    /// negative heap is in no option. The sets are made by the caller.
    pub(super) fn choose<'a>(
        &'a self,
        rule: &Clause,
        slots: &[i128],
        meter: &mut Meter<impl Report>,
        choices: &mut Vec<Vec<EqualHeaps<'a>>>,
    ) -> Result<(), Halt> {
        let all = self.through(rule, slots, meter, |slots, meter| {
            let mut own = Vec::with_capacity(self.heaps.len());
            for heap in &self.heaps {
                if heap.add(slots, meter, &mut own)?.is_none() {
                    return Ok(true);
                }
            }
            if choices.len() == MOST_CHOICES {
                return Err(Fault(format!(
                    "the rule `{rule}` chooses any of over {MOST_CHOICES} numbers at {}, which is over 2^20 options",
                    rule.heap(slots)
                ))
                .into());
            }
            choices.push(own);
            Ok(true)
        });
        all.map(|_| ())
    }

    /// Calls `visit` with the slots for each value, until it returns false; returns what it
    /// returned last.
    fn through<R: Report>(
        &self,
        rule: &Clause,
        slots: &[i128],
        meter: &mut Meter<R>,
        mut visit: impl FnMut(&[i128], &mut Meter<R>) -> Result<bool, Halt>,
    ) -> Result<bool, Halt> {
        let mut slots = slots.to_vec();
        let mut values = 0i128;
        for (low, high) in &self.values.0 {
            let low = low.value(&slots, meter)?;
            let high = high.as_ref().map_or(Ok(low), |high| high.value(&slots, meter))?;
            values = values.saturating_add(high.saturating_sub(low).saturating_add(1).max(0));
            if values > MOST_HEAPS {
                return Err(Fault(format!(
                    "the rule `{rule}` goes through {values} values of `{}` at {}: at most 2^20",
                    rule.names[self.slot],
                    rule.heap(&slots)
                ))
                .into());
            }
            for value in low..=high {
                meter.work(1)?;
                slots[self.slot] = value;
                if let Some(condition) = &self.condition
                    && !condition.holds(&slots, meter)?
                {
                    continue;
                }
                if !visit(&slots, meter)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Writes the heaps and the name with its values, with these words between them.
    fn write(&self, f: &mut fmt::Formatter<'_>, names: &[String], [plus, each, from]: [&str; 3]) -> fmt::Result {
        for (at, heap) in self.heaps.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { plus })?;
            heap.write(f, names)?;
        }
        write!(f, "{each}{}{from}", names[self.slot])?;
        write_values(f, names, &self.values)?;
        if let Some(condition) = &self.condition {
            f.write_str(" where ")?;
            write_condition(f, names, condition, 0)?;
        }
        Ok(())
    }
}

/// The fault of a move that leaves so many heaps.
fn too_many(count: i128) -> Fault {
    Fault(format!("{count} heaps at once: a move may leave at most 2^20"))
}
