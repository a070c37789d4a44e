//! `cargo xtask cross [TARGET]`: the program on systems that no other check sees.
//!
//! For 64-bit ARM and for Windows the program is built and run, by QEMU and by Wine: it must print
//! what the native program prints, write the same bytes as certificates, and accept those of the
//! native one. Tests of crates run there too: on ARM, everything fast has its scalar twin alone.
//! Nothing can be linked for macOS on other systems: for it the code is type-checked.
//!
//! A compiler that has a target (`rustup target add`) is used as it is. Else Debian's `rustc-web`
//! with `rust-web-src` builds the standard library too, as for `cargo xtask wasm`. It is not part
//! of `cargo xtask test`: library and program take minutes to compile for each target.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use crate::{failure::Failure, folders::target};

/// The compiler of Debian's package, and what installs it.
const COMPILER: &str = "/usr/bin/rustc";
const PACKAGES: &str = "rustc-web rust-web-src";

/// What the standard library calls for random numbers, and Wine 8 lacks.
const RANDOM: &str = "unsigned char SystemFunction036(void *, unsigned long);\n\
    __declspec(dllexport) int ProcessPrng(unsigned char *to, unsigned long long length)\n\
    { return SystemFunction036(to, length); }\n";

/// No command may take longer, in seconds.
const LIMIT: &str = "3000";

/// A system.
struct Target {
    name: &'static str,
    /// The C compiler that links for it; without one the code is checked alone.
    linker: &'static str,
    /// What runs its programs.
    runner: &'static [&'static str],
    /// The packages of Debian with both.
    packages: &'static str,
    /// The crates whose tests run, in a time that is bearable.
    tested: &'static [&'static str],
}

