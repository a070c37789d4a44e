//! `cargo xtask site [FOLDER]`: the page as a static site for any host of files, with the engine in
//! WebAssembly in place of a server, and beside it the book, in `book/`, and the results that
//! `cargo xtask results` has made, in `results/`.
//!
//! `cargo xtask site --test` writes the site below the target folder and runs the stories of the
//! page on it. `cargo xtask test` runs them where the module has been built from these sources, and
//! else reports that it did not: the module takes minutes to build, with a compiler that few
//! systems have.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{book, bundle::bundle, failure::Failure, folders::target, page, results, wasm};

/// The line of the page that names its engine, as the server sends it, and as the site needs it.
const SERVER: &str = r#"<meta name="engine" content="server">"#;
const WASM: &str = r#"<meta name="engine" content="wasm">"#;

/// The engine of the site, by which a folder is known to hold one.
const ENGINE: &str = "grundy.wasm";

/// The folder of the book.
const BOOK: &str = "book";

/// The pages of the site to which the foot of the page has links, where they are there.
const LINKS: [(&str, &str); 6] = [
    ("book/index.html", "The book"),
    ("book/tutorial.html", "Ten minutes"),
    ("book/teachers.html", "For teachers"),
    ("results/index.html", "Results"),
    ("book/verbs.html", "The program"),
    ("book/python-reference.html", "Python"),
];

/// Writes the site to `folder`, by default `target/site`.
pub fn run(root: &Path, folder: Option<&str>) -> Result<(), Failure> {
    let folder = folder.map_or_else(|| target(root).join("site"), PathBuf::from);
    let module = wasm::build(root)?;
    write(root, &module, &folder)?;
    eprintln!("== site: {}", folder.display());
    Ok(())
}

/// Writes the site and runs the stories of the page on it.
pub fn test(root: &Path) -> Result<(), Failure> {
    if let Some(missing) = page::missing() {
        return Err(Failure::NotRun(format!("{missing}\n  {}", page::WAY_OUT)));
    }
    let folder = target(root).join("site");
    write(root, &wasm::build(root)?, &folder)?;
    page::stories(root, &folder, None)
}

/// Runs the stories on the site where the module is there and not older than its sources.
pub fn test_if_built(root: &Path) -> Result<(), Failure> {
    let module = wasm::module(root);
    let why = match fs::metadata(&module).and_then(|file| file.modified()) {
        Err(_) => Some("the engine in WebAssembly has not been built"),
        Ok(built) if newest(&root.join("crates"))? > built => {
            Some("the engine in WebAssembly is older than its sources")
        }
        Ok(_) => page::missing(),
    };
    match why {
        None => {
            let folder = target(root).join("site");
            write(root, &module, &folder)?;
            page::stories(root, &folder, None)
        }
        Some(why) => Err(Failure::NotRun(format!("{why}\n  way out: cargo xtask site --test"))),
    }
}

/// When a source of the module was last changed.
fn newest(folder: &Path) -> Result<SystemTime, String> {
    let fault = |why: std::io::Error| format!("{}: {why}", folder.display());
    let mut newest = SystemTime::UNIX_EPOCH;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                newest = newest.max(path.metadata().and_then(|file| file.modified()).map_err(fault)?);
            }
        }
    }
    Ok(newest)
}

/// Writes the site. Files of an earlier site are removed first, so that none stays that the page no
/// longer has; a folder with anything else in it is refused.
fn write(root: &Path, module: &Path, folder: &Path) -> Result<(), Failure> {
    let fault = |why: std::io::Error| format!("{}: {why}", folder.display());
    fs::create_dir_all(folder).map_err(fault)?;
    clear(folder)?;
    match book::of_site(root, &folder.join(BOOK)) {
        Err(Failure::NotRun(why)) => eprintln!("== THE SITE IS WITHOUT THE BOOK: {why}"),
        other => other?,
    }
    if !results::publish(root, folder)? {
        eprintln!("== THE SITE IS WITHOUT RESULTS: cargo xtask results makes them");
    }
    let source = |name: &str| fs::read_to_string(root.join("crates/grundy-serve/page").join(name));
    for name in ["index.html", "style.css", "icon.svg", "offline.js", "worker.js"] {
        let text = source(name).map_err(fault)?;
        let text = if name == "index.html" { of_site(&text, folder)? } else { text };
        fs::write(folder.join(name), text).map_err(fault)?;
    }
    // The texts stay for as long as the program runs, which ends soon.
    let script = bundle("main.js", &|name| source(name).ok().map(|text| &*text.leak()))?;
    fs::write(folder.join("page.js"), script).map_err(fault)?;
    fs::copy(module, folder.join(ENGINE)).map_err(fault)?;
    Ok(())
}

