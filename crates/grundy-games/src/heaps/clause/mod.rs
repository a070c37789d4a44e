//! The general form of a move on heaps: `a -> (a-2b) + (a-b) for b in 1..a/2 where ..`.
//!
//! An option with a negative heap does not exist. A clause runs as nested loops over its steps; the
//! depth of the loops depends on the text, never on the position. A condition is also evaluated
//! before the loops that it does not depend on, so that `for d in 1..a for e in 1..b where a % d =
//! 0` tries b numbers for each divisor of a only; but not before a step that may have a fault,
//! which it would hide. More than [`MOST_TRIALS`] combinations at one
//! heap are a fault, so that a rule such as `for b in 1..a where b < 0` stops early on 10^18.
//!
//! *Example.* `a -> (a-2b) + (a-b) for b in 1..a/2` at 7: b runs from 1 to 3, and the options are 5
//! + 6, 3 + 5 and 1 + 4.
//!
//! *Faults.* A number of over 128 bits, a division by 0, over ten million combinations at one heap,
//! and a new heap that is not smaller (found by the board). A fault is reported at
//! the position where it occurs; it ends the walk there, and no option after it is shown.
//!
//! *Cost.* A step for each combination of the names that is tried, whether or not it gives an
//! option. Work is reported at least every 1024 steps.

mod faultless;
mod summand;

use std::{fmt, ops::Range, sync::Arc};

use grundy_core::Fault;
pub(crate) use summand::EqualHeaps;
pub use summand::{Each, NewHeap, Summand};

use crate::heaps::{
    expr::{Condition, Expr, MOST_TRIALS, Values, write_condition, write_expr, write_values},
    meter::{Halt, Meter, Report},
};

/// A step of a clause, after its right side, in the order of the text.
///
/// ```text
/// for b in 1..a/2          each number in turn
/// for b + c = a - 1        all pairs from 0 up with this sum
/// where gcd(a, b) = 1      only if the condition holds
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseStep {
    /// `for name in values`. The name is a slot of [`Clause::names`]; both ends of a range are
    /// included, and an empty range gives no option.
    In(usize, Values),
    /// `for a + b = total`: the names run through all numbers from 0 up with that sum.
    Parts(Vec<usize>, Expr),
    /// `where condition`. It restricts the names that are bound before it.
    Where(Condition),
}

impl ClauseStep {
    /// Whether it binds the name in this slot.
    fn binds(&self, slot: usize) -> bool {
        match self {
            ClauseStep::In(name, _) => *name == slot,
            ClauseStep::Parts(names, _) => names.contains(&slot),
            ClauseStep::Where(_) => false,
        }
    }
}

/// A rule of the general form.
///
/// Names are numbers of slots, so that renaming them does not change the rule.
///
/// ```text
/// a -> (a-2b) + (a-b) for b in 1..a/2
/// names   a, b           arity 1: a is the size of the heap
/// terms   a-2b, a-b      the heaps that are left
/// steps   for b in 1..a/2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The kind of heap on the left side, in typed systems.
    pub kind: Option<Arc<str>>,
    /// All names; those of the left side come first.
    pub names: Vec<String>,
    /// The number of names on the left side.
    pub arity: usize,
    /// The right side. One heap each, or the heaps over a range; their sum is the option.
    pub terms: Vec<Summand>,
    /// The steps that bind and restrict names, in the order of the text.
    pub steps: Vec<ClauseStep>,
    /// The number that every move lowers, of the sizes of a heap of this kind, if it is given.
    pub measure: Option<Expr>,
}

/// How each fault of a game that need not end begins.
pub(crate) const ENDLESS: &str = "the game need not end";

/// What the expansion of a clause reports.
///
/// As [`grundy_core::Visit`], with the values of the names.
pub(crate) enum ClauseReport<'a> {
    /// The heaps of an option.
    Option(&'a Instance<'a>, &'a [EqualHeaps<'a>]),
    /// So many cheap steps of computation since the last report.
    Work(u32),
}

/// Who gets the options and the work. A function object, so that the evaluation of clauses is
/// compiled once and not for each solver.
struct ClauseVisitor<'a>(&'a mut dyn FnMut(ClauseReport<'_>) -> Result<(), Halt>);

impl Report for ClauseVisitor<'_> {
    fn work(&mut self, steps: u32) -> Result<(), Halt> {
        (self.0)(ClauseReport::Work(steps))
    }
}

/// The values of the names in one option, for messages.
pub(crate) struct Instance<'a> {
    /// The rule.
    clause: &'a Clause,
    /// The value of each name, by its slot.
    slots: &'a [i128],
}

