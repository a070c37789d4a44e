//! The solver for impartial games on words and heaps: the library that the program, the page, the
//! HTTP interface and the package for Python share.
//!
//! ```
//! let solved = grundy::solve("kayles", "5 + 7 + 9")?;
//! assert_eq!(solved.value(), Some(grundy::Nimber(2)));
//! assert_eq!(solved.outcome(), Some(grundy::Outcome::N));
//! assert!(solved.status().is_proved());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! A game is a text in the language of the manual or a name (`kayles`), a position is a sum such as
//! `5 + 7 + 9`. In normal play the player who cannot move loses; in misère play that player wins.
//! In normal play every position has a value, a [`Nimber`]; the values of the components of a sum
//! add by exclusive or, and the player to move wins exactly if the value is not 0.
//!
//! # Tasks
//!
//! | to | use |
//! |---|---|
//! | solve one position | [`solve`], or [`Run::solve`] under limits |
//! | list the moves, then check the answer | [`Run::find`], [`Found::moves`], [`Run::settle`] |
//! | explain a value | [`Solved::explain`] |
//! | solve many positions of one game | [`Run::values_of`], [`Run::outcomes_of`], [`Run::find_next`] |
//! | list the values of the heaps from 0 on | [`Run::table`], [`Run::long_table`] |
//! | prove what holds for every position | [`Run::prove`] |
//! | write a proof, and check it later | [`Run::certify`], [`Run::certificate`] |
//! | solve a game whose options are a function | [`Run::solve_game`] and [`own`] |
//! | choose a method, or see why it was chosen | [`Run::plan`] and [`mod@plan`] |
//! | read the words of a command or of a form | [`Run::query`] and [`request`] |
//! | play against the computer | [`play::Match`] |
//! | play several components at once | [`Run::compound`] |
//! | label a graph of moves that may have cycles | [`Run::graph`] |
//! | keep the values of all positions on disk | [`Run::build_table`], [`Run::stored`] |
//! | stop after a time, or from another thread | [`Limits`], [`Run::cancel_flag`] |
//! | report progress, supply word lists | [`Host`] |
//!
//! A [`Run`] is one piece of work: its limits end the answer and its check together, and its host
//! receives the progress.
//!
//! ```
//! use grundy::{Limits, Question, Run, games};
//! use std::time::Duration;
//!
//! let run = Run::new(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
//! // Rules of your own, in the language.
//! let rules = "a -> (a-2b) + (a-b) for b in 1..a/2";
//! let query = games::query(rules, "10 + 7", Question::ValueAndMoves)?;
//! let solved = run.solve(query)?;
//! assert_eq!(solved.outcome(), Some(grundy::Outcome::N));
//! assert_eq!(solved.winning_moves()?.len(), 2);
//! // A mistake in a text has a place, a reason and a stable code.
//! let mistake = grundy::solve("take 0", "5").unwrap_err();
//! assert!(mistake.span().is_some() && mistake.code().starts_with('G'));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # What an answer is worth
//!
//! A solver returns an [`Answer`] with [`Claim`](cert::Claim)s, and [`check`] verifies the claims
//! from the rules alone, with no code of the solvers. If it has verified all, the status is
//! [`Status::Proved`]; else it is [`Status::Computed`], with the reason as a [`Doubt`]. A limit
//! that is reached before the answer is known is an [`Error::Stopped`] and never a wrong answer.
//!
//! # Each step alone
//!
//! ```
//! use grundy::{Answer, Budget, Nimber, Question, Verdict, check, games, plan};
//!
//! let query = games::query("kayles", "5 + 7 + 9", Question::ValueAndMoves).unwrap();
//! let solution = plan(&query).unwrap().run(&mut Budget::new()).unwrap();
//! assert_eq!(solution.answer, Answer::Value(Nimber(2)));
//! assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
//! ```
//!
//! Text becomes [`Declaration`], rules and a question become a [`Query`], a query gets a
//! [`Plan`](plan::Plan), the plan runs one solver for each board, and the solvers return an
//! [`Answer`] and [`Claim`](cert::Claim)s to [`check`].
//!
//! # Where the names are
//!
//! The root has what most programs name: a [`Run`] with its [`Limits`], a [`Query`], what is
//! [`Solved`] and its [`Status`], an [`Error`]. Everything else is in the module of its subject,
//! such as [`moves::Moves`], [`left::MovesLeft`] and [`proof::Proof`], and the crates of the
//! workspace are modules too: [`theory`], [`games`], [`cert`], [`solvers`], [`layers`]
//! and [`storage`]. `cargo xtask tidy` keeps the root at 60 names.
//!
//! # Features
//!
//! `serde` adds the module `record`: answers, moves and plans as data that can be stored. `cluster`
//! adds tables that several processes build together.

pub mod certificate;
mod checking;
pub mod checkpoint;
pub mod compound;
mod error;
pub mod explain;
pub mod graph;
pub mod left;
mod lost;
mod many;
pub mod moves;
pub mod own;
pub mod periods;
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
pub mod square;
pub mod stored;
mod strategy;
mod table;

pub use error::{Error, Refused};
#[doc(inline)]
pub use grundy_cert as cert;
pub use grundy_cert::{Answer, Solution, Verdict, check};
#[doc(inline)]
pub use grundy_core as theory;
pub use grundy_core::{Fault, Game, Nimber, Outcome, help};
#[doc(inline)]
pub use grundy_games as games;
pub use grundy_games::{Component, Convention, Declaration, Query, Question};
#[doc(inline)]
pub use grundy_layers as layers;
#[doc(inline)]
pub use grundy_solvers as solvers;
pub use grundy_solvers::{Budget, Stopped};
#[doc(inline)]
pub use grundy_table as storage;
pub use many::Known;
pub use moves::{moves, moves_by_group};
pub use plan::plan;
pub use proof::prove;
pub use prove::ProofQuery;
pub use run::{Event, Host, Limits, Run, Shown};
pub use solve::{Found, Wanted, solve};
pub use solved::{Doubt, Solved, Stats, Status};
pub use table::LongTable;
