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
use grundy_rules::{Ask, Bag, Board, Component, Factor, Gap, HeapMove, Placed, Play, Query, RowMove, WordList};

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
    /// All of them of which the claims tell who wins, winning ones first, then by component.
    Listed {
        /// The moves that were asked for: all, or the winning ones.
        moves: Vec<Move>,
        /// How many moves there are in all.
        count: u128,
        /// Of how many of these the claims do not tell who wins; 0 unless all moves were asked of claims that hold only
        /// what one answer needs.
        untold: u128,
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
    if !all {
        if let Some(moves) = beside_pairs(query, solution, budget)? {
            return Ok(moves);
        }
        let less = matches!(query.ask, Ask::Nimber | Ask::Outcome) && query.start.len() == 1;
        match &solution.claims[..] {
            [Claim::Winners(_)] => return one(query, solution, budget),
            [Claim::Couples(_) | Claim::Unchecked(..)] if less => return one(query, solution, budget),
            _ => {}
        }
    }
    let listed = crate::far::listed(query, solution, budget)?;
    let solution = listed.as_ref().unwrap_or(solution);
    let rests = rests(query, solution, all)?;
    let rest = |at: usize| rests[at];
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
    let (mut count, mut untold) = (0, 0);
    for at in 0..query.start.len() {
        let walked = each(query, at, &mut count, budget, |parts| {
            match told(query, solution, at, parts, rest(at))? {
                Some(made) if all || made.wins() => found.push(made),
                Some(_) => {}
                None if all || query.ask != Ask::Value => untold += 1,
                None => return Err(missing(&query.start[at].component).into()),
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
    if all || untold == 0 {
        return Ok(Moves::Listed { moves: found, count, untold });
    }
    // A proof of one answer tells a winning move of a sum that is won.
    let lost = matches!(solution.answer, Answer::Value(Nimber::ZERO) | Answer::Outcome(Outcome::P));
    match found.into_iter().next() {
        None if !lost => Err(missing(&query.start[0].component)),
        made => Ok(Moves::One(made)),
    }
}

/// Shows each distinct option of the component at `at`, until there are too many in all.
fn each(
    query: &Query,
    at: usize,
    count: &mut u128,
    budget: &mut Budget,
    mut visit: impl FnMut(&[Component]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let Placed { board, component } = &query.start[at];
    let mut results: HashSet<Vec<Component>> = HashSet::new();
    let widest = widest(&query.boards[*board], component);
    budget.hold(widest)?;
    let walked = query.boards[*board].options(component, |parts| {
        budget.look()?;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        // The option and the move have a copy each; the lists of both are copied as they double.
        let lists = 3 * size_of::<Move>() + 4 * size_of::<Vec<Component>>();
        budget.hold(2 * sorted.iter().map(Component::bytes).sum::<u64>() + lists as u64)?;
        if !results.insert(sorted) {
            return Ok(());
        }
        *count += 1;
        if *count > u128::from(MOST_MOVES) { Err(Halt::Enough) } else { visit(parts) }
    });
    budget.release(widest);
    walked
}

/// What the widest option takes while it is made, in bytes, where options have many parts: a part as text, as a component,
/// and as a copy of it.
fn widest(board: &Board, component: &Component) -> u64 {
    const PART: u64 = 220;
    let (Board::Row(rules), Component::Row(word)) = (board, component) else { return 0 };
    if !rules.moves.contains(&RowMove::EveryCopy(Gap::Separates)) {
        return 0;
    }
    let mut copies: HashMap<char, u64> = HashMap::new();
    word.chars().for_each(|letter| *copies.entry(letter).or_default() += 1);
    copies.into_values().max().unwrap_or(0).saturating_mul(PART)
}

/// What the other components are worth together, for each; nothing where that is not told, and where values do not tell who
/// wins.
fn rests(query: &Query, solution: &Solution, all: bool) -> Result<Vec<Option<Nimber>>, Stopped> {
    if query.play == Play::Misere || tells_outcomes(solution) {
        return Ok(vec![None; query.start.len()]);
    }
    let own = |placed: &Placed| solution.value(query, placed.board, &placed.component);
    let values: Vec<Option<Nimber>> = query.start.iter().map(own).collect();
    let unknown = values.iter().filter(|value| value.is_none()).count();
    if let (false, Some(at)) = (all, values.iter().position(Option::is_none)) {
        return Err(missing(&query.start[at].component));
    }
    let known: Nimber = values.iter().flatten().copied().sum();
    Ok(values
        .iter()
        .map(|value| (unknown == usize::from(value.is_none())).then(|| known + value.unwrap_or_default()))
        .collect())
}

/// The winning moves of a sum with equal components, which cancel, where the claims do not tell all of these and of their
/// options: one among the others.
fn beside_pairs(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let told = |placed: &Placed| solution.value(query, placed.board, &placed.component).is_some();
    let less = |claim: &Claim| matches!(claim, Claim::Couples(_) | Claim::Unchecked(..) | Claim::Winners(_));
    let whole = query.ask == Ask::Value || !solution.claims.iter().any(less);
    if query.play == Play::Misere || query.start.len() < 2 || whole && query.start.iter().all(told) {
        return Ok(None);
    }
    let left = query.unpaired(&query.start);
    if left.len() == query.start.len() {
        return Ok(None);
    }
    if left.is_empty() {
        return lost(query, budget).map(Some);
    }
    let own = |made: Move| Move { component: left[made.component], ..made };
    Ok(Some(match moves(&query.only(&left), solution, false, budget)? {
        Moves::Listed { moves, .. } => Moves::One(moves.into_iter().find(Move::wins).map(own)),
        Moves::One(made) => Moves::One(made.map(own)),
        Moves::TooMany { most, winning } => Moves::TooMany { most, winning: winning.map(own) },
    }))
}

/// The moves of a lost sum, none of which wins: counted where all are asked for.
fn lost(query: &Query, budget: &mut Budget) -> Result<Moves, Stopped> {
    if query.ask != Ask::Value {
        return Ok(Moves::One(None));
    }
    let mut count = 0;
    for at in 0..query.start.len() {
        match each(query, at, &mut count, budget, |_| Ok(())) {
            Ok(()) => {}
            Err(Halt::Enough) => return Ok(Moves::TooMany { most: MOST_MOVES, winning: None }),
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(Moves::Listed { moves: Vec::new(), count, untold: 0 })
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

/// The move in the component at `at` that leaves `parts`; `rest` is the value of the other components.
pub(crate) fn after(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Move, Stopped> {
    told(query, solution, at, parts, rest)?.ok_or_else(|| missing(&query.start[at].component))
}

/// As [`after`]; nothing where the claims do not tell who wins then.
fn told(
    query: &Query,
    solution: &Solution,
    at: usize,
    parts: &[Component],
    rest: Option<Nimber>,
) -> Result<Option<Move>, Stopped> {
    let Placed { board, component } = &query.start[at];
    let made = |value: Option<Nimber>, outcome| {
        let (from, to) = (component.clone(), parts.to_vec());
        Move { component: at, from, to, value, outcome, words: Vec::new() }
    };
    if let Some(rest) = rest {
        let mut parts = parts.to_vec();
        cancel_pairs(&mut parts);
        let sum: Option<Nimber> = parts.iter().map(|part| solution.value(query, *board, part)).sum();
        if let Some(sum) = sum {
            return Ok(Some(made(Some(rest + sum), (rest + sum).outcome())));
        }
        if let Some(wins) = solution.is(query, *board, &parts, rest)? {
            return Ok(Some(made(None, if wins { Outcome::P } else { Outcome::N })));
        }
    }
    let others = query.start.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, placed)| placed.clone());
    let sum: Vec<Placed> =
        others.chain(parts.iter().map(|part| Placed { board: *board, component: part.clone() })).collect();
    Ok(solution.outcome(query, &sum).map(|outcome| made(None, outcome)))
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
    let untold = fates.iter().filter(|(_, outcome)| outcome.is_none()).count();
    Ok(Some(match untold > 0 && !all {
        true => Moves::One(moves.into_iter().find(Move::wins)),
        false => Moves::Listed { moves, count: fates.len() as u128, untold: untold as u128 },
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
    Some(Moves::Listed { moves, count, untold: 0 })
}