impl Clause {
    /// Calls `visit` with the heaps of each option of the heap with these sizes, and with the work
    /// in between; tries at most `most_trials` combinations of the names.
    ///
    /// The error of `visit` ends the expansion and is returned.
    pub(crate) fn expand<E: From<Fault>>(
        &self,
        sizes: &[u64],
        most_trials: u64,
        mut visit: impl FnMut(ClauseReport<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut slots = vec![0i128; self.names.len()];
        for (slot, &size) in slots.iter_mut().zip(sizes) {
            *slot = i128::from(size);
        }
        let mut ended = None;
        let mut report = |seen: ClauseReport<'_>| {
            visit(seen).map_err(|error| {
                ended = Some(error);
                Halt::Ended
            })
        };
        let mut run = ClauseRun { clause: self, early: self.early(sizes), slots: &mut slots };
        let walked = run.from(0, &mut Meter::new(most_trials, ClauseVisitor(&mut report)));
        match (walked, ended) {
            (_, Some(error)) => Err(error),
            (Err(Halt::Fault(fault)), None) => Err(fault.into()),
            (Ok(()) | Err(Halt::Ended), None) => Ok(()),
        }
    }

    /// Returns the conditions that can be evaluated at a heap with these sizes before steps that
    /// bind more names, each with the index of the first such step. None of these steps has a
    /// fault.
    fn early(&self, sizes: &[u64]) -> Vec<(usize, &Condition)> {
        let is_loop = |step: &&ClauseStep| !matches!(step, ClauseStep::Where(_));
        if self.steps.iter().filter(is_loop).count() < 2 {
            return Vec::new();
        }
        let conditions = self.steps.iter().enumerate().filter_map(|(at, step)| match step {
            ClauseStep::Where(condition) => Some((at, condition)),
            ClauseStep::In(..) | ClauseStep::Parts(..) => None,
        });
        let mut faultless = None;
        let mut passes = |steps: Range<usize>| {
            let known = faultless.get_or_insert_with(|| faultless::steps(&self.steps, self.names.len(), sizes));
            known.get(steps).is_some_and(|steps| steps.iter().all(|faultless| *faultless))
        };
        let early = conditions.filter_map(|(at, condition)| {
            let before = &self.steps[..at];
            // The first step after the one that binds the last name of the condition.
            let bound = before
                .iter()
                .rposition(|step| (0..self.names.len()).any(|slot| step.binds(slot) && condition.uses(slot)));
            let first = bound.map_or(0, |bound| bound + 1);
            let is_early = before[first..].iter().any(|step| is_loop(&step)) && !condition.sums();
            (is_early && passes(first..at)).then_some((first, condition))
        });
        early.collect()
    }

    /// Counts a combination; too many are a fault.
    #[inline]
    fn count(&self, slots: &[i128], meter: &mut Meter<ClauseVisitor<'_>>) -> Result<(), Halt> {
        if meter.trial()? { Ok(()) } else { Err(self.too_many(slots).into()) }
    }

    /// The fault of a rule that tries too many combinations.
    fn too_many(&self, slots: &[i128]) -> Fault {
        Fault(format!("the rule `{self}` tries too many combinations (over {MOST_TRIALS}) at {}", self.heap(slots)))
    }

    /// Returns the heap that the rule is applied to, as messages name it.
    fn heap(&self, slots: &[i128]) -> String {
        let sizes: Vec<String> = slots[..self.arity].iter().map(i128::to_string).collect();
        format!("a heap of {}", sizes.join(", "))
    }

    /// Shows the option, or the options, for these values of the names. An option with a negative
    /// heap does not exist. If heaps over a range may be any subset, each subset is an option.
    fn option(&self, slots: &[i128], meter: &mut Meter<ClauseVisitor<'_>>) -> Result<(), Halt> {
        let mut parts = Vec::with_capacity(self.terms.len());
        let mut choices = Vec::new();
        for term in &self.terms {
            match term {
                Summand::Each(each) if each.any => each.choose(self, slots, meter, &mut choices)?,
                term if term.add(self, slots, meter, &mut parts)? => {}
                _ => return Ok(()),
            }
        }
        let instance = Instance { clause: self, slots };
        if choices.is_empty() {
            return (meter.report.0)(ClauseReport::Option(&instance, &parts));
        }
        for set in 0..1u32 << choices.len() {
            self.count(slots, meter)?;
            let mut all = parts.clone();
            let chosen = choices.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.for_each(|(_, own)| all.extend_from_slice(own));
            meter.work(all.len() as u32)?;
            (meter.report.0)(ClauseReport::Option(&instance, &all))?;
        }
        Ok(())
    }
}

/// The evaluation of a clause at one heap.
struct ClauseRun<'a> {
    clause: &'a Clause,
    /// As [`Clause::early`].
    early: Vec<(usize, &'a Condition)>,
    /// The values of the names.
    slots: &'a mut [i128],
}

