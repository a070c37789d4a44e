//! Boards of squares as keys: a bit for each cell that is occupied, of the least of the symmetries.
//!
//! A move occupies a set of cells, and the image of an occupied set under a symmetry is the union
//! of the images of its parts. So the images of a position are found once, and an option is the
//! least of the unions with the images of the move.
//!
//! A position is the whole board, so the options have one component each. Any shape that fits on
//! the board with all other cells occupied has the value of that position.
//!
//! *Example.* Cram on a board of 2 by 2: the positions are the full board (key 0), the four boards
//! with one domino, which are turns of one another and so one key, and the board without free
//! cells. The layer is the number of free cells: 4, 2, 0.
//!
//! *Cost.* An option costs a union of bits for each symmetry, of which there are at most eight.
//! *Limits:* boxes of up to 64 places; moves that take cells, since an edge or leaves leave graphs
//! that are no boards.

use grundy_games::{Component, GraphMove, GraphRules, Query, Ruleset};
use grundy_layers::{Error, Graded};

use super::tiling::Tiling;

/// The most places of the box of a board.
const MOST: usize = 64;

/// A board and its moves.
#[derive(Debug)]
pub(super) struct StoredBoard {
    /// The moves.
    rules: GraphRules,
    /// The rows of the board.
    rows: usize,
    /// Its columns.
    columns: usize,
    /// The cells.
    cells: u64,
    /// By a symmetry, where each place goes. The first one is the identity.
    symmetries: Vec<Vec<usize>>,
    /// Each move: the cells that must be free, and by a symmetry the cells that it occupies.
    moves: Vec<(u64, Vec<u64>)>,
}

impl StoredBoard {
    /// The board of a query, which is one component.
    ///
    /// # Errors
    /// Why the query has no such keys, as a clause for a message.
    pub fn new(query: &Query) -> Result<StoredBoard, String> {
        let ([Ruleset::Graph(rules)], [term]) = (&query.rulesets[..], &query.position[..]) else {
            return Err("a table is about one board".into());
        };
        let Component::Cells(cells) = &term.component else {
            return Err("a graph has no key of a fixed size; only boards of squares have one".into());
        };
        if !rules.keeps_cells() {
            return Err(
                "taking an edge without its ends, or leaves, leaves graphs that are no boards of squares".into()
            );
        }
        if !rules.moves.iter().all(GraphMove::is_unconditional) {
            return Err("whether a move is made depends on more than the cells that it takes".into());
        }
        let (rows, columns) = (cells.rows(), cells.columns());
        if rows * columns > MOST {
            return Err(format!("the board has {} places, and a key has {MOST} bits", rows * columns));
        }
        let set = cells.places().fold(0, |set, place| set | 1 << place);
        let symmetries = symmetries(rows, columns).into_iter().filter(|to| image(set, to) == set).collect();
        let mut board = StoredBoard { rules: rules.clone(), rows, columns, cells: set, symmetries, moves: Vec::new() };
        for kind in &rules.moves {
            for place in cells.places() {
                let own = 1u64 << place;
                let around = cells.beside(place).fold(0, |set, next| set | 1 << next);
                match kind {
                    GraphMove::Vertex => board.add(own, own),
                    GraphMove::Closed => board.add(own, own | around),
                    GraphMove::Ends => {
                        let after = cells.beside(place).filter(|&next| next > place);
                        after.for_each(|next| board.add(own | 1 << next, own | 1 << next));
                    }
                    GraphMove::Degree(_) | GraphMove::Connected { .. } => {}
                    GraphMove::Edge | GraphMove::Leaves => {}
                }
            }
        }
        Ok(board)
    }

    /// Adds a move with its images.
    fn add(&mut self, needed: u64, taken: u64) {
        let images = self.symmetries.iter().map(|to| image(taken, to)).collect();
        self.moves.push((needed, images));
    }

    /// The key of an occupied set. It is the least image, so positions that are turns of one
    /// another share a key and a value.
    fn key(&self, occupied: u64) -> u64 {
        self.symmetries.iter().map(|to| image(occupied, to)).min().unwrap_or(occupied)
    }

