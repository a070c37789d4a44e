//! Families of graphs: one graph for each number n, made of equal columns.
//!
//! A game may be *on a family*: `arc-kayles on spider [2, 1, n]`. Its positions are the members, by
//! their number, so that tables and proofs are about all n.
//!
//! ```
//! use grundy_games::GraphFamily;
//!
//! let family = GraphFamily::of("spider [2,1,k]").unwrap();
//! assert_eq!(family.to_string(), "spider [2, 1, n]");
//! assert_eq!(family.member(5).to_string(), "spider [2, 1, 5]");
//! assert_eq!(family.member(5).graph().unwrap().vertices(), 9);
//! assert_eq!(GraphFamily::of("path 5"), None);
//! ```
//!
//! A member is a *strip*: columns of a few vertices, each linked to the next one in the same way,
//! and a graph that is joined to the first column or to the last one.
//!
//! *Limits.* Grids of up to 8 rows; spiders of up to 16 fixed legs, each of up to 64 vertices.

use std::fmt;

use crate::{
    Cells, Component,
    boards::graph::{Graph, MOST_VERTICES},
};

/// The most rows of a grid.
const MOST_ROWS: u32 = 8;

/// The longest side of a member of `grid nxm`.
const MOST_SIDE: usize = 64;

/// The most fixed legs of a spider, and the longest one.
const MOST_LEGS: usize = 16;
const LONGEST_LEG: u64 = 64;

/// A family of graphs, one for each number n from 0 on.
///
/// `Display` writes it with the name n in place of the number. As everywhere, graphs have no loops
/// and no double edges: the cycles of 1 and 2 vertices are paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphFamily {
    /// `path n`: n vertices in a row.
    Path,
    /// `cycle n`: n vertices in a circle.
    Cycle,
    /// `grid 2xn`: this many rows of n squares.
    Grid(u32),
    /// `comb n`: a path of n vertices, with one more vertex at each.
    Comb,
    /// `spider [2, 1, n]`: paths of these lengths, and one of n vertices, that begin at one vertex.
    Spider(Vec<u64>),
}

/// A family of graphs with two free numbers, which may be 0.
///
/// ```
/// use grundy_games::GraphPairs;
///
/// let stars = GraphPairs::of("spider [2,n,m]").unwrap();
/// assert_eq!(stars.to_string(), "spider [2, n, m]");
/// assert_eq!(stars.member(3, 5, false).unwrap()[0].size(), 10);
/// let grids = GraphPairs::of("grid nxm").unwrap();
/// assert_eq!(grids.to_string(), "grid nxm");
/// assert_eq!((grids.member(0, 5, true), grids.member(65, 5, true)), (Some(vec![]), None));
/// assert_eq!(GraphPairs::of("spider [2,1,n]"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphPairs {
    /// `grid nxm`: n rows of m squares.
    Grid,
    /// `spider [2, n, m]`: paths of these lengths and two others, that begin at one vertex.
    Spider(Vec<u64>),
}

/// A member of a family: its graph for one number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GraphMember {
    /// The family.
    pub family: GraphFamily,
    /// The number of columns.
    pub number: u64,
}

/// The graphs of a family as columns with an end. Vertices of the end are numbered from 0;
/// positions are numbered from 0 in each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Strip {
    /// The number of vertices of a column.
    pub width: u32,
    /// The edges within a column.
    pub within: Vec<(u32, u32)>,
    /// The edges to the next column, from its own position to one of that column.
    pub links: Vec<(u32, u32)>,
    /// The number of vertices of the end.
    pub vertices: u32,
    /// The edges of the end.
    pub edges: Vec<(u32, u32)>,
    /// The edges from vertices of the end to positions of the first column.
    pub left: Vec<(u32, u32)>,
    /// The edges from vertices of the end to positions of the last column.
    pub right: Vec<(u32, u32)>,
    /// Whether the last column is linked to the first one.
    pub closed: bool,
}

