//! A finite machine with a label at each state.
//!
//! Minimal machines are unique once their states are numbered in the order in which they are first
//! reached, breadth first; the checker accepts no other.
//!
//! *Example.* `"ab" -> "b"` over a and b. Each a that has a b somewhere after it is removed by one
//! move, and no move removes anything else; so the value is the number of these modulo 2. The
//! machine has four states: the parity of the letters a before the last b, and that of the letters
//! a after it.

use std::collections::HashMap;

use grundy_games::Letter;

use super::{classes::classes, limits::VerificationLimits};

/// A finite machine. It starts in state 0, each letter leads to a state, and the label of the last
/// one is the label of the word.
///
/// The fields are public and may be any table; [`Machine::is_sound`] returns whether they are a
/// machine. Other functions assume it.
///
/// ```
/// use grundy_cert::Machine;
///
/// // The parity of the length of a word over one letter.
/// let machine = Machine { letters: 1, labels: vec![0, 1], next: vec![1, 0] };
/// assert!(machine.is_sound(1));
/// assert_eq!(machine.label(&[0, 0, 0]), 1);
/// assert_eq!(machine.power(1_000_000_000_000), 0);
/// assert_eq!(machine.minimal(), machine);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// The number of letters.
    pub letters: usize,
    /// The label of each state.
    pub labels: Vec<u32>,
    /// The next states: that of state q and letter a at `q * letters + a`.
    pub next: Vec<u32>,
}

impl Machine {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// The state after a letter.
    pub fn step(&self, state: u32, letter: Letter) -> u32 {
        self.next[state as usize * self.letters + usize::from(letter)]
    }

    /// The state after a word that begins in a state.
    pub fn run(&self, state: u32, word: &[Letter]) -> u32 {
        word.iter().fold(state, |state, &letter| self.step(state, letter))
    }

    /// The label of a word.
    pub fn label(&self, word: &[Letter]) -> u64 {
        u64::from(self.labels[self.run(0, word) as usize])
    }

    /// The label of a word of that many copies of letter 0. Cost: at most one step for each state,
    /// since states then repeat.
    pub fn power(&self, count: u64) -> u64 {
        let mut seen = vec![None; self.states()];
        let (mut state, mut at) = (0u32, 0u64);
        while at < count {
            if let Some(before) = seen[state as usize].replace(at) {
                let rest = (count - at) % (at - before);
                state = (0..rest).fold(state, |state, _| self.step(state, 0));
                break;
            }
            state = self.step(state, 0);
            at += 1;
        }
        u64::from(self.labels[state as usize])
    }

    /// The greatest label.
    pub fn largest(&self) -> u32 {
        self.labels.iter().copied().max().unwrap_or(0)
    }

    /// The number of states that words shorter than `length` reach. Assumes that states are
    /// numbered in the order in which they are first reached.
    pub(super) fn reached(&self, length: u64) -> usize {
        let (mut depth, mut layer, mut known) = (0, 0, 1);
        for (state, row) in self.next.chunks(self.letters).enumerate() {
            if state == layer {
                if depth == length {
                    return state;
                }
                (depth, layer) = (depth + 1, known);
            }
            known = row.iter().fold(known, |known, &goal| known.max(goal as usize + 1));
        }
        self.states()
    }

    /// The minimal machine that has the same labels for words shorter than `length` and no states
    /// that such words do not reach. Requires a length of at least 1.
    pub fn shorter(&self, length: u64) -> Machine {
        let mut machine = self.minimal();
        let reached = machine.reached(length);
        if reached == machine.states() {
            return machine;
        }
        machine.labels.truncate(reached);
        machine.next.truncate(reached * machine.letters);
        machine.next.iter_mut().filter(|goal| **goal as usize >= reached).for_each(|goal| *goal = 0);
        machine.minimal()
    }

    /// Whether the table is a machine over that many letters: there is a letter and a state, and
    /// every letter leads to a state.
    pub fn is_sound(&self, letters: usize) -> bool {
        let states = self.states();
        self.letters == letters
            && letters > 0
            && states > 0
            && states.checked_mul(letters) == Some(self.next.len())
            && self.next.iter().all(|&state| (state as usize) < states)
    }

    /// Whether no smaller machine has the same labels, and states are numbered in the order in
    /// which they are first reached, breadth first. `None` if the limits end it. Cost: that of
    /// [`classes`].
    pub(super) fn is_minimal(&self, limits: &mut VerificationLimits<'_>) -> Option<bool> {
        let mut known = 1;
        for (at, &state) in self.next.iter().enumerate() {
            if at / self.letters >= known {
                return Some(false);
            }
            match (state as usize).cmp(&known) {
                std::cmp::Ordering::Greater => return Some(false),
                std::cmp::Ordering::Equal => known += 1,
                std::cmp::Ordering::Less => {}
            }
        }
        if known < self.states() {
            return Some(false);
        }
        Some(if self.letters == 1 { self.is_least_lasso() } else { self.classes(limits)?.1 == known })
    }

    /// The classes of its states, and the number of classes; `None` if the limits end it.
    fn classes(&self, limits: &mut VerificationLimits<'_>) -> Option<(Vec<u32>, usize)> {
        classes(self.letters, &self.labels, &self.next, limits)
    }

    /// Whether a machine over one letter is minimal. Its states are a path that returns to one of
    /// them; it is minimal if the labels before the cycle and at its end differ, and the cycle is
    /// not a power of a shorter one.
    fn is_least_lasso(&self) -> bool {
        let last = self.states() - 1;
        let back = self.next[last] as usize;
        if back > 0 && self.labels[back - 1] == self.labels[last] {
            return false;
        }
        let cycle = &self.labels[back..];
        let shorter =
            |length: &usize| cycle.len().is_multiple_of(*length) && cycle[*length..] == cycle[..cycle.len() - *length];
        !(1..cycle.len()).any(|length| shorter(&length))
    }

