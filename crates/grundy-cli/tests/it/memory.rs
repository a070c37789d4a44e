//! What the process holds at most under `--memory`, and input that does not end. The peak is what
//! Linux says in `/proc/PID/status`, without the pages of files: the code of the program, which is
//! shared, and grows with each new part of it. On other systems these tests do not run.

use std::{
    fs,
    io::Write,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use snapbox::cmd::cargo_bin;

const MIB: u64 = 1 << 20;

/// What a run held at most, what it left as its code, and what it printed.
struct Held {
    peak: u64,
    code: Option<i32>,
    reported: String,
}

/// Whether the peak of a process can be read here.
fn measured() -> bool {
    if !cfg!(target_os = "linux") {
        crate::not_run("the peak of a process is read from /proc, which this system does not have");
    }
    cfg!(target_os = "linux")
}

fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
    let bytes = |name: &str| Some(line(name)?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024);
    bytes("VmHWM:").zip(bytes("RssFile:")).map_or(0, |(peak, files)| peak.saturating_sub(files))
}

/// Runs the program with what `input` writes to its stdin.
fn run(arguments: &[&str], input: impl FnOnce(&mut dyn Write) + Send + 'static) -> Held {
    let mut child = Command::new(cargo_bin!("grundy"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::spawn(move || input(&mut pipe));
    let mut most = 0;
    while child.try_wait().expect("the program is there").is_none() {
        most = most.max(peak(&child));
        thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("the program ends");
    Held { peak: most, code: output.status.code(), reported: String::from_utf8(output.stderr).expect("text") }
}

/// Each of these held more than the limit and 10 MiB, most of them far more, when only what methods
/// asked for was counted.
#[test]
fn the_process_keeps_to_the_limit() {
    if !measured() {
        return;
    }
    let letters = "ab".repeat(500_000);
    let cases: [(&[&str], &str, &str); 5] = [
        (&["solve", "cut every copy of a letter", "-"], &letters, "32MiB"),
        (&["prove", "misère octal 0.3122", "--time", "20"], "", "32MiB"),
        (&["moves", "nim", "1000000"], "", "64MiB"),
        (&["prove", "\"aba\" -> \"b\", \"bb\" -> \"a\"", "--time", "20"], "", "32MiB"),
        (&["solve", "kayles", "-"], &"7+".repeat(400_000), "64MiB"),
    ];
    for (arguments, input, limit) in cases {
        let input = input.trim_end_matches('+').to_owned();
        let arguments = [arguments, &["--memory", limit]].concat();
        let held = run(&arguments, move |pipe| drop(pipe.write_all(input.as_bytes())));
        let limit: u64 = limit.trim_end_matches("MiB").parse().expect("a number");
        assert!(held.peak > MIB, "{arguments:?} was not measured");
        assert!(held.peak <= (limit + 10) * MIB, "{arguments:?}: {} MiB; {}", held.peak / MIB, held.reported);
        assert!(matches!(held.code, Some(0 | 3)), "{arguments:?}: {:?} {}", held.code, held.reported);
    }
}

/// The values of a game with few rare heaps are not kept, however many are computed.
#[test]
fn a_sparse_game_goes_on_in_the_same_memory() {
    if !measured() {
        return;
    }
    let held = run(&["prove", "octal 0.106", "--memory", "40MiB", "--to", "25000000"], |_| ());
    assert_eq!(held.code, Some(3), "{}", held.reported);
    assert!(!held.reported.contains("memory") && held.peak <= 50 * MIB, "{} MiB; {}", held.peak / MIB, held.reported);
}

#[test]
fn endless_input_ends_at_the_limits() {
    let endless = |pipe: &mut dyn Write| {
        let part = [b"ab\n".as_slice(); 4096].concat();
        while pipe.write_all(&part).is_ok() {}
    };
    let mut by_the_reader = false;
    for arguments in [
        &["solve", "take letter", "-"][..],
        &["judge", "strings"],
        &["ghost", "/dev/stdin", "abc"],
        &["check", "-"],
        &["test", "/dev/stdin"],
    ] {
        if arguments.contains(&"/dev/stdin") && !cfg!(unix) {
            crate::not_run(format_args!("{arguments:?}: this system has no /dev/stdin"));
            continue;
        }
        let held = run(&[arguments, &["--memory", "16MiB"]].concat(), endless);
        assert_eq!(held.code, Some(3), "{arguments:?} {}", held.reported);
        assert!(held.reported.contains("16 MiB of memory") && held.reported.contains("--memory"), "{}", held.reported);
        assert!(held.peak <= 26 * MIB, "{arguments:?}: {} MiB", held.peak / MIB);
        // Nothing comes, and the pipe stays open.
        let begun = Instant::now();
        let silent = run(&[arguments, &["--time", "0.3"]].concat(), |_| thread::sleep(Duration::from_secs(120)));
        assert_eq!(silent.code, Some(3), "{arguments:?} {}", silent.reported);
        // On a busy machine the watch over the whole run may be sooner than the reader's own.
        let late = ["the time is up before", "the time was up before the game was read"];
        assert!(late.iter().any(|late| silent.reported.contains(late)), "{}", silent.reported);
        by_the_reader |= silent.reported.contains(late[0]);
        assert!(begun.elapsed() < Duration::from_secs(60), "{arguments:?}");
    }
    assert!(by_the_reader, "the reader never looked at the time");
}
