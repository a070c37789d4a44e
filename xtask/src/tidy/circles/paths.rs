//! Which file names an item of which other file, and where.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, ImplItem, Item, ItemImpl, ItemUse, Macro, Path, Stmt, TraitItem, Type, Visibility,
    visit::{self, Visit},
};

use super::tree::{Tree, attributes, is_export, is_test, leaves, segments};

/// The items that one file names in another, each with the lines.
pub type Items = BTreeMap<String, BTreeSet<usize>>;

/// Arrows between files: from the file that names to the file that defines.
pub type Arrows = BTreeMap<(usize, usize), Items>;

pub fn arrows(tree: &Tree) -> Arrows {
    let mut arrows = Arrows::new();
    for (file, line, place, name) in tree.lent() {
        arrows.entry((file, place)).or_default().entry(format!("impl {name}")).or_default().insert(line);
    }
    for (module, items) in tree.items() {
        let mut paths = Paths { tree, module, of: Vec::new(), arrows: &mut arrows };
        items.iter().filter(|item| !matches!(item, Item::Mod(_))).for_each(|item| paths.visit_item(item));
    }
    arrows
}

/// Notes the paths of a module. Methods are not followed, tests are left out.
struct Paths<'a> {
    tree: &'a Tree,
    module: usize,
    /// The type of the `impl` around.
    of: Vec<String>,
    arrows: &'a mut Arrows,
}

impl Paths<'_> {
    fn note(&mut self, path: &[String], line: usize) {
        let own = self.tree.modules[self.module].file;
        let whole: Vec<String> = match path.split_first() {
            Some((first, rest)) if first == "Self" => self.of.iter().chain(rest).cloned().collect(),
            _ => path.to_vec(),
        };
        if whole.is_empty() {
            return;
        }
        for (file, name) in self.tree.resolve(self.module, &whole).iter().flat_map(|target| self.tree.homes(target)) {
            if file != own {
                self.arrows.entry((own, file)).or_default().entry(name).or_default().insert(line);
            }
        }
    }

    /// Macros take tokens: a name with what `::` adds to it is taken for a path, but for fields and
    /// methods.
    fn tokens(&mut self, stream: &TokenStream) {
        let mut open = vec![stream.clone()];
        while let Some(stream) = open.pop() {
            let all: Vec<TokenTree> = stream.into_iter().collect();
            let mut place = 0;
            while let Some(token) = all.get(place) {
                place += 1;
                match token {
                    TokenTree::Group(group) => open.push(group.stream()),
                    TokenTree::Ident(first) if !is_inside_a_path(&all[..place - 1]) => {
                        let mut path = vec![first.to_string()];
                        while let [TokenTree::Punct(one), TokenTree::Punct(two), TokenTree::Ident(next), ..] =
                            &all[place..]
                            && one.as_char() == ':'
                            && two.as_char() == ':'
                        {
                            path.push(next.to_string());
                            place += 3;
                        }
                        self.note(&path, first.span().start().line);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether the next name is a field, a method, a variable of a macro, a lifetime, or a path from
/// elsewhere.
fn is_inside_a_path(before: &[TokenTree]) -> bool {
    let sign = |back: usize| match before.len().checked_sub(back).map(|place| &before[place]) {
        Some(TokenTree::Punct(sign)) => Some(sign.as_char()),
        _ => None,
    };
    match sign(1) {
        Some('.') => sign(2) != Some('.'),
        Some(':') => sign(2) == Some(':'),
        Some('$' | '\'') => true,
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_export(item) {
            leaves(item).iter().for_each(|leaf| self.note(&leaf.path, leaf.line));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = match &*item.self_ty {
            Type::Path(of) => segments(&of.path),
            _ => Vec::new(),
        };
        let outer = std::mem::replace(&mut self.of, of);
        visit::visit_item_impl(self, item);
        self.of = outer;
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Fn(own) => &own.attrs,
            ImplItem::Const(own) => &own.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if !matches!(item, TraitItem::Fn(own) if is_test(&own.attrs)) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if !matches!(statement, Stmt::Local(own) if is_test(&own.attrs)) {
            visit::visit_stmt(self, statement);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        if let Some(first) = path.segments.first() {
            self.note(&segments(path), first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, own: &'ast Macro) {
        self.visit_path(&own.path);
        self.tokens(&own.tokens);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}