impl GraphFamily {
    /// The words that a family begins with.
    pub const WORDS: [&'static str; 6] = ["path", "cycle", "grid", "ladder", "comb", "spider"];

    /// Reads a family, which has a name in place of one number: `path n`, `grid 2xn`, `spider [1,
    /// n]`.
    ///
    /// `None` if the text is not one; `ladder n` is `grid 2xn`.
    pub fn of(text: &str) -> Option<GraphFamily> {
        let text = text.trim();
        let end = text.find(|sign: char| !sign.is_alphabetic()).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        let plain = |family: GraphFamily| (rest.starts_with(' ') && is_name(rest.trim())).then_some(family);
        match word {
            "path" => plain(GraphFamily::Path),
            "cycle" => plain(GraphFamily::Cycle),
            "ladder" => plain(GraphFamily::Grid(2)),
            "comb" => plain(GraphFamily::Comb),
            "grid" => {
                let sides = |(a, b): (&str, &str)| {
                    let (a, b) = (a.trim(), b.trim());
                    let (rows, name) = if is_name(a) { (b, a) } else { (a, b) };
                    let rows = u32::try_from(number(rows)?).ok().filter(|rows| (1..=MOST_ROWS).contains(rows));
                    rows.filter(|_| is_name(name)).map(GraphFamily::Grid)
                };
                rest.match_indices('x').find_map(|(at, _)| sides((&rest[..at], &rest[at + 1..])))
            }
            "spider" => {
                let (free, fixed) = legs(rest)?;
                (free.len() == 1).then_some(GraphFamily::Spider(fixed))
            }
            _ => None,
        }
    }

    /// Why a text that begins as a family, and has a name in it, is not one; `None` for a family
    /// and for all other texts.
    pub fn misread(text: &str) -> Option<&'static str> {
        let word = text.split_whitespace().next().filter(|word| GraphFamily::WORDS.contains(word))?;
        let rest = text.trim_start().strip_prefix(word)?;
        let mut parts = rest.split(|sign: char| sign == 'x' || !sign.is_alphanumeric());
        if !parts.any(|part| part.starts_with(char::is_alphabetic)) || GraphFamily::of(text).is_some() {
            return None;
        }
        Some(match word {
            "grid" => {
                "a grid has 1 to 8 rows, and one name for the number of its columns: `grid 3xn`; with two names it is a `table`, as in `table cram 'grid nxm' 6`"
            }
            "spider" => {
                "one leg of a spider has a name, and up to 16 others have 1 to 64 vertices: `spider [2,1,n]`; with two names it is a `table`, as in `table arc-kayles 'spider [2,n,m]' 12`"
            }
            _ => "one name follows the word, as in `path n`",
        })
    }

    /// The word that the family and its members begin with.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            GraphFamily::Path => "path",
            GraphFamily::Cycle => "cycle",
            GraphFamily::Grid(_) => "grid",
            GraphFamily::Comb => "comb",
            GraphFamily::Spider(_) => "spider",
        }
    }

    /// The member of this number.
    ///
    /// It is its number: no graph is made.
    pub fn member(&self, number: u64) -> GraphMember {
        GraphMember { family: self.clone(), number }
    }

    /// The family as columns: a member has as many columns as its number.
    pub(crate) fn strip(&self) -> Strip {
        let line = Strip {
            width: 1,
            within: Vec::new(),
            links: vec![(0, 0)],
            vertices: 0,
            edges: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            closed: false,
        };
        match self {
            GraphFamily::Path => line,
            GraphFamily::Cycle => Strip { closed: true, ..line },
            GraphFamily::Grid(rows) => Strip {
                width: *rows,
                within: (1..*rows).map(|row| (row - 1, row)).collect(),
                links: (0..*rows).map(|row| (row, row)).collect(),
                ..line
            },
            GraphFamily::Comb => Strip { width: 2, within: vec![(0, 1)], ..line },
            GraphFamily::Spider(legs) => {
                let (mut vertices, mut edges) = (1, Vec::new());
                for &leg in legs {
                    let leg = leg as u32;
                    edges.extend((0..leg).map(|at| (if at == 0 { 0 } else { vertices + at - 1 }, vertices + at)));
                    vertices += leg;
                }
                Strip { vertices, edges, left: vec![(0, 0)], ..line }
            }
        }
    }

    /// As a line of a certificate.
    pub(crate) fn line(&self) -> String {
        match self {
            GraphFamily::Grid(rows) => format!("family grid {rows}"),
            GraphFamily::Spider(legs) => {
                let legs: String = legs.iter().map(|leg| format!(" {leg}")).collect();
                format!("family spider{legs}")
            }
            other => format!("family {}", other.word()),
        }
    }

    /// Writes the family with this in place of the number.
    fn with(&self, number: &str) -> String {
        match self {
            GraphFamily::Grid(rows) => format!("grid {rows}x{number}"),
            GraphFamily::Spider(legs) => {
                let legs: String = legs.iter().map(|leg| format!("{leg}, ")).collect();
                format!("spider [{legs}{number}]")
            }
            other => format!("{} {number}", other.word()),
        }
    }
}

