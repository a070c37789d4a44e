//! Tables: the values, or in misère play the outcomes, of the heaps from 0 on.
//!
//! A short table is an answer as any other. A long one of a heap game in normal play is a search
//! for a period: once a period is proved, every entry is read off it, and nothing is listed.
//!
//! *Example.* `kayles` up to heap 1,000,000: the values of some thousand heaps prove the period 12
//! after heap 71, and all entries follow. A game whose period is not found is listed value by
//! value, at four bytes a heap.
//!
//! *Cost.* A short table costs its values and as much again for their check. A long one costs what
//! the search costs, then nearly nothing for an entry. *Limits:* heaps of one size; a table of
//! another board is a file (`stored`).
//!
//! ```
//! use grundy::{Limits, Run, games};
//!
//! let kayles = games::game("kayles")?;
//! let run = Run::new(Limits::default());
//! let table = run.long_table(&kayles, 1_000_000, None)?;
//! assert_eq!(table.values().take(6).collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4]);
//! assert_eq!(table.period().map(|period| (period.preperiod, period.period)), Some((71, 12)));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::{fmt, path::Path, time::Duration};

use grundy_cert::{Answer, Claim, Period, Shape, Solution, Verdict};
use grundy_core::Nimber;
use grundy_games::{Component, Convention, Declaration, Query, Question, Ruleset};
use grundy_solvers::{Progress, Reason, Stopped, heaps::period::PeriodSearch, support::clock::Instant};

use crate::{
    checking::CheckEnd,
    checkpoint,
    error::Error,
    periods::{self, SearchLimits, Target},
    proof::Standing,
    run::Run,
    solve::Wanted,
    solved::{Solved, Status, UNCHECKED},
};

/// Shorter tables are held, and each of their values is checked.
const LONG: u64 = 10_000;

/// Most periods are proved by the values of this many heaps.
const EARLY: u64 = 17_000;

/// The most bytes that an entry of a table takes as text.
const WRITTEN: u64 = 64;

/// The values of the heaps from 0 to `end`, each read when it is wanted.
///
/// It holds a period, or four bytes for each heap.
pub struct LongTable<'r> {
    /// The game.
    pub rules: &'r Declaration,
    /// The largest heap.
    pub end: u64,
    /// The largest value.
    pub largest: u64,
    /// Whether the checker has verified the values.
    pub status: Status,
    values: ValueSource<'r>,
}

/// Where the values come from.
enum ValueSource<'r> {
    /// A proved period.
    Period(Period),
    /// Listed one by one.
    Listed(Box<PeriodSearch<'r>>),
}

impl LongTable<'_> {
    /// The value of a heap. `None` beyond the end of the table.
    ///
    /// # Cost
    /// A remainder and a look-up.
    pub fn value(&self, heap: u64) -> Option<u64> {
        if heap > self.end { None } else { self.values.value(heap) }
    }

    /// The period that was proved; `None` if the values are listed one by one.
    ///
    /// The period gives the value of every heap, beyond the end of the table too.
    pub fn period(&self) -> Option<&Period> {
        match &self.values {
            ValueSource::Period(period) => Some(period),
            ValueSource::Listed(_) => None,
        }
    }

    /// The values of the heaps from 0 to the end, in this order: faster than [`LongTable::value`]
    /// for each of them.
    ///
    /// A value after the first period costs an addition and no division.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        // Values after the first period are read off it without a division.
        let repeat = match &self.values {
            ValueSource::Period(period) if period.period > 0 => {
                period.preperiod.checked_add(period.period).map(|end| (end, period))
            }
            ValueSource::Period(_) | ValueSource::Listed(_) => None,
        };
        let (mut at, mut over) = (0, 0u64);
        (0..self.end.saturating_add(1)).map(move |heap| match repeat {
            Some((end, period)) if heap >= end => {
                if at == 0 {
                    over = over.saturating_add(period.saltus);
                }
                let base = period.value(period.preperiod + at).map_or(0, |value| value.0);
                at = if at + 1 == period.period { 0 } else { at + 1 };
                // The largest value of the table fits, so this one does.
                base.saturating_add(over)
            }
            _ => self.values.value(heap).unwrap_or_default(),
        })
    }
}

impl fmt::Debug for LongTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LongTable { rules, end, largest, status, .. } = self;
        write!(f, "LongTable({rules}, heaps to {end}, values to {largest}, {})", status.word())
    }
}

impl ValueSource<'_> {
    /// The value of a heap. `None` if a list does not reach it, or a value does not fit into 64
    /// bits.
    fn value(&self, heap: u64) -> Option<u64> {
        match self {
            ValueSource::Period(period) => period.value(heap).map(|value| value.0),
            ValueSource::Listed(search) => {
                search.list().values().get(usize::try_from(heap).ok()?).map(|&value| u64::from(value))
            }
        }
    }
}

impl Run {
    /// Whether a table is better read off a search for a period, entry by entry, than held as an
    /// answer: [`Run::long_table`] in place of [`Run::table`].
    ///
    /// That is so for heap games in normal play whose period can be sought, above 10,000 heaps or
    /// with a checkpoint.
    pub fn is_long_table(rules: &Declaration, end: u64, checkpoint: bool) -> bool {
        let heaps = matches!(rules.ruleset, Ruleset::Heap(_)) && rules.convention == Convention::Normal;
        heaps && (checkpoint || end > LONG) && Shape::of(&rules.ruleset).is_ok()
    }

    /// The values of the heaps from 0 to `end`, as [`Run::table_to`] finds them.
    ///
    /// # Errors
    /// As [`Run::table_to`].
    pub fn table(&self, rules: &Declaration, end: u64, patient: bool) -> Result<Solved, Error> {
        self.table_to(rules, rules.ruleset.numbered(end).unwrap_or(Component::Heap(end)), patient)
    }

