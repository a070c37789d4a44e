//! One spelling of flags: `-o, --output` writes what the verb makes, `--certificate` a certificate.

use std::{fs, path::PathBuf};

use crate::program::run;

/// A path in the folder for temporary files, without a file there.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-{}-flags-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn text(path: &PathBuf) -> String {
    let text = fs::read_to_string(path).expect("the file is there");
    fs::remove_file(path).expect("it can be removed");
    text
}

/// The table in a file is the table on standard output, in every form.
#[test]
fn a_table_goes_to_the_file_in_every_form() {
    for form in [
        &["table", "kayles", "30"][..],
        &["table", "kayles", "30", "--columns", "5"],
        &["table", "kayles", "30", "--json"],
        &["table", "kayles", "30", "--csv"],
        &["table", "kayles", "30", "--ndjson"],
        &["table", "kayles", "30", "--bfile", "--offset", "1"],
        &["table", "kayles", "30", "--losing"],
        &["table", "kayles", "30", "--misere", "--csv"],
        &["table", "kayles", "20000", "--csv"],
        &["table", "kayles", "20000", "--bfile"],
        &["table", "graph \"tests/cmd/digraph.in/numbers.csv\"", "--csv"],
    ] {
        let printed = run(form);
        assert_eq!(printed.code, Some(0), "{form:?}: {}", printed.narrated);
        assert!(printed.out.len() > 20, "{form:?}");
        for flag in ["-o", "--output"] {
            let file = path("table");
            let written = run(&[form, &[flag, file.to_str().expect("a plain name")]].concat());
            assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{form:?}: {}", written.narrated);
            assert_eq!(text(&file), printed.out, "{form:?}");
            assert_eq!(written.narrated, printed.narrated, "{form:?}");
        }
        assert_eq!(run(&[form, &["-o", "-"]].concat()).out, printed.out, "{form:?}");
    }
}

/// The ending of the file is the form of a table, unless something else says it.
#[test]
fn the_ending_of_the_file_is_the_form_of_a_table() {
    let written = |ending: &str, flags: &[&str]| {
        let file = path("table").with_extension(ending);
        let name = file.to_str().expect("a plain name");
        let printed = run(&[&["table", "kayles", "30", "-o", name], flags].concat());
        assert_eq!(printed.code, Some(0), "{ending} {flags:?}: {}", printed.narrated);
        std::fs::read(&file).expect("it is written")
    };
    let plain = |flags: &[&str]| run(&[&["table", "kayles", "30"], flags].concat()).out.into_bytes();
    for (ending, form) in [("csv", "csv"), ("ndjson", "ndjson"), ("jsonl", "ndjson"), ("tex", "latex")] {
        assert_eq!(written(ending, &[]), plain(&["--format", form]), "{ending}");
    }
    assert!(written("npy", &[]).starts_with(b"\x93NUMPY"));
    assert_eq!(written("txt", &[]), plain(&[]));
    for flags in [&["--json"][..], &["--losing"], &["--format", "bfile"]] {
        assert_eq!(written("csv", flags), plain(flags), "{flags:?}");
    }
    let file = path("table").with_extension("csv");
    let square = run(&["table", "wythoff", "3", "-o", file.to_str().expect("a plain name")]);
    assert!(square.code == Some(0) && text(&file).starts_with("a,b,value\n"), "{}", square.narrated);
}

