//! The options of a position, two moves deep, as a graph.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
};

use grundy::{
    Error, Found, Nimber, Outcome, Query, Run, Status, Wanted,
    games::Term,
    help::{Fix, Help},
    moves::{Move, Moves},
};

use super::svg::{Anchor, Length, Svg, escaped, room};
use crate::{error::refused, phrase};

/// The options of the position that are drawn.
const FIRST: usize = 8;
/// The options of each of them that are drawn.
const SECOND: usize = 4;

/// The letters of a position that are drawn.
const LONGEST: usize = 24;

/// The height of a box.
const HEIGHT: f64 = 36.0;
/// The distance from one box to the next below it, at least.
const STEP: f64 = 46.0;
/// The room below a box for the number of options that are not drawn.
const MORE: f64 = 14.0;
/// The space between two columns, which the arrows cross.
const GAP: f64 = 96.0;

/// A position.
struct Node {
    /// The position, cut to what a box has room for.
    text: String,
    /// Its value; `None` if only who wins is known.
    value: Option<Nimber>,
    /// Who wins.
    outcome: Outcome,
    /// Options that are not drawn; `None` if they are not counted.
    hidden: Option<usize>,
}

/// A move between two positions, by their numbers.
struct Edge {
    /// The position before the move.
    from: usize,
    /// The position after it.
    to: usize,
    /// What the move does, which readers show at the arrow.
    action: String,
}

/// A position with its options, two moves deep.
pub(super) struct Options {
    /// The heading.
    title: String,
    /// The positions, the first one being that of the query.
    nodes: Vec<Node>,
    /// The numbers of the positions after none, one and two moves.
    levels: [Vec<usize>; 3],
    /// The moves between positions that are drawn.
    edges: Vec<Edge>,
    /// The lines below the picture.
    below: Vec<String>,
    /// The worst status of the answers that the values come from.
    pub status: Status,
}

/// What the position is worth: its value, or who wins.
fn worth(node: &Node) -> String {
    match node.value {
        Some(value) => format!("value {}", value.0),
        None => format!("{}-position", node.outcome),
    }
}

/// The terms after a move, sorted, since a sum has no order.
fn after(query: &Query, made: &Move) -> Vec<Term> {
    let ruleset = query.position[made.component].ruleset;
    let kept = query.position.iter().enumerate().filter(|(at, _)| *at != made.component);
    let parts = made.to.iter().map(|part| Term { ruleset, component: part.clone() });
    let mut terms: Vec<Term> = kept.map(|(_, term)| term.clone()).chain(parts).collect();
    terms.sort_unstable();
    terms
}

/// The text of a position, cut to what a box has room for.
fn label(query: &Query) -> String {
    let text = match query.position.len() {
        0 => "nothing".to_owned(),
        _ => query.position.iter().map(|term| term.component.to_string()).collect::<Vec<_>>().join(" + "),
    };
    match text.chars().count() {
        0..=LONGEST => text,
        _ => text.chars().take(LONGEST - 2).chain("..".chars()).collect(),
    }
}

/// The most bytes of all positions after a move together.
const MOST_BYTES: u64 = 1 << 26;

