//! All sums that can be reached from a position, each with its options: by the plain rules alone,
//! with one entry for each sum, whatever its values are.
//!
//! It serves what depends on the whole sum and not on values: the moves that are left, and the
//! compounds in which several components are played at once.

use std::collections::hash_map::Entry;

use grundy_core::Visit;
use grundy_games::{Query, Ruleset, Term};
use grundy_solvers::{Budget, Halt};
use rustc_hash::FxHashMap;

/// All sums that can be reached: where each of them is, the terms of a sum ascending, and its
/// options. The first one is the start.
pub(crate) struct Reach {
    /// The sums with their places.
    pub places: FxHashMap<Vec<Term>, u32>,
    /// The options of each sum, ascending, each once.
    pub options: Vec<Vec<u32>>,
    /// The memory that the budget counts for it.
    pub bytes: u64,
}

/// How much is looked at, besides the limits of the budget.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    /// The number of sums.
    pub sums: u64,
    /// The number of options of the first one: with more, there are nearly always too many in all,
    /// such as n^2/2 for a heap of n from which any number may be taken.
    pub moves: u64,
    /// The number of options of all of them together.
    pub options: u64,
    /// The bytes of all sums together.
    pub bytes: u64,
    /// The steps that the rules may compute for, where a listed word at a sum is a step.
    pub work: u64,
    /// Whether sums count as positions of the budget.
    pub counted: bool,
}

impl Most {
    /// As much as the budget allows.
    pub(crate) const BUDGET: Most = Most {
        sums: u32::MAX as u64,
        moves: u64::MAX,
        options: u64::MAX,
        bytes: u64::MAX,
        work: u64::MAX,
        counted: true,
    };
}

/// The bytes of a sum in addition to its terms: its place in the map and in the list of options.
const ENTRY: u64 = 96;

impl Reach {
    /// Looks at all sums that can be reached. [`Halt::Enough`] if they are more than `most`.
    ///
    /// # Errors
    /// A limit of the budget is reached, or the rules break down at a sum.
    pub(crate) fn of(query: &Query, mut start: Vec<Term>, most: Most, budget: &mut Budget) -> Result<Reach, Halt> {
        start.sort_unstable();
        let mut reach =
            Reach { places: FxHashMap::from_iter([(start.clone(), 0)]), options: vec![Vec::new()], bytes: 0 };
        let found = reach.fill(query, start, most, budget);
        match found {
            Ok(()) => Ok(reach),
            Err(halt) => {
                budget.release(reach.bytes);
                Err(halt)
            }
        }
    }

    fn fill(&mut self, query: &Query, start: Vec<Term>, most: Most, budget: &mut Budget) -> Result<(), Halt> {
        let mut open = vec![(start, 0usize)];
        let (mut options, mut bytes, mut work) = (0u64, 0u64, 0u64);
        // The rules may look at every listed word to find the options of one component.
        let listed: Vec<u64> = query.rulesets.iter().map(|ruleset| listed_words(ruleset, most.work)).collect();
        while let Some((sum, at)) = open.pop() {
            if most.counted {
                budget.solved(1)?;
            }
            budget.poll()?;
            work = work.saturating_add(sum.iter().map(|term| listed[term.ruleset]).sum::<u64>());
            if work > most.work {
                return Err(Halt::Enough);
            }
            let mut found = Vec::new();
            query.sum_options::<Halt>(&sum, |seen| {
                let parts = match seen {
                    Visit::Work(steps) => {
                        work = work.saturating_add(u64::from(steps));
                        budget.charge(steps)?;
                        return if work > most.work { Err(Halt::Enough) } else { Ok(()) };
                    }
                    Visit::Option(parts) => parts,
                };
                budget.tick()?;
                options += 1;
                let own = parts.iter().map(|term| term.component.bytes()).sum::<u64>();
                bytes = bytes.saturating_add(own);
                if options > most.options || bytes > most.bytes || at == 0 && options > most.moves {
                    return Err(Halt::Enough);
                }
                if parts.is_sorted()
                    && let Some(&known) = self.places.get(parts)
                {
                    found.push(known);
                    return Ok(());
                }
                let mut option = parts.to_vec();
                option.sort_unstable();
                let next = self.options.len();
                match self.places.entry(option) {
                    Entry::Occupied(known) => found.push(*known.get()),
                    Entry::Vacant(free) => {
                        let Some(place) = u32::try_from(next).ok().filter(|_| (next as u64) < most.sums) else {
                            return Err(Halt::Enough);
                        };
                        // The sum is in the map, and in the list of those that are still open.
                        let held = 2 * own + ENTRY;
                        self.bytes += held;
                        budget.hold(held)?;
                        open.push((free.key().clone(), next));
                        self.options.push(Vec::new());
                        free.insert(place);
                        found.push(place);
                    }
                }
                Ok(())
            })?;
            found.sort_unstable();
            found.dedup();
            let held = 4 * found.len() as u64;
            self.bytes += held;
            budget.hold(held)?;
            self.options[at] = found;
        }
        Ok(())
    }

    /// The places of all sums, those of its options before that of a sum.
    pub(crate) fn backwards(&self) -> Vec<u32> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.options.len()];
        let mut waits: Vec<usize> = self.options.iter().map(Vec::len).collect();
        for (at, options) in self.options.iter().enumerate() {
            options.iter().for_each(|&option| before[option as usize].push(at as u32));
        }
        let mut order: Vec<u32> = (0..self.options.len() as u32).filter(|&at| waits[at as usize] == 0).collect();
        let mut done = 0;
        while let Some(&at) = order.get(done) {
            done += 1;
            for &earlier in &before[at as usize] {
                waits[earlier as usize] -= 1;
                if waits[earlier as usize] == 0 {
                    order.push(earlier);
                }
            }
        }
        order
    }
}

/// The number of listed words of the rules, up to the work that is allowed.
fn listed_words(ruleset: &Ruleset, most: u64) -> u64 {
    let most = usize::try_from(most).unwrap_or(usize::MAX).saturating_add(1);
    ruleset.lists().iter().map(|list| list.iter().take(most).count() as u64).sum()
}
