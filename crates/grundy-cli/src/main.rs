//! The command `grundy`: who wins, which moves win, and why.
//!
//! Results go to stdout, narration to stderr. Exit codes: 0 answered, 1 a check failed, 2 usage or
//! input error, 3 not decided within the limits, 128 + N ended by the signal N (130 by Ctrl-C).

use std::process::ExitCode;

/// Tables of a gigabyte are looked up at random.
#[global_allocator]
static MEMORY: grundy::solvers::HugePages = grundy::solvers::HugePages;

fn main() -> ExitCode {
    grundy_cli::main()
}
