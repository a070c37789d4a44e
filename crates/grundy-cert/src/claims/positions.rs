//! The claim `positions`: values of components, with those of all components of their options.
//!
//! Plays end, so there is one assignment of values such that each value is the mex of the sums of
//! the values of the options. Cost of the check: one expansion for each recorded component; typed
//! heaps are expanded in blocks ([`grundy_evaluator::heaps`]) but for the first ones and a sample,
//! and words on planes of bits, but for a sample.
//!
//! ```text
//! claim positions
//! 1 a
//! 0 ab
//! 1 b
//! end 3
//! ```
//!
//! Each line is a value and a component; the lines are in the order of the components' texts.
//!
//! Components are recorded in canonical form. An option of several components has the sum of their
//! values; equal components cancel, so they need no recorded value. A start may also be recorded by
//! its parts, into which it falls apart before any move: then the check verifies that a lookup of
//! the whole cannot give another value than the sum of the parts.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use grundy_core::{Game, MexSet, Nimber, cancel_pairs};
use grundy_evaluator::{
    heaps::{Evaluator, FIRST_OPTIONS, HeapFacts, ValueLookup},
    words::{self, CheckNeeds, Kind, VisitWord, WordShape},
};
use grundy_games::{Component, Convention, Query, Ruleset, TypedRules};

use super::{Claim, Context, Evidence, FEW_WORDS, Format, Read, Tracked, tracked_facts::TrackedFacts};
use crate::{
    error::{Flaw, Verdict},
    facts::{Fact, Map, ValueMap, spread::verify_each},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format {
    name: "positions",
    read: Read::Facts(|lines, ruleset| Ok(Claim::Positions(lines.facts::<Nimber>(ruleset)?))),
};

/// Boxes of more heaps are shown one by one: a copy would take too long without a poll.
const MOST_COPIED: u64 = 1 << 24;

/// Values of components, closed under options.
pub(super) struct Positions<'a>(pub(super) &'a Map<Nimber>);

/// The value of a component by a map of values: that of its canonical form, or else the sum of
/// those of its parts.
pub(super) fn value(values: &dyn ValueMap, ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
    let canonical = ruleset.canonical(component);
    values.value(&canonical).or_else(|| {
        let parts = ruleset.parts(&canonical);
        let sum = || parts.iter().map(|part| values.value(&ruleset.canonical(part))).sum();
        if parts == [canonical] { None } else { sum() }
    })
}

impl Evidence for Positions<'_> {
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
        value(self.0, ruleset, component)
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        let scope = context.scope;
        scope.requires(Convention::Normal)?;
        let ruleset = scope.query.narrowed(scope.place);
        let (plain, most_bytes) = (context.plain, context.most_bytes / 4);
        let mut poll = context.poll();
        let start =
            || scope.query.position.iter().filter(|term| term.ruleset == scope.place).map(|term| &term.component);
        if let (Ruleset::Typed(rules), false) = (&*ruleset, plain) {
            match self.verify_boxes(&ruleset, rules, start(), most_bytes, &mut poll) {
                Ok(false) => {}
                walked => return ended(walked.map(|_| ())).map(Verdict::of),
            }
        }
        if !plain {
            let words = self.verify_words(&ruleset, start().collect(), most_bytes, &mut poll);
            match words {
                Ok(false) => {}
                walked => return ended(walked.map(|_| ())).map(Verdict::of),
            }
        }
        let walked = match &*ruleset {
            Ruleset::Typed(rules) if !plain => {
                self.verify_typed(&ruleset, HeapFacts::new(rules, most_bytes), &mut poll)
            }
            _ => self.verify(&ruleset, &mut poll),
        };
        if !ended(walked)? {
            return Ok(Verdict::Unverified);
        }
        check_start(&ruleset, start(), self.0, &mut poll).map(Verdict::of)
    }

    fn failed(&self) -> bool {
        self.0.failed()
    }

    fn unneeded(&self) -> Option<Component> {
        self.0.unneeded()
    }

    fn track(&self, poll: &mut Poll<'_>) -> Result<Option<Box<dyn Tracked>>, Halt> {
        TrackedFacts::of(self.0, Claim::Positions, follows, poll)
    }

    fn lines(&self, _query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(Nimber::lines(self.0, ruleset))
    }
}

