//! `grundy-check` as a program: what it prints, and its exit codes.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use grundy_core::hash::Fnv;

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
    let sum = Fnv::of(bytes);
    format!("{text}{sum:016x}\nend {}\n", lines.len() - 6)
}

#[test]
fn it_tells_what_it_verifies_and_leaves_with_a_code() {
    let right = certificate(RIGHT);
    let (told, code) = File::new("right", &right).told();
    assert!(told.ends_with(": verified: row: \"a\" -> \"\": the value of every word, by 2 states\n"), "{told}");
    assert_eq!(code, Some(0));
    let (told, code) = File::new("wrong", &certificate(&RIGHT.replace("1 1 0", "1 1 1"))).told();
    assert!(told.contains(": refused: the claimed automaton is not proved: ") && code == Some(1), "{told}");
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

/// Nim with one heap of 300 has more options than the plain meaning verifies by default.
#[test]
fn it_checks_by_the_plain_meaning_alone_if_asked() {
    let values: String = (0..=300).map(|value| format!("{value}\n")).collect();
    let head = "grundy-certificate 1\nconvention normal\nboard a -> (a-b) for b in 1..a\nstart 0 300\nask value\n";
    let right = format!("{head}answer value 300\nclaim values\n{values}end 301\n");
    let wrong = right.replace("answer value 300", "answer value 301").replace("\n300\nend", "\n301\nend");
    for (text, expected, code) in [
        (&right, ": verified: a -> (a-b) for b in 1..a, 300: value 300\n", Some(0)),
        (&wrong, ": refused: 300 is claimed to have value 301, but the mex of its options is 300\n", Some(1)),
    ] {
        let file = File::new("plain", text);
        let name = file.0.to_str().expect("a plain name");
        for arguments in [&[name][..], &[name, "--plain-check"], &[name, "--jobs", "2"], &["-j=1", name]] {
            let (told, own) = run(arguments);
            assert!(told.ends_with(expected) && own == code, "{arguments:?}: {told}");
        }
    }
    assert_eq!(run(&["--plain-check=1", "x"]).1, Some(2));
    let (told, code) = run(&["--jobs", "0", "x"]);
    assert!(told.contains("0 is not a number of threads") && code == Some(2), "{told}");
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

const STRATEGY: &str = "grundy-certificate 1\nconvention normal\nboard take 1..3\nstart 0 12\nask outcome\nanswer outcome P\n\
    claim couples\n0 12\n0 4\n0 8\nend 3\n";

/// A claim has one form: no other line ends, digits or blanks.
#[test]
fn a_claim_is_one_sequence_of_bytes() {
    let automaton = certificate(RIGHT);
    let heaps = "grundy-certificate 1\nconvention normal\nboard take 1 or 2\nstart 0 4\nask value\nanswer value 1\n\
        claim values\n0\n1\n2\n0\n1\nend 5\n";
    let period = "grundy-certificate 1\nconvention normal\nboard take 1 or 2\nask value\nanswer value 0\nclaim period\n\
        theorem subtraction\nkinds 1\npreperiod 0\nperiod 3\nsaltus 0\n0\n1\n2\nend 8\n";
    let misere = "grundy-certificate 1\nconvention misere\nboard take 1\nstart 0 2\nask outcome\nanswer outcome N\n\
        claim outcomes\nN\nN\t0\t2\nP\t0\t1\nend 3\n";
    let quotient = "grundy-certificate 1\nconvention misere\nboard take 1\nask value\nanswer outcome N\nclaim quotient\n\
        repeats never\ngenerators 1\nelements 2\nN 1\nP 0\n0\n1\nend 7\n";
    let code = |text: &str| File::new("form", text).told();
    for good in [STRATEGY, &automaton, heaps, period, misere, quotient] {
        assert_eq!(code(good).1, Some(0), "{good}{}", code(good).0);
        let ends: Vec<(usize, char)> = good.match_indices('\n').map(|(at, _)| (at, '\r')).collect();
        let blanks = ends.iter().map(|&(at, _)| (at, ' ')).collect::<Vec<_>>();
        let zeros = good
            .match_indices(|sign: char| sign.is_ascii_digit())
            .filter(|(at, _)| !good[..*at].ends_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '.'));
        let zeros: Vec<(usize, char)> = zeros.flat_map(|(at, _)| [(at, '0'), (at, '+'), (at, ' ')]).collect();
        for (at, sign) in ends.into_iter().chain(blanks).chain(zeros).chain([(good.len(), '\n'), (9, '\u{feff}')]) {
            let mut wrong = good.to_owned();
            wrong.insert(at, sign);
            let (told, code) = code(&wrong);
            assert_eq!(code, Some(2), "{sign:?} at {at} of\n{good}{told}");
        }
        assert_eq!(code(&good.replace('\n', "\r\n")).1, Some(2), "{good}");
        // A byte order mark is not a part of a text.
        assert_eq!(code(&format!("\u{feff}{good}")).1, Some(0), "{good}");
        assert_eq!(code(&format!("\u{feff}\u{feff}{good}")).1, Some(2), "{good}");
        assert_eq!(code(good.trim_end()).1, Some(2), "{good}");
    }
    for (good, from, to) in [
        (misere, "N\nN\t0\t2\nP", "N\t0\t2\nN\nP"),
        (heaps, "board take 1 or 2", "board take 1  or 2"),
        (heaps, "start 0 4", "start 0 2+2"),
    ] {
        let wrong = good.replace(from, to);
        assert!(wrong != good && code(&wrong).1 == Some(2), "{wrong}{}", code(&wrong).0);
    }
}

/// Standard output that is closed or full, standard input, and limits.
#[test]
fn it_ends_well_whatever_it_is_given() {
    let file = File::new("streams", STRATEGY);
    let name = file.0.to_str().expect("a plain name");
    let program = || Command::new(env!("CARGO_BIN_EXE_grundy-check"));
    for arguments in [&[name; 4][..], &["--help"], &["--version"]] {
        let mut child =
            program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        #[cfg(target_os = "linux")]
        {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
            let output = program().args(arguments).stdout(full).output().expect("it runs");
            let narrated = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{narrated}");
            assert!(narrated.starts_with("error: cannot write the answer"), "{narrated}");
        }
    }
    let input = fs::File::open(&file.0).expect("it was written");
    let output = program().arg("-").stdin(input).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-: verified: take 1..3, 12: P-position\n");
    let (told, code) = run(&[name, "--time", "0"]);
    assert!(told.contains("not decided within the time") && code == Some(3), "{told}");
    let (told, code) = run(&["--memory=100", name]);
    assert!(told.contains("not decided") && told.contains("memory") && code == Some(3), "{told}");
    assert_eq!(run(&["--time", "60s", "--memory", "1GiB", name]).1, Some(0));
    for wrong in [&["--time", "soon", name][..], &["--time"], &["--memory", "1 acre", name], &["--loud", name]] {
        assert_eq!(run(wrong).1, Some(2), "{wrong:?}");
    }
}

/// A pipe that nobody writes to is not waited for, neither as a certificate nor as a word list.
#[test]
#[cfg(unix)]
fn a_pipe_is_refused_at_once() {
    let pipe = std::env::temp_dir().join(format!("grundy-check-pipe-{}", std::process::id()));
    let name = pipe.to_str().expect("a plain name");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
    let named = format!(
        "grundy-certificate 1\nconvention normal\nboard bag: take word in \"{name}\"\nlist 0000000000000000 2 {name}\n\
         start 0 {{ab}}\nask value\nanswer value 1\nclaim positions\n0 {{}}\n1 {{ab}}\nend 2\n"
    );
    let list = File::new("piped-list", &named);
    for told in [run(&[name]), run(&["/"]), run(&["/dev/null"]), list.told()] {
        assert!(told.0.contains("not a regular file") && told.1 == Some(2), "{told:?}");
    }
    fs::remove_file(&pipe).expect("it can be removed");
}

#[test]
fn long_texts_are_shortened() {
    let word = "ab".repeat(100_000);
    let long = format!(
        "grundy-certificate 1\nconvention normal\nboard row: take every copy of a letter\nstart 0 {word}\nask value\n\
         answer value 0\nclaim law\nevery-copy\nend 1\n"
    );
    for (text, expected) in [
        (long.clone(), 0),
        (long.replace("answer value 0", "answer value 1"), 1),
        (long.replace("claim law", &word), 2),
        (long.replace("claim law\nevery-copy", &format!("claim positions\n0 {word}")), 1),
        (long.replace("start 0 ", "start 0 (("), 2),
        (long.replace("answer value 0", &format!("answer value 0 {word}")), 2),
    ] {
        let (told, code) = File::new("long", &text).told();
        assert!(told.len() < 1500 && code == Some(expected), "{} bytes, {code:?}: {told:.2000}", told.len());
    }
}

/// What the proof of the answer does not look at is not said.
#[test]
fn no_fact_is_there_that_nothing_needs() {
    let heaps = "grundy-certificate 1\nconvention normal\nboard take 1 or 2\nstart 0 4\nask value\nanswer value 1\n\
        claim values\n0\n1\n2\n0\n1\n2\nend 6\n";
    let sums = "grundy-certificate 1\nconvention misere\nboard take 1\nstart 0 2\nask outcome\nanswer outcome N\n\
        claim outcomes\nN\nN\t0\t2\nP\t0\t1\nP\t0\t3\nend 4\n";
    let words = "grundy-certificate 1\nconvention normal\nboard row: take \"a\" or \"b\"\nstart 0 ab\nask value\nanswer value 0\n\
        claim positions\n1 a\n0 ab\n1 b\nend 3\n";
    let winners = "grundy-certificate 1\nconvention normal\nboard take 1 or 2\nstart 0 3\nask outcome\nanswer outcome P\n\
        claim winners\nN\t1\nN\t2\nP\t3\nend 3\n";
    for (good, code) in [(STRATEGY, 0), (words, 0), (winners, 0), (heaps, 2), (sums, 1)] {
        let (told, own) = File::new("needed", good).told();
        assert_eq!(own, Some(code), "{good}{told}");
    }
    for (good, from, to, code) in [
        (heaps, "2\nend 6", "end 5", 0),
        (sums, "P\t0\t3\nend 4", "end 3", 0),
        (words, "0 ab\n1 b\nend 3", "0 aa\n0 ab\n1 b\nend 4", 1),
        (words, "1 b\nend 3", "1 b\n0 bb\nend 4", 1),
        (STRATEGY, "0 4\n0 8\nend 3", "0 16\n0 4\n0 8\nend 4", 1),
        (words, "1 a\n0 ab\n1 b\nend 3", "0 \"\"\n1 a\n0 ab\n1 b\nend 4", 1),
        (winners, "P\t3\nend 3", "P\t3\nN\t4\nend 4", 1),
        // From there all others are reached, but not it from the start.
        (STRATEGY, "start 0 12", "start 0 8", 1),
    ] {
        let other = good.replace(from, to);
        for limit in ["8GiB", "4000"] {
            let file = File::new("unneeded", &other);
            let (told, own) = run(&["--memory", limit, file.0.to_str().expect("a plain name")]);
            assert!(other != good && own == Some(code), "{other}{told}");
            assert!(code == 0 || told.contains("the proof does not use the fact about"), "{told}");
        }
    }
}
