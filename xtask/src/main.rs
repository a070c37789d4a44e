//! The automation of the project, in Rust: `cargo xtask`.
mod bench;
use std::path::Path;
fn main() {
    let all: Vec<String> = std::env::args().skip(1).collect();
    if let Err(e) = bench::bench(Path::new("."), &all) {
        eprintln!("{e}");
    }
}
