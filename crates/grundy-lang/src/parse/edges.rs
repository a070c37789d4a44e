//! Lists of edges: in braces in a position, or in a file with one edge per line.

use std::{
    collections::{BTreeMap, HashSet},
    ops::Range,
};

use grundy_games::{Graph, Lists, Map, Ruleset, digraph::is_heading, graph::MOST_VERTICES, token::MOST_PLACES};

use super::reader::{Reader, example};
use crate::diagnostic::Diagnostic;

const ONE_PER_LINE: &str = "write one edge per line: 0,1";

/// Refuses a graph of the board with more vertices or edges than it may have; `count` is the larger
/// of both numbers.
pub(super) fn few(count: u64, span: Range<usize>, ruleset: &Ruleset) -> Result<(), Diagnostic> {
    let most = match ruleset {
        Ruleset::Token(_) | Ruleset::Stones(_) => MOST_PLACES,
        Ruleset::Graph(rules) if rules.takes_leaves() => MOST_PLACES,
        _ => MOST_VERTICES,
    };
    if count <= most {
        return Ok(());
    }
    Err(Diagnostic::new("G005", span, format!("a graph has at most {most} vertices and edges"))
        .label("too many")
        .help("no search finishes on a board of this size"))
}

/// Reads `{0-1 1-2 3}`: edges, and vertices without edges.
pub(super) fn list(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    listed(reader, sign, ruleset).map(|names| names.graph(sign == '<'))
}

/// As [`list`], with the names of the vertices.
pub(super) fn listed(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Names, Diagnostic> {
    let start = reader.at;
    let Some(length) = reader.rest().find('}') else {
        return Err(Diagnostic::new("G002", start..start + 1, "unclosed brace")
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
            let message = format!("`{item}` is neither a vertex nor two vertices joined by `{sign}`");
            return Err(Diagnostic::new("G045", start..reader.at, message)
                .label("in this list")
                .help(example(ruleset)));
        }
        names.add(&ends);
    }
    names.within(start..reader.at, ruleset)
}

/// Reads the file of `in "edges.csv"`: one edge per line, with commas, semicolons, blanks or the
/// sign between its ends. The first line may be a heading.
pub(super) fn file(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    named(reader, sign, ruleset).map(|names| names.graph(sign == '<'))
}

/// As [`file`], with the names of the vertices.
pub(super) fn named(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Names, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    if !reader.rest().starts_with('"') {
        return Err(reader.fault("the name of a file in quotes", ruleset));
    }
    let name = reader.quoted()?;
    let span = start..reader.at;
    let bytes = supplied(reader.lists, &name, span.clone(), "a file of edges has one edge per line: 0,1")?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Diagnostic::new("G045", span.clone(), format!("\"{name}\" is not UTF-8 text"))
            .label("this file")
            .help(ONE_PER_LINE)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut names = Names::default();
    let mut first = true;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('%').next().unwrap_or("").trim();
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let mut ends: Vec<&str> =
            line.split(|letter: char| ",;".contains(letter) || letter == sign).map(str::trim).collect();
        if let [line] = ends[..] {
            ends = line.split_whitespace().collect();
        }
        if ends.len() > 2 || !ends.iter().all(|end| is_name(end)) {
            let message = format!("line {} of \"{name}\" is not an edge: {line}", number + 1);
            return Err(Diagnostic::new("G045", span, message).label("this file").help(ONE_PER_LINE));
        }
        let heading = first && matches!(ends[..], [from, to] if is_heading(from.as_bytes(), to.as_bytes()));
        first = false;
        if !heading {
            names.add(&ends);
        }
    }
    names.within(start..reader.at, ruleset)
}

