//! The house rules that a program can keep. A rule that would be said twice in review moves here.

mod arrows;
mod links;
mod names;
mod reach;
pub mod release;
mod rooms;
mod root;
mod spelled;
mod text;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A source file: its path from the root of the workspace, and its text.
struct Source {
    path: String,
    text: String,
}

/// Checks every rule and reports all faults at once.
pub fn run(root: &Path) -> Result<(), String> {
    let sources = sources(root)?;
    let mut faults = arrows::faults(root)?;
    faults.extend(links::faults(root)?);
    faults.extend(names::faults(&sources));
    faults.extend(reach::faults(&sources));
    faults.extend(release::faults(root)?);
    faults.extend(rooms::faults(root)?);
    faults.extend(root::faults(&sources)?);
    faults.extend(sources.iter().flat_map(text::faults));
    faults.extend(sources.iter().flat_map(spelled::faults));
    if faults.is_empty() {
        eprintln!("== tidy: {} files", sources.len());
        Ok(())
    } else {
        Err(format!("{}\ntidy: {} faults", faults.join("\n"), faults.len()))
    }
}

fn sources(root: &Path) -> Result<Vec<Source>, String> {
    let mut open = vec![root.join("crates"), root.join("xtask")];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|own| own == "rs") {
                let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
                let own = path.strip_prefix(root).expect("the file lies below the root");
                found.push(Source { path: own.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    read.map(|entry| entry.map(|entry| entry.path()).map_err(|why| why.to_string())).collect()
}
