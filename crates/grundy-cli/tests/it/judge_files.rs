//! The judge formats on real inputs: `testdata/judge/NAME/*.in` through `grundy judge NAME`, byte
//! for byte.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn run(problem: &str, least: usize) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/judge").join(problem);
    let mut inputs: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("a file").path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|own| own == "in"));
    inputs.sort();
    assert!(inputs.len() >= least, "only {} inputs of {problem}", inputs.len());
    let wrong: Vec<String> = inputs.iter().filter_map(|input| fault(problem, input)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn fault(problem: &str, input: &Path) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["judge", problem])
        .stdin(Stdio::from(fs::File::open(input).expect("the input is there")))
        .output()
        .expect("the program runs");
    let expected = fs::read_to_string(input.with_extension("out")).expect("the output is there");
    let found = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && found.trim_end() == expected.trim_end() {
        return None;
    }
    let line = found.lines().zip(expected.lines()).position(|(a, b)| a != b).map_or(0, |at| at + 1);
    let reported = String::from_utf8_lossy(&output.stderr);
    Some(format!("{}: {}, first difference in line {line}; {reported}", input.display(), output.status))
}

#[test]
fn strings() {
    run("strings", 14);
}

#[test]
fn trust() {
    run("trust", 20);
}

#[test]
fn wgme() {
    run("wgme", 1);
}

#[test]
fn wplay() {
    run("wplay", 15);
}
