//! Gives the command its version, commit and target, and links its release build without shared
//! libraries, where the parts for that are at hand.
//!
//! The commit is that of the variable `GRUNDY_COMMIT` (for who builds from an archive), of the
//! crate from a registry, or of git; without any of them it is left out. In git, a new commit
//! builds the command anew, and nothing else does.
//!
//! Small queries take less time than the loader needs to find three libraries and to move a program
//! to where it was put. Cargo can ask for a static C library for all crates only, and macros are
//! crates that must stay shared; so the request goes to the linker, for this one program: scripts
//! of a line each stand in for the shared libraries and name the static ones. Where these are
//! missing, or on other systems, the program is linked as ever.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The libraries that Rust asks for, and what stands in for each.
const SCRIPTS: [(&str, &str); 3] = [
    ("libgcc_s.so", "INPUT ( -l:libgcc_eh.a )"),
    ("libm.so", "INPUT ( -l:libm.a )"),
    ("libc.so", "GROUP ( -l:libc.a -l:libgcc_eh.a -l:libgcc.a )"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GRUNDY_COMMIT");
    let (version, target) = (env::var("CARGO_PKG_VERSION")?, env::var("TARGET")?);
    let named = env::var("GRUNDY_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(packaged).or_else(checked_out);
    let commit = commit.map_or_else(String::new, |commit| format!("{}, ", commit.get(..10).unwrap_or(&commit)));
    println!("cargo::rustc-env=GRUNDY_VERSION={version} ({commit}{target})");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|own| own == value);
    let known = ["TARGET", "HOST"].iter().all(|name| is(name, "x86_64-unknown-linux-gnu"));
    let chosen = env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|features| features.contains("crt-static"));
    if !known || chosen || !is("PROFILE", "release") || !["libc.a", "libm.a", "libgcc_eh.a"].into_iter().all(found) {
        return Ok(());
    }
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    for (library, script) in SCRIPTS {
        fs::write(folder.join(library), format!("{script}\n"))?;
    }
    for argument in ["-static", "-no-pie", &format!("-L{}", folder.display())] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

/// The commit that cargo wrote into the crate when it was packaged.
fn packaged() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    Some(text.split_once("\"sha1\"")?.1.split('"').nth(1)?.to_owned())
}

/// The commit of the work tree, if it is the one of this crate. Cargo watches the files that change
/// with it.
fn checked_out() -> Option<String> {
    let asked = ["rev-parse", "--show-prefix", "--git-path", "HEAD", "--git-path", "logs/HEAD", "HEAD"];
    let output = Command::new("git").args(asked).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let ["crates/grundy-cli/", head, log, commit] = text.lines().collect::<Vec<_>>()[..] else { return None };
    // Cargo would build anew each time for a file that is not there.
    for file in [head, log].into_iter().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    Some(commit.to_owned())
}

/// Whether the C compiler, which links, finds a library.
fn found(library: &str) -> bool {
    let output = Command::new("cc").arg(format!("-print-file-name={library}")).output();
    // A library that is not found is printed back as it was requested.
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().contains('/'))
}
