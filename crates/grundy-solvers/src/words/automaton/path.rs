//! The prover for words over one letter: profiles follow one another on a path that enters a cycle.
//!
//! Method: Brent's cycle detection (1980). It stores the current profile and that at the last power
//! of two: memory for two profiles, where storing all would take gigabytes for octal games with
//! long preperiods.

use grundy_cert::Mode;
use grundy_core::hash::SplitMix;

use super::{Verdict, items::Items, label, values::ValueSet};
use crate::support::budget::{Budget, Stopped};

/// Follows the path until it closes, or to the first word with a wrong label.
///
/// A fingerprint of each profile is stored (16 bytes), so that afterwards the index is found at
/// which the cycle is entered: a collision could only make the reported number of profiles smaller,
/// never the verdict wrong.
pub(super) fn prove(items: &Items<'_>, mode: Mode, budget: &mut Budget) -> Result<Verdict, Stopped> {
    let held = 2 * (items.count() as u64 / 8 + 8) + 12 * items.count() as u64;
    budget.hold(held)?;
    let mut marks = vec![0u64; items.count() / 64 + 1];
    let mut seen = ValueSet::below(items.bound());
    let (mut state, mut here, mut next) = (0u32, items.starts(), Vec::new());
    let mut kept: Option<(usize, u32, Vec<u32>)> = None;
    let mut prints: Vec<(u32, u64)> = Vec::new();
    loop {
        let at = prints.len();
        if let Some((before, kept_state, profile)) = &kept
            && *kept_state == state
            && profile.len() == here.len()
            && equal(profile, &here, &mut marks)
        {
            budget.release(held);
            let cycle = at - before;
            let enters = (0..*before).find(|&at| prints[at] == prints[at + cycle]).unwrap_or(*before);
            return Ok(Verdict::All((enters + cycle) as u64));
        }
        if at.is_power_of_two() {
            kept = Some((at, state, here.clone()));
        }
        budget.poll()?;
        seen.clear();
        here.iter().filter_map(|&item| items.value(item)).for_each(|value| seen.insert(value));
        if label(mode, &seen) != items.machine.labels[state as usize] {
            budget.release(held);
            return Ok(Verdict::Wrong(vec![vec![0; at]]));
        }
        budget.hold(16)?;
        prints.push((state, here.iter().fold(0, |sum: u64, &item| sum.wrapping_add(print(item)))));
        next.clear();
        let mut add = |item: u32| {
            let (word, bit) = (&mut marks[item as usize / 64], 1 << (item % 64));
            if *word & bit == 0 {
                *word |= bit;
                next.push(item);
            }
        };
        items.births(state, 0).for_each(&mut add);
        here.iter().for_each(|&item| items.each_after(item, 0, &mut add));
        next.iter().for_each(|&item| marks[item as usize / 64] = 0);
        std::mem::swap(&mut here, &mut next);
        state = items.machine.step(state, 0);
    }
}

/// Whether two lists of equal length without repetitions have the same items. `marks` is clear
/// before and after.
fn equal(items: &[u32], other: &[u32], marks: &mut [u64]) -> bool {
    items.iter().for_each(|&item| marks[item as usize / 64] |= 1 << (item % 64));
    let all = other.iter().all(|&item| marks[item as usize / 64] >> (item % 64) & 1 == 1);
    items.iter().for_each(|&item| marks[item as usize / 64] = 0);
    all
}

/// Returns a hash of an item by SplitMix64; the hashes of a profile's items are added.
fn print(item: u32) -> u64 {
    SplitMix::hash(item.into())
}
