//! How cargo is started.

use std::{path::Path, process::Command, time::Instant};

const CARGO: &str = env!("CARGO");

/// Runs cargo, and reports how long it took.
pub fn cargo(root: &Path, arguments: &[&str]) -> Result<(), String> {
    cargo_with(root, arguments, &[])
}

/// Runs cargo with these variables set.
pub fn cargo_with(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
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
