//! Games of writing letters in which the tape stays within a list, as Ghost: positions are the
//! nodes of a tree.
//!
//! The tree has all prefixes of the listed words, or all their factors. A tape is a node, and a
//! move leads to a child. Whether the game is over at a node and whether it may be written depends
//! on its text alone, so all endings and all conditions to avoid are supported. Each node below a
//! start has one number of letters left: so one value each is enough, for any number of letters.
//! The nodes below a start are a range of numbers in every depth.
//!
//! Cost: a step for each node of the tree, and one for each node below each start. Memory: the
//! tree, and a value per node and start. Source: folklore.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::{MexSet, Nimber};
use grundy_games::{Avoid, Component, Tape, TapeRules, Within, WordList};
use grundy_simd::layers::CLOSED;

use super::trie::{ListedWord, Trie};
use crate::{
    solver::Estimate,
    support::{
        budget::{Budget, Stopped},
        packed::{EntryWidth, PackedArray},
    },
};

/// Returns the estimate: exact in the number of positions, except for words with common factors.
///
/// The share 1/26 of the nodes below a start is a guess; conditions on suffixes cost a look at each
/// suffix of each node.
pub(super) fn estimate(rules: &TapeRules, within: &Within, tapes: &[&Tape]) -> Estimate {
    let (list, factors) = match within {
        Within::PrefixOf(list) => (list, false),
        Within::FactorOf(list) => (list, true),
    };
    let letters: f64 = list.iter().map(|word| word.len() as f64).sum();
    let nodes = 1.0
        + if factors { distinct(list, rules.alphabet.count() as f64) } else { super::nodes([list].into_iter()) as f64 };
    let below: f64 = tapes.iter().map(|tape| if tape.word.is_empty() { nodes } else { nodes / 26.0 }).sum();
    // Conditions on every suffix of every node cost more than those on the node.
    let whole = |avoid: &&Avoid| matches!(avoid, Avoid::Whole(_));
    let looks = rules.avoiding.iter().filter(|avoid| !whole(avoid)).count() + rules.until.iter().count();
    let sorted = if factors { letters } else { list.len() as f64 };
    let depth = list.longest() as f64;
    let nanoseconds = 2000.0 + 150.0 * sorted + nodes * (150.0 + depth + 30.0 * depth * looks as f64) + 50.0 * below;
    let bytes = 16.0 * letters + 96.0 * sorted + 32.0 * list.len() as f64 + 20.0 * nodes + 2.0 * below;
    Estimate { positions: below, bytes, nanoseconds }
}

/// Returns a bound on the number of different factors of these words: at most the number of words
/// of each length.
fn distinct(list: &WordList, letters: f64) -> f64 {
    let mut longer = vec![0u64; list.longest() + 2];
    list.iter().for_each(|word| longer[word.chars().count()] += 1);
    let (mut words, mut places, mut all) = (0u64, 0u64, 0.0);
    for length in (1..longer.len()).rev() {
        // Each word of at least that length has one more index for shorter factors.
        words += longer[length];
        places += words;
        all += (places as f64).min(letters.powf(length as f64));
    }
    all
}

/// Returns the value of the tapes of these rules, which stay within a list.
pub(super) fn solve(
    rules: &TapeRules,
    within: &Within,
    tapes: &[&Tape],
    budget: &mut Budget,
) -> Result<Solution, Stopped> {
    let tree = Tree::new(rules, within, budget)?;
    let mut plays: Vec<Below> = Vec::new();
    let mut value = Nimber::ZERO;
    for &tape in tapes {
        let known = plays.iter().position(|play| play.start == *tape);
        let at = match known {
            Some(at) => at,
            None => {
                plays.push(Below::new(&tree, rules, tape, budget)?);
                plays.len() - 1
            }
        };
        value = [value, plays[at].value()].into_iter().sum();
    }
    let map = Arc::new(ReachableTapes { tree, plays });
    Ok(Solution { answer: Answer::Value(value), claims: vec![Claim::Positions(map)] })
}

/// All texts that a tape may have.
struct Tree {
    /// A trie without links: its nodes are the texts.
    trie: Trie<u32>,
}

impl Tree {
    /// Returns the tree of the list, with the flags of its nodes.
    fn new(rules: &TapeRules, within: &Within, budget: &mut Budget) -> Result<Tree, Stopped> {
        let (list, factors) = match within {
            Within::PrefixOf(list) => (list, false),
            Within::FactorOf(list) => (list, true),
        };
        let most: u64 = list.iter().map(|word| word.len() as u64).sum();
        let sorted = if factors { most } else { list.len() as u64 };
        let held = 4u64.saturating_mul(most).saturating_add(64 * sorted + 32 * list.len() as u64);
        budget.hold(held)?;
        let spelled: Vec<Vec<u32>> = list.iter().map(|word| word.chars().map(u32::from).collect()).collect();
        let starts = |word: &Vec<u32>| if factors { word.len() } else { 1 };
        let all = spelled.iter().flat_map(|word| (0..starts(word)).map(move |from| &word[from..]));
        let words: Vec<ListedWord<'_, u32>> = all.map(|word| ListedWord { word, effect: None }).collect();
        let mut trie = Trie::tree(&words, usize::MAX, budget)?;
        drop(words);
        drop(spelled);
        budget.release(held);
        mark(rules, &mut trie, most, budget)?;
        Ok(Tree { trie })
    }

    /// Returns the node of a text; `None` if no word contains it.
    fn node(&self, text: &str) -> Option<usize> {
        text.chars().try_fold(0, |node, letter| self.trie.child(node, letter.into()))
    }
}

