//! The moves of a position, each with what it leaves and who wins then: read off a solution's claims.
//!
//! A move is a distinct pair of component and result. Results are sums, so their order does not tell moves apart.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
};

use grundy_cert::{Answer, Claim, Law, Matching, Mode, Solution};
use grundy_core::{Fault, Game, Nimber, Outcome, cancel_pairs};
use grundy_kernels::{Budget, Halt, Stopped};
use grundy_rules::{Ask, Bag, Board, Component, Factor, HeapMove, Placed, Play, Query, WordList};

/// A move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum, from 0.
    pub component: usize,
    /// The component that is played in.
    pub from: Component,
    /// What it becomes: a sum of components; nothing where the component is gone.
    pub to: Vec<Component>,
    /// The value of the whole sum after the move, in normal play, where it is known.
    pub value: Option<Nimber>,
    /// Who wins the whole sum after the move, the next player being the opponent.
    pub outcome: Outcome,
    /// The listed words with the letters that were taken from a bag.
    pub words: Vec<String>,
}

impl Move {
    /// Whether the player who makes it wins.
    pub fn wins(&self) -> bool {
        self.outcome == Outcome::P
    }
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them, winning ones first, then by component; `count` is their number.
    Listed {
        /// The moves that were asked for: all, or the winning ones.
        moves: Vec<Move>,
        /// How many moves there are in all.
        count: u128,
    },
    /// There are too many to list them.
    TooMany {
        /// There are more than this.
        most: u64,
        /// A winning one, where one was met.
        winning: Option<Move>,
    },
    /// Only who wins was asked: a winning move if there is one, and no word about the others.
    One(Option<Move>),
}

/// More moves than this are not listed one by one.
pub const MOST_MOVES: u64 = 2_000_000;

