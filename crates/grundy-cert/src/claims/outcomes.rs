//! The claim `outcomes`: who wins sums of components in misère play.
//!
//! A sum without moves is won by the mover; any other sum is won if some option is lost, and lost
//! if all options are won. Cost of the check: one expansion of each component of each recorded sum.
//!
//! ```text
//! claim outcomes
//! N
//! N\t0\t2
//! P\t0\t1
//! end 3
//! ```
//!
//! Each line is an outcome, and for each term of the sum a tab, the number of its ruleset, a tab
//! and the component. The lines are sorted.
//!
//! The example is about `take 1` in misère play: the empty sum is won by the mover, who need not
//! make the last move; one counter is lost, two are won. Sums are in normal form: components
//! without moves are left out, and the others are canonical and sorted. A certificate holds no
//! other sums than the proof of its answer needs; the check refuses one that is neither in the
//! answer nor an option of another.

use std::{
    cell::Cell,
    collections::HashMap,
    fmt,
    ops::{ControlFlow, Deref, DerefMut},
    sync::{Arc, OnceLock},
};

use grundy_core::Outcome;
use grundy_evaluator::words::{CheckNeeds, CheckedGame, Kind, Look, WordFacts, verify};
use grundy_games::{Component, Convention, Query, Ruleset, Term};

use super::{Claim, ClaimScope, Context, Evidence, FEW_WORDS, Format, Read};
use crate::{
    answer::Answer,
    certificate::section::{Expected, Section},
    error::{Flaw, Verdict},
    poll::{Halt, Poll, ended},
};

/// The form in certificates.
pub(super) const FORMAT: Format = Format { name: "outcomes", read: Read::Section(read) };

/// Sums in normal form ([`Query::normal_sum`]) with their misère outcomes.
///
/// It dereferences to the map from sums to outcomes.
///
/// ```
/// use grundy_cert::Sums;
/// use grundy_core::Outcome;
///
/// let mut sums = Sums::new();
/// sums.insert(Vec::new(), Outcome::N);
/// assert_eq!(sums.values().next(), Some(&Outcome::N));
/// assert_eq!(sums.len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Sums {
    /// Not there while they are only in the table of a solver.
    outcomes: OnceLock<HashMap<Vec<Term>, Outcome>>,
    /// The table of a solver, while nothing has changed a sum; lookups use it as long as no map was
    /// asked for.
    table: Option<Arc<dyn SumMap>>,
    /// Whether they are those of a certificate, in which the proof of the answer needs each of
    /// them.
    read: bool,
}

/// Misère outcomes of sums in normal form, however they are stored.
pub trait SumMap: Send + Sync {
    /// The outcome of this sum; `None` if it is not recorded.
    fn outcome(&self, sum: &[Term]) -> Option<Outcome>;

    /// The number of recorded sums.
    fn count(&self) -> u64;

    /// Calls `visit` with each recorded sum and its outcome, until `visit` breaks.
    fn each(&self, visit: &mut dyn FnMut(&Vec<Term>, Outcome) -> ControlFlow<()>);

    /// The outcomes of all recorded sums, if these are single words that are stored as bits, and
    /// the empty sum; a word without moves is won by the next player. `None` by default.
    fn words(&self) -> Option<WordFacts<'_>> {
        None
    }
}

impl Sums {
    /// An empty map.
    pub fn new() -> Sums {
        Sums::default()
    }

    /// The sums of a table, which are copied only where the map is asked for.
    pub fn of(table: Arc<dyn SumMap>) -> Sums {
        Sums { table: Some(table), ..Sums::default() }
    }

    /// The outcome of a sum; `None` if it is not recorded.
    pub fn outcome(&self, sum: &Vec<Term>) -> Option<Outcome> {
        match (&self.table, self.outcomes.get()) {
            (Some(table), None) => table.outcome(sum),
            _ => self.get(sum).copied(),
        }
    }

    /// The number of recorded sums. It does not copy a table into a map.
    fn count(&self) -> u64 {
        match (&self.table, self.outcomes.get()) {
            (Some(table), None) => table.count(),
            _ => self.len() as u64,
        }
    }

