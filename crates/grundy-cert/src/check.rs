//! The checker: verifies every claim from the rules alone, then reads the answer off the claims again.
//!
//! It uses the meaning of the rules and nothing else. Cost: one expansion for each recorded position.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use grundy_core::{Game, MexSet, Nimber, Outcome, cancel_pairs};
use grundy_games::{Component, Convention, Query, Question, Ruleset, Term};

use crate::{
    claim::{Answer, Claim, Solution},
    couples,
    error::{Flaw, Verdict},
    pace::{Halt, Poll, ended},
    value_map::{OutcomeMap, Sums, ValueMap},
};

/// Verifies `solution` from the rules alone. `go_on` is asked before each position; when it says no, the verdict is
/// [`Verdict::Unverified`].
pub fn check(query: &Query, solution: &Solution, go_on: &mut dyn FnMut() -> bool) -> Result<Verdict, Flaw> {
    check_within(query, solution, u64::MAX, go_on)
}

/// As [`check`]; the exploration of an automaton, and the values that a period is compared with, take at most so many bytes. (What
/// else is verified is held by the claims themselves.)
pub fn check_within(
    query: &Query,
    solution: &Solution,
    most_bytes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Verdict, Flaw> {
    let expected = match query.convention {
        Convention::Normal => query.rulesets.len(),
        Convention::Misere => 1,
    };
    if solution.claims.len() != expected {
        return Err(Flaw::OtherGame);
    }
    let mut verdict = Verdict::Verified;
    for (place, claim) in solution.claims.iter().enumerate() {
        let verified = match (query.convention, claim) {
            (Convention::Normal, Claim::Values(values)) => check_values(&query.rulesets[place], values, go_on)?,
            (Convention::Normal, Claim::ProofSearch(book)) => couples::check(&query.narrowed(place), &**book, go_on)?,
            (_, Claim::Automaton(claim))
                if query.convention == claim.mode.play() && query.rulesets.len() == expected =>
            {
                match claim.check(&query.rulesets[place], most_bytes, go_on)? {
                    Verdict::Verified => true,
                    ended => return Ok(ended),
                }
            }
            (Convention::Normal, Claim::Positions(book)) => {
                let ruleset = query.narrowed(place);
                let start = query.position.iter().filter(|term| term.ruleset == place);
                check_positions(&ruleset, &**book, go_on)?
                    && check_start(&ruleset, start.map(|term| &term.component), &**book, go_on)?
            }
            (Convention::Normal, Claim::OutcomeMap(winners)) => {
                check_winners(&query.narrowed(place), &**winners, go_on)?
            }
            (Convention::Normal, Claim::Period(claim)) if claim.bytes(&query.rulesets[place]) > most_bytes => {
                return Ok(Verdict::TooLarge);
            }
            (Convention::Normal, Claim::Period(claim)) => claim.check(&query.rulesets[place], go_on)?,
            (Convention::Normal, Claim::Window(claim)) => claim.check(&query.rulesets[place], go_on)?,
            (Convention::Normal, Claim::Matching(claim)) => claim.check(&query.rulesets[place], go_on)?,
            (_, Claim::ClosedForm(law)) => {
                let about = query.rulesets.iter().enumerate().all(|(at, ruleset)| {
                    (query.convention == Convention::Normal && at != place) || law.is_about(ruleset, query.convention)
                });
                if !about || query.convention == Convention::Misere && query.rulesets.len() != 1 {
                    return Err(Flaw::OtherLaw);
                }
                true
            }
            (Convention::Misere, Claim::Quotient(claim)) if query.rulesets.len() == expected => {
                claim.check(&query.rulesets[place], go_on)?
            }
            (Convention::Misere, Claim::Outcomes(sums)) => {
                ended(check_sums(query, &solution.answer, sums, &mut Poll::new(go_on)))?
            }
            (Convention::Normal, Claim::Unchecked(..)) => false,
            _ => return Err(Flaw::OtherGame),
        };
        if failed(claim) {
            return Err(Flaw::Unreadable);
        }
        if !verified && !matches!(claim, Claim::Unchecked(..)) {
            // The time ran out: nothing is read off a claim that may be false, which may take for ever.
            return Ok(Verdict::Unverified);
        }
        if !verified {
            verdict = Verdict::Unverified;
        }
    }
    if query.question == Question::Table && !has_length(&solution.answer, query) {
        return Err(Flaw::OtherAnswer);
    }
    let answer = match solution.read_answer_within(query, &mut Poll::new(go_on)) {
        Ok(answer) => answer,
        Err(Halt::Enough) => return Ok(Verdict::Unverified),
        Err(Halt::Flaw(flaw)) => return Err(flaw),
    };
    let unneeded = |claim: &Claim| match claim {
        Claim::Positions(book) | Claim::ProofSearch(book) => book.unneeded(),
        Claim::OutcomeMap(winners) => winners.unneeded(),
        _ => None,
    };
    let unneeded = solution.claims.iter().find_map(unneeded);
    // What cannot be read looks like what is not there, or is needed.
    if solution.claims.iter().any(failed) {
        return Err(Flaw::Unreadable);
    }
    if answer.as_ref() != Some(&solution.answer) {
        return Err(Flaw::OtherAnswer);
    }
    match unneeded {
        // Where moves lead to no fact that is left out, and no run of moves goes on for ever, one that nothing looks up is there
        // if any is not needed.
        Some(component) => Err(Flaw::Unneeded(component)),
        None => Ok(verdict),
    }
}

/// Whether something of a claim could not be read.
fn failed(claim: &Claim) -> bool {
    match claim {
        Claim::Positions(book) | Claim::ProofSearch(book) => book.failed(),
        Claim::OutcomeMap(winners) => winners.failed(),
        _ => false,
    }
}

/// Looks up what the check of this fact looks up. A claim that does not stand is written as it is, and refused by whoever
/// reads it; `false` where there was no more time.
pub(crate) fn visit_value(
    ruleset: &Ruleset,
    book: &dyn ValueMap,
    component: &Component,
    claimed: Nimber,
    couples: bool,
    pace: &mut Poll<'_>,
) -> bool {
    let walked = if couples {
        couples::check_one(ruleset, book, component, claimed, pace)
    } else {
        check_mex(ruleset, component, claimed, &|part| book.value(&ruleset.canonical(part)), pace)
    };
    !matches!(walked, Err(Halt::Enough))
}

/// As [`visit_value`], of who wins.
pub(crate) fn visit_winner(
    ruleset: &Ruleset,
    winners: &dyn OutcomeMap,
    component: &Component,
    claimed: Outcome,
    pace: &mut Poll<'_>,
) -> bool {
    !matches!(check_winner(ruleset, component, claimed, winners, pace), Err(Halt::Enough))
}

/// Whether the answer lists as many heaps as the table of the query has, so that no longer table is made.
fn has_length(answer: &Answer, query: &Query) -> bool {
    query.table_end().is_none_or(|end| end.checked_add(1) == Some(answer.listed() as u64))
}

fn check_values(ruleset: &Ruleset, values: &[Nimber], go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let Ruleset::Heap(rules) = ruleset else { return Err(Flaw::OtherGame) };
    let value = |size: &u64| usize::try_from(*size).ok().and_then(|size| values.get(size)).copied();
    let mut seen = MexSet::new();
    let mut pace = Poll::new(go_on);
    ended((0..).zip(values).try_for_each(|(size, &claimed)| {
        pace.position()?;
        seen.clear();
        rules.options(&size, |parts| {
            pace.step()?;
            let sum = parts.iter().map(value).sum::<Option<Nimber>>();
            seen.insert(sum.ok_or(Flaw::MissingOption(Component::Heap(size)))?);
            Ok::<(), Halt>(())
        })?;
        let mex = seen.mex();
        if mex != claimed {
            return Err(Flaw::WrongValue { component: Component::Heap(size), claimed, mex }.into());
        }
        Ok(())
    }))
}

fn check_positions(ruleset: &Ruleset, book: &dyn ValueMap, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let mut pace = Poll::new(go_on);
    let mut walked = Ok(());
    book.each(&mut |component, claimed| {
        walked = check_mex(ruleset, component, claimed, &|part| book.value(&ruleset.canonical(part)), &mut pace);
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended(walked)
}

/// What the book says of a start that falls into parts must be recorded, or be the sum of what is recorded of them.
fn check_start<'a>(
    ruleset: &Ruleset,
    start: impl Iterator<Item = &'a Component>,
    book: &dyn ValueMap,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Flaw> {
    let mut pace = Poll::new(go_on);
    let mut walked = Ok(());
    let mut open: HashSet<Component> = start.map(|component| ruleset.canonical(component)).collect();
    book.each(&mut |component, _| {
        open.remove(component);
        walked = pace.step();
        if open.is_empty() || walked.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if walked.is_err() {
        return Ok(false);
    }
    let parts: HashMap<Component, Vec<Component>> = open
        .into_iter()
        .map(|own| (ruleset.parts(&own).iter().map(|part| ruleset.canonical(part)).collect::<Vec<_>>(), own))
        .filter(|(parts, own)| parts[..] != [own.clone()])
        .map(|(parts, own)| (own, parts))
        .collect();
    if parts.is_empty() {
        return Ok(true);
    }
    let mut told: HashMap<&Component, Option<Nimber>> = parts.values().flatten().map(|part| (part, None)).collect();
    book.each(&mut |component, value| {
        if let Some(own) = told.get_mut(component) {
            *own = Some(value);
        }
        walked = pace.step();
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if walked.is_err() {
        return Ok(false);
    }
    let stands = |(own, parts): (&Component, &Vec<Component>)| {
        let sum: Option<Nimber> = parts.iter().map(|part| told[part]).sum();
        book.value(own).is_none_or(|value| Some(value) == sum)
    };
    if parts.iter().all(stands) { Ok(true) } else { Err(Flaw::OtherAnswer) }
}

/// The whole of the theory: the value of a position is the mex of its options' sums.
fn check_mex(
    ruleset: &Ruleset,
    component: &Component,
    claimed: Nimber,
    value: &dyn Fn(&Component) -> Option<Nimber>,
    pace: &mut Poll<'_>,
) -> Result<(), Halt> {
    pace.position()?;
    let mut seen = MexSet::new();
    ruleset.options(component, |parts| {
        pace.step()?;
        let told = parts.iter().map(value).sum::<Option<Nimber>>();
        match told.or_else(|| without_pairs(parts).iter().map(value).sum()) {
            Some(sum) => {
                seen.insert(sum);
                Ok(())
            }
            None => Err(Halt::Flaw(Flaw::MissingOption(component.clone()))),
        }
    })?;
    let mex = seen.mex();
    if mex == claimed { Ok(()) } else { Err(Flaw::WrongValue { component: component.clone(), claimed, mex }.into()) }
}

/// Normal play, one component at a time: it is won if some option is lost, lost if all are won.
fn check_winners(ruleset: &Ruleset, winners: &dyn OutcomeMap, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let mut pace = Poll::new(go_on);
    let mut walked = Ok(());
    winners.each(&mut |component, claimed| {
        walked = check_winner(ruleset, component, claimed, winners, &mut pace);
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended(walked)
}

fn check_winner(
    ruleset: &Ruleset,
    component: &Component,
    claimed: Outcome,
    winners: &dyn OutcomeMap,
    pace: &mut Poll<'_>,
) -> Result<(), Halt> {
    pace.position()?;
    let (mut lost, mut unknown) = (false, false);
    ruleset.options(component, |parts| {
        pace.step()?;
        let outcome = match parts {
            [] => Some(Outcome::P),
            [part] => winners.outcome(&ruleset.canonical(part)),
            _ => None,
        };
        lost |= outcome == Some(Outcome::P);
        unknown |= outcome.is_none();
        Ok::<(), Halt>(())
    })?;
    let stands = match claimed {
        Outcome::N => lost,
        Outcome::P => !lost && !unknown,
    };
    if stands { Ok(()) } else { Err(Flaw::WrongWinner(component.clone()).into()) }
}

/// The components that are left when equal ones cancel: only these need a claimed value.
fn without_pairs(parts: &[Component]) -> Vec<Component> {
    let mut parts = parts.to_vec();
    cancel_pairs(&mut parts);
    parts
}

/// Misère play: a sum without moves is won by the mover; else it is won if some option is lost. Of sums that were read, each
/// is one that the answer is about, or an option of another.
fn check_sums(query: &Query, answer: &Answer, sums: &Sums, pace: &mut Poll<'_>) -> Result<(), Halt> {
    let read = sums.keys().filter(|_| sums.were_read());
    let met: HashMap<&[Term], Cell<bool>> = read.map(|sum| (&sum[..], Cell::new(false))).collect();
    let look = |sum: &Vec<Term>| {
        if let Some(met) = met.get(&sum[..]) {
            met.set(true);
        }
        sums.get(sum)
    };
    for sum in answer.misere_sums(query) {
        pace.step()?;
        look(&sum?);
    }
    for (sum, &claimed) in sums.iter() {
        pace.position()?;
        let (mut moves, mut lost, mut unknown) = (false, false, false);
        query.sum_options(sum, |option| {
            pace.step()?;
            moves = true;
            match look(&query.normal_sum(option.to_vec())?) {
                Some(Outcome::P) => lost = true,
                Some(Outcome::N) => {}
                None => unknown = true,
            }
            Ok::<(), Halt>(())
        })?;
        let stands = match claimed {
            Outcome::N => lost || !moves,
            Outcome::P => moves && !lost && !unknown,
        };
        if !stands {
            return Err(Flaw::WrongOutcome(sum.clone()).into());
        }
    }
    match met.iter().find(|(_, met)| !met.get()) {
        Some((sum, _)) => Err(Flaw::UnneededSum(sum.to_vec()).into()),
        None => Ok(()),
    }
}
