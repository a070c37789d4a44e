//! `grundy table GAME N` for a program to read: written line by line, from a proved period once there is one.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use grundy::{
    Answer, Claim, Component, Convention, Declaration, Nimber, Progress, Query, Question, Reason, Ruleset, Shape,
    Solution, Solved, Standing, Stopped, Verdict,
};
use grundy_show::{Form, Values, write_values};

use crate::{
    cli::Table,
    finish::write_table,
    output::{CliError, Reply},
    session::{Checking, Session},
    streams::narrate,
    verbs::search::{self, Aim},
};

/// Shorter tables are held, and each of their values is checked.
const LONG: u64 = 10_000;

/// Most periods are proved by the values of so many heaps.
const EARLY: u64 = 17_000;

/// Refuses a table of a game that splits, whose values would not fit into the memory that is allowed, before they are
/// computed.
fn holds(session: &Session, rules: &Declaration, end: u64) -> Result<(), CliError> {
    let Some(most) = session.common.memory else { return Ok(()) };
    let needed = end.saturating_mul(4);
    if needed <= most || !matches!(Shape::of(&rules.ruleset), Ok(Shape::Breaking(_))) {
        return Ok(());
    }
    let mut early = search::begin(session, rules, None, Aim::Values, None)?;
    let mut budget = session.budget();
    if early.run(EARLY.min(end), &mut budget)?.is_some() {
        return Ok(());
    }
    // No period is proved by the first heaps, so all values would be held.
    let progress = Progress { bytes: needed, ..budget.progress() };
    Err(Stopped { reason: Reason::Memory(most), progress, known: Vec::new() }.into())
}

/// The form in which the table is written line by line; nothing where it goes through the planner.
pub fn form(words: &Table, rules: &Declaration, end: u64) -> Option<Form> {
    let form = match () {
        () if words.npy => Form::Npy,
        () if words.csv => Form::Csv,
        () if words.ndjson => Form::Ndjson,
        () if words.bfile && !words.losing => Form::BFile(words.offset.unwrap_or(0)),
        () => return None,
    };
    let heaps = matches!(rules.ruleset, Ruleset::Heap(_))
        && rules.convention == Convention::Normal
        && Shape::of(&rules.ruleset).is_ok();
    let asked = words.checkpoint.is_some() || end > LONG;
    (heaps && asked && words.certificate.is_none() && words.svg.is_none()).then_some(form)
}

pub fn run(session: &Session, words: &Table, rules: &Declaration, end: u64, form: Form) -> Result<Reply, CliError> {
    if matches!(form, Form::BFile(offset) if offset > end) {
        return Err(CliError::usage("the table ends before the offset", "ask for a larger table"));
    }
    let kept = words.checkpoint.as_deref();
    let lock = kept.map(|path| session.lock(path)).transpose()?;
    holds(session, rules, end)?;
    let clock = Instant::now();
    let mut search = search::begin(session, rules, None, Aim::Values, kept)?;
    let proof = search::run(session, rules, &mut search, Some(end), kept)?;
    // A signal ends the writing at once, and would leave the lock there.
    drop(lock);
    if let Some(stopped) = proof.stopped {
        return Err(stopped.into());
    }
    let claim = proof.solution.as_ref().and_then(|(_, solution)| match solution.claims.first() {
        Some(Claim::Period(period)) => Some(period),
        _ => None,
    });
    let told = |heap: u64| match claim {
        Some(period) => period.value(heap).map(|value| value.0),
        None => search.listed().values().get(usize::try_from(heap).ok()?).map(|&value| u64::from(value)),
    };
    // What repeats grows by the saltus, if it grows: the largest value is among the first or in the last period.
    let (first, last) = match claim {
        Some(period) => (end.min(period.preperiod.saturating_add(period.period)), end.saturating_sub(period.period)),
        None => (end, end),
    };
    let few = (0..=first).chain(last.max(first)..=end);
    let largest = few.map(told).try_fold(0, |largest, value| Some(value?.max(largest)));
    let Some(largest) = largest else {
        return Err(CliError::usage("a value of this table is over 2^64 - 1", "ask for a smaller table"));
    };
    let value = |heap| told(heap).unwrap_or_default();
    let proved = match claim {
        Some(_) => proof.standing == Standing::Proved && session.verify_proof(&proof)?,
        None => listed_are_so(session, rules, end, &value, (clock.elapsed(), kept))?,
    };
    if !matches!(form, Form::BFile(_)) {
        narrate(&format!("{rules}: normal play, {}", if proved { "proved" } else { "computed" }));
    }
    let game = rules.to_string();
    let values = Values { game: &game, end, largest, value: &value, verified: proved };
    write_table(session, |out| write_values(&values, form, out))
}

/// Whether the checker verifies values that no period tells, in the time that the check of any table may take.
fn listed_are_so(
    session: &Session,
    rules: &Declaration,
    end: u64,
    value: &dyn Fn(u64) -> u64,
    (took, checkpoint): (Duration, Option<&Path>),
) -> Result<bool, CliError> {
    let bytes = end.saturating_mul(2 * size_of::<Nimber>() as u64);
    if session.common.no_check {
        return Ok(false);
    }
    if bytes > session.most_bytes() {
        return Ok(session.is_proof(&[], Verdict::TooLarge));
    }
    let values: Vec<Nimber> = (0..=end).map(|heap| Nimber(value(heap))).collect();
    let query = Query::new(rules, vec![Component::Heap(end)], Question::Table);
    let solution = Solution { answer: Answer::Values(values.clone()), claims: vec![Claim::Values(values)] };
    let solved = Solved { query, solution, proved: false, kernel: "period".into(), stats: None };
    let found = session.found(solved, Checking { took, patient: false, checkpoint });
    Ok(session.settle(found)?.proved)
}
