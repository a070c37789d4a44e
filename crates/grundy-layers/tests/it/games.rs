//! Games for the tests, and their values by the definition.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use grundy_layers::{Error, Graded, Key, Summary, Table};

/// Cram on a small board: the occupied cells are the bits of a key, without symmetries.
pub struct Cram {
    rows: u32,
    columns: u32,
    dominoes: Vec<u64>,
}

impl Cram {
    pub fn new(rows: u32, columns: u32) -> Cram {
        let bit = |row: u32, column: u32| 1u64 << (row * columns + column);
        let mut dominoes = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if column + 1 < columns {
                    dominoes.push(bit(row, column) | bit(row, column + 1));
                }
                if row + 1 < rows {
                    dominoes.push(bit(row, column) | bit(row + 1, column));
                }
            }
        }
        Cram { rows, columns, dominoes }
    }
}

impl Graded for Cram {
    type Key = u64;
    type Scratch = ();

    fn layer(&self, key: u64) -> u32 {
        self.rows * self.columns - key.count_ones()
    }

    fn options(&self, key: u64, _: &mut (), mut visit: impl FnMut(&[u64]) -> Result<(), Error>) -> Result<(), Error> {
        self.dominoes.iter().filter(|&domino| key & domino == 0).try_for_each(|domino| visit(&[key | domino]))
    }
}

/// Heaps of 128 bits, with a shift so that keys are large: take up to `most` counters, and leave
/// one or two heaps. Moves lead to many layers, and values are large.
pub struct Split {
    pub most: u128,
    pub shift: u32,
}

impl Graded for Split {
    type Key = u128;
    type Scratch = Vec<u128>;

    fn layer(&self, key: u128) -> u32 {
        (key >> self.shift) as u32
    }

    fn options(
        &self,
        key: u128,
        parts: &mut Vec<u128>,
        mut visit: impl FnMut(&[u128]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let heap = key >> self.shift;
        for rest in heap.saturating_sub(self.most)..heap {
            for left in 0..=rest / 2 {
                parts.clear();
                parts.extend([left, rest - left].iter().filter(|&&part| part > 0).map(|part| part << self.shift));
                visit(parts)?;
            }
        }
        Ok(())
    }
}

/// The values of all positions, by the definition.
pub fn plain<G: Graded>(game: &G, start: &[G::Key]) -> BTreeMap<G::Key, u32> {
    let mut open: BTreeSet<(u32, G::Key)> = start.iter().map(|&key| (game.layer(key), key)).collect();
    let mut options = BTreeMap::new();
    let mut scratch = G::Scratch::default();
    while let Some((layer, key)) = open.pop_last() {
        let mut all: Vec<Vec<G::Key>> = Vec::new();
        game.options(key, &mut scratch, |option| {
            all.push(option.to_vec());
            Ok(())
        })
        .unwrap();
        open.extend(all.iter().flatten().map(|&key| (game.layer(key), key)));
        options.insert((layer, key), all);
    }
    let mut values = BTreeMap::new();
    for ((_, key), options) in options {
        let seen: BTreeSet<u32> =
            options.iter().map(|option| option.iter().fold(0, |sum, part| sum ^ values[part])).collect();
        values.insert(key, (0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

/// What does not depend on how a table was built.
pub fn same(summary: &Summary) -> (u64, u64, u64, u32, String) {
    let Summary { positions, layers, options, largest, sum, .. } = summary;
    (*positions, *layers, *options, *largest, sum.to_string())
}

/// All positions of a complete table with their values, each looked up too.
pub fn all<K: Key>(folder: &Path) -> BTreeMap<K, u32> {
    let mut all = BTreeMap::new();
    let table: Table<K> = Table::open(folder, 1 << 20).unwrap();
    table
        .each(|layer, key, value| {
            assert_eq!(table.value(layer, key).unwrap(), Some(value));
            assert_eq!(table.value(layer + 1, key).unwrap(), None);
            assert_eq!(all.insert(key, value), None, "{key:?} twice");
            Ok(())
        })
        .unwrap();
    all
}
