//! Which sets of cells dominoes can cover: the positions of Cram.
//!
//! A set of cells comes up in Cram on an empty board exactly if dominoes cover it: the moves of a
//! play cover it, and the dominoes of a cover are legal moves in any order, since their cells are
//! free until each is placed.
//!
//! Method: cell by cell, with the set of all profiles, where a profile records which of the next
//! cells are covered already. A board of up to six columns has 64 profiles, so their set is a word,
//! and a cell takes a few operations on it.
//!
//! *Cost.* A few operations of 64 bits for each cell: a 6 by 10 board takes some hundred. *Source:*
//! the broken-profile method for counting domino tilings.
//!
//! ```text
//! a row of three free cells in a board of 1x4 whose first cell is occupied alone:
//!   no domino covers one cell, so no play of Cram leads there
//! ```

/// The most columns.
const MOST: usize = 6;

/// For each column, the profiles in which its cell is covered.
const COVERED: [u64; MOST] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A board of up to 64 cells, its shorter side at most six.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    /// The shorter and the longer side.
    sides: (usize, usize),
    /// How much a step along each of them adds to the place of a cell.
    steps: (usize, usize),
}

impl Tiling {
    /// `None` if both sides are longer than six.
    ///
    /// A board with a shorter side of over six cells has too many profiles for a word.
    pub fn new(rows: usize, columns: usize) -> Option<Tiling> {
        let tiling = match columns <= rows {
            true => Tiling { sides: (columns, rows), steps: (1, columns) },
            false => Tiling { sides: (rows, columns), steps: (columns, 1) },
        };
        (tiling.sides.0 <= MOST && rows * columns <= 64).then_some(tiling)
    }

    /// Whether dominoes cover the set.
    ///
    /// ```text
    /// 2x2 board:  all four cells: yes; two that share a side: yes; two on a diagonal: no
    /// ```
    pub fn covers(self, set: u64) -> bool {
        let ((short, long), (right, down)) = (self.sides, self.steps);
        let has = |place: usize| place < 64 && set >> place & 1 == 1;
        let mut profiles = 1u64;
        for row in 0..long {
            for column in 0..short {
                let place = row * down + column * right;
                let (covered, free) = (profiles & COVERED[column], profiles & !COVERED[column]);
                if !has(place) {
                    profiles = free;
                    continue;
                }
                profiles = covered >> (1 << column);
                if row + 1 < long && has(place + down) {
                    profiles |= free << (1 << column);
                }
                if column + 1 < short && has(place + right) {
                    profiles |= (free & !COVERED[column + 1]) << (1 << (column + 1));
                }
            }
        }
        profiles & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// All sets that dominoes cover, by placing them.
    fn placed(rows: usize, columns: usize) -> HashSet<u64> {
        let mut known = HashSet::from([0u64]);
        let mut open = vec![0u64];
        while let Some(set) = open.pop() {
            for place in 0..rows * columns {
                let right = (place % columns + 1 < columns).then_some(place + 1);
                let below = Some(place + columns).filter(|&below| below < rows * columns);
                for other in right.into_iter().chain(below) {
                    let domino = 1 << place | 1 << other;
                    if set & domino == 0 && known.insert(set | domino) {
                        open.push(set | domino);
                    }
                }
            }
        }
        known
    }

    #[test]
    fn sets_are_covered_that_dominoes_can_be_placed_on() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (2, 5), (5, 2), (3, 3), (3, 5), (4, 4), (2, 8)] {
            let (tiling, placed) = (Tiling::new(rows, columns).unwrap(), placed(rows, columns));
            for set in 0..1u64 << (rows * columns) {
                assert_eq!(tiling.covers(set), placed.contains(&set), "{rows}x{columns} {set:#x}");
            }
        }
    }

    #[test]
    fn wide_boards_have_the_same_sets_in_both_directions() {
        let mut random = fastrand::Rng::with_seed(2);
        for (short, long) in [(5, 6), (6, 6), (6, 10), (5, 12), (1, 64)] {
            let (tiling, turned) = (Tiling::new(short, long).unwrap(), Tiling::new(long, short).unwrap());
            let mut covered = 0;
            for _ in 0..3000 {
                // Dominoes at random places, and now and then a cell of one moved.
                let mut set = 0u64;
                for _ in 0..random.usize(0..short * long) {
                    let place = random.usize(0..short * long);
                    let other = if random.bool() && place % long + 1 < long { place + 1 } else { place + long };
                    if other < short * long && set >> place & 1 == 0 && set >> other & 1 == 0 {
                        set |= 1 << place | 1 << other;
                    }
                }
                let whole = set;
                if random.bool() {
                    set ^= 1 << random.usize(0..short * long) | 1 << random.usize(0..short * long);
                }
                let other = (0..short * long)
                    .filter(|&place| set >> place & 1 == 1)
                    .fold(0u64, |other, place| other | 1 << (place % long * short + place / long));
                assert_eq!(tiling.covers(set), turned.covers(other), "{short}x{long} {set:#x}");
                assert!(tiling.covers(whole), "{short}x{long} {whole:#x}");
                covered += u32::from(tiling.covers(set));
            }
            assert!((1500..3000).contains(&covered), "{short}x{long}: {covered}");
        }
        assert!(Tiling::new(7, 7).is_none());
    }
}