/// Finds the options of the position, two moves deep: at most 8, and 4 of each of them.
///
/// Moves that leave the same sum are one arrow, and sums that several options lead to are drawn
/// once. The values of the second level come from a query about each option of the first.
pub(super) fn options(run: &Run, query: &Query) -> Result<Options, Error> {
    let find = |query: &Query| -> Result<(Found, Moves), Error> {
        let mut found = run.find(query.clone(), Wanted { every_option: true, ..Wanted::default() })?;
        let moves = found.moves_by_group(true)?;
        Ok((found, moves))
    };
    let (found, moves) = find(query)?;
    let Moves::Listed { moves, .. } = moves else {
        let message = "the options of this position are too many to draw";
        let help = Help::from("draw a smaller position, or the position alone: ") + Fix::set("what", "position");
        return Err(refused("picture", message, help));
    };
    // The positions after all moves are held, to count equal ones once.
    let terms = moves.len().saturating_mul(query.position.len()) as u64;
    if terms.saturating_mul(size_of::<Term>() as u64) > MOST_BYTES.min(run.most_bytes() / 4) {
        let message = "the options of this position are too many to draw, or each of them is too large";
        return Err(refused(
            "picture",
            message,
            Help::from("draw the position alone: ") + Fix::set("what", "position"),
        ));
    }
    let solved = run.settle(found)?;
    let mut status = solved.status;
    let root = Node {
        text: label(query),
        value: solved.value(),
        outcome: solved.outcome().unwrap_or(Outcome::P),
        hidden: Some(0),
    };
    let mut graph = Options {
        title: format!("{}: the options, two moves deep", phrase::title(query)),
        nodes: vec![root],
        levels: [vec![0], Vec::new(), Vec::new()],
        edges: Vec::new(),
        below: Vec::new(),
        status,
    };
    let mut first: HashMap<Vec<Term>, usize> = HashMap::new();
    let reached = graph.expand(query, 0, &moves, 1, FIRST, &mut first);
    if graph.nodes[0].hidden != Some(0) {
        let drawn = graph.levels[1].len();
        graph.below.push(format!("{drawn} of {reached} options of the position are drawn, winning ones first."));
    }
    let mut positions: Vec<(Vec<Term>, usize)> = first.into_iter().collect();
    positions.sort_unstable_by_key(|(_, node)| *node);
    let mut second = HashMap::new();
    for (position, node) in positions {
        let query = Query { position, ..query.clone() };
        let (found, moves) = find(&query)?;
        match moves {
            Moves::Listed { moves, .. } => drop(graph.expand(&query, node, &moves, 2, SECOND, &mut second)),
            Moves::TooMany { .. } | Moves::One(_) => graph.nodes[node].hidden = None,
        }
        let solved = run.settle(found)?;
        if status.is_proved() {
            status = solved.status;
        }
    }
    graph.status = status;
    if graph.levels[1].iter().any(|&node| graph.nodes[node].hidden != Some(0)) {
        graph.below.push(format!("Up to {SECOND} options of each option are drawn, winning ones first."));
    }
    graph.below.push("A double border: the player to move loses there. Thick arrows: winning moves.".into());
    graph.below.push(phrase::footing(query.convention, status));
    Ok(graph)
}

impl Options {
    /// Adds the positions that these moves lead to, at most this many. Returns how many there are.
    fn expand(
        &mut self,
        query: &Query,
        from: usize,
        moves: &[Move],
        level: usize,
        most: usize,
        known: &mut HashMap<Vec<Term>, usize>,
    ) -> usize {
        let mut seen: HashSet<Vec<Term>> = HashSet::new();
        for made in moves {
            let terms = after(query, made);
            if seen.contains(&terms) {
                continue;
            }
            if seen.len() < most {
                let to = *known.entry(terms.clone()).or_insert_with(|| {
                    let text = label(&Query { position: terms.clone(), ..query.clone() });
                    self.nodes.push(Node { text, value: made.value, outcome: made.outcome, hidden: Some(0) });
                    self.levels[level].push(self.nodes.len() - 1);
                    self.nodes.len() - 1
                });
                self.edges.push(Edge { from, to, action: phrase::line(made) });
            }
            seen.insert(terms);
        }
        self.nodes[from].hidden = Some(seen.len().saturating_sub(most));
        seen.len()
    }

    /// The places of the positions in their columns, such that arrows cross little.
    ///
    /// In each column the positions are sorted by the mean height of those that lead to them.
    fn places(&self) -> (Vec<f64>, f64) {
        let tallest = self.levels.iter().map(Vec::len).max().unwrap_or(1);
        let cut = self.nodes.iter().any(|node| node.hidden != Some(0));
        let high = tallest as f64 * (STEP + if cut { MORE } else { 0.0 });
        let mut places = vec![0.0; self.nodes.len()];
        for level in &self.levels {
            let mut order: Vec<(f64, usize)> = level
                .iter()
                .map(|&node| {
                    let from: Vec<f64> =
                        self.edges.iter().filter(|edge| edge.to == node).map(|edge| places[edge.from]).collect();
                    (from.iter().sum::<f64>() / from.len().max(1) as f64, node)
                })
                .collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let step = high / level.len().max(1) as f64;
            for (at, (_, node)) in order.into_iter().enumerate() {
                places[node] = (at as f64 + 0.5) * step;
            }
        }
        (places, high)
    }

