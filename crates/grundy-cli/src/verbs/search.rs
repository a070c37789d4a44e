//! A long search among heaps that may be interrupted and taken up again: what `prove` and `table` share.
//!
//! With `--checkpoint FILE` what is known so far is read from the file if it is there, and written to it soon, then more and
//! more seldom, at least every half minute, and when the search ends early: the values of all heaps, or the state of the
//! hunt for a window. A file about another game, or a damaged one, is refused.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use grundy::{
    Board, Proof, Reason, Refusal, Rules, Standing,
    period::Quest,
    proof_of,
    shelf::{self, Kept},
};

use crate::{
    output::{Trouble, narrate},
    progress::Watch,
    session::Session,
};

/// The longest time between two checkpoints; the first one is written a hundredth of it after the start.
const EVERY: Duration = Duration::from_secs(30);

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
pub fn begin<'a>(rules: &'a Rules, to: Option<u64>, aim: Aim, checkpoint: Option<&Path>) -> Result<Quest<'a>, Trouble> {
    let refused = |why: Refusal| refused(rules, &why);
    match checkpoint {
        Some(path) if path.exists() => take_up(rules, aim, path),
        Some(_) if !matches!(rules.board, Board::Heap(_)) => {
            Err(Trouble::usage("a checkpoint is about plain heaps", "leave --checkpoint out"))
        }
        // What is kept in a file may be gone on with beyond the limit of today.
        _ => {
            let to = match aim {
                Aim::Values => Some(0),
                Aim::Period => to.filter(|_| checkpoint.is_none()),
            };
            Quest::new(&rules.board, to).map_err(refused)
        }
    }
}

fn take_up<'a>(rules: &'a Rules, aim: Aim, path: &Path) -> Result<Quest<'a>, Trouble> {
    let damaged = |damage: String| Trouble::Input {
        code: "checkpoint",
        message: format!("{} is not taken up: {damage}", path.display()),
        help: "name another file with --checkpoint, or remove this one to begin anew".into(),
        line: None,
    };
    let kept = shelf::load_any(path, &rules.to_string()).map_err(|damage| damaged(damage.to_string()))?;
    let quest = match kept {
        Kept::Values(values) => {
            Quest::with_values(&rules.board, values, aim == Aim::Period).map_err(|why| refused(rules, &why))?
        }
        Kept::State(_) if aim == Aim::Values => {
            return Err(damaged("it holds the state of a hunt for a period, and a table needs all values".into()));
        }
        Kept::State(state) => Quest::with_state(&rules.board, &state).map_err(|why| damaged(why.into_owned()))?,
    };
    narrate(&format!("{}: taken up with {} values", path.display(), quest.known()));
    Ok(quest)
}

/// Why nothing is proved of a game.
pub fn refused(rules: &Rules, why: &str) -> Trouble {
    Trouble::Input {
        code: "no-proof",
        message: format!("nothing is proved of every position of {rules}: {why}"),
        help: "ask for single positions with `grundy solve`".into(),
        line: None,
    }
}

/// Goes on to a proof, to heap `to`, or to the end of the limits; leaves a checkpoint if one was asked for.
pub fn run(
    session: &Session,
    rules: &Rules,
    quest: &mut Quest<'_>,
    to: Option<u64>,
    checkpoint: Option<&Path>,
) -> Result<Proof, Trouble> {
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut saved, mut wait, mut step) = (Instant::now(), EVERY / 100, 4096);
    let outcome = loop {
        let next = if checkpoint.is_some() { end.min(quest.known().saturating_add(step)) } else { end };
        let began = Instant::now();
        let outcome = budget.look().and_then(|()| quest.run(next, &mut budget));
        if !matches!(outcome, Ok(None)) || next == end {
            break outcome;
        }
        step = if began.elapsed() < STRETCH { step.saturating_mul(2) } else { (step / 2).max(4096) };
        if let Some(path) = checkpoint
            && saved.elapsed() > wait
        {
            save(path, rules, quest)?;
            (saved, wait) = (Instant::now(), (wait * 2).min(EVERY));
        }
    };
    let proof = proof_of(rules, quest, end, outcome);
    watch.finish();
    if let (Some(path), true) = (checkpoint, proof.standing != Standing::Proved) {
        let own = save(path, rules, quest)?;
        let interrupted = proof.stopped.as_ref().is_some_and(|stopped| stopped.reason == Reason::Interrupted);
        let why = if interrupted { "interrupted; " } else { "" };
        if own {
            narrate(&format!("{why}{} holds {} values", path.display(), quest.known()));
        } else if path.exists() {
            narrate(&format!("{why}{} holds what was known half a minute ago or less", path.display()));
        }
    }
    Ok(proof)
}

/// Writes a checkpoint; false where what is there at the moment cannot be gone on with.
fn save(path: &Path, rules: &Rules, quest: &Quest<'_>) -> Result<bool, Trouble> {
    let game = rules.to_string();
    let written = match quest.hunt() {
        None => shelf::save(path, &game, quest.listed().values()),
        Some(seek) => match seek.state() {
            Some(state) => shelf::save_state(path, &game, &state),
            None => return Ok(false),
        },
    };
    written.map(|()| true).map_err(|error| Trouble::file("write", path, &error))
}
