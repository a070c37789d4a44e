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
//! let start = Line { sizes: vec![5, 4, 7], after: None };
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

use std::fmt;

use grundy_core::{Fault, Game};

use crate::labels::list;

/// The rules: take the first or the last pile, larger than the last one taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRules;

/// Piles in a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The sizes of the piles, at least 1 each.
    pub sizes: Vec<u64>,
    /// The size of the pile that was taken last; `None` before the first move.
    pub after: Option<u64>,
}

/// The most piles of a position.
pub const MOST_PILES: usize = 1 << 20;

impl Line {
    /// Calls `visit` with what each move takes, as the place of the pile from 0 and its size, and
    /// with what it leaves.
    ///
    /// # Errors
    ///
    /// Returns the first error of `visit`.
    pub fn moves<E>(&self, mut visit: impl FnMut(usize, u64, Line) -> Result<(), E>) -> Result<(), E> {
        let free = |size: u64| self.after.is_none_or(|after| size > after);
        if let [first, rest @ ..] = &self.sizes[..]
            && free(*first)
        {
            visit(0, *first, Line { sizes: rest.to_vec(), after: Some(*first) })?;
        }
        if let [rest @ .., last] = &self.sizes[..]
            && !rest.is_empty()
            && free(*last)
        {
            visit(rest.len(), *last, Line { sizes: rest.to_vec(), after: Some(*last) })?;
        }
        Ok(())
    }
}

impl Game for LineRules {
    type Position = Line;

    fn options<E: From<Fault>>(&self, line: &Line, mut visit: impl FnMut(&[Line]) -> Result<(), E>) -> Result<(), E> {
        line.moves(|_, _, left| if left.sizes.is_empty() { visit(&[]) } else { visit(&[left]) })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, &self.sizes, ["[", "]"])?;
        self.after.map_or(Ok(()), |after| write!(f, " after {after}"))
    }
}

impl fmt::Display for LineRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take the first or last pile larger than the last taken")
    }
}
