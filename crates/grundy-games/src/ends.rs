//! Termination: the proof that every play of a game ends. It is found when the text is read, or the
//! game is refused.
//!
//! *Words* ([`words`]). One weight function serves all rules, and no rule makes a component
//! heavier. Rules of equal weight have one piece of equal length, and lead to a smaller word in one
//! common alphabetical order. A separate proof for each rule would be wrong: `b -> aa` and `aa ->
//! bb` each end alone and loop together. Two weight functions are tried: the length, and integer
//! weights found by the perceptron rule (raise the letters of the left side and lower those of the
//! right side while a rule is not strict), which finds strict weights if they exist, given enough
//! rounds. A rule between anagrams keeps the weight under all weights, and must lead down
//! alphabetically. A ring has no first letter, so that there every rule must make the component
//! strictly lighter.
//!
//! *Heaps* ([`heaps`], [`measure`]). Every new heap must be smaller; heaps with a kind must be
//! lower in one measure. The text proves it if the right side only subtracts ([`clause_shrinks`]).
//! Else small heaps are tried here, and each later expansion is checked.
//!
//! *Example.* `"ab" -> "b"` ends by the length. `"a" -> "bb", "bb" -> "c"` makes a word longer, and
//! ends by the weights a = 3, b = 1, c = 1, under which every rule is strict. `"ab" -> "ba"` keeps
//! every weight, and ends since it leads to a smaller word if b comes before a.
//!
//! *Limits.* Termination of rewriting is undecidable, so some games that end are refused; the
//! message has the weights that were tried, and [`cycle`] an infinite play if a short one is found.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use grundy_core::{Fault, Game};
use num_integer::gcd;

use crate::{
    Typed,
    boards::{
        heap::{HeapMove, HeapRules, grows},
        row::{RowMove, RowRules, Symbol},
        typed::{Measure, TypedRules},
    },
    heaps::{
        clause::{Clause, ClauseReport, ClauseStep, ENDLESS, EqualHeaps},
        expr::Expr,
        linear::linear,
    },
};

/// The proof that a game on words ends.
///
/// `grundy rules` prints it as the reason why play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordProof {
    /// The weights of the letters; `None` if all weights are 1.
    pub weights: Option<BTreeMap<char, u64>>,
    /// The order for rules of equal weight: the letters from the least to the greatest, and whether
    /// words are compared from their left ends. `None` if every rule is strict.
    pub order: Option<(Vec<char>, bool)>,
}

/// The number of letters of rules that the search for weights visits before it gives up.
const LOOKS: usize = 4_000_000;

/// A rule as the proof reads it: the symbols of the left side and of each piece.
struct SymbolRule<'a> {
    left: &'a [Symbol],
    pieces: Vec<Vec<Symbol>>,
    /// The rule as it is written.
    text: String,
}

