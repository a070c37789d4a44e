//! Estimates the cost of a search: the number of positions that are reachable from the start.
//!
//! Of orders and graphs as sets of bits, parts of the start are searched. Elsewhere a probe of some
//! hundred positions is exact if few are reachable; otherwise theory or counting gives a bound.
//!
//! The effort of an estimate is bounded for the whole sum (`ALLOWANCE`), and does not depend on the
//! clock; so a plan is the same on every machine. The constants of [`bound`] are rough, from games
//! of each kind, and no answer depends on them.

use grundy_core::{Fault, Game, Visit};
use grundy_games::{
    Component, Convention, Ending, Gap, HeapMove, HeapRules, Query, Question, RowMove, Ruleset, Term,
    heaps::clause::{Clause, ClauseStep},
};
use rustc_hash::FxHashSet;

use super::{ENTRY, outside, subsets};
use crate::solver::{Estimate, Refusal};

/// Returns the estimate for a query, or why it is refused. An estimate of at least `most`
/// nanoseconds may be any number from there on.
pub(super) fn assess(query: &Query, most: f64) -> Result<Estimate, Refusal> {
    if query.question == Question::Table && query.table_end().is_none() {
        return Err("a table is made of heaps".into());
    }
    if let Some(heap) = endless_heap(query) {
        return Err(format!(
            "over {SMALL_REACH} different heaps are reachable from {heap}, which is too large for a search"
        )
        .into());
    }
    if query.position.iter().any(|term| has_many_moves(&query.rulesets[term.ruleset], &term.component)) {
        return Err("these stones have too many moves for a search".into());
    }
    let is_value = query.convention == Convention::Normal && query.question != Question::Table;
    let sets = if is_value { subsets::estimate(query) } else { None };
    let sets = match sets {
        Some(estimate) if subsets::are_few(estimate.positions) => return Ok(estimate),
        sets => sets.map_or(f64::INFINITY, |estimate| estimate.positions),
    };
    let width = |term: &Term| {
        let ruleset = &query.rulesets[term.ruleset];
        if let (Convention::Misere, Some(few)) = (query.convention, few_options(ruleset, &term.component)) {
            return few;
        }
        if nests_loops(ruleset) {
            let counters = term.component.options();
            return counters.max((counters * counters / 2.0).min(MANY));
        }
        // Factors have a third of the length of their word on average.
        term.component.options() / if only_cuts(ruleset) { 3.0 } else { 1.0 } + scanned(ruleset) as f64
    };
    let mut widest = query.position.iter().map(width).fold(1.0, f64::max);
    let mut allowance = ALLOWANCE;
    let enough = most / (widest * NANOSECONDS);
    let reached =
        query.position.iter().map(|term| reach(&query.rulesets[term.ruleset], &term.component, &mut allowance, enough));
    let mut positions: f64 = match query.convention {
        // An empty sum of floating point numbers is -0.
        Convention::Normal => 0.0 + reached.sum::<f64>(),
        Convention::Misere => sums(query, &reached.collect::<Vec<f64>>()),
    };
    if query.convention == Convention::Misere
        && let Some(counters) = counters_that_part(query)
    {
        (positions, widest) = (positions.max(partitions(counters)), widest.max(5.0 * counters));
    }
    positions = positions.min(sets).min(COUNTLESS);
    // In addition to the table, the search holds a path with the options that it has not expanded.
    let heaviest = query.position.iter().map(|term| outside(&term.component)).max().unwrap_or(0) as f64;
    let bytes = positions * (ENTRY as f64 + heaviest) + widest * (size_of::<Component>() as f64 + heaviest);
    Ok(Estimate { positions, bytes, nanoseconds: positions * widest * NANOSECONDS })
}

/// The time for an option.
const NANOSECONDS: f64 = 200.0;

/// The largest count of positions that is estimated, so that no estimate is infinite.
const COUNTLESS: f64 = 1e100;

/// Returns the number of all counters of a sum of heaps, if a move may split a heap; else `None`.
///
/// Each heap of rules that leave at most one stays one heap.
fn counters_that_part(query: &Query) -> Option<f64> {
    let part = |ruleset: &Ruleset| matches!(ruleset, Ruleset::Heap(rules) if !rules.leaves_at_most_one());
    let sizes = query.position.iter().map(|term| match term.component {
        Component::Heap(size) => Some(size as f64),
        _ => None,
    });
    if query.rulesets.iter().any(part) { sizes.sum() } else { None }
}

/// Returns the number of sums of components that are reachable from those of a sum, of which none
/// leaves two: multisets with one from each. `reached` are the numbers of components reachable from
/// each.
///
/// Plain heaps of one ruleset are counted as if a smaller heap reached no others than a larger one
/// does; of other boards, only equal components are known to reach the same.
fn sums(query: &Query, reached: &[f64]) -> f64 {
    let mut alike: Vec<(&Term, Vec<f64>)> = Vec::new();
    for (term, &own) in query.position.iter().zip(reached) {
        let is_alike = |other: &Term| {
            let heaps = matches!(query.rulesets[term.ruleset], Ruleset::Heap(_));
            other.ruleset == term.ruleset && (heaps || other.component == term.component)
        };
        match alike.iter_mut().find(|(other, _)| is_alike(other)) {
            Some((_, all)) => all.push(own),
            None => alike.push((term, vec![own])),
        }
    }
    alike.into_iter().map(|(_, mut all)| multisets(&mut all)).product()
}

