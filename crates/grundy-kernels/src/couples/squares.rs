//! Boards of squares in one word: cells are bits, moves and floods are shifts.
//!
//! A shape lies in the top left corner of a box with as many columns as the longest side of the boards played on
//! (rows below one another, the first column in the lowest bit), lying rather than standing, and is the least of its
//! images under the symmetries of its box. So equal keys are equal graphs, and a shape has one key wherever and
//! however it comes up. The box has at most 64 cells.

use grundy_core::{Fault, Game};
use grundy_rules::{Cells, GraphMove};

use super::Weighed;

/// A game on shapes of at most 64 cells.
#[derive(Clone, Debug)]
pub struct Squares {
    moves: Vec<GraphMove>,
    /// Bits from one row to the next.
    stride: u32,
    /// All cells but those of the first column, of the last column.
    not_first: u64,
    not_last: u64,
    /// Whether a single cell can be moved in.
    single: bool,
    /// Each pattern of a row as a column. Only patterns that a standing shape can have are asked for.
    spread: Vec<u64>,
    /// The row of each bit, and the bit that its row starts with.
    row: [u8; 64],
    start: [u8; 64],
}

impl Squares {
    /// The game with these moves on boards that fit into `short` x `long`, lying or standing; `None` if that is too
    /// large for a word.
    pub fn new(moves: &[GraphMove], short: usize, long: usize) -> Option<Squares> {
        if short * long > 64 || long > 16 || moves.contains(&GraphMove::Edge) {
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
            single: moves.iter().any(|kind| matches!(kind, GraphMove::Vertex | GraphMove::Closed)),
            spread,
            row: std::array::from_fn(|bit| (bit as u32 / stride) as u8),
            start: std::array::from_fn(|bit| (bit as u32 / stride * stride) as u8),
        })
    }

    /// The key of a shape; `None` where it does not fit.
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

    /// The shape of a key.
    pub fn shape(&self, key: u64) -> Cells {
        let stride = self.stride as usize;
        let free: Vec<bool> = (0..64usize.div_ceil(stride) * stride).map(|at| at < 64 && key >> at & 1 == 1).collect();
        Cells::parts(stride, &free).pop().unwrap_or_else(|| Cells::rectangle(1, 1))
    }

    fn beside(&self, cells: u64) -> u64 {
        (cells & self.not_last) << 1 | (cells & self.not_first) >> 1 | cells << self.stride | cells >> self.stride
    }

    /// The cells that hang together with those of `seed`; all that are free as soon as the cells of `border` do, since
    /// every part has one of them.
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

    /// The rows of a shape that begins in the first one, the columns left of it, and the columns of its box.
    fn measure(&self, cells: u64) -> (u32, u32, u32) {
        let height = u32::from(self.row[(63 - cells.leading_zeros()) as usize]) + 1;
        let columns = (1..height).fold(cells, |columns, at| columns | cells >> (at * self.stride));
        let columns = columns & ((1 << self.stride) - 1);
        let left = columns.trailing_zeros();
        (height, left, 64 - columns.leading_zeros() - left)
    }

    /// The least image of a connected shape, anywhere in the box, in the corner.
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

    /// The least of the four images of a shape in the corner that keep its rows rows.
    fn least(&self, cells: u64, height: u32, width: u32) -> u64 {
        let stride = self.stride;
        let row = (1u64 << stride) - 1;
        let down = (0..height).fold(0, |down, at| down << stride | (cells >> (at * stride) & row));
        let shift = 64 - ((height - 1) * stride + width);
        cells.min(down).min(cells.reverse_bits() >> shift).min(down.reverse_bits() >> shift)
    }

    /// The parts of what is left of a connected shape, each canonical: every part lies beside what is gone.
    fn parts<'p>(&self, cells: u64, gone: u64, parts: &'p mut [u64; 64]) -> &'p [u64] {
        let mut free = cells & !gone;
        let mut border = self.beside(gone) & free;
        let mut count = 0;
        while border != 0 {
            let seed = border & border.wrapping_neg();
            let part = self.flood(seed, free, border);
            free &= !part;
            border &= !part;
            if self.single || part != seed {
                parts[count] = self.canonical(part);
                count += 1;
            }
        }
        &parts[..count]
    }
}

