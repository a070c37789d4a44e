//! The machines with two counters that a hypothesis shows.
//!
//! The number of states of a hypothesis grows with the square of the length then. It may show a
//! machine whose places have two counters, in two stages. First, a shift of the states by a level
//! of one counter: the number of times that it can be undone is the level. Then the lowest states
//! of its chains are the nodes of a graph, each with the rows of the first levels, and a shift of
//! these nodes is a level of the other counter. What is left are the places.
//!
//! Cost: a few passes over the hypothesis, and over pairs of lowest states.

use grundy_cert::{Counter, CounterStep, CountingGoal, CountingMachine, CountingPlace, CountingState, Machine};
use grundy_games::Letter;
use rustc_hash::{FxHashMap, FxHashSet};

use super::shift::{NumberedGraph, Shift, refined, spread, strips};
use crate::support::budget::{Budget, Stopped};

/// The level of the first counter from which on it does not matter.
const FROM: u32 = 1;

/// The levels of the second counter from which on it may not matter.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=4;

/// In so many steps states must be equal to be alike, at first and for the lowest states.
const ROUNDS: [usize; 2] = [4, 1];

/// Hypotheses whose states lie in fewer layers than this show nothing.
const FEWEST_LAYERS: usize = 16;

/// A lowest state without a level above it is one of no chain if it lies so many layers below the
/// last one.
const SPARE: usize = 12;

/// The most machines of one hypothesis that are tried.
const MOST_MACHINES: usize = 2;

/// No more pairs are spread for the second counter.
const MOST_PAIRS: usize = 1 << 18;

/// A state of the hypothesis by its lowest state and its level.
type LeveledState = (u32, u32);

/// What is known of a step: the level of the first counter, that of the second, and the place.
type StepGoal = (u32, u32, u32);

/// The machines that a hypothesis shows, with the lowest levels of the second counter from which on
/// it may not matter.
pub(super) fn shown(machine: &Machine, budget: &mut Budget) -> Result<Vec<CountingMachine>, Stopped> {
    let mut found = Vec::new();
    let Some(states) = States::of(machine) else { return Ok(found) };
    budget.poll()?;
    let Some(roots) = Roots::of(&states) else { return Ok(found) };
    budget.poll()?;
    for level in LEVELS {
        if let Some(shown) = roots.folded(level)
            && shown.is_sound(machine.letters)
            && states.agrees(&shown)
            && found.len() < MOST_MACHINES
        {
            found.push(shown);
        }
    }
    Ok(found)
}

/// The states of a hypothesis in the order in which words reach them, and the first counter.
struct States<'a> {
    /// The hypothesis.
    machine: &'a Machine,
    /// The states in order, with how each was reached from an earlier one.
    order: Vec<(u32, Option<(usize, Letter)>)>,
    /// The place of each state in the order, up to the last layer.
    rank: Vec<Option<u32>>,
    /// The layer of each one: the length of the shortest words that lead to it.
    layer: Vec<usize>,
    /// The last layer that is looked at.
    last: usize,
    /// The lowest state of its chain, and the level, by places in the order.
    chains: Vec<LeveledState>,
}

