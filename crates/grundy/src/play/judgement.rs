//! The moves of a position and who wins after each, as far as the limits allow.
//!
//! The moves come from the plain rules, so that a position that is too hard to solve can still be
//! played. Half of the time is for the outcome after every move; if that does not suffice, the rest
//! is for one winning move. Where the search for the moves that are left is cheap, it is made too.
//!
//! *Limits.* At most 10,000 moves, and 32 MiB of them, are listed, divided evenly among the
//! components.

use std::collections::{HashMap, HashSet};

use grundy_cert::Flaw;
use grundy_core::{Game, Outcome};
use grundy_games::{Action, Component, Convention, Query, Question, Term};
use grundy_solvers::{Budget, Halt, Reason};

use crate::{
    error::Error,
    left::moves_left_after,
    moves::{Moves, Sides, TakenWords, fill_in},
    run::Run,
    solve::Wanted,
    solved::Status,
};

/// The most moves that are listed.
///
/// A move that is not listed can be played all the same, by what it leaves.
pub const MOST_MOVES: usize = 10_000;

/// The most bytes of all listed moves together.
const MOST_BYTES: u64 = 1 << 25;

/// A move that can be played.
///
/// It is a [`Move`](crate::moves::Move) whose result need not be known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in.
    pub from: Component,
    /// What it becomes: a sum of components, empty if the component is gone.
    pub to: Vec<Component>,
    /// The listed words with the letters that it takes from a bag.
    pub words: Vec<String>,
    /// The ways to make the move, as people say it: up to three.
    pub actions: Vec<Action>,
    /// Whether the player who makes it wins. `None` if that is not known.
    pub wins: Option<bool>,
    /// The number of moves that are left after it if both play well. `None` if the position is too
    /// large.
    pub left: Option<u64>,
}

/// What is known of a position that is played.
///
/// It is made once for a position, may take all the time of the run, and can be made in another
/// thread.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The moves, in an order that does not depend on who wins: by component, then by action.
    pub choices: Vec<Choice>,
    /// Whether these are all moves: not more than [`MOST_MOVES`], found within the limits.
    pub complete: bool,
    /// Who wins, the next player being the one to move. `None` if it is not decided.
    pub outcome: Option<Outcome>,
    /// The number of moves that are left if both play well. `None` if the position is too large.
    pub left: Option<u64>,
    /// How far the outcome can be trusted. `None` if it is not decided.
    pub status: Option<Status>,
    /// Why the outcome is not decided.
    pub undecided: Option<String>,
}

impl Judgement {
    /// Returns whether no move is left.
    ///
    /// False if the list of moves is not complete.
    pub fn is_over(&self) -> bool {
        self.complete && self.choices.is_empty()
    }

    /// Returns the moves that are known to win.
    ///
    /// None need be known although the position is won: then the search for one has not ended.
    pub fn winning(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|choice| choice.wins == Some(true))
    }
}

impl Run {
    /// Finds the moves of a position and who wins after each.
    ///
    /// A limit is no error if it leaves moves to play: then the outcome, or the rest of the moves,
    /// is not known.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the work was cancelled, the rules break down, or not one move was
    /// found; [`Error::Check`] if the checker refuses an answer.
    ///
    /// # Cost
    /// That of solving the position for all its options, up to the limits.
    pub fn judge(&self, query: &Query) -> Result<Judgement, Error> {
        let (choices, complete) = listed(query, &mut self.budget())?;
        let mut judgement = Judgement { choices, complete, outcome: None, left: None, status: None, undecided: None };
        if judgement.is_over() {
            let mover_wins = query.convention == Convention::Misere;
            judgement.outcome = Some(if mover_wins { Outcome::N } else { Outcome::P });
            (judgement.left, judgement.status) = (Some(0), Some(Status::Proved));
            return Ok(judgement);
        }
        let first = self.within(self.left().map(|time| time / 2));
        if let Err(error) = first.solve_all(query, &mut judgement) {
            limit(error)?;
            judgement.outcome = None;
            if let Err(error) = self.solve_one(query, &mut judgement) {
                judgement.undecided = Some(limit(error)?);
            }
        }
        self.count_moves(query, &mut judgement)?;
        describe(query, &mut judgement.choices, &mut self.budget());
        // Not by what is known of the moves, which the order would give away.
        judgement.choices.sort_by(|a, b| {
            (a.component, &a.actions, &a.words, &a.to).cmp(&(b.component, &b.actions, &b.words, &b.to))
        });
        Ok(judgement)
    }

    /// Fills in the outcome, and that of every move if all are listed.
    fn solve_all(&self, query: &Query, judgement: &mut Judgement) -> Result<(), Error> {
        let every_option = judgement.complete;
        self.solve_by(query.clone(), Wanted { every_option, ..Wanted::default() }, judgement)
    }

    /// Fills in the outcome, and one winning move.
    fn solve_one(&self, query: &Query, judgement: &mut Judgement) -> Result<(), Error> {
        let query = Query { question: Question::Outcome, ..query.clone() };
        self.solve_by(query, Wanted::default(), judgement)
    }

    /// Solves the query, checks it, and notes what is known of the moves.
    fn solve_by(&self, query: Query, wanted: Wanted<'_>, judgement: &mut Judgement) -> Result<(), Error> {
        let mut found = self.find(query, wanted)?;
        let mut moves = found.moves(wanted.every_option);
        if matches!(moves, Ok(Moves::TooMany { winning: None, .. } | Moves::One(None))) {
            moves = found.moves(false);
        }
        let lost = found.solved().outcome() == Some(Outcome::P);
        if lost {
            judgement.choices.iter_mut().for_each(|choice| choice.wins = Some(false));
        } else {
            judgement.note(moves?, wanted.every_option);
        }
        let solved = self.settle(found)?;
        (judgement.outcome, judgement.status) = (solved.outcome(), Some(solved.status));
        Ok(())
    }

