//! `cargo fuzz run condition`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_cli::entries::run("condition", bytes));
