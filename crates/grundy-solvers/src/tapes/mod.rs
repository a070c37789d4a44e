//! Games of writing letters in which only the end of the tape matters: layers of an automaton.
//!
//! Method: the automaton of Aho and Corasick (1975) for the listed words. A position is a node of
//! the automaton and the number of letters left. Layer n has the values of all nodes with n letters
//! left; each layer follows from the one before it by the same rule. So as soon as a layer occurs a
//! second time, all further layers are known, for any number of letters; by the pigeonhole
//! principle one does. If the tape has to stay within a list, a position is a node of a tree, and
//! `tree` computes its value.
//!
//! Example, the letters a and b, where writing b ends the game:
//!
//! 1. With no letters left the value is 0.
//! 2. With n letters left, a leads to n - 1 letters, and b leads to the end, of value 0.
//! 3. So the values of n = 1, 2, 3 are mex {0, 0} = 1, mex {1, 0} = 2, mex {2, 0} = 1.
//! 4. Layer 3 equals layer 1, so from there on odd layers have value 1 and even ones 2.
//! 5. With 1,000,000 letters left the value is 2.
//!
//! Cost: a few steps per node and layer, for any alphabet. Memory: the automaton, and one value per
//! node and layer. [`values`] handles many tapes at once and stores no layers. Limits: normal play,
//! letters written at the end only, and listed words that end the game or are avoided.

mod demand;
mod layers;
mod tree;
mod trie;

use std::{collections::HashMap, hash::BuildHasher, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Claim, Solution, ValueMap};
use grundy_core::Nimber;
use grundy_games::{
    Avoid, Component, Convention, Ending, Query, Question, Ruleset, Tape, TapeRules, WordList, reductions::Reduction,
};
use grundy_simd::Level;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{
    solver::{Estimate, Refusal, Scope, Solver, accepted},
    support::{
        budget::{Budget, Stopped},
        packed::{EntryWidth, PackedArray},
    },
};
pub use demand::{Ends, TapeStart, values};
use layers::Net;
use trie::{Effect, ListedWord, Trie};

/// The solver: computes the layers of an automaton.
pub struct Tapes;

/// The layers that an estimate assumes: with more letters left they mostly repeat after three to
/// twenty.
const EXPECTED_LAYERS: f64 = 8.0;

/// The most positions that are listed for the checker in addition to those that were computed.
const MOST_REPEATED: u64 = 1 << 28;

/// A claim about more positions is not verified in the time of an answer, if there is one at all.
const MOST_CHECKED: f64 = 1e6;

/// Added to the cost then, so that a period of the heaps that the tapes are, which is verified, is
/// tried before.
const LAST_RESORT: f64 = 1e9;

impl Solver for Tapes {
    fn name(&self) -> &'static str {
        "tape"
    }

    fn scope(&self) -> Scope {
        Scope { conventions: &[Convention::Normal], questions: &[Question::ValueAndMoves] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, tapes) = read(query)?;
        if rules.lists().any(|list| list.iter().next() == Some("")) {
            return Err("a list has an empty word".into());
        }
        if let Some(within) = &rules.within {
            return Ok(tree::estimate(rules, within, &tapes));
        }
        let mut most = 0;
        for tape in &tapes {
            most = most.max(tape.left.ok_or("nothing bounds the number of letters")?);
            if !tape.word.chars().all(|letter| rules.alphabet.contains(letter)) {
                return Err("a tape has a letter that cannot be written".into());
            }
        }
        let letters = rules.alphabet.count() as u64;
        let nodes = 1.0 + nodes(rules.lists()) as f64;
        let layers = (most as f64 + 1.0).min(EXPECTED_LAYERS);
        let positions = nodes * layers;
        // Spelling and sorting the words comes first; the tree, and a value per layer, remain.
        let spelled: f64 = rules.lists().flat_map(|list| list.iter()).map(|word| 4.0 * word.len() as f64 + 250.0).sum();
        let bytes =
            20.0 * letters as f64 + spelled + nodes * 45.0 + positions * EntryWidth::holding(letters).bytes() as f64;
        let is_heap = || !Reduction::of(&query.rulesets[0], &[]).is_empty();
        let last_resort = if nodes * (most as f64) > MOST_CHECKED && is_heap() { LAST_RESORT } else { 0.0 };
        let nanoseconds = 2000.0 + 60.0 * (nodes + letters as f64) + 8.0 * positions + last_resort;
        Ok(Estimate { positions, bytes, nanoseconds })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, tapes) = accepted(read(query))?;
        if let Some(within) = &rules.within {
            return tree::solve(rules, within, &tapes, budget);
        }
        let automaton = Automaton::new(rules, budget)?;
        let most = tapes.iter().filter_map(|tape| tape.left).max().unwrap_or(0);
        let layers = NodeLayers::new(&automaton, most, budget)?;
        let word = rules.until.as_ref().and_then(Ending::words).and_then(|list| list.iter().next());
        let over = word.map(|word| rules.canonical(&Tape { word: word.into(), left: None }).word);
        let anywhere = matches!(rules.until, Some(Ending::Contains(_)));
        let all = (automaton.trie.nodes() as u64).saturating_mul(most.saturating_add(1));
        let whole = layers.repeats.is_none() || all <= MOST_REPEATED;
        let shown = if whole { most } else { layers.all.len() as u64 - 1 };
        let map = Arc::new(LayeredTapes { automaton, layers, over, anywhere, shown });
        let values = tapes.iter().map(|tape| map.tape(tape));
        let value = values.sum::<Option<Nimber>>().expect("the layers go up to the greatest number of letters");
        let claim = match whole {
            true => Claim::Positions(map),
            false => Claim::Unchecked(map, "the layers repeat, and too many of them lie below the position"),
        };
        Ok(Solution { answer: Answer::Value(value), claims: vec![claim] })
    }
}