/// Proves that a game on words ends.
///
/// An ending is ignored: without it there are more moves, and play must end even then.
///
/// # Cost
/// The search for weights looks at no more than four million letters of the rules.
///
/// # Errors
///
/// Returns the weight functions that were tried, each with the rule that it fails on. Termination
/// of rewriting is undecidable, so that this is not a proof that the game has an infinite play; see
/// [`cycle`].
pub fn words(rules: &RowRules, ring: bool) -> Result<WordProof, String> {
    let rewrites: Vec<SymbolRule<'_>> = rules
        .moves
        .iter()
        .filter_map(|kind| {
            let RowMove::Rewrite(rule) = kind.unrestricted() else { return None };
            Some(SymbolRule { left: &rule.left, pieces: pieces(&rule.right, ring), text: rule.to_string() })
        })
        .collect();
    let mut tried = Vec::new();
    for by_length in [true, false] {
        let weights = if by_length { None } else { Some(perceptron(&rewrites)) };
        let weight = |symbols: &[Symbol]| match weigh(symbols, weights.as_ref()) {
            // A variable denotes one letter, and every letter has the length 1.
            (letters, variables) if by_length => (letters + variables.values().sum::<u64>(), BTreeMap::new()),
            weight => weight,
        };
        let mut equal = Vec::new();
        let mut heavier = None;
        for rule in &rewrites {
            for piece in &rule.pieces {
                match compare(&weight(rule.left), &weight(piece)) {
                    Some(true) => {}
                    Some(false) if rule.pieces.len() == 1 && rule.left.len() == piece.len() && !ring => {
                        equal.push((rule.left, &piece[..]));
                    }
                    result => {
                        heavier = heavier.or(Some((rule, result.is_some())));
                    }
                }
            }
        }
        let name = weights.as_ref().map_or("the length".to_owned(), |weights| {
            let all: Vec<String> = weights.iter().map(|(letter, weight)| format!("{letter} = {weight}")).collect();
            format!("the weights {}", all.join(", "))
        });
        if weights.as_ref().is_some_and(|weights| weights.values().all(|&weight| weight == 1)) {
            continue;
        }
        if let Some((rule, keeps_weight)) = heavier {
            let why = match keeps_weight {
                true if ring => "keeps the weight, and on a ring it must lower it",
                true if rule.pieces.len() > 1 => "leaves a piece of the same weight, and a rule with | must lower it",
                true => "keeps the weight but not the length",
                false => "may leave a piece that is not lighter",
            };
            tried.push(format!("under {name}, the rule {} {why}", rule.text));
            continue;
        }
        if equal.is_empty() {
            return Ok(WordProof { weights, order: None });
        }
        for from_left in [true, false] {
            if let Some(order) = alphabetic(&equal, from_left) {
                return Ok(WordProof { weights, order: Some((order, from_left)) });
            }
        }
        tried.push(format!(
            "under {name}, there is no alphabetical order in which every rule of equal weight leads to a smaller word"
        ));
    }
    Err(tried.join("; "))
}

/// Returns the pieces that replace the left side of a rule. On a ring, the first and the last piece
/// are joined in the row that remains.
fn pieces(right: &[Vec<Symbol>], ring: bool) -> Vec<Vec<Symbol>> {
    match right {
        [first, middle @ .., last] if ring => {
            let joined = [&last[..], &first[..]].concat();
            std::iter::once(joined).chain(middle.iter().cloned()).collect()
        }
        _ => right.to_vec(),
    }
}

/// Returns the weight of a side: a constant, and the number of occurrences of each variable.
fn weigh(symbols: &[Symbol], weights: Option<&BTreeMap<char, u64>>) -> (u64, BTreeMap<usize, u64>) {
    let mut variables = BTreeMap::new();
    let mut total = 0;
    for symbol in symbols {
        match *symbol {
            Symbol::Letter(letter) | Symbol::Run(letter) => {
                total += weights.map_or(1, |weights| weights.get(&letter).copied().unwrap_or(1));
            }
            Symbol::Variable(variable) => *variables.entry(variable).or_insert(0) += 1,
        }
    }
    (total, variables)
}

/// Returns `Some(true)` if the left side is heavier for all values of the variables, `Some(false)`
/// if it is as heavy, and `None` if neither is certain.
fn compare(left: &(u64, BTreeMap<usize, u64>), right: &(u64, BTreeMap<usize, u64>)) -> Option<bool> {
    if right.1.iter().any(|(variable, count)| left.1.get(variable).is_none_or(|have| have < count)) {
        return None;
    }
    let lost: u64 = left.1.iter().map(|(variable, count)| count - right.1.get(variable).unwrap_or(&0)).sum();
    match left.0.cmp(&right.0) {
        std::cmp::Ordering::Less if lost > 0 && left.0 + lost > right.0 => Some(true),
        std::cmp::Ordering::Less => None,
        std::cmp::Ordering::Equal => Some(lost > 0),
        std::cmp::Ordering::Greater => Some(true),
    }
}