/// Writes the text of a node.
fn spell(trie: &Trie<u32>, node: usize, letters: &mut Vec<u32>, text: &mut String) {
    letters.clear();
    letters.extend(trie.back(node));
    text.clear();
    text.extend(letters.iter().rev().filter_map(|&letter| char::from_u32(letter)));
}

/// Computes at which nodes the game is over and which may not be written. The texts of one depth
/// are known at a time: together they are no longer than the words.
fn mark(rules: &TapeRules, trie: &mut Trie<u32>, letters: u64, budget: &mut Budget) -> Result<(), Stopped> {
    let over = |text: &str| rules.until.as_ref().is_some_and(|until| until.holds_of_word(text));
    trie.set(0, over(""), false);
    let held = 64u64.saturating_mul(letters.min(trie.nodes() as u64)).saturating_add(8 * letters);
    budget.hold(held)?;
    let mut texts = vec![(0, String::new())];
    while !texts.is_empty() {
        let mut next = Vec::new();
        for (node, text) in &texts {
            for child in trie.children(*node) {
                budget.tick()?;
                let letter = trie.back(child).next().and_then(char::from_u32);
                let mut longer = text.clone();
                longer.extend(letter);
                let writable = letter.is_some_and(|letter| rules.alphabet.contains(letter));
                trie.set(child, over(&longer), !writable || rules.avoids(&longer));
                next.push((child, longer));
            }
        }
        texts = next;
    }
    budget.release(held);
    Ok(())
}

/// The values of all tapes that are reachable from a tape.
struct Below {
    /// The tape.
    start: Tape,
    /// For each number of letters written, the nodes of the tape after them, and the index of their
    /// first value.
    steps: Vec<(Range<usize>, usize)>,
    /// The values, step by step, within a step by the number of the node.
    values: PackedArray,
}

impl Below {
    /// Steps are the depths below the start, as far as letters are left. Each is a range, as the
    /// children of consecutive nodes are consecutive; so a value is found by its step and its node.
    /// Values are computed from the last step back.
    fn new(tree: &Tree, rules: &TapeRules, start: &Tape, budget: &mut Budget) -> Result<Below, Stopped> {
        let mut steps: Vec<(Range<usize>, usize)> = Vec::new();
        let mut next = tree.node(&start.word).map_or(0..0, |node| node..node + 1);
        let mut count = 0;
        while !next.is_empty() && start.left.is_none_or(|left| steps.len() as u64 <= left) {
            let children = tree.trie.first(next.start) as usize..tree.trie.first(next.end) as usize;
            let behind = count + next.len();
            steps.push((std::mem::replace(&mut next, children), count));
            count = behind;
        }
        let width = EntryWidth::holding(rules.alphabet.count() as u64);
        budget.hold((8 + width.bytes()).saturating_mul(count as u64))?;
        let mut values = vec![0; count];
        let mut seen = MexSet::new();
        for (at, (nodes, first)) in steps.iter().enumerate().rev() {
            budget.solved(nodes.len() as u64)?;
            // Without a next step no letters are left, or there is no child.
            let Some((below, first_below)) = steps.get(at + 1) else { continue };
            for node in nodes.clone().filter(|&node| !tree.trie.over(node)) {
                budget.tick()?;
                seen.clear();
                for child in tree.trie.children(node).filter(|&child| tree.trie.flags(child) & CLOSED == 0) {
                    seen.insert(Nimber(values[first_below + child - below.start]));
                }
                values[first + node - nodes.start] = seen.mex().0;
            }
        }
        let values = width.table(values.into_iter());
        budget.release(8 * count as u64);
        Ok(Below { start: start.clone(), steps, values })
    }

    /// Returns the value of the start; a tape that no word contains has no moves.
    fn value(&self) -> Nimber {
        self.values.get(0).unwrap_or(Nimber::ZERO)
    }

    /// Returns the number of letters left after this many were written.
    fn left(&self, written: usize) -> Option<u64> {
        self.start.left.map(|left| left.saturating_sub(written as u64))
    }

    /// Returns the value of a tape, if it is reachable from this one.
    fn find(&self, tree: &Tree, tape: &Tape) -> Option<Nimber> {
        if *tape == self.start {
            return Some(self.value());
        }
        let written = tape.word.chars().count().checked_sub(self.start.word.chars().count())?;
        let (nodes, first) = self.steps.get(written)?;
        let node = tree.node(&tape.word).filter(|node| nodes.contains(node) && tape.left == self.left(written))?;
        self.values.get(first + node - nodes.start)
    }
}

/// The tapes of a query with all tapes that are reachable from them.
struct ReachableTapes {
    /// The tapes that may be written, as a tree.
    tree: Tree,
    /// The values below each different tape of the query.
    plays: Vec<Below>,
}

impl ValueMap for ReachableTapes {
    fn value(&self, component: &Component) -> Option<Nimber> {
        let Component::Tape(tape) = component else { return None };
        self.plays.iter().find_map(|play| play.find(&self.tree, tape))
    }

    fn count(&self) -> u64 {
        self.plays.iter().map(|play| play.values.len().max(1) as u64).sum()
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let mut letters = Vec::new();
        for play in &self.plays {
            if visit(&Component::Tape(play.start.clone()), play.value()).is_break() {
                return;
            }
            for (written, (nodes, first)) in play.steps.iter().enumerate().skip(1) {
                for node in nodes.clone() {
                    let mut word = String::new();
                    spell(&self.tree.trie, node, &mut letters, &mut word);
                    let value = play.values.get(first + node - nodes.start).unwrap_or(Nimber::ZERO);
                    let tape = Component::Tape(Tape { word, left: play.left(written) });
                    if visit(&tape, value).is_break() {
                        return;
                    }
                }
            }
        }
    }
}
