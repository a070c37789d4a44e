//! Tables have the values of the definition, for all threads and all amounts of memory.

use std::{collections::BTreeMap, fs, num::NonZero, path::Path};

use grundy_layers::{Error, Graded, Key, LEAST_MEMORY, Pass, Settings, Summary, Table, build};

use crate::games::{Cram, Split, plain};

fn settings(threads: usize, memory: u64) -> Settings {
    Settings::new(memory, NonZero::new(threads).unwrap())
}

fn about(game: &str) -> Vec<String> {
    vec![format!("game {game}")]
}

fn all<K: Key>(folder: &Path) -> BTreeMap<K, u32> {
    let mut all = BTreeMap::new();
    let table: Table<K> = Table::open(folder, 1 << 20).unwrap();
    let mut wanted = Vec::new();
    table
        .each(|layer, key, value| {
            assert_eq!(table.value(layer, key).unwrap(), Some(value));
            assert_eq!(all.insert(key, value), None, "{key:?} twice");
            wanted.extend([(layer, key), (layer + 1, key), (u32::MAX, key)]);
            Ok(())
        })
        .unwrap();
    // Positions in no order, positions in layers that are not theirs, and groups that are not full.
    fastrand::Rng::with_seed(3).shuffle(&mut wanted);
    for wanted in [&wanted[..], &wanted[..wanted.len().min(33)], &[]] {
        let expected: Vec<_> = wanted.iter().map(|&(layer, key)| table.value(layer, key).unwrap()).collect();
        assert_eq!(table.values(wanted).unwrap(), expected);
    }
    all
}

fn agrees<G: Graded>(game: &G, start: &[G::Key]) -> Summary {
    let expected = plain(game, start);
    let mut summaries = Vec::new();
    for (threads, memory) in [(1, LEAST_MEMORY), (2, LEAST_MEMORY), (4, LEAST_MEMORY), (3, 64 << 20)] {
        let folder = tempfile::tempdir().unwrap();
        let summary = build(game, start, &about("g"), folder.path(), &settings(threads, memory), &|_| true).unwrap();
        assert!(all::<G::Key>(folder.path()) == expected, "{threads} threads");
        assert_eq!(summary.positions, expected.len() as u64);
        assert_eq!(Some(summary.largest), expected.values().copied().max());
        let again = build(game, start, &about("g"), folder.path(), &settings(1, memory), &|_| false).unwrap();
        assert_eq!(again, summary, "a complete table is not built again");
        summaries.push((summary.positions, summary.options, summary.largest, summary.sum));
    }
    assert!(summaries.windows(2).all(|pair| pair[0] == pair[1]), "{summaries:?}");
    let folder = tempfile::tempdir().unwrap();
    build(game, start, &about("g"), folder.path(), &settings(2, LEAST_MEMORY), &|_| true).unwrap()
}

#[test]
fn boards_have_the_values_of_the_definition() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        agrees(&Cram::new(rows, columns), &[0]);
    }
}

#[test]
fn sums_and_moves_to_many_layers_have_the_values_of_the_definition() {
    for (most, shift, largest) in [(1, 0, 30), (2, 70, 40), (u128::from(u32::MAX), 96, 120)] {
        let summary = agrees(&Split { most, shift }, &[largest << shift]);
        assert_eq!(summary.layers, summary.positions);
    }
}

#[test]
fn several_positions_to_begin_with_and_none() {
    agrees(&Split { most: 3, shift: 0 }, &[20, 7, 20, 33]);
    let folder = tempfile::tempdir().unwrap();
    let none = build(&Cram::new(2, 2), &[], &about("g"), folder.path(), &settings(1, LEAST_MEMORY), &|_| true).unwrap();
    assert_eq!((none.positions, none.layers, none.largest), (0, 0, 0));
}

