//! The moves of a position, each with what it leaves and who wins then: read off a solution's claims.
//!
//! A move is a distinct pair of component and result. Results are sums, so their order does not tell moves apart.

mod by_automaton;
mod by_period;
mod by_quotient;
mod listing;
mod lookup;

pub use by_automaton::option_labels;
pub use by_period::{is_behind, listed};
pub use listing::{MAX_LISTED_MOVES, Move, Moves};

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
};

use grundy_cert::{Answer, Claim, ClosedForm, Matching, Mode, Solution};
use grundy_core::{Game, Nimber, Outcome};
use grundy_games::{
    Bag, Component, Convention, Factor, Gap, HeapMove, Query, Question, RowMove, Ruleset, Term, WordList,
};
use grundy_solvers::{Budget, Halt, Stopped};

use lookup::{after, missing, told};

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
    if !all && let Some(moves) = by_automaton::winning(query, solution, budget)? {
        return Ok(moves);
    }
    if !all {
        if let Some(moves) = beside_pairs(query, solution, budget)? {
            return Ok(moves);
        }
        let less = matches!(query.question, Question::Value | Question::Outcome) && query.position.len() == 1;
        match &solution.claims[..] {
            [Claim::OutcomeMap(_)] => return one(query, solution, budget),
            [Claim::ProofSearch(_) | Claim::Unchecked(..)] if less => return one(query, solution, budget),
            [Claim::Values(_) | Claim::Positions(_)] if less && has_many(query, budget)? => {
                return one(query, solution, budget);
            }
            _ => {}
        }
    }
    let listed = by_period::listed(query, solution, budget)?;
    let solution = listed.as_ref().unwrap_or(solution);
    let rests = rests(query, solution, all)?;
    let rest = |at: usize| rests[at];
    let mut large = query.position.iter().any(|term| by_period::is_behind(solution, term));
    for term in &query.position {
        large = large || is_large(query, term, budget)?;
    }
    if large {
        if let Some(winning) = by_quotient::winning(query, solution, budget)? {
            return Ok(Moves::TooMany { most: MAX_LISTED_MOVES, winning });
        }
        let winning = match by_period::winning(query, solution, &rest, budget)? {
            None => any_winning(query, solution, &rest, budget)?,
            found => found,
        };
        return Ok(Moves::TooMany { most: MAX_LISTED_MOVES, winning });
    }
    let mut found = Vec::new();
    let (mut count, mut untold) = (0, 0);
    for at in 0..query.position.len() {
        let walked = each(query, at, &mut count, budget, |parts| {
            match told(query, solution, at, parts, rest(at))? {
                Some(made) if all || made.wins() => found.push(made),
                Some(_) => {}
                None if all || query.question != Question::ValueAndMoves => untold += 1,
                None => return Err(missing(&query.position[at].component).into()),
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(Halt::Enough) => {
                let winning = found.into_iter().find(Move::wins);
                return Ok(Moves::TooMany { most: MAX_LISTED_MOVES, winning });
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
        None if !lost => Err(missing(&query.position[0].component)),
        made => Ok(Moves::One(made)),
    }
}

/// Whether the one component has more options than are listed where one winning move is enough.
fn has_many(query: &Query, budget: &mut Budget) -> Result<bool, Stopped> {
    const MANY: usize = 10_000;
    let [Term { ruleset, component }] = &query.position[..] else { return Ok(false) };
    let mut count = 0;
    let walked = query.rulesets[*ruleset].options(component, |_| {
        budget.tick()?;
        count += 1;
        if count > MANY { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Ok(()) => Ok(false),
        Err(Halt::Enough) => Ok(true),
        Err(Halt::Stopped(stopped)) => Err(stopped),
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
    let Term { ruleset, component } = &query.position[at];
    let mut results: HashSet<Vec<Component>> = HashSet::new();
    let widest = widest(&query.rulesets[*ruleset], component);
    budget.hold(widest)?;
    let walked = query.rulesets[*ruleset].options(component, |parts| {
        budget.poll()?;
        let mut sorted = parts.to_vec();
        sorted.sort_unstable();
        // The option and the move have a copy each; the lists of both are copied as they double.
        let lists = 3 * size_of::<Move>() + 4 * size_of::<Vec<Component>>();
        budget.hold(2 * sorted.iter().map(Component::bytes).sum::<u64>() + lists as u64)?;
        if !results.insert(sorted) {
            return Ok(());
        }
        *count += 1;
        if *count > u128::from(MAX_LISTED_MOVES) { Err(Halt::Enough) } else { visit(parts) }
    });
    budget.release(widest);
    walked
}

/// What the widest option takes while it is made, in bytes, where options have many parts: a part as text, as a component,
/// and as a copy of it.
fn widest(ruleset: &Ruleset, component: &Component) -> u64 {
    const PART: u64 = 220;
    let (Ruleset::Row(rules), Component::Row(word)) = (ruleset, component) else { return 0 };
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
    if query.convention == Convention::Misere || tells_outcomes(solution) {
        return Ok(vec![None; query.position.len()]);
    }
    let own = |term: &Term| solution.value(query, term.ruleset, &term.component);
    let values: Vec<Option<Nimber>> = query.position.iter().map(own).collect();
    let unknown = values.iter().filter(|value| value.is_none()).count();
    if let (false, Some(at)) = (all, values.iter().position(Option::is_none)) {
        return Err(missing(&query.position[at].component));
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
    let told = |term: &Term| solution.value(query, term.ruleset, &term.component).is_some();
    let less = |claim: &Claim| matches!(claim, Claim::ProofSearch(_) | Claim::Unchecked(..) | Claim::OutcomeMap(_));
    let whole = query.question == Question::ValueAndMoves || !solution.claims.iter().any(less);
    if query.convention == Convention::Misere || query.position.len() < 2 || whole && query.position.iter().all(told) {
        return Ok(None);
    }
    let left = query.unpaired(&query.position);
    if left.len() == query.position.len() {
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
    if query.question != Question::ValueAndMoves {
        return Ok(Moves::One(None));
    }
    let mut count = 0;
    for at in 0..query.position.len() {
        match each(query, at, &mut count, budget, |_| Ok(())) {
            Ok(()) => {}
            Err(Halt::Enough) => return Ok(Moves::TooMany { most: MAX_LISTED_MOVES, winning: None }),
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(Moves::Listed { moves: Vec::new(), count, untold: 0 })
}

/// The first winning move that the claims know of, where they tell outcomes of single components.
fn one(query: &Query, solution: &Solution, budget: &mut Budget) -> Result<Moves, Stopped> {
    let mut found = None;
    for (at, Term { ruleset, component }) in query.position.iter().enumerate() {
        let walked = query.rulesets[*ruleset].options(component, |parts| {
            budget.tick()?;
            let left: Vec<Term> =
                parts.iter().map(|part| Term { ruleset: *ruleset, component: part.clone() }).collect();
            let wins = match solution.claims.get(*ruleset) {
                Some(Claim::ProofSearch(_)) => solution.is(query, *ruleset, parts, Nimber::ZERO)? == Some(true),
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
        let Term { ruleset, component: Component::Bag(bag) } = &query.position[at] else { continue };
        let Ruleset::Bag(rules) = &query.rulesets[*ruleset] else { continue };
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
        Answer::Outcome(_) if query.convention == Convention::Normal => {
            query.position.iter().map(|term| solution.value(query, term.ruleset, &term.component)).sum()
        }
        _ => None,
    }
}

/// Whether a plain heap surely has more moves than are listed, without holding any of them: a move of a code or of the
/// form `take .. leaving ..` shows no option twice.
fn is_large(query: &Query, term: &Term, budget: &mut Budget) -> Result<bool, Stopped> {
    let (Ruleset::Heap(rules), Component::Heap(_)) = (&query.rulesets[term.ruleset], &term.component) else {
        return Ok(false);
    };
    if rules.moves.iter().any(|kind| matches!(kind, HeapMove::General(_))) {
        return Ok(false);
    }
    let most = MAX_LISTED_MOVES * rules.moves.len() as u64;
    let mut shown = 0;
    let walked = query.rulesets[term.ruleset].options(&term.component, |_| {
        budget.tick()?;
        shown += 1;
        if shown > most { Err(Halt::Enough) } else { Ok(()) }
    });
    match walked {
        Err(Halt::Stopped(stopped)) if stopped.is_limit() => Err(stopped),
        walked => Ok(matches!(walked, Err(Halt::Enough))),
    }
}

/// The first winning move among the first of each component.
fn any_winning(
    query: &Query,
    solution: &Solution,
    rest: &dyn Fn(usize) -> Option<Nimber>,
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    for (at, term) in query.position.iter().enumerate().filter(|(_, term)| !by_period::is_behind(solution, term)) {
        let (mut winning, mut shown) = (None, 0);
        let walked = query.rulesets[term.ruleset].options(&term.component, |parts| {
            budget.tick()?;
            shown += 1;
            winning = Some(after(query, solution, at, parts, rest(at))?).filter(Move::wins);
            if winning.is_some() || shown > MAX_LISTED_MOVES { Err(Halt::Enough) } else { Ok(()) }
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

/// The moves of a token whose matching is known. Each leaves the same graph; where not all are told, one that wins.
fn geography(query: &Query, claim: &Matching, all: bool, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let [Term { ruleset, component: component @ Component::Token(token) }] = &query.position[..] else {
        return Ok(None);
    };
    let fates = claim.moves();
    budget.hold((fates.len() * size_of::<Move>()) as u64)?;
    let mut moves = Vec::new();
    let mut fate = fates.iter();
    let walked = query.rulesets[*ruleset].options(component, |parts| {
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
    let ([Claim::ClosedForm(ClosedForm::Nim)], Convention::Normal) = (&solution.claims[..], query.convention) else {
        return None;
    };
    let total = total(query, solution)?;
    let mut count = 0u128;
    let mut moves = Vec::new();
    for (at, term) in query.position.iter().enumerate() {
        let Component::Heap(size) = term.component else { return None };
        count += u128::from(size);
        let rest = size ^ total.0;
        if rest < size {
            let to = if rest == 0 { Vec::new() } else { vec![Component::Heap(rest)] };
            let from = term.component.clone();
            let value = Some(Nimber::ZERO);
            moves.push(Move { component: at, from, to, value, outcome: Outcome::P, words: Vec::new() });
        }
    }
    Some(Moves::Listed { moves, count, untold: 0 })
}
