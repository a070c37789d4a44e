//! Flags that cannot be done are refused, and what is said then: `-` as a file, flags of other
//! verbs, and the way out of each mistake.

use std::{fs, path::PathBuf};

use crate::program::run;

/// A folder that is gone at the end. The program runs in the folder of the tests, so `-` as a file
/// would appear there.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-refusals-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a temporary folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// `-` is never a file: it is standard output where nothing else goes there, and refused elsewhere.
#[test]
fn a_dash_is_standard_output_or_refused() {
    let folder = Folder::new("dash");
    let table = folder.path("table");
    let quiet = run(&["solve", "kayles", "5", "--quiet", "--certificate", "-"]);
    assert!(quiet.code == Some(0) && quiet.out.starts_with("grundy-certificate 2"), "{}", quiet.narrated);
    for (words, begins) in [
        (&["prove", "kayles", "--certificate", "-"][..], "grundy-certificate 2"),
        (&["table", "kayles", "30", "-o", &table, "--certificate", "-"], "grundy-certificate 2"),
    ] {
        let reported = run(words);
        assert_eq!(reported.code, Some(0), "{words:?}: {}", reported.narrated);
        assert!(reported.out.len() > 50 && reported.out.contains(begins), "{words:?}: {}", reported.out);
        assert!(!reported.out.contains("proved."), "the answer is left out: {words:?}: {}", reported.out);
    }
    for words in [
        &["solve", "kayles", "5", "--certificate", "-"][..],
        &["moves", "kayles", "5", "--certificate", "-"],
        &["explain", "kayles", "5", "--certificate", "-"],
        &["table", "kayles", "5", "--certificate", "-"],
        &["solve", "kayles", "5", "--checkpoint", "-"],
        &["moves", "kayles", "5", "--checkpoint", "-"],
        &["prove", "kayles", "--checkpoint", "-"],
        &["table", "kayles", "5", "--csv", "--checkpoint", "-"],
    ] {
        let reported = run(words);
        assert_eq!(reported.code, Some(2), "{words:?}");
        let text = if reported.out.is_empty() { reported.narrated } else { reported.out };
        assert!(text.contains("name a file") || text.contains("give each but one a file"), "{words:?}: {text}");
    }
    assert!(!std::path::Path::new("-").exists(), "a file named - was written");
}

/// A verb refuses the flags that it does not use, as any unknown flag, and its help omits them.
#[test]
fn a_verb_refuses_flags_that_it_does_not_use() {
    let folder = Folder::new("unused");
    let (certificate, pages) = (folder.path("c"), folder.path("man"));
    assert_eq!(run(&["prove", "kayles", "--certificate", &certificate]).code, Some(0));
    let verbs: [(&[&str], &[&str]); 17] = [
        (&["check", &certificate], &["--stats"]),
        (&["prove", "kayles"], &["--stats"]),
        (&["play", "kayles", "5"], &["--stats"]),
        (&["find", "0,1,2,3"], &["--misere", "--max-positions=9", "--no-check", "--stats"]),
        (&["diff", "tests/cmd/research.in/kayles.txt", "kayles"], &["--misere", "--stats"]),
        (&["cite", "kayles"], &["--stats"]),
        (&["plan", "kayles", "5"], &["--max-positions=9", "--no-check", "--stats"]),
        (&["rules", "kayles"], &["--max-positions=9", "--no-check", "--stats"]),
        (&["games"], &["--misere", "--max-positions=9", "--no-check", "--stats"]),
        (&["explain-error", "G012"], &["--misere", "--max-positions=9", "--no-check", "--stats"]),
        (&["completions", "bash"], &["--misere", "--max-positions=9", "--no-check", "--stats"]),
        (&["man", &pages], &["--misere", "--max-positions=9", "--no-check", "--stats"]),
        (&["atlas", "octal 0.?", "--to", "50"], &["--misere", "--no-check", "--stats"]),
        (&["census", "--size", "1"], &["--misere", "--no-check", "--stats"]),
        (&["count", "kayles", "--size", "5"], &["--stats"]),
        (&["first", "kayles", "--where", "value = 3"], &["--stats"]),
        (&["compound", "selective", "kayles", "5"], &["--no-check", "--plain-check", "--stats"]),
    ];
    for (words, flags) in verbs {
        let help = run(&[words[0], "--help"]).out;
        for flag in flags {
            let name = flag.split('=').next().expect("a flag");
            for line in [[words, &[flag]].concat(), [&[*flag], words].concat()] {
                let reported = run(&line);
                assert_eq!((reported.code, reported.out.as_str()), (Some(2), ""), "{line:?}");
                assert!(
                    reported.narrated.contains(&format!("unexpected argument '{name}' found")),
                    "{}",
                    reported.narrated
                );
            }
            assert!(!help.contains(name), "{words:?}: {help}");
        }
        assert!(help.contains("--json") && help.contains("--time"), "{words:?}: {help}");
        assert_eq!(run(words).code, Some(0), "{words:?}");
    }
    let json = run(&["check", &certificate, "--misere", "--json"]);
    assert_eq!((json.code, &json.json()["error"]["argument"]), (Some(2), &"--misere".into()), "{}", json.out);
    assert!(run(&["solve", "--help"]).out.contains("--misere"));
}

