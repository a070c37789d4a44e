//! The solver for impartial games on words and heaps: the front door of the library.
//!
//! ```
//! use grundy::{Answer, Ask, Budget, Nimber, Query, Verdict, check, plan};
//!
//! let query = Query::parse("kayles", "5 + 7 + 9", Ask::Value).unwrap();
//! let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
//! assert_eq!(solution.answer, Answer::Value(Nimber(2)));
//! assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
//! ```
//!
//! Text becomes [`Rules`], rules and a question become a [`Query`], a query gets a [`Plan`], the plan runs one kernel
//! for each board, and the kernels return an [`Answer`] and [`Claim`]s to [`check`].

pub mod atlas;
mod census;
mod far;
mod lift;
mod long;
mod losing;
mod moves;
mod plan;
mod proof;
mod strategy;
mod tokens;

pub use census::{Class, Entry, groups, study};
pub use far::{is_behind, listed};
pub use grundy_cert::{
    Answer, Automaton, Book, Claim, Explored, Fate, Flaw, Label, Labels, Law, Machine, Mode, Period, Quotient, Rarest,
    Shape, Solution, State, Sums, Theorem, Unread, Verdict, Window, Winners, Worth, check, check_remoteness,
    check_within, read, read_within, window_end, write, write_within,
};
pub use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, cancel_pairs};
pub use grundy_kernels::automaton::News;
pub use grundy_kernels::{
    Budget, Estimate, Facts, Halt, HugePages, KERNELS, Keeper, Kernel, Overrun, Pace, Progress, Reason, Refusal, Scope,
    Stopped, bag, loopy, period, quotient, search, segment, tape,
};
pub use grundy_rules::*;
pub use grundy_table as shelf;
pub use long::option_labels;
pub use losing::{Density, Generating, LosingWords, density, generating};
pub use moves::{MOST_MOVES, Move, Moves, moves};
pub use plan::{NoKernel, Plan, Said, Step, plan, plan_full_within, plan_with, plan_within};
pub use proof::{
    Automata, Classes, Finding, Ground, MOST_EXCEPTIONS, Proof, Recurrence, Standing, Wish, proof_of, prove, prove_on,
    prove_words, words_solution,
};
pub use strategy::strategy;
pub use tokens::{TokenMove, Tokens, tokens};