impl<'a> States<'a> {
    /// Breadth-first up to the layer that is the widest but for two: later ones lack states.
    fn of(machine: &'a Machine) -> Option<States<'a>> {
        let mut rank: Vec<Option<u32>> = vec![None; machine.states()];
        rank[0] = Some(0);
        let (mut order, mut layer, mut widths) = (vec![(0u32, None)], vec![0usize], vec![1usize]);
        let mut at = 0;
        while at < order.len() {
            let (state, _): (u32, Option<(usize, Letter)>) = order[at];
            for letter in 0..machine.letters as Letter {
                let goal = machine.step(state, letter);
                if rank[goal as usize].is_none() {
                    rank[goal as usize] = Some(order.len() as u32);
                    order.push((goal, Some((at, letter))));
                    layer.push(layer[at] + 1);
                    if widths.len() <= layer[at] + 1 {
                        widths.push(0);
                    }
                    widths[layer[at] + 1] += 1;
                }
            }
            at += 1;
        }
        let most = widths.iter().max()?;
        let last = widths.iter().position(|width| width == most)?.checked_sub(2)?;
        if last < FEWEST_LAYERS {
            return None;
        }
        let mut states = States { machine, order, rank, layer, last, chains: Vec::new() };
        states.chains = states.shift()?.chains()?;
        states.chains.truncate(states.layer.iter().take_while(|layer| **layer <= last).count());
        Some(states)
    }

    /// The first counter: states that are alike, and lie the same number of layers apart.
    fn shift(&self) -> Option<Shift> {
        let letters = self.machine.letters as Letter;
        let goals = self.order.iter().map(|&(state, _)| {
            (0..letters).map(|letter| self.rank[self.machine.step(state, letter) as usize]).collect()
        });
        let kinds = self.order.iter().map(|&(state, _)| self.machine.labels[state as usize]).collect();
        let graph = NumberedGraph { kinds, goals: goals.collect() };
        let kinds = refined(&graph, ROUNDS[0]);
        let within = |node: u32| self.layer[node as usize] <= self.last;
        let seen: Vec<Option<u32>> = (0..kinds.len()).map(|node| within(node as u32).then(|| kinds[node])).collect();
        let strips = strips(&seen, 4, 2 * self.last);
        let apart = |low: u32, high: u32| self.layer[high as usize] - self.layer[low as usize];
        let mut spacings: FxHashMap<usize, usize> = FxHashMap::default();
        for pair in strips.iter().flat_map(|strip| strip[strip.len() / 2..].windows(2)) {
            *spacings.entry(apart(pair[0], pair[1])).or_default() += 1;
        }
        let counted = spacings.into_iter().filter(|(spacing, _)| *spacing > 0);
        let (spacing, _) = counted.max_by_key(|&(spacing, count)| (count, usize::MAX - spacing))?;
        let mut shift = Shift::none(kinds.len());
        let mut open = Vec::new();
        for strip in &strips {
            for (at, &low) in strip.iter().enumerate() {
                let fits = |&&high: &&u32| apart(low, high) == spacing && shift.is_free(low, high);
                if let Some(&high) = strip[at + 1..].iter().find(fits) {
                    shift.join(low, high);
                    open.push((low, high));
                }
            }
        }
        while let Some((low, high)) = open.pop() {
            for (here, there) in graph.goals[low as usize].iter().zip(&graph.goals[high as usize]) {
                let (Some(here), Some(there)) = (*here, *there) else { continue };
                let alike = within(here) && within(there) && kinds[here as usize] == kinds[there as usize];
                if alike
                    && self.layer[here as usize] + spacing == self.layer[there as usize]
                    && shift.is_free(here, there)
                {
                    shift.join(here, there);
                    open.push((here, there));
                }
            }
        }
        Some(shift)
    }

    /// Where a letter leads from a state, by its place in the order; `None` after the last layer.
    fn goal(&self, at: u32, letter: Letter) -> Option<LeveledState> {
        let goal = self.rank[self.machine.step(self.order[at as usize].0, letter) as usize]?;
        self.chains.get(goal as usize).copied()
    }

    /// The label of a state, by its place in the order.
    fn label(&self, at: u32) -> u32 {
        self.machine.labels[self.order[at as usize].0 as usize]
    }

    /// Whether a machine has the labels of all states up to the last layer.
    fn agrees(&self, shown: &CountingMachine) -> bool {
        let mut reached: Vec<(u32, Vec<u64>)> = Vec::new();
        for (at, (_, came)) in self.order[..self.chains.len()].iter().enumerate() {
            let own = match *came {
                None => Some((0, vec![0, 0])),
                Some((before, letter)) => {
                    let (place, levels) = &reached[before];
                    shown.goal(*place, levels, letter)
                }
            };
            let Some((place, levels)) = own else { return false };
            if shown.state(place, &levels).map(|state| state.label) != Some(self.label(at as u32)) {
                return false;
            }
            reached.push((place, levels));
        }
        true
    }
}

/// The step from a level that leads to another one, where the level after it leads to `after`.
fn followed(level: u32, to: u32, after: u32) -> Option<CounterStep> {
    match after.checked_sub(to)? {
        0 => Some(CounterStep::At(to)),
        1 => Some(CounterStep::By(i32::try_from(i64::from(to) - i64::from(level)).ok()?)),
        _ => None,
    }
}

/// The second counter: nodes that are alike, wherever they lie.
///
/// A shift that leads through many kinds of nodes is spread first: others are parts of it, or
/// multiples of a smaller one that it excludes.
fn second(graph: &NumberedGraph) -> Shift {
    let kinds = refined(graph, ROUNDS[1]);
    let seen: Vec<Option<u32>> = kinds.iter().copied().map(Some).collect();
    let strips = strips(&seen, 2, kinds.len());
    let (mut found, mut pairs) = (Vec::new(), 0);
    for strip in &strips {
        let first = (strip.len() / 2).saturating_sub(2);
        for at in first..strip.len() - 1 {
            for &high in strip[at + 1..].iter().take(4) {
                if pairs > MOST_PAIRS {
                    break;
                }
                let Some(all) = spread(graph, &kinds, strip[at], high) else { continue };
                pairs += all.len();
                let through: FxHashSet<u32> = all.iter().map(|pair| kinds[pair.0 as usize]).collect();
                found.push((through.len(), all));
            }
        }
    }
    found.sort_by_key(|(through, all)| std::cmp::Reverse((*through, all.len())));
    let mut shift = Shift::none(kinds.len());
    for (_, all) in &found {
        if all.first().is_some_and(|&(node, _)| shift.is_unmet(node)) {
            shift.join_all(all);
        }
    }
    // The lower nodes of a strip, by the distance that its others have.
    for strip in &strips {
        let place: FxHashMap<u32, usize> = strip.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let mut distances: FxHashMap<usize, usize> = FxHashMap::default();
        for (at, &node) in strip.iter().enumerate() {
            let above = shift.above(node).and_then(|above| place.get(&above));
            if let Some(distance) = above.and_then(|above| above.checked_sub(at)).filter(|distance| *distance > 0) {
                *distances.entry(distance).or_default() += 1;
            }
        }
        let most = distances.into_iter().max_by_key(|&(distance, count)| (count, usize::MAX - distance));
        let Some((distance, _)) = most else { continue };
        for at in (0..strip.len() - distance).rev() {
            let (low, high) = (strip[at], strip[at + distance]);
            if shift.is_free(low, high)
                && let Some(all) = spread(graph, &kinds, low, high)
            {
                shift.join_all(&all);
            }
        }
    }
    shift.complete(graph, &kinds);
    shift
}

/// A row of a state: its label, and where each letter leads.
type StateRow = (u32, Vec<LeveledState>);

/// The lowest states of the chains as nodes, and the second counter.
struct Roots {
    /// The number of letters.
    letters: usize,
    /// The rows of the first levels of each node.
    rows: Vec<Vec<StateRow>>,
    /// The number of the node of a state, by its place in the order.
    number: FxHashMap<u32, u32>,
    /// The lowest node of its chain, and the level.
    chains: Vec<LeveledState>,
    /// The lowest nodes, which are the places, with the nodes of their chains.
    places: Vec<Vec<u32>>,
    /// The number of the place of a lowest node.
    place: FxHashMap<u32, u32>,
}

impl Roots {
    /// The nodes whose rows are known.
    fn of(states: &States<'_>) -> Option<Roots> {
        let letters = states.machine.letters;
        let mut own: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (at, &(root, _)) in states.chains.iter().enumerate() {
            own.entry(root).or_default().push(at as u32);
        }
        let (mut rows, mut number) = (Vec::new(), FxHashMap::default());
        for (at, _) in states.chains.iter().enumerate().filter(|(at, own)| own.0 as usize == *at) {
            let chain = &own[&(at as u32)];
            let row = |&state: &u32| {
                let goals = (0..letters as Letter).map(|letter| states.goal(state, letter));
                Some((states.label(state), goals.collect::<Option<Vec<LeveledState>>>()?))
            };
            let found: Vec<StateRow> = chain.iter().take(FROM as usize + 2).map_while(row).collect();
            let alone = chain.len() == 1 && found.len() == 1 && states.layer[at] + SPARE < states.last;
            if alone || found.len() == FROM as usize + 2 {
                number.insert(at as u32, rows.len() as u32);
                rows.push(found);
            }
        }
        let mut known: FxHashMap<Vec<(u32, Vec<u32>)>, u32> = FxHashMap::default();
        let kinds = rows.iter().map(|rows| {
            let seen = rows.iter().map(|(label, goals)| (*label, goals.iter().map(|goal| goal.1).collect()));
            let fresh = known.len() as u32;
            *known.entry(seen.collect()).or_insert(fresh)
        });
        let kinds = kinds.collect();
        let goals = rows.iter().map(|rows| {
            rows.iter().flat_map(|(_, goals)| goals.iter().map(|goal| number.get(&goal.0).copied())).collect()
        });
        let graph = NumberedGraph { kinds, goals: goals.collect() };
        let chains = second(&graph).chains()?;
        let mut roots = Roots { letters, rows, number, chains, places: Vec::new(), place: FxHashMap::default() };
        for node in 0..roots.chains.len() as u32 {
            let (root, _) = roots.chains[node as usize];
            let fresh = roots.places.len();
            let at = *roots.place.entry(root).or_insert(fresh as u32) as usize;
            if at == fresh {
                roots.places.push(Vec::new());
            }
            roots.places[at].push(node);
        }
        for place in &mut roots.places {
            let chains = &roots.chains;
            place.sort_by_key(|&node| chains[node as usize].1);
        }
        Some(roots)
    }

