//! `cargo fuzz run bfile`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_cli::entries::run("bfile", bytes));
