//! The book as pages for a browser, with a search, by mdBook.

use std::{
    fs,
    path::{Path, PathBuf, absolute},
    process::Command,
};

use crate::{failure::Failure, folders::target};

/// How to get mdBook.
const WAY_OUT: &str = "way out: cargo install mdbook --locked";

/// Builds the book below the target folder. Any warning is a fault.
pub fn check(root: &Path) -> Result<(), Failure> {
    build(root, &target(root).join("book"), None)
}

/// Writes the book to a folder; `theme` is a folder with parts of pages in place of mdBook's.
pub fn build(root: &Path, folder: &Path, theme: Option<&Path>) -> Result<(), Failure> {
    let whole =
        |path: &Path| -> Result<PathBuf, String> { absolute(path).map_err(|why| format!("{}: {why}", path.display())) };
    let mut mdbook = Command::new("mdbook");
    mdbook.arg("build").arg(root.join("book")).arg("--dest-dir").arg(whole(folder)?);
    if let Some(theme) = theme {
        mdbook.env("MDBOOK_OUTPUT__HTML__THEME", whole(theme)?);
    }
    let Ok(output) = mdbook.output() else {
        return Err(Failure::NotRun(format!("there is no mdBook\n  {WAY_OUT}")));
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || said.contains("WARN") || said.contains("ERROR") {
        return Err(format!("the book: {said}").into());
    }
    eprintln!("== book: {}", folder.display());
    Ok(())
}

/// Writes the book to a folder of a site, whose page is above it; each page of the book has a link
/// to that page.
pub fn of_site(root: &Path, folder: &Path) -> Result<(), Failure> {
    let theme = target(root).join("book-theme");
    // mdBook draws the top of a page above the window, by the height of its menu.
    let header = r#"<p style="margin: 0 0 calc(8px - var(--menu-bar-height)); padding: calc(8px + var(--menu-bar-height)) 15px 0; text-align: right">
<a style="color: var(--links)" href="{{ path_to_root }}../index.html">Play and solve games in the browser</a></p>"#;
    fs::create_dir_all(&theme)
        .and_then(|()| fs::write(theme.join("header.hbs"), header))
        .map_err(|why| format!("{}: {why}", theme.display()))?;
    build(root, folder, Some(&theme))
}
