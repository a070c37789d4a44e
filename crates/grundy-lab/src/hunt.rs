//! The open games of a family, hunted in turn for as long as there is time: a farm.
//!
//! A survey ([`atlas`](crate::atlas)) ends each game at one limit. The farm goes on with those that
//! are not settled, each from a checkpoint of its own, and keeps a record for each: how far it is,
//! its rare heaps, its largest value. A game whose period is found, and whose proof the checker
//! verifies, leaves the farm with a certificate.
//!
//! *Turns.* The next turn has the game on which the least time was spent, and it lasts as long as
//! all its turns before, at least [`FIRST_TURN`]. So the turns double, the work is spread evenly
//! whenever the farm is ended, and no more than half of the time is lost to turns that a game could
//! not finish. All that is needed to go on is in the records, so the same call resumes.
//!
//! *One game of a class.* Games with the same first values up to a shift have the same values as
//! far as anybody knows, so only the first open one of a class is hunted. If it is settled, the
//! next one is hunted, since equality that is only seen proves nothing.
//!
//! *Files that were lost.* A game whose checkpoint is damaged has no more turns, and the others go
//! on; a game that is settled and whose certificate is gone is hunted once more.
//!
//! *Example.* `octal 0.???` has 512 games. A first look at 4,096 heaps settles 300 of them; the
//! others are in 80 classes, whose turns last 1, 1, 2, 4, .. seconds.
//!
//! *Cost:* the time that is given. On disk a state has at most some 40 MiB, and a list two bytes a
//! heap; its turn ends where its checkpoint is over its part of the limit, and it has no more.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Declaration, Error, Event, Refused, Run,
    cert::{Claim, Shape, last_rare},
    checkpoint::CheckpointNews,
    help::Fix,
    hunt::Slice,
    proof::{Proof, Standing},
    solvers::{Progress, Reason, heaps::period::Quest},
};

use crate::atlas::{AtlasEntry, entry};

/// The largest heap where no other limit is given: as far as games with few rare heaps get.
pub const FARTHEST: u64 = 10_000_000_000;

/// The largest heap of a game whose values are all listed, two bytes each on disk.
pub const LISTED: u64 = 100_000_000;

/// The disk that all checkpoints take together where no other limit is given: 4 GiB.
pub const DISK: u64 = 4 << 30;

/// The shortest turn.
pub const FIRST_TURN: Duration = Duration::from_secs(1);

/// The heaps of the first look at a game, which settles most of them and finds its class.
const FIRST_LOOK: u64 = 4096;

/// With less time than this no turn begins.
const SHORTEST: Duration = Duration::from_millis(50);

/// How long a worker without a game waits before it looks again whether the run was cancelled.
const PATIENCE: Duration = Duration::from_millis(100);

/// What is known of a game of the farm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunted {
    /// As in a survey.
    pub entry: AtlasEntry,
    /// The last rare heap among those that were computed; absent if none is rare, or the game has
    /// no rare heaps.
    pub last_rare: Option<u64>,
    /// Whether all values are listed, because too many heaps are rare for a window.
    pub listed: bool,
    /// The time of its turns so far.
    pub spent: Duration,
}

/// How far the farm goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarmReach {
    /// No heap above this one is looked at.
    pub to: u64,
    /// The bytes of all checkpoints together: each open game has an equal part.
    pub disk: u64,
}

/// The file of the checkpoint of a game.
///
/// It lies in the folder of the farm, under the name of the game.
pub fn checkpoint(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.ckpt", game.replace(' ', "-")))
}

/// The file of the certificate of a game, beside its checkpoint.
pub fn certificate(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.cert", game.replace(' ', "-")))
}

/// Whether a game is settled and the certificate of its proof is not in the folder.
pub fn lacks_certificate(folder: &Path, hunted: &Hunted) -> bool {
    hunted.entry.standing == Standing::Proved && !certificate(folder, &hunted.entry.game).exists()
}

