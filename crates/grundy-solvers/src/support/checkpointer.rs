//! What a search knows, as bytes that the front end keeps in a file, so that a later search goes on with it.
//!
//! A solver that keeps ([`Solver::keeps`](crate::solver::Solver::keeps)) gives facts: values of components, or who wins sums. They are facts of
//! the rules, not of the question, and each rests on facts that were given with it; so they stand in the claim of the
//! search that goes on, and the checker verifies them like all others. What is on the path is not kept: it is found again.
//! When to keep is a matter of [`Schedule`]: soon, then more and more seldom.

use std::{fmt, time::Duration};

use grundy_cert::read_component;
use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Declaration, Query, Ruleset, Term};

use crate::support::clock::Stopwatch;

/// Facts on their way to a file.
pub struct Facts<'f> {
    /// How many there are.
    pub count: u64,
    /// Shows their bytes piece by piece, until it is told `false`.
    pub bytes: &'f dyn Fn(Sink<'_>),
}

/// Takes a piece of bytes, and tells whether more are wanted.
pub type Sink<'s> = &'s mut dyn FnMut(&[u8]) -> bool;

/// Keeps the facts of one search, and has those of an earlier one.
pub struct Checkpointer {
    known: Option<Vec<u8>>,
    pace: Schedule,
    keep: Box<dyn FnMut(Facts<'_>) + Send>,
}

impl Checkpointer {
    /// Goes on with what is known from before; `keep` is called at this pace, and at the end.
    pub fn new(known: Option<Vec<u8>>, pace: Schedule, keep: impl FnMut(Facts<'_>) + Send + 'static) -> Checkpointer {
        Checkpointer { known, pace, keep: Box::new(keep) }
    }

    pub(crate) fn is_due(&self) -> bool {
        self.pace.is_due()
    }

    pub(crate) fn until_due(&self) -> Duration {
        self.pace.until_due()
    }

    pub(crate) fn resume(&mut self) -> Option<Vec<u8>> {
        self.known.take()
    }

    pub(crate) fn keep(&mut self, facts: Facts<'_>) {
        let watch = Stopwatch::new();
        (self.keep)(facts);
        self.pace.kept(watch.passed());
    }
}

impl fmt::Debug for Checkpointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keeper({:?} bytes known)", self.known.as_ref().map(Vec::len))
    }
}

/// How often something is kept: first after a hundredth of the longest time, then twice as long each time; and never so often
/// that it takes more than a tenth of the work.
#[derive(Debug)]
pub struct Schedule {
    last: Stopwatch,
    wait: Duration,
    longest: Duration,
}

impl Schedule {
    /// Begins now.
    pub fn new(longest: Duration) -> Schedule {
        Schedule { last: Stopwatch::new(), wait: longest / 100, longest }
    }

    /// Whether it is time.
    pub fn is_due(&self) -> bool {
        self.last.passed() >= self.wait
    }

    /// The time until then.
    pub fn until_due(&self) -> Duration {
        self.wait.saturating_sub(self.last.passed())
    }

    /// It was done, and took this long.
    pub fn kept(&mut self, took: Duration) {
        self.last = Stopwatch::new();
        self.wait = (self.wait * 2).min(self.longest).max(took.saturating_mul(10));
    }
}

/// A fact about a component: its value, and how it is written.
pub(crate) fn line(ruleset: &Ruleset, component: &Component, value: Nimber) -> String {
    format!("{} {}\n", value.0, ruleset.text(component))
}

/// A fact about a sum in misère play: who wins, and its components with their boards.
pub(crate) fn sum_line(query: &Query, sum: &[Term], outcome: Outcome) -> String {
    let text = |term: &Term| query.rulesets[term.ruleset].text(&term.component);
    let parts: String = sum.iter().map(|term| format!("\t{}\t{}", term.ruleset, text(term))).collect();
    format!("{outcome}{parts}\n")
}

/// The lines of some facts; nothing where they are no text.
pub(crate) fn lines(facts: &[u8]) -> Option<impl Iterator<Item = &str>> {
    let text = str::from_utf8(facts).ok()?;
    Some(text.strip_suffix('\n').unwrap_or(text).split('\n').filter(|_| !text.is_empty()))
}

/// The rules of each board of a query, to read facts by.
pub(crate) fn rules(query: &Query) -> Vec<Declaration> {
    query
        .rulesets
        .iter()
        .map(|ruleset| Declaration { convention: Convention::Normal, ruleset: ruleset.clone() })
        .collect()
}

/// Reads [`line`]; the component in canonical form.
pub(crate) fn read(rules: &Declaration, line: &str) -> Option<(Component, Nimber)> {
    let (value, text) = line.split_once(' ')?;
    Some((rules.ruleset.canonical(&read_component(rules, text)?), Nimber(value.parse().ok()?)))
}

/// Reads [`sum_line`].
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
    Some((query.normal_sum(sum).ok()?, outcome))
}
