//! Boards of squares in one word: cells are bits, moves and flood fills are shifts.
//!
//! A shape lies in the top left corner of a box with as many columns as the longest side of the
//! boards of the query (row after row, the first column in the lowest bit). It is wider than high,
//! or a square, and it is the least of its images under the symmetries of its box. So equal keys
//! are equal graphs, and a shape has one key wherever it occurs. The box has at most 64 cells.
//!
//! Most moves leave one part that fills the same box. Its images are those of the whole without
//! those of the move, so the images are computed once for all moves.

use grundy_games::{Cells, GraphMove};

use super::keyed::Keyed;
use crate::support::walk::Halt;

/// A game on shapes of at most 64 cells.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The kinds of moves.
    moves: Vec<GraphMove>,
    /// Bits from one row to the next.
    stride: u32,
    /// All cells except for the first column. Shifts by one mask with this and the next set, so
    /// that no cell passes from the end of a row to another one.
    not_first: u64,
    /// All cells except for the last column.
    not_last: u64,
    /// The columns in the middle of the box.
    middle: u64,
    /// Whether there is a move in a single cell.
    single: bool,
    /// Each pattern of a row as a column; only patterns that a shape with more rows can have are
    /// used.
    spread: Vec<u64>,
    /// The row of each bit.
    row: [u8; 64],
    /// The first bit of the row of each bit.
    start: [u8; 64],
}

impl Squares {
    /// Returns the game with these moves on boards that fit into `short` x `long` in either
    /// orientation; `None` if such a board is too large for a word, or a move has no encoding.
    pub fn new(moves: &[GraphMove], short: usize, long: usize) -> Option<Squares> {
        if short * long > 64 || long > 16 || !moves.iter().all(GraphMove::is_unconditional) {
            return None;
        }
        let stride = long.max(1) as u32;
        let first = (0..64 / stride).fold(0, |column, row| column | 1u64 << (row * stride));
        let box_bits = if short * long == 64 { u64::MAX } else { (1u64 << (short * long)) - 1 };
        let first = first & box_bits;
        let column = |row: u32| {
            (0..short as u32).filter(|at| row >> at & 1 == 1).fold(0, |column, at| column | 1u64 << (at * stride))
        };
        let spread = (0..1u32 << short.min(stride as usize)).map(column).collect();
        Some(Squares {
            moves: moves.to_vec(),
            stride,
            not_first: !first,
            not_last: !(first << (stride - 1)),
            middle: (stride / 4..(3 * stride).div_ceil(4)).fold(0, |middle, at| middle | first << at),
            single: moves.iter().any(GraphMove::takes_lone),
            spread,
            row: std::array::from_fn(|bit| (bit as u32 / stride) as u8),
            start: std::array::from_fn(|bit| (bit as u32 / stride * stride) as u8),
        })
    }

