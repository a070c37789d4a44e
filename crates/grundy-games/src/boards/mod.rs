//! The boards: a folder for each, with what its rules mean, how its games and positions are read,
//! and how they are written, counted and drawn.
//!
//! A board is one entry of [`Ruleset`] and one or two of [`Component`]. What is asked of every
//! board is the trait `Board`, what is asked of every component the trait `OnBoard`; both are
//! implemented in `board.rs` of the folder. `read.rs` has the reader of the board's moves and of
//! its positions, and `mod.rs` the meaning. Nothing outside of this folder lists all boards;
//! the few places that look at some of them are found by the compiler or by the methods without a
//! default.
//!
//! | to add | where |
//! |---|---|
//! | rules, positions and what a move leaves | `boards/<board>/mod.rs`, as [`Game`] |
//! | texts of games and positions | `boards/<board>/read.rs` |
//! | everything else that is asked of a board | `boards/<board>/board.rs` |
//! | the lists of all boards | this file: its module, its name, the reader of its moves, [`Ruleset`], [`Component`] |

pub(crate) mod bag;
pub(crate) mod component;
pub(crate) mod graph;
pub(crate) mod ground;
pub(crate) mod heap;
pub(crate) mod line;
pub(crate) mod permutation;
pub(crate) mod piles;
pub(crate) mod poset;
pub(crate) mod product;
pub(crate) mod ring;
pub(crate) mod row;
pub(crate) mod ruleset;
pub(crate) mod set;
pub(crate) mod stones;
pub(crate) mod tape;
pub(crate) mod token;
pub(crate) mod typed;

use std::{borrow::Cow, fmt};

pub use bag::{Bag, BagMove, BagRules};
pub use graph::{
    Graph, GraphMove, GraphRules,
    cells::{Cells, LONGEST_SIDE},
    connected::{Degrees, connected_sets},
    family::{GraphFamily, GraphMember, GraphPairs},
    labels::Labels,
};
pub use ground::{GroundRules, Grounded};
use grundy_core::{Fault, Game, Visit};
pub use heap::{Code, HeapMove, HeapRules, MOST_PARTS, Parts, Take};
pub use line::{Line, LineRules};
pub use permutation::{Permutation, PermutationRules};
pub use piles::{Piles, PilesMove, PilesRules, Which};
use poset::board::Elements;
pub use poset::{Bar, PosetRules};
pub use product::ProductRules;
pub use ring::{Rings, least as least_rotation};
use row::board::RowOrRing;
pub use row::{Gap, Rewrite, RowMove, RowRules, Splitting, Symbol};
pub use ruleset::{Convention, Declaration};
pub use set::{MOST_MEMBERS, NumberSet, SetRules};
pub use stones::{Stones, StonesFault, StonesRules};
pub use tape::{Avoid, Place, Tape, TapeRules, Within};
pub use token::{Map, Once, Token, TokenRules};
pub use typed::{Measure, Typed, TypedRules};

use crate::{
    Action, Done, Ending, WordList,
    text::{cursor::Cursor, diagnostic::Diagnostic, reader::Reader},
};

