//! The search for the period of a heap game, or for a list of its values, in one run or in several.
//!
//! With a checkpoint, the values of all heaps, or the state of the search for a window, are saved
//! as the work goes on ([`checkpoint`]). A later run reads them back; of values
//! it computes a sample again.
//!
//! *What is saved.* A list of values is four bytes a heap and can be resumed for a table and for a
//! period; the state of a search for a window is small and can be resumed for a period only. Work
//! stops for a look at the schedule about ten times a second.
//!
//! *In parts.* [`Run::prove`] with a checkpoint searches to the end of the run.
//! [`Run::search_period`] ends earlier, and between two steps, so that nothing is lost: this is how
//! many games share a few cores. It also returns the search itself, whose values, rare heaps and
//! largest value a record takes. One second for `octal 0.106` reaches some ten million heaps; the
//! next turn begins there.
//!
//! *Cost:* the time that is given, and the reading and writing of the checkpoint. A step that has
//! to compute all values again may take longer; the limits of the run end it.

mod sample;

use std::{io, path::Path, time::Duration};

use grundy_games::{Convention, Declaration, Ruleset};
use grundy_solvers::{
    Refusal,
    heaps::{period::PeriodSearch, sparse::WindowSearch},
    support::clock::Instant,
};
use grundy_table::checkpoint::{self as file, About, Kind};

use crate::{
    checkpoint,
    error::Error,
    help::{Fix, Help},
    proof::{Proof, Standing, proof_of},
    request::shell,
    run::{CheckpointNews, Run},
};

/// One stretch of work between two looks at the schedule takes about this long.
const STRETCH: Duration = Duration::from_millis(100);

/// The fewest heaps of such a stretch.
const LEAST: u64 = 1024;

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A period, by windows where that is the way.
    Period,
    /// The values of all heaps, for a list.
    Values,
}

/// How far a search goes on; unlimited in what is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// No heap above this one is looked at.
    pub to: Option<u64>,
    /// After this time the search ends between two steps, so that its checkpoint has all that is
    /// known.
    pub time: Option<Duration>,
    /// The search ends when its checkpoint has more bytes than this.
    pub bytes: Option<u64>,
}

impl Run {
    /// Continues the search for the period of a game from a checkpoint, or begins it, and saves it
    /// there. Returns what was found, with the status `computed`, and the search.
    ///
    /// A proof is not checked yet: [`Run::check_period`] does that. The checkpoint stays where a
    /// period is found, as it was before.
    ///
    /// ```
    /// use grundy::{Limits, Run, games, periods::SearchLimits, proof::Standing};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let (run, game) = (Run::new(Limits::default()), games::game("octal 0.007")?);
    /// let limits = SearchLimits { to: Some(2000), ..SearchLimits::default() };
    /// let (proof, search) = run.search_period(&game, &folder.path().join("0.007.ckpt"), limits)?;
    /// assert_eq!((proof.standing, search.known()), (Standing::None, 2001));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Refused`] if no theorem about periods covers the game, or the checkpoint is about
    /// another one. A limit is no error: the proof holds why the search ended.
    pub fn search_period<'a>(
        &self,
        rules: &'a Declaration,
        checkpoint: &Path,
        limits: SearchLimits,
    ) -> Result<(Proof, PeriodSearch<'a>), Error> {
        let mut search = self.opened(rules, checkpoint)?;
        let proof = run_search(self, rules, &mut search, limits, Some(checkpoint))?;
        Ok((proof, search))
    }

    /// What the checkpoint of a search holds: it is read and nothing is computed. Without a file
    /// that is nothing.
    ///
    /// # Errors
    /// As [`Run::search_period`].
    pub fn saved_search<'a>(
        &self,
        rules: &'a Declaration,
        checkpoint: &Path,
    ) -> Result<(Proof, PeriodSearch<'a>), Error> {
        let search = self.opened(rules, checkpoint)?;
        Ok((proof_of(rules, &search, u64::MAX, Ok(None)), search))
    }

    /// The search where its checkpoint has left it.
    fn opened<'a>(&self, rules: &'a Declaration, checkpoint: &Path) -> Result<PeriodSearch<'a>, Error> {
        if rules.convention == Convention::Misere {
            return Err(no_proof(rules, &"periods are proved for normal play".into()));
        }
        open_search(self, rules, None, Target::Period, Some(checkpoint))
    }

    /// Checks what a search has found, within the time that is left of the run: sets the status of
    /// the proof.
    ///
    /// # Errors
    /// [`Error::Check`] if the checker refutes it, which is a fault of this program.
    pub fn check_period(&self, proof: &mut Proof) -> Result<(), Error> {
        proof.status = self.check_proof(proof)?;
        Ok(())
    }
}

