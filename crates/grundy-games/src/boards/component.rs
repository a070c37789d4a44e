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
//!
//! *Equality.* Components are compared as they are written; positions that differ only in names,
//! places or rotation are made equal by [`Ruleset::canonical`](crate::Ruleset::canonical). Two
//! graphs with the same edges and different names are different components of equal value.

use std::{borrow::Cow, fmt, sync::Arc};

use super::{Figure, Piece, poset::board::Elements, ring::board::RingWord, row::board::RowWord};

use crate::{
    boards::{
        graph::{Graph, cells::Cells},
        ground::Grounded,
        line::Line,
        permutation::Permutation,
        piles::Piles,
        poset::Bar,
        set::NumberSet,
        stones::Stones,
        token::Token,
    },
    text::quote as text,
};

/// A component of a position. Equal components are equal positions; the order has no meaning in the
/// games.
///
/// Which variant a board uses is stated by [`Ruleset`](crate::Ruleset); a component of another
/// board has no moves.
///
/// Exhaustive: a new kind of component makes the compiler list the code to extend.
///
/// ```text
/// Heap(7)             7
/// Typed(F; 10, 3)     F(10, 3)
/// Row("abba")         abba
/// Ring("abb")         (abb)
/// Bag(aab)            {aab}
/// Tape("ab", 5)       ab/5
/// Cells               2x3, or .#./...
/// Graph               {0-1 1-2}, or {a-b b-c}
/// Grounded            {0-1 1-1} on 0
/// Bar                 3x4, or 4.4.2
/// Poset               {0<1 0<2}
/// Token               {0-1 1-2} from 0
/// Piles               [1, 2, 3]
/// Line                [4, 7] after 5
/// Stones              {1>0 2>1} with 1:1 2:2
/// Set                 {2, 3, 5}
/// Permutation         [4, 1, 6, 5]
/// Pair                (4, 7)
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// A heap of this number of counters. Prints as a number.
    Heap(u64),
    /// A heap of a named kind, with its sizes. Prints as the kind with its sizes in parentheses.
    Typed(Typed),
    /// A word with two ends. Prints as the word, in quotes if it has signs of the language.
    Row(String),
    /// A word read in a circle: the least of its rotations. Prints in parentheses.
    Ring(String),
    /// Letters without order. Prints in braces.
    Bag(Bag),
    /// A word that grows. Prints as the word, with `/` and the number of letters that may be
    /// written.
    Tape(Tape),
    /// Cells of a grid. Prints as `3x4` or as a picture.
    Cells(Cells),
    /// A graph. Prints as its edges and its vertices without edges, in braces.
    Graph(Graph),
    /// A graph on the ground. Prints as a graph with the name of the ground.
    Grounded(Grounded),
    /// A bar of chocolate. Prints as `3x4`, or as its rows.
    Bar(Bar),
    /// An order, with an edge from each element to each element directly above it. Prints as a
    /// graph with `<` between the ends.
    Poset(Graph),
    /// A token on a vertex of a graph. Prints as a graph with the name of the vertex.
    Token(Token),
    /// Several piles of counters that moves take from at once. Prints as a list; the order matters
    /// only where the rules name places.
    Piles(Piles),
    /// Piles in a line, taken from either end. Prints as a list with the pile taken last.
    Line(Line),
    /// Stones on the vertices of a graph. Prints as a graph with the numbers of stones.
    Stones(Stones),
    /// A set of numbers. Prints as its members in braces.
    Set(NumberSet),
    /// Different numbers in an order. Prints as a list.
    Permutation(Permutation),
    /// A heap of each game of a product. Prints as `(a, b)`.
    Pair([u64; 2]),
}

/// A heap of a named kind: `A(7)`, `F(10, 3)`.
///
/// Two heaps are equal if kind and sizes are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Typed {
    /// The kind.
    pub kind: Arc<str>,
    /// The sizes, as many as the kind has.
    pub sizes: Vec<u64>,
}

/// Letters without order: each letter that occurs, with its count, ascending by letter.
///
/// It has no letter with a count of 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag {
    /// Each letter that occurs with its count, ascending; no count is 0.
    counts: Vec<(char, u32)>,
}

/// A word that grows, and the number of letters that may still be written on it.
///
/// ```text
/// ab/2   two more letters may be written
/// ab     the rules bound the length, by a list
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tape {
    /// The letters on the tape.
    pub word: String,
    /// The number of letters that may still be written; `None` if the rules bound the length.
    pub left: Option<u64>,
}

impl Component {
    /// Returns the memory of the component, in bytes.
    ///
    /// Budgets count it: the value itself and what it owns.
    pub fn bytes(&self) -> u64 {
        (size_of::<Component>() + self.piece(|piece| piece.outside())) as u64
    }
}