/// Returns the number of sequences x1 <= x2 <= .. of numbers from 1 on with x1 <= r1, x2 <= r2, ..
/// for these bounds in ascending order.
///
/// Method: N(k) = C(r(k), 1) N(k-1) - C(r(k-1), 2) N(k-2) + C(r(k-2), 3) N(k-3) - .. (a determinant
/// of Steck); the terms of long sequences cancel too much, and then all bounds count as the last
/// one.
fn multisets(bounds: &mut [f64]) -> f64 {
    const LONG: usize = 6;
    let choose = |of: f64, many: usize| (0..many).map(|at| (of - at as f64).max(0.0) / (at as f64 + 1.0)).product();
    bounds.sort_unstable_by(f64::total_cmp);
    let product: f64 = bounds.iter().product();
    if bounds.len() > LONG {
        let last = bounds[bounds.len() - 1];
        let all: f64 = choose(last + bounds.len() as f64 - 1.0, bounds.len());
        return all.min(product);
    }
    let mut counts = vec![1.0f64];
    for at in 0..bounds.len() {
        let terms = (0..=at).map(|back| {
            let chosen: f64 = choose(bounds[at - back], back + 1);
            (if back % 2 == 0 { 1.0 } else { -1.0 }) * chosen * counts[at - back]
        });
        counts.push(terms.sum());
    }
    counts[bounds.len()].clamp(1.0, product.max(1.0))
}

/// Returns roughly the number of partitions of this many counters into heaps (Hardy and Ramanujan
/// 1918). A search in misère play meets about as many sums. At most 10^18, which is more than any
/// search can do.
fn partitions(counters: f64) -> f64 {
    let counters = counters.max(1.0);
    let many = (std::f64::consts::PI * (2.0 * counters / 3.0).sqrt()).exp() / (4.0 * 3f64.sqrt() * counters);
    many.min(1e18)
}

/// The effort of one estimate, for the whole sum: options, the bytes that they hold, and words
/// scanned.
const ALLOWANCE: u64 = 1 << 18;

/// Returns the number of words that are scanned to find the options of one component.
fn scanned(ruleset: &Ruleset) -> u64 {
    match ruleset {
        Ruleset::Bag(_) => ruleset.lists().iter().map(|list| list.len() as u64).sum(),
        // The canonical form of a tape on which the game is over is a shortest listed word.
        Ruleset::Tape(rules) => rules.until.as_ref().and_then(Ending::words).map_or(0, |list| list.len() as u64),
        _ => 0,
    }
}

/// Larger heaps are searched only if few heaps are reachable from them.
const HUGE: u64 = 1 << 34;

/// How many heaps may be reachable from a huge one.
const SMALL_REACH: usize = 1 << 15;

/// Returns a huge heap from which more heaps are reachable than a probe can visit. A search would
/// run until its memory is full; the refusal reports it at once instead.
fn endless_heap(query: &Query) -> Option<u64> {
    query.position.iter().find_map(|term| match (&query.rulesets[term.ruleset], &term.component) {
        (Ruleset::Heap(rules), &Component::Heap(heap)) if heap > HUGE => (!few_come_up(rules, heap)).then_some(heap),
        _ => None,
    })
}

/// Returns the number of options of a heap, if it is small; `None` for other components.
fn few_options(ruleset: &Ruleset, component: &Component) -> Option<f64> {
    const FEW: usize = 300;
    if !matches!(component, Component::Heap(_) | Component::Typed(_)) {
        return None;
    }
    let (mut options, mut steps) = (0, 0);
    let walked = ruleset.walk(component, |visit| {
        match visit {
            Visit::Option(_) => options += 1,
            Visit::Work(own) => steps += own as usize / WORK,
        }
        if options + steps < FEW { Ok(()) } else { Err(Fault(String::new())) }
    });
    walked.is_ok().then_some(options.max(1) as f64)
}

/// Heaps with nested loops are priced with at most so many options.
const MANY: f64 = 4_096.0;

/// Whether a rule on heaps has a loop in a loop: its options are far more than a heap has counters.
fn nests_loops(ruleset: &Ruleset) -> bool {
    let loops = |step: &ClauseStep| match step {
        ClauseStep::In(..) => 1,
        ClauseStep::Parts(names, _) => names.len().saturating_sub(1),
        ClauseStep::Where(_) => 0,
    };
    let nests = |clause: &Clause| clause.steps.iter().map(loops).sum::<usize>() > 1;
    match ruleset {
        Ruleset::Heap(rules) => rules.moves.iter().any(|own| matches!(own, HeapMove::General(clause) if nests(clause))),
        Ruleset::Typed(rules) => rules.clauses.iter().any(nests),
        _ => false,
    }
}

