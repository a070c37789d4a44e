//! Moves in play on levels of two counters that are not known.
//!
//! A word leads the machine to its *base*: a state. A move in play is an *item*: how far the move
//! is, the xor of the labels of the components that it has closed, and the state of the machine on
//! the component that is open. The right side of a rule is written at the first letter of the left
//! side, and the other letters of the left side are matched afterwards.
//!
//! What is known of a level is known of each counter separately. A base that is at level `high` of
//! a counter, or above, is denoted by that alone; the level of an item is then known, or its
//! distance from that of the base where that is at most `near`, or it is at least `high`. From the
//! level `from` on a counter does not matter, so the row of a state follows from what is known as
//! long as no such level comes below `from`: one letter writes at most `long` letters, each of
//! which lowers a counter by at most `fall`, and `high` has `near + fall * long` levels to spare.
//! Where a level that is not known may fall below `high`, all cases are followed.

use grundy_games::{FactorGame, Letter};

use super::{
    super::periodic::{Rule, rules},
    machine::{GridCell, GridMachine, GridStep},
};

/// What is known of the level of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Level {
    /// It is this one.
    Known(i64),
    /// It is that of the base, which is at least `high`, and this number more.
    Near(i64),
    /// It is at least `high`.
    High,
}

/// How a letter moves the base along a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// To this level.
    To(i64),
    /// By this number of levels, from one that is at least `high`.
    By(i64),
}

/// A state of the machine of which not everything need be known. The levels of a base are known or
/// high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    /// What is known of its levels.
    pub(super) levels: [Level; 2],
    /// The place.
    pub(super) place: u32,
}

/// Where every word begins.
pub(super) const START: State = State { levels: [Level::Known(0); 2], place: 0 };

/// A move in play. `rule` and `matched` are how far it is; a rule after the last one means that the
/// left side is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Item {
    /// The place of the rule; the number of rules if its left side is matched.
    rule: u32,
    /// The number of letters of the left side that are matched.
    matched: u32,
    /// The exclusive or of the labels of the components that the move has closed.
    pub(super) xor: u32,
    /// The state of the machine on the component that is open.
    pub(super) state: State,
}

impl Item {
    /// The item on other levels.
    pub(super) fn at(self, levels: [Level; 2]) -> Item {
        Item { state: State { levels, ..self.state }, ..self }
    }
}

/// The rules on the levels of a machine.
pub(super) struct Walk<'a> {
    /// The machine.
    pub(super) machine: &'a GridMachine,
    /// The rules, in the order of the game.
    rules: Vec<Rule<'a>>,
    /// Items farther from the base are not related to it.
    pub(super) near: i64,
    /// For each counter, the level from which on the base is not known.
    pub(super) high: [i64; 2],
}

/// The highest level from which on levels are not known: a letter may lead to as many cases.
const HIGHEST: i64 = 1 << 20;

impl<'a> Walk<'a> {
    /// The rules of a game on the levels of a machine that is sound.
    pub(super) fn new(game: &'a FactorGame, machine: &'a GridMachine, near: u32) -> Result<Walk<'a>, &'static str> {
        let rules = rules(game)?;
        let long = rules.iter().flat_map(|(_, pieces)| pieces.iter()).map(|piece| piece.len() as i64).fold(1, i64::max);
        let near = i64::from(near);
        let mut high = [0; 2];
        for (counter, high) in high.iter_mut().enumerate() {
            let goals = machine.places.iter().flat_map(|place| &place.cells).flat_map(|cell| &cell.next);
            let falls = goals.map(|goal| match goal.steps[counter] {
                GridStep::By(levels) => -i64::from(levels),
                GridStep::At(_) => 0,
            });
            let reach = falls.fold(0, i64::max).checked_mul(long).ok_or("its levels are too large")?;
            let spare = i64::from(machine.from[counter]) + near + 2;
            *high = spare.checked_add(reach).filter(|&high| high <= HIGHEST).ok_or("its levels are too large")?;
        }
        Ok(Walk { machine, rules, near, high })
    }

    /// The row of a state. A level that is not known is at least `from`.
    fn row(&self, state: State) -> Option<&GridCell> {
        let [first, second] = [0, 1].map(|counter| match state.levels[counter] {
            Level::Known(level) => u64::try_from(level).ok(),
            Level::Near(_) | Level::High => Some(self.machine.from[counter].into()),
        });
        self.machine.cell(state.place, [first?, second?])
    }

    /// The label of a state; `None` if there is no such state.
    pub(super) fn label(&self, state: State) -> Option<u32> {
        self.row(state).map(|row| row.label)
    }

