//! The options of typed heaps by their compiled rules, one heap at a time, as keys.
//!
//! A table expands each heap twice, and the plain meaning allocates for each option. What programs
//! do not cover, and every fault, is left to it: then nothing was shown.

use grundy_games::{
    Component, Ruleset,
    compiled::{
        Compiled, Lowering,
        bounds::{self, Bounder, LoopCondition},
        program::{HeapCount, Program, ProgramHeap, Step},
        term::SizeTerm,
    },
    heaps::expr::MOST_TRIALS,
};

use super::heap_keys::{HeapKeys, Word};

/// The rules of a game on typed heaps.
#[derive(Debug)]
pub(super) struct Programs {
    /// By the number of a kind: its rules, and the greatest sizes that they are analysed for.
    kinds: Vec<(Vec<KindRule>, Vec<i64>)>,
}

/// A rule about one kind of heap.
#[derive(Debug)]
struct KindRule {
    /// The rule as loops and guards.
    program: Program,
    /// The conditions that bound each of its steps.
    bounds: Vec<Vec<LoopCondition>>,
    /// The heaps of an option.
    parts: Vec<OptionHeap>,
}

/// A heap of an option.
#[derive(Debug)]
struct OptionHeap {
    /// The place of its kind.
    kind: usize,
    /// How many sizes it has.
    arity: usize,
    /// How many of it there are: a second one cancels the first.
    copies: usize,
    /// Whether it has the sizes of the heap that is moved from but those below; most moves change
    /// one size.
    keeps: bool,
    /// Sizes with their places.
    sizes: Vec<(usize, SizeTerm)>,
}

impl OptionHeap {
    /// The heap of an option of one with so many sizes. `None` if its number is a term.
    fn new(heap: &ProgramHeap, steps: &[Step], from: usize) -> Option<OptionHeap> {
        let copies = match heap.count {
            HeapCount::Zero => 0,
            HeapCount::Odd => 1,
            HeapCount::Even => 2,
            HeapCount::Term(_) => return None,
        };
        let bound = |step: &Step| matches!(step, Step::Each { slot, .. } if *slot < from);
        let keeps = heap.sizes.len() == from && !steps.iter().any(bound);
        let changed = |(at, size): &(usize, SizeTerm)| !keeps || *size != SizeTerm::slot(*at);
        let sizes = heap.sizes.iter().cloned().enumerate().filter(changed).collect();
        Some(OptionHeap { kind: heap.kind, arity: heap.sizes.len(), copies, keeps, sizes })
    }
}

/// The options of a heap.
#[derive(Debug)]
pub(super) struct ProgramOptions<W> {
    /// The numbers that are bound.
    slots: Vec<i64>,
    /// Bounds loops.
    bounder: Bounder,
    /// The heaps of the options, one option after another.
    pub keys: Vec<W>,
    /// Where each option ends.
    pub ends: Vec<usize>,
}

impl<W> Default for ProgramOptions<W> {
    fn default() -> ProgramOptions<W> {
        ProgramOptions { slots: Vec::new(), bounder: Bounder::default(), keys: Vec::new(), ends: Vec::new() }
    }
}

impl Programs {
    /// The programs of a game for the heaps that these lead to; `None` if it is left to the plain
    /// meaning.
    pub fn new<'a>(ruleset: &Ruleset, starts: impl Iterator<Item = &'a Component>) -> Option<Programs> {
        let compiled = Compiled::new(ruleset, starts).filter(|compiled| compiled.measure == Lowering::Sum)?;
        let mut kinds: Vec<_> = compiled.kinds.into_iter().map(|kind| (Vec::new(), kind.ends)).collect();
        for (program, shape) in compiled.programs {
            program.ranges.is_empty().then_some(())?;
            let (rules, most) = &mut kinds[program.kind];
            let part = |heap: &ProgramHeap| OptionHeap::new(heap, &program.steps, most.len());
            let parts = program.heaps.iter().map(part).collect::<Option<_>>()?;
            rules.push(KindRule { program, bounds: shape.bounds, parts });
        }
        Some(Programs { kinds })
    }

    /// Finds the options of a heap. `None` if it is left to the plain meaning.
    pub fn options<W: Word>(&self, heap_keys: &HeapKeys, key: W, found: &mut ProgramOptions<W>) -> Option<()> {
        let ProgramOptions { slots, bounder, keys, ends } = found;
        keys.clear();
        ends.clear();
        let (rules, most) = self.kinds.get(heap_keys.sizes(key, slots))?;
        let arity = slots.len();
        (arity == most.len() && slots.iter().zip(most).all(|(size, most)| size <= most)).then_some(())?;
        let layer = heap_keys.layer(key);
        let sizes = heap_keys.packed(key);
        // Sizes of keys are below 2^64 in sum: of few bits each.
        let sum = slots.iter().sum();
        rules.iter().try_for_each(|rule| {
            slots.resize(rule.program.slots.max(arity), 0);
            RuleWalk { heap_keys, rule, layer, sizes, sum, trials: 0, slots, bounder, keys, ends }.from(0)?;
            slots.truncate(arity);
            Some(())
        })
    }
}

/// A rule at a heap.
struct RuleWalk<'w, W> {
    /// How heaps are packed.
    heap_keys: &'w HeapKeys,
    /// The rule.
    rule: &'w KindRule,
    /// The layer of the heap.
    layer: u32,
    /// Its sizes as they are packed, and their sum.
    sizes: W,
    sum: i64,
    /// How many combinations the plain meaning has tried.
    trials: u64,
    slots: &'w mut [i64],
    bounder: &'w mut Bounder,
    /// The heaps of all options, one after the other.
    keys: &'w mut Vec<W>,
    /// Where each option ends among these.
    ends: &'w mut Vec<usize>,
}

impl<W: Word> RuleWalk<'_, W> {
    /// Runs the steps from `at` on. Recursion is as deep as the text has steps.
    fn from(&mut self, at: usize) -> Option<()> {
        match self.rule.program.steps.get(at) {
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
                (!self.rule.program.limited || self.trials <= MOST_TRIALS).then_some(())?;
                let conditions = self.rule.bounds.get(at).map_or(&[][..], Vec::as_slice);
                let numbers = bounds::numbers(conditions, *slot, (low, high), self.slots, self.bounder);
                numbers.into_iter().try_for_each(|number| {
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
        for part in &self.rule.parts {
            let (mut sizes, mut sum) = if part.keeps { (self.sizes, self.sum) } else { (W::from(0), 0) };
            for (at, size) in &part.sizes {
                let before = if part.keeps { self.slots[*at] } else { 0 };
                let size = size.value(self.slots)?;
                if size < 0 {
                    self.keys.truncate(start);
                    return Some(());
                }
                sizes = self.heap_keys.replaced(sizes, part.arity, *at, before as u64, size as u64)?;
                sum += size - before;
            }
            let layer = self.heap_keys.layer_of(sum as u64, part.kind)?;
            let key = self.heap_keys.key(layer, part.kind, part.arity, sizes)?;
            all_lower &= part.copies == 0 || layer < self.layer;
            self.keys.extend(std::iter::repeat_n(key, part.copies));
        }
        self.ends.push(self.keys.len());
        // The plain meaning has the message.
        all_lower.then_some(())
    }
}
