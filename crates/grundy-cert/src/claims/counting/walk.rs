//! Moves in play on levels that are not known.
//!
//! A word leads the machine to its *base*: a state. A move in play is an *item*: how far the move
//! is, the xor of the labels of the components that it has closed, and the state of the machine on
//! the component that is open. The right side of a rule is written at the first letter of the left
//! side, and the other letters of the left side are matched afterwards.
//!
//! There are infinitely many states, so what is known of a state is known of each counter
//! separately. A base at level `high` of a counter, or above, is denoted by the remainder of the
//! level by the period; the level of an item is then known, or its distance from that of the base
//! where that is at most `near`, or it is at least `high` and its remainder is known. The row of
//! such a state is determined by remainders, as long as no such level comes below the level from
//! which on the counter repeats: one letter writes at most `long` letters, each of which lowers a
//! level by at most `fall`, so `high` has `near + fall * long` levels to spare. Where a level that
//! is not known may fall below `high`, all cases are followed.
//!
//! A step does to a counter what the row says, whatever the levels of the others are exactly. So
//! the level of each counter after it is among the cases that follow from what was known of this
//! counter alone, and all levels together are among the choices of one case of each.

use grundy_games::{FactorGame, FactorMove, Letter};

use super::{
    machine::{Counter, CounterStep, CountingMachine, CountingState},
    pairs::ExplorationEnd,
};

/// What is known of the level of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Level {
    /// It is this one.
    Known(i64),
    /// It is that of the base, which is at least `high`, and this number more.
    Near(i64),
    /// It is at least `high`, and has this remainder after the level from which on the counter
    /// repeats.
    High(i64),
}

/// How a letter moves the base along a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// To this level.
    To(i64),
    /// By this number of levels, from one that is at least `high` and has this remainder.
    By { levels: i64, before: i64 },
}

/// A state of a machine with K counters, of which not everything need be known. The levels of a
/// base are known or high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CounterState<const K: usize> {
    /// What is known of its levels.
    pub(super) levels: [Level; K],
    /// The place.
    pub(super) place: u32,
}

impl<const K: usize> CounterState<K> {
    /// Where every word begins.
    pub(super) const START: CounterState<K> = CounterState { levels: [Level::Known(0); K], place: 0 };
}

/// A move in play. `rule` and `matched` are how far it is; a rule after the last one means that the
/// left side is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct RuleProgress<const K: usize> {
    /// The place of the rule; the number of rules if its left side is matched.
    rule: u32,
    /// The number of letters of the left side that are matched.
    matched: u32,
    /// The exclusive or of the labels of the components that the move has closed.
    pub(super) xor: u32,
    /// The state of the machine on the component that is open.
    pub(super) state: CounterState<K>,
}

impl<const K: usize> RuleProgress<K> {
    /// The item on other levels.
    pub(super) fn at(self, levels: [Level; K]) -> RuleProgress<K> {
        RuleProgress { state: CounterState { levels, ..self.state }, ..self }
    }

    /// One of 64 bits, which depends on the item alone.
    pub(super) fn bit(self) -> u64 {
        let mixed = |hash: u64, part: u64| (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        let levels = self.state.levels.iter().fold(0, |hash, level| {
            let (kind, level) = match *level {
                Level::Known(level) => (1, level),
                Level::Near(distance) => (2, distance),
                Level::High(remainder) => (3, remainder),
            };
            mixed(mixed(hash, kind), level as u64)
        });
        let parts = [self.rule, self.matched, self.xor, self.state.place];
        let hash = parts.iter().fold(levels, |hash, part| mixed(hash, (*part).into()));
        1 << (hash >> 58)
    }
}

/// The rules on the levels of a machine with K counters.
pub(super) struct LevelWalk<'a, const K: usize> {
    /// The machine.
    pub(super) machine: &'a CountingMachine,
    /// The rules, in the order of the game.
    rules: Vec<RewriteRule<'a>>,
    /// Items farther from the base are not related to it.
    pub(super) near: i64,
    /// For each counter, the level from which on levels are remainders.
    pub(super) high: [i64; K],
    /// The counters.
    counters: [Counter; K],
}

/// A left side, and the pieces that replace it.
type RewriteRule<'a> = (Vec<Letter>, &'a [Vec<Letter>]);

/// The highest level from which on levels are not known: a letter may lead to as many cases.
const HIGHEST: i64 = 1 << 20;

