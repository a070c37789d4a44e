//! Tables of all positions on disk: which games have one, what a table is about, and the answers
//! that are read off it.
//!
//! [`grundy_layers`] builds tables of any graded game with packed positions. Here a declared game
//! gets its keys and layers: boards of squares (`board`), words (`words`) and heaps (`heaps`). A
//! game whose end is proved by no sum has no layers, and is refused with the reason. A board that
//! decides which keys are positions has its values in a file without the keys, too (`compressed`).
//!
//! *Example.* `grundy tables build cram 6x6 -o cram66` writes a folder, `grundy tables query cram66
//! 4x6` looks a smaller board up in it.
//!
//! *What it proves.* Nothing: values are looked up, so answers are computed. [`Stored::verify`]
//! compares the checksum over all positions and a random sample with the rules.
//!
//! *Limits.* Normal play, one game, positions with keys of a fixed size and a measure that every
//! move lowers. The manual's page on tables has the list of boards.

mod board;
mod building;
mod compressed;
mod heap_keys;
mod heaps;
#[cfg(feature = "cluster")]
mod hosts;
mod own;
mod programs;
mod tiling;
mod words;

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use grundy_cert::{Answer, Solution};
use grundy_core::{Fault, Nimber};
use grundy_games::{Component, Convention, Query, Question, Ruleset};
use grundy_layers::{self as layers, Function, Graded, Key, Summary, Table, Verified, Way, WrongPosition};
use grundy_solvers::{Progress, Reason, Stopped};

use crate::{
    error::Error,
    help::{Field, Fix, Help},
    run::Run,
    solved::{Doubt, Solved, Status},
};
use board::StoredBoard;
pub use building::task;
pub use compressed::Compressed;
#[cfg(feature = "cluster")]
pub use grundy_layers::Hosts;
pub use grundy_layers::Task;
use heaps::{SizedHeaps as PackedHeaps, StoredHeaps};
#[cfg(feature = "cluster")]
pub use hosts::hosts;
pub use own::{Packed, Packing};
use words::StoredWords;

/// The names of the verbs after `grundy table`, which no game may have.
///
/// `grundy table GAME N` would read them as games otherwise.
pub const VERBS: [&str; 5] = ["build", "query", "verify", "export", "compress"];

/// Whether `path` is a table: a folder, or a file that begins as a compressed table does.
///
/// Only the first bytes of a file are read.
pub fn is_table(path: &Path) -> bool {
    path.is_dir() || Function::begins(path)
}

/// Values are read off a table, which nothing proves.
const LOOKED_UP: &str = "the value was looked up in a table, which has no proof";

/// It decides which answers a table can give, and how its positions are written.
enum StoredForm {
    Board(StoredBoard),
    Words(Box<StoredWords>),
    Heaps(Box<StoredHeaps<u64>>),
    /// Heaps whose keys have more than 64 bits.
    LargeHeaps(Box<StoredHeaps<u128>>),
}

/// A complete table of a declared game, in a folder or compressed.
///
/// Look-ups read parts of its files; a compressed table is held in memory as a whole.
pub struct Stored {
    query: Query,
    name: String,
    table: OpenTable,
}

/// The game with its open table.
enum OpenTable {
    Board(StoredBoard, Table<u64>),
    Words(Box<StoredWords>, Table<u128>),
    Heaps(Box<StoredHeaps<u64>>, Table<u64>),
    LargeHeaps(Box<StoredHeaps<u128>>, Table<u128>),
    Compressed(StoredBoard, Function),
}

/// A position of a table.
///
/// [`Stored::each`] shows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The layer: the measure that falls with every move.
    pub layer: u32,
    /// The position as text of the language, or a picture of the whole board.
    pub position: String,
    /// Its value.
    pub value: Nimber,
}

/// The limits are polled after this many positions.
const POLLED: u64 = 1 << 10;

/// What a check of a table has found.
///
/// It is returned if nothing is wrong; a wrong value is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCheck {
    /// What the table holds.
    pub summary: Summary,
    /// The number of positions that were computed again by the plain meaning.
    pub sample: u64,
}