/// The answer about a position goes to a file too; `-` is standard output.
#[test]
fn an_answer_goes_to_the_file() {
    for words in [
        &["solve", "kayles", "5"][..],
        &["moves", "kayles", "5"],
        &["explain", "kayles", "5", "--json"],
        &["solve", "graph \"tests/cmd/digraph.in/moves.csv\"", "a"],
        &["solve", "--compound", "selective", "nim", "3", "4"],
        &["prove", "kayles", "--json"],
        &["plan", "kayles", "5"],
        &["count", "nim", "--heaps", "2", "--up-to", "5"],
        &["first", "kayles", "--where", "value = 7"],
        &["find", "0", "1", "2", "3", "1", "4", "-n", "2"],
        &["equal", "octal 0.27", "octal 0.26"],
        &["cite", "kayles"],
        &["rules", "kayles"],
        &["games", "ghost"],
        &["explain", "G031"],
    ] {
        let printed = run(words);
        assert_eq!(printed.code, Some(0), "{words:?}: {}", printed.narrated);
        let file = path("answer");
        let written = run(&[words, &["-o", file.to_str().expect("a plain name")]].concat());
        assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{words:?}: {}", written.narrated);
        assert_eq!(text(&file), printed.out, "{words:?}");
        assert_eq!(run(&[words, &["-o", "-"]].concat()).out, printed.out, "{words:?}");
    }
}

/// What is read is not overwritten by the answer.
#[test]
fn an_answer_does_not_replace_what_is_read() {
    let (bfile, cert) = (path("b"), path("c"));
    let (name, other) = (bfile.to_str().expect("a plain name"), cert.to_str().expect("a plain name"));
    fs::write(&bfile, "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n").expect("it is written");
    assert_eq!(run(&["prove", "kayles", "--certificate", other]).code, Some(0));
    for words in [
        &["diff", name, "kayles", "-o", name][..],
        &["check", name, "kayles", "-o", name],
        &["find", name, "-o", name],
        &["check", other, "-o", other],
        &["check", other, "--checkpoint", other],
    ] {
        let refused = run(words);
        assert!(refused.code == Some(2) && refused.narrated.contains("name the same file"), "{}", refused.narrated);
    }
    let game = path("game.toml");
    let own = game.to_str().expect("a plain name");
    fs::write(&game, "name = \"k\"\ngame = \"kayles\"\n").expect("it is written");
    for words in [
        &["rules", own, "-o", own][..],
        &["prove", own, "--certificate", own],
        &["solve", "kayles", "5", "--from", other, "-o", other],
        &["table", own, "5", "--format", "csv", "-o", own],
    ] {
        let refused = run(words);
        assert!(refused.narrated.contains("is read, and would be replaced"), "{words:?}: {}", refused.narrated);
    }
    assert!(text(&game).starts_with("name"));
    assert!(text(&bfile).starts_with("0 0") && text(&cert).starts_with("grundy-certificate"));
    for (words, flag) in [
        (&["check", "k.toml", "--offset", "3"][..], "--offset"),
        (&["check", "k.toml", "--checkpoint", "c"], "--checkpoint"),
        (&["check", "b.txt", "kayles", "--misere"], "--misere"),
        (&["check", "c.cert", "--set", "k=3"], "--set"),
    ] {
        let refused = run(words);
        assert!(refused.code == Some(2) && refused.narrated.contains(flag), "{words:?}: {}", refused.narrated);
    }
}

/// Times and sizes are read with the units that people write.
#[test]
fn times_and_sizes_have_units() {
    for (flag, values) in [
        ("--time", &["1m", "500ms", "2", "0.5", "1.5s", "2 min", "1h"][..]),
        ("--memory", &["1gb", "512MB", "1GiB", "100000000", "64m", "1 GB"]),
    ] {
        for value in values {
            let answer = run(&["kayles", "5", flag, value]);
            assert_eq!(answer.code, Some(0), "{flag} {value}: {}", answer.narrated);
        }
    }
    for (flag, value) in
        [("--time", "1x"), ("--time", "-1"), ("--time", "forever"), ("--memory", "1xb"), ("--memory", "lots")]
    {
        let refused = run(&["kayles", "5", flag, value]);
        assert!(refused.code == Some(2) && refused.narrated.contains(value), "{flag} {value}: {}", refused.narrated);
    }
    let measured = run(&["kayles", "5", "-v"]);
    assert!(measured.narrated.contains(" positions, "), "{}", measured.narrated);
    assert_eq!(run(&["-v"]).out, run(&["--version"]).out);
}

