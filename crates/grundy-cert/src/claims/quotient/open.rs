//! Verifies that every sum that is not lost and has a move has one to a lost sum, without a list of
//! all sums.
//!
//! An element y is *open* for a sum X if X with a sum of element y is not lost, and no move in X
//! leads to a lost sum. So the claim is wrong if the identity is open for some sum other than the
//! empty one.
//!
//! With m(X) the element of X, y is open for X + Y if and only if y m(Y) is open for X and y m(X)
//! is open for Y. So the pair of m(X) and the open elements of X is all that matters of X; and of
//! two pairs with the same element, one whose open elements contain those of the other is enough.
//! Kinds of heaps are added one after the other, each as often as it yields a new pair.
//!
//! Cost: the number of maximal pairs times that of kinds and elements; a limit on memory ends it.

use super::monoid::Monoid;
use crate::poll::{Halt, Poll};

/// A set of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Open {
    /// A bit for each element.
    words: Vec<u64>,
    /// The number of elements of the monoid.
    bound: usize,
}

/// A heap as far as sums depend on it.
pub(super) struct HeapContribution {
    /// Its element.
    pub(super) element: u32,
    /// The least heap of the kind.
    pub(super) heap: u64,
    /// The open elements of the heap alone.
    pub(super) open: Open,
}

/// The most words of sets that are held: 2 GiB.
const MOST_WORDS: usize = 1 << 28;

impl FromIterator<bool> for Open {
    fn from_iter<I: IntoIterator<Item = bool>>(members: I) -> Open {
        let mut open = Open { words: Vec::new(), bound: 0 };
        for member in members {
            if open.bound.is_multiple_of(64) {
                open.words.push(0);
            }
            open.words[open.bound / 64] |= u64::from(member) << (open.bound % 64);
            open.bound += 1;
        }
        open
    }
}

impl Open {
    /// Whether an element is in the set.
    fn has(&self, element: u32) -> bool {
        self.words[element as usize / 64] >> (element % 64) & 1 == 1
    }

    /// Whether the sets have an element in common.
    pub(super) fn meets(&self, other: &Open) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether the other set contains this one.
    fn is_within(&self, other: &Open) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Removes the elements of another set.
    pub(super) fn remove(&mut self, other: &Open) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a &= !b);
    }

    /// Replaces the set by its complement.
    pub(super) fn invert(&mut self) {
        let members: Open = (0..self.bound).map(|at| !self.has(at as u32)).collect();
        *self = members;
    }

    /// Whether no element is in the set.
    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

/// Whether the identity is open for some sum of these kinds other than the empty one. `start` are
/// the open elements of the empty sum. Ended like a lack of time if the sets would take over 2 GiB.
///
/// Before a kind is added, the open elements that no sum of the remaining kinds has are dropped:
/// they can never be asked for, and without them more sets contain each other.
pub(super) fn is_stuck(
    monoid: &Monoid,
    kinds: &[HeapContribution],
    start: Open,
    poll: &mut Poll<'_>,
) -> Result<bool, Halt> {
    let covered = |a: &HeapContribution, b: &HeapContribution| a.element == b.element && a.open.is_within(&b.open);
    let mut order: Vec<&HeapContribution> = kinds.iter().collect();
    // A kind whose open elements are within those of another is not needed; of equal ones the first
    // is kept.
    order.sort_by_key(|kind| std::cmp::Reverse(kind.heap));
    let mut needed: Vec<&HeapContribution> = Vec::new();
    for kind in order {
        poll.steps(u32::try_from(needed.len()).unwrap_or(u32::MAX))?;
        if !needed.iter().any(|other| covered(kind, other)) {
            needed.retain(|other| !covered(other, kind));
            needed.push(kind);
        }
    }
    let mut sums = OpenSums { by_element: vec![Vec::new(); monoid.order()], words: 0 };
    sums.by_element[0].push(start);
    for (at, kind) in needed.iter().enumerate() {
        let reach = reach(monoid, &needed[at..]);
        let along = monoid.row(kind.element);
        let mut fresh = sums.narrowed(&reach);
        while let Some((element, open)) = fresh.pop() {
            poll.position()?;
            if sums.words > MOST_WORDS {
                return Err(Halt::Enough);
            }
            let row = monoid.row(element);
            let next: Open =
                (0..monoid.order()).map(|y| reach[y] && kind.open.has(row[y]) && open.has(along[y])).collect();
            if next.has(0) {
                return Ok(true);
            }
            let element = along[element as usize];
            if !next.is_empty() && sums.add(element, &next) {
                fresh.push((element, next));
            }
        }
    }
    Ok(false)
}

/// Whether each element is that of a sum of these kinds.
fn reach(monoid: &Monoid, kinds: &[&HeapContribution]) -> Vec<bool> {
    let mut reached = vec![false; monoid.order()];
    reached[0] = true;
    let mut fresh = vec![0];
    while let Some(element) = fresh.pop() {
        for kind in kinds {
            let next = monoid.product(element, kind.element);
            if !std::mem::replace(&mut reached[next as usize], true) {
                fresh.push(next);
            }
        }
    }
    reached
}

/// The maximal sets of open elements of the sums of each element.
struct OpenSums {
    /// The sets, by the element of their sums; none contains another one of the same element.
    by_element: Vec<Vec<Open>>,
    /// The words of all sets that were added: at least those that are held.
    words: usize,
}

impl OpenSums {
    /// Adds a set and returns true, unless another one contains it.
    fn add(&mut self, element: u32, open: &Open) -> bool {
        let alike = &mut self.by_element[element as usize];
        if alike.iter().any(|other| open.is_within(other)) {
            return false;
        }
        alike.retain(|other| !other.is_within(open));
        alike.push(open.clone());
        self.words += open.words.len();
        true
    }

    /// Restricts the sets to elements that further kinds can reach, and returns all sums.
    fn narrowed(&mut self, reach: &[bool]) -> Vec<(u32, Open)> {
        let reach: Open = reach.iter().copied().collect();
        let all = std::mem::take(&mut self.by_element);
        self.by_element = vec![Vec::new(); all.len()];
        self.words = 0;
        for (element, sets) in (0..).zip(all) {
            for mut open in sets {
                open.words.iter_mut().zip(&reach.words).for_each(|(a, b)| *a &= b);
                if !open.is_empty() {
                    self.add(element, &open);
                }
            }
        }
        (0..)
            .zip(&self.by_element)
            .flat_map(|(element, sets)| sets.iter().map(move |open| (element, open.clone())))
            .collect()
    }
}
