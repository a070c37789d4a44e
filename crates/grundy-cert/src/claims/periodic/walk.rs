//! Moves in play on levels that are not known.
//!
//! A word leads the machine to its *base*: a state. A move in play is an *item*: how far the move
//! is, the xor of the labels of the components that it has closed, and the state of the machine on
//! the component that is open. The right side of a rule is written at the first letter of the left
//! side, and the other letters of the left side are matched afterwards.
//!
//! There are infinitely many states, so a base of level `high` or above is denoted by the remainder
//! of its level x by the period, and an item by its distance from x where that is at most `near`.
//! The rows of such states are determined by remainders, as long as no level comes below the level
//! from which on the machine repeats: one letter writes at most `long` letters, each of which
//! lowers a level by at most `fall`, so `high` has `near + fall * long` levels to spare. Where a
//! level that is not known may fall below `high`, all cases are followed.

use grundy_games::{FactorGame, FactorMove, Letter};

use super::machine::{Goal, LevelMachine, LevelState};

/// What is known of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Level {
    /// It is this one.
    Known(i64),
    /// It is that of the base and this number more.
    Near(i64),
    /// It is at least `high`, and has this remainder after the level from which on the machine
    /// repeats.
    High(i64),
}

/// A state of the machine of which not everything need be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct State {
    /// What is known of its level.
    pub(super) level: Level,
    /// The place in the level.
    pub(super) place: u32,
}

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

impl State {
    /// The remainder of its level as a base; `None` if the level is known.
    pub(super) fn remainder(self) -> Option<i64> {
        if let Level::High(remainder) = self.level { Some(remainder) } else { None }
    }
}

impl Item {
    /// The item on another level.
    pub(super) fn at(self, level: Level) -> Item {
        Item { state: State { level, ..self.state }, ..self }
    }

    /// One of 64 bits, which depends on the item alone.
    pub(super) fn bit(self) -> u64 {
        let (kind, level) = match self.state.level {
            Level::Known(level) => (1u64, level),
            Level::Near(distance) => (2, distance),
            Level::High(remainder) => (3, remainder),
        };
        let parts =
            [kind, level as u64, self.rule.into(), self.matched.into(), self.xor.into(), self.state.place.into()];
        let hash =
            parts.iter().fold(0u64, |hash, part| (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23));
        1 << (hash >> 58)
    }

    /// The item if the level of the base is this one.
    pub(super) fn based(self, base: i64) -> Item {
        match self.state.level {
            Level::Near(distance) => self.at(Level::Known(base + distance)),
            _ => self,
        }
    }
}

/// The rules on the levels of a machine.
pub(super) struct Walk<'a> {
    /// The machine.
    pub(super) machine: &'a LevelMachine,
    /// The rules, in the order of the game.
    rules: Vec<Rule<'a>>,
    /// Items farther from the base are not related to it.
    pub(super) near: i64,
    /// Levels from here on are remainders.
    pub(super) high: i64,
}

/// A left side, and the pieces that replace it.
pub(in crate::claims) type Rule<'a> = (Vec<Letter>, &'a [Vec<Letter>]);

/// The rules of a game; the reason if one is not of this form.
pub(in crate::claims) fn rules(game: &FactorGame) -> Result<Vec<Rule<'_>>, &'static str> {
    fn rule(kind: &FactorMove) -> Result<Rule<'_>, &'static str> {
        match kind {
            FactorMove::Replace(rule) if rule.at_start || rule.at_end => Err("a rule is about an end of the word"),
            FactorMove::Replace(rule) if rule.left.iter().any(|(_, run)| *run) => Err("a rule matches runs"),
            FactorMove::Replace(rule) if rule.left.is_empty() => Err("a left side is empty"),
            FactorMove::Replace(rule) => Ok((rule.left.iter().map(|&(letter, _)| letter).collect(), &rule.right)),
            FactorMove::EveryCopy { .. } => Err("a move removes every copy of a letter"),
        }
    }
    if game.ring {
        return Err("words are rings");
    }
    game.moves.iter().map(rule).collect()
}

impl<'a> Walk<'a> {
    /// The rules of a game on the levels of a machine that is sound.
    pub(super) fn new(game: &'a FactorGame, machine: &'a LevelMachine, near: u32) -> Result<Walk<'a>, &'static str> {
        let rules = rules(game)?;
        let falls = machine.levels.iter().flatten().flat_map(|state| &state.next).map(|goal| match goal {
            Goal::By { levels, .. } => -i64::from(*levels),
            Goal::At { .. } => 0,
        });
        let fall = falls.fold(0, i64::max);
        let long = rules.iter().flat_map(|(_, pieces)| pieces.iter()).map(|piece| piece.len() as i64).fold(1, i64::max);
        let near = i64::from(near);
        let reach = fall.checked_mul(long).ok_or("its levels are too large")?;
        let high = (machine.levels.len() as i64 + near + 2).checked_add(reach).ok_or("its levels are too large")?;
        Ok(Walk { machine, rules, near, high })
    }

