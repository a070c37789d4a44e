//! Components: the positions of all boards as one type.
//!
//! A component prints as the text that the parser reads back, given its ruleset.
//!
//! ```
//! use grundy_games::{Bag, Component};
//!
//! let bag = Bag::of("banana".chars());
//! assert_eq!(bag.counts(), [('a', 3), ('b', 1), ('n', 2)]);
//! assert_eq!(bag.without_word("nab"), Some(Bag::of("aan".chars())));
//! assert_eq!(Component::Bag(bag).to_string(), "{aaabnn}");
//! assert_eq!(Component::Row("a b".into()).to_string(), "\"a b\"");
//! ```

use std::{borrow::Cow, fmt, sync::Arc};

use crate::{
    cells::Cells, graph::Graph, ground::Grounded, line::Line, piles::Piles, poset::Bar, set::NumberSet, stones::Stones,
    text, token::Token,
};

/// A component of a position. Equal components are equal positions; the order has no meaning in the
/// games.
///
/// Exhaustive: a new kind of component makes the compiler list the code to extend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// A heap of this number of counters.
    Heap(u64),
    /// A heap of a named kind, with its sizes.
    Typed(Typed),
    /// A word with two ends.
    Row(String),
    /// A word read in a circle: the least of its rotations.
    Ring(String),
    /// Letters without order.
    Bag(Bag),
    /// A word that grows.
    Tape(Tape),
    /// Cells of a grid.
    Cells(Cells),
    /// A graph.
    Graph(Graph),
    /// A graph on the ground.
    Grounded(Grounded),
    /// A bar of chocolate.
    Bar(Bar),
    /// An order, with an edge from each element to each element directly above it.
    Poset(Graph),
    /// A token on a vertex of a graph.
    Token(Token),
    /// Several piles of counters that moves take from at once.
    Piles(Piles),
    /// Piles in a line, taken from either end.
    Line(Line),
    /// Stones on the vertices of a graph.
    Stones(Stones),
    /// A set of numbers.
    Set(NumberSet),
    /// A heap of each game of a product.
    Pair([u64; 2]),
}

/// A heap of a named kind: `A(7)`, `F(10, 3)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Typed {
    /// The kind.
    pub kind: Arc<str>,
    /// The sizes, as many as the kind has.
    pub sizes: Vec<u64>,
}

/// Letters without order: each letter that occurs, with its count, ascending by letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag {
    counts: Vec<(char, u32)>,
}

/// A word that grows, and the number of letters that may still be written on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tape {
    /// The letters on the tape.
    pub word: String,
    /// The number of letters that may still be written; `None` if the rules bound the length.
    pub left: Option<u64>,
}

impl Component {
    /// Returns the memory of the component, in bytes.
    pub fn bytes(&self) -> u64 {
        let outside = match self {
            Component::Heap(_) | Component::Pair(_) => 0,
            Component::Typed(typed) => 8 * typed.sizes.len(),
            Component::Row(word) | Component::Ring(word) => word.len(),
            Component::Bag(bag) => 8 * bag.counts.len(),
            Component::Tape(tape) => tape.word.len(),
            Component::Cells(cells) => cells.free().len(),
            Component::Graph(graph) | Component::Poset(graph) => graph.bytes(),
            Component::Grounded(graph) => graph.bytes(),
            Component::Bar(bar) => 4 * bar.rows().len(),
            Component::Token(token) => token.bytes(),
            Component::Piles(piles) => 8 * piles.sizes().len(),
            Component::Line(line) => 8 * line.sizes().len(),
            Component::Stones(stones) => stones.bytes(),
            Component::Set(set) => 8 * set.members().len(),
        };
        (size_of::<Component>() + outside) as u64
    }
}

