//! A game as data: what the text said, nothing more, and one meaning for all boards.

use std::fmt;

use grundy_core::{Fault, Game};

use crate::{
    BagRules, Component, Diagnostic, GraphRules, HeapRules, Lists, PosetRules, Rings, RowRules, TapeRules, TokenRules,
    TypedRules, WordList, words,
};

/// A game as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the last move is worth.
    pub play: Play,
    /// The board with its moves.
    pub board: Board,
}

/// What the last move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// The ways to write the word in front of a game: with the accent as one sign, as two, or without it.
    pub(crate) const MISERE: [&'static str; 3] = ["misère", "misere", "mise\u{300}re"];

    /// What a text that may begin with `misère` is about, and the text behind that word.
    pub fn of(text: &str) -> (Play, &str) {
        let behind = |word| text.trim_start().strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace));
        Play::MISERE.into_iter().find_map(behind).map_or((Play::Normal, text), |rest| (Play::Misere, rest))
    }
}

/// A board with its moves. Each kind has one module of meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
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

impl Rules {
    /// Reads a game that names no word list.
    pub fn parse(text: &str) -> Result<Rules, Diagnostic> {
        Rules::parse_with(text, &words::no_lists)
    }

    /// Reads a game; `lists` supplies the word lists that it names.
    pub fn parse_with(text: &str, lists: Lists<'_>) -> Result<Rules, Diagnostic> {
        crate::parse::game(text, lists)
    }

    /// Reads a sum of components of this game, such as `5 + 3*7` or `abba + ba`.
    pub fn parse_position(&self, text: &str) -> Result<Vec<Component>, Diagnostic> {
        self.parse_position_with(text, &words::no_lists)
    }

    /// What a component of this game looks like, for messages.
    pub fn how_to_write(&self) -> String {
        crate::parse::example(&self.board)
    }

    /// As [`Rules::parse_position`]; `lists` supplies the files of edges that a graph may be read from.
    pub fn parse_position_with(&self, text: &str, lists: Lists<'_>) -> Result<Vec<Component>, Diagnostic> {
        crate::parse::position(&self.board, text, lists)
    }
}

impl Board {
    /// A component of equal value, and in misère play of equal outcome in every sum, that is cheaper to look up.
    pub fn canonical(&self, component: &Component) -> Component {
        match (self, component) {
            (Board::Tape(rules), Component::Tape(tape)) => Component::Tape(rules.shortened(tape)),
            (Board::Bag(rules), Component::Bag(bag)) => Component::Bag(rules.canonical(bag)),
            (Board::Graph(_), Component::Cells(cells)) => Component::Cells(cells.canonical()),
            (Board::Graph(_), Component::Graph(graph)) => Component::Graph(graph.canonical(false)),
            (Board::Poset(_), Component::Bar(bar)) => Component::Bar(bar.transposed().min(bar.clone())),
            (Board::Poset(_), Component::Poset(order)) => Component::Poset(order.canonical(true)),
            (Board::Token(_), Component::Token(token)) => Component::Token(token.canonical()),
            _ => component.clone(),
        }
    }

    /// Whether the component is worth 0 because the other player can mirror every move: turned by half a circle it is
    /// itself, and no cell comes to lie on itself or beside itself.
    pub fn mirrors(&self, component: &Component) -> bool {
        matches!((self, component), (Board::Graph(_), Component::Cells(cells)) if cells.mirrors())
    }

    /// The same game with fewer words to look through: every position that comes up from `component` has the same
    /// options.
    pub fn within(&self, component: &Component) -> Board {
        match (self, component) {
            (Board::Bag(rules), Component::Bag(bag)) => Board::Bag(rules.within(bag)),
            _ => self.clone(),
        }
    }

    /// Components whose values add to that of this one; just itself where nothing is known.
    pub fn parts(&self, component: &Component) -> Vec<Component> {
        match (self, component) {
            (Board::Bag(rules), Component::Bag(bag)) => rules.parts(bag).into_iter().map(Component::Bag).collect(),
            _ => vec![component.clone()],
        }
    }