impl StoredForm {
    /// The form of the game of a query; refused in misère play and for boards without keys.
    fn new(query: &Query) -> Result<StoredForm, Error> {
        if query.convention == Convention::Misere {
            let help = Help::from("build it for normal play, or ask for one position with ") + Fix::verb("solve");
            return Err(Error::refused("table", "a table holds values, and misère play has outcomes", help));
        }
        let form = match &query.rulesets[..] {
            [Ruleset::Graph(_)] => StoredBoard::new(query).map(StoredForm::Board),
            [Ruleset::Row(_) | Ruleset::Ring(_)] => {
                StoredWords::new(query).map(|words| StoredForm::Words(Box::new(words)))
            }
            [Ruleset::Heap(_) | Ruleset::Typed(_)] => PackedHeaps::new(query).map(|heaps| match heaps {
                PackedHeaps::Small(heaps) => StoredForm::Heaps(Box::new(heaps)),
                PackedHeaps::Large(heaps) => StoredForm::LargeHeaps(Box::new(heaps)),
            }),
            [other] => Err(format!("positions of the board `{}` have no keys of a fixed size", other.name())),
            _ => Err("it is a sum of several games".into()),
        };
        form.map_err(|why| {
            let message = format!("there is no table of all positions of `{query}`: {why}");
            Error::refused("table", message, Help::from("ask for one position with ") + Fix::verb("solve"))
        })
    }
}

/// The error of a position that has no key.
fn no_key(ruleset: &Ruleset, component: &Component) -> layers::Error {
    Fault(format!("a move leads to {}, which has no key in the table", ruleset.text(component))).into()
}

/// What a table of a query is about. A table is opened only for a query that has the same lines.
fn about(query: &Query) -> Vec<String> {
    let mut lines = vec![format!("game {}", query.game_text()), format!("start {}", query.position_text())];
    for list in query.rulesets.iter().flat_map(Ruleset::lists) {
        lines.push(format!("list {:016x} {}", list.fingerprint(), list.len()));
    }
    lines
}

/// The error of the library for that of a table.
fn refused(error: layers::Error, run: &Run) -> Error {
    let message = error.to_string();
    match error {
        layers::Error::Fault(fault) => fault.into(),
        layers::Error::Stopped => run.stopped(Reason::Interrupted).into(),
        layers::Error::Memory { needed, allowed } => {
            let progress = Progress { bytes: needed, ..Progress::default() };
            Stopped { reason: Reason::Memory(allowed), progress, known: Vec::new() }.into()
        }
        layers::Error::File { action, path, source } => Error::file(action, &path, source),
        layers::Error::Waits { .. } => {
            let help = "start the other tasks, then this one again: it resumes here";
            Error::refused(Error::UNDECIDED, message, help)
        }
        other => Error::refused("table", message, way_out(&other)),
    }
}

/// What to do about a table that cannot be built or read.
fn way_out(error: &layers::Error) -> Help {
    use layers::Error as E;

    match error {
        E::Locked(_) => "wait until that run ends, or name another folder".into(),
        E::NotATable(_) => {
            Help::from("name a new folder to build a table in, or one that ")
                + Fix::Program("tables build".into())
                + " has written"
        }
        E::Version(_) => "build it again in another folder, or read it with the version that has written it".into(),
        E::Begun { way, .. } => {
            let how = match way {
                Way::Threads => Help::from("without ") + Field("hosts") + " and " + Field("shard"),
                Way::Processes => Help::from("with ") + Field("hosts"),
                _ => Help::from("with ") + Field("shard"),
            };
            Help::from("resume it ") + how + ", or name another folder"
        }
        E::Tasks { found: Some(found), .. } => {
            let shard = |number| Fix::set("shard", format_args!("{number}/{found}"));
            Help::from("write ") + shard(1) + " to " + shard(*found) + ", or name another folder"
        }
        E::Host { .. } => {
            Help::from("let its line in the file of ")
                + Field("hosts")
                + " be an address of its machine with a free port"
        }
        E::Missing { .. } => Help::from("start all processes, or wait longer with ") + Fix::Choose("patience", ""),
        E::Foreign { .. } => "start all processes with the same command, the same hosts and the same program".into(),
        E::Peer { .. } | E::Stalled(_) => "start all processes again: they resume the table".into(),
        E::About { .. } => "name another folder".into(),
        E::Unfinished(_) => {
            Help::from("finish it with the command that began it: ") + Fix::Program("tables build".into())
        }
        _ => "remove the folder of the table, and build it again".into(),
    }
}