    /// Returns the key of a shape; `None` if it does not fit.
    pub fn key(&self, cells: &Cells) -> Option<u64> {
        let (rows, columns) = (cells.rows(), cells.columns());
        let (long, short) = (rows.max(columns), rows.min(columns));
        if long > self.stride as usize || short * self.stride as usize > 64 {
            return None;
        }
        let place = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            if columns >= rows { row * self.stride as usize + column } else { column * self.stride as usize + row }
        };
        Some(self.canonical(cells.places().fold(0, |bits, at| bits | 1u64 << place(at))))
    }

    /// Returns the shape of a key.
    pub fn shape(&self, key: u64) -> Cells {
        let stride = self.stride as usize;
        let free: Vec<bool> = (0..64usize.div_ceil(stride) * stride).map(|at| at < 64 && key >> at & 1 == 1).collect();
        Cells::parts(stride, &free).pop().unwrap_or_else(|| Cells::rectangle(1, 1))
    }

    /// Returns the cells next to these, those of the set itself included if they are next to
    /// another.
    fn neighbours(&self, cells: u64) -> u64 {
        (cells & self.not_last) << 1 | (cells & self.not_first) >> 1 | cells << self.stride | cells >> self.stride
    }

    /// Returns the free cells that are connected with those of `seed`. Returns all of `free` as
    /// soon as the cells of `border` are reached, because every part contains one of them.
    ///
    /// A step grows the part by a cell in each direction, so it costs about as many steps as the
    /// longest way within it.
    fn flood(&self, seed: u64, free: u64, border: u64) -> u64 {
        let mut part = seed;
        loop {
            let along = part | (part & self.not_last) << 1 | (part & self.not_first) >> 1;
            let along = along & free;
            let next = (along | along << self.stride | along >> self.stride) & free;
            if border & !next == 0 {
                return free;
            }
            if next == part {
                return part;
            }
            part = next;
        }
    }

    /// Returns the number of rows of a shape that begins in the first row, the number of empty
    /// columns on its left, and the number of its columns.
    fn measure(&self, cells: u64) -> (u32, u32, u32) {
        let height = u32::from(self.row[(63 - cells.leading_zeros()) as usize]) + 1;
        let columns = (1..height).fold(cells, |columns, at| columns | cells >> (at * self.stride));
        let columns = columns & ((1 << self.stride) - 1);
        let left = columns.trailing_zeros();
        (height, left, 64 - columns.leading_zeros() - left)
    }

    /// Returns the key of a connected shape, anywhere in the box; 0 if it mirrors.
    fn cached_key(&self, cells: u64, keys: &mut KeyCache) -> u64 {
        let cells = cells >> self.start[cells.trailing_zeros() as usize];
        let slot = &mut keys.0[(cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CACHE_BITS)) as usize];
        if slot.0 != cells {
            let key = self.canonical(cells);
            *slot = (cells, if self.mirrors(key) { 0 } else { key });
        }
        slot.1
    }

    /// Returns the least image of a connected shape, anywhere in the box, moved to the corner.
    fn canonical(&self, cells: u64) -> u64 {
        let stride = self.stride;
        let cells = cells >> self.start[cells.trailing_zeros() as usize];
        let row = (1u64 << stride) - 1;
        let (height, left, width) = self.measure(cells);
        let cells = cells >> left;
        if height < width {
            return self.least(cells, height, width);
        }
        let turned =
            (0..height).fold(0, |turned, at| turned | self.spread[(cells >> (at * stride) & row) as usize] << at);
        let standing = self.least(turned, width, height);
        if height > width { standing } else { standing.min(self.least(cells, height, width)) }
    }

    /// Returns the least of the four images of a shape in the corner that map rows to rows.
    fn least(&self, cells: u64, height: u32, width: u32) -> u64 {
        let stride = self.stride;
        let row = (1u64 << stride) - 1;
        let down = (0..height).fold(0, |down, at| down << stride | (cells >> (at * stride) & row));
        let shift = 64 - ((height - 1) * stride + width);
        cells.min(down).min(cells.reverse_bits() >> shift).min(down.reverse_bits() >> shift)
    }

    /// Returns the keys of the parts that a move leaves of a connected shape, without those that
    /// mirror. Every part is adjacent to a removed cell.
    fn parts<'p>(&self, view: &View, stamp: Stamp, keys: &mut KeyCache, parts: &'p mut [u64; 64]) -> &'p [u64] {
        let gone = stamp.gone;
        let left = view.images[0] & !gone;
        let mut free = left;
        let mut border = self.neighbours(gone) & free;
        let mut count = 0;
        while border != 0 {
            let seed = border & border.wrapping_neg();
            let part = self.flood(seed, free, border);
            if part == left && stamp.height > 0 && view.sides.iter().all(|side| side & part != 0) {
                let least = self.least_without(view, part, stamp);
                parts[0] = least.unwrap_or(0);
                return &parts[..usize::from(least.is_some() && (self.single || part != seed))];
            }
            free &= !part;
            border &= !part;
            if self.single || part != seed {
                parts[count] = self.cached_key(part, keys);
                count += usize::from(parts[count] != 0);
            }
        }
        &parts[..count]
    }

    /// Returns a shape in the corner with its images.
    fn view(&self, cells: u64) -> View {
        let (height, _, width) = self.measure(cells);
        let stride = self.stride;
        let row = (1u64 << stride) - 1;
        let flip = |cells: u64| (0..height).fold(0, |down, at| down << stride | (cells >> (at * stride) & row));
        let shift = 64 - ((height - 1) * stride + width);
        let square = height == width;
        let turned = if square {
            (0..height).fold(0, |turned, at| turned | self.spread[(cells >> (at * stride) & row) as usize] << at)
        } else {
            0
        };
        let (down, beside) = (flip(cells), if square { flip(turned) } else { 0 });
        let images = [
            cells,
            down.reverse_bits() >> shift,
            down,
            cells.reverse_bits() >> shift,
            turned,
            beside.reverse_bits() >> shift,
            beside,
            turned.reverse_bits() >> shift,
        ];
        let across = (1u64 << width) - 1;
        let along = (0..height).fold(0, |column, at| column | 1u64 << (at * stride));
        let sides = [across, across << ((height - 1) * stride), along, along << (width - 1)];
        let mut middle = 0;
        let mut add = |row: u32, column: u32| middle |= 1u64 << (row * stride + column);
        match (height % 2, width % 2) {
            (1, 1) => add(height / 2, width / 2),
            (1, 0) => add(height / 2, width / 2 - 1),
            (0, 1) => add(height / 2 - 1, width / 2),
            _ => {}
        }
        View { images, sides, height, width, square, middle }
    }

    /// Returns the key of the part that a move leaves of a shape, if it fills the same box; `None`
    /// if it mirrors.
    fn least_without(&self, view: &View, part: u64, stamp: Stamp) -> Option<u64> {
        let stride = self.stride;
        let Stamp { row, column, height, width, .. } = stamp;
        let (below, behind) = (view.height - row - height, view.width - column - width);
        let patch = |height: u32, width: u32| if height > 1 { 1 | 1u64 << stride } else { (1 << width) - 1 };
        let (lying, turned) = (patch(height, width), patch(width, height));
        let image =
            |at: usize, patch: u64, row: u32, column: u32| view.images[at] & !(patch << (row * stride + column));
        let round = image(3, lying, below, behind);
        if round == part && part & view.middle == 0 {
            return None;
        }
        let least = part.min(image(1, lying, row, behind)).min(image(2, lying, below, column)).min(round);
        if !view.square {
            return Some(least);
        }
        let least = least.min(image(4, turned, column, row)).min(image(5, turned, column, below));
        Some(least.min(image(6, turned, behind, row)).min(image(7, turned, behind, below)))
    }
}

