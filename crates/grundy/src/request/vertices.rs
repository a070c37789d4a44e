//! Graphs as people write them in passing: edges with the vertex of a token after them, arrows of a
//! token, trees as brackets, shapes by their names.

use std::collections::{BTreeMap, BTreeSet};

use grundy_games::Convention;

use super::{named, shell};
use crate::error::Error;

/// Larger trees of brackets are not read.
const MOST_EDGES: usize = 1 << 10;

/// The edges of a text, such as `a-b, b-c`, with this sign between their ends.
fn edges<'t>(text: &'t str, sign: &str) -> Option<Vec<(&'t str, &'t str)>> {
    let text = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let is_name = |end: &str| !end.is_empty() && end.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
    let edge = |edge: &'t str| edge.split_once(sign).filter(|(a, b)| is_name(a) && is_name(b));
    let all: Option<Vec<_>> = text.split([' ', ',', ';']).filter(|own| !own.is_empty()).map(edge).collect();
    all.filter(|all| !all.is_empty())
}

/// The words without a vertex at their end, and that vertex: `from a`, `starting at a`, `a`.
fn with_start(words: &[String]) -> Option<(&[String], &str)> {
    let (start, graph) = words.split_last()?;
    let said = graph.iter().rev().take_while(|word| ["from", "start", "starting", "at", "on"].contains(&word.as_str()));
    let graph = &graph[..graph.len() - said.count()];
    (!graph.is_empty()).then_some((graph, start))
}

/// `geography 'a-b, b-c' a`: the edges in braces, and the vertex of the token after `from`.
pub(super) fn token_behind(words: &[String]) -> Vec<Vec<String>> {
    let Some((_, _, used)) = named(words).filter(|(family, ..)| family.game.starts_with("token:")) else {
        return Vec::new();
    };
    // The vertex may be in the text of the edges.
    let plain: Vec<String> = words[used..].iter().flat_map(|word| word.split_whitespace()).map(str::to_owned).collect();
    let Some((graph, start)) = with_start(&plain) else { return Vec::new() };
    let text = graph.join(" ").replace("->", ">");
    let sign = if text.contains('>') { ">" } else { "-" };
    let Some(edges) = edges(&text, sign) else { return Vec::new() };
    let is_vertex = edges.iter().any(|(a, b)| *a == start || *b == start);
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}{sign}{b}")).collect();
    let position = format!("{{{}}} from {start}", edges.join(" "));
    if is_vertex { vec![[&words[..used], &[position]].concat()] } else { Vec::new() }
}

/// `geography 'a-b, b-c'`: the token may be on the first vertex.
pub(super) fn without_start(words: &[String]) -> Vec<Vec<String>> {
    let first = named(words).and_then(|(_, _, used)| {
        let first = words.get(used)?.trim_start_matches('{');
        first.split(['-', '>', ' ', ',']).next().map(str::to_owned)
    });
    let line = first.map(|first| [words, &["from".to_owned(), first]].concat());
    line.iter().flat_map(|line| token_behind(line)).collect()
}

/// The arrows of a graph with the vertex of its token: `'1->2, 2->3, 1->3' 1`.
fn arrows(words: &[String]) -> Option<(Vec<(&str, &str)>, &str)> {
    let [text, rest @ ..] = words else { return None };
    let start = match rest {
        [start] => start,
        [from, start] if from == "from" => start,
        _ => return None,
    };
    let sign = if text.contains("->") { "->" } else { ">" };
    let edges = edges(text, sign)?;
    edges.iter().any(|(a, b)| a == start || b == start).then_some((edges, start))
}

/// Whether the arrows have no cycle: vertices that no arrow leads to are taken away until none is
/// left.
fn is_acyclic(arrows: &[(&str, &str)]) -> bool {
    let mut into: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for &(from, to) in arrows {
        into.entry(from).or_default();
        *into.entry(to).or_default() += 1;
        out.entry(from).or_default().push(to);
    }
    let mut free: Vec<&str> = into.iter().filter(|(_, count)| **count == 0).map(|(vertex, _)| *vertex).collect();
    let mut taken = 0;
    while let Some(vertex) = free.pop() {
        taken += 1;
        for to in out.get(vertex).into_iter().flatten() {
            let count = into.get_mut(to).expect("each end is counted");
            *count -= 1;
            if *count == 0 {
                free.push(to);
            }
        }
    }
    taken == into.len()
}

/// The line of Directed Geography for such a token. Where no arrows lead back, no vertex could be
/// visited twice, so it is the same game.
fn as_geography(words: &[String]) -> Option<(Vec<String>, bool)> {
    let (arrows, start) = arrows(words)?;
    let is_same = is_acyclic(&arrows);
    let all: BTreeSet<String> = arrows.iter().map(|(from, to)| format!("{from}>{to}")).collect();
    let position = format!("{{{}}} from {start}", all.into_iter().collect::<Vec<_>>().join(" "));
    Some((vec!["directed-geography".to_owned(), position], is_same))
}

/// `'1->2, 2->3, 1->3' 1`: a token that moves along arrows.
pub(super) fn token_on_arrows(words: &[String]) -> Vec<Vec<String>> {
    as_geography(words).filter(|(_, is_same)| *is_same).map(|(line, _)| line).into_iter().collect()
}

/// The refusal of arrows that lead back, on which play need not end.
pub(super) fn arrows_that_lead_back(words: &[String]) -> Option<Error> {
    let (line, false) = as_geography(words)? else { return None };
    let message = "the arrows lead back to where they came from, so that play need not end";
    let help = crate::help::Help::from("if no vertex is visited twice, write ")
        + crate::help::Fix::Write(shell("", &line))
        + "; the graph in a file with lines `from,to` is `graph \"moves.csv\"`, where play may be endless";
    Some(Error::usage(&words[0], message, help))
}

