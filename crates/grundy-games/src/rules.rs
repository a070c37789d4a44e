//! A game as data: what the text said, nothing more, and one meaning for all boards.

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{
    bag::BagRules, component::Component, family, graph::GraphRules, heap::HeapRules, poset::PosetRules, ring::Rings,
    row::RowRules, tape::TapeRules, token::TokenRules, typed::TypedRules, words::WordList,
};

/// A game as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What the last move is worth.
    pub convention: Convention,
    /// The board with its moves.
    pub ruleset: Ruleset,
}

/// What the last move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Convention {
    /// The ways to write the word in front of a game: with the accent as one sign, as two, or without it.
    pub const MISERE: [&'static str; 3] = ["misère", "misere", "mise\u{300}re"];

    /// What a text that may begin with `misère` is about, and the text behind that word.
    pub fn of(text: &str) -> (Convention, &str) {
        let behind = |word| text.trim_start().strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace));
        Convention::MISERE
            .into_iter()
            .find_map(behind)
            .map_or((Convention::Normal, text), |rest| (Convention::Misere, rest))
    }
}

/// A board with its moves. Each kind has one module of meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// Heaps of counters.
    Heap(HeapRules),
    /// Heaps of several kinds that refer to each other.
    Typed(TypedRules),
    /// Words with two ends.
    Row(RowRules),
    /// Words read in a circle.
    Ring(RowRules),
    /// Letters without order.
    Bag(BagRules),
    /// Words that grow.
    Tape(TapeRules),
    /// Graphs and cells of grids.
    Graph(GraphRules),
    /// Orders and bars of chocolate.
    Poset(PosetRules),
    /// A token on a graph.
    Token(TokenRules),
}

impl Ruleset {
    /// A component of equal value, and in misère play of equal outcome in every sum, that is cheaper to look up.
    pub fn canonical(&self, component: &Component) -> Component {
        match (self, component) {
            (Ruleset::Tape(rules), Component::Tape(tape)) => Component::Tape(rules.shortened(tape)),
            (Ruleset::Bag(rules), Component::Bag(bag)) => Component::Bag(rules.canonical(bag)),
            (Ruleset::Graph(_), Component::Cells(cells)) => Component::Cells(cells.canonical()),
            (Ruleset::Graph(_), Component::Graph(graph)) => Component::Graph(graph.canonical(false)),
            (Ruleset::Poset(_), Component::Bar(bar)) => Component::Bar(bar.transposed().min(bar.clone())),
            (Ruleset::Poset(_), Component::Poset(order)) => Component::Poset(order.canonical(true)),
            (Ruleset::Token(_), Component::Token(token)) => Component::Token(token.canonical()),
            _ => component.clone(),
        }
    }

    /// Whether the component is worth 0 because the other player can mirror every move: turned by half a circle it is
    /// itself, and no cell comes to lie on itself or beside itself.
    pub fn mirrors(&self, component: &Component) -> bool {
        matches!((self, component), (Ruleset::Graph(_), Component::Cells(cells)) if cells.mirrors())
    }

    /// The same game with fewer words to look through: every position that comes up from `component` has the same
    /// options.
    pub fn within(&self, component: &Component) -> Ruleset {
        match (self, component) {
            (Ruleset::Bag(rules), Component::Bag(bag)) => Ruleset::Bag(rules.within(bag)),
            _ => self.clone(),
        }
    }

    /// Components whose values add to that of this one; just itself where nothing is known.
    pub fn parts(&self, component: &Component) -> Vec<Component> {
        match (self, component) {
            (Ruleset::Bag(rules), Component::Bag(bag)) => rules.parts(bag).into_iter().map(Component::Bag).collect(),
            _ => vec![component.clone()],
        }
    }

    /// Makes the look-ups that the meaning of the rules needs, which takes seconds for millions of words. Without this call
    /// they are made when they are first needed, in the midst of other work.
    pub fn prepare(&self) {
        match self {
            Ruleset::Bag(rules) => {
                if let Some(words) = rules.until.as_ref().and_then(crate::Ending::words) {
                    words.bags();
                }
            }
            Ruleset::Tape(rules) => {
                if let Some(crate::Within::FactorOf(words)) = &rules.within {
                    words.has_factor("");
                }
            }
            _ => {}
        }
    }

