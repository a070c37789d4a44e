//! The period of a heap game: proved, only seen, or not found.
//!
//! *Example.* Kayles: `period` 12, `preperiod` 71, `saltus` 0, and fourteen exceptions, the last
//! one 70; the values below `window` prove the period by the octal periodicity theorem. *Cost:*
//! that of the values; whether a period exists is unknown beforehand.
//!
//! A game in which no period is seen has what else its values show:
//!
//! ```text
//! octal 0.6, heaps 0 to 2000
//! growth   the largest value is 3 up to 10, 8 up to 100, 32 up to 1000, 64 up to 2000
//! rarest   435 of the heaps 1 to 2000 are rare
//! ```

use std::time::Duration;

use grundy_cert::{
    Answer, Claim, Period, Rarest, Shape, Solution, Theorem, Window,
    closed_form::{ClosedForm, Nim},
    rarest,
};
use grundy_core::Nimber;
use grundy_games::{Component, Convention, Declaration, GraphRules, Query, Question, Ruleset};
use grundy_solvers::{
    Budget, Refusal, Stopped,
    heaps::{Repeat, period::PeriodSearch},
};

use super::{Finding, Proof, Standing, TheoremRef};
use crate::solved::UNCHECKED;

/// What is known of the period of a heap game.
///
/// A value n in the periodic part satisfies value(n + period) = value(n) + saltus. If nothing was
/// found, the periods are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recurrence {
    /// The least period.
    pub period: Option<u64>,
    /// The first heap from which the values repeat; heap 0 counts.
    pub preperiod: Option<u64>,
    /// By how much the values grow in a period.
    pub saltus: u64,
    /// The heaps below the preperiod whose values differ from those of the period, if they are few.
    pub exceptions: Option<Vec<u64>>,
    /// What proves it.
    pub theorem: Option<TheoremRef>,
    /// The values below this heap prove it.
    pub window: Option<u64>,
    /// The largest value of the heaps up to the end of the first period, or of those that are
    /// known.
    pub largest: u64,
    /// The number of values of each kind of heap that this rests on: those below the window, or
    /// without a proof all that were computed.
    pub computed: u64,
    /// What else the values show, if no theorem proves a period and they are listed.
    pub observed: Option<Observed>,
}

/// What values show that no theorem proves: statements about the heaps that were computed alone.
///
/// Reports print it under the heading of what was seen, never of what is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The largest value of the heaps from 0 to n, for each power of ten n and the last heap.
    pub growth: Vec<(u64, u64)>,
    /// The mask under which the fewest heaps are rare, for games that split heaps in two: where
    /// they are few, the rare values are a sparse space.
    pub rarest: Option<Rarest>,
}

impl Observed {
    /// What the values of the heaps 0, 1, 2, .. show. `None` without a value.
    fn of(values: &[u32], shape: &Shape) -> Option<Observed> {
        let last = values.len().checked_sub(1)?;
        let mut growth = Vec::new();
        let (mut largest, mut mark) = (0, 10);
        for (heap, value) in values.iter().enumerate() {
            largest = largest.max(u64::from(*value));
            if heap == mark || heap == last {
                growth.push((heap as u64, largest));
                mark = if heap == mark { mark.saturating_mul(10) } else { mark };
            }
        }
        let rarest = if let Shape::Breaking(game) = shape { rarest(values, game) } else { None };
        Some(Observed { growth, rarest })
    }
}

/// The most members of a family whose values are looked at.
const MOST_MEMBERS: u64 = 1 << 22;

/// More exceptions than this are not listed.
///
/// Longer lists are counted, and not printed.
pub const MOST_EXCEPTIONS: usize = 200;

impl Recurrence {
    /// What a claim about this ruleset states.
    ///
    /// Nothing is checked: the claim may come from a certificate that has been.
    pub fn of(ruleset: &Ruleset, claim: &Period) -> Recurrence {
        let window = claim.end(ruleset);
        Recurrence {
            period: Some(claim.period),
            preperiod: Some(claim.preperiod),
            saltus: claim.saltus,
            exceptions: exceptions(claim),
            theorem: Some(claim.theorem.into()),
            window,
            largest: claim.values.iter().map(|value| value.0).max().unwrap_or(0),
            computed: window.unwrap_or(0),
            observed: None,
        }
    }

