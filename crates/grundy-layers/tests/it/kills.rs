//! Runs that are ended at any moment, killed processes included, resume to the same table; damaged
//! files are refused by name.

use std::{
    env, fs,
    num::NonZero,
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

use grundy_layers::{Error, LEAST_MEMORY, Settings, Summary, Table, build};

use crate::games::{Cram, Split};

/// Names the folder to the process that is killed.
const FOLDER: &str = "GRUNDY_LAYERS_KILLED";

fn every(save_every: Duration, threads: usize) -> Settings {
    Settings { save_every, ..Settings::new(LEAST_MEMORY, NonZero::new(threads).unwrap()) }
}

fn cram(folder: &Path, settings: &Settings) -> Result<Summary, Error> {
    build(&Cram::new(4, 5), &[0], &["cram 4x5".to_owned()], folder, settings, &|_| true)
}

/// How many files a folder has, 0 if it does not exist.
fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

/// Not a test of its own: what a killed process does.
#[test]
fn a_process_that_is_killed() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    cram(Path::new(&folder), &every(Duration::ZERO, 2)).unwrap();
}

#[test]
fn a_killed_process_is_resumed_to_the_same_table() {
    let parent = tempfile::tempdir().unwrap();
    let whole = cram(&parent.path().join("whole"), &every(Duration::ZERO, 1)).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let mut kills = 0;
    for round in 0..4 {
        let folder = parent.path().join(format!("killed-{round}"));
        for _ in 0..6 {
            let this = env::current_exe().unwrap();
            let mut process = Command::new(this)
                .args(["kills::a_process_that_is_killed", "--exact", "--test-threads", "1"])
                .env(FOLDER, &folder)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // By files, not by time alone: a loaded machine may sleep until all work is done.
            let enough = files(&folder) + random.usize(0..5);
            while process.try_wait().unwrap().is_none() && files(&folder) < enough {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(random.u64(0..8)));
            kills += u32::from(process.try_wait().unwrap().is_none());
            let _ = process.kill();
            process.wait().unwrap();
        }
        let resumed = cram(&folder, &every(Duration::from_secs(1), 1 + round % 3)).unwrap();
        assert_eq!((resumed.positions, resumed.options, resumed.sum), (whole.positions, whole.options, whole.sum));
        let mut names: Vec<String> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| !name.ends_with(".keys") && !name.ends_with(".values"));
        assert_eq!(names, ["manifest"], "nothing is left over");
    }
    assert!(kills > 0, "no process was killed before its end");
}

/// Ends the work at each call of the watch, in turn, and resumes it with another
/// number of threads.
#[test]
fn work_that_is_ended_anywhere_resumes() {
    let about = ["split".to_owned()];
    let game = Split { most: 9, shift: 66 };
    let start = [40 << 66];
    let parent = tempfile::tempdir().unwrap();
    let one = every(Duration::ZERO, 1);
    let whole = build(&game, &start, &about, &parent.path().join("whole"), &one, &|_| true).unwrap();
    let folder = parent.path().join("ended");
    let mut ended = 0;
    for limit in 1.. {
        let looks = AtomicU64::new(0);
        let watch = |_: &_| looks.fetch_add(1, Ordering::Relaxed) < limit;
        match build(&game, &start, &about, &folder, &every(Duration::ZERO, 1 + ended % 3), &watch) {
            Err(Error::Stopped) => {
                ended += 1;
                assert!(matches!(Table::<u128>::open(&folder, 1 << 20), Err(Error::Unfinished(_))));
            }
            done => {
                let done = done.unwrap();
                assert_eq!((done.positions, done.options, done.sum), (whole.positions, whole.options, whole.sum));
                break;
            }
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn a_damaged_file_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let settings = every(Duration::ZERO, 1);
    let game = Cram::new(3, 3);
    let about = ["cram 3x3".to_owned()];
    build(&game, &[0], &about, folder.path(), &settings, &|_| true).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(names.len() > 6);
    for path in names {
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        fs::write(&path, &changed).unwrap();
        let read = Table::<u64>::open(folder.path(), 1 << 20)
            .and_then(|table| table.verify(0, 1, &|_| Ok(Vec::new()), &|| true));
        let Err(Error::Damaged { path: named, .. }) = read else { panic!("{path:?}: {read:?}") };
        assert_eq!(named, path);
        fs::write(&path, &whole).unwrap();
    }
    // A table whose values are missing resumes only from whole keys.
    let text = fs::read_to_string(folder.path().join("manifest")).unwrap();
    assert!(text.contains("forward done"));
}