/// Hunts the open games in turn on up to `threads` threads, until all are settled or at a limit, or
/// the run ends. `known` are the records so far and afterwards; after each turn all of them are
/// handed to `keep`, with the certificate of a game that was just settled, by its name.
///
/// The host gets one event for each game that has no more turns because its checkpoint is refused,
/// or is over its part of the disk.
///
/// # Errors
/// A game that no theorem about periods covers, a proof that the checker refutes, or the first
/// error of `keep`. What was kept before stays.
pub fn hunt_all<E: From<Error> + Send>(
    run: &Run,
    games: &[Declaration],
    folder: &Path,
    reach: FarmReach,
    threads: usize,
    known: &mut Vec<Hunted>,
    keep: impl FnMut(&[Hunted], Option<(&str, String)>) -> Result<(), E> + Send,
) -> Result<(), E> {
    if !run.checks() {
        let message = "a hunt settles a game by a proof that is checked";
        return Err(Error::field("no_check", message, Fix::LeaveOut("no_check")).into());
    }
    let mut by_name: HashMap<String, Hunted> =
        known.drain(..).map(|hunted| (hunted.entry.game.clone(), hunted)).collect();
    let plots = games.iter().map(|game| {
        let hunted = by_name.remove(&game.to_string());
        let again = hunted.as_ref().is_some_and(|hunted| lacks_certificate(folder, hunted));
        Plot { hunted, again, ..Plot::default() }
    });
    let farm = Farm { run, games, folder, reach, changed: Condvar::new() };
    let field = Mutex::new(HuntedGames { plots: plots.collect(), keep, failure: None });
    let shown = run.begin(None);
    thread::scope(|scope| {
        (1..threads.min(games.len())).for_each(|_| {
            scope.spawn(|| farm.work(&field));
        });
        farm.work(&field);
    });
    drop(shown);
    let field = field.into_inner().unwrap_or_else(PoisonError::into_inner);
    known.extend(field.plots.into_iter().filter_map(|plot| plot.hunted));
    field.failure.map_or(Ok(()), Err)
}

/// A game of the farm.
#[derive(Default)]
struct Plot {
    /// Its record, once there is one.
    hunted: Option<Hunted>,
    /// Whether it has its turn now.
    busy: bool,
    /// Whether a limit of the run or its checkpoint has ended it, so that another turn would end as
    /// well.
    barren: bool,
    /// Whether it is settled, and hunted once more because its certificate is gone.
    again: bool,
    /// Whether the host knows that its checkpoint is over its part of the disk.
    reported: bool,
}

/// All games, and what happens to the records.
struct HuntedGames<K, E> {
    plots: Vec<Plot>,
    keep: K,
    failure: Option<E>,
}

/// What a worker does next.
enum Next {
    /// This game has a turn.
    Turn(usize, Slice),
    /// No game is free, and one may become so.
    Wait,
    /// There is nothing left to do.
    End,
}

/// What a turn has found.
struct Crop {
    /// The record; absent if a limit ended the first look.
    hunted: Option<Hunted>,
    /// The certificate of a proof that the checker has verified.
    certificate: Option<String>,
    /// As [`Plot::barren`].
    barren: bool,
}

/// What all workers share and none changes.
struct Farm<'a> {
    run: &'a Run,
    games: &'a [Declaration],
    folder: &'a Path,
    reach: FarmReach,
    /// Told when a turn has ended.
    changed: Condvar,
}