impl Weighed for Squares {
    fn weight(&self, &cells: &u64) -> u64 {
        let edges = ((cells & self.not_last) << 1 & cells).count_ones() + (cells << self.stride & cells).count_ones();
        u64::from(edges)
    }

    fn bytes(&self, _: &u64) -> u64 {
        0
    }

    /// Turned by half a circle the shape is itself, and no cell comes to lie on itself or beside itself.
    fn mirrors(&self, &cells: &u64) -> bool {
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
}

impl Game for Squares {
    type Position = u64;

    fn options<E: From<Fault>>(&self, &cells: &u64, mut visit: impl FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        let mut parts = [0; 64];
        let mut leave = |gone: u64| visit(self.parts(cells, gone, &mut parts));
        for kind in &self.moves {
            let mut rest = cells;
            while rest != 0 {
                let cell = rest & rest.wrapping_neg();
                rest &= !cell;
                match kind {
                    GraphMove::Vertex => leave(cell)?,
                    GraphMove::Closed => leave(cell | self.beside(cell))?,
                    GraphMove::Ends => {
                        let right = (cell & self.not_last) << 1 & cells;
                        let below = cell << self.stride & cells;
                        if right != 0 {
                            leave(cell | right)?;
                        }
                        if below != 0 {
                            leave(cell | below)?;
                        }
                    }
                    GraphMove::Edge => {}
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use grundy_rules::{Board, Component, Rules};

    use super::*;

    /// Connected shapes of several sizes, some with holes.
    fn shapes() -> Vec<Cells> {
        let holes = [false, false, true, true, true, true, true, true];
        // Turned as a string of bits this one is itself, but not as a shape.
        let mut all = vec![Cells::parts(4, &[holes, holes].concat()).remove(0)];
        let mut state = 0x2545_f491_4f6c_dd1du64;
        for (rows, columns) in [(1, 1), (1, 6), (2, 3), (3, 3), (4, 9), (9, 4), (6, 6), (7, 9), (8, 8), (5, 8), (3, 16)]
        {
            all.push(Cells::rectangle(rows, columns));
            for _ in 0..12 {
                let free: Vec<bool> = (0..rows * columns)
                    .map(|_| {
                        state ^= state << 13;
                        state ^= state >> 7;
                        state ^= state << 17;
                        !state.is_multiple_of(4)
                    })
                    .collect();
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
                let board = Rules::parse("cram").expect("a game").board;
                assert_eq!(game.mirrors(&key), board.mirrors(&Component::Cells(cells.clone())), "{cells}");
            }
        }
    }

    /// Every option of a board as keys, each sum in order.
    fn options(board: &Board, game: &Squares, cells: &Cells) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        board
            .options(&Component::Cells(cells.clone()), |parts| {
                let key = |part: &Component| match part {
                    Component::Cells(cells) => game.key(cells).expect("parts are smaller"),
                    other => unreachable!("{other} is no shape"),
                };
                let mut sum: Vec<u64> = parts.iter().map(key).collect();
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
            let rules = Rules::parse(&format!("graph: take {text}")).expect("a game");
            let Board::Graph(graph) = &rules.board else { unreachable!("a graph") };
            for cells in shapes() {
                let (short, long) = (cells.rows().min(cells.columns()), cells.rows().max(cells.columns()));
                let game = Squares::new(&graph.moves, short, long).expect("it fits");
                let key = game.key(&cells).expect("it fits");
                let mut own = Vec::new();
                game.options(&key, |parts| {
                    let mut sum = parts.to_vec();
                    sum.sort_unstable();
                    own.push(sum);
                    Ok::<(), Fault>(())
                })
                .expect("no faults");
                own.sort_unstable();
                assert_eq!(own, options(&rules.board, &game, &cells), "{text} on {cells}");
            }
        }
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        assert!(Squares::new(&[GraphMove::Ends], 8, 9).is_none());
        assert!(Squares::new(&[GraphMove::Ends], 1, 17).is_none());
        assert!(Squares::new(&[GraphMove::Edge], 2, 2).is_none());
    }
}
