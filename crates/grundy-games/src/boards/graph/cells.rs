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
//!
//! *Limits.* Sides of up to 64 cells. *Cost:* a flood fill of the box for the parts, and eight
//! comparisons, most of them short, for the canonical form.

use std::fmt;

/// The longest side of a shape, in cells.
///
/// The parser refuses larger boards, so that a row fits into a word of 64 bits.
pub const LONGEST_SIDE: usize = 64;

/// A connected shape of cells of a grid, in its bounding box.
///
/// Two shapes are equal if they have the same cells in the same box, and the same place on the
/// board if places are kept.
///
/// ```text
/// ..#     2 rows, 3 columns; the places of the cells are 0, 1, 3, 4, 5
/// ...     written ..#/...
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    /// The number of columns of the box.
    columns: u32,
    /// Whether each place of the box is a cell, row by row. The box is minimal and not empty.
    free: Vec<bool>,
    /// The row and the column of the upper left corner of the box, from 0, on the board that is
    /// played on; `None` if the place does not matter.
    corner: Option<(u8, u8)>,
}

impl Cells {
    /// Returns a full rectangle; both sides are at least 1.
    ///
    /// It has no place on a board.
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

    /// As [`Cells::parts`], with the row and the column of the corner of each part. The flood fill
    /// has a list of the cells found in place of recursion, whose depth would be the size of the
    /// board.
    fn parts_with_places(columns: usize, free: &[bool]) -> Vec<(Cells, (usize, usize))> {
        let mut open = free.to_vec();
        let mut parts = Vec::new();
        // The cells of a part, as rows and columns; those from `looked` on are not yet looked at.
        let mut found: Vec<(usize, usize)> = Vec::with_capacity(free.len());
        let mut start = 0;
        while let Some(next) = open[start..].iter().position(|&is_open| is_open) {
            start += next;
            found.clear();
            found.push((start / columns, start % columns));
            open[start] = false;
            let mut looked = 0;
            while let Some(&(row, column)) = found.get(looked) {
                looked += 1;
                let at = row * columns + column;
                let mut add = |at: usize, cell: (usize, usize)| {
                    if open[at] {
                        open[at] = false;
                        found.push(cell);
                    }
                };
                if row > 0 {
                    add(at - columns, (row - 1, column));
                }
                if column > 0 {
                    add(at - 1, (row, column - 1));
                }
                if column + 1 < columns {
                    add(at + 1, (row, column + 1));
                }
                if at + columns < free.len() {
                    add(at + columns, (row + 1, column));
                }
            }
            parts.push(Cells::boxed(&found));
        }
        parts
    }

    /// Returns these cells, which are rows and columns, in their bounding box, and the row and the
    /// column of its corner. There is at least one cell.
    fn boxed(cells: &[(usize, usize)]) -> (Cells, (usize, usize)) {
        let (mut top, mut left) = cells[0];
        let (mut bottom, mut right) = cells[0];
        for &(row, column) in cells {
            (top, bottom) = (top.min(row), bottom.max(row));
            (left, right) = (left.min(column), right.max(column));
        }
        let width = right - left + 1;
        let mut free = vec![false; (bottom - top + 1) * width];
        cells.iter().for_each(|&(row, column)| free[(row - top) * width + column - left] = true);
        (Cells { columns: width as u32, free, corner: None }, (top, left))
    }

    /// Returns the number of columns of the box.
    ///
    /// It is at least 1.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Returns the number of rows of the box.
    ///
    /// It is at least 1.
    pub fn rows(&self) -> usize {
        self.free.len() / self.columns()
    }

    /// Returns for each place of the box, row by row, whether it is a cell.
    ///
    /// The first row and the first column have a cell each, and so have the last ones.
    pub fn free(&self) -> &[bool] {
        &self.free
    }

    /// Returns the places of the cells in the box, ascending.
    ///
    /// A place is the number of its row times [`Cells::columns`], plus that of its column, both
    /// from 0.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&place| self.free[place])
    }

    /// Returns the cells that share a side with this place: at most four.
    ///
    /// In the order above, left, right, below, which ascends.
    pub fn beside(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        neighbours(self.columns(), self.free.len(), place).filter(|&next| self.free[next])
    }

    /// Returns the connected parts that remain without the cells at these places.
    ///
    /// They keep their places on the board, if this shape has one.
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
    pub fn position(&self, place: usize) -> (usize, usize) {
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

    /// Returns the least of the eight rotations and reflections. Shapes compare by their columns,
    /// then by their places, so most images are left after a few places.
    ///
    /// All eight are the same graph, so they have the same value.
    pub fn canonical(&self) -> Cells {
        let size = (self.rows(), self.columns());
        let mut least = Image::default();
        for image in Image::ALL {
            if image.is_before(least, &self.free, size) {
                least = image;
            }
        }
        let places = least.places(size).map(|(row, column)| self.free[least.place(row, column, size)]);
        Cells { columns: least.size(size).1 as u32, free: places.collect(), corner: None }
    }
}

