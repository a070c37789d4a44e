//! Circles: no two files of a crate may need each other, however long the way around.
//!
//! A file needs another if it names an item that the other defines. Names are followed through
//! imports and re-exports to their definition, so that a root that only re-exports is in no circle.
//! Calls of methods are not followed, but a type needs the files below its own that hold functions
//! of it. Tests do not count.
//!
//! A file and the files that it declares may know each other: a child may name items of its parent.
//! That arrow does not count as long as the parent is the only way into its folder. Where a file
//! outside of the folder names the child, it needs the parent through the child, and a circle of
//! the parent with that file is one.
//!
//! `circles.allow` lists the arrows of the circles that remain. Arrows may be removed from it,
//! never added.

mod paths;
mod tree;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write as _,
};

use super::{Source, reach};
use paths::Arrows;
use tree::Tree;

const ALLOWED: &str = include_str!("circles.allow");
const LIST: &str = "xtask/src/tidy/circles.allow";

/// A crate with its circles.
struct Crate {
    tree: Tree,
    arrows: Arrows,
    circles: Vec<Circle>,
}

/// The arrows of a circle, each from the file that names an item to the file that defines it.
type Circle = BTreeSet<(usize, usize)>;

/// Every arrow in a circle that is not listed, and every listed arrow that is in none.
pub fn faults(sources: &[Source]) -> Result<Vec<String>, String> {
    faults_beside(sources, ALLOWED)
}

fn faults_beside(sources: &[Source], list: &str) -> Result<Vec<String>, String> {
    let mut listed: BTreeMap<&str, usize> = (1..)
        .zip(list.lines())
        .filter(|(_, line)| line.contains(" -> "))
        .map(|(number, line)| (line, number))
        .collect();
    let mut faults = Vec::new();
    for Crate { tree, arrows, circles } in crates(sources)? {
        for arrow in circles.iter().flatten() {
            let [from, to] = [arrow.0, arrow.1].map(|file| tree.files[file].path.as_str());
            if listed.remove(format!("{from} -> {to}").as_str()).is_none() {
                let (name, lines) = arrows[arrow].first_key_value().expect("an arrow has an item");
                let line = lines.first().expect("an item has a line");
                faults.push(format!(
                    "{from}:{line}: `{name}` closes a circle, because {to} needs this file too: move what both need to \
                     a file of its own (`cargo xtask tidy circles` shows the way around)"
                ));
            }
        }
    }
    let stale = listed.into_iter();
    faults.extend(stale.map(|(arrow, line)| format!("{LIST}:{line}: `{arrow}` is in no circle: remove the line")));
    Ok(faults)
}

/// All circles with the items and lines of every arrow in them.
pub fn report(sources: &[Source]) -> Result<String, String> {
    let mut text = String::new();
    for Crate { tree, arrows, circles } in crates(sources)? {
        for circle in &circles {
            let folder = tree.files[0].path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let short = |file: usize| tree.files[file].path[folder.len()..].trim_start_matches('/');
            let files: BTreeSet<usize> = circle.iter().map(|&(from, _)| from).collect();
            let _ = writeln!(text, "{folder}: a circle of {} files", files.len());
            for file in files {
                let _ = writeln!(text, "  {}", short(file));
                for arrow in from(circle, file) {
                    let items = arrows[arrow].iter().map(|(name, lines)| {
                        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                        format!("{name} {}", lines.join(" "))
                    });
                    let _ = writeln!(text, "    -> {}: {}", short(arrow.1), items.collect::<Vec<_>>().join(", "));
                }
            }
        }
    }
    Ok(text)
}

fn crates(sources: &[Source]) -> Result<Vec<Crate>, String> {
    let texts: HashMap<&str, &str> =
        sources.iter().map(|source| (source.path.as_str(), source.text.as_str())).collect();
    let roots = sources.iter().filter(|source| source.path.contains("/src/") && reach::is_root(&source.path));
    roots
        .map(|root| {
            let tree = Tree::new(&root.path, &texts)?;
            let arrows = paths::arrows(&tree);
            let circles = circles(&tree, &arrows);
            Ok(Crate { tree, arrows, circles })
        })
        .collect()
}

