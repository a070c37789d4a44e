//! A long search among heaps that may be interrupted and taken up again: what `prove` and `table` share.
//!
//! With `--checkpoint FILE` ([`checkpoint`]) what is known so far is kept: the values of all heaps, or the state of the hunt for
//! a window.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use grundy::{
    Board, Proof, Refusal, Rules, Standing,
    period::Quest,
    proof_of,
    shelf::{self, Kept},
};

use crate::{output::Trouble, progress::Watch, session::Session, verbs::checkpoint};

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
pub fn begin<'a>(rules: &'a Rules, to: Option<u64>, aim: Aim, kept: Option<&Path>) -> Result<Quest<'a>, Trouble> {
    let refused = |why: Refusal| refused(rules, &why);
    match kept {
        Some(path) if path.exists() => take_up(rules, aim, path),
        Some(_) if !matches!(rules.board, Board::Heap(_)) => {
            Err(Trouble::usage("a checkpoint is about plain heaps", "leave --checkpoint out"))
        }
        // What is kept in a file may be gone on with beyond the limit of today.
        _ => {
            let to = match aim {
                Aim::Values => Some(0),
                Aim::Period => to.filter(|_| kept.is_none()),
            };
            Quest::new(&rules.board, to).map_err(refused)
        }
    }
}

fn take_up<'a>(rules: &'a Rules, aim: Aim, path: &Path) -> Result<Quest<'a>, Trouble> {
    let damaged = |damage: String| checkpoint::refused(path, damage);
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
    checkpoint::taken_up(path, format!("with {} values", quest.known()));
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
    kept: Option<&Path>,
) -> Result<Proof, Trouble> {
    let watch = Watch::new();
    let mut budget = session.watched(&watch);
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut pace, mut step) = (checkpoint::pace(), 4096);
    let outcome = loop {
        let next = if kept.is_some() { end.min(quest.known().saturating_add(step)) } else { end };
        let began = Instant::now();
        let outcome = budget.look().and_then(|()| quest.run(next, &mut budget));
        if !matches!(outcome, Ok(None)) || next == end {
            break outcome;
        }
        step = if began.elapsed() < STRETCH { step.saturating_mul(2) } else { (step / 2).max(4096) };
        if let Some(path) = kept
            && pace.is_due()
        {
            let began = Instant::now();
            save(path, rules, quest)?;
            pace.kept(began.elapsed());
        }
    };
    let proof = proof_of(rules, quest, end, outcome);
    watch.finish();
    if let (Some(path), true) = (kept, proof.standing != Standing::Proved) {
        let own = save(path, rules, quest)?;
        let reason = proof.stopped.as_ref().map(|stopped| &stopped.reason);
        if own {
            checkpoint::holds(path, reason, format!("{} values", quest.known()));
        } else if path.exists() {
            checkpoint::holds(path, reason, "what was known half a minute ago or less");
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
