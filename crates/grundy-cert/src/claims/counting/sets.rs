//! The second half: every value below that of a word is the value of an option.
//!
//! A base with a set of moves in play is explored, all of whose levels are relative to that of the
//! base or known. Moves may be left out of the set: then less is known, and if every smaller value
//! is found nevertheless, it is there. So items that are too far from the base along a counter are
//! left out, and of two sets at one base, one of which is a part of the other, only the part is
//! explored.

use std::{
    collections::{HashMap, VecDeque},
    rc::Rc,
};

use grundy_core::{MexSet, Nimber};

use super::{
    pairs::{ExplorationEnd, NO_STATE},
    walk::{CounterState, Level, LevelWalk, Moved, RuleProgress, each_choice},
};
use crate::claims::automaton::limits::VerificationLimits;

/// The bytes of an item in a set, and of a set, without the levels.
const ITEM: u64 = 16;
const SET: u64 = 128;
/// The bytes of the levels of an item, and of the base of a set, along one counter.
const ITEM_COUNTER: u64 = 24;
const SET_COUNTER: u64 = 32;

/// Sorted items, with a bit for each in a hash.
type Items<const K: usize> = Rc<(u64, Vec<RuleProgress<K>>)>;

/// The sets that were met at each base, without those that contain another one.
struct Sets<'a, const K: usize> {
    /// The rules on the levels of the machine.
    walk: &'a LevelWalk<'a, K>,
    /// Whether items that are far from the base are left out, though their levels are known.
    strict: bool,
    /// The sets that contain no other one, for each base.
    least: HashMap<CounterState<K>, Vec<Items<K>>>,
    /// The sets that are still to be followed, in the order in which they were met. One that is no
    /// longer least when its turn comes is left out.
    open: VecDeque<(CounterState<K>, Items<K>)>,
}

/// A level of a base after a letter.
#[derive(Clone, Copy)]
enum LevelCase {
    /// It is this one.
    Now(i64),
    /// It was high and is high still, and has this remainder.
    High(i64),
}

/// Explores the least sets; returns how many were followed. If `strict`, an item is left out as
/// soon as it is far from the base, though its level may be known.
pub(super) fn every_smaller_option<const K: usize>(
    walk: &LevelWalk<'_, K>,
    strict: bool,
    limits: &mut VerificationLimits<'_>,
) -> Result<u64, ExplorationEnd> {
    let mut sets = Sets { walk, strict, least: HashMap::new(), open: VecDeque::new() };
    sets.meet(CounterState::START, Vec::new(), limits)?;
    let (mut followed, mut seen) = (0, MexSet::new());
    let mut next = Vec::new();
    while let Some((base, items)) = sets.open.pop_front() {
        if !limits.go_on() {
            return Err(ExplorationEnd::Limit);
        }
        let is_least = sets.least.get(&base).is_some_and(|own| own.iter().any(|other| Rc::ptr_eq(other, &items)));
        if !is_least {
            continue;
        }
        followed += 1;
        seen.clear();
        for item in items.1.iter().filter(|item| walk.is_over(**item)) {
            let label = walk.label(base, item.state).ok_or(NO_STATE)? ^ item.xor;
            seen.insert(Nimber(label.into()));
        }
        if seen.mex().0 < u64::from(walk.label(base, base).ok_or(NO_STATE)?) {
            return Err(ExplorationEnd::Fails("a smaller value than that of a word may be missing among its options"));
        }
        for letter in 0..walk.machine.letters as u16 {
            let (moved, place) = walk.base_step(base, letter).ok_or(NO_STATE)?;
            next.clear();
            // A move in several cases is not known.
            let begun = walk.begin(base, letter, |cases| {
                if let [item] = cases {
                    next.push(*item);
                }
            });
            begun.ok_or(NO_STATE)?;
            for &item in &items.1 {
                let before = next.len();
                walk.go_on(base, item, letter, &mut next).ok_or(NO_STATE)?;
                if next.len() > before + 1 {
                    next.truncate(before);
                }
            }
            sets.step(moved, place, &next, limits)?;
        }
    }
    Ok(followed)
}

