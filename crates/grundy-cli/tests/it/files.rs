//! Files that the program writes: whole or as they were, never two runs in one, and an answer that
//! is printed whatever becomes of them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use grundy::storage::checkpoint::{self, Kind};
use snapbox::cmd::cargo_bin;

use crate::program::{Run, run};

/// An empty folder, which is gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-files-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a temporary folder with a plain name").to_owned()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a name").file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program in a shell that lets no file grow over 1 KiB: what is larger is cut there, as
/// on a full disk.
#[cfg(unix)]
fn run_on_a_full_disk(arguments: &[&str]) -> Run {
    let line = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let output = Command::new("sh").args(["-c", line]).arg(cargo_bin!("grundy")).args(arguments).output();
    let output = output.expect("there is a shell");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code(), out: text(output.stdout), narrated: text(output.stderr) }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_picture() {
    let folder = Folder::new("full-picture");
    let file = folder.file("k.svg");
    fs::write(&file, "old").expect("it can be written");
    let full = run_on_a_full_disk(&["draw", "table", "kayles", "-o", &file]);
    assert!(full.code == Some(2) && full.narrated.contains("error: cannot write"), "{}", full.narrated);
    assert_eq!((fs::read_to_string(&file).ok().as_deref(), folder.names().len()), (Some("old"), 1));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_and_the_answer() {
    let folder = Folder::new("full");
    let file = folder.file("file");
    let asked: [&[&str]; 3] = [
        &["cram", "4x5", "--certificate", &file],
        &["table", "octal 0.007", "2000", "--certificate", &file],
        &["prove", "octal 0.16", "--certificate", &file],
    ];
    for asked in asked {
        let plain = run(&asked[..asked.len() - 2]);
        for old in [None, Some("old")] {
            old.map_or(Ok(()), |old| fs::write(&file, old)).expect("it can be written");
            let full = run_on_a_full_disk(asked);
            assert_eq!(full.code, Some(2), "{asked:?}: {}", full.narrated);
            assert!(full.narrated.contains("error: cannot write"), "{asked:?}: {}", full.narrated);
            assert_eq!(full.out, plain.out, "{asked:?}");
            assert_eq!(fs::read_to_string(&file).ok().as_deref(), old, "{asked:?}");
            assert_eq!(folder.names().len(), usize::from(old.is_some()), "{:?}", folder.names());
        }
        let roomy = run(asked);
        assert_eq!((roomy.code, &roomy.out), (Some(0), &plain.out), "{asked:?}: {}", roomy.narrated);
        assert!(fs::read(&file).expect("it is there").len() > 1024, "{asked:?}: small enough to be written");
        fs::remove_file(&file).expect("it is there");
    }
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_is_not_said_to_be_there() {
    let folder = Folder::new("unkept");
    let file = folder.file("work");
    for (asked, told) in [
        (
            &["cram", "4x7", "--value", "--max-positions", "1500"][..],
            "work is not written: what was found could not be written",
        ),
        (&["table", "octal 0.007", "30000", "--csv", "--max-positions", "20000"], "error: cannot write"),
        (&["prove", "octal 0.007", "--max-positions", "15000"], "error: cannot write"),
    ] {
        let full = run_on_a_full_disk(&[asked, &["--checkpoint", &file]].concat());
        assert!(matches!(full.code, Some(2 | 3)), "{asked:?}: {}", full.narrated);
        assert!(full.narrated.contains(told) && !full.narrated.contains("holds"), "{asked:?}: {}", full.narrated);
        assert_eq!(folder.names(), [""; 0], "{asked:?}");
    }
}

#[test]
fn an_answer_is_printed_where_its_certificate_has_no_place() {
    let nowhere = std::env::temp_dir().join("grundy-no-such-folder/cert");
    let nowhere = nowhere.to_str().expect("a temporary folder with a plain name");
    let json = run(&["kayles", "5", "7", "--json", "--certificate", nowhere]);
    assert_eq!((json.code, &json.json()["value"]), (Some(2), &6.into()), "{}", json.narrated);
    assert!(json.narrated.contains("{\"error\":{\"code\":\"file\",\"message\":\"cannot write"), "{}", json.narrated);
    // A quiet run reports who wins by its exit code, but not where the certificate is missing.
    assert_eq!(run(&["kayles", "5", "5", "--quiet", "--certificate", nowhere]).code, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn streams_are_written_directly() {
    let plain = run(&["kayles", "5", "7"]);
    let both = run(&["kayles", "5", "7", "--certificate", "/dev/stdout"]);
    assert!(both.code == Some(0) && both.out.ends_with(&plain.out), "{}", both.narrated);
    assert!(both.out.starts_with("grundy-certificate"), "{}", both.out);
    let folder = Folder::new("streams");
    let file = folder.file("out");
    let line = "exec \"$0\" kayles 5 7 --certificate /dev/stdout > \"$1\"";
    let status = Command::new("sh").args(["-c", line]).arg(cargo_bin!("grundy")).arg(&file).status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), both.out);
    let full = run(&["kayles", "5", "7", "--certificate", "/dev/full"]);
    assert_eq!((full.code, full.out), (Some(2), plain.out), "{}", full.narrated);
}

/// A run that does not outlive its test.
#[cfg(unix)]
struct Begun(Child);

#[cfg(unix)]
impl Drop for Begun {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A long search with a checkpoint, as the shell line `before; exec grundy ..` would begin it.
#[cfg(unix)]
fn begin(before: &str, file: &str) -> Begun {
    let line = format!("{before} exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &line]).arg(cargo_bin!("grundy"));
    command.args(["cram", "6x9", "--value", "--no-check", "--checkpoint", file]);
    Begun(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("there is a shell"))
}

/// Waits until it is so, for as long as a busy machine may need.
fn wait(mut so: impl FnMut() -> bool, what: &str) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn send(signal: &str, child: &Begun) {
    let sent = Command::new("kill").args([signal, &child.0.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[cfg(unix)]
fn ended(mut child: Begun) -> ExitStatus {
    let mut status = None;
    wait(
        || {
            status = child.0.try_wait().expect("it can be asked");
            status.is_some()
        },
        "it ends",
    );
    status.expect("it has ended")
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = Folder::new("shared");
    let file = folder.file("work");
    let first = begin("", &file);
    wait(|| Path::new(&file).exists(), "a checkpoint is written");
    let in_use = format!("{file} is in use by another run of grundy");
    for asked in [&["cram", "4x5"][..], &["prove", "kayles"], &["table", "kayles", "20", "--csv"]] {
        let second = run(&[asked, &["--checkpoint", &file]].concat());
        assert_eq!((second.code, second.out.as_str()), (Some(2), ""), "{asked:?}: {}", second.narrated);
        assert!(second.narrated.contains(&in_use), "{asked:?}: {}", second.narrated);
    }
    for asked in [&["atlas", "octal 0.??"][..], &["census", "--letters", "2", "--size", "2", "--count", "1"]] {
        let second = run(&[asked, &["-o", &file]].concat());
        assert!(second.code == Some(2) && second.narrated.contains(&in_use), "{asked:?}: {}", second.narrated);
    }
    // A run that is killed leaves its lock to the next one, which leaves nothing else.
    send("-KILL", &first);
    ended(first);
    let next = run(&["cram", "6x9", "--value", "--no-check", "--max-positions", "1", "--checkpoint", &file]);
    assert!(next.code == Some(3) && next.narrated.contains("resumed with"), "{}", next.narrated);
    assert_eq!(folder.names(), ["work"]);
}

/// Whether programs that begin here catch SIGHUP: not under `nohup`.
#[cfg(unix)]
pub fn catches_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 0)
}

/// The end of the time comes while a checkpoint is resumed.
#[test]
fn the_end_of_the_time_leaves_no_lock() {
    let folder = Folder::new("late");
    let file = folder.file("work");
    let kept = run(&["table", "octal 0.007", "20000", "--csv", "--no-check", "--checkpoint", &file]);
    assert_eq!(kept.code, Some(0), "{}", kept.narrated);
    let late = run(&["prove", "octal 0.007", "--to", "30000", "--checkpoint", &file, "--time", "0.3"]);
    assert_eq!(late.code, Some(3), "{}", late.narrated);
    assert_eq!(folder.names(), ["work"], "{}", late.narrated);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_a_checkpoint() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129)] {
        if signal == "-HUP" && !catches_hangup() {
            crate::not_run("SIGHUP is ignored here, or the system does not say whether it is");
            continue;
        }
        let folder = Folder::new(&signal[1..]);
        let file = folder.file("work");
        let child = begin("", &file);
        // The first checkpoint is written while the search goes on; then it is taken away, so that
        // the last one is seen.
        wait(|| Path::new(&file).exists(), "a checkpoint is written");
        fs::remove_file(&file).expect("it is there");
        send(signal, &child);
        assert_eq!(ended(child).code(), Some(code), "{signal}");
        assert_eq!(folder.names(), ["work"], "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let folder = Folder::new("nohup");
    let file = folder.file("work");
    let mut child = begin("trap '' HUP;", &file);
    wait(|| Path::new(&file).exists(), "a checkpoint is written");
    send("-HUP", &child);
    std::thread::sleep(Duration::from_millis(500));
    assert!(matches!(child.0.try_wait(), Ok(None)), "it goes on");
    send("-TERM", &child);
    assert_eq!(ended(child).code(), Some(143));
}

/// To read a pipe may take for ever: a signal ends that at once, since there is nothing to keep.
#[cfg(unix)]
#[test]
fn a_signal_ends_what_waits_for_its_input() {
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let mut command = Command::new(cargo_bin!("grundy"));
        command.args(["judge", "wplay"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = Begun(command.spawn().expect("the program runs"));
        let input = child.0.stdin.take();
        // Until the signal is caught it ends the program too, in the way of the system.
        std::thread::sleep(Duration::from_millis(500));
        send(signal, &child);
        let left = ended(child).code();
        assert!(left.is_none() || left == Some(code), "{signal}: {left:?}");
        drop(input);
    }
}

/// `automaton` is tried first here, and it answers.
#[test]
fn a_method_that_keeps_nothing_says_so() {
    let folder = Folder::new("attempt");
    let file = folder.file("work");
    let word = "aabbab".repeat(60);
    let solved =
        run(&["solve", "row: \"ab\" -> \"a\", \"ba\" -> \"b\"", &word, "--value", "--json", "--checkpoint", &file]);
    assert_eq!((solved.code, &solved.json()["solver"]), (Some(0), &"automaton".into()), "{}", solved.narrated);
    let told = "work is not written: the solver `automaton`, which answered, saves nothing";
    assert!(solved.narrated.contains(told), "{}", solved.narrated);
    let misere = run(&["prove", "misère octal 0.3", "--checkpoint", &file]);
    assert!(misere.code == Some(2) && misere.narrated.contains("saves nothing"), "{}", misere.narrated);
    let proved = run(&["prove", "kayles", "--checkpoint", &folder.file("period")]);
    assert!(proved.code == Some(0) && proved.narrated.contains("a period is proved"), "{}", proved.narrated);
}

/// A checkpoint of a table with a right checksum and wrong values.
#[test]
fn forged_values_are_found() {
    let folder = Folder::new("forged");
    let file = folder.file("work");
    let path = Path::new(&file);
    let asked = ["table", "octal 0.007", "3000", "--csv", "--checkpoint", &file];
    assert_eq!(run(&[&asked[..], &["--max-positions", "1000"]].concat()).code, Some(3));
    let kept = checkpoint::load(path, &[Kind::Values], &["game octal 0.007".into()]).expect("it is complete");
    let values = checkpoint::values(&kept).expect("values");
    assert!(values.len() > 300, "{}", values.len());
    // Larger heaps may be left out by the sample of a busy machine.
    for wrong in [0, 1, 5, 15] {
        let mut forged = values.clone();
        forged[wrong] += 1;
        checkpoint::save_values(path, &kept.about, &forged).expect("it can be written");
        let before = fs::read(path).expect("it is there");
        for asked in [&asked[..], &["prove", "octal 0.007", "--to", "3000", "--checkpoint", &file]] {
            let refused = run(asked);
            assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{wrong}: {}", refused.narrated);
            assert!(refused.narrated.contains("work: it holds the value"), "{}", refused.narrated);
        }
        assert_eq!(fs::read(path).expect("it is there"), before, "what is refused is not written over");
    }
    checkpoint::save_values(path, &kept.about, &values).expect("it can be written");
    let whole = run(&asked[..4]);
    let right = run(&asked);
    assert_eq!((right.code, &right.out), (Some(0), &whole.out), "{}", right.narrated);
    assert!(right.narrated.contains(" values; "), "{}", right.narrated);
}

/// What is reported of a limit is about the heaps up to it, also if a checkpoint holds more.
#[test]
fn a_checkpoint_beyond_the_limit_does_not_count() {
    let folder = Folder::new("beyond");
    let file = folder.file("work");
    assert_eq!(run(&["prove", "octal 0.07", "--to", "100", "--checkpoint", &file]).code, Some(3));
    let less = ["prove", "octal 0.07", "--to", "30", "--json"];
    let (resumed, anew) = (run(&[&less[..], &["--checkpoint", &file]].concat()), run(&less));
    assert_eq!((resumed.code, &resumed.json()["values_max"]), (Some(3), &5.into()), "{}", resumed.narrated);
    assert_eq!(resumed.json(), anew.json());
}

/// A hunt that ends before it has begun does not replace a list of values, which a table needs, by
/// its state.
#[test]
fn a_run_that_finds_nothing_leaves_the_values() {
    let folder = Folder::new("nothing");
    let file = folder.file("work");
    let table = ["table", "octal 0.007", "3000", "--csv", "--checkpoint", &file];
    assert_eq!(run(&table).code, Some(0));
    let before = fs::read(&file).expect("the table has written it");
    let prove = run(&["prove", "octal 0.007", "--to", "30000", "--checkpoint", &file, "--time", "0"]);
    assert_eq!(prove.code, Some(3), "{}", prove.narrated);
    assert!(prove.narrated.contains("holds 3001 values, as before"), "{}", prove.narrated);
    assert_eq!(fs::read(&file).expect("it is there"), before);
    assert_eq!(run(&table).code, Some(0));
}

/// The lines of a file share what is proved of heaps in misère play. A limit on the time of the
/// processor, not on that of the clock, ends a run that solves each line anew.
#[cfg(unix)]
#[test]
fn misere_lines_share_their_work() {
    let folder = Folder::new("misere-lines");
    for (at, (game, heaps, largest)) in
        [("n -> n-1, n -> (n/3)", 1, 90_000), ("take any, split into 2 heaps", 2, 200), ("kayles", 3, 5_000)]
            .into_iter()
            .enumerate()
    {
        let size = |line: usize| (line * line * 7919 + line) % largest;
        let line = |line: usize| (0..heaps).map(|at| size(3 * line + at).to_string()).collect::<Vec<_>>().join(" + ");
        let lines: Vec<String> = (0..300).map(line).collect();
        let file = folder.file(&at.to_string());
        fs::write(&file, lines.join("\n")).expect("the folder is there");
        let limited = "ulimit -t 60; exec \"$0\" \"$@\"";
        let asked = ["solve", "--misere", game, "--outcome", "--positions", &file];
        let output = Command::new("sh").args(["-c", limited]).arg(cargo_bin!("grundy")).args(asked).output();
        let output = output.expect("there is a shell");
        assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(text.lines().count(), lines.len(), "{game}");
        assert!(text.lines().all(|line| line.contains("\"status\":\"proved\"")), "{game}");
    }
}
