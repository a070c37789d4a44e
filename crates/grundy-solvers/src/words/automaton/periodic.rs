//! Periodic machines: values that depend on a count which is not bounded.
//!
//! If the values are not those of a finite machine, the hypotheses of the learner grow without end.
//! But their states are pairwise different, and numbered by the length of the shortest word that
//! leads to them, they may show a machine whose levels repeat: each level is like the one a period
//! before, and each step leads as many levels up or down, or to the same low level. Such a machine
//! is a guess until both explorations of the claim [`Periodic`] prove it; they are sound and not
//! complete, so they are tried with several distances.
//!
//! Cost: for each period up to 12, one pass over the hypothesis; for the explorations a bound on
//! the memory.

use grundy_cert::{Goal, LevelMachine, LevelState, Machine, Periodic};
use grundy_games::Letter;

use super::Search;
use crate::support::budget::{Budget, Stopped};

/// The longest period that is looked for.
const LONGEST: usize = 12;

/// The distances of the explorations, in turn, each with the second one strict and then not.
const DISTANCES: [u32; 5] = [4, 8, 12, 16, 24];

/// The most machines that are tried for one hypothesis, those with the fewest states.
const MOST_MACHINES: usize = 4;

/// The most memory of an exploration: about half a million pairs.
const MOST_BYTES: u64 = 96 << 20;

/// The first hypothesis that is looked at has this many states; each later one an eighth more.
const FIRST: usize = 24;

/// The search for a periodic machine among the hypotheses of a learner.
pub(super) struct Counters {
    /// The number of states of the next hypothesis to look at.
    next: usize,
    /// The machines that were tried, so that none is tried twice.
    tried: Vec<LevelMachine>,
}

impl Counters {
    pub(super) fn new() -> Counters {
        Counters { next: FIRST, tried: Vec::new() }
    }

    /// Looks at a hypothesis if it is larger by a part than the one before; returns the claim if
    /// the machine that it shows is proved.
    pub(super) fn look(
        &mut self,
        search: &Search,
        machine: &Machine,
        budget: &mut Budget,
    ) -> Result<Option<Periodic>, Stopped> {
        if machine.states() < self.next {
            return Ok(None);
        }
        self.next = machine.states() + machine.states() / 8;
        let mut found = shown(machine);
        found.sort_by_key(LevelMachine::states);
        found.truncate(MOST_MACHINES);
        for machine in found {
            if self.tried.contains(&machine) {
                continue;
            }
            self.tried.push(machine.clone());
            if let Some(claim) = proved(search, machine, budget)? {
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }
}

/// The claim with the first distance with which it is proved.
fn proved(search: &Search, machine: LevelMachine, budget: &mut Budget) -> Result<Option<Periodic>, Stopped> {
    let (game, ends) = (search.game.clone(), search.ends.clone());
    let mut claim = Periodic { game, ends, machine, near: 0, strict: true };
    for near in DISTANCES {
        for strict in [true, false] {
            (claim.near, claim.strict) = (near, strict);
            let mut polled = Ok(());
            let most = budget.rest().most_bytes().min(MOST_BYTES);
            let holds = claim.holds(most, &mut || {
                polled = budget.poll();
                polled.is_ok()
            });
            polled?;
            if holds == Some(true) {
                return Ok(Some(claim));
            }
        }
    }
    Ok(None)
}

/// The periodic machines that a hypothesis shows, at most one for each period.
fn shown(machine: &Machine) -> Vec<LevelMachine> {
    let layers = Layers::of(machine);
    (1..=LONGEST).filter_map(|period| layers.folded(period)).collect()
}

/// The states of a machine by the length of the shortest words that lead to them.
struct Layers<'a> {
    /// The hypothesis.
    machine: &'a Machine,
    /// The states of each length, in the order in which they were reached.
    layers: Vec<Vec<u32>>,
    /// The layer and the place in it of each state.
    at: Vec<(usize, u32)>,
}

impl<'a> Layers<'a> {
    /// Breadth-first from the first state.
    fn of(machine: &'a Machine) -> Layers<'a> {
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
        Layers { machine, layers, at }
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
    fn folded(&self, period: usize) -> Option<LevelMachine> {
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
    fn fold(&self, from: usize, period: usize) -> LevelMachine {
        let state = |layer: usize, place: usize| {
            let own = self.layers[layer][place];
            let later = (layer >= from).then(|| self.layers[layer + period][place]);
            let next = (0..self.machine.letters as Letter).map(|letter| {
                let (level, place) = self.at[self.machine.step(own, letter) as usize];
                let moves = later.is_some_and(|later| self.at[self.machine.step(later, letter) as usize].0 != level);
                match moves {
                    true => Goal::By { levels: level as i32 - layer as i32, place },
                    false => Goal::At { level: level as u32, place },
                }
            });
            LevelState { label: self.machine.labels[own as usize], next: next.collect() }
        };
        let levels =
            (0..from + period).map(|layer| (0..self.layers[layer].len()).map(|place| state(layer, place)).collect());
        LevelMachine { letters: self.machine.letters, from, period, levels: levels.collect() }
    }

    /// Whether the folded machine has the steps of all layers below `end`.
    fn agrees(&self, found: &LevelMachine, end: usize) -> bool {
        self.layers[..end].iter().enumerate().all(|(layer, states)| {
            states.iter().enumerate().all(|(place, &state)| {
                found.goals(layer as u64, place as u32).is_some_and(|goals| {
                    self.goals(state).zip(goals).all(|((level, place), goal)| goal == (level as u64, place))
                })
            })
        })
    }
}
