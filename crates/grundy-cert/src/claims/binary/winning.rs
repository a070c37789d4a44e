//! A move to heaps of a wanted value, from a heap of any size.
//!
//! The conjunction of the moves and of the values of what they leave is read along the digits of
//! the heap and of the wanted value. Each state is kept with the first way that leads to it, and
//! the way to an accepting state at the end has the digits of the new sizes.

use std::collections::HashSet;

use grundy_core::Nimber;
use grundy_games::{Component, Ruleset, Typed};

use super::{
    Binary, Meaning,
    check::atoms,
    digits,
    join::AutomatonProduct,
    play::{KindMoves, Play},
    work::{WorkLimits, WorkStop},
};

/// A state, the place of the one before it, and the letter between.
type PathNode = (Box<[u32]>, usize, u32);

/// The most equal heaps that are listed.
const MOST_COPIES: u64 = 1 << 10;

impl Binary {
    /// Returns what a move leaves of a component so that its value is `wanted`; `None` if there is
    /// no such move, the claim does not decide it, or the limits end the search.
    ///
    /// A claim about outcomes decides only what is lost: the wanted value must be 0.
    pub fn option(
        &self,
        ruleset: &Ruleset,
        component: &Component,
        wanted: Nimber,
        most_bytes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Component>> {
        if self.meaning == Meaning::Lost && wanted != Nimber::ZERO {
            return None;
        }
        let (_, sizes) = self.sizes(ruleset, component)?;
        let mut work = WorkLimits::new(most_bytes, go_on);
        let play = Play::of(ruleset, &mut work).ok()?;
        let kind = match component {
            Component::Typed(heap) => play.system.kind(&heap.kind)?,
            _ => 0,
        };
        let fixed: Vec<u64> = match self.meaning {
            Meaning::Values => [sizes, &[wanted.0]].concat(),
            Meaning::Lost => sizes.to_vec(),
        };
        for moves in &play.moves[kind] {
            let Some(numbers) = self.left(moves, sizes.len(), &fixed, &mut work).ok()? else { continue };
            let mut left = Vec::new();
            for (kind, variables, count) in &moves.left {
                if *count > MOST_COPIES {
                    return None;
                }
                let after: Vec<u64> = variables.iter().map(|&at| numbers[at - sizes.len()]).collect();
                let part = match ruleset {
                    Ruleset::Typed(_) => {
                        Component::Typed(Typed { kind: play.system.kinds[*kind].name.clone(), sizes: after })
                    }
                    _ => Component::Heap(after[0]),
                };
                left.extend(std::iter::repeat_n(part, *count as usize));
            }
            left.retain(|part| *part != Component::Heap(0));
            return Some(left);
        }
        None
    }

    /// The sizes of the heaps that one of these moves leaves, if one leads from the fixed sizes to
    /// the fixed value, or to a lost heap.
    ///
    /// The digits are read from the highest on, layer by layer, with one predecessor for each
    /// state: 64 layers, each with at most all states of the product. Then the way back from an
    /// accepting state spells the sizes.
    fn left(
        &self,
        moves: &KindMoves,
        arity: usize,
        fixed: &[u64],
        work: &mut WorkLimits<'_>,
    ) -> Result<Option<Vec<u64>>, WorkStop> {
        let mut kept: Vec<usize> = (0..arity).collect();
        kept.extend((self.meaning == Meaning::Values).then_some(moves.variables));
        kept.extend(arity..moves.variables);
        let atoms = atoms(moves, &self.relations(), self.meaning, work)?;
        let product = AutomatonProduct::new(&atoms, &kept)?;
        let Some(start) = product.start() else { return Ok(None) };
        // For each digit, the states after it.
        let mut layers: Vec<Vec<PathNode>> = vec![vec![(start, 0, 0)]];
        for weight in (0..u64::BITS).rev() {
            let (letter, mask) = (digits(fixed, weight) as u32, (1u32 << fixed.len()) - 1);
            let mut seen = HashSet::new();
            let mut next = Vec::new();
            for (at, (state, ..)) in layers[layers.len() - 1].iter().enumerate() {
                work.state(next.len(), 1)?;
                work.steps(product.letters())?;
                product.steps(state, |read, to| {
                    if read & mask == letter && seen.insert(Box::<[u32]>::from(to)) {
                        next.push((to.into(), at, read >> fixed.len()));
                    }
                });
            }
            work.hold((next.len() * (16 + 12 * atoms.len())) as u64)?;
            layers.push(next);
        }
        let last = &layers[layers.len() - 1];
        let Some(mut at) = last.iter().position(|(state, ..)| product.accepts(state)) else { return Ok(None) };
        let mut sizes = vec![0u64; moves.variables - arity];
        for (weight, layer) in (0..u64::BITS).zip(layers.iter().skip(1).rev()) {
            let (_, before, letter) = &layer[at];
            for (track, size) in sizes.iter_mut().enumerate() {
                *size |= u64::from(letter >> track & 1) << weight;
            }
            at = *before;
        }
        Ok(Some(sizes))
    }
}