impl Run {
    /// Opens a complete table: its folder, or the file that [`Run::compress_table`] has written.
    /// Its game is read again, with word lists from the host.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no complete table, or a file of it is damaged;
    /// [`Error::File`].
    ///
    /// # Cost
    /// Reads the manifest. Half of the memory of the run is for parts of files that were read.
    pub fn stored(&self, folder: &Path) -> Result<Stored, Error> {
        let refused = |error| refused(error, self);
        if folder.is_file() {
            return self.compressed(folder);
        }
        let (lines, _) = layers::about(folder).map_err(refused)?;
        let query = self.of_lines(&lines, folder)?;
        // The largest part is read as a whole.
        let memory = (self.most_bytes() / 2).max(8 << 20);
        let table = match StoredForm::new(&query)? {
            StoredForm::Board(board) => OpenTable::Board(board, Table::open(folder, memory).map_err(refused)?),
            StoredForm::Words(words) => OpenTable::Words(words, Table::open(folder, memory).map_err(refused)?),
            StoredForm::Heaps(heaps) => OpenTable::Heaps(heaps, Table::open(folder, memory).map_err(refused)?),
            StoredForm::LargeHeaps(heaps) => {
                OpenTable::LargeHeaps(heaps, Table::open(folder, memory).map_err(refused)?)
            }
        };
        Ok(Stored { query, name: folder.display().to_string(), table })
    }

    /// The query that a table in a folder or a file is about.
    fn of_lines(&self, lines: &[String], path: &Path) -> Result<Query, Error> {
        let line = |word: &str| lines.iter().find_map(|line| line.strip_prefix(word)).unwrap_or_default();
        let rules = grundy_games::game_with(line("game "), &self.lists())?;
        let position = grundy_games::position_with(&rules, line("start "), &self.lists())?;
        let query = Query::new(&rules, position, Question::Value);
        if about(&query) != lines {
            let message = format!("{} is of a game with other word lists than those that are here", path.display());
            return Err(Error::refused("table", message, "build the table again in another folder"));
        }
        Ok(query)
    }
}

