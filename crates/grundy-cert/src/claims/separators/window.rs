//! When the values of runs repeat for ever: the theorem and its window.
//!
//! *Theorem.* Let f = max(F, 1, every number of letters that a move adds to a part of the rest), p
//! at least 1, k the most letters by which a move shortens the pieces of the rest together, at
//! least 1, and J the most letters of a run that a move reads. If G(n + p) = G(n) for every kind
//! and all n with F <= n < M, where M = max(2f + p + k - 1, f + k, J + 1), then for all n >= F.
//!
//! *Proof.* By induction, let n >= M and let the equation hold from F up to n - 1. No move needs
//! more than J letters, and one that reads both ends reads exactly its letters, so n and n + p have
//! the same moves. One that leaves one piece of the rest leaves n - t and n + p - t letters there,
//! with t at most k, and n - t >= f. One that leaves two leaves A and B with A + B = n - t, where A
//! and B are at least what the move adds. For n + p, A + B >= 2f + 2p - 1, so one of them is at
//! least f + p; less p it is at least f, and the other part stays: an option of n with the same
//! value. For n, A + B >= 2f - 1, so one of them is at least f; with p more it is an option of n +
//! p with the same value. Hence the values of both have the same options.
//!
//! The window is the one of Guy and Smith for octal games.

use grundy_games::{Families, Rest};

/// The end of the values to compute: M + p. `None` if it is no number.
pub(super) fn end(families: &Families, first: usize, period: usize) -> Option<usize> {
    let (mut from, mut taken, mut read) = (first.max(1), 1, 0);
    for own in &families.moves {
        read = read.max(own.run);
        let added = match own.rest {
            Rest::Nothing => continue,
            Rest::Joined(more) | Rest::Left(more, _) | Rest::Right(_, more) => more,
            Rest::Both((left, _), (_, right)) => {
                from = from.max(left).max(right);
                left.checked_add(right)?
            }
        };
        taken = taken.max(own.run.saturating_sub(added));
    }
    let window = from.checked_mul(2)?.checked_add(period)?.checked_add(taken)?.checked_sub(1)?;
    window.max(from.checked_add(taken)?).max(read.checked_add(1)?).checked_add(period)
}

/// Whether no lists with a smaller preperiod or period have the same values.
pub(super) fn is_least(values: &[Vec<u32>], first: usize, period: usize) -> bool {
    let same = |one: usize, other: usize| values.iter().all(|own| own.get(one) == own.get(other));
    if first > 0 && same(first - 1, first - 1 + period) {
        return false;
    }
    let repeats = |shorter: usize| (first..first + period - shorter).all(|at| same(at, at + shorter));
    (1..=period / 2).filter(|shorter| period.is_multiple_of(*shorter)).all(|shorter| !repeats(shorter))
}
