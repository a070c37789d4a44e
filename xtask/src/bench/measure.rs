//! Runs two commands in turn on one input and compares what they print and what they cost.
//!
//! Costs are the operating system's accounting of the finished process: user and system time, peak
//! memory. The two run A B A B .., so that a machine whose speed drifts slows both; the ratio is
//! taken pair by pair.

use std::{
    fs::File,
    path::Path,
    process::{Command, ExitStatus, Stdio},
};

use wait4::Wait4;

/// What a finished process cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User and system time in seconds.
    pub cpu: f64,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

/// Runs `command` with `input` on stdin; what it prints and what it cost. It must succeed.
pub fn run(command: &[String], input: Option<&Path>) -> Result<(Vec<u8>, Cost), String> {
    let (status, printed, cost) = finished(command, input)?;
    if status.success() { Ok((printed, cost)) } else { Err(format!("{}: {status}", command.join(" "))) }
}

/// As [`run`], whether it succeeds or not: its status, too.
pub fn finished(command: &[String], input: Option<&Path>) -> Result<(ExitStatus, Vec<u8>, Cost), String> {
    let shown = command.join(" ");
    let stdin = match input {
        Some(path) => Stdio::from(File::open(path).map_err(|error| format!("{}: {error}", path.display()))?),
        None => Stdio::null(),
    };
    let output = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let stdout = output.reopen().map_err(|error| error.to_string())?;
    let child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(stdin)
        .stdout(stdout)
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(|error| format!("{shown}: {error}"))?;
    let used = child.wait4().map_err(|error| format!("{shown}: {error}"))?;
    let printed = std::fs::read(output.path()).map_err(|error| error.to_string())?;
    let cpu = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok((used.status, printed, Cost { cpu, memory: used.rusage.maxrss }))
}

/// What a program printed, and what its runs cost; or that it failed.
pub type Runs = Result<(Vec<u8>, Vec<Cost>), String>;

/// Runs the programs `runs` times in turn, after one run of each that is not counted. One that
/// fails is not run again.
pub fn turns(commands: &[Vec<String>], input: &Path, runs: usize) -> Vec<Runs> {
    let mut found: Vec<Runs> = commands.iter().map(|_| Ok((Vec::new(), Vec::new()))).collect();
    for round in 0..=runs {
        for (command, own) in commands.iter().zip(&mut found) {
            let Ok((printed, costs)) = own else { continue };
            match run(command, Some(input)) {
                Ok((text, cost)) => {
                    *printed = text;
                    costs.extend((round > 0).then_some(cost));
                }
                Err(why) => *own = Err(why),
            }
        }
    }
    found
}

/// The middle of some figures.
pub fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = figures.collect();
    all.sort_by(f64::total_cmp);
    match all.len() {
        0 => f64::NAN,
        many if many % 2 == 1 => all[many / 2],
        many => (all[many / 2 - 1] + all[many / 2]) / 2.0,
    }
}
