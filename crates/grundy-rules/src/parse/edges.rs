//! Lists of edges: between braces in a position, or in a file, a line for each edge.

use std::{collections::BTreeMap, ops::Range};

use super::position::{self, Reader};
use crate::{Board, Diagnostic, Graph, Lists, graph::MOST_VERTICES};

/// `{0-1 1-2 3}`: edges, and vertices that have none.
pub(super) fn list(reader: &mut Reader<'_>, sign: char, board: &Board) -> Result<Graph, Diagnostic> {
    let start = reader.at;
    let Some(length) = reader.rest().find('}') else {
        return Err(Diagnostic::new("G002", start..start + 1, "this brace is never closed")
            .label("opened here")
            .help("close it with }"));
    };
    let inside = reader.rest()[1..length].to_owned();
    reader.at += length + 1;
    let items = inside.split([' ', ',', '\t', '\n']).filter(|item| !item.is_empty());
    let mut names = Names::default();
    for item in items {
        let ends: Vec<&str> = item.split(sign).collect();
        if !(1..=2).contains(&ends.len()) || !ends.iter().all(|end| is_name(end)) {
            let message = format!("`{item}` is neither a vertex nor two of them joined by {sign}");
            return Err(Diagnostic::new("G045", start..reader.at, message)
                .label("in this list")
                .help(position::example(board)));
        }
        names.add(&ends);
    }
    names.graph(sign == '<').ok_or_else(|| too_many(start..reader.at))
}

/// `in "edges.csv"`: a line for each edge, its ends apart by commas, semicolons, blanks or the sign itself.
pub(super) fn file(reader: &mut Reader<'_>, sign: char, board: &Board) -> Result<Graph, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    if !reader.rest().starts_with('"') {
        return Err(reader.fault("the name of a file in quotes", board));
    }
    let name = reader.quoted()?;
    let span = start..reader.at;
    let bytes = supplied(reader.lists, &name, span.clone())?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Diagnostic::new("G045", span.clone(), format!("\"{name}\" is not UTF-8 text"))
            .label("this file")
            .help("write one edge a line: 0,1")
    })?;
    let mut names = Names::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('%').next().unwrap_or("").trim();
        let ends: Vec<&str> = line
            .split(|letter: char| letter.is_whitespace() || ",;".contains(letter) || letter == sign)
            .filter(|end| !end.is_empty())
            .collect();
        if line.starts_with('#') || ends.is_empty() {
            continue;
        }
        if ends.len() > 2 || !ends.iter().all(|end| is_name(end)) {
            let message = format!("line {} of \"{name}\" is no edge: {line}", number + 1);
            return Err(Diagnostic::new("G045", span, message).label("this file").help("write one edge a line: 0,1"));
        }
        names.add(&ends);
    }
    names.graph(sign == '<').ok_or_else(|| too_many(start..reader.at))
}

fn supplied(lists: Lists<'_>, name: &str, span: Range<usize>) -> Result<Vec<u8>, Diagnostic> {
    lists(name).map_err(|why| {
        Diagnostic::new("G045", span, format!("\"{name}\" cannot be read: {why}"))
            .label("this file")
            .help("it should have one edge a line: 0,1")
    })
}

fn too_many(span: Range<usize>) -> Diagnostic {
    Diagnostic::new("G005", span, format!("a graph has at most {MOST_VERTICES} vertices and edges"))
        .label("too many")
        .help("no search could end on such a board")
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Vertices by the names that a text gives them.
#[derive(Default)]
struct Names {
    number: BTreeMap<String, u32>,
    edges: Vec<(u32, u32)>,
}

impl Names {
    fn add(&mut self, ends: &[&str]) {
        let mut number = |name: &str| {
            let next = self.number.len() as u32;
            *self.number.entry(name.to_owned()).or_insert(next)
        };
        match *ends {
            [a, b] => {
                let edge = (number(a), number(b));
                self.edges.push(edge);
            }
            [a] => drop(number(a)),
            _ => {}
        }
    }

    /// The graph; numbers as names keep their order. `None` where it is too large.
    fn graph(self, directed: bool) -> Option<Graph> {
        if self.number.len().max(self.edges.len()) as u64 > MOST_VERTICES {
            return None;
        }
        let mut order: Vec<(Result<u64, u32>, u32)> =
            self.number.iter().map(|(name, &number)| (name.parse::<u64>().map_err(|_| number), number)).collect();
        order.sort_unstable();
        let mut place = vec![0; order.len()];
        order.iter().zip(0..).for_each(|((_, number), at)| place[*number as usize] = at);
        let edges = self.edges.iter().map(|&(a, b)| (place[a as usize], place[b as usize]));
        let count = order.len() as u32;
        Some(if directed { Graph::directed(count, edges) } else { Graph::of(count, edges) })
    }
}
