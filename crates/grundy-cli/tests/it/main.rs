//! Tests of the command as a user meets it: console sessions, the judge formats, the shape of the
//! JSON.

mod atlas;
mod automata;
mod certificates;
mod checkpoints;
mod console;
mod files;
mod flags;
mod json;
mod judge;
mod judge_files;
mod long_tables;
mod memory;
mod mutations;
mod periods;
mod pictures;
mod piped;
mod program;
mod refusals;
mod schema;
mod server;
mod slow_rules;
mod streams;
mod time;
