//! The tests of judge formats, of positions that are made, and of trials of programs.

mod formats;
mod generate;
mod judges;
mod processes;
mod programs;
mod trials;

/// Reports that a test needs what is missing here. The line is shown although the test passes:
/// `cargo xtask test` repeats it in its summary.
fn not_run(why: impl std::fmt::Display) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "NOT RUN: {why}");
}
