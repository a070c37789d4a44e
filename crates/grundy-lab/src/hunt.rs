//! A hunt: searches for the periods of the open games of a family, which take turns for as long as
//! there is time.
//!
//! A survey ([`atlas`](crate::atlas)) ends each game at one limit. A hunt goes on with those that
//! are not settled, each from a checkpoint of its own, and keeps a record for each: how far it is,
//! its rare heaps, its largest value. A game whose period is found, and whose proof the checker
//! verifies, leaves the hunt with a certificate.
//!
//! *Turns.* The next turn has the game on which the least time was spent, and it lasts as long as
//! all its turns before, at least [`FIRST_TURN`]. So the turns double, the work is spread evenly
//! whenever the hunt is ended, and no more than half of the time is lost to turns that a game could
//! not finish. All that is needed to go on is in the records, so the same call resumes.
//!
//! *One game of a class.* Games with the same first values up to a shift have the same values as
//! far as anybody knows, so only the first open one of a class has turns. If it is settled, the
//! next one has them, since equality that is only seen proves nothing.
//!
//! *Files that were lost.* A game whose checkpoint is damaged has no more turns, and the others go
//! on; a game that is settled and whose certificate is gone is searched once more.
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
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use grundy::{
    Declaration, Error, Event, Refused, Run,
    cert::{Claim, Shape, last_rare},
    checkpoint::CheckpointNews,
    help::Fix,
    periods::SearchLimits,
    proof::{Proof, Standing},
    solvers::{Progress, Reason, heaps::period::PeriodSearch},
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

/// What is known of a game of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuntRecord {
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

/// Searches that take turns: for the periods of these games, until all are settled or at a limit,
/// or the run ends.
#[derive(Clone, Copy, Debug)]
pub struct Hunt<'a> {
    /// Its limits and its cancellation hold; as many games have their turns at once as it has
    /// threads. The host gets one event for each game that has no more
    /// turns because its checkpoint is refused, or is over its part of the disk.
    pub run: &'a Run,
    /// Heap games in normal play.
    pub games: &'a [Declaration],
    /// The folder of the checkpoints and the certificates.
    pub folder: &'a Path,
    /// No heap above this one is looked at.
    pub to: u64,
    /// The bytes of all checkpoints together: each open game has an equal part.
    pub disk: u64,
}

/// The file of the checkpoint of a game.
///
/// It lies in the folder of the hunt, under the name of the game.
pub fn checkpoint(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.ckpt", game.replace(' ', "-")))
}

/// The file of the certificate of a game, beside its checkpoint.
pub fn certificate(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.cert", game.replace(' ', "-")))
}

/// Whether a game is settled and the certificate of its proof is not in the folder.
pub fn lacks_certificate(folder: &Path, record: &HuntRecord) -> bool {
    record.entry.standing == Standing::Proved && !certificate(folder, &record.entry.game).exists()
}

/// A game and its turns.
#[derive(Default)]
struct HuntedGame {
    /// Its record, once there is one.
    record: Option<HuntRecord>,
    /// Whether it has its turn now.
    busy: bool,
    /// Whether a limit of the run or its checkpoint has ended it, so that another turn would end as
    /// well.
    ended: bool,
    /// Whether it is settled, and searched once more because its certificate is gone.
    again: bool,
    /// Whether the host knows that its checkpoint is over its part of the disk.
    reported: bool,
}

/// What the workers share and change.
struct HuntState<K, E> {
    games: Vec<HuntedGame>,
    keep: K,
    failure: Option<E>,
}

/// What a worker does next.
enum NextStep {
    /// This game has a turn.
    Turn(usize, SearchLimits),
    /// No game is free, and one may become so.
    Wait,
    /// There is nothing more to do.
    End,
}

/// What a turn has found.
struct TurnResult {
    /// The record; absent if a limit ended the first look.
    record: Option<HuntRecord>,
    /// The certificate of a proof that the checker has verified.
    certificate: Option<String>,
    /// As [`HuntedGame::ended`].
    ended: bool,
}

