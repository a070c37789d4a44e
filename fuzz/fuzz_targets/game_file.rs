//! `cargo fuzz run game_file`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_cli::entries::run("game_file", bytes));
