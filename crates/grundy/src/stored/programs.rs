//! The options of typed heaps by their compiled rules, one heap at a time, as keys.
//!
//! A table expands each heap twice, and the plain meaning allocates for each option. What programs
//! do not cover, and every fault, is left to it: then nothing was shown.

use grundy_games::{
    Component, Ruleset,
    compiled::{
        Compiled, Lowering,
        program::{Count, NewHeap, Program, Step},
    },
    expr::MOST_TRIALS,
};

use super::heap_keys::{HeapKeys, Word};

/// The rules of a game on typed heaps.
#[derive(Debug)]
pub(super) struct Programs {
    /// By the number of a kind: its rules, and the greatest sizes that they are analysed for.
    kinds: Vec<(Vec<Program>, Vec<i64>)>,
}

/// The options of a heap.
#[derive(Debug)]
pub(super) struct Found<W> {
    /// The numbers that are bound.
    slots: Vec<i64>,
    /// The heaps of the options, one option after another.
    pub keys: Vec<W>,
    /// Where each option ends.
    pub ends: Vec<usize>,
}

impl<W> Default for Found<W> {
    fn default() -> Found<W> {
        Found { slots: Vec::new(), keys: Vec::new(), ends: Vec::new() }
    }
}

impl Programs {
    /// The programs of a game for the heaps that these lead to; `None` if it is left to the plain
    /// meaning.
    pub fn new<'a>(ruleset: &Ruleset, starts: impl Iterator<Item = &'a Component>) -> Option<Programs> {
        let compiled = Compiled::new(ruleset, starts).filter(|compiled| compiled.measure == Lowering::Sum)?;
        let mut kinds: Vec<_> = compiled.kinds.into_iter().map(|kind| (Vec::new(), kind.ends)).collect();
        for (program, _) in compiled.programs {
            let covered = |heap: &NewHeap| !matches!(heap.count, Count::Term(_));
            (program.ranges.is_empty() && program.heaps.iter().all(covered)).then_some(())?;
            kinds[program.kind].0.push(program);
        }
        Some(Programs { kinds })
    }

    /// Finds the options of a heap. `None` if it is left to the plain meaning.
    pub fn options<W: Word>(&self, heap_keys: &HeapKeys, key: W, found: &mut Found<W>) -> Option<()> {
        let Found { slots, keys, ends } = found;
        keys.clear();
        ends.clear();
        let (programs, most) = self.kinds.get(heap_keys.sizes(key, slots))?;
        let arity = slots.len();
        (arity == most.len() && slots.iter().zip(most).all(|(size, most)| size <= most)).then_some(())?;
        let layer = heap_keys.layer(key);
        programs.iter().try_for_each(|program| {
            slots.resize(program.slots.max(arity), 0);
            Walk { heap_keys, program, layer, trials: 0, slots, keys, ends }.from(0)?;
            slots.truncate(arity);
            Some(())
        })
    }
}

/// A program at a heap.
struct Walk<'w, W> {
    heap_keys: &'w HeapKeys,
    program: &'w Program,
    /// The layer of the heap.
    layer: u32,
    /// How many combinations the plain meaning has tried.
    trials: u64,
    slots: &'w mut [i64],
    keys: &'w mut Vec<W>,
    ends: &'w mut Vec<usize>,
}

impl<W: Word> Walk<'_, W> {
    /// Runs the steps from `at` on. Recursion is as deep as the text has steps.
    fn from(&mut self, at: usize) -> Option<()> {
        match self.program.steps.get(at) {
            None => self.option(),
            Some(Step::Where(guard)) => match guard.holds(self.slots)? {
                true => self.from(at + 1),
                false => Some(()),
            },
            Some(Step::Each { slot, ranges, trials }) => ranges.iter().try_for_each(|(low, high)| {
                let (low, high) = (low.value(self.slots)?, high.value(self.slots)?);
                if low > high {
                    return Some(());
                }
                let more = high.abs_diff(low).saturating_add(1).saturating_mul(*trials);
                self.trials = self.trials.saturating_add(more);
                (!self.program.limited || self.trials <= MOST_TRIALS).then_some(())?;
                (low..=high).try_for_each(|number| {
                    self.slots[*slot] = number;
                    self.from(at + 1)
                })
            }),
        }
    }

    /// Adds the option for the numbers in the slots.
    fn option(&mut self) -> Option<()> {
        let start = self.keys.len();
        let mut all_lower = true;
        for heap in &self.program.heaps {
            let (mut sizes, mut sum) = (W::from(0), 0u64);
            for size in &heap.sizes {
                let Ok(size) = u64::try_from(size.value(self.slots)?) else {
                    self.keys.truncate(start);
                    return Some(());
                };
                sizes = self.heap_keys.with_size(sizes, size)?;
                sum = sum.checked_add(size)?;
            }
            let copies = match heap.count {
                Count::Zero | Count::Term(_) => continue,
                Count::Odd => 1,
                Count::Even => 2,
            };
            let layer = self.heap_keys.layer_of(sum, heap.kind)?;
            let key = self.heap_keys.key(layer, heap.kind, heap.sizes.len(), sizes)?;
            all_lower &= layer < self.layer;
            self.keys.extend(std::iter::repeat_n(key, copies));
        }
        self.ends.push(self.keys.len());
        // The plain meaning has the message.
        all_lower.then_some(())
    }
}