impl Component {
    /// Returns the component with what distinguishes the parts of a move: names of vertices and
    /// elements, and places on a board. Its options keep them. No value depends on them.
    ///
    /// ```
    /// use grundy_games::{Component, Graph};
    ///
    /// let path = Component::Graph(Graph::of(2, [(0, 1)]));
    /// let labelled = path.labelled();
    /// assert_eq!((labelled.bare(), labelled.to_string()), (path.clone(), path.to_string()));
    /// ```
    pub fn labelled(&self) -> Cow<'_, Component> {
        Cow::Owned(match self {
            Component::Graph(graph) => Component::Graph(graph.labelled()),
            Component::Grounded(graph) => Component::Grounded(graph.labelled()),
            Component::Poset(order) => Component::Poset(order.labelled()),
            Component::Cells(cells) => Component::Cells(cells.placed()),
            other => return Cow::Borrowed(other),
        })
    }

    /// Returns the component without names of vertices and elements, and without a place on a
    /// board.
    #[must_use]
    pub fn bare(&self) -> Component {
        match self {
            Component::Graph(graph) => Component::Graph(graph.bare()),
            Component::Grounded(graph) => Component::Grounded(graph.bare()),
            Component::Poset(order) => Component::Poset(order.bare()),
            Component::Cells(cells) => Component::Cells(cells.bare()),
            other => other.clone(),
        }
    }
}

impl Bag {
    /// Returns the bag of these letters.
    pub fn of(letters: impl IntoIterator<Item = char>) -> Bag {
        let mut sorted: Vec<char> = letters.into_iter().collect();
        sorted.sort_unstable();
        let counts = sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
        Bag { counts }
    }

    /// Returns the bag with these counts of letters; ignores counts of 0.
    ///
    /// # Panics
    ///
    /// If the letters do not ascend.
    pub fn counted(counts: impl IntoIterator<Item = (char, u32)>) -> Bag {
        let counts: Vec<(char, u32)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        assert!(counts.is_sorted_by(|a, b| a.0 < b.0), "the letters of a bag ascend");
        Bag { counts }
    }

    /// Returns the letters that occur with their counts, ascending by letter.
    pub fn counts(&self) -> &[(char, u32)] {
        &self.counts
    }

    /// Returns the number of letters, with repeats.
    pub fn size(&self) -> u64 {
        self.counts.iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Returns the number of occurrences of `letter`.
    pub fn count(&self, letter: char) -> u32 {
        self.counts.binary_search_by_key(&letter, |&(known, _)| known).map_or(0, |at| self.counts[at].1)
    }

    /// Returns the bag without the letters of a word; `None` if the bag does not hold them all.
    pub fn without_word(&self, word: &str) -> Option<Bag> {
        let foreign = word.chars().any(|letter| self.count(letter) == 0);
        if foreign { None } else { self.without(&Bag::of(word.chars())) }
    }

    /// Returns the bag without the letters of `taken`; `None` if the bag does not hold them all.
    pub fn without(&self, taken: &Bag) -> Option<Bag> {
        if taken.counts.iter().any(|&(letter, count)| self.count(letter) < count) {
            return None;
        }
        let rest = self.counts.iter().map(|&(letter, count)| (letter, count - taken.count(letter)));
        Some(Bag { counts: rest.filter(|&(_, count)| count > 0).collect() })
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Heap(size) => size.fmt(f),
            Component::Typed(typed) => typed.fmt(f),
            Component::Row(word) => text::word(f, word),
            Component::Ring(word) => {
                f.write_str("(")?;
                if !word.is_empty() {
                    text::word(f, word)?;
                }
                f.write_str(")")
            }
            Component::Bag(bag) => bag.fmt(f),
            Component::Tape(tape) => tape.fmt(f),
            Component::Cells(cells) => cells.fmt(f),
            Component::Graph(graph) => graph.write_own(f, "-"),
            Component::Grounded(graph) => graph.fmt(f),
            Component::Bar(bar) => bar.fmt(f),
            Component::Poset(order) => order.write_own(f, "<"),
            Component::Token(token) => token.fmt(f),
            Component::Piles(piles) => piles.fmt(f),
            Component::Line(line) => line.fmt(f),
            Component::Stones(stones) => stones.fmt(f),
            Component::Set(set) => set.fmt(f),
            Component::Pair([a, b]) => write!(f, "({a}, {b})"),
        }
    }
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "{}({sizes})", self.kind)
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String =
            self.counts.iter().flat_map(|&(letter, count)| std::iter::repeat_n(letter, count as usize)).collect();
        f.write_str("{")?;
        if !letters.is_empty() {
            text::word(f, &letters)?;
        }
        f.write_str("}")
    }
}

impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::word(f, &self.word)?;
        self.left.map_or(Ok(()), |left| write!(f, "/{left}"))
    }
}
