//! Automata by way of the program: JSON, files, checkpoints, comparison, census; and the second
//! checker, in Python.

use std::{
    path::{Path, PathBuf},
    process,
    time::{Duration, Instant},
};

use grundy::theory::hash::Fnv;
use serde_json::Value;
use snapbox::cmd::{Command, cargo_bin};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str], code: i32) -> String {
    let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
    let narrated = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {narrated}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn object(arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&run(arguments, code)).expect("one JSON object")
}

const ABSORB: &str = "\"ab\" -> \"a\", \"ba\" -> \"b\"";
/// Its values are those of no small machine, finite or not.
const ENDLESS: &str = "\"aab\" -> \"a\", \"ba\" -> \"\"";
const PAIRS: &str = "\"ab\" -> \"\"";

#[test]
fn prove_tells_status_states_and_length() {
    let proved = object(&["prove", ABSORB, "--json"], 0);
    assert_eq!(
        (&proved["status"], &proved["states"], &proved["values_max"]),
        (&"proved".into(), &15.into(), &3.into())
    );
    assert_eq!((&proved["certified_length"], &proved["profiles"]), (&Value::Null, &35.into()));
    let certified = object(&["prove", PAIRS, "--to", "40", "--json"], 3);
    assert_eq!((&certified["status"], &certified["letters"]), (&"certified".into(), &"ab".into()));
    assert!(certified["certified_length"].as_u64() >= Some(40) && certified["more_than"].as_u64() >= Some(40));
    assert_eq!(object(&["prove", "row: take square", "--json"], 2)["error"]["code"], "no-proof");
    assert_eq!(object(&["prove", "kayles", "--automaton", "--json"], 0)["states"], 83);
    assert_eq!(object(&["prove", "row: take letter", "--letters", "abc", "--json"], 0)["letters"], "abc");
    let outcome = object(&["prove", "\"ab\" -> \"a\", \"ab\" -> \"b\"", "--outcome", "--json"], 0);
    assert_eq!((&outcome["mode"], &outcome["states"]), (&"capped".into(), &17.into()));
}

#[test]
fn a_saved_automaton_answers_long_words() {
    let folder = Folder::new("automaton");
    let cert = folder.path("m.cert");
    run(&["prove", ABSORB, "--certificate", &cert], 0);
    assert!(run(&["check", &cert], 0).starts_with("Verified: row: "));
    let (word, short) = ("ab".repeat(20_000), "abbab");
    let reported = object(&["solve", "--from", &cert, ABSORB, short, "--json"], 0);
    assert_eq!(reported["value"], object(&["solve", ABSORB, short, "--json"], 0)["value"]);
    let long = object(&["solve", "--from", &cert, ABSORB, &word, "ba", "--json"], 0);
    assert_eq!((&long["status"], &long["solver"]), (&"proved".into(), &"certificate".into()));
    // A winning move is one: what it leaves is lost.
    for seed in 1..6u64 {
        let letter = |at: u64| if (at * at * seed + at / 3) % 7 < 3 { "a" } else { "b" };
        let word: String = (0..5000).map(letter).collect();
        let reported = object(&["solve", "--from", &cert, ABSORB, &word, "abb", "--json"], 0);
        let moves = reported["winning_moves"].as_array().expect("a list");
        assert_eq!(moves.is_empty(), reported["outcome"] == "P", "{word}");
        for made in moves {
            let other = if made["component"] == 1 { "abb" } else { &word };
            let to = made["to"].as_str().expect("a position");
            assert_eq!(object(&["solve", "--from", &cert, ABSORB, to, other, "--json"], 0)["value"], 0);
        }
    }
    let text = std::fs::read_to_string(&cert).expect("it was written");
    std::fs::write(&cert, text.replacen("states 15", "states 14", 1)).expect("it can be written");
    run(&["check", &cert], 2);
}

