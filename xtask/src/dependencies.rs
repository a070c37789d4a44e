//! `cargo xtask dependencies`: the licences of all crates that the workspace may be built from, and
//! crates that come in several versions.
//!
//! Both are read from `cargo metadata`, for every platform. Advisories are not checked, and the
//! program reports that: the check needs a database from the network.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

use serde_json::Value;
use spdx::{Expression, LicenseReq, ParseMode};

/// Licences whose code may be part of a program under MIT or Apache-2.0. An exception to a licence
/// only gives more.
const ALLOWED: [&str; 10] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
];

/// Crates that may come in several versions, each with the reason.
const SEVERAL: [(&str, &str); 13] = [
    ("foldhash", "hashbrown comes in two versions, and each uses another one"),
    ("getrandom", "jsonschema, used by tests alone, uses an older one"),
    ("hashbrown", "petgraph, used by tests alone, can use an older one"),
    ("num-bigint", "parquet uses a newer one"),
    ("r-efi", "on UEFI alone: jsonschema, used by tests alone, uses an older one"),
    ("shlex", "trycmd and the build of loom, used by tests alone, use different ones"),
    ("syn", "strum and derive_more, which ratatui builds with, use an older one"),
    ("windows-core", "on Windows alone: loom, used by tests alone, uses a newer one"),
    ("windows-implement", "on Windows alone: loom, used by tests alone, uses a newer one"),
    ("windows-interface", "on Windows alone: loom, used by tests alone, uses a newer one"),
    ("windows-link", "on Windows alone: loom, used by tests alone, uses a newer one"),
    ("windows-result", "on Windows alone: loom, used by tests alone, uses a newer one"),
    ("windows-strings", "on Windows alone: loom, used by tests alone, uses a newer one"),
];

/// Checks the licences and the versions.
pub fn run(root: &Path) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--locked"]).current_dir(root);
    let output = command.output().map_err(|why| format!("cargo metadata cannot be run: {why}"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{why}\ncargo metadata failed\n  way out: `cargo fetch --locked` once with a network"));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|why| format!("cargo metadata: {why}"))?;
    let packages = packages(&metadata)?;
    let faults = faults(&packages);
    if !faults.is_empty() {
        return Err(format!("{}\ndependencies: {} faults", faults.join("\n"), faults.len()));
    }
    eprintln!("== dependencies: {} crates, licences and versions in order", packages.len());
    eprintln!("NOT RUN: advisories need a database from the network, which `cargo audit` has");
    Ok(())
}

/// A crate of the metadata: name, version and licence.
struct Package {
    name: String,
    version: String,
    license: Option<String>,
}

fn packages(metadata: &Value) -> Result<Vec<Package>, String> {
    let all = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let text = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let read = |package: &Value| {
        let (name, version) = (text(package, "name")?, text(package, "version")?);
        Some(Package { name, version, license: text(package, "license") })
    };
    all.iter().map(|package| read(package).ok_or_else(|| "a package without a name or a version".to_owned())).collect()
}

fn faults(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Package { name, version, license } in packages {
        versions.entry(name).or_default().insert(version);
        if let Err(why) = is_allowed(license.as_deref()) {
            faults.push(format!(
                "{name} {version}: {why}\n  way out: another crate, or a line in ALLOWED of xtask/src/dependencies.rs"
            ));
        }
    }
    for (name, own) in &versions {
        let listed = SEVERAL.iter().any(|(listed, _)| listed == name);
        let shown = own.iter().copied().collect::<Vec<_>>().join(" and ");
        if own.len() > 1 && !listed {
            faults.push(format!(
                "{name} comes in versions {shown}\n  way out: `cargo tree --target all -i {name}` shows who needs which; use one, \
                 or give a reason in SEVERAL of xtask/src/dependencies.rs"
            ));
        }
    }
    let stale = SEVERAL.iter().filter(|(name, _)| versions.get(name).is_none_or(|own| own.len() < 2));
    faults.extend(stale.map(|(name, _)| {
        format!("{name} does not come in several versions any more: take it off SEVERAL of xtask/src/dependencies.rs")
    }));
    faults
}

/// Returns an error if a program under MIT or Apache-2.0 cannot fulfil the licence of a crate.
fn is_allowed(license: Option<&str>) -> Result<(), String> {
    let text = license.ok_or("no licence is stated")?;
    // Old crates write MIT/Apache-2.0.
    let parsed = Expression::parse_mode(text, ParseMode::LAX).map_err(|why| format!("the licence `{text}`: {why}"))?;
    let allowed = |wanted: &LicenseReq| wanted.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
    if parsed.evaluate(allowed) { Ok(()) } else { Err(format!("the licence `{text}` is not allowed")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, license: Option<&str>) -> Package {
        Package { name: name.into(), version: version.into(), license: license.map(str::to_owned) }
    }

    /// One crate in two versions for each line of the table, so that no line is stale.
    fn listed() -> Vec<Package> {
        let versions = |(name, _): &(&str, _)| ["1.0.0", "2.0.0"].map(|version| package(name, version, Some("MIT")));
        SEVERAL.iter().flat_map(versions).collect()
    }

    #[test]
    fn licences_are_judged_as_expressions() {
        for text in ["MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "MIT OR GPL-3.0-only"] {
            assert_eq!(is_allowed(Some(text)), Ok(()), "{text}");
        }
        assert_eq!(is_allowed(Some("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT")), Ok(()));
        for text in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MPL-2.0", "LicenseRef-own", "MIT OR", ""] {
            assert!(is_allowed(Some(text)).is_err(), "{text}");
        }
        assert!(is_allowed(None).is_err());
    }

    #[test]
    fn several_versions_need_a_reason() {
        assert_eq!(faults(&listed()), Vec::<String>::new());
        let with = |more: Package| faults(&listed().into_iter().chain([more]).collect::<Vec<_>>()).len();
        assert_eq!(with(package("one", "1.0.0", Some("MIT"))), 0);
        assert_eq!(with(package("one", "1.0.0", Some("SSPL-1.0"))), 1);
        let twice = ["1.0.0", "1.0.1"].map(|version| package("one", version, Some("MIT")));
        let found = faults(&listed().into_iter().chain(twice).collect::<Vec<_>>());
        assert!(found.len() == 1 && found[0].contains("1.0.0 and 1.0.1"), "{found:?}");
        assert_eq!(faults(&listed()[1..]).len(), 1, "a line that is needed no more");
    }
}