impl Farm<'_> {
    /// Takes turns until there is none left.
    fn work<K, E>(&self, field: &Mutex<HuntedGames<K, E>>)
    where
        K: FnMut(&[Hunted], Option<(&str, String)>) -> Result<(), E>,
        E: From<Error>,
    {
        let locked = || field.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = locked();
        loop {
            match self.next(&mut all) {
                Next::End => break,
                Next::Wait => {
                    let waited = self.changed.wait_timeout(all, PATIENCE);
                    all = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(guard, _)| guard);
                }
                Next::Turn(at, slice) => {
                    all.plots[at].busy = true;
                    let before = all.plots[at].hunted.clone();
                    drop(all);
                    let crop = self.turn(at, slice, before);
                    all = locked();
                    self.reap(&mut all, at, crop);
                    self.changed.notify_all();
                }
            }
        }
    }

    /// Stores what a turn has found, and has it kept.
    fn reap<K, E>(&self, all: &mut MutexGuard<'_, HuntedGames<K, E>>, at: usize, crop: Result<Crop, Error>)
    where
        K: FnMut(&[Hunted], Option<(&str, String)>) -> Result<(), E>,
        E: From<Error>,
    {
        let HuntedGames { plots, keep, failure } = &mut **all;
        plots[at].busy = false;
        let Crop { hunted, certificate, barren } = match crop {
            Ok(crop) => crop,
            Err(Error::Refused(refused)) if refused.code == "checkpoint" => {
                plots[at].barren = true;
                let game = self.games[at].to_string();
                let help = format!("remove this file to begin {game} anew; the hunt goes on without it");
                let error = Error::Refused(Box::new(Refused { help: help.into(), ..*refused }));
                let news = CheckpointNews::Refused(&error);
                self.run.event(Event::Checkpoint { path: &checkpoint(self.folder, &game), news });
                return;
            }
            Err(error) => {
                failure.get_or_insert(error.into());
                return;
            }
        };
        plots[at].barren = barren;
        plots[at].again &= certificate.is_none();
        let Some(hunted) = hunted else { return };
        let doing = format!("{} open, {} to {}", open(plots).len(), hunted.entry.game, hunted.entry.computed);
        self.run.event(Event::Progress { doing: &doing, progress: Progress::default() });
        let game = hunted.entry.game.clone();
        plots[at].hunted = Some(hunted);
        let records: Vec<Hunted> = plots.iter().filter_map(|plot| plot.hunted.clone()).collect();
        let settled = certificate.is_some();
        match keep(&records, certificate.map(|text| (game.as_str(), text))) {
            // Only now is the checkpoint of no more use. If it cannot be removed, it does no harm.
            Ok(()) if settled => drop(fs::remove_file(checkpoint(self.folder, &game))),
            Ok(()) => {}
            Err(error) => {
                failure.get_or_insert(error);
            }
        }
    }

    /// Returns what is to be done next.
    fn next<K, E>(&self, all: &mut HuntedGames<K, E>) -> Next {
        let left = self.run.left();
        if all.failure.is_some() || self.run.is_cancelled() || left.is_some_and(|left| left < SHORTEST) {
            return Next::End;
        }
        // A turn that ends by itself leaves time to write its checkpoint.
        let within = |time: Duration| left.map_or(time, |left| time.min(left.mul_f64(0.9)));
        let plots = &mut all.plots;
        let fresh = plots.iter().position(|plot| plot.hunted.is_none() && !plot.busy && !plot.barren);
        if let Some(at) = fresh {
            let (to, time) = (self.reach.to.min(FIRST_LOOK), within(FIRST_TURN));
            return Next::Turn(at, Slice { to, time, bytes: u64::MAX });
        }
        let open = open(plots);
        let bytes = self.reach.disk / open.len().max(1) as u64;
        let (games, mut full) = (open.len(), Vec::new());
        let free = open.into_iter().filter(|&(at, hunted)| {
            let has_turns = !plots[at].busy && !plots[at].barren && hunted.entry.computed <= self.farthest(&plots[at]);
            let size = if has_turns { self.size(hunted) } else { 0 };
            if size > bytes && !plots[at].reported {
                full.push((at, size));
            }
            has_turns && size <= bytes
        });
        let chosen = free.min_by_key(|(_, hunted)| hunted.spent).map(|(at, hunted)| (at, hunted.spent));
        for (at, size) in full {
            plots[at].reported = true;
            self.report_full(at, size, bytes, games);
        }
        match chosen {
            Some((at, spent)) => {
                let time = within(spent.max(FIRST_TURN));
                Next::Turn(at, Slice { to: self.farthest(&plots[at]), time, bytes })
            }
            None if plots.iter().any(|plot| plot.busy) => Next::Wait,
            None => Next::End,
        }
    }

    /// The largest heap of this game. A proof that is made again looks at as many as it did before.
    fn farthest(&self, plot: &Plot) -> u64 {
        match &plot.hunted {
            Some(hunted) if plot.again => self.reach.to.max(hunted.entry.computed),
            Some(hunted) if hunted.listed && hunted.entry.computed > FIRST_LOOK + 1 => self.reach.to.min(LISTED),
            _ => self.reach.to,
        }
    }

    /// The bytes of the checkpoint of a game.
    fn size(&self, hunted: &Hunted) -> u64 {
        fs::metadata(checkpoint(self.folder, &hunted.entry.game)).map_or(0, |found| found.len())
    }

    /// Reports to the host that a game has no more turns because of the disk.
    fn report_full(&self, at: usize, size: u64, part: u64, games: usize) {
        let game = self.games[at].to_string();
        let why = format!(
            "{game} has no more turns, because its checkpoint takes {size} bytes, and the part of each of the {games} \
             open games is {part}; allow more of the disk"
        );
        let news = CheckpointNews::Unused(&why);
        self.run.event(Event::Checkpoint { path: &checkpoint(self.folder, &game), news });
    }

    /// One turn of a game.
    fn turn(&self, at: usize, slice: Slice, before: Option<Hunted>) -> Result<Crop, Error> {
        let rules = &self.games[at];
        let path = checkpoint(self.folder, &rules.to_string());
        let began = Instant::now();
        let longest = slice.time.saturating_mul(2).saturating_add(10 * FIRST_TURN);
        let run = self.run.without_events();
        let limited = run.within(Some(run.left().map_or(longest, |left| left.min(longest))));
        let (mut proof, quest) = limited.hunt(rules, &path, slice)?;
        let stopped = proof.stopped.as_ref().map(|stopped| &stopped.reason);
        let barren = stopped.is_some_and(|reason| !matches!(reason, Reason::Time | Reason::Interrupted));
        let spent = before.as_ref().map_or(Duration::ZERO, |before| before.spent);
        if stopped.is_some() {
            // Steps that did not end are not saved: the record is that of what the next turn has.
            let held = if path.exists() { Some(run.within(Some(Duration::ZERO)).hunted(rules, &path)?) } else { None };
            let held = held.map(|(proof, quest)| record(rules, &quest, &proof, false)).transpose()?;
            let hunted = held.map(|held| farther(held, before.clone())).or(before);
            let hunted = hunted.map(|hunted| Hunted { spent: spent + began.elapsed(), ..hunted });
            return Ok(Crop { hunted, certificate: None, barren });
        }
        run.check_hunted(&mut proof)?;
        let verified = proof.status.is_proved();
        let certificate = if verified { proof.certificate()? } else { None };
        let mut hunted = record(rules, &quest, &proof, verified)?;
        // What was settled once is found again below the same heap, or not at all.
        let settled = before.as_ref().is_some_and(|before| before.entry.standing == Standing::Proved);
        let barren = barren || settled && !verified && quest.known() > slice.to;
        if !verified {
            hunted = farther(hunted, before);
        }
        hunted.spent = spent + began.elapsed();
        Ok(Crop { hunted: Some(hunted), certificate, barren })
    }
}

