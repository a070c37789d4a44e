//! The values of all positions of a graded game, by layers, in memory that does not grow with their
//! number: sorted files of packed positions, and files of their values.
//!
//! A game is graded if a measure, the *layer*, falls with every move: the number of free cells of a
//! board, the letters of a word. [`build`] finds all positions from the highest layer down
//! (`forward`), then their values from the lowest layer up (`backward`). Files are written once; a
//! manifest names those that belong to the table, so a run that was ended resumes where the last
//! manifest was written, with any number of threads and any memory. [`Table`] answers from a
//! complete table: it holds the exact set of positions, so a position that is not in it gets no
//! answer.
//!
//! ```
//! use grundy_layers::{Error, Graded, Settings, Table, build};
//!
//! /// Take one or two counters; a heap is in the layer of its size.
//! struct OneOrTwo;
//!
//! impl Graded for OneOrTwo {
//!     type Key = u64;
//!     type Scratch = ();
//!
//!     fn layer(&self, heap: u64) -> u32 {
//!         heap as u32
//!     }
//!
//!     fn options(
//!         &self,
//!         heap: u64,
//!         _: &mut (),
//!         mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
//!     ) -> Result<(), Error> {
//!         (1..=2.min(heap)).try_for_each(|taken| visit(&[heap - taken]))
//!     }
//! }
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path().join("table");
//! let settings = Settings::new(16 << 20, std::num::NonZero::<usize>::MIN);
//! let summary = build(&OneOrTwo, &[10], &["one or two".into()], &folder, &settings, &|_| true)?;
//! assert_eq!((summary.positions, summary.largest), (11, 2));
//!
//! let table: Table<u64> = Table::open(&folder, 1 << 20)?;
//! assert_eq!(table.value(8, 8)?, Some(2));
//! assert_eq!(table.value(11, 11)?, None);
//! # Ok::<(), Error>(())
//! ```
//!
//! | part | file |
//! |---|---|
//! | what a game must give | [`Graded`] |
//! | packed positions | [`Key`] |
//! | all positions, from the highest layer down | `forward.rs`, `merge.rs`, `keys.rs` |
//! | all values, from the lowest layer up | `backward.rs`, `cache.rs`, `values.rs` |
//! | what belongs to a table, and how far it is | `manifest.rs`, `sealed.rs` |
//! | several tasks, several processes | `tasks.rs`, `cluster/` (feature `cluster`) |
//! | answers | [`Table`], [`Function`] |
//!
//! *Cost.* Each position is expanded twice. Memory is that of the [`Settings`], at least
//! [`LEAST_MEMORY`]; the disk holds the keys, about a byte each where they are close together, and
//! 4 to 32 bits for each value, and meanwhile the runs.
//!
//! *Limits.* Play must end by the layer alone; keys have 64 or 128 bits; a value has at most 32
//! bits.

#![warn(missing_debug_implementations)]

mod backward;
mod bits;
mod cache;
#[cfg(feature = "cluster")]
mod cluster;
mod error;
mod forward;
mod function;
mod game;
mod key;
mod keys;
mod lookup;
mod manifest;
mod merge;
mod sealed;
mod sort;
mod sum;
mod table;
mod tasks;
mod values;
mod work;

use std::{fs, io::ErrorKind, path::Path};

use grundy_table::file::Lock;

#[cfg(feature = "cluster")]
pub use cluster::{Hosts, build_together};
pub use error::{Error, Way};
pub use function::Function;
pub use game::Graded;
pub use key::Key;
pub use manifest::about;
pub use sum::PairSum;
pub use table::{PlainOptions, Summary, Table, Verified, WrongPosition};
pub use tasks::{MOST_TASKS, Task, build_task};
pub use work::{LEAST_MEMORY, Pass, Progress, Settings, Watch};

use manifest::{MANIFEST, Manifest};
use work::TableWork;