    /// Fills in the moves that are left, if the search for them is cheap.
    fn count_moves(&self, query: &Query, judgement: &mut Judgement) -> Result<(), Error> {
        let Ok(Some((now, after))) = moves_left_after(query, &mut self.budget()) else { return Ok(()) };
        let outcome = if now.wins { Outcome::N } else { Outcome::P };
        if judgement.outcome.is_some_and(|known| known != outcome) {
            let subject = format!("the answer to `{query}` (this is a fault of the program)");
            return Err(Error::Check { flaw: Flaw::OtherAnswer, subject });
        }
        (judgement.left, judgement.outcome, judgement.undecided) = (Some(now.moves), Some(outcome), None);
        for choice in &mut judgement.choices {
            let mut sum = choice.after(query).position;
            sum.sort_unstable();
            if let Some(left) = after.get(&sum) {
                (choice.left, choice.wins) = (Some(left.moves), Some(!left.wins));
            }
        }
        Ok(())
    }
}

impl Judgement {
    /// Notes who wins after these moves; if `all`, they are all moves and not only those that win.
    fn note(&mut self, moves: Moves, all: bool) {
        let (moves, rest) = match moves {
            Moves::Listed { moves, unknown, .. } => (moves, (!all && unknown == 0).then_some(false)),
            Moves::One(made) => (made.into_iter().collect(), None),
            Moves::TooMany { winning, .. } => (winning.into_iter().collect(), None),
        };
        let mut known: HashMap<(usize, Vec<Component>), bool> =
            moves.iter().map(|made| ((made.component, sorted(&made.to)), made.wins())).collect();
        for choice in &mut self.choices {
            choice.wins = known.remove(&(choice.component, sorted(&choice.to))).or(rest);
        }
        // A winning move may be one of those that are not listed.
        let missing = moves.into_iter().filter(|made| known.contains_key(&(made.component, sorted(&made.to))));
        self.choices.extend(missing.map(|made| {
            let wins = Some(made.wins());
            Choice { wins, actions: Vec::new(), ..Choice::plain(made.component, made.from, made.to) }
        }));
    }
}

impl Choice {
    /// A move of which nothing is known but its two sides.
    pub(super) fn plain(component: usize, from: Component, to: Vec<Component>) -> Choice {
        Choice { component, from, to, words: Vec::new(), actions: Vec::new(), wins: None, left: None }
    }

    /// Returns the position after the move, as a query: what the component becomes takes its place.
    ///
    /// The parts stand where the component was, so that the other components keep their places.
    pub fn after(&self, query: &Query) -> Query {
        let ruleset = query.position[self.component].ruleset;
        let parts = self.to.iter().map(|part| Term { ruleset, component: part.clone() });
        let mut position = query.position.clone();
        position.splice(self.component..=self.component, parts);
        Query { rulesets: query.rulesets.clone(), position, ..*query }
    }
}

/// The reason for a limit. Any other error is returned.
fn limit(error: Error) -> Result<String, Error> {
    match &error {
        Error::Stopped(stopped) if stopped.is_limit() && stopped.reason != Reason::Interrupted => {
            Ok(stopped.to_string())
        }
        Error::NoSolver(_) => Ok("no method decides it".to_owned()),
        _ => Err(error),
    }
}

/// The moves by the plain rules, and whether these are all.
fn listed(query: &Query, budget: &mut Budget) -> Result<(Vec<Choice>, bool), Error> {
    let (mut choices, mut complete) = (Vec::new(), true);
    let parts = query.position.len().max(1);
    let (most, most_bytes) = ((MOST_MOVES / parts).max(1), MOST_BYTES / parts as u64);
    for (at, term) in query.position.iter().enumerate() {
        let (mut seen, mut bytes) = (HashSet::new(), 0);
        let walked = query.rulesets[term.ruleset].walk(&term.component, |step| {
            let Some(parts) = step.option(|steps| budget.charge(steps))? else { return Ok(()) };
            budget.poll()?;
            let key = sorted(parts);
            if seen.contains(&key) {
                return Ok(());
            }
            bytes += 2 * parts.iter().map(Component::bytes).sum::<u64>() + term.component.bytes();
            if seen.len() >= most || bytes > most_bytes && !seen.is_empty() {
                return Err(Halt::Enough);
            }
            seen.insert(key);
            choices.push(Choice::plain(at, term.component.clone(), parts.to_vec()));
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::Enough) => complete = false,
            Err(Halt::Stopped(stopped)) => {
                let cancelled = stopped.reason == Reason::Interrupted;
                if cancelled || choices.is_empty() || !stopped.is_limit() {
                    return Err(stopped.into());
                }
                complete = false;
            }
        }
    }
    Ok((choices, complete))
}

/// The parts in ascending order: a key under which the order does not matter.
fn sorted(parts: &[Component]) -> Vec<Component> {
    let mut parts = parts.to_vec();
    parts.sort_unstable();
    parts
}

/// Fills in the actions and the words of the moves.
pub(super) fn describe(query: &Query, choices: &mut [Choice], budget: &mut Budget) {
    let words = TakenWords::of(query, 0..query.position.len());
    for choice in choices.iter_mut() {
        choice.words = words.words(choice.component, &choice.from, &choice.to);
    }
    let sides = choices.iter_mut().map(|choice| {
        let Choice { component, from, to, actions, .. } = choice;
        Sides { component: *component, from, to, actions }
    });
    // Where a limit ends it, moves are shown by what they leave.
    let _ = fill_in(query, sides.collect(), budget);
}
