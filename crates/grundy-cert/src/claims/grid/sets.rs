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
    super::periodic::{End, NO_STATE, is_part},
    walk::{Item, Level, Moved, START, State, Walk},
};
use crate::claims::automaton::limits::Limits;

/// The bytes of an item in a set.
const ITEM: u64 = 64;
/// The bytes of a set without its items.
const SET: u64 = 192;

/// Sorted items.
type Items = Rc<Vec<Item>>;

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

/// A level of a base after a letter, and whether it is still high without a case of its own.
#[derive(Clone, Copy)]
enum Case {
    /// It is this one.
    Now(i64),
    /// It was high and is high still.
    High,
}

/// Explores the least sets; returns how many were followed. If `strict`, an item is left out as
/// soon as it is far from the base, though its level may be known.
pub(super) fn every_smaller_option(walk: &Walk<'_>, strict: bool, limits: &mut Limits<'_>) -> Result<u64, End> {
    let mut sets = Sets { walk, strict, least: HashMap::new(), open: VecDeque::new() };
    sets.meet(START, Vec::new(), limits)?;
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
        seen.clear();
        for item in items.iter().filter(|item| walk.is_over(**item)) {
            let label = walk.label(item.state).ok_or(NO_STATE)? ^ item.xor;
            seen.insert(Nimber(label.into()));
        }
        if seen.mex().0 < u64::from(walk.label(base).ok_or(NO_STATE)?) {
            return Err(End::Fails("a smaller value than that of a word may be missing among its options"));
        }
        for letter in 0..walk.machine.letters as u16 {
            let (moved, place) = walk.base_step(base, letter).ok_or(NO_STATE)?;
            let mut next = Vec::new();
            // A move in several cases is not known.
            let mut add = |cases: &[Item]| {
                if let [item] = cases {
                    next.push(*item);
                }
            };
            walk.begin(base, letter, &mut add).ok_or(NO_STATE)?;
            for &item in &*items {
                walk.go_on(item, letter, &mut add).ok_or(NO_STATE)?;
            }
            sets.step(moved, place, &next, limits)?;
        }
    }
    Ok(followed)
}

impl Sets<'_> {
    /// Meets all sets after a letter, which has moved the base; the levels of the items are
    /// relative to the base before.
    fn step(&mut self, moved: [Moved; 2], place: u32, items: &[Item], limits: &mut Limits<'_>) -> Result<(), End> {
        let [first, second] = [0, 1].map(|counter| self.cases(counter, moved[counter]));
        for &x in &first {
            for &y in &second {
                let kept = items.iter().filter_map(|item| {
                    let [own_x, own_y] = item.state.levels;
                    Some(item.at([self.kept(0, moved[0], x, own_x)?, self.kept(1, moved[1], y, own_y)?]))
                });
                let kept = kept.collect();
                self.meet(State { levels: [self.base(0, x), self.base(1, y)], place }, kept, limits)?;
            }
        }
        Ok(())
    }

    /// The levels that the base may have now.
    fn cases(&self, counter: usize, moved: Moved) -> Vec<Case> {
        match moved {
            Moved::To(level) => vec![Case::Now(level)],
            Moved::By(by) => {
                let high = self.walk.high[counter];
                (high + by..high).map(Case::Now).chain([Case::High]).collect()
            }
        }
    }

    /// What is kept of the level of the base.
    fn base(&self, counter: usize, case: Case) -> Level {
        match case {
            Case::Now(level) if level < self.walk.high[counter] => Level::Known(level),
            Case::Now(_) | Case::High => Level::High,
        }
    }

    /// What is kept of the level of an item; `None` if the item is left out.
    fn kept(&self, counter: usize, moved: Moved, case: Case, own: Level) -> Option<Level> {
        let (near, high) = (self.walk.near, self.walk.high[counter]);
        match (case, moved, own) {
            (Case::High, Moved::By(by), Level::Near(distance)) => {
                ((distance - by).abs() <= near).then_some(Level::Near(distance - by))
            }
            (Case::High, _, Level::Known(level)) => (!self.strict && level < high).then_some(own),
            (Case::Now(level), Moved::By(by), Level::Near(distance)) => {
                self.known(counter, level, level - by + distance)
            }
            (Case::Now(level), _, Level::Known(own)) => self.known(counter, level, own),
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
    fn meet(&mut self, base: State, mut items: Vec<Item>, limits: &mut Limits<'_>) -> Result<(), End> {
        items.sort_unstable();
        items.dedup();
        let others = self.least.entry(base).or_default();
        if !limits.go_on() {
            return Err(End::Limit);
        }
        if others.iter().any(|other| is_part(other, &items)) {
            return Ok(());
        }
        if !limits.hold(SET + ITEM * items.len() as u64) {
            return Err(End::Limit);
        }
        others.retain(|other| !is_part(&items, other));
        let items = Rc::new(items);
        others.push(Rc::clone(&items));
        self.open.push_back((base, items));
        Ok(())
    }
}