/// The circles that remain when the allowed arrows from children to parents are left out.
fn circles(tree: &Tree, arrows: &Arrows) -> Vec<Circle> {
    let mut left: BTreeSet<(usize, usize)> = arrows.keys().copied().collect();
    loop {
        let circles: Vec<Circle> = components(&left, tree.files.len())
            .iter()
            .map(|files| among(&left, |file| files.contains(&file)))
            .collect();
        let allowed: Circle = circles.iter().flat_map(|circle| allowed(tree, circle)).collect();
        if allowed.is_empty() {
            return circles;
        }
        left.retain(|arrow| !allowed.contains(arrow));
    }
}

/// Returns the arrows from children to their parents that close no circle through a file outside of
/// the parent's folder.
fn allowed(tree: &Tree, circle: &Circle) -> Circle {
    let mut allowed = Circle::new();
    let tops: BTreeSet<usize> = circle.iter().map(|&(_, to)| to).collect();
    for top in tops {
        let is_below = |file| tree.is_below(file, top);
        // The files of the folder that outsiders name, and all that those need in the folder.
        let entries = circle.iter().filter(|&&(from, to)| is_below(to) && from != top && !is_below(from));
        let entered = reached(entries.map(|&(_, to)| to), &among(circle, is_below));
        let of_children = circle.iter().filter(|&&(from, to)| to == top && tree.files[from].parent == Some(top));
        allowed.extend(of_children.filter(|(from, _)| !entered.contains(from)));
    }
    allowed
}

fn among(arrows: &BTreeSet<(usize, usize)>, is_wanted: impl Fn(usize) -> bool) -> Circle {
    arrows.iter().copied().filter(|&(from, to)| is_wanted(from) && is_wanted(to)).collect()
}

fn from(arrows: &BTreeSet<(usize, usize)>, file: usize) -> impl Iterator<Item = &(usize, usize)> {
    arrows.range((file, 0)..(file + 1, 0))
}

/// The sets of files that reach each other, of more than one file.
fn components(arrows: &BTreeSet<(usize, usize)>, files: usize) -> Vec<BTreeSet<usize>> {
    let reach: Vec<BTreeSet<usize>> = (0..files).map(|file| reached([file], arrows)).collect();
    let mutual = |file: usize| -> BTreeSet<usize> {
        reach[file].iter().copied().filter(|&other| reach[other].contains(&file)).collect()
    };
    let first_of = (0..files).map(|file| (file, mutual(file))).filter(|(file, all)| all.first() == Some(file));
    first_of.map(|(_, all)| all).filter(|all| all.len() > 1).collect()
}

