//! The claim `values`: the values of the heaps from 0 on, as a list.
//!
//! By induction on the size, the value of each heap is the mex of the sums of the values before it.
//! Cost of the check: one expansion for each heap, in blocks ([`grundy_evaluator::heaps`]) but for
//! the first heaps and a sample.
//!
//! ```text
//! claim values
//! 0
//! 1
//! end 2
//! ```

use grundy_core::{Game, MexSet, Nimber};
use grundy_evaluator::heaps::{Evaluator, FIRST_OPTIONS, Fact};
use grundy_games::{Component, Convention, HeapRules, Query, Ruleset};

use super::{Claim, ClaimScope, Context, Evidence, Format, Read};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "values", read: Read::Section(read) };

/// The values of the heaps from 0 on.
pub(super) struct HeapValues<'a>(pub(super) &'a [Nimber]);

impl Evidence for HeapValues<'_> {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} heaps", self.0.len())
    }

    fn recorded(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let Component::Heap(size) = component else { return None };
        self.0.get(usize::try_from(*size).ok()?).copied()
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let Ruleset::Heap(rules) = context.scope.ruleset() else { return Err(Flaw::OtherGame) };
        let (plain, most_bytes) = (context.plain, context.most_bytes / 4);
        let mut poll = context.poll();
        let walked = self.verify(rules, plain, most_bytes, &mut poll);
        ended(walked).map(Verdict::of)
    }

    fn needed(&self, scope: ClaimScope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        let needed = needed_heaps(scope.query, scope.place).min(self.0.len());
        Ok(Some(Claim::Values(self.0[..needed].to_vec())))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let needed = needed_heaps(query, place);
        (self.0.len() > needed).then(|| format!("`end {needed}`: no other heaps than the proof of the answer needs"))
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(self.0.iter().map(|value| value.0.to_string()).collect())
    }
}

impl HeapValues<'_> {
    /// Verifies each value, in ascending order of heaps: the first ones by the plain meaning, the
    /// others by the evaluator.
    pub(super) fn verify(
        &self,
        rules: &HeapRules,
        plain: bool,
        most_bytes: u64,
        poll: &mut Poll<'_>,
    ) -> Result<(), Halt> {
        let mut seen = MexSet::new();
        let mut expand = |heap: usize, poll: &mut Poll<'_>| self.expand(rules, heap, &mut seen, poll);
        let mut options = 0;
        let mut first = 0;
        while first < self.0.len() && (plain || options < FIRST_OPTIONS) {
            options += expand(first, poll)?;
            first += 1;
        }
        if first == self.0.len() {
            return Ok(());
        }
        match Evaluator::of_heaps(rules, self.0, most_bytes, poll)? {
            Some(mut evaluator) => {
                let sizes: Vec<i64> = (0..self.0.len() as i64).collect();
                let fact = |at: usize| Fact { kind: 0, sizes: &sizes[at..=at], value: self.0[at] };
                evaluator.verify(first..self.0.len(), fact, &mut expand, poll)
            }
            None => (first..self.0.len()).try_for_each(|heap| expand(heap, poll).map(|_| ())),
        }
    }

    /// Verifies one value by the plain meaning: it is the mex of the sums of the values of options.
    /// Returns the number of options; many heaps of one count as more, and so do long loops.
    fn expand(&self, rules: &HeapRules, heap: usize, seen: &mut MexSet, poll: &mut Poll<'_>) -> Result<u64, Halt> {
        let value = |size: &u64| usize::try_from(*size).ok().and_then(|size| self.0.get(size)).copied();
        let size = heap as u64;
        let (mut options, before) = (0, poll.counted());
        poll.position()?;
        seen.clear();
        rules.walk(&size, |step| {
            let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
            poll.step()?;
            options += 1 + parts.len() as u64 / 16;
            let sum = parts.iter().map(value).sum::<Option<Nimber>>();
            seen.insert(sum.ok_or(Flaw::MissingOption(Component::Heap(size)))?);
            Ok::<(), Halt>(())
        })?;
        let (mex, claimed) = (seen.mex(), self.0[heap]);
        if mex == claimed {
            return Ok(poll.weight(options, before));
        }
        Err(Flaw::WrongValue { component: Component::Heap(size), claimed, mex }.into())
    }
}

/// The number of heaps from 0 on whose values give those of the heaps of a ruleset in the sum.
fn needed_heaps(query: &Query, place: usize) -> usize {
    let sizes = query.position.iter().filter(|term| term.ruleset == place).filter_map(|term| match term.component {
        Component::Heap(size) => usize::try_from(size).ok()?.checked_add(1),
        _ => None,
    });
    sizes.max().unwrap_or(0)
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    section.each(Section::nimber).map(Claim::Values)
}