impl GraphPairs {
    /// Reads a family with two names: `spider [2, n, m]`, `grid nxm`. `None` for another text.
    pub fn of(text: &str) -> Option<GraphPairs> {
        let text = text.trim();
        let (word, rest) = text.split_at(text.find(|sign: char| !sign.is_alphabetic())?);
        match word {
            "grid" => {
                let [a, b] = rest.trim().split('x').map(str::trim).collect::<Vec<_>>().try_into().ok()?;
                (rest.starts_with(' ') && is_name(a) && is_name(b) && a != b).then_some(GraphPairs::Grid)
            }
            "spider" => {
                let (free, fixed) = legs(rest)?;
                matches!(free[..], [a, b] if a != b).then_some(GraphPairs::Spider(fixed))
            }
            _ => None,
        }
    }

    /// The member of these numbers, which is no component if it has no vertices; a board of squares
    /// if that is asked for and it is one. `None` if it has more vertices than a graph may have, or
    /// a side over 64.
    pub fn member(&self, a: u64, b: u64, cells: bool) -> Option<Vec<Component>> {
        let side = |side: u64| usize::try_from(side).ok().filter(|&side| side <= MOST_SIDE);
        let made = match self {
            GraphPairs::Grid => {
                let (rows, columns) = (side(a)?, side(b)?);
                match (rows * columns, cells) {
                    (0, _) => return Some(Vec::new()),
                    (_, true) => Component::Cells(Cells::rectangle(rows, columns)),
                    (_, false) => Component::Graph(GraphFamily::Grid(rows as u32).member(b).graph()?),
                }
            }
            GraphPairs::Spider(legs) => {
                Component::Graph(GraphFamily::Spider([&legs[..], &[a]].concat()).member(b).graph()?)
            }
        };
        Some(vec![made])
    }
}

impl fmt::Display for GraphPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphPairs::Grid => f.write_str("grid nxm"),
            GraphPairs::Spider(legs) => {
                let legs: String = legs.iter().map(|leg| format!("{leg}, ")).collect();
                write!(f, "spider [{legs}n, m]")
            }
        }
    }
}

/// Whether a text is a name of a number.
fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
}

/// A number in digits.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.starts_with(|sign: char| sign.is_ascii_digit()))
}

/// The names and the lengths of the legs of a spider: `[2, 1, n]`.
fn legs(text: &str) -> Option<(Vec<&str>, Vec<u64>)> {
    let legs = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (free, fixed): (Vec<&str>, Vec<&str>) = legs.split(',').map(str::trim).partition(|leg| is_name(leg));
    let fixed = fixed.into_iter().map(number).collect::<Option<Vec<u64>>>().filter(|legs| legs.len() <= MOST_LEGS)?;
    fixed.iter().all(|leg| (1..=LONGEST_LEG).contains(leg)).then_some((free, fixed))
}

impl GraphMember {
    /// The number of vertices; `None` if it is over 2^64.
    pub(crate) fn vertices(&self) -> Option<u64> {
        let strip = self.family.strip();
        self.number.checked_mul(strip.width.into())?.checked_add(strip.vertices.into())
    }

    /// The graph; `None` if it has more vertices than a graph may have.
    ///
    /// The vertices of the end come first, then those of the columns.
    pub fn graph(&self) -> Option<Graph> {
        let fits = self.vertices()? <= MOST_VERTICES;
        fits.then(|| self.family.strip().graph(self.number as u32))
    }
}

impl Strip {
    /// The vertex at a position of a column, which are numbered from 0 and from 1.
    pub(crate) fn vertex(&self, column: u32, position: u32) -> u32 {
        self.vertices + (column - 1) * self.width + position
    }

