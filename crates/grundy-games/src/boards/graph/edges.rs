//! Lists of edges: in braces in a position, or in a file with one edge per line.

use std::ops::Range;

use crate::{
    Graph, Lists, Ruleset,
    boards::{
        graph::{MOST_VERTICES, names::EdgeNames},
        token::MOST_PLACES,
    },
    digraph::is_heading,
    text::{
        diagnostic::Diagnostic,
        encoding,
        reader::{Reader, example},
    },
};

/// The help for a line that is no edge.
const ONE_PER_LINE: &str = "write one edge per line: 0,1";

/// Refuses a graph of the board with more vertices or edges than it may have; `count` is the larger
/// of both numbers.
pub(crate) fn few(count: u64, span: Range<usize>, ruleset: &Ruleset) -> Result<(), Diagnostic> {
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
pub(crate) fn list(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    listed(reader, sign, ruleset).map(|names| names.graph(sign == '<'))
}

/// As [`list`], with the names of the vertices.
///
/// Items are separated by blanks, commas, tabs and line breaks. Most items are plain and read
/// without a list of their parts; all others are split at the sign.
pub(crate) fn listed(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<EdgeNames, Diagnostic> {
    let start = reader.at;
    let Some(length) = reader.rest().find('}') else {
        return Err(Diagnostic::new("G002", start..start + 1, "unclosed brace")
            .label("opened here")
            .help("close it with }"));
    };
    let source = reader.source;
    let mut rest = &source[start + 1..start + length];
    reader.at += length + 1;
    let mut names = EdgeNames::of(rest.len());
    loop {
        rest = rest.trim_start_matches(BETWEEN);
        if rest.is_empty() {
            break;
        }
        if let Some((ends, length)) = plain(rest, sign) {
            match ends {
                (from, Some(to)) => names.edge(from, to),
                (vertex, None) => names.vertex(vertex),
            }
            rest = &rest[length..];
            continue;
        }
        let item = rest.split(BETWEEN).next().unwrap_or_default();
        rest = &rest[item.len()..];
        let ends: Vec<&str> = item.split(sign).collect();
        if !(1..=2).contains(&ends.len()) || !ends.iter().all(|end| is_name(end)) {
            let message = format!("`{item}` is neither a vertex nor two vertices joined by `{sign}`");
            return Err(Diagnostic::new("G045", start..reader.at, message)
                .label("in this list")
                .help(example(ruleset)));
        }
        names.add(&ends);
    }
    within(names, start..reader.at, ruleset)
}

/// Reads the file of `in "edges.csv"`: one edge per line, with commas, semicolons, blanks or the
/// sign between its ends. The first line may be a heading.
pub(crate) fn file(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<Graph, Diagnostic> {
    named(reader, sign, ruleset).map(|names| names.graph(sign == '<'))
}

/// As [`file()`], with the names of the vertices.
pub(crate) fn named(reader: &mut Reader<'_>, sign: char, ruleset: &Ruleset) -> Result<EdgeNames, Diagnostic> {
    reader.blanks();
    let start = reader.at;
    if !reader.rest().starts_with('"') {
        return Err(reader.fault("the name of a file in quotes", ruleset));
    }
    let name = reader.quoted()?;
    let span = start..reader.at;
    let bytes = supplied(reader.lists, &name, span.clone(), "a file of edges has one edge per line: 0,1")?;
    let text = text_of(&bytes, &name, span.clone())?;
    let mut names = EdgeNames::of(text.len());
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
    within(names, start..reader.at, ruleset)
}

/// Refuses a graph that is too large.
fn within(names: EdgeNames, span: Range<usize>, ruleset: &Ruleset) -> Result<EdgeNames, Diagnostic> {
    few(names.count().max(names.edges().len()) as u64, span, ruleset)?;
    Ok(names)
}

/// Returns the bytes of a file; `help` says what it should have.
pub(crate) fn supplied(lists: Lists<'_>, name: &str, span: Range<usize>, help: &str) -> Result<Vec<u8>, Diagnostic> {
    lists(name).map_err(|why| {
        Diagnostic::new("G045", span, format!("cannot read \"{name}\": {why}")).label("this file").help(help)
    })
}

/// Refuses loops and repeated edges that the game could use but a [`Graph`] does not store.
pub(crate) fn single(
    names: &EdgeNames,
    (loops, doubles): (bool, bool),
    one_way: bool,
    span: Range<usize>,
) -> Result<(), Diagnostic> {
    let looped = if loops { names.looped() } else { None };
    let twice = || if doubles { names.repeated(one_way) } else { None };
    let message = match looped.map(|vertex| format!("an edge joins {vertex} to itself")) {
        Some(message) => message,
        None => match twice() {
            Some(ends) => format!("{ends} are joined twice"),
            None => return Ok(()),
        },
    };
    Err(Diagnostic::new("G045", span, message)
        .label("in this graph")
        .help("write each edge once, between two vertices; Hackenbush on a graph is the game that has others"))
}

/// Returns the text of a file that a position names.
pub(crate) fn text_of<'b>(bytes: &'b [u8], name: &str, span: Range<usize>) -> Result<&'b str, Diagnostic> {
    encoding::text(bytes).map_err(|fault| {
        Diagnostic::new("G045", span, format!("\"{name}\" cannot be read: {fault}"))
            .label("this file")
            .help(fault.help(name))
    })
}

/// What is between the items of a list.
const BETWEEN: [char; 4] = [' ', ',', '\t', '\n'];

/// Returns the ends of the first item of a list, and its length, if it consists of the names that
/// nearly all graphs have, of ASCII letters, digits and underscores. The text begins with an item.
fn plain(text: &str, sign: char) -> Option<((&str, Option<&str>), usize)> {
    let bytes = text.as_bytes();
    let name = |start: usize| {
        let own = bytes[start..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        (own > 0).then_some(start + own)
    };
    let is_end = |at: usize| bytes.get(at).is_none_or(|&byte| BETWEEN.contains(&char::from(byte)));
    let first = name(0)?;
    if is_end(first) {
        return Some(((&text[..first], None), first));
    }
    let start = (char::from(bytes[first]) == sign).then_some(first + 1)?;
    let end = name(start).filter(|&end| is_end(end))?;
    Some(((&text[..first], Some(&text[start..end])), end))
}

/// Whether a text may name a vertex: letters of any alphabet, digits and underscores.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::{BETWEEN, is_name, plain};
    use crate::Component;

    #[test]
    fn a_plain_item_is_read_as_any_other() {
        let (mut random, mut seen) = (fastrand::Rng::with_seed(5), 0);
        for _ in 0..20_000 {
            let mut below = |end: usize| random.usize(..end);
            let text: String = (0..1 + below(7)).map(|_| ['a', '7', '_', '-', '>', ' ', ',', 'é'][below(8)]).collect();
            let item = text.split(BETWEEN).next().unwrap_or_default();
            let ends: Vec<&str> = item.split('-').collect();
            let right = matches!(ends.len(), 1 | 2) && ends.iter().all(|end| is_name(end));
            match plain(&text, '-') {
                Some(((from, to), length)) => {
                    assert!(right, "{text}");
                    assert_eq!((from, to, length), (ends[0], ends.get(1).copied(), item.len()), "{text}");
                    seen += 1;
                }
                None => assert!(!right || item.contains('é'), "{text}"),
            }
        }
        assert!(seen > 2_000, "{seen}");
    }

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