/// Whether the moves of a graph with stones take too much work to list, decided within as many
/// steps as a search may take for one position of heaps. Only stones on graphs are looked at.
fn has_many_moves(ruleset: &Ruleset, component: &Component) -> bool {
    if !matches!(component, Component::Stones(_)) {
        return false;
    }
    let mut steps = 0u64;
    let walked = ruleset.walk(component, |visit| {
        if let Visit::Work(own) = visit {
            steps += u64::from(own);
        }
        if steps > 10 * SMALL_REACH as u64 { Err(Fault(String::new())) } else { Ok(()) }
    });
    walked.is_err()
}

/// So many cheap steps of the rules count as one option that a probe looks at.
const WORK: usize = 32;

/// Whether at most [`SMALL_REACH`] heaps are reachable from this one, decided within ten times as
/// many options. Any fault of the rules counts as many; the solver would report it.
fn few_come_up(rules: &HeapRules, heap: u64) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![heap];
    let (mut looked, mut work) = (0, 0);
    while let Some(next) = open.pop() {
        if !seen.insert(next) {
            continue;
        }
        let walked = rules.walk(&next, |visit| {
            match visit {
                Visit::Option(parts) => {
                    looked += 1;
                    open.extend(parts.iter().copied().filter(|part| !seen.contains(part)));
                }
                Visit::Work(steps) => work += steps as usize,
            }
            if looked + work / WORK < 10 * SMALL_REACH { Ok(()) } else { Err(Fault(String::new())) }
        });
        if walked.is_err() || seen.len() > SMALL_REACH {
            return false;
        }
    }
    true
}

/// Returns the number of components that are reachable from this one if a probe finds them all
/// within its allowance; else [`bound`]. The probe ends where `enough` are found, expanded or not.
///
/// All components share the allowance. The result is at least the number of components found, so
/// that a bound that is too small does no harm then.
fn reach(ruleset: &Ruleset, component: &Component, allowance: &mut u64, enough: f64) -> f64 {
    const PROBE: usize = 300;
    if component.bytes() > *allowance {
        return bound(ruleset, component);
    }
    let mut spend = |cost: u64| {
        let rest = allowance.checked_sub(cost);
        *allowance = rest.unwrap_or(0);
        if rest.is_some() { Ok(()) } else { Err(Fault(String::new())) }
    };
    let scanned = scanned(ruleset);
    let start = ruleset.canonical(component);
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut open = vec![start];
    // Rules report single steps too, so their sum is divided.
    let (mut looked, mut work) = (0, 0);
    while let Some(next) = open.pop() {
        let mut walked = spend(scanned);
        if walked.is_ok() {
            walked = ruleset.walk(&next, |visit| {
                let Some(parts) = visit.option(|steps| {
                    work += steps as usize;
                    if looked + work / WORK < 10 * PROBE { Ok(()) } else { Err(Fault(String::new())) }
                })?
                else {
                    return Ok(());
                };
                looked += 1;
                spend(1 + parts.iter().map(Component::bytes).sum::<u64>())?;
                for part in parts {
                    let part = ruleset.canonical(part);
                    if !seen.contains(&part) {
                        seen.insert(part.clone());
                        open.push(part);
                    }
                }
                let many = seen.len() > PROBE || seen.len() as f64 >= enough;
                if looked + work / WORK < 10 * PROBE && !many { Ok(()) } else { Err(Fault(String::new())) }
            });
        }
        if walked.is_err() {
            return bound(ruleset, component).max(seen.len() as f64);
        }
    }
    seen.len() as f64
}

/// Whether every move leaves factors of its word: it cuts, and joins nothing.
fn only_cuts(ruleset: &Ruleset) -> bool {
    let cuts = |kind: &RowMove| {
        matches!(
            kind.unrestricted(),
            RowMove::Remove(Gap::Separates, _) | RowMove::EveryCopy(Gap::Separates) | RowMove::Split(_)
        )
    };
    matches!(ruleset, Ruleset::Row(rules) | Ruleset::Ring(rules) if rules.moves.iter().all(cuts))
}

/// Returns a bound on the number of components that are reachable from one. It holds for heaps,
/// piles, bags, bars and words that are cut; for boards, graphs and walks it is rough.
fn bound(ruleset: &Ruleset, component: &Component) -> f64 {
    let (letters, is_row) = match component {
        Component::Row(word) if only_cuts(ruleset) => (word.chars().count() as f64, true),
        Component::Ring(word) if only_cuts(ruleset) => (word.chars().count() as f64, false),
        other => return other.reachable().min(COUNTLESS),
    };
    // A factor has a first letter and a length; on a ring all beginnings are alike.
    let factors = letters * if is_row { (letters + 1.0) / 2.0 } else { letters };
    // The whole ring is no row of its letters.
    factors + 2.0
}
