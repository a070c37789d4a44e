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
//! Text becomes [`Declaration`], rules and a question become a [`Query`], a query gets a [`Plan`], the plan runs one solver
//! for each board, and the solvers return an [`Answer`] and [`Claim`]s to [`check`].

mod certificate;
pub mod checkpoint;
mod error;
mod explain;
mod graph;
mod heaps;
mod moves;
mod plan;
mod proof;
mod prove;
mod request;
mod run;
mod solve;
mod solved;
mod strategy;
mod table;

pub use certificate::{Certificate, certificate_text};
pub use error::{Error, Refused};
pub use explain::{Choice, Explanation, Part, explain};
pub use graph::{GraphPlan, LabelledGraph};
pub use grundy_cert::{
    Answer, Automaton, Claim, ClosedForm, Explored, Flaw, Label, Labels, LoopyOutcome, LoopyValue, Machine, Mode,
    OutcomeMap, Period, Quotient, Rarest, ReadError, Shape, Solution, State, Sums, Theorem, ValueMap, Verdict, Window,
    check, check_remoteness, check_within, rarest, read, read_within, window_end, write, write_within,
};
pub use grundy_core::{Fault, Game, MexSet, Nimber, Outcome, cancel_pairs};
pub use grundy_games::{
    Amounts, Avoid, Bag, BagRules, Bar, COUNTER, Cells, Clause, Code, Component, Convention, Cut, Declaration, Digraph,
    DigraphFault, Ending, Ends, FAMILIES, Factor, FactorGame, FactorMove, Family, Gap, Graph, GraphMove, GraphRules,
    HeapMove, HeapRules, Kind, Letter, Letters, ListError, Lists, MOST_PARTS, Map, Measure, Name, Once, Origin, Parts,
    Place, PosetRules, Query, Question, Replace, Reversed, Rewrite, Rings, RowMove, RowRules, Ruleset, Span, Survey,
    Symbol, Take, Tape, TapeRules, Term, Token, TokenRules, Typed, TypedRules, Within, WordList, digraph_file,
    no_lists,
};
pub use grundy_lang as lang;
pub use grundy_lang::{Description, Diagnostic, STORIES, describe, suggest};
pub use grundy_solvers::words::automaton::News;
pub use grundy_solvers::{
    Budget, Checkpointer, Estimate, Facts, Halt, HugePages, Overrun, Progress, Reason, Refusal, SOLVERS, Schedule,
    Scope, Solver, Stopped, bags,
    graphs::loopy,
    heaps::{period, quotient},
    search::memo,
    tapes,
    words::letter_cuts,
};
pub use grundy_table as shelf;
pub use moves::{MAX_LISTED_MOVES, Move, Moves, is_behind, listed, moves, option_labels};
pub use plan::{NoSolver, Plan, Said, Step, plan, plan_full_within, plan_with, plan_within};
pub use proof::{
    Automata, AutomatonQuery, Classes, Finding, Ground, MOST_EXCEPTIONS, Proof, Recurrence, Standing, proof_of, prove,
    prove_on, prove_words, words_solution,
};
pub use prove::ProofQuery;
pub use request::{Chosen, family};
pub use run::{CheckpointNews, Event, Host, Limits, Quiet, Run, Shown};
pub use solve::{Found, Wanted, check_allowance, solve};
pub use solved::{Doubt, Solved, Stats, Status};
pub use strategy::strategy;
pub use table::LongTable;