/// The value of the first key that a table has.
fn first<G: Graded>(game: &G, table: &Table<G::Key>, keys: &[G::Key]) -> Result<Option<u32>, layers::Error> {
    for &key in keys {
        if let Some(value) = table.value(game.layer(key), key)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

impl Stored {
    /// The position that the table was built from, with its game.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// What the table holds; `None` of a compressed one, which has no layers.
    ///
    /// It is read off the manifest, which costs nothing.
    pub fn summary(&self) -> Option<Summary> {
        match &self.table {
            OpenTable::Board(_, table) | OpenTable::Heaps(_, table) => Some(table.summary()),
            OpenTable::Words(_, table) | OpenTable::LargeHeaps(_, table) => Some(table.summary()),
            OpenTable::Compressed(..) => None,
        }
    }

    /// The value of a component; `None` if it is not in the table.
    fn value(&self, component: &Component) -> Result<Option<u32>, layers::Error> {
        match &self.table {
            OpenTable::Board(board, table) => first(board, table, &board.keys(component)),
            OpenTable::Words(words, table) => first(&**words, table, words.key(component).as_slice()),
            OpenTable::Heaps(heaps, table) => first(&**heaps, table, heaps.key(component).as_slice()),
            OpenTable::LargeHeaps(heaps, table) => first(&**heaps, table, heaps.key(component).as_slice()),
            OpenTable::Compressed(board, function) => {
                Ok(board.keys(component).into_iter().find_map(|key| compressed::value(board, function, key)))
            }
        }
    }

    /// The answer to a query, looked up: a position that is not in the table is refused.
    ///
    /// A sum is looked up component by component; its value is the exclusive or. The status is
    /// [`Status::Computed`].
    ///
    /// # Errors
    /// [`Error::Refused`] if the table is of another game, or has no such position;
    /// [`Error::File`].
    pub fn answer(&self, run: &Run, query: Query) -> Result<Solved, Error> {
        let refuse = |message: String, help: &str| Error::refused("table", message, help);
        if query.convention != self.query.convention || query.rulesets != self.query.rulesets {
            let message = format!("{} is of {}, not of {}", self.name, self.query.game_text(), query.game_text());
            return Err(refuse(message, "compute it without the table"));
        }
        let mut sum = Nimber::ZERO;
        for term in &query.position {
            let value = self.value(&term.component).map_err(|error| refused(error, run))?;
            let Some(value) = value else {
                let (other, start) = (query.rulesets[term.ruleset].text(&term.component), self.query.position_text());
                let message = format!("{} has no position {other}: no play from {start} leads to it", self.name);
                return Err(refuse(message, "compute it without the table"));
            };
            sum = sum + Nimber(value.into());
        }
        Ok(self.found(query, sum))
    }

    /// The value of a position, as a word in the language: a sum of components, or a picture of the
    /// whole board.
    ///
    /// # Errors
    /// As [`Stored::answer`]; [`Error::Text`] if the word is no position of the game.
    pub fn look_up(&self, run: &Run, word: &str) -> Result<Nimber, Error> {
        if let Some(value) = self.pictured(run, word)? {
            return Ok(value);
        }
        let game = grundy_games::read(&self.query.game_text(), &run.lists())?;
        let position = run.one_position(&game, word)?;
        let query = Query::new(&game.rules, position, Question::Value);
        Ok(self.answer(run, query)?.value().unwrap_or(Nimber::ZERO))
    }

    /// The value of the position that the table was built from.
    ///
    /// # Errors
    /// As [`Stored::answer`].
    pub fn start(&self, run: &Run) -> Result<Nimber, Error> {
        Ok(self.answer(run, self.query.clone())?.value().unwrap_or(Nimber::ZERO))
    }

    /// The answer to a picture of the whole board, which need not be connected; `None` if the table
    /// is of another kind of game, or the text is no such picture.
    ///
    /// # Errors
    /// As [`Stored::answer`].
    fn pictured(&self, run: &Run, picture: &str) -> Result<Option<Nimber>, Error> {
        let (OpenTable::Board(board, _) | OpenTable::Compressed(board, _)) = &self.table else { return Ok(None) };
        let Some(key) = board.pictured(picture) else { return Ok(None) };
        let value = match &self.table {
            OpenTable::Board(_, table) => table.value(board.layer(key), key).map_err(|error| refused(error, run))?,
            OpenTable::Compressed(_, function) => compressed::value(board, function, key),
            OpenTable::Words(..) | OpenTable::Heaps(..) | OpenTable::LargeHeaps(..) => None,
        };
        let value = value.ok_or_else(|| {
            let start = self.query.position_text();
            let message = format!("{} has no position {picture}: no play from {start} leads to it", self.name);
            Error::refused("table", message, "compute it without the table")
        })?;
        Ok(Some(Nimber(value.into())))
    }

    /// The answer with this value: computed, by the solver `lookup`.
    fn found(&self, query: Query, value: Nimber) -> Solved {
        let answer = match query.question {
            Question::Outcome => Answer::Outcome(value.outcome()),
            _ => Answer::Value(value),
        };
        let status = Status::Computed(Doubt::Uncheckable(LOOKED_UP));
        let solution = Solution { answer, claims: Vec::new() };
        Solved { query, solution, status, solver: "lookup".into(), stats: None, moves_left: None }
    }

    /// Calls `visit` with each position of the table: layers ascending, then in the order of keys.
    /// Reads each file once.
    ///
    /// # Errors
    /// The first error of `visit`; [`Error::Refused`] if a file is damaged, [`Error::Stopped`].
    pub fn each<E: From<Error>>(&self, run: &Run, mut visit: impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        let mut budget = run.budget();
        let (mut count, mut ended) = (0u64, None);
        let mut entry = |layer, position, value| {
            count += 1;
            let polled = if count.is_multiple_of(POLLED) { budget.poll() } else { Ok(()) };
            let visited = polled
                .map_err(|stopped| Error::from(stopped).into())
                .and_then(|()| visit(Entry { layer, position, value: Nimber(u64::from(value)) }));
            visited.map_err(|error| {
                ended = Some(error);
                layers::Error::Stopped
            })
        };
        let ruleset = &self.query.rulesets[0];
        let read = match &self.table {
            OpenTable::Board(board, table) => table.each(|layer, key, value| entry(layer, board.picture(key), value)),
            OpenTable::Words(words, table) => {
                table.each(|layer, key, value| entry(layer, ruleset.text(&words.component(key)), value))
            }
            OpenTable::Heaps(heaps, table) => {
                table.each(|layer, key, value| entry(layer, ruleset.text(&heaps.component(key)), value))
            }
            OpenTable::LargeHeaps(heaps, table) => {
                table.each(|layer, key, value| entry(layer, ruleset.text(&heaps.component(key)), value))
            }
            OpenTable::Compressed(..) => return Err(compressed::without_positions(&self.name).into()),
        };
        read.map_err(|error| ended.unwrap_or_else(|| refused(error, run).into()))
    }

    /// Reads all files of the table, compares the checksum over all positions, and computes the
    /// values of `each` random positions of every layer again, from their options by the plain
    /// meaning.
    ///
    /// A seed that is the same selects the same positions.
    ///
    /// # Errors
    /// [`Error::Refused`] if a file is damaged or a value is wrong, [`Error::Stopped`].
    pub fn verify(&self, run: &Run, each: u64, seed: u64) -> Result<TableCheck, Error> {
        let budget = Mutex::new(run.budget());
        let ended = Mutex::new(None);
        let watch = || {
            let polled = budget.lock().unwrap_or_else(PoisonError::into_inner).poll();
            polled.map_err(|stopped| *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(stopped)).is_ok()
        };
        let text = |component: &Component| self.query.rulesets[0].text(component);
        let verified = match &self.table {
            OpenTable::Board(board, table) => {
                checked(table.verify(each, seed, &|key| Ok(board.plain(key)), &watch), |key| board.picture(key))
            }
            OpenTable::Words(words, table) => {
                let found = table.verify(each, seed, &|key| words.plain(key), &watch);
                checked(found, |key| text(&words.component(key)))
            }
            OpenTable::Heaps(heaps, table) => {
                let found = table.verify(each, seed, &|key| heaps.plain(key), &watch);
                checked(found, |key| text(&heaps.component(key)))
            }
            OpenTable::LargeHeaps(heaps, table) => {
                let found = table.verify(each, seed, &|key| heaps.plain(key), &watch);
                checked(found, |key| text(&heaps.component(key)))
            }
            OpenTable::Compressed(..) => return Err(compressed::without_positions(&self.name)),
        };
        let ended = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        match verified {
            Ok((sample, None)) => match self.summary() {
                Some(summary) => Ok(TableCheck { summary, sample }),
                None => Err(compressed::without_positions(&self.name)),
            },
            Ok((_, Some(wrong))) => {
                let message = format!("{} is wrong: {wrong}", self.name);
                Err(Error::refused("table", message, "remove the folder of the table, and build it again"))
            }
            Err(layers::Error::Stopped) => {
                Err(ended.map_or_else(|| run.stopped(Reason::Interrupted).into(), Error::from))
            }
            Err(error) => Err(refused(error, run)),
        }
    }
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stored").field("query", &self.query).field("name", &self.name).finish_non_exhaustive()
    }
}

/// How many positions a check has computed again, and the first one that is wrong as a clause.
fn checked<K: Key>(
    found: Result<Verified<K>, layers::Error>,
    text: impl Fn(K) -> String,
) -> Result<(u64, Option<String>), layers::Error> {
    found.map(|found| (found.sample, found.wrong.map(|wrong| described(&wrong, text(wrong.key)))))
}

/// A wrong value as a clause.
fn described<K: Key>(wrong: &WrongPosition<K>, position: String) -> String {
    match wrong.expected {
        Some(expected) => format!("{position} has the value {} there, and by the rules {expected}", wrong.found),
        None => format!("an option of {position} is not in it"),
    }
}
