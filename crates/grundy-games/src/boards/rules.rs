//! Rulesets of all boards as one type, and their meaning as one [`Game`].
//!
//! A [`Ruleset`] holds what the text states and nothing derived from it, so that equal texts are
//! equal rulesets. The implementation of [`Game`] dispatches to the module of the board. The
//! canonical forms are here too, since solvers and the checker must agree on them.
//!
//! ```
//! use grundy_games::{Component, Convention, Graph, GraphMove, GraphRules, Ruleset};
//!
//! let rules = Ruleset::Graph(GraphRules { moves: vec![GraphMove::Vertex] });
//! let path = |edges| Component::Graph(Graph::of(3, edges));
//! assert_eq!(rules.canonical(&path([(0, 1), (1, 2)])), rules.canonical(&path([(0, 2), (0, 1)])));
//! assert_eq!(Convention::of("misère kayles"), (Convention::Misere, " kayles"));
//! ```
//!
//! *Faults.* A fault of the rules at a component is an error of the walk and never an option that
//! is left out. The convention has no part in the options: it is of the declaration, and decides
//! only who has won when no move is left.

use std::fmt;

use grundy_core::{Fault, Game, Visit};

use crate::{
    boards::{
        bag::BagRules, component::Component, graph::GraphRules, ground::GroundRules, heap::HeapRules, line::LineRules,
        piles::PilesRules, poset::PosetRules, product::ProductRules, ring::Rings, row::RowRules, set::SetRules,
        stones::StonesRules, tape::TapeRules, token::TokenRules, typed::TypedRules,
    },
    family,
    words::list::WordList,
};

/// A game as a text declares it: a ruleset under a convention.
///
/// It is what `grundy_games::game` reads. `Display` writes a text that reads back as the same
/// declaration.
///
/// ```text
/// kayles                      normal play, octal 0.77
/// misère take 1..3            misère play
/// row: cut "ab" until distinct
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Normal or misère play.
    pub convention: Convention,
    /// The board with its moves.
    pub ruleset: Ruleset,
}

/// The convention of play: who wins when no move is left.
///
/// Exhaustive: there is no third case.
///
/// ```text
/// Nim 1 + 1, normal play:  the player to move loses, since the opponent makes the last move
/// Nim 1 + 1, misère play:  the player to move wins, by the same two moves
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Convention {
    /// The player who cannot move loses. Values add by exclusive or under this convention only.
    Normal,
    /// The player who cannot move wins. Positions have outcomes, and sums are solved as a whole.
    Misere,
}

impl Convention {
    /// The spellings of the keyword before a game: precomposed, without an accent, and with a
    /// combining accent.
    pub const MISERE: [&'static str; 3] = ["misère", "misere", "mise\u{300}re"];

    /// Returns the convention of a text that may begin with `misère`, in upper or lower case, and
    /// the
    /// text after that word. A hyphen may follow the word: `misere-nim`.
    pub fn of(text: &str) -> (Convention, &str) {
        let start = text.trim_start();
        let after = |word: &str| {
            let (head, rest) = start.split_at_checked(word.len())?;
            let is_word = head.to_lowercase() == word;
            let joined = || rest.strip_prefix('-').filter(|name| name.starts_with(char::is_alphabetic));
            let rest = if rest.starts_with(char::is_whitespace) { Some(rest) } else { joined() };
            rest.filter(|_| is_word)
        };
        Convention::MISERE
            .into_iter()
            .find_map(after)
            .map_or((Convention::Normal, text), |rest| (Convention::Misere, rest))
    }
}

/// A board with its moves.
///
/// The variant is the board; the text names it before the colon, unless the moves determine it.
///
/// Exhaustive: a new board makes the compiler list the solvers, the claims and the texts to extend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// Heaps of counters. Its components are [`Component::Heap`].
    Heap(HeapRules),
    /// Heaps of several kinds, which may turn into each other. Its components are
    /// [`Component::Typed`].
    Typed(TypedRules),
    /// Words with two ends. Its components are [`Component::Row`].
    Row(RowRules),
    /// Words read in a circle. Its components are [`Component::Ring`], and [`Component::Row`] after
    /// a cut.
    Ring(RowRules),
    /// Letters without order. Its components are [`Component::Bag`].
    Bag(BagRules),
    /// Words that grow. Its components are [`Component::Tape`].
    Tape(TapeRules),
    /// Graphs and cells of grids. Its components are [`Component::Graph`] and [`Component::Cells`].
    Graph(GraphRules),
    /// Graphs on the ground: Green Hackenbush. Its components are [`Component::Grounded`].
    Ground(GroundRules),
    /// Orders and bars of chocolate. Its components are [`Component::Poset`] and
    /// [`Component::Bar`].
    Poset(PosetRules),
    /// A token on a graph. Its components are [`Component::Token`].
    Token(TokenRules),
    /// Piles of counters that moves take from at once. Its components are [`Component::Piles`].
    Piles(PilesRules),
    /// Piles in a line, taken from either end. Its components are [`Component::Line`].
    Line(LineRules),
    /// Stones on the vertices of a graph. Its components are [`Component::Stones`].
    Stones(StonesRules),
    /// Sets of numbers, to which differences are added. Its components are [`Component::Set`].
    Set(SetRules),
    /// Pairs of heaps, one of each of two games. Its components are [`Component::Pair`].
    Product(ProductRules),
}

