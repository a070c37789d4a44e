//! The lost heaps of a game of taking amounts: the claim, and its check.
//!
//! Let every move take one of some amounts, as many counters as there are, and leave the rest as
//! one heap. A list of heaps up to a largest one has the lost ones, and these alone, if a heap is
//! on it exactly if no amount leads from it to a heap on the list; in misère play, if moreover
//! some amount can be taken, since whoever cannot move wins. *Proof.* Induction on the heap: its
//! options are smaller heaps.
//!
//! The list is not a [`Claim`](crate::Claim): claims about heaps have their values, which take far
//! more time and memory. It is checked with [`LostHeaps::check`], and not written to certificates.
//!
//! *Cost.* A byte for each heap of a block, and a step for each pair of a lost heap and an amount
//! whose sum is at most the largest heap.

use grundy_games::{Component, Convention, HeapRules};

use crate::{
    error::Flaw,
    poll::{Halt, Poll, ended},
};

/// The heaps of a block.
const BLOCK: u64 = 1 << 19;

/// The lost heaps from 0 to a largest one.
///
/// ```
/// use grundy_cert::LostHeaps;
/// use grundy_games::{Convention, Ruleset, game};
///
/// let Ruleset::Heap(rules) = game("heap: take square")?.ruleset else { unreachable!() };
/// let lost = LostHeaps { end: 20, lost: vec![0, 2, 5, 7, 10, 12, 15, 17, 20] };
/// assert_eq!(lost.check(&rules, Convention::Normal, &mut || true), Ok(true));
/// // 22 is lost too.
/// assert!(LostHeaps { end: 22, ..lost }.check(&rules, Convention::Normal, &mut || true).is_err());
/// # Ok::<(), grundy_games::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostHeaps {
    /// The largest heap that the list is about.
    pub end: u64,
    /// The lost heaps, ascending.
    pub lost: Vec<u64>,
}

impl LostHeaps {
    /// Verifies the list. `go_on` is called every few thousand steps and returns whether there is
    /// time left. Returns false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::OtherGame`] if the moves do not take amounts, or one takes nothing, or the list does
    /// not ascend; [`Flaw::WrongWinner`] with the first heap that should be on it, or should not.
    pub fn check(
        &self,
        rules: &HeapRules,
        convention: Convention,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, Flaw> {
        ended(self.walk(rules, convention, &mut Poll::new(go_on)))
    }

    fn walk(&self, rules: &HeapRules, convention: Convention, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let sets = rules.subtraction().ok_or(Flaw::OtherGame)?;
        let heaps = self.end.checked_add(1).ok_or(Flaw::OtherGame)?;
        let mut amounts: Vec<u64> = Vec::new();
        for amount in sets.iter().flat_map(|set| set.tries(self.end)) {
            poll.step()?;
            amounts.extend(amount);
        }
        amounts.sort_unstable();
        amounts.dedup();
        let ascends = self.lost.windows(2).all(|pair| pair[0] < pair[1]);
        if amounts.first() == Some(&0) || !ascends || self.lost.last().is_some_and(|&last| last > self.end) {
            return Err(Flaw::OtherGame.into());
        }
        let least = amounts.first().copied().unwrap_or(u64::MAX);
        // For each lost heap the first amount that leads to it from heaps that are still to come.
        let mut next: Vec<usize> = vec![0; self.lost.len()];
        let (mut start, mut seen) = (0, 0);
        let mut is_won = vec![false; BLOCK as usize];
        while start < heaps {
            let block = BLOCK.min(heaps - start);
            is_won.fill(false);
            seen += self.lost[seen..].iter().take_while(|&&heap| heap < start + block).count();
            for (&heap, next) in self.lost[..seen].iter().zip(&mut next) {
                let mut marked = 0;
                for &amount in &amounts[*next..] {
                    // Smaller sums were marked in the blocks before.
                    let at = heap.saturating_add(amount) - start;
                    if at >= block {
                        break;
                    }
                    is_won[at as usize] = true;
                    marked += 1;
                }
                *next += marked;
                poll.steps(marked as u32 + 1)?;
            }
            let first = self.lost.partition_point(|&heap| heap < start);
            let mut lost = self.lost[first..seen].iter().copied().peekable();
            for (heap, &is_won) in (start..start + block).zip(&is_won) {
                let cannot_move = heap < least;
                let is_won = is_won || (cannot_move && convention == Convention::Misere);
                if is_won == lost.next_if_eq(&heap).is_some() {
                    return Err(Flaw::WrongWinner(Component::Heap(heap)).into());
                }
            }
            start += block;
        }
        Ok(())
    }
}