/// Returns the rules of the query, and its tapes; refuses other queries.
///
/// Repetitions as conditions (`avoiding`) and endings other than listed words depend on more than
/// the end of the tape, unless the tape stays within a list.
fn read(query: &Query) -> Result<(&TapeRules, Vec<&Tape>), Refusal> {
    let [Ruleset::Tape(rules)] = &query.rulesets[..] else { return Err("only for one game on tapes".into()) };
    if rules.place != grundy_games::Place::End {
        return Err("letters are written at the end only".into());
    }
    if rules.within.is_none() {
        if !rules.avoiding.iter().all(|avoid| matches!(avoid, Avoid::Word(_))) {
            return Err("only listed words are avoided".into());
        }
        if !matches!(rules.until, None | Some(Ending::EndsWith(_) | Ending::Contains(_))) {
            return Err("only listed words end the game".into());
        }
    }
    let tapes = query.position.iter().map(|term| match &term.component {
        Component::Tape(tape) => Some(tape),
        _ => None,
    });
    let tapes: Option<Vec<&Tape>> = tapes.collect();
    Ok((rules, tapes.ok_or("not every component is a tape")?))
}

/// Returns the number of nodes of the tries of these lists, one trie for each list, without the
/// roots. Exact for sorted lists: each word adds the letters after what it has in common with the
/// one before.
fn nodes<'a>(lists: impl Iterator<Item = &'a WordList>) -> u64 {
    let mut nodes = 0;
    for list in lists {
        let mut before = "";
        for word in list.iter() {
            let common = before.bytes().zip(word.bytes()).take_while(|(a, b)| a == b).count();
            nodes += (word.len() - common) as u64;
            before = word;
        }
    }
    nodes
}

/// The values of all nodes, by the number of letters left.
struct NodeLayers {
    /// Layer n has the values with n letters left.
    all: Vec<PackedArray>,
    /// The layer that equals the one after the last, if there is one.
    repeats: Option<usize>,
}

impl NodeLayers {
    /// Computes the layers from 0 to `most`, or up to the first one that repeats.
    ///
    /// A hash of each layer finds candidates for an equal one; they are compared in full, so a
    /// repetition is certain. The values of a layer are at most the number of letters, which gives
    /// their width.
    fn new(automaton: &Automaton, most: u64, budget: &mut Budget) -> Result<NodeLayers, Stopped> {
        let letters = automaton.letters.len();
        let mut net = Net::new(&automaton.trie, None, letters, Level::best(), budget)?;
        let nodes = net.nodes();
        let width = EntryWidth::holding(letters as u64);
        let bytes = 64 + (nodes as u64).saturating_mul(width.bytes());
        budget.hold(bytes)?;
        let mut all = vec![width.zeros(nodes)];
        let mut seen: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
        seen.insert(FxBuildHasher.hash_one(&all[0]), vec![0]);
        while (all.len() as u64) <= most {
            budget.hold(bytes)?;
            net.next(nodes, false, budget)?;
            let next = width.table((0..nodes).map(|node| net.value(node)));
            budget.solved(nodes as u64)?;
            budget.poll()?;
            let alike = seen.entry(FxBuildHasher.hash_one(&next)).or_default();
            if let Some(&same) = alike.iter().find(|&&same| all[same] == next) {
                budget.release(bytes);
                return Ok(NodeLayers { all, repeats: Some(same) });
            }
            alike.push(all.len());
            all.push(next);
        }
        Ok(NodeLayers { all, repeats: None })
    }

    /// Returns the values with that many letters left. For any number if the layers repeat: `same +
    /// (left - count) mod period` is the layer that equals it.
    fn get(&self, left: u64) -> Option<&PackedArray> {
        let count = self.all.len() as u64;
        let place = match self.repeats {
            Some(same) if left >= count => same as u64 + (left - count) % (count - same as u64),
            _ => left,
        };
        self.all.get(usize::try_from(place).ok()?)
    }
}

