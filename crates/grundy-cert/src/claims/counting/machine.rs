//! A machine that counts: its states are places with levels of counters.
//!
//! A state is a place and a level of each counter. From a level on, separately for each counter,
//! everything repeats with a period: whether a place has a state, its label, and its steps. There a
//! step leads to a fixed level, or by a number of levels up or down. A place may also be without a
//! counter, whose level is 0 there. So the machine has infinitely many states and a finite
//! description: counters with finitely many other states, whose steps look at the remainders of the
//! counters and may set them back.

use grundy_games::Letter;

/// No level of a machine is larger, and it lists no more states: then no sum of them wraps.
const MOST: usize = 1 << 20;

/// No relative step is longer: then one letter leads to few cases.
const LONGEST: u32 = 1 << 10;

/// A machine that counts. It starts in the first place, at level 0 of every counter.
///
/// The fields are public and may be any table; [`CountingMachine::is_sound`] returns whether they
/// are a machine. Other functions assume it.
///
/// ```
/// use grundy_cert::{
///     Counter, CounterStep, CountingGoal, CountingMachine, CountingPlace, CountingState,
/// };
///
/// // Counts the letters a and b; the label is 1 if there is an a, and the number of b is odd.
/// let stays = |x: u32| if x == 0 { CounterStep::At(0) } else { CounterStep::By(0) };
/// let rises = |x: u32| if x == 0 { CounterStep::At(1) } else { CounterStep::By(1) };
/// let state = |x: u32, y: u32| {
///     let first = CountingGoal { steps: vec![rises(x), CounterStep::By(0)], place: 0 };
///     let second = CountingGoal { steps: vec![stays(x), CounterStep::By(1)], place: 0 };
///     Some(CountingState { label: u32::from(x > 0 && y > 0), next: vec![first, second] })
/// };
/// let states = vec![state(0, 0), state(0, 1), state(1, 0), state(1, 1)];
/// let place = CountingPlace { has: vec![true; 2], states };
/// let counters = vec![Counter { from: 1, period: 1 }, Counter { from: 0, period: 2 }];
/// let machine = CountingMachine { letters: 2, counters, places: vec![place] };
/// assert!(machine.is_sound(2));
/// assert_eq!(machine.label(&[0, 0, 0]), Some(0));
/// assert_eq!(machine.label(&[0, 1, 0, 1, 1]), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingMachine {
    /// The number of letters.
    pub letters: usize,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The places.
    pub places: Vec<CountingPlace>,
}

/// From which level on, and after how many levels, a counter of a [`CountingMachine`] repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The level from which on levels repeat.
    pub from: u32,
    /// The number of levels after which they repeat.
    pub period: u32,
}

/// A place of a [`CountingMachine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingPlace {
    /// Whether it has each counter. The level of one that it has not is 0.
    pub has: Vec<bool>,
    /// The states for the levels below `from + period` of the counters that it has: those of the
    /// last counter for each level of the one before it, and so on. `None` where it has no state.
    pub states: Vec<Option<CountingState>>,
}

/// The states of a place at given levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingState {
    /// The label of the words that lead to it.
    pub label: u32,
    /// Where each letter leads.
    pub next: Vec<CountingGoal>,
}

/// Where a letter leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountingGoal {
    /// What becomes of each counter.
    pub steps: Vec<CounterStep>,
    /// The place.
    pub place: u32,
}

/// What a letter does to a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterStep {
    /// It is set to this level.
    At(u32),
    /// It goes up by this number of levels; down if negative.
    By(i32),
}

impl Counter {
    /// The number of levels that are listed.
    pub(super) fn size(self) -> usize {
        (self.from as usize).saturating_add(self.period as usize)
    }

    /// The listed level that is like this one.
    pub(super) fn listed(self, level: u64) -> usize {
        let (from, period) = (u64::from(self.from), u64::from(self.period));
        // A table with a period of 0 is not a machine.
        (if level < from { level } else { from + (level - from).checked_rem(period).unwrap_or(0) }) as usize
    }

    /// The listed levels that a relative step leads to from a listed level and all that are like
    /// it; `None` if one falls below 0, or the step is not one of this level.
    ///
    /// It is tried from one period after the other, until the level that it reaches repeats too:
    /// from there on nothing new comes.
    fn reached(self, level: usize, by: i32) -> Option<Vec<usize>> {
        if level < self.from as usize || by.unsigned_abs() > LONGEST {
            return None;
        }
        let (mut at, mut all) = (level as u64, Vec::new());
        loop {
            let goal = at.checked_add_signed(by.into())?;
            all.push(self.listed(goal));
            if goal >= self.from.into() {
                return Some(all);
            }
            at += u64::from(self.period);
        }
    }
}

impl CountingPlace {
    /// The place in the list of the state at the listed levels that `listed` gives.
    fn index(&self, counters: &[Counter], listed: impl Fn(usize, Counter) -> usize) -> usize {
        let own = counters.iter().zip(&self.has).enumerate().filter(|(_, (_, has))| **has);
        own.fold(0, |at, (number, (counter, _))| at * counter.size() + listed(number, *counter))
    }

    /// The listed levels of the state at this place in the list.
    fn levels(&self, counters: &[Counter], mut at: usize) -> Vec<usize> {
        let mut levels = vec![0; counters.len()];
        for (number, counter) in counters.iter().enumerate().rev().filter(|(number, _)| self.has[*number]) {
            levels[number] = at % counter.size();
            at /= counter.size();
        }
        levels
    }
}

