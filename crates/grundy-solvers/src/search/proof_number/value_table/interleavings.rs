//! Two workers at one line of the table, in every interleaving: a stored value is found once,
//! unchanged.

use loom::{sync::Arc, thread};

use super::*;
use crate::support::sync::every_order;

/// A value that fits into a word for one half of the keys, and is in the map for the other.
fn value(key: u64) -> u64 {
    if key % 2 == 0 { key % 200 } else { 300 + key % 7 }
}

/// Returns keys of an empty table whose probes begin at the same word of this line.
fn rivals(line: usize) -> impl Iterator<Item = u64> {
    (0..).map(move |rest: u64| unmix((line as u64) << (64 - FEWEST) | rest << 3))
}

fn store(table: &ValueTable, key: u64) {
    table.read().put(key, value(key));
}

/// Starts a worker that uses the table.
fn worker(table: &Arc<ValueTable>, work: impl FnOnce(&ValueTable) + 'static) -> thread::JoinHandle<()> {
    let table = Arc::clone(table);
    thread::spawn(move || work(&table))
}

#[test]
fn two_workers_store_into_one_line() {
    every_order(3, || {
        let table = Arc::new(ValueTable::new(1 << 20));
        let mut keys = rivals(3);
        let [one, two] = [0, 1].map(|rest| keys.find(|key| key % 2 == rest).expect("both kinds come up"));
        let other = worker(&table, move |table| {
            store(table, one);
            store(table, two);
        });
        store(&table, two);
        let stored = table.read().get(two);
        assert_eq!(stored, Some(value(two)), "who stored a value finds it");
        other.join().expect("no worker panics");
        let reader = table.read();
        assert_eq!([one, two].map(|key| reader.get(key)), [one, two].map(|key| Some(value(key))));
        assert_eq!(reader.count(), 2, "no key occurs twice");
        assert!(table.is_whole());
    });
}

#[test]
fn a_reader_sees_all_of_a_value_or_nothing() {
    every_order(3, || {
        let table = Arc::new(ValueTable::new(1 << 20));
        let keys: Vec<u64> = rivals(3).take(4).collect();
        let other = {
            let keys = keys.clone();
            worker(&table, move |table| keys.iter().for_each(|&key| store(table, key)))
        };
        for &key in &keys {
            let stored = table.read().get(key);
            assert!(stored.is_none_or(|stored| stored == value(key)));
        }
        other.join().expect("no worker panics");
    });
}

/// Both lines of a key are full and the table may not grow: one of its words is forgotten.
#[test]
fn a_reader_of_a_full_line_sees_what_is_true() {
    every_order(2, || {
        let table = Arc::new(ValueTable::new(0));
        let mut keys = rivals(3);
        let newest = keys.next().expect("there is no last number");
        let second = {
            let lines = &table.read().lines;
            let (line, word) = lines.first(mix(newest));
            lines.other(line, word)
        };
        let old: Vec<u64> = keys.take(LINE).chain(rivals(second).take(LINE)).collect();
        old.iter().for_each(|&key| store(&table, key));
        let other = worker(&table, move |table| store(table, newest));
        for key in [old[0], old[1], newest] {
            let stored = table.read().get(key);
            assert!(stored.is_none_or(|stored| stored == value(key)));
        }
        other.join().expect("no worker panics");
        let reader = table.read();
        assert_eq!(reader.get(newest), Some(value(newest)));
        assert!(!table.is_whole() && old.iter().all(|&key| reader.get(key).is_none_or(|stored| stored == value(key))));
    });
}

/// Both workers find the table crowded: it grows once, and no value is lost that was stored before
/// or since.
#[test]
fn a_table_grows_once_for_two_workers() {
    every_order(2, || {
        let table = Arc::new(ValueTable::new(1 << 20));
        let keys: Vec<u64> = rivals(3).take(4).collect();
        keys[..2].iter().for_each(|&key| store(&table, key));
        // As many words as make it crowded, without storing them one by one.
        table.read().lines.count.fetch_add(LINE << FEWEST, Ordering::Relaxed);
        let grow = |table: &ValueTable, key: u64| {
            if table.read().wants_room() {
                table.grow();
            }
            store(table, key);
        };
        let other = {
            let key = keys[2];
            worker(&table, move |table| grow(table, key))
        };
        grow(&table, keys[3]);
        other.join().expect("no worker panics");
        let reader = table.read();
        assert_eq!(reader.lines.bits, FEWEST + 1);
        assert!(keys.iter().all(|&key| reader.get(key) == Some(value(key))));
        assert_eq!(reader.count(), 4);
    });
}