#[test]
fn a_foreign_position_has_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let game = Cram::new(3, 3);
    build(&game, &[0], &about("cram"), folder.path(), &settings(1, LEAST_MEMORY), &|_| true).unwrap();
    let table: Table<u64> = Table::open(folder.path(), 1 << 20).unwrap();
    let known = plain(&game, &[0]);
    for key in 0..1u64 << 10 {
        let layer = 9u32.saturating_sub(key.count_ones());
        assert_eq!(table.value(layer, key).unwrap(), known.get(&key).copied(), "{key}");
        assert_eq!(table.value(layer + 1, key).unwrap(), None, "{key} in another layer");
    }
}

#[test]
fn a_game_whose_moves_lower_no_layer_is_refused() {
    struct Flat;
    impl Graded for Flat {
        type Key = u64;
        type Scratch = ();
        fn layer(&self, _: u64) -> u32 {
            3
        }
        fn options(
            &self,
            key: u64,
            _: &mut (),
            mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
        ) -> Result<(), Error> {
            visit(&[key + 1])
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let refused = build(&Flat, &[5], &about("flat"), folder.path(), &settings(2, LEAST_MEMORY), &|_| true);
    let Err(Error::Fault(fault)) = refused else { panic!("{refused:?}") };
    assert!(fault.0.starts_with("the game is not graded: a move from the position 0x5 in layer 3 leads to 0x6"));
}

/// One position with as many options as its layer; all of them lead to the empty position.
struct Wide;

impl Graded for Wide {
    type Key = u64;
    type Scratch = ();

    fn layer(&self, key: u64) -> u32 {
        key as u32
    }

    fn options(&self, key: u64, _: &mut (), mut visit: impl FnMut(&[u64]) -> Result<(), Error>) -> Result<(), Error> {
        (0..key).try_for_each(|_| visit(&[0]))
    }
}

#[test]
fn a_position_with_more_options_than_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = |name: &str| folder.path().join(name);
    let (one, about) = (settings(1, LEAST_MEMORY), about("wide"));
    // Half of the memory has room for this many, if they come alone.
    let most = LEAST_MEMORY / 2 / 20;
    let fits = build(&Wide, &[most, most - 1, 3], &about, &folder("fits"), &one, &|_| true).unwrap();
    assert_eq!((fits.positions, fits.options, fits.largest), (4, 2 * most + 2, 1));
    let refused = build(&Wide, &[most + 1], &about, &folder("wide"), &one, &|_| true);
    let Err(Error::Memory { needed, allowed }) = refused else { panic!("{refused:?}") };
    assert!(needed > allowed && allowed < LEAST_MEMORY, "{needed} {allowed}");
    let small = build(&Wide, &[3], &about, &folder("small"), &settings(1, 1 << 20), &|_| true);
    assert!(matches!(small, Err(Error::Memory { needed: LEAST_MEMORY, .. })));
}

#[test]
fn folders_of_other_things_are_refused_and_unchanged() {
    let parent = tempfile::tempdir().unwrap();
    let one = settings(1, LEAST_MEMORY);
    let game = Cram::new(2, 3);
    let mine = parent.path().join("mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("thesis.tex"), "text").unwrap();
    assert!(matches!(build(&game, &[0], &about("cram"), &mine, &one, &|_| true), Err(Error::NotATable(_))));
    assert_eq!(fs::read_dir(&mine).unwrap().count(), 1);
    let deep = parent.path().join("no/such");
    assert!(matches!(build(&game, &[0], &about("cram"), &deep, &one, &|_| true), Err(Error::File { .. })));
    let table = parent.path().join("table");
    build(&game, &[0], &about("cram"), &table, &one, &|_| true).unwrap();
    let other = build(&game, &[0], &about("nim"), &table, &one, &|_| true);
    let Err(Error::About { expected, found, .. }) = other else { panic!("{other:?}") };
    assert_eq!((&expected[..], &found[..]), ("game nim", "game cram"));
    assert!(matches!(Table::<u64>::open(&mine, 0), Err(Error::NotATable(_))));
    assert!(matches!(Table::<u64>::open(&deep, 0), Err(Error::NotATable(_))));
}

/// An editor may add a byte order mark to the manifest.
#[test]
fn a_byte_order_mark_before_the_manifest_is_skipped() {
    let (folder, game) = (tempfile::tempdir().unwrap(), Cram::new(2, 3));
    build(&game, &[0], &about("g"), folder.path(), &settings(1, LEAST_MEMORY), &|_| true).unwrap();
    let path = folder.path().join("manifest");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("\u{feff}{text}")).unwrap();
    assert!(all::<u64>(folder.path()) == plain(&game, &[0]));
    fs::write(&path, format!(" {text}")).unwrap();
    let refused = Table::<u64>::open(folder.path(), 1 << 20).err().unwrap();
    assert!(refused.to_string().contains("its checksum is wrong"), "{refused}");
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = Cram::new(3, 3);
    let second = std::sync::Mutex::new(None);
    let watch = |_: &_| {
        let mut second = second.lock().unwrap();
        if second.is_none() {
            let one = settings(1, LEAST_MEMORY);
            *second = Some(build(&game, &[0], &about("cram"), folder.path(), &one, &|_| true));
        }
        true
    };
    build(&game, &[0], &about("cram"), folder.path(), &settings(1, LEAST_MEMORY), &watch).unwrap();
    assert!(matches!(second.into_inner().unwrap(), Some(Err(Error::Locked(_)))));
}

#[test]
fn progress_goes_up_and_knows_its_end_in_the_backward_pass() {
    let folder = tempfile::tempdir().unwrap();
    let seen = std::sync::Mutex::new(Vec::new());
    let watch = |progress: &_| {
        seen.lock().unwrap().push(*progress);
        true
    };
    let one = settings(1, LEAST_MEMORY);
    let summary = build(&Cram::new(3, 4), &[0], &about("cram"), folder.path(), &one, &watch).unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.iter().all(|at| at.total == (at.pass == Pass::Backward).then_some(summary.positions)));
    assert!(seen.is_sorted_by(|a, b| a.pass != b.pass || (a.positions, a.disk) <= (b.positions, b.disk)));
    let last = seen.last().unwrap();
    assert_eq!((last.positions, last.disk), (summary.positions, summary.key_bytes + summary.value_bytes));
}

