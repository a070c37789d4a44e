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
//! The meaning is the [`Game`](grundy_core::Game) implementation of each board, with a folder per
//! board. It is plain and slow, and it is the only authority: solvers are tested against it, and
//! the checker uses nothing else.
//!
//! The language is here too: [`game()`] and [`position()`] read texts, `Display` writes them. No
//! file is opened: the caller supplies word lists as bytes. The enums of rules and components are
//! exhaustive on purpose: whoever adds a move or a board gets from the compiler the list of all
//! solvers and checks to look at.

#![warn(missing_debug_implementations)]

pub mod action;
mod boards;
pub mod compiled;
pub mod digraph;
pub mod ends;
pub mod factor_game;
pub mod family;
pub mod famous;
pub mod heaps;
mod language;
pub mod query;
pub mod reductions;
mod text;
pub mod words;

pub use action::{Action, Done};
pub use boards::*;
pub use compiled::Compiled;
pub use digraph::{Digraph, DigraphFault, Name, Reversed, Survey, digraph_file};
pub use factor_game::{COUNTER, Ends, FactorGame, FactorMove, Letter, Replace};
pub use family::{FAMILIES, Family, Form, Parameter, ParameterKind, Setting};
pub use famous::{FAMOUS, Famous};
pub use heaps::{
    clause::Clause,
    filter::Filter,
    numbers::{AmountSet, Amounts, Span},
};
pub use language::{
    Description, FOLD_CASE, ReadGame, Reworded, called, count, describe, famous_help, famous_more, filter, game,
    game_with, how_to_write, in_digits, numbers, position, position_with, query, read, read_family, read_set, reworded,
    says_last_wins, small_position, suggest, sum, sum_with, unread_sequence,
};
pub use query::{Query, Question, Term};
pub use text::{
    diagnostic::{Diagnostic, STORIES},
    encoding,
    left_out::left_out,
    spelling::nearest,
};
pub use words::{
    cut::Cut,
    ending::Ending,
    factor::Factor,
    letters::Letters,
    list::{LeftOut, ListError, Lists, Origin, Why, WordList, no_lists},
    power::Power,
    split::LONGEST as LONGEST_SPLIT,
};
