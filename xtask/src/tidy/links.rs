//! Links of the pages: a relative link leads to a file that is there, and its anchor to a heading
//! of that file. Every page of the book is in its table of contents.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::entries;

/// The pages of the book lie below it.
const BOOK: &str = "book/src/";

/// The table of contents of the book.
const CONTENTS: &str = "book/src/SUMMARY.md";

pub fn faults(root: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::new();
    let mut open = vec![root.to_owned(), root.join("testdata"), root.join(BOOK)];
    while let Some(folder) = open.pop() {
        for path in entries(&folder)? {
            let from_root = path.strip_prefix(root).expect("the page lies below the root");
            let from_root = from_root.to_string_lossy().replace('\\', "/");
            if path.is_dir() && from_root.starts_with(BOOK) {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let text = fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
                pages.insert(from_root, text);
            }
        }
    }
    Ok(dead(&pages, |path| root.join(path).exists()))
}

/// The faults of these pages; whether there is a file or a folder is asked for links to others.
fn dead(pages: &BTreeMap<String, String>, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let anchors: BTreeMap<&str, BTreeSet<String>> = pages.iter().map(|(page, text)| (&**page, anchors(text))).collect();
    let (mut faults, mut listed) = (Vec::new(), BTreeSet::new());
    for (page, text) in pages {
        for (number, link) in links(text) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { page.clone() } else { joined(page, path) };
            if page == CONTENTS {
                listed.insert(path.clone());
            }
            let is_there = match anchors.get(&*path) {
                Some(known) => anchor.is_empty() || known.contains(anchor),
                None => anchor.is_empty() && exists(&path),
            };
            if !is_there {
                faults.push(format!("{page}:{number}: the link {link} leads nowhere"));
            }
        }
    }
    let of_book = pages.keys().filter(|page| page.starts_with(BOOK) && *page != CONTENTS);
    faults.extend(of_book.filter(|page| !listed.contains(*page)).map(|page| format!("{page} is not in {CONTENTS}")));
    faults
}

/// The lines of a page outside of its blocks of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// Pages of the site that holds the repository, which are no files of it.
const OF_THE_SITE: &str = "../../security/";

/// The relative links of a page, with the numbers of their lines. A link in a span of code is text.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        let places = line.match_indices("](").map(|(at, _)| at);
        let is_text = |at: &usize| line[..*at].matches('`').count() % 2 == 1;
        let targets = places.filter(move |at| !is_text(at)).filter_map(|at| line[at + 2..].split_once(')'));
        targets
            .map(move |(target, _)| (number, target))
            .filter(|(_, target)| !target.contains(':') && !target.starts_with(OF_THE_SITE))
    })
}

/// The names by which mdBook, and most other readers of Markdown, know the headings of a page; and
/// those that stand in tags.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (_, line) in prose(text) {
        known.extend(line.split("id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        if !line.starts_with('#') {
            continue;
        }
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
        let signs = heading.chars().filter(|sign| kept(*sign) || sign.is_whitespace());
        let name: String = signs.map(|sign| if sign.is_whitespace() { '-' } else { sign }).collect();
        let mut names = std::iter::once(name.clone()).chain((1..).map(|number| format!("{name}-{number}")));
        known.extend(names.find(|name| !known.contains(name)));
    }
    known
}

/// The path to which a link of a page leads, from the root on.
fn joined(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_and_pages_that_are_not_listed_are_faults() {
        let pages = [
            (
                "README.md",
                "[a](book/src/a.md#two-parts-1) [b](book/src/b.md) ![p](book/src/p.svg) [w](https://x.org/y)",
            ),
            (CONTENTS, "- [A](a.md)\n  - [V](verbs/v.md)"),
            (
                "book/src/a.md",
                "# Two: *parts*\n## Two parts\n[own](#two-parts) [none](#three)\n```\n[c](c.md)\n```\n`[d](d.md)`",
            ),
            ("book/src/verbs/v.md", "<a id=\"own-name\"></a>[up](../a.md) [here](#own-name) [out](../../../LICENSE)"),
            ("book/src/lost.md", "text"),
        ];
        let pages: BTreeMap<String, String> =
            pages.into_iter().map(|(page, text)| (page.to_owned(), text.to_owned())).collect();
        let found = dead(&pages, |path| ["LICENSE", "book/src/p.svg"].contains(&path));
        let expected = [
            "README.md:1: the link book/src/b.md leads nowhere",
            "book/src/a.md:3: the link #three leads nowhere",
            "book/src/lost.md is not in book/src/SUMMARY.md",
        ];
        assert_eq!(found, expected);
    }
}
