//! `cargo xtask fuzz [SECONDS]`: runs every fuzz target of `fuzz/`, one after the other.
//! `cargo xtask test` compiles them, with any compiler.
//!
//! It needs cargo-fuzz and a nightly compiler. Without them it returns an error; the test
//! `mutations` of `grundy-cli` calls the same functions and needs neither.

use std::{path::Path, process::Command};

use crate::{folders::target, start};

/// Compiles all targets, without code: what a target calls must be there.
pub fn compile(root: &Path) -> Result<(), String> {
    let manifest = root.join("fuzz/Cargo.toml");
    let (manifest, folder) = (manifest.to_string_lossy(), target(root));
    let folder = folder.to_string_lossy();
    let alone = ["check", "--locked", "--no-default-features", "--manifest-path", &manifest, "--target-dir", &folder];
    start::cargo(root, &alone)
}

/// Runs all targets, each for this many seconds.
pub fn run(root: &Path, seconds: &str) -> Result<(), String> {
    let seconds: u32 = seconds.parse().map_err(|_| format!("{seconds} is not a number of seconds"))?;
    let there = Command::new("cargo").args(["+nightly", "fuzz", "--version"]).output();
    if !there.is_ok_and(|output| output.status.success()) {
        return Err("FUZZING NOT RUN: it needs cargo-fuzz and a nightly compiler\n  \
            way out: rustup toolchain install nightly, cargo install cargo-fuzz"
            .into());
    }
    let folder = root.join("fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut targets: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned())).collect();
    targets.sort();
    for target in targets {
        eprintln!("== {target}");
        let limit = format!("-max_total_time={seconds}");
        let status = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", &target, "--", &limit, "-rss_limit_mb=2048", "-timeout=20"])
            .current_dir(root)
            .status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(format!("the target {target} has failed; its input lies in fuzz/artifacts/{target}"));
        }
    }
    Ok(())
}
