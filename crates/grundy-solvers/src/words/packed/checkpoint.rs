//! The checkpoint of a search of packed words: the words whose value is known, as lines of the same
//! form as those of `search`.
//!
//! A value in the table depends on values in the table alone, so these facts are closed, except
//! when a limit ends the merge of what several workers have found: then the last checkpoint stays.

use grundy_core::Nimber;
use grundy_games::{Component, Convention, Query};

use super::{
    claim::{outcome, sum},
    key::Key,
    search::{LOST, WON, WordSearch},
};
use crate::support::{
    budget::{Budget, Stopped},
    checkpointer::{ByteSink, FactStream, line, lines, read, read_sum, rules, sum_line},
};

/// Passes the table to the checkpointer of the budget.
pub(super) fn keep<K: Key>(query: &Query, search: &WordSearch<K>, budget: &mut Budget) {
    if budget.until_due().is_none() || search.table.is_partial() {
        return;
    }
    let (mover, table) = (&search.mover, &search.table);
    let bytes = |sink: ByteSink<'_>| {
        table.each(|key, value| {
            let line = match query.convention {
                Convention::Normal => line(&query.rulesets[0], &mover.component(key), Nimber(value)),
                Convention::Misere => sum_line(query, &sum(mover, key), outcome(value)),
            };
            sink(line.as_bytes())
        });
    };
    budget.keep_facts(FactStream { count: table.count(), bytes: &bytes });
}

/// Reads the facts of an earlier search into the table.
pub(super) fn resume<K: Key>(query: &Query, search: &mut WordSearch<K>, budget: &mut Budget) -> Result<(), Stopped> {
    let Some(facts) = budget.resume() else { return Ok(()) };
    let held = facts.len() as u64;
    budget.hold(held)?;
    let wrong = |budget: &Budget, at: usize| {
        budget.unreadable(format!("its fact {} is not about {}", at + 1, query.game_text()))
    };
    let rules = rules(query);
    let fact = |line: &str| -> Option<Option<(Component, u64)>> {
        match query.convention {
            Convention::Normal => read(&rules[0], line).map(|(component, value)| Some((component, value.0))),
            Convention::Misere => {
                let (mut terms, found) = read_sum(query, &rules, line)?;
                let value = if found == outcome(LOST) { LOST } else { WON };
                match (terms.len(), terms.pop()) {
                    (1, Some(term)) => Some(Some((term.component, value))),
                    (0, _) if value == WON => Some(None),
                    _ => None,
                }
            }
        }
    };
    let all = lines(&facts).ok_or_else(|| wrong(budget, 0))?;
    for (at, text) in all.enumerate() {
        budget.charge(16)?;
        let Some((component, value)) = fact(text).ok_or_else(|| wrong(budget, at))? else { continue };
        // A fact about a word that does not come up is of no use.
        let Some(key) = search.mover.key(&component).filter(|key| !key.is_none()) else { continue };
        let mixed = search.table.mix(key);
        if search.table.get(mixed).is_some_and(|known| known != value) {
            return Err(wrong(budget, at));
        }
        search.table.insert(mixed, value, budget)?;
    }
    budget.release(held);
    Ok(())
}
