//! Winning moves of products of two games, without a look at each pair of options.
//!
//! Let the heaps of a pair have the values x and y, and let both games have options of the values u
//! and v. The move that both make changes the value of the pair by (u xor x) ⊗ (v xor y) (Conway,
//! On Numbers and Games, chapter 13). It wins if that is the value t of the whole sum, so for each
//! u one value remains, v = y xor t / (u xor x), and an option of the second game with this value
//! is looked up. Division is that of the nim field. Every move is compared with the claim.
//!
//! The options of each heap are listed with their values, up to [`MOST_OPTIONS`]. A larger heap has
//! its options by a closed form, if that gives them; then, and where not all options are listed,
//! one winning move is looked for among some of the values, and it may not be found.
//!
//! Cost: a quotient for each value of the heap with fewer of them, and a look-up.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use grundy_cert::{Claim, Factor, closed_form::ClosedForm};
use grundy_core::{Game as _, Nimber, Outcome, Visit};
use grundy_games::{Component, Convention, HeapRules, Ruleset};
use grundy_solvers::{Budget, Halt, Stopped};

use super::{
    listing::{MAX_LISTED_MOVES, Move, MoveRequest, Moves, over},
    lookup::total,
    nim_field::NimField,
};

/// The most options of a heap that are listed.
const MOST_OPTIONS: usize = 1 << 16;

/// The most steps of the rules for the options of a heap. A step may be a heap of an option, which
/// takes 16 bytes.
const MOST_STEPS: u64 = 1 << 24;

/// The most values of options that are tried where not all moves are found.
const MOST_TRIALS: u64 = 1 << 16;

/// Positions with fewer moves are left to the list of all options.
const FEW: u128 = 1 << 12;

/// A heap of a pair.
struct PairHeap {
    /// The value of the heap.
    value: u64,
    options: HeapOptions,
}

