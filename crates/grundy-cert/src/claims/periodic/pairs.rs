//! The first half: no option has the label of its word.
//!
//! It is about single options, so pairs of a base and one item are explored (or a base alone, of
//! which a move may begin). Every pair that some word has is among those that the explored pairs
//! denote: where the distance of an item from the base is no longer kept, all levels that it may
//! have are followed. An option with the label of its word would be found.

use std::collections::HashSet;

use super::walk::{Item, Level, State, Walk};
use crate::claims::automaton::limits::Limits;

/// A base, and a move in play.
type Pair = (State, Option<Item>);

/// The bytes of a pair in the set and on the list.
const EACH: u64 = 192;

/// Why an exploration ends without a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::claims) enum End {
    /// The limits ended it.
    Limit,
    /// A condition fails, at a state that words lead to or that stands in for several.
    Fails(&'static str),
}

/// A step to a state that the machine does not have.
pub(in crate::claims) const NO_STATE: End = End::Fails("a step leads to no state");

/// Explores all pairs; returns their number.
///
/// The order of exploration does not matter, so a stack is enough; a pair is added at most once.
pub(super) fn no_equal_option(walk: &Walk<'_>, limits: &mut Limits<'_>) -> Result<u64, End> {
    let start: Pair = (State { level: Level::Known(0), place: 0 }, None);
    let (mut known, mut open) = (HashSet::from([start]), vec![start]);
    let mut reached = Vec::new();
    while let Some((base, item)) = open.pop() {
        if !limits.go_on() {
            return Err(End::Limit);
        }
        let remainder = base.remainder();
        let label = walk.label(remainder, base).ok_or(NO_STATE)?;
        if let Some(item) = item.filter(|item| walk.is_over(*item))
            && walk.label(remainder, item.state).ok_or(NO_STATE)? ^ item.xor == label
        {
            return Err(End::Fails("an option may have the value of its word"));
        }
        reached.clear();
        for letter in 0..walk.machine.letters as u16 {
            let goal = walk.base_step(remainder, base, letter).ok_or(NO_STATE)?;
            let mut meet = |items: &[Item]| {
                items.iter().for_each(|&item| cases(walk, remainder, goal, Some(item), &mut reached));
            };
            let stepped = match item {
                None => walk.begin(remainder, base, letter, meet),
                Some(item) => walk.go_on(remainder, item, letter, &mut meet),
            };
            stepped.ok_or(NO_STATE)?;
            if item.is_none() {
                cases(walk, remainder, goal, None, &mut reached);
            }
        }
        for &pair in &reached {
            if known.insert(pair) {
                if !limits.hold(EACH) {
                    return Err(End::Limit);
                }
                open.push(pair);
            }
        }
    }
    Ok(known.len() as u64)
}

/// The pairs that together denote all that follow: `goal` is the base after a letter, relative to
/// the one before, which had the remainder `base` if its level is not known.
///
/// Three cases: the base is at a known level now; the base was high and may have fallen below
/// `high`, to one of finitely many levels; or it is still high.
fn cases(walk: &Walk<'_>, base: Option<i64>, goal: State, item: Option<Item>, out: &mut Vec<Pair>) {
    let (moved, base) = match (goal.level, base) {
        (Level::Known(level), base) => {
            // An item that was related to the base before is related to nothing now.
            return apart(walk, base, item, i64::MIN, |item| out.push(settled(walk, level, goal.place, item)));
        }
        (Level::Near(moved), Some(base)) => (moved, base),
        // A base of unknown level moves relative to itself.
        (Level::Near(_) | Level::High(_), _) => return,
    };
    for level in walk.below(base, moved) {
        out.push(settled(walk, level, goal.place, item.map(|item| item.based(level - moved))));
    }
    let high = State { level: Level::High(walk.wrap(base + moved)), place: goal.place };
    match item.map(|item| (item, item.state.level)) {
        Some((item, Level::Near(distance))) if (distance - moved).abs() <= walk.near => {
            out.push((high, Some(item.at(Level::Near(distance - moved)))));
        }
        Some((_, Level::Near(distance))) => {
            let least = distance - moved;
            apart(walk, Some(base), item, least, |item| out.push((high, item.map(|item| far(walk, item)))));
        }
        _ => out.push((high, item.map(|item| far(walk, item)))),
    }
}

/// Calls `visit` with the cases of an item without its relation to the base before, whose level was
/// at least `high`. The level of the item is also at least `high` and `least` more.
fn apart(walk: &Walk<'_>, base: Option<i64>, item: Option<Item>, least: i64, mut visit: impl FnMut(Option<Item>)) {
    match (item, item.map(|item| item.state.level), base) {
        (Some(item), Some(Level::Near(distance)), Some(base)) => {
            let mut states = Vec::new();
            walk.above(walk.high + distance.max(least), base + distance, item.state.place, &mut states);
            states.into_iter().for_each(|state| visit(Some(item.at(state.level))));
        }
        _ => visit(item),
    }
}

/// An item far above everything that is known keeps its remainder alone.
fn far(walk: &Walk<'_>, item: Item) -> Item {
    match item.state.level {
        Level::Known(level) if level >= walk.high + walk.near => item.at(Level::High(walk.remainder(level))),
        _ => item,
    }
}

/// The pair of a base of this level, which denotes all levels with its remainder if it is `high`.
fn settled(walk: &Walk<'_>, level: i64, place: u32, item: Option<Item>) -> Pair {
    if level < walk.high {
        return (State { level: Level::Known(level), place }, item.map(|item| far(walk, item)));
    }
    let related = |item: Item| match item.state.level {
        Level::Known(own) if (own - level).abs() <= walk.near => item.at(Level::Near(own - level)),
        Level::Known(own) if own >= walk.high => item.at(Level::High(walk.remainder(own))),
        _ => item,
    };
    (State { level: Level::High(walk.remainder(level)), place }, item.map(related))
}