impl CountingMachine {
    /// A machine with one counter, from the states of the levels below `from + period`, in the
    /// order of their places.
    pub fn of_levels(letters: usize, counter: Counter, levels: &[Vec<CountingState>]) -> CountingMachine {
        let widest = levels.iter().map(Vec::len).max().unwrap_or(0);
        let places = (0..widest).map(|place| CountingPlace {
            has: vec![true],
            states: levels.iter().map(|states| states.get(place).cloned()).collect(),
        });
        CountingMachine { letters, counters: vec![counter], places: places.collect() }
    }

    /// The states that are listed.
    pub(super) fn all(&self) -> impl Iterator<Item = &CountingState> {
        self.places.iter().flat_map(|place| &place.states).flatten()
    }

    /// The number of states that are listed.
    pub fn states(&self) -> usize {
        self.all().count()
    }

    /// The greatest label.
    pub fn largest(&self) -> u32 {
        self.all().map(|state| state.label).max().unwrap_or(0)
    }

    /// The most levels by which a step lowers a counter.
    pub(super) fn fall(&self, counter: usize) -> i64 {
        let steps = self.all().flat_map(|state| &state.next).filter_map(|goal| goal.steps.get(counter));
        steps.map(|step| if let CounterStep::By(by) = step { -i64::from(*by) } else { 0 }).fold(0, i64::max)
    }

    /// The state at a place and the listed levels that `listed` gives; `None` if there is none.
    pub(super) fn listed(&self, place: u32, listed: impl Fn(usize, Counter) -> usize) -> Option<&CountingState> {
        let place = self.places.get(place as usize)?;
        place.states.get(place.index(&self.counters, listed))?.as_ref()
    }

    /// The state at a place and levels; `None` if there is none.
    pub fn state(&self, place: u32, levels: &[u64]) -> Option<&CountingState> {
        self.listed(place, |number, counter| levels.get(number).map_or(0, |level| counter.listed(*level)))
    }

    /// The place that a letter leads to, where the levels change; `None` as for
    /// [`CountingMachine::goal`].
    fn step(&self, place: u32, levels: &mut [u64], letter: Letter) -> Option<u32> {
        let goal = self.state(place, levels)?.next.get(usize::from(letter))?;
        for (level, step) in levels.iter_mut().zip(&goal.steps) {
            *level = match *step {
                CounterStep::At(level) => level.into(),
                CounterStep::By(by) => level.checked_add_signed(by.into())?,
            };
        }
        Some(goal.place)
    }

    /// The place and the levels that a letter leads to from others; `None` if there is no such
    /// state or letter, or a level leaves 64 bits.
    pub fn goal(&self, place: u32, levels: &[u64], letter: Letter) -> Option<(u32, Vec<u64>)> {
        let mut levels = levels.to_vec();
        let place = self.step(place, &mut levels, letter)?;
        Some((place, levels))
    }

    /// The label of a word over the letters of the machine. `None` for another letter, and if a
    /// level leaves 64 bits. Cost: a step a letter.
    pub fn label(&self, word: &[Letter]) -> Option<u64> {
        let mut levels = vec![0; self.counters.len()];
        let place = word.iter().try_fold(0, |place, &letter| self.step(place, &mut levels, letter))?;
        self.state(place, &levels).map(|state| state.label.into())
    }

    /// Whether the table is a machine over that many letters: it has a first state, every letter of
    /// every state leads to a state, and only levels that repeat have relative steps. At most 2^20
    /// levels and states, and steps by at most 2^10 levels, are a machine.
    pub fn is_sound(&self, letters: usize) -> bool {
        let sizes = self.counters.iter().map(|counter| counter.size());
        let all = sizes.fold(self.places.len(), usize::saturating_mul);
        letters > 0
            && self.letters == letters
            && self.counters.iter().all(|counter| counter.period > 0)
            && (1..=MOST).contains(&all)
            && self.places.iter().all(|place| self.is_place(place))
            && self.state(0, &vec![0; self.counters.len()]).is_some()
    }

    /// Whether a place lists its states, and every letter of each of them leads to a state.
    fn is_place(&self, place: &CountingPlace) -> bool {
        let own = self.counters.iter().zip(&place.has).filter(|(_, has)| **has);
        place.has.len() == self.counters.len()
            && place.states.len() == own.map(|(counter, _)| counter.size()).product::<usize>()
            && place.states.iter().enumerate().all(|(at, state)| {
                let levels = place.levels(&self.counters, at);
                state.as_ref().is_none_or(|state| {
                    state.next.len() == self.letters
                        && state.next.iter().all(|goal| self.leads(place, &levels, goal) == Some(true))
                })
            })
    }

    /// Whether a step from listed levels of a place, and from all that are like them, leads to a
    /// state; `None` if it is not a step of these levels.
    fn leads(&self, place: &CountingPlace, levels: &[usize], goal: &CountingGoal) -> Option<bool> {
        let other = self.places.get(goal.place as usize).filter(|_| goal.steps.len() == levels.len())?;
        // The indices of the states that the counters so far lead to.
        let mut found = vec![0];
        for (number, (counter, step)) in self.counters.iter().zip(&goal.steps).enumerate() {
            let (has, has_there) = (place.has[number], *other.has.get(number)?);
            let reached = match *step {
                CounterStep::At(0) if !has_there => continue,
                CounterStep::At(level) if (level as usize) < MOST => vec![counter.listed(level.into())],
                CounterStep::By(by) if has => counter.reached(levels[number], by)?,
                CounterStep::At(_) | CounterStep::By(_) => return None,
            };
            if !has_there {
                return None;
            }
            found = found.iter().flat_map(|at| reached.iter().map(move |level| at * counter.size() + level)).collect();
        }
        Some(found.iter().all(|&at| other.states.get(at).is_some_and(Option::is_some)))
    }
}
