//! Long work on the values of heaps: a hunt for a period or a list, in one run or in several.
//!
//! With a checkpoint, the values of all heaps, or the state of the hunt for a window, are saved as
//! the work goes on ([`checkpoint`](crate::checkpoint)). A later run reads them back; of values it
//! computes a sample again.
//!
//! *What is saved.* A list of values is four bytes a heap and can be resumed for a table and for a
//! period; the state of a hunt for a window is small and can be resumed for a period only. Work
//! stops for a look at the schedule about ten times a second.

mod sample;

use std::{io, path::Path, time::Duration};

use grundy_games::{Declaration, Ruleset};
use grundy_solvers::{Refusal, heaps::period::Quest, support::clock::Instant};
use grundy_table::checkpoint::{self as file, About, Kind};

use crate::{
    checkpoint,
    error::Error,
    help::{Fix, Help},
    proof::{Proof, Standing, proof_of},
    run::{CheckpointNews, Run},
};

/// One stretch of work between two looks at the schedule takes about this long.
const STRETCH: Duration = Duration::from_millis(100);

/// The fewest heaps of such a stretch.
const LEAST: u64 = 1024;

/// What is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A period, by windows where that is the way.
    Period,
    /// The values of all heaps, for a list.
    Values,
}

/// The hunt among the heaps of a game, new or resumed.
///
/// A checkpoint that exists is resumed, and decides what the quest holds.
pub(crate) fn begin<'a>(
    run: &Run,
    rules: &'a Declaration,
    to: Option<u64>,
    aim: Aim,
    path: Option<&Path>,
) -> Result<Quest<'a>, Error> {
    match path {
        Some(path) if path.exists() => resume(run, rules, aim, path),
        Some(_) if !matches!(rules.ruleset, Ruleset::Heap(_)) => {
            Err(Error::refused("usage", "a checkpoint is about plain heaps", "leave the checkpoint out"))
        }
        // A later run may go beyond the limit of this one, so a checkpoint keeps what it takes.
        _ => {
            let to = match aim {
                Aim::Values => Some(0),
                Aim::Period => to.filter(|_| path.is_none()),
            };
            Quest::new(&rules.ruleset, to).map_err(|why| no_proof(rules, &why))
        }
    }
}

/// Reads a checkpoint. A state that belongs to another game or another aim is refused, and so are
/// values of which a sample is wrong.
fn resume<'a>(run: &Run, rules: &'a Declaration, aim: Aim, path: &Path) -> Result<Quest<'a>, Error> {
    let refused = |why: String| checkpoint::refused(path, why);
    let kept = file::load(path, &[Kind::Values, Kind::Hunt], &about(rules, Kind::Values).lines)
        .map_err(|damage| refused(damage.to_string()))?;
    let mut checked = String::new();
    let quest = match kept.kind {
        Kind::Values => {
            let values = file::values(&kept)
                .ok_or_else(|| refused("its contents do not have the length of that many values".into()))?;
            if let Ruleset::Heap(heap) = &rules.ruleset {
                let longest = run.left().map_or(sample::LONGEST, |left| left.min(sample::LONGEST));
                checked = sampled(sample::sample(heap, &values, longest).map_err(refused)?, values.len());
            }
            Quest::with_values(&rules.ruleset, values, aim == Aim::Period).map_err(|why| no_proof(rules, &why))?
        }
        _ if aim == Aim::Values => {
            return Err(refused("it holds the state of a hunt for a period, and a table needs all values".into()));
        }
        _ => Quest::with_state(&rules.ruleset, &kept.contents).map_err(|why| refused(why.into_owned()))?,
    };
    run.checkpoint_news(path, CheckpointNews::Resumed(&format!("{} values{checked}", quest.known())));
    Ok(quest)
}

/// How far values that were read are known to be right.
fn sampled(checked: usize, all: usize) -> String {
    match checked == all {
        true => "; all of them were computed again and are right".into(),
        false => format!("; {checked} of them were computed again and are right, the others are not verified"),
    }
}

/// Why nothing is proved about a game.
pub(crate) fn no_proof(rules: &Declaration, why: &Refusal) -> Error {
    Error::refused(
        "no-proof",
        format!("nothing is proved of every position of {rules}: {why}"),
        Help::from("ask for single positions with ") + Fix::verb("solve"),
    )
}

