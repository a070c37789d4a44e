//! The claim `couples`: the values that proof-number search finds, with one answer to each option.
//!
//! A position has value v if no option has value v and each smaller value is that of an option.
//! That an option has not value v is shown by its value; or, if one of its parts has no recorded
//! value, by an option of that part that gives the whole the value v: a position never has the
//! value of one of its options, nor a value above the number of its options. So the claim needs one
//! answer to each option, not every answer. A position in which every move can be mirrored has
//! value 0 without further facts. Cost of the check: one expansion for each recorded position, and
//! one for each option without a value.
//!
//! ```text
//! claim couples
//! 0 12
//! 0 4
//! 0 8
//! end 3
//! ```
//!
//! Each line is a value and a component; the lines are in the order of the components' texts.
//!
//! The example is about `take 1..3`. The options of 12 are 11, 10 and 9, which have no recorded
//! value. Each of them has the option 8, of value 0, so none of them has value 0, and that is the
//! value of 12. In the same way 8 follows from 4. The options 3, 2 and 1 of 4 can all be taken
//! whole, which leaves value 0. These are the replies of a player who wins by moving to multiples
//! of 4.

use grundy_core::{Game, MexSet, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Ruleset};

use super::{Claim, Context, Evidence, Format, Read, Tracked, tracked_facts::TrackedFacts};
use crate::{
    error::{Flaw, Verdict},
    facts::{Fact, Map, ValueMap, spread::verify_each},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "couples",
    read: Read::Facts(|lines, ruleset| Ok(Claim::ProofSearch(lines.facts::<Nimber>(ruleset)?))),
};

/// Values of components, with one answer to each option.
pub(super) struct ProofSearch<'a>(pub(super) &'a Map<Nimber>);

impl Evidence for ProofSearch<'_> {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        self.0.count().to_string()
    }

    fn recorded(&self) -> Option<u64> {
        Some(self.0.count())
    }

    fn value(&self, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        value(ruleset, self.0, &ruleset.canonical(component))
    }

    fn is(
        &self,
        ruleset: &Ruleset,
        parts: &[Component],
        value: Nimber,
        poll: &mut Poll<'_>,
    ) -> Result<Option<bool>, Halt> {
        Ok(match compare(ruleset, self.0, parts, value, poll)? {
            SumFinding::Value(found) => Some(found == value),
            SumFinding::Other => Some(false),
            SumFinding::Unknown => None,
        })
    }

    fn outcome(&self, ruleset: &Ruleset, component: &Component, poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        let alone = std::slice::from_ref(component);
        Ok(match compare(ruleset, self.0, alone, Nimber::ZERO, poll)? {
            SumFinding::Value(value) => Some(value.outcome()),
            SumFinding::Other => Some(Outcome::N),
            SumFinding::Unknown => None,
        })
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
        TrackedFacts::of(self.0, Claim::ProofSearch, check_one, poll)
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(Nimber::lines(self.0, ruleset))
    }
}

/// Verifies one fact.
fn check_one(
    ruleset: &Ruleset,
    values: &dyn ValueMap,
    component: &Component,
    claimed: Nimber,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    if claimed == Nimber::ZERO && ruleset.mirrors(component) {
        return Ok(poll.position()?);
    }
    let mut seen = MexSet::new();
    ruleset.walk(component, |step| {
        let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.position()?;
        match compare(ruleset, values, parts, claimed, poll)? {
            SumFinding::Value(value) => {
                seen.insert(value);
                Ok(())
            }
            SumFinding::Other => Ok(()),
            SumFinding::Unknown => Err(Halt::Flaw(Flaw::MissingOption(component.clone()))),
        }
    })?;
    let mex = seen.mex();
    if mex == claimed { Ok(()) } else { Err(Flaw::WrongValue { component: component.clone(), claimed, mex }.into()) }
}

/// What the facts show about the value of a sum.
enum SumFinding {
    /// The sum has this value.
    Value(Nimber),
    /// The sum has not the value that it was compared with.
    Other,
    /// The facts do not decide it.
    Unknown,
}

/// Compares the value of a sum of components with a value.
///
/// With one part unknown, its value would have to be `wanted`. It is not if an option of it has
/// that value, or if it has fewer options than `wanted`, since a mex is at most the number of
/// options. With two unknown parts nothing is decided.
fn compare(
    ruleset: &Ruleset,
    values: &dyn ValueMap,
    parts: &[Component],
    value: Nimber,
    poll: &mut Poll<'_>,
) -> Result<SumFinding, Halt> {
    let (known, unknown) = split(ruleset, values, parts);
    let part = match &unknown[..] {
        [] => return Ok(SumFinding::Value(known)),
        [part] => part,
        _ => return Ok(SumFinding::Unknown),
    };
    let wanted = value + known;
    let (mut count, mut attained) = (0, false);
    let walked = ruleset.walk(part, |step| {
        let Some(answer) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        count += 1;
        let (sum, unknown) = split(ruleset, values, answer);
        attained = unknown.is_empty() && sum == wanted;
        if attained { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        _ if attained => Ok(SumFinding::Other),
        Ok(()) if count < wanted.0 => Ok(SumFinding::Other),
        Ok(()) => Ok(SumFinding::Unknown),
        Err(halt) => Err(halt),
    }
}

/// The value of a component in canonical form: recorded, or 0 if every move in it can be mirrored.
fn value(ruleset: &Ruleset, values: &dyn ValueMap, component: &Component) -> Option<Nimber> {
    if ruleset.mirrors(component) { Some(Nimber::ZERO) } else { values.value(component) }
}

/// The total of the parts with known values, and the other parts; equal ones cancel.
fn split(ruleset: &Ruleset, values: &dyn ValueMap, parts: &[Component]) -> (Nimber, Vec<Component>) {
    let mut unknown: Vec<Component> = parts.iter().map(|part| ruleset.canonical(part)).collect();
    cancel_pairs(&mut unknown);
    let mut known = Nimber::ZERO;
    unknown.retain(|part| match value(ruleset, values, part) {
        Some(value) => {
            known = known + value;
            false
        }
        None => true,
    });
    (known, unknown)
}
