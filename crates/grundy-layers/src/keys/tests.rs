//! Files of keys are read as they were written, whole or by blocks, and every change is found.

use super::{reader::KeyReader, *};

/// Keys with small and large differences, from the least to the greatest.
fn keys<K: Key>(count: usize, seed: u64) -> Vec<K> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut keys: Vec<K> =
        (0..count).filter_map(|_| K::of_wide(u128::from(random.u64(..)) >> random.u32(0..64))).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn read<K: Key>(file: &KeyFile<K>, section: usize, from: Option<K>, end: Option<K>) -> Vec<K> {
    let mut reader = KeyReader::new(file, section, from, end).unwrap();
    std::iter::from_fn(|| reader.next().unwrap()).collect()
}

fn returns<K: Key>(block: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.keys");
    let layers: Vec<Vec<K>> =
        [0, 1, block, block + 1, 5000].iter().zip(1..).map(|(&count, seed)| keys(count, seed)).collect();
    let mut writer = Writer::create(&path, block).unwrap();
    for (layer, keys) in layers.iter().enumerate() {
        writer.section(layer as u32).unwrap();
        keys.iter().for_each(|&key| writer.put(key).unwrap());
    }
    let (checksum, length, sections) = writer.finish().unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().len(), length);
    let disk = KeyFile::written(&path, block, sections);
    let memory = KeyFile::load(&path, &checksum).unwrap();
    for (section, keys) in layers.iter().enumerate() {
        for file in [&disk, &memory] {
            assert_eq!(read(file, section, None, None), *keys);
            for at in [0, 1, keys.len() / 2, keys.len().saturating_sub(1)] {
                let (Some(&from), end) = (keys.get(at), keys.get(at + 300).copied()) else { continue };
                let expected = &keys[at..(at + 300).min(keys.len())];
                assert_eq!(read(file, section, Some(from), end), expected, "from {at}");
            }
        }
    }
}

#[test]
fn keys_are_read_as_they_were_written() {
    for block in [1, 3, BLOCK, RUN_BLOCK] {
        returns::<u64>(block);
        returns::<u128>(block);
    }
}

/// Each key has its rank in a file of these keys, and a key between two of them has none.
fn ranked<K: Key>(keys: &[K], block: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.keys");
    let mut writer = Writer::create(&path, block).unwrap();
    writer.section(0).unwrap();
    keys.iter().for_each(|&key| writer.put(key).unwrap());
    let (checksum, ..) = writer.finish().unwrap();
    let file = KeyFile::load(&path, &checksum).unwrap();
    let rank = |key: K| file.block_of(key).map_or(Ok(None), |block| file.rank_in(block, key)).unwrap();
    for (at, &key) in keys.iter().enumerate() {
        assert_eq!(rank(key), Some(at));
        let near = [key.wide().checked_sub(1), key.wide().checked_add(1)];
        for other in near.into_iter().flatten().filter_map(K::of_wide) {
            assert_eq!(rank(other), keys.binary_search(&other).ok(), "{other:?} near {key:?}");
        }
    }
}

#[test]
fn a_key_has_its_rank() {
    for block in [1, 3, BLOCK] {
        for (count, seed) in [0, 1, block, block + 1, 5000].into_iter().zip(1..) {
            ranked(&keys::<u64>(count, seed), block);
            ranked(&keys::<u128>(count, seed), block);
        }
        // Ranges without a block, and ranges of many blocks: all but one key are near together.
        let far = |near: u128| (0..3000).map(move |key| near + key).chain([u128::MAX]);
        ranked(&far(0).collect::<Vec<u128>>(), block);
        ranked(&[0].into_iter().chain(far(u128::MAX - 3000)).collect::<Vec<u128>>(), block);
        let evenly = |step: u64| (0..3000).map(|key| key * step).collect::<Vec<u64>>();
        [1, 2, u64::MAX / 3000].into_iter().for_each(|step| ranked(&evenly(step), block));
    }
}

#[test]
fn a_changed_byte_or_a_missing_one_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.keys");
    let mut writer = Writer::create(&path, BLOCK).unwrap();
    writer.section(3).unwrap();
    keys::<u64>(300, 9).into_iter().for_each(|key| writer.put(key).unwrap());
    let (checksum, ..) = writer.finish().unwrap();
    let whole = std::fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        std::fs::write(&path, &changed).unwrap();
        assert!(matches!(KeyFile::<u64>::load(&path, &checksum), Err(Error::Damaged { .. })), "byte {at}");
        std::fs::write(&path, &whole[..at]).unwrap();
        assert!(matches!(KeyFile::<u64>::load(&path, &checksum), Err(Error::Damaged { .. })), "{at} bytes");
    }
    std::fs::write(&path, &whole).unwrap();
    assert!(KeyFile::<u64>::load(&path, &checksum).is_ok());
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(KeyFile::<u64>::load(&path, &checksum), Err(Error::Damaged { .. })));
}
