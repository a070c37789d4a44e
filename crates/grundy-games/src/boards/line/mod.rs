//! The meaning of games on piles in a line: a move takes the first or the last pile, which must be
//! larger than the pile taken before it.
//!
//! A position is the sizes of the piles in their order, and that of the pile taken last, if one
//! was. Every move takes a pile, so every play ends.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Line, LineRules};
//!
//! let start = Line::of([5, 4, 7], None);
//! let mut options = Vec::new();
//! let mut push = |left: &[Line]| Ok::<(), Fault>(options.push(left[0].clone()));
//! LineRules.options(&start, &mut push).unwrap();
//! assert_eq!(options[0].to_string(), "[4, 7] after 5");
//! assert_eq!(options[1].to_string(), "[5, 4] after 7");
//! // No pile at the ends is larger than 7.
//! let mut count = 0;
//! LineRules.options(&options[1], |_| Ok::<(), Fault>(count += 1)).unwrap();
//! assert_eq!(count, 0);
//! ```
//!
//! *Example.* At `[5, 4, 7]` the first or the last pile is taken; after 7 neither 5 nor 4 may be
//! taken, so that player has won. *Cost:* at most two options, without a copy of the sizes.
//! *Faults:* none.

pub(crate) mod board;
use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Range,
    sync::Arc,
};

use grundy_core::{Fault, Game};

use crate::boards::graph::labels::list;

/// The rules: take the first or the last pile, larger than the last one taken.
///
/// ```text
/// piles: take the first or last pile larger than the last taken, at [5, 4, 7]
///   take 5 leaves [4, 7] after 5, then 7, then nothing is larger: lost
///   take 7 leaves [5, 4] after 7: nothing is larger, so this wins
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRules;

/// Piles in a line. What a move leaves shares the sizes with what it was made from.
///
/// Clones share the sizes, so that an option takes a few words.
#[derive(Clone)]
pub struct Line {
    /// The sizes of all piles at the start, which positions of one play share.
    all: Arc<[u64]>,
    /// The piles that are left.
    left: Range<usize>,
    /// The size of the pile taken last.
    after: Option<u64>,
}

/// The most piles of a position.
///
/// The parser refuses longer positions.
pub const MOST_PILES: usize = 1 << 20;

impl Line {
    /// Returns the piles of these sizes, at least 1 each; `after` is the size of the pile that was
    /// taken last, `None` before the first move.
    ///
    /// Sizes are not compared with `after`: a position of which no move is left is one too.
    pub fn of(sizes: impl Into<Arc<[u64]>>, after: Option<u64>) -> Line {
        let all = sizes.into();
        Line { left: 0..all.len(), all, after }
    }

    /// Returns the sizes of the piles.
    ///
    /// From the first pile to the last one.
    pub fn sizes(&self) -> &[u64] {
        &self.all[self.left.clone()]
    }

    /// Returns the size of the pile that was taken last.
    ///
    /// `None` before the first move: then every pile may be taken.
    pub fn after(&self) -> Option<u64> {
        self.after
    }

    /// What determines a position. Two positions with equal keys are equal, whatever was taken
    /// before from their ends.
    fn key(&self) -> (&[u64], Option<u64>) {
        (self.sizes(), self.after)
    }

    /// Calls `visit` with what each move takes, as the place of the pile from 0 and its size, and
    /// with what it leaves.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`.
    ///
    /// The last of several piles is the second move; a single pile is both ends, and one move.
    pub fn moves<E>(&self, mut visit: impl FnMut(usize, u64, Line) -> Result<(), E>) -> Result<(), E> {
        let free = |size: u64| self.after.is_none_or(|after| size > after);
        let Range { start, end } = self.left;
        let left = |left: Range<usize>, taken: u64| Line { all: self.all.clone(), left, after: Some(taken) };
        if let [first, ..] = *self.sizes()
            && free(first)
        {
            visit(0, first, left(start + 1..end, first))?;
        }
        if let [.., last] = *self.sizes()
            && end - start > 1
            && free(last)
        {
            visit(end - start - 1, last, left(start..end - 1, last))?;
        }
        Ok(())
    }
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Line {}

impl PartialOrd for Line {
    fn partial_cmp(&self, other: &Line) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Line {
    fn cmp(&self, other: &Line) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({self})")
    }
}

impl Game for LineRules {
    type Position = Line;

    fn options<E: From<Fault>>(&self, line: &Line, mut visit: impl FnMut(&[Line]) -> Result<(), E>) -> Result<(), E> {
        line.moves(|_, _, left| if left.sizes().is_empty() { visit(&[]) } else { visit(&[left]) })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.sizes(), ["[", "]"])?;
        self.after.map_or(Ok(()), |after| write!(f, " after {after}"))
    }
}

impl fmt::Display for LineRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take the first or last pile larger than the last taken")
    }
}
