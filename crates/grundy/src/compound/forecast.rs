//! Whether a component can become more sums than fit into the memory, before they are looked at.
//!
//! The sums of smaller starts are counted: sizes are halved until few sums come up, and once more.
//! From one half to the other the number grows by a factor, which is taken for that of every
//! further half. Numbers that grow faster at larger sizes are so forecast too small, and a quarter
//! of the forecast has to be over the limit: then the work would end there, minutes later. Before
//! it is refused, the first sums of the component itself are looked at, which may be all of them.
//!
//! *Example.* Of `take 1` at 10^9 the starts 1907 and 3814 come up with 1908 and 3815 sums: twice
//! as many, so about 10^9 sums are forecast at 10^9. *Cost:* some thousand sums; nothing more if
//! the component itself has no more of them, and up to 2^18 before a refusal.
//!
//! *Limits.* Only positions whose sizes can be halved: heaps, piles, words, bags and tapes.
//! On other boards the budget ends the work.

use grundy_games::{Bag, Component, Piles, Query, Term};
use grundy_solvers::{Budget, Halt, Reason, Stopped};

use crate::reach::{Reach, ReachLimits};

/// What is looked at of one start.
const PROBE: ReachLimits =
    ReachLimits { sums: 1 << 12, moves: 1 << 12, options: 1 << 17, bytes: 3 << 22, work: 1 << 20, counted: false };

/// What is looked at of a start whose forecast is too large, before it is refused: the forecast is
/// wrong where large sizes soon become small ones.
const TRIAL: ReachLimits =
    ReachLimits { sums: 1 << 18, moves: 1 << 18, options: 1 << 20, bytes: 160 << 20, work: 1 << 23, counted: false };

/// A forecast may be this many times too large.
const MARGIN: f64 = 4.0;

/// The most that is forecast.
const MOST: f64 = 1e18;

/// Ends the work of a component whose sums will not fit into the memory of the budget.
pub(super) fn refuse(query: &Query, term: &Term, budget: &mut Budget) -> Result<(), Stopped> {
    if halved(&term.component, 1).is_none() || probe(query, term.clone(), PROBE, budget)?.is_some() {
        return Ok(());
    }
    let smaller = |halves: u32| Some(Term { component: halved(&term.component, halves)?, ..term.clone() });
    for halves in 1..u64::BITS {
        let Some(start) = smaller(halves) else { return Ok(()) };
        let Some((sums, bytes)) = probe(query, start, PROBE, budget)? else { continue };
        let Some(half) = smaller(halves + 1) else { return Ok(()) };
        let Some((fewer, _)) = probe(query, half, PROBE, budget)? else { return Ok(()) };
        let factor = (sums / fewer).max(1.0);
        let bytes = (bytes * factor.powf(f64::from(halves)) / MARGIN).min(MOST) as u64;
        let fits = bytes <= budget.rest().most_bytes() || probe(query, term.clone(), TRIAL, budget)?.is_some();
        return if fits { Ok(()) } else { budget.hold(bytes) };
    }
    Ok(())
}

/// How many sums a start can become, and their bytes; `None` if they are many.
fn probe(query: &Query, start: Term, most: ReachLimits, budget: &mut Budget) -> Result<Option<(f64, f64)>, Stopped> {
    match Reach::of(query, vec![start], most, budget) {
        Ok(reach) => {
            budget.release(reach.bytes);
            Ok(Some((reach.options.len() as f64, reach.bytes as f64)))
        }
        Err(Halt::Enough) => Ok(None),
        // A smaller start may be a position that the rules do not know.
        Err(Halt::Stopped(Stopped { reason: Reason::Fault(_), .. })) => Ok(None),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}

/// The component with its sizes halved this often. `None` if nothing is left to be halved, or the
/// board has no sizes.
fn halved(component: &Component, halves: u32) -> Option<Component> {
    let less = |size: u64| size.checked_shr(halves).unwrap_or(0);
    let some = |sizes: &[u64]| sizes.iter().any(|&size| less(size) > 0);
    let word = |word: &str| {
        let letters = less(word.chars().count() as u64) as usize;
        (letters > 0).then(|| word.chars().take(letters).collect::<String>())
    };
    Some(match component {
        &Component::Heap(size) => Component::Heap(Some(less(size)).filter(|&size| size > 0)?),
        Component::Typed(typed) if some(&typed.sizes) => {
            let mut typed = typed.clone();
            typed.sizes.iter_mut().for_each(|size| *size = less(*size));
            Component::Typed(typed)
        }
        Component::Piles(piles) if some(piles.sizes()) => {
            Component::Piles(Piles::in_places(piles.sizes().iter().map(|&size| less(size))))
        }
        Component::Row(own) => Component::Row(word(own)?),
        Component::Bag(bag) => {
            let counts = bag.counts().iter().map(|&(letter, count)| (letter, count.checked_shr(halves).unwrap_or(0)));
            let bag = Bag::counted(counts.filter(|&(_, count)| count > 0));
            Some(Component::Bag(bag.clone())).filter(|_| bag.size() > 0)?
        }
        Component::Tape(tape) => {
            let mut tape = tape.clone();
            tape.left = Some(less(tape.left?)).filter(|&left| left > 0);
            Some(Component::Tape(tape.clone())).filter(|_| tape.left.is_some())?
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use grundy_games::Question;

    use super::*;

    fn refused(game: &str, position: &str, mebibytes: u64) -> bool {
        let query = grundy_games::query(game, position, Question::Outcome).expect("a position");
        let mut budget = Budget::new().bytes(mebibytes << 20);
        let refused = query.position.iter().try_for_each(|term| refuse(&query, term, &mut budget));
        assert!(budget.progress().bytes == 0 || refused.is_err());
        refused.is_err_and(|stopped| matches!(stopped.reason, Reason::Memory(_)))
    }

    #[test]
    fn what_cannot_fit_is_refused_at_once() {
        assert!(refused("take 1", "1000000000", 4096));
        assert!(refused("take 1", "1000000000 + 1000000000 + 2 + 4 + 6", 4096));
        assert!(refused("take any", "1000000000", 4096));
        assert!(refused("wythoff", "W(1000000, 1000000)", 4096));
        assert!(refused("piles: take any from 1..2 piles", "[1000000, 1000000, 1000000]", 4096));
        assert!(refused("row: take letter", &"ab".repeat(400), 64));
    }

    #[test]
    fn what_may_fit_is_begun() {
        // A million sums of a huge heap, few of a huge heap, and all of what is small.
        assert!(!refused("n -> n-1000000", "1000000000000", 4096));
        assert!(!refused("n -> n/2, n -> n/3", "1000000000000000000", 64));
        // Large heaps soon become small ones, which no smaller start does.
        assert!(!refused("n -> n-1 where n < 10000, n -> 5000 where n >= 10000", "1000000000000 + 7", 4096));
        assert!(!refused("take 1", "1000000", 4096));
        assert!(!refused("kayles", "30", 64));
        assert!(!refused("cram", "4x4", 64));
    }
}
