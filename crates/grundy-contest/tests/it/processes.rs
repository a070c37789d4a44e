//! The processes that a program on trial has started, found by a mark among their arguments. The
//! tests of the command read this file too.
#![cfg(unix)]

use std::process::Command;

/// Whether the processes can be listed.
pub fn has_ps() -> bool {
    let found = Command::new("ps").args(["-A", "-o", "stat=,args="]).output().is_ok_and(|ran| ran.status.success());
    if !found {
        crate::not_run("ps is missing: apt-get install procps");
    }
    found
}

/// A number of seconds that no other run of the tests has among its arguments.
pub fn mark(number: u32) -> String {
    format!("{number}.{:010}", std::process::id())
}

/// The arguments of all processes that have not ended.
fn processes() -> Vec<String> {
    let listed = Command::new("ps").args(["-A", "-o", "stat=,args="]).output().expect("ps runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let alive = listed.lines().filter(|line| !line.starts_with('Z')).filter_map(|line| line.trim().split_once(' '));
    alive.map(|(_, arguments)| arguments.trim().to_owned()).collect()
}

/// How many processes have this mark among their arguments.
pub fn alive(mark: &str) -> usize {
    processes().iter().filter(|arguments| arguments.contains(mark)).count()
}

/// How many sleepers have begun.
pub fn asleep(mark: &str) -> usize {
    processes().iter().filter(|arguments| **arguments == format!("sleep {mark}")).count()
}
