//! Values that lean on fewer positions than all: a book that leaves out what is only known *not* to have a value.
//!
//! A position is worth v if no option is worth v and each smaller value is that of an option. That an option is not
//! worth v is shown by its value; or, where one of its parts has no value in the book, by an option of that part which
//! brings the whole to v: a position is never worth what one of its options is worth, nor more than it has options. So a
//! book of couples needs the values of one answer to each option, not of every answer. A position in which every move
//! can be mirrored is worth 0 without more. Cost: one expansion for each recorded position, and one for each option that is left out.

use std::ops::ControlFlow;

use grundy_core::{Game, MexSet, Nimber, cancel_pairs};
use grundy_games::{Component, Ruleset};

use crate::{
    error::Flaw,
    pace::{Halt, Poll, ended},
    value_map::ValueMap,
};

/// Verifies a book of couples; `go_on` is asked before each expansion.
pub(crate) fn check(ruleset: &Ruleset, book: &dyn ValueMap, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let mut pace = Poll::new(go_on);
    let mut walked = Ok(());
    book.each(&mut |component, claimed| {
        walked = check_one(ruleset, book, component, claimed, &mut pace);
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended(walked)
}

/// Verifies one fact of a book of couples.
pub(crate) fn check_one(
    ruleset: &Ruleset,
    book: &dyn ValueMap,
    component: &Component,
    claimed: Nimber,
    pace: &mut Poll<'_>,
) -> Result<(), Halt> {
    if claimed == Nimber::ZERO && ruleset.mirrors(component) {
        return pace.position();
    }
    let mut seen = MexSet::new();
    ruleset.options(component, |parts| {
        pace.position()?;
        match is(ruleset, book, parts, claimed, pace)? {
            Is::LoopyValue(value) => {
                seen.insert(value);
                Ok(())
            }
            Is::Refuted => Ok(()),
            Is::Unknown => Err(Halt::Flaw(Flaw::MissingOption(component.clone()))),
        }
    })?;
    let mex = seen.mex();
    if mex == claimed { Ok(()) } else { Err(Flaw::WrongValue { component: component.clone(), claimed, mex }.into()) }
}

/// What a book tells about a sum of components and a value.
pub(crate) enum Is {
    /// This is what the sum is worth.
    LoopyValue(Nimber),
    /// It is worth something else.
    Refuted,
    /// The book does not tell.
    Unknown,
}

/// Whether these components together have this value.
pub(crate) fn is(
    ruleset: &Ruleset,
    book: &dyn ValueMap,
    parts: &[Component],
    value: Nimber,
    pace: &mut Poll<'_>,
) -> Result<Is, Halt> {
    let (known, unknown) = split(ruleset, book, parts);
    let part = match &unknown[..] {
        [] => return Ok(Is::LoopyValue(known)),
        [part] => part,
        _ => return Ok(Is::Unknown),
    };
    let wanted = value + known;
    let (mut count, mut attained) = (0, false);
    let walked = ruleset.options(part, |answer| {
        pace.step()?;
        count += 1;
        let (sum, unknown) = split(ruleset, book, answer);
        attained = unknown.is_empty() && sum == wanted;
        if attained { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        _ if attained => Ok(Is::Refuted),
        Ok(()) if count < wanted.0 => Ok(Is::Refuted),
        Ok(()) => Ok(Is::Unknown),
        Err(halt) => Err(halt),
    }
}

/// What the book, or a mirror, tells of a component in canonical form.
pub(crate) fn value(ruleset: &Ruleset, book: &dyn ValueMap, component: &Component) -> Option<Nimber> {
    if ruleset.mirrors(component) { Some(Nimber::ZERO) } else { book.value(component) }
}

/// What the known parts are worth together, and the others; equal ones cancel.
fn split(ruleset: &Ruleset, book: &dyn ValueMap, parts: &[Component]) -> (Nimber, Vec<Component>) {
    let mut unknown: Vec<Component> = parts.iter().map(|part| ruleset.canonical(part)).collect();
    cancel_pairs(&mut unknown);
    let mut known = Nimber::ZERO;
    unknown.retain(|part| match value(ruleset, book, part) {
        Some(value) => {
            known = known + value;
            false
        }
        None => true,
    });
    (known, unknown)
}
