//! The checkpoint of this search: the positions whose value is known, without those on the path.
//!
//! A known value depends on known values alone, so these facts are closed at any time and form a
//! claim.
//!
//! Reading costs as much as parsing; the values are not computed again here. A wrong fact would
//! make the claim wrong, and the checker, which verifies every fact of the claim, refuses it then.

use grundy_core::Nimber;
use grundy_games::{Component, Query};

use super::{
    ENTRY, PathTable, outside,
    sums::{Sums, bytes},
};
use crate::support::{
    budget::{Budget, Stopped},
    checkpointer::{ByteSink, FactStream, line, lines, read, read_sum, rules, sum_line},
};

/// Gets a table now and then.
pub(super) trait Store<T> {
    /// Stores what is known now, if there is anything to store it with.
    fn keep(&self, table: &T, budget: &mut Budget);
}

/// Passes tables of a query to the checkpointer of the budget.
pub(super) struct TableCheckpoint<'q>(pub &'q Query);

/// Stores nothing.
pub(super) struct NoCheckpoint;

impl<T> Store<T> for NoCheckpoint {
    fn keep(&self, _: &T, _: &mut Budget) {}
}

impl Store<PathTable<Component>> for TableCheckpoint<'_> {
    fn keep(&self, table: &PathTable<Component>, budget: &mut Budget) {
        let ruleset = &self.0.rulesets[0];
        let settled = || table.iter().filter_map(|(component, value)| Some((component, (*value)?)));
        give(budget, &settled, &|(component, value)| line(ruleset, component, value));
    }
}

impl Store<Sums> for TableCheckpoint<'_> {
    fn keep(&self, sums: &Sums, budget: &mut Budget) {
        give(budget, &|| sums.settled(), &|(sum, outcome)| sum_line(self.0, sum, outcome));
    }
}

/// Passes facts to the checkpointer, one per line.
fn give<I: Iterator>(budget: &mut Budget, all: &dyn Fn() -> I, line: &dyn Fn(I::Item) -> String) {
    if budget.until_due().is_none() {
        return;
    }
    let bytes = |sink: ByteSink<'_>| {
        all().all(|fact| sink(line(fact).as_bytes()));
    };
    budget.keep_facts(FactStream { count: all().count() as u64, bytes: &bytes });
}

/// Stores one fact; `None` if the line is no fact, or contradicts the others.
type Take<'t> = &'t mut dyn FnMut(&str, &mut Budget) -> Option<Result<(), Stopped>>;

impl TableCheckpoint<'_> {
    /// Returns the values of an earlier search.
    ///
    /// The bytes of the entries are counted as held; a line that is no fact of this game is
    /// `Unreadable`, and so are two values for one position.
    pub(super) fn values(&self, budget: &mut Budget) -> Result<PathTable<Component>, Stopped> {
        let mut table = PathTable::default();
        let rules = rules(self.0);
        self.resume(budget, &mut |fact, budget| {
            let (component, value) = read(&rules[0], fact)?;
            let held = budget.hold(ENTRY + outside(&component));
            let same: Option<Nimber> = table.insert(component, Some(value)).flatten();
            same.is_none_or(|same| same == value).then_some(held)
        })?;
        Ok(table)
    }

    /// Returns the outcomes of sums of an earlier search.
    pub(super) fn sums(&self, budget: &mut Budget) -> Result<Sums, Stopped> {
        let mut sums = Sums::default();
        let rules = rules(self.0);
        self.resume(budget, &mut |fact, budget| {
            let (sum, outcome) = read_sum(self.0, &rules, fact)?;
            let held = budget.hold(ENTRY + bytes(&sum));
            let same = sums.insert(sum, Some(outcome)).flatten();
            same.is_none_or(|same| same == outcome).then_some(held)
        })?;
        Ok(sums)
    }

    /// Reads each fact with `take`, which returns `None` if the line is no fact or contradicts the
    /// others.
    fn resume(&self, budget: &mut Budget, take: Take<'_>) -> Result<(), Stopped> {
        let Some(facts) = budget.resume() else { return Ok(()) };
        let held = facts.len() as u64;
        budget.hold(held)?;
        let wrong = |budget: &Budget, at: usize| {
            budget.unreadable(format!("its fact {} is not about {}", at + 1, self.0.game_text()))
        };
        let all = lines(&facts).ok_or_else(|| wrong(budget, 0))?;
        for (at, fact) in all.enumerate() {
            budget.charge(16)?;
            take(fact, budget).ok_or_else(|| wrong(budget, at))??;
        }
        budget.release(held);
        Ok(())
    }
}