    /// What is proved of the members of a family of graphs, or of tapes, by a period of the heaps
    /// that they are. `None` if the rules are on no family and no tape, or there is no period to be
    /// read off.
    ///
    /// The period and the preperiod are those of the members, and may be less than those of all
    /// kinds of heaps.
    pub fn of_members(ruleset: &Ruleset, claim: &Claim) -> Option<Recurrence> {
        let Claim::Reduced(reduced) = claim else { return None };
        let Claim::Period(heaps) = &reduced.claim else { return None };
        // The size of the heap is the number of letters left, for every word.
        if let Ruleset::Tape(_) = ruleset {
            return Some(Recurrence::of(&reduced.target, heaps));
        }
        let Ruleset::Graph(GraphRules { on: Some(family), .. }) = ruleset else { return None };
        let end = heaps.preperiod.checked_add(heaps.period)?;
        if heaps.saltus != 0 || end > MOST_MEMBERS {
            return None;
        }
        let member = |number| Component::Member(family.member(number));
        let value = |number| claim.value(ruleset, &member(number));
        // From the preperiod of the heaps on the members repeat too: a member is not larger than
        // its heap.
        let values: Vec<Nimber> = (0..end).map(value).collect::<Option<_>>()?;
        let (start, whole) = (usize::try_from(heaps.preperiod).ok()?, usize::try_from(heaps.period).ok()?);
        let repeats = |period: &usize| {
            whole.is_multiple_of(*period) && (start..start + whole - period).all(|at| values[at] == values[at + period])
        };
        let period = (1..=whole).find(repeats)?;
        let ahead = |at: usize| values[start + (at + period * start.div_ceil(period) - start) % period];
        let others: Vec<u64> = (0..start).filter(|&at| values[at] != ahead(at)).map(|at| at as u64).collect();
        Some(Recurrence {
            period: Some(period as u64),
            preperiod: Some(others.last().map_or(0, |last| last + 1)),
            largest: values.iter().max().map_or(0, |value| value.0),
            exceptions: (others.len() <= MOST_EXCEPTIONS).then_some(others),
            ..Recurrence::of(&reduced.target, heaps)
        })
    }

    /// What a claim by a window states. The exceptions are too many for a list.
    ///
    /// [`Recurrence::exceptions`] is absent.
    pub fn of_window(claim: &Window) -> Recurrence {
        Recurrence {
            period: Some(claim.period),
            preperiod: Some(claim.preperiod),
            theorem: Some(Theorem::StateWindow.into()),
            window: claim.end(),
            largest: claim.largest.into(),
            computed: claim.end().unwrap_or(u64::MAX),
            ..Recurrence::default()
        }
    }

    /// The last heap whose value breaks the period, if there is one.
    ///
    /// It is the heap just before the preperiod.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.and_then(|preperiod| preperiod.checked_sub(1))
    }
}

/// The numbers of heaps without a proved period after which another law is tried, with the seconds
/// that this takes at most: some games have values that grow for ever, and so no period that a
/// theorem is about. The more heaps a move leaves, and the more kinds there are, the longer a value
/// takes.
fn before_laws(shape: &Shape) -> &'static [(u64, u64)] {
    match shape {
        Shape::System(system) if system.kinds > 1 => &[(1 << 9, 1), (1 << 12, 5)],
        Shape::Breaking(game) if game.most_parts() > 3 => &[(1 << 8, 5)],
        Shape::Breaking(game) if game.most_parts() > 2 => &[(1 << 10, 5)],
        _ => &[(1 << 12, 5)],
    }
}

/// The period of a heap game, sought among the heaps up to `to`. Refuses rules that no theorem
/// about periods covers. `law` is tried after some thousand heaps without a proof, for so long.
pub(super) fn prove(
    rules: &Declaration,
    to: Option<u64>,
    law: impl Fn(Duration, &mut Budget) -> Result<Option<Proof>, Stopped>,
    budget: &mut Budget,
) -> Result<Proof, Refusal> {
    if rules.convention == Convention::Misere {
        return Err("periods are proved for normal play".into());
    }
    if Nim.is_about(&rules.ruleset, rules.convention) {
        let theorem = Some((&Nim as &dyn ClosedForm).into());
        let found = Recurrence { period: Some(1), preperiod: Some(0), saltus: 1, theorem, ..Recurrence::default() };
        return Ok(proved(rules, Claim::ClosedForm(&Nim), found));
    }
    let mut search = PeriodSearch::new(&rules.ruleset, to)?;
    for &(end, seconds) in before_laws(search.shape()) {
        if to.is_some_and(|to| to < end) {
            break;
        }
        let outcome = search.run(end, budget);
        if !matches!(outcome, Ok(None)) {
            return Ok(proof_of(rules, &search, end, outcome));
        }
        match law(Duration::from_secs(seconds), budget) {
            Ok(None) => {}
            Ok(Some(proof)) => return Ok(proof),
            Err(stopped) => return Ok(proof_of(rules, &search, end, Err(stopped))),
        }
    }
    Ok(prove_on(rules, &mut search, to, budget))
}