/// Returns positive weights under which every rule that is not between anagrams is strict, or the
/// last weights tried.
fn perceptron(rules: &[SymbolRule<'_>]) -> BTreeMap<char, u64> {
    let letters = |symbols: &[Symbol]| -> Vec<char> {
        symbols
            .iter()
            .filter_map(|symbol| match *symbol {
                Symbol::Letter(letter) | Symbol::Run(letter) => Some(letter),
                Symbol::Variable(_) => None,
            })
            .collect()
    };
    let mut constraints: Vec<BTreeMap<char, i64>> = Vec::new();
    let mut weights: BTreeMap<char, i64> = BTreeMap::new();
    for rule in rules {
        for piece in &rule.pieces {
            let mut row = BTreeMap::new();
            letters(rule.left).into_iter().for_each(|letter| *row.entry(letter).or_insert(0) += 1);
            letters(piece).into_iter().for_each(|letter| *row.entry(letter).or_insert(0) -= 1);
            row.keys().for_each(|&letter| {
                weights.insert(letter, 1);
            });
            row.retain(|_, count| *count != 0);
            if !row.is_empty() {
                constraints.push(row);
            }
        }
    }
    let looks = constraints.iter().map(BTreeMap::len).sum::<usize>().max(1);
    for _ in 0..(LOOKS / looks).min(20_000) {
        let mut changed = false;
        for row in &constraints {
            let gain: i64 = row.iter().map(|(letter, count)| weights[letter] * count).sum();
            if gain < 1 {
                row.iter()
                    .for_each(|(letter, count)| *weights.get_mut(letter).expect("a letter of the rules") += count);
                changed = true;
            }
        }
        for weight in weights.values_mut().filter(|weight| **weight < 1) {
            *weight = 1;
            changed = true;
        }
        if !changed {
            break;
        }
    }
    let weights: BTreeMap<char, u64> =
        weights.into_iter().map(|(letter, weight)| (letter, weight.unsigned_abs())).collect();
    let divisor = weights.values().fold(0, |a, &b| gcd(a, u128::from(b))).max(1);
    weights.into_iter().map(|(letter, weight)| (letter, (u128::from(weight) / divisor) as u64)).collect()
}

/// Returns an order of the letters, least first, in which every rule leads to a smaller word, or
/// `None`: at the first difference, the letter of the left side must be the greater one. A
/// topological sort.
fn alphabetic(rules: &[(&[Symbol], &[Symbol])], from_left: bool) -> Option<Vec<char>> {
    let mut greater: BTreeMap<char, BTreeSet<char>> = BTreeMap::new();
    for (left, right) in rules {
        let pairs: Vec<(&Symbol, &Symbol)> = left.iter().zip(right.iter()).collect();
        let differs = |pair: &&(&Symbol, &Symbol)| pair.0 != pair.1;
        let first = if from_left { pairs.iter().find(differs) } else { pairs.iter().rev().find(differs) };
        let &(Symbol::Letter(high), Symbol::Letter(low)) = first? else { return None };
        greater.entry(*low).or_default();
        greater.entry(*high).or_default().insert(*low);
    }
    let mut order = Vec::new();
    while !greater.is_empty() {
        let least = *greater.iter().find(|(_, lower)| lower.is_empty())?.0;
        greater.remove(&least);
        greater.values_mut().for_each(|lower| {
            lower.remove(&least);
        });
        order.push(least);
    }
    Some(order)
}

/// Returns a play from a word back to it, or to a longer word that contains it if the rules apply
/// inside words too.
///
/// Searches from short words over the letters of the rules, within fixed bounds. `None` is no proof
/// that play ends. It is an example for a message and proves that the game need not end.
pub fn cycle(rules: &RowRules, ring: bool) -> Option<Vec<String>> {
    let anchored = |kind: &RowMove| match kind {
        RowMove::Rewrite(rule) => rule.at_start || rule.at_end,
        _ => matches!(kind, RowMove::Within(..)),
    };
    let inside = !ring && rules.until.is_none() && !rules.moves.iter().any(anchored);
    let mut letters = BTreeSet::new();
    for kind in &rules.moves {
        let RowMove::Rewrite(rule) = kind.unrestricted() else { continue };
        for symbol in rule.left.iter().chain(rule.right.iter().flatten()) {
            match *symbol {
                Symbol::Letter(letter) | Symbol::Run(letter) => letters.insert(letter),
                Symbol::Variable(_) => letters.insert('a'),
            };
        }
    }
    let letters: Vec<char> = letters.into_iter().take(3).collect();
    let mut starts = vec![String::new()];
    let mut at = 0;
    while starts.len() < 4_000 / (10 + rules.moves.len()) && at < starts.len() {
        let word = starts[at].clone();
        starts.extend(letters.iter().map(|letter| format!("{word}{letter}")));
        at += 1;
    }
    starts.iter().filter(|start| !start.is_empty()).find_map(|start| returns(rules, start, inside))
}

/// Returns a shortest play from `start` back to it, by a bounded breadth-first search.
fn returns(rules: &RowRules, start: &String, inside: bool) -> Option<Vec<String>> {
    let mut parent: BTreeMap<String, String> = BTreeMap::new();
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(word) = queue.pop_front() {
        if parent.len() > 200 {
            return None;
        }
        let mut found = None;
        let walked = rules.options(&word, |pieces| {
            for piece in pieces.iter().filter(|piece| piece.len() <= start.len() + 8) {
                if piece == start || inside && piece.contains(start.as_str()) {
                    found = Some(piece.clone());
                }
                if !parent.contains_key(piece) && piece != start {
                    parent.insert(piece.clone(), word.clone());
                    queue.push_back(piece.clone());
                }
            }
            Ok::<(), Fault>(())
        });
        if let (Ok(()), Some(last)) = (walked, found) {
            let mut path = vec![last];
            let mut at = word;
            while at != *start {
                path.push(at.clone());
                at = parent.get(&at)?.clone();
            }
            path.push(start.clone());
            path.reverse();
            return Some(path);
        }
    }
    None
}

/// Returns whether the text proves that every heap of the right side is smaller: each is the old
/// heap less a linear expression that is at least 1 within the ranges of the names.
///
/// Names in ranges are bounded from below by their least number, names of a split by 0.
pub fn clause_shrinks(clause: &Clause) -> bool {
    let least = |slot: usize| {
        clause.steps.iter().find_map(|step| match step {
            ClauseStep::In(bound, values) if *bound == slot => values
                .0
                .iter()
                .map(|(low, _)| if let Expr::Number(low) = *low { Some(low) } else { None })
                .collect::<Option<Vec<u64>>>()
                .and_then(|all| all.into_iter().min()),
            ClauseStep::Parts(slots, _) if slots.contains(&slot) => Some(0),
            _ => None,
        })
    };
    clause.kind.is_none()
        && clause.terms.iter().all(|term| {
            match term.heap().and_then(|heap| linear(&heap.sizes[0], clause.names.len())) {
                Some((constant, factors)) if factors[0] == 1 => {
                    let bound =
                        factors.iter().enumerate().skip(1).try_fold(-constant, |total, (slot, &factor)| match factor {
                            0 => Some(total),
                            1.. => None,
                            _ => total.checked_sub(factor.checked_mul(i128::from(least(slot)?))?),
                        });
                    bound.is_some_and(|bound| bound >= 1)
                }
                _ => false,
            }
        })
}

/// Refuses rules that do not make every heap up to 40 smaller, unless their text proves it.
///
/// Larger heaps are checked when they are expanded.
///
/// # Errors
///
/// Returns the number of the faulty move, and the instance.
pub fn heaps(rules: &HeapRules) -> Result<(), (usize, String)> {
    for (at, kind) in rules.moves.iter().enumerate() {
        let HeapMove::General(clause) = kind else { continue };
        if clause_shrinks(clause) {
            continue;
        }
        for heap in 1..=40u64 {
            let (mut steps, mut work) = (0, 0);
            let tried = clause.expand(&[heap], 100_000, |seen| match seen {
                ClauseReport::Work(more) => spend(&mut work, more),
                ClauseReport::Option(instance, parts) => {
                    if let Some(endless) = grows(heap, instance, parts) {
                        return Err(endless);
                    }
                    steps += 1;
                    if steps < 2_000 { Ok(()) } else { Err(Fault(String::new())) }
                }
            });
            if let Err(Fault(why)) = tried
                && why.starts_with(ENDLESS)
            {
                return Err((at, why));
            }
        }
    }
    Ok(())
}

/// Counts work on one heap. A fault without words ends the trial, as too many options do.
fn spend(work: &mut u64, more: u32) -> Result<(), Fault> {
    const MOST: u64 = 1 << 21;
    *work += u64::from(more);
    if *work > MOST { Err(Fault(String::new())) } else { Ok(()) }
}

/// With more kinds than this, none may grow.
const MOST_STAGED: usize = 1 << 10;

/// Chooses the measure and the ranks of the kinds of a typed system, from its moves at small sizes.
/// Each later expansion is checked against the choice.
///
/// The sum of the sizes is tried first, then their lexicographic order, then both within the kinds
/// that turn into each other: then sizes may grow where play does not come back. A measure that the
/// rules give is not tried on sizes that need not come up: it is checked at each expansion.
///
/// # Errors
///
/// Returns an instance that no measure explains, with the number of its clause; no number if
/// several are at fault together.
pub fn measure(rules: &mut TypedRules) -> Result<(), (Option<usize>, String)> {
    let mut why = (None, String::new());
    if rules.clauses.iter().any(|clause| clause.measure.is_some()) {
        rules.measure = Measure::Given;
        rules.ranks = (0..rules.kinds.len()).collect();
        return Ok(());
    }
    for measure in [Measure::Sum, Measure::Lexicographic, Measure::StagedSum, Measure::StagedLexicographic] {
        if measure.is_staged() && rules.kinds.len() > MOST_STAGED {
            break;
        }
        rules.measure = measure;
        rules.stages = if measure.is_staged() { rules.stages_of() } else { Vec::new() };
        match rank_kinds(rules) {
            Ok(ranks) => {
                rules.ranks = ranks;
                return Ok(());
            }
            Err(instance) => why = instance,
        }
    }
    Err(why)
}

/// Returns the ranks of the kinds under the measure of the rules: a move that keeps it must lead to
/// a kind of lower rank.
fn rank_kinds(rules: &TypedRules) -> Result<Vec<usize>, (Option<usize>, String)> {
    let mut below: Vec<HashSet<usize>> = vec![HashSet::new(); rules.kinds.len()];
    for (at, clause) in rules.clauses.iter().enumerate() {
        let Some(kind) = clause.kind.clone() else { continue };
        let from = rules.kinds.iter().position(|known| *known == kind).unwrap_or(0);
        for sizes in small_sizes(clause.arity) {
            let before = Typed { kind: kind.clone(), sizes };
            let (mut steps, mut work) = (0, 0);
            let tried = clause.expand(&before.sizes, 2_000, |seen| {
                let (instance, parts) = match seen {
                    ClauseReport::Option(instance, parts) => (instance, parts),
                    ClauseReport::Work(more) => return spend(&mut work, more),
                };
                steps += 1;
                if steps > 500 {
                    return Err(Fault(String::new()));
                }
                for EqualHeaps { term, sizes, .. } in parts {
                    let to = term.kind.clone().unwrap_or_else(|| kind.clone());
                    let next = rules.kinds.iter().position(|known| *known == to).unwrap_or(0);
                    match rules.compare((Some(from), &before.sizes), (Some(next), sizes)) {
                        std::cmp::Ordering::Less => {}
                        std::cmp::Ordering::Equal if next != from => {
                            below[from].insert(next);
                        }
                        _ => {
                            let after = Typed { kind: to, sizes: sizes.clone() };
                            return Err(instance.endless(&before, after));
                        }
                    }
                }
                Ok(())
            });
            if let Err(Fault(why)) = tried
                && why.starts_with(ENDLESS)
            {
                return Err((Some(at), why));
            }
        }
    }
    let mut ranks = vec![None; rules.kinds.len()];
    for rank in 0..rules.kinds.len() {
        let free = (0..ranks.len()).find(|&at| ranks[at].is_none() && below[at].iter().all(|&to| ranks[to].is_some()));
        let Some(at) = free else {
            let stuck: Vec<&str> =
                rules.kinds.iter().zip(&ranks).filter(|(_, rank)| rank.is_none()).map(|(kind, _)| &**kind).collect();
            let why =
                format!("{ENDLESS}: the kinds {} can turn into each other without getting smaller", stuck.join(", "));
            return Err((None, why));
        };
        ranks[at] = Some(rank);
    }
    Ok(ranks.into_iter().flatten().collect())
}

/// Returns all choices of small sizes; the more sizes there are, the smaller they are.
fn small_sizes(arity: usize) -> Vec<Vec<u64>> {
    let most = match arity {
        0 | 1 => 40,
        2 => 12,
        3 => 6,
        _ => 3,
    };
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        all = all.iter().flat_map(|sizes| (0..=most).map(|size| [&sizes[..], &[size]].concat())).collect();
    }
    all
}