/// The options of a heap.
enum HeapOptions {
    /// Each with its value, in the order of the rules.
    Listed {
        each: Vec<(Vec<u64>, u64)>,
        /// The places of the options of a value.
        of: HashMap<u64, Vec<usize>>,
        /// Whether there are no others.
        whole: bool,
        /// Whether two moves leave the same.
        merged: bool,
    },
    /// So many, of which the closed form gives that of a value.
    Formula { form: &'static dyn ClosedForm, ruleset: Box<Ruleset>, heap: u64, count: u64 },
}

/// The winning moves of a sum of pairs. `None` if few moves are to be listed, if the claim does not
/// give the values, or if it contradicts a move that was found.
pub(super) fn moves(request: &MoveRequest<'_>, budget: &mut Budget) -> Result<Option<Moves>, Stopped> {
    let MoveRequest { query, solution, all, .. } = *request;
    let ([Claim::Product(claim)], [Ruleset::Product(rules)], Convention::Normal) =
        (&solution.claims[..], &query.rulesets[..], query.convention)
    else {
        return Ok(None);
    };
    let Some(Nimber(total)) = total(query, solution) else { return Ok(None) };
    let mut sides = Vec::new();
    let groups: Vec<Range<usize>> = request.groups().collect();
    for places in &groups {
        let Component::Pair([a, b]) = query.position[places.start].component else { return Ok(None) };
        let side = |at: usize, heap, budget: &mut _| PairHeap::of(&claim.factors[at], &rules.factors[at], heap, budget);
        let (Some(first), Some(second)) = (side(0, a, budget)?, side(1, b, budget)?) else { return Ok(None) };
        sides.push([first, second]);
    }
    let each = sides
        .iter()
        .zip(&groups)
        .map(|([a, b], places)| a.count().saturating_mul(b.count()).saturating_mul(places.len() as u128));
    let count: u128 = each.fold(0, u128::saturating_add);
    let whole = sides.iter().flatten().all(|side| matches!(side.options, HeapOptions::Listed { whole: true, .. }));
    if count == 0 {
        return Ok(Some(Moves::Listed { moves: Vec::new(), count, merged: false, unknown: 0 }));
    }
    if whole && (count < FEW || all && count <= MAX_LISTED_MOVES.into()) {
        return Ok(None);
    }
    let field = NimField::new();
    let most = if all || !whole { 1 } else { MAX_LISTED_MOVES as usize + 1 };
    let mut search = ProductSearch { field: &field, total, budget, found: Vec::new(), most };
    for (places, sides) in groups.iter().zip(&sides).filter(|_| total > 0) {
        if let Component::Pair(pair) = query.position[places.start].component {
            search.component((places.start, pair), sides)?;
        }
    }
    let found = search.found;
    // A claim that does not hold what the formula gives is left to the list of all options.
    let value = |made: &Move| made.to.iter().map(|part| solution.value(query, 0, part)).sum::<Option<Nimber>>();
    let own = |made: &Move| solution.value(query, 0, &made.from);
    let wins = |made: &Move| value(made).zip(own(made)).is_some_and(|(to, from)| to + from == Nimber(total));
    if !found.iter().all(wins) {
        return Ok(None);
    }
    if whole && !all && found.len() as u64 <= MAX_LISTED_MOVES {
        let merged = sides.iter().any(|[first, second]| first.merged(second) || second.merged(first));
        return Ok(Some(Moves::Listed { moves: found, count, merged, unknown: 0 }));
    }
    Ok(Some(Moves::TooMany { most: over(count).min(MAX_LISTED_MOVES), winning: found.into_iter().next() }))
}

impl PairHeap {
    /// `None` if the claim does not give the values.
    fn of(factor: &Factor, rules: &HeapRules, heap: u64, budget: &mut Budget) -> Result<Option<PairHeap>, Stopped> {
        let ruleset = Ruleset::Heap(rules.clone());
        let value = |heap: u64| match factor {
            Factor::Values(values) => values.get(usize::try_from(heap).ok()?).map(|value| value.0),
            Factor::Law(form) => form.value(&ruleset, &Component::Heap(heap)).map(|value| value.0),
        };
        let Some(own) = value(heap) else { return Ok(None) };
        if let &Factor::Law(form) = factor
            && let Some(count) = form.unique_options(&ruleset, &Component::Heap(heap))
            && count > MOST_OPTIONS as u64
        {
            return Ok(Some(PairHeap {
                value: own,
                options: HeapOptions::Formula { form, ruleset: ruleset.into(), heap, count },
            }));
        }
        let mut seen: HashSet<Vec<u64>> = HashSet::new();
        let (mut each, mut known, mut merged) = (Vec::new(), true, false);
        let mut steps = 0u64;
        let walked = rules.walk(&heap, |step| {
            let left = match step {
                Visit::Option(left) => left,
                Visit::Work(many) => {
                    budget.charge(many)?;
                    steps += u64::from(many);
                    // Rules may compute for long without an option.
                    return if steps > MOST_STEPS { Err(Halt::Enough) } else { Ok(()) };
                }
            };
            budget.charge(1 + left.len() as u32)?;
            let mut left = left.to_vec();
            left.sort_unstable();
            let values = left.iter().map(|&part| value(part).filter(|_| part < heap));
            let Some(sum) = values.into_iter().try_fold(0, |sum, value| Some(sum ^ value?)) else {
                known = false;
                return Err(Halt::Enough);
            };
            if seen.contains(&left) {
                merged = true;
                return Ok(());
            }
            budget.hold(2 * (size_of::<(Vec<u64>, u64)>() + size_of_val(&left[..])) as u64)?;
            seen.insert(left.clone());
            each.push((left, sum));
            if each.len() > MOST_OPTIONS { Err(Halt::Enough) } else { Ok(()) }
        });
        let whole = match walked {
            Ok(()) => true,
            Err(Halt::Enough) => false,
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        };
        let mut of: HashMap<u64, Vec<usize>> = HashMap::new();
        each.iter().enumerate().for_each(|(at, (_, value))| of.entry(*value).or_default().push(at));
        let options = HeapOptions::Listed { each, of, whole, merged };
        Ok(known.then_some(PairHeap { value: own, options }))
    }

