//! The first half: no option has the label of its word.
//!
//! It is about single options, so pairs of a base and one item are explored (or a base alone, of
//! which a move may begin). Every pair that some word has is among those that the explored pairs
//! denote: where the distance of an item from the base is no longer kept, all levels that it may
//! have are followed. The cases of the two counters are combined in all ways. An option with the
//! label of its word would be found.

use std::collections::HashSet;

use super::{
    super::periodic::{End, NO_STATE},
    walk::{Item, Level, Moved, START, State, Walk},
};
use crate::claims::automaton::limits::Limits;

/// A base, and a move in play.
type Pair = (State, Option<Item>);

/// The levels of a base and of an item along one counter.
type Levels = (Level, Option<Level>);

/// The bytes of a pair in the set and on the list.
const EACH: u64 = 256;

/// Explores all pairs; returns their number.
///
/// The order of exploration does not matter, so a stack is enough; a pair is added at most once.
pub(super) fn no_equal_option(walk: &Walk<'_>, limits: &mut Limits<'_>) -> Result<u64, End> {
    let start: Pair = (START, None);
    let (mut known, mut open) = (HashSet::from([start]), vec![start]);
    while let Some((base, item)) = open.pop() {
        if !limits.go_on() {
            return Err(End::Limit);
        }
        let label = walk.label(base).ok_or(NO_STATE)?;
        if let Some(item) = item.filter(|item| walk.is_over(*item))
            && walk.label(item.state).ok_or(NO_STATE)? ^ item.xor == label
        {
            return Err(End::Fails("an option may have the value of its word"));
        }
        for letter in 0..walk.machine.letters as u16 {
            let (moved, place) = walk.base_step(base, letter).ok_or(NO_STATE)?;
            let mut next = Vec::new();
            let mut add = |items: &[Item]| next.extend(items.iter().copied().map(Some));
            let stepped = match item {
                None => walk.begin(base, letter, &mut add),
                Some(item) => walk.go_on(item, letter, &mut add),
            };
            stepped.ok_or(NO_STATE)?;
            if item.is_none() {
                next.push(None);
            }
            for item in next {
                let [first, second] = [0, 1]
                    .map(|counter| cases(walk, counter, moved[counter], item.map(|item| item.state.levels[counter])));
                for (&(x, own_x), &(y, own_y)) in first.iter().flat_map(|x| second.iter().map(move |y| (x, y))) {
                    let item = item.and_then(|item| Some(item.at([own_x?, own_y?])));
                    let pair = (State { levels: [x, y], place }, item);
                    if known.insert(pair) {
                        if !limits.hold(EACH) {
                            return Err(End::Limit);
                        }
                        open.push(pair);
                    }
                    if !limits.go_on() {
                        return Err(End::Limit);
                    }
                }
            }
        }
    }
    Ok(known.len() as u64)
}

/// The levels along a counter that together denote all that follow, where the base has moved and
/// the item is at a level that is relative to the base before.
///
/// Three cases: the base is at a known level now; the base was high and may have fallen below
/// `high`, to one of finitely many levels; or it is still high.
fn cases(walk: &Walk<'_>, counter: usize, moved: Moved, item: Option<Level>) -> Vec<Levels> {
    let high = walk.high[counter];
    let mut out = Vec::new();
    match (moved, item) {
        // The relation to the base before is lost; that base was at least `high`.
        (Moved::To(level), Some(Level::Near(distance))) => {
            let all = walk.above(counter, high + distance);
            out.extend(all.map(|own| settled(walk, counter, level, Some(own))));
        }
        (Moved::To(level), item) => out.push(settled(walk, counter, level, item)),
        (Moved::By(by), item) => {
            for level in high + by..high {
                let own = item.map(|item| match item {
                    Level::Near(distance) => Level::Known(level - by + distance),
                    other => other,
                });
                out.push(settled(walk, counter, level, own));
            }
            match item {
                Some(Level::Near(distance)) if (distance - by).abs() <= walk.near => {
                    out.push((Level::High, Some(Level::Near(distance - by))));
                }
                Some(Level::Near(distance)) => {
                    let all = walk.above(counter, high + distance.max(distance - by));
                    out.extend(all.map(|own| (Level::High, Some(own))));
                }
                _ => out.push((Level::High, item.map(|own| far(walk, counter, own)))),
            }
        }
    }
    out
}

/// An item far above everything that is known keeps only that it is high.
fn far(walk: &Walk<'_>, counter: usize, own: Level) -> Level {
    match own {
        Level::Known(level) if level >= walk.high[counter] + walk.near => Level::High,
        _ => own,
    }
}

/// The levels for a base at this one, which denotes all high levels if it is high.
fn settled(walk: &Walk<'_>, counter: usize, level: i64, item: Option<Level>) -> Levels {
    let high = walk.high[counter];
    if level < high {
        return (Level::Known(level), item.map(|own| far(walk, counter, own)));
    }
    let related = |own: Level| match own {
        Level::Known(own) if (own - level).abs() <= walk.near => Level::Near(own - level),
        Level::Known(own) if own >= high => Level::High,
        _ => own,
    };
    (Level::High, item.map(related))
}
