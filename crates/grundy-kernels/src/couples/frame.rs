//! What the questions keep: positions on the path with their options, and bounds in a table of fixed size.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::ask::{Goal, Weighed};

/// The table of fixed size: a bit for each value below 64 that an option of a position has.
pub(super) struct Attained<P> {
    slots: Vec<Option<(P, u64)>>,
}

/// A position on the path.
pub(super) struct Frame<P> {
    pub position: P,
    pub goal: Goal,
    /// The options that are not settled, those with the least to search first.
    pub options: Vec<Choice>,
    /// The parts of the options.
    pub parts: Vec<P>,
    /// A bit for each value up to the number of options: whether an option is known to have it.
    pub seen: Vec<u64>,
    /// How many options there are: no value is larger.
    pub most: u64,
    /// The option that is looked at.
    pub at: usize,
    /// The value that is looked for.
    pub wanted: u64,
    /// Whether a question about the option has been put.
    pub asked: bool,
    /// Whether the options were looked into for the wanted value.
    pub ranked: bool,
    /// Whether no option has the value that the goal asks for.
    pub lacking: bool,
}

/// An option: the value of its known parts, and where its other parts stand, the hardest last.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub known: u64,
    pub first: u32,
    pub count: u32,
    /// How much there is to search below it, as far as that is known.
    pub weight: u64,
}

impl<P: Clone + Eq + Hash> Attained<P> {
    pub(super) fn new(slots: usize) -> Attained<P> {
        Attained { slots: std::iter::repeat_with(|| None).take(slots).collect() }
    }

    pub(super) fn place(&self, position: &P) -> usize {
        let hash = FxBuildHasher.hash_one(position);
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, position: &P) -> u64 {
        match &self.slots[self.place(position)] {
            Some((own, mask)) if own == position => *mask,
            _ => 0,
        }
    }

    pub(super) fn add(&mut self, position: &P, mask: u64) {
        let place = self.place(position);
        match &mut self.slots[place] {
            Some((own, old)) if own == position => *old |= mask,
            slot => *slot = Some((position.clone(), mask)),
        }
    }
}

impl<P> Frame<P> {
    pub(super) fn sees(&self, value: u64) -> bool {
        value <= self.most && self.seen[(value / 64) as usize] >> (value % 64) & 1 == 1
    }

    pub(super) fn see(&mut self, value: u64) {
        if value <= self.most {
            self.seen[(value / 64) as usize] |= 1 << (value % 64);
        }
    }

    /// The least value that no option is known to have.
    pub(super) fn mex(&self) -> u64 {
        let full = self.seen.iter().take_while(|word| **word == u64::MAX).count();
        full as u64 * 64 + u64::from(self.seen.get(full).map_or(0, |word| word.trailing_ones()))
    }

    pub(super) fn look_for(&mut self, value: u64) {
        (self.wanted, self.at, self.asked, self.ranked) = (value, 0, false, false);
    }
}

impl<P: Clone + Eq> Frame<P> {
    pub(super) fn new(position: P) -> Frame<P> {
        Frame {
            position,
            goal: Goal::Value,
            options: Vec::new(),
            parts: Vec::new(),
            seen: Vec::new(),
            most: 0,
            at: 0,
            wanted: 0,
            asked: false,
            ranked: false,
            lacking: false,
        }
    }

    /// The memory that it holds.
    pub(super) fn bytes<G: Weighed<Position = P>>(&self, game: &G) -> u64 {
        let parts: u64 = self.parts.iter().map(|part| size_of::<P>() as u64 + game.bytes(part)).sum();
        parts + (self.options.capacity() * size_of::<Choice>()) as u64
    }

    pub(super) fn clear(&mut self, goal: Goal) {
        self.options.clear();
        self.parts.clear();
        self.seen.clear();
        (self.goal, self.most, self.lacking) = (goal, 0, false);
        self.look_for(0);
    }

    /// Notes the options that are known whole, puts the others in order, and drops repeats.
    pub(super) fn settle(&mut self) {
        let mut options = std::mem::take(&mut self.options);
        options.retain(|choice| {
            if choice.count == 0 {
                self.see(choice.known);
            }
            choice.count > 0
        });
        options.sort_unstable_by_key(|choice| (choice.weight, choice.first));
        let parts = |choice: &Choice| &self.parts[choice.first as usize..][..choice.count as usize];
        options.dedup_by(|a, b| a.known == b.known && parts(a) == parts(b));
        self.options = options;
    }
}
