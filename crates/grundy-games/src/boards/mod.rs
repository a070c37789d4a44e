//! The boards: a folder for each, with what its rules mean, how its games and positions are read,
//! and how they are written, counted and drawn.
//!
//! A board is one entry of [`Ruleset`] and one or two of [`Component`]. What is asked of every
//! board is the trait `Board`, what is asked of every component the trait `Piece`; both are
//! implemented in `board.rs` of the folder. `read.rs` has the reader of the board's moves and of
//! its positions, and `mod.rs` the meaning. Nothing outside of this folder lists all boards.
//!
//! | to add | where |
//! |---|---|
//! | rules, positions and what a move leaves | `boards/<board>/mod.rs`, as [`Game`] |
//! | texts of games and positions | `boards/<board>/read.rs` |
//! | everything else that is asked of a board | `boards/<board>/board.rs` |
//! | the two lists | `ruleset.rs`, `component.rs`, and the name in `BOARDS` |

pub mod bag;
pub mod component;
pub mod graph;
pub mod ground;
pub mod heap;
pub mod line;
pub mod permutation;
pub mod piles;
pub mod poset;
pub mod product;
pub mod ring;
pub mod row;
pub mod ruleset;
pub mod set;
pub mod stones;
pub mod tape;
pub mod token;
pub mod typed;

use std::{borrow::Cow, fmt};

use grundy_core::{Fault, Game, Visit};

use crate::{
    Cells, Component, Deed, Done, Graph, Ruleset,
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// The names of the boards.
///
/// A text that names one before a colon is about that board.
pub const BOARDS: [&str; 13] = [
    "heap",
    "piles",
    "product",
    "row",
    "ring",
    "bag",
    "tape",
    "graph",
    "poset",
    "token",
    "stones",
    "set",
    "permutation",
];

/// Reads the moves of the board of this name; `None` if there is no such board.
pub(crate) fn rules(name: &str, cursor: &mut Cursor<'_>) -> Option<Result<Ruleset, Diagnostic>> {
    Some(match name {
        "heap" => heap::read::rules(cursor),
        "piles" => piles::read::rules(cursor),
        "product" => product::read::rules(cursor),
        "row" => row::read::rules(cursor, false),
        "ring" => row::read::rules(cursor, true),
        "bag" => bag::read::rules(cursor),
        "tape" => tape::read::rules(cursor),
        "graph" => ground::read::rules(cursor).and_then(|found| found.map_or_else(|| graph::read::rules(cursor), Ok)),
        "poset" => poset::read::rules(cursor),
        "token" => token::read::rules(cursor),
        "stones" => stones::read::rules(cursor),
        "set" => set::read::rules(cursor),
        "permutation" => permutation::read::rules(cursor),
        _ => return None,
    })
}

/// What is asked of the rules of every board. `Display` writes the moves without the board.
///
/// The answers of a component of another board are those of one without moves.
pub(crate) trait Board: fmt::Display {
    /// The name of the board in the language. Several kinds of rules may share it.
    fn name(&self) -> &'static str;

    /// Whether the moves determine the board, so that the text omits it.
    fn is_bare(&self) -> bool {
        false
    }

    /// Calls `visit` with the options of a component, and with the work in between.
    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), Ended>;

    /// The canonical form of a component: see [`Ruleset::canonical`].
    fn canonical_of(&self, component: &Component) -> Component {
        component.clone()
    }

    /// The text of a component as a position.
    fn text(&self, component: &Component) -> String {
        component.to_string()
    }

    /// What a move does, if that follows from what it is made from and what it leaves.
    fn deed(&self, _from: &Component, _to: &[Component]) -> Option<Deed> {
        None
    }

    /// Whether [`Board::deeds`] reports moves of this component.
    fn has_deeds(&self, _from: &Component) -> bool {
        false
    }

    /// Calls `visit` with what each move of a component does and leaves.
    fn deeds(&self, _from: &Component, _visit: DeedVisitor<'_>) -> Result<(), Ended> {
        Ok(())
    }

    /// Reads one position, which may fall into several components. `copied` is whether a number of
    /// equal positions stands before it; `board` is these rules, for messages.
    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic>;

    /// How to write a position, as a help: `write ..`.
    fn example(&self) -> String;

    /// A small position.
    fn small(&self) -> String;

    /// The moves in English, a sentence each, and the ending.
    fn sentences(&self) -> Vec<String>;

    /// Why every play ends, in English.
    fn why_it_ends(&self) -> String;

    /// The kind of the positions and the moves as lines of a certificate; no moves if they are not
    /// listed.
    fn lines(&self) -> (&'static str, Option<Vec<String>>);

    /// Why positions of this board are not listed by their size, where they are not.
    fn why_no_size(&self) -> &'static str {
        "they are too many"
    }
}