#[test]
fn each_mistake_names_a_way_out() {
    let folder = Folder::new("ways");
    let (toml, deep) = (folder.path("a.toml"), folder.path("a/b"));
    fs::write(&toml, "name = \"x\"\n").expect("it can be written");
    let (bfile, certificate) = (folder.path("b.txt"), folder.path("k.cert"));
    fs::write(&bfile, "# values\n\n0 0\n1 1\n").expect("it can be written");
    assert_eq!(run(&["prove", "kayles", "--certificate", &certificate]).code, Some(0));
    for (words, message, help) in [
        (&["n -> n/0", "5"][..], "the rule divides 5 by 0", "exclude it with a condition"),
        (&["n -> n-2^(3-n)", "5"], "the rule raises 2 to the power of -2, which is negative", "with a condition"),
        (&["n -> n-1, -> n-2", "5"], "expected a move on heaps, found `->`", "written in full"),
        (&["misere", "take 1 or 2, last player wins", "7"], "says that the last player wins", "leave --misere out"),
        (&["take 1 or 2, last player wins", "7", "--misere"], "says that the last player wins", "last player wins' 7`"),
        (&["solve", &toml, "5"], "the file has no key `game`", "game = \"octal 0.77\""),
        (&["kayles", "5", "--time", "abc"], "expected a number of seconds", ""),
        (&["kayles", "5", "--time", "inf"], "expected a number of seconds", ""),
        (&["kayles", "5", "--memory", "5Q"], "unknown unit `Q`", "write 4GiB"),
        (&["man", &deep], "cannot create", "check the path"),
        (&["nim", "3", "--time", "-1"], "`-1` is not a value of --time", "write a number from 0 up after --time"),
        (&["gen", "nim", "--seed", "-1"], "`-1` is not a value of --seed", "from 0 up"),
        (&["table", "nim", "5", "-j", "-2"], "`-2` is not a value of -j", "from 0 up"),
        (&["nim", "3", "--misere", "-1"], "`-1` is not a position", "from 0 up"),
        (&["check", &bfile], "is a b-file, which is compared with a game", " kayles`"),
        (&["check", &bfile, "--offset", "1"], "is a b-file, which is compared with a game", " kayles`"),
        (&["check", &certificate, "kayles"], "is a certificate, which names its game itself", "leave the game out"),
        (
            &["check", &certificate, "--shift", "1"],
            "--shift is not about the check of a certificate",
            "leave --shift out",
        ),
        (&["check", &toml, "--offset", "1"], "--offset is not about the check of a game file", "leave --offset out"),
        (&["games", "ni\u{1}m"], "no control characters", "write it with letters"),
    ] {
        let reported = run(words);
        assert_eq!((reported.code, reported.out.as_str()), (Some(2), ""), "{words:?}: {}", reported.narrated);
        assert!(
            reported.narrated.contains(message) && reported.narrated.contains(help),
            "{words:?}: {}",
            reported.narrated
        );
    }
    let negative = run(&["nim", "3", "--time", "-1", "--json"]).json();
    let (argument, help) = (&negative["error"]["argument"], &negative["error"]["help"]);
    assert_eq!((argument, help), (&"--time".into(), &"write a number from 0 up after --time".into()));
    let drawn = run(&["draw", "position", "nim", "3", "-o", "unused.svg", "--json"]).json();
    assert_eq!(drawn["error"]["help"], "end it with .json, or leave --json out");
    let both = run(&["atlas", "octal 0.?", "--csv", "--json"]);
    assert_eq!((both.code, &both.json()["error"]["argument"]), (Some(2), &"--csv".into()), "{}", both.out);
    assert!(!fs::exists(folder.path("a")).expect("the folder is there"), "a parent folder was created");
}