/// The search among the heaps of a game, new or resumed.
///
/// A checkpoint that exists is resumed, and decides what the search holds.
pub(crate) fn open_search<'a>(
    run: &Run,
    rules: &'a Declaration,
    to: Option<u64>,
    target: Target,
    path: Option<&Path>,
) -> Result<PeriodSearch<'a>, Error> {
    match path {
        Some(path) if path.exists() => resume(run, rules, target, path),
        Some(_) if !matches!(rules.ruleset, Ruleset::Heap(_)) => {
            Err(Error::refused("usage", "a checkpoint is about plain heaps", "leave the checkpoint out"))
        }
        // A later run may go beyond the limit of this one, so a checkpoint keeps what it takes.
        _ => {
            let to = match target {
                Target::Values => Some(0),
                Target::Period => to.filter(|_| path.is_none()),
            };
            PeriodSearch::new(&rules.ruleset, to).map_err(|why| no_proof(rules, &why))
        }
    }
}

/// Reads a checkpoint. A state that belongs to another game or another target is refused, and so
/// are values of which a sample is wrong.
fn resume<'a>(run: &Run, rules: &'a Declaration, target: Target, path: &Path) -> Result<PeriodSearch<'a>, Error> {
    let refused = |why: String| checkpoint::refused(path, why);
    let kept = file::load(path, &[Kind::Values, Kind::Hunt], &about(rules, Kind::Values).lines)
        .map_err(|damage| refused(damage.to_string()))?;
    let mut checked = String::new();
    let search = match kept.kind {
        Kind::Values => {
            let values = file::values(&kept)
                .ok_or_else(|| refused("its contents do not have the length of that many values".into()))?;
            if let Ruleset::Heap(heap) = &rules.ruleset {
                let longest = run.left().map_or(sample::LONGEST, |left| left.min(sample::LONGEST));
                checked = sampled(sample::sample(heap, &values, longest).map_err(refused)?, values.len());
            }
            PeriodSearch::with_values(&rules.ruleset, values, target == Target::Period)
                .map_err(|why| no_proof(rules, &why))?
        }
        _ if target == Target::Values => {
            return Err(refused("it holds the state of a hunt for a period, and a table needs all values".into()));
        }
        _ => PeriodSearch::with_state(&rules.ruleset, &kept.contents).map_err(|why| refused(why.into_owned()))?,
    };
    run.checkpoint_news(path, CheckpointNews::Resumed(&format!("{} values{checked}", search.known())));
    Ok(search)
}

/// How far values that were read are known to be right.
fn sampled(checked: usize, all: usize) -> String {
    match checked == all {
        true => "; all of them were computed again and are right".into(),
        false => format!("; {checked} of them were computed again and are right, the others are not verified"),
    }
}

/// The rules of a game that a message has in it have at most so many bytes.
const LONGEST_GAME: usize = 120;

/// Why nothing is proved about a game.
pub(crate) fn no_proof(rules: &Declaration, why: &Refusal) -> Error {
    let text = rules.to_string();
    // The rules of a board may be longer than a message.
    let is_long = text.len() > LONGEST_GAME;
    let game = if is_long { "this game" } else { &text };
    let help = match rules.ruleset.numbered(0) {
        Some(_) if !is_long && rules.convention == Convention::Normal => {
            let line = shell("", &[text.clone(), "20".to_owned()]);
            Help::from(Fix::Use("table".into(), line)) + " has the values up to 20, and checks them"
        }
        _ => Help::from("ask for single positions with ") + Fix::verb("solve"),
    };
    Error::refused("no-proof", format!("nothing is proved of every position of {game}: {why}"), help)
}