    /// Every word list of the rules.
    pub fn lists(&self) -> Vec<&WordList> {
        match self {
            Ruleset::Heap(_) | Ruleset::Typed(_) | Ruleset::Graph(_) | Ruleset::Poset(_) | Ruleset::Token(_) => {
                Vec::new()
            }
            Ruleset::Row(rules) | Ruleset::Ring(rules) => {
                let moves = rules.moves.iter().filter_map(|kind| match kind {
                    crate::row::RowMove::Remove(_, factor) => factor.words(),
                    _ => None,
                });
                moves.chain(rules.until.iter().filter_map(crate::ending::Ending::words)).collect()
            }
            Ruleset::Bag(rules) => {
                let takes = rules.takes.iter().filter_map(crate::factor::Factor::words);
                takes.chain(rules.until.iter().filter_map(crate::ending::Ending::words)).collect()
            }
            Ruleset::Tape(rules) => rules.lists().collect(),
        }
    }

    /// A component as a position of this board is written. A row that a cut has left on a ring goes in quotes.
    pub fn text(&self, component: &Component) -> String {
        match (self, component) {
            (Ruleset::Ring(_), Component::Row(word)) => {
                let mut quoted = String::new();
                crate::text::quote(&mut quoted, word).expect("a string takes all text");
                quoted
            }
            _ => component.to_string(),
        }
    }

    /// The name of the board in the language.
    pub fn name(&self) -> &'static str {
        match self {
            Ruleset::Heap(_) | Ruleset::Typed(_) => "heap",
            Ruleset::Row(_) => "row",
            Ruleset::Ring(_) => "ring",
            Ruleset::Bag(_) => "bag",
            Ruleset::Tape(_) => "tape",
            Ruleset::Graph(_) => "graph",
            Ruleset::Poset(_) => "poset",
            Ruleset::Token(_) => "token",
        }
    }
}

/// The one meaning: a component that is not of the board has no options.
impl Game for Ruleset {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        match (self, component) {
            (Ruleset::Heap(rules), Component::Heap(heap)) => {
                let mut parts = Vec::new();
                rules.options(heap, |heaps| {
                    parts.clear();
                    parts.extend(heaps.iter().copied().map(Component::Heap));
                    visit(&parts)
                })
            }
            (Ruleset::Typed(rules), Component::Typed(heap)) => {
                rules.options(heap, |parts| visit(&parts.iter().cloned().map(Component::Typed).collect::<Vec<_>>()))
            }
            (Ruleset::Row(rules), Component::Row(word)) => {
                rules.options(word, |parts| visit(&parts.iter().cloned().map(Component::Row).collect::<Vec<_>>()))
            }
            (Ruleset::Ring(rules), Component::Ring(_) | Component::Row(_)) => Rings(rules).options(component, visit),
            (Ruleset::Bag(rules), Component::Bag(bag)) => {
                rules.options(bag, |parts| visit(&parts.iter().cloned().map(Component::Bag).collect::<Vec<_>>()))
            }
            (Ruleset::Tape(rules), Component::Tape(tape)) => {
                rules.options(tape, |parts| visit(&parts.iter().cloned().map(Component::Tape).collect::<Vec<_>>()))
            }
            (Ruleset::Graph(rules), Component::Cells(cells)) if rules.keeps_cells() => {
                rules.cells(cells, |parts| visit(&parts.into_iter().map(Component::Cells).collect::<Vec<_>>()))
            }
            (Ruleset::Graph(rules), Component::Graph(graph)) => {
                rules.graph(graph, |parts| visit(&parts.into_iter().map(Component::Graph).collect::<Vec<_>>()))
            }
            (Ruleset::Poset(rules), Component::Bar(bar)) => {
                rules.bar(bar, |parts| visit(&parts.into_iter().map(Component::Bar).collect::<Vec<_>>()))
            }
            (Ruleset::Poset(rules), Component::Poset(order)) => {
                rules.order(order, |parts| visit(&parts.into_iter().map(Component::Poset).collect::<Vec<_>>()))
            }
            (Ruleset::Token(rules), Component::Token(token)) => {
                rules.options(token, |parts| visit(&parts.iter().cloned().map(Component::Token).collect::<Vec<_>>()))
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.convention == Convention::Misere { "misère " } else { "" }, self.ruleset)
    }
}

/// Heap and row games are written without their board where the moves alone tell it.
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
            Ruleset::Poset(rules) => write!(f, "poset: {rules}"),
            Ruleset::Token(rules) => write!(f, "token: {rules}"),
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