/// A shape in the corner of the box, with what all moves in it share.
struct View {
    /// The shape itself; reflected left to right; reflected top to bottom; rotated by half a
    /// circle; and, if it is as high as wide, the same four of its reflection in the diagonal.
    images: [u64; 8],
    /// The first row of the bounding box, its last row, its first column, and its last column.
    sides: [u64; 4],
    /// The rows of the bounding box.
    height: u32,
    /// The columns of the bounding box.
    width: u32,
    /// Whether it has as many rows as columns, so that the reflections in the diagonal fit the box.
    square: bool,
    /// A cell that is mapped to itself or to a neighbour when the box is rotated by half a circle,
    /// if there is one.
    middle: u64,
}

/// The binary logarithm of the number of cached keys.
const CACHE_BITS: u32 = 12;

/// A cache from shapes in the first row to keys: most parts that a move cuts off are small and
/// occur again and again.
pub(super) struct KeyCache(Vec<(u64, u64)>);

impl Default for KeyCache {
    fn default() -> KeyCache {
        // No shape is empty, so 0 marks an empty slot.
        KeyCache(vec![(0, 0); 1 << CACHE_BITS])
    }
}

/// The cells that a move removes.
#[derive(Clone, Copy)]
struct Stamp {
    /// The cells, in the box of the position.
    gone: u64,
    /// The first row of the cells.
    row: u32,
    /// The first column of the cells.
    column: u32,
    /// The rows and columns of a single cell or of two cells; 0 for any other move.
    height: u32,
    width: u32,
}

impl Keyed for Squares {
    /// Returns the number of cells.
    fn weight(&self, cells: u64) -> u32 {
        cells.count_ones()
    }

    /// Whether the shape is invariant under rotation by half a circle, and no cell is mapped to
    /// itself or to a neighbour.
    fn mirrors(&self, cells: u64) -> bool {
        if cells == 0 {
            return true;
        }
        let (height, left, width) = self.measure(cells);
        let ends = (height - 1) * self.stride + width - 1;
        if left > 0 || cells.reverse_bits() >> (63 - ends) != cells {
            return false;
        }
        let has = |at: u32| cells >> at & 1 == 1;
        let across = ends % 2 == 1 && has(ends / 2) && (self.not_last >> (ends / 2) & 1 == 1);
        let down = ends >= self.stride && (ends - self.stride).is_multiple_of(2) && has((ends - self.stride) / 2);
        !(across || down || ends.is_multiple_of(2) && has(ends / 2))
    }

    type Scratch = KeyCache;

    const SCRATCH_BYTES: u64 = (size_of::<(u64, u64)>() as u64) << CACHE_BITS;

