//! A machine whose states lie on levels, and which repeats from a level on.
//!
//! A state is a level and a place in it. From level `from` on everything repeats with a period: the
//! number of states of a level, their labels, and their steps. There a step leads either to a fixed
//! state, or by a number of levels up or down. So the machine has infinitely many states and a
//! finite description: it is a counter with finitely many other states, whose steps look at the
//! remainder of the counter and may set it back.

use grundy_games::Letter;

/// No level, place or step of a machine is larger: then no sum of them wraps.
const MOST: usize = 1 << 20;

/// A machine that repeats from a level on. It starts in the first state of level 0.
///
/// The fields are public and may be any table; [`LevelMachine::is_sound`] returns whether they are
/// a machine. Other functions assume it.
///
/// ```
/// use grundy_cert::{Goal, LevelMachine, LevelState};
///
/// // The number of letters read, modulo 3, on levels 0, 1, 2, ..
/// let next = vec![Goal::By { levels: 1, place: 0 }];
/// let levels = (0..3).map(|label| vec![LevelState { label, next: next.clone() }]).collect();
/// let machine = LevelMachine { letters: 1, from: 0, period: 3, levels };
/// assert!(machine.is_sound(1));
/// assert_eq!(machine.label(&[0, 0, 0, 0]), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelMachine {
    /// The number of letters.
    pub letters: usize,
    /// The level from which on the machine repeats.
    pub from: usize,
    /// The number of levels after which it repeats.
    pub period: usize,
    /// The states of the levels below `from + period`.
    pub levels: Vec<Vec<LevelState>>,
}

/// A state of a [`LevelMachine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelState {
    /// The label of the words that lead to it.
    pub label: u32,
    /// Where each letter leads.
    pub next: Vec<Goal>,
}

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To this state.
    At {
        /// The level.
        level: u32,
        /// The place in the level.
        place: u32,
    },
    /// To a level relative to that of the state.
    By {
        /// The number of levels up; down if negative.
        levels: i32,
        /// The place in the level.
        place: u32,
    },
}

impl LevelMachine {
    /// The number of states that are listed.
    pub fn states(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// The greatest label.
    pub fn largest(&self) -> u32 {
        self.levels.iter().flatten().map(|state| state.label).max().unwrap_or(0)
    }

    /// The listed level that is like this one.
    pub(super) fn listed(&self, level: u64) -> usize {
        let (from, period) = (self.from as u64, self.period as u64);
        (if level < from { level } else { from + (level - from) % period }) as usize
    }

    /// The listed state that is like this one.
    fn state(&self, level: u64, place: u32) -> Option<&LevelState> {
        self.levels.get(self.listed(level))?.get(place as usize)
    }

    /// The level and the place that each letter leads to from a state; `None` if there is no such
    /// state, or a level leaves 64 bits.
    pub fn goals(&self, level: u64, place: u32) -> Option<Vec<(u64, u32)>> {
        self.state(level, place)?.next.iter().map(|goal| reached(level, goal)).collect()
    }

    /// The label of a word over the letters of the machine. `None` for another letter, and if the
    /// level leaves 64 bits. Cost: a step a letter.
    pub fn label(&self, word: &[Letter]) -> Option<u64> {
        self.trace(word)?.last().map(|&(_, _, label)| u64::from(label))
    }

    /// The level, the place and the label after each letter of a word, before the first letter
    /// too. `None` as for [`LevelMachine::label`].
    pub fn trace(&self, word: &[Letter]) -> Option<Vec<(u64, u32, u32)>> {
        let (mut level, mut place) = (0u64, 0u32);
        let mut trace = vec![(level, place, self.state(level, place)?.label)];
        for &letter in word {
            (level, place) = reached(level, self.state(level, place)?.next.get(usize::from(letter))?)?;
            trace.push((level, place, self.state(level, place)?.label));
        }
        Some(trace)
    }

    /// Whether the table is a machine over that many letters: level 0 has one state, every letter
    /// of every state leads to a state, and only levels from `from` on have relative steps. At most
    /// 2^20 levels, and states of a level, are a machine.
    pub fn is_sound(&self, letters: usize) -> bool {
        let size = self.from.checked_add(self.period);
        let whole = self.period > 0 && size == Some(self.levels.len()) && self.levels.len() <= MOST;
        whole
            && letters > 0
            && self.letters == letters
            && self.levels[0].len() == 1
            && self.levels.iter().all(|states| states.len() <= MOST)
            && self.levels.iter().enumerate().all(|(level, states)| {
                states.iter().all(|state| {
                    state.next.len() == letters && state.next.iter().all(|goal| self.leads_to_a_state(level, goal))
                })
            })
    }

    /// Whether a step of a listed level, and of every level that is like it, leads to a state.
    ///
    /// A relative step is tried from the level and from those like it, one period after the other,
    /// until the level that it reaches repeats too: from there on nothing new comes.
    fn leads_to_a_state(&self, level: usize, goal: &Goal) -> bool {
        match *goal {
            Goal::At { level, place } => {
                self.levels.get(level as usize).is_some_and(|states| (place as usize) < states.len())
            }
            Goal::By { levels, place } => {
                let reached = |at: usize| (at as i64).checked_add(i64::from(levels)).filter(|goal| *goal >= 0);
                let is_state = |goal: i64| {
                    self.levels.get(self.listed(goal as u64)).is_some_and(|states| (place as usize) < states.len())
                };
                let mut at = level;
                while let Some(goal) =
                    reached(at).filter(|_| level >= self.from && levels.unsigned_abs() as usize <= MOST)
                {
                    if !is_state(goal) {
                        return false;
                    }
                    // From here on the levels that are reached repeat.
                    if goal >= self.from as i64 {
                        return true;
                    }
                    at += self.period;
                }
                false
            }
        }
    }
}

/// The level and the place that a step from a level leads to.
fn reached(level: u64, goal: &Goal) -> Option<(u64, u32)> {
    match *goal {
        Goal::At { level, place } => Some((level.into(), place)),
        Goal::By { levels, place } => Some((level.checked_add_signed(levels.into())?, place)),
    }
}
