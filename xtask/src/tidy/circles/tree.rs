//! The modules of a crate and what their names mean.
//!
//! A path is followed from module to module through imports, re-exports and globs, to the module
//! that defines the item. Names inside functions and the bodies of macros are not scopes here: an
//! import inside a function counts for its module.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    iter,
};

use syn::{
    Attribute, ImplItem, Item, ItemImpl, ItemUse, Type, UseTree, Visibility,
    ext::IdentExt,
    visit::{self, Visit},
};

/// The text and the syntax of a file, and the file that declares it.
pub struct File {
    pub path: String,
    pub parent: Option<usize>,
    pub syntax: syn::File,
}

/// A module: a file, or a part of one.
pub struct Module {
    pub file: usize,
    parent: Option<usize>,
    folder: String,
    names: HashMap<String, Vec<Name>>,
    globs: Vec<Vec<String>>,
}

enum Name {
    Module(usize),
    /// An item at this line.
    Item(usize),
    Import(Vec<String>),
}

/// The imports that are being followed: the module, the name that is looked up, which of its
/// meanings.
type Open = HashSet<(usize, String, usize)>;

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Module(usize),
    /// An item with the module that defines it, and the next name on the path (a variant, a
    /// function of a type).
    Item {
        module: usize,
        name: String,
        next: Option<String>,
    },
}

/// A crate without its tests.
#[derive(Default)]
pub struct Tree {
    pub files: Vec<File>,
    pub modules: Vec<Module>,
    /// The files that define functions and constants of a type, by the type's module and name.
    impls: HashMap<(usize, String), HashMap<String, Vec<usize>>>,
}

/// A leaf of a `use`: the path, and the name that it gets. `None` denotes `*`.
pub struct Leaf {
    pub path: Vec<String>,
    pub name: Option<String>,
    pub line: usize,
}

impl Tree {
    /// Reads the crate with this root; `texts` has the files of the workspace.
    pub fn new(root: &str, texts: &HashMap<&str, &str>) -> Result<Tree, String> {
        let mut tree = Tree::default();
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut open = VecDeque::from([(root.to_owned(), folder.to_owned(), None)]);
        while let Some((path, folder, parent)) = open.pop_front() {
            let text = texts.get(path.as_str()).ok_or_else(|| format!("{path}: there is no such file"))?;
            let syntax =
                syn::parse_file(text).map_err(|why| format!("{path}:{}: not Rust: {why}", why.span().start().line))?;
            let file = tree.files.len();
            let declared_in = parent.as_ref().map(|(module, _): &(usize, String)| tree.modules[*module].file);
            let module = tree.module(file, parent, folder);
            tree.enter(module, &syntax.items, &mut |folder, name, parent| {
                let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
                let place = places.into_iter().find(|place| texts.contains_key(place.as_str()));
                open.extend(place.map(|place| (place, format!("{folder}/{name}"), Some((parent, name.to_owned())))));
            });
            tree.files.push(File { path, parent: declared_in, syntax });
        }
        tree.find_impls();
        Ok(tree)
    }

    fn module(&mut self, file: usize, parent: Option<(usize, String)>, folder: String) -> usize {
        let own = self.modules.len();
        if let Some((parent, name)) = &parent {
            self.modules[*parent].names.entry(name.clone()).or_default().push(Name::Module(own));
        }
        let parent = parent.map(|(parent, _)| parent);
        self.modules.push(Module { file, parent, folder, names: HashMap::new(), globs: Vec::new() });
        own
    }

