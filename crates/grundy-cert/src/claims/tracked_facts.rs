//! Claims whose facts are verified one by one, with an account of which facts a proof looks up.
//!
//! Facts are looked up through a wrapper that remembers them; what the check of those needs is
//! found by checking them, until nothing new is looked up.

use std::sync::Arc;

use grundy_games::{Component, Ruleset};

use super::{Claim, Tracked};
use crate::{
    facts::{Fact, Map, tracked::TrackedMap},
    poll::{Halt, Poll, unless_stopped},
};

/// Verifies one fact, which may look up others.
pub(super) type Follows<F> = fn(&Ruleset, &Map<F>, &Component, F, &mut Poll<'_>) -> Result<(), Halt>;

/// Facts of a claim that keep account of lookups.
pub(super) struct TrackedFacts<F: Fact> {
    /// The facts.
    facts: Arc<TrackedMap<F>>,
    /// The claim with these facts.
    claim: fn(Arc<Map<F>>) -> Claim,
    /// The check of one of them.
    follows: Follows<F>,
}

impl<F: Fact + 'static> TrackedFacts<F> {
    /// The facts of a claim, none of them looked up.
    pub(super) fn of(
        facts: &Map<F>,
        claim: fn(Arc<Map<F>>) -> Claim,
        follows: Follows<F>,
        poll: &mut Poll<'_>,
    ) -> Result<Option<Box<dyn Tracked>>, Halt> {
        Ok(Some(Box::new(TrackedFacts { facts: TrackedMap::copy_of(facts, poll)?, claim, follows })))
    }
}

impl<F: Fact> Tracked for TrackedFacts<F> {
    fn claim(&self) -> Claim {
        (self.claim)(F::held(self.facts.clone()))
    }

    fn needed(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<Claim, Halt> {
        let facts = F::held(self.facts.clone());
        while let Some((component, fact)) = self.facts.next() {
            unless_stopped((self.follows)(ruleset, &facts, &component, fact, poll))?;
        }
        Ok((self.claim)(F::plain(self.facts.met())))
    }
}