    /// The number of options, or fewer if not all are listed.
    fn count(&self) -> u128 {
        match &self.options {
            HeapOptions::Listed { each, .. } => each.len() as u128,
            HeapOptions::Formula { count, .. } => (*count).into(),
        }
    }

    /// Whether two moves of this heap leave the same, and the other heap has a move.
    fn merged(&self, other: &PairHeap) -> bool {
        matches!(self.options, HeapOptions::Listed { merged: true, .. }) && other.count() > 0
    }

    /// The values of options to try.
    fn trials(&self) -> Vec<u64> {
        match &self.options {
            HeapOptions::Listed { each, of, .. } => {
                let first = |at: usize, value: &u64| of.get(value).is_some_and(|places| places[0] == at);
                let values = each.iter().map(|(_, value)| *value).enumerate();
                values.filter(|(at, value)| first(*at, value)).map(|(_, value)| value).collect()
            }
            // Every smaller value is that of an option.
            HeapOptions::Formula { .. } => {
                let many = self.value.min(MOST_TRIALS);
                let step = self.value.checked_div(many).unwrap_or(1);
                (0..many).map(|at| at * step).collect()
            }
        }
    }

    /// The options of a value.
    fn with(&self, value: u64) -> Vec<Vec<u64>> {
        match &self.options {
            HeapOptions::Listed { each, of, .. } => {
                of.get(&value).into_iter().flatten().map(|&at| each[at].0.clone()).collect()
            }
            HeapOptions::Formula { form, ruleset, heap, .. } => {
                match form.option(ruleset, &Component::Heap(*heap), Nimber(value)) {
                    Some(Component::Heap(0)) => vec![Vec::new()],
                    Some(Component::Heap(left)) => vec![vec![left]],
                    _ => Vec::new(),
                }
            }
        }
    }
}

/// The search for winning moves.
struct ProductSearch<'s> {
    field: &'s NimField,
    /// The value of the whole sum, which is not 0.
    total: u64,
    budget: &'s mut Budget,
    /// The winning moves so far.
    found: Vec<Move>,
    /// So many are enough.
    most: usize,
}

impl ProductSearch<'_> {
    /// Finds the winning moves of the pair at a place of the sum.
    fn component(&mut self, at: (usize, [u64; 2]), [first, second]: &[PairHeap; 2]) -> Result<(), Stopped> {
        let [ours, theirs] = [first, second].map(PairHeap::trials);
        let swapped = theirs.len() < ours.len();
        let (own, other, values) = if swapped { (second, first, theirs) } else { (first, second, ours) };
        for (tried, value) in values.into_iter().enumerate() {
            if tried % 16 == 0 {
                self.budget.charge(16)?;
            }
            let Some(inverse) = self.field.inverse(value ^ own.value) else { continue };
            let answers = other.with(other.value ^ self.field.product(self.total, inverse));
            if answers.is_empty() {
                continue;
            }
            for one in own.with(value) {
                for answer in &answers {
                    if self.found.len() >= self.most {
                        return Ok(());
                    }
                    let (left, right) = if swapped { (answer, &one) } else { (&one, answer) };
                    let made = made(at, left, right);
                    let bytes = made.to.iter().map(Component::bytes).sum::<u64>();
                    self.budget.hold(2 * size_of::<Move>() as u64 + bytes)?;
                    self.found.push(made);
                }
            }
        }
        Ok(())
    }
}

/// The move in a pair that leaves these heaps of both games.
fn made((component, [a, b]): (usize, [u64; 2]), left: &[u64], right: &[u64]) -> Move {
    let pairs = left.iter().map(|&x| [x, b]).chain(right.iter().map(|&y| [a, y]));
    let both = left.iter().flat_map(|&x| right.iter().map(move |&y| [x, y]));
    let to = pairs.chain(both).map(Component::Pair).collect();
    let (words, actions) = (Vec::new(), Vec::new());
    let (from, value) = (Component::Pair([a, b]), Some(Nimber::ZERO));
    Move { component, from, to, value, outcome: Outcome::P, words, actions }
}