    /// What is known of a step from a place and levels.
    fn goal(&self, place: usize, levels: [u32; 2], letter: usize) -> Option<StepGoal> {
        let node = *self.places[place].get(levels[1] as usize)?;
        let (root, level) = *self.rows[node as usize].get(levels[0] as usize)?.1.get(letter)?;
        let (lowest, second) = self.chains[*self.number.get(&root)? as usize];
        Some((level, second, *self.place.get(&lowest)?))
    }

    /// The step of a place at listed levels, where those of the second counter are 0 to `from`.
    fn step(&self, place: usize, levels: [u32; 2], from: u32, free: [bool; 2], letter: usize) -> Option<CountingGoal> {
        let [x, y] = levels;
        let repeats = free[1] && y == from;
        // The last level stands for all later ones: two consecutive ones show how it goes on.
        let base = match repeats {
            false => y,
            true => (0..=from).rev().find(|&low| {
                self.goal(place, [x, low], letter).is_some() && self.goal(place, [x, low + 1], letter).is_some()
            })?,
        };
        let goal = self.goal(place, [x, base], letter)?;
        let second = match repeats {
            false => CounterStep::At(goal.1),
            true => {
                let after = self.goal(place, [x, base + 1], letter)?;
                (after.0 == goal.0 && after.2 == goal.2).then_some(())?;
                followed(base, goal.1, after.1)?
            }
        };
        let first = match free[0] && x == FROM {
            false => CounterStep::At(goal.0),
            true => {
                let after = self.goal(place, [x + 1, base], letter)?;
                (after.1 == goal.1 && after.2 == goal.2).then_some(())?;
                followed(x, goal.0, after.0)?
            }
        };
        Some(CountingGoal { steps: vec![first, second], place: goal.2 })
    }