impl Ruleset {
    /// Returns the canonical form of a component: one of equal value, and of equal outcome in every
    /// sum, that serves as a key for all components of the same form. The book's page on theorems
    /// proves the equality.
    ///
    /// Names and places are dropped. It costs up to a pass over the component, for graphs much
    /// more.
    pub fn canonical(&self, component: &Component) -> Component {
        match (self, component) {
            (Ruleset::Tape(rules), Component::Tape(tape)) => Component::Tape(rules.canonical(tape)),
            (Ruleset::Bag(rules), Component::Bag(bag)) => Component::Bag(rules.canonical(bag)),
            (Ruleset::Graph(_), Component::Cells(cells)) => Component::Cells(cells.canonical()),
            (Ruleset::Graph(_), Component::Graph(graph)) => Component::Graph(graph.canonical(false)),
            (Ruleset::Ground(_), Component::Grounded(graph)) => Component::Grounded(graph.canonical()),
            (Ruleset::Poset(_), Component::Bar(bar)) => Component::Bar(bar.transposed().min(bar.clone())),
            (Ruleset::Poset(_), Component::Poset(order)) => Component::Poset(order.canonical(true)),
            (Ruleset::Token(_), Component::Token(token)) => Component::Token(token.canonical()),
            (Ruleset::Piles(rules), Component::Piles(piles)) => Component::Piles(rules.canonical(piles)),
            (Ruleset::Stones(_), Component::Stones(stones)) => Component::Stones(stones.canonical()),
            (Ruleset::Set(_), Component::Set(set)) => Component::Set(set.canonical()),
            _ => component.clone(),
        }
    }

    /// Returns whether the component has the value 0 because the second player can answer each move
    /// by its image: the shape equals itself rotated by 180 degrees, and no cell is mapped to
    /// itself or to a neighbour.
    ///
    /// Then no search is needed (Tweedledum and Tweedledee).
    pub fn mirrors(&self, component: &Component) -> bool {
        matches!((self, component), (Ruleset::Graph(_), Component::Cells(cells)) if cells.mirrors())
    }

    /// Returns the ruleset with only those words that can occur in `component`: all positions that
    /// can be reached from it have the same options.
    ///
    /// Only bags have such words.
    pub fn within(&self, component: &Component) -> Ruleset {
        match (self, component) {
            (Ruleset::Bag(rules), Component::Bag(bag)) => Ruleset::Bag(rules.within(bag)),
            _ => self.clone(),
        }
    }

    /// Returns components whose sum equals this component in normal play; the component itself if
    /// no splitting is known.
    ///
    /// The equality is a theorem about the values and not about misère outcomes.
    pub fn parts(&self, component: &Component) -> Vec<Component> {
        match (self, component) {
            (Ruleset::Bag(rules), Component::Bag(bag)) => rules.parts(bag).into_iter().map(Component::Bag).collect(),
            (Ruleset::Row(rules), Component::Row(word)) => rules.parts(word).into_iter().map(Component::Row).collect(),
            _ => vec![component.clone()],
        }
    }

    /// Builds the indices of word lists that the options require, which takes seconds for millions
    /// of words. Without this call, the first use builds them.
    pub fn prepare(&self) {
        match self {
            Ruleset::Bag(rules) => {
                rules.until.iter().filter_map(crate::Ending::words).for_each(|words| {
                    words.bags();
                });
                rules.moves.iter().for_each(crate::boards::bag::BagMove::prepare);
            }
            Ruleset::Tape(rules) => {
                if let Some(crate::Within::FactorOf(words)) = &rules.within {
                    words.has_factor("");
                }
            }
            _ => {}
        }
    }

