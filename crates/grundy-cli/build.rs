//! Links the release build of the command without shared libraries, where the parts for that are at
//! hand.
//!
//! Small queries take less time than the loader needs to find three libraries and to move a program
//! to where it was put. Cargo can ask for a static C library for all crates only, and macros are
//! crates that must stay shared; so the request goes to the linker, for this one program: scripts
//! of a line each stand in for the shared libraries and name the static ones. Where these are
//! missing, or on other systems, the program is linked as ever.

use std::{env, error::Error, fs, path::PathBuf, process::Command};

/// The libraries that Rust asks for, and what stands in for each.
const SCRIPTS: [(&str, &str); 3] = [
    ("libgcc_s.so", "INPUT ( -l:libgcc_eh.a )"),
    ("libm.so", "INPUT ( -l:libm.a )"),
    ("libc.so", "GROUP ( -l:libc.a -l:libgcc_eh.a -l:libgcc.a )"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
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

/// Whether the C compiler, which links, finds a library.
fn found(library: &str) -> bool {
    let output = Command::new("cc").arg(format!("-print-file-name={library}")).output();
    // A library that is not found is printed back as it was requested.
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().contains('/'))
}
