//! The checker: verifies every claim from the rules alone, then reads the answer off the claims again.
//!
//! It uses the meaning of the rules and nothing else. Cost: one expansion for each recorded position.

use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    fmt,
    ops::ControlFlow,
};

use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, cancel_pairs};
use grundy_rules::{Ask, Board, Component, Placed, Play, Query};

use crate::{
    Answer, Book, Claim, Solution, Winners,
    claim::Sums,
    couples,
    needed::asked,
    pace::{Halt, Pace, ended},
};

/// What the checker says of a solution in which it finds no flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every claim is verified.
    Verified,
    /// The claims are not of a kind that is verified, or the time that it was given ran out.
    Unverified,
    /// More memory would be needed than it was given.
    TooLarge,
}

/// Why a solution does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The claims are not about the boards of the query.
    OtherGame,
    /// The answer does not follow from the claims.
    OtherAnswer,
    /// The value claimed for this component is not the mex of its options.
    WrongValue {
        /// The component.
        component: Component,
        /// What is claimed.
        claimed: Nimber,
        /// The mex of the claimed values of its options.
        mex: Nimber,
    },
    /// An option of this component has no claimed value.
    MissingOption(Component),
    /// The outcome claimed for this component does not follow from those of its options.
    WrongWinner(Component),
    /// The outcome claimed for this sum does not follow from those of its options.
    WrongOutcome(Vec<Placed>),
    /// The law is not about this game.
    OtherLaw,
    /// The automaton that is claimed is not proved, for this reason.
    NoAutomaton(String),
    /// The period that is claimed is not proved, for this reason.
    NoPeriod(String),
    /// The quotient that is claimed is not proved, for this reason.
    NoQuotient(String),
    /// The matching that is claimed is not proved, for this reason.
    NoMatching(String),
    /// What is claimed for this vertex of a graph of moves does not follow from the vertices around it.
    WrongLabel(String),
    /// Not all that is claimed could be read.
    Unread,
    /// The proof of the answer looks at nothing that is claimed of this component.
    Unneeded(Component),
    /// The proof of the answer looks at nothing that is claimed of this sum.
    UnneededSum(Vec<Placed>),
    /// The rules break down at a claimed position.
    Fault(Fault),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::OtherGame => write!(f, "the claims are not about this game"),
            Flaw::OtherAnswer => write!(f, "the answer does not follow from the claims"),
            Flaw::WrongValue { component, claimed, mex } => {
                write!(f, "{component} is claimed to have value {}, but the mex of its options is {}", claimed.0, mex.0)
            }
            Flaw::MissingOption(component) => write!(f, "an option of {component} has no claimed value"),
            Flaw::WrongWinner(component) => {
                write!(f, "the outcome claimed for {component} does not follow from its options")
            }
            Flaw::WrongOutcome(sum) => {
                write!(f, "the outcome claimed for {} does not follow from its options", sum_text(sum))
            }
            Flaw::OtherLaw => write!(f, "the law that is claimed is not about this game"),
            Flaw::NoAutomaton(why) => write!(f, "the automaton that is claimed is not proved: {why}"),
            Flaw::NoPeriod(why) => write!(f, "the period that is claimed is not proved: {why}"),
            Flaw::NoQuotient(why) => write!(f, "the quotient that is claimed is not proved: {why}"),
            Flaw::NoMatching(why) => write!(f, "the matching that is claimed is not proved: {why}"),
            Flaw::WrongLabel(vertex) => {
                write!(f, "what is claimed for vertex {vertex} does not follow from its options")
            }
            Flaw::Unneeded(component) => write!(f, "the proof needs nothing of what is claimed about {component}"),
            Flaw::UnneededSum(sum) => {
                write!(f, "the proof needs nothing of what is claimed about {}", sum_text(sum))
            }
            Flaw::Unread => write!(f, "not all of the claims could be read"),
            Flaw::Fault(fault) => write!(f, "the rules break down: {fault}"),
        }
    }
}