/// As [`prove`](super::prove), with a search about these rules that has begun already and can be
/// inspected afterwards.
pub fn prove_on(rules: &Declaration, search: &mut PeriodSearch<'_>, to: Option<u64>, budget: &mut Budget) -> Proof {
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let outcome = search.run(end, budget);
    proof_of(rules, search, end, outcome)
}

/// The result of a run of the search below heap `end`. If nothing is proved, all values are
/// searched for a likely period.
pub fn proof_of(
    rules: &Declaration,
    search: &PeriodSearch<'_>,
    end: u64,
    outcome: Result<Option<Claim>, Stopped>,
) -> Proof {
    // Blocks of heaps may reach a little farther than requested.
    let computed = if matches!(outcome, Ok(None)) { search.known().min(end) } else { search.known() };
    let found = Recurrence { largest: largest(rules, search, computed), computed, ..Recurrence::default() };
    let recurrence = match &outcome {
        Ok(Some(Claim::Period(claim))) => Some(Recurrence::of(&rules.ruleset, claim)),
        Ok(Some(Claim::Window(claim))) => Some(Recurrence::of_window(claim)),
        _ => None,
    };
    match (outcome, recurrence) {
        (Ok(Some(claim)), Some(recurrence)) => proved(rules, claim, recurrence),
        (outcome, _) => {
            let observed = listed(rules, search, computed).and_then(|values| Observed::of(values, search.shape()));
            seen(search.likely(), Recurrence { observed, ..found }, outcome.err())
        }
    }
}

/// The largest value of the heaps below `computed`: a checkpoint may hold the values of more heaps.
fn largest(rules: &Declaration, search: &PeriodSearch<'_>, computed: u64) -> u64 {
    match listed(rules, search, computed) {
        Some(values) => values.iter().max().copied().unwrap_or(0).into(),
        None => search.largest(),
    }
}

/// The values of the heaps below `computed`, if there is one kind of heaps and they are listed.
fn listed<'s>(rules: &Declaration, search: &'s PeriodSearch<'_>, computed: u64) -> Option<&'s [u32]> {
    let end = usize::try_from(computed).ok().filter(|_| matches!(rules.ruleset, Ruleset::Heap(_)))?;
    search.list().values().get(..end)
}

/// The proof by a claim.
fn proved(rules: &Declaration, claim: Claim, found: Recurrence) -> Proof {
    let query = Query::new(rules, Vec::new(), Question::ValueAndMoves);
    let solution = Solution { answer: Answer::Value(Nimber::ZERO), claims: vec![claim] };
    Proof {
        standing: Standing::Proved,
        finding: Finding::Period(found),
        solution: Some((query, solution)),
        stopped: None,
        status: UNCHECKED,
    }
}

/// The result of a search that a limit ended before any value was seen.
pub(super) fn unseen(stopped: Stopped) -> Proof {
    seen(None, Recurrence::default(), Some(stopped))
}

/// The proof that states only what the values show: a likely period, or nothing.
fn seen(likely: Option<Repeat>, found: Recurrence, stopped: Option<Stopped>) -> Proof {
    let standing = if likely.is_some() { Standing::Observed } else { Standing::None };
    let found = Recurrence {
        period: likely.map(|repeat| repeat.period),
        preperiod: likely.map(|repeat| repeat.start),
        saltus: likely.map_or(0, |repeat| repeat.saltus),
        ..found
    };
    Proof { standing, finding: Finding::Period(found), solution: None, stopped, status: UNCHECKED }
}

/// The heaps below the preperiod whose values differ from the period continued backwards. `None` if
/// they are over [`MOST_EXCEPTIONS`], if there are several kinds of heaps, or if these values are
/// not listed.
fn exceptions(claim: &Period) -> Option<Vec<u64>> {
    if claim.kinds != 1 || claim.digest.is_some() {
        return None;
    }
    let (start, period) = (usize::try_from(claim.preperiod).ok()?, usize::try_from(claim.period).ok()?);
    let mut all = Vec::new();
    for at in (0..start).rev() {
        let periods = (start - at).div_ceil(period);
        let ahead = i128::from(claim.values[at + periods * period].0);
        if ahead - periods as i128 * i128::from(claim.saltus) != i128::from(claim.values[at].0) {
            all.push(at as u64);
            if all.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
    }
    all.reverse();
    Some(all)
}
