//! The oracle: labels of single words, for the learner.
//!
//! The certified machine labels a word shorter than the certified length. If components are always
//! shorter, a word that is a little longer costs one walk with the certified machine: the set of
//! its options' values is the last profile of the word. Longer words are searched move by move, on
//! a stack of words, with memoization.
//!
//! Labels are exact: the certified machine is right below its length by the prover, and the rest is
//! the definition. Cost: a step for each letter, or for each item of a profile and letter, or a
//! search.

use grundy_cert::{Machine, Mode};
use grundy_games::{FactorGame, Letter};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    label_of_mex,
    relation::{Arc, Relation, write},
};
use crate::support::budget::{Budget, Stopped};

pub(super) struct Oracle<'a> {
    /// The game, by whose meaning single words are searched.
    game: &'a FactorGame,
    /// The moves as a transducer.
    relation: &'a Relation,
    /// What a label says of the values of the options.
    mode: Mode,
    /// By how many letters at most a component is longer than its word; negative if always shorter.
    growth: i64,
    /// A machine that is right for words shorter than this.
    certified: Option<(Machine, u64)>,
    /// Labels found by a walk or a search. They stay true when a longer machine is certified.
    memo: FxHashMap<Vec<Letter>, u32>,
    /// The last walk, for the next one.
    trail: Trail,
}

/// A move in progress: state of the transducer, exclusive or of the finished components, state of
/// the machine on the current one.
type OpenMove = (u32, u32, u32);

/// The walk along the last word, kept for each of its prefixes: the words that a learner asks for
/// one after the other are often one word with different ends.
#[derive(Default)]
struct Trail {
    /// The last word.
    word: Vec<Letter>,
    /// The state of the machine after each prefix.
    states: Vec<u32>,
    /// The moves in progress after each prefix, one after the other.
    moves: Vec<OpenMove>,
    /// Where those of each prefix end.
    ends: Vec<usize>,
    /// Room for the moves after the next letter.
    next: Vec<OpenMove>,
}

/// Moves in progress that are kept at most when the next word is asked for.
const KEPT: usize = 1 << 18;

impl<'a> Oracle<'a> {
    pub(super) fn new(game: &'a FactorGame, relation: &'a Relation, mode: Mode) -> Oracle<'a> {
        let growth = game.growth();
        let memo = FxHashMap::default();
        Oracle { game, relation, mode, growth, certified: None, memo, trail: Trail::default() }
    }

    /// Sets the machine that labels words shorter than `length`.
    pub(super) fn certify(&mut self, machine: Machine, length: u64) {
        self.certified = Some((machine, length));
        self.trail = Trail::default();
    }

    /// Returns the certified machine with its length.
    pub(super) fn certified(&self) -> Option<&(Machine, u64)> {
        self.certified.as_ref()
    }

    /// Returns the certified machine with its length, and drops the rest.
    pub(super) fn into_certified(self) -> Option<(Machine, u64)> {
        self.certified
    }

    /// Returns the certified length.
    pub(super) fn length(&self) -> u64 {
        self.certified.as_ref().map_or(0, |&(_, length)| length)
    }

    /// Returns the label of a word, if it costs no search.
    fn known(&self, word: &[Letter]) -> Option<u32> {
        match &self.certified {
            Some((machine, length)) if (word.len() as u64) < *length => {
                Some(machine.labels[machine.run(0, word) as usize])
            }
            _ => self.memo.get(word).copied(),
        }
    }

    /// Returns the label of a word.
    ///
    /// A word that waits for components stays on the stack below them. Since play ends, that depth
    /// is bounded; memory is counted.
    pub(super) fn label(&mut self, word: &[Letter], budget: &mut Budget) -> Result<u32, Stopped> {
        if let Some(label) = self.known(word) {
            return Ok(label);
        }
        let mut open = vec![word.to_vec()];
        while let Some(top) = open.pop() {
            if self.known(&top).is_some() {
                continue;
            }
            budget.tick()?;
            let label = if self.one_walk_suffices(&top) {
                self.walk(&top)
            } else {
                match self.expand(&top, budget)? {
                    Ok(label) => label,
                    Err(missing) => {
                        open.push(top);
                        open.extend(missing);
                        continue;
                    }
                }
            };
            // A word, and its slot in a table that is copied when it doubles.
            budget.hold(2 * top.len() as u64 + 128)?;
            self.memo.insert(top, label);
        }
        Ok(self.known(word).expect("the word was the last one on the stack"))
    }

    /// Returns the label of a word from its options, or the components that must be known before.
    fn expand(&self, word: &[Letter], budget: &mut Budget) -> Result<Result<u32, Vec<Vec<Letter>>>, Stopped> {
        let mut missing = Vec::new();
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        self.game.options(word, |parts| {
            budget.tick()?;
            let mut total = 0;
            for part in parts {
                match self.known(part) {
                    Some(label) => total ^= label,
                    None => missing.push(part.clone()),
                }
            }
            seen.insert(total);
            Ok::<(), Stopped>(())
        })?;
        Ok(if missing.is_empty() { Ok(label(self.mode, &seen)) } else { Err(missing) })
    }

    /// Whether every component of every option is shorter than the certified length.
    fn one_walk_suffices(&self, word: &[Letter]) -> bool {
        let longest = (word.len() as i64).saturating_add(self.growth);
        longest < i64::try_from(self.length()).unwrap_or(i64::MAX)
    }

    /// Returns the label of a word by one walk with the certified machine. Requires that its
    /// components are shorter than the certified length.
    fn walk(&mut self, word: &[Letter]) -> u32 {
        let Some((machine, _)) = &self.certified else { return label(self.mode, &FxHashSet::default()) };
        let here = self.trail.follow(word, machine, self.relation);
        let over = here.iter().filter(|&&(from, _, _)| self.relation.ends[from as usize]);
        let seen = over.map(|&(_, xor, open)| xor ^ machine.labels[open as usize]).collect();
        label(self.mode, &seen)
    }
}