/// Reads the moves of a board.
type RulesReader = fn(&mut Cursor<'_>) -> Result<Ruleset, Diagnostic>;

/// Each board by its name, with the reader of its moves.
const READERS: [(&str, RulesReader); 13] = [
    ("heap", heap::read::rules),
    ("piles", piles::read::rules),
    ("product", product::read::rules),
    ("row", |cursor| row::read::rules(cursor, false)),
    ("ring", |cursor| row::read::rules(cursor, true)),
    ("bag", bag::read::rules),
    ("tape", tape::read::rules),
    ("graph", |cursor| ground::read::rules(cursor)?.map_or_else(|| graph::read::rules(cursor), Ok)),
    ("poset", poset::read::rules),
    ("token", token::read::rules),
    ("stones", stones::read::rules),
    ("set", set::read::rules),
    ("permutation", permutation::read::rules),
];

/// The names of the boards.
///
/// A text that names one before a colon is about that board.
pub const BOARDS: [&str; READERS.len()] = {
    let (mut names, mut at) = ([""; READERS.len()], 0);
    while at < names.len() {
        names[at] = READERS[at].0;
        at += 1;
    }
    names
};

/// Returns the reader of the moves of the board of this name; `None` if there is no such board.
pub(crate) fn reader(name: &str) -> Option<RulesReader> {
    READERS.iter().find(|(own, _)| *own == name).map(|(_, read)| *read)
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
    /// Graphs and cells of grids. Its components are [`Component::Graph`], [`Component::Cells`] and
    /// [`Component::Member`].
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
    /// Different numbers in an order. Its components are [`Component::Permutation`].
    Permutation(PermutationRules),
    /// Pairs of heaps, one of each of two games. Its components are [`Component::Pair`].
    Product(ProductRules),
}

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
/// Member              path 12
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
    /// The graph of a family for one number. Prints as the family with that number.
    Member(GraphMember),
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

impl Ruleset {
    /// Returns the word lists of the rules, in the order of the text.
    ///
    /// Two rulesets with equal texts and equal lists are equal.
    pub fn lists(&self) -> Vec<&WordList> {
        match self {
            Ruleset::Row(rules) | Ruleset::Ring(rules) => rules
                .moves
                .iter()
                .flat_map(RowMove::lists)
                .chain(rules.until.iter().filter_map(Ending::words))
                .collect(),
            Ruleset::Bag(rules) => rules
                .moves
                .iter()
                .flat_map(BagMove::lists)
                .chain(rules.until.iter().filter_map(Ending::words))
                .collect(),
            Ruleset::Tape(rules) => rules.lists().collect(),
            Ruleset::Heap(_) | Ruleset::Typed(_) | Ruleset::Product(_) => Vec::new(),
            Ruleset::Graph(_) | Ruleset::Ground(_) | Ruleset::Poset(_) | Ruleset::Token(_) => Vec::new(),
            Ruleset::Piles(_) | Ruleset::Line(_) | Ruleset::Stones(_) => Vec::new(),
            Ruleset::Set(_) | Ruleset::Permutation(_) => Vec::new(),
        }
    }

    /// Asks the board. This is the list of all boards.
    pub(crate) fn board<T>(&self, ask: impl FnOnce(&dyn Board) -> T) -> T {
        match self {
            Ruleset::Heap(rules) => ask(rules),
            Ruleset::Typed(rules) => ask(rules),
            Ruleset::Row(rules) => ask(rules),
            Ruleset::Ring(rules) => ask(&Rings(rules)),
            Ruleset::Bag(rules) => ask(rules),
            Ruleset::Tape(rules) => ask(rules),
            Ruleset::Graph(rules) => ask(rules),
            Ruleset::Ground(rules) => ask(rules),
            Ruleset::Poset(rules) => ask(rules),
            Ruleset::Token(rules) => ask(rules),
            Ruleset::Piles(rules) => ask(rules),
            Ruleset::Line(rules) => ask(rules),
            Ruleset::Stones(rules) => ask(rules),
            Ruleset::Set(rules) => ask(rules),
            Ruleset::Permutation(rules) => ask(rules),
            Ruleset::Product(rules) => ask(rules),
        }
    }
}

impl Component {
    /// Asks the component. This is the list of all components.
    pub(crate) fn piece<T>(&self, ask: impl FnOnce(&dyn OnBoard) -> T) -> T {
        match self {
            Component::Heap(size) => ask(size),
            Component::Typed(typed) => ask(typed),
            Component::Row(word) => ask(&RowOrRing { word, ring: false }),
            Component::Ring(word) => ask(&RowOrRing { word, ring: true }),
            Component::Bag(bag) => ask(bag),
            Component::Tape(tape) => ask(tape),
            Component::Cells(cells) => ask(cells),
            Component::Graph(graph) => ask(graph),
            Component::Member(member) => ask(member),
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
    fn walk_from(&self, from: &Component, visit: Visitor<'_>) -> Result<(), WalkEnd>;

    /// The canonical form of a component: see [`Ruleset::canonical`].
    fn canonical_of(&self, component: &Component) -> Component {
        component.clone()
    }

    /// The text of a component as a position.
    fn text(&self, component: &Component) -> String {
        component.to_string()
    }

    /// What a move does, if that follows from what it is made from and what it leaves.
    fn action(&self, _from: &Component, _to: &[Component]) -> Option<Action> {
        None
    }

    /// Whether [`Board::actions`] reports moves of this component.
    fn has_actions(&self, _from: &Component) -> bool {
        false
    }

    /// Calls `visit` with what each move of a component does and leaves.
    fn actions(&self, _from: &Component, _visit: ActionVisitor<'_>) -> Result<(), WalkEnd> {
        Ok(())
    }

    /// Reads one position, which may fall into several components. `copied` is whether a number of
    /// equal positions stands before it; `board` is these rules, for messages.
    fn read(&self, reader: &mut Reader<'_>, copied: bool, board: &Ruleset) -> Result<Vec<Component>, Diagnostic>;

    /// What a number in a position is.
    fn number(&self) -> &'static str {
        "a number"
    }

    /// How a position that is a list of numbers is written; `None` if numbers beside each other are
    /// components of a sum.
    fn number_list(&self) -> Option<NumberList>;

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
pub(crate) trait OnBoard {
    /// What it is, in the language's word.
    fn noun(&self) -> &'static str;

    /// How a position of this kind is written on which nothing is left.
    fn nothing(&self) -> String;

    /// How much is left to play: counters, letters, free cells or edges.
    fn size(&self) -> u128;

    /// What [`OnBoard::size`] counts.
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

/// How a position that is a list of numbers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberList {
    /// The brackets around it.
    pub brackets: [&'static str; 2],
    /// What the whole is.
    pub whole: &'static str,
    /// What each number is.
    pub each: &'static str,
}

/// What people draw of a component.
pub enum Figure<'a> {
    /// Counters in heaps of these sizes.
    Counters(Vec<u64>),
    /// The letters of a word.
    Word {
        /// The letters.
        letters: &'a str,
        /// The number of letters that may still be written, if it is known.
        free: Option<u64>,
        /// Whether letters may be written at all.
        grows: bool,
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
    /// Numbers in a row.
    Items {
        /// The numbers, and whether each has a mark.
        items: Vec<(String, bool)>,
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
pub(crate) enum WalkEnd {
    /// The rules fail.
    Fault(Fault),
    /// The visitor returned an error, which its caller keeps.
    Refused,
}

impl From<Fault> for WalkEnd {
    fn from(fault: Fault) -> WalkEnd {
        WalkEnd::Fault(fault)
    }
}

/// Gets the options and the work through a pointer.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(Visit<'_, Component>) -> Result<(), WalkEnd>;

/// Gets what moves do and leave through a pointer.
pub(crate) type ActionVisitor<'a> = &'a mut dyn FnMut(Done) -> Result<(), WalkEnd>;

/// The end of a walk through a pointer, with the error that the caller's visitor returned.
pub(crate) fn settled<E: From<Fault>>(walked: Result<(), WalkEnd>, refused: Option<E>) -> Result<(), E> {
    match (walked, refused) {
        (_, Some(error)) => Err(error),
        (Err(WalkEnd::Fault(fault)), None) => Err(fault.into()),
        (Ok(()) | Err(WalkEnd::Refused), None) => Ok(()),
    }
}

/// The walk of rules that report their work.
pub(crate) fn of_walk<G: Game>(
    rules: &G,
    from: &G::Position,
    of: impl Fn(G::Position) -> Component,
    visit: Visitor<'_>,
) -> Result<(), WalkEnd> {
    rules.walk(from, |seen| match seen {
        Visit::Option(left) => visit(Visit::Option(&left.iter().cloned().map(&of).collect::<Vec<_>>())),
        Visit::Work(steps) => visit(Visit::Work(steps)),
    })
}

/// The walk of rules that compute little between two options.
pub(crate) fn of_options<G: Game>(
    rules: &G,
    from: &G::Position,
    of: impl Fn(G::Position) -> Component,
    visit: Visitor<'_>,
) -> Result<(), WalkEnd> {
    rules.options(from, |left| visit(Visit::Option(&left.iter().cloned().map(&of).collect::<Vec<_>>())))
}

/// Passes an option on as components.
pub(crate) fn passed<T>(left: Vec<T>, of: fn(T) -> Component, visit: Visitor<'_>) -> Result<(), WalkEnd> {
    visit(Visit::Option(&left.into_iter().map(of).collect::<Vec<_>>()))
}

/// A number with its noun.
pub(crate) fn counted(number: u128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
