//! The machines with one counter that a hypothesis shows.
//!
//! States numbered by the length of the shortest word that leads to them may show a machine whose
//! levels repeat: each level is like the one a period before, and each step leads as many levels up
//! or down, or to the same low level.
//!
//! Cost: for each period up to 12, one pass over the hypothesis.

use grundy_cert::{Counter, CounterStep, CountingGoal, CountingMachine, CountingState, Machine};
use grundy_games::Letter;

/// The longest period that is looked for.
const LONGEST: usize = 12;

/// The most machines that are tried for one hypothesis, those with the fewest states.
const MOST_MACHINES: usize = 4;

/// The machines that a hypothesis shows, at most one for each period.
pub(super) fn shown(machine: &Machine) -> Vec<CountingMachine> {
    let layers = StateLayers::of(machine);
    let mut found: Vec<CountingMachine> = (1..=LONGEST).filter_map(|period| layers.folded(period)).collect();
    found.sort_by_key(CountingMachine::states);
    found.truncate(MOST_MACHINES);
    found
}

/// The states of a machine by the length of the shortest words that lead to them.
struct StateLayers<'a> {
    /// The hypothesis.
    machine: &'a Machine,
    /// The states of each length, in the order in which they were reached.
    layers: Vec<Vec<u32>>,
    /// The layer and the place in it of each state.
    at: Vec<(usize, u32)>,
}

impl<'a> StateLayers<'a> {
    /// Breadth-first from the first state.
    fn of(machine: &'a Machine) -> StateLayers<'a> {
        let mut at = vec![None; machine.states()];
        at[0] = Some((0, 0));
        let mut layers = vec![vec![0u32]];
        while let Some(last) = layers.last().filter(|last| !last.is_empty()) {
            let mut next = Vec::new();
            for &state in last {
                for letter in 0..machine.letters as Letter {
                    let goal = machine.step(state, letter);
                    if at[goal as usize].is_none() {
                        at[goal as usize] = Some((layers.len(), next.len() as u32));
                        next.push(goal);
                    }
                }
            }
            layers.push(next);
        }
        layers.pop();
        // A state that no word leads to is in no layer, and no step leads to it.
        let at = at.into_iter().map(|place| place.unwrap_or_default()).collect();
        StateLayers { machine, layers, at }
    }

    /// Returns the layer and the place of the goal of each letter.
    fn goals(&self, state: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        (0..self.machine.letters as Letter).map(move |letter| self.at[self.machine.step(state, letter) as usize])
    }

    /// Whether a layer is like the one a period after it.
    ///
    /// A goal may be the same low state, or one that lies a period higher with the state.
    fn repeats(&self, layer: usize, period: usize) -> bool {
        let (Some(here), Some(there)) = (self.layers.get(layer), self.layers.get(layer + period)) else { return false };
        here.len() == there.len()
            && here.iter().zip(there).all(|(&state, &later)| {
                self.machine.labels[state as usize] == self.machine.labels[later as usize]
                    && self
                        .goals(state)
                        .zip(self.goals(later))
                        .all(|(goal, after)| goal.1 == after.1 && (goal.0 == after.0 || goal.0 + period == after.0))
            })
    }

    /// The machine that repeats with this period, if the longest run of layers that do is long.
    ///
    /// A run is long if it has two periods and three layers more, and a quarter of the layers
    /// before it. Three places are tried as the first layer of the period.
    fn folded(&self, period: usize) -> Option<CountingMachine> {
        let mut best = 0..0;
        let mut at = 0;
        while at < self.layers.len() {
            let end = (at..self.layers.len()).find(|&layer| !self.repeats(layer, period)).unwrap_or(self.layers.len());
            if end - at > best.len() {
                best = at..end;
            }
            at = end.max(at + 1);
        }
        if best.len() < 2 * period + 3 || best.len() < best.start / 4 {
            return None;
        }
        let starts = best.start..best.start + 3;
        starts
            .filter(|from| best.end > from + 2 * period)
            .map(|from| self.fold(from, period))
            .find(|found| found.is_sound(self.machine.letters) && self.agrees(found, best.end))
    }

    /// The first layers as levels.
    fn fold(&self, from: usize, period: usize) -> CountingMachine {
        let state = |layer: usize, place: usize| {
            let own = self.layers[layer][place];
            let later = (layer >= from).then(|| self.layers[layer + period][place]);
            let next = (0..self.machine.letters as Letter).map(|letter| {
                let (level, place) = self.at[self.machine.step(own, letter) as usize];
                let moves = later.is_some_and(|later| self.at[self.machine.step(later, letter) as usize].0 != level);
                let step = match moves {
                    true => CounterStep::By(level as i32 - layer as i32),
                    false => CounterStep::At(level as u32),
                };
                CountingGoal { steps: vec![step], place }
            });
            CountingState { label: self.machine.labels[own as usize], next: next.collect() }
        };
        let states = |layer: usize| (0..self.layers[layer].len()).map(|place| state(layer, place)).collect();
        let levels: Vec<Vec<CountingState>> = (0..from + period).map(states).collect();
        let counter = Counter { from: from as u32, period: period as u32 };
        CountingMachine::of_levels(self.machine.letters, counter, &levels)
    }

    /// Whether the folded machine has the steps of all layers below `end`.
    fn agrees(&self, found: &CountingMachine, end: usize) -> bool {
        self.layers[..end].iter().enumerate().all(|(layer, states)| {
            states.iter().enumerate().all(|(place, &state)| {
                self.goals(state).zip(0..).all(|((level, goal), letter)| {
                    found.goal(place as u32, &[layer as u64], letter) == Some((goal, vec![level as u64]))
                })
            })
        })
    }
}