impl<const K: usize> Sets<'_, K> {
    /// Meets all sets after a letter, which has moved the base; the levels of the items are
    /// relative to the base before.
    fn step(
        &mut self,
        moved: [Moved; K],
        place: u32,
        items: &[RuleProgress<K>],
        limits: &mut VerificationLimits<'_>,
    ) -> Result<(), ExplorationEnd> {
        let cases = std::array::from_fn(|counter| self.cases(counter, moved[counter]));
        each_choice(&cases, |cases: [LevelCase; K]| {
            let kept = items.iter().filter_map(|item| {
                let mut levels = item.state.levels;
                for (counter, level) in levels.iter_mut().enumerate() {
                    *level = self.kept(counter, moved[counter], cases[counter], *level)?;
                }
                Some(item.at(levels))
            });
            let kept = kept.collect();
            let levels = std::array::from_fn(|counter| self.base(counter, cases[counter]));
            self.meet(CounterState { levels, place }, kept, limits)
        })
    }

    /// The levels that the base may have now.
    fn cases(&self, counter: usize, moved: Moved) -> Vec<LevelCase> {
        match moved {
            Moved::To(level) => vec![LevelCase::Now(level)],
            Moved::By { levels, before } => {
                let low = self.walk.low(counter, self.walk.high[counter] + levels, before + levels);
                low.map(LevelCase::Now).chain([LevelCase::High(self.walk.wrap(counter, before + levels))]).collect()
            }
        }
    }

    /// What is kept of the level of the base.
    fn base(&self, counter: usize, case: LevelCase) -> Level {
        match case {
            LevelCase::Now(level) if level < self.walk.high[counter] => Level::Known(level),
            LevelCase::Now(level) => Level::High(self.walk.remainder(counter, level)),
            LevelCase::High(remainder) => Level::High(remainder),
        }
    }

    /// What is kept of the level of an item; `None` if the item is left out.
    fn kept(&self, counter: usize, moved: Moved, case: LevelCase, own: Level) -> Option<Level> {
        let (near, high) = (self.walk.near, self.walk.high[counter]);
        match (case, moved, own) {
            (LevelCase::High(_), Moved::By { levels, .. }, Level::Near(distance)) => {
                ((distance - levels).abs() <= near).then_some(Level::Near(distance - levels))
            }
            (LevelCase::High(_), _, Level::Known(level)) => (!self.strict && level < high).then_some(own),
            (LevelCase::Now(level), Moved::By { levels, .. }, Level::Near(distance)) => {
                self.known(counter, level, level - levels + distance)
            }
            (LevelCase::Now(level), _, Level::Known(own)) => self.known(counter, level, own),
            _ => None,
        }
    }

    /// What is kept of a known level of an item, where the base is at this one.
    fn known(&self, counter: usize, base: i64, own: i64) -> Option<Level> {
        let (near, high) = (self.walk.near, self.walk.high[counter]);
        let is_near = (own - base).abs() <= near;
        match base >= high {
            true if is_near => Some(Level::Near(own - base)),
            true => (!self.strict && own < high).then_some(Level::Known(own)),
            false if self.strict => is_near.then_some(Level::Known(own)),
            false => (own < high + near).then_some(Level::Known(own)),
        }
    }

    /// Keeps a set that contains no other one at its base, and leaves out those that contain it.
    /// The hash bits end most comparisons after one instruction.
    fn meet(
        &mut self,
        base: CounterState<K>,
        mut items: Vec<RuleProgress<K>>,
        limits: &mut VerificationLimits<'_>,
    ) -> Result<(), ExplorationEnd> {
        items.sort_unstable();
        items.dedup();
        let shade = items.iter().fold(0, |shade, item| shade | item.bit());
        let others = self.least.entry(base).or_default();
        if !limits.go_on() {
            return Err(ExplorationEnd::Limit);
        }
        if others.iter().any(|other| other.0 & !shade == 0 && is_part(&other.1, &items)) {
            return Ok(());
        }
        let (set, item) = (SET + SET_COUNTER * K as u64, ITEM + ITEM_COUNTER * K as u64);
        if !limits.hold(set + item * items.len() as u64) {
            return Err(ExplorationEnd::Limit);
        }
        others.retain(|other| shade & !other.0 != 0 || !is_part(&items, &other.1));
        let items = Rc::new((shade, items));
        others.push(Rc::clone(&items));
        self.open.push_back((base, items));
        Ok(())
    }
}

/// Whether every item of `part` is in `whole`; both are sorted.
fn is_part<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    part.len() <= whole.len() && part.iter().all(|item| rest.by_ref().find(|other| *other >= item) == Some(item))
}