/// The rules of a game; the reason if one is not of this form.
pub(super) fn rules(game: &FactorGame) -> Result<Vec<RewriteRule<'_>>, &'static str> {
    fn rule(kind: &FactorMove) -> Result<RewriteRule<'_>, &'static str> {
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

impl<'a, const K: usize> LevelWalk<'a, K> {
    /// The rules of a game on the levels of a machine that is sound and has K counters.
    pub(super) fn new(
        game: &'a FactorGame,
        machine: &'a CountingMachine,
        near: u32,
    ) -> Result<LevelWalk<'a, K>, &'static str> {
        let rules = rules(game)?;
        let counters = machine.counters[..].try_into().map_err(|_| "it has another number of counters")?;
        let long = rules.iter().flat_map(|(_, pieces)| pieces.iter()).map(|piece| piece.len() as i64).fold(1, i64::max);
        let mut walk = LevelWalk { machine, rules, near: i64::from(near), high: [0; K], counters };
        for (number, counter) in counters.iter().enumerate() {
            let reach = machine.fall(number).checked_mul(long);
            let high = reach.and_then(|reach| reach.checked_add(counter.size() as i64 + walk.near + 2));
            walk.high[number] = high.filter(|high| *high <= HIGHEST).ok_or("its levels are too large")?;
        }
        Ok(walk)
    }

    /// The remainder of a level.
    pub(super) fn remainder(&self, counter: usize, level: i64) -> i64 {
        self.wrap(counter, level - i64::from(self.counters[counter].from))
    }

    /// A remainder that may have left its range.
    pub(super) fn wrap(&self, counter: usize, remainder: i64) -> i64 {
        remainder.rem_euclid(self.counters[counter].period.into())
    }

    /// The row of a state, of a base or with a base.
    fn row(&self, base: CounterState<K>, state: CounterState<K>) -> Option<&'a CountingState> {
        let mut listed = [0; K];
        for (number, own) in listed.iter_mut().enumerate() {
            let remainder = match (state.levels[number], base.levels[number]) {
                (Level::Known(level), _) => {
                    *own = self.counters[number].listed(u64::try_from(level).ok()?);
                    continue;
                }
                (Level::Near(distance), Level::High(base)) => self.wrap(number, base + distance),
                // Only a base that is high has items near to it.
                (Level::Near(_), _) => return None,
                (Level::High(remainder), _) => remainder,
            };
            *own = self.counters[number].from as usize + remainder as usize;
        }
        self.machine.listed(state.place, |number, _| listed[number])
    }

    /// The label of a state, of a base or with a base; `None` if there is no such state.
    pub(super) fn label(&self, base: CounterState<K>, state: CounterState<K>) -> Option<u32> {
        self.row(base, state).map(|row| row.label)
    }

    /// How a letter moves a base, and the place that it leads to.
    pub(super) fn base_step(&self, base: CounterState<K>, letter: Letter) -> Option<([Moved; K], u32)> {
        let goal = self.row(base, base)?.next.get(usize::from(letter))?;
        let mut moved = [Moved::To(0); K];
        for (number, moved) in moved.iter_mut().enumerate() {
            *moved = match (*goal.steps.get(number)?, base.levels[number]) {
                (CounterStep::At(level), _) => Moved::To(level.into()),
                (CounterStep::By(levels), Level::Known(level)) => Moved::To(level + i64::from(levels)),
                (CounterStep::By(levels), Level::High(before)) => Moved::By { levels: levels.into(), before },
                // A base is not near to another one.
                (CounterStep::By(_), Level::Near(_)) => return None,
            };
        }
        Some((moved, goal.place))
    }

    /// Adds the items that a step of one may lead to: several if a level may fall below `high`.
    fn steps(
        &self,
        base: CounterState<K>,
        item: RuleProgress<K>,
        letter: Letter,
        out: &mut Vec<RuleProgress<K>>,
    ) -> Option<()> {
        let goal = self.row(base, item.state)?.next.get(usize::from(letter))?;
        let first = out.len();
        out.push(RuleProgress { state: CounterState { place: goal.place, ..item.state }, ..item });
        for number in 0..K {
            let level = match (*goal.steps.get(number)?, item.state.levels[number]) {
                (CounterStep::At(level), _) => Level::Known(level.into()),
                (CounterStep::By(levels), Level::Known(level)) => Level::Known(level + i64::from(levels)),
                (CounterStep::By(levels), Level::Near(distance)) => Level::Near(distance + i64::from(levels)),
                (CounterStep::By(levels), Level::High(remainder)) => {
                    let levels = i64::from(levels);
                    let last = out.len();
                    for level in self.low(number, self.high[number] + levels, remainder + levels) {
                        out.extend_from_within(first..last);
                        let new = out.len() - (last - first);
                        out[new..].iter_mut().for_each(|item| item.state.levels[number] = Level::Known(level));
                    }
                    out[first..last].iter_mut().for_each(|item| {
                        item.state.levels[number] = Level::High(self.wrap(number, remainder + levels));
                    });
                    continue;
                }
            };
            out[first..].iter_mut().for_each(|item| item.state.levels[number] = level);
        }
        Some(())
    }

    /// The levels from `least` on, below `high`, of this remainder.
    pub(super) fn low(&self, counter: usize, least: i64, remainder: i64) -> impl Iterator<Item = i64> + use<K> {
        let Counter { from, period } = self.counters[counter];
        let first = least + (remainder - (least - i64::from(from))).rem_euclid(period.into());
        (first..self.high[counter]).step_by(period as usize)
    }

    /// Calls `visit` with the cases of the moves that a letter begins in the untouched word: all
    /// cases of one move together.
    ///
    /// The pieces are written one after the other. Between two of them the component is closed: its
    /// label goes into the exclusive or, and the machine starts again.
    pub(super) fn begin(
        &self,
        base: CounterState<K>,
        letter: Letter,
        mut visit: impl FnMut(&[RuleProgress<K>]),
    ) -> Option<()> {
        let own = |level| if let Level::High(_) = level { Level::Near(0) } else { level };
        let state = CounterState { levels: base.levels.map(own), ..base };
        let (mut open, mut after) = (Vec::new(), Vec::new());
        for (rule, (left, pieces)) in self.rules.iter().enumerate().filter(|(_, (left, _))| left[0] == letter) {
            open.clear();
            open.push(self.matched(RuleProgress { rule: rule as u32, matched: 1, xor: 0, state }, left));
            for (number, piece) in pieces.iter().enumerate() {
                if number > 0 {
                    for item in &mut open {
                        item.xor ^= self.label(base, item.state)?;
                        item.state = CounterState::START;
                    }
                }
                for &letter in piece {
                    after.clear();
                    for &item in &open {
                        self.steps(base, item, letter, &mut after)?;
                    }
                    std::mem::swap(&mut open, &mut after);
                }
            }
            visit(&open);
        }
        Some(())
    }

    /// The item, which says so if its left side is matched.
    fn matched(&self, item: RuleProgress<K>, left: &[Letter]) -> RuleProgress<K> {
        match item.matched as usize == left.len() {
            true => RuleProgress { rule: self.rules.len() as u32, matched: 0, ..item },
            false => item,
        }
    }

    /// Adds the cases of the move that follows from one by a letter, if one does.
    pub(super) fn go_on(
        &self,
        base: CounterState<K>,
        item: RuleProgress<K>,
        letter: Letter,
        out: &mut Vec<RuleProgress<K>>,
    ) -> Option<()> {
        match self.rules.get(item.rule as usize) {
            None => self.steps(base, item, letter, out)?,
            Some((left, _)) if left.get(item.matched as usize) == Some(&letter) => {
                out.push(self.matched(RuleProgress { matched: item.matched + 1, ..item }, left));
            }
            Some(_) => {}
        }
        Some(())
    }

    /// Whether the word may end after the move.
    pub(super) fn is_over(&self, item: RuleProgress<K>) -> bool {
        item.rule as usize == self.rules.len()
    }
}

/// Calls `visit` with each choice of one case of every counter.
pub(super) fn each_choice<T: Copy, const K: usize>(
    cases: &[Vec<T>; K],
    mut visit: impl FnMut([T; K]) -> Result<(), ExplorationEnd>,
) -> Result<(), ExplorationEnd> {
    if cases.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut at = [0; K];
    loop {
        visit(std::array::from_fn(|number| cases[number][at[number]]))?;
        let Some(number) = (0..K).rev().find(|&number| at[number] + 1 < cases[number].len()) else { return Ok(()) };
        at[number] += 1;
        at[number + 1..].fill(0);
    }
}
