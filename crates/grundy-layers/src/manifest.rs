//! The manifest of a table: the files that belong to it, and how far the work is.
//!
//! ```text
//! grundy-layers 2
//! about game graph: take edge with its ends
//! about start 4x7
//! key 8
//! shards 16
//! edges 1311
//! layer 28
//! part 28-3-0 1 0 0 74 5c.. 3
//! values 28-3-0 58 2 9a.. 77..
//! expanded 1
//! run 3 8192 1f.. 5
//! forward done
//! checksum e2..
//! ```
//!
//! `part` has the name of a file, the number of its keys, the first and the last of them, its bytes
//! and its checksum; a table that several workers build has `shards`, and each part and each run
//! its shard at the end of the line; one that tasks build has `tasks` until it is complete.
//! `values` has the bytes, the largest value, the sum of the pairs, and the checksum. `expanded` is
//! how many parts of the last layer have been expanded. The last line has BLAKE3 of all lines
//! before it. A new manifest replaces the old one as a whole, after the files that it names were
//! brought to the disk: whatever ends a run, the manifest names whole files.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use grundy_table::file;

use crate::{
    error::{Error, Way},
    key::Key,
    sealed::{Checksum, UNFINISHED},
    sum::PairSum,
};

/// The name of the manifest in its folder.
pub(crate) const MANIFEST: &str = "manifest";

/// What the text begins with.
const FIRST_LINE: &str = "grundy-layers 2";

/// The first line of a manifest of another version, without its number.
const FIRST_WORD: &str = "grundy-layers ";

/// The keys of a part of a layer: all of its shard from the first to the last one.
#[derive(Clone, Debug)]
pub(crate) struct LayerPart<K> {
    /// The name of its files, without an end.
    pub name: String,
    /// The shard, if the table has shards.
    pub shard: Option<u32>,
    /// The number of its keys, at least 1.
    pub count: u64,
    /// Its least key.
    pub first: K,
    /// Its greatest key.
    pub last: K,
    /// The length of the file of keys.
    pub bytes: u64,
    /// BLAKE3 of that file, without its last 32 bytes, which are the checksum.
    pub checksum: Checksum,
    /// The values, once they are known.
    pub values: OnceLock<Valued>,
}

/// The values of a part.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    pub bytes: u64,
    /// The largest of the values.
    pub largest: u32,
    pub sum: PairSum,
    pub checksum: Checksum,
}

/// A file of options that are not yet merged into their layers.
#[derive(Clone, Debug)]
pub(crate) struct OptionRun {
    /// Its number, which no other run of its shard has.
    pub number: u64,
    /// The shard of its keys, if the table has shards.
    pub shard: Option<u32>,
    pub bytes: u64,
    pub checksum: Checksum,
}

/// What a table consists of.
#[derive(Clone, Debug)]
pub(crate) struct Manifest<K> {
    /// What the table is of, a line each.
    pub about: Vec<String>,
    /// The number of shards, if several workers build the table: a power of two.
    pub shards: Option<u32>,
    /// The number of tasks, if these build the table.
    pub tasks: Option<u32>,
    /// The parts of each layer that is merged, in the order of their shards and keys.
    pub layers: BTreeMap<u32, Vec<LayerPart<K>>>,
    pub runs: Vec<OptionRun>,
    /// How many parts of the lowest layer have been expanded.
    pub expanded: usize,
    /// The number of options of the positions that have been expanded.
    pub edges: u64,
    /// Whether all positions are known.
    pub forward_done: bool,
}

impl OptionRun {
    /// The name of its file, without an end.
    pub fn name(&self) -> String {
        let OptionRun { number, shard, .. } = self;
        shard.map_or(number.to_string(), |shard| format!("{shard}-{number}"))
    }
}

impl<K: Key> Manifest<K> {
    pub fn new(about: Vec<String>) -> Manifest<K> {
        Manifest {
            about,
            shards: None,
            tasks: None,
            layers: BTreeMap::new(),
            runs: Vec::new(),
            expanded: 0,
            edges: 0,
            forward_done: false,
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.layers.values().flatten().map(|part| part.count).sum()
    }

    /// The bytes of the files of keys, and of those of values.
    pub fn bytes(&self) -> (u64, u64) {
        let values = |part: &LayerPart<K>| part.values.get().map_or(0, |valued| valued.bytes);
        let parts = self.layers.values().flatten();
        parts.fold((0, 0), |(keys, all), part| (keys + part.bytes, all + values(part)))
    }

    /// The parts of a shard in a layer, in the order of their keys.
    pub fn parts(&self, layer: u32, shard: Option<u32>) -> &[LayerPart<K>] {
        let parts = self.layers.get(&layer).map_or(&[][..], |parts| parts);
        let from = parts.partition_point(|part| part.shard < shard);
        let end = parts.partition_point(|part| part.shard <= shard);
        &parts[from..end]
    }

    /// By whom the table was begun.
    pub fn way(&self) -> Way {
        match (self.shards, self.tasks) {
            (_, Some(_)) => Way::Tasks,
            (Some(_), None) => Way::Processes,
            (None, None) => Way::Threads,
        }
    }

    /// Whether every position has its value.
    pub fn is_complete(&self) -> bool {
        self.forward_done && self.layers.values().flatten().all(|part| part.values.get().is_some())
    }

    /// Replaces the manifest of a folder.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        let text = self.text();
        let path = folder.join(MANIFEST);
        file::replace(&path, |file| file.write_all(text.as_bytes())).map_err(Error::file("write", &path))
    }

