//! Two workers that take pieces, in every interleaving: each piece is done once, and an interrupt
//! of one worker ends both.

use loom::{sync::Arc, thread};

use super::*;
use crate::support::sync::every_order;

/// Returns what both workers have done of three pieces, where one of them may be interrupted at the
/// first piece.
fn both(interrupted: bool) -> [Done<usize>; 2] {
    let shared = Arc::new((AtomicUsize::new(0), AtomicBool::new(false)));
    let work = move |shared: &(AtomicUsize, AtomicBool), first: bool| {
        let piece = |_: &mut (), at: usize, budget: &mut Budget| {
            if first && interrupted { Err(budget.stopped(Reason::Interrupted)) } else { Ok(at) }
        };
        take_turns(3, (&shared.0, &shared.1), &mut (), &|| (), &piece, &mut Budget::new())
    };
    let other = {
        let shared = Arc::clone(&shared);
        thread::spawn(move || work(&shared, true))
    };
    let this = work(&shared, false);
    [this, other.join().expect("no worker panics")]
}

#[test]
fn every_piece_is_done_once() {
    every_order(3, || {
        let mut all: Vec<usize> = both(false).into_iter().flat_map(|done| done.results).map(|(at, _)| at).collect();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2]);
    });
}

#[test]
fn an_interrupt_is_reported() {
    every_order(3, || {
        let [this, other] = both(true);
        assert!(this.stopped.is_none() && other.results.is_empty());
        // If the other worker got a piece it was interrupted; then at most its piece is missing.
        let missing = 3 - this.results.len();
        assert!(if other.stopped.is_some() { missing >= 1 } else { missing == 0 });
    });
}