    /// The minimal machine with the same labels, with its states numbered in the order in which
    /// they are first reached, breadth first. Time n log n for each letter.
    pub fn minimal(&self) -> Machine {
        let found = self.classes(&mut VerificationLimits::new(u64::MAX, &mut || true));
        let (class, count) = found.expect("no limit ends it");
        let mut number: Vec<Option<u32>> = vec![None; count];
        let mut order: Vec<u32> = vec![0];
        number[class[0] as usize] = Some(0);
        let mut found = Machine { letters: self.letters, labels: Vec::new(), next: Vec::new() };
        let mut at = 0;
        while at < order.len() {
            let state = order[at] as usize;
            at += 1;
            found.labels.push(self.labels[state]);
            for letter in 0..self.letters {
                let next = self.next[state * self.letters + letter];
                let fresh = order.len() as u32;
                let own = *number[class[next as usize] as usize].get_or_insert(fresh);
                if own == fresh {
                    order.push(next);
                }
                found.next.push(own);
            }
        }
        found
    }

    /// A shortest word on which two machines over the same letters differ, shorter than `shorter`;
    /// `None` if there is none. Cost: a step for each pair of states that a word leads to, and
    /// each letter.
    pub fn difference(&self, other: &Machine, shorter: Option<u64>) -> Option<Vec<Letter>> {
        let mut came: HashMap<(u32, u32), Option<(usize, Letter)>> = HashMap::from([((0, 0), None)]);
        let mut order = vec![(0u32, 0u32, 0u64)];
        let mut at = 0;
        while at < order.len() {
            let (own, their, depth) = order[at];
            if shorter.is_some_and(|shorter| depth >= shorter) {
                return None;
            }
            if self.labels[own as usize] != other.labels[their as usize] {
                let mut word = Vec::new();
                let mut pair = (own, their);
                while let Some((before, letter)) = came[&pair] {
                    word.push(letter);
                    pair = (order[before].0, order[before].1);
                }
                word.reverse();
                return Some(word);
            }
            for letter in 0..self.letters as Letter {
                let pair = (self.step(own, letter), other.step(their, letter));
                came.entry(pair).or_insert_with(|| {
                    order.push((pair.0, pair.1, depth + 1));
                    Some((at, letter))
                });
            }
            at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lasso(labels: &[u32], back: u32) -> Machine {
        let next = (1..labels.len() as u32).chain([back]).collect();
        Machine { letters: 1, labels: labels.to_vec(), next }
    }

    #[test]
    fn lassos_are_least_exactly_if_refinement_says_so() {
        for number in 0..3u32.pow(6) {
            for length in 1..=6usize {
                for back in 0..length as u32 {
                    let labels: Vec<u32> = (0..length as u32).map(|at| number / 3u32.pow(at) % 3).collect();
                    let machine = lasso(&labels, back);
                    assert_eq!(
                        machine.is_least_lasso(),
                        machine.classes(&mut VerificationLimits::new(u64::MAX, &mut || true)).unwrap().1 == length,
                        "{labels:?} back to {back}"
                    );
                    let minimal = machine.minimal();
                    let is_minimal = minimal.is_minimal(&mut VerificationLimits::new(u64::MAX, &mut || true));
                    assert!(is_minimal == Some(true) && machine.difference(&minimal, None).is_none());
                    let plain = |count: usize| machine.label(&vec![0; count]);
                    assert!((0..20).all(|count| machine.power(count as u64) == plain(count)));
                }
            }
        }
    }

    /// Against the labels of all short words.
    #[test]
    fn a_shorter_machine_keeps_short_words_and_reaches_every_state() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |end: u64| random.u64(..end);
        let mut cut = 0;
        for _ in 0..500 {
            let states = 1 + below(12);
            let machine = Machine {
                letters: 2,
                labels: (0..states).map(|_| below(3) as u32).collect(),
                next: (0..2 * states).map(|_| below(states) as u32).collect(),
            };
            for length in 1..6u64 {
                let shorter = machine.shorter(length);
                let words = (0..length).flat_map(|size| (0..1u32 << size).map(move |bits| (size, bits)));
                let words: Vec<Vec<Letter>> =
                    words.map(|(size, bits)| (0..size).map(|at| (bits >> at & 1) as Letter).collect()).collect();
                assert!(words.iter().all(|word| machine.label(word) == shorter.label(word)), "{machine:?} to {length}");
                let mut met: Vec<u32> = words.iter().map(|word| shorter.run(0, word)).collect();
                met.sort_unstable();
                met.dedup();
                assert_eq!((met.len(), shorter.reached(length)), (shorter.states(), shorter.states()));
                assert_eq!(shorter.is_minimal(&mut VerificationLimits::new(u64::MAX, &mut || true)), Some(true));
                cut += usize::from(shorter.states() < machine.minimal().states());
            }
        }
        assert!(cut > 100, "{cut}");
    }

    #[test]
    fn a_difference_is_shortest() {
        let (two, three) = (lasso(&[0, 1], 0), lasso(&[0, 1, 0, 1, 1], 0));
        assert_eq!(two.difference(&three, None), Some(vec![0; 4]));
        assert_eq!(two.difference(&three, Some(4)), None);
        assert_eq!(two.difference(&two, None), None);
        assert_eq!(two.power(u64::MAX), 1);
    }
}