impl Hunt<'_> {
    /// Lets the open games take turns. `records` are the records so far and afterwards; after each
    /// turn all of them are handed to `keep`, with the certificate of a game that was just settled,
    /// by its name.
    ///
    /// # Errors
    /// A game that no theorem about periods covers, a proof that the checker refutes, or the first
    /// error of `keep`. What was kept before stays.
    pub fn take_turns<E: From<Error> + Send>(
        &self,
        records: &mut Vec<HuntRecord>,
        keep: impl FnMut(&[HuntRecord], Option<(&str, String)>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        if !self.run.checks() {
            let message = "a hunt settles a game by a proof that is checked";
            return Err(Error::field("no_check", message, Fix::LeaveOut("no_check")).into());
        }
        let mut by_name: HashMap<String, HuntRecord> =
            records.drain(..).map(|record| (record.entry.game.clone(), record)).collect();
        let games = self.games.iter().map(|game| {
            let record = by_name.remove(&game.to_string());
            let again = record.as_ref().is_some_and(|record| lacks_certificate(self.folder, record));
            HuntedGame { record, again, ..HuntedGame::default() }
        });
        let state = Mutex::new(HuntState { games: games.collect(), keep, failure: None });
        let turn_ended = Condvar::new();
        let shown = self.run.begin(None);
        thread::scope(|scope| {
            (1..self.run.threads().min(self.games.len())).for_each(|_| {
                scope.spawn(|| self.work(&state, &turn_ended));
            });
            self.work(&state, &turn_ended);
        });
        drop(shown);
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.extend(state.games.into_iter().filter_map(|game| game.record));
        state.failure.map_or(Ok(()), Err)
    }

    /// Takes turns until there is none to take.
    fn work<K, E>(&self, state: &Mutex<HuntState<K, E>>, turn_ended: &Condvar)
    where
        K: FnMut(&[HuntRecord], Option<(&str, String)>) -> Result<(), E>,
        E: From<Error>,
    {
        let locked = || state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = locked();
        loop {
            match self.next(&mut all) {
                NextStep::End => break,
                NextStep::Wait => {
                    let waited = turn_ended.wait_timeout(all, PATIENCE);
                    all = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(guard, _)| guard);
                }
                NextStep::Turn(at, limits) => {
                    all.games[at].busy = true;
                    let before = all.games[at].record.clone();
                    drop(all);
                    let result = self.turn(at, limits, before);
                    all = locked();
                    self.store(&mut all, at, result);
                    turn_ended.notify_all();
                }
            }
        }
    }

    /// Stores what a turn has found, and has it kept.
    fn store<K, E>(&self, all: &mut HuntState<K, E>, at: usize, result: Result<TurnResult, Error>)
    where
        K: FnMut(&[HuntRecord], Option<(&str, String)>) -> Result<(), E>,
        E: From<Error>,
    {
        let HuntState { games, keep, failure } = all;
        games[at].busy = false;
        let TurnResult { record, certificate, ended } = match result {
            Ok(result) => result,
            Err(Error::Refused(refused)) if refused.code == "checkpoint" => {
                games[at].ended = true;
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
        games[at].ended = ended;
        games[at].again &= certificate.is_none();
        let Some(record) = record else { return };
        let doing = format!("{} open, {} to {}", open(games).len(), record.entry.game, record.entry.computed);
        self.run.event(Event::Progress { doing: &doing, progress: Progress::default() });
        let game = record.entry.game.clone();
        games[at].record = Some(record);
        let records: Vec<HuntRecord> = games.iter().filter_map(|game| game.record.clone()).collect();
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
    fn next<K, E>(&self, all: &mut HuntState<K, E>) -> NextStep {
        let left = self.run.left();
        if all.failure.is_some() || self.run.is_cancelled() || left.is_some_and(|left| left < SHORTEST) {
            return NextStep::End;
        }
        // A turn that ends by itself leaves time to write its checkpoint.
        let within = |time: Duration| Some(left.map_or(time, |left| time.min(left.mul_f64(0.9))));
        let games = &mut all.games;
        if let Some(at) = games.iter().position(|game| game.record.is_none() && !game.busy && !game.ended) {
            let to = Some(self.to.min(FIRST_LOOK));
            return NextStep::Turn(at, SearchLimits { to, time: within(FIRST_TURN), bytes: None });
        }
        let open = open(games);
        let bytes = self.disk / open.len().max(1) as u64;
        let (count, mut full) = (open.len(), Vec::new());
        let free = open.into_iter().filter(|&(at, record)| {
            let has_turns = !games[at].busy && !games[at].ended && record.entry.computed <= self.farthest(&games[at]);
            let size = if has_turns { self.size(record) } else { 0 };
            if size > bytes && !games[at].reported {
                full.push((at, size));
            }
            has_turns && size <= bytes
        });
        let chosen = free.min_by_key(|(_, record)| record.spent).map(|(at, record)| (at, record.spent));
        for (at, size) in full {
            games[at].reported = true;
            self.report_full(at, size, bytes, count);
        }
        match chosen {
            Some((at, spent)) => {
                let (to, time) = (Some(self.farthest(&games[at])), within(spent.max(FIRST_TURN)));
                NextStep::Turn(at, SearchLimits { to, time, bytes: Some(bytes) })
            }
            None if games.iter().any(|game| game.busy) => NextStep::Wait,
            None => NextStep::End,
        }
    }

    /// The largest heap of this game. A proof that is made again looks at as many as it did before.
    fn farthest(&self, game: &HuntedGame) -> u64 {
        match &game.record {
            Some(record) if game.again => self.to.max(record.entry.computed),
            Some(record) if record.listed && record.entry.computed > FIRST_LOOK + 1 => self.to.min(LISTED),
            _ => self.to,
        }
    }

    /// The bytes of the checkpoint of a game.
    fn size(&self, record: &HuntRecord) -> u64 {
        fs::metadata(checkpoint(self.folder, &record.entry.game)).map_or(0, |found| found.len())
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
    fn turn(&self, at: usize, limits: SearchLimits, before: Option<HuntRecord>) -> Result<TurnResult, Error> {
        let rules = &self.games[at];
        let path = checkpoint(self.folder, &rules.to_string());
        let began = Instant::now();
        let longest = limits.time.unwrap_or_default().saturating_mul(2).saturating_add(10 * FIRST_TURN);
        let run = self.run.without_events();
        let limited = run.within(Some(run.left().map_or(longest, |left| left.min(longest))));
        let (mut proof, search) = limited.search_period(rules, &path, limits)?;
        let stopped = proof.stopped.as_ref().map(|stopped| &stopped.reason);
        let ended = stopped.is_some_and(|reason| !matches!(reason, Reason::Time | Reason::Interrupted));
        let spent = before.as_ref().map_or(Duration::ZERO, |before| before.spent);
        if stopped.is_some() {
            // Steps that did not end are not saved: the record is that of what the next turn has.
            let record = if path.exists() {
                let (proof, search) = run.within(Some(Duration::ZERO)).saved_search(rules, &path)?;
                Some(farther(record_of(rules, &search, &proof, false)?, before))
            } else {
                before
            };
            let record = record.map(|record| HuntRecord { spent: spent + began.elapsed(), ..record });
            return Ok(TurnResult { record, certificate: None, ended });
        }
        run.check_period(&mut proof)?;
        let verified = proof.status.is_proved();
        let certificate = if verified { proof.certificate()? } else { None };
        let mut record = record_of(rules, &search, &proof, verified)?;
        // What was settled once is found again below the same heap, or not at all.
        let settled = before.as_ref().is_some_and(|before| before.entry.standing == Standing::Proved);
        let ended = ended || settled && !verified && limits.to.is_some_and(|to| search.known() > to);
        if !verified {
            record = farther(record, before);
        }
        record.spent = spent + began.elapsed();
        Ok(TurnResult { record: Some(record), certificate, ended })
    }
}

/// The record of a game after a turn.
fn record_of(
    rules: &Declaration,
    search: &PeriodSearch<'_>,
    proof: &Proof,
    verified: bool,
) -> Result<HuntRecord, Error> {
    let entry = entry(rules, search, proof, verified)
        .map_err(|why| Error::usage(&rules.to_string(), why.to_string(), "leave it out of the family"))?;
    let claim = proof.solution.as_ref().and_then(|(_, solution)| solution.claims.first());
    let last_rare = match (claim, search.running_windows(), search.shape(), entry.rarest) {
        (Some(Claim::Window(claim)), ..) => claim.rare.last().map(|&(heap, _)| heap).filter(|&heap| heap > 0),
        (_, Some(windows), ..) => windows.last_rare(),
        (_, None, Shape::Breaking(game), Some(split)) => last_rare(search.list().values(), game, split),
        _ => None,
    };
    Ok(HuntRecord { entry, last_rare, listed: search.running_windows().is_none(), spent: Duration::ZERO })
}

/// The record to keep of a game that is not proved in this turn.
fn farther(now: HuntRecord, before: Option<HuntRecord>) -> HuntRecord {
    let is_more =
        |before: &HuntRecord| before.entry.standing == Standing::Proved || before.entry.computed > now.entry.computed;
    before.filter(is_more).unwrap_or(now)
}

/// The first open game of each class, with its record, in the order of the games.
///
/// Games of one class have equal first values after their leading zeros; a game that has too few
/// values for that is a class of its own.
fn open(games: &[HuntedGame]) -> Vec<(usize, &HuntRecord)> {
    let records = games.iter().enumerate().filter_map(|(at, game)| Some((at, game.record.as_ref()?)));
    let is_open = |&(at, record): &(usize, &HuntRecord)| record.entry.standing != Standing::Proved || games[at].again;
    let all: Vec<(usize, &HuntRecord)> = records.filter(is_open).collect();
    let mut first: HashMap<u64, (u64, usize)> = HashMap::new();
    for &(at, record) in &all {
        if let Some(print) = record.entry.print {
            let place = (record.entry.shift.unwrap_or(0), at);
            first.entry(print).and_modify(|best| *best = place.min(*best)).or_insert(place);
        }
    }
    let leads = |at: usize, record: &HuntRecord| {
        record.entry.print.and_then(|print| first.get(&print)).is_none_or(|&(_, first)| first == at)
    };
    all.into_iter().filter(|&(at, record)| leads(at, record)).collect()
}
