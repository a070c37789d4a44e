//! What a move does, as people say it: how many counters it takes, what the names of a rule are,
//! which letters it removes.
//!
//! An option is what a move leaves; several actions may lead to one option. Actions are for people
//! only, and no value depends on them. [`Ruleset::actions`] walks all moves of a component with
//! their actions.
//!
//! ```
//! use grundy_core::Fault;
//! use grundy_games::{Component, Action, Done, Factor, Gap, RowMove, RowRules, Ruleset};
//!
//! let run = RowMove::Remove(Gap::Closes, Factor::Run);
//! let rules = Ruleset::Row(RowRules { moves: vec![run], until: None });
//! let mut actions = Vec::new();
//! let word = Component::Row("baab".into());
//! let walked = rules.actions(&word, |done| {
//!     if let Done::Move(action, _) = done {
//!         actions.push(action.to_string());
//!     }
//!     Ok::<(), Fault>(())
//! });
//! assert_eq!(walked, Ok(()));
//! assert_eq!(actions, ["remove \"b\" at 1", "remove \"aa\" at 2..3", "remove \"b\" at 4"]);
//! ```
//!
//! *Where from.* Moves that take counters, carry stones or add numbers follow from the two sides
//! ([`Ruleset::action`]); all others are found by a walk ([`Ruleset::actions`]), which runs through
//! the same code as the options. *Cost* of a walk: that of the options.

use std::fmt;

use grundy_core::Fault;

use crate::{
    Bag, Component, Ruleset,
    boards::{WalkEnd, settled},
    text::quote as text,
};

/// What a move does. Places are counted from 1.
///
/// `Display` writes it as the program shows it and as a player may type it: `take 2`, `b = 3`,
/// `remove "ab" at 1..2`.
///
/// ```text
/// take 2                         from a heap
/// b = 3                          by a rule with names
/// remove "ab" at 1..2            from a word
/// take {aab}                     from a bag
/// take a-b                       an edge of a graph
/// take row 1, columns 2..3       cells of a board
/// take (1, 2), (1, 3), (2, 3)    cells by their rows and columns
/// take 2 from pile 1 and 1 from 3
/// move 3 from b to a             stones
/// go to c                        a token
/// bite row 2, column 3           chocolate
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// It takes this many counters; 0 if it only splits the heap.
    Take(u64),
    /// The names of the rule have these values.
    Names(Vec<(String, i128)>),
    /// It removes the letters from one place to another.
    Remove {
        /// The letters.
        letters: String,
        /// The place of the first one.
        first: usize,
        /// The place of the last one.
        last: usize,
    },
    /// It replaces the letters from one place to another.
    Replace {
        /// The letters.
        letters: String,
        /// The place of the first one.
        first: usize,
        /// The place of the last one.
        last: usize,
    },
    /// It splits a word into the words that it leaves.
    Split,
    /// It removes every copy of a letter.
    EveryCopy(char),
    /// It takes these letters from a bag.
    Letters(Bag),
    /// It takes this vertex of a graph.
    Vertex(String),
    /// It takes the edge between these vertices.
    Edge(String, String),
    /// It takes these vertices of a graph.
    Vertices(Vec<String>),
    /// It takes all leaves of a graph, except this one if there is one.
    Leaves(Option<String>),
    /// It takes cells of a board: all from one to another.
    Cells {
        /// The row and the column of the first cell, from the top and from the left.
        first: (usize, usize),
        /// Those of the last one.
        last: (usize, usize),
    },
    /// It takes these cells of a board: the row and the column of each.
    Squares(Vec<(usize, usize)>),
    /// It takes this element of an order, with all above it.
    Element(String),
    /// As [`Action::Element`], where the order is a forest: it cuts this edge of a tree.
    Cut(String),
    /// It takes counters from these piles: the place of each, from 1, and the number of counters.
    Piles(Vec<(usize, u64)>),
    /// It moves this many stones along an arc.
    Carry {
        /// The number of stones.
        stones: u64,
        /// The vertex that they leave.
        from: String,
        /// The vertex that they are moved to.
        to: String,
    },
    /// The token goes to this vertex.
    Go(String),
    /// It takes stones where the token is, which goes to another vertex.
    TakeAndGo {
        /// The number of stones.
        stones: u64,
        /// The vertex that the token goes to.
        to: String,
    },
    /// It adds this number to a set.
    Add(u64),
    /// It writes this letter on a tape.
    Write(char),
    /// It bites off a square with everything right of it and below it.
    Bite {
        /// The row, from the top.
        row: usize,
        /// The column, from the left.
        column: usize,
    },
}

/// What [`Ruleset::actions`] reports.
///
/// As [`grundy_core::Visit`], with actions.
#[derive(Debug)]
pub enum Done {
    /// An action, and what it leaves.
    Move(Action, Vec<Component>),
    /// So many cheap steps of computation since the last report.
    Work(u32),
}