/// A sum, for a message.
fn sum_text(sum: &[Placed]) -> String {
    if sum.is_empty() {
        return "the sum without moves".to_owned();
    }
    sum.iter().map(|placed| placed.component.to_string()).collect::<Vec<_>>().join(" + ")
}

impl std::error::Error for Flaw {}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        Flaw::Fault(fault)
    }
}

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
    let expected = match query.play {
        Play::Normal => query.boards.len(),
        Play::Misere => 1,
    };
    if solution.claims.len() != expected {
        return Err(Flaw::OtherGame);
    }
    let mut verdict = Verdict::Verified;
    for (place, claim) in solution.claims.iter().enumerate() {
        let verified = match (query.play, claim) {
            (Play::Normal, Claim::Values(values)) => check_values(&query.boards[place], values, go_on)?,
            (Play::Normal, Claim::Couples(book)) => couples::check(&query.narrowed(place), &**book, go_on)?,
            (_, Claim::Automaton(claim)) if query.play == claim.mode.play() && query.boards.len() == expected => {
                match claim.check(&query.boards[place], most_bytes, go_on)? {
                    Verdict::Verified => true,
                    ended => return Ok(ended),
                }
            }
            (Play::Normal, Claim::Positions(book)) => {
                let board = query.narrowed(place);
                let start = query.start.iter().filter(|placed| placed.board == place);
                check_positions(&board, &**book, go_on)?
                    && check_start(&board, start.map(|placed| &placed.component), &**book, go_on)?
            }
            (Play::Normal, Claim::Winners(winners)) => check_winners(&query.narrowed(place), &**winners, go_on)?,
            (Play::Normal, Claim::Period(claim)) if claim.bytes(&query.boards[place]) > most_bytes => {
                return Ok(Verdict::TooLarge);
            }
            (Play::Normal, Claim::Period(claim)) => claim.check(&query.boards[place], go_on)?,
            (Play::Normal, Claim::Window(claim)) => claim.check(&query.boards[place], go_on)?,
            (Play::Normal, Claim::Matching(claim)) => claim.check(&query.boards[place], go_on)?,
            (_, Claim::Law(law)) => {
                let about =
                    query.boards.iter().enumerate().all(|(at, board)| {
                        (query.play == Play::Normal && at != place) || law.is_about(board, query.play)
                    });
                if !about || query.play == Play::Misere && query.boards.len() != 1 {
                    return Err(Flaw::OtherLaw);
                }
                true
            }
            (Play::Misere, Claim::Quotient(claim)) if query.boards.len() == expected => {
                claim.check(&query.boards[place], go_on)?
            }
            (Play::Misere, Claim::Outcomes(sums)) => {
                ended(check_sums(query, &solution.answer, sums, &mut Pace::new(go_on)))?
            }
            (Play::Normal, Claim::Unchecked(..)) => false,
            _ => return Err(Flaw::OtherGame),
        };
        if failed(claim) {
            return Err(Flaw::Unread);
        }
        if !verified && !matches!(claim, Claim::Unchecked(..)) {
            // The time ran out: nothing is read off a claim that may be false, which may take for ever.
            return Ok(Verdict::Unverified);
        }
        if !verified {
            verdict = Verdict::Unverified;
        }
    }
    if query.ask == Ask::Table && !has_length(&solution.answer, query) {
        return Err(Flaw::OtherAnswer);
    }
    let answer = match solution.read_answer_within(query, &mut Pace::new(go_on)) {
        Ok(answer) => answer,
        Err(Halt::Enough) => return Ok(Verdict::Unverified),
        Err(Halt::Flaw(flaw)) => return Err(flaw),
    };
    let unneeded = |claim: &Claim| match claim {
        Claim::Positions(book) | Claim::Couples(book) => book.unneeded(),
        Claim::Winners(winners) => winners.unneeded(),
        _ => None,
    };
    let unneeded = solution.claims.iter().find_map(unneeded);
    // What cannot be read looks like what is not there, or is needed.
    if solution.claims.iter().any(failed) {
        return Err(Flaw::Unread);
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
        Claim::Positions(book) | Claim::Couples(book) => book.failed(),
        Claim::Winners(winners) => winners.failed(),
        _ => false,
    }
}

