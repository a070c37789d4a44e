//! The checks in the order in which they fail fastest. The output of each step is shown at once.

use std::{path::Path, process::Command, time::Instant};

use crate::{api, dependencies, page, proofs, python, site, soundness, tidy};

const CARGO: &str = env!("CARGO");

/// Runs every check and stops at the first that fails.
pub fn test(root: &Path) -> Result<(), String> {
    cargo(root, &["fmt", "--all", "--check"])?;
    tidy::run(root)?;
    dependencies::run(root)?;
    cargo(root, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    // The program and the library are both called grundy, and their pages would overwrite each
    // other.
    cargo(root, &["doc", "--locked", "--workspace", "--no-deps", "--exclude", "grundy-cli", "--exclude", "xtask"])?;
    api::run(root, false)?;
    cargo(root, &["test", "--locked", "--workspace"])?;
    page::run_if_there(root)?;
    site::test_if_built(root)?;
    proofs::run_if_there(root)?;
    python(root, false)?;
    soundness::LOOM.run(root)?;
    soundness::SANITIZE.run_if_there(root)?;
    soundness::MIRI.run_if_there(root)
}

/// Tests the package for Python. That this is not possible here is an error if it is `required`,
/// else it is reported. The extension is built with the features that the tests of the workspace
/// have, so that all other crates are there already.
pub fn python(root: &Path, required: bool) -> Result<(), String> {
    let tests = match python::tests(root) {
        Err(missing) if !required => {
            eprintln!("{missing}");
            return Ok(());
        }
        tests => tests?,
    };
    cargo(root, &["build", "--locked", "--workspace", "--all-targets"])?;
    tests.run(root)
}

/// Runs the long comparisons with the meaning: of every way to the values of heaps, and of dense
/// tables on random games; that of large boards with published values; and fifty kills of a process
/// that builds a table together with another one.
pub fn exact(root: &Path) -> Result<(), String> {
    // The long comparisons of random rules, which the suites leave out.
    let crates = ["-p", "grundy-cert", "-p", "grundy-solvers"];
    cargo(root, &[&["test", "--locked", "--release", "--lib"][..], &crates, &["--", "--ignored"]].concat())?;
    let kills = ["-p", "grundy-layers", "--features", "cluster", "--test", "it", "--", "--ignored", "fifty_kills"];
    cargo(root, &[&["test", "--locked", "--release"][..], &kills].concat())?;
    let wanted = ["test", "--locked", "--release", "-p", "grundy", "--test", "it", "--", "exactness", "second_checker"];
    cargo_with(root, &wanted, &[("GRUNDY_EXACT", "1")])
}

pub fn cargo(root: &Path, arguments: &[&str]) -> Result<(), String> {
    cargo_with(root, arguments, &[])
}

/// Runs cargo with these variables set.
fn cargo_with(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("cargo {}", arguments.join(" "));
    eprintln!("== {line}");
    let start = Instant::now();
    let mut command = Command::new(CARGO);
    command.args(arguments).current_dir(root).env("RUSTDOCFLAGS", "-D warnings").envs(variables.iter().copied());
    let status = command.status();
    let status = status.map_err(|why| format!("{line} cannot be run: {why}"))?;
    eprintln!("== {:.1} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{line} failed")) }
}