/// The reasons for what is null, and the form of errors besides an answer.
#[test]
fn json_says_what_ended_the_work() {
    let late = run(&["prove", "kayles", "--time", "0", "--json"]).json();
    assert_eq!(late["status"], "computed");
    let reason = "no limit ended the search; the time was up before the check ended";
    assert_eq!((&late["stopped"], &late["reasons"]["stopped"]), (&serde_json::Value::Null, &reason.into()));
    let whole = run(&["prove", "kayles", "--json"]).json();
    assert_eq!(whole["reasons"]["stopped"], "no limit ended the search");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_is_an_error_in_json() {
    for words in [
        &["solve", "kayles", "5", "--certificate", "/dev/full", "--json"][..],
        &["prove", "kayles", "--certificate", "/dev/full", "--json"],
        &["table", "kayles", "5", "--certificate", "/dev/full", "--json"],
    ] {
        let reported = run(words);
        assert_eq!((reported.code, &reported.json()["status"]), (Some(2), &"proved".into()), "{words:?}");
        let error: serde_json::Value = serde_json::from_str(&reported.narrated).expect("one object");
        assert_eq!(error["error"]["code"], "file", "{words:?}: {}", reported.narrated);
    }
}

/// The limit on positions holds exactly where positions are solved one by one.
#[test]
fn the_limit_on_positions_is_exact() {
    for words in [
        &["A(n) -> A(n-1) where n > 0", "A(3000)"][..],
        &["F(a,b) -> F(a-1,b) where a > 0, F(a,b) -> F(a,b-1) where b > 0", "F(60, 60)"],
        &["octal 0.007", "3000"],
        &["take 1 or 2 or 5", "3000"],
        &["n -> n-1", "3000"],
    ] {
        let reported = run(&[words, &["--max-positions", "50", "--stats"]].concat());
        assert_eq!(reported.code, Some(3), "{words:?}: {}", reported.narrated);
        assert_eq!(reported.number(" positions, "), 50, "{words:?}: {}", reported.narrated);
        assert!(reported.narrated.contains("the limit of 50 positions is reached"), "{words:?}: {}", reported.narrated);
    }
}

/// Where there are too many moves to look at each, who wins is still asked for.
#[test]
fn too_many_moves_have_a_way_out() {
    for (verb, game, position) in
        [("moves", "wythoff", "1000000000000000000 5"), ("explain", "divisor-game", "9223372036854775808")]
    {
        let words: Vec<&str> = [verb, game].into_iter().chain(position.split(' ')).collect();
        let refused = run(&words);
        let way = format!("`grundy solve {game} {position}`");
        assert_eq!(refused.code, Some(2), "{words:?}");
        assert!(refused.narrated.contains("too many moves") && refused.narrated.contains(&way), "{}", refused.narrated);
        let words: Vec<&str> = [game].into_iter().chain(position.split(' ')).collect();
        let answered = run(&words);
        assert!(answered.code == Some(0) && answered.out.starts_with("N-position"), "{}", answered.narrated);
    }
}
