//! Positions of heaps of several kinds: `A(7, 2)`.

use crate::{
    Component, Ruleset, Typed, TypedRules,
    boards::heap::read::sizes as count_of_sizes,
    text::{
        diagnostic::Diagnostic,
        reader::{Reader, example},
        spelling::nearest,
    },
};

/// Reads `A(7, 2)`; the kind has to be one of the game, with as many sizes as it has.
pub(crate) fn component(
    reader: &mut Reader<'_>,
    rules: &TypedRules,
    ruleset: &Ruleset,
) -> Result<Component, Diagnostic> {
    let start = reader.at;
    let length: usize = reader
        .rest()
        .chars()
        .take_while(|letter| letter.is_alphanumeric() || "_'".contains(*letter))
        .map(char::len_utf8)
        .sum();
    let name = &reader.source[start..start + length];
    let Some(place) = rules.kinds.iter().position(|kind| **kind == *name) else {
        let kinds: Vec<&str> = rules.kinds.iter().map(|kind| &**kind).collect();
        let message = if name.is_empty() {
            "expected a kind of heap".into()
        } else if name.starts_with(|first: char| first.is_ascii_digit()) {
            "the heaps of this game have a kind, written before the sizes".into()
        } else {
            format!("unknown kind of heap `{name}`")
        };
        let place = if name.is_empty() { reader.sign() } else { start..start + length };
        return Err(Diagnostic::new("G040", place, message)
            .label("unknown kind")
            .suggest(nearest(name, &kinds), || example(ruleset).into()));
    };
    reader.at += length;
    if !reader.eat('(') {
        return Err(reader.fault("`(` and the sizes", ruleset));
    }
    let mut sizes = vec![reader.size(ruleset)?];
    while reader.eat(',') {
        sizes.push(reader.size(ruleset)?);
    }
    if !reader.eat(')') {
        return Err(reader.fault("`)`", ruleset));
    }
    let kind = rules.kinds[place].clone();
    let arity =
        rules.clauses.iter().find(|clause| clause.kind.as_ref() == Some(&kind)).map_or(1, |clause| clause.arity);
    if sizes.len() != arity {
        return Err(Diagnostic::new(
            "G040",
            start..reader.at,
            format!("{kind} has {}, found {}", count_of_sizes(arity), sizes.len()),
        )
        .label("here")
        .help(example(ruleset)));
    }
    Ok(Component::Typed(Typed { kind, sizes }))
}
