//! One version, date and address in all files that name them: tidy compares them with Cargo.toml,
//! and `cargo xtask version` writes them.

use std::{fs, path::Path, process::Command};

use crate::start::cargo;

/// What a release is known by.
struct Release {
    version: String,
    /// When it was made, as `2026-11-30`.
    date: String,
    /// The address of the repository on GitHub.
    repository: String,
}

/// Where the version and the address are read from, and the date.
const MANIFEST: &str = "Cargo.toml";
const CITATION: &str = "CITATION.cff";
const CHANGES: &str = "CHANGELOG.md";

/// The file with the citation that the program prints.
const PRINTED: &str = "crates/grundy-cli/src/cli/arguments.rs";

/// Files with the versions of all crates, which cargo keeps.
const LOCKED: [&str; 2] = [MANIFEST, "fuzz/Cargo.toml"];

impl Release {
    /// The release that the files state.
    fn read(root: &Path) -> Result<Release, String> {
        Ok(Release {
            version: value(root, MANIFEST, "version = ")?,
            date: value(root, CITATION, "date-released: ")?,
            repository: value(root, MANIFEST, "repository = ")?,
        })
    }

    /// The site of the repository, where GitHub serves it.
    fn site(&self) -> Result<String, String> {
        let parts = self.repository.strip_prefix("https://github.com/").and_then(|path| path.split_once('/'));
        let (owner, name) = parts.ok_or_else(|| format!("{MANIFEST}: {} is not on GitHub", self.repository))?;
        Ok(format!("https://{}.github.io/{name}/", owner.to_lowercase()))
    }

    /// The lines that follow from it: the file, what the line begins with, and its rest.
    fn lines(&self) -> Result<Vec<(&'static str, &'static str, String)>, String> {
        let Release { version, date, repository } = self;
        let site = self.site()?;
        Ok(vec![
            (MANIFEST, "version = ", format!("\"{version}\"")),
            (MANIFEST, "homepage = ", format!("\"{site}\"")),
            (CITATION, "version: ", version.clone()),
            (CITATION, "date-released: ", date.clone()),
            (CITATION, "repository-code: ", repository.clone()),
            (CITATION, "url: ", site.clone()),
            ("codemeta.json", "  \"version\": ", format!("\"{version}\",")),
            ("codemeta.json", "  \"dateModified\": ", format!("\"{date}\",")),
            ("codemeta.json", "  \"codeRepository\": ", format!("\"{repository}\",")),
            ("codemeta.json", "  \"issueTracker\": ", format!("\"{repository}/issues\",")),
            ("codemeta.json", "  \"url\": ", format!("\"{site}\",")),
        ])
    }
}

pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let release = Release::read(root)?;
    let mut faults = Vec::new();
    for (file, start, rest) in release.lines()? {
        let text = read(root, file)?;
        if !text.lines().any(|line| line.strip_prefix(start) == Some(&rest)) {
            faults
                .push(format!("{file}: no line `{start}{rest}`: `cargo xtask version {}` writes it", release.version));
        }
    }
    faults.extend(others(&read(root, MANIFEST)?, &release.version));
    faults.extend(described(root)?);
    let title = value(root, CITATION, "title: ")?;
    if !read(root, PRINTED)?.contains(&format!("title = {{{title}}}")) {
        faults.push(format!("{PRINTED}: the title is not that of {CITATION}: {title}"));
    }
    Ok(faults)
}

/// The crates of the house that the manifest of the workspace takes in another version.
fn others(manifest: &str, version: &str) -> Vec<String> {
    let wanted = format!("version = \"{version}\"");
    let own = manifest.lines().filter(|line| line.contains("path = \"crates/") && !line.contains(&wanted));
    own.map(|line| format!("{MANIFEST}: not in version {version}: {line}")).collect()
}

/// What codemeta.json and pyproject.toml say otherwise than Cargo.toml.
fn described(root: &Path) -> Result<Vec<String>, String> {
    let table = |file: &str| read(root, file)?.parse::<toml::Table>().map_err(|why| format!("{file}: {why}"));
    let (cargo, python) = (table(MANIFEST)?, table("pyproject.toml")?);
    let codemeta: toml::Table =
        serde_json::from_str(&read(root, "codemeta.json")?).map_err(|why| format!("codemeta.json: {why}"))?;
    let package = cargo.get("workspace").and_then(|workspace| workspace.get("package"));
    let wanted = |key: &str| package.and_then(|package| package.get(key)).cloned();
    let licence = wanted("license").and_then(|licence| {
        let addresses = licence.as_str()?.split(" OR ").map(|name| format!("https://spdx.org/licenses/{name}"));
        Some(addresses.collect::<Vec<_>>().into())
    });
    let project = |key: &str| python.get("project").and_then(|project| project.get(key)).cloned();
    let pairs = [
        ("codemeta.json", "description", codemeta.get("description").cloned(), wanted("description")),
        ("codemeta.json", "keywords", codemeta.get("keywords").cloned(), wanted("keywords")),
        ("codemeta.json", "license", codemeta.get("license").cloned(), licence),
        ("pyproject.toml", "description", project("description"), wanted("description")),
        ("pyproject.toml", "keywords", project("keywords"), wanted("keywords")),
        ("pyproject.toml", "license", project("license"), wanted("license")),
    ];
    let differ = pairs.into_iter().filter(|(.., found, wanted)| wanted.is_none() || found != wanted);
    Ok(differ.map(|(file, key, ..)| format!("{file}: `{key}` is not that of {MANIFEST}")).collect())
}