impl Ruleset {
    /// Returns what a move from a component to these components does, if that follows from the two
    /// alone: for moves that take counters, carry stones, add numbers or write letters, and for
    /// bars of chocolate.
    ///
    /// ```
    /// use grundy_games::{Amounts, Component::Heap, Action, HeapMove, HeapRules, AmountSet, Parts};
    /// use grundy_games::{Ruleset, Span, Take};
    ///
    /// let amounts = Amounts { kinds: vec![AmountSet::Any], except: vec![] };
    /// let take = Take { amounts, leaving: Span { from: 0, to: Some(1) }, parts: Parts::Any };
    /// let nim = Ruleset::Heap(HeapRules { moves: vec![HeapMove::Take(take)] });
    /// assert_eq!(nim.action(&Heap(5), &[Heap(3)]), Some(Action::Take(2)));
    /// ```
    pub fn action(&self, from: &Component, to: &[Component]) -> Option<Action> {
        self.board(|board| board.action(from, to))
    }

    /// Returns whether [`Ruleset::actions`] reports moves of this component.
    ///
    /// For others a walk would show nothing.
    pub fn has_actions(&self, from: &Component) -> bool {
        self.board(|board| board.has_actions(from))
    }

    /// Calls `visit` with the moves of a component that have actions, and with the work in between.
    /// Graphs, orders and boards of squares leave what [`Component::labelled`] has as options.
    ///
    /// # Errors
    ///
    /// Returns the first error, of `visit` or of the rules.
    pub fn actions<E: From<Fault>>(
        &self,
        from: &Component,
        mut visit: impl FnMut(Done) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut refused = None;
        let walked = self.board(|board| {
            board.actions(from, &mut |seen| {
                visit(seen).map_err(|error| {
                    refused = Some(error);
                    WalkEnd::Refused
                })
            })
        });
        settled(walked, refused)
    }
}

/// Writes `row 1, column 2`, `row 1, columns 2..3` or `rows 1..2, column 3`.
fn places(f: &mut fmt::Formatter<'_>, first: (usize, usize), last: (usize, usize)) -> fmt::Result {
    let many = |from: usize, to: usize| if from == to { "" } else { "s" };
    let (rows, columns) = (PlaceSpan(first.0, last.0), PlaceSpan(first.1, last.1));
    write!(f, "row{} {rows}, column{} {columns}", many(first.0, last.0), many(first.1, last.1))
}

/// A place, or the first and the last of several.
struct PlaceSpan(usize, usize);

impl fmt::Display for PlaceSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 { write!(f, "{}", self.0) } else { write!(f, "{}..{}", self.0, self.1) }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(0) | Action::Split => f.write_str("split"),
            Action::Take(taken) => write!(f, "take {taken}"),
            Action::Names(names) => names
                .iter()
                .enumerate()
                .try_for_each(|(at, (name, value))| write!(f, "{}{name} = {value}", if at == 0 { "" } else { ", " })),
            Action::Remove { letters, first, last } => {
                f.write_str("remove ")?;
                text::quote(f, letters)?;
                write!(f, " at {}", PlaceSpan(*first, *last))
            }
            Action::Replace { letters, first, last } => {
                f.write_str("replace ")?;
                text::quote(f, letters)?;
                write!(f, " at {}", PlaceSpan(*first, *last))
            }
            Action::EveryCopy(letter) => write!(f, "remove every {letter}"),
            Action::Letters(taken) => match taken.counts() {
                [(letter, 1)] => write!(f, "take {letter}"),
                _ => write!(f, "take {taken}"),
            },
            Action::Vertex(name) | Action::Element(name) => write!(f, "take {name}"),
            Action::Edge(from, to) => write!(f, "take {from}-{to}"),
            Action::Leaves(None) => f.write_str("take all leaves"),
            Action::Leaves(Some(kept)) => write!(f, "take all leaves but {kept}"),
            Action::Cells { first, last } => {
                f.write_str("take ")?;
                places(f, *first, *last)
            }
            Action::Vertices(names) => write!(f, "take {}", names.join(", ")),
            Action::Squares(cells) => cells.iter().enumerate().try_for_each(|(at, (row, column))| {
                write!(f, "{}({row}, {column})", if at == 0 { "take " } else { ", " })
            }),
            Action::Cut(name) => write!(f, "cut {name}"),
            Action::Carry { stones, from, to } => write!(f, "move {stones} from {from} to {to}"),
            Action::Go(to) => write!(f, "go to {to}"),
            Action::TakeAndGo { stones, to } => write!(f, "take {stones}, go to {to}"),
            Action::Add(number) => write!(f, "add {number}"),
            Action::Write(letter) => write!(f, "write {letter}"),
            Action::Piles(taken) => taken.iter().enumerate().try_for_each(|(at, (place, taken))| {
                let (before, of) = if at == 0 { ("take ", "from pile") } else { (" and ", "from") };
                write!(f, "{before}{taken} {of} {place}")
            }),
            Action::Bite { row, column } => write!(f, "bite row {row}, column {column}"),
        }
    }
}