    /// Returns the word lists of the rules, in the order of the text.
    ///
    /// Two rulesets with equal texts and equal lists are equal.
    pub fn lists(&self) -> Vec<&WordList> {
        match self {
            Ruleset::Heap(_) | Ruleset::Typed(_) | Ruleset::Graph(_) | Ruleset::Piles(_) => Vec::new(),
            Ruleset::Ground(_)
            | Ruleset::Poset(_)
            | Ruleset::Token(_)
            | Ruleset::Line(_)
            | Ruleset::Stones(_)
            | Ruleset::Set(_)
            | Ruleset::Product(_) => Vec::new(),
            Ruleset::Row(rules) | Ruleset::Ring(rules) => rules
                .moves
                .iter()
                .flat_map(crate::boards::row::RowMove::lists)
                .chain(rules.until.iter().filter_map(crate::words::ending::Ending::words))
                .collect(),
            Ruleset::Bag(rules) => rules
                .moves
                .iter()
                .flat_map(crate::boards::bag::BagMove::lists)
                .chain(rules.until.iter().filter_map(crate::words::ending::Ending::words))
                .collect(),
            Ruleset::Tape(rules) => rules.lists().collect(),
        }
    }

    /// Returns the text of a component as a position of this board. A row that a cut has left on a
    /// ring is quoted.
    ///
    /// It is read back by the parser, with the text of the rules.
    pub fn text(&self, component: &Component) -> String {
        match (self, component) {
            (Ruleset::Ring(_), Component::Row(word)) => {
                let mut quoted = String::new();
                crate::text::quote::quote(&mut quoted, word).expect("a string takes all text");
                quoted
            }
            _ => component.to_string(),
        }
    }

    /// Returns the name of the board in the language.
    ///
    /// Several rulesets may share a board: `heap` has plain and typed heaps.
    pub fn name(&self) -> &'static str {
        match self {
            Ruleset::Heap(_) | Ruleset::Typed(_) => "heap",
            Ruleset::Row(_) => "row",
            Ruleset::Ring(_) => "ring",
            Ruleset::Bag(_) => "bag",
            Ruleset::Tape(_) => "tape",
            Ruleset::Graph(_) | Ruleset::Ground(_) => "graph",
            Ruleset::Poset(_) => "poset",
            Ruleset::Token(_) => "token",
            Ruleset::Piles(_) | Ruleset::Line(_) => "piles",
            Ruleset::Stones(_) => "stones",
            Ruleset::Set(_) => "set",
            Ruleset::Product(_) => "product",
        }
    }
}

/// The meaning of all boards. A component of another board has no options.
///
/// The walk is compiled once, for a visitor that is called through a pointer: a copy of the rules
/// of all boards for each caller took a fifth of the code of the solvers.
impl Game for Ruleset {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.walk(component, |seen| seen.option(|_| Ok(()))?.map_or(Ok(()), &mut visit))
    }

    fn walk<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(Visit<'_, Component>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut refused = None;
        let walked = self.walk_each(component, &mut |seen| {
            visit(seen).map_err(|error| {
                refused = Some(error);
                Ended::Refused
            })
        });
        match (walked, refused) {
            (_, Some(error)) => Err(error),
            (Err(Ended::Fault(fault)), None) => Err(fault.into()),
            (Ok(()) | Err(Ended::Refused), None) => Ok(()),
        }
    }
}

/// Why a walk ended before its last option.
enum Ended {
    /// The rules fail.
    Fault(Fault),
    /// The visitor returned an error, which its caller keeps.
    Refused,
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Ended {
        Ended::Fault(fault)
    }
}