impl ClauseRun<'_> {
    /// Runs the steps from `at` on. The depth of recursion is the number of steps in the text.
    fn from(&mut self, at: usize, meter: &mut Meter<ClauseVisitor<'_>>) -> Result<(), Halt> {
        let clause = self.clause;
        let Some(step) = clause.steps.get(at) else { return clause.option(self.slots, meter) };
        for (_, condition) in self.early.iter().filter(|(first, _)| *first == at) {
            // A fault counts only where the condition stands.
            match condition.holds(self.slots, meter) {
                Ok(false) => return Ok(()),
                Ok(true) | Err(Halt::Fault(_)) => {}
                Err(Halt::Ended) => return Err(Halt::Ended),
            }
        }
        match step {
            ClauseStep::Where(condition) => {
                if condition.holds(self.slots, meter)? {
                    self.from(at + 1, meter)?;
                }
                Ok(())
            }
            ClauseStep::In(slot, values) => {
                for (low, high) in &values.0 {
                    let low = low.value(self.slots, meter)?;
                    let high = high.as_ref().map_or(Ok(low), |high| high.value(self.slots, meter))?;
                    for value in low..=high {
                        clause.count(self.slots, meter)?;
                        self.slots[*slot] = value;
                        self.from(at + 1, meter)?;
                    }
                }
                Ok(())
            }
            ClauseStep::Parts(names, total) => {
                let total = total.value(self.slots, meter)?;
                if total < 0 {
                    return Ok(());
                }
                self.parts(names, total, at, meter)
            }
        }
    }

    /// Binds the names to numbers with this sum, one after the other; the last one gets the rest.
    fn parts(
        &mut self,
        names: &[usize],
        total: i128,
        at: usize,
        meter: &mut Meter<ClauseVisitor<'_>>,
    ) -> Result<(), Halt> {
        let [first, rest @ ..] = names else { return self.from(at + 1, meter) };
        let low = if rest.is_empty() { total } else { 0 };
        for value in low..=total {
            self.clause.count(self.slots, meter)?;
            self.slots[*first] = value;
            self.parts(rest, total - value, at, meter)?;
        }
        Ok(())
    }
}

impl Instance<'_> {
    /// Returns the names that the rule binds after its left side, with their values.
    pub(crate) fn bound(&self) -> Vec<(String, i128)> {
        self.names().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The names that the steps bind. Those of sums and of heaps over a range have no value here.
    fn names(&self) -> impl Iterator<Item = (&str, i128)> {
        let names = (self.clause.arity..).zip(&self.clause.names[self.clause.arity..]);
        let bound = names.filter(|&(slot, _)| self.clause.steps.iter().any(|step| step.binds(slot)));
        bound.map(|(slot, name)| (name.as_str(), self.slots[slot]))
    }

    /// Returns a fault for a move of this instance that need not bring the game to its end.
    pub(crate) fn endless(&self, before: impl fmt::Display, after: impl fmt::Display) -> Fault {
        let bound: Vec<String> = self.names().map(|(name, value)| format!("{name} = {value}")).collect();
        let with = if bound.is_empty() { String::new() } else { format!("with {} ", bound.join(", ")) };
        Fault(format!("{ENDLESS}: {with}{before} becomes {after}"))
    }
}

/// The text of a part of a clause.
struct Shown<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Shown<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

impl Clause {
    /// Returns the parts of the right side as sentences have them (`b for each b from 1..n-1`), and
    /// the text of the steps, which is empty or begins with a space.
    ///
    /// `grundy rules` has them in its sentence.
    pub fn spoken(&self) -> (Vec<String>, String) {
        let parts = self.terms.iter().map(|term| Shown(|f: &mut fmt::Formatter<'_>| term.speak(f, &self.names)));
        let steps = Shown(|f: &mut fmt::Formatter<'_>| self.write_steps(f));
        (parts.map(|part| part.to_string()).collect(), steps.to_string())
    }

    /// Writes the steps as the parser reads them, each with a space before it.
    fn write_steps(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.steps {
            match step {
                ClauseStep::In(slot, values) => {
                    write!(f, " for {} in ", self.names[*slot])?;
                    write_values(f, &self.names, values)?;
                }
                ClauseStep::Parts(slots, total) => {
                    let names: Vec<&str> = slots.iter().map(|&slot| self.names[slot].as_str()).collect();
                    write!(f, " for {} = ", names.join(" + "))?;
                    write_expr(f, &self.names, total, 0)?;
                }
                ClauseStep::Where(condition) => {
                    f.write_str(" where ")?;
                    write_condition(f, &self.names, condition, 0)?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Some(kind) => write!(f, "{kind}({}) -> ", self.names[..self.arity].join(", "))?,
            None => write!(f, "{} -> ", self.names[0])?,
        }
        for (at, term) in self.terms.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " + " })?;
            term.write(f, &self.names)?;
        }
        self.write_steps(f)?;
        if let Some(measure) = &self.measure {
            f.write_str(", measure ")?;
            write_expr(f, &self.names, measure, 0)?;
        }
        Ok(())
    }
}
