//! The question: a game's text becomes [`Rules`], rules and a position become a [`Query`]; and what rules mean.
//!
//! ```
//! use grundy_rules::Rules;
//!
//! let kayles = Rules::parse("kayles").unwrap();
//! assert_eq!(kayles.to_string(), "octal 0.77");
//!
//! let mistake = Rules::parse("octal 0.79").unwrap_err();
//! assert_eq!((mistake.code, mistake.span), ("G006", 9..10));
//! ```
//!
//! The meaning is the [`Game`](grundy_core::Game) implementation of each board, one module each: slow, plain, and the
//! only authority. Kernels are tested against it, and the checker uses nothing else. This crate opens no file: word
//! lists are supplied by the front end.

mod bag;
mod canon;
mod cells;
mod clause;
mod component;
mod cut;
mod diagnostic;
mod digraph;
mod ending;
mod ends;
mod expr;
mod factor;
mod factor_game;
mod family;
mod graph;
mod heap;
mod letters;
mod numbers;
mod parse;
mod poset;
mod query;
mod ring;
mod row;
mod rules;
mod sentence;
mod tape;
mod text;
mod token;
mod typed;
mod words;

pub use bag::BagRules;
pub use cells::Cells;
pub use clause::Clause;
pub use component::{Bag, Component, Tape, Typed};
pub use cut::Cut;
pub use diagnostic::{Diagnostic, STORIES};
pub use digraph::{Digraph, DigraphFault, Name, Reversed, Survey, digraph_file};
pub use ending::Ending;
pub use factor::Factor;
pub use factor_game::{COUNTER, Ends, FactorGame, FactorMove, Letter, Replace};
pub use family::{FAMILIES, Family, suggest};
pub use graph::{Graph, GraphMove, GraphRules};
pub use heap::{Code, HeapMove, HeapRules, MOST_PARTS, Parts, Take};
pub use letters::Letters;
pub use numbers::{Amounts, Kind, Span};
pub use poset::{Bar, PosetRules};
pub use query::{Ask, Placed, Query};
pub use ring::Rings;
pub use row::{Gap, Rewrite, RowMove, RowRules, Symbol};
pub use rules::{Board, Play, Rules};
pub use sentence::{Description, describe};
pub use tape::{Avoid, Place, TapeRules, Within};
pub use token::{Map, Once, Token, TokenRules};
pub use typed::{Measure, TypedRules};
pub use words::{Lists, Origin, WordList, no_lists};
