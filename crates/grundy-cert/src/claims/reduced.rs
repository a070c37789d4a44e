//! A claim about another game, and the reduction that leads there.
//!
//! The name of the reduction is all that is claimed about it: the rules of the other game and the
//! images of positions are derived anew from the rules of the certificate. What is claimed of the
//! other game is checked as any claim, and then gives the values of the positions: the value of a
//! position is that of its image, or the mex of those of the images of its options. In misère play
//! the outcome of a sum is that of the sum of the images.
//!
//! ```text
//! reduce ring-row
//! reduce letter-heap a
//! claim values
//! 0
//! 0
//! 1
//! end 3
//! ```
//!
//! The theorem of each reduction is in its file ([`grundy_games::reductions`]), with its proof in
//! the book. Cost of the check: that of the claim about the other game.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use grundy_core::{Fault, MexSet, Nimber, Outcome};
use grundy_games::{
    Component, Convention, Query, Ruleset, Term,
    reductions::{Image, Keeps, Reduction},
};

use super::{Claim, ClaimScope, Context, Evidence, Tracked};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
};

/// Positions of which the images of options need more memory than this are not reduced, in bytes.
const MOST_BYTES: u64 = 1 << 24;

/// What is claimed of another game, and the reduction that leads there.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The reduction.
    pub reduction: Reduction,
    /// The rules of the other game.
    pub target: Ruleset,
    /// The claim about the other game.
    pub claim: Claim,
}

