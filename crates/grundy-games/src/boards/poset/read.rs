//! Games on orders, and their positions: a bar `8x10` or `5.5.2`, a list `{0<1 1<2}`, or a file.

use crate::{
    Bar, Component, Graph, PosetRules, Ruleset,
    boards::{
        graph::edges::{few, file, list},
        poset::{LONGEST_BAR, MOST_ELEMENTS},
    },
    language::readings::chain_or_bar,
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// Reads the move of a `poset:`.
pub(crate) fn rules(cursor: &mut Cursor<'_>) -> Result<Ruleset, Diagnostic> {
    for word in ["take", "element", "with", "all", "above"] {
        cursor.expect_word(word)?;
    }
    Ok(Ruleset::Poset(PosetRules))
}

/// Reads a position of a `poset` and returns its connected parts.
pub(crate) fn order(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    let graph = match reader.rest().chars().next() {
        Some('{') => list(reader, '<', ruleset)?,
        Some('0'..='9') => return bar(reader, ruleset),
        _ if reader.rest().starts_with("in ") => {
            reader.at += 2;
            file(reader, '<', ruleset)?
        }
        _ => return Err(reader.fault("a bar such as 3x4, or an order such as {1<2}", ruleset)),
    };
    if u64::from(graph.vertices()).max(graph.edges().len() as u64) > MOST_ELEMENTS {
        let message = format!("an order has at most {MOST_ELEMENTS} elements and pairs");
        return Err(Diagnostic::new("G005", start..reader.at, message)
            .label("too many")
            .help("no search finishes on an order of this size"));
    }
    if let Some(element) = on_a_cycle(&graph) {
        let message = format!("not an order: element {} is above itself", graph.name(element));
        return Err(Diagnostic::new("G045", start..reader.at, message)
            .label("contains a cycle")
            .help("write each pair as lower<upper, without cycles"));
    }
    let parts: Vec<Component> = reduced(&graph).components().into_iter().map(Component::Poset).collect();
    Ok(if parts.is_empty() { vec![Component::Poset(graph)] } else { parts })
}

/// Reads `8x10`, or rows from the longest one down: `5.5.2`.
fn bar(reader: &mut Reader<'_>, ruleset: &Ruleset) -> Result<Vec<Component>, Diagnostic> {
    let start = reader.at;
    let mut rows = vec![reader.size(ruleset)?];
    let whole = reader.eat('x');
    if !whole && rows[0] > 0 && !reader.rest().starts_with('.') {
        return Err(chain_or_bar(reader, start));
    }
    if whole {
        let length = reader.size(ruleset)?;
        let count = rows[0];
        few(count, start..reader.at, ruleset)?;
        rows = vec![length; if length == 0 { 0 } else { count as usize }];
    } else {
        while reader.eat('.') {
            rows.push(reader.size(ruleset)?);
        }
    }
    if rows.iter().any(|&row| row > LONGEST_BAR) {
        return Err(Diagnostic::new("G005", start..reader.at, format!("a side has at most {LONGEST_BAR} squares"))
            .label("too long")
            .help("no search finishes on a bar of this size"));
    }
    match Bar::of(rows.into_iter().map(|row| row as u32)) {
        Some(bar) => Ok(vec![Component::Bar(bar)]),
        None => {
            Err(Diagnostic::new("G045", start..reader.at, "the rows of a bar must not increase from top to bottom")
                .label("not a bar")
                .help("write the longest row first: 5.5.2"))
        }
    }
}

/// Returns a vertex that can be reached from itself, or `None` if the graph has no cycle.
fn on_a_cycle(graph: &Graph) -> Option<u32> {
    let mut below = vec![0; graph.vertices() as usize];
    let mut above = vec![Vec::new(); graph.vertices() as usize];
    for &(low, high) in graph.edges() {
        below[high as usize] += 1;
        above[low as usize].push(high);
    }
    let mut open: Vec<u32> = (0..graph.vertices()).filter(|&element| below[element as usize] == 0).collect();
    while let Some(element) = open.pop() {
        for &high in &above[element as usize] {
            below[high as usize] -= 1;
            if below[high as usize] == 0 {
                open.push(high);
            }
        }
    }
    (0..graph.vertices()).find(|&element| below[element as usize] > 0)
}

/// Returns the same order with the fewest pairs: those without a third element between them.
fn reduced(graph: &Graph) -> Graph {
    let mut above = vec![Vec::new(); graph.vertices() as usize];
    graph.edges().iter().for_each(|&(low, high)| above[low as usize].push(high));
    let needed = |&&(low, high): &&(u32, u32)| {
        let mut seen = vec![false; graph.vertices() as usize];
        let mut open: Vec<u32> = above[low as usize].iter().copied().filter(|&other| other != high).collect();
        while let Some(element) = open.pop() {
            if element == high {
                return false;
            }
            let higher = above[element as usize].iter().copied();
            open.extend(higher.filter(|&next| !std::mem::replace(&mut seen[next as usize], true)));
        }
        true
    };
    graph.with_edges(graph.edges().iter().filter(needed).copied())
}