    /// The manifest as text, with its checksum.
    pub fn text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        self.about.iter().for_each(|line| text.push_str(&format!("about {line}\n")));
        text.push_str(&format!("key {}\n", K::BYTES));
        if let Some(shards) = self.shards {
            text.push_str(&format!("shards {shards}\n"));
        }
        if let Some(tasks) = self.tasks {
            text.push_str(&format!("tasks {tasks}\n"));
        }
        text.push_str(&format!("edges {}\n", self.edges));
        let of_shard = |shard: &Option<u32>| shard.map_or(String::new(), |shard| format!(" {shard}"));
        for (layer, parts) in self.layers.iter().rev() {
            text.push_str(&format!("layer {layer}\n"));
            for LayerPart { name, shard, count, first, last, bytes, checksum, values } in parts {
                let (first, last, shard) = (first.wide(), last.wide(), of_shard(shard));
                text.push_str(&format!("part {name} {count} {first:x} {last:x} {bytes} {}{shard}\n", hex(checksum)));
                if let Some(Valued { bytes, largest, sum, checksum }) = values.get() {
                    text.push_str(&format!("values {name} {bytes} {largest} {sum} {}\n", hex(checksum)));
                }
            }
        }
        text.push_str(&format!("expanded {}\n", self.expanded));
        for OptionRun { number, shard, bytes, checksum } in &self.runs {
            text.push_str(&format!("run {number} {bytes} {}{}\n", hex(checksum), of_shard(shard)));
        }
        if self.forward_done {
            text.push_str("forward done\n");
        }
        let checksum = blake3::hash(text.as_bytes());
        text.push_str(&format!("checksum {}\n", hex(checksum.as_bytes())));
        text
    }

    /// Reads the manifest of a folder. `None` if the folder is missing or empty.
    pub fn load(folder: &Path) -> Result<Option<Manifest<K>>, Error> {
        let Some(text) = read(folder)? else { return Ok(None) };
        Manifest::parse(&text, &folder.join(MANIFEST)).map(Some)
    }

    /// Reads the text of a manifest; `path` is where it is from.
    pub fn parse(text: &str, path: &Path) -> Result<Manifest<K>, Error> {
        let text = unmarked(text);
        let (head, last) = text.trim_end_matches('\n').rsplit_once('\n').unwrap_or_default();
        let body = text.get(..head.len() + 1).unwrap_or_default();
        if !text.starts_with(FIRST_LINE)
            || last != format!("checksum {}", hex(blake3::hash(body.as_bytes()).as_bytes()))
        {
            return Err(Error::damaged(path, "its checksum is wrong: it is cut short or has changed bytes"));
        }
        let mut manifest = Manifest::new(Vec::new());
        for line in body.lines().skip(1) {
            let read = manifest.read_line(line);
            read.ok_or_else(|| Error::damaged(path, format!("`{line}` is not a line of a manifest of this version")))?;
        }
        Ok(manifest)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let words: Vec<&str> = rest.split(' ').collect();
        let parts = self.layers.first_entry();
        match (word, &words[..]) {
            ("about", _) => self.about.push(rest.to_owned()),
            ("key", [bytes]) => return (bytes.parse() == Ok(K::BYTES)).then_some(()),
            ("shards", [shards]) => {
                self.shards = Some(shards.parse().ok().filter(|shards: &u32| shards.is_power_of_two())?);
            }
            ("tasks", [tasks]) => self.tasks = Some(tasks.parse().ok()?),
            ("edges", [edges]) => self.edges = edges.parse().ok()?,
            ("layer", [layer]) => drop(self.layers.insert(layer.parse().ok()?, Vec::new())),
            ("part", [name, count, first, last, bytes, checksum, shard @ ..]) => {
                let key = |text: &str| K::of_wide(u128::from_str_radix(text, 16).ok()?);
                parts?.get_mut().push(LayerPart {
                    name: (*name).to_owned(),
                    shard: shard_of(shard, self.shards)?,
                    count: count.parse().ok()?,
                    first: key(first)?,
                    last: key(last)?,
                    bytes: bytes.parse().ok()?,
                    checksum: unhex(checksum)?,
                    values: OnceLock::new(),
                });
            }
            ("values", [name, bytes, largest, sum, checksum]) => {
                let mut parts = parts?;
                let part = parts.get_mut().last_mut().filter(|part| part.name == *name)?;
                let (bytes, largest) = (bytes.parse().ok()?, largest.parse().ok()?);
                let sum = PairSum(u128::from_str_radix(sum, 16).ok()?);
                part.values.set(Valued { bytes, largest, sum, checksum: unhex(checksum)? }).ok()?;
            }
            ("expanded", [parts]) => self.expanded = parts.parse().ok()?,
            ("run", [number, bytes, checksum, shard @ ..]) => self.runs.push(OptionRun {
                number: number.parse().ok()?,
                shard: shard_of(shard, self.shards)?,
                bytes: bytes.parse().ok()?,
                checksum: unhex(checksum)?,
            }),
            ("forward", ["done"]) => self.forward_done = true,
            _ => return None,
        }
        Some(())
    }

    /// Removes the files of the folder that are named as those of a table and that the manifest
    /// does not name: a run that was ended has left them.
    pub fn remove_others(&self, folder: &Path) -> Result<(), Error> {
        let known = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let whole = name.strip_suffix(UNFINISHED).and_then(|name| name.strip_suffix('.'));
            let Some((stem, end)) = whole.unwrap_or(&name).split_once('.') else { return true };
            if stem.is_empty() || !stem.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
                return true;
            }
            let part = || self.layers.values().flatten().find(|part| part.name == stem);
            match end {
                "keys" | "values" | "run" if whole.is_some() => false,
                "keys" => part().is_some(),
                "values" => part().is_some_and(|part| part.values.get().is_some()),
                "run" => self.runs.iter().any(|run| run.name() == stem),
                _ => true,
            }
        };
        for entry in fs::read_dir(folder).map_err(Error::file("read", folder))?.flatten() {
            let path = entry.path();
            if !known(&path) {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

/// The file of the keys of a part.
pub(crate) fn keys_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.keys"))
}

/// The file of the values of a part.
pub(crate) fn values_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.values"))
}

