//! The values of all heaps with small sizes, by the plain meaning of the rules.
//!
//! Heaps are evaluated in the order of the measure of the rules, so that every option comes before
//! its heap. Where options leave the box of the sizes, the values of all heaps with a small sum are
//! computed.

use std::sync::Arc;

use grundy_core::{Fault, Game, MexSet, Nimber};
use grundy_games::{Measure, Ruleset, Typed};

use crate::support::budget::{Budget, Stopped};

/// Values of small heaps.
pub(super) struct Sample {
    /// The name of each kind, and how many sizes its heaps have.
    pub(super) kinds: Vec<(Arc<str>, usize)>,
    /// The sizes of the box have as many binary digits.
    pub(super) digits: u32,
    /// The sizes of the table have as many binary digits.
    width: u32,
    /// For each kind, the values by sizes, the first size in the lowest digits.
    values: Vec<Vec<Option<u64>>>,
}

/// Why a heap has no value.
enum SampleHalt {
    /// An option is not in the table.
    Outside,
    Stopped(Stopped),
}

impl From<Fault> for SampleHalt {
    fn from(fault: Fault) -> SampleHalt {
        SampleHalt::Stopped(fault.into())
    }
}

impl From<Stopped> for SampleHalt {
    fn from(stopped: Stopped) -> SampleHalt {
        SampleHalt::Stopped(stopped)
    }
}

impl Sample {
    /// Returns the values of all heaps with sizes of this many digits; `None` if their options have
    /// much larger sizes.
    ///
    /// The table is tried with as many digits as the box, then with one and two more, if heaps have
    /// several sizes. `Stopped` over a limit, or with a fault of the rules.
    pub(super) fn of(
        ruleset: &Ruleset,
        kinds: &[(Arc<str>, usize)],
        digits: u32,
        budget: &mut Budget,
    ) -> Result<Option<Sample>, Stopped> {
        let most = kinds.iter().map(|(_, arity)| *arity as u32).max().unwrap_or(1);
        for more in 0..=2 {
            let width = digits + more;
            if more > 0 && most == 1 || width * most > MOST_DIGITS {
                break;
            }
            let entries: u64 = kinds.iter().map(|(_, arity)| 1u64 << (width * *arity as u32)).sum();
            budget.hold(entries * ENTRY)?;
            let values = kinds.iter().map(|(_, arity)| vec![None; 1 << (width * *arity as u32)]).collect();
            let mut sample = Sample { kinds: kinds.to_vec(), digits, width, values };
            // Larger sizes come up only in heaps with a sum as in the box.
            let most_sum = if more == 0 { u64::MAX } else { u64::from(most) * ((1 << digits) - 1) };
            let filled = sample.fill(ruleset, most_sum, budget);
            match filled {
                Ok(()) => return Ok(Some(sample)),
                Err(SampleHalt::Outside) => {}
                Err(SampleHalt::Stopped(stopped)) => return Err(stopped),
            }
        }
        Ok(None)
    }

    /// Computes the values of all heaps of the table with at most this sum of sizes.
    fn fill(&mut self, ruleset: &Ruleset, most_sum: u64, budget: &mut Budget) -> Result<(), SampleHalt> {
        let (measure, ranks) = match ruleset {
            Ruleset::Typed(rules) => (rules.measure, &rules.ranks[..]),
            _ => (Measure::Sum, &[0][..]),
        };
        let mut order: Vec<(u64, Vec<u64>, usize, usize, u64)> = Vec::new();
        for (kind, (_, arity)) in self.kinds.iter().enumerate() {
            for entry in 0..1u64 << (self.width * *arity as u32) {
                budget.tick()?;
                let sizes: Vec<u64> =
                    (0..*arity as u32).map(|at| entry >> (at * self.width) & ((1 << self.width) - 1)).collect();
                let sum = sizes.iter().sum();
                if sum <= most_sum {
                    let first = if measure == Measure::Sum { (sum, Vec::new()) } else { (0, sizes) };
                    order.push((first.0, first.1, ranks[kind], kind, entry));
                }
            }
        }
        order.sort_unstable();
        for (.., kind, entry) in order {
            budget.tick()?;
            let arity = self.kinds[kind].1 as u32;
            let sizes = (0..arity).map(|at| entry >> (at * self.width) & ((1 << self.width) - 1)).collect();
            self.values[kind][entry as usize] = Some(self.mex(ruleset, kind, sizes, budget)?);
        }
        Ok(())
    }

    /// The least value that no option of a heap has.
    fn mex(&self, ruleset: &Ruleset, kind: usize, sizes: Vec<u64>, budget: &mut Budget) -> Result<u64, SampleHalt> {
        let mut seen = MexSet::new();
        match ruleset {
            Ruleset::Heap(rules) => rules.options(&sizes[0], |parts| {
                budget.tick()?;
                let total =
                    parts.iter().map(|part| self.value(0, &[*part])).try_fold(0, |sum, value| Some(sum ^ value?));
                seen.insert(Nimber(total.ok_or(SampleHalt::Outside)?));
                Ok::<(), SampleHalt>(())
            })?,
            Ruleset::Typed(rules) => {
                let heap = Typed { kind: Arc::clone(&self.kinds[kind].0), sizes };
                rules.options(&heap, |parts| {
                    budget.tick()?;
                    let mut total = 0;
                    for part in parts {
                        let kind = self.kinds.iter().position(|(name, _)| *name == part.kind);
                        let value = kind.and_then(|kind| self.value(kind, &part.sizes));
                        total ^= value.ok_or(SampleHalt::Outside)?;
                    }
                    seen.insert(Nimber(total));
                    Ok::<(), SampleHalt>(())
                })?;
            }
            _ => return Err(SampleHalt::Outside),
        }
        Ok(seen.mex().0)
    }

    /// The value of a heap; `None` if it is not in the table.
    pub(super) fn value(&self, kind: usize, sizes: &[u64]) -> Option<u64> {
        if sizes.iter().any(|size| size >> self.width > 0) {
            return None;
        }
        let entry: u64 = (0..).zip(sizes).map(|(at, size)| size << (at * self.width)).sum();
        self.values[kind][entry as usize]
    }
}

/// The bytes of a heap of the table, with its place in the order.
const ENTRY: u64 = 128;

/// The most digits of all sizes of a heap of the table.
const MOST_DIGITS: u32 = 20;