#[test]
fn the_version_has_the_commit_and_the_target() {
    let printed = run(&["--version"]).out;
    let start = concat!("grundy ", env!("CARGO_PKG_VERSION"), " (");
    let built = printed.strip_prefix(start).and_then(|rest| rest.strip_suffix(")\n"));
    let built = built.unwrap_or_else(|| panic!("{printed}"));
    // Outside of git there is no commit.
    let (commit, target) = built.split_once(", ").unwrap_or(("0000000000", built));
    assert!(commit.len() == 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{printed}");
    assert!(target.starts_with(std::env::consts::ARCH) && target.contains('-'), "{printed}");
}

#[test]
fn an_array_goes_to_the_file() {
    for end in ["40", "20000"] {
        let file = path("array");
        let written = run(&["table", "kayles", end, "--npy", "-o", file.to_str().expect("a plain name")]);
        assert_eq!((written.code, written.out.as_str()), (Some(0), ""), "{}", written.narrated);
        let bytes = fs::read(&file).expect("the array is there");
        assert!(bytes.starts_with(b"\x93NUMPY"), "{end}");
        let count: usize = end.parse().expect("a number");
        assert_eq!(bytes[bytes.len() - count - 1..][..8], [0, 1, 2, 3, 1, 4, 3, 2], "{end}");
        fs::remove_file(&file).expect("it can be removed");
    }
}

/// Every verb that can write a certificate has the flag, and what it writes passes the check.
#[test]
fn every_verb_with_an_answer_writes_its_certificate() {
    for words in [
        &["solve", "kayles", "5", "7"][..],
        &["moves", "kayles", "5", "7"],
        &["explain", "kayles", "5", "7"],
        &["moves", "cram", "3x3"],
        &["explain", "kayles", "4", "--misere"],
        &["table", "kayles", "30"],
        &["prove", "kayles"],
    ] {
        let file = path("certificate");
        let name = file.to_str().expect("a plain name");
        let plain = run(words);
        let written = run(&[words, &["--certificate", name]].concat());
        assert_eq!((written.code, written.out), (Some(0), plain.out), "{words:?}: {}", written.narrated);
        let checked = run(&["check", name]);
        assert!(checked.code == Some(0) && checked.out.starts_with("Verified: "), "{words:?}: {}", checked.out);
        fs::remove_file(&file).expect("it can be removed");
    }
}

/// The evaluator of the checker and the plain meaning come to the same.
#[test]
fn a_check_by_the_plain_meaning_has_the_same_answer() {
    for words in [
        &["split into 3 unequal heaps", "90"][..],
        &["W(a, b) -> W(a-k, b) for k in 1..a, W(a, b) -> W(a, b-k) for k in 1..b", "W(40, 40)", "--json"],
        &["table", "a -> (a-b) + (b-1) for b in 1..a", "200", "--json"],
    ] {
        let usual = run(words);
        let plain = run(&[words, &["--plain-check"]].concat());
        assert_eq!(usual.code, Some(0), "{words:?}: {}", usual.narrated);
        assert!(!usual.out.contains("computed"), "{words:?}: {}", usual.out);
        assert_eq!((plain.code, plain.out), (Some(0), usual.out), "{words:?}: {}", plain.narrated);
    }
    assert_eq!(run(&["kayles", "5", "--plain-check", "--no-check"]).code, Some(2));
}

/// The certificate of a proof goes to a file or to standard output, where `-` is; the answer goes
/// to the file of `-o`, as everywhere.
#[test]
fn a_proof_goes_to_the_file_or_to_standard_output() {
    let (file, answer) = (path("proof"), path("answer"));
    let (name, other) = (file.to_str().expect("a plain name"), answer.to_str().expect("a plain name"));
    let plain = run(&["prove", "kayles"]);
    assert_eq!(run(&["prove", "kayles", "--certificate", name]).out, plain.out);
    let certificate = text(&file);
    assert!(certificate.starts_with("grundy-certificate 2"), "{certificate}");
    let piped = run(&["prove", "kayles", "--certificate", "-"]);
    assert_eq!((piped.code, &piped.out), (Some(0), &certificate));
    let both = run(&["prove", "kayles", "-o", other, "--certificate", "-"]);
    assert_eq!((both.code, &both.out, text(&answer)), (Some(0), &certificate, plain.out.clone()));
    assert_eq!(run(&["prove", "kayles", "-o", "-"]).out, plain.out);
    let former = run(&["prove", "kayles", "-o", "kayles.cert"]);
    assert!(former.code == Some(2) && former.narrated.contains("--certificate kayles.cert"), "{}", former.narrated);
    let none = run(&["prove", "octal 0.007", "--to", "100", "--certificate", "-"]);
    assert!(none.code == Some(3) && none.out.starts_with("octal 0.007: no period is seen"), "{}", none.out);
    assert!(none.narrated.contains("no certificate was written to -"), "{}", none.narrated);
}

/// A certificate goes to standard output where the answer goes to a file.
#[test]
fn a_certificate_goes_to_standard_output() {
    let file = path("answer");
    let name = file.to_str().expect("a plain name");
    for verb in ["solve", "moves", "explain"] {
        let printed = run(&[verb, "kayles", "5", "7"]);
        let piped = run(&[verb, "kayles", "5", "7", "-o", name, "--certificate", "-"]);
        assert!(piped.code == Some(0) && piped.out.starts_with("grundy-certificate 2"), "{verb}: {}", piped.narrated);
        assert_eq!(text(&file), printed.out, "{verb}");
        let both = run(&[verb, "kayles", "5", "7", "--certificate", "-"]);
        assert!(both.code == Some(2) && both.narrated.contains("write the answer to one with -o"), "{}", both.narrated);
    }
}

/// The number of threads changes no answer, and every verb that works has the flag.
#[test]
fn threads_change_no_answer() {
    let file = path("threads");
    let certificate = file.to_str().expect("a plain name");
    assert_eq!(run(&["solve", "kayles", "30", "--certificate", certificate]).code, Some(0));
    for words in [
        &["solve", "cram", "3x4"][..],
        &["table", "kayles", "30"],
        &["count", "nim", "--heaps", "2", "--size", "9"],
        &["check", certificate],
    ] {
        let plain = run(words);
        assert_eq!(plain.code, Some(0), "{words:?}: {}", plain.narrated);
        for jobs in [&["-j", "1"][..], &["--jobs", "3"]] {
            assert_eq!(run(&[words, jobs].concat()).out, plain.out, "{words:?} {jobs:?}");
        }
    }
}

/// Records go to a file and to standard output; `-` is standard output alone.
#[test]
fn records_go_to_the_file() {
    for words in [&["atlas", "octal 0.?", "--to", "100"][..], &["census", "--size", "2", "--patience", "20", "--json"]]
    {
        for jobs in ["-j", "--jobs"] {
            let file = path("records");
            let plain = run(&[words, &[jobs, "1"]].concat());
            let kept = run(&[words, &[jobs, "2", "-o", file.to_str().expect("a plain name")]].concat());
            assert_eq!((plain.code, kept.code), (Some(0), Some(0)), "{words:?}: {}", kept.narrated);
            assert_eq!(kept.out, plain.out, "{words:?}");
            assert!(text(&file).lines().count() >= 7, "{words:?}");
            assert_eq!(run(&[words, &["-o", "-"]].concat()).out, plain.out, "{words:?}");
        }
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn wrong_files_are_refused() {
    let file = path("same");
    let name = file.to_str().expect("a plain name");
    let nowhere = "/nowhere/at/all";
    let folder = file.parent().and_then(|folder| folder.to_str()).expect("a plain name");
    let dotted = format!("{folder}/./{}", file.file_name().and_then(|name| name.to_str()).expect("a plain name"));
    for (words, message) in [
        (&["table", "kayles", "9", "-o", nowhere][..], "error: cannot write /nowhere/at/all"),
        (&["table", "kayles", "9", "--csv", "-o", nowhere], "error: cannot write /nowhere/at/all"),
        (&["moves", "kayles", "5", "--certificate", nowhere], "error: cannot write /nowhere/at/all"),
        (&["explain", "kayles", "5", "--certificate", nowhere], "error: cannot write /nowhere/at/all"),
        (&["prove", "kayles", "--certificate", nowhere], "error: cannot write /nowhere/at/all"),
        (
            &["table", "kayles", "9", "-o", name, "--certificate", name],
            "error: --output and --certificate name the same",
        ),
        (
            &["moves", "kayles", "9", "--checkpoint", name, "--certificate", name],
            "error: --certificate and --checkpoint",
        ),
        (
            &["prove", "kayles", "--certificate", name, "--checkpoint", &dotted],
            "error: --certificate and --checkpoint name the same file",
        ),
        (&["prove", "kayles", "-o", "/nowhere/a"], "error: cannot write /nowhere/a"),
        (&["draw", "table", "kayles", "-o", "/nowhere/a.svg"], "error: cannot write /nowhere/a.svg"),
        (
            &["prove", "kayles", "-o", name, "--certificate", name],
            "error: --certificate and --output name the same file",
        ),
        (
            &["moves", "kayles", "5", "--certificate", name, "--from", name],
            "error: the argument '--certificate <FILE>'",
        ),
        (&["solve", "kayles", "5", "-o", nowhere], "error: cannot write /nowhere/at/all"),
        (&["solve", "kayles", "5", "-o", name, "--quiet"], "error: the argument '--output <FILE>' cannot be used"),
        (
            &["solve", "kayles", "5", "-o", name, "--certificate", name],
            "error: --output and --certificate name the same",
        ),
        (
            &["moves", "kayles", "5", "-o", name, "--certificate", name],
            "error: --output and --certificate name the same",
        ),
        (
            &["explain", "kayles", "5", "-o", name, "--checkpoint", name],
            "error: --output and --checkpoint name the same",
        ),
        (&["table", "build", "cram", "2x2", "-o", "-"], "error: invalid value '-' for '--output <DIR>'"),
        (&["table", "compress", "nowhere", "-o", "-"], "error: invalid value '-' for '--output <FILE>'"),
        (&["table", "export", "nowhere", "rows.csv"], "error: unexpected argument 'rows.csv' found"),
        (
            &["table", "build", "cram", "2x2", "-o", name, "--threads", "2"],
            "error: unexpected argument '--threads' found",
        ),
        (&["rules", "kayles", "-j", "2"], "error: unexpected argument '-j' found"),
        (&["atlas", "octal 0.?", "-j", "0"], "error: invalid value '0' for '--jobs <N>'"),
    ] {
        let refused = run(words);
        assert_eq!(refused.code, Some(2), "{words:?}: {}", refused.narrated);
        assert!(refused.narrated.starts_with(message), "{words:?}: {}", refused.narrated);
        assert!(!file.exists(), "{words:?}");
    }
    // An option of another name is not read where a file would be written.
    for words in [
        &["table", "build", "cram", "2x2", "-o", name, "--threads", "2"][..],
        &["atlas", "octal 0.?", "-o", name, "--cores=2"],
    ] {
        let refused = run(words);
        assert!(refused.narrated.contains("--jobs 2`"), "{}", refused.narrated);
        assert!(!refused.narrated.contains("shard"), "{}", refused.narrated);
        let refused = run(&[words, &["--json"]].concat());
        assert_eq!(refused.json()["error"]["suggestion"], "--jobs", "{}", refused.out);
    }
    let both = run(&["prove", "kayles", "--certificate", "-", "--json"]);
    assert_eq!((both.code, &both.json()["error"]["argument"]), (Some(2), &"--certificate -".into()));
}

/// A table that the time cuts off leaves the file as it was.
#[test]
fn a_table_that_is_cut_off_is_not_written() {
    let file = path("late");
    fs::write(&file, "old").expect("a temporary file");
    let cut = run(&["table", "nim", "10^12", "--csv", "--time", "0.5", "-o", file.to_str().expect("a plain name")]);
    assert!(cut.code != Some(0) && cut.out.is_empty(), "{}", cut.narrated);
    assert_eq!(text(&file), "old", "{}", cut.narrated);
}