/// Returns the bytes of a file; `help` says what it should have.
pub(super) fn supplied(lists: Lists<'_>, name: &str, span: Range<usize>, help: &str) -> Result<Vec<u8>, Diagnostic> {
    lists(name).map_err(|why| {
        Diagnostic::new("G045", span, format!("cannot read \"{name}\": {why}")).label("this file").help(help)
    })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The edges of a text, and its names of vertices, numbered as they come.
#[derive(Default)]
pub(super) struct Names {
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

    /// Refuses a graph that is too large.
    fn within(self, span: Range<usize>, ruleset: &Ruleset) -> Result<Names, Diagnostic> {
        few(self.number.len().max(self.edges.len()) as u64, span, ruleset)?;
        Ok(self)
    }

    /// Returns the graph with the names of its vertices, in the order of [`Names::ordered`].
    fn graph(self, directed: bool) -> Graph {
        let (names, edges) = self.ordered();
        let count = names.len() as u32;
        let graph = if directed { Graph::directed(count, edges) } else { Graph::of(count, edges) };
        graph.named(names)
    }

    /// Returns the vertex of the first loop, and the ends of the first edge that repeats an earlier
    /// one.
    pub fn oddities(&self, one_way: bool) -> (Option<String>, Option<String>) {
        let mut name: Vec<&str> = vec![""; self.number.len()];
        self.number.iter().for_each(|(text, &number)| name[number as usize] = text);
        let ends = |&(a, b): &(u32, u32)| format!("{} and {}", name[a as usize], name[b as usize]);
        let mut seen = HashSet::new();
        let key = |&(a, b): &(u32, u32)| if one_way { (a, b) } else { (a.min(b), a.max(b)) };
        let twice = self.edges.iter().find(|edge| !seen.insert(key(edge))).map(ends);
        (self.edges.iter().find(|(a, b)| a == b).map(|&(a, _)| name[a as usize].to_owned()), twice)
    }

    /// Returns the graph with the names of its vertices, in the order of [`Names::ordered`].
    pub fn map(self, one_way: bool) -> Map {
        let (names, edges) = self.ordered();
        let count = names.len() as u32;
        let names = Some(names.into_iter().map(String::into_boxed_str).collect());
        if one_way {
            Map::directed(Graph::directed(count, edges), names)
        } else {
            Map::of(Graph::of(count, edges), names)
        }
    }

    /// Returns the names, numbers in their order and then words in theirs, and the edges between
    /// the places of the names. So a printed graph reads back as the same one.
    pub fn ordered(self) -> (Vec<String>, Vec<(u32, u32)>) {
        let mut order: Vec<(Result<u64, ()>, String, u32)> =
            self.number.into_iter().map(|(name, number)| (name.parse::<u64>().map_err(drop), name, number)).collect();
        order.sort_unstable();
        let mut place = vec![0; order.len()];
        order.iter().zip(0..).for_each(|((_, _, number), at)| place[*number as usize] = at);
        let edges = self.edges.iter().map(|&(a, b)| (place[a as usize], place[b as usize])).collect();
        (order.into_iter().map(|(_, name, _)| name).collect(), edges)
    }
}

#[cfg(test)]
mod tests {
    use grundy_games::Component;

    fn read(line: &str) -> Result<String, String> {
        let rules = crate::game("arc-kayles").unwrap();
        let found = crate::position_with(&rules, "in \"edges.csv\"", &|_| Ok(line.as_bytes().to_vec()));
        let text = |part: &Component| part.to_string();
        found.map(|parts| parts.iter().map(text).collect::<Vec<_>>().join(" + ")).map_err(|fault| fault.message)
    }

    #[test]
    fn a_line_is_an_edge_or_is_refused() {
        for line in ["a,b", "a b", "a-b", " a ; b ", "a\tb % of 1", "# none\n\na - b"] {
            assert_eq!(read(line).as_deref(), Ok("{a-b}"), "{line}");
        }
        for line in ["source,target\na,b", "# none\nFrom;To\na,b", "\u{feff}a,b", "\u{feff}source target\na b"] {
            assert_eq!(read(line).as_deref(), Ok("{a-b}"), "{line}");
        }
        for (line, edges) in [
            ("a,b\nsource,target", "{a-b} + {source-target}"),
            ("from,b\nto,c", "{b-from} + {c-to}"),
            ("target,source\na,b", "{a-b} + {source-target}"),
            ("source,target\nfrom,to", "{from-to}"),
        ] {
            assert_eq!(read(line).as_deref(), Ok(edges), "{line}");
        }
        for line in ["a,,b", "a,b,", ",a", "a b c", "a-b-c", "a b,c"] {
            assert_eq!(read(line), Err(format!("line 1 of \"edges.csv\" is not an edge: {line}")));
        }
    }
}
