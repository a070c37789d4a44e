//! The second half: every value below that of a word is the value of an option.
//!
//! A base with a set of moves in play is explored, all of whose levels are relative to that of the
//! base or known. Moves may be left out of the set: then less is known, and if every smaller value
//! is found nevertheless, it is there. So items that are too far from the base are left out, and of
//! two sets at one base, one of which is a part of the other, only the part is explored.

use std::{
    collections::{HashMap, VecDeque},
    rc::Rc,
};

use grundy_core::{MexSet, Nimber};

use super::{
    pairs::{End, NO_STATE},
    walk::{Item, Level, State, Walk},
};
use crate::claims::automaton::limits::Limits;

/// The bytes of an item in a set.
const ITEM: u64 = 40;
/// The bytes of a set without its items.
const SET: u64 = 160;

/// Sorted items, with a bit for each in a hash.
type Items = Rc<(u64, Vec<Item>)>;

/// The sets that were met at each base, without those that contain another one.
struct Sets<'a> {
    /// The rules on the levels of the machine.
    walk: &'a Walk<'a>,
    /// Whether items that are far from the base are left out, though their levels are known.
    strict: bool,
    /// The sets that contain no other one, for each base.
    least: HashMap<State, Vec<Items>>,
    /// The sets that are still to be followed, in the order in which they were met. One that is no
    /// longer least when its turn comes is left out.
    open: VecDeque<(State, Items)>,
}

/// Explores the least sets; returns how many were followed. If `strict`, an item is left out as
/// soon as it is far from the base, though its level may be known.
pub(super) fn every_smaller_option(walk: &Walk<'_>, strict: bool, limits: &mut Limits<'_>) -> Result<u64, End> {
    let mut sets = Sets { walk, strict, least: HashMap::new(), open: VecDeque::new() };
    sets.meet(State { level: Level::Known(0), place: 0 }, Vec::new(), limits)?;
    let (mut followed, mut seen) = (0, MexSet::new());
    while let Some((base, items)) = sets.open.pop_front() {
        if !limits.go_on() {
            return Err(End::Limit);
        }
        let is_least = sets.least.get(&base).is_some_and(|own| own.iter().any(|other| Rc::ptr_eq(other, &items)));
        if !is_least {
            continue;
        }
        followed += 1;
        let remainder = base.remainder();
        seen.clear();
        for item in items.1.iter().filter(|item| walk.is_over(**item)) {
            let label = walk.label(remainder, item.state).ok_or(NO_STATE)? ^ item.xor;
            seen.insert(Nimber(label.into()));
        }
        if seen.mex().0 < u64::from(walk.label(remainder, base).ok_or(NO_STATE)?) {
            return Err(End::Fails("a smaller value than that of a word may be missing among its options"));
        }
        for letter in 0..walk.machine.letters as u16 {
            let goal = walk.base_step(remainder, base, letter).ok_or(NO_STATE)?;
            let mut next = Vec::new();
            // A move in several cases is not known.
            let mut add = |cases: &[Item]| {
                if let [item] = cases {
                    next.push(*item);
                }
            };
            walk.begin(remainder, base, letter, &mut add).ok_or(NO_STATE)?;
            for &item in &items.1 {
                walk.go_on(remainder, item, letter, &mut add).ok_or(NO_STATE)?;
            }
            sets.step(remainder, goal, &next, limits)?;
        }
    }
    Ok(followed)
}

impl Sets<'_> {
    /// Meets all sets after a letter: `goal` is the base, relative to the one before, which had the
    /// remainder `base` if its level is not known.
    fn step(&mut self, base: Option<i64>, goal: State, items: &[Item], limits: &mut Limits<'_>) -> Result<(), End> {
        let walk = self.walk;
        let (moved, base) = match (goal.level, base) {
            (Level::Known(level), _) => {
                return self.settle(level, goal.place, items.iter().copied(), limits);
            }
            (Level::Near(moved), Some(base)) => (moved, base),
            // A base of unknown level moves relative to itself.
            (Level::Near(_) | Level::High(_), _) => return Ok(()),
        };
        for level in walk.below(base, moved) {
            self.settle(level, goal.place, items.iter().map(|item| item.based(level - moved)), limits)?;
        }
        let kept = items.iter().filter_map(|item| match item.state.level {
            Level::Near(distance) if (distance - moved).abs() <= walk.near => {
                Some(item.at(Level::Near(distance - moved)))
            }
            Level::Known(own) if !self.strict && own < walk.high => Some(*item),
            _ => None,
        });
        let kept = kept.collect();
        self.meet(State { level: Level::High(walk.wrap(base + moved)), place: goal.place }, kept, limits)
    }

    /// Meets the set of a base of this level, which denotes all levels with its remainder if it is
    /// `high`.
    fn settle(
        &mut self,
        level: i64,
        place: u32,
        items: impl Iterator<Item = Item>,
        limits: &mut Limits<'_>,
    ) -> Result<(), End> {
        let (walk, strict) = (self.walk, self.strict);
        let is_high = level >= walk.high;
        let kept = items.filter_map(|item| match item.state.level {
            Level::Known(own) if is_high && (own - level).abs() <= walk.near => Some(item.at(Level::Near(own - level))),
            Level::Known(own) if is_high => (!strict && own < walk.high).then_some(item),
            Level::Known(own) if strict => ((own - level).abs() <= walk.near).then_some(item),
            Level::Known(own) => (own < walk.high + walk.near).then_some(item),
            Level::Near(_) | Level::High(_) => None,
        });
        let level = if is_high { Level::High(walk.remainder(level)) } else { Level::Known(level) };
        let kept = kept.collect();
        self.meet(State { level, place }, kept, limits)
    }

    /// Keeps a set that contains no other one at its base, and leaves out those that contain it.
    /// The hash bits end most comparisons after one instruction.
    fn meet(&mut self, base: State, mut items: Vec<Item>, limits: &mut Limits<'_>) -> Result<(), End> {
        items.sort_unstable();
        items.dedup();
        let shade = items.iter().fold(0, |shade, item| shade | item.bit());
        let others = self.least.entry(base).or_default();
        if !limits.go_on() {
            return Err(End::Limit);
        }
        if others.iter().any(|other| other.0 & !shade == 0 && is_part(&other.1, &items)) {
            return Ok(());
        }
        if !limits.hold(SET + ITEM * items.len() as u64) {
            return Err(End::Limit);
        }
        others.retain(|other| shade & !other.0 != 0 || !is_part(&items, &other.1));
        let items = Rc::new((shade, items));
        others.push(Rc::clone(&items));
        self.open.push_back((base, items));
        Ok(())
    }
}

/// Whether every item of `part` is in `whole`; both are sorted.
pub(in crate::claims) fn is_part<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|item| rest.by_ref().find(|other| *other >= item) == Some(item))
}
