//! Connected shapes of cells of a grid: the components of games on boards of squares.
//!
//! A shape is stored in its bounding box, so that its place on the board does not matter. Where
//! moves are listed, it keeps the place of its corner on the board. It is written row by row from
//! the top, with `.` for a cell, `#` for a hole and `/` between rows. A rotated or reflected shape
//! is a different value but the same graph: [`Cells::canonical`] returns the least of the eight.
//!
//! ```
//! use grundy_games::Cells;
//!
//! let rest = Cells::rectangle(2, 3).without(&[1]);
//! assert_eq!(rest[0].to_string(), ".#./...");
//! assert_eq!(rest[0].canonical(), Cells::rectangle(2, 3).without(&[4])[0].canonical());
//! assert_eq!(Cells::rectangle(1, 3).without(&[1]).len(), 2);
//! ```

use std::fmt;

/// The longest side of a shape, in cells.
pub const LONGEST_SIDE: usize = 64;

/// A connected shape of cells of a grid, in its bounding box.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    columns: u32,
    /// Whether each place of the box is a cell, row by row. The box is minimal and not empty.
    free: Vec<bool>,
    /// The row and the column of the upper left corner of the box, from 0, on the board that is
    /// played on; `None` if the place does not matter.
    corner: Option<(u8, u8)>,
}

impl Cells {
    /// Returns a full rectangle; both sides are at least 1.
    pub fn rectangle(rows: usize, columns: usize) -> Cells {
        Cells { columns: columns as u32, free: vec![true; rows * columns], corner: None }
    }

    /// Returns the shape as a board of its own, whose parts keep their places on it.
    pub(crate) fn placed(&self) -> Cells {
        Cells { corner: Some((0, 0)), ..self.clone() }
    }

    /// Returns the shape without a place on a board.
    pub(crate) fn bare(&self) -> Cells {
        Cells { corner: None, ..self.clone() }
    }

    /// Returns the connected parts of a board; `free` holds for each place, row by row, whether it
    /// is a cell.
    pub fn parts(columns: usize, free: &[bool]) -> Vec<Cells> {
        Cells::parts_with_places(columns, free).into_iter().map(|(cells, _)| cells).collect()
    }

    /// As [`Cells::parts`], with the row and the column of the corner of each part.
    fn parts_with_places(columns: usize, free: &[bool]) -> Vec<(Cells, (usize, usize))> {
        let mut part = vec![None; free.len()];
        let mut parts = Vec::new();
        for start in 0..free.len() {
            if !free[start] || part[start].is_some() {
                continue;
            }
            let index = parts.len();
            let mut open = vec![start];
            let mut found = Vec::new();
            part[start] = Some(index);
            while let Some(cell) = open.pop() {
                found.push(cell);
                for next in neighbours(columns, free.len(), cell) {
                    if free[next] && part[next].is_none() {
                        part[next] = Some(index);
                        open.push(next);
                    }
                }
            }
            parts.push(Cells::boxed(columns, &found));
        }
        parts
    }

    /// Returns these cells in their bounding box, and the row and the column of its corner.
    fn boxed(columns: usize, cells: &[usize]) -> (Cells, (usize, usize)) {
        let range = |of: &dyn Fn(usize) -> usize| {
            let all = cells.iter().map(|&cell| of(cell));
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let (top, bottom) = range(&|cell| cell / columns);
        let (left, right) = range(&|cell| cell % columns);
        let width = right - left + 1;
        let mut free = vec![false; (bottom - top + 1) * width];
        cells.iter().for_each(|cell| free[(cell / columns - top) * width + cell % columns - left] = true);
        (Cells { columns: width as u32, free, corner: None }, (top, left))
    }

    /// Returns the number of columns of the box.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Returns the number of rows of the box.
    pub fn rows(&self) -> usize {
        self.free.len() / self.columns()
    }

    /// Returns for each place of the box, row by row, whether it is a cell.
    pub fn free(&self) -> &[bool] {
        &self.free
    }

    /// Returns the places of the cells in the box, ascending.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&place| self.free[place])
    }

    /// Returns the cells that share a side with this place: at most four.
    pub fn beside(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        neighbours(self.columns(), self.free.len(), place).filter(|&next| self.free[next])
    }

    /// Returns the connected parts that remain without the cells at these places.
    pub fn without(&self, gone: &[usize]) -> Vec<Cells> {
        let mut free = self.free.clone();
        gone.iter().for_each(|&place| free[place] = false);
        let parts = Cells::parts_with_places(self.columns(), &free).into_iter();
        // A side has at most 64 cells.
        let at = |(row, column): (usize, usize)| self.corner.map(|(top, left)| (top + row as u8, left + column as u8));
        parts.map(|(cells, place)| Cells { corner: at(place), ..cells }).collect()
    }

    /// Returns the row and the column of a place of the box, from 1, on the board that is played
    /// on.
    pub(crate) fn position(&self, place: usize) -> (usize, usize) {
        let (top, left) = self.corner.unwrap_or_default();
        (usize::from(top) + place / self.columns() + 1, usize::from(left) + place % self.columns() + 1)
    }

    /// Returns whether the shape equals itself rotated by 180 degrees, and no cell is mapped to
    /// itself or to a neighbour.
    pub(crate) fn mirrors(&self) -> bool {
        let last = self.free.len() - 1;
        self.places().all(|place| {
            let image = last - place;
            self.free[image] && image != place && self.beside(place).all(|next| next != image)
        })
    }

    /// Returns the least of the eight rotations and reflections.
    pub fn canonical(&self) -> Cells {
        let mirrored = |cells: &Cells| Cells {
            columns: cells.columns,
            free: cells.free.chunks(cells.columns()).flat_map(|row| row.iter().rev().copied()).collect(),
            corner: None,
        };
        let turned = |cells: &Cells| {
            let (rows, columns) = (cells.rows(), cells.columns());
            let free = (0..columns).flat_map(|column| (0..rows).rev().map(move |row| row * columns + column));
            Cells { columns: rows as u32, free: free.map(|place| cells.free[place]).collect(), corner: None }
        };
        let mut least = self.bare();
        let mut next = self.bare();
        for _ in 0..4 {
            next = turned(&next);
            least = least.min(mirrored(&next)).min(next.clone());
        }
        least
    }
}

/// Returns the places that share a side with one, in a box of `cells` places.
fn neighbours(columns: usize, cells: usize, place: usize) -> impl Iterator<Item = usize> {
    let column = place % columns;
    let all = [
        (place >= columns).then(|| place - columns),
        (column > 0).then(|| place - 1),
        (column + 1 < columns).then_some(place + 1),
        Some(place + columns).filter(|&below| below < cells),
    ];
    all.into_iter().flatten()
}

/// `3x4` for a rectangle, else a picture: `..#/...`.
impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.free.iter().all(|&free| free) {
            return write!(f, "{}x{}", self.rows(), self.columns());
        }
        for (at, row) in self.free.chunks(self.columns()).enumerate() {
            f.write_str(if at == 0 { "" } else { "/" })?;
            row.iter().try_for_each(|&free| f.write_str(if free { "." } else { "#" }))?;
        }
        Ok(())
    }
}
