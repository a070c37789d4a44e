//! Tables of tasks that share a folder are those of one process.

use std::{
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

use grundy_layers::{
    Error, Graded, LEAST_MEMORY, MOST_TASKS, Progress, Settings, Summary, Table, Task, Way, build, build_task,
};

use crate::games::{Cram, Split, all, plain, same};

fn settings(threads: usize) -> Settings {
    Settings::new(LEAST_MEMORY, NonZero::new(threads).unwrap())
}

fn about() -> [String; 1] {
    ["some game".to_owned()]
}

fn task(number: u32, of: u32, patience: Duration) -> Task {
    Task { number, of: NonZero::new(of).unwrap(), patience }
}

fn one<G: Graded>(game: &G, start: &[G::Key], folder: &Path, threads: usize, task: Task) -> Result<Summary, Error> {
    build_task(game, start, &about(), folder, &settings(threads), task, &|_| true)
}

/// All tasks at the same time.
fn together<G: Graded>(game: &G, start: &[G::Key], folder: &Path, of: u32, threads: usize) -> Vec<Summary> {
    thread::scope(|scope| {
        let task = |number| task(number, of, Duration::from_secs(60));
        let tasks: Vec<_> =
            (0..of).map(|at| scope.spawn(move || one(game, start, folder, threads, task(at)))).collect();
        let done: Vec<_> = tasks.into_iter().map(|task| task.join().unwrap()).collect();
        done.iter().for_each(|done| assert!(done.is_ok(), "{done:?}"));
        done.into_iter().flatten().collect()
    })
}

fn agrees<G: Graded>(game: &G, start: &[G::Key]) {
    let expected = plain(game, start);
    let alone = tempfile::tempdir().unwrap();
    let alone = build(game, start, &about(), alone.path(), &settings(1), &|_| true).unwrap();
    for (of, threads) in [(1, 1), (3, 2)] {
        let folder = tempfile::tempdir().unwrap();
        for summary in together(game, start, folder.path(), of, threads) {
            assert_eq!(same(&summary), same(&alone), "{of} tasks with {threads} threads");
        }
        assert!(all::<G::Key>(folder.path()) == expected);
        // A complete table is not built again, in whichever way.
        let again = one(game, start, folder.path(), 1, task(3, 4, Duration::ZERO)).unwrap();
        assert_eq!(same(&again), same(&alone));
        let again = build(game, start, &about(), folder.path(), &settings(1), &|_| true).unwrap();
        assert_eq!(same(&again), same(&alone));
    }
}

#[test]
fn boards_have_the_values_of_the_definition() {
    for (rows, columns) in [(1, 1), (3, 4)] {
        agrees(&Cram::new(rows, columns), &[0]);
    }
}

#[test]
fn sums_with_large_values_and_moves_to_many_layers() {
    let most = u128::from(u32::MAX);
    for (most, shift, largest) in [(2, 70, 20), (most, 96, 80)] {
        agrees(&Split { most, shift }, &[largest << shift]);
    }
    agrees(&Split { most: 3, shift: 0 }, &[20, 7, 20, 33]);
    agrees(&Split { most: 3, shift: 0 }, &[]);
}

/// As a loop in a shell does: one task after the other, each as far as it comes.
#[test]
fn tasks_take_turns() {
    let game = Cram::new(3, 4);
    let alone = tempfile::tempdir().unwrap();
    let alone = build(&game, &[0], &about(), alone.path(), &settings(1), &|_| true).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut rounds = 0;
    let summary = 'turns: loop {
        rounds += 1;
        for number in 0..2 {
            match one(&game, &[0], folder.path(), 1, task(number, 2, Duration::ZERO)) {
                Ok(summary) => break 'turns summary,
                Err(Error::Waits { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    };
    assert_eq!(same(&summary), same(&alone));
    // In the last round of the first pass, the last task goes on to the second one.
    assert!(rounds <= 2 * summary.layers, "{rounds}");
    let table: Table<u64> = Table::open(folder.path(), 1 << 20).unwrap();
    assert_eq!(table.value(12, 0).unwrap(), plain(&game, &[0]).get(&0).copied());
    // As if the last task had been killed between the manifest and the end.
    let left = ["forward-12-1.report", "backward-0-0.report", "7-9.run"].map(|name| folder.path().join(name));
    left.iter().for_each(|path| std::fs::write(path, "x").unwrap());
    one(&game, &[0], folder.path(), 1, task(0, 2, Duration::ZERO)).unwrap();
    left.iter().for_each(|path| assert!(!path.exists(), "{}", path.display()));
}

#[test]
fn a_table_is_resumed_in_the_way_that_it_was_begun() {
    let game = Cram::new(3, 4);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("tasks");
    let named = AtomicU32::new(u32::MAX);
    let watch = |progress: &Progress| {
        progress.waits_for.iter().for_each(|&task| named.store(task, Ordering::Relaxed));
        true
    };
    let waits = build_task(&game, &[0], &about(), &folder, &settings(1), task(1, 2, Duration::ZERO), &watch);
    assert_eq!(named.into_inner(), 0, "the watch hears which task is waited for");
    assert!(matches!(waits, Err(Error::Waits { task: 0, of: 2, layer: 12 })), "{waits:?}");
    let threads = build(&game, &[0], &about(), &folder, &settings(1), &|_| true);
    assert!(matches!(threads, Err(Error::Begun { way: Way::Tasks, .. })), "{threads:?}");
    let others = one(&game, &[0], &folder, 1, task(1, 3, Duration::ZERO));
    assert!(matches!(others, Err(Error::Tasks { expected: 3, found: Some(2), .. })), "{others:?}");
    for (number, of) in [(2, 2), (0, MOST_TASKS + 1)] {
        let none = one(&game, &[0], &folder, 1, task(number, of, Duration::ZERO));
        assert!(matches!(none, Err(Error::Tasks { found: None, .. })), "{none:?}");
    }
    let other = build_task(&game, &[0], &[], &folder, &settings(1), task(1, 2, Duration::ZERO), &|_| true);
    assert!(matches!(other, Err(Error::About { .. })), "{other:?}");
    assert_eq!(together(&game, &[0], &folder, 2, 1).len(), 2);

    let folder = parent.path().join("threads");
    let stopped = build(&game, &[0], &about(), &folder, &settings(1), &|_| false);
    assert!(matches!(stopped, Err(Error::Stopped)), "{stopped:?}");
    let task = one(&game, &[0], &folder, 1, task(0, 2, Duration::ZERO));
    assert!(matches!(task, Err(Error::Begun { way: Way::Threads, .. })), "{task:?}");
}
