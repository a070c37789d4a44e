//! Searches for one position that are killed, stopped or interrupted, and go on from their
//! checkpoint; and files that are refused.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use grundy::storage::checkpoint::{Kind, open, save};
use snapbox::cmd::cargo_bin;

use crate::program::{Run, run};

/// A place for a file, which is gone at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("grundy-kept-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Place(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a temporary folder with a plain name")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).expect("the checkpoint is there")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// How many values a checkpoint holds; it is complete at every moment.
fn held(path: &Path) -> u64 {
    match fs::read(path) {
        Ok(bytes) => open(bytes).expect("it is complete").count,
        Err(_) => 0,
    }
}

fn begin(arguments: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin!("grundy"));
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program runs")
}

/// Waits until the file holds more than this many values, and returns how many; `None` if the
/// program ended before.
fn wait_for(path: &Path, more: u64, child: &mut Child) -> Option<u64> {
    let began = Instant::now();
    while held(path) <= more && began.elapsed() < Duration::from_secs(120) {
        if !matches!(child.try_wait(), Ok(None)) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(held(path))
}

#[test]
fn a_search_that_is_killed_again_and_again_goes_on() {
    let place = Place::new("killed");
    let asked = ["cram", "5x8", "--value", "--no-check", "--checkpoint", place.name()];
    let (mut known, mut kills) = (0, 0);
    // The last time when about half of it is known: another order of the rest may cost some of what
    // little is known saves.
    for least in [0, 0, 0, 25_000] {
        let mut child = begin(&asked);
        // A fast machine may be ready before the last times.
        let Some(more) = wait_for(&place.0, known.max(least), &mut child) else { break };
        let _ = child.kill();
        child.wait().expect("it has ended");
        (known, kills) = (more, kills + 1);
        assert!(held(&place.0) >= known, "what was written stays");
    }
    assert!(kills > 0, "it was never killed");
    let end = run(&["cram", "5x8", "--value", "--json", "--stats", "--checkpoint", place.name()]);
    let plain = run(&["cram", "5x8", "--value", "--json", "--stats", "--no-check"]);
    let [own, other] = [&end, &plain].map(|run| run.json());
    assert_eq!((&own["value"], &own["status"]), (&other["value"], &"proved".into()), "{}", end.narrated);
    assert!(end.number(" values, found for the value of 5x8") >= known, "{}", end.narrated);
    let [left, all] = [&end, &plain].map(|run| run.number(" positions, "));
    assert!(left < all, "{left} of {all} with {known} known");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_checkpoint() {
    let place = Place::new("interrupted");
    let mut child = begin(&["cram", "5x8", "--no-check", "--checkpoint", place.name()]);
    let before = wait_for(&place.0, 0, &mut child).expect("it takes longer than the first checkpoint");
    std::thread::sleep(Duration::from_millis(200));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it has ended").code(), Some(130));
    assert!(held(&place.0) > before, "what was found after the first checkpoint is there too");
}

/// Questions for every way to keep something, with limits that stop them.
const ASKED: [(&[&str], &[&str]); 6] = [
    (&["cram", "4x7", "--value"], &["--max-positions", "1500"]),
    (&["cram", "5x6"], &["--max-positions", "4500"]),
    (&["moves", "cram", "4x5"], &["--max-positions", "700"]),
    (&["misère cram", "4x5"], &["--max-positions", "400"]),
    (&["explain", "row: \"ab\" -> \"b\", take letter", "ababababbbab"], &["--max-positions", "60"]),
    (&["cram", "5x7"], &["--time", "0.1"]),
];

#[test]
fn what_is_stopped_goes_on() {
    for (asked, limit) in ASKED {
        let place = Place::new("stopped");
        let kept = [asked, &["--checkpoint", place.name(), "--stats"]].concat();
        let plain = run(&[asked, &["--stats"]].concat());
        let stopped = run(&[&kept[..], limit].concat());
        assert_eq!(stopped.code, Some(3), "{asked:?}: {}", stopped.narrated);
        let known = stopped.number(" values\n");
        assert!(known > 0 && known == held(&place.0), "{asked:?}: {}", stopped.narrated);
        let end = run(&kept);
        assert_eq!(end.number(" values, found for"), known, "{asked:?}");
        assert_eq!(end.code, plain.code, "{asked:?}: {}", end.narrated);
        let first = |run: &Run| run.out.lines().next().map(str::to_owned);
        assert_eq!(first(&end), first(&plain), "{asked:?}");
        assert!(end.out.contains("proved."), "{asked:?}: {}", end.out);
        // Where little is known, another order may cost more than it saves.
        let fewer = end.number(" positions, ") < plain.number(" positions, ");
        assert!(fewer || limit[0] == "--time", "{asked:?}: {}", end.narrated);
        let again = run(&kept);
        assert_eq!((again.number(" positions, "), &again.out), (0, &end.out), "{asked:?}: all is known");
    }
}

#[test]
fn values_serve_other_positions_of_the_game() {
    let place = Place::new("other");
    let asked = |ruleset: &'static str| ["cram", ruleset, "--value", "--stats", "--checkpoint", place.name()];
    assert_eq!(run(&asked("3x6")).code, Some(0));
    let larger = run(&asked("3x7"));
    assert!(larger.narrated.contains("found for the value of 3x6"), "{}", larger.narrated);
    assert!(larger.out.contains("(nim value 1)") && larger.out.contains("proved."), "{}", larger.out);
    let before = place.bytes();
    let smaller = run(&asked("3x6"));
    assert!(smaller.code == Some(2) && smaller.narrated.contains("larger boards than 3x6"), "{}", smaller.narrated);
    assert_eq!(place.bytes(), before, "what is refused is not written over");
}

#[test]
fn what_is_not_about_the_question_is_refused() {
    let (place, list) = (Place::new("foreign"), Place::new("list.txt"));
    fs::write(&list.0, "ab\nba\nc\n").expect("a list");
    let misere = format!("misère row: cut word in \"{}\"", list.name());
    let base = [misere.as_str(), "aabbccab", "--checkpoint", place.name()];
    assert_eq!(run(&base).code, Some(0));
    let bytes = place.bytes();
    let refuse = |words: &[&str], why: &str| {
        let refused = run(&[words, &["--checkpoint", place.name()]].concat());
        assert_eq!(refused.code, Some(2), "{words:?}: {}", refused.narrated);
        assert!(refused.narrated.contains(why), "{words:?}: {}", refused.narrated);
        assert_eq!(place.bytes(), bytes, "{words:?}: the file stays as it was");
    };
    refuse(
        &["misère cram", "3x3"],
        "expected a checkpoint of `game misère graph: take edge with its ends`, found one of `game",
    );
    refuse(&["cram", "3x3"], "expected a checkpoint of `game graph");
    refuse(&["nim", "5"], "the solver `closed-form` saves nothing");
    refuse(&["cram 3x3 + node-kayles 3x3"], "a checkpoint is about one game");
    let file: &[&str] = &["table", "octal 0.007", "30", "--csv"];
    refuse(file, "expected a checkpoint of the kind values or hunt, found the kind facts");
    fs::write(&list.0, "ab\nba\nd\n").expect("a list");
    refuse(&[&misere, "aabbccab"], "expected a checkpoint of `list ");
    let other = Place::new("method");
    assert_eq!(run(&["cram", "4x5", "--checkpoint", other.name()]).code, Some(0));
    let moves = run(&["moves", "cram", "4x5", "--checkpoint", other.name()]);
    assert!(moves.code == Some(2) && moves.narrated.contains("`method search`"), "{}", moves.narrated);
    let rest = other.bytes().strip_prefix(b"grundy-checkpoint 1").expect("the first line").to_vec();
    for (first, why) in [
        ("grundy-checkpoint 2", "found `grundy-checkpoint 2`"),
        ("grundy-search 1", "written by an earlier version (`grundy-search 1`); remove it to begin anew"),
        ("grundy-table 1", "written by an earlier version (`grundy-table 1`); remove it to begin anew"),
    ] {
        fs::write(&other.0, [first.as_bytes(), &rest].concat()).expect("a file");
        let refused = run(&["cram", "4x5", "--checkpoint", other.name()]);
        assert!(refused.code == Some(2) && refused.narrated.contains(why), "{}", refused.narrated);
    }
    let lines = String::from_utf8_lossy(&rest).replace('\n', "\r\n");
    fs::write(&other.0, format!("grundy-checkpoint 1{lines}")).expect("a file");
    let refused = run(&["cram", "4x5", "--checkpoint", other.name()]);
    assert!(refused.code == Some(2) && refused.narrated.contains("changed to CRLF"), "{}", refused.narrated);
    assert!(!refused.narrated.contains("version"), "{}", refused.narrated);
    let nowhere = run(&["cram", "3x4", "--checkpoint", "/nowhere/at/all"]);
    assert!(nowhere.code == Some(2) && nowhere.out.is_empty(), "{}", nowhere.narrated);
}

#[test]
fn damage_is_refused_wherever_it_is() {
    for asked in [&["cram", "4x5"][..], &["moves", "cram", "3x4"]] {
        let place = Place::new("damaged");
        let kept = [asked, &["--checkpoint", place.name()]].concat();
        assert_eq!(run(&kept).code, Some(0));
        let whole = place.bytes();
        let mut generator = fastrand::Rng::with_seed(9);
        for round in 0..40 {
            let random = generator.u64(..);
            let at = (random >> 8) as usize % whole.len();
            let mut damaged = whole.clone();
            match round % 2 {
                0 => damaged[at] ^= 1 << (random & 7),
                _ => damaged.truncate(at),
            }
            fs::write(&place.0, &damaged).expect("it can be written");
            let refused = run(&kept);
            assert_eq!(refused.code, Some(2), "{asked:?}, round {round} at {at}: {}", refused.out);
            assert!(refused.narrated.contains("cannot resume from"), "{}", refused.narrated);
            assert_eq!(place.bytes(), damaged);
        }
    }
}

/// A file with a right checksum and a wrong value: the checker finds it, and without the checker
/// nothing is proved.
#[test]
fn wrong_values_are_never_proved() {
    let place = Place::new("wrong");
    let kept = ["moves", "cram", "3x4", "--checkpoint", place.name()];
    assert_eq!(run(&kept).code, Some(0));
    let known = open(place.bytes()).expect("it is complete");
    let text = String::from_utf8(known.contents).expect("lines");
    let right = text.lines().find(|line| line.ends_with(" 4x3")).expect("the board itself").to_owned();
    let write = |facts: &str| {
        let bytes = facts.as_bytes();
        save(&place.0, Kind::Facts, &known.about, known.count, &|sink| assert!(sink(bytes)))
            .expect("it can be written");
    };
    for (wrong, reported) in
        [("7 4x3", "remove it"), ("1 4x3/x", "is not about"), ("\u{0}", "is not about"), ("", "is not about")]
    {
        write(&text.replace(&right, wrong));
        let refused = run(&kept);
        assert!(
            matches!(refused.code, Some(1 | 2)) && refused.narrated.contains(reported),
            "{wrong}: {}",
            refused.narrated
        );
    }
    write(&text.replace(&right, "7 4x3"));
    let believed = run(&[&kept[..], &["--no-check"]].concat());
    assert!(believed.code == Some(0) && believed.out.contains("computed."), "{}", believed.out);
    write(&format!("{text}7 4x3\n"));
    assert_eq!(run(&kept).code, Some(2), "two values of one board");
}

#[test]
fn a_check_keeps_what_it_has_verified() {
    let (certificate, other, place) = (Place::new("window"), Place::new("window-other"), Place::new("segments"));
    let proved = |game: &str, place: &Place| {
        let made = run(&["prove", game, "--certificate", place.name()]);
        assert_eq!(made.code, Some(0), "{}", made.narrated);
    };
    proved("octal 0.16", &certificate);
    proved("octal 0.07", &other);
    let check = |certificate: &Place| run(&["check", certificate.name(), "--checkpoint", place.name()]);
    let first = check(&certificate);
    assert_eq!(first.code, Some(0), "{}", first.narrated);
    assert!(first.narrated.contains("verified segments"), "{}", first.narrated);
    assert!(!first.narrated.contains("resumed"), "{}", first.narrated);
    let segments = held(&place.0);
    assert!(segments > 0);
    let second = check(&certificate);
    assert_eq!((second.code, &second.out), (Some(0), &first.out));
    assert!(second.narrated.contains(&format!("resumed with {segments} verified segments")), "{}", second.narrated);
    // Without windows, of another certificate, from a pipe.
    for (refused, why) in [
        (check(&other), "only claims of the form `window` are kept"),
        (run(&["check", "-", "--checkpoint", place.name()]), "reads its certificate again"),
    ] {
        assert_eq!(refused.code, Some(2));
        assert!(refused.narrated.contains(why), "{}", refused.narrated);
    }
    // A certificate of another window.
    proved("octal 0.376", &certificate);
    let changed = check(&certificate);
    assert_eq!(changed.code, Some(2), "{}", changed.narrated);
    assert_eq!(held(&place.0), segments);
}
