//! Games of writing letters in which only the end of the tape counts: layers of an automaton.
//!
//! A position is a node of the automaton of the listed words and the number of letters left. Layer n holds the values
//! of all nodes with n letters left; each follows from the layer before it, always in the same way. So as soon as a
//! layer comes that was there before, all further layers are known, for any number of letters.
//!
//! Cost: nodes times letters for each layer. Memory: the table of the automaton and one value a node and layer.
//! Source: Aho and Corasick 1975 for the automaton; that layers repeat is the pigeonhole principle.

mod automaton;

use std::{collections::HashMap, hash::BuildHasher, ops::ControlFlow, sync::Arc};

use grundy_cert::{Answer, Book, Claim, Solution};
use grundy_core::{MexSet, Nimber};
use grundy_rules::{Ask, Avoid, Board, Component, Ending, Play, Query, Tape, TapeRules};
use rustc_hash::FxBuildHasher;

use crate::{
    Budget, Estimate, Kernel, Refusal, Scope, Stopped,
    packed::{Cell, Packed, Width},
};
use automaton::Automaton;

/// Computes the layers of an automaton.
pub struct Tapes;

/// Layers that an estimate counts with: they mostly repeat long before.
const EXPECTED_LAYERS: f64 = 1000.0;

/// Positions that are listed for the checker beyond those that were computed.
const MOST_REPEATED: u64 = 1 << 28;

impl Kernel for Tapes {
    fn name(&self) -> &'static str {
        "tape"
    }

    fn scope(&self) -> Scope {
        Scope { plays: &[Play::Normal], asks: &[Ask::Value] }
    }

    fn assess(&self, query: &Query) -> Result<Estimate, Refusal> {
        let (rules, tapes) = read(query)?;
        if rules.lists().any(|list| list.iter().next() == Some("")) {
            return Err("a list has an empty word".into());
        }
        let mut most = 0;
        for tape in &tapes {
            most = most.max(tape.left.ok_or("nothing bounds the number of letters")?);
            if !tape.word.chars().all(|letter| rules.alphabet.contains(letter)) {
                return Err("a tape has a letter that cannot be written".into());
            }
        }
        let letters = rules.alphabet.count() as f64;
        let nodes = 1.0 + rules.lists().flat_map(|list| list.iter()).map(str::len).sum::<usize>() as f64;
        let layers = (most as f64 + 1.0).min(EXPECTED_LAYERS);
        let positions = nodes * layers;
        let bytes = nodes * (4.0 * letters + 24.0) + positions;
        let build = nodes * (20.0 + 2.0 * letters);
        Ok(Estimate { positions, bytes, nanoseconds: build + positions * (2.0 + 1.5 * letters) })
    }

    fn solve(&self, query: &Query, budget: &mut Budget) -> Result<Solution, Stopped> {
        let (rules, tapes) = read(query).expect("assess has accepted the query");
        let automaton = Automaton::new(rules, budget)?;
        let most = tapes.iter().filter_map(|tape| tape.left).max().unwrap_or(0);
        let layers = Layers::new(&automaton, most, budget)?;
        let word = rules.until.as_ref().and_then(Ending::words).and_then(|list| list.iter().next());
        let over = word.map(|word| rules.shortened(&Tape { word: word.into(), left: None }).word);
        let anywhere = matches!(rules.until, Some(Ending::Contains(_)));
        let all = (automaton.nodes() as u64).saturating_mul(most.saturating_add(1));
        let whole = layers.repeats.is_none() || all <= MOST_REPEATED;
        let shown = if whole { most } else { layers.all.len() as u64 - 1 };
        let book = Arc::new(Written { automaton, layers, over, anywhere, shown });
        let values = tapes.iter().map(|tape| book.tape(tape));
        let value = values.sum::<Option<Nimber>>().expect("the layers go up to the greatest number of letters");
        let claim = match whole {
            true => Claim::Positions(book),
            false => Claim::Unchecked(book, "the layers repeat, and too many of them lie below the position"),
        };
        Ok(Solution { answer: Answer::Value(value), claims: vec![claim] })
    }
}

