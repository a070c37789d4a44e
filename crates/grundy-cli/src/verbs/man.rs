//! `grundy man DIR`: man pages from the tree of verbs, one for the program and one for each verb.

use grundy_show::{Version, json_line};
use serde::Serialize;

use crate::{
    cli::{Man, used},
    output::{CliError, VerbOutput},
    session::Session,
};

/// The man pages that were written
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "man"))]
pub struct ManJson<'a> {
    /// The folder
    folder: String,
    /// The names of the pages
    pages: &'a [String],
    schema: Version,
}

pub fn run(session: &Session, words: Man) -> Result<VerbOutput, CliError> {
    let folder = &words.folder;
    if !folder.is_dir() {
        std::fs::create_dir(folder).map_err(|error| CliError::file("create", folder, &error))?;
    }
    // Pages are the same for every commit and target.
    let tree = used::tree().version(env!("CARGO_PKG_VERSION"));
    clap_mangen::generate_to(tree, folder).map_err(|error| CliError::file("write", folder, &error))?;
    let entries = std::fs::read_dir(folder).map_err(|error| CliError::file("read", folder, &error))?;
    let mut pages: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.starts_with("grundy") && name.ends_with(".1"))
        .collect();
    pages.sort_unstable();
    let text = || pages.iter().map(|page| format!("{}\n", folder.join(page).display())).collect();
    let json = || json_line(&ManJson { folder: folder.display().to_string(), pages: &pages, schema: Version });
    Ok(session.pick(text, json).into())
}
