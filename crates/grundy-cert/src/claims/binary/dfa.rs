//! Deterministic automata that read tuples of numbers digit by digit, and their least form.
//!
//! All numbers of a tuple are read in step, in binary, the most significant digits first, with as
//! many leading zeros as the longest needs. So an automaton must be indifferent to leading zeros:
//! the letter of zeros leads from its start back to it.
//!
//! *Example.* The relation x = y has one state that accepts and one that does not: both numbers
//! must have the same digits. *Source* of the least form: Moore and Hopcroft, as for the claim
//! `automaton`.

use std::collections::HashMap;

use super::work::{WorkLimits, WorkStop};

/// The most tracks of an automaton: a state has two to this power steps.
pub(super) const MOST_TRACKS: usize = 12;

/// A relation of natural numbers, as the automaton that accepts its tuples. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    /// The number of numbers in a tuple. A letter has a bit for each, the first in the lowest.
    pub tracks: usize,
    /// Whether a tuple that ends in this state is in the relation.
    pub accepting: Vec<bool>,
    /// Where each letter leads, for one state after the other.
    pub next: Vec<u32>,
}

impl Dfa {
    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the number of letters.
    pub fn letters(&self) -> usize {
        1 << self.tracks
    }

    /// Returns where a letter leads from a state.
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[(state as usize) << self.tracks | letter]
    }

    /// Returns whether the table has a step from every state by every letter, and leading zeros
    /// change nothing.
    pub(super) fn is_sound(&self) -> bool {
        self.tracks <= MOST_TRACKS
            && self.states() > 0
            && self.next.len() == self.states() << self.tracks
            && self.next.iter().all(|&to| (to as usize) < self.states())
            && self.next[0] == 0
    }

    /// Returns the states from which no tuple is accepted: at most one in a least automaton. It is
    /// a state that does not accept and that every letter leads back to.
    pub(super) fn dead(&self) -> Option<u32> {
        let loops = |state: u32| (0..self.letters()).all(|letter| self.step(state, letter) == state);
        (0..self.states() as u32).find(|&state| !self.accepting[state as usize] && loops(state))
    }

    /// Returns the least automaton of the same relation, its states in the order in which they are
    /// first reached: equal relations have equal least automata. Moore's rounds.
    ///
    /// Each round splits classes whose states lead to different classes, and ends when none was
    /// split: at most as many rounds as states, each a pass over all steps.
    pub(super) fn least(&self, work: &mut WorkLimits<'_>) -> Result<Dfa, WorkStop> {
        let letters = self.letters();
        let bytes = (self.states() * (letters + 16) * 4) as u64;
        work.hold(bytes)?;
        let mut classes: Vec<u32> = self.accepting.iter().map(|&accepts| accepts.into()).collect();
        let mut count = 0;
        loop {
            let mut names: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut refined = Vec::with_capacity(classes.len());
            for state in 0..self.states() {
                work.steps(letters)?;
                let mut key = Vec::with_capacity(letters + 1);
                key.push(classes[state]);
                key.extend(self.next[state * letters..][..letters].iter().map(|&to| classes[to as usize]));
                let fresh = names.len() as u32;
                refined.push(*names.entry(key).or_insert(fresh));
            }
            classes = refined;
            if names.len() == count {
                break;
            }
            count = names.len();
        }
        let mut first = vec![None; count];
        for state in (0..self.states()).rev() {
            first[classes[state] as usize] = Some(state);
        }
        let mut order: Vec<u32> = vec![classes[0]];
        let mut place = vec![None; count];
        place[classes[0] as usize] = Some(0u32);
        let mut least = Dfa { tracks: self.tracks, accepting: Vec::new(), next: Vec::new() };
        let mut at = 0;
        while let Some(&class) = order.get(at) {
            at += 1;
            let state = first[class as usize].unwrap_or(0);
            least.accepting.push(self.accepting[state]);
            for letter in 0..letters {
                let to = classes[self.step(state as u32, letter) as usize] as usize;
                let fresh = order.len() as u32;
                least.next.push(*place[to].get_or_insert_with(|| {
                    order.push(to as u32);
                    fresh
                }));
            }
        }
        work.release(bytes);
        Ok(least)
    }

    /// Returns the union with another relation of as many numbers. The states are pairs, in the
    /// order in which they are first reached; leading zeros keep the first pair, as they keep both
    /// starts.
    pub(super) fn union(&self, other: &Dfa, work: &mut WorkLimits<'_>) -> Result<Dfa, WorkStop> {
        let mut places = HashMap::from([((0, 0), 0u32)]);
        let mut order = vec![(0, 0)];
        let mut both = Dfa { tracks: self.tracks, accepting: Vec::new(), next: Vec::new() };
        let mut at = 0;
        while let Some(&(one, two)) = order.get(at) {
            at += 1;
            work.state(at, self.letters())?;
            both.accepting.push(self.accepting[one as usize] || other.accepting[two as usize]);
            for letter in 0..self.letters() {
                let pair = (self.step(one, letter), other.step(two, letter));
                let fresh = order.len() as u32;
                both.next.push(*places.entry(pair).or_insert_with(|| {
                    order.push(pair);
                    fresh
                }));
            }
        }
        both.least(work)
    }
}
