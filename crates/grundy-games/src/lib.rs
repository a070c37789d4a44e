//! Games as data, and their meaning: a [`Ruleset`] is a board with its moves, a [`Declaration`] is
//! a ruleset under a convention, and a [`Query`] is a question about a sum of positions.
//!
//! ```
//! use grundy_core::{Fault, Game};
//! use grundy_games::{Code, Component, HeapMove, HeapRules, Ruleset};
//!
//! // Kayles: take one or two counters, and leave at most two heaps.
//! let code = Code { hexadecimal: false, digits: vec![0, 7, 7] };
//! let kayles = Ruleset::Heap(HeapRules { moves: vec![HeapMove::Code(code)] });
//! assert_eq!(kayles.to_string(), "octal 0.77");
//!
//! let mut options = 0;
//! let visited: Result<(), Fault> = kayles.options(&Component::Heap(3), |_| {
//!     options += 1;
//!     Ok(())
//! });
//! assert_eq!((visited, options), (Ok(()), 3));
//! ```
//!
//! The meaning is the [`Game`](grundy_core::Game) implementation of each board, with one module per
//! board. It is plain and slow, and it is the only authority: solvers are tested against it, and
//! the checker uses nothing else.
//!
//! This crate parses no game and opens no file: the caller supplies word lists as bytes. The enums
//! of rules and components are exhaustive on purpose: whoever adds a move or a board gets from the
//! compiler the list of all solvers and checks to look at.

#![warn(missing_debug_implementations)]

pub mod bag;
pub mod canon;
pub mod cells;
pub mod clause;
pub mod compiled;
pub mod component;
pub mod cut;
pub mod deed;
pub mod digraph;
pub mod encoding;
pub mod ending;
pub mod ends;
pub mod expr;
pub mod factor;
pub mod factor_game;
pub mod family;
pub mod famous;
pub mod filter;
pub mod graph;
pub mod ground;
pub mod heap;
mod labels;
pub mod letters;
pub mod line;
mod linear;
mod meter;
pub mod numbers;
pub mod piles;
pub mod poset;
pub mod power;
pub mod product;
pub mod query;
mod rewrite;
pub mod ring;
pub mod row;
pub mod rules;
pub mod set;
mod split;
pub mod stones;
pub mod tape;
pub mod text;
pub mod token;
pub mod typed;
pub mod words;

pub use bag::{BagMove, BagRules};
pub use cells::Cells;
pub use clause::Clause;
pub use compiled::Compiled;
pub use component::{Bag, Component, Tape, Typed};
pub use cut::Cut;
pub use deed::{Deed, Done};
pub use digraph::{Digraph, DigraphFault, Name, Reversed, Survey, digraph_file};
pub use ending::Ending;
pub use factor::Factor;
pub use factor_game::{COUNTER, End, Ends, FactorGame, FactorMove, Families, FamilyMove, Letter, Piece, Replace, Rest};
pub use family::{FAMILIES, Family, Form, Parameter, ParameterKind, Setting};
pub use famous::{FAMOUS, Famous, not_impartial};
pub use filter::Filter;
pub use graph::{Graph, GraphMove, GraphRules};
pub use ground::{GroundRules, Grounded};
pub use heap::{Code, HeapMove, HeapRules, MOST_PARTS, Parts, Take};
pub use labels::Labels;
pub use letters::Letters;
pub use line::{Line, LineRules};
pub use numbers::{Amounts, Kind, Span};
pub use piles::{Piles, PilesMove, PilesRules, Which};
pub use poset::{Bar, PosetRules};
pub use power::Power;
pub use product::ProductRules;
pub use query::{Query, Question, Term};
pub use ring::Rings;
pub use row::{Gap, Rewrite, RowMove, RowRules, Splitting, Symbol};
pub use rules::{Convention, Declaration, Ruleset};
pub use set::{NumberSet, SetRules};
pub use split::LONGEST as LONGEST_SPLIT;
pub use stones::{Stones, StonesFault, StonesRules};
pub use tape::{Avoid, Place, TapeRules, Within};
pub use token::{Map, Once, Token, TokenRules};
pub use typed::{Measure, TypedRules};
pub use words::{LeftOut, ListError, Lists, Origin, Why, WordList, no_lists};