/// The file of a run.
pub(crate) fn run_file(folder: &Path, run: &OptionRun) -> PathBuf {
    folder.join(format!("{}.run", run.name()))
}

/// Removes a file that is there, unless another task has done so.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::file("write", path)(error)),
        _ => Ok(()),
    }
}

/// The shard at the end of a line: one below their number if the table has shards, else none.
fn shard_of(words: &[&str], shards: Option<u32>) -> Option<Option<u32>> {
    match (words, shards) {
        ([], None) => Some(None),
        ([shard], Some(shards)) => shard.parse().ok().filter(|shard| *shard < shards).map(Some),
        _ => None,
    }
}

/// What the table in a folder is of, and the bytes of its keys: for a caller that does not know
/// them yet.
///
/// # Errors
///
/// [`Error::NotATable`] if the folder has no manifest; [`Error::Version`], [`Error::File`],
/// [`Error::Damaged`].
pub fn about(folder: &Path) -> Result<(Vec<String>, usize), Error> {
    let text = read(folder)?.ok_or_else(|| Error::NotATable(folder.to_path_buf()))?;
    let lines = text.lines().filter_map(|line| line.strip_prefix("about ")).map(str::to_owned).collect();
    let bytes = text.lines().find_map(|line| line.strip_prefix("key ")?.parse().ok());
    let bytes = bytes.ok_or_else(|| Error::damaged(&folder.join(MANIFEST), "it has no line `key`"))?;
    Ok((lines, bytes))
}

/// The text without a byte order mark, which an editor may have added.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text of the manifest of a folder. `None` if the folder is missing, or has nothing but hidden
/// files.
fn read(folder: &Path) -> Result<Option<String>, Error> {
    let path = folder.join(MANIFEST);
    // To read a named pipe may never end.
    if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(Error::NotATable(folder.to_path_buf()));
    }
    match fs::read_to_string(&path) {
        Ok(text) => {
            let first = unmarked(&text).lines().next().filter(|&line| line != FIRST_LINE);
            let version = first.and_then(|line| line.strip_prefix(FIRST_WORD)?.parse::<u32>().ok());
            if version.is_some() { Err(Error::Version(folder.to_path_buf())) } else { Ok(Some(text)) }
        }
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            Err(Error::damaged(&path, "it is not a text: it has changed bytes"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let entries = match fs::read_dir(folder) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                entries => entries.map_err(Error::file("read", folder))?,
            };
            let names: Vec<std::ffi::OsString> = entries.flatten().map(|entry| entry.file_name()).collect();
            match names.iter().all(|name| name.as_encoded_bytes().starts_with(b".")) {
                true => Ok(None),
                // Another task has just written it.
                false if names.iter().any(|name| name == MANIFEST) => {
                    fs::read_to_string(&path).map(Some).map_err(Error::file("read", &path))
                }
                false => Err(Error::NotATable(folder.to_path_buf())),
            }
        }
        Err(error) => Err(Error::file("read", &path)(error)),
    }
}