/// The moves of the position of `query`: the winning ones, and the others too if `all`.
///
/// `solution` must be a solution of the query: the values of the options are looked up in its claims.
pub fn moves(query: &Query, solution: &Solution, all: bool, budget: &mut Budget) -> Result<Moves, Stopped> {
    if !all && let Some(moves) = nim(query, solution) {
        return Ok(moves);
    }
    if let [Claim::Matching(claim)] = &solution.claims[..]
        && let Some(moves) = geography(query, claim, all, budget)?
    {
        return Ok(moves);
    }
    if !all && let Some(moves) = crate::long::winning(query, solution, budget)? {
        return Ok(moves);
    }
    let less = matches!(query.ask, Ask::Nimber | Ask::Outcome) && query.start.len() == 1;
    match &solution.claims[..] {
        [Claim::Winners(_)] => return one(query, solution, budget),
        [Claim::Couples(_) | Claim::Unchecked(..)] if less => return one(query, solution, budget),
        _ => {}
    }
    let listed = crate::far::listed(query, solution, budget)?;
    let solution = listed.as_ref().unwrap_or(solution);
    let values = query.start.iter().map(|placed| value(query, solution, placed));
    let values: Vec<Option<Nimber>> = values.collect::<Result<_, Stopped>>()?;
    let total: Option<Nimber> = values.iter().copied().sum();
    let rest = |at: usize| total.zip(values[at]).map(|(total, own): (Nimber, Nimber)| total + own);
    if query.start.iter().any(|placed| is_large(query, placed) || crate::far::is_behind(solution, placed)) {
        if let Some(winning) = crate::lift::winning(query, solution, budget)? {
            return Ok(Moves::TooMany { most: MOST_MOVES, winning });
        }
        let winning = match crate::far::winning(query, solution, &rest, budget)? {
            None => any_winning(query, solution, &rest, budget)?,
            found => found,
        };
        return Ok(Moves::TooMany { most: MOST_MOVES, winning });
    }
    let mut found = Vec::new();
    let mut count = 0u128;
    for (at, placed) in query.start.iter().enumerate() {
        let Placed { board, component } = placed;
        let mut results: HashSet<Vec<Component>> = HashSet::new();
        let walked = query.boards[*board].options(component, |parts| {
            budget.look()?;
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            budget.hold(2 * sorted.iter().map(Component::bytes).sum::<u64>() + size_of::<Move>() as u64)?;
            if !results.insert(sorted) {
                return Ok(());
            }
            count += 1;
            if count > u128::from(MOST_MOVES) {
                return Err(Halt::Enough);
            }
            let made = after(query, solution, at, parts, rest(at))?;
            if all || made.wins() {
                found.push(made);
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::Enough) => {
                let winning = found.into_iter().find(Move::wins);
                return Ok(Moves::TooMany { most: MOST_MOVES, winning });
            }
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    found.sort_by_key(|made| (Reverse(made.wins()), made.component));
    name_words(query, &mut found);
    Ok(Moves::Listed { moves: found, count })
}

/// The first winning move that the claims know of, where they tell outcomes of single components.
fn one(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Moves, Stopped> {
    let mut found = None;
    for (at, Placed { board, component }) in query.start.iter().enumerate() {
        let walked = query.boards[*board].options(component, |parts| {
            budget.tick()?;
            let left: Vec<Placed> =
                parts.iter().map(|part| Placed { board: *board, component: part.clone() }).collect();
            let wins = match solution.claims.get(*board) {
                Some(Claim::Couples(_)) => solution.is(query, *board, parts, Nimber::ZERO)? == Some(true),
                _ => solution.outcome(query, &left) == Some(Outcome::P),
            };
            if !wins {
                return Ok(());
            }
            let (from, to) = (component.clone(), parts.to_vec());
            found = Some(Move { component: at, from, to, value: None, outcome: Outcome::P, words: Vec::new() });
            Err(Halt::Enough)
        });
        if let Err(Halt::Stopped(stopped)) = walked {
            return Err(stopped);
        }
    }
    let mut moves: Vec<Move> = found.into_iter().collect();
    name_words(query, &mut moves);
    Ok(Moves::One(moves.pop()))
}

/// Finds the words of moves in bags.
fn name_words(query: &Query, moves: &mut [Move]) {
    let mut known: HashMap<(usize, Bag), Vec<String>> = HashMap::new();
    let places: BTreeSet<usize> = moves.iter().map(|made| made.component).collect();
    for at in places {
        let Placed { board, component: Component::Bag(bag) } = &query.start[at] else { continue };
        let Board::Bag(rules) = &query.boards[*board] else { continue };
        let lists = rules.takes.iter().filter_map(|take| if let Factor::Word(list) = take { Some(list) } else { None });
        for word in lists.flat_map(WordList::iter).filter(|word| bag.without_word(word).is_some()) {
            known.entry((at, Bag::of(word.chars()))).or_default().push(word.to_owned());
        }
    }
    for made in moves {
        let Component::Bag(from) = &made.from else { continue };
        let left = match &made.to[..] {
            [Component::Bag(left)] => Some(left.clone()),
            [] => Some(Bag::default()),
            _ => None,
        };
        let words = left.and_then(|left| known.get(&(made.component, from.without(&left)?)));
        made.words = words.cloned().unwrap_or_default();
        made.words.sort_unstable();
        made.words.dedup();
    }
}

/// The value of the whole sum, in normal play.
fn total(query: &Query, solution: &Solution) -> Option<Nimber> {
    match solution.answer {
        Answer::Value(value) => Some(value),
        Answer::Outcome(_) if query.play == Play::Normal => {
            query.start.iter().map(|placed| solution.value(query, placed.board, &placed.component)).sum()
        }
        _ => None,
    }
}

/// Whether a plain heap surely has more moves than are listed, without holding any of them: a move of a code or of the
/// form `take .. leaving ..` shows no option twice.
fn is_large(query: &Query, placed: &Placed) -> bool {
    let (Board::Heap(rules), Component::Heap(_)) = (&query.boards[placed.board], &placed.component) else {
        return false;
    };
    if rules.moves.iter().any(|kind| matches!(kind, HeapMove::General(_))) {
        return false;
    }
    let most = MOST_MOVES * rules.moves.len() as u64;
    let mut shown = 0;
    let walked = query.boards[placed.board].options(&placed.component, |_| {
        shown += 1;
        if shown > most { Err(Halt::Enough) } else { Ok(()) }
    });
    matches!(walked, Err(Halt::Enough))
}

/// The first winning move among the first of each component.
fn any_winning(
    query: &Query,
    solution: &Solution,
    rest: &dyn Fn(usize) -> Option<Nimber>,
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    for (at, placed) in query.start.iter().enumerate().filter(|(_, placed)| !crate::far::is_behind(solution, placed)) {
        let (mut winning, mut shown) = (None, 0);
        let walked = query.boards[placed.board].options(&placed.component, |parts| {
            budget.tick()?;
            shown += 1;
            winning = Some(after(query, solution, at, parts, rest(at))?).filter(Move::wins);
            if winning.is_some() || shown > MOST_MOVES { Err(Halt::Enough) } else { Ok(()) }
        });
        match walked {
            Ok(()) | Err(Halt::Enough) if winning.is_some() => return Ok(winning),
            Ok(()) | Err(Halt::Enough) => {}
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(None)
}

/// Whether the claim is about values that are cut off, so that only outcomes of single components are sure to be told.
fn tells_outcomes(solution: &Solution) -> bool {
    matches!(&solution.claims[..], [Claim::Automaton(claim)] if matches!(claim.mode, Mode::Capped(_)))
}

fn missing(component: &Component) -> Stopped {
    Fault(format!("the solution does not tell what {component} is worth")).into()
}

/// The value of a component of the query; nothing in misère play, and where the claim tells who wins, not by what.
fn value(query: &Query, solution: &Solution, placed: &Placed) -> Result<Option<Nimber>, Stopped> {
    let Placed { board, component } = placed;
    match query.play {
        Play::Normal if tells_outcomes(solution) => Ok(None),
        Play::Normal => solution.value(query, *board, component).ok_or_else(|| missing(component)).map(Some),
        Play::Misere => Ok(None),
    }
}

/// The move in the component at `at` that leaves `parts`; `rest` is the value of the other components.
pub(crate) fn after(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Move, Stopped> {
    let Placed { board, component } = &query.start[at];
    let (value, outcome) = match rest {
        Some(rest) => {
            let mut parts = parts.to_vec();
            cancel_pairs(&mut parts);
            let sum: Option<Nimber> = parts.iter().map(|part| solution.value(query, *board, part)).sum();
            match sum {
                Some(sum) => (Some(rest + sum), (rest + sum).outcome()),
                None => match solution.is(query, *board, &parts, rest)? {
                    Some(wins) => (None, if wins { Outcome::P } else { Outcome::N }),
                    None => return Err(missing(component)),
                },
            }
        }
        None => {
            let others = query.start.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, placed)| placed.clone());
            let parts = parts.iter().map(|part| Placed { board: *board, component: part.clone() });
            let sum: Vec<Placed> = others.chain(parts).collect();
            (None, solution.outcome(query, &sum).ok_or_else(|| missing(component))?)
        }
    };
    let (from, to) = (component.clone(), parts.to_vec());
    Ok(Move { component: at, from, to, value, outcome, words: Vec::new() })
}

/// The moves of a token whose matching is known. Each leaves the same graph; where not all are told, one that wins.
fn geography(query: &Query, claim: &Matching, all: bool, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let [Placed { board, component: component @ Component::Token(token) }] = &query.start[..] else {
        return Ok(None);
    };
    let fates = claim.moves();
    budget.hold((fates.len() * size_of::<Move>()) as u64)?;
    let mut moves = Vec::new();
    let mut fate = fates.iter();
    let walked = query.boards[*board].options(component, |parts| {
        budget.tick()?;
        let Some((_, outcome)) = fate.next() else { return Err(Halt::Enough) };
        let Some(outcome) = *outcome else { return Ok(()) };
        if all || outcome == Outcome::P {
            let from = Component::Token(token.clone());
            moves.push(Move { component: 0, from, to: parts.to_vec(), value: None, outcome, words: Vec::new() });
        }
        Ok(())
    });
    if let Err(Halt::Stopped(stopped)) = walked {
        return Err(stopped);
    }
    moves.sort_by_key(|made| Reverse(made.wins()));
    Ok(Some(match fates.iter().all(|(_, outcome)| outcome.is_some()) {
        true => Moves::Listed { moves, count: fates.len() as u128 },
        false => Moves::One(moves.into_iter().find(Move::wins)),
    }))
}

/// The winning moves of Nim in normal play, for heaps of any size: each heap that its xor with the total lowers.
fn nim(query: &Query, solution: &Solution) -> Option<Moves> {
    let ([Claim::Law(Law::Nim)], Play::Normal) = (&solution.claims[..], query.play) else { return None };
    let total = total(query, solution)?;
    let mut count = 0u128;
    let mut moves = Vec::new();
    for (at, placed) in query.start.iter().enumerate() {
        let Component::Heap(size) = placed.component else { return None };
        count += u128::from(size);
        let rest = size ^ total.0;
        if rest < size {
            let to = if rest == 0 { Vec::new() } else { vec![Component::Heap(rest)] };
            let from = placed.component.clone();
            let value = Some(Nimber::ZERO);
            moves.push(Move { component: at, from, to, value, outcome: Outcome::P, words: Vec::new() });
        }
    }
    Some(Moves::Listed { moves, count })
}
