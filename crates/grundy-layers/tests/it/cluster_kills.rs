//! One of two processes is killed at random moments of both passes; the other one ends, and all are
//! started again, in another number: the table is the same.

use std::{
    env, fs,
    num::NonZero,
    path::Path,
    process::{self, Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use grundy_layers::{Error, Hosts, LEAST_MEMORY, Settings, Summary, Table, build, build_together};

use crate::{
    cluster::addresses,
    games::{Cram, Split},
};

/// Names the work of a process: the game, the folder, its number, and all addresses.
const WORK: &str = "GRUNDY_LAYERS_TOGETHER";

/// How long a process waits for one that was killed before it came.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a process may take to end after another one.
const NOTICED: Duration = Duration::from_secs(90);

/// The exit code of a process that has not noticed that another one is gone.
const UNNOTICED: i32 = 9;

fn every_layer() -> Settings {
    Settings { save_every: Duration::ZERO, ..Settings::new(LEAST_MEMORY, NonZero::<usize>::MIN) }
}

/// Builds a table, alone without hosts.
fn work(game: &str, folder: &Path, hosts: Option<&Hosts>) -> Result<Summary, Error> {
    let (about, settings) = ([game.to_owned()], every_layer());
    match (game, hosts) {
        ("cram", None) => build(&Cram::new(4, 5), &[0], &about, folder, &settings, &|_| true),
        ("cram", Some(hosts)) => build_together(&Cram::new(4, 5), &[0], &about, folder, &settings, hosts, &|_| true),
        (_, None) => build(&CUTS, &[30 << 66], &about, folder, &settings, &|_| true),
        (_, Some(hosts)) => build_together(&CUTS, &[30 << 66], &about, folder, &settings, hosts, &|_| true),
    }
}

/// Moves to many layers, and values of sums.
const CUTS: Split = Split { most: 9, shift: 66 };

/// Not a test of its own: what a process does.
#[test]
fn a_process_among_others() {
    let Ok(words) = env::var(WORK) else { return };
    let words: Vec<&str> = words.split(' ').collect();
    let [game, folder, process, addresses @ ..] = &words[..] else { panic!("{words:?}") };
    let addresses = addresses.iter().map(|address| (*address).to_owned()).collect();
    let hosts = Hosts { addresses, process: process.parse().unwrap(), patience: PATIENCE };
    match work(game, Path::new(folder), Some(&hosts)) {
        Ok(_) => {}
        Err(Error::Stalled(_)) => process::exit(UNNOTICED),
        Err(error) => panic!("{error}"),
    }
}

fn start(game: &str, folder: &Path, many: usize) -> Vec<Child> {
    let addresses = addresses(many).join(" ");
    let start = |process| {
        Command::new(env::current_exe().unwrap())
            .args(["cluster_kills::a_process_among_others", "--exact", "--test-threads", "1", "--nocapture"])
            .env(WORK, format!("{game} {} {process} {addresses}", folder.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    (0..many).map(start).collect()
}

/// Waits until a process has ended; returns whether it has done its work.
fn ended(process: &mut Child) -> bool {
    let code = code(process);
    assert_ne!(code, Some(UNNOTICED), "a process has not noticed that another one was killed");
    code == Some(0)
}

/// Waits for the exit code of a process.
fn code(process: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > NOTICED {
            process.kill().unwrap();
            panic!("a process waits for one that was killed");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Kills one of two processes this many times. Returns how many kills came in each pass.
fn kills(game: &str, many: u32, seed: u64) -> [u32; 2] {
    let mut random = fastrand::Rng::with_seed(seed);
    let parent = tempfile::tempdir().unwrap();
    let whole = work(game, &parent.path().join("whole"), None).unwrap();
    let whole = (whole.positions, whole.options, whole.largest, whole.sum);
    let begun = Instant::now();
    assert!(start(game, &parent.path().join("together"), 2).iter_mut().all(ended));
    let takes = begun.elapsed();
    let mut passes = [0; 2];
    let mut round = 0;
    while passes[0] + passes[1] < many {
        round += 1;
        assert!(round < 20 * many, "the processes end too early: {passes:?}");
        let folder = parent.path().join(round.to_string());
        let mut processes = start(game, &folder, 2);
        thread::sleep(takes.mul_f64(random.f64()));
        let mut killed = processes.swap_remove(random.usize(..2));
        let early = killed.try_wait().unwrap().is_none();
        killed.kill().unwrap();
        killed.wait().unwrap();
        processes.iter_mut().for_each(|process| _ = ended(process));
        let text = fs::read_to_string(folder.join("manifest")).unwrap_or_default();
        if early && Table::<u64>::open(&folder, 1 << 20).is_err() {
            passes[usize::from(text.contains("forward done"))] += 1;
        }
        // Another number of processes.
        let again = random.usize(1..4);
        assert!(start(game, &folder, again).iter_mut().all(ended), "{again} processes did not resume");
        let resumed = work(game, &folder, None).unwrap();
        assert_eq!((resumed.positions, resumed.options, resumed.largest, resumed.sum), whole, "after {passes:?}");
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left =
            names.filter(|name| !name.ends_with(".keys") && !name.ends_with(".values") && !name.starts_with('.'));
        assert_eq!(left.collect::<Vec<_>>(), ["manifest"], "nothing is left over");
        fs::remove_dir_all(&folder).unwrap();
    }
    passes
}

#[test]
fn a_killed_process_ends_the_other_and_all_resume() {
    for (game, seed) in [("cram", 5), ("cuts", 6)] {
        kills(game, 3, seed);
    }
}

#[test]
#[ignore = "it runs for minutes: `cargo xtask exact` runs it, and the test above is its short form"]
fn fifty_kills() {
    for (game, seed) in [("cram", 7), ("cuts", 8)] {
        let passes = kills(game, 25, seed);
        println!("{game}: {} kills in the forward pass, {} in the backward pass", passes[0], passes[1]);
        assert!(passes.iter().all(|&many| many > 0), "{passes:?}");
    }
}
