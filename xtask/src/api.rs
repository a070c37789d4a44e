//! The public interface of the library, recorded in `crates/*/api.txt` and compared with what the
//! compiler sees: a change of it is a line of the difference that a reviewer reads.
//!
//! `rustdoc` of the stable toolchain writes the items as JSON with `RUSTC_BOOTSTRAP` set, and
//! `public-api` lists them. The variable is set for `rustdoc` alone, by this program in its place:
//! if cargo saw it, it would run build scripts again that look at it, and compile anew what depends
//! on them, here and in the next step.
//! The format of the JSON changes with the compiler, so the list is
//! compared by the toolchain that [`FORMAT`] belongs to; any other one reports that it did not
//! compare.
//! Recorded are the items, and the traits that a type implements by name; blanket and auto traits
//! are left out.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    path::Path,
    process::{Command, ExitCode},
};

use public_api::Builder;

use crate::{failure::Failure, folders::target};

/// The crates whose interface is promised: the library, and what a game in code implements. The
/// modules that re-export other crates as a whole are not recorded item by item.
const CRATES: &[&str] = &["grundy", "grundy-core"];

/// The format of the JSON that this version of `public-api` reads: that of Rust 1.95.
const FORMAT: u64 = 57;

/// Set, with the path of `rustdoc`, where cargo runs this program in its place.
pub const RUSTDOC: &str = "GRUNDY_XTASK_RUSTDOC";

/// Runs `rustdoc` with its unstable options, on the arguments of this process.
pub fn rustdoc(path: &OsStr) -> ExitCode {
    let status = Command::new(path).args(std::env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    let code = status.ok().and_then(|status| u8::try_from(status.code()?).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Compares the recorded interface, or records it.
pub fn run(root: &Path, write: bool) -> Result<(), Failure> {
    let mut changed = Vec::new();
    for name in CRATES {
        let found = interface(root, name)?;
        let path = root.join("crates").join(name).join("api.txt");
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        if recorded == found {
            continue;
        }
        if write {
            fs::write(&path, &found).map_err(|why| format!("{}: {why}", path.display()))?;
            eprintln!("api: crates/{name}/api.txt is written");
            continue;
        }
        changed.extend(difference(&recorded, &found).map(|line| format!("  {name}: {line}")));
    }
    if changed.is_empty() {
        eprintln!("== api: as recorded");
        return Ok(());
    }
    let why = format!(
        "the public interface is not as recorded:\n{}\nIf that is meant, run `cargo xtask api --write` and commit \
         crates/*/api.txt; if it may break a user, say so in CHANGELOG.md.",
        changed.join("\n")
    );
    Err(why.into())
}

/// The lines that are gone, with `-`, and those that are new, with `+`.
fn difference<'a>(recorded: &'a str, found: &'a str) -> impl Iterator<Item = String> {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (recorded.lines().collect(), found.lines().collect());
    let gone: Vec<String> = old.difference(&new).map(|line| format!("- {line}")).collect();
    let more: Vec<String> = new.difference(&old).map(|line| format!("+ {line}")).collect();
    gone.into_iter().chain(more)
}

/// The interface of a crate, one item per line.
fn interface(root: &Path, name: &str) -> Result<String, Failure> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["rustdoc", "--locked", "--quiet", "-p", name, "--lib", "--features", "serde"]);
    command.args(["--", "-Zunstable-options", "--output-format=json", "--cap-lints=allow"]);
    let own = std::env::current_exe().map_err(|why| format!("the path of this program: {why}"))?;
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    match command.env("RUSTDOC", own).env(RUSTDOC, rustdoc).current_dir(root).status() {
        Ok(status) if status.success() => {}
        Ok(_) => return Err(format!("{command:?} failed").into()),
        Err(why) => return Err(format!("{command:?} cannot be run: {why}").into()),
    }
    let path = target(root).join("doc").join(name.replace('-', "_")).with_extension("json");
    let json = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
    let format = serde_json::from_str::<serde_json::Value>(&json).ok().and_then(|json| json["format_version"].as_u64());
    if format != Some(FORMAT) {
        return Err(Failure::NotRun(format!(
            "rustdoc writes format {format:?}, and xtask reads {FORMAT}: use Rust 1.95, or take \
             the version of `public-api` for this format and change FORMAT in xtask/src/api.rs"
        )));
    }
    let list = |derived: bool| {
        let builder = Builder::from_rustdoc_json(&path).omit_blanket_impls(true).omit_auto_trait_impls(true);
        let api =
            builder.omit_auto_derived_impls(!derived).build().map_err(|why| format!("{}: {why}", path.display()))?;
        Ok::<_, String>(api.items().map(|item| item.to_string()).collect::<Vec<String>>())
    };
    // Derived traits are one line each, without their functions.
    let mut lines = list(false)?;
    lines.extend(list(true)?.into_iter().filter(|line| line.starts_with("impl")));
    lines.sort();
    lines.dedup();
    lines.push(String::new());
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_lists_what_is_gone_and_what_is_new() {
        let lines: Vec<String> = difference("a\nb\nc\n", "a\nc\nd\n").collect();
        assert_eq!(lines, ["- b", "+ d"]);
        assert_eq!(difference("a\n", "a\n").count(), 0);
    }
}