/// The parents of the vertices of a forest of brackets, counted from 1 over the ground 0, and how
/// many trees stand on it: `((()))()` is a stalk of three edges and one of one edge.
fn forest(text: &str) -> Option<(Vec<usize>, usize)> {
    let (mut path, mut parents, mut trees) = (vec![0], Vec::new(), 0);
    for sign in text.chars() {
        match sign {
            '(' | '[' => {
                let parent = *path.last()?;
                trees += usize::from(parent == 0);
                parents.push(parent);
                path.push(parents.len());
            }
            ')' | ']' if path.len() > 1 => {
                path.pop();
            }
            ' ' | ',' | '+' => {}
            _ => return None,
        }
    }
    (path.len() == 1 && (1..=MOST_EDGES).contains(&parents.len())).then_some((parents, trees))
}

/// The brackets of Hackenbush as a tree on the ground.
fn brackets(words: &[String]) -> Option<(Convention, Vec<usize>, usize)> {
    let (family, convention, used) = named(words)?;
    let is_hackenbush = ["hackenbush", "green-hackenbush"].contains(&family.name);
    let text = words[used..].join(" ");
    let (parents, trees) = forest(&text).filter(|_| is_hackenbush)?;
    Some((convention, parents, trees))
}

/// A graph on the ground, in the convention of the words.
fn on_ground(convention: Convention, graph: &str) -> Vec<String> {
    let misere = if convention == Convention::Misere { "misere-" } else { "" };
    vec![format!("{misere}green-hackenbush"), format!("{graph} on 0")]
}

/// The line of a tree with these parents.
fn tree(convention: Convention, parents: &[usize]) -> Vec<String> {
    let parents: Vec<String> = parents.iter().map(usize::to_string).collect();
    on_ground(convention, &format!("tree [{}]", parents.join(",")))
}

/// `hackenbush '((()))()'`: a pair of brackets for each edge.
pub(super) fn bracketed_trees(words: &[String]) -> Vec<Vec<String>> {
    let several = brackets(words).filter(|(.., trees)| *trees > 1);
    several.map(|(convention, parents, _)| tree(convention, &parents)).into_iter().collect()
}

/// `hackenbush '(()())'`: the outer brackets may be an edge, or the ground.
pub(super) fn bracketed_tree(words: &[String]) -> Vec<(Vec<String>, &'static str)> {
    let Some((convention, parents, 1)) = brackets(words) else { return Vec::new() };
    let inner: Vec<usize> = parents.iter().skip(1).map(|parent| parent - 1).collect();
    let mut lines = vec![(tree(convention, &parents), " if each pair of brackets is an edge")];
    if !inner.is_empty() {
        lines.push((tree(convention, &inner), " if the outer brackets are the ground"));
    }
    lines
}

/// Shapes whose names are those of cycles.
const SHAPES: [(&str, u8); 4] = [("triangle", 3), ("square", 4), ("pentagon", 5), ("hexagon", 6)];

/// `node-kayles triangle`: a cycle. `green-hackenbush triangle` stands on one of its corners, or on
/// more of them.
pub(super) fn shape(words: &[String]) -> Vec<Vec<String>> {
    let Some((family, _, used)) = named(words) else { return Vec::new() };
    let [name] = &words[used..] else { return Vec::new() };
    let sides = SHAPES.iter().find(|(shape, _)| name.eq_ignore_ascii_case(shape)).map(|(_, sides)| sides);
    // A square may be a board.
    let is_clear = family.forms.is_empty() && sides != Some(&4);
    let is_graph = family.game.starts_with("graph:") && family.name != "green-hackenbush" && is_clear;
    let cycle = sides.filter(|_| is_graph).map(|sides| format!("cycle {sides}"));
    cycle.map(|cycle| [&words[..used], &[cycle]].concat()).into_iter().collect()
}

/// `green-hackenbush triangle`, `green-hackenbush C5`: graphs by their names, on the ground with
/// one vertex.
pub(super) fn shape_on_ground(words: &[String]) -> Vec<Vec<String>> {
    let Some((family, convention, used)) = named(words) else { return Vec::new() };
    let [name] = &words[used..] else { return Vec::new() };
    if !["green-hackenbush", "hackenbush"].contains(&family.name) {
        return Vec::new();
    }
    let of_shape = SHAPES.iter().find(|(shape, _)| name.eq_ignore_ascii_case(shape));
    let graph = match of_shape {
        Some((_, sides)) => Some(format!("cycle {sides}")),
        None => {
            let line = super::pictures::named_graph(&["arc-kayles".to_owned(), name.clone()]);
            line.into_iter().next().and_then(|mut line| line.pop())
        }
    };
    graph.map(|graph| on_ground(convention, &graph)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{forest, is_acyclic};

    #[test]
    fn brackets_are_edges_over_the_ground() {
        assert_eq!(forest("((()))()"), Some((vec![0, 1, 2, 0], 2)));
        assert_eq!(forest("(()())"), Some((vec![0, 1, 1], 1)));
        for text in ["", "(", ")(", "(()", "(a)", "())("] {
            assert_eq!(forest(text), None, "{text}");
        }
        let deep = "(".repeat(100_000) + &")".repeat(100_000);
        assert_eq!(forest(&deep), None);
    }

    #[test]
    fn arrows_that_lead_back_are_found() {
        assert!(is_acyclic(&[("1", "2"), ("2", "3"), ("1", "3")]));
        assert!(!is_acyclic(&[("1", "2"), ("2", "3"), ("3", "1")]));
        assert!(!is_acyclic(&[("1", "1")]));
        assert!(!is_acyclic(&[("0", "1"), ("1", "2"), ("2", "1")]));
    }
}
