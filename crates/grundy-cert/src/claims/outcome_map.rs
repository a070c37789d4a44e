//! The claim `winners`: who wins single components in normal play, for games whose deciding moves
//! leave one component at most.
//!
//! A component is won by the mover if some option is lost, and lost if all options are won. Cost of
//! the check: one expansion for each recorded component.
//!
//! ```text
//! claim winners
//! N\t1
//! N\t2
//! P\t3
//! end 3
//! ```
//!
//! Each line is an outcome, a tab (`\t`) and a component; the lines are in the order of the
//! components' texts.

//!
//! The example is about `take 1 or 2`. The values of the components are not known, so no sum
//! follows from the claim. An option of several components is not looked up: it never makes a
//! component won, and a component with such an option is never lost by this claim.

use grundy_core::{Game, Outcome};
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Claim, Context, Evidence, Format, Read, Tracked, tracked_facts::TrackedFacts};
use crate::{
    error::{Flaw, Verdict},
    facts::{Fact, Map, OutcomeMap, spread::verify_each},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "winners",
    read: Read::Facts(|lines, ruleset| Ok(Claim::OutcomeMap(lines.facts::<Outcome>(ruleset)?))),
};

/// Outcomes of single components.
pub(super) struct ComponentOutcomes<'a>(pub(super) &'a Map<Outcome>);

impl Evidence for ComponentOutcomes<'_> {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        self.0.count().to_string()
    }

    fn recorded(&self) -> Option<u64> {
        Some(self.0.count())
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component, _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(self.0.outcome(&ruleset.canonical(component)))
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        let ruleset = context.scope.query.narrowed(context.scope.place);
        let mut poll = context.poll();
        let verify =
            |component: &Component, claimed, poll: &mut Poll<'_>| check_one(&ruleset, self.0, component, claimed, poll);
        ended(verify_each(self.0, self.0.count(), &verify, &mut poll)).map(Verdict::of)
    }

    fn failed(&self) -> bool {
        self.0.failed()
    }

    fn unneeded(&self) -> Option<Component> {
        self.0.unneeded()
    }

    fn track(&self, poll: &mut Poll<'_>) -> Result<Option<Box<dyn Tracked>>, Halt> {
        TrackedFacts::of(self.0, Claim::OutcomeMap, check_one, poll)
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(Outcome::lines(self.0, ruleset))
    }
}

/// Verifies one fact. An option of several components counts as unknown. All options are looked at,
/// even after a lost one.
fn check_one(
    ruleset: &Ruleset,
    outcomes: &dyn OutcomeMap,
    component: &Component,
    claimed: Outcome,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    poll.position()?;
    let (mut lost, mut unknown) = (false, false);
    ruleset.walk(component, |step| {
        let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        let outcome = match parts {
            [] => Some(Outcome::P),
            [part] => outcomes.outcome(&ruleset.canonical(part)),
            _ => None,
        };
        lost |= outcome == Some(Outcome::P);
        unknown |= outcome.is_none();
        Ok::<(), Halt>(())
    })?;
    let follows = match claimed {
        Outcome::N => lost,
        Outcome::P => !lost && !unknown,
    };
    if follows { Ok(()) } else { Err(Flaw::WrongWinner(component.clone()).into()) }
}
