//! Two workers that write to one pair of entries, in every interleaving: facts stay with their
//! position.

use loom::{sync::Arc, thread};

use super::*;
use crate::support::sync::every_order;

/// The facts of a key, as far as the table has values.
fn facts(key: u64) -> u64 {
    mix(key) >> 20 & 0xff
}

/// Returns keys that share a pair of entries of the smallest table.
fn rivals(bounds: &TranspositionTable) -> [u64; 3] {
    let mut keys = (1..).filter(|&key| bounds.place(key).0 == 0 && facts(key) > 0);
    std::array::from_fn(|_| keys.next().expect("there is no last number"))
}

fn true_of(bounds: &TranspositionTable, keys: [u64; 3]) {
    for key in keys {
        assert_eq!(bounds.attained(key) & !facts(key), 0, "facts of another position");
        for value in 0..bounds.width() {
            assert!(bounds.get(key, value) != Some(REFUTED) || facts(key) >> value & 1 == 1);
        }
    }
}

/// Both workers write once, to a table that contains the keys `first` and `second`.
fn write(first: usize, second: usize, third: usize) {
    every_order(3, move || {
        let bounds = Arc::new(TranspositionTable::new(0, 0));
        let keys = rivals(&bounds);
        bounds.attain(keys[first], facts(keys[first]));
        bounds.attain(keys[second], facts(keys[second]) & 0x55);
        let other = {
            let bounds = Arc::clone(&bounds);
            thread::spawn(move || bounds.attain(keys[third], facts(keys[third])))
        };
        bounds.attain(keys[first], facts(keys[first]) & 0x0f);
        other.join().expect("no worker panics");
        true_of(&bounds, keys);
    });
}

#[test]
fn entries_that_are_pushed_out() {
    write(0, 1, 2);
}

#[test]
fn entries_that_change_places() {
    write(0, 1, 1);
    write(0, 1, 0);
}

#[test]
fn a_reader_sees_no_mixture() {
    every_order(3, || {
        let bounds = Arc::new(TranspositionTable::new(0, 0));
        let keys = rivals(&bounds);
        bounds.attain(keys[0], facts(keys[0]));
        let other = {
            let bounds = Arc::clone(&bounds);
            thread::spawn(move || {
                bounds.attain(keys[1], facts(keys[1]));
                bounds.attain(keys[0], facts(keys[0]));
            })
        };
        assert_eq!(bounds.attained(keys[0]) & !facts(keys[0]), 0);
        assert_eq!(bounds.attained(keys[1]) & !facts(keys[1]), 0);
        other.join().expect("no worker panics");
    });
}
