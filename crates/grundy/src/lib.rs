//! The solver for impartial games on words and heaps: the front door of the library.
//!
//! ```
//! let solved = grundy::solve("kayles", "5 + 7 + 9")?;
//! assert_eq!(solved.value(), Some(grundy::Nimber(2)));
//! assert_eq!(solved.outcome(), Some(grundy::Outcome::N));
//! assert!(solved.status().is_proved());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The long way names each step:
//!
//! ```
//! use grundy::{Answer, Budget, Nimber, Question, Verdict, check, lang, plan};
//!
//! let query = lang::query("kayles", "5 + 7 + 9", Question::ValueAndMoves).unwrap();
//! let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
//! assert_eq!(solution.answer, Answer::Value(Nimber(2)));
//! assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
//! ```
//!
//! Text becomes [`Declaration`], rules and a question become a [`Query`], a query gets a [`Plan`],
//! the plan runs one solver for each board, and the solvers return an [`Answer`] and [`Claim`]s to
//! [`check`].

mod certificate;
pub mod checkpoint;
pub mod compound;
mod error;
mod expectation;
pub mod explain;
pub mod graph;
mod heaps;
pub mod left;
mod many;
pub mod moves;
pub mod own;
pub mod plan;
pub mod play;
pub mod proof;
mod prove;
mod reach;
#[cfg(feature = "serde")]
pub mod record;
pub mod request;
pub mod run;
mod solve;
mod solved;
pub mod sources;
pub mod stored;
mod strategy;
mod table;

pub use certificate::{Certificate, certificate_text};
pub use compound::{Compound, Compounded};
pub use error::{Error, Refused};
pub use expectation::Expected;
pub use explain::Explanation;
#[doc(inline)]
pub use grundy_cert as cert;
pub use grundy_cert::{Answer, Claim, Flaw, Means, Solution, Verdict, check};
#[doc(inline)]
pub use grundy_core as theory;
pub use grundy_core::{Fault, Game, GameExt, Nimber, Outcome};
#[doc(inline)]
pub use grundy_games as games;
pub use grundy_games::{Component, Convention, Declaration, Query, Question, Ruleset, Term};
#[doc(inline)]
pub use grundy_lang as lang;
pub use grundy_lang::Diagnostic;
#[doc(inline)]
pub use grundy_layers as layers;
#[doc(inline)]
pub use grundy_solvers as solvers;
pub use grundy_solvers::{Budget, Estimate, Progress, Reason, Refusal, SOLVERS, Solver, Stopped};
#[doc(inline)]
pub use grundy_table as storage;
pub use left::{MovesLeft, moves_left};
pub use moves::{Move, Moves, moves};
pub use plan::{NoSolver, Plan, Step, plan};
pub use proof::{AutomatonQuery, Finding, Proof, Standing, prove};
pub use prove::ProofQuery;
pub use run::{CheckpointNews, Event, Host, Limits, Run};
pub use solve::{Found, Wanted, check_allowance, solve};
pub use solved::{Doubt, Solved, Stats, Status};
pub use stored::{Entry, Stored, TableCheck};
pub use strategy::strategy;
pub use table::LongTable;
