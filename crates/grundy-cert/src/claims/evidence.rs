//! What every claim can do: give values and outcomes, be checked, be written.
//!
//! The checker, the writer and the reader of answers know claims by this trait alone. Most methods
//! have a default, so that the file of a claim holds only what is particular to it.
//!
//! *To write a claim.* Implement [`Evidence::check`] so that it verifies the statement from the
//! rules of the scope, with a poll in every long loop; [`Evidence::value`] or another of the
//! lookups; and [`Evidence::lines`] with its reader in `FORMATS`. Then add a file to
//! `testdata/deceit/` for each way in which the claim may be false.

use std::num::NonZero;

use grundy_core::{Nimber, Outcome};
use grundy_games::{Component, Convention, Query, Ruleset, Term};

use super::Claim;
use crate::{
    answer::Answer,
    error::{Flaw, Verdict},
    poll::{Halt, Poll},
    segments::Segments,
};

/// The solution that a claim is part of.
///
/// A claim about a ruleset is checked with this ruleset and no other.
#[derive(Clone, Copy)]
pub(crate) struct ClaimScope<'a> {
    /// The query. About the other game of a reduction it may have positions beside those of the
    /// answer.
    pub(crate) query: &'a Query,
    /// The answer that the solution gives, to the query of the certificate.
    pub(crate) answer: &'a Answer,
    /// The place of the claim, and in normal play that of its ruleset.
    pub(crate) place: usize,
}

/// What a check may look at and spend.
pub(crate) struct Context<'a> {
    /// The solution that the claim is part of.
    pub(crate) scope: ClaimScope<'a>,
    /// Whether facts are verified by the plain meaning of the rules alone.
    pub(crate) plain: bool,
    /// The most memory that the check may hold, in bytes.
    pub(crate) most_bytes: u64,
    /// What an earlier check has verified.
    pub(crate) segments: &'a dyn Segments,
    /// How many threads may work at the same time.
    pub(crate) threads: NonZero<usize>,
    /// Whether there is time left.
    pub(crate) go_on: &'a mut dyn FnMut() -> bool,
}

impl Context<'_> {
    /// A poll of the caller, with the threads.
    pub(crate) fn poll(&mut self) -> Poll<'_> {
        Poll::new(self.go_on).in_threads(self.threads)
    }
}

impl<'a> ClaimScope<'a> {
    /// The ruleset that the claim is about.
    pub(crate) fn ruleset(&self) -> &'a Ruleset {
        &self.query.rulesets[self.place]
    }

    /// Refuses a claim that is not about games under this convention.
    pub(crate) fn requires(&self, convention: Convention) -> Result<(), Flaw> {
        if self.query.convention == convention { Ok(()) } else { Err(Flaw::OtherGame) }
    }

    /// Refuses a claim about one ruleset if misère sums mix several.
    pub(crate) fn requires_its_ruleset(&self) -> Result<(), Flaw> {
        let alone = self.query.convention == Convention::Normal || self.query.rulesets.len() == 1;
        if alone { Ok(()) } else { Err(Flaw::OtherGame) }
    }
}

/// A claim about the components of one ruleset, or in misère play about sums.
pub(crate) trait Evidence {
    /// The name in certificates and reports.
    fn keyword(&self) -> &'static str;

    /// Its size in a few words, for debug output. It has no part in a certificate.
    fn summary(&self) -> String;

    /// The number of positions that it records one by one; `None` for a claim about all positions.
    fn recorded(&self) -> Option<u64> {
        None
    }

    /// What it says of all positions, or of all up to [`Evidence::certified_to`], as a sentence
    /// without its end; `None` for a claim about some positions, and for those that a report states
    /// in another way.
    fn statement(&self) -> Option<String> {
        None
    }

    /// More sentences about the statement, each on a line of its own.
    fn details(&self) -> Vec<String> {
        Vec::new()
    }

    /// The number of states of its automata, if it has some.
    fn states(&self) -> Option<u64> {
        None
    }

    /// The largest heap that it is about; `None` if there is none.
    fn certified_to(&self) -> Option<u64> {
        None
    }

    /// Whether it gives only who wins at single components, not their values.
    fn is_outcome(&self) -> bool {
        false
    }

    /// The value of a component in normal play, if the claim gives it.
    fn value(&self, _ruleset: &Ruleset, _component: &Component) -> Option<Nimber> {
        None
    }

    /// Whether a sum of components has this value in normal play, if the claim decides it.
    fn is(
        &self,
        ruleset: &Ruleset,
        parts: &[Component],
        value: Nimber,
        _poll: &mut Poll<'_>,
    ) -> Result<Option<bool>, Halt> {
        let sum: Option<Nimber> = parts.iter().map(|part| self.value(ruleset, part)).sum();
        Ok(sum.map(|sum| sum == value))
    }

    /// Who wins at a single component in normal play, if the claim decides it.
    fn outcome(&self, ruleset: &Ruleset, component: &Component, _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(self.value(ruleset, component).map(Nimber::outcome))
    }

    /// Who wins a sum in misère play, if the claim decides it.
    fn misere_outcome(&self, _query: &Query, _sum: &[Term], _poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        Ok(None)
    }

    /// Verifies the claim from the rules alone. [`Flaw::OtherGame`] if it is not about the rules or
    /// the convention of the query. The verdict is `Verified` only if the whole statement follows;
    /// a limit gives another verdict.
    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw>;

    /// Whether a part of it could not be read from the file, so that lookups may have missed facts.
    fn failed(&self) -> bool {
        false
    }

    /// A recorded component that no lookup has reached; `None` if there is none, or no account of
    /// lookups is kept.
    fn unneeded(&self) -> Option<Component> {
        None
    }

    /// A copy that keeps account of lookups; `None` for a claim that [`Evidence::needed`] cuts, or
    /// that is needed whole.
    fn track(&self, _poll: &mut Poll<'_>) -> Result<Option<Box<dyn Tracked>>, Halt> {
        Ok(None)
    }

    /// The part of the claim that the proof of the answer needs; `None` if that is all of it.
    fn needed(&self, _scope: ClaimScope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        Ok(None)
    }

    /// What a certificate should have in place of the end of the claim if its last lines are not
    /// needed.
    fn surplus(&self, _query: &Query, _place: usize) -> Option<String> {
        None
    }

    /// The lines of the claim in a certificate, without the first and the last one. The error is
    /// the reason why it cannot be certified. Equal claims have equal lines.
    fn lines(&self, query: &Query, ruleset: &Ruleset) -> Result<Vec<String>, String>;
}

/// A number with its noun: `1 state`, `3 states`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A claim that keeps account of which of its facts are looked up.
pub(crate) trait Tracked {
    /// The claim, for lookups.
    fn claim(&self) -> Claim;

    /// The claim with the facts that were looked up, and with those that the check of these looks
    /// up.
    fn needed(&self, ruleset: &Ruleset, poll: &mut Poll<'_>) -> Result<Claim, Halt>;
}