/// Walls that rules put, maximal runs, and rings: a winning move of a long word leaves what is
/// lost.
#[test]
fn a_winning_move_of_a_long_word_is_one() {
    let folder = Folder::new("long");
    let cert = folder.path("m.cert");
    for (game, letters, alphabet, ring) in [
        ("\"aa\" -> \"b\"", "", ["a", "a", "a", "b"], false),
        ("row: take run", "ab", ["a", "b", "a", "b"], false),
        ("ring: \"ab\" -> \"a\", \"ba\" -> \"b\"", "", ["a", "b", "a", "b"], true),
        ("ring: take run", "ab", ["a", "b", "b", "b"], true),
    ] {
        let letters = if letters.is_empty() { vec![] } else { vec!["--letters", letters] };
        run(&[&["prove", game, "--certificate", &cert], &letters[..]].concat(), 0);
        let mut won = 0;
        for seed in 1..8u64 {
            let letter = |at: u64| alphabet[((at * at * seed + at / 3 + seed) % 11 % 4) as usize];
            let word: String = (0..4100 + seed).map(letter).collect();
            let position = if ring { format!("({word})") } else { word };
            let reported = object(&["solve", "--from", &cert, game, &position, "--json"], 0);
            let moves = reported["winning_moves"].as_array().expect("a list");
            assert_eq!(moves.is_empty(), reported["outcome"] == "P", "{game}");
            won += moves.len();
            for made in moves {
                let to = made["to"].as_str().expect("a position");
                let left = object(&["solve", "--from", &cert, game, to, "--json"], 0);
                assert_eq!(left["value"], 0, "{game} at {position}");
            }
        }
        assert!(won > 0, "{game}");
    }
}

#[test]
fn a_certificate_explains_and_lists_moves() {
    let folder = Folder::new("explain");
    let (cert, wins) = (folder.path("m.cert"), folder.path("w.cert"));
    run(&["prove", ABSORB, "--certificate", &cert], 0);
    let reported = object(&["explain", "--from", &cert, ABSORB, "abbab", "--json"], 0);
    let part = &reported["components"][0];
    assert_eq!(part["automaton"]["parts"][0]["letters"], "abbab");
    assert_eq!(part["automaton"]["parts"][0]["label"], part["mex"]);
    assert_eq!(part["automaton"]["parts"][0]["states"].as_array().map(Vec::len), Some(6));
    let listed = object(&["moves", "--from", &cert, ABSORB, "abbab", "--json"], 0);
    assert_eq!(listed["options"], object(&["moves", ABSORB, "abbab", "--json"], 0)["options"]);
    // Too long to list: the values of the options are read off the machine.
    let long = "ab".repeat(5_000);
    let reported = object(&["explain", "--from", &cert, ABSORB, &long, "--json"], 0);
    let part = &reported["components"][0];
    assert!(part["options"].is_null());
    let reached: Vec<u64> = part["option_values"].as_array().unwrap().iter().map(|own| own.as_u64().unwrap()).collect();
    let mex = (0..).find(|value| !reached.contains(value));
    assert_eq!(mex, part["mex"].as_u64());
    // A certificate that claims only who wins.
    let game = "\"ab\" -> \"a\", \"ab\" -> \"b\"";
    run(&["prove", game, "--outcome", "--certificate", &wins], 0);
    for word in ["abab", "aabb", "ba", "abba", ""] {
        let own = object(&["solve", "--from", &wins, game, word, "--json"], 0);
        let plain = object(&["solve", game, word, "--json"], 0);
        assert_eq!(own["outcome"], plain["outcome"], "{word}");
        assert_eq!(own["winning_moves"].as_array().unwrap().len(), plain["winning_moves"].as_array().unwrap().len());
        run(&["explain", "--from", &wins, game, word], 0);
        run(&["moves", "--from", &wins, game, word], 0);
    }
}

#[test]
fn long_words_are_answered_by_an_automaton() {
    let game = "\"ab\" -> \"a\", \"ba\" -> \"b\"";
    let reported = object(&["solve", game, &"aab".repeat(100), "--json"], 0);
    assert_eq!((&reported["solver"], &reported["status"]), (&"automaton".into(), &"proved".into()));
    let even = object(&["plan", game, &"aab".repeat(100), "--json"], 0);
    assert_eq!((&even["steps"][0]["attempt"], &even["steps"][0]["then"]), (&true.into(), &"search".into()));
}

