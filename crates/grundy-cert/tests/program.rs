//! `grundy-check` as a program: what it says, and its exit codes.

use std::{fs, path::PathBuf, process::Command};

const RIGHT: &str = "grundy-certificate 1\nconvention normal\nboard row: \"a\" -> \"\"\nask value\nanswer value 0\n\
    claim automaton\nmode values\nletters a\nothers walls\nwords row\nmove 0 -> -\nweights 1\nstates 2\n0 0 1\n1 1 0\n\
    explored all 3\nsum ";

fn run(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy-check")).args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout) + &text(output.stderr), output.status.code())
}

struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("grundy-check-{name}-{}", std::process::id()));
        fs::write(&path, text).expect("a temporary file");
        File(path)
    }

    fn told(&self) -> (String, Option<i32>) {
        run(&[self.0.to_str().expect("a plain name")])
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The certificate with the sum over the game and the lines of its claim.
fn certificate(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let summed = ["row: \"a\" -> \"\""].into_iter().chain(lines[6..lines.len() - 1].iter().copied());
    let bytes = summed.flat_map(|line| line.bytes().chain([b'\n']));
    let sum =
        bytes.fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{text}{sum:016x}\nend {}\n", lines.len() - 6)
}

#[test]
fn it_tells_what_it_verifies_and_leaves_with_a_code() {
    let right = certificate(RIGHT);
    let (told, code) = File::new("right", &right).told();
    assert!(told.ends_with(": verified: row: \"a\" -> \"\": the value of every word, by 2 states\n"), "{told}");
    assert_eq!(code, Some(0));
    let (told, code) = File::new("wrong", &certificate(&RIGHT.replace("1 1 0", "1 1 1"))).told();
    assert!(told.contains(": refused: the automaton that is claimed is not proved: ") && code == Some(1), "{told}");
    let (told, code) = File::new("damaged", &right.replace("states 2", "states 3")).told();
    assert!(told.contains(": cannot be read: line ") && code == Some(2), "{told}");
    let cut: String = right.lines().take(5).map(|line| format!("{line}\n")).collect();
    let (told, code) = File::new("cut", &cut).told();
    assert!(told.contains("cut short") && code == Some(2), "{told}");
    let heaps = "grundy-certificate 1\nconvention normal\nboard take 1 or 2\nstart 0 4\nask value\nanswer value 1\n\
        claim values\n0\n1\n2\n0\n1\nend 5\n";
    let (told, code) = File::new("heaps", heaps).told();
    assert!(told.ends_with(": verified: take 1 or 2, 4: value 1\n") && code == Some(0), "{told}");
}

/// The strategy of a player: the heaps that are left to the other one.
#[test]
fn it_verifies_strategies() {
    let strategy = "grundy-certificate 1\nconvention normal\nboard take 1..3\nstart 0 12\nask outcome\nanswer outcome P\n\
        claim couples\n0 12\n0 4\n0 8\nend 3\n";
    let (told, code) = File::new("strategy", strategy).told();
    assert!(told.ends_with(": verified: take 1..3, 12: P-position\n") && code == Some(0), "{told}");
    for (lie, expected) in [
        (strategy.replace("0 4\n0 8\nend 3", "0 8\nend 2"), 1),
        (strategy.replace("start 0 12", "start 0 13"), 1),
        (strategy.replace("0 4\n", "1 4\n"), 1),
        (strategy.replace("0 4\n0 8", "0 8\n0 4"), 2),
        (strategy.replace("0 4\n", "0 4\n0 4\n").replace("end 3", "end 4"), 2),
        (strategy.replace("0 4\n", "0 04\n"), 2),
        (strategy.replace("end 3", "end 4"), 2),
    ] {
        let (told, code) = File::new("lie", &lie).told();
        assert_eq!(code, Some(expected), "{lie}{told}");
    }
}

#[test]
fn it_helps() {
    let (told, code) = run(&["--help"]);
    assert!(told.contains("Usage: grundy-check") && told.contains("Exit codes") && code == Some(0));
    assert_eq!(run(&["--version"]), (format!("grundy-check {}\n", env!("CARGO_PKG_VERSION")), Some(0)));
    assert_eq!((run(&[]).1, run(&["--loud"]).1, run(&["no such file"]).1), (Some(2), Some(2), Some(2)));
}