    /// How a letter moves a base, and the place that it leads to.
    pub(super) fn base_step(&self, base: State, letter: Letter) -> Option<([Moved; 2], u32)> {
        let goal = self.row(base)?.next.get(usize::from(letter))?;
        let moved = [0, 1].map(|counter| match (goal.steps[counter], base.levels[counter]) {
            (GridStep::At(level), _) => Moved::To(level.into()),
            (GridStep::By(levels), Level::Known(level)) => Moved::To(level + i64::from(levels)),
            (GridStep::By(levels), Level::Near(_) | Level::High) => Moved::By(levels.into()),
        });
        Some((moved, goal.place))
    }

    /// The states that a step of one may lead to: several if a level may fall below `high`.
    fn steps(&self, state: State, letter: Letter, out: &mut Vec<State>) -> Option<()> {
        let goal = self.row(state)?.next.get(usize::from(letter))?;
        let [first, second] = [0, 1].map(|counter| match (goal.steps[counter], state.levels[counter]) {
            (GridStep::At(level), _) => vec![Level::Known(level.into())],
            (GridStep::By(levels), Level::Known(level)) => vec![Level::Known(level + i64::from(levels))],
            (GridStep::By(levels), Level::Near(distance)) => vec![Level::Near(distance + i64::from(levels))],
            (GridStep::By(levels), Level::High) => {
                self.above(counter, self.high[counter] + i64::from(levels)).collect()
            }
        });
        for &x in &first {
            out.extend(second.iter().map(|&y| State { levels: [x, y], place: goal.place }));
        }
        Some(())
    }

    /// The cases of a level that is at least this one.
    pub(super) fn above(&self, counter: usize, least: i64) -> impl Iterator<Item = Level> + use<> {
        std::iter::once(Level::High).chain((least..self.high[counter]).map(Level::Known))
    }

    /// Calls `visit` with the cases of the moves that a letter begins in the untouched word: all
    /// cases of one move together.
    ///
    /// The pieces are written one after the other. Between two of them the component is closed: its
    /// label goes into the exclusive or, and the machine starts again.
    pub(super) fn begin(&self, base: State, letter: Letter, mut visit: impl FnMut(&[Item])) -> Option<()> {
        let own = |level| if level == Level::High { Level::Near(0) } else { level };
        let state = State { levels: base.levels.map(own), ..base };
        for (rule, (left, pieces)) in self.rules.iter().enumerate().filter(|(_, (left, _))| left[0] == letter) {
            let mut open = vec![(0u32, state)];
            let mut next = Vec::new();
            for (number, piece) in pieces.iter().enumerate() {
                if number > 0 {
                    for (xor, state) in &mut open {
                        *xor ^= self.label(*state)?;
                        *state = START;
                    }
                }
                for &letter in piece {
                    let mut after = Vec::new();
                    for &(xor, state) in &open {
                        next.clear();
                        self.steps(state, letter, &mut next)?;
                        after.extend(next.iter().map(|&state| (xor, state)));
                    }
                    open = after;
                }
            }
            let items: Vec<Item> = open.iter().map(|&(xor, state)| self.item(rule, 1, left, xor, state)).collect();
            visit(&items);
        }
        Some(())
    }

    /// An item of a rule of which this many letters are matched.
    fn item(&self, rule: usize, matched: usize, left: &[Letter], xor: u32, state: State) -> Item {
        match matched == left.len() {
            true => Item { rule: self.rules.len() as u32, matched: 0, xor, state },
            false => Item { rule: rule as u32, matched: matched as u32, xor, state },
        }
    }

    /// Calls `visit` with the cases of the move that follows from one by a letter, if one does.
    pub(super) fn go_on(&self, item: Item, letter: Letter, mut visit: impl FnMut(&[Item])) -> Option<()> {
        match self.rules.get(item.rule as usize) {
            None => {
                let mut next = Vec::new();
                self.steps(item.state, letter, &mut next)?;
                visit(&next.iter().map(|&state| Item { state, ..item }).collect::<Vec<_>>());
            }
            Some((left, _)) if left.get(item.matched as usize) == Some(&letter) => {
                visit(&[self.item(item.rule as usize, item.matched as usize + 1, left, item.xor, item.state)]);
            }
            Some(_) => {}
        }
        Some(())
    }

    /// Whether the word may end after the move.
    pub(super) fn is_over(&self, item: Item) -> bool {
        item.rule as usize == self.rules.len()
    }
}
