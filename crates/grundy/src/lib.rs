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
//! Text becomes [`Declaration`], rules and a question become a [`Query`], a query gets a
//! [`Plan`](plan::Plan), the plan runs one solver for each board, and the solvers return an
//! [`Answer`] and [`Claim`](cert::Claim)s to [`check`].
//!
//! The root has what most programs name: a [`Run`] with its [`Limits`], a [`Query`], what is
//! [`Solved`] and its [`Status`], an [`Error`]. Everything else is in the module of its subject,
//! such as [`moves::Moves`], [`left::MovesLeft`] and [`proof::Proof`], and the crates of the
//! workspace are modules too: [`theory`], [`games`], [`lang`], [`cert`], [`solvers`], [`layers`]
//! and [`storage`]. `cargo xtask tidy` keeps the root at 60 names.

pub mod certificate;
pub mod checkpoint;
pub mod compound;
mod error;
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
mod run;
mod solve;
mod solved;
pub mod sources;
pub mod stored;
mod strategy;
mod table;

pub use error::{Error, Refused};
#[doc(inline)]
pub use grundy_cert as cert;
pub use grundy_cert::{Answer, Solution, Verdict, check};
#[doc(inline)]
pub use grundy_core as theory;
pub use grundy_core::{Fault, Game, Nimber, Outcome};
#[doc(inline)]
pub use grundy_games as games;
pub use grundy_games::{Component, Convention, Declaration, Query, Question};
#[doc(inline)]
pub use grundy_lang as lang;
#[doc(inline)]
pub use grundy_layers as layers;
#[doc(inline)]
pub use grundy_solvers as solvers;
pub use grundy_solvers::{Budget, Stopped};
#[doc(inline)]
pub use grundy_table as storage;
pub use moves::moves;
pub use plan::plan;
pub use proof::prove;
pub use prove::ProofQuery;
pub use run::{Event, Host, Limits, Run, Shown};
pub use solve::{Found, Wanted, solve};
pub use solved::{Doubt, Solved, Stats, Status};
pub use table::LongTable;