    /// The values of the positions with the numbers from 0 to that of the last one
    /// ([`Component::number`]), in misère play their outcomes, checked one by one: of heaps, of
    /// heaps of one kind, or of the members of a family. The check takes all the time that is left
    /// if `patient`.
    ///
    /// # Errors
    /// As [`Run::solve`]. A table whose text would not fit into the memory is refused before it is
    /// computed.
    ///
    /// # Cost
    /// About 64 bytes of memory for each heap, since the table becomes text.
    pub fn table_to(&self, rules: &Declaration, last: Component, patient: bool) -> Result<Solved, Error> {
        let end = last.number().unwrap_or_default();
        let query = Query::new(rules, vec![last], Question::Table);
        self.budget().hold(WRITTEN.saturating_mul(end))?;
        let mut found = self.find(query, Wanted { patient, ..Wanted::default() })?;
        found.budget().hold(WRITTEN.saturating_mul(end))?;
        self.settle(found)
    }

    /// The values of the heaps from 0 to `end`, from a proved period once there is one. The work
    /// resumes from the checkpoint and is saved to it.
    ///
    /// The check covers the period, or every listed value if both lists fit into the memory.
    ///
    /// # Errors
    /// [`Error::Stopped`] if a limit ends the work, [`Error::Refused`] if the checkpoint is about
    /// another game, or a value does not fit into 64 bits.
    pub fn long_table<'r>(
        &self,
        rules: &'r Declaration,
        end: u64,
        checkpoint: Option<&Path>,
    ) -> Result<LongTable<'r>, Error> {
        let lock = checkpoint.map(checkpoint::lock).transpose()?;
        self.fits(rules, end)?;
        let clock = Instant::now();
        let mut search = periods::open_search(self, rules, None, Target::Values, checkpoint)?;
        let limits = SearchLimits { to: Some(end), ..SearchLimits::default() };
        let proof = periods::run_search(self, rules, &mut search, limits, checkpoint)?;
        // Writing the table may take long, and needs the file no longer.
        drop(lock);
        if let Some(stopped) = proof.stopped {
            return Err(stopped.into());
        }
        let period = proof.solution.as_ref().and_then(|(_, solution)| match solution.claims.first() {
            Some(Claim::Period(period)) => Some(period.clone()),
            _ => None,
        });
        let values = match period {
            Some(period) => ValueSource::Period(period),
            None => ValueSource::Listed(Box::new(search)),
        };
        let largest = largest(&values, end).ok_or_else(|| {
            Error::refused("usage", "a value of this table is over 2^64 - 1", "ask for a smaller table")
        })?;
        let status = match &values {
            ValueSource::Period(_) if proof.standing == Standing::Proved => self.check_proof(&proof)?,
            ValueSource::Period(_) => UNCHECKED,
            ValueSource::Listed(_) => self.check_listed(rules, end, &values, clock.elapsed(), checkpoint)?,
        };
        Ok(LongTable { rules, end, largest, status, values })
    }

    /// Refuses a table of a game that splits, if its values would not fit into the memory that the
    /// limits name, before they are computed. It tries the first 17,000 heaps: most periods are
    /// proved by then, and need no list.
    fn fits(&self, rules: &Declaration, end: u64) -> Result<(), Error> {
        let Some(most) = self.limits().memory else { return Ok(()) };
        let needed = end.saturating_mul(4);
        if needed <= most || !matches!(Shape::of(&rules.ruleset), Ok(Shape::Breaking(_))) {
            return Ok(());
        }
        let mut early = periods::open_search(self, rules, None, Target::Values, None)?;
        let mut budget = self.budget();
        if early.run(EARLY.min(end), &mut budget)?.is_some() {
            return Ok(());
        }
        // No period is proved by the first heaps, so all values would be held.
        let progress = Progress { bytes: needed, ..budget.progress() };
        Err(Stopped { reason: Reason::Memory(most), progress, known: Vec::new() }.into())
    }

    /// Checks listed values one by one, in the time that the check of any answer may take.
    fn check_listed(
        &self,
        rules: &Declaration,
        end: u64,
        values: &ValueSource<'_>,
        took: Duration,
        checkpoint: Option<&Path>,
    ) -> Result<Status, Error> {
        if !self.checks() {
            return Ok(UNCHECKED);
        }
        if end.saturating_mul(2 * size_of::<Nimber>() as u64) > self.most_bytes() {
            return Ok(self.status(&[], CheckEnd { verdict: Verdict::TooLarge, overrun: false, verified: None }));
        }
        let listed: Option<Vec<Nimber>> = (0..=end).map(|heap| values.value(heap).map(Nimber)).collect();
        let Some(listed) = listed else { return Ok(UNCHECKED) };
        let query = Query::new(rules, vec![Component::Heap(end)], Question::Table);
        let solution = Solution { answer: Answer::Values(listed.clone()), claims: vec![Claim::Values(listed)] };
        let solved =
            Solved { query, solution, status: UNCHECKED, solver: "period".into(), stats: None, moves_left: None };
        Ok(self.settle(self.found(solved, took, checkpoint))?.status)
    }
}

/// The largest value of a table. What repeats grows by the saltus, if it grows, so the largest
/// value is among the first ones or in the last period.
fn largest(values: &ValueSource<'_>, end: u64) -> Option<u64> {
    let (first, last) = match values {
        ValueSource::Period(period) => {
            (end.min(period.preperiod.saturating_add(period.period)), end.saturating_sub(period.period))
        }
        ValueSource::Listed(_) => (end, end),
    };
    let few = (0..=first).chain(last.max(first)..=end);
    few.map(|heap| values.value(heap)).try_fold(0, |largest, value| Some(value?.max(largest)))
}
