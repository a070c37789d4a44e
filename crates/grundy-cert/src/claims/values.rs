//! The claim `values`: the values of the heaps from 0 on, as a list.
//!
//! By induction on the size, the value of each heap is the mex of the sums of the values before it.
//! Cost of the check: one expansion for each heap.
//!
//! ```text
//! claim values
//! 0
//! 1
//! end 2
//! ```

use grundy_core::{Game, MexSet, Nimber};
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Claim, Context, Evidence, Format, Read, Scope};
use crate::{
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "values", read: Read::Section(read) };

/// The values of the heaps from 0 on.
pub(super) struct Values<'a>(pub(super) &'a [Nimber]);

impl Evidence for Values<'_> {
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
        let value = |size: &u64| usize::try_from(*size).ok().and_then(|size| self.0.get(size)).copied();
        let mut seen = MexSet::new();
        let mut poll = Poll::new(context.go_on);
        let walked = (0..).zip(self.0).try_for_each(|(size, &claimed)| {
            poll.position()?;
            seen.clear();
            rules.walk(&size, |step| {
                let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
                poll.step()?;
                let sum = parts.iter().map(value).sum::<Option<Nimber>>();
                seen.insert(sum.ok_or(Flaw::MissingOption(Component::Heap(size)))?);
                Ok::<(), Halt>(())
            })?;
            let mex = seen.mex();
            if mex != claimed {
                return Err(Flaw::WrongValue { component: Component::Heap(size), claimed, mex }.into());
            }
            Ok(())
        });
        ended(walked).map(Verdict::of)
    }

    fn needed(&self, scope: Scope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
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