/// How far a hunt goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HuntReach {
    /// No heap above this one is looked at; unlimited if absent.
    pub(crate) to: Option<u64>,
    /// After this time the hunt ends between two steps, so that its checkpoint has all that is
    /// known; unlimited if absent.
    pub(crate) slice: Option<Duration>,
    /// The hunt ends when its checkpoint has more bytes than this; unlimited if absent.
    pub(crate) bytes: Option<u64>,
}

/// Continues the hunt to a proof, to the end of its reach, or to that of the limits, and saves it
/// to the file if there is one.
///
/// A limit ends the hunt without an error: the proof holds what was found.
pub(crate) fn hunt(
    run: &Run,
    rules: &Declaration,
    quest: &mut Quest<'_>,
    reach: HuntReach,
    path: Option<&Path>,
) -> Result<Proof, Error> {
    let HuntReach { to, slice, bytes } = reach;
    let begun = Instant::now();
    let shown = run.begin(None);
    let mut budget = run.watched();
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut schedule, mut step) = (checkpoint::schedule(), LEAST);
    let resumed = quest.known();
    let outcome = loop {
        let next = if path.is_some() { end.min(quest.known().saturating_add(step)) } else { end };
        let began = Instant::now();
        let outcome = budget.poll().and_then(|()| quest.run(next, &mut budget));
        let late = slice.is_some_and(|slice| begun.elapsed() >= slice);
        if !matches!(outcome, Ok(None)) || next == end || late {
            break outcome;
        }
        step = if began.elapsed() < STRETCH { step.saturating_mul(2) } else { (step / 2).max(LEAST) };
        if let Some(path) = path
            && schedule.is_due()
        {
            let began = Instant::now();
            if let Err(error) = save(path, rules, quest) {
                run.checkpoint_news(path, CheckpointNews::Unwritten(&error.to_string()));
            }
            schedule.kept(began.elapsed());
            if bytes.is_some_and(|bytes| path.metadata().is_ok_and(|file| file.len() > bytes)) {
                break Ok(None);
            }
        }
    };
    let proof = proof_of(rules, quest, end, outcome);
    drop(shown);
    match path {
        Some(path) => end_with(run, rules, quest, proof, path, resumed),
        None => Ok(proof),
    }
}

/// Writes the checkpoint at the end of the hunt, if it is of use, and informs the host about it.
fn end_with(
    run: &Run,
    rules: &Declaration,
    quest: &Quest<'_>,
    proof: Proof,
    path: &Path,
    resumed: u64,
) -> Result<Proof, Error> {
    let unused = |why| run.checkpoint_news(path, CheckpointNews::Unused(why));
    let interrupted = proof.is_interrupted();
    let holds = |what: &str| run.checkpoint_news(path, CheckpointNews::Holds { what, interrupted });
    if proof.standing == Standing::Proved {
        unused("a period is proved, so there is nothing to resume");
    } else if path.exists() && quest.known() == resumed {
        // A list of values is not replaced by the state of a hunt that has not begun.
        holds(&format!("{resumed} values, as before"));
    } else {
        match save(path, rules, quest) {
            Ok(Some(known)) => holds(&format!("{known} values")),
            Ok(None) if path.exists() => holds("what was known half a minute ago or less"),
            Ok(None) => unused("the search ended within its first step, and only whole steps are kept"),
            Err(error) => {
                let error = Error::file("write", path, error);
                run.checkpoint_news(path, CheckpointNews::Failed(&error));
            }
        }
    }
    Ok(proof)
}

/// Writes a checkpoint, and returns the number of values that it holds. A hunt that was ended
/// within a step cannot resume there: then the values that were listed before it are kept, unless
/// there is an earlier checkpoint. `None` if there is nothing to write.
fn save(path: &Path, rules: &Declaration, quest: &Quest<'_>) -> io::Result<Option<u64>> {
    if let Some(state) = quest.hunt().and_then(|seek| seek.state()) {
        let about = about(rules, Kind::Hunt);
        file::save(path, Kind::Hunt, &about, quest.known(), &|consume| {
            consume(&state);
        })?;
        return Ok(Some(quest.known()));
    }
    let listed = quest.listed();
    if quest.hunt().is_some() && (path.exists() || listed.known() == 0) {
        return Ok(None);
    }
    file::save_values(path, &about(rules, Kind::Values), listed.values())?;
    Ok(Some(listed.known()))
}

/// What a checkpoint of heaps is about.
fn about(rules: &Declaration, kind: Kind) -> About {
    let purpose = match kind {
        Kind::Values => "the values of all heaps",
        _ => "a period",
    };
    About { lines: vec![format!("game {rules}")], purpose: purpose.into() }
}
