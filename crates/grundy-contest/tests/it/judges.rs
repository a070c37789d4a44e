//! The judge formats that are built in: each reads and answers its input in `testdata/judges`.

use std::{fs, path::PathBuf};

use grundy::{Limits, Run};
use grundy_contest::{BUILT_IN, Format, generate};

#[test]
fn every_format_answers_its_input() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judges");
    // Their inputs and outputs are in another folder.
    let elsewhere = ["apples", "nim", "strings", "trust", "trust-anywhere", "wgme", "wplay"];
    for (name, _) in BUILT_IN.iter().filter(|(name, _)| !elsewhere.contains(name)) {
        let format = Format::built_in(name).expect("it is built in");
        let path = folder.join(name).with_extension("in");
        let input = fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let answers =
            format.answers(&Run::new(Limits::default()), &input).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        let lines: Vec<&str> = answers.iter().map(|answer| answer.line()).collect();
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{path:?}");
    }
}

#[test]
fn the_formats_with_names_can_be_read() {
    for (name, _) in BUILT_IN {
        assert!(Format::built_in(name).is_some(), "{name}");
        assert_eq!(Format::known_as(name), Some(*name));
    }
    for (words, name) in [
        ("1037G", "strings"),
        ("CF1037G", "strings"),
        ("cses 2207", "cses-2207"),
        ("grundy's game", "cses-2207"),
        ("Nim Game II", "nim-2"),
        ("nim1", "nim-1"),
        ("nim-game-1", "nim-1"),
        ("cses nim game ii", "nim-2"),
        ("CSES stick game", "cses-1729"),
        ("cses 1098", "nim-2"),
        ("EDPC K", "edpc-k"),
        ("zero-move nim", "hackerrank-zero-move-nim"),
        ("codechef wgme", "wgme"),
    ] {
        assert_eq!(Format::known_as(words), Some(name), "{words}");
    }
    for words in ["chess", "", "G", "nim.toml", "HackerRank"] {
        assert!(Format::built_in(words).is_none(), "{words}");
    }
}

/// The formats of problems whose judges are code give the same answers as these: for `trust` only
/// where there are two letters.
#[test]
fn formats_of_coded_judges_give_their_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judge");
    let run = Run::new(Limits::default());
    for (name, least) in [("strings", 12), ("trust", 1), ("wplay", 12)] {
        let format = Format::built_in(name).unwrap();
        let mut checked = 0;
        for entry in fs::read_dir(folder.join(name)).unwrap() {
            let path = entry.unwrap().path();
            let small = path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("small-"));
            if !small || path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let input = fs::read(&path).unwrap();
            let second = String::from_utf8_lossy(&input).split_whitespace().nth(1).map(str::to_owned);
            if name == "trust" && second.as_deref() != Some("2") {
                continue;
            }
            let right = fs::read_to_string(path.with_extension("out")).unwrap();
            let answers = format.answers(&run, &input).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let lines: Vec<&str> = answers.iter().map(|answer| answer.line()).collect();
            assert_eq!(lines, right.lines().collect::<Vec<_>>(), "{}", path.display());
            checked += 1;
        }
        assert!(checked >= least, "{name}: {checked} inputs");
    }
    let anywhere = Format::built_in("trust-anywhere").unwrap();
    let answers = anywhere.answers(&run, b"1 2\nb\n1\nba 1\n").unwrap();
    assert_eq!(answers[0].line(), "Daenerys");
    let apples = Format::built_in("apples").unwrap();
    let answers = apples.answers(&run, b"7").unwrap();
    assert_eq!(answers[0].line(), "0 0 1 1 2 0 0 1");
}

/// What is made for the formats obeys the bounds that depend on other values.
#[test]
fn made_inputs_are_read_again_and_answered() {
    let run = Run::new(Limits::default());
    for (name, _) in BUILT_IN {
        let format = Format::built_in(name).unwrap();
        let small = generate::small(&run, &format, 60).unwrap();
        let random = generate::of_kind(&run, &format, generate::WantedKind::Any, 30, 5).unwrap();
        assert!(small.len() > 20 && random.len() == 30, "{name}: {} small, {} random", small.len(), random.len());
        for (input, output) in format.files(&[small, random].concat()) {
            let answers = format.answers(&run, input.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let lines: String = answers.iter().map(|answer| format!("{}\n", answer.line())).collect();
            assert_eq!(lines, output, "{name}: {input}");
        }
    }
}

/// The range of the number of tests says how many an input has at most.
#[test]
fn an_input_has_as_many_tests_as_its_range_allows() {
    let text = |range: &str| {
        format!(
            "game = 'nim'\ninput = 't; n; a*n'\nposition = 'a'\nwin = 'W'\nlose = 'L'\n[ranges]\nt = \"{range}\"\nn = \
             \"1..2\"\na = \"0..9\"\n"
        )
    };
    let run = Run::new(Limits::default());
    let format = Format::read(&text("1..6")).unwrap();
    let cases = generate::small(&run, &format, 20).unwrap();
    let counts: Vec<String> =
        format.files(&cases).iter().map(|(input, _)| input.lines().next().unwrap().to_owned()).collect();
    assert_eq!(counts, ["6", "6", "6", "2"]);
    assert!(Format::read(&text("2..6")).is_err());
}
