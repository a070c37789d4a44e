//! `cargo fuzz run play`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_cli::entries::run("play", bytes));
