//! The lost heaps of a game of taking amounts, without any other value.
//!
//! Method: a sieve. In ascending order, a heap that no smaller lost heap has marked is lost, and
//! marks all heaps from which an amount leads to it. Heaps are marked in blocks that stay in a
//! cache; each lost heap keeps its place in the list of amounts. (D. Eppstein, *Faster evaluation
//! of subtraction games*, 2018, has the sieve, and a faster way by convolutions for longer ranges.)
//!
//! *Example.* Squares: 0 is lost and marks 1, 4, 9, ..; 2 is lost and marks 3, 6, 11, ..; 5 is
//! lost, and so on.
//!
//! *Cost.* A step for each pair of a lost heap and an amount whose sum is at most the largest heap,
//! and one for each lost heap and block. Of squares up to 10^8 there are 3.6 * 10^5 lost heaps and
//! 2.7 * 10^9 pairs.

use grundy_games::{AmountSet, Convention, HeapRules};

use crate::support::budget::{Budget, Stopped};

/// The heaps of a block.
const BLOCK: u64 = 1 << 19;

/// Larger heaps are not sieved.
const LARGEST: u64 = 1 << 34;

/// Whether lost heaps are found faster than values: where every move takes amounts of which there
/// are infinitely many and which are rare. Finite sets have periods, and frequent amounts too many
/// pairs.
pub fn has_lost_heaps(rules: &HeapRules, end: u64) -> bool {
    let Some(sets) = rules.subtraction().filter(|_| end <= LARGEST) else { return false };
    let is_rare = |kind: &AmountSet| matches!(kind, AmountSet::Prime | AmountSet::Square);
    let is_finite = |kind: &AmountSet| matches!(kind, AmountSet::Span(span) if span.to.is_some_and(|to| to < 1 << 20));
    let kinds = || sets.iter().flat_map(|set| &set.kinds);
    kinds().any(is_rare) && kinds().all(|kind| is_rare(kind) || is_finite(kind))
}

/// The lost heaps from 0 to `end`, ascending.
///
/// The budget keeps holding what their check takes: 8 bytes for each amount, 16 for each lost heap,
/// and a block.
///
/// # Errors
/// A limit is reached. The rules must be those of [`has_lost_heaps`].
pub fn lost_heaps(
    rules: &HeapRules,
    convention: Convention,
    end: u64,
    budget: &mut Budget,
) -> Result<Vec<u64>, Stopped> {
    budget.set_work(end.checked_add(1));
    let mut amounts = Vec::new();
    for amount in rules.subtraction().iter().flatten().flat_map(|set| set.tries(end)) {
        budget.charge(16)?;
        if let Some(amount) = amount {
            budget.hold(size_of::<u64>() as u64)?;
            amounts.push(amount);
        }
    }
    amounts.sort_unstable();
    amounts.dedup();
    let least = amounts.first().copied().unwrap_or(u64::MAX);
    budget.hold(BLOCK)?;
    let mut is_won = vec![false; BLOCK as usize];
    let mut lost: Vec<u64> = Vec::new();
    // For each lost heap the place of its next amount.
    let mut next: Vec<u32> = Vec::new();
    let mut start = 0;
    while start <= end {
        let block = BLOCK.min(end + 1 - start);
        is_won.fill(false);
        for (&heap, next) in lost.iter().zip(&mut next) {
            let marked = mark(heap, &amounts[*next as usize..], start, &mut is_won[..block as usize]);
            *next += marked;
            budget.charge(marked / 4 + 2)?;
        }
        if convention == Convention::Misere {
            // Whoever cannot move wins.
            is_won.iter_mut().take(least.saturating_sub(start).min(block) as usize).for_each(|is_won| *is_won = true);
        }
        let mut from = 0;
        while let Some(more) = is_won[from..block as usize].iter().position(|is_won| !is_won) {
            let heap = start + (from + more) as u64;
            budget.hold(2 * size_of::<u64>() as u64)?;
            lost.push(heap);
            let marked = mark(heap, &amounts, start, &mut is_won[..block as usize]);
            next.push(marked);
            budget.charge(marked / 4 + 2)?;
            from += more + 1;
        }
        budget.solved(block)?;
        start += block;
    }
    budget.set_work(None);
    Ok(lost)
}

