//! Tables of several workers and processes are those of one.

use std::{
    net::TcpListener,
    num::NonZero,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use grundy_layers::{Error, Graded, Hosts, LEAST_MEMORY, Pass, Settings, Summary, Table, Way, build, build_together};

use crate::games::{Cram, Split, all, plain, same};

fn settings(workers: usize) -> Settings {
    Settings::new(LEAST_MEMORY, NonZero::new(workers).unwrap())
}

/// Addresses on this machine that were free a moment ago.
pub fn addresses(many: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..many).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

/// Runs processes, each as a thread of this one. `watch` gets the process and the progress.
fn together<G: Graded>(
    game: &G,
    start: &[G::Key],
    folder: &Path,
    processes: usize,
    workers: usize,
    watch: impl Fn(usize, &grundy_layers::Progress) -> bool + Sync,
) -> Vec<Result<Summary, Error>> {
    let addresses = addresses(processes);
    thread::scope(|scope| {
        let runs: Vec<_> = (0..processes)
            .map(|process| {
                let hosts = Hosts { addresses: addresses.clone(), process, patience: Duration::from_secs(60) };
                let watch = &watch;
                scope.spawn(move || {
                    let about = ["some game".to_owned()];
                    build_together(game, start, &about, folder, &settings(workers), &hosts, &|at| watch(process, at))
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    })
}

fn alone<G: Graded>(game: &G, start: &[G::Key]) -> Summary {
    let folder = tempfile::tempdir().unwrap();
    build(game, start, &["some game".to_owned()], folder.path(), &settings(1), &|_| true).unwrap()
}

fn agrees<G: Graded>(game: &G, start: &[G::Key]) {
    let expected = plain(game, start);
    let one = alone(game, start);
    for (processes, workers) in [(1, 1), (1, 2), (1, 3), (2, 1), (3, 2)] {
        let folder = tempfile::tempdir().unwrap();
        for summary in together(game, start, folder.path(), processes, workers, |_, _| true) {
            assert_eq!(same(&summary.unwrap()), same(&one), "{processes} processes, {workers} workers");
        }
        assert!(all::<G::Key>(folder.path()) == expected);
        // A complete table is not built again, in whichever way.
        let again = together(game, start, folder.path(), 2, 1, |_, _| true);
        again.into_iter().for_each(|summary| assert_eq!(same(&summary.unwrap()), same(&one)));
        let again = build(game, start, &["some game".to_owned()], folder.path(), &settings(1), &|_| true).unwrap();
        assert_eq!(same(&again), same(&one));
    }
}

#[test]
fn boards_have_the_values_of_the_definition() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 4), (4, 4)] {
        agrees(&Cram::new(rows, columns), &[0]);
    }
}

#[test]
fn sums_with_large_values_and_moves_to_many_layers() {
    // The largest value is over 64, so is no bit of a word.
    let most = u128::from(u32::MAX);
    for (most, shift, largest) in [(1, 0, 30), (2, 70, 40), (most, 96, 120)] {
        agrees(&Split { most, shift }, &[largest << shift]);
    }
    assert!(alone(&Split { most, shift: 96 }, &[120 << 96]).largest > 64);
    agrees(&Split { most: 3, shift: 0 }, &[20, 7, 20, 33]);
    agrees(&Split { most: 3, shift: 0 }, &[]);
}

#[test]
fn a_larger_board_by_processes_with_several_workers() {
    let game = Cram::new(4, 5);
    let one = alone(&game, &[0]);
    for (processes, workers) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        let folder = tempfile::tempdir().unwrap();
        for summary in together(&game, &[0], folder.path(), processes, workers, |_, _| true) {
            assert_eq!(same(&summary.unwrap()), same(&one));
        }
    }
}

/// The work is ended at growing numbers of looks, and resumed with another number of processes.
#[test]
fn work_that_is_ended_anywhere_resumes() {
    let (board, cuts) = (Cram::new(3, 4), Split { most: 9, shift: 66 });
    resumes(&board, &[0]);
    resumes(&cuts, &[40 << 66]);
}

fn resumes<G: Graded>(game: &G, start: &[G::Key]) {
    let one = alone(game, start);
    let folder = tempfile::tempdir().unwrap();
    let (mut ended, mut backward) = (0u64, 0);
    loop {
        let looks = AtomicU64::new(0);
        let last = AtomicU64::new(0);
        let (processes, workers) = [(2, 1), (1, 2), (3, 1), (1, 1)][ended as usize % 4];
        let stops = ended as usize % processes;
        let watch = |process: usize, at: &grundy_layers::Progress| {
            last.store(u64::from(at.pass == Pass::Backward), Ordering::Relaxed);
            process != stops || looks.fetch_add(1, Ordering::Relaxed) < 20 + 12 * ended
        };
        let runs = together(game, start, folder.path(), processes, workers, watch);
        if runs.iter().all(Result::is_ok) {
            runs.into_iter().for_each(|summary| assert_eq!(same(&summary.unwrap()), same(&one)));
            break;
        }
        for (process, run) in runs.iter().enumerate() {
            match run {
                Err(Error::Stopped) => assert_eq!(process, stops),
                // The others notice that it has ended; at the very end they may be done.
                Err(Error::Peer { .. } | Error::Missing { .. }) | Ok(_) => assert_ne!(process, stops),
                other => panic!("{other:?}"),
            }
        }
        ended += 1;
        backward += last.load(Ordering::Relaxed);
    }
    assert!(ended > 3 && backward > 0, "{ended} {backward}");
    assert_eq!(same(&alone(game, start)), same(&one));
}

#[test]
fn a_table_is_resumed_in_the_way_it_was_begun() {
    let game = Cram::new(3, 4);
    let about = ["some game".to_owned()];
    let folder = tempfile::tempdir().unwrap();
    let ended = together(&game, &[0], folder.path(), 1, 1, |_, at| at.positions < 50);
    assert!(matches!(ended[0], Err(Error::Stopped)));
    let other = build(&game, &[0], &about, folder.path(), &settings(1), &|_| true);
    assert!(matches!(other, Err(Error::Begun { way: Way::Processes, .. })), "{other:?}");
    assert!(matches!(Table::<u64>::open(folder.path(), 1 << 20), Err(Error::Unfinished(_))));
    let folder = tempfile::tempdir().unwrap();
    let ended = build(&game, &[0], &about, folder.path(), &settings(1), &|at| at.positions < 50);
    assert!(matches!(ended, Err(Error::Stopped)));
    let other = together(&game, &[0], folder.path(), 1, 1, |_, _| true);
    assert!(matches!(other[0], Err(Error::Begun { way: Way::Threads, .. })), "{:?}", other[0]);
}

#[test]
fn a_fault_of_the_rules_ends_all_processes() {
    /// A game whose moves lower no layer at one position, which one worker has.
    struct Rises;
    impl Graded for Rises {
        type Key = u64;
        type Scratch = ();
        fn layer(&self, key: u64) -> u32 {
            key as u32
        }
        fn options(
            &self,
            key: u64,
            _: &mut (),
            mut visit: impl FnMut(&[u64]) -> Result<(), Error>,
        ) -> Result<(), Error> {
            assert_ne!(key, 13, "the worker panics here");
            match key {
                0 => Ok(()),
                7 => visit(&[9]),
                _ => visit(&[key - 1]),
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let runs = together(&Rises, &[12], folder.path(), 2, 2, |_, _| true);
    assert!(runs.iter().any(|run| matches!(run, Err(Error::Fault(_)))), "{runs:?}");
    assert!(runs.iter().all(|run| matches!(run, Err(Error::Fault(_) | Error::Peer { .. }))), "{runs:?}");
    // A panic ends the workers of its process, and the other process.
    let folder = tempfile::tempdir().unwrap();
    let addresses = addresses(2);
    let run = |process| {
        let hosts = Hosts { addresses: addresses.clone(), process, patience: Duration::from_secs(60) };
        let about = ["some game".to_owned()];
        std::panic::catch_unwind(|| {
            build_together(&Rises, &[13], &about, folder.path(), &settings(2), &hosts, &|_| true)
        })
    };
    let runs = thread::scope(|scope| {
        let other = scope.spawn(|| run(1));
        [run(0), other.join().unwrap()]
    });
    assert_eq!(runs.iter().filter(|run| run.is_err()).count(), 1, "one has panicked: {runs:?}");
    assert_eq!(runs.iter().filter(|run| matches!(run, Ok(Err(Error::Peer { .. })))).count(), 1, "{runs:?}");
}

#[test]
fn a_process_that_stops_or_does_not_come_ends_the_others() {
    let game = Cram::new(3, 4);
    let addresses = addresses(2);
    let folder = tempfile::tempdir().unwrap();
    let about = ["some game".to_owned()];
    let run = |process, patience, watch: grundy_layers::Watch<'_>| {
        let hosts = Hosts { addresses: addresses.clone(), process, patience };
        build_together(&game, &[0], &about, folder.path(), &settings(1), &hosts, watch)
    };
    let short = Duration::from_millis(400);
    let no_place = run(2, short, &|_| true);
    assert!(matches!(no_place, Err(Error::Host { process: 2, .. })), "{no_place:?}");
    let none = run(0, short, &|_| true);
    assert!(matches!(none, Err(Error::Missing { process: 1, .. })), "{none:?}");
    let second = run(1, short, &|_| true);
    assert!(matches!(second, Err(Error::Missing { process: 0, .. })), "{second:?}");
    // One that is there and says nothing is waited for no longer than the patience.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = [silent.local_addr().unwrap().to_string(), addresses[1].clone()].to_vec();
    let hosts = Hosts { addresses: hosts, process: 1, patience: short };
    let began = Instant::now();
    let waited = build_together(&game, &[0], &about, folder.path(), &settings(1), &hosts, &|_| true);
    assert!(matches!(waited, Err(Error::Missing { process: 0, .. })), "{waited:?}");
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    // The second one sleeps in the middle of its work, as if its machine had stopped.
    let slept = AtomicU64::new(0);
    let sleeps = |at: &grundy_layers::Progress| {
        if at.positions > 20 && slept.fetch_add(1, Ordering::Relaxed) == 0 {
            thread::sleep(4 * short);
        }
        true
    };
    let runs = thread::scope(|scope| {
        let other = scope.spawn(|| run(1, Duration::from_secs(60), &sleeps));
        [run(0, short, &|_| true), other.join().unwrap()]
    });
    assert!(matches!(runs[0], Err(Error::Stalled(_))), "{runs:?}");
    assert!(matches!(runs[1], Err(Error::Peer { process: 0 })), "{runs:?}");
}

#[test]
fn a_process_with_another_table_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let addresses = addresses(2);
    let run = |process, name: &str| {
        let hosts = Hosts { addresses: addresses.clone(), process, patience: Duration::from_secs(60) };
        let folder = parent.path().join(name);
        build_together(&Cram::new(2, 3), &[0], &[name.to_owned()], &folder, &settings(1), &hosts, &|_| true)
    };
    let runs = thread::scope(|scope| {
        let other = scope.spawn(|| run(1, "another game"));
        [run(0, "a game"), other.join().unwrap()]
    });
    assert!(runs.iter().all(|run| matches!(run, Err(Error::Foreign { .. }))), "{runs:?}");
}