/// The one board and its tapes.
fn read(query: &Query) -> Result<(&TapeRules, Vec<&Tape>), Refusal> {
    let [Board::Tape(rules)] = &query.boards[..] else { return Err("only for one game on tapes".into()) };
    if rules.place != grundy_rules::Place::End {
        return Err("letters are written at the end only".into());
    }
    if rules.within.is_some() {
        return Err("not for tapes that stay within a list".into());
    }
    if !rules.avoiding.iter().all(|avoid| matches!(avoid, Avoid::Word(_))) {
        return Err("only listed words are avoided".into());
    }
    if !matches!(rules.until, None | Some(Ending::EndsWith(_) | Ending::Contains(_))) {
        return Err("only listed words end the game".into());
    }
    let tapes = query.start.iter().map(|placed| match &placed.component {
        Component::Tape(tape) => Some(tape),
        _ => None,
    });
    let tapes: Option<Vec<&Tape>> = tapes.collect();
    Ok((rules, tapes.ok_or("not every component is a tape")?))
}

/// The values of all nodes, by the number of letters left.
struct Layers {
    all: Vec<Packed>,
    /// The layer that the one behind the last equals, if one does.
    repeats: Option<usize>,
}

impl Layers {
    /// The layers from 0 to `most`, or up to the first one that repeats.
    fn new(automaton: &Automaton, most: u64, budget: &mut Budget) -> Result<Layers, Stopped> {
        let width = Width::holding(automaton.letters() as u64);
        let bytes = 64 + (automaton.nodes() as u64).saturating_mul(width.bytes());
        budget.hold(bytes)?;
        let mut all = vec![width.zeros(automaton.nodes())];
        let mut seen: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
        seen.insert(FxBuildHasher.hash_one(&all[0]), vec![0]);
        while (all.len() as u64) <= most {
            budget.hold(bytes)?;
            let next = match &all[all.len() - 1] {
                Packed::One(before) => Packed::One(layer(automaton, before, budget)?),
                Packed::Two(before) => Packed::Two(layer(automaton, before, budget)?),
                Packed::Four(before) => Packed::Four(layer(automaton, before, budget)?),
                Packed::Eight(before) => Packed::Eight(layer(automaton, before, budget)?),
            };
            let alike = seen.entry(FxBuildHasher.hash_one(&next)).or_default();
            if let Some(&same) = alike.iter().find(|&&same| all[same] == next) {
                budget.release(bytes);
                return Ok(Layers { all, repeats: Some(same) });
            }
            alike.push(all.len());
            all.push(next);
        }
        Ok(Layers { all, repeats: None })
    }

    /// The values with that many letters left.
    fn get(&self, left: u64) -> Option<&Packed> {
        let count = self.all.len() as u64;
        let place = match self.repeats {
            Some(same) if left >= count => same as u64 + (left - count) % (count - same as u64),
            _ => left,
        };
        self.all.get(usize::try_from(place).ok()?)
    }
}

/// The layer that follows from this one.
fn layer<V: Cell>(automaton: &Automaton, before: &[V], budget: &mut Budget) -> Result<Vec<V>, Stopped> {
    let mut values = vec![V::default(); before.len()];
    let mut large = MexSet::new();
    for (node, value) in values.iter_mut().enumerate() {
        budget.solved(1)?;
        if automaton.over(node) {
            continue;
        }
        let options = automaton.options(node).map(|next| before[next].unpack());
        *value = V::pack(if automaton.letters() < 64 {
            u64::from(options.fold(0u64, |seen, value| seen | 1 << value).trailing_ones())
        } else {
            large.clear();
            options.for_each(|value| large.insert(Nimber(value)));
            large.mex().0
        });
    }
    Ok(values)
}

/// The positions of a query.
struct Written {
    automaton: Automaton,
    layers: Layers,
    /// What a tape on which the game is over becomes in canonical form.
    over: Option<String>,
    /// Whether a listed word ends the game anywhere, not only at the end of the tape.
    anywhere: bool,
    /// The greatest number of letters left of the positions that are listed.
    shown: u64,
}

impl Written {
    fn tape(&self, tape: &Tape) -> Option<Nimber> {
        let layer = self.layers.get(tape.left?)?;
        if self.over.as_ref() == Some(&tape.word) {
            return Some(Nimber::ZERO);
        }
        let (node, passed) = self.automaton.walk(&tape.word)?;
        if self.anywhere && passed { Some(Nimber::ZERO) } else { layer.get(node) }
    }

    /// The nodes at which the game goes on: their texts are canonical.
    fn alive(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.automaton.nodes()).filter(|&node| !self.automaton.over(node))
    }
}

impl Book for Written {
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