/// The page as it stands on the site: it names its engine, and its foot has links to the other
/// pages that are there.
fn of_site(page: &str, site: &Path) -> Result<String, String> {
    const FOOT: &str = "</footer>";
    for part in [SERVER, FOOT] {
        if page.matches(part).count() != 1 {
            return Err(format!("the page does not have {part} once"));
        }
    }
    let links = LINKS.iter().filter(|(name, _)| site.join(name).is_file());
    let links: String = links.map(|(name, title)| format!(r#"<a href="{name}">{title}</a>"#)).collect();
    Ok(page.replace(SERVER, WASM).replace(FOOT, &(links + FOOT)))
}

/// Removes the files of an earlier site.
fn clear(folder: &Path) -> Result<(), String> {
    let fault = |why: std::io::Error| format!("{}: {why}", folder.display());
    let entries: Vec<PathBuf> =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()).map_err(fault)?;
    let is_part = |path: &PathBuf| {
        [BOOK, results::FOLDER].iter().any(|part| path.ends_with(part)) && path.join("index.html").is_file()
    };
    let is_site = folder.join(ENGINE).is_file() && entries.iter().all(|path| path.is_file() || is_part(path));
    if !entries.is_empty() && !is_site {
        return Err(format!(
            "{} is neither empty nor a site that was written before: name another folder",
            folder.display()
        ));
    }
    let remove = |path: PathBuf| if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    entries.into_iter().try_for_each(remove).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_site_is_removed_and_other_files_are_kept() {
        let folder = std::env::temp_dir().join(format!("grundy-site-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(clear(&folder), Ok(()), "an empty folder");
        fs::write(folder.join("notes.txt"), "mine").expect("a file");
        let refused = clear(&folder).expect_err("it is no site");
        assert!(refused.contains("name another folder") && folder.join("notes.txt").exists(), "{refused}");
        fs::write(folder.join(ENGINE), "").expect("a file");
        fs::create_dir(folder.join(BOOK)).expect("a folder");
        fs::write(folder.join(BOOK).join("index.html"), "").expect("a file");
        assert_eq!(clear(&folder), Ok(()));
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
        fs::create_dir(folder.join("pictures")).expect("a folder");
        fs::write(folder.join(ENGINE), "").expect("a file");
        assert!(clear(&folder).is_err() && folder.join(ENGINE).exists());
        fs::remove_dir_all(&folder).expect("it is there");
    }

    #[test]
    fn a_site_has_the_page_and_links_to_the_book_that_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let place = std::env::temp_dir().join(format!("grundy-site-links-{}", std::process::id()));
        let (folder, module) = (place.join("site"), place.join("module"));
        fs::create_dir_all(&place).expect("a folder");
        fs::write(&module, "no engine").expect("a file");
        for _ in 0..2 {
            write(root, &module, &folder).expect("the site is written, also over an earlier one");
        }
        let page = fs::read_to_string(folder.join("index.html")).expect("the page");
        assert!(page.contains(WASM) && folder.join("page.js").is_file());
        assert_eq!(fs::read_to_string(folder.join(ENGINE)).expect("the engine"), "no engine");
        // With mdBook and without it.
        let is_there = folder.join("book/index.html").is_file();
        assert_eq!(page.contains(r#"<a href="book/index.html">The book</a>"#), is_there);
        let verb = fs::read_to_string(folder.join("book/verbs/solve.html"));
        assert_eq!(verb.is_ok_and(|page| page.contains(r#"href="../../index.html""#)), is_there);
        let other = place.join("other");
        fs::create_dir_all(other.join("results")).expect("a folder");
        fs::write(other.join("results/index.html"), "").expect("a file");
        let linked = of_site(&format!("{SERVER}<footer>x</footer>"), &other);
        assert_eq!(linked, Ok(format!(r#"{WASM}<footer>x<a href="results/index.html">Results</a></footer>"#)));
        assert!(of_site("<footer></footer>", &other).is_err());
        fs::remove_dir_all(&place).expect("it is there");
    }
}
