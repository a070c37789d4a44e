//! The claim `separators`: words are sums of runs of one letter, and these are their values.
//!
//! All letters of the rules but one separate words
//! ([`FactorGame::separators`](grundy_games::FactorGame::separators)), so a word is the sum of its
//! pieces: runs of that letter with a separator or nothing at each end. The claim lists the values
//! of each kind of piece by the length of the run; every move leaves shorter runs, so by induction
//! each value is the mex of the sums of values before it. If the claim names a period, the lists
//! end with the first period of all kinds together, and a theorem gives every longer run
//! (`window.rs`).
//!
//! The check derives the separators from the rules, computes the values of the pieces from the
//! moves on runs, and compares those of short runs with the plain meaning of the rules.
//!
//! Cost of the check: a step for each piece and move on it, so the square of the longest run, times
//! the kinds and the rules. Memory: four bytes for each value.
//!
//! ```text
//! claim separators
//! letters b a
//! from 1
//! period 6
//! - - 0 0 1 1 0 0 1
//! - a 0 0 1 ..
//! a - 0 0 1 ..
//! a a 0 0 1 ..
//! end 8
//! ```

mod in_binary;
mod options;
mod text;
mod window;

use std::sync::Arc;

use grundy_core::{Game, MexSet, Nimber};
use grundy_games::{Component, Convention, End, FactorGame, Families, Query, Ruleset};

use super::{Claim, ClaimScope, Context, Evidence, Format, Read, evidence::counted};
use crate::{
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

pub use in_binary::BinaryRuns;

/// The form in certificates.
pub(super) const FORMAT: Format =
    Format { name: "separators", read: Read::Section(|section| Ok(Claim::Separators(Arc::new(text::read(section)?)))) };

/// The form of the claim `binary-runs`.
pub(super) const IN_BINARY: Format = Format {
    name: "binary-runs",
    read: Read::Section(|section| Ok(Claim::BinaryRuns(Arc::new(BinaryRuns::of_lines(section)?)))),
};

/// Runs up to this many letters longer than any that a move reads are verified by the plain meaning
/// too.
const PLAIN: usize = 4;

/// The claim that words are sums of runs, which have these values; in normal play.
///
/// ```
/// use grundy_cert::Separators;
/// use grundy_core::Nimber;
///
/// let rules = grundy_games::game("\"aa\" -> \"\"").unwrap();
/// let values = vec![vec![0, 0, 1, 1]];
/// let claim = Separators { letter: 'a', ends: vec![], repeat: Some((0, 4)), values };
/// assert_eq!(claim.check(&rules.ruleset, &mut || true), Ok(true));
/// // Other letters are walls.
/// assert_eq!(claim.value(&("a".repeat(1002) + "xaa")), Some(Nimber(0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separators {
    /// The letter of the runs.
    pub letter: char,
    /// The other letters of left sides, ascending.
    pub ends: Vec<char>,
    /// The least run from which the values of all kinds repeat, and the least common period; `None`
    /// for a claim about the listed runs only.
    pub repeat: Option<(usize, usize)>,
    /// For each kind of piece, in the order of [`Families::kind`], the values of the runs of 0, 1,
    /// 2, .. letters; with a period, to the end of the first one.
    pub values: Vec<Vec<u32>>,
}

impl Separators {
    /// The value of a word: the exclusive or of those of its pieces. `None` if a run is too long
    /// for the lists. Cost: a pass over the word.
    pub fn value(&self, word: &str) -> Option<Nimber> {
        let mut total = Some(0);
        Families::split(self.letter, &self.ends, word, |piece| {
            let value = self.of_run(piece.kind(self.ends.len()), piece.run);
            total = total.zip(value).map(|(total, value)| total ^ value);
        });
        total.map(|total| Nimber(u64::from(total)))
    }

    /// The value of a run of a kind.
    fn of_run(&self, kind: usize, run: usize) -> Option<u32> {
        let at = match self.repeat {
            Some((first, period)) if run >= first => first + (run - first).checked_rem(period)?,
            _ => run,
        };
        self.values.get(kind)?.get(at).copied()
    }