    /// Calls `visit` with each recorded sum, up to the first error, which it returns.
    fn try_each(&self, mut visit: impl FnMut(&Vec<Term>, Outcome) -> Result<(), Halt>) -> Result<(), Halt> {
        let (Some(table), None) = (&self.table, self.outcomes.get()) else {
            return self.iter().try_for_each(|(sum, &outcome)| visit(sum, outcome));
        };
        let mut walked = Ok(());
        table.each(&mut |sum, outcome| {
            walked = visit(sum, outcome);
            if walked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        walked
    }
}

impl fmt::Debug for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Deref for Sums {
    type Target = HashMap<Vec<Term>, Outcome>;

    fn deref(&self) -> &Self::Target {
        self.outcomes.get_or_init(|| {
            let mut outcomes = HashMap::new();
            if let Some(table) = &self.table {
                table.each(&mut |sum, outcome| {
                    outcomes.insert(sum.clone(), outcome);
                    ControlFlow::Continue(())
                });
            }
            outcomes
        })
    }
}

impl DerefMut for Sums {
    fn deref_mut(&mut self) -> &mut Self::Target {
        let _ = Sums::deref(self);
        self.table = None;
        self.outcomes.get_mut().expect("they are there after a look at them")
    }
}

impl FromIterator<(Vec<Term>, Outcome)> for Sums {
    fn from_iter<I: IntoIterator<Item = (Vec<Term>, Outcome)>>(sums: I) -> Sums {
        Sums { outcomes: OnceLock::from(sums.into_iter().collect::<HashMap<_, _>>()), ..Sums::default() }
    }
}

impl Evidence for Sums {
    fn keyword(&self) -> &'static str {
        FORMAT.name
    }

    fn summary(&self) -> String {
        format!("{} sums", self.count())
    }

    fn recorded(&self) -> Option<u64> {
        Some(self.count())
    }

    fn misere_outcome(&self, query: &Query, sum: &[Term], poll: &mut Poll<'_>) -> Result<Option<Outcome>, Halt> {
        match normal_sum(query, sum.to_vec(), poll) {
            Ok(sum) => Ok(self.outcome(&sum)),
            // The rules do not know the sum.
            Err(Halt::Flaw(_)) => Ok(None),
            Err(Halt::Enough) => Err(Halt::Enough),
        }
    }

    fn check(&self, context: &mut Context<'_>) -> Result<Verdict, Flaw> {
        context.scope.requires(Convention::Misere)?;
        let ClaimScope { query, answer, .. } = context.scope;
        let (plain, most_bytes) = (context.plain, context.most_bytes / 4);
        let mut poll = context.poll();
        let by_words = match plain {
            true => Ok(false),
            false => self.verify_words(query, answer, most_bytes, &mut poll),
        };
        match by_words {
            Ok(false) => ended(self.verify(query, answer, &mut poll)).map(Verdict::of),
            walked => ended(walked.map(|_| ())).map(Verdict::of),
        }
    }

    /// The sums of the answer, and all recorded options of a sum that is needed.
    fn needed(&self, scope: ClaimScope<'_>, poll: &mut Poll<'_>) -> Result<Option<Claim>, Halt> {
        let query = scope.query;
        let (mut kept, mut open) = (Sums::new(), Vec::new());
        let mut meet = |sum: Vec<Term>, open: &mut Vec<Vec<Term>>| {
            if let Some(outcome) = self.outcome(&sum)
                && kept.insert(sum.clone(), outcome).is_none()
            {
                open.push(sum);
            }
        };
        for sum in scope.answer.misere_sums(query) {
            poll.step()?;
            meet(normal_sum(query, sum, poll)?, &mut open);
        }
        while let Some(sum) = open.pop() {
            poll.position()?;
            query.sum_options(&sum, |step| {
                let Some(option) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
                poll.step()?;
                meet(normal_sum(query, option.to_vec(), poll)?, &mut open);
                Ok::<(), Halt>(())
            })?;
        }
        Ok(Some(Claim::Outcomes(kept)))
    }

    fn lines(&self, query: &Query, _ruleset: &Ruleset) -> Result<Vec<String>, String> {
        let term = |term: &Term| format!("\t{}\t{}", term.ruleset, query.rulesets[term.ruleset].text(&term.component));
        let line =
            |(sum, outcome): (&Vec<Term>, &Outcome)| format!("{outcome}{}", sum.iter().map(term).collect::<String>());
        let mut lines: Vec<String> = self.iter().map(line).collect();
        lines.sort_unstable();
        Ok(lines)
    }
}

impl Sums {
    /// Verifies the outcomes of all words, if they are stored as bits, mostly by the evaluator.
    /// Returns false if they are not, or are left to the plain meaning.
    fn verify_words(&self, query: &Query, answer: &Answer, most_bytes: u64, poll: &mut Poll<'_>) -> Result<bool, Halt> {
        let ([Ruleset::Row(rules) | Ruleset::Ring(rules)], Some(table), None) =
            (&query.rulesets[..], &self.table, self.outcomes.get())
        else {
            return Ok(false);
        };
        let Some(words) = table.words() else { return Ok(false) };
        let mut start = Vec::new();
        for sum in answer.misere_sums(query) {
            poll.step()?;
            let sum = normal_sum(query, sum, poll)?;
            match (&sum[..], self.outcome(&sum)) {
                ([], None | Some(Outcome::N)) => {}
                ([Term { ruleset: 0, component }], Some(outcome)) => start.push((component.clone(), number(outcome))),
                _ => return Ok(false),
            }
        }
        let ring = matches!(query.rulesets[0], Ruleset::Ring(_));
        let game = CheckedGame { rules, ring, kind: Kind::Misere, few: FEW_WORDS, most_bytes };
        let mut plain = |word: &Component, claimed: u64, look: &mut Look<'_>, poll: &mut Poll<'_>| {
            let sum = vec![Term { ruleset: 0, component: word.clone() }];
            let mut look = |sum: &Vec<Term>| match &sum[..] {
                [] => Some(Outcome::N),
                [Term { component, .. }] => look(component).map(outcome),
                _ => None,
            };
            follows(query, &sum, outcome(claimed), &mut look, poll)
        };
        verify(&game, words, CheckNeeds { start: &start, plain: &mut plain, met: None }, poll)
    }

