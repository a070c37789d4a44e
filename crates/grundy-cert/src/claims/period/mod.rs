//! The claim `period`: the values of a heap game repeat for ever.
//!
//! The claim holds the values up to the end of the first period, or those of the period and a
//! digest of all earlier ones; every other value follows. The checker computes the values
//! (`recompute.rs`) as far as the window of the theorem reaches (`theorem.rs`), compares each of
//! them with the claim, and refuses a period or a preperiod that is not the least. So there is one
//! claim for a game: a claim with one altered number is refused.
//!
//! The digest serves games with long preperiods, whose values nobody needs to look up: the
//! certificate stays small, and the checker still compares every value. It is not a cryptographic
//! one. That is enough, because the checker computes all values itself: the values of the period
//! that it finds must be the claimed ones whatever the digest is.
//!
//! Cost of the check: the values below the end of the window, computed by the method of the checker
//! for this shape of rules; 16 bytes for each.

mod recompute;
mod repeats;
mod split;
mod state;
mod text;
mod theorem;

use grundy_core::{Nimber, hash::Fnv};
use grundy_games::{Component, Convention, Query, Ruleset, Typed};

use super::{Claim, Context, Evidence, Format, Read, shape::Shape};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};
use recompute::Recompute;
pub use split::{Rarest, last_rare, rarest};
pub use theorem::{Theorem, window_end};

/// The form in certificates.
pub(super) const FORMAT: Format =
    Format { name: "period", read: Read::Section(|section| Ok(Claim::Period(text::read(section)?))) };

/// The claim that the values repeat: G(n + period) = G(n) + saltus for all n from the preperiod on.
///
/// ```
/// use grundy_cert::{Period, Theorem};
/// use grundy_core::Nimber;
///
/// let rules = grundy_games::game("take 1 or 2").unwrap();
/// let claim = Period {
///     theorem: Theorem::Subtraction,
///     kinds: 1,
///     preperiod: 0,
///     period: 3,
///     saltus: 0,
///     values: [0, 1, 2].map(Nimber).to_vec(),
///     digest: None,
/// };
/// assert_eq!(claim.check(&rules.ruleset, &mut || true), Ok(true));
/// assert_eq!(claim.value(1_000_000_000_000), Some(Nimber(1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The theorem that proves it for all n.
    pub theorem: Theorem,
    /// The number of kinds of heaps; 1 for plain heaps.
    pub kinds: usize,
    /// The first heap from which the values repeat: 0 if they do from the start.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The amount by which the values grow in a period; 0 for all theorems but [`Theorem::AllBut`].
    pub saltus: u64,
    /// The values of the heaps from 0 to the end of the first period; with a digest, from the
    /// preperiod on. The values of the kinds of one size are neighbours, in the order of the rules.
    pub values: Vec<Nimber>,
    /// The 64-bit FNV-1a digest of the values below the preperiod, in place of these values
    /// ([`Period::condensed`]).
    pub digest: Option<u64>,
}

impl Period {
    /// The value of any plain heap; `None` if it is not listed (below the preperiod of a claim with
    /// a digest), or is 2^64 or more.
    pub fn value(&self, heap: u64) -> Option<Nimber> {
        self.value_of_kind(0, heap)
    }

    /// The value of any heap of a kind, by the place of the kind in the rules; `None` as
    /// [`Period::value`], or if there is no such kind.
    ///
    /// Past the preperiod it is the value at the same place of the first period, and the saltus for
    /// each period between.
    pub fn value_of_kind(&self, kind: usize, heap: u64) -> Option<Nimber> {
        let Some(past) = heap.checked_sub(self.preperiod).filter(|_| self.period > 0) else {
            return self.listed(kind, heap);
        };
        let Nimber(base) = self.listed(kind, self.preperiod + past % self.period)?;
        (past / self.period).checked_mul(self.saltus)?.checked_add(base).map(Nimber)
    }

