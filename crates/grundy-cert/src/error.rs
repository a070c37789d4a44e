//! The verdict of the checker, the flaws that it finds, and the errors of reading a certificate.
//!
//! A verdict is about the limits of a check; a flaw refutes a solution. Both, and the errors of
//! reading, may get new variants, so that a match outside of this crate needs an arm for the
//! others.

use std::{fmt, io};

use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Diagnostic, Term};

/// The verdict on a solution in which the checker finds no flaw.
///
/// Only the first one proves the answer. The others are no reason to doubt it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Every claim is verified, and the answer follows from the claims. Then the answer is proved.
    Verified,
    /// A claim is of a kind that is not verified, or the time of the check was up. With more time
    /// the check may succeed, unless [`Claim::unchecked`](crate::Claim::unchecked) has a reason.
    Unverified,
    /// The check needs more memory than it was given. The same check with more memory may succeed.
    TooLarge,
}

impl Verdict {
    /// The verdict of a check that ended, or that stopped because its time was up.
    pub(crate) fn of(ended: bool) -> Verdict {
        if ended { Verdict::Verified } else { Verdict::Unverified }
    }
}

/// The verdict in a few words.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Verified => "verified",
            Verdict::Unverified => "not verified",
            Verdict::TooLarge => "the check needs more memory than it may hold",
        })
    }
}

/// Why a solution is refused.
///
/// A flaw is found in the solution, never in the rules, except for [`Flaw::Fault`]. `Display` is a
/// clause for a message; the first flaw ends a check, so there may be others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// The claims are not about the rulesets or the convention of the query. Also if their number
    /// is not that of the rulesets.
    OtherGame,
    /// The answer does not follow from the claims. The claims may be right nevertheless.
    OtherAnswer,
    /// The value claimed for this component is not the mex of its options.
    WrongValue {
        /// The component.
        component: Component,
        /// The claimed value.
        claimed: Nimber,
        /// The mex of the claimed values of its options.
        mex: Nimber,
    },
    /// An option of this component has no claimed value. The claim is not closed under options, so
    /// it proves nothing about the component.
    MissingOption(Component),
    /// The outcome claimed for this component does not follow from those of its options.
    WrongWinner(Component),
    /// The outcome claimed for this sum does not follow from those of its options.
    WrongOutcome(Vec<Term>),
    /// The closed form is not about this game. The rules do not satisfy the hypotheses of the
    /// theorem.
    OtherLaw,
    /// The claimed automaton is not proved; the reason. For example the first word whose label is
    /// not the mex of its options.
    NoAutomaton(String),
    /// The claimed period is not proved; the reason. For example the first heap whose value is
    /// another, or a period that is not the least.
    NoPeriod(String),
    /// The claimed quotient is not proved; the reason. For example a sum without a move to a lost
    /// one.
    NoQuotient(String),
    /// The claimed automata of relations are not proved; the reason.
    NoRelation(String),
    /// The claimed matching is not proved; the reason.
    NoMatching(String),
    /// The label of this vertex of a graph of moves does not follow from the vertices around it.
    WrongLabel(String),
    /// The fact that is recorded for this position of a game in code does not follow from the facts
    /// that are recorded for its options.
    WrongFact(String),
    /// A part of the claims could not be read. The file may have changed while it was checked.
    Unreadable,
    /// The proof of the answer does not use the fact about this component. A certificate holds no
    /// fact without use, so that equal proofs are equal files.
    Unneeded(Component),
    /// The proof of the answer does not use the fact about this sum.
    UnneededSum(Vec<Term>),
    /// The rules break down at a claimed position. A number overflows there, or a move does not
    /// bring the game nearer to its end.
    Fault(Fault),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::OtherGame => write!(f, "the claims are not about this game"),
            Flaw::OtherAnswer => write!(f, "the answer does not follow from the claims"),
            Flaw::WrongValue { component, claimed, mex } => {
                write!(f, "{component} is claimed to have value {}, but the mex of its options is {}", claimed.0, mex.0)
            }
            Flaw::MissingOption(component) => write!(f, "an option of {component} has no claimed value"),
            Flaw::WrongWinner(component) => {
                write!(f, "the outcome claimed for {component} does not follow from its options")
            }
            Flaw::WrongOutcome(sum) => {
                write!(f, "the outcome claimed for {} does not follow from its options", sum_text(sum))
            }
            Flaw::OtherLaw => write!(f, "the claimed law is not about this game"),
            Flaw::NoAutomaton(why) => write!(f, "the claimed automaton is not proved: {why}"),
            Flaw::NoPeriod(why) => write!(f, "the claimed period is not proved: {why}"),
            Flaw::NoQuotient(why) => write!(f, "the claimed quotient is not proved: {why}"),
            Flaw::NoRelation(why) => write!(f, "the claimed automata of heaps are not proved: {why}"),
            Flaw::NoMatching(why) => write!(f, "the claimed matching is not proved: {why}"),
            Flaw::WrongLabel(vertex) => {
                write!(f, "the label of vertex {vertex} does not follow from its options")
            }
            Flaw::WrongFact(position) => {
                write!(f, "what is recorded for {position} does not follow from its options")
            }
            Flaw::Unneeded(component) => write!(f, "the proof does not use the fact about {component}"),
            Flaw::UnneededSum(sum) => {
                write!(f, "the proof does not use the fact about {}", sum_text(sum))
            }
            Flaw::Unreadable => write!(f, "not all of the claims could be read"),
            Flaw::Fault(fault) => write!(f, "the rules break down: {fault}"),
        }
    }
}

/// A sum, for a message.
fn sum_text(sum: &[Term]) -> String {
    if sum.is_empty() {
        return "the sum without moves".to_owned();
    }
    sum.iter().map(|term| term.component.to_string()).collect::<Vec<_>>().join(" + ")
}

impl std::error::Error for Flaw {}

impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        Flaw::Fault(fault)
    }
}

/// Why a certificate cannot be read.
///
/// Reading verifies the form alone, and that all facts are sorted.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A line is not what would be written; the diagnostic has the line and what was expected. Its
    /// code is stable.
    Mistake(Box<Diagnostic>),
    /// Reading needs at least this much memory, in bytes, which is more than it was given. Nothing
    /// was read in vain: it is known from the sizes of lines.
    TooLarge(u64),
    /// The file cannot be read.
    File(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Mistake(mistake) => write!(f, "{}; {}", mistake.message, mistake.help),
            ReadError::TooLarge(bytes) => write!(f, "{} MiB of memory would be needed", bytes.div_ceil(1 << 20)),
            ReadError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::File(error)
    }
}

impl From<Diagnostic> for ReadError {
    fn from(mistake: Diagnostic) -> ReadError {
        ReadError::Mistake(Box::new(mistake))
    }
}
