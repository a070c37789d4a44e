//! Why a position has its value, in two separate steps: mex inside each component, xor between
//! components.
//!
//! In misère play values do not add, so there the reason is the outcome of every option of the
//! whole sum; likewise where only the outcome is known.
//!
//! *Example.* In Kayles a row of 5 has options of the values 0, 1, 2 and 3, so its value is 4, the
//! mex. In the sum 5 + 7 a winning move leaves the values of the two equal: 7 has the value 2, so
//! in 5 it leads to an option of value 2.
//!
//! ```
//! use grundy::{Nimber, explain::Explanation};
//!
//! let Explanation::Values(parts) = grundy::solve("kayles", "5 + 7")?.explain()? else { panic!() };
//! assert_eq!((parts[0].value, parts[1].value), (Nimber(4), Nimber(2)));
//! assert_eq!(parts[0].target, Some(Nimber(2)), "a winning move in 5 leaves an option of value 2");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! *Limits.* A component of over 10,000 options, or of options with over ten million letters in
//! all, is explained by its value alone.
//!
//! ```text
//! heap 1 (5):
//!   take 1, leave 4     : 1
//!   take 1, leave 1 + 3 : 1 xor 3 = 2    <- a winning move in 5 + 7
//!   take 1, leave 2 + 2 : 2 xor 2 = 0
//!   take 2, leave 3     : 3
//!   take 2, leave 1 + 2 : 1 xor 2 = 3
//!   The options have the values {0, 1, 2, 3}; the least number missing is 4.
//! ```
//!
//! The first column is [`Choice::actions`] and [`Choice::to`], the second one [`Choice::terms`] and
//! [`Choice::value`].

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    ops::Range,
};

use grundy_cert::{Answer, Claim, Mode, Solution, closed_form::ClosedForm};
use grundy_core::{Fault, Game, Nimber, cancel_pairs};
use grundy_games::{Action, Component, Convention, Ruleset, Term};
use grundy_solvers::{Budget, Halt, Stopped};

use crate::{
    moves::{Moves, is_behind, listed, moves_by_group, option_labels, ways},
    solved::Solved,
};

/// A component with more options than this is not explained option by option.
const MOST_OPTIONS: usize = 10_000;

/// Options with more letters than this in all are not kept; their values are, where an automaton
/// gives them.
const MOST_LETTERS: u64 = 10_000_000;

/// Why a position has its value or its outcome.
///
/// Exhaustive: a reader states something about each case, so a new one is a change for it.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// The value of every component, and why each of them has it.
    Values(Vec<Part>),
    /// The outcomes of the options of the whole sum, by group ([`moves_by_group`]).
    Outcomes(Moves),
}

/// A component with its options, or a group of equal neighbours.
///
/// In the order of the position.
#[derive(Clone, Debug)]
pub struct Part {
    /// The places in the position: more than one for a group ([`Query::groups`](crate::Query)).
    pub places: Range<usize>,
    /// The component. It is the term of the position as it was written.
    pub component: Component,
    /// Its value.
    pub value: Nimber,
    /// The value that a winning move in this component leaves there: that of the other components
    /// together. `None` if the sum is lost, or if the value is above that of the component and no
    /// option has it.
    pub target: Option<Nimber>,
    /// The place in the position of an earlier component that is equal to this one; then nothing
    /// else is filled in.
    pub same: Option<usize>,
    /// The closed form that gives the value too.
    pub law: Option<&'static dyn ClosedForm>,
    /// The options whose values are known. `None` if they are too many.
    pub options: Option<Vec<Choice>>,
    /// How many more options there are. Their values are not known, except that none of them is the
    /// value of the component.
    pub unknown: usize,
    /// The values of the options, if they are not listed and an automaton gives them.
    pub reached: Option<Vec<u64>>,
}

/// An option of a component.
///
/// Options that leave the same parts are one.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What the move leaves.
    pub to: Vec<Component>,
    /// The value of each piece. `None` for a piece of unknown value, which another one cancels.
    pub terms: Vec<Option<Nimber>>,
    /// The value of the option.
    pub value: Nimber,
    /// Whether the move wins the whole sum.
    pub wins: bool,
    /// The ways to make the move, as people say it, if they follow from what it leaves.
    pub actions: Vec<Action>,
}

