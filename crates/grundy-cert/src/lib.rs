//! Claims about impartial games, the checker that verifies them, and certificates.
//!
//! A solver returns a [`Solution`]: the [`Answer`] to a [`Query`](grundy_games::Query), and the
//! [`Claim`]s that it follows from. [`check`] verifies the claims from the rules alone, with the
//! meaning of `grundy-games` and without any solver, and reads the answer off them again.
//! [`write()`] writes a solution as a certificate, [`read()`] reads it, so that it can be checked
//! elsewhere and later.
//!
//! ```
//! use grundy_cert::{Answer, Claim, Solution, Verdict, check, read, write};
//! use grundy_core::Nimber;
//! use grundy_games::{Query, Question};
//!
//! let rules = grundy_games::game("take 1 or 2").unwrap();
//! let position = grundy_games::position(&rules, "4").unwrap();
//! let query = Query::new(&rules, position, Question::Value);
//! let values = [0, 1, 2, 0, 1].map(Nimber).to_vec();
//! let claims = vec![Claim::Values(values)];
//! let solution = Solution { answer: Answer::Value(Nimber(1)), claims };
//! assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
//!
//! let certificate = write(&query, &solution).unwrap();
//! let (query, solution) = read(&certificate, &|_| Err("no word lists".into())).unwrap();
//! assert_eq!(check(&query, &solution, &mut || true), Ok(Verdict::Verified));
//! ```
//!
//! Claims are data about positions, not traces of a run: a second program can check them, and a
//! test can alter each of them. Long checks call a function of the caller that returns whether
//! there is time left, and stop soon after it returns false; no check opens a file or reads a
//! clock.
//!
//! | part | where |
//! |---|---|
//! | what can be claimed, and what its check verifies | [`Claim`] |
//! | the order of a check, and its limits | [`check`], [`check_within`], [`check_with`] |
//! | what a check has found | [`Verdict`], [`Flaw`] |
//! | certificates as text | [`write()`], [`read()`], [`read_within`] |
//! | facts about single components, in memory or in a file | [`ValueMap`], [`OutcomeMap`] |
//! | theorems that give every value | [`closed_form`], [`Theorem`] |
//! | graphs of moves that may have cycles | [`Labels`] |
//!
//! *What must be believed.* The meaning of the rules in `grundy-games`, the parser for the text of
//! a certificate, the theorems, whose proofs are in the manual, and this crate. No solver is among
//! it. The evaluators of `grundy-evaluator` are fast twins of the meaning: they confirm values, and
//! what they do not confirm, and a random sample, is computed by the meaning itself. [`Means`]
//! chooses whether they are used at all.
//!
//! *Cost.* For claims about single positions one expansion of each; for claims about all positions
//! what their file states.

mod answer;
#[cfg(test)]
mod by_means;
mod certificate;
mod check;
mod claims;
mod error;
mod facts;
#[cfg(test)]
mod hostile;
mod loopy;
mod lost;
mod needed;
mod poll;
mod segments;
mod solution;

pub use answer::Answer;
pub use certificate::{
    parse::read_component,
    read::{read, read_within, shortened},
    write::{write, write_within},
};
pub use check::{CheckLimits, Means, check, check_by, check_with, check_within};
pub use claims::{
    Automaton, Binary, Breaking, Claim, Counter, CounterStep, Counting, CountingGoal, CountingMachine, CountingPlace,
    CountingState, Dfa, Explored, Factor, LARGEST_AMOUNT, MOST_ELEMENTS, Machine, Matching, Meaning, Mode, OfKind,
    Period, Product, Quotient, RangeMoves, Rarest, Reduced, Repetition, Runs, Shape, State, SumMap, Sums, System,
    Theorem, Window, closed_form, few_amounts, last_rare, rarest, reduced_query, window_end,
};
pub use error::{Flaw, ReadError, Verdict};
pub use facts::{OutcomeMap, ValueMap, filed::CertificateSource};
pub use grundy_evaluator::{
    heaps::ValueBox,
    words::{EachPlanes, EachSets, Factors, VisitPlanes, VisitSets, WordFacts},
};
pub use loopy::{Label, Labels, LoopyOutcome, LoopyValue, check_remoteness};
pub use lost::LostHeaps;
pub use segments::Segments;
pub use solution::Solution;
