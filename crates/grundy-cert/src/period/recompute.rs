//! The values of a heap game in ascending order, computed by the checker itself.
//!
//! Subtraction sets look at each amount; sets with exceptions keep what the far heaps are worth in one growing set;
//! games that leave at most two heaps are computed by marking; all others by the meaning of the rules.

use std::collections::BTreeSet;

use grundy_core::{Game, MexSet, Nimber};
use grundy_rules::{Component, HeapRules};

use crate::{Breaking, Flaw, Shape};

/// Computes value after value.
pub(crate) struct Recompute<'a> {
    rules: &'a HeapRules,
    shape: &'a Shape,
    values: Vec<Nimber>,
    seen: MexSet,
    far: BTreeSet<u64>,
    run: u64,
    marks: Vec<u64>,
}

impl<'a> Recompute<'a> {
    /// Begins with heap 0.
    pub(crate) fn new(rules: &'a HeapRules, shape: &'a Shape) -> Recompute<'a> {
        Recompute {
            rules,
            shape,
            values: Vec::new(),
            seen: MexSet::new(),
            far: BTreeSet::new(),
            run: 0,
            marks: Vec::new(),
        }
    }

    /// The value of the next heap.
    pub(crate) fn next(&mut self) -> Result<Nimber, Flaw> {
        let value = match self.shape {
            Shape::Breaking(game) if game.most_parts() <= 2 => self.marked(game),
            Shape::Breaking(_) => self.meant()?,
            Shape::Subtraction(amounts) => self.subtracted(amounts),
            Shape::AllBut(excluded) => self.all_but(excluded),
        };
        self.values.push(value);
        Ok(value)
    }

    fn meant(&mut self) -> Result<Nimber, Flaw> {
        let (values, seen) = (&self.values, &mut self.seen);
        let heap = values.len() as u64;
        seen.clear();
        self.rules.options(&heap, |parts| {
            let value = |part: &u64| usize::try_from(*part).ok().and_then(|part| values.get(part)).copied();
            let sum = parts.iter().map(value).sum::<Option<Nimber>>();
            seen.insert(sum.ok_or(Flaw::MissingOption(Component::Heap(heap)))?);
            Ok::<(), Flaw>(())
        })?;
        Ok(seen.mex())
    }

    fn subtracted(&mut self, amounts: &[u64]) -> Nimber {
        let heap = self.values.len();
        self.seen.clear();
        for &amount in amounts.iter().take_while(|&&amount| amount <= heap as u64) {
            self.seen.insert(self.values[heap - amount as usize]);
        }
        self.seen.mex()
    }

    /// The values of the far heaps, those that are left when more than max E is taken, are kept as a set without the
    /// run from 0 on that it holds.
    fn all_but(&mut self, excluded: &[u64]) -> Nimber {
        let heap = self.values.len();
        let reach = excluded.last().map_or(0, |&largest| largest as usize);
        if let Some(left) = heap.checked_sub(reach + 1) {
            self.far.insert(self.values[left].0);
        }
        while self.far.remove(&self.run) {
            self.run += 1;
        }
        let near = (1..=reach.min(heap)).filter(|&amount| excluded.binary_search(&(amount as u64)).is_err());
        let near: BTreeSet<u64> = near.map(|amount| self.values[heap - amount].0).collect();
        let least = (self.run..).find(|value| !self.far.contains(value) && !near.contains(value));
        Nimber(least.unwrap_or(u64::MAX))
    }

    /// Marks the values of the options with the number of the heap, so that nothing is cleared between heaps.
    fn marked(&mut self, game: &Breaking) -> Nimber {
        let heap = self.values.len();
        let turn = heap as u64 + 1;
        let (values, marks) = (&self.values, &mut self.marks);
        let mut mark = |value: u64| {
            let at = value as usize;
            if at >= marks.len() {
                marks.resize(at + 1, 0);
            }
            marks[at] = turn;
        };
        for (&taken, &parts) in game.moves.range(..=heap as u64) {
            let rest = heap - taken as usize;
            if rest == 0 && parts & 1 != 0 {
                mark(0);
            }
            if rest > 0 && parts & 2 != 0 {
                mark(values[rest].0);
            }
            if rest > 0 && parts & 4 != 0 {
                let most = if game.distinct { (rest - 1) / 2 } else { rest / 2 };
                (1..=most).for_each(|small| mark(values[small].0 ^ values[rest - small].0));
            }
        }
        let mex = self.marks.iter().position(|&marked| marked != turn).unwrap_or(self.marks.len());
        Nimber(mex as u64)
    }
}