/// The record of a game after a turn.
fn record(rules: &Declaration, quest: &Quest<'_>, proof: &Proof, verified: bool) -> Result<Hunted, Error> {
    let entry = entry(rules, quest, proof, verified)
        .map_err(|why| Error::usage(&rules.to_string(), why.to_string(), "leave it out of the family"))?;
    let claim = proof.solution.as_ref().and_then(|(_, solution)| solution.claims.first());
    let last_rare = match (claim, quest.hunt(), quest.shape(), entry.rarest) {
        (Some(Claim::Window(claim)), ..) => claim.rare.last().map(|&(heap, _)| heap).filter(|&heap| heap > 0),
        (_, Some(seek), ..) => seek.last_rare(),
        (_, None, Shape::Breaking(game), Some(split)) => last_rare(quest.listed().values(), game, split),
        _ => None,
    };
    Ok(Hunted { entry, last_rare, listed: quest.hunt().is_none(), spent: Duration::ZERO })
}

/// The record to keep of a game that is not proved in this turn.
fn farther(now: Hunted, before: Option<Hunted>) -> Hunted {
    let is_more =
        |before: &Hunted| before.entry.standing == Standing::Proved || before.entry.computed > now.entry.computed;
    before.filter(is_more).unwrap_or(now)
}

/// The first open game of each class, with its record, in the order of the games.
///
/// Games of one class have equal first values after their leading zeros; a game that has too few
/// values for that is a class of its own.
fn open(plots: &[Plot]) -> Vec<(usize, &Hunted)> {
    let records = || plots.iter().enumerate().filter_map(|(at, plot)| Some((at, plot.hunted.as_ref()?)));
    let is_open = |&(at, hunted): &(usize, &Hunted)| hunted.entry.standing != Standing::Proved || plots[at].again;
    let all: Vec<(usize, &Hunted)> = records().filter(is_open).collect();
    let mut first: HashMap<u64, (u64, usize)> = HashMap::new();
    for &(at, hunted) in &all {
        if let Some(print) = hunted.entry.print {
            let place = (hunted.entry.shift.unwrap_or(0), at);
            first.entry(print).and_modify(|best| *best = place.min(*best)).or_insert(place);
        }
    }
    let leads = |at: usize, hunted: &Hunted| {
        hunted.entry.print.and_then(|print| first.get(&print)).is_none_or(|&(_, first)| first == at)
    };
    all.into_iter().filter(|&(at, hunted)| leads(at, hunted)).collect()
}