/// The query about the other game that decides this one: about the images of its positions, and of
/// the options of those that have none, each of these once: then its answer is not that of the
/// query. `None` if the reduction is not about the game, a position or the convention, or if
/// `go_on` ends it, or the images need more than `most_bytes`.
pub fn reduced_query(
    query: &Query,
    place: usize,
    reduction: &Reduction,
    most_bytes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Query> {
    reduced_within(query, place, reduction, most_bytes, &mut Poll::new(go_on)).ok().flatten()
}

/// As [`reduced_query`], until the poll or the memory ends it.
fn reduced_within(
    query: &Query,
    place: usize,
    reduction: &Reduction,
    most_bytes: u64,
    poll: &mut Poll<'_>,
) -> Result<Option<Query>, Halt> {
    let Some(ruleset) = query.rulesets.get(place) else { return Ok(None) };
    let alone = query.rulesets.len() == 1 && reduction.keeps() == Keeps::Options;
    if query.convention == Convention::Misere && !alone {
        return Ok(None);
    }
    let Some(target) = reduction.target(ruleset) else { return Ok(None) };
    let (mut images, mut after, mut bytes) = (Vec::new(), BTreeSet::new(), 0);
    for term in query.position.iter().filter(|term| term.ruleset == place) {
        match reduction.image(ruleset, &term.component) {
            Image::Sum(sum) => images.extend(sum),
            Image::OfOptions => {
                let poll = RefCell::new(&mut *poll);
                let work = |steps| Ok(poll.borrow_mut().steps(steps)?);
                reduction.images_of_options(ruleset, &term.component, work, |sum| {
                    poll.borrow_mut().step()?;
                    for part in sum {
                        let size = part.bytes();
                        bytes += if after.insert(part) { size } else { 0 };
                    }
                    if bytes > most_bytes.min(MOST_BYTES) { Err(Halt::Enough) } else { Ok(()) }
                })?;
            }
            Image::Outside => return Ok(None),
        }
    }
    let position = images.into_iter().chain(after).map(|component| Term { ruleset: 0, component }).collect();
    Ok(Some(Query { rulesets: vec![target], position, ..*query }))
}

impl Reduced {
    /// The query about the other game.
    fn query(&self, query: &Query, place: usize, most_bytes: u64, poll: &mut Poll<'_>) -> Result<Query, Halt> {
        let found = reduced_within(query, place, &self.reduction, most_bytes, poll)?.ok_or(Flaw::OtherGame)?;
        if found.rulesets == [self.target.clone()] { Ok(found) } else { Err(Flaw::OtherGame.into()) }
    }

    /// The same reduction of another claim.
    fn of(&self, claim: Claim) -> Claim {
        let (reduction, target) = (self.reduction.clone(), self.target.clone());
        Claim::Reduced(Arc::new(Reduced { reduction, target, claim }))
    }

    /// The value of a part of an image, or of what stands for the same position.
    fn part(&self, part: &Component) -> Option<Nimber> {
        let value = |part: &Component| self.claim.value(&self.target, part);
        value(part).or_else(|| self.reduction.alike(part).iter().find_map(value))
    }

    fn sum(&self, sum: &[Component]) -> Option<Nimber> {
        sum.iter().map(|part| self.part(part)).sum()
    }

    /// The least number that is not the value of an option.
    fn mex(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        let mut seen = MexSet::new();
        let insert = |sum: Vec<Component>| {
            let value = self.sum(&sum).ok_or_else(|| Fault("a value is not claimed".to_owned()))?;
            seen.insert(value);
            Ok(())
        };
        self.reduction.images_of_options::<Fault>(ruleset, component, |_| Ok(()), insert).ok()?;
        Some(seen.mex())
    }
}

impl Evidence for Reduced {
    fn keyword(&self) -> &'static str {
        self.claim.with(|claim| claim.keyword())
    }

    fn summary(&self) -> String {
        format!("{}, {}", self.reduction, self.claim.with(|claim| claim.summary()))
    }

    fn recorded(&self) -> Option<u64> {
        self.claim.recorded()
    }

    fn statement(&self) -> Option<String> {
        let of = self.claim.statement().unwrap_or_else(|| format!("what is proved of `{}`", self.target));
        Some(format!("{}, by {of}", self.reduction.statement()))
    }

    fn details(&self) -> Vec<String> {
        self.claim.details()
    }

    fn states(&self) -> Option<u64> {
        self.claim.states()
    }

    fn is_outcome(&self) -> bool {
        self.claim.is_outcome()
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        match self.reduction.image_of_value(ruleset, component) {
            Image::Sum(sum) => self.sum(&sum),
            Image::OfOptions => self.mex(ruleset, component),
            Image::Outside => None,
        }
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component, poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        let Image::Sum(sum) = self.reduction.image_of_value(ruleset, component) else {
            return Ok(self.value(ruleset, component).map(Nimber::outcome));
        };
        match &sum[..] {
            [] => Ok(Some(Outcome::P)),
            [part] => {
                for part in [part.clone()].into_iter().chain(self.reduction.alike(part)) {
                    if let Some(outcome) = self.claim.outcome_within(&self.target, &part, poll)? {
                        return Ok(Some(outcome));
                    }
                }
                Ok(None)
            }
            sum => Ok(self.sum(sum).map(Nimber::outcome)),
        }
    }

    fn is(
        &self,
        ruleset: &Ruleset,
        parts: &[Component],
        value: Nimber,
        poll: &mut Poll<'_>,
    ) -> Result<Option<bool>, Halt> {
        let total: Option<Nimber> = parts.iter().map(|part| self.value(ruleset, part)).sum();
        if total.is_some() {
            return Ok(total.map(|total| total == value));
        }
        let mut images = Vec::new();
        for part in parts {
            match self.reduction.image(ruleset, part) {
                Image::Sum(sum) => images.extend(sum),
                Image::OfOptions | Image::Outside => return Ok(None),
            }
        }
        self.claim.is(&self.target, &images, value, poll)
    }

    fn misere_outcome(&self, query: &Query, sum: &[Term], poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        let query = Query { position: sum.to_vec(), rulesets: query.rulesets.clone(), ..*query };
        let query = self.query(&query, 0, MOST_BYTES, poll)?;
        self.claim.misere_outcome(&query, &query.position, poll)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        let ClaimScope { query, answer, place } = context.scope;
        // A theorem about values may leave positions of the game out.
        let is_of_all = !query.position.iter().any(|term| term.ruleset == place);
        if is_of_all && self.reduction.keeps() == Keeps::Value {
            return Err(Flaw::OtherGame);
        }
        let query = match self.query(query, place, context.most_bytes / 4, &mut context.poll()) {
            Ok(query) => query,
            Err(Halt::Enough) => return Ok(Verdict::Unverified),
            Err(Halt::Flaw(flaw)) => return Err(flaw),
        };
        let scope = ClaimScope { query: &query, answer, place: 0 };
        let Context { plain, most_bytes, segments, threads, ref mut go_on, .. } = *context;
        self.claim.with(|claim| claim.check(&mut Context { scope, plain, most_bytes, segments, threads, go_on }))
    }

    fn failed(&self) -> bool {
        self.claim.with(|claim| claim.failed())
    }

    fn unneeded(&self) -> Option<Component> {
        self.claim.with(|claim| claim.unneeded())
    }

    fn track(&self, poll: &mut Poll<'_>) -> Result<Option<Box<dyn Tracked>>, Halt> {
        let facts = self.claim.with(|claim| claim.track(poll))?;
        Ok(facts.map(|facts| Box::new(TrackedReduction { whole: self.clone(), facts }) as Box<dyn Tracked>))
    }

    fn needed(&self, scope: ClaimScope<'_>, poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        let query = self.query(scope.query, scope.place, MOST_BYTES, poll)?;
        let scope = ClaimScope { query: &query, answer: scope.answer, place: 0 };
        Ok(self.claim.with(|claim| claim.needed(scope, poll))?.map(|claim| self.of(claim)))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let query = self.query(query, place, MOST_BYTES, &mut Poll::new(&mut || true)).ok()?;
        self.claim.with(|claim| claim.surplus(&query, 0))
    }

    fn lines(&self, query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let query = Query { rulesets: vec![self.target.clone()], position: Vec::new(), ..*query };
        self.claim.with(|claim| claim.lines(&query, &self.target))
    }
}

/// A claim about another game that keeps account of lookups.
struct TrackedReduction {
    whole: Reduced,
    facts: Box<dyn Tracked>,
}

impl Tracked for TrackedReduction {
    fn claim(&self) -> Claim {
        self.whole.of(self.facts.claim())
    }

    fn needed(&self, _ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<Claim, Halt> {
        Ok(self.whole.of(self.facts.needed(&self.whole.target, poll)?))
    }
}