#[test]
fn a_sample_is_computed_again_and_a_wrong_value_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let game = Cram::new(3, 4);
    build(&game, &[0], &about("cram"), folder.path(), &settings(1, LEAST_MEMORY), &|_| true).unwrap();
    let table: Table<u64> = Table::open(folder.path(), 1 << 20).unwrap();
    let meaning = |key: u64| {
        let mut all = Vec::new();
        game.options(key, &mut (), |option| {
            all.push(option.iter().map(|&key| (game.layer(key), key)).collect());
            Ok(())
        })?;
        Ok(all)
    };
    for each in [0, 1, 5, u64::MAX] {
        let verified = table.verify(each, 7, &meaning, &|| true).unwrap();
        assert_eq!(verified.wrong, None);
        let most = table.summary().positions.min(each.saturating_mul(table.summary().layers));
        assert!(verified.sample <= most && (each == 0) == (verified.sample == 0));
    }
    // A meaning with a move less has other values, and one with a foreign option has none.
    let less = |key: u64| Ok(meaning(key)?.split_off(usize::from(key == 0)));
    let foreign = |_: u64| Ok(vec![vec![(1, 1 << 40)]]);
    let wrong = table.verify(u64::MAX, 7, &foreign, &|| true).unwrap().wrong.unwrap();
    assert_eq!(wrong.expected, None);
    assert_eq!(table.verify(u64::MAX, 7, &less, &|| true).unwrap().sample, table.summary().positions);
    assert!(matches!(table.verify(3, 7, &meaning, &|| false), Err(Error::Stopped)));
}