#[test]
fn a_certificate_says_what_it_is_about() {
    let folder = Folder::new("says");
    let cert = folder.path("m.cert");
    run(&["prove", ABSORB, "--certificate", &cert], 0);
    let text = run(&["check", &cert], 0);
    assert!(text.contains("Every word over ab, parted at any other letter: 15 states. Values 0 to 3."), "{text}");
    let reported = object(&["check", &cert, "--json"], 0);
    assert_eq!(
        (&reported["states"], &reported["certified_length"], &reported["verified"]),
        (&15.into(), &Value::Null, &true.into())
    );
    run(&["prove", PAIRS, "--to", "30", "--certificate", &cert], 3);
    assert!(run(&["check", &cert], 0).contains("Words of up to 31 letters"));
    assert_eq!(object(&["check", &cert, "--json"], 0)["certified_length"], 31);
    // Limits end a check, and that is no verdict.
    let heavy = folder.path("heavy.cert");
    run(&["prove", "octal 0.45", "--automaton", "--certificate", &heavy], 0);
    let full = object(&["check", &heavy, "--memory", "10KiB", "--json"], 3);
    assert_eq!(full["error"]["code"], "memory");
    assert_eq!(object(&["check", &heavy, "--time", "0", "--json"], 3)["error"]["code"], "time");
}

#[test]
fn what_the_checker_has_not_verified_is_not_proved() {
    let reported = object(&["prove", ABSORB, "--no-check", "--json"], 3);
    assert_eq!(reported["status"], "computed");
    let text = run(&["prove", ABSORB, "--no-check"], 3);
    assert!(text.contains("not verified") && !text.contains("solved"), "{text}");
    run(&["prove", "kayles", "--no-check"], 3);
}

#[test]
fn a_census_keeps_to_its_time_and_refuses_nonsense() {
    run(&["census", "--size", "0"], 2);
    run(&["census", "--count", "0"], 2);
    let folder = Folder::new("census-time");
    let file = folder.path("c.ndjson");
    let start = Instant::now();
    let reported = object(&["census", "--count", "3", "--time", "1", "-o", &file, "--json"], 3);
    assert_eq!(reported["error"]["code"], "time");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(std::fs::read_to_string(&file).expect("it was written").lines().count() > 1);
}

#[test]
fn a_checkpoint_is_taken_up() {
    let folder = Folder::new("checkpoint");
    let file = folder.path("ab.cert");
    run(&["prove", PAIRS, "--to", "20", "--checkpoint", &file], 3);
    let more = object(&["prove", PAIRS, "--to", "30", "--checkpoint", &file, "--json"], 3);
    assert!(more["certified_length"].as_u64() >= Some(30));
    run(&["prove", ABSORB, "--checkpoint", &file], 2);
}

/// The greatest value is that of the words that are certified, in one run or in several.
#[test]
fn the_range_of_values_is_that_of_the_words() {
    let folder = Folder::new("range");
    let (file, cert) = (folder.path("ab.cert"), folder.path("m.cert"));
    let game = "\"aab\" -> \"ba\", \"bb\" -> \"a\"";
    let whole = run(&["prove", game, "--to", "9", "--certificate", &cert], 3);
    assert!(whole.contains("up to 9 letters.\nValues 0 to 5;"), "{whole}");
    assert!(run(&["check", &cert], 0).contains("Values 0 to 5."));
    run(&["prove", game, "--to", "4", "--checkpoint", &file], 3);
    let reported = object(&["prove", game, "--to", "9", "--checkpoint", &file, "--json"], 3);
    assert_eq!((&reported["certified_length"], &reported["values_max"]), (&9.into(), &5.into()));
}

/// A run that is killed leaves what it had certified by then, and later runs go on from there.
#[test]
fn a_killed_search_goes_on_where_it_was() {
    let folder = Folder::new("killed");
    let file = folder.path("ab.cert");
    let mut child = process::Command::new(cargo_bin!("grundy"))
        .args(["prove", ENDLESS, "--checkpoint", &file])
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::null())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while !Path::new(&file).exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs for ever");
    child.wait().expect("it has ended");
    let length = || {
        let kept = std::fs::read_to_string(&file).expect("it was written");
        let line = kept.lines().find_map(|line| line.strip_prefix("upto ")).expect("a length");
        line.parse::<u64>().expect("a number")
    };
    let mut known = vec![length()];
    for _ in 0..2 {
        let reported = object(&["prove", ENDLESS, "--checkpoint", &file, "--time", "1", "--json"], 3);
        known.push(length());
        assert_eq!(reported["certified_length"].as_u64(), known.last().map(|upto| upto - 1));
    }
    assert!(known.windows(2).all(|pair| pair[0] < pair[1]), "{known:?}");
}