/// Continues the search to a proof, to the end of its limits, or to those of the run, and saves it
/// to the file if there is one.
///
/// A limit ends the search without an error: the proof holds what was found.
pub(crate) fn run_search(
    run: &Run,
    rules: &Declaration,
    search: &mut PeriodSearch<'_>,
    limits: SearchLimits,
    path: Option<&Path>,
) -> Result<Proof, Error> {
    let SearchLimits { to, time, bytes } = limits;
    let begun = Instant::now();
    let shown = run.begin(None);
    let mut budget = run.watched();
    let end = to.map_or(u64::MAX, |to| to.saturating_add(1));
    let (mut schedule, mut step) = (checkpoint::schedule(), LEAST);
    let resumed = search.known();
    let outcome = loop {
        let next = if path.is_some() { end.min(search.known().saturating_add(step)) } else { end };
        let began = Instant::now();
        let outcome = budget.poll().and_then(|()| search.run(next, &mut budget));
        let late = time.is_some_and(|time| begun.elapsed() >= time);
        if !matches!(outcome, Ok(None)) || next == end || late {
            break outcome;
        }
        step = if began.elapsed() < STRETCH { step.saturating_mul(2) } else { (step / 2).max(LEAST) };
        if let Some(path) = path
            && schedule.is_due()
        {
            let began = Instant::now();
            if let Err(error) = save(path, rules, search) {
                run.checkpoint_news(path, CheckpointNews::Unwritten(&error.to_string()));
            }
            schedule.kept(began.elapsed());
            if bytes.is_some_and(|bytes| path.metadata().is_ok_and(|file| file.len() > bytes)) {
                break Ok(None);
            }
        }
    };
    let proof = proof_of(rules, search, end, outcome);
    drop(shown);
    match path {
        Some(path) => end_with(run, rules, search, proof, path, resumed),
        None => Ok(proof),
    }
}

/// Writes the checkpoint at the end of the search, if it is of use, and informs the host about it.
fn end_with(
    run: &Run,
    rules: &Declaration,
    search: &PeriodSearch<'_>,
    proof: Proof,
    path: &Path,
    resumed: u64,
) -> Result<Proof, Error> {
    let unused = |why| run.checkpoint_news(path, CheckpointNews::Unused(why));
    let interrupted = proof.is_interrupted();
    let holds = |what: &str| run.checkpoint_news(path, CheckpointNews::Holds { what, interrupted });
    if proof.standing == Standing::Proved {
        unused("a period is proved, so there is nothing to resume");
    } else if path.exists() && search.known() == resumed {
        // A list of values is not replaced by the state of a search that has not begun.
        holds(&format!("{resumed} values, as before"));
    } else {
        match save(path, rules, search) {
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

/// Writes a checkpoint, and returns the number of values that it holds. A search that was ended
/// within a step cannot resume there: then the values that were listed before it are kept, unless
/// there is an earlier checkpoint. `None` if there is nothing to write.
fn save(path: &Path, rules: &Declaration, search: &PeriodSearch<'_>) -> io::Result<Option<u64>> {
    if let Some(state) = search.running_windows().and_then(WindowSearch::state) {
        let about = about(rules, Kind::Hunt);
        file::save(path, Kind::Hunt, &about, search.known(), &|consume| {
            consume(&state);
        })?;
        return Ok(Some(search.known()));
    }
    let list = search.list();
    if search.running_windows().is_some() && (path.exists() || list.known() == 0) {
        return Ok(None);
    }
    file::save_values(path, &about(rules, Kind::Values), list.values())?;
    Ok(Some(list.known()))
}

/// What a checkpoint of heaps is about.
fn about(rules: &Declaration, kind: Kind) -> About {
    let purpose = match kind {
        Kind::Values => "the values of all heaps",
        _ => "a period",
    };
    About { lines: vec![format!("game {rules}")], purpose: purpose.into() }
}