/// Gets the options and the work, behind a pointer.
type Visitor<'a> = &'a mut dyn FnMut(Visit<'_, Component>) -> Result<(), Ended>;

impl Ruleset {
    /// The walk of each board, with its positions as components.
    fn walk_each(&self, component: &Component, visit: Visitor<'_>) -> Result<(), Ended> {
        match (self, component) {
            (Ruleset::Heap(rules), Component::Heap(heap)) => {
                let mut parts = Vec::new();
                rules.walk(heap, |seen| {
                    let heaps = match seen {
                        Visit::Option(heaps) => heaps,
                        Visit::Work(steps) => return visit(Visit::Work(steps)),
                    };
                    parts.clear();
                    parts.extend(heaps.iter().copied().map(Component::Heap));
                    visit(Visit::Option(&parts))
                })
            }
            (Ruleset::Typed(rules), Component::Typed(heap)) => rules.walk_as(heap, Component::Typed, visit),
            (Ruleset::Piles(rules), Component::Piles(piles)) => rules.walk(piles, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Piles))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            (Ruleset::Row(rules), Component::Row(word)) => rules.walk(word, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Row))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            (Ruleset::Bag(rules), Component::Bag(bag)) => rules.walk(bag, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Bag))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            (Ruleset::Product(rules), Component::Pair(pair)) => rules.walk(pair, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Pair))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            (Ruleset::Stones(rules), Component::Stones(stones)) => rules.walk(stones, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Stones))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            (Ruleset::Set(rules), Component::Set(set)) => rules.walk(set, |seen| match seen {
                Visit::Option(left) => visit(Visit::Option(&copied(left, Component::Set))),
                Visit::Work(steps) => visit(Visit::Work(steps)),
            }),
            _ => self.others(component, &mut |parts| visit(Visit::Option(parts))),
        }
    }

    /// The options on the boards whose rules compute little between two options.
    fn others(
        &self,
        component: &Component,
        visit: &mut dyn FnMut(&[Component]) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        match (self, component) {
            (Ruleset::Ring(rules), Component::Ring(_) | Component::Row(_)) => Rings(rules).options(component, visit),
            (Ruleset::Tape(rules), Component::Tape(tape)) => {
                rules.options(tape, |parts| visit(&copied(parts, Component::Tape)))
            }
            (Ruleset::Graph(rules), Component::Cells(cells)) if rules.keeps_cells() => {
                rules.cells(cells, |_, parts| visit(&moved(parts, Component::Cells)))
            }
            (Ruleset::Graph(rules), Component::Graph(graph)) => {
                rules.graph(graph, |_, parts| visit(&moved(parts, Component::Graph)))
            }
            (Ruleset::Ground(rules), Component::Grounded(graph)) => {
                rules.options(graph, |parts| visit(&copied(parts, Component::Grounded)))
            }
            (Ruleset::Poset(rules), Component::Bar(bar)) => {
                rules.bar(bar, |parts| visit(&moved(parts, Component::Bar)))
            }
            (Ruleset::Poset(rules), Component::Poset(order)) => {
                rules.order(order, |_, parts| visit(&moved(parts, Component::Poset)))
            }
            (Ruleset::Line(rules), Component::Line(line)) => {
                rules.options(line, |parts| visit(&copied(parts, Component::Line)))
            }
            (Ruleset::Token(rules), Component::Token(token)) => {
                rules.options(token, |parts| visit(&copied(parts, Component::Token)))
            }
            _ => Ok(()),
        }
    }
}

/// Components from positions of a board.
fn copied<T: Clone>(parts: &[T], of: impl Fn(T) -> Component) -> Vec<Component> {
    parts.iter().cloned().map(of).collect()
}

/// As [`copied`], without copies.
fn moved<T>(parts: Vec<T>, of: impl Fn(T) -> Component) -> Vec<Component> {
    parts.into_iter().map(of).collect()
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.convention == Convention::Misere { "misère " } else { "" }, self.ruleset)
    }
}

/// The text that the parser reads back. Games on heaps omit their board if the moves determine it.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruleset::Heap(rules) => {
                f.write_str(if rules.is_read_bare() { "" } else { "heap: " })?;
                rules.fmt(f)
            }
            Ruleset::Typed(rules) => {
                f.write_str(if family::is_free(&rules.kinds[0]) { "" } else { "heap: " })?;
                rules.fmt(f)
            }
            Ruleset::Row(rules) => write!(f, "row: {rules}"),
            Ruleset::Ring(rules) => write!(f, "ring: {rules}"),
            Ruleset::Bag(rules) => write!(f, "bag: {rules}"),
            Ruleset::Tape(rules) => write!(f, "tape: {rules}"),
            Ruleset::Graph(rules) => write!(f, "graph: {rules}"),
            Ruleset::Ground(rules) => write!(f, "graph: {rules}"),
            Ruleset::Poset(rules) => write!(f, "poset: {rules}"),
            Ruleset::Token(rules) => write!(f, "token: {rules}"),
            Ruleset::Piles(rules) => write!(f, "piles: {rules}"),
            Ruleset::Line(rules) => write!(f, "piles: {rules}"),
            Ruleset::Stones(rules) => write!(f, "stones: {rules}"),
            Ruleset::Set(rules) => write!(f, "set: {rules}"),
            Ruleset::Product(rules) => write!(f, "product: {rules}"),
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        })
    }
}
