//! What no plain test sees: reads beyond a slice (`miri`, `sanitize`) and rare orders of workers
//! (`loom`).
//!
//! **Miri** runs `grundy-core`, and `grundy-simd` at its scalar level, since it has no vector
//! instructions. It needs a nightly toolchain with the component `miri`; how long it takes was
//! never measured, since no machine of the project has it.
//!
//! **AddressSanitizer** runs all tests of `grundy-simd`, among them every safe function with
//! hostile arguments, at every level that the machine has, and built as a release, in which sums
//! wrap. It needs a nightly toolchain alone. It sees reads and writes outside of allocations, and
//! not, as Miri would, what breaks the rules of the language inside of them. Run on 22 November
//! 2026 (nightly 1.97, AVX-512): no finding; without the comparison of `Union::at` it reports the
//! read. Valgrind 3.19, which has no AVX-512, reports nothing in the unit tests at the scalar and
//! the AVX2 level.
//!
//! **loom** runs models of workers that share tables in every order, within a bound on preemptions,
//! and with every value that a relaxed load may see. ThreadSanitizer has nothing to find there: it
//! looks for accesses that are not atomic, and outside of `grundy-simd`, which shares nothing, the
//! compiler forbids `unsafe` and with it all of these. A compare and exchange that was made a load
//! and a store, a fact that was added without a look at the key, a second growth, a turn that two
//! workers take: each was planted once, and a model found it.

use std::{path::Path, process::Command};

use crate::{failure::Failure, folders::target};

/// A check that needs what a machine may lack.
pub struct Check {
    name: &'static str,
    /// Whether it is made for this platform.
    here: bool,
    /// A command that succeeds if the check can run; `None` if it always can.
    probe: &'static [&'static str],
    needs: &'static str,
    cargo: &'static [&'static str],
    /// Its folder below that of the builds: other flags compile everything again.
    folder: &'static str,
    /// The flags of the compiler.
    flags: Option<&'static str>,
}

pub const MIRI: Check = Check {
    name: "MIRI",
    here: true,
    probe: &["+nightly", "miri", "--version"],
    needs: "a nightly toolchain with miri: rustup toolchain install nightly --component miri,rust-src",
    cargo: &["+nightly", "miri", "test", "--locked", "-p", "grundy-core", "-p", "grundy-simd", "--lib"],
    folder: "miri",
    flags: None,
};

pub const SANITIZE: Check = Check {
    name: "ADDRESS SANITIZER",
    here: cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")),
    probe: &["+nightly", "--version"],
    needs: "a nightly toolchain: rustup toolchain install nightly",
    // With a target, so that programs which run while building are not instrumented.
    cargo: &["+nightly", "test", "--locked", "--release", "--target", HOST, "-p", "grundy-simd", "--lib", "--tests"],
    folder: "sanitize",
    flags: Some("-Zsanitizer=address"),
};

pub const LOOM: Check = Check {
    name: "LOOM",
    here: true,
    probe: &[],
    needs: "",
    cargo: &["test", "--locked", "-p", "grundy-solvers", "--lib", "interleavings"],
    folder: "loom",
    flags: Some("--cfg loom"),
};

/// The one platform whose vector code the sanitizer is for.
const HOST: &str = "x86_64-unknown-linux-gnu";

impl Check {
    /// Why the check cannot run here, if it cannot.
    fn missing(&self) -> Option<String> {
        if !self.here {
            return Some(format!("it is made for {HOST}"));
        }
        if self.probe.is_empty() {
            return None;
        }
        let probe = rustup_cargo().args(self.probe).output();
        let why = match probe {
            Ok(output) if output.status.success() => return None,
            Ok(output) => String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned(),
            Err(why) => why.to_string(),
        };
        Some(format!("{why}\n  it needs {}", self.needs))
    }

    /// Runs the check.
    pub fn run(&self, root: &Path) -> Result<(), Failure> {
        if let Some(missing) = self.missing() {
            return Err(Failure::NotRun(missing));
        }
        let line = format!("cargo {}", self.cargo.join(" "));
        eprintln!("== {}: {line}", self.name);
        let mut command = rustup_cargo();
        command.args(self.cargo).env("CARGO_TARGET_DIR", target(root).join(self.folder));
        command.envs(self.flags.map(|flags| ("RUSTFLAGS", flags))).current_dir(root);
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("{line} failed").into()),
            Err(why) => Err(format!("{line} cannot be run: {why}").into()),
        }
    }
}

/// The `cargo` that knows toolchains by name: the one that runs this program does not.
fn rustup_cargo() -> Command {
    let mut command = Command::new("cargo");
    for name in ["RUSTC", "RUSTDOC", "CARGO", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(name);
    }
    command
}
