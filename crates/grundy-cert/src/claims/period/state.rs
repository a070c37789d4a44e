//! The window of the theorem about all-but-finite subtraction sets, seen on claimed values.

use super::Period;

/// The first heap that need not be seen: past the end of the first period p that begins with a state which comes again
/// p heaps later, with the largest value so far grown by the saltus. Nothing where no such state is soon found.
pub(super) fn first_repeat(claim: &Period, excluded: &[u64]) -> Option<u64> {
    /// More periods than this are not looked through.
    const MOST_PERIODS: u64 = 64;
    let reach = *excluded.last()?;
    let first = claim.preperiod.checked_add(reach)?.checked_add(1)?;
    let end = claim.period.checked_mul(MOST_PERIODS + 1)?.checked_add(first)?;
    let mut largest = Vec::new();
    for start in (0..MOST_PERIODS).map(|turn| first + turn * claim.period) {
        let again = start.checked_add(claim.period).filter(|&again| again <= end)?;
        while (largest.len() as u64) < again - reach {
            let value = claim.value(largest.len() as u64)?.0;
            largest.push(largest.last().map_or(value, |&before: &u64| before.max(value)));
        }
        let before = |at: u64| largest[(at - reach - 1) as usize];
        let state = |at: u64, back: u64| Some(claim.value(at - back)?.0.saturating_sub(before(at)));
        let same = (1..=reach)
            .all(|back| matches!((state(start, back), state(again, back)), (Some(one), Some(two)) if one == two));
        if same && before(start).checked_add(claim.saltus) == Some(before(again)) {
            return Some(again);
        }
    }
    None
}
