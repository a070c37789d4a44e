//! `cargo fuzz run judge_format`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_cli::entries::run("judge_format", bytes));