impl Trail {
    /// The moves in progress after a word.
    ///
    /// What the last word and this one have in common is not read again. A machine that is
    /// certified anew empties the trail.
    fn follow(&mut self, word: &[Letter], machine: &Machine, relation: &Relation) -> &[OpenMove] {
        let written = |(goal, signs): &Arc, xor, open| {
            let (xor, open) = write(machine, xor, open, signs);
            (*goal, xor, open)
        };
        if self.ends.is_empty() || self.moves.len() > KEPT {
            self.moves.clear();
            self.moves.extend(relation.starts.iter().map(|arc| written(arc, 0, 0)));
            (self.word, self.states, self.ends) = (Vec::new(), vec![0], vec![self.moves.len()]);
        }
        let common = self.word.iter().zip(word).take_while(|(kept, letter)| kept == letter).count();
        self.word.truncate(common);
        self.states.truncate(common + 1);
        self.ends.truncate(common + 1);
        self.moves.truncate(self.ends[common]);
        for &letter in &word[common..] {
            let (length, state) = (self.word.len(), self.states[self.word.len()]);
            let begin = length.checked_sub(1).map_or(0, |before| self.ends[before]);
            self.next.clear();
            self.next.extend(relation.births[usize::from(letter)].iter().map(|arc| written(arc, 0, state)));
            for &(from, xor, open) in &self.moves[begin..] {
                let arcs = &relation.steps[from as usize * relation.letters + usize::from(letter)];
                self.next.extend(arcs.iter().map(|arc| written(arc, xor, open)));
            }
            self.next.sort_unstable();
            self.next.dedup();
            self.moves.extend_from_slice(&self.next);
            self.word.push(letter);
            self.states.push(machine.step(state, letter));
            self.ends.push(self.moves.len());
        }
        let begin = self.word.len().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[begin..]
    }
}

/// Returns the label of a word whose options have these labels.
fn label(mode: Mode, seen: &FxHashSet<u32>) -> u32 {
    let mex = (0..).find(|value| !seen.contains(value)).expect("a finite set lacks a number");
    label_of_mex(mode, mex, seen.is_empty())
}