    /// Makes the look-ups that the meaning of the rules needs, which takes seconds for millions of words. Without this call
    /// they are made when they are first needed, in the midst of other work.
    pub fn prepare(&self) {
        match self {
            Board::Bag(rules) => {
                if let Some(words) = rules.until.as_ref().and_then(crate::Ending::words) {
                    words.bags();
                }
            }
            Board::Tape(rules) => {
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
            Board::Heap(_) | Board::Typed(_) | Board::Graph(_) | Board::Poset(_) | Board::Token(_) => Vec::new(),
            Board::Row(rules) | Board::Ring(rules) => {
                let moves = rules.moves.iter().filter_map(|kind| match kind {
                    crate::RowMove::Remove(_, factor) => factor.words(),
                    _ => None,
                });
                moves.chain(rules.until.iter().filter_map(crate::Ending::words)).collect()
            }
            Board::Bag(rules) => {
                let takes = rules.takes.iter().filter_map(crate::Factor::words);
                takes.chain(rules.until.iter().filter_map(crate::Ending::words)).collect()
            }
            Board::Tape(rules) => rules.lists().collect(),
        }
    }

    /// A component as a position of this board is written. A row that a cut has left on a ring goes in quotes.
    pub fn text(&self, component: &Component) -> String {
        match (self, component) {
            (Board::Ring(_), Component::Row(word)) => {
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
            Board::Heap(_) | Board::Typed(_) => "heap",
            Board::Row(_) => "row",
            Board::Ring(_) => "ring",
            Board::Bag(_) => "bag",
            Board::Tape(_) => "tape",
            Board::Graph(_) => "graph",
            Board::Poset(_) => "poset",
            Board::Token(_) => "token",
        }
    }
}

/// The one meaning: a component that is not of the board has no options.
impl Game for Board {
    type Position = Component;

    fn options<E: From<Fault>>(
        &self,
        component: &Component,
        mut visit: impl FnMut(&[Component]) -> Result<(), E>,
    ) -> Result<(), E> {
        match (self, component) {
            (Board::Heap(rules), Component::Heap(heap)) => {
                let mut parts = Vec::new();
                rules.options(heap, |heaps| {
                    parts.clear();
                    parts.extend(heaps.iter().copied().map(Component::Heap));
                    visit(&parts)
                })
            }
            (Board::Typed(rules), Component::Typed(heap)) => {
                rules.options(heap, |parts| visit(&parts.iter().cloned().map(Component::Typed).collect::<Vec<_>>()))
            }
            (Board::Row(rules), Component::Row(word)) => {
                rules.options(word, |parts| visit(&parts.iter().cloned().map(Component::Row).collect::<Vec<_>>()))
            }
            (Board::Ring(rules), Component::Ring(_) | Component::Row(_)) => Rings(rules).options(component, visit),
            (Board::Bag(rules), Component::Bag(bag)) => {
                rules.options(bag, |parts| visit(&parts.iter().cloned().map(Component::Bag).collect::<Vec<_>>()))
            }
            (Board::Tape(rules), Component::Tape(tape)) => {
                rules.options(tape, |parts| visit(&parts.iter().cloned().map(Component::Tape).collect::<Vec<_>>()))
            }
            (Board::Graph(rules), _) => rules.options(component, visit),
            (Board::Poset(rules), _) => rules.options(component, visit),
            (Board::Token(rules), _) => rules.options(component, visit),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.play == Play::Misere { "misère " } else { "" }, self.board)
    }
}

/// Heap and row games are written without their board where the moves alone tell it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Heap(rules) => {
                f.write_str(if crate::parse::tells_heap(rules) { "" } else { "heap: " })?;
                rules.fmt(f)
            }
            Board::Typed(rules) => {
                f.write_str(if crate::parse::is_free(&rules.kinds[0]) { "" } else { "heap: " })?;
                rules.fmt(f)
            }
            Board::Row(rules) => write!(f, "row: {rules}"),
            Board::Ring(rules) => write!(f, "ring: {rules}"),
            Board::Bag(rules) => write!(f, "bag: {rules}"),
            Board::Tape(rules) => write!(f, "tape: {rules}"),
            Board::Graph(rules) => write!(f, "graph: {rules}"),
            Board::Poset(rules) => write!(f, "poset: {rules}"),
            Board::Token(rules) => write!(f, "token: {rules}"),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Query;

    #[test]
    fn every_spelling_of_misere_is_read_everywhere() {
        for word in Play::MISERE {
            assert_eq!(Play::of(&format!(" {word} kayles")), (Play::Misere, " kayles"));
            assert_eq!(Play::of(&format!("{word}s")).0, Play::Normal, "a longer word");
            let game = Rules::parse(&format!("{word} take 2 or 3")).expect("a game");
            assert_eq!(game.play, Play::Misere);
            let sum = Query::parse_plain_sum(&format!("{word} kayles 3 + nim 2")).expect("a sum");
            assert_eq!((sum.play, sum.start.len()), (Play::Misere, 2));
        }
    }
}
