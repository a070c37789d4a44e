//! The package for Python: its tests, and its wheel.
//!
//! The tests need python3 with venv, and some packages of a package index, which go into
//! `target/python`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use crate::{failure::Failure, folders::target, start};

/// What the tests import.
const TESTED_WITH: &[&str] = &[
    "numpy",
    "pytest",
    "hypothesis",
    "mypy",
    "nanoarrow",
    "vermin",
    "networkx",
    "pandas",
    "polars",
    "anywidget",
    "nbclient",
    "ipykernel",
    "tomli; python_version < '3.11'",
];

/// The oldest Python that the package supports, as the name of its interpreter.
const OLDEST: &str = "python3.10";

/// The largest wheel of a release, in bytes: whoever installs it gets the whole program too, with
/// the page.
const LARGEST: u64 = 10_000_000;

/// How a wheel is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WheelProfile {
    /// As the tests are: most crates are compiled already.
    Dev,
    /// As it is released, which takes ten minutes of CPU. Its size is checked.
    Release,
}

/// Tests the package with the extension of the debug build. The extension is built with the
/// features that the tests of the workspace have, so that all other crates are there already.
pub fn test(root: &Path) -> Result<(), Failure> {
    let python = environment("python3", &target(root).join("python/tests"), TESTED_WITH).map_err(Failure::NotRun)?;
    start::cargo(root, &["build", "--locked", "--workspace", "--all-targets"])?;
    let home = target(root).join("python");
    let package = home.join("package");
    lay_out(root, &package)?;
    let modules = package.join("grundy");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(arguments).current_dir(root).env("PYTHONPATH", &package).env("MYPYPATH", &package);
        // What these tools remember lies in the target folder too.
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPY_CACHE_DIR", home.join("mypy"));
        command.env("HYPOTHESIS_STORAGE_DIRECTORY", home.join("hypothesis"));
        shown(command)
    };
    run(&[
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--doctest-modules",
        "python/tests",
        &modules.to_string_lossy(),
    ])?;
    // Nothing that came after the oldest Python, which need not be there.
    let vermin = ["-c", "from vermin.main import main; main()", "--quiet", "--no-tips", "--violations", "-t=3.10-"];
    run(&[&vermin[..], &["python/grundy", "python/examples", "python/tools/smoke.py"]].concat())?;
    run(&["-m", "mypy", "--strict", "-p", "grundy"])?;
    run(&["-m", "mypy", "--strict", "python/examples", "python/tools"])?;
    run(&["-m", "mypy.stubtest", "grundy", "--ignore-missing-stub", "--allowlist", "python/tools/stubtest.txt"])?;
    Ok(())
}

/// Builds a wheel, and tries it in an environment that has nothing else but NumPy: with python3,
/// and with the oldest Python where it is there.
pub fn wheel(root: &Path, profile: WheelProfile) -> Result<(), Failure> {
    let home = target(root).join("python");
    let builder = environment("python3", &home.join("builder"), &["maturin>=1.16,<2"]).map_err(Failure::NotRun)?;
    let out = target(root).join("wheels");
    fs::remove_dir_all(&out).or_else(gone)?;
    let out_text = out.display().to_string();
    let mut command = Command::new(&builder);
    let name = if profile == WheelProfile::Dev { "dev" } else { "wheel" };
    command.args(["-m", "maturin", "build", "--profile", name, "--locked", "--out", &out_text]).current_dir(root);
    shown(command)?;
    let wheel = only_wheel(&out)?;
    let size = fs::metadata(&wheel).map_err(|why| why.to_string())?.len();
    eprintln!("== {}: {:.2} MB", wheel.display(), size as f64 / 1e6);
    if profile == WheelProfile::Release && size > LARGEST {
        return Err(format!("the wheel has {size} bytes, over {LARGEST}").into());
    }
    let is_there = Command::new(OLDEST).arg("--version").output().is_ok_and(|version| version.status.success());
    if !is_there {
        eprintln!("== THE WHEEL IS NOT TRIED WITH {OLDEST}: it is not there");
    }
    for interpreter in ["python3"].into_iter().chain(is_there.then_some(OLDEST)) {
        fs::remove_dir_all(home.join("clean")).or_else(gone)?;
        let python = environment(interpreter, &home.join("clean"), &["numpy", &wheel.display().to_string()])?;
        let mut command = Command::new(&python);
        // Not in the workspace, whose folder `python` would be found first.
        command.arg(root.join("python/tools/smoke.py")).current_dir(&out);
        shown(command)?;
    }
    Ok(())
}

fn gone(error: std::io::Error) -> Result<(), String> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error.to_string()) }
}

fn only_wheel(out: &Path) -> Result<PathBuf, String> {
    let found = fs::read_dir(out).map_err(|why| why.to_string())?;
    let wheels = found.filter_map(|entry| Some(entry.ok()?.path()));
    let mut wheels = wheels.filter(|path| path.extension().is_some_and(|own| own == "whl"));
    wheels.next().ok_or_else(|| format!("there is no wheel in {}", out.display()))
}

/// A virtual environment of this interpreter with these packages, and its interpreter. One that is
/// complete is kept.
pub fn environment(interpreter: &str, home: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = home.join("bin/python");
    let (complete, wanted) = (home.join("complete"), packages.join("\n"));
    if fs::read_to_string(&complete).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let started = |mut command: Command, what: &str| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(why) => Err(format!("{what}: {why}")),
    };
    let mut command = Command::new(interpreter);
    command.args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    started(command, "it takes python3, 3.10 or later (Debian: python3)")?;
    let mut command = Command::new(interpreter);
    command.args(["-m", "venv", "--clear"]).arg(home);
    started(command, "a virtual environment cannot be made (Debian: python3-venv)")?;
    let mut command = Command::new(&python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    started(command, &format!("pip cannot install {}", packages.join(" ")))?;
    fs::write(&complete, wanted).map_err(|why| why.to_string())?;
    Ok(python)
}

/// The package with the extension that was built.
fn lay_out(root: &Path, package: &Path) -> Result<(), String> {
    let to = package.join("grundy");
    fs::remove_dir_all(package).or_else(gone)?;
    fs::create_dir_all(&to).map_err(|why| why.to_string())?;
    let copy = |from: &Path, name: &str| {
        fs::copy(from, to.join(name)).map(drop).map_err(|why| format!("{}: {why}", from.display()))
    };
    for entry in fs::read_dir(root.join("python/grundy")).map_err(|why| why.to_string())? {
        let path = entry.map_err(|why| why.to_string())?.path();
        if path.is_file() {
            copy(&path, &path.file_name().unwrap_or_default().to_string_lossy())?;
        }
    }
    let name = format!("{}_grundy{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    copy(&target(root).join("debug").join(name), "_grundy.abi3.so")
}

/// Runs a command whose output is shown.
pub fn shown(mut command: Command) -> Result<(), String> {
    let line = format!("{command:?}");
    eprintln!("== {line}");
    let start = Instant::now();
    let status = command.status().map_err(|why| format!("{line} cannot be run: {why}"))?;
    eprintln!("== {:.1} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{line} failed")) }
}