    /// The machine whose second counter does not matter from a level on, if the nodes show all
    /// of its steps that words meet.
    fn folded(&self, from: u32) -> Option<CountingMachine> {
        let (start, _) = *self.chains.first()?;
        let start = *self.place.get(&start)?;
        if self.places[start as usize].first() != Some(&0) {
            return None;
        }
        let free: Vec<[bool; 2]> =
            self.places.iter().map(|chain| [self.rows[chain[0] as usize].len() > 1, chain.len() > 1]).collect();
        let mut cells: FxHashMap<(u32, u32, u32), CountingState> = FxHashMap::default();
        let mut seen: FxHashSet<(u32, [u32; 2])> = FxHashSet::from_iter([(start, [0, 0])]);
        let mut open = vec![(start, [0, 0])];
        while let Some((place, levels)) = open.pop() {
            let own = free[place as usize];
            if (0..2).any(|counter| levels[counter] > 0 && !own[counter]) {
                return None;
            }
            let [x, y] = [levels[0].min(FROM), levels[1].min(from)];
            let cell = match cells.get(&(place, x, y)) {
                Some(cell) => cell.clone(),
                None => {
                    let chain = &self.places[place as usize];
                    let node = chain[(y as usize).min(chain.len() - 1)];
                    let label = self.rows[node as usize].get(x as usize)?.0;
                    let next = (0..self.letters).map(|letter| self.step(place as usize, [x, y], from, own, letter));
                    let cell = CountingState { label, next: next.collect::<Option<_>>()? };
                    cells.insert((place, x, y), cell.clone());
                    cell
                }
            };
            for goal in &cell.next {
                let after = [0, 1].map(|counter| match goal.steps[counter] {
                    CounterStep::At(level) => Some(level),
                    CounterStep::By(by) => levels[counter].checked_add_signed(by),
                });
                let [Some(x), Some(y)] = after else { return None };
                // A few levels above the listed ones are enough to meet all of these.
                if x <= FROM + 8 && y <= from + 8 && seen.insert((goal.place, [x, y])) {
                    open.push((goal.place, [x, y]));
                }
            }
        }
        Some(self.numbered(start, from, &free, &cells))
    }