impl Positions<'_> {
    /// Verifies each fact by the plain meaning.
    fn verify(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let verify =
            |component: &Component, claimed, poll: &mut Poll<'_>| follows(ruleset, self.0, component, claimed, poll);
        verify_each(self.0, self.0.count(), &verify, poll)
    }

    /// Verifies the values of the heaps that play from the start comes to, if they are stored as
    /// boxes. Returns false if they are not, or are left to the plain meaning.
    fn verify_boxes<'a>(
        &self,
        ruleset: &Ruleset,
        rules: &TypedRules,
        start: impl Iterator<Item = &'a Component>,
        most_bytes: u64,
        poll: &mut Poll<'_>,
    ) -> Result<bool, Halt> {
        // The copy, the table, and a mark of what is done.
        let held = 4 + 4 + 1;
        if self.0.count() > MOST_COPIED.min(most_bytes / held) {
            return Ok(false);
        }
        let Some(boxes) = self.0.boxes() else { return Ok(false) };
        let Some(mut evaluator) = Evaluator::of_boxes(rules, &boxes, most_bytes) else { return Ok(false) };
        drop(boxes);
        let claimed = start.map(|component| Some((component.clone(), self.0.value(component)?)));
        let Some(start) = claimed.collect::<Option<Vec<_>>>() else { return Ok(false) };
        let mut plain = |component: &Component, claimed, look: &mut ValueLookup<'_>, poll: &mut Poll<'_>| {
            check_one(ruleset, look, component, claimed, poll)
        };
        evaluator.verify_reached(&start, &mut plain, poll)
    }

    /// Verifies the values of words, mostly by the evaluator, and that those of the start are
    /// recorded. Returns false if there are few, or they are left to the plain meaning.
    fn verify_words(
        &self,
        ruleset: &Ruleset,
        start: Vec<&Component>,
        most_bytes: u64,
        poll: &mut Poll<'_>,
    ) -> Result<bool, Halt> {
        let (Ruleset::Row(rules) | Ruleset::Ring(rules)) = ruleset else { return Ok(false) };
        let claimed = |component: &Component| Some((component.clone(), value(self.0, ruleset, component)?.0));
        let Some(start) = start.into_iter().map(claimed).collect::<Option<Vec<_>>>() else { return Ok(false) };
        let ring = matches!(ruleset, Ruleset::Ring(_));
        let game = words::CheckedGame { rules, ring, kind: Kind::Values, few: FEW_WORDS, most_bytes };
        let mut plain = |word: &Component, claimed: u64, look: &mut words::Look<'_>, poll: &mut Poll<'_>| {
            check_one(ruleset, &mut |part| look(part).map(Nimber), word, Nimber(claimed), poll)
        };
        let mut meet = |component: &Component| {
            let _ = self.0.value(component);
        };
        let keeps_account = self.0.unneeded().is_some();
        let met = if keeps_account { Some(&mut meet as &mut words::Met<'_>) } else { None };
        let asked = CheckNeeds { start: &start, plain: &mut plain, met };
        match self.0.words() {
            Some(words) => words::verify(&game, words, asked, poll),
            None if self.0.count() <= FEW_WORDS => Ok(false),
            None => {
                let each = |visit: &mut VisitWord<'_>| self.0.each(&mut |word, value| visit(word, value.0));
                let Some(shape) = WordShape::of(&each, poll)? else { return Ok(false) };
                words::verify(&game, shape.words(self.0.count(), &each), asked, poll)
            }
        }
    }

    /// Verifies each fact about typed heaps: the first ones by the plain meaning, the others by the
    /// evaluator.
    ///
    /// Heaps that the evaluator has met are looked up at the end, for the account of what the proof
    /// needs.
    fn verify_typed(&self, ruleset: &Ruleset, mut facts: HeapFacts<'_>, poll: &mut Poll<'_>) -> Result<(), Halt> {
        // A map that keeps account of lookups has met nothing yet.
        let keeps_account = self.0.unneeded().is_some();
        let (mut options, mut first, mut held) = (0, 0, true);
        Nimber::try_each(self.0, &mut |component, claimed| {
            if options < FIRST_OPTIONS {
                options += check_one(ruleset, &mut |part| self.0.value(part), component, claimed, poll)?;
                first += 1;
            }
            held = held && facts.push(component, claimed);
            Ok(poll.step()?)
        })?;
        if held && first == facts.count() {
            return Ok(());
        }
        let evaluator = if held { Evaluator::of_typed(&facts, keeps_account, poll)? } else { None };
        let Some(mut evaluator) = evaluator else { return self.verify(ruleset, poll) };
        let mut plain = |at: usize, poll: &mut Poll<'_>| {
            let mut look = |part: &Component| self.0.value(part);
            check_one(ruleset, &mut look, &facts.component(at), facts.fact(at).value, poll)
        };
        evaluator.verify(first..facts.count(), |at| facts.fact(at), &mut plain, poll)?;
        for at in (0..facts.count()).filter(|_| keeps_account) {
            poll.step()?;
            if evaluator.was_met(facts.fact(at)) {
                self.0.value(&facts.component(at));
            }
        }
        Ok(())
    }
}