/// Returns the files that arrows reach, with their starts.
fn reached(start: impl IntoIterator<Item = usize>, arrows: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let mut open: Vec<usize> = start.into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(file) = open.pop() {
        if found.insert(file) {
            open.extend(from(arrows, file).map(|&(_, to)| to));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate with these files: each as its arrows.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        faults_beside(&sources(files), "").unwrap().iter().map(|fault| arrow(fault)).collect()
    }

    fn sources(files: &[(&str, &str)]) -> Vec<Source> {
        let source = |&(path, text): &(&str, &str)| Source { path: format!("crates/x/src/{path}"), text: text.into() };
        files.iter().map(source).collect()
    }

    /// `a.rs B b.rs` of a fault: the file, the item, the file that defines it.
    fn arrow(fault: &str) -> String {
        let (from, rest) = fault.trim_start_matches("crates/x/src/").split_once(':').unwrap();
        let item = rest.split('`').nth(1).unwrap();
        let to = rest.split("because crates/x/src/").nth(1).unwrap().split(' ').next().unwrap();
        format!("{from} {item} {to}")
    }

    #[test]
    fn two_files_that_name_each_other_are_a_circle() {
        let lib = ("lib.rs", "mod a;\nmod b;\nmod c;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);\n");
        let c = ("c.rs", "use crate::{a::A, b::B};\nfn f(_: A, _: B) {}\n");
        assert_eq!(found(&[lib, a, ("b.rs", "pub struct B;\n"), c]), [""; 0]);
        let b = ("b.rs", "pub struct B;\nfn f(_: super::a::A) {}\n");
        assert_eq!(found(&[lib, a, b, c]), ["a.rs B b.rs", "b.rs A a.rs"]);
    }

    #[test]
    fn names_are_followed_through_re_exports_and_globs() {
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B as C;\n");
        let a = ("a.rs", "use crate::C;\npub struct A(C);\n");
        let b = ("b.rs", "use crate::A;\npub struct B(A);\n");
        assert_eq!(found(&[lib, a, b]), ["a.rs B b.rs", "b.rs A a.rs"]);
        let lib = ("lib.rs", "mod a;\nmod b;\npub use a::*;\npub use b::*;\n");
        let a = ("a.rs", "pub struct A(crate::B);\n");
        let b = ("b.rs", "use super::*;\npub struct B(A);\n");
        assert_eq!(found(&[lib, a, b]), ["a.rs B b.rs", "b.rs A a.rs"]);
        let outside = ("lib.rs", "mod a;\nmod b;\npub use other::A;\npub use b::B;\n");
        assert_eq!(found(&[outside, a, ("b.rs", "use crate::A;\npub struct B(A);\n")]), [""; 0]);
    }

    #[test]
    fn a_function_may_have_the_name_of_a_module() {
        let lib = ("lib.rs", "mod a;\nmod d;\n");
        let a = ("a.rs", "pub mod b;\nuse crate::d::D;\npub fn b(_: D) {}\n");
        let d = ("d.rs", "use crate::a::b::B;\npub struct D(B);\n");
        assert_eq!(found(&[lib, a, ("a/b.rs", "pub struct B;\n"), d]), [""; 0]);
        let d = ("d.rs", "use crate::a::b;\npub struct D;\n");
        let twin = [("lib.rs", "mod a;\nmod d;\npub use a::a;\n"), ("a.rs", "pub fn a(_: crate::d::D) {}\n")];
        let of_twin = ("d.rs", "use crate::a;\npub struct D;\n");
        assert_eq!(found(&[twin[0], twin[1], of_twin]), ["a.rs D d.rs", "d.rs a a.rs"]);
        assert_eq!(found(&[lib, a, ("a/b.rs", ""), d]), ["a.rs D d.rs", "d.rs b a.rs"]);
    }

    #[test]
    fn paths_in_code_and_in_macros_count() {
        let lib = ("lib.rs", "mod a;\nmod b;\n");
        let a = ("a.rs", "use crate::b;\npub const ONE: u8 = 1;\npub fn f() { if true { b::g(1) } }\n");
        for code in [
            "crate::a::ONE",
            "{ use super::a as one; one::ONE }",
            "dbg(format!(\"{}\", crate::a::ONE))",
            "crate::a::f()",
        ] {
            let b = format!("pub fn g(_: u8) {{ {code}; }}\n");
            assert_eq!(found(&[lib, a, ("b.rs", &b)]).len(), 2, "{code}");
        }
        let field = "pub fn g(of: X) { f!(of.a.ONE); of.a(); other::a::ONE; ::a::ONE }\n";
        assert_eq!(found(&[lib, a, ("b.rs", field)]), [""; 0]);
    }

    #[test]
    fn a_function_of_a_type_stands_where_its_impl_does() {
        let lib = ("lib.rs", "mod a;\nmod b;\nmod c;\n");
        let a = ("a.rs", "pub struct A;\n");
        let b = ("b.rs", "use crate::a::A;\nimpl A { pub fn new() -> Self { crate::c::made() } }\n");
        let c = ("c.rs", "use crate::a::A;\npub fn made() -> A { A::new() }\n");
        assert_eq!(found(&[lib, a, b, c]), ["b.rs made c.rs", "c.rs A::new b.rs"]);
    }

    #[test]
    fn a_type_needs_the_files_below_that_hold_its_functions() {
        let lib = ("lib.rs", "mod a;\nmod d;\n");
        let a = ("a.rs", "mod b;\n\npub struct A;\n");
        let b = ("a/b.rs", "use super::A;\nimpl A {\nfn f(&self, _: crate::d::D) {}\n}\n");
        assert_eq!(found(&[lib, a, b, ("d.rs", "pub struct D;\n")]), [""; 0]);
        let d = ("d.rs", "pub struct D(crate::a::A);\n");
        assert_eq!(found(&[lib, a, b, d]), ["a.rs impl A a/b.rs", "d.rs A a.rs", "a/b.rs D d.rs"]);
    }

    #[test]
    fn parent_and_child_may_know_each_other() {
        let lib = ("lib.rs", "mod a;\nmod d;\n");
        let a = ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\npub struct A(B, c::C);\n");
        let b = ("a/b.rs", "use super::{A, c::C};\npub struct B(Box<A>, C);\n");
        let c = ("a/c.rs", "pub struct C;\n");
        let d = ("d.rs", "use crate::a::A;\nfn f(_: A) {}\n");
        assert_eq!(found(&[lib, a, b, c, d]), [""; 0]);
        let circle = ("a/c.rs", "pub struct C(Box<super::B>);\n");
        assert_eq!(found(&[lib, a, b, circle, d]), ["a/b.rs C a/c.rs", "a/c.rs B a/b.rs"]);
    }

    #[test]
    fn a_circle_through_a_folder_is_seen() {
        let lib = ("lib.rs", "mod a;\nmod d;\n");
        let a = ("a.rs", "mod b;\npub use b::B;\npub struct A(crate::d::D);\n");
        let b = ("a/b.rs", "use super::A;\npub struct B(A);\n");
        let d = ("d.rs", "use crate::a::B;\npub struct D(Box<B>);\n");
        assert_eq!(found(&[lib, a, b, d]), ["a.rs D d.rs", "d.rs B a/b.rs", "a/b.rs A a.rs"]);
        let a = ("a.rs", "mod b;\npub struct A(b::B);\n");
        let b = ("a/b.rs", "pub struct B(Box<super::A>, crate::d::D);\n");
        let d = ("d.rs", "pub struct D(Box<crate::a::A>);\n");
        assert_eq!(found(&[lib, a, b, d]), ["a.rs B a/b.rs", "d.rs A a.rs", "a/b.rs D d.rs"]);
        let grandchild = ("a/b.rs", "mod e;\npub struct B(e::E);\n");
        let up = ("a/b/e.rs", "pub struct E(Box<crate::a::A>);\n");
        let a = ("a.rs", "mod b;\npub struct A(b::B);\n");
        assert_eq!(found(&[("lib.rs", "mod a;\n"), a, grandchild, up]).len(), 3);
    }

    #[test]
    fn tests_do_not_count() {
        let lib = ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod c;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);\n");
        let b = (
            "b.rs",
            "#[cfg(test)]\nuse crate::a::A;\npub struct B;\nimpl B {\n#[cfg(test)]\nfn f(_: crate::a::A) {}\n}\n\
             #[cfg(test)]\nmod tests {\nuse crate::a::A;\nfn f(_: A) {}\n}\n",
        );
        assert_eq!(found(&[lib, a, b, ("c.rs", "not Rust")]), [""; 0]);
    }

    #[test]
    fn the_list_may_only_shrink() {
        let lib = ("lib.rs", "mod a;\nmod b;\n");
        let a = ("a.rs", "use crate::b::B;\npub struct A(B);\n");
        let b = ("b.rs", "use crate::a::A;\npub struct B(A);\n");
        let whole = "# All.\ncrates/x/src/a.rs -> crates/x/src/b.rs\ncrates/x/src/b.rs -> crates/x/src/a.rs\n";
        let circle = sources(&[lib, a, b]);
        assert_eq!(faults_beside(&circle, whole).unwrap(), [""; 0]);
        let part = whole.lines().next_back().unwrap();
        assert_eq!(faults_beside(&circle, part).unwrap().len(), 1);
        let cut = sources(&[lib, a, ("b.rs", "pub struct B;\n")]);
        let stale = faults_beside(&cut, whole).unwrap();
        assert_eq!(stale.len(), 2);
        assert!(stale[0].starts_with("xtask/src/tidy/circles.allow:2: "), "{stale:?}");
        let reported = report(&circle).unwrap();
        assert!(reported.contains("crates/x/src: a circle of 2 files\n  a.rs\n    -> b.rs: B 1 2\n"), "{reported}");
    }
}
