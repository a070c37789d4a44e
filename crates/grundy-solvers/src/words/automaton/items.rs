//! Items: a move in progress, as a number. An item is the state of the transducer, the exclusive or
//! of the values of the finished components, and the state of the machine on the current one. The
//! successors of an item are computed once and stored.
//!
//! Memory: four bytes for each item and letter, and the lists that come up. The number of items is
//! (states of the transducer) x (a power of two above the largest value, if moves split) x (states
//! of the machine), below 2^31.

use grundy_cert::Machine;
use grundy_games::Letter;

use super::relation::{Arc, DONE, Relation, write};
use crate::support::budget::{Budget, Reason, Stopped};

/// The items of a relation under a machine.
pub(super) struct Items<'a> {
    /// The moves as a transducer.
    pub(super) relation: &'a Relation,
    /// The machine, whose state is a part of each item.
    pub(super) machine: &'a Machine,
    /// Values are below this power of two; 1 if nothing splits.
    range: usize,
    /// For each item and letter: 1 plus the index of its successors in `pool`, or 0 while unknown.
    known: Vec<u32>,
    /// Lists of successors, each after its length.
    pool: Vec<u32>,
    /// The memory of `known`, in bytes.
    bytes: u64,
}

impl<'a> Items<'a> {
    /// Returns all items; counts the memory of its table as held until [`Items::release`].
    pub(super) fn new(relation: &'a Relation, machine: &'a Machine, budget: &mut Budget) -> Result<Items<'a>, Stopped> {
        let range = if relation.splits { (machine.largest() as usize + 1).next_power_of_two() } else { 1 };
        let count = relation.states().checked_mul(range).and_then(|count| count.checked_mul(machine.states()));
        let fits = count.filter(|&count| count < u32::MAX as usize / 2);
        let count = fits.ok_or_else(|| budget.stopped(Reason::Memory(budget.most_bytes())))?;
        let bytes = 4 * count as u64 * relation.letters as u64;
        budget.hold(bytes)?;
        Ok(Items { relation, machine, range, known: vec![0; count * relation.letters], pool: Vec::new(), bytes })
    }

    /// Counts the memory of the table as released.
    pub(super) fn release(&self, budget: &mut Budget) {
        budget.release(self.bytes);
    }

    /// Returns the number of items.
    pub(super) fn count(&self) -> usize {
        self.relation.states() * self.range * self.machine.states()
    }

    /// Returns a bound: values of options are below it.
    pub(super) fn bound(&self) -> usize {
        self.range.max(self.machine.largest() as usize + 1)
    }

    /// Returns the item with these three parts.
    fn number(&self, state: u32, xor: u32, open: u32) -> u32 {
        ((state as usize * self.range + xor as usize) * self.machine.states() + open as usize) as u32
    }

    /// Returns the three parts of an item: the inverse of `number`.
    fn parts(&self, item: u32) -> (u32, u32, u32) {
        let (rest, open) = (item as usize / self.machine.states(), item as usize % self.machine.states());
        ((rest / self.range) as u32, (rest % self.range) as u32, open as u32)
    }

    /// Returns the item after a step: the sign of a cut closes a component and adds its label.
    fn arrive(&self, xor: u32, open: u32, (goal, signs): &Arc) -> u32 {
        let (xor, open) = write(self.machine, xor, open, signs);
        self.number(*goal, xor, open)
    }

    /// Returns the items before the first letter. Sorted, each once.
    pub(super) fn starts(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.relation.starts.iter().map(|arc| self.arrive(0, 0, arc)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the items that begin at a letter of the unchanged word, on which the machine is in
    /// `state`.
    pub(super) fn births(&self, state: u32, letter: Letter) -> impl Iterator<Item = u32> + '_ {
        self.relation.births[usize::from(letter)].iter().map(move |arc| self.arrive(0, state, arc))
    }

    /// Returns the successors of an item with a letter.
    pub(super) fn after(&mut self, item: u32, letter: Letter) -> &[u32] {
        let key = item as usize * self.relation.letters + usize::from(letter);
        if self.known[key] == 0 {
            let (state, xor, open) = self.parts(item);
            let arcs = &self.relation.steps[state as usize * self.relation.letters + usize::from(letter)];
            let at = self.pool.len();
            self.pool.push(arcs.len() as u32);
            for arc in arcs {
                let next = self.arrive(xor, open, arc);
                self.pool.push(next);
            }
            self.known[key] = at as u32 + 1;
        }
        let at = self.known[key] as usize;
        let count = self.pool[at - 1] as usize;
        &self.pool[at..at + count]
    }

    /// Passes the successors of an item with a letter without storing them: for walks that meet few
    /// items twice.
    pub(super) fn each_after(&self, item: u32, letter: Letter, mut visit: impl FnMut(u32)) {
        let (state, xor, open) = self.parts(item);
        if state == DONE {
            visit(self.number(DONE, xor, self.machine.step(open, letter)));
            return;
        }
        for arc in &self.relation.steps[state as usize * self.relation.letters + usize::from(letter)] {
            visit(self.arrive(xor, open, arc));
        }
    }

    /// Returns the value of the option, if the word may end here.
    pub(super) fn value(&self, item: u32) -> Option<u32> {
        let (state, xor, open) = self.parts(item);
        self.relation.ends[state as usize].then(|| xor ^ self.machine.labels[open as usize])
    }
}