/// Looks up what the check of this fact looks up. A claim that does not stand is written as it is, and refused by whoever
/// reads it; `false` where there was no more time.
pub(crate) fn visit_value(
    board: &Board,
    book: &dyn Book,
    component: &Component,
    claimed: Nimber,
    couples: bool,
    pace: &mut Pace<'_>,
) -> bool {
    let walked = if couples {
        couples::check_one(board, book, component, claimed, pace)
    } else {
        check_mex(board, component, claimed, &|part| book.value(&board.canonical(part)), pace)
    };
    !matches!(walked, Err(Halt::Enough))
}

/// As [`visit_value`], of who wins.
pub(crate) fn visit_winner(
    board: &Board,
    winners: &dyn Winners,
    component: &Component,
    claimed: Outcome,
    pace: &mut Pace<'_>,
) -> bool {
    !matches!(check_winner(board, component, claimed, winners, pace), Err(Halt::Enough))
}

/// Whether the answer lists as many heaps as the table of the query has, so that no longer table is made.
fn has_length(answer: &Answer, query: &Query) -> bool {
    query.table_end().is_none_or(|end| end.checked_add(1) == Some(answer.listed() as u64))
}

fn check_values(board: &Board, values: &[Nimber], go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let Board::Heap(rules) = board else { return Err(Flaw::OtherGame) };
    let value = |size: &u64| usize::try_from(*size).ok().and_then(|size| values.get(size)).copied();
    let mut seen = MexSet::new();
    let mut pace = Pace::new(go_on);
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

fn check_positions(board: &Board, book: &dyn Book, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let mut pace = Pace::new(go_on);
    let mut walked = Ok(());
    book.each(&mut |component, claimed| {
        walked = check_mex(board, component, claimed, &|part| book.value(&board.canonical(part)), &mut pace);
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended(walked)
}

/// What the book says of a start that falls into parts must be recorded, or be the sum of what is recorded of them.
fn check_start<'a>(
    board: &Board,
    start: impl Iterator<Item = &'a Component>,
    book: &dyn Book,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Flaw> {
    let mut pace = Pace::new(go_on);
    let mut walked = Ok(());
    let mut open: HashSet<Component> = start.map(|component| board.canonical(component)).collect();
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
        .map(|own| (board.parts(&own).iter().map(|part| board.canonical(part)).collect::<Vec<_>>(), own))
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
    board: &Board,
    component: &Component,
    claimed: Nimber,
    value: &dyn Fn(&Component) -> Option<Nimber>,
    pace: &mut Pace<'_>,
) -> Result<(), Halt> {
    pace.position()?;
    let mut seen = MexSet::new();
    board.options(component, |parts| {
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
fn check_winners(board: &Board, winners: &dyn Winners, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
    let mut pace = Pace::new(go_on);
    let mut walked = Ok(());
    winners.each(&mut |component, claimed| {
        walked = check_winner(board, component, claimed, winners, &mut pace);
        if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ended(walked)
}

fn check_winner(
    board: &Board,
    component: &Component,
    claimed: Outcome,
    winners: &dyn Winners,
    pace: &mut Pace<'_>,
) -> Result<(), Halt> {
    pace.position()?;
    let (mut lost, mut unknown) = (false, false);
    board.options(component, |parts| {
        pace.step()?;
        let outcome = match parts {
            [] => Some(Outcome::P),
            [part] => winners.outcome(&board.canonical(part)),
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
fn check_sums(query: &Query, answer: &Answer, sums: &Sums, pace: &mut Pace<'_>) -> Result<(), Halt> {
    let read = sums.keys().filter(|_| sums.were_read());
    let met: HashMap<&[Placed], Cell<bool>> = read.map(|sum| (&sum[..], Cell::new(false))).collect();
    let look = |sum: &Vec<Placed>| {
        if let Some(met) = met.get(&sum[..]) {
            met.set(true);
        }
        sums.get(sum)
    };
    for sum in asked(query, answer) {
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