const TARGETS: [Target; 3] = [
    Target {
        name: "aarch64-unknown-linux-gnu",
        linker: "/usr/bin/aarch64-linux-gnu-gcc",
        runner: &["/usr/bin/qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
        packages: "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user",
        tested: &["grundy-core", "grundy-simd", "grundy-table"],
    },
    Target {
        name: "x86_64-pc-windows-gnu",
        linker: "/usr/bin/x86_64-w64-mingw32-gcc",
        runner: &["/usr/lib/wine/wine64"],
        packages: "gcc-mingw-w64-x86-64 wine64",
        tested: &["grundy-table"],
    },
    Target { name: "aarch64-apple-darwin", linker: "", runner: &[], packages: "", tested: &[] },
];

/// Commands whose answers are compared.
const LINES: [&[&str]; 4] = [
    &["kayles", "5", "7", "9"],
    &["prove", "kayles"],
    &["solve", "bag: take letter until distinct", "{mississippi}"],
    &["cram", "4x5"],
];

/// Builds and runs for all targets, or for this one. That one cannot be tried here is said at the
/// end, after what can.
pub fn run(root: &Path, wanted: Option<&str>) -> Result<(), Failure> {
    let chosen: Vec<&Target> = TARGETS.iter().filter(|target| wanted.is_none_or(|name| name == target.name)).collect();
    if chosen.is_empty() {
        let names = TARGETS.each_ref().map(|target| target.name).join(", ");
        return Err(format!("{} is not a target; the targets are {names}", wanted.unwrap_or_default()).into());
    }
    let mut missing = Vec::new();
    for target in chosen {
        match target.check(root) {
            Err(Failure::NotRun(why)) => missing.push(why),
            other => other?,
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Failure::NotRun(missing.join("\n"))) }
}

impl Target {
    fn check(&self, root: &Path) -> Result<(), Failure> {
        let builds_std = self.builds_std()?;
        if self.linker.is_empty() {
            return Ok(self.cargo(root, builds_std, &["check", "-p", "grundy-cli"])?);
        }
        self.cargo(root, builds_std, &["build", "-p", "grundy-cli"])?;
        self.complete_wine(root)?;
        self.compare(root)?;
        let packages = self.tested.iter().flat_map(|name| ["-p", name]);
        let line: Vec<&str> = ["test", "--lib"].into_iter().chain(packages).collect();
        Ok(self.cargo(root, builds_std, &line)?)
    }

    /// Whether the standard library must be built too.
    fn builds_std(&self) -> Result<bool, Failure> {
        let programs = [self.linker, self.runner.first().unwrap_or(&"")];
        let there = |program: &&str| program.is_empty() || Path::new(program).is_file();
        let folder = output("rustc", &["--print", "target-libdir", "--target", self.name]);
        let installed = folder.is_some_and(|folder| Path::new(&folder).is_dir());
        let sysroot = output(COMPILER, &["--print", "sysroot"]).unwrap_or_default();
        let buildable = Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock").is_file();
        if programs.iter().all(there) && (installed || buildable) {
            return Ok(!installed);
        }
        let Target { name, packages, .. } = self;
        Err(Failure::NotRun(format!(
            "{name}: there is no compiler, or nothing that links and runs its programs\n  \
            way out: apt-get install --no-install-recommends {PACKAGES} {packages}"
        )))
    }

    /// Runs cargo for the target.
    fn cargo(&self, root: &Path, builds_std: bool, line: &[&str]) -> Result<(), String> {
        let mut command = Command::new("timeout");
        command.args([LIMIT, "cargo"]).args(line).args(["--locked", "--target", self.name]);
        command.env("CARGO_TARGET_DIR", self.folder(root)).env_remove("RUSTUP_TOOLCHAIN").current_dir(root);
        if builds_std {
            command.arg("-Zbuild-std").env("RUSTC_BOOTSTRAP", "1").env("RUSTC", COMPILER);
        }
        let variable = format!("CARGO_TARGET_{}", self.name.replace('-', "_").to_uppercase());
        if !self.linker.is_empty() {
            command.env(format!("{variable}_LINKER"), self.linker);
            command.env(format!("{variable}_RUNNER"), self.runner.join(" ")).envs(self.wine(root));
        }
        eprintln!("== {}: cargo {}", self.name, line.join(" "));
        let start = Instant::now();
        match command.status() {
            Ok(status) if status.success() => eprintln!("== {:.1} s", start.elapsed().as_secs_f64()),
            Ok(status) if status.code() == Some(124) => return Err(format!("it takes longer than {LIMIT} s")),
            Ok(_) => return Err(format!("cargo {} fails for {}", line.join(" "), self.name)),
            Err(why) => return Err(format!("timeout cannot be run: {why}")),
        }
        Ok(())
    }

    /// All targets share what runs while building.
    fn folder(&self, root: &Path) -> PathBuf {
        target(root).join("cross")
    }

    /// Where Wine keeps its files, and what it finds there. Other programs do not look at it.
    fn wine(&self, root: &Path) -> [(&'static str, String); 3] {
        let folder = self.folder(root).join("wine").display().to_string();
        [("WINEPATH", format!("Z:{folder}")), ("WINEPREFIX", folder), ("WINEDEBUG", "-all".into())]
    }

    /// Builds the library that Wine 8 lacks.
    fn complete_wine(&self, root: &Path) -> Result<(), String> {
        if !self.name.contains("windows") {
            return Ok(());
        }
        let folder = self.folder(root).join("wine");
        let source = folder.join("random.c");
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&source, RANDOM));
        written.map_err(|why| format!("{}: {why}", source.display()))?;
        let library = folder.join("bcryptprimitives.dll");
        answered(Command::new(self.linker).arg("-shared").arg(&source).arg("-ladvapi32").arg("-o").arg(&library))?;
        Ok(())
    }

    /// Compares the program with the native one.
    fn compare(&self, root: &Path) -> Result<(), String> {
        // With the features of all tests, so that after them nothing is compiled again.
        let all = ["build", "--quiet", "--locked", "--workspace", "--all-targets"];
        let built = Command::new("cargo").args(all).current_dir(root).status();
        if !built.is_ok_and(|status| status.success()) {
            return Err("the native program cannot be built".into());
        }
        let native = target(root).join("debug/grundy");
        let folder = self.folder(root).join(self.name).join("debug");
        let program = [folder.join("grundy"), folder.join("grundy.exe")].into_iter().find(|path| path.is_file());
        let program = program.ok_or_else(|| format!("there is no program in {}", folder.display()))?;
        let [own, other] = [folder.join("own.cert"), folder.join("native.cert")];
        let (runner, before) = self.runner.split_first().ok_or("nothing runs the program")?;
        let foreign = |line: &[&str]| {
            let mut command = Command::new(runner);
            answered(command.args(before).arg(&program).args(line).current_dir(&folder).envs(self.wine(root)))
        };
        let native = |line: &[&str]| answered(Command::new(&native).args(line).current_dir(&folder));
        for line in LINES {
            let (found, expected) = (foreign(line)?, native(line)?);
            if found != expected {
                return Err(format!("{line:?}\n  on {}:\n{found}\n  natively:\n{expected}", self.name));
            }
        }
        foreign(&["prove", "kayles", "--certificate", "own.cert"])?;
        native(&["prove", "kayles", "--certificate", "native.cert"])?;
        if fs::read(&own).ok().is_none_or(|bytes| fs::read(&other).ok() != Some(bytes)) {
            return Err(format!("{} and {} differ", own.display(), other.display()));
        }
        foreign(&["check", "native.cert"])?;
        native(&["check", "own.cert"])?;
        eprintln!("== {}: {} answers and a certificate equal those of the native program", self.name, LINES.len());
        Ok(())
    }
}

/// What a command prints, which must end well.
fn answered(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|why| format!("{command:?} cannot be run: {why}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("{command:?} fails: {}{}", text(&output.stdout), text(&output.stderr))),
    }
}

/// What a program prints; `None` if it cannot be run or fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_the_way_to_get_it() {
        let [arm, ..] = TARGETS;
        let without = Target { linker: "/no/such/linker", ..arm };
        let Err(Failure::NotRun(why)) = without.check(Path::new("/")) else { panic!("it cannot run") };
        assert!(why.starts_with("aarch64-unknown-linux-gnu: ") && why.contains(without.packages), "{why}");
        let Err(Failure::Failed(why)) = run(Path::new("/"), Some("vax")) else { panic!("there is no such target") };
        assert!(why.contains("aarch64-unknown-linux-gnu, x86_64-pc-windows-gnu, aarch64-apple-darwin"), "{why}");
    }
}
