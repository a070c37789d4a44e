//! The window of the theorem about all-but-finite subtraction sets ([`Theorem::AllBut`]).
//!
//! The theorem needs a state that repeats after one period. Which state does depends on the values,
//! so the window is found on the claimed values; the checker then computes the values up to its
//! end, and with them the state is a true one.
//!
//! [`Theorem::AllBut`]: super::Theorem::AllBut

use super::Period;

/// The end of the window: n + p for the first n such that the state at n and that at n + p are
/// equal, and the largest earlier value grows by the saltus between them. `None` if there is no
/// such n within 64 periods. Cost: linear in the values looked at.
pub(super) fn first_repeat(claim: &Period, excluded: &[u64]) -> Option<u64> {
    /// The number of starts that are tried, one a period.
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
