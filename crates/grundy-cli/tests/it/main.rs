//! Tests of the command as a user meets it: console sessions, the judge formats, the shape of the
//! JSON.

mod atlas;
mod automata;
mod certificates;
mod checkpoints;
mod console;
mod examples;
mod files;
mod flags;
mod json;
mod judge;
mod judge_files;
mod large_answers;
mod limits;
mod long_tables;
mod mcp;
mod memory;
mod mutations;
mod newcomer;
mod offers;
mod periods;
mod pictures;
mod piped;
mod play;
mod pressed;
mod program;
mod refusals;
mod schema;
mod schema_page;
mod serve;
mod server;
mod shown;
mod slow_rules;
mod stories;
mod streams;
mod tables;
mod texts;
mod time;
mod trial;

/// Reports that a test needs what is missing here. The line is shown although the test passes:
/// `cargo xtask test` repeats it in its summary.
fn not_run(why: impl std::fmt::Display) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "NOT RUN: {why}");
}