    fn options(
        &self,
        cells: u64,
        keys: &mut KeyCache,
        mut visit: impl FnMut(&[u64]) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut parts = [0; 64];
        if cells == 0 {
            return Ok(());
        }
        let view = self.view(cells);
        for kind in &self.moves {
            let mut rest = cells;
            while rest != 0 {
                // Moves in the middle leave small parts, whose values are known sooner.
                let inner = rest & self.middle;
                let bit = if inner == 0 { rest } else { inner }.trailing_zeros();
                let cell = 1 << bit;
                rest &= !cell;
                let start = u32::from(self.start[bit as usize]);
                let (row, column) = (u32::from(self.row[bit as usize]), bit - start);
                let mut leave = |gone: u64, height: u32, width: u32| {
                    visit(self.parts(&view, Stamp { gone, row, column, height, width }, keys, &mut parts))
                };
                match kind {
                    GraphMove::Vertex => leave(cell, 1, 1)?,
                    GraphMove::Closed => leave(cell | self.neighbours(cell), 0, 0)?,
                    GraphMove::Ends => {
                        let right = (cell & self.not_last) << 1 & cells;
                        let below = cell << self.stride & cells;
                        if right != 0 {
                            leave(cell | right, 1, 2)?;
                        }
                        if below != 0 {
                            leave(cell | below, 2, 1)?;
                        }
                    }
                    GraphMove::Degree(_) | GraphMove::Connected { .. } => {}
                    GraphMove::Edge | GraphMove::Leaves => {}
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use grundy_core::{Fault, Game};
    use grundy_games::{Component, Ruleset};

    use super::*;
    use fastrand::Rng;

    /// Connected shapes of several sizes, some with holes.
    fn shapes() -> Vec<Cells> {
        let holes = [false, false, true, true, true, true, true, true];
        // Reversed as a string of bits this one is itself, but not as a shape.
        let mut all = vec![Cells::parts(4, &[holes, holes].concat()).remove(0)];
        let mut random = Rng::with_seed(0x2545_f491_4f6c_dd1d);
        for (rows, columns) in [(1, 1), (1, 6), (2, 3), (3, 3), (4, 9), (9, 4), (6, 6), (7, 9), (8, 8), (5, 8), (3, 16)]
        {
            all.push(Cells::rectangle(rows, columns));
            for _ in 0..12 {
                let free: Vec<bool> = (0..rows * columns).map(|_| !random.u64(..).is_multiple_of(4)).collect();
                all.extend(Cells::parts(columns, &free));
            }
        }
        all
    }

    #[test]
    fn keys_are_shapes() {
        for cells in shapes() {
            let (short, long) = (cells.rows().min(cells.columns()), cells.rows().max(cells.columns()));
            for (short, long) in [(short, long), (short, long + 1), (short + 1, long + 1)] {
                let Some(game) = Squares::new(&[GraphMove::Ends], short, long) else { continue };
                let key = game.key(&cells).expect("the box is large enough");
                assert_eq!(game.shape(key).canonical(), cells.canonical(), "{cells}");
                assert_eq!(game.key(&cells.canonical()), Some(key), "{cells}");
                let board = grundy_games::game("cram").expect("a game").ruleset;
                assert_eq!(game.mirrors(key), board.mirrors(&Component::Cells(cells.clone())), "{cells}");
            }
        }
    }

    /// Returns every option of a board as keys without parts that mirror; each sum is sorted.
    fn options(board: &Ruleset, game: &Squares, cells: &Cells) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        board
            .options(&Component::Cells(cells.clone()), |parts| {
                let key = |part: &Component| match part {
                    Component::Cells(cells) => game.key(cells).expect("parts are smaller"),
                    other => unreachable!("{other} is no shape"),
                };
                let mut sum: Vec<u64> = parts.iter().filter(|part| !board.mirrors(part)).map(key).collect();
                sum.sort_unstable();
                all.push(sum);
                Ok::<(), Fault>(())
            })
            .expect("no faults");
        all.sort_unstable();
        all
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        for text in ["vertex", "vertex with its neighbours", "edge with its ends", "vertex, take edge with its ends"] {
            let rules = grundy_games::game(&format!("graph: take {text}")).expect("a game");
            let Ruleset::Graph(graph) = &rules.ruleset else { unreachable!("a graph") };
            // One box for all that fit, so that cached keys are found again and replaced.
            let square = Squares::new(&graph.moves, 8, 8).expect("it fits");
            let mut kept = KeyCache::default();
            for cells in shapes() {
                let (short, long) = (cells.rows().min(cells.columns()), cells.rows().max(cells.columns()));
                let fitted = Squares::new(&graph.moves, short, long).expect("it fits");
                assert_eq!(
                    played(&fitted, &cells, &mut KeyCache::default()),
                    options(&rules.ruleset, &fitted, &cells),
                    "{text} on {cells}"
                );
                if long <= 8 {
                    let plain = options(&rules.ruleset, &square, &cells);
                    for _ in 0..2 {
                        assert_eq!(played(&square, &cells, &mut kept), plain, "{text} on {cells}");
                    }
                }
            }
        }
    }

    /// Returns every option of a board as the encoded game has it; each sum is sorted.
    fn played(game: &Squares, cells: &Cells, keys: &mut KeyCache) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        let walked = game.options(game.key(cells).expect("it fits"), keys, |parts| {
            let mut sum = parts.to_vec();
            sum.sort_unstable();
            all.push(sum);
            Ok(())
        });
        assert!(walked.is_ok());
        all.sort_unstable();
        all
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        assert!(Squares::new(&[GraphMove::Ends], 8, 9).is_none());
        assert!(Squares::new(&[GraphMove::Ends], 1, 17).is_none());
        assert!(Squares::new(&[GraphMove::Edge], 2, 2).is_none());
    }
}