/// Builds the table of all positions that can be reached from `start` in a folder, or resumes it,
/// or returns what a complete one holds. The folder is made if its parent is there.
///
/// The lines `about` name what the table is of; a table resumes only if these lines are equal.
/// `watch` gets the progress, often and from all threads, and returns false to end the work.
///
/// The positions, the values and [`Summary::sum`] do not depend on the settings. Costs two
/// expansions of each position, the sorting of all options twice, and about 1.7 bytes of disk for a
/// position of Cram; runs of options take some times as much while a layer is found.
///
/// # Errors
///
/// [`Error::Stopped`] if the watch has ended the work; what is known is on disk. [`Error::Fault`]
/// if the game is not graded or its rules fail. [`Error::Memory`], [`Error::File`],
/// [`Error::Locked`], [`Error::Damaged`], [`Error::NotATable`], [`Error::About`].
pub fn build<G: Graded>(
    game: &G,
    start: &[G::Key],
    about: &[String],
    folder: &Path,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Summary, Error> {
    let mut work = TableWork::new(folder, settings, watch)?;
    // A folder with something else is refused before anything is written to it.
    known::<G::Key>(folder, about)?;
    make(folder)?;
    let _lock = Lock::take(&folder.join(MANIFEST)).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => Error::Locked(folder.to_path_buf()),
        _ => Error::file("write", folder)(error),
    })?;
    let manifest = known(folder, about)?.unwrap_or_else(|| Manifest::new(about.to_vec()));
    if manifest.shards.is_some() && !manifest.is_complete() {
        return Err(Error::Begun { path: folder.to_path_buf(), way: manifest.way() });
    }
    finish(game, start, manifest, &mut work)
}

/// Does what is left to do.
fn finish<G: Graded>(
    game: &G,
    start: &[G::Key],
    mut manifest: Manifest<G::Key>,
    work: &mut TableWork<'_>,
) -> Result<Summary, Error> {
    work.save(&manifest, true)?;
    manifest.remove_others(&work.folder)?;
    match passes(game, start, &mut manifest, work) {
        Err(Error::Stopped) => {
            work.keep_all();
            work.save(&manifest, true)?;
            Err(Error::Stopped)
        }
        done => done.map(|()| table::summary(&manifest)),
    }
}

/// Runs both passes over a table that is not complete, and returns what it holds.
fn passes<G: Graded>(
    game: &G,
    start: &[G::Key],
    manifest: &mut Manifest<G::Key>,
    work: &mut TableWork<'_>,
) -> Result<(), Error> {
    if !manifest.forward_done {
        forward::forward(game, start, manifest, work)?;
    }
    if !manifest.is_complete() {
        backward::backward(game, manifest, work)?;
    }
    Ok(())
}

/// Makes a folder, if its parent is there.
fn make(folder: &Path) -> Result<(), Error> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(Error::file("write", folder)(error)),
        _ => Ok(()),
    }
}