    /// Verifies each sum. Of sums that were read from a certificate, each must be one of the
    /// answer, or an option of another.
    fn verify(&self, query: &Query, answer: &Answer, poll: &mut Poll<'_>) -> Result<(), Halt> {
        let met: HashMap<&[Term], Cell<bool>> = match self.read {
            true => self.keys().map(|sum| (&sum[..], Cell::new(false))).collect(),
            false => HashMap::new(),
        };
        let look = |sum: &Vec<Term>| {
            if let Some(met) = met.get(&sum[..]) {
                met.set(true);
            }
            self.outcome(sum)
        };
        for sum in answer.misere_sums(query) {
            poll.step()?;
            look(&normal_sum(query, sum, poll)?);
        }
        self.try_each(|sum, claimed| follows(query, sum, claimed, &mut |sum| look(sum), poll).map(|_| ()))?;
        match met.iter().find(|(_, met)| !met.get()) {
            Some((sum, _)) => Err(Flaw::UnneededSum(sum.to_vec()).into()),
            None => Ok(()),
        }
    }
}

/// The normal form of a sum.
fn normal_sum(query: &Query, sum: Vec<Term>, poll: &mut Poll<'_>) -> Result<Vec<Term>, Halt> {
    query.normal_sum(sum, |steps| Ok(poll.steps(steps)?))
}

/// The number of an outcome among facts about words.
fn number(outcome: Outcome) -> u64 {
    if outcome == Outcome::P { 0 } else { 1 }
}

/// The outcome of such a number.
fn outcome(number: u64) -> Outcome {
    if number == 0 { Outcome::P } else { Outcome::N }
}

/// Verifies the outcome of a sum by the plain meaning, and the outcomes that the function returns
/// for its options. Returns the number of options. The empty sum, and every other without options,
/// is won by the mover.
fn follows(
    query: &Query,
    sum: &[Term],
    claimed: Outcome,
    look: &mut dyn FnMut(&Vec<Term>) -> Option<Outcome>,
    poll: &mut Poll<'_>,
) -> Result<u64, Halt> {
    poll.position()?;
    let (mut options, mut lost, mut unknown) = (0, false, false);
    query.sum_options(sum, |step| {
        let Some(option) = step.option(|steps| poll.steps(steps))? else { return Ok(()) };
        poll.step()?;
        options += 1;
        match look(&normal_sum(query, option.to_vec(), poll)?) {
            Some(Outcome::P) => lost = true,
            Some(Outcome::N) => {}
            None => unknown = true,
        }
        Ok::<(), Halt>(())
    })?;
    let follows = match claimed {
        Outcome::N => lost || options == 0,
        Outcome::P => options > 0 && !lost && !unknown,
    };
    if follows { Ok(options) } else { Err(Flaw::WrongOutcome(sum.to_vec()).into()) }
}

/// The claim of these lines.
fn read(section: &Section<'_>) -> Result<Claim, Expected> {
    let mut sums = Sums { read: true, ..Sums::default() };
    for (at, line) in section.lines.iter().enumerate() {
        let mut words = line.split('\t');
        let outcome = section.outcome(at, words.next().unwrap_or(""))?;
        let mut sum = Vec::new();
        while let Some(ruleset) = words.next() {
            let component = words.next().ok_or_else(|| Expected::at(at, "a component after its board"))?;
            sum.push(section.term(at, ruleset, component)?);
        }
        if sums.insert(sum, outcome).is_some() {
            return Err(Expected::at(at, "a sum that was not named before"));
        }
    }
    Ok(Claim::Outcomes(sums))
}
