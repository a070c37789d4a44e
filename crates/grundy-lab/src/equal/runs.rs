//! A row whose rules name one letter, compared with a game on heaps: a word of n letters is read as
//! a heap of n.
//!
//! Where a theorem says that such words are heaps (a reduction), the rules of these heaps are
//! compared, and what is proved of them is proved of the words. Elsewhere the words are solved one
//! by one.
//!
//! *Example.* `row: "xx" -> "|x"` is `take 1 leaving 1..2 heaps`, which is `octal 0.6`. The move
//! `^"x" -> ""` looks at an end of the word, and is compared with `take 1` up to a size. *Cost:*
//! that of heaps, or a solution for each word.

use std::iter::repeat_n;

use grundy::{
    Component, Declaration, Error, Known, Run,
    games::{
        Ruleset,
        reductions::{Image, Keeps, Reduction},
    },
};

use super::{Comparison, Difference, LEAST_LOOK, PositionEntry, Verdict, entries, equal, weaker};
use crate::{
    count::list::{PositionFacts, facts},
    positions::Positions,
};

/// Words up to this length are compared if no limit is given, where they are solved one by one.
pub const MOST_RUNS: u64 = 100;

/// Compares a row whose rules name one letter with heaps, in this order or the other one; `None` if
/// they are other games.
pub(super) fn with_heaps(
    run: &Run,
    left: &Declaration,
    right: &Declaration,
    to: Option<u64>,
) -> Result<Option<Comparison>, Error> {
    let (row, heaps, letter) = match (only_letter(left), only_letter(right)) {
        (Some(letter), None) if right.ruleset.numbered(0).is_some() => (left, right, letter),
        (None, Some(letter)) if left.ruleset.numbered(0).is_some() => (right, left, letter),
        _ => return Ok(None),
    };
    let is_left = std::ptr::eq(row, left);
    let found = match as_heaps(row, letter) {
        Some(rules) if is_left => equal(run, &rules, heaps, to)?,
        Some(rules) => equal(run, heaps, &rules, to)?,
        None => {
            let found = one_by_one(run, (row, letter), heaps, to.unwrap_or(MOST_RUNS))?;
            if is_left { found } else { turned(found) }
        }
    };
    Ok(Some(Comparison { runs_of: Some(letter), ..found }))
}

/// The letter of a row whose rules name no other one.
fn only_letter(rules: &Declaration) -> Option<char> {
    let Ruleset::Row(_) = rules.ruleset else { return None };
    let positions = Positions::of(rules, &[], None).ok()?;
    if let [letter] = positions.letters() { Some(*letter) } else { None }
}

/// A word of so many letters.
fn word(letter: char, length: usize) -> Component {
    Component::Row(repeat_n(letter, length).collect())
}

/// The heaps that the words are by a theorem: one heap of as many counters each.
fn as_heaps(rules: &Declaration, letter: char) -> Option<Declaration> {
    let about = Reduction::of(&rules.ruleset, &[]).into_iter();
    let is_size = |reduction: &Reduction| {
        (1..4).all(|size| {
            let image = reduction.image(&rules.ruleset, &word(letter, size));
            image == Image::Sum(vec![Component::Heap(size as u64)])
        })
    };
    // What keeps the values alone says nothing about misère play.
    let about = about.filter(|reduction| reduction.keeps() == Keeps::Options);
    let ruleset = about.filter(is_size).find_map(|reduction| reduction.target(&rules.ruleset))?;
    Some(Declaration { convention: rules.convention, ruleset })
}

/// The comparison of words with heaps, each word solved alone: short ones first.
fn one_by_one(
    run: &Run,
    (row, letter): (&Declaration, char),
    heaps: &Declaration,
    to: u64,
) -> Result<Comparison, Error> {
    let positions = Positions::of(row, &[letter], None)?;
    let (mut known, mut budget) = (Known::default(), run.watched());
    let (mut status, mut next, mut end) = (None, 0, to.min(LEAST_LOOK));
    loop {
        budget.hold(end.saturating_mul(2 * size_of::<PositionEntry>() as u64))?;
        let (other, theirs) = entries(run, heaps, end)?;
        for (heap, &entry) in (0..=end).zip(&other).skip_while(|(heap, _)| *heap < next) {
            budget.poll()?;
            let Ok(length) = usize::try_from(heap) else { break };
            let found = facts(run, &mut known, &positions, &[word(letter, length)], false)?;
            status = Some(weaker(weaker(found.status, theirs), status.unwrap_or(found.status)));
            let own = entry_of(&found);
            if own != entry {
                let verdict = Verdict::Different(Difference { position: heap.to_string(), left: own, right: entry });
                return Ok(Comparison::of(verdict, weaker(found.status, theirs)));
            }
        }
        if end == to {
            return Ok(Comparison::of(Verdict::UpTo(to), status.unwrap_or(theirs)));
        }
        (next, end) = (end.saturating_add(1), end.saturating_mul(2).min(to));
    }
}

/// What is known of a word.
fn entry_of(facts: &PositionFacts) -> PositionEntry {
    facts.value.map_or(PositionEntry::Outcome(facts.outcome), PositionEntry::Value)
}

/// The comparison of the games in the other order.
fn turned(found: Comparison) -> Comparison {
    let verdict = match found.verdict {
        Verdict::Different(Difference { position, left, right }) => {
            Verdict::Different(Difference { position, left: right, right: left })
        }
        other => other,
    };
    Comparison { verdict, ..found }
}
