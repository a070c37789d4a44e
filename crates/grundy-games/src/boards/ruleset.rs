//! Rulesets of all boards as one type, and their meaning as one [`Game`].
//!
//! A [`Ruleset`] holds what the text states and nothing derived from it, so that equal texts are
//! equal rulesets. The implementation of [`Game`] asks the board, as do the canonical forms, on
//! which solvers and the checker must agree.
//!
//! ```
//! use grundy_games::{Component, Convention, Graph, GraphMove, GraphRules, Ruleset};
//!
//! let rules = Ruleset::Graph(GraphRules::of(vec![GraphMove::Vertex]));
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

use super::{NumberList, WalkEnd, settled};
use crate::{Component, GraphFamily, GraphMove, GraphRules, Ruleset};

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

impl Ruleset {
    /// Returns the canonical form of a component: one of equal value, and of equal outcome in every
    /// sum, that serves as a key for all components of the same form. The book's page on theorems
    /// proves the equality.
    ///
    /// Names and places are dropped. It costs up to a pass over the component, for graphs much
    /// more.
    pub fn canonical(&self, component: &Component) -> Component {
        self.board(|board| board.canonical_of(component))
    }

    /// Returns whether the component has the value 0 because the second player can answer each move
    /// by its image: the shape equals itself rotated by 180 degrees, and no cell is mapped to
    /// itself or to a neighbour. Moves that take connected sets of vertices are left out.
    ///
    /// Then no search is needed (Tweedledum and Tweedledee).
    pub fn mirrors(&self, component: &Component) -> bool {
        let (Ruleset::Graph(rules), Component::Cells(cells)) = (self, component) else { return false };
        rules.allow_images() && cells.mirrors()
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

    /// Returns the position with this number of a game whose positions are numbers: heaps of one
    /// kind, or the members of a family; `None` for all other games.
    pub fn numbered(&self, number: u64) -> Option<Component> {
        match self {
            Ruleset::Heap(_) => Some(Component::Heap(number)),
            Ruleset::Graph(GraphRules { on: Some(family), .. }) => Some(Component::Member(family.member(number))),
            _ => None,
        }
    }

    /// Returns the same game on the graphs of a family.
    ///
    /// # Errors
    /// Why the game is not played on them, as a message.
    pub fn on(&self, family: GraphFamily) -> Result<Ruleset, String> {
        match self {
            Ruleset::Graph(rules) if rules.moves.contains(&GraphMove::Leaves) => {
                Err(format!("games that take leaves are not played on {family}"))
            }
            Ruleset::Graph(rules) => Ok(Ruleset::Graph(GraphRules { on: Some(family), ..rules.clone() })),
            other => Err(format!(
                "{family} is a family of graphs, and this game is played on another board: {}",
                other.name()
            )),
        }
    }

    /// Returns the text of a component as a position of this board. A row that a cut has left on a
    /// ring is quoted.
    ///
    /// It is read back by the parser, with the text of the rules.
    pub fn text(&self, component: &Component) -> String {
        self.board(|board| board.text(component))
    }

    /// Returns the name of the board in the language.
    ///
    /// Several rulesets may share a board: `heap` has plain and typed heaps.
    pub fn name(&self) -> &'static str {
        self.board(|board| board.name())
    }

    /// Returns the moves as lines of a certificate, for programs that do not read the language of
    /// games: first the kind of the positions, which is `none` if the moves are not listed. Those
    /// of tapes are not, unless listed words at the end of the tape are all that restricts them,
    /// nor those of games with word lists from files.
    ///
    /// The manual's page on certificates defines each line. Letters are code points, and
    /// expressions are in prefix notation.
    ///
    /// ```
    /// let rules = grundy_games::game("take 1 or 2").unwrap();
    /// let lines = rules.ruleset.certificate_lines();
    /// assert_eq!(lines, ["moves heap", "move take 1..1 2..2 leave 0..1 any"]);
    /// ```
    pub fn certificate_lines(&self) -> Vec<String> {
        match self.board(|board| board.lines()) {
            (kind, Some(moves)) => [format!("moves {kind}")].into_iter().chain(moves).collect(),
            (_, None) => vec!["moves none".to_owned()],
        }
    }

    /// Returns how a position that is a list of numbers is written; `None` if numbers beside each
    /// other are components of a sum.
    pub fn number_list(&self) -> Option<NumberList> {
        self.board(|board| board.number_list())
    }

    /// Returns why positions of this board have no size by which they could be listed, for the
    /// boards on which they have none.
    pub fn why_no_size(&self) -> &'static str {
        self.board(|board| board.why_no_size())
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
        let walked = self.board(|board| {
            board.walk_from(component, &mut |seen| {
                visit(seen).map_err(|error| {
                    refused = Some(error);
                    WalkEnd::Refused
                })
            })
        });
        settled(walked, refused)
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.convention == Convention::Misere { "misère " } else { "" }, self.ruleset)
    }
}

/// The text that the parser reads back. Games on heaps omit their board if the moves determine it.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board(|board| match board.is_bare() {
            true => board.fmt(f),
            false => write!(f, "{}: {board}", board.name()),
        })
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
