//! The first half: no option has the label of its word.
//!
//! It is about single options, so pairs of a base and one item are explored (or a base alone, of
//! which a move may begin). Every pair that some word has is among those that the explored pairs
//! denote: where the distance of an item from the base is no longer kept, all levels that it may
//! have are followed. An option with the label of its word would be found.

use std::{collections::HashSet, iter};

use super::walk::{CounterState, Level, LevelWalk, Moved, RuleProgress, each_choice};
use crate::claims::automaton::limits::VerificationLimits;

/// A base, and a move in play.
type Pair<const K: usize> = (CounterState<K>, Option<RuleProgress<K>>);

/// The levels of a base and of an item along one counter.
type Levels = (Level, Option<Level>);

/// The bytes of a pair in the set and on the list, without the levels.
const EACH: u64 = 128;
/// The bytes of the levels of a pair along one counter.
const EACH_COUNTER: u64 = 64;

/// Why an exploration ends without a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExplorationEnd {
    /// The limits ended it.
    Limit,
    /// A condition fails, at a state that words lead to or that stands in for several.
    Fails(&'static str),
}

/// A step to a state that the machine does not have.
pub(super) const NO_STATE: ExplorationEnd = ExplorationEnd::Fails("a step leads to no state");

/// Explores all pairs; returns their number.
///
/// The order of exploration does not matter, so a stack is enough; a pair is added at most once.
pub(super) fn no_equal_option<const K: usize>(
    walk: &LevelWalk<'_, K>,
    limits: &mut VerificationLimits<'_>,
) -> Result<u64, ExplorationEnd> {
    let start: Pair<K> = (CounterState::START, None);
    let (mut known, mut open) = (HashSet::from([start]), vec![start]);
    let (mut next, mut found) = (Vec::new(), [const { Vec::new() }; K]);
    while let Some((base, item)) = open.pop() {
        if !limits.go_on() {
            return Err(ExplorationEnd::Limit);
        }
        let label = walk.label(base, base).ok_or(NO_STATE)?;
        if let Some(item) = item.filter(|item| walk.is_over(*item))
            && walk.label(base, item.state).ok_or(NO_STATE)? ^ item.xor == label
        {
            return Err(ExplorationEnd::Fails("an option may have the value of its word"));
        }
        for letter in 0..walk.machine.letters as u16 {
            let (moved, place) = walk.base_step(base, letter).ok_or(NO_STATE)?;
            next.clear();
            let stepped = match item {
                None => walk.begin(base, letter, |cases| next.extend_from_slice(cases)),
                Some(item) => walk.go_on(base, item, letter, &mut next),
            };
            stepped.ok_or(NO_STATE)?;
            for item in next.iter().copied().map(Some).chain(item.is_none().then_some(None)) {
                for (counter, found) in found.iter_mut().enumerate() {
                    found.clear();
                    let own = item.map(|item| item.state.levels[counter]);
                    cases(walk, counter, base.levels[counter], moved[counter], own, found);
                }
                each_choice(&found, |levels| {
                    let item = item.map(|item| item.at(levels.map(|(base, own)| own.unwrap_or(base))));
                    let pair = (CounterState { levels: levels.map(|(base, _)| base), place }, item);
                    if known.insert(pair) {
                        if !limits.hold(EACH + EACH_COUNTER * K as u64) {
                            return Err(ExplorationEnd::Limit);
                        }
                        open.push(pair);
                    }
                    if limits.go_on() { Ok(()) } else { Err(ExplorationEnd::Limit) }
                })?;
            }
        }
    }
    Ok(known.len() as u64)
}

/// The levels along a counter that together denote all that follow, where the base has moved from a
/// level and the item is at one that is relative to the base before.
///
/// Three cases: the base is at a known level now; the base was high and may have fallen below
/// `high`, to one of finitely many levels; or it is still high.
fn cases<const K: usize>(
    walk: &LevelWalk<'_, K>,
    counter: usize,
    base: Level,
    moved: Moved,
    item: Option<Level>,
    out: &mut Vec<Levels>,
) {
    let high = walk.high[counter];
    // An item at a distance from a base of this remainder, and at least so much above `high`,
    // without its relation to the base.
    let apart = |before: i64, distance: i64, least: i64| {
        let known = walk.low(counter, high + least, before + distance).map(Level::Known);
        iter::once(Level::High(walk.wrap(counter, before + distance))).chain(known)
    };
    match (moved, base, item) {
        (Moved::To(level), Level::High(before), Some(Level::Near(distance))) => {
            out.extend(apart(before, distance, distance).map(|own| settled(walk, counter, level, Some(own))));
        }
        (Moved::To(level), _, item) => out.push(settled(walk, counter, level, item)),
        (Moved::By { levels, before }, _, item) => {
            out.extend(walk.low(counter, high + levels, before + levels).map(|level| {
                let own = item.map(|item| match item {
                    Level::Near(distance) => Level::Known(level - levels + distance),
                    other => other,
                });
                settled(walk, counter, level, own)
            }));
            let now = Level::High(walk.wrap(counter, before + levels));
            match item {
                Some(Level::Near(distance)) if (distance - levels).abs() <= walk.near => {
                    out.push((now, Some(Level::Near(distance - levels))));
                }
                Some(Level::Near(distance)) => {
                    let least = distance.max(distance - levels);
                    out.extend(apart(before, distance, least).map(|own| (now, Some(own))));
                }
                _ => out.push((now, item.map(|own| far(walk, counter, own)))),
            }
        }
    }
}

/// An item far above everything that is known keeps its remainder alone.
fn far<const K: usize>(walk: &LevelWalk<'_, K>, counter: usize, own: Level) -> Level {
    match own {
        Level::Known(level) if level >= walk.high[counter] + walk.near => Level::High(walk.remainder(counter, level)),
        _ => own,
    }
}

/// The levels for a base at this one, which denotes all levels with its remainder if it is high.
fn settled<const K: usize>(walk: &LevelWalk<'_, K>, counter: usize, level: i64, item: Option<Level>) -> Levels {
    let high = walk.high[counter];
    if level < high {
        return (Level::Known(level), item.map(|own| far(walk, counter, own)));
    }
    let related = |own: Level| match own {
        Level::Known(own) if (own - level).abs() <= walk.near => Level::Near(own - level),
        Level::Known(own) if own >= high => Level::High(walk.remainder(counter, own)),
        _ => own,
    };
    (Level::High(walk.remainder(counter, level)), item.map(related))
}
