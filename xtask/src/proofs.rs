//! `cargo xtask proofs`: the theory in Rocq is compiled, without assumptions, and its checkers
//! verify certificates that the program writes, and refuse altered ones.
//!
//! It needs Coq, OCaml and Python.

use std::{path::Path, process::Command, time::Instant};

use crate::{failure::Failure, folders::target};

const WAY_OUT: &str = "way out: apt-get install --no-install-recommends coq python3";

/// Compiles the theory and tries the checkers.
pub fn run(root: &Path) -> Result<(), Failure> {
    if let Some(missing) = missing() {
        return Err(Failure::NotRun(format!("{missing} is missing\n  {WAY_OUT}")));
    }
    // With the features of all tests, so that after them nothing is compiled again.
    step(root, &[env!("CARGO"), "build", "--quiet", "--locked", "--workspace", "--all-targets"])?;
    let start = Instant::now();
    let script = |name: &str| root.join("proofs").join(name).to_string_lossy().into_owned();
    let program = target(root).join("debug/grundy");
    step(root, &[&script("build")])?;
    step(root, &[&script("test"), &program.to_string_lossy()])?;
    eprintln!("== proofs: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// A program that this system does not have.
fn missing() -> Option<&'static str> {
    let answers = |program: &str| {
        let output = Command::new(program).arg(if program == "ocamlfind" { "printconf" } else { "--version" }).output();
        output.is_ok_and(|output| output.status.success())
    };
    ["coqc", "ocamlfind", "python3"].into_iter().find(|program| !answers(program))
}

fn step(root: &Path, command: &[&str]) -> Result<(), String> {
    let line = command.join(" ");
    let status = Command::new(command[0]).args(&command[1..]).current_dir(root).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{line} failed")),
        Err(why) => Err(format!("{line} cannot be run: {why}")),
    }
}