/// The automaton of the listed words, for texts in which letters are numbered.
struct Automaton {
    /// The letters that can be written, in their order.
    letters: Vec<char>,
    /// The number of each letter.
    places: FxHashMap<char, u32>,
    /// The automaton.
    trie: Trie<u32>,
}

impl Automaton {
    /// Returns the automaton of these rules, whose words all matter at the end of the tape.
    fn new(rules: &TapeRules, budget: &mut Budget) -> Result<Automaton, Stopped> {
        let count = rules.alphabet.count() as u64;
        let most: u64 = rules.lists().flat_map(|list| list.iter()).map(|word| word.len() as u64 + 40).sum();
        budget.hold(count.saturating_mul(20).saturating_add(4 * most))?;
        let letters: Vec<char> = rules.alphabet.iter().collect();
        let places: FxHashMap<char, u32> = letters.iter().copied().zip(0..).collect();
        let avoided = rules.avoiding.iter().filter_map(|avoid| match avoid {
            Avoid::Word(list) => Some((list, Effect::Avoided)),
            _ => None,
        });
        let ending = rules.until.as_ref().and_then(Ending::words).map(|list| (list, Effect::Ends));
        // A word is spelled up to the first letter that cannot be written.
        let mut spelled: Vec<(Vec<u32>, Option<Effect>)> = Vec::new();
        for (list, effect) in avoided.chain(ending) {
            for word in list.iter() {
                budget.tick()?;
                let known: Vec<u32> = word.chars().map_while(|letter| places.get(&letter).copied()).collect();
                let whole = known.len() == word.chars().count();
                spelled.push((known, whole.then_some(effect)));
            }
        }
        let words: Vec<ListedWord<'_, u32>> =
            spelled.iter().map(|(word, effect)| ListedWord { word, effect: *effect }).collect();
        let trie = Trie::new(&words, usize::MAX, matches!(rules.until, Some(Ending::Contains(_))), budget)?;
        budget.release(4 * most);
        Ok(Automaton { letters, places, trie })
    }

    /// Returns the node after this text, and whether a prefix of it ended the game; `None` if the
    /// text has a letter that cannot be written.
    fn walk(&self, text: &str) -> Option<(usize, bool)> {
        let letters: Option<Vec<u32>> = text.chars().map(|letter| self.places.get(&letter).copied()).collect();
        Some(self.trie.walk(letters?.into_iter()))
    }

    /// Returns the text of a node.
    fn text(&self, node: usize) -> String {
        let mut letters: Vec<char> = self.trie.back(node).map(|letter| self.letters[letter as usize]).collect();
        letters.reverse();
        letters.into_iter().collect()
    }
}

/// The positions of a query.
struct LayeredTapes {
    /// The states of words, as nodes of a trie.
    automaton: Automaton,
    /// The values of all nodes, by the number of letters left.
    layers: NodeLayers,
    /// The canonical form of a tape on which the game is over.
    over: Option<String>,
    /// Whether a listed word ends the game anywhere, not only at the end of the tape.
    anywhere: bool,
    /// The greatest number of letters left among the positions that are listed.
    shown: u64,
}

impl LayeredTapes {
    /// Returns the value of a tape; `None` if its number of letters left is unbounded or not
    /// covered, or it has a letter that cannot be written.
    fn tape(&self, tape: &Tape) -> Option<Nimber> {
        let layer = self.layers.get(tape.left?)?;
        if self.over.as_ref() == Some(&tape.word) {
            return Some(Nimber::ZERO);
        }
        let (node, passed) = self.automaton.walk(&tape.word)?;
        if self.anywhere && passed { Some(Nimber::ZERO) } else { layer.get(node) }
    }

    /// Returns the nodes at which the game goes on: their texts are canonical.
    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.automaton.trie.nodes()).filter(|&node| !self.automaton.trie.over(node))
    }
}

impl ValueMap for LayeredTapes {
    fn value(&self, component: &Component) -> Option<Nimber> {
        if let Component::Tape(tape) = component { self.tape(tape) } else { None }
    }

    fn count(&self) -> u64 {
        let texts = self.alive().count() as u64 + u64::from(self.over.is_some());
        texts.saturating_mul(self.shown.saturating_add(1))
    }

    fn each(&self, visit: &mut dyn FnMut(&Component, Nimber) -> ControlFlow<()>) {
        let alive = self.alive().map(|node| (self.automaton.text(node), Some(node)));
        let texts = alive.chain(self.over.iter().map(|word| (word.clone(), None)));
        for (word, node) in texts {
            for left in 0..=self.shown {
                let value = self.layers.get(left).and_then(|layer| node.map_or(Some(Nimber::ZERO), |at| layer.get(at)));
                let Some(value) = value else { return };
                let tape = Component::Tape(Tape { word: word.clone(), left: Some(left) });
                if visit(&tape, value).is_break() {
                    return;
                }
            }
        }
    }
}