/// Writes this version, with the date of today, into all files, and begins its part of the
/// changelog.
pub fn write(root: &Path, version: &str) -> Result<(), String> {
    let numbers = version.split('-').next().unwrap_or_default().split('.');
    if numbers.clone().count() != 3 || !numbers.clone().all(|number| number.parse::<u32>().is_ok()) {
        return Err(format!("{version} is not a version: write three numbers, as 0.2.0"));
    }
    let before = Release::read(root)?;
    let today = Command::new("date").arg("+%F").output().map_err(|why| format!("date: {why}"))?;
    let date = String::from_utf8_lossy(&today.stdout).trim().to_owned();
    let release = Release { version: version.to_owned(), date, ..before };
    let manifest = read(root, MANIFEST)?;
    let (old, new) = [&before.version, version].map(|of| format!("version = \"{of}\"")).into();
    let own = |line: &str| if line.contains("path = \"crates/") { line.replace(&old, &new) } else { line.to_owned() };
    save(root, MANIFEST, &joined(manifest.lines().map(own)))?;
    for (file, start, rest) in release.lines()? {
        let line = |line: &str| if line.starts_with(start) { format!("{start}{rest}") } else { line.to_owned() };
        save(root, file, &joined(read(root, file)?.lines().map(line)))?;
    }
    let changes = read(root, CHANGES)?;
    if !changes.contains(&format!("\n## {version} ")) {
        let heading = format!("## Unreleased\n\n## {version} ({})\n", release.date);
        save(root, CHANGES, &changes.replacen("## Unreleased\n", &heading, 1))?;
    }
    LOCKED.iter().try_for_each(|file| cargo(root, &["update", "--workspace", "--manifest-path", file]))
}

/// The rest of the first line that begins so, without quotes.
fn value(root: &Path, file: &str, start: &str) -> Result<String, String> {
    let text = read(root, file)?;
    let found = text.lines().find_map(|line| Some(line.strip_prefix(start)?.trim_matches('"').to_owned()));
    found.ok_or_else(|| format!("{file}: no line begins with `{start}`"))
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| line + "\n").collect()
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|why| format!("{file}: {why}"))
}

fn save(root: &Path, file: &str, text: &str) -> Result<(), String> {
    fs::write(root.join(file), text).map_err(|why| format!("{file}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_a_fault_and_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let house = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        fs::create_dir_all(root.join(PRINTED).parent().expect("a folder")).expect("a folder");
        for file in [MANIFEST, CITATION, CHANGES, PRINTED, "codemeta.json", "pyproject.toml"] {
            fs::copy(house.join(file), root.join(file)).expect(file);
        }
        assert_eq!(faults(root), Ok(Vec::new()));
        let text = read(root, MANIFEST).expect("the manifest");
        save(root, MANIFEST, &text.replacen("grundy-games/grundy", "Else/where", 1)).expect("it is written");
        let found = faults(root).expect("the files can be read");
        assert_eq!(found.len(), 6, "the address and what follows from it: {found:?}");
        assert!(found[0].contains("https://else.github.io/where/"), "{found:?}");
        assert!(write(root, "1.2").is_err_and(|why| why.contains("three numbers")));
        // There are no crates below this manifest, so cargo stops at the end.
        assert!(write(root, "1.2.0-rc.1").is_err_and(|why| why.starts_with("cargo update")));
        assert_eq!(faults(root), Ok(Vec::new()));
        let written = read(root, MANIFEST).expect("the manifest");
        let old = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
        assert_eq!(written.matches("version = \"1.2.0-rc.1\"").count(), text.matches(&old).count());
        assert!(read(root, CHANGES).is_ok_and(|text| text.contains("\n## Unreleased\n\n## 1.2.0-rc.1 (2")));
        let text = written.replacen("1.2.0-rc.1\" }", "1.1.0\" }", 1);
        save(root, MANIFEST, &text).expect("it is written");
        assert_eq!(faults(root).expect("they can be read").len(), 1);
        save(root, MANIFEST, &written.replacen("MIT OR", "ISC OR", 1)).expect("it is written");
        assert_eq!(faults(root).expect("they can be read").len(), 2, "of pyproject.toml and of codemeta.json");
    }
}