/// Why the position of an answer has its value or its outcome, read off the claims.
///
/// # Errors
/// A limit is reached, or the claims do not hold the values of the options.
///
/// # Cost
/// One expansion of each distinct component, and a look-up of each part of its options.
///
/// What is kept is charged to the budget.
pub fn explain(solved: &Solved, budget: &mut Budget) -> Result<Explanation, Stopped> {
    if solved.query.convention == Convention::Misere || only_outcomes(solved) {
        return Ok(Explanation::Outcomes(moves_by_group(&solved.query, &solved.solution, true, budget)?));
    }
    let listed = listed(&solved.query, &solved.solution, budget)?;
    let solution = listed.as_ref().unwrap_or(&solved.solution);
    let mut first: HashMap<&Term, usize> = HashMap::new();
    let mut parts = Vec::new();
    for places in solved.query.groups() {
        let term = &solved.query.position[places.start];
        // The list of parts is copied as it doubles; a term has an entry in the map.
        budget.hold(3 * size_of::<Part>() as u64 + 64 + term.component.bytes())?;
        budget.tick()?;
        let same = match first.entry(term) {
            Entry::Occupied(known) => Some(*known.get()),
            Entry::Vacant(new) => {
                new.insert(places.start);
                None
            }
        };
        parts.push(part(solved, solution, places, same, budget)?);
    }
    Ok(Explanation::Values(parts))
}

/// Whether only the outcome of every option is known.
fn only_outcomes(solved: &Solved) -> bool {
    let capped =
        matches!(&solved.solution.claims[..], [Claim::Automaton(claim)] if matches!(claim.mode, Mode::Capped(_)));
    capped || matches!(solved.solution.answer, Answer::Outcome(_))
}

/// The reason for the components at these places: their options with their values, as far as they
/// are known. `same` is the place of an earlier one.
fn part(
    solved: &Solved,
    solution: &Solution,
    places: Range<usize>,
    same: Option<usize>,
    budget: &mut Budget,
) -> Result<Part, Stopped> {
    let query = &solved.query;
    let term = &query.position[places.start];
    let component = term.component.clone();
    let value = solution.value(query, term.ruleset, &component);
    let value = value.ok_or_else(|| Fault(format!("the solution does not hold the value of {component}")))?;
    let law = match solution.claims.get(term.ruleset) {
        Some(Claim::ClosedForm(law)) => Some(*law),
        _ => None,
    };
    let rest = solved.value().unwrap_or_default() + value;
    // An option has every value below that of the component.
    let target = (solved.value() != Some(Nimber::ZERO) && rest < value).then_some(rest);
    let mut part = Part { places, component, value, target, same, law, options: None, unknown: 0, reached: None };
    if same.is_some() {
        return Ok(part);
    }
    let ruleset = &query.rulesets[term.ruleset];
    let mut seen: HashSet<Vec<Component>> = HashSet::new();
    let (mut options, mut unknown) = (Vec::new(), 0);
    let mut letters = 0u64;
    let by_window = is_behind(solution, term);
    let walked = ruleset.walk(&part.component.labelled(), |step| {
        let Some(to) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
        budget.poll()?;
        if by_window {
            return Err(Halt::Enough);
        }
        let mut sorted = to.to_vec();
        sorted.sort_unstable();
        if !seen.insert(sorted.clone()) {
            return Ok(());
        }
        letters += to.iter().map(Component::bytes).sum::<u64>();
        if seen.len() > MOST_OPTIONS || letters > MOST_LETTERS {
            return Err(Halt::Enough);
        }
        // The option, its key, and the lists of both, which are copied as they double.
        let lists = 3 * (size_of::<Choice>() + size_of::<Vec<Component>>());
        budget.hold(lists as u64 + 2 * to.iter().map(|piece| 16 + piece.bytes()).sum::<u64>())?;
        let terms = to.iter().map(|piece| solution.value(query, term.ruleset, piece)).collect();
        sorted.iter_mut().for_each(|piece| *piece = ruleset.canonical(piece));
        cancel_pairs(&mut sorted);
        match sorted.iter().map(|piece| solution.value(query, term.ruleset, piece)).sum::<Option<Nimber>>() {
            Some(value) => {
                let actions = ruleset.action(&part.component, to).into_iter().collect();
                let wins = value + rest == Nimber::ZERO;
                options.push(Choice { to: to.to_vec(), terms, value, wins, actions });
            }
            None => unknown += 1,
        }
        Ok(())
    });
    match walked {
        Ok(()) => {
            if options.iter().any(|option| option.wins) {
                part.target = Some(rest);
            }
            named(ruleset, &part.component, &mut options, budget)?;
            (part.options, part.unknown) = (Some(options), unknown);
        }
        Err(Halt::Enough) => {
            if let Claim::Automaton(claim) = &solution.claims[term.ruleset] {
                part.reached = option_labels(claim, &part.component, budget)?;
            }
        }
        Err(Halt::Stopped(stopped)) => return Err(stopped),
    }
    Ok(part)
}

/// Fills in the actions that do not follow from what the options leave.
fn named(ruleset: &Ruleset, from: &Component, options: &mut [Choice], budget: &mut Budget) -> Result<(), Stopped> {
    if !ruleset.has_actions(from) || options.iter().all(|option| !option.actions.is_empty()) {
        return Ok(());
    }
    let sides: Vec<&[Component]> = options.iter().map(|option| &option.to[..]).collect();
    let ways = ways(ruleset, from, &sides, budget)?;
    for (option, actions) in options.iter_mut().zip(ways) {
        option.actions = actions;
    }
    Ok(())
}