/// Marks the sums of a heap and these amounts that are in the block from `start` on, of which none
/// is smaller; returns their number.
fn mark(heap: u64, amounts: &[u64], start: u64, is_won: &mut [bool]) -> u32 {
    let mut marked = 0;
    for &amount in amounts {
        let Some(is_won) = is_won.get_mut((heap + amount - start) as usize) else { break };
        *is_won = true;
        marked += 1;
    }
    marked
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use grundy_games::Ruleset;

    use super::*;

    fn rules(text: &str) -> HeapRules {
        match grundy_games::game(text).expect(text).ruleset {
            Ruleset::Heap(rules) => rules,
            _ => panic!("{text} is a game on heaps"),
        }
    }

    /// The lost heaps by the definition.
    fn plain(rules: &HeapRules, convention: Convention, end: u64) -> Vec<u64> {
        let mut lost = HashSet::new();
        for heap in 0..=end {
            let sets = rules.subtraction().expect("amounts");
            let options: Vec<u64> = sets.iter().flat_map(|set| set.up_to(heap)).map(|amount| heap - amount).collect();
            let cannot_move = options.is_empty() && convention == Convention::Misere;
            if !cannot_move && options.iter().all(|option| !lost.contains(option)) {
                lost.insert(heap);
            }
        }
        let mut lost: Vec<u64> = lost.into_iter().collect();
        lost.sort_unstable();
        lost
    }

    #[test]
    fn the_sieve_is_as_the_definition_in_both_conventions() {
        for text in [
            "heap: take square",
            "heap: take prime",
            "heap: take square but {1}",
            "heap: take prime or 4..9 or 100",
            "heap: take square or prime but {2..30}",
            "heap: take prime, take square but {9}",
        ] {
            let rules = rules(text);
            for convention in [Convention::Normal, Convention::Misere] {
                for end in [0, 1, 2, 5, 3000] {
                    assert!(has_lost_heaps(&rules, end));
                    let lost = lost_heaps(&rules, convention, end, &mut Budget::new()).expect("no limit");
                    assert_eq!(lost, plain(&rules, convention, end), "{text} to {end}");
                    let claim = grundy_cert::LostHeaps { end, lost };
                    assert_eq!(claim.check(&rules, convention, &mut || true), Ok(true));
                    for at in 0..claim.lost.len().min(5) {
                        let mut less = claim.clone();
                        less.lost.remove(at);
                        assert!(less.check(&rules, convention, &mut || true).is_err(), "{text}: one is missing");
                    }
                    let won = (0..=end).find(|heap| !claim.lost.contains(heap));
                    if let Some(won) = won {
                        let mut more = claim.clone();
                        more.lost.push(won);
                        more.lost.sort_unstable();
                        assert!(more.check(&rules, convention, &mut || true).is_err(), "{text}: {won} is won");
                    }
                }
            }
        }
    }

    /// Several blocks, and ends beside their borders. Eppstein has the number.
    #[test]
    fn blocks_make_no_difference() {
        let squares = rules("heap: take square");
        let count = |end| {
            let lost = lost_heaps(&squares, Convention::Normal, end, &mut Budget::new()).expect("no limit");
            let claim = grundy_cert::LostHeaps { end, lost };
            assert_eq!(claim.check(&squares, Convention::Normal, &mut || true), Ok(true));
            claim.lost.len()
        };
        assert_eq!(count(1_000_000), 13_952);
        let sizes = [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1].map(count);
        assert!(sizes.is_sorted() && sizes[3] < 13_952 * 2, "{sizes:?}");
    }

    #[test]
    fn frequent_amounts_and_splits_are_not_sieved() {
        for text in ["take 1..3", "take odd", "heap: take square or even", "kayles", "heap: take prime or 5.."] {
            assert!(!has_lost_heaps(&rules(text), 100), "{text}");
        }
        assert!(!has_lost_heaps(&rules("heap: take square"), LARGEST + 1));
    }
}
