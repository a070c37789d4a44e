//! Parts of layers in memory, with their values: each is verified when it is first read, and read
//! again if memory was short.
//!
//! *Cost.* A part is read once while there is room; where the next one does not fit, all others are
//! dropped.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    error::Error,
    key::Key,
    keys::{BLOCK, KeyFile},
    manifest::{LayerPart, keys_file, values_file},
    values::PackedValues,
};

/// A part in memory.
#[derive(Debug)]
pub(crate) struct Loaded<K> {
    /// The keys, in memory.
    pub keys: KeyFile<K>,
    /// The value of each key, by its rank.
    pub values: PackedValues,
}

impl<K: Key> Loaded<K> {
    /// The value of a position; `None` if it is not in the part.
    pub fn value(&self, key: K) -> Result<Option<u32>, Error> {
        let Some(block) = self.keys.block_of(key) else { return Ok(None) };
        // The block says which value it is, and the values of a block are near together: all of
        // them are requested before it is read.
        self.keys.prefetch_block(block);
        self.values.prefetch(block.saturating_mul(BLOCK));
        self.keys.rank_in(block, key)?.map(|rank| self.at(rank)).transpose()
    }

    /// The value of the key of this rank.
    pub fn at(&self, rank: usize) -> Result<u32, Error> {
        let value = self.values.get(rank);
        value.ok_or_else(|| Error::damaged(&self.keys.path, "it has more keys than there are values"))
    }
}

/// Parts in memory, up to a number of bytes.
#[derive(Debug)]
pub(crate) struct Cache<K> {
    /// The folder of the table.
    folder: PathBuf,
    /// The most bytes that parts take together.
    most: u64,
    /// What is in memory, for all threads.
    state: Mutex<CacheState<K>>,
}

/// What is in memory.
#[derive(Debug)]
struct CacheState<K> {
    /// The parts, by the names of their files.
    loaded: HashMap<String, Arc<Loaded<K>>>,
    /// The bytes that they take.
    bytes: u64,
}

impl<K: Key> Cache<K> {
    /// The folder of the table.
    pub fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// An empty cache for the parts in this folder, of at most this many bytes.
    pub fn new(folder: PathBuf, most: u64) -> Cache<K> {
        Cache { folder, most, state: Mutex::new(CacheState { loaded: HashMap::new(), bytes: 0 }) }
    }

    /// A part with its values, which are known.
    ///
    /// The files are read without the lock, so two threads may read one part at the same time; one
    /// of them is kept. Whoever holds a part keeps it alive when it is dropped here, so the limit
    /// may be exceeded by a part for each thread.
    pub fn get(&self, part: &LayerPart<K>) -> Result<Arc<Loaded<K>>, Error> {
        if let Some(known) = self.state().loaded.get(&part.name) {
            return Ok(known.clone());
        }
        let path = keys_file(&self.folder, &part.name);
        let keys: KeyFile<K> = KeyFile::load(&path, &part.checksum)?;
        let Some(valued) = part.values.get() else { return Err(Error::Unfinished(self.folder.clone())) };
        let values = PackedValues::load(&values_file(&self.folder, &part.name), &valued.checksum)?;
        if values.count() as u64 != part.count || keys.sections.first().map(|section| section.count) != Some(part.count)
        {
            return Err(Error::damaged(&path, "it has not as many keys as the manifest names"));
        }
        let loaded = Arc::new(Loaded { keys, values });
        let bytes = loaded.keys.bytes() + loaded.values.bytes();
        let mut state = self.state();
        if state.bytes + bytes > self.most {
            state.loaded.clear();
            state.bytes = 0;
        }
        if state.loaded.insert(part.name.clone(), loaded.clone()).is_none() {
            state.bytes += bytes;
        }
        Ok(loaded)
    }

    /// The state, locked for this thread.
    fn state(&self) -> std::sync::MutexGuard<'_, CacheState<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
