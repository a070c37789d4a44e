//! Cells of a grid that hang together: what graphs on boards of squares look like.
//!
//! A shape is kept in its bounding box, so that where it lies makes no difference, and is drawn with `.` for its cells
//! and `#` for holes, rows from the top and `/` between them. The same shape turned or mirrored is another shape, but
//! the same graph: [`Cells::canonical`] picks the least of the eight.

use std::fmt;

/// The longest side of a shape.
pub const LONGEST_SIDE: usize = 64;

/// Cells of a grid that hang together, in their bounding box.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    columns: u32,
    /// Row by row; at least one row and one column, and the box is no larger than it must be.
    free: Vec<bool>,
}

impl Cells {
    /// All cells of a rectangle.
    pub fn rectangle(rows: usize, columns: usize) -> Cells {
        Cells { columns: columns as u32, free: vec![true; rows * columns] }
    }

    /// The parts that these cells fall into; `free` has them row by row.
    pub fn parts(columns: usize, free: &[bool]) -> Vec<Cells> {
        let mut part = vec![None; free.len()];
        let mut parts = Vec::new();
        for start in 0..free.len() {
            if !free[start] || part[start].is_some() {
                continue;
            }
            let own = parts.len();
            let mut open = vec![start];
            let mut found = Vec::new();
            part[start] = Some(own);
            while let Some(cell) = open.pop() {
                found.push(cell);
                for next in neighbours(columns, free.len(), cell) {
                    if free[next] && part[next].is_none() {
                        part[next] = Some(own);
                        open.push(next);
                    }
                }
            }
            parts.push(Cells::boxed(columns, &found));
        }
        parts
    }

    /// These cells in their bounding box.
    fn boxed(columns: usize, cells: &[usize]) -> Cells {
        let range = |of: &dyn Fn(usize) -> usize| {
            let all = cells.iter().map(|&cell| of(cell));
            (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
        };
        let (top, bottom) = range(&|cell| cell / columns);
        let (left, right) = range(&|cell| cell % columns);
        let width = right - left + 1;
        let mut free = vec![false; (bottom - top + 1) * width];
        cells.iter().for_each(|cell| free[(cell / columns - top) * width + cell % columns - left] = true);
        Cells { columns: width as u32, free }
    }

    /// How many columns its box has.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// How many rows its box has.
    pub fn rows(&self) -> usize {
        self.free.len() / self.columns()
    }

    /// The cells of its box, row by row: whether they are there.
    pub fn free(&self) -> &[bool] {
        &self.free
    }

    /// The places in its box of its cells.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&place| self.free[place])
    }

    /// The cells beside this place.
    pub fn beside(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        neighbours(self.columns(), self.free.len(), place).filter(|&next| self.free[next])
    }

    /// What is left when these places go.
    pub fn without(&self, gone: &[usize]) -> Vec<Cells> {
        let mut free = self.free.clone();
        gone.iter().for_each(|&place| free[place] = false);
        Cells::parts(self.columns(), &free)
    }

    /// Whether it is itself when it is turned by half a circle, and no cell comes to lie on itself or beside itself.
    pub(crate) fn mirrors(&self) -> bool {
        let last = self.free.len() - 1;
        self.places().all(|place| {
            let image = last - place;
            self.free[image] && image != place && self.beside(place).all(|next| next != image)
        })
    }

    /// The least of the eight ways that it can be turned and mirrored.
    pub fn canonical(&self) -> Cells {
        let mirrored = |cells: &Cells| Cells {
            columns: cells.columns,
            free: cells.free.chunks(cells.columns()).flat_map(|row| row.iter().rev().copied()).collect(),
        };
        let turned = |cells: &Cells| {
            let (rows, columns) = (cells.rows(), cells.columns());
            let free = (0..columns).flat_map(|column| (0..rows).rev().map(move |row| row * columns + column));
            Cells { columns: rows as u32, free: free.map(|place| cells.free[place]).collect() }
        };
        let mut least = self.clone();
        let mut next = self.clone();
        for _ in 0..4 {
            next = turned(&next);
            least = least.min(mirrored(&next)).min(next.clone());
        }
        least
    }
}

/// The places beside one in a box of that many cells.
fn neighbours(columns: usize, cells: usize, place: usize) -> impl Iterator<Item = usize> {
    let column = place % columns;
    let beside = [
        (place >= columns).then(|| place - columns),
        (column > 0).then(|| place - 1),
        (column + 1 < columns).then_some(place + 1),
        Some(place + columns).filter(|&below| below < cells),
    ];
    beside.into_iter().flatten()
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
