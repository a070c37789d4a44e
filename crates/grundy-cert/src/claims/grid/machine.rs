//! A machine with two counters.
//!
//! A state is a place and two levels. From a level on, separately for each counter, everything
//! repeats: the label and the steps of a place no longer depend on the counter, and a step leads
//! either to a fixed level or by a number of levels up or down. A place may also be without a
//! counter, whose level is 0 there. So the machine has infinitely many states and a finite
//! description. A remainder of a counter is part of the place.

use grundy_games::Letter;

/// No level or place of a machine is larger: then no sum of them wraps.
const MOST: usize = 1 << 20;

/// No relative step is longer: then one letter leads to few cases.
const LONGEST: u32 = 1 << 10;

/// A machine with two counters. It starts in the first place, at level 0 of both.
///
/// The fields are public and may be any table; [`GridMachine::is_sound`] returns whether they are a
/// machine. Other functions assume it.
///
/// ```
/// use grundy_cert::{GridCell, GridGoal, GridMachine, GridPlace, GridStep};
///
/// // Counts the letters a and b; the label is 1 if there are both.
/// let cell = |x: u32, y: u32| GridCell {
///     label: u32::from(x > 0 && y > 0),
///     next: vec![
///         GridGoal { steps: [up(x), stay(y)], place: 0 },
///         GridGoal { steps: [stay(x), up(y)], place: 0 },
///     ],
/// };
/// fn up(level: u32) -> GridStep {
///     if level == 0 { GridStep::At(1) } else { GridStep::By(1) }
/// }
/// fn stay(level: u32) -> GridStep {
///     if level == 0 { GridStep::At(0) } else { GridStep::By(0) }
/// }
/// let cells = vec![cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)];
/// let place = GridPlace { free: [true; 2], cells };
/// let machine = GridMachine { letters: 2, from: [1, 1], places: vec![place] };
/// assert!(machine.is_sound(2));
/// assert_eq!(machine.label(&[0, 0, 0]), Some(0));
/// assert_eq!(machine.label(&[0, 1, 0]), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMachine {
    /// The number of letters.
    pub letters: usize,
    /// For each counter, the level from which on it no longer matters.
    pub from: [u32; 2],
    /// The places.
    pub places: Vec<GridPlace>,
}

/// A place of a [`GridMachine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPlace {
    /// Whether it has each counter. The level of one that it has not is 0.
    pub free: [bool; 2],
    /// The states for the levels 0 to `from` of the counters that it has: those of the second
    /// counter for each level of the first.
    pub cells: Vec<GridCell>,
}

/// The states of a place at given levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridCell {
    /// The label.
    pub label: u32,
    /// Where each letter leads.
    pub next: Vec<GridGoal>,
}

/// Where a letter leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridGoal {
    /// What becomes of each counter.
    pub steps: [GridStep; 2],
    /// The place.
    pub place: u32,
}

/// What a letter does to a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridStep {
    /// It is set to this level.
    At(u32),
    /// It goes up by this number of levels; down if negative.
    By(i32),
}

impl GridStep {
    /// The level after the step; `None` if it leaves 64 bits.
    fn after(self, level: u64) -> Option<u64> {
        match self {
            GridStep::At(level) => Some(level.into()),
            GridStep::By(levels) => level.checked_add_signed(levels.into()),
        }
    }
}

impl GridMachine {
    /// The number of states that are listed.
    pub fn states(&self) -> usize {
        self.places.iter().map(|place| place.cells.len()).sum()
    }

    /// The greatest label.
    pub fn largest(&self) -> u32 {
        self.places.iter().flat_map(|place| &place.cells).map(|cell| cell.label).max().unwrap_or(0)
    }

    /// The number of listed levels of a counter at a place.
    fn listed(&self, free: [bool; 2], counter: usize) -> usize {
        if free[counter] { self.from[counter] as usize + 1 } else { 1 }
    }

    /// The state at a place and levels, where levels from `from` on are alike; `None` if there is
    /// no such place.
    pub(super) fn cell(&self, place: u32, levels: [u64; 2]) -> Option<&GridCell> {
        let own = self.places.get(place as usize)?;
        let at = |counter: usize| (self.listed(own.free, counter) as u64 - 1).min(levels[counter]) as usize;
        own.cells.get(at(0) * self.listed(own.free, 1) + at(1))
    }

    /// The label of a word over the letters of the machine. `None` for another letter, and if a
    /// level leaves 64 bits. Cost: a step a letter.
    pub fn label(&self, word: &[Letter]) -> Option<u64> {
        let (mut place, mut levels) = (0, [0u64; 2]);
        for &letter in word {
            (place, levels) = self.goal(place, levels, letter)?;
        }
        self.cell(place, levels).map(|cell| cell.label.into())
    }

    /// The label at a place and levels; `None` if there is no such place.
    pub fn label_at(&self, place: u32, levels: [u64; 2]) -> Option<u32> {
        self.cell(place, levels).map(|cell| cell.label)
    }

    /// Where a letter leads from a place and levels.
    pub fn goal(&self, place: u32, levels: [u64; 2], letter: Letter) -> Option<(u32, [u64; 2])> {
        let goal = self.cell(place, levels)?.next.get(usize::from(letter))?;
        let [first, second] = goal.steps;
        Some((goal.place, [first.after(levels[0])?, second.after(levels[1])?]))
    }

    /// Whether the table is a machine over that many letters: each place lists its states, every
    /// letter of every state leads to a state, and only levels from `from` on have relative steps.
    /// At most 2^20 levels, places, and states of a place, and steps by at most 2^10 levels, are a
    /// machine.
    pub fn is_sound(&self, letters: usize) -> bool {
        let levels = self.from.map(|from| from as usize);
        let small = levels.iter().all(|from| *from < MOST) && (levels[0] + 1) * (levels[1] + 1) <= MOST;
        small
            && letters > 0
            && self.letters == letters
            && (1..=MOST).contains(&self.places.len())
            && self.places.iter().all(|place| {
                let width = self.listed(place.free, 1);
                place.cells.len() == self.listed(place.free, 0) * width
                    && place.cells.iter().enumerate().all(|(at, cell)| {
                        let own = [at / width, at % width];
                        cell.next.len() == letters && cell.next.iter().all(|goal| self.leads(place, own, goal))
                    })
            })
    }

    /// Whether a step from the listed levels of a place, and from all that are like them, leads to
    /// a state.
    fn leads(&self, place: &GridPlace, own: [usize; 2], goal: &GridGoal) -> bool {
        let Some(other) = self.places.get(goal.place as usize) else { return false };
        (0..2).all(|counter| match goal.steps[counter] {
            GridStep::At(level) => level == 0 || other.free[counter] && (level as usize) < MOST,
            GridStep::By(levels) => {
                let from = self.from[counter];
                place.free[counter]
                    && other.free[counter]
                    && own[counter] == from as usize
                    && levels.unsigned_abs() <= LONGEST
                    && i64::from(from) + i64::from(levels) >= 0
            }
        })
    }
}