#[test]
fn machines_are_drawn_and_compared() {
    let folder = Folder::new("draw");
    let [dot, svg, walnut] = ["m.dot", "m.svg", "m.walnut"].map(|name| folder.path(name));
    let game = "\"aa\" -> \"\", \"b\" -> \"\"";
    run(&["draw", "automaton", game, "-o", &walnut], 0);
    run(&["draw", "automaton", game, "-o", &dot], 0);
    run(&["draw", "automaton", game, "-o", &svg], 0);
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert!(read(&dot).contains("0 -> 1 [label=\"a\"];"));
    assert_eq!(read(&svg).matches("<circle").count(), 4 + 2, "two states have a double border");
    assert!(read(&walnut).starts_with("{0,1}\n\n0 0\n0 -> 1\n"));
    // A machine that is certified for short words is wrong for long ones.
    let short = folder.path("short.txt");
    let long = "\"aab\" -> \"a\", \"ba\" -> \"\"";
    run(&["draw", "automaton", long, "--up-to", "10", "--format", "walnut", "-o", &short], 3);
    assert!(!Path::new(&short).exists());
    // One game names no letters: the games are compared over those of the other one, and one more.
    for (own, other) in [("\"a\" -> \"\", \"b\" -> \"\"", "row: take letter"), ("row: take letter", game)] {
        assert_eq!(object(&["equal", own, other, "--json"], 1)["result"], "different", "{own}");
    }
    let same = object(&["equal", "row: take run", "row: take run, take run", "--json"], 0);
    assert_eq!(same["result"], "equal");
    let reported = object(&["prove", "\"a\" -> \"\", \"b\" -> \"\"", "--losing", "--json"], 0);
    assert_eq!(reported["generating"]["denominator"], serde_json::json!([1, 0, -4]));
}

#[test]
fn a_census_is_taken_up_where_it_ended() {
    let folder = Folder::new("census");
    let file = folder.path("c.ndjson");
    let census = ["census", "--size", "2", "--count", "1", "--states", "100", "--patience", "5", "-o", &file];
    let text = run(&census, 0);
    let whole = std::fs::read_to_string(&file).expect("it was written");
    let records: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(records[0]["systems"].as_u64(), Some(records.len() as u64 - 1));
    let cut: Vec<&str> = whole.lines().take(4).collect();
    std::fs::write(&file, cut.join("\n") + "\n{\"system\": \"ro").expect("it can be written");
    assert_eq!(run(&census, 0), text);
    assert_eq!(std::fs::read_to_string(&file).expect("it was written"), whole);
    run(&["census", "--size", "1", "-o", &file], 2);
}

/// Games of every kind for the second checker.
const KINDS: [(&str, &[&str]); 14] = [
    (ABSORB, &[]),
    ("\"aa\" -> \"\", \"b\" -> \"a|\"", &[]),
    ("^\"a\" -> \"\", \"b\"$ -> \"\", \"ab\" -> \"b\"", &[]),
    ("\"ba\" -> \"ab\"", &[]),
    ("\"ba+b\" -> \"bb\", \"ab+a\" -> \"aa\"", &[]),
    ("ring: take run", &["--letters", "ab"]),
    ("row: cut every copy of a letter", &["--letters", "ab"]),
    ("\"ab\" -> \"a\", \"ab\" -> \"b\"", &["--outcome"]),
    ("\"aa\" -> \"\", \"b\" -> \"\"", &["--misere"]),
    ("octal 0.15", &["--automaton"]),
    // A machine that counts, and the parity of plays.
    ("\"aa\" -> \"a\", \"ab\" -> \"\"", &[]),
    ("\"ab\" -> \"\"", &[]),
    // Letters that no rule names.
    ("\"aa\" -> \"a\"", &["--letters", "ab"]),
    ("\"aa\" -> \"b\", \"b\" -> \"\"", &["--letters", "abc"]),
];

