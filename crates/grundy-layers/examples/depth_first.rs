//! Finds the values of all positions of Cram by a search in depth, in a table in memory, with the
//! keys of `grundy tables build cram`: what tables on disk are compared with. `cargo run --release
//! -p grundy-layers --example depth_first -- ROWS COLUMNS`.
//!
//! One thread, and no list of positions: an option is looked up, and solved first if it is not
//! there. Prints what `grundy tables build` does: the numbers of positions and options, and the
//! checksum.

use std::process::ExitCode;

use grundy_layers::PairSum;
use hashbrown::HashMap;

fn main() -> ExitCode {
    let sides: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [rows, columns] = sides[..] else {
        eprintln!("usage: depth_first ROWS COLUMNS");
        return ExitCode::from(2);
    };
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > 64 {
        eprintln!("error: a board has 1 to 64 cells");
        return ExitCode::from(2);
    }
    let (values, options) = search(&Cram::new(rows, columns));
    let mut sum = PairSum::default();
    values.iter().for_each(|(&key, &value)| sum.add(key, value.into()));
    println!("positions      {}\noptions        {options}\nchecksum       {sum}", values.len());
    ExitCode::SUCCESS
}

/// A board: a position is the set of its occupied cells, the least of its images.
struct Cram {
    /// By a symmetry, where each cell goes. The first one is the identity.
    symmetries: Vec<Vec<usize>>,
    /// Each domino, by a symmetry.
    dominoes: Vec<Vec<u64>>,
}

impl Cram {
    fn new(rows: usize, columns: usize) -> Cram {
        let mut symmetries: Vec<Vec<usize>> = Vec::new();
        for turned in [false, true].into_iter().filter(|&turned| !turned || rows == columns) {
            for (up, back) in [(false, false), (true, false), (false, true), (true, true)] {
                let place = |at: usize| {
                    let (row, column) = (at / columns, at % columns);
                    let (row, column) = if turned { (column, row) } else { (row, column) };
                    let row = if up { rows - 1 - row } else { row };
                    row * columns + if back { columns - 1 - column } else { column }
                };
                symmetries.push((0..rows * columns).map(place).collect());
            }
        }
        let cells = 0..rows * columns;
        let right = cells.clone().filter(|cell| cell % columns + 1 < columns).map(|cell| 1 << cell | 1 << (cell + 1));
        let below = cells.filter(|cell| cell / columns + 1 < rows).map(|cell| 1 << cell | 1 << (cell + columns));
        let images = |domino: u64| symmetries.iter().map(|to| image(domino, to)).collect();
        let dominoes = right.chain(below).map(images).collect();
        Cram { symmetries, dominoes }
    }

    /// Appends the options of a position.
    fn options(&self, key: u64, images: &mut Vec<u64>, options: &mut Vec<u64>) {
        images.clear();
        images.extend(self.symmetries.iter().map(|to| image(key, to)));
        for domino in self.dominoes.iter().filter(|domino| key & domino[0] == 0) {
            options.extend(images.iter().zip(domino).map(|(position, domino)| position | domino).min());
        }
    }
}

/// The set of the cells that these go to.
fn image(set: u64, to: &[usize]) -> u64 {
    let (mut rest, mut image) = (set, 0);
    while rest > 0 {
        image |= 1 << to[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

/// A position whose options are looked at.
struct Open {
    key: u64,
    /// Where its options begin, and the one that is next.
    from: usize,
    next: usize,
    /// The values of its options so far: a board has at most 112 dominoes, and a position no value
    /// above the number of its options.
    seen: u128,
}

/// The values of all positions, and the number of their options.
fn search(cram: &Cram) -> (HashMap<u64, u8>, u64) {
    let (mut values, mut images, mut options) = (HashMap::new(), Vec::new(), Vec::new());
    let mut count = 0;
    cram.options(0, &mut images, &mut options);
    let mut path = vec![Open { key: 0, from: 0, next: 0, seen: 0 }];
    while let Some(open) = path.last_mut() {
        if let Some(&key) = options.get(open.next) {
            open.next += 1;
            if let Some(&value) = values.get(&key) {
                open.seen |= 1u128 << value;
            } else {
                let from = options.len();
                cram.options(key, &mut images, &mut options);
                path.push(Open { key, from, next: from, seen: 0 });
            }
            continue;
        }
        let (key, value) = (open.key, open.seen.trailing_ones() as u8);
        count += (options.len() - open.from) as u64;
        options.truncate(open.from);
        values.insert(key, value);
        path.pop();
        if let Some(before) = path.last_mut() {
            before.seen |= 1u128 << value;
        }
    }
    (values, count)
}