    /// Notes the names of a module; `declare` is called for each module in another file.
    fn enter(&mut self, module: usize, items: &[Item], declare: &mut dyn FnMut(&str, &str, usize)) {
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Mod(inner) => {
                    let name = inner.ident.unraw().to_string();
                    match &inner.content {
                        None => declare(&self.modules[module].folder, &name, module),
                        Some((_, items)) => {
                            let Module { file, folder, .. } = &self.modules[module];
                            let (file, folder) = (*file, format!("{folder}/{name}"));
                            let inner = self.module(file, Some((module, name)), folder);
                            self.enter(inner, items, declare);
                        }
                    }
                }
                item => {
                    if let Some((name, line)) = name_of(item) {
                        self.modules[module].names.entry(name).or_default().push(Name::Item(line));
                    }
                    Imports(&mut self.modules[module]).visit_item(item);
                }
            }
        }
    }

    fn find_impls(&mut self) {
        let mut found = Vec::new();
        for (module, items) in self.items() {
            for own in items.iter().filter(|item| !is_test(attributes(item))) {
                let Item::Impl(ItemImpl { trait_: None, self_ty, items, .. }) = own else { continue };
                let Type::Path(of) = &**self_ty else { continue };
                let names = items.iter().filter_map(|item| match item {
                    ImplItem::Fn(own) => Some(own.sig.ident.to_string()),
                    ImplItem::Const(own) => Some(own.ident.to_string()),
                    _ => None,
                });
                let names: Vec<String> = names.collect();
                for target in self.resolve(module, &segments(&of.path)) {
                    if let Target::Item { module: home, name, next: None } = target {
                        found.push(((home, name), names.clone(), self.modules[module].file));
                    }
                }
            }
        }
        for (of, names, file) in found {
            let all = self.impls.entry(of).or_default();
            names.into_iter().for_each(|name| all.entry(name).or_default().push(file));
        }
    }

    /// All modules with their items.
    pub fn items(&self) -> Vec<(usize, &[Item])> {
        let mut all = Vec::new();
        for (file, File { syntax, .. }) in self.files.iter().enumerate() {
            let own = self.modules.iter().position(|module| module.file == file).expect("every file is a module");
            let mut open = vec![(own, &syntax.items[..])];
            while let Some((module, items)) = open.pop() {
                all.push((module, items));
                for item in items.iter().filter(|item| !is_test(attributes(item))) {
                    let Item::Mod(inner) = item else { continue };
                    let Some((_, items)) = &inner.content else { continue };
                    let name = inner.ident.unraw().to_string();
                    let names = self.modules[module].names.get(&name).into_iter().flatten();
                    open.extend(names.filter_map(|name| match name {
                        Name::Module(inner) => Some((*inner, &items[..])),
                        _ => None,
                    }));
                }
            }
        }
        all
    }

    /// The files that define what the path names.
    pub fn homes(&self, target: &Target) -> Vec<(usize, String)> {
        let Target::Item { module, name, next } = target else { return Vec::new() };
        let mut homes = vec![(self.modules[*module].file, name.clone())];
        let of = next.as_ref().and_then(|next| Some((next, self.impls.get(&(*module, name.clone()))?.get(next)?)));
        if let Some((next, files)) = of {
            homes.extend(files.iter().map(|&file| (file, format!("{name}::{next}"))));
        }
        homes
    }

    /// Types whose functions stand in a file below their own: the type's file and line, the other
    /// file, the type's name.
    pub fn lent(&self) -> Vec<(usize, usize, usize, &str)> {
        let mut lent = Vec::new();
        for ((module, name), functions) in &self.impls {
            let Module { file, names, .. } = &self.modules[*module];
            let line = names[name].iter().find_map(|name| if let Name::Item(line) = name { Some(*line) } else { None });
            let places = functions.values().flatten().filter(|&&place| self.is_below(place, *file));
            lent.extend(places.filter_map(|&place| Some((*file, line?, place, name.as_str()))));
        }
        lent
    }

    /// Whether `top` declares the file, or a file that declares it.
    pub fn is_below(&self, file: usize, top: usize) -> bool {
        let parent = |&file: &usize| self.files[file].parent;
        iter::successors(parent(&file), parent).any(|above| above == top)
    }

    /// What a path means inside a module: `None` if it begins outside of the crate.
    pub fn resolve(&self, module: usize, path: &[String]) -> Vec<Target> {
        self.follow(module, path, &mut HashSet::new())
    }

    fn follow(&self, module: usize, path: &[String], open: &mut Open) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return vec![Target::Module(module)] };
        match first.as_str() {
            "crate" => return self.within(0, rest, open),
            "self" => return self.within(module, rest, open),
            "super" => {
                let parent = self.modules[module].parent;
                return parent.map_or(Vec::new(), |parent| self.follow(parent, rest, open));
            }
            _ => {}
        }
        self.within(module, path, open)
    }

    /// What a path means that begins with a name of this module.
    fn within(&self, module: usize, path: &[String], open: &mut Open) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return vec![Target::Module(module)] };
        if first == "super" || first == "self" {
            return self.follow(module, path, open);
        }
        let meanings = self.lookup(module, first, open);
        let is_module = meanings.iter().any(|target| matches!(target, Target::Module(_)));
        let mut found = Vec::new();
        for target in meanings {
            match target {
                Target::Module(inner) => found.extend(self.within(inner, rest, open)),
                // A path does not go on after a function that has the name of a module.
                Target::Item { .. } if is_module && !rest.is_empty() => {}
                Target::Item { module, name, next } => {
                    found.push(Target::Item { module, name, next: next.or_else(|| rest.first().cloned()) });
                }
            }
        }
        found
    }

    fn lookup(&self, module: usize, name: &str, open: &mut Open) -> Vec<Target> {
        let own = &self.modules[module];
        let mut found = Vec::new();
        for (at, meaning) in own.names.get(name).into_iter().flatten().enumerate() {
            match meaning {
                Name::Module(inner) => found.push(Target::Module(*inner)),
                Name::Item(_) => found.push(Target::Item { module, name: name.to_owned(), next: None }),
                Name::Import(path) => {
                    let mark = (module, name.to_owned(), at);
                    if open.insert(mark.clone()) {
                        found.extend(self.follow(module, path, open));
                        open.remove(&mark);
                    }
                }
            }
        }
        // A name of the module itself hides those of its globs.
        for (at, glob) in own.globs.iter().enumerate().filter(|_| !own.names.contains_key(name)) {
            let mark = (module, name.to_owned(), at);
            if open.insert(mark.clone()) {
                for target in self.follow(module, glob, open) {
                    if let Target::Module(inner) = target {
                        found.extend(self.lookup(inner, name, open));
                    }
                }
                open.remove(&mark);
            }
        }
        found
    }
}