/// The verdict of Python on each file; `None` without Python.
fn python(files: &[String]) -> Option<Vec<String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/grundy_check.py");
    let output = process::Command::new("python3").arg("-B").arg(script).args(files).output();
    let Ok(output) = output else {
        crate::not_run("python3 is missing, so the second checker was not tried");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn the_second_checker_agrees_and_refuses_every_changed_cell() {
    let folder = Folder::new("python");
    let mut right = Vec::new();
    let mut wrong = Vec::new();
    for (number, (game, flags)) in KINDS.iter().enumerate() {
        let file = folder.path(&format!("{number}.cert"));
        run(&[&["prove", game, "--certificate", &file], *flags].concat(), 0);
        let text = std::fs::read_to_string(&file).expect("it was written");
        right.push(file);
        let lines: Vec<&str> = text.lines().collect();
        let claim = lines.iter().position(|line| line.starts_with("claim ")).expect("a claim");
        // Not the version, which Python does not decide.
        for (at, line) in lines.iter().enumerate().skip(1) {
            for cell in 0..line.split(' ').count() {
                let mut cells: Vec<&str> = line.split(' ').collect();
                cells[cell] = if cells[cell] == "1" { "0" } else { "1" };
                let mut altered: Vec<String> = lines.iter().map(ToString::to_string).collect();
                altered[at] = cells.join(" ");
                wrong.push(altered.join("\n") + "\n");
                // The same with a sum that fits: labels and steps must be refused for what they
                // say.
                let state = line.split(' ').next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
                if state && cell > 0 && at > claim {
                    wrong.push(with_sum(&altered));
                }
            }
        }
    }
    let partial = folder.path("partial.cert");
    run(&["prove", PAIRS, "--to", "30", "--certificate", &partial], 3);
    right.push(partial);
    let Some(reported) = python(&right) else { return };
    assert!(
        reported.len() == right.len() && reported.iter().all(|line| line.contains(": verified: ")),
        "{reported:#?}"
    );
    let files: Vec<String> = (0..wrong.len()).map(|at| folder.path(&format!("wrong-{at}"))).collect();
    for (file, text) in files.iter().zip(&wrong) {
        std::fs::write(file, text).expect("it can be written");
    }
    let reported = python(&files).expect("it was there before");
    assert_eq!(reported.len(), files.len());
    for (line, text) in reported.iter().zip(&wrong) {
        assert!(line.contains(": refused: "), "{line}\n{text}");
    }
}

/// Values up to 3 need 69 states, values up to 1 need 30: the machine of the former is none of the
/// latter.
#[test]
fn a_machine_with_labels_over_its_cap_is_refused_by_both_checkers() {
    let folder = Folder::new("cap");
    let cert = folder.path("m.cert");
    run(&["prove", "\"aab\" -> \"aa\", \"ba\" -> \"b\"", "--cap", "3", "--certificate", &cert], 0);
    let text = std::fs::read_to_string(&cert).expect("it was written");
    for (cap, code) in [(1, 1), (2, 1), (3, 0), (4, 1)] {
        let lines: Vec<String> =
            text.replace("mode capped 3", &format!("mode capped {cap}")).lines().map(str::to_owned).collect();
        std::fs::write(&cert, with_sum(&lines)).expect("it can be written");
        let reported = Command::new(cargo_bin!("grundy")).args(["check", &cert]).output().expect("the program runs");
        assert_eq!(reported.status.code(), Some(code), "{cap}: {}", String::from_utf8_lossy(&reported.stderr));
        if let Some(own) = python(std::slice::from_ref(&cert)) {
            assert_eq!(own[0].contains(": verified: "), code == 0, "{}", own[0]);
        }
    }
}

/// The lines of a certificate with the sum that they ask for.
fn with_sum(lines: &[String]) -> String {
    let mut lines = lines.to_vec();
    let sum = lines.len() - 2;
    let game = lines[2].trim_start_matches("board ").to_owned();
    let claim = lines.iter().position(|line| line.starts_with("claim ")).expect("a claim");
    let summed = [&game].into_iter().chain(&lines[claim + 1..sum]);
    let bytes = summed.flat_map(|line| line.bytes().chain([b'\n']));
    lines[sum] = format!("sum {:016x}", Fnv::of(bytes));
    lines.join("\n") + "\n"
}
