//! Which crate may use which. ARCHITECTURE.md draws the picture; this table is what is kept.

use std::{fs, path::Path};

/// A crate with all crates of the house that it may name in its manifest.
const ARROWS: &[(&str, &[&str])] = &[
    ("grundy-core", &[]),
    ("grundy-games", &["grundy-core"]),
    // The fast twins of the meaning, which know nothing of the checker.
    ("grundy-evaluator", &["grundy-core", "grundy-games"]),
    // The checker has the dispatch to instructions of simd, and none of its methods.
    ("grundy-cert", &["grundy-core", "grundy-evaluator", "grundy-games", "grundy-simd"]),
    ("grundy-simd", &[]),
    ("grundy-table", &[]),
    ("grundy-layers", &["grundy-core", "grundy-simd", "grundy-table"]),
    ("grundy-solvers", &["grundy-core", "grundy-games", "grundy-cert", "grundy-simd"]),
    ("grundy", &["grundy-core", "grundy-games", "grundy-cert", "grundy-layers", "grundy-solvers", "grundy-table"]),
    ("grundy-lab", &["grundy"]),
    ("grundy-contest", &["grundy"]),
    ("grundy-show", &["grundy", "grundy-lab"]),
    ("grundy-verbs", &["grundy", "grundy-contest", "grundy-lab", "grundy-show"]),
    ("grundy-wasm", &["grundy", "grundy-verbs"]),
    ("grundy-serve", &["grundy", "grundy-show", "grundy-verbs"]),
    ("grundy-cli", &["grundy", "grundy-contest", "grundy-lab", "grundy-show", "grundy-serve", "grundy-verbs"]),
    // The program and its page are part of the wheel, and other libraries read tables by the
    // structures of simd.
    (
        "grundy-py",
        &["grundy", "grundy-lab", "grundy-show", "grundy-cli", "grundy-serve", "grundy-simd", "grundy-verbs"],
    ),
];

pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for folder in super::entries(&root.join("crates"))? {
        let manifest = folder.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).map_err(|why| format!("{}: {why}", manifest.display()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match ARROWS.iter().find(|(own, _)| *own == name) {
            Some((_, allowed)) => faults.extend(
                dependencies(&text)
                    // Tests of a crate may use the crate with another set of features.
                    .filter(|used| *used != name && !allowed.contains(used))
                    .map(|used| format!("crates/{name}/Cargo.toml: {name} may not use {used}")),
            ),
            None => faults.push(format!("crates/{name}: a crate without a row in xtask/src/tidy/arrows.rs")),
        }
    }
    Ok(faults)
}

/// The crates of the house that a manifest names, in any table of dependencies.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let mut within = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            within = line.contains("dependencies");
        }
        let name = line.split(['.', '=', ' ']).next().filter(|name| within && name.starts_with("grundy"));
        name.filter(|_| !line.starts_with('['))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_found_in_every_table() {
        let manifest = "[package]\nname = \"grundy-x\"\n[dependencies]\ngrundy-core.workspace = true\nclap = \"4\"\n\
            [dev-dependencies]\ngrundy = { path = \"..\" }\n[features]\ngrundy = []\n";
        assert_eq!(dependencies(manifest).collect::<Vec<_>>(), ["grundy-core", "grundy"]);
    }
}