/// What is asked of every component.
pub(crate) trait Piece {
    /// What it is, in the language's word.
    fn noun(&self) -> &'static str;

    /// How a position of this kind is written on which nothing is left.
    fn nothing(&self) -> String;

    /// How much is left to play: counters, letters, free cells or edges.
    fn size(&self) -> u128;

    /// What [`Piece::size`] counts.
    fn size_noun(&self) -> &'static str {
        ""
    }

    /// The size in a few words.
    fn size_text(&self) -> String {
        counted(self.size(), self.size_noun())
    }

    /// The memory that it holds outside of itself, in bytes.
    fn outside(&self) -> usize {
        0
    }

    /// See [`Component::labelled`]; `None` if there is nothing to label.
    fn labelled(&self) -> Option<Component> {
        None
    }

    /// See [`Component::bare`]; `None` if it has no labels.
    fn bare(&self) -> Option<Component> {
        None
    }

    /// About as many components can be reached from it.
    fn reachable(&self) -> f64;

    /// About as many options it has.
    fn options(&self) -> f64;

    /// What people draw of it.
    fn figure(&self) -> Figure<'_>;

    /// Writes the text that the parser reads back.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// What people draw of a component.
pub enum Figure<'a> {
    /// Counters in heaps of these sizes.
    Counters(Vec<u64>),
    /// The letters of a word.
    Word {
        /// The letters.
        letters: &'a str,
        /// The number of letters that may still be written.
        free: Option<u64>,
    },
    /// Letters in a circle.
    Ring(&'a str),
    /// Letters with their numbers.
    Letters(&'a [(char, u32)]),
    /// Cells of a grid.
    Squares(&'a Cells),
    /// Rows of squares, of which the corner is poison.
    Chocolate(&'a [u32]),
    /// An order, with an edge from each element to each element directly above it.
    Order(&'a Graph),
    /// Vertices and edges.
    Network {
        /// The graph.
        graph: Cow<'a, Graph>,
        /// The name of a vertex, if it has one.
        name: Box<dyn Fn(u32) -> Option<String> + 'a>,
        /// The vertex that is marked.
        marked: Option<u32>,
        /// Whether edges have a direction.
        one_way: bool,
        /// What the picture does not show.
        note: Option<String>,
    },
    /// A line of text.
    Text(String),
}

impl fmt::Debug for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Figure")
    }
}

/// Why a walk ended before its last option.
pub(crate) enum Ended {
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
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(Visit<'_, Component>) -> Result<(), Ended>;

/// Gets what moves do and leave, behind a pointer.
pub(crate) type DeedVisitor<'a> = &'a mut dyn FnMut(Done) -> Result<(), Ended>;

/// The end of a walk behind a pointer, with the error that the caller's visitor returned.
pub(crate) fn settled<E: From<Fault>>(walked: Result<(), Ended>, refused: Option<E>) -> Result<(), E> {
    match (walked, refused) {
        (_, Some(error)) => Err(error),
        (Err(Ended::Fault(fault)), None) => Err(fault.into()),
        (Ok(()) | Err(Ended::Refused), None) => Ok(()),
    }
}

/// The walk of rules that report their work.
pub(crate) fn of_walk<G: Game>(
    rules: &G,
    from: &G::Position,
    of: fn(G::Position) -> Component,
    visit: Visitor<'_>,
) -> Result<(), Ended> {
    rules.walk(from, |seen| match seen {
        Visit::Option(left) => passed(left.to_vec(), of, visit),
        Visit::Work(steps) => visit(Visit::Work(steps)),
    })
}

/// The walk of rules that compute little between two options.
pub(crate) fn of_options<G: Game>(
    rules: &G,
    from: &G::Position,
    of: fn(G::Position) -> Component,
    visit: Visitor<'_>,
) -> Result<(), Ended> {
    rules.options(from, |left| passed(left.to_vec(), of, visit))
}

/// Passes an option on as components.
pub(crate) fn passed<T>(left: Vec<T>, of: fn(T) -> Component, visit: Visitor<'_>) -> Result<(), Ended> {
    visit(Visit::Option(&left.into_iter().map(of).collect::<Vec<_>>()))
}

/// A number with its noun.
pub(crate) fn counted(number: u128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