    /// The remainder of a level.
    pub(super) fn remainder(&self, level: i64) -> i64 {
        (level - self.machine.from as i64).rem_euclid(self.machine.period as i64)
    }

    /// A remainder that may have left its range.
    pub(super) fn wrap(&self, remainder: i64) -> i64 {
        remainder.rem_euclid(self.machine.period as i64)
    }

    /// The levels below `high` of a base of this remainder that was `high` and has moved by
    /// `moved`.
    pub(super) fn below(&self, base: i64, moved: i64) -> impl Iterator<Item = i64> + '_ {
        let remainder = self.wrap(base + moved);
        (self.high + moved..self.high).filter(move |&level| self.remainder(level) == remainder)
    }

    /// The row of a state; `base` is the remainder of the level of the base where that is not
    /// known.
    fn row(&self, base: Option<i64>, state: State) -> Option<&LevelState> {
        let repeats = |remainder: i64| self.machine.from + remainder.rem_euclid(self.machine.period as i64) as usize;
        let level = match state.level {
            Level::Known(level) => self.machine.listed(u64::try_from(level).ok()?),
            Level::Near(distance) => repeats(base? + distance),
            Level::High(remainder) => repeats(remainder),
        };
        self.machine.levels.get(level)?.get(state.place as usize)
    }

    /// The label of a state; `None` if there is no such state.
    pub(super) fn label(&self, base: Option<i64>, state: State) -> Option<u32> {
        self.row(base, state).map(|row| row.label)
    }

    /// The states that a step of one may lead to: several if its level may fall below `high`.
    fn steps(&self, base: Option<i64>, state: State, letter: Letter, out: &mut Vec<State>) -> Option<()> {
        let (levels, place) = match *self.row(base, state)?.next.get(usize::from(letter))? {
            Goal::At { level, place } => {
                out.push(State { level: Level::Known(level.into()), place });
                return Some(());
            }
            Goal::By { levels, place } => (i64::from(levels), place),
        };
        match state.level {
            Level::Known(level) => out.push(State { level: Level::Known(level + levels), place }),
            Level::Near(distance) => out.push(State { level: Level::Near(distance + levels), place }),
            Level::High(remainder) => self.above(self.high + levels, remainder + levels, place, out),
        }
        Some(())
    }

    /// The cases of a state whose level is at least `least` and has this remainder.
    pub(super) fn above(&self, least: i64, remainder: i64, place: u32, out: &mut Vec<State>) {
        let remainder = remainder.rem_euclid(self.machine.period as i64);
        out.push(State { level: Level::High(remainder), place });
        let known = (least..self.high).filter(|&level| self.remainder(level) == remainder);
        out.extend(known.map(|level| State { level: Level::Known(level), place }));
    }

    /// The base after a letter: its level is known, or relative to the one before.
    pub(super) fn base_step(&self, base: Option<i64>, state: State, letter: Letter) -> Option<State> {
        let mut out = Vec::new();
        let from = if base.is_some() { State { level: Level::Near(0), ..state } } else { state };
        self.steps(base, from, letter, &mut out)?;
        out.first().copied()
    }

    /// Calls `visit` with the cases of the moves that a letter begins in the untouched word: all
    /// cases of one move together.
    ///
    /// The pieces are written one after the other. Between two of them the component is closed: its
    /// label goes into the exclusive or, and the machine starts again.
    pub(super) fn begin(
        &self,
        base: Option<i64>,
        state: State,
        letter: Letter,
        mut visit: impl FnMut(&[Item]),
    ) -> Option<()> {
        let state = if base.is_some() { State { level: Level::Near(0), ..state } } else { state };
        for (rule, (left, pieces)) in self.rules.iter().enumerate().filter(|(_, (left, _))| left[0] == letter) {
            let mut open = vec![(0u32, state)];
            let mut next = Vec::new();
            for (number, piece) in pieces.iter().enumerate() {
                if number > 0 {
                    for (xor, state) in &mut open {
                        *xor ^= self.label(base, *state)?;
                        *state = State { level: Level::Known(0), place: 0 };
                    }
                }
                for &letter in piece {
                    let mut after = Vec::new();
                    for &(xor, state) in &open {
                        next.clear();
                        self.steps(base, state, letter, &mut next)?;
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
    pub(super) fn go_on(
        &self,
        base: Option<i64>,
        item: Item,
        letter: Letter,
        mut visit: impl FnMut(&[Item]),
    ) -> Option<()> {
        match self.rules.get(item.rule as usize) {
            None => {
                let mut next = Vec::new();
                self.steps(base, item.state, letter, &mut next)?;
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
