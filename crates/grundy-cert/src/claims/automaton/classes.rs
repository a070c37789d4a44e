//! The classes of states that no word distinguishes, by the algorithm of Hopcroft (1971).
//!
//! Time n log n for each letter. Rounds over all states (Moore) would take n^2, and a certificate
//! could be made to take that long.
//!
//! States lie in an array, class by class. A class serves as a *splitter*: the states that a letter
//! leads into it move to the front of their classes, and a class with such states and others is
//! split in two. The smaller one becomes a splitter later; both do if the class was waiting to be
//! one.
//!
//! Example: states 0 and 1 with label 0, state 2 with label 1, and a letter that leads from 0 to 1,
//! from 1 to 2 and from 2 to 2. The labels give the classes {0, 1} and {2}. With {2} as splitter,
//! the letter leads 1 and 2 into it; {0, 1} is split into {0} and {1}, and all three states are
//! different.

use super::limits::VerificationLimits;

/// A partition of the states into classes.
struct Partition {
    /// States, class by class.
    states: Vec<u32>,
    /// The place of each state in `states`.
    place: Vec<u32>,
    /// The class of each state.
    class: Vec<u32>,
    /// For each class: its first place, the first place of the states that were not met, and its
    /// end.
    spans: Vec<[u32; 3]>,
}

impl Partition {
    /// The states by their labels.
    fn by_labels(labels: &[u32]) -> Partition {
        let mut states: Vec<u32> = (0..labels.len() as u32).collect();
        states.sort_by_key(|&state| labels[state as usize]);
        let (mut place, mut class) = (vec![0; labels.len()], vec![0; labels.len()]);
        let mut spans: Vec<[u32; 3]> = Vec::new();
        for (at, &state) in states.iter().enumerate() {
            let at = at as u32;
            match spans.last_mut() {
                Some(span) if labels[states[span[0] as usize] as usize] == labels[state as usize] => span[2] = at + 1,
                _ => spans.push([at, at, at + 1]),
            }
            place[state as usize] = at;
            class[state as usize] = spans.len() as u32 - 1;
        }
        Partition { states, place, class, spans }
    }

    /// Moves a state to the front of its class. Returns whether it is the first one met there.
    fn meet(&mut self, state: u32) -> bool {
        let span = &mut self.spans[self.class[state as usize] as usize];
        let (at, front) = (self.place[state as usize], span[1]);
        if at < front {
            return false;
        }
        let other = self.states[front as usize];
        self.states.swap(at as usize, front as usize);
        (self.place[state as usize], self.place[other as usize]) = (front, at);
        span[1] += 1;
        span[1] == span[0] + 1
    }

    /// Splits a class into the states that were not met and a new class of those that were. Returns
    /// the new class; `None` if all states were met.
    fn part(&mut self, class: u32) -> Option<u32> {
        let [first, front, end] = self.spans[class as usize];
        self.spans[class as usize][1] = first;
        if front == end {
            return None;
        }
        let fresh = self.spans.len() as u32;
        self.spans[class as usize] = [front, front, end];
        self.spans.push([first, first, front]);
        for at in first..front {
            self.class[self.states[at as usize] as usize] = fresh;
        }
        Some(fresh)
    }

    /// The number of states of a class.
    fn size(&self, class: u32) -> u32 {
        let [first, _, end] = self.spans[class as usize];
        end - first
    }
}

/// For each letter and state, the states that the letter leads there: one list, and the start of
/// each part of it.
fn backwards(letters: usize, states: usize, next: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let slot = |at: usize| (at % letters) * states + next[at] as usize;
    let mut begins = vec![0u32; states * letters + 1];
    (0..next.len()).for_each(|at| begins[slot(at) + 1] += 1);
    (1..begins.len()).for_each(|at| begins[at] += begins[at - 1]);
    let mut filled = begins.clone();
    let mut list = vec![0u32; next.len()];
    for at in 0..next.len() {
        let own = &mut filled[slot(at)];
        list[*own as usize] = (at / letters) as u32;
        *own += 1;
    }
    (list, begins)
}