/// The manifest of a folder, if it has one: of a table of this.
fn known<K: Key>(folder: &Path, expected: &[String]) -> Result<Option<Manifest<K>>, Error> {
    let found = match manifest::about(folder) {
        Ok((found, _)) => found,
        Err(Error::NotATable(_)) => return Manifest::load(folder),
        Err(error) => return Err(error),
    };
    if found != expected {
        let (expected, found) = (expected.join(", "), found.join(", "));
        return Err(Error::About { path: folder.to_path_buf(), expected, found });
    }
    Manifest::load(folder)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, num::NonZero, time::Duration};

    use super::*;

    /// Take up to three counters of one of four heaps, of at most 255 counters each, or any number
    /// of the first one.
    pub(crate) struct Heaps;

    impl Graded for Heaps {
        type Key = u64;
        type Scratch = ();

        fn layer(&self, key: u64) -> u32 {
            key.to_le_bytes().into_iter().map(u32::from).sum()
        }

        fn options(
            &self,
            key: u64,
            _: &mut (),
            mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
        ) -> Result<(), Error> {
            for (heap, size) in key.to_le_bytes().into_iter().enumerate() {
                let most = if heap == 0 { size } else { size.min(3) };
                (1..=u64::from(most)).try_for_each(|taken| visit(&[key - (taken << (8 * heap))]))?;
            }
            Ok(())
        }
    }

    /// Small buffers, ranges, parts and waves: many runs are merged in many steps, and parts are
    /// read again and again.
    #[test]
    fn divided_work_finds_the_same_table() {
        let sizes = [11u64, 5, 4, 3];
        let start = sizes.iter().rev().fold(0, |key, size| key << 8 | size);
        let mut sums = Vec::new();
        let mut ended = 0;
        for (threads, share, range, part, wave) in [
            (1, 4 << 20, 1 << 16, 1 << 20, 64),
            (1, 256, 50, 7, 2),
            (3, 2048, 10, 100, 1),
            (2, 1 << 16, 1 << 16, 33, 3),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let settings = Settings::new(LEAST_MEMORY, NonZero::new(threads).unwrap());
            let settings = Settings { save_every: Duration::from_secs(60), ..settings };
            let looks = std::sync::atomic::AtomicU64::new(0);
            let mut rounds = 0;
            let summary = loop {
                let end = looks.load(std::sync::atomic::Ordering::Relaxed) + 400 * (1 + rounds);
                let watch = |_: &_| looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < end;
                let mut work = TableWork::new(folder.path(), &settings, &watch).unwrap();
                work.share = share;
                work.division = work::Division { range, part, wave };
                let manifest = known(folder.path(), &[]).unwrap().unwrap_or_else(|| Manifest::new(Vec::new()));
                match finish(&Heaps, &[start], manifest, &mut work) {
                    Err(Error::Stopped) => rounds += 1,
                    done => break done.unwrap(),
                }
            };
            assert_eq!(summary.positions, sizes.iter().map(|size| size + 1).product::<u64>());
            let table: Table<u64> = Table::open(folder.path(), 1 << 10).unwrap();
            // The first heap is Nim's, the others take their size modulo 4.
            let mut known = BTreeMap::new();
            table
                .each(|_, key, value| {
                    let plain = key.to_le_bytes().into_iter().enumerate();
                    let plain =
                        plain.fold(0, |sum, (heap, size)| sum ^ u32::from(if heap == 0 { size } else { size % 4 }));
                    assert_eq!(value, plain, "{key:x}");
                    known.insert(key, value);
                    Ok(())
                })
                .unwrap();
            assert_eq!(known.len() as u64, summary.positions);
            sums.push((summary.options, summary.largest, summary.sum));
            ended += rounds;
        }
        assert!(ended > 0, "no work was ended");
        assert!(sums.windows(2).all(|pair| pair[0] == pair[1]), "{sums:?}");
    }

    /// The work ends early: while the first layers are merged and expanded.
    #[test]
    fn a_start_in_several_layers_is_resumed_from_everywhere() {
        let keys = |sum: u64| (0..=sum).flat_map(move |a| (0..=sum - a).map(move |b| a | b << 8 | (sum - a - b) << 16));
        let start: Vec<u64> = keys(24).chain([3 << 56]).collect();
        let settings = Settings::new(LEAST_MEMORY, NonZero::<usize>::MIN);
        let whole = tempfile::tempdir().unwrap();
        let whole = build(&Heaps, &start, &[], whole.path(), &settings, &|_| true).unwrap();
        assert_eq!(whole.positions, (0..=24).map(|sum| keys(sum).count() as u64).sum::<u64>() + 3);
        for end in 0..6 {
            let folder = tempfile::tempdir().unwrap();
            let looks = std::sync::atomic::AtomicU64::new(0);
            let watch = |_: &_| looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < end;
            let ended = build(&Heaps, &start, &[], folder.path(), &settings, &watch);
            assert!(matches!(ended, Err(Error::Stopped)), "at look {end}");
            let resumed = build(&Heaps, &start, &[], folder.path(), &settings, &|_| true).unwrap();
            assert_eq!(resumed, whole, "ended at look {end}");
        }
    }
}
