//! Long tables: every form from a stream, and runs that stop, leave a checkpoint and are resumed
//! again.

use std::path::PathBuf;

use snapbox::cmd::{Command, cargo_bin};

struct Run {
    code: Option<i32>,
    out: Vec<u8>,
    narrated: String,
}

fn run(arguments: &[&str]) -> Run {
    let output = Command::new(cargo_bin!("grundy")).args(arguments).output().expect("the program runs");
    let narrated = String::from_utf8(output.stderr).expect("stderr is text");
    Run { code: output.status.code(), out: output.stdout, narrated }
}

fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("grundy-{}-{name}", std::process::id()))
}

#[test]
fn long_tables_tell_what_short_ones_tell() {
    for game in ["kayles", "octal 0.007", "take any but {3,5,8}", "take {6,13,17,29}"] {
        let short = run(&["table", game, "1000", "--csv"]);
        let long = run(&["table", game, "10001", "--csv"]);
        assert_eq!((short.code, long.code), (Some(0), Some(0)), "{game}: {}", long.narrated);
        assert!(long.out.starts_with(&short.out), "{game}");
        assert_eq!(long.out.iter().filter(|&&byte| byte == b'\n').count(), 10_003, "{game}");
    }
    let bfile = run(&["table", "kayles", "20000", "--bfile", "--offset", "19999"]);
    assert_eq!(bfile.out, b"# octal 0.77. Normal play; proved.\n19999 2\n20000 1\n");
    let array = run(&["table", "kayles", "100", "--npy"]).out;
    assert_eq!(array.len() % 64, 101 % 64);
    assert_eq!(array[array.len() - 101..][..10], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
}

/// A form is how a table is written, not how sure it is.
#[test]
fn every_form_has_the_same_status() {
    for (game, end) in
        [("kayles", "100"), ("nim", "1000"), ("kayles", "10500"), ("octal 0.007", "500"), ("take 1 or 2", "90")]
    {
        for form in ["", "--json", "--csv", "--ndjson", "--npy", "--bfile"] {
            for (flag, status) in [("", "proved"), ("--no-check", "computed")] {
                let words = ["table", game, end, form, flag].into_iter().filter(|word| !word.is_empty());
                let reported = run(&words.collect::<Vec<_>>());
                let all = format!("{}{}", String::from_utf8_lossy(&reported.out), reported.narrated);
                assert_eq!(reported.code, Some(0), "{game} {end} {form}: {all}");
                let other = if status == "proved" { "computed" } else { "proved" };
                assert!(all.contains(status) && !all.contains(other), "{game} {end} {form} {flag}");
            }
        }
    }
}

/// Values that no period gives are checked too where the table is written line by line.
#[test]
fn listed_values_are_checked() {
    let path = place("listed");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let reported = run(&["table", "octal 0.007", "2000", "--csv", "--checkpoint", name]);
    assert!(reported.narrated.contains("octal 0.007: normal play, proved"), "{}", reported.narrated);
    std::fs::remove_file(&path).expect("it can be removed");
}

#[test]
fn every_table_of_values_is_an_array() {
    let array = run(&["table", "nim", "1000", "--npy"]);
    assert_eq!(array.code, Some(0), "{}", array.narrated);
    assert!(String::from_utf8_lossy(&array.out).contains("'descr': '<u2', 'fortran_order': False, 'shape': (1001,)"));
    assert_eq!(array.out[array.out.len() - 2..], 1000u16.to_le_bytes());
    let misere = run(&["table", "kayles", "5", "--misere", "--npy"]);
    assert!(misere.code == Some(2) && misere.narrated.contains("a misère table holds outcomes"), "{}", misere.narrated);
    let law = run(&["table", "nim", "5", "--csv", "--checkpoint", "unused"]);
    assert!(
        law.code == Some(2) && law.narrated.contains("the table of take any keeps no checkpoint"),
        "{}",
        law.narrated
    );
    let kept = run(&["table", "kayles", "5", "--npy", "--certificate", "unused", "--checkpoint", "unused"]);
    let refused = kept.narrated.contains("a table with --certificate keeps no checkpoint");
    assert!(kept.code == Some(2) && refused, "{}", kept.narrated);
}

#[test]
fn a_stopped_run_is_taken_up_again() {
    let path = place("checkpoint");
    let name = path.to_str().expect("a temporary folder with a plain name");
    let whole = run(&["table", "octal 0.007", "3000", "--npy"]).out;
    let wanted = ["table", "octal 0.007", "3000", "--npy", "--checkpoint", name];
    let stopped = run(&[&wanted[..], &["--max-positions", "1000"]].concat());
    assert_eq!((stopped.code, stopped.out.len()), (Some(3), 0), "{}", stopped.narrated);
    let held = stopped.narrated.split("holds ").nth(1).and_then(|rest| rest.split(' ').next());
    let held: u64 = held.and_then(|held| held.parse().ok()).unwrap_or_else(|| panic!("{}", stopped.narrated));
    assert!((500..=1100).contains(&held), "{}", stopped.narrated);
    let again = run(&wanted);
    assert!(again.narrated.contains(&format!("resumed with {held} values")), "{}", again.narrated);
    assert_eq!(again.out, whole);
    let foreign = run(&["table", "octal 0.06", "3000", "--npy", "--checkpoint", name]);
    assert_eq!(foreign.code, Some(2));
    assert!(
        foreign.narrated.contains("expected a checkpoint of `game octal 0.06`, found one of `game octal 0.007`"),
        "{}",
        foreign.narrated
    );
    let mut bytes = std::fs::read(&path).expect("the checkpoint is there");
    bytes[100] ^= 4;
    std::fs::write(&path, bytes).expect("it can be written");
    let damaged = run(&wanted);
    assert!(damaged.code == Some(2) && damaged.narrated.contains("checksum"), "{}", damaged.narrated);
    std::fs::remove_file(&path).expect("it can be removed");
}

/// Every kind of search finds the same proof after a stop anywhere.
#[test]
fn a_proof_is_found_after_a_stop() {
    let path = place("proof");
    let name = path.to_str().expect("a temporary folder with a plain name");
    for game in
        ["kayles", "take {6,13,17,29}", "take any but {1,4,7,8}", "hex 0.B1", "split into 2 unequal heaps, take 1..2"]
    {
        let whole = run(&["prove", game, "--to", "300", "--json", "--no-check"]);
        for stop in ["1", "5", "30"] {
            run(&["prove", game, "--checkpoint", name, "--max-positions", stop]);
            assert!(path.exists() || whole.code == Some(0), "{game} at {stop}");
            let again = run(&["prove", game, "--to", "300", "--checkpoint", name, "--json", "--no-check"]);
            let proven = |run: &Run| {
                let json: serde_json::Value = serde_json::from_slice(&run.out).expect("an object");
                ["status", "period", "preperiod", "saltus", "theorem"].map(|key| json[key].clone())
            };
            assert_eq!(proven(&again), proven(&whole), "{game} at {stop}: {}", again.narrated);
            let _ = std::fs::remove_file(&path);
        }
    }
}
