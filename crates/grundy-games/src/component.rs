//! One component of a position, of any board, as the user writes it.

use std::{fmt, sync::Arc};

use crate::{cells::Cells, graph::Graph, poset::Bar, text, token::Token};

/// One component. Equal components are equal positions; the order is only for sorting.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// A heap of that many counters.
    Heap(u64),
    /// A heap of a named kind, with its sizes.
    Typed(Typed),
    /// A word with two ends.
    Row(String),
    /// A word in a circle: the least of its rotations.
    Ring(String),
    /// Letters without order.
    Bag(Bag),
    /// A word that grows.
    Tape(Tape),
    /// Cells of a grid.
    Cells(Cells),
    /// A graph.
    Graph(Graph),
    /// A bar of chocolate.
    Bar(Bar),
    /// An order, with an edge from each element to those next above it.
    Poset(Graph),
    /// A token on a vertex of a graph.
    Token(Token),
}

/// A heap of a named kind: `A(7)`, `F(10, 3)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Typed {
    /// The kind.
    pub kind: Arc<str>,
    /// Its sizes, as many as the kind has.
    pub sizes: Vec<u64>,
}

/// Letters without order: each letter that occurs with its count, in ascending order of letters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag {
    counts: Vec<(char, u32)>,
}

/// A word that grows, and how many more letters may be written on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tape {
    /// What stands on the tape.
    pub word: String,
    /// The letters that may still be written; `None` where the rules themselves end the game.
    pub left: Option<u64>,
}

impl Component {
    /// The memory that it holds, in bytes.
    pub fn bytes(&self) -> u64 {
        let outside = match self {
            Component::Heap(_) => 0,
            Component::Typed(typed) => 8 * typed.sizes.len(),
            Component::Row(word) | Component::Ring(word) => word.len(),
            Component::Bag(bag) => 8 * bag.counts.len(),
            Component::Tape(tape) => tape.word.len(),
            Component::Cells(cells) => cells.free().len(),
            Component::Graph(graph) | Component::Poset(graph) => graph.bytes(),
            Component::Bar(bar) => 4 * bar.rows().len(),
            Component::Token(token) => token.bytes(),
        };
        (size_of::<Component>() + outside) as u64
    }
}

impl Bag {
    /// The bag of these letters.
    pub fn of(letters: impl IntoIterator<Item = char>) -> Bag {
        let mut sorted: Vec<char> = letters.into_iter().collect();
        sorted.sort_unstable();
        let counts = sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect();
        Bag { counts }
    }

    /// The bag with so many of each of these letters, which ascend; none of some is nothing.
    pub fn counted(counts: impl IntoIterator<Item = (char, u32)>) -> Bag {
        let counts: Vec<(char, u32)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
        assert!(counts.is_sorted_by(|a, b| a.0 < b.0), "the letters of a bag ascend");
        Bag { counts }
    }

    /// The letters that occur with their counts, ascending.
    pub fn counts(&self) -> &[(char, u32)] {
        &self.counts
    }

    /// How many letters there are, repeats counted.
    pub fn size(&self) -> u64 {
        self.counts.iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// How often `letter` occurs.
    pub fn count(&self, letter: char) -> u32 {
        self.counts.binary_search_by_key(&letter, |&(own, _)| own).map_or(0, |at| self.counts[at].1)
    }

    /// What is left when the letters of a word go; `None` when they are not all there.
    pub fn without_word(&self, word: &str) -> Option<Bag> {
        let foreign = word.chars().any(|letter| self.count(letter) == 0);
        if foreign { None } else { self.without(&Bag::of(word.chars())) }
    }

    /// What is left when the letters of `taken` go; `None` when they are not all there.
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
            Component::Graph(graph) => graph.write(f, '-', &|vertex| vertex.to_string()),
            Component::Bar(bar) => bar.fmt(f),
            Component::Poset(order) => order.write(f, '<', &|vertex| vertex.to_string()),
            Component::Token(token) => token.fmt(f),
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