    /// Which keys are positions, where that can be decided without a list of them.
    ///
    /// For the moves that take a vertex, every set is a position. For those that take an edge with
    /// its ends, the sets that dominoes cover are, if the shorter side has at most six cells.
    pub fn positions(&self) -> Option<Positions<'_>> {
        let takes = |kind: GraphMove| self.rules.moves.contains(&kind);
        let sets = if takes(GraphMove::Vertex) {
            // Any cells are taken one after the other.
            None
        } else if takes(GraphMove::Ends) && !takes(GraphMove::Closed) {
            Some(Tiling::new(self.rows, self.columns)?)
        } else {
            return None;
        };
        Some(Positions { board: self, sets })
    }

    /// The keys of the positions in which these cells alone are free, wherever they are on the
    /// board and however they are turned.
    ///
    /// Several keys may have the same value; the first one in the table answers.
    pub fn keys(&self, component: &Component) -> Vec<u64> {
        let Component::Cells(shape) = component else { return Vec::new() };
        let (rows, columns) = (shape.rows(), shape.columns());
        let mut keys = Vec::new();
        for (turned, to) in symmetries(rows, columns)
            .into_iter()
            .map(|to| (false, to))
            .chain(turns(rows, columns).into_iter().map(|to| (true, to)))
        {
            let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
            for top in 0..(self.rows + 1).saturating_sub(rows) {
                for left in 0..(self.columns + 1).saturating_sub(columns) {
                    let place = |at: usize| (top + to[at] / columns) * self.columns + left + to[at] % columns;
                    let free = shape.places().fold(0u64, |free, at| free | 1 << place(at));
                    if free & !self.cells == 0 {
                        keys.push(self.key(self.cells & !free));
                    }
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The key of a picture of the whole board, such as `.#./...`; `None` if the text is no such
    /// picture.
    pub fn pictured(&self, text: &str) -> Option<u64> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.len() != self.columns) {
            return None;
        }
        let mut free = 0u64;
        for (place, sign) in rows.concat().bytes().enumerate() {
            match sign {
                b'.' => free |= 1 << place,
                b'#' => {}
                _ => return None,
            }
        }
        (free & !self.cells == 0).then(|| self.key(self.cells & !free))
    }

    /// The picture of a position.
    ///
    /// The picture has `.` for a free cell, `#` for an occupied one or none, and `/` between rows.
    pub fn picture(&self, key: u64) -> String {
        let free = self.cells & !key;
        let sign = |place: usize| if free >> place & 1 == 1 { '.' } else { '#' };
        let row = |row: usize| (0..self.columns).map(|column| sign(row * self.columns + column)).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// The options by the definition: cell by cell on a grid, without sets of bits.
    ///
    /// It is the plain twin of the options below, for the check of a table.
    pub fn plain(&self, key: u64) -> Vec<Vec<(u32, u64)>> {
        let free = |row: usize, column: usize| {
            row < self.rows && column < self.columns && (self.cells & !key) >> (row * self.columns + column) & 1 == 1
        };
        let mut options = Vec::new();
        let mut leave = |gone: &[(usize, usize)]| {
            let mut occupied = key;
            for row in 0..self.rows {
                for column in 0..self.columns {
                    if free(row, column) && gone.contains(&(row, column)) {
                        occupied |= 1 << (row * self.columns + column);
                    }
                }
            }
            let option = self.key(occupied);
            options.push(vec![(self.layer(option), option)]);
        };
        for row in 0..self.rows {
            for column in (0..self.columns).filter(|&column| free(row, column)) {
                let (right, below) = ((row, column + 1), (row + 1, column));
                let around = [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1)), right, below];
                for kind in &self.rules.moves {
                    match kind {
                        GraphMove::Vertex => leave(&[(row, column)]),
                        GraphMove::Closed => leave(&[&around[..], &[(row, column)]].concat()),
                        GraphMove::Ends => [right, below]
                            .into_iter()
                            .filter(|&(row, column)| free(row, column))
                            .for_each(|other| leave(&[(row, column), other])),
                        GraphMove::Degree(_) | GraphMove::Connected { .. } => {}
                        GraphMove::Edge | GraphMove::Leaves => {}
                    }
                }
            }
        }
        options
    }
}

/// The keys that are positions.
pub(super) struct Positions<'b> {
    board: &'b StoredBoard,
    /// Which sets of cells are occupied in a position; all if there is no tiling.
    sets: Option<Tiling>,
}

impl Positions<'_> {
    /// Whether the key is that of a position.
    pub fn contain(&self, key: u64) -> bool {
        let on_board = key & !self.board.cells == 0 && self.board.key(key) == key;
        on_board && self.sets.is_none_or(|sets| sets.covers(key))
    }
}

impl Graded for StoredBoard {
    type Key = u64;
    type Scratch = Vec<u64>;

    fn layer(&self, key: u64) -> u32 {
        (self.cells & !key).count_ones()
    }

    fn options(
        &self,
        key: u64,
        images: &mut Vec<u64>,
        mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        images.clear();
        images.extend(self.symmetries.iter().map(|to| image(key, to)));
        for (needed, taken) in &self.moves {
            if key & needed == 0 {
                let all = images.iter().zip(taken).map(|(position, taken)| position | taken);
                visit(&[all.min().unwrap_or(key)])?;
            }
        }
        Ok(())
    }
}

/// The set of the places that these go to.
fn image(set: u64, to: &[usize]) -> u64 {
    let (mut rest, mut image) = (set, 0);
    while rest > 0 {
        image |= 1 << to[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

/// Where each place of a box goes under its reflections and rotations that keep its sides.
fn symmetries(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let flipped = |up: bool, back: bool| {
        let place = move |at: usize| {
            let (row, column) = (at / columns, at % columns);
            let row = if up { rows - 1 - row } else { row };
            row * columns + if back { columns - 1 - column } else { column }
        };
        (0..rows * columns).map(place).collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<usize>> =
        [(false, false), (true, false), (false, true), (true, true)].map(|(up, back)| flipped(up, back)).into();
    if rows == columns {
        all.extend(turns(rows, columns));
    }
    all
}

/// Where each place of a box goes if rows become columns, in a box with the other sides.
fn turns(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let turned = |up: bool, back: bool| {
        let place = move |at: usize| {
            let (row, column) = (at / columns, at % columns);
            let row = if up { rows - 1 - row } else { row };
            (if back { columns - 1 - column } else { column }) * rows + row
        };
        (0..rows * columns).map(place).collect::<Vec<_>>()
    };
    [(false, false), (true, false), (false, true), (true, true)].map(|(up, back)| turned(up, back)).into()
}
