//! The library as a WebAssembly module: built for `wasm32-unknown-unknown`, and compared under Node
//! with the same requests answered natively.
//!
//! A compiler that has the target (`rustup target add wasm32-unknown-unknown`) is used as it is.
//! Else Debian's `rustc-web` with `rust-web-src` and `lld-22` builds the standard library too:
//! compiler and sources must have the same version, so the compiler is that of the package, and
//! cargo the usual one.
//!
//! It prints the size of the module and the time to each answer. It is not part of `cargo xtask
//! test`: the standard library and the module with all of its code take minutes to compile.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use crate::folders::target;

const TARGET: &str = "wasm32-unknown-unknown";

/// The packages of Debian that build for the target.
const PACKAGES: &str = "apt-get install --no-install-recommends rustc-web rust-web-src lld-22";

/// The compiler and the linker of these packages.
const COMPILER: &str = "/usr/bin/rustc";
const LINKER: &str = "/usr/bin/wasm-ld-22";

/// The module may have this many bytes when it is compressed: a page loads it at its first visit.
const MOST_BYTES: u64 = 1_520_000;

/// How the module can be built here.
enum Way {
    /// The compiler has the target.
    Installed,
    /// The compiler of Debian builds the standard library too.
    Debian,
}

/// Builds the module and compares its answers; that this is not possible here is an error.
pub fn run(root: &Path) -> Result<(), String> {
    let module = build(root)?;
    compare(root, &module)?;
    size(&module)
}

/// Where the module is once it is built.
pub fn module(root: &Path) -> PathBuf {
    target(root).join("wasm").join(TARGET).join("page/grundy_wasm.wasm")
}

fn way() -> Result<Way, String> {
    let missing = |what: &str| format!("WASM NOT RUN: {what}");
    if output("node", &["--version"]).is_none() {
        return Err(missing("there is no Node, which runs the module: install nodejs"));
    }
    let installed = output("rustc", &["--print", "target-libdir", "--target", TARGET]);
    if installed.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(Way::Installed);
    }
    let sysroot = output(COMPILER, &["--print", "sysroot"]);
    let sources = sysroot.map(|sysroot| Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock"));
    match sources.is_some_and(|sources| sources.is_file()) && Path::new(LINKER).is_file() {
        true => Ok(Way::Debian),
        false => {
            Err(missing(&format!("no compiler for {TARGET}: rustup target add {TARGET}, or on Debian {PACKAGES}")))
        }
    }
}

/// What a program prints; `None` if it cannot be run or fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Builds the module. Returns where it is.
pub fn build(root: &Path) -> Result<PathBuf, String> {
    let way = way()?;
    let folder = target(root).join("wasm");
    let mut command = Command::new("cargo");
    command.args(["build", "--locked", "--profile", "page", "-p", "grundy-wasm", "--target", TARGET]);
    command.env("CARGO_TARGET_DIR", &folder).env_remove("RUSTUP_TOOLCHAIN").current_dir(root);
    if let Way::Debian = way {
        // The standard library is built by the unstable flag, of the usual cargo and of this
        // compiler.
        command.args(["-Zbuild-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1").env("RUSTC", COMPILER);
        command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
    }
    eprintln!("== {command:?}");
    let start = Instant::now();
    match command.status() {
        Ok(status) if status.success() => eprintln!("== {:.1} s", start.elapsed().as_secs_f64()),
        Ok(_) => return Err("the module does not build".into()),
        Err(why) => return Err(format!("cargo cannot be run: {why}")),
    }
    Ok(module(root))
}

/// Answers the same requests by the module and natively.
fn compare(root: &Path, module: &Path) -> Result<(), String> {
    let tests = root.join("crates/grundy-wasm/tests");
    let requests = tests.join("requests.ndjson");
    // With the features of all tests, so that after them nothing is compiled again.
    let all = ["build", "--quiet", "--locked", "--workspace", "--all-targets"];
    let built = Command::new("cargo").args(all).current_dir(root).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the native program cannot be built".into());
    }
    let native = target(root).join("debug/examples/json_server");
    let native = answers(&mut Command::new(native), &requests)?;
    let mut node = Command::new("node");
    let found = answers(node.arg(tests.join("answer.mjs")).arg(module), &requests)?;
    let text = fs::read_to_string(&requests).map_err(|why| format!("{}: {why}", requests.display()))?;
    if found.len() != text.lines().count() || native.len() != found.len() {
        return Err(format!("{} requests, {} answers, {} natively", text.lines().count(), found.len(), native.len()));
    }
    for ((request, found), native) in text.lines().zip(&found).zip(&native) {
        if without_estimates(found) != without_estimates(native) {
            return Err(format!("{request}\n  in WebAssembly {found}\n  natively       {native}"));
        }
    }
    eprintln!("== wasm: {} answers equal those of the native program", found.len());
    Ok(())
}

/// An answer without the estimates of bytes, which depend on the width of an address.
fn without_estimates(answer: &str) -> String {
    let mut parts = answer.split("\"bytes\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(|next: char| next.is_ascii_digit() || next == '.'))
}

fn answers(command: &mut Command, requests: &Path) -> Result<Vec<String>, String> {
    let file = File::open(requests).map_err(|why| format!("{}: {why}", requests.display()))?;
    let output = command.stdin(file).stderr(Stdio::inherit()).output();
    let output = output.map_err(|why| format!("{command:?} cannot be run: {why}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()),
        false => Err(format!("{command:?} failed")),
    }
}

/// Prints how many bytes a file has when it is compressed.
const COMPRESS: &str = "const { brotliCompressSync } = require('zlib'); \
    console.log(brotliCompressSync(require('fs').readFileSync(process.argv[1])).length)";

/// Reports the size of the module, and refuses one that is too large for a page. It is compressed
/// by Brotli, as hosts of static files send it.
fn size(module: &Path) -> Result<(), String> {
    let bytes = fs::metadata(module).map_err(|why| format!("{}: {why}", module.display()))?.len();
    let compressed = output("node", &["-e", COMPRESS, &module.to_string_lossy()]);
    let compressed: u64 = compressed.and_then(|text| text.parse().ok()).ok_or("Node cannot compress the module")?;
    eprintln!("== wasm: {bytes} bytes, {compressed} compressed by Brotli");
    match compressed <= MOST_BYTES {
        true => Ok(()),
        false => Err(format!("the module has {compressed} compressed bytes, and {MOST_BYTES} are allowed")),
    }
}
