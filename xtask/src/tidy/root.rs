//! Names at the root of the library: few enough to be read at a glance, modules included. Whatever
//! else a module gives is reached through that module, so that one thing has one name.

use syn::{Item, UseTree, Visibility};

use super::Source;

const FILE: &str = "crates/grundy/src/lib.rs";

/// The most public names at the root.
const MOST: usize = 60;

pub fn faults(sources: &[Source]) -> Result<Vec<String>, String> {
    let Some(source) = sources.iter().find(|source| source.path == FILE) else {
        return Err(format!("{FILE}: the root of the library is not there"));
    };
    let mut names = names(&source.text)?;
    let mut faults = Vec::new();
    if names.iter().any(|name| name == "*") {
        faults.push(format!("{FILE}: a glob at the root: name what it gives"));
    }
    if names.len() > MOST {
        let (count, last) = (names.len(), names.split_off(MOST).join(", "));
        faults.push(format!("{FILE}: {count} names at the root, more than {MOST}: leave {last} to modules"));
    }
    Ok(faults)
}

/// The public names of the file, in its order. A module and a function of one name
/// count twice. `*` is a glob.
fn names(text: &str) -> Result<Vec<String>, String> {
    let file = syn::parse_file(text).map_err(|why| format!("{FILE}: {why}"))?;
    let mut found = Vec::new();
    for item in &file.items {
        let (visibility, name) = match item {
            Item::Use(item) => {
                if matches!(item.vis, Visibility::Public(_)) {
                    leaves(&item.tree, &mut found);
                }
                continue;
            }
            Item::Mod(item) => (&item.vis, &item.ident),
            Item::Fn(item) => (&item.vis, &item.sig.ident),
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Union(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::TraitAlias(item) => (&item.vis, &item.ident),
            Item::Type(item) => (&item.vis, &item.ident),
            Item::Const(item) => (&item.vis, &item.ident),
            Item::Static(item) => (&item.vis, &item.ident),
            _ => continue,
        };
        if matches!(visibility, Visibility::Public(_)) {
            found.push(name.to_string());
        }
    }
    Ok(found)
}

fn leaves(tree: &UseTree, found: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, found),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, found)),
        UseTree::Name(name) => found.push(name.ident.to_string()),
        UseTree::Rename(rename) => found.push(rename.rename.to_string()),
        UseTree::Glob(_) => found.push("*".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(text: String) -> Vec<String> {
        faults(&[Source { path: FILE.to_owned(), text }]).expect("a root that can be read")
    }

    #[test]
    fn more_names_than_the_limit_are_a_fault() {
        let modules = |count: usize| (0..count).map(|at| format!("pub mod m{at};\n")).collect::<String>();
        let closed = "mod closed;\nuse a::B;\npub(crate) use c::D;\n";
        assert_eq!(root(modules(MOST) + closed), Vec::<String>::new());
        let fault = format!("{FILE}: 61 names at the root, more than 60: leave m60 to modules");
        assert_eq!(root(modules(MOST + 1) + closed), [fault]);
        let fault = format!("{FILE}: 64 names at the root, more than 60: leave C, E, F, g to modules");
        assert_eq!(root(modules(MOST) + "pub use a::{b::C, d as E};\npub struct F;\npub fn g() {}\n"), [fault]);
    }

    #[test]
    fn a_glob_is_a_fault() {
        assert_eq!(root("pub use a::*;".to_owned()), [format!("{FILE}: a glob at the root: name what it gives")]);
    }
}