    /// The machine of the places that words meet, the first one first. States that none meets are
    /// like the first state.
    fn numbered(
        &self,
        start: u32,
        from: u32,
        free: &[[bool; 2]],
        cells: &FxHashMap<(u32, u32, u32), CountingState>,
    ) -> CountingMachine {
        let mut met: Vec<u32> = cells.keys().map(|key| key.0).collect();
        met.sort_unstable_by_key(|&place| (place != start, place));
        met.dedup();
        let number: FxHashMap<u32, u32> = met.iter().enumerate().map(|(at, &place)| (place, at as u32)).collect();
        let home = CountingGoal { steps: vec![CounterStep::At(0); 2], place: 0 };
        let places = met.iter().map(|&place| {
            let own = free[place as usize];
            let listed = |counter: usize, from: u32| if own[counter] { from } else { 0 };
            let mut all = Vec::new();
            for x in 0..=listed(0, FROM) {
                for y in 0..=listed(1, from) {
                    let renamed = |cell: &CountingState| {
                        let next = cell.next.iter().map(|goal| match number.get(&goal.place) {
                            Some(&place) => CountingGoal { place, ..goal.clone() },
                            None => home.clone(),
                        });
                        CountingState { label: cell.label, next: next.collect() }
                    };
                    let unmet = || CountingState { label: 0, next: vec![home.clone(); self.letters] };
                    all.push(Some(cells.get(&(place, x, y)).map_or_else(unmet, renamed)));
                }
            }
            CountingPlace { has: own.into(), states: all }
        });
        let counters = [FROM, from].map(|from| Counter { from, period: 1 });
        CountingMachine { letters: self.letters, counters: counters.into(), places: places.collect() }
    }
}
