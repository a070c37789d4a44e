//! A long search among heaps that may be interrupted and taken up again: what `prove` and `table` share.
//!
//! With `--checkpoint FILE` ([`checkpoint`]) what is known so far is kept: the values of all heaps, or the state of the hunt for
//! a window.

use std::{
    io,
    path::Path,
    time::{Duration, Instant},
};

use grundy::{
    Declaration, Proof, Refusal, Ruleset, Standing,
    period::Quest,
    proof_of,
    shelf::{self, Kept},
};

use super::{
    checkpoint,
    sample::{LONGEST, sample},
};
use crate::{output::CliError, progress::Watch, session::Session};

/// One stretch of work between two looks at the clock takes about that long.
const STRETCH: Duration = Duration::from_millis(100);

/// What is to be found among heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A period, by windows where that is the way.
    Period,
    /// The values of all heaps, for a list.
    Values,
}

/// The search among these heaps, begun anew or taken up.
pub fn begin<'a>(
    session: &Session,
    rules: &'a Declaration,
    to: Option<u64>,
    aim: Aim,
    kept: Option<&Path>,
) -> Result<Quest<'a>, CliError> {
    let refused = |why: Refusal| refused(rules, &why);
    match kept {
        Some(path) if path.exists() => resume(session, rules, aim, path),
        Some(_) if !matches!(rules.ruleset, Ruleset::Heap(_)) => {
            Err(CliError::usage("a checkpoint is about plain heaps", "leave --checkpoint out"))
        }
        // What is kept in a file may be gone on with beyond the limit of today.
        _ => {
            let to = match aim {
                Aim::Values => Some(0),
                Aim::Period => to.filter(|_| kept.is_none()),
            };
            Quest::new(&rules.ruleset, to).map_err(refused)
        }
    }
}

fn resume<'a>(session: &Session, rules: &'a Declaration, aim: Aim, path: &Path) -> Result<Quest<'a>, CliError> {
    let damaged = |damage: String| checkpoint::refused(path, damage);
    let kept = shelf::load_any(path, &rules.to_string()).map_err(|damage| damaged(damage.to_string()))?;
    let mut checked = String::new();
    let quest = match kept {
        Kept::Values(values) => {
            if let Ruleset::Heap(heap) = &rules.ruleset {
                let longest = session.left().map_or(LONGEST, |left| left.min(LONGEST));
                checked = sampled(sample(heap, &values, longest).map_err(damaged)?, values.len());
            }
            Quest::with_values(&rules.ruleset, values, aim == Aim::Period).map_err(|why| refused(rules, &why))?
        }
        Kept::State(_) if aim == Aim::Values => {
            return Err(damaged("it holds the state of a hunt for a period, and a table needs all values".into()));
        }
        Kept::State(state) => Quest::with_state(&rules.ruleset, &state).map_err(|why| damaged(why.into_owned()))?,
    };
    checkpoint::resumed(path, format!("with {} values{checked}", quest.known()));
    Ok(quest)
}

/// How far values that were read are known to be right.
fn sampled(checked: usize, all: usize) -> String {
    match checked == all {
        true => "; all of them were computed again and are right".into(),
        false => format!("; {checked} of them were computed again and are right, the others are not verified"),
    }
}

/// Why nothing is proved of a game.
pub fn refused(rules: &Declaration, why: &str) -> CliError {
    CliError::Input {
        code: "no-proof",
        message: format!("nothing is proved of every position of {rules}: {why}"),
        help: "ask for single positions with `grundy solve`".into(),
        line: None,
    }
}

/// Goes on to a proof, to heap `to`, or to the end of the limits; leaves a checkpoint if one was asked for.
pub fn run(
    session: &Session,
    rules: &Declaration,
    quest: &mut Quest<'_>,
    to: Option<u64>,
    kept: Option<&Path>,
) -> Result<Proof, CliError> {
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut pace, mut step) = (checkpoint::pace(), 4096);
    let resumed = quest.known();
    let outcome = loop {
        let next = if kept.is_some() { end.min(quest.known().saturating_add(step)) } else { end };
        let began = Instant::now();
        let outcome = budget.poll().and_then(|()| quest.run(next, &mut budget));
        if !matches!(outcome, Ok(None)) || next == end {
            break outcome;
        }
        step = if began.elapsed() < STRETCH { step.saturating_mul(2) } else { (step / 2).max(4096) };
        if let Some(path) = kept
            && pace.is_due()
        {
            let began = Instant::now();
            if let Err(error) = save(path, rules, quest) {
                checkpoint::unwritten(path, error);
            }
            pace.kept(began.elapsed());
        }
    };
    let proof = proof_of(rules, quest, end, outcome);
    watch.finish();
    let Some(path) = kept else { return Ok(proof) };
    if proof.standing == Standing::Proved {
        checkpoint::unused(path, "a period is proved, so there is nothing to go on with");
        return Ok(proof);
    }
    if path.exists() && quest.known() == resumed {
        // A list of values is not replaced by the state of a hunt that has not begun.
        checkpoint::unused(path, "this run has found nothing more");
        return Ok(proof);
    }
    let reason = proof.stopped.as_ref().map(|stopped| &stopped.reason);
    match save(path, rules, quest) {
        Ok(true) => checkpoint::holds(path, reason, format!("{} values", quest.known())),
        Ok(false) if path.exists() => checkpoint::holds(path, reason, "what was known half a minute ago or less"),
        Ok(false) => checkpoint::unused(path, "the hunt was at a point that cannot be gone on with"),
        Err(error) => session.aside(Err(CliError::file("write", path, &error)))?,
    }
    Ok(proof)
}

/// Writes a checkpoint; false where what is there at the moment cannot be gone on with.
fn save(path: &Path, rules: &Declaration, quest: &Quest<'_>) -> io::Result<bool> {
    let game = rules.to_string();
    match quest.hunt() {
        None => shelf::save(path, &game, quest.listed().values())?,
        Some(seek) => match seek.state() {
            Some(state) => shelf::save_state(path, &game, &state)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}
