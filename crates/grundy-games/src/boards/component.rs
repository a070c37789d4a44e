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

use std::{borrow::Cow, fmt};

use super::Figure;
use crate::{Component, Typed};

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

    /// Returns the number by which a table lists positions of this kind: the size of a heap with
    /// one size, or the number of a member of a family; `None` for all others.
    ///
    /// ```
    /// use grundy_games::Component;
    ///
    /// assert_eq!(Component::Heap(7).number(), Some(7));
    /// assert_eq!(Component::Heap(7).with_number(4), Some(Component::Heap(4)));
    /// assert_eq!(Component::Row("ab".into()).number(), None);
    /// ```
    pub fn number(&self) -> Option<u64> {
        match self {
            Component::Heap(size) => Some(*size),
            Component::Typed(heap) if heap.sizes.len() == 1 => heap.sizes.first().copied(),
            Component::Member(member) => Some(member.number),
            _ => None,
        }
    }

    /// Returns the position of the same kind with this number; `None` if it has no number.
    #[must_use]
    pub fn with_number(&self, number: u64) -> Option<Component> {
        match self {
            Component::Heap(_) => Some(Component::Heap(number)),
            Component::Typed(heap) if heap.sizes.len() == 1 => {
                Some(Component::Typed(Typed { kind: heap.kind.clone(), sizes: vec![number] }))
            }
            Component::Member(member) => Some(Component::Member(member.family.member(number))),
            _ => None,
        }
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
    /// bags, bars and permutations; for words, boards, graphs and walks it is rough.
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
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.piece(|piece| piece.write(f))
    }
}
