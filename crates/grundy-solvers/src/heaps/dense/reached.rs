//! The heaps of a box that come up from the start, where they are few.
//!
//! Sizes that depend on each other fill a small part of their box: with a set of numbers and what
//! they leave of a total, the total follows from the set. Before such a box is filled, its heaps
//! are marked from the start down: an option has a lower index than its heap, so one pass over the
//! bits finds all. If they are not few, the pass ends, and the whole box is filled.
//!
//! Cost: the options of each heap that comes up, and a step for each 64 heaps of the box; at most
//! one part in 16 of the heaps of the box are looked at in vain.

use std::sync::atomic::{AtomicU64, Ordering};

use grundy_games::compiled::{Compiled, program::Program, shape::ProgramShape};

use super::{
    layout::TableLayout,
    sink::Marks,
    walk::{Bail, ProgramWalk},
};

/// When heaps are marked before the box is filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    /// In boxes of at least this many heaps,
    pub from: i64,
    /// while at most one part in this many comes up.
    pub share: i64,
}

impl Few {
    /// Whether the heaps of a game are marked: the box is large, it has one kind, and no program
    /// runs along lines, which need all heaps of a row.
    pub fn fits(self, game: &Compiled, layout: &TableLayout) -> bool {
        layout.entries >= self.from
            && layout.has_rows()
            && game.kinds.iter().all(|kind| kind.name.is_some())
            && game.programs.iter().all(|(_, shape)| shape.line.is_none())
    }

    /// Marks the heaps that come up from those at the indices `start`; `None` if they are not few.
    pub fn mark(
        self,
        programs: &[(&Program, &ProgramShape)],
        start: &[usize],
        walk: &mut ProgramWalk<'_>,
    ) -> Result<Option<Vec<AtomicU64>>, Bail> {
        let layout = walk.layout;
        let words = layout.entries as u64 / 64 + 1;
        walk.budget.hold(8 * words)?;
        let marks: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
        for &index in start {
            marks[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
        }
        let mut left = layout.entries / self.share;
        let mut sizes = Vec::new();
        let marked = downwards(&marks, |index| {
            left -= 1;
            if left < 0 {
                return Err(None);
            }
            let kind = layout.heap(index, &mut sizes);
            walk.enter(kind, &sizes);
            walk.step(1).map_err(Some)?;
            for program in programs {
                walk.options(*program, &mut Marks(&marks)).map_err(Some)?;
            }
            Ok(())
        });
        match marked {
            Ok(()) => Ok(Some(marks)),
            Err(None) => {
                walk.budget.release(8 * words);
                Ok(None)
            }
            Err(Some(bail)) => Err(bail),
        }
    }
}

/// Visits every bit that is set, from the last one down. A visit may set lower ones.
pub(super) fn downwards<E>(marks: &[AtomicU64], mut visit: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    for (at, word) in marks.iter().enumerate().rev() {
        let mut below = u64::MAX;
        while let Some(bit) = (word.load(Ordering::Relaxed) & below).checked_ilog2() {
            below = (1 << bit) - 1;
            visit(64 * at + bit as usize)?;
        }
    }
    Ok(())
}

/// Visits every bit that is set, from the first one up.
pub(super) fn upwards<E>(marks: &[AtomicU64], mut visit: impl FnMut(usize) -> Result<(), E>) -> Result<(), E> {
    for (at, word) in marks.iter().enumerate() {
        let mut bits = word.load(Ordering::Relaxed);
        while bits != 0 {
            visit(64 * at + bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
        }
    }
    Ok(())
}

/// Whether a bit is set.
pub(super) fn is_marked(marks: &[AtomicU64], index: usize) -> bool {
    marks[index / 64].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
}
