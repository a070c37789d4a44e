//! The automaton of a tape game: which listed words end where, whatever is written.
//!
//! A node is a prefix of a listed word, spelled with letters that can be written. After any text the automaton stands
//! at the longest node that the text ends with, and that is all that later letters can build on. The table of next
//! nodes is complete: for every node and every letter of the alphabet. Source: Aho and Corasick 1975.

use std::num::NonZeroU32;

use grundy_rules::{Avoid, Ending, TapeRules};
use rustc_hash::FxHashMap;

use crate::{Budget, Reason, Stopped};

/// The automaton.
pub(super) struct Automaton {
    letters: Vec<char>,
    places: FxHashMap<char, usize>,
    /// For each node and each letter the next node; none stands for the root.
    next: Vec<Option<NonZeroU32>>,
    /// The node in front of each node, and the letter between them; none for the root.
    parents: Vec<Option<(u32, u32)>>,
    over: Vec<bool>,
    avoided: Vec<bool>,
}

/// What the words of a list do to the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Ends,
    Avoided,
}

/// Bytes of a node beside its row in the table.
const NODE: u64 = 24;

impl Automaton {
    /// The automaton of these rules, whose words are all looked for at the end of the tape.
    pub(super) fn new(rules: &TapeRules, budget: &mut Budget) -> Result<Automaton, Stopped> {
        let letters: Vec<char> = rules.alphabet.iter().collect();
        let places = letters.iter().copied().zip(0..).collect();
        let mut automaton =
            Automaton { letters, places, next: Vec::new(), parents: Vec::new(), over: Vec::new(), avoided: Vec::new() };
        automaton.push(None, budget)?;
        for avoid in &rules.avoiding {
            if let Avoid::Word(list) = avoid {
                list.iter().try_for_each(|word| automaton.insert(word, Effect::Avoided, budget))?;
            }
        }
        if let Some(list) = rules.until.as_ref().and_then(Ending::words) {
            list.iter().try_for_each(|word| automaton.insert(word, Effect::Ends, budget))?;
        }
        automaton.complete(matches!(rules.until, Some(Ending::Contains(_))), budget)?;
        Ok(automaton)
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// How many letters can be written.
    pub(super) fn letters(&self) -> usize {
        self.letters.len()
    }

    /// Whether the game is over at this node.
    pub(super) fn over(&self, node: usize) -> bool {
        self.over[node]
    }

    /// The nodes that a letter may be written to from this one.
    pub(super) fn options(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(node).iter().map(|&next| index(next)).filter(|&next| !self.avoided[next])
    }

    /// The node after this text, and whether a text that ended the game stands somewhere in it; none where the text
    /// has a letter that cannot be written.
    pub(super) fn walk(&self, text: &str) -> Option<(usize, bool)> {
        let mut node = 0;
        let mut passed = false;
        for letter in text.chars() {
            node = index(self.row(node)[*self.places.get(&letter)?]);
            passed |= self.over[node];
        }
        Some((node, passed))
    }

    /// The text of a node.
    pub(super) fn text(&self, node: usize) -> String {
        let step = |&(before, _): &(u32, u32)| self.parents[before as usize];
        let back = std::iter::successors(self.parents[node], step);
        let mut letters: Vec<char> = back.map(|(_, letter)| self.letters[letter as usize]).collect();
        letters.reverse();
        letters.into_iter().collect()
    }

    fn row(&self, node: usize) -> &[Option<NonZeroU32>] {
        &self.next[node * self.letters.len()..][..self.letters.len()]
    }

    fn push(&mut self, parent: Option<(u32, u32)>, budget: &mut Budget) -> Result<(), Stopped> {
        budget.hold(NODE + (size_of::<u32>() * self.letters.len()) as u64)?;
        self.next.resize(self.next.len() + self.letters.len(), None);
        self.parents.push(parent);
        self.over.push(false);
        self.avoided.push(false);
        Ok(())
    }

    /// Adds the prefixes of a word, up to the first letter that cannot be written.
    fn insert(&mut self, word: &str, effect: Effect, budget: &mut Budget) -> Result<(), Stopped> {
        budget.tick()?;
        let mut node = 0;
        for letter in word.chars() {
            let Some(&letter) = self.places.get(&letter) else { return Ok(()) };
            let at = node * self.letters.len() + letter;
            let child = match self.next[at] {
                Some(child) => child,
                None => {
                    let too_many = || budget.stopped(Reason::Memory(budget.most_bytes()));
                    let child = u32::try_from(self.nodes()).ok().and_then(NonZeroU32::new).ok_or_else(too_many)?;
                    self.push(Some((node as u32, letter as u32)), budget)?;
                    self.next[at] = Some(child);
                    child
                }
            };
            node = child.get() as usize;
        }
        match effect {
            _ if node == 0 => {}
            Effect::Ends => self.over[node] = true,
            Effect::Avoided => self.avoided[node] = true,
        }
        Ok(())
    }

    /// Fills the table, short texts first. The fallback of a node is the longest shorter node that it ends with: what
    /// stands at its end does there what it does here, and a letter without a child leads where it leads from there.
    fn complete(&mut self, anywhere: bool, budget: &mut Budget) -> Result<(), Stopped> {
        let count = self.letters.len();
        budget.hold(8 * self.nodes() as u64)?;
        let mut fallback = vec![0; self.nodes()];
        let mut order = vec![0];
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            budget.tick()?;
            done += 1;
            let back = fallback[node];
            self.avoided[node] |= self.avoided[back];
            self.over[node] |= self.over[back];
            if anywhere && let Some((before, _)) = self.parents[node] {
                self.over[node] |= self.over[before as usize];
            }
            for letter in 0..count {
                let beyond = if node == 0 { None } else { self.next[back * count + letter] };
                match self.next[node * count + letter] {
                    Some(child) => {
                        fallback[child.get() as usize] = index(beyond);
                        order.push(child.get() as usize);
                    }
                    None => self.next[node * count + letter] = beyond,
                }
            }
        }
        budget.release(8 * self.nodes() as u64);
        Ok(())
    }
}

fn index(node: Option<NonZeroU32>) -> usize {
    node.map_or(0, |node| node.get() as usize)
}