impl Component {
    /// Returns the component with what distinguishes the parts of a move: names of vertices and
    /// elements, and places on a board. Its options keep them. No value depends on them.
    ///
    /// Front ends show moves of labelled components; solvers work on bare ones.
    ///
    /// ```
    /// use grundy_games::{Component, Graph};
    ///
    /// let path = Component::Graph(Graph::of(2, [(0, 1)]));
    /// let labelled = path.labelled();
    /// assert_eq!((labelled.bare(), labelled.to_string()), (path.clone(), path.to_string()));
    /// ```
    pub fn labelled(&self) -> Cow<'_, Component> {
        self.piece(|piece| piece.labelled()).map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// Returns the component without names of vertices and elements, and without a place on a
    /// board.
    #[must_use]
    pub fn bare(&self) -> Component {
        self.piece(|piece| piece.bare()).unwrap_or_else(|| self.clone())
    }

    /// Returns what it is, in the language's word: `heap`, `row`, `grid`.
    pub fn noun(&self) -> &'static str {
        self.piece(|piece| piece.noun())
    }

    /// Returns how a position of this kind is written on which nothing is left: `0`, `{}`.
    pub fn nothing(&self) -> String {
        self.piece(|piece| piece.nothing())
    }

    /// Returns how much is left to play: counters, letters, free cells or edges.
    ///
    /// It is a number for comparison, not a bound on the number of moves.
    ///
    /// ```
    /// use grundy_games::{Component, Graph};
    ///
    /// let path = Component::Graph(Graph::of(3, [(0, 1), (1, 2)]));
    /// assert_eq!((path.size(), path.size_text()), (2, "3 vertices".to_owned()));
    /// ```
    pub fn size(&self) -> u128 {
        self.piece(|piece| piece.size())
    }

    /// Returns the size in a few words: `5 letters`, `3 x 4`.
    pub fn size_text(&self) -> String {
        self.piece(|piece| piece.size_text())
    }

    /// Returns about how many components can be reached from it. It is a bound for heaps, piles,
    /// bags and bars; for words, boards, graphs and walks it is rough.
    pub fn reachable(&self) -> f64 {
        self.piece(|piece| piece.reachable())
    }

    /// Returns about how many options it has.
    pub fn options(&self) -> f64 {
        self.piece(|piece| piece.options())
    }

    /// Calls `draw` with what people draw of it.
    pub fn figure<T>(&self, draw: impl FnOnce(Figure<'_>) -> T) -> T {
        self.piece(|piece| draw(piece.figure()))
    }

    /// Asks the component. This is the list of all components.
    fn piece<T>(&self, ask: impl FnOnce(&dyn Piece) -> T) -> T {
        match self {
            Component::Heap(size) => ask(size),
            Component::Typed(typed) => ask(typed),
            Component::Row(word) => ask(&RowWord(word)),
            Component::Ring(word) => ask(&RingWord(word)),
            Component::Bag(bag) => ask(bag),
            Component::Tape(tape) => ask(tape),
            Component::Cells(cells) => ask(cells),
            Component::Graph(graph) => ask(graph),
            Component::Grounded(graph) => ask(graph),
            Component::Bar(bar) => ask(bar),
            Component::Poset(order) => ask(&Elements(order)),
            Component::Token(token) => ask(token),
            Component::Piles(piles) => ask(piles),
            Component::Line(line) => ask(line),
            Component::Stones(stones) => ask(stones),
            Component::Set(set) => ask(set),
            Component::Permutation(order) => ask(order),
            Component::Pair(pair) => ask(pair),
        }
    }
}

impl Bag {
    /// Returns the bag of these letters.
    ///
    /// The order of the letters does not matter.
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
    ///
    /// No count is 0.
    pub fn counts(&self) -> &[(char, u32)] {
        &self.counts
    }

    /// Returns the number of letters, with repeats.
    ///
    /// `{aab}` has the size 3.
    pub fn size(&self) -> u64 {
        self.counts.iter().map(|&(_, count)| u64::from(count)).sum()
    }

    /// Returns the number of occurrences of `letter`.
    ///
    /// A search by halves.
    pub fn count(&self, letter: char) -> u32 {
        self.counts.binary_search_by_key(&letter, |&(known, _)| known).map_or(0, |at| self.counts[at].1)
    }

    /// Returns the bag without the letters of a word; `None` if the bag does not hold them all.
    ///
    /// A letter that occurs twice in the word must be there twice.
    pub fn without_word(&self, word: &str) -> Option<Bag> {
        let foreign = word.chars().any(|letter| self.count(letter) == 0);
        if foreign { None } else { self.without(&Bag::of(word.chars())) }
    }

    /// Returns the bag without the letters of `taken`; `None` if the bag does not hold them all.
    ///
    /// `{aab}` without `{ab}` is `{a}`; without `{bb}` there is none.
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
        self.piece(|piece| piece.write(f))
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
