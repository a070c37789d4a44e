//! `cargo xtask page [PICTURES]`: the stories of the page in a real Chromium. The page comes from
//! `grundy serve`, or from a static site (`site.rs`).
//!
//! It needs Chromium, Node and two packages of npm, which it fetches into the target folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{failure::Failure, folders::target};

/// Where Chromium is on the usual systems; the test looks there too.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// How to get what is missing.
pub const WAY_OUT: &str = "way out: apt-get install chromium fonts-dejavu-core nodejs npm";

/// Runs the stories; `pictures` is a folder for a picture of each.
pub fn run(root: &Path, pictures: Option<&str>) -> Result<(), Failure> {
    if let Some(missing) = missing() {
        return Err(Failure::NotRun(format!("{missing}\n  {WAY_OUT}")));
    }
    // With the features of all tests, so that after them nothing is compiled again.
    let all = ["build", "--quiet", "--locked", "--workspace", "--all-targets"];
    let cargo = Command::new(env!("CARGO")).args(all).current_dir(root).status();
    if !cargo.is_ok_and(|status| status.success()) {
        return Err("the program cannot be built".to_owned().into());
    }
    stories(root, &target(root).join("debug/grundy"), pictures)
}

/// Runs the stories on what `served` serves: the program, or the folder of a static site.
pub fn stories(root: &Path, served: &Path, pictures: Option<&str>) -> Result<(), Failure> {
    let work = prepared(root)?;
    let mut test = Command::new("node");
    test.arg("page.mjs").arg(served).current_dir(&work);
    test.env("GRUNDY_SCREENS", root.join("crates/grundy-serve/e2e/screens"));
    if let Some(pictures) = pictures {
        fs::create_dir_all(pictures).map_err(|why| format!("{pictures}: {why}"))?;
        test.arg(fs::canonicalize(pictures).map_err(|why| format!("{pictures}: {why}"))?);
    }
    let status = test.status().map_err(|why| format!("node cannot be run: {why}"))?;
    if status.success() { Ok(()) } else { Err("a story of the page has failed".to_owned().into()) }
}

/// What the stories need and this system does not have.
pub fn missing() -> Option<&'static str> {
    let runs =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !BROWSERS.iter().any(|path| Path::new(path).exists()) {
        return Some("there is no Chromium");
    }
    if !runs("node") {
        return Some("there is no Node");
    }
    (!runs("npm")).then_some("there is no npm")
}

/// The folder with the test and its packages.
fn prepared(root: &Path) -> Result<PathBuf, Failure> {
    let source = root.join("crates/grundy-serve/e2e");
    let work = target(root).join("page");
    let fault = |why: std::io::Error| format!("{}: {why}", work.display());
    fs::create_dir_all(&work).map_err(fault)?;
    let manifest = work.join("package.json");
    let fresh = fs::read(&manifest).ok() != fs::read(source.join("package.json")).ok();
    for name in ["package.json", "page.mjs"] {
        fs::copy(source.join(name), work.join(name)).map_err(fault)?;
    }
    if fresh || !work.join("node_modules").exists() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--silent"]).current_dir(&work);
        let status = npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1").status();
        if !status.is_ok_and(|status| status.success()) {
            // The next run is to try again.
            let _ = fs::remove_file(&manifest);
            let why = format!("npm cannot fetch playwright-core and axe-core into {}", work.display());
            return Err(Failure::NotRun(why));
        }
    }
    Ok(work)
}
