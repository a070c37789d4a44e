//! Merges sorted keys of several readers into one ascending sequence without repeats.
//!
//! Each reader ascends without repeats; a key of several readers comes up once for each, one after
//! the other, so that comparing with the last one suffices.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
};

use crate::{error::Error, key::Key, keys::reader::KeyReader};

/// Calls `visit` with each key of the readers once, ascending. Costs one step in a heap of readers
/// for each key that a reader holds.
pub(crate) fn merge<K: Key>(
    mut readers: Vec<KeyReader<'_, K>>,
    mut visit: impl FnMut(K) -> Result<(), Error>,
) -> Result<(), Error> {
    if let [reader] = &mut readers[..] {
        while let Some(key) = reader.next()? {
            visit(key)?;
        }
        return Ok(());
    }
    let mut heap = BinaryHeap::with_capacity(readers.len());
    for (at, reader) in readers.iter_mut().enumerate() {
        heap.extend(reader.next()?.map(|key| Reverse((key, at))));
    }
    let mut last = None;
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((key, at)) = *top;
        if last != Some(key) {
            visit(key)?;
            last = Some(key);
        }
        match readers[at].next()? {
            Some(next) => *top = Reverse((next, at)),
            None => drop(PeekMut::pop(top)),
        }
    }
    Ok(())
}
