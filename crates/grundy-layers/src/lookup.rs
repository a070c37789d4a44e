//! Many look-ups in parts in memory, in steps that all of them take in turn.
//!
//! A look-up reads the directory of a part, where a block begins, the block and the value: four
//! places far from each other, each of which depends on the one before it. A table is larger than
//! the cache, so a look-up alone waits for the memory three times or more. Here each step of a
//! group requests what the next one reads, and the group waits together.

use std::sync::Arc;

use crate::{cache::Loaded, error::Error, key::Key};

/// Look-ups that are done in turn.
pub(crate) const GROUP: usize = 32;

/// A look-up in a part.
#[derive(Debug)]
struct LookUp<K> {
    part: Arc<Loaded<K>>,
    /// The key that is looked for.
    key: K,
    /// The block of the key, then its rank: `None` if it is known that the key is not in the part.
    at: Option<usize>,
}

/// Appends the value of each key in its part: `None` if there is no part, or the part has no such
/// key.
pub(crate) fn values<K: Key>(
    wanted: impl Iterator<Item = Result<Option<(Arc<Loaded<K>>, K)>, Error>>,
    values: &mut Vec<Option<u32>>,
) -> Result<(), Error> {
    let mut group = Vec::with_capacity(GROUP);
    for one in wanted {
        group.push(one?.map(|(part, key)| LookUp { part, key, at: None }));
    }
    let look_ups = || group.iter().flatten();
    look_ups().for_each(|it| it.part.keys.prefetch_directory(it.key));
    look_ups().for_each(|it| it.part.keys.prefetch_starts(it.key));
    for it in group.iter_mut().flatten() {
        it.at = it.part.keys.block_of(it.key);
        it.at.into_iter().for_each(|block| it.part.keys.prefetch_block(block));
    }
    for it in group.iter_mut().flatten() {
        it.at = it.at.map_or(Ok(None), |block| it.part.keys.rank_in(block, it.key))?;
        it.at.into_iter().for_each(|rank| it.part.values.prefetch(rank));
    }
    for one in group {
        values.push(one.and_then(|it| Some(it.part.at(it.at?))).transpose()?);
    }
    Ok(())
}
