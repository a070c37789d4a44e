//! Static functions have the values of their tables, in any memory, and after writing and reading.

use std::{fs, num::NonZero};

use grundy_layers::{Error, Function, Graded, LEAST_MEMORY, Settings, Table, build};

use crate::games::Cram;

/// Three heaps of at most 40 counters: take one from a heap, or as many as its third from all.
struct Three;

impl Graded for Three {
    type Key = u64;
    type Scratch = ();

    fn layer(&self, key: u64) -> u32 {
        key.to_le_bytes().into_iter().map(u32::from).sum()
    }

    fn options(&self, key: u64, _: &mut (), mut visit: impl FnMut(&[u64]) -> Result<(), Error>) -> Result<(), Error> {
        let heaps = key.to_le_bytes();
        for (heap, size) in (0..3).zip(heaps) {
            let others =
                (0..3).filter(|&other| other != heap).all(|other| u64::from(heaps[other]) >= u64::from(size) / 3);
            if size > 0 {
                visit(&[key - (1 << (8 * heap))])?;
            }
            if size > 2 && others {
                let taken = u64::from(size) / 3;
                visit(&[key - taken * 0x01_01_01])?;
            }
        }
        Ok(())
    }
}

fn of<G: Graded<Key = u64>>(game: &G, start: u64, memory: u64) -> (Table<u64>, Function) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings::new(LEAST_MEMORY, NonZero::new(2).unwrap());
    let about = ["game g".to_string(), "start \u{e9}".to_string()];
    build(game, &[start], &about, folder.path(), &settings, &|_| true).unwrap();
    let table: Table<u64> = Table::open(folder.path(), 1 << 30).unwrap();
    // Every part is in memory afterwards: the folder is removed at the end.
    table.each(|_, _, _| Ok(())).unwrap();
    let function = Function::of(&table, memory, &|| true).unwrap();
    (table, function)
}

fn agrees(table: &Table<u64>, function: &Function) {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    table
        .each(|_, key, value| {
            keys.push(key);
            values.push(value);
            Ok(())
        })
        .unwrap();
    assert_eq!(function.positions(), keys.len() as u64);
    assert_eq!(function.sum(), table.summary().sum);
    assert_eq!(function.about(), table.about());
    assert!(keys.iter().zip(&values).all(|(&key, &value)| function.value(key) == value));
    assert_eq!(function.values(&keys), values);
    // Other keys get some value.
    (0..1000).for_each(|key: u64| assert!(function.value(!key) <= table.summary().largest));
}

#[test]
fn a_function_has_the_values_of_its_table_in_any_memory() {
    let start = 40 | 40 << 8 | 40 << 16;
    for memory in [0, 1 << 20, 1 << 30] {
        let (table, function) = of(&Three, start, memory);
        assert_eq!(table.summary().positions, 41 * 41 * 41);
        assert!(table.summary().largest > 2);
        agrees(&table, &function);
        let bits = function.bytes() as f64 * 8.0 / function.positions() as f64;
        assert!(bits < 4.0, "{bits} bits a position");
    }
}

#[test]
fn small_tables_have_functions_too() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (3, 3), (4, 4)] {
        let (table, function) = of(&Cram::new(rows, columns), 0, 1 << 20);
        agrees(&table, &function);
    }
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings::new(LEAST_MEMORY, NonZero::<usize>::MIN);
    build(&Three, &[], &[], folder.path(), &settings, &|_| true).unwrap();
    let none = Function::of(&Table::<u64>::open(folder.path(), 1 << 20).unwrap(), 1 << 20, &|| true).unwrap();
    assert_eq!((none.positions(), none.value(7u64)), (0, 0));
}

#[test]
fn a_file_is_read_as_it_was_written_and_a_changed_byte_is_found() {
    let (table, function) = of(&Cram::new(3, 3), 0, 1 << 20);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cram.static");
    let length = function.save(&path).unwrap();
    let whole = fs::read(&path).unwrap();
    assert_eq!(length, whole.len() as u64);
    agrees(&table, &Function::load(&path).unwrap());
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&path, &changed).unwrap();
        assert!(matches!(Function::load(&path), Err(Error::Damaged { .. })), "byte {at}");
        fs::write(&path, &whole[..at]).unwrap();
        assert!(matches!(Function::load(&path), Err(Error::Damaged { .. })), "{at} bytes");
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(Function::load(&path), Err(Error::File { .. })));
}

#[test]
fn the_work_can_be_ended() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings::new(LEAST_MEMORY, NonZero::<usize>::MIN);
    build(&Cram::new(4, 4), &[0], &[], folder.path(), &settings, &|_| true).unwrap();
    let table: Table<u64> = Table::open(folder.path(), 1 << 20).unwrap();
    assert!(matches!(Function::of(&table, 1 << 20, &|| false), Err(Error::Stopped)));
}