/// Two lower-case digits a byte.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads what [`hex`] writes; `None` for any other text.
fn unhex(text: &str) -> Option<Checksum> {
    let mut bytes = Checksum::default();
    if text.len() != 2 * bytes.len() || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_tables_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::<u64>::new(Vec::new());
        manifest.runs.push(OptionRun { number: 4, shard: None, bytes: 12, checksum: [3; 32] });
        manifest.runs.push(OptionRun { number: 4, shard: Some(7), bytes: 12, checksum: [3; 32] });
        let kept = ["4.run", "7-4.run", ".keep.run", "notes.tmp", "data.run", "manifest", "7-0.txt", "4.run.old"];
        let removed = ["5.run", "4-7.run", "4.run.tmp", "7-0.keys", "7-0.values", "7-0.keys.tmp"];
        kept.iter().chain(&removed).for_each(|name| fs::write(folder.path().join(name), "x").unwrap());
        manifest.remove_others(folder.path()).unwrap();
        kept.iter().for_each(|name| assert!(folder.path().join(name).exists(), "{name}"));
        removed.iter().for_each(|name| assert!(!folder.path().join(name).exists(), "{name}"));
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written_and_every_change_is_found() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Manifest::<u64>::load(folder.path()).unwrap().is_none(), "an empty folder");
        let part = |name: &str, first: u64, last| {
            let (name, values) = (name.to_owned(), OnceLock::new());
            LayerPart { name, shard: None, count: 3, first, last, bytes: 99, checksum: [7; 32], values }
        };
        let mut manifest = Manifest::new(vec!["game nim".to_owned(), "start 3 + 4".to_owned()]);
        manifest.layers.insert(9, vec![part("9-0", 0, 5), part("9-1", 6, u64::MAX)]);
        manifest.layers.insert(7, vec![part("7-0", 1, 2)]);
        let valued = Valued { bytes: 4, largest: 17, sum: PairSum(12), checksum: [9; 32] };
        manifest.layers[&9][1].values.set(valued).unwrap();
        manifest.runs.push(OptionRun { number: 4, shard: None, bytes: 12, checksum: [3; 32] });
        (manifest.expanded, manifest.edges) = (1, 77);
        for (forward_done, sharded) in [(false, false), (true, false), (false, true)] {
            manifest.forward_done = forward_done;
            if sharded {
                manifest.shards = Some(16);
                manifest.layers.values_mut().flatten().zip([2, 0, 15]).for_each(|(part, of)| part.shard = Some(of));
                manifest.runs.iter_mut().for_each(|run| run.shard = Some(15));
            }
            manifest.save(folder.path()).unwrap();
            let read = Manifest::<u64>::load(folder.path()).unwrap().unwrap();
            assert_eq!(read.text(), manifest.text());
            assert_eq!((read.positions(), read.bytes(), read.is_complete()), (9, (297, 4), false));
        }
        assert!(matches!(Manifest::<u128>::load(folder.path()), Err(Error::Damaged { .. })), "other keys");
        assert_eq!(about(folder.path()).unwrap(), (manifest.about.clone(), 8));
        let path = folder.path().join(MANIFEST);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() - 1 {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let found = Manifest::<u64>::load(folder.path());
            let refused = matches!(found, Err(Error::Damaged { .. } | Error::Version(_)));
            assert!(refused && (at + 1 == FIRST_LINE.len()) == matches!(found, Err(Error::Version(_))), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(matches!(Manifest::<u64>::load(folder.path()), Err(Error::Damaged { .. })), "{at} bytes");
        }
        for (line, is_version) in [("grundy-layers 1", true), ("grundy-layers 30", true), ("grundy-layers x", false)] {
            fs::write(&path, [line.as_bytes(), &whole[FIRST_LINE.len()..]].concat()).unwrap();
            let refused = Manifest::<u64>::load(folder.path()).unwrap_err();
            assert_eq!(matches!(refused, Error::Version(_)), is_version, "{line}: {refused}");
        }
        fs::remove_file(&path).unwrap();
        fs::write(folder.path().join("other.txt"), "mine").unwrap();
        assert!(matches!(Manifest::<u64>::load(folder.path()), Err(Error::NotATable(_))));
        fs::create_dir(&path).unwrap();
        assert!(matches!(Manifest::<u64>::load(folder.path()), Err(Error::NotATable(_))), "no regular file");
    }
}
