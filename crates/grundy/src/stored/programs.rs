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

use grundy_layers::Graded;

use super::heaps::Heaps;

/// The rules of a game on typed heaps.
#[derive(Debug)]
pub(super) struct Programs {
    /// By the number of a kind: its rules, and the greatest sizes that they are analysed for.
    kinds: Vec<(Vec<Program>, Vec<i64>)>,
}

/// The options of a heap.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The numbers that are bound.
    slots: Vec<i64>,
    /// The heaps of the options, one option after another.
    pub keys: Vec<u128>,
    /// Where each option ends.
    pub ends: Vec<usize>,
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
    pub fn options(&self, heaps: &Heaps, key: u128, found: &mut Found) -> Option<()> {
        let Found { slots, keys, ends } = found;
        keys.clear();
        ends.clear();
        let (programs, most) = self.kinds.get(heaps.sizes(key, slots))?;
        let arity = slots.len();
        (arity == most.len() && slots.iter().zip(most).all(|(size, most)| size <= most)).then_some(())?;
        let layer = heaps.layer(key);
        programs.iter().try_for_each(|program| {
            slots.resize(program.slots.max(arity), 0);
            Walk { heaps, program, layer, trials: 0, slots, keys, ends }.from(0)?;
            slots.truncate(arity);
            Some(())
        })
    }
}

/// A program at a heap.
struct Walk<'w> {
    heaps: &'w Heaps,
    program: &'w Program,
    /// The layer of the heap.
    layer: u32,
    /// How many combinations the plain meaning has tried.
    trials: u64,
    slots: &'w mut [i64],
    keys: &'w mut Vec<u128>,
    ends: &'w mut Vec<usize>,
}

impl Walk<'_> {
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
            let mut sizes = 0;
            for size in &heap.sizes {
                let Ok(size) = u64::try_from(size.value(self.slots)?) else {
                    self.keys.truncate(start);
                    return Some(());
                };
                sizes = self.heaps.with_size(sizes, size)?;
            }
            let copies = match heap.count {
                Count::Zero | Count::Term(_) => 0,
                Count::Odd => 1,
                Count::Even => 2,
            };
            let key = Heaps::of_kind(sizes, heap.sizes.len(), heap.kind);
            all_lower &= copies == 0 || self.heaps.layer(key) < self.layer;
            self.keys.extend(std::iter::repeat_n(key, copies));
        }
        self.ends.push(self.keys.len());
        // The plain meaning has the message.
        all_lower.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grundy_games::{Query, Question};

    use super::*;

    /// By the key of each heap of an option, whether its copies do not cancel.
    fn parities(options: &[Vec<u128>]) -> Vec<BTreeMap<u128, bool>> {
        let of = |option: &Vec<u128>| {
            let mut parities = BTreeMap::new();
            option.iter().for_each(|&key| *parities.entry(key).or_insert(false) ^= true);
            parities
        };
        options.iter().map(of).collect()
    }

    #[test]
    fn programs_have_the_options_of_the_plain_meaning() {
        for (game, start, covered) in [
            ("W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a-k, b-k) for k in 1..min(a, b)", "W(9, 12)", true),
            ("F(n, k) -> F(n-2t, t) for t in 1..min(n, k) where 3*t <= n + k", "F(9, 9)", true),
            (
                "C(a, b) -> C(a-k, b) + 3 of C(k-1, 0) + 2 of C(0, b) for k in 1..a where k % 3 > 0, C(a, b) -> C(a, b-1)",
                "C(14, 3)",
                true,
            ),
            ("A(n) -> B(n), B(n) -> A(n-k) + A(k-2) for k in {1, 3..n}", "A(20)", true),
            ("D(a, b) -> D(x, y) for x + y = a + b - 1 where x * y >= b", "D(6, 7)", true),
            // A fault at some heaps, and one at none.
            ("Q(a) -> Q(a / (a - 5)) for k in 1..a where a > 6", "Q(30)", true),
            ("G(a) -> G(a - gcd(a, k)) for k in 1..a, G(a) -> G(sqrt(a - 1)) where a > 2", "G(30)", true),
            ("N(a) -> k of N(0) + N(a - k) for k in 1..a", "N(20)", false),
        ] {
            let rules = grundy_lang::game(game).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let start = grundy_lang::position(&rules, start).unwrap_or_else(|fault| panic!("{game}: {fault}"));
            let query = Query::new(&rules, start, Question::Value);
            let heaps = Heaps::new(&query).unwrap_or_else(|why| panic!("{game}: {why}"));
            let start = heaps.key(&query.position[0].component).expect("a key");
            let programs = Programs::new(&query.rulesets[0], query.position.iter().map(|term| &term.component));
            assert_eq!(programs.is_some(), covered, "{game}");
            let Some(programs) = programs else { continue };
            let (mut open, mut compared, mut found) = (vec![start], 0, Found::default());
            let mut seen: std::collections::BTreeSet<u128> = open.iter().copied().collect();
            while let Some(key) = open.pop() {
                let shown = programs.options(&heaps, key, &mut found);
                let plain = match heaps.plain(key) {
                    Ok(plain) => plain,
                    Err(fault) => {
                        assert_eq!(shown, None, "{game} at {}: {fault}", heaps.component(key));
                        continue;
                    }
                };
                let plain: Vec<Vec<u128>> =
                    plain.iter().map(|option| option.iter().map(|&(_, key)| key).collect()).collect();
                if shown.is_some() {
                    compared += 1;
                    let mut from = 0;
                    let own: Vec<Vec<u128>> = found
                        .ends
                        .iter()
                        .map(|&end| found.keys[std::mem::replace(&mut from, end)..end].to_vec())
                        .collect();
                    assert_eq!(parities(&own), parities(&plain), "{game} at {}", heaps.component(key));
                }
                open.extend(plain.into_iter().flatten().filter(|&key| seen.insert(key)));
            }
            assert!(compared * 2 > seen.len(), "{game}: {compared} of {} heaps are compared", seen.len());
        }
    }
}
