//! What the checker finds, and why it finds nothing: the verdict, the flaws of a solution, the errors of reading.

use std::{fmt, io};

use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Term};
use grundy_lang::Diagnostic;

/// What the checker says of a solution in which it finds no flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every claim is verified.
    Verified,
    /// The claims are not of a kind that is verified, or the time that it was given ran out.
    Unverified,
    /// More memory would be needed than it was given.
    TooLarge,
}

/// Why a solution does not stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The claims are not about the boards of the query.
    OtherGame,
    /// The answer does not follow from the claims.
    OtherAnswer,
    /// The value claimed for this component is not the mex of its options.
    WrongValue {
        /// The component.
        component: Component,
        /// What is claimed.
        claimed: Nimber,
        /// The mex of the claimed values of its options.
        mex: Nimber,
    },
    /// An option of this component has no claimed value.
    MissingOption(Component),
    /// The outcome claimed for this component does not follow from those of its options.
    WrongWinner(Component),
    /// The outcome claimed for this sum does not follow from those of its options.
    WrongOutcome(Vec<Term>),
    /// The law is not about this game.
    OtherLaw,
    /// The automaton that is claimed is not proved, for this reason.
    NoAutomaton(String),
    /// The period that is claimed is not proved, for this reason.
    NoPeriod(String),
    /// The quotient that is claimed is not proved, for this reason.
    NoQuotient(String),
    /// The matching that is claimed is not proved, for this reason.
    NoMatching(String),
    /// What is claimed for this vertex of a graph of moves does not follow from the vertices around it.
    WrongLabel(String),
    /// The fact that is recorded for this position of a game in code does not follow from the facts
    /// that are recorded for its options.
    WrongFact(String),
    /// Not all that is claimed could be read.
    Unreadable,
    /// The proof of the answer looks at nothing that is claimed of this component.
    Unneeded(Component),
    /// The proof of the answer looks at nothing that is claimed of this sum.
    UnneededSum(Vec<Term>),
    /// The rules break down at a claimed position.
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
            Flaw::OtherLaw => write!(f, "the law that is claimed is not about this game"),
            Flaw::NoAutomaton(why) => write!(f, "the automaton that is claimed is not proved: {why}"),
            Flaw::NoPeriod(why) => write!(f, "the period that is claimed is not proved: {why}"),
            Flaw::NoQuotient(why) => write!(f, "the quotient that is claimed is not proved: {why}"),
            Flaw::NoMatching(why) => write!(f, "the matching that is claimed is not proved: {why}"),
            Flaw::WrongLabel(vertex) => {
                write!(f, "what is claimed for vertex {vertex} does not follow from its options")
            }
            Flaw::WrongFact(position) => {
                write!(f, "what is recorded for {position} does not follow from its options")
            }
            Flaw::Unneeded(component) => write!(f, "the proof needs nothing of what is claimed about {component}"),
            Flaw::UnneededSum(sum) => {
                write!(f, "the proof needs nothing of what is claimed about {}", sum_text(sum))
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

/// Why a certificate is not read.
#[derive(Debug)]
pub enum ReadError {
    /// It says something that no certificate says.
    Mistake(Box<Diagnostic>),
    /// So many bytes would have to be held at least.
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