    /// The number of values of each kind.
    pub fn listed(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// The largest value of a piece.
    pub fn largest(&self) -> u32 {
        self.values.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The least number of values of each kind, from the run of 0 letters on, that prove the period
    /// of these rules; `None` if that is no number of this machine.
    pub fn window(families: &Families, first: usize, period: usize) -> Option<usize> {
        window::end(families, first, period)
    }

    /// Verifies the claim from the rules alone. `go_on` returns whether there is time left. Returns
    /// false if there was not.
    ///
    /// # Errors
    ///
    /// [`Flaw::OtherLaw`] if words are not sums of such runs, [`Flaw::WrongValue`] at the first
    /// value that is another, [`Flaw::NoPeriod`] if the period is not proved.
    pub fn check(&self, ruleset: &Ruleset, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Flaw> {
        let families = self.families(ruleset)?;
        let end = self.end(&families)?;
        ended(self.verify(ruleset, &families, end, false, &mut Poll::new(go_on)))
    }

    /// The families that the rules have, which must be those of the claim.
    fn families(&self, ruleset: &Ruleset) -> Result<Families, Flaw> {
        let families = families_of(ruleset, self.letter)?;
        let listed = self.values.iter().all(|values| values.len() == self.listed());
        if families.ends != self.ends || self.values.len() != families.kinds() || !listed || self.listed() == 0 {
            return Err(Flaw::OtherLaw);
        }
        Ok(families)
    }

    /// The number of runs of each kind whose values the check computes.
    fn end(&self, families: &Families) -> Result<usize, Flaw> {
        let Some((first, period)) = self.repeat else { return Ok(self.listed()) };
        let refuse = |why: &str| Err(Flaw::NoPeriod(why.into()));
        if period == 0 || first.checked_add(period) != Some(self.listed()) {
            return refuse("the values do not end with the first period");
        }
        if !window::is_least(&self.values, first, period) {
            return refuse("the period is not the least");
        }
        match window::end(families, first, period) {
            Some(end) => Ok(end),
            None => refuse("the window of the theorem is too large"),
        }
    }

    /// Verifies the values of the runs below `end`: by the moves on runs, those of short ones or
    /// all of them by the plain meaning too.
    fn verify(
        &self,
        ruleset: &Ruleset,
        families: &Families,
        end: usize,
        plain: bool,
        poll: &mut Poll<'_>,
    ) -> Result<(), Halt> {
        let short = short(families);
        let many = families.ends.len() + 1;
        let mut seen = MexSet::new();
        for run in 0..end {
            for kind in 0..families.kinds() {
                poll.position()?;
                let (left, right) = (kind / many, kind % many);
                let claimed = self.of_run(kind, run).ok_or(Flaw::OtherAnswer)?;
                let claimed = Nimber(u64::from(claimed));
                seen.clear();
                let look = |kind, run| self.of_run(kind, run).ok_or(Halt::Flaw(Flaw::OtherAnswer));
                options::each(families, (left, run, right), look, poll, |value| {
                    seen.insert(Nimber(u64::from(value)));
                })?;
                let mex = seen.mex();
                let word = || word(families, left, run, right);
                if mex != claimed {
                    return Err(Flaw::WrongValue { component: word(), claimed, mex }.into());
                }
                if plain || run < short {
                    plainly(ruleset, word(), &|word| self.value(word), poll)?;
                }
            }
        }
        Ok(())
    }

    /// The number of values of each kind that the words of the sum need.
    fn needed_runs(&self, query: &Query, place: usize) -> usize {
        let mut longest = 0;
        for term in query.position.iter().filter(|term| term.ruleset == place) {
            let Component::Row(word) = &term.component else { continue };
            Families::split(self.letter, &self.ends, word, |piece| longest = longest.max(piece.run));
        }
        longest.saturating_add(1)
    }
}

/// The families of runs of a letter that the rules have.
fn families_of(ruleset: &Ruleset, letter: char) -> Result<Families, Flaw> {
    let Ruleset::Row(_) = ruleset else { return Err(Flaw::OtherLaw) };
    let game = FactorGame::of(ruleset, &[], true).map_err(|_| Flaw::OtherLaw)?;
    Families::on(&game, letter).map_err(|_| Flaw::OtherLaw)
}

/// The runs with fewer letters than this are verified by the plain meaning.
fn short(families: &Families) -> usize {
    families.moves.iter().map(|own| own.run).max().unwrap_or(0).saturating_add(PLAIN)
}

/// The word that is a run between two ends.
fn word(families: &Families, left: End, run: usize, right: End) -> Component {
    let end = |at: End| at.checked_sub(1).and_then(|at| families.ends.get(at));
    let letters = end(left).into_iter().chain(std::iter::repeat_n(&families.letter, run)).chain(end(right));
    Component::Row(letters.collect())
}

/// Verifies the value of a word by the plain meaning of the rules, and the values of its options as
/// sums of pieces. `value` is what is claimed of a word.
fn plainly(
    ruleset: &Ruleset,
    word: Component,
    value: &dyn Fn(&str) -> Option<Nimber>,
    poll: &mut Poll<'_>,
) -> Result<(), Halt> {
    let mut seen = MexSet::new();
    let value = |part: &Component| match part {
        Component::Row(word) => value(word),
        _ => None,
    };
    let claimed = value(&word).ok_or(Flaw::OtherAnswer)?;
    ruleset.walk(&word, |step| {
        let Some(parts) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        let sum = parts.iter().map(value).sum::<Option<Nimber>>();
        seen.insert(sum.ok_or_else(|| Flaw::MissingOption(word.clone()))?);
        Ok::<(), Halt>(())
    })?;
    let mex = seen.mex();
    if mex == claimed { Ok(()) } else { Err(Flaw::WrongValue { component: word, claimed, mex }.into()) }
}

/// How words are sums of runs of a letter between separators.
fn pieces(letter: char, ends: &[char]) -> String {
    let ends: Vec<String> = ends.iter().map(|end| format!("`{end}`")).collect();
    let ends = ends.join(" or ");
    format!("A word is the sum of its runs of `{letter}`, each with the {ends} next to it, parted at any other letter.")
}

impl Evidence for Separators {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        match self.repeat {
            Some((first, period)) => format!("{} kinds, period {period} from {first} on", self.values.len()),
            None => format!("{} kinds, runs of up to {}", self.values.len(), self.listed().saturating_sub(1)),
        }
    }

    fn statement(&self) -> Option<String> {
        let kinds = counted(self.values.len() as u64, "kind");
        self.repeat.map(|_| format!("separators give every value: words are sums of {kinds} of runs"))
    }

    fn details(&self) -> Vec<String> {
        let repeats = self.repeat.map(|(first, period)| {
            format!("Values 0 to {}; from a run of {first} on they repeat with period {period}.", self.largest())
        });
        [pieces(self.letter, &self.ends)].into_iter().chain(repeats).collect()
    }

    fn value(&self, _ruleset: &Ruleset, component: &Component) -> Option<Nimber> {
        if let Component::Row(word) = component { Separators::value(self, word) } else { None }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Normal)?;
        context.scope.requires_its_ruleset()?;
        let ruleset = context.scope.ruleset();
        let families = self.families(ruleset)?;
        let end = self.end(&families)?;
        ended(self.verify(ruleset, &families, end, context.plain, &mut Poll::new(context.go_on))).map(Verdict::of)
    }

    fn needed(&self, scope: ClaimScope<'_>, _poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        if self.repeat.is_some() {
            return Ok(None);
        }
        let needed = self.needed_runs(scope.query, scope.place).min(self.listed());
        let values = self.values.iter().map(|values| values[..needed.min(values.len())].to_vec()).collect();
        Ok(Some(Claim::Separators(Arc::new(Separators { values, ..self.clone() }))))
    }

    fn surplus(&self, query: &Query, place: usize) -> Option<String> {
        let needed = self.needed_runs(query, place);
        (self.repeat.is_none() && self.listed() > needed)
            .then(|| format!("{needed} values of each kind: no others than the proof of the answer needs"))
    }

    fn lines(&self, _query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        Ok(text::write(self))
    }
}