/// Verifies one fact by the plain meaning.
fn follows(
    ruleset: &Ruleset,
    values: &dyn ValueMap,
    component: &Component,
    claimed: Nimber,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    check_one(ruleset, &mut |part| values.value(part), component, claimed, poll).map(|_| ())
}

/// Verifies one fact by the plain meaning: the value of a component is the mex of the values of its
/// options. Returns the number of options; long loops count as more. An option with equal
/// components needs no value of them: only if the plain sum is not known are they cancelled.
fn check_one(
    ruleset: &Ruleset,
    look: &mut ValueLookup<'_>,
    component: &Component,
    claimed: Nimber,
    poll: &mut Poll<'_>,
) -> Result<u64, Halt> {
    poll.position()?;
    let (mut options, before) = (0, poll.counted());
    let mut value = |part: &Component| look(&ruleset.canonical(part));
    let mut seen = MexSet::new();
    ruleset.walk(component, |step| {
        let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        options += 1;
        let sum = parts.iter().map(&mut value).sum::<Option<Nimber>>();
        match sum.or_else(|| without_pairs(ruleset, parts).iter().map(&mut value).sum()) {
            Some(sum) => {
                seen.insert(sum);
                Ok(())
            }
            None => Err(Halt::Flaw(Flaw::MissingOption(component.clone()))),
        }
    })?;
    let mex = seen.mex();
    if mex == claimed {
        Ok(poll.weight(options, before))
    } else {
        Err(Flaw::WrongValue { component: component.clone(), claimed, mex }.into())
    }
}

/// The components that are left when those of one canonical form cancel: only these need a recorded
/// value.
fn without_pairs(ruleset: &Ruleset, parts: &[Component]) -> Vec<Component> {
    let mut parts: Vec<Component> = parts.iter().map(|part| ruleset.canonical(part)).collect();
    cancel_pairs(&mut parts);
    parts
}

/// Verifies that each start is recorded, or else has the sum of the recorded values of its parts,
/// if a lookup of the start itself gives a value. Two passes over all facts, so that no lookup is
/// trusted.
fn check_start<'a>(
    ruleset: &Ruleset,
    start: impl Iterator<Item = &'a Component>,
    values: &Map<Nimber>,
    poll: &mut Poll<'_>,
) -> Result<bool, Flaw> {
    let mut open: HashSet<Component> = start.map(|component| ruleset.canonical(component)).collect();
    let mut stopped = false;
    Nimber::each(values, &mut |component, _| {
        open.remove(component);
        stopped = poll.step().is_err();
        if open.is_empty() || stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if stopped {
        return Ok(false);
    }
    let parts: HashMap<Component, Vec<Component>> = open
        .into_iter()
        .map(|whole| (ruleset.parts(&whole).iter().map(|part| ruleset.canonical(part)).collect::<Vec<_>>(), whole))
        .filter(|(parts, whole)| parts[..] != [whole.clone()])
        .map(|(parts, whole)| (whole, parts))
        .collect();
    if parts.is_empty() {
        return Ok(true);
    }
    let mut recorded: HashMap<&Component, Option<Nimber>> = parts.values().flatten().map(|part| (part, None)).collect();
    let walked = Nimber::try_each(values, &mut |component, value| {
        if let Some(found) = recorded.get_mut(component) {
            *found = Some(value);
        }
        Ok(poll.step()?)
    });
    if walked.is_err() {
        return Ok(false);
    }
    let agrees = |(whole, parts): (&Component, &Vec<Component>)| {
        let sum: Option<Nimber> = parts.iter().map(|part| recorded[part]).sum();
        values.value(whole).is_none_or(|value| Some(value) == sum)
    };
    if parts.iter().all(agrees) { Ok(true) } else { Err(Flaw::OtherAnswer) }
}