/// The class of each state of a machine, and the number of classes. Classes are numbered in the
/// order of their first states. `None` if the limits end it: it holds 48 bytes a state and 12 for
/// each entry of `next`, which has the next state for each state and letter.
pub(super) fn classes(
    letters: usize,
    labels: &[u32],
    next: &[u32],
    limits: &mut VerificationLimits<'_>,
) -> Option<(Vec<u32>, usize)> {
    let (states, steps) = (labels.len(), next.len());
    let bytes = 48 * states as u64 + 12 * steps as u64;
    limits.hold(bytes).then_some(())?;
    let (list, begins) = backwards(letters, states, next);
    let mut partition = Partition::by_labels(labels);
    let mut waiting: Vec<u32> = (0..partition.spans.len() as u32).collect();
    let mut waits = vec![true; waiting.len()];
    let mut met: Vec<u32> = Vec::new();
    while let Some(splitter) = waiting.pop() {
        limits.go_on().then_some(())?;
        waits[splitter as usize] = false;
        let [first, _, end] = partition.spans[splitter as usize];
        let own = partition.states[first as usize..end as usize].to_vec();
        for letter in 0..letters {
            for &goal in &own {
                let slot = letter * states + goal as usize;
                for &state in &list[begins[slot] as usize..begins[slot + 1] as usize] {
                    if partition.meet(state) {
                        met.push(partition.class[state as usize]);
                    }
                }
            }
            for class in met.drain(..) {
                let Some(fresh) = partition.part(class) else { continue };
                let smaller = if partition.size(fresh) <= partition.size(class) { fresh } else { class };
                waits.push(false);
                let later = if waits[class as usize] { fresh } else { smaller };
                waits[later as usize] = true;
                waiting.push(later);
            }
        }
    }
    limits.release(bytes);
    let mut names = vec![None; partition.spans.len()];
    let mut count = 0u32;
    let mut named = Vec::with_capacity(states);
    for &class in &partition.class {
        named.push(*names[class as usize].get_or_insert_with(|| {
            count += 1;
            count - 1
        }));
    }
    Some((named, count as usize))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{super::Machine, *};

    fn of(machine: &Machine, limits: &mut VerificationLimits<'_>) -> Option<(Vec<u32>, usize)> {
        classes(machine.letters, &machine.labels, &machine.next, limits)
    }

    /// Moore's rounds: states are alike if their labels and the classes of their goals are.
    fn plainly(machine: &Machine) -> (Vec<u32>, usize) {
        let mut class = machine.labels.clone();
        let mut count = 0;
        loop {
            let mut names: HashMap<Vec<u32>, u32> = HashMap::new();
            let keys = (0..machine.states()).map(|state| {
                let goals = &machine.next[state * machine.letters..][..machine.letters];
                [class[state]].into_iter().chain(goals.iter().map(|&goal| class[goal as usize])).collect::<Vec<_>>()
            });
            let keys: Vec<Vec<u32>> = keys.collect();
            let mut refined = Vec::new();
            for key in keys {
                let fresh = names.len() as u32;
                refined.push(*names.entry(key).or_insert(fresh));
            }
            class = refined;
            if names.len() == count {
                return (class, count);
            }
            count = names.len();
        }
    }

    #[test]
    fn classes_are_those_of_plain_rounds() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut below = |end: u64| random.u64(..end);
        for _ in 0..2_000 {
            let (letters, states) = (1 + below(3) as usize, 1 + below(20));
            let machine = Machine {
                letters,
                labels: (0..states).map(|_| below(3) as u32 / 2).collect(),
                next: (0..states as usize * letters).map(|_| below(states) as u32).collect(),
            };
            let mut go_on = || true;
            assert_eq!(
                of(&machine, &mut VerificationLimits::new(u64::MAX, &mut go_on)),
                Some(plainly(&machine)),
                "{machine:?}"
            );
        }
    }

    #[test]
    fn a_long_chain_takes_no_square_of_steps() {
        let states = 100_000u32;
        let next = (0..states).flat_map(|at| [(at + 1).min(states - 1), at / 2]).collect();
        let machine = Machine { letters: 2, labels: (0..states).map(|at| u32::from(at + 1 == states)).collect(), next };
        let mut asked = 0u64;
        let mut go_on = || {
            asked += 1;
            true
        };
        let (_, count) = of(&machine, &mut VerificationLimits::new(u64::MAX, &mut go_on)).expect("nothing ends it");
        assert_eq!(count, states as usize);
        assert!(asked <= 2 * u64::from(states), "{asked} splitters");
        assert!(of(&machine, &mut VerificationLimits::new(1 << 20, &mut || true)).is_none(), "it takes megabytes");
        assert!(of(&machine, &mut VerificationLimits::new(u64::MAX, &mut || false)).is_none());
    }
}
