//! One heap, whatever turns up: the common value from the rare heaps, then all splits until the smaller values of the
//! rare kind have a witness each.

use super::{Moves, split::Split};

/// The state of the search: marks that are never cleared.
#[derive(Clone, Debug)]
pub(super) struct Exact {
    marks: Vec<u32>,
    turn: u32,
}

/// The value of a heap, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) value: u32,
    /// How far before the heap its farthest witness lies: what a move to it takes, or that and the smaller of two heaps.
    pub(super) offset: usize,
}

/// A value that is wanted is not at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

impl Exact {
    pub(super) fn new() -> Exact {
        Exact { marks: Vec::new(), turn: 0 }
    }

    /// The value of `heap`; `value` tells those of smaller ones, `rare` lists all rare ones in ascending order.
    pub(super) fn find(
        &mut self,
        moves: &Moves,
        split: Split,
        rare: &[usize],
        heap: usize,
        value: &impl Fn(usize) -> Option<u32>,
    ) -> Result<Found, Gone> {
        self.begin();
        if moves.whole.contains(&heap) {
            self.mark(0);
        }
        for &taken in moves.take.iter().filter(|&&taken| taken < heap) {
            self.mark(value(heap - taken).ok_or(Gone)?);
        }
        for &taken in moves.split.iter().filter(|&&taken| taken < heap) {
            let rest = heap - taken;
            for &one in rare.iter().take_while(|&&one| one < rest).filter(|&&one| one > 0) {
                if !(moves.distinct && 2 * one == rest) {
                    self.mark(value(one).ok_or(Gone)? ^ value(rest - one).ok_or(Gone)?);
                }
            }
        }
        let common = (0..).find(|&value| split.common(heap, value) && !self.marked(value)).unwrap_or(u32::MAX);
        let mut open = (0..common).filter(|&value| !split.common(heap, value) && !self.marked(value)).count();
        let mut offset = 0;
        let largest = moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)).max().unwrap_or(0) / 2;
        let mut small = 0;
        while open > 0 && small < largest {
            small += 1;
            for &taken in moves.split.iter().filter(|&&taken| taken + 2 * small <= heap) {
                let rest = heap - taken;
                if moves.distinct && 2 * small == rest {
                    continue;
                }
                let sum = value(small).ok_or(Gone)? ^ value(rest - small).ok_or(Gone)?;
                if !self.marked(sum) {
                    self.mark(sum);
                    if sum < common && !split.common(heap, sum) {
                        open -= 1;
                        offset = taken + small;
                    }
                }
            }
        }
        let value = (0..common).find(|&value| !self.marked(value) && !split.common(heap, value)).unwrap_or(common);
        Ok(Found { value, offset })
    }

    fn begin(&mut self) {
        self.turn = self.turn.wrapping_add(1);
        if self.turn == 0 {
            self.marks.fill(0);
            self.turn = 1;
        }
    }

    fn mark(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.marks.len() {
            self.marks.resize((at + 1).next_power_of_two(), 0);
        }
        self.marks[at] = self.turn;
    }

    fn marked(&self, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&self.turn)
    }
}