/// Notes every `use` in an item, but for tests.
struct Imports<'a>(&'a mut Module);

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for leaf in leaves(item) {
            match leaf.name {
                Some(name) => self.0.names.entry(name).or_default().push(Name::Import(leaf.path)),
                None => self.0.globs.push(leaf.path),
            }
        }
    }
}

/// The leaves of a `use`; none where it names another crate by `::`.
pub fn leaves(item: &ItemUse) -> Vec<Leaf> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), &item.tree)];
    while let Some((mut path, tree)) = open.pop().filter(|_| item.leading_colon.is_none()) {
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.unraw().to_string());
                open.push((path, &inner.tree));
            }
            UseTree::Group(group) => open.extend(group.items.iter().map(|tree| (path.clone(), tree))),
            UseTree::Glob(glob) => {
                found.push(Leaf { path, name: None, line: glob.star_token.spans[0].start().line });
            }
            UseTree::Name(last) => {
                let line = last.ident.span().start().line;
                if last.ident != "self" {
                    path.push(last.ident.unraw().to_string());
                }
                found.push(Leaf { name: path.last().cloned(), path, line });
            }
            UseTree::Rename(last) => {
                let line = last.ident.span().start().line;
                if last.ident != "self" {
                    path.push(last.ident.unraw().to_string());
                }
                found.push(Leaf { path, name: Some(last.rename.unraw().to_string()), line });
            }
        }
    }
    found
}

/// Whether a `use` is for others: a re-export.
pub fn is_export(item: &ItemUse) -> bool {
    !matches!(item.vis, Visibility::Inherited)
}

/// The names of a path; none where it begins with `::`.
pub fn segments(path: &syn::Path) -> Vec<String> {
    let names = path.segments.iter().filter(|_| path.leading_colon.is_none());
    names.map(|segment| segment.ident.unraw().to_string()).collect()
}

/// Whether the item stands under `cfg(test)` or is a test.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.meta.require_list().map(|list| list.tokens.to_string());
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && condition.is_ok_and(|condition| condition == "test" || condition.starts_with("all (test"))
    })
}

pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(own) => &own.attrs,
        Item::Enum(own) => &own.attrs,
        Item::Fn(own) => &own.attrs,
        Item::Impl(own) => &own.attrs,
        Item::Macro(own) => &own.attrs,
        Item::Mod(own) => &own.attrs,
        Item::Static(own) => &own.attrs,
        Item::Struct(own) => &own.attrs,
        Item::Trait(own) => &own.attrs,
        Item::Type(own) => &own.attrs,
        Item::Union(own) => &own.attrs,
        Item::Use(own) => &own.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<(String, usize)> {
    let ident = match item {
        Item::Const(own) => &own.ident,
        Item::Enum(own) => &own.ident,
        Item::Fn(own) => &own.sig.ident,
        Item::Macro(own) => own.ident.as_ref()?,
        Item::Static(own) => &own.ident,
        Item::Struct(own) => &own.ident,
        Item::Trait(own) => &own.ident,
        Item::Type(own) => &own.ident,
        Item::Union(own) => &own.ident,
        _ => return None,
    };
    Some((ident.unraw().to_string(), ident.span().start().line))
}