    /// The value of any heap of these rules; a kind without moves has value 0. `None` as
    /// [`Period::value`], or for a component that is not a heap of one size.
    pub fn value_of(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match (ruleset, component) {
            (Ruleset::Heap(_), Component::Heap(size)) => self.value(*size),
            (Ruleset::Typed(rules), Component::Typed(Typed { kind, sizes })) => match &sizes[..] {
                [size] => match rules.kinds.iter().position(|known| known == kind) {
                    Some(kind) => self.value_of_kind(kind, *size),
                    None => Some(Nimber::ZERO),
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a heap that the claim lists.
    fn listed(&self, kind: usize, heap: u64) -> Option<Nimber> {
        let row = usize::try_from(heap.checked_sub(self.first())?).ok()?;
        let at = row.checked_mul(self.kinds)?.checked_add(kind).filter(|_| kind < self.kinds)?;
        self.values.get(at).copied()
    }

    /// The first heap whose value is listed: 0, or the preperiod of a claim with a digest.
    pub fn first(&self) -> u64 {
        if self.digest.is_some() { self.preperiod } else { 0 }
    }

    /// The claim with a digest in place of the values below the preperiod. The claim is unchanged
    /// if the theorem needs these values ([`Theorem::AllBut`]), if there are none, or if they are a
    /// digest already.
    pub fn condensed(&self) -> Period {
        let Ok(start) = usize::try_from(self.preperiod) else { return self.clone() };
        if self.digest.is_some() || self.preperiod == 0 || self.theorem == Theorem::AllBut {
            return self.clone();
        }
        let (head, tail) = self.values.split_at((start * self.kinds).min(self.values.len()));
        let digest = Fnv::of(head.iter().flat_map(|value| value.0.to_le_bytes()));
        Period { values: tail.to_vec(), digest: Some(digest), ..*self }
    }

    /// The end of the window: the checker computes the values of all heaps below it. `None` if no
    /// theorem is about the rules, or the window does not end below 2^64.
    pub fn end(&self, ruleset: &Ruleset) -> Option<u64> {
        self.window(&Shape::of(ruleset).ok()?)
    }

    /// As [`Period::end`], for rules of this shape.
    fn window(&self, shape: &Shape) -> Option<u64> {
        match shape {
            Shape::AllBut(excluded) => state::first_repeat(self, excluded),
            _ => window_end(shape, self.preperiod, self.period),
        }
    }

    /// The memory for the values that a check computes, in bytes. It is 0 for [`Theorem::AllBut`],
    /// whose window follows from the values of the claim and has at most 64 times their number.
    fn bytes(&self, ruleset: &Ruleset) -> u64 {
        let shape = Shape::of(ruleset).ok().filter(|shape| !matches!(shape, Shape::AllBut(_)));
        let end = shape.map_or(0, |shape| window_end(&shape, self.preperiod, self.period).unwrap_or(u64::MAX));
        // While the list of values grows, the old one is there too.
        end.saturating_mul(16).saturating_mul(self.kinds as u64)
    }

    /// Verifies the claim from the rules alone. `go_on` is called before each heap and returns
    /// whether there is time left. Returns false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::NoPeriod`] if the theorem does not apply, or the period or the preperiod is not the
    /// least; [`Flaw::WrongValue`] at the first value that is not the claimed one; [`Flaw::Fault`]
    /// if the rules break down at a heap.
    pub fn check(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let refuse = |why: &str| Err(Flaw::NoPeriod(why.into()));
        let shape = Shape::of(ruleset).map_err(|why| Flaw::NoPeriod(why.into()))?;
        if Theorem::about(&shape) != self.theorem || shape.kinds() != self.kinds {
            return refuse("the theorem is not about this game");
        }
        self.is_listed()?;
        if self.theorem != Theorem::AllBut && self.saltus != 0 {
            return refuse("the theorem is about values that do not grow");
        }
        if self.digest.is_some() && self.preperiod == 0 {
            return refuse("there are no values below the preperiod, so there is no digest of them");
        }
        if self.theorem == Theorem::AllBut && self.digest.is_some() {
            return refuse("the theorem needs the values, not their digest");
        }
        if !repeats::least(self) {
            return refuse("the period is not the least");
        }
        let Some(end) = self.window(&shape) else {
            return refuse(match &shape {
                Shape::AllBut(_) => "no state repeats in the window",
                _ => "the window of the theorem does not end below 2^64",
            });
        };
        ended(self.compare(ruleset, &shape, end, &mut Poll::new(go_on)))
    }

    /// Refuses a claim whose values do not end with the first period.
    fn is_listed(&self) -> Result<(), Flaw> {
        let rows = self.preperiod.checked_add(self.period).map(|end| end - self.first());
        let listed = rows.and_then(|rows| rows.checked_mul(self.kinds as u64));
        match self.period > 0 && listed == Some(self.values.len() as u64) {
            true => Ok(()),
            false => Err(Flaw::NoPeriod("the values do not end with the first period".into())),
        }
    }

    /// Compares each value below `end` with the rules.
    ///
    /// Heaps below the first listed one only add to the digest. The last heap before the preperiod
    /// is compared with the one a period later too: if all kinds agree there, the preperiod is not
    /// the least.
    fn compare(&self, ruleset: &Ruleset, shape: &Shape, end: u64, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let mut values = Recompute::new(ruleset, shape);
        let mut digest = Fnv::default();
        for heap in 0..end {
            poll.position()?;
            let row = values.next(poll)?;
            for (kind, &mex) in row.iter().enumerate() {
                if heap < self.first() {
                    digest = digest.with(mex.0.to_le_bytes());
                    continue;
                }
                let claimed = self.value_of_kind(kind, heap).ok_or(Flaw::OtherAnswer)?;
                if claimed != mex {
                    let component = component(ruleset, kind, heap);
                    return Err(Flaw::WrongValue { component, claimed, mex }.into());
                }
            }
            let ahead = |kind| self.value_of_kind(kind, heap + self.period).map(|value| value.0);
            let same = |(kind, mex): (usize, &Nimber)| mex.0.checked_add(self.saltus) == ahead(kind);
            if heap + 1 == self.preperiod && row.iter().enumerate().all(same) {
                return Err(Flaw::NoPeriod("the preperiod is not the least".into()).into());
            }
        }
        if self.digest.is_some_and(|claimed| claimed != digest.0) {
            return Err(Flaw::NoPeriod("the digest is not that of the values below the preperiod".into()).into());
        }
        Ok(())
    }
}

impl Evidence for Period {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} from {}", self.period, self.preperiod)
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        self.value_of(ruleset, component)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let ruleset = context.scope.ruleset();
        self.is_listed()?;
        if self.bytes(ruleset) > context.most_bytes {
            return Ok(Verdict::TooLarge);
        }
        Period::check(self, ruleset, context.go_on).map(Verdict::of)
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(text::lines(self))
    }
}

/// A heap of a kind as a component.
fn component(ruleset: &Ruleset, kind: usize, heap: u64) -> Component {
    match ruleset {
        Ruleset::Typed(rules) => Component::Typed(Typed { kind: rules.kinds[kind].clone(), sizes: vec![heap] }),
        _ => Component::Heap(heap),
    }
}
