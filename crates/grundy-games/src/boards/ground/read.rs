//! Graphs on the ground: the sentence of Green Hackenbush, and its positions.
//!
//! A position is a graph and the vertex that is the ground: `{a-b b-c a-c} on a`, `cycle 5 on 0`,
//! `tree [0,0,1] on 0`, `in "edges.csv" on root`. Loops and repeated edges count.

use crate::{
    Component, GroundRules, Grounded, Labels, Ruleset, TokenRules,
    boards::{
        graph::{
            edges::{self, few},
            names::Ordered,
            read::GENERATORS,
        },
        token::read as token,
    },
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// Reads `take edge with what it cuts off from the ground`, if it begins here.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Option<Ruleset>, Diagnostic> {
    if !cursor.eat_words(&["take", "edge", "with", "what"]) {
        return Ok(None);
    }
    for word in ["it", "cuts", "off", "from", "the", "ground"] {
        if word != "the" || cursor.is_word(word) {
            cursor.expect_word(word)?;
        }
    }
    if cursor.is_sign(",") {
        return Err(Diagnostic::new("G008", cursor.span(), "a graph on the ground has one kind of move")
            .label("another move")
            .help("write `graph: take edge with what it cuts off from the ground` alone"));
    }
    Ok(Some(Ruleset::Ground(GroundRules)))
}

/// Reads a position and returns its parts.
pub(crate) fn component(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let length = reader.rest().find(|sign: char| !sign.is_alphabetic()).unwrap_or(reader.rest().len());
    let word = reader.rest()[..length].to_owned();
    let Ordered { count, names, edges } = match (reader.rest().chars().next(), word.as_str()) {
        (Some('{'), _) => edges::listed(reader, '-', ruleset)?.ordered(),
        (_, "in") => {
            reader.at += length;
            edges::named(reader, '-', ruleset)?.ordered()
        }
        (Some('.' | '#' | '0'..='9'), _) => of_token(reader, ruleset)?,
        (_, known) if GENERATORS.contains(&known) => of_token(reader, ruleset)?,
        (_, unknown) => return Err(reader.unknown(unknown, &GENERATORS, ruleset)),
    };
    few(u64::from(count).max(edges.len() as u64), start..reader.at, ruleset)?;
    let names = names.unwrap_or_else(|| Labels::numbers(count));
    let words = token::TokenWords {
        keyword: "on",
        missing: "missing vertex that is the ground",
        question: "which vertex is the ground?",
    };
    let ground = token::place(reader, start, &words, &names, ruleset)?;
    // The ground comes first, then the other vertices in their order.
    let moved = |vertex: u32| match vertex.cmp(&ground) {
        std::cmp::Ordering::Less => vertex + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => vertex,
    };
    let others = (0..).zip(names.iter()).filter(|(vertex, _)| *vertex != ground).map(|(_, name)| name);
    let names = names.get(ground as usize).into_iter().chain(others);
    let graph = Grounded::named(names.collect(), edges.into_iter().map(|(a, b)| (moved(a), moved(b))));
    Ok(graph.components().into_iter().map(Component::Grounded).collect())
}

/// Reads a generator or a board of squares.
fn of_token(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Ordered, Diagnostic> {
    let rules = TokenRules { one_way: false, once: crate::Once::Vertex };
    let map = token::map(reader, rules, ruleset)?;
    let (count, names) = (map.graph().vertices(), map.names().cloned());
    Ok(Ordered { count, names, edges: map.graph().edges().to_vec() })
}