    /// The edges of the graph with so many columns, each once.
    pub(crate) fn all_edges(&self, columns: u32) -> Vec<(u32, u32)> {
        let mut edges = self.edges.clone();
        for column in 1..=columns {
            edges.extend(self.within.iter().map(|&(a, b)| (self.vertex(column, a), self.vertex(column, b))));
        }
        for column in 1..columns {
            edges.extend(self.links.iter().map(|&(a, b)| (self.vertex(column, a), self.vertex(column + 1, b))));
        }
        if columns > 0 {
            edges.extend(self.left.iter().map(|&(end, at)| (end, self.vertex(1, at))));
            edges.extend(self.right.iter().map(|&(end, at)| (end, self.vertex(columns, at))));
        }
        if self.closed && columns > 0 {
            edges.extend(self.links.iter().map(|&(a, b)| (self.vertex(columns, a), self.vertex(1, b))));
        }
        // A circle of one column is no loop.
        let proper = edges.into_iter().filter(|(a, b)| a != b);
        let mut edges: Vec<(u32, u32)> = proper.map(|(a, b)| (a.min(b), a.max(b))).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The graph with so many columns.
    pub(crate) fn graph(&self, columns: u32) -> Graph {
        Graph::of(self.vertices + columns * self.width, self.all_edges(columns))
    }
}

impl fmt::Display for GraphFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with("n"))
    }
}

impl fmt::Display for GraphMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.family.with(&self.number.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Component;

    #[test]
    fn a_family_follows_a_name_and_a_text_that_is_nearly_one_is_refused_with_the_reason() {
        let on = |text: &str| crate::game(text).map(|found| found.ruleset.to_string());
        for text in ["arc-kayles path n", "arc-kayles on path k", "[arc-kayles] path n"] {
            assert_eq!(on(text), on("arc-kayles on path n"), "{text}");
        }
        for (text, why) in [
            ("arc-kayles on spider [0,1,n]", "1 to 64 vertices"),
            ("cram on grid 9xn", "1 to 8 rows"),
            ("cram on grid nxn", "one name for the number"),
            ("arc-kayles on path n 2", "one name follows"),
        ] {
            let refused = on(text).expect_err("it is not a family");
            assert!(refused.help.to_string().contains(why), "{text}: {refused:?}");
        }
        assert_eq!(["path 5", "path n", "graph n", "spider [2,1,n]"].map(GraphFamily::misread), [None; 4]);
    }

    #[test]
    fn members_are_what_the_generators_make() {
        let rules = crate::game("graph: take vertex").unwrap().ruleset;
        for text in ["path n", "cycle n", "grid 1xn", "grid 2xn", "grid 3 x n", "spider [2,1,n]", "spider [n]"] {
            let family = GraphFamily::of(text).expect("a family");
            // A generator has no empty legs.
            let least = u64::from(matches!(family, GraphFamily::Spider(_)));
            for number in least..6 {
                let member = family.member(number);
                let read = crate::position(
                    &crate::Declaration { convention: crate::Convention::Normal, ruleset: rules.clone() },
                    &member.to_string(),
                );
                let made = match &read.unwrap()[..] {
                    [Component::Graph(graph)] => graph.canonical(false),
                    [Component::Cells(cells)] => {
                        let edges =
                            cells.places().flat_map(|at| cells.beside(at).map(move |next| (at as u32, next as u32)));
                        Graph::of(cells.free().len() as u32, edges).canonical(false)
                    }
                    [] => Graph::of(0, []),
                    other => panic!("{other:?}"),
                };
                assert_eq!(member.graph().expect("small").canonical(false), made, "{member}");
            }
        }
        let comb = GraphFamily::Comb.member(3).graph().unwrap();
        assert_eq!(Component::Graph(comb).to_string(), "{0-1 0-2 2-3 2-4 4-5}");
    }

    #[test]
    fn a_family_has_one_name() {
        for (text, read) in [
            ("path k", "path n"),
            ("grid nx3", "grid 3xn"),
            ("grid 2 x columns", "grid 2xn"),
            ("ladder m", "grid 2xn"),
            ("spider [n, 2, 1]", "spider [2, 1, n]"),
            (" comb  n ", "comb n"),
        ] {
            assert_eq!(GraphFamily::of(text).expect(text).to_string(), read);
        }
        for text in [
            "path",
            "path 5",
            "path n m",
            "grid nxm",
            "grid 9xn",
            "grid 0xn",
            "spider [n, m]",
            "spider [0, n]",
            "star n",
        ] {
            assert_eq!(GraphFamily::of(text), None, "{text}");
        }
    }
}
