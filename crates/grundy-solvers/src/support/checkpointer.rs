//! Checkpoints: the facts of a search, as bytes that the front end writes to a file, so that a
//! later search can resume from them.
//!
//! A solver with [`Solver::keeps`](crate::Solver::keeps) stores facts: values of components, or
//! outcomes of sums. They are facts of the rules, not of the query, and each depends only on facts
//! that are stored with it. So they are part of the claim of the search that resumes, and the
//! checker verifies them like all others. The path of the search is not stored; the next search
//! finds it again. [`Schedule`] decides when facts are stored: soon, then more and more seldom.

use std::{fmt, time::Duration};

use grundy_cert::read_component;
use grundy_core::{Fault, Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Query, Ruleset, Term};

use crate::support::clock::Stopwatch;

/// Facts to be written to a file.
pub struct FactStream<'f> {
    /// Number of facts.
    pub count: u64,
    /// Passes their bytes to a sink piece by piece, until the sink returns `false`.
    pub bytes: &'f dyn Fn(ByteSink<'_>),
}

/// Gets a piece of bytes; returns whether more are wanted.
pub type ByteSink<'s> = &'s mut dyn FnMut(&[u8]) -> bool;

/// Stores the facts of one search, and holds those of an earlier one.
pub struct Checkpointer {
    /// The facts of an earlier search, until they are taken.
    known: Option<Vec<u8>>,
    /// When to store.
    schedule: Schedule,
    /// Writes facts, to a file for example.
    keep: Box<dyn FnMut(FactStream<'_>) + Send>,
}

impl Checkpointer {
    /// Returns a checkpointer with the facts `known` from an earlier search. `keep` is called when
    /// the schedule is due, and at the end of the search.
    pub fn new(
        known: Option<Vec<u8>>,
        schedule: Schedule,
        keep: impl FnMut(FactStream<'_>) + Send + 'static,
    ) -> Checkpointer {
        Checkpointer { known, schedule, keep: Box::new(keep) }
    }

    /// Whether the schedule is due.
    pub(crate) fn is_due(&self) -> bool {
        self.schedule.is_due()
    }

    /// Returns the time until it is.
    pub(crate) fn until_due(&self) -> Duration {
        self.schedule.until_due()
    }

    /// Takes the facts of the earlier search; `None` from the second call on.
    pub(crate) fn resume(&mut self) -> Option<Vec<u8>> {
        self.known.take()
    }

    /// Stores facts, and starts the next interval with the time that it took.
    pub(crate) fn keep(&mut self, facts: FactStream<'_>) {
        let watch = Stopwatch::new();
        (self.keep)(facts);
        self.schedule.kept(watch.passed());
    }
}

impl fmt::Debug for Checkpointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkpointer({:?} bytes known)", self.known.as_ref().map(Vec::len))
    }
}

/// When facts are stored: first after a hundredth of the longest interval, then after twice the
/// time of before, and never so often that storing takes more than a tenth of the work.
#[derive(Debug)]
pub struct Schedule {
    /// Runs since the last checkpoint, or the start.
    last: Stopwatch,
    /// The interval until the next one.
    wait: Duration,
    /// The longest interval, unless storing takes more than a tenth of it.
    longest: Duration,
}

impl Schedule {
    /// Starts the schedule now. `longest` is the longest interval between two checkpoints.
    pub fn new(longest: Duration) -> Schedule {
        Schedule { last: Stopwatch::new(), wait: longest / 100, longest }
    }

    /// Whether a checkpoint is due.
    pub fn is_due(&self) -> bool {
        self.last.passed() >= self.wait
    }

    /// Returns the time until the next checkpoint is due.
    pub fn until_due(&self) -> Duration {
        self.wait.saturating_sub(self.last.passed())
    }

    /// Starts the next interval. The last checkpoint took this long.
    pub fn kept(&mut self, took: Duration) {
        self.last = Stopwatch::new();
        self.wait = (self.wait * 2).min(self.longest).max(took.saturating_mul(10));
    }
}

/// Formats a fact about a component: its value and its text.
pub(crate) fn line(ruleset: &Ruleset, component: &Component, value: Nimber) -> String {
    format!("{} {}\n", value.0, ruleset.text(component))
}

/// Formats a fact about a sum in misère play: its outcome, then each component with the number of
/// its ruleset.
pub(crate) fn sum_line(query: &Query, sum: &[Term], outcome: Outcome) -> String {
    let text = |term: &Term| query.rulesets[term.ruleset].text(&term.component);
    let parts: String = sum.iter().map(|term| format!("\t{}\t{}", term.ruleset, text(term))).collect();
    format!("{outcome}{parts}\n")
}

/// Returns the lines of a checkpoint; `None` if it is not UTF-8.
pub(crate) fn lines(facts: &[u8]) -> Option<impl Iterator<Item = &str>> {
    let text = str::from_utf8(facts).ok()?;
    Some(text.strip_suffix('\n').unwrap_or(text).split('\n').filter(|_| !text.is_empty()))
}

/// Returns the rulesets of a query as declarations, for reading facts.
pub(crate) fn rules(query: &Query) -> Vec<Declaration> {
    query
        .rulesets
        .iter()
        .map(|ruleset| Declaration { convention: Convention::Normal, ruleset: ruleset.clone() })
        .collect()
}

/// Reads what [`line`] has written, with the component in canonical form; `None` if it is
/// malformed.
pub(crate) fn read(rules: &Declaration, line: &str) -> Option<(Component, Nimber)> {
    let (value, text) = line.split_once(' ')?;
    Some((rules.ruleset.canonical(&read_component(rules, text)?), Nimber(value.parse().ok()?)))
}

/// Reads what [`sum_line`] has written; `None` if it is malformed.
///
/// The sum is brought into its normal form, as the search looks it up.
pub(crate) fn read_sum(query: &Query, rules: &[Declaration], line: &str) -> Option<(Vec<Term>, Outcome)> {
    let mut parts = line.split('\t');
    let outcome = match parts.next()? {
        "N" => Outcome::N,
        "P" => Outcome::P,
        _ => return None,
    };
    let mut sum = Vec::new();
    while let Some(number) = parts.next() {
        let ruleset = number.parse().ok()?;
        let component = read_component(rules.get(ruleset)?, parts.next()?)?;
        sum.push(Term { ruleset, component });
    }
    Some((query.normal_sum(sum, |_| Ok::<(), Fault>(())).ok()?, outcome))
}