/// One of the eight rotations and reflections of a shape.
#[derive(Clone, Copy, Default)]
struct Image {
    /// Whether rows become columns.
    turned: bool,
    /// Whether the rows of the shape are read from the last one on.
    up: bool,
    /// Whether the columns of the shape are read from the last one on.
    back: bool,
}

impl Image {
    /// All eight, the identity first.
    const ALL: [Image; 8] = {
        let mut all = [Image { turned: false, up: false, back: false }; 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Image { turned: at & 4 != 0, up: at & 2 != 0, back: at & 1 != 0 };
            at += 1;
        }
        all
    };

    /// Returns the rows and the columns of the image of a shape with these.
    fn size(self, (rows, columns): (usize, usize)) -> (usize, usize) {
        if self.turned { (columns, rows) } else { (rows, columns) }
    }

    /// Returns the rows and the columns of the places of the image, row by row.
    fn places(self, size: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = self.size(size);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// Returns the place of the shape that is at this row and column of the image.
    fn place(self, row: usize, column: usize, (rows, columns): (usize, usize)) -> usize {
        let (row, column) = if self.turned { (column, row) } else { (row, column) };
        let row = if self.up { rows - 1 - row } else { row };
        let column = if self.back { columns - 1 - column } else { column };
        row * columns + column
    }

    /// Returns whether this image of a shape is less than another one. A hole is less than a cell
    /// there.
    fn is_before(self, other: Image, free: &[bool], size: (usize, usize)) -> bool {
        let ((rows, columns), (_, others)) = (self.size(size), other.size(size));
        if columns != others {
            return columns < others;
        }
        for row in 0..rows {
            for column in 0..columns {
                let (own, known) = (free[self.place(row, column, size)], free[other.place(row, column, size)]);
                if own != known {
                    return !own;
                }
            }
        }
        false
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Boards of up to 6 by 7 places, about a quarter of them holes.
    fn boards() -> impl Iterator<Item = (usize, Vec<bool>)> {
        let mut random = fastrand::Rng::with_seed(12_345);
        let mut below = move |bound: u64| random.u64(..bound);
        (0..2_000).map(move |_| {
            let (rows, columns) = (1 + below(6), 1 + below(7) as usize);
            (columns, (0..rows as usize * columns).map(|_| below(4) > 0).collect())
        })
    }

    /// Two cells are in one part if a path of neighbours joins them: joins until nothing changes.
    #[test]
    fn parts_are_those_of_the_definition() {
        for (columns, free) in boards() {
            let mut part: BTreeMap<usize, usize> = (0..free.len()).filter(|&at| free[at]).map(|at| (at, at)).collect();
            loop {
                let before = part.clone();
                for (&at, own) in &mut part {
                    for next in neighbours(columns, free.len(), at).filter(|&next| free[next]) {
                        *own = (*own).min(before[&next]);
                    }
                }
                if part == before {
                    break;
                }
            }
            let firsts: BTreeSet<usize> = part.values().copied().collect();
            let plain = firsts.iter().map(|first| {
                let cells: Vec<_> = part.iter().filter(|(_, own)| *own == first).map(|(at, _)| *at).collect();
                let rows = cells.iter().map(|at| at / columns).collect::<BTreeSet<_>>();
                let wide = cells.iter().map(|at| at % columns).collect::<BTreeSet<_>>();
                let corner = (*rows.first().expect("a cell"), *wide.first().expect("a cell"));
                let free = rows
                    .iter()
                    .flat_map(|row| wide.iter().map(move |column| row * columns + column))
                    .map(|at| cells.contains(&at))
                    .collect();
                (Cells { columns: wide.len() as u32, free, corner: None }, corner)
            });
            assert_eq!(Cells::parts_with_places(columns, &free), plain.collect::<Vec<_>>());
        }
    }

    /// The images by turning and mirroring the whole shape, one after another.
    #[test]
    fn the_canonical_form_is_the_least_of_the_eight_images() {
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
        for (columns, free) in boards() {
            for cells in Cells::parts(columns, &free) {
                let mut images = vec![cells.clone()];
                (0..3).for_each(|at| images.push(turned(&images[at])));
                images.extend(images.clone().iter().map(mirrored));
                assert!(images.iter().all(|image| image.canonical() == cells.canonical()), "{cells}");
                assert_eq!(Some(&cells.canonical()), images.iter().min(), "{cells}");
            }
        }
        assert_eq!(Cells::rectangle(3, 2).placed().canonical(), Cells::rectangle(3, 2));
    }
}