    /// The graph as a picture.
    pub(super) fn svg(&self) -> String {
        let (places, high) = self.places();
        let mut svg = Svg::new("options", self.title.clone());
        let width = |level: &Vec<usize>| {
            let text = |&node: &usize| room(&self.nodes[node].text).max(room(&worth(&self.nodes[node]))) + 18.0;
            level.iter().map(text).fold(56.0, f64::max)
        };
        let widths = [0, 1, 2].map(|level| width(&self.levels[level]));
        let left = [0.0, widths[0] + GAP, widths[0] + GAP + widths[1] + GAP];
        let level = |node: usize| self.levels.iter().position(|level| level.contains(&node)).unwrap_or(0);
        let tip = svg.tip();
        for Edge { from, to, action } in &self.edges {
            let (own, next) = (level(*from), level(*to));
            let (x, y) = (left[own] + widths[own], places[*from]);
            let (to_x, to_y) = (left[next] - 1.0, places[*to]);
            let class = if self.nodes[*to].outcome == Outcome::P { "best" } else { "edge" };
            let half = (x + to_x) / 2.0;
            let [x, y, half, to_x, to_y] = [x, y, half, to_x, to_y].map(Length);
            svg.raw(format_args!(
                "<path class=\"{class}\" d=\"M{x} {y}C{half} {y} {half} {to_y} {to_x} {to_y}\"{tip}><title>{}</title></path>",
                escaped(action)
            ));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let own = level(number);
            let (x, y) = (left[own], places[number] - HEIGHT / 2.0);
            let class = svg.value(node.value.map_or(u64::from(node.outcome == Outcome::N), |value| value.0));
            let id = svg.name(&format!("p{number}"));
            svg.raw(format_args!("<g id=\"{id}\">"));
            svg.rect((x, y), (widths[own], HEIGHT), &format!("box {class}"));
            if node.outcome == Outcome::P {
                svg.rect((x + 3.0, y + 3.0), (widths[own] - 6.0, HEIGHT - 6.0), &format!("box {class}"));
            }
            let middle = x + widths[own] / 2.0;
            svg.text((middle, y + 15.0), Anchor::Middle, "ink", &node.text);
            svg.text((middle, y + 29.0), Anchor::Middle, "ink", &worth(node));
            svg.raw(format_args!("</g>"));
            let more = match node.hidden {
                Some(0) => continue,
                Some(hidden) => format!("+ {hidden} more"),
                None => "too many".to_owned(),
            };
            svg.text((middle, y + HEIGHT + 13.0), Anchor::Middle, "dim", &more);
        }
        let right = [0, 1, 2].into_iter().rfind(|&level| !self.levels[level].is_empty()).unwrap_or(0);
        let about = self.about();
        svg.finish((left[right] + widths[right], high + 6.0), &self.below, &about)
    }

    /// The options in words.
    fn about(&self) -> String {
        let node = |number: usize| format!("{} ({})", self.nodes[number].text, worth(&self.nodes[number]));
        let mut text = format!("{} has the options: ", node(0));
        for (at, &option) in self.levels[1].iter().enumerate() {
            let _ = write!(text, "{}{}", if at == 0 { "" } else { ", " }, node(option));
        }
        if self.levels[1].is_empty() {
            text.push_str("none");
        }
        text + "."
    }

    /// The graph for Graphviz.
    pub(super) fn dot(&self) -> String {
        let mut text = super::machine::dot_head("options", &format!("{}\n{}", self.title, self.below.join("\n")));
        text.push_str("  node [shape=box, style=filled];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let place = node.value.map_or(u64::from(node.outcome == Outcome::N), |value| value.0);
            let borders = if node.outcome == Outcome::P { 2 } else { 1 };
            let more = match node.hidden {
                Some(0) => String::new(),
                Some(hidden) => format!("\n+ {hidden} more"),
                None => "\ntoo many options".to_owned(),
            };
            let label = super::machine::quoted(&format!("{}\n{}{more}", node.text, worth(node)));
            let colour = super::colour::light(place);
            let _ = writeln!(text, "  p{number} [label={label}, fillcolor=\"{colour}\", peripheries={borders}];");
        }
        for Edge { from, to, action } in &self.edges {
            let width = if self.nodes[*to].outcome == Outcome::P { 2 } else { 1 };
            let action = super::machine::quoted(action);
            let _ = writeln!(text, "  p{from} -> p{to} [penwidth={width}, tooltip={action}];");
        }
        text + "}\n"
    }
}
