//! One run of the program: its flags, and the surroundings that the library's work runs in.
//!
//! Nothing is decided here: [`grundy::Run`] solves, proves and checks. The session connects it with
//! the terminal: signals, the progress line, the memory of the process, and notes on stderr.

use std::{
    ffi::OsString,
    io::{IsTerminal, stdout},
    path::Path,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::spelling::CommandLine;
use grundy::{
    Doubt, Error, Event, Found, Host, Limits, Run, Solved, Status, Stopped,
    cert::Means,
    checkpoint::{self, CheckpointNews},
    games::{FOLD_CASE, ReadGame, Ruleset, left_out},
    solvers::{Progress, Reason},
};
use grundy_show::{Colour, stats_text};

use crate::{
    cli::{Common, respelled},
    game_file, input,
    memory::Memory,
    output::{self, CliError, colour, complain_aside},
    progress::Watch,
    signals::Signals,
    streams::narrate,
};

/// The reading of input ends at the latest this long after the time.
const GRACE: Duration = Duration::from_millis(100);

/// One run of the program.
pub struct Session {
    /// The flags of every verb.
    pub common: Common,
    /// The work under the limits that the flags set.
    pub run: Run,
    terminal: Arc<Terminal>,
}

/// What the library's work needs of the process.
struct Terminal {
    common: Common,
    signals: Signals,
    memory: Memory,
    /// Why the reading of texts and word lists has ended, once it has. Before that nothing is known
    /// that could be lost, so the end of the time and a signal end the program at once.
    reading: Arc<OnceLock<SourceEnd>>,
    /// The line that shows how far the work is.
    watch: Mutex<Option<Watch>>,
    /// What was noted.
    said: Mutex<Vec<String>>,
    /// Whether a file could not be written, or a checkpoint was refused and the rest went on.
    failed: AtomicBool,
    /// Whether the screen is taken, so that nothing is to be written to stderr.
    silent: AtomicBool,
    /// The command line.
    line: OnceLock<Vec<OsString>>,
    /// Whether long work has been said to have an estimate.
    estimated: AtomicBool,
    /// What is said of work that takes over a second.
    remark: OnceLock<String>,
}

/// Why the reading has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceEnd {
    /// All was read.
    Whole,
    /// The time was up, and the program is about to end.
    Late,
}

impl Session {
    /// A run with these flags.
    pub fn new(common: Common) -> Session {
        let signals = Signals::new();
        let reading = Arc::new(OnceLock::new());
        let limit = common.time.map(Duration::from_secs_f64);
        if let Some(limit) = limit {
            let (common, reading) = (common.clone(), reading.clone());
            let begun = thread::Builder::new().spawn(move || {
                thread::sleep(limit.saturating_add(GRACE));
                if reading.set(SourceEnd::Late).is_ok() {
                    output::exit_late(&common, "the game was read");
                }
            });
            if let Err(error) = begun {
                narrate(&format!("warning: --time does not end the reading of a pipe: {error}"));
            }
        }
        let memory = Memory::new(common.memory);
        input::limit(input::InputLimits::new(limit, memory.limit(), signals.flag()));
        let (positions, threads) = (common.max_positions, common.jobs);
        let limits = Limits { time: limit, memory: Some(memory.limit()), positions, threads };
        let run = Run::new(limits).cancelled_by(signals.flag());
        let fold = common.fold_case.then(|| (FOLD_CASE.to_owned(), String::new()));
        let run = run.set(common.set.iter().cloned().chain(fold).collect());
        let run = if common.no_check { run.unchecked() } else { run };
        let run = if common.plain_check { run.checked_by(Means::Plain) } else { run };
        let (watch, failed) = (Mutex::new(None), AtomicBool::new(false));
        let (silent, estimated) = (AtomicBool::new(false), AtomicBool::new(false));
        let (common_of, said, line) = (common.clone(), Mutex::default(), OnceLock::new());
        let remark = OnceLock::new();
        let terminal = Terminal {
            common: common_of,
            signals,
            memory,
            reading,
            watch,
            said,
            failed,
            silent,
            line,
            estimated,
            remark,
        };
        let terminal = Arc::new(terminal);
        Session { common, run: run.host(terminal.clone()), terminal }
    }

    /// The run of this command line, which notes may offer in other words.
    pub fn of_line(self, line: &[OsString]) -> Session {
        let _ = self.terminal.line.set(line.to_vec());
        self
    }

    /// Says this once the work takes over a second.
    pub fn remark(&self, text: String) {
        let _ = self.terminal.remark.set(text);
    }

    /// The work is done: from here on a signal ends the program at once.
    pub fn done(&self) {
        self.terminal.has_read();
        self.terminal.signals.done();
    }

    /// From here on nothing is written to stderr during work: the screen is taken.
    pub fn silence(&self) {
        self.terminal.silent.store(true, Ordering::Relaxed);
    }

    /// What the signals have done.
    pub fn signals(&self) -> &Signals {
        &self.terminal.signals
    }

    /// Whether a signal has ended the work.
    pub fn interrupted(&self) -> bool {
        self.terminal.signals.interrupted()
    }

    /// Refuses what an interrupt has cut short.
    pub fn whole(&self) -> Result<(), CliError> {
        match self.interrupted() {
            true => {
                Err(Stopped { reason: Reason::Interrupted, progress: Progress::default(), known: Vec::new() }.into())
            }
            false => Ok(()),
        }
    }

    /// Begins the work, and takes the right to resume from a file and to write it.
    pub fn lock(&self, path: &Path) -> Result<checkpoint::Lock, CliError> {
        self.terminal.work_begins();
        Ok(checkpoint::lock(path)?)
    }

    /// Whether stdout takes colours.
    pub fn colour(&self) -> Colour {
        colour(self.common.color, stdout().is_terminal())
    }

    /// The text or the JSON of an answer, as the flags request.
    ///
    /// All is known now. The text may take the time of --time again, as a table that is written,
    /// and a signal ends the program at once.
    pub fn pick<T>(&self, text: impl FnOnce() -> T, json: impl FnOnce() -> T) -> T {
        self.done();
        let shown = Arc::new(AtomicBool::new(false));
        if let Some(limit) = self.common.time.map(Duration::from_secs_f64) {
            let (common, shown) = (self.common.clone(), shown.clone());
            let watch = move || {
                thread::sleep(limit.saturating_add(GRACE));
                if !shown.swap(true, Ordering::SeqCst) {
                    output::exit_late(&common, "the answer was a text");
                }
            };
            if let Err(error) = thread::Builder::new().spawn(watch) {
                narrate(&format!("warning: --time does not end the writing of the answer: {error}"));
            }
        }
        let text = if self.common.json { json() } else { text() };
        while shown.swap(true, Ordering::SeqCst) {
            thread::park();
        }
        text
    }

    /// Checks an answer, if that is still to be done; reports on stderr why it is not proved.
    pub fn settle(&self, found: Found) -> Result<Solved, CliError> {
        Ok(self.noted(self.run.settle(found)?))
    }

    /// The answer as the flags request it; reports on stderr why it is not proved.
    pub fn noted(&self, mut solved: Solved) -> Solved {
        note(solved.status);
        solved.stats = solved.stats.filter(|_| self.common.stats);
        solved
    }

    /// Reports the result of writing a file in addition to the answer. If the file cannot be
    /// written, the answer is printed all the same, and the exit code is 2.
    pub fn aside(&self, written: Result<(), CliError>) -> Result<(), CliError> {
        match written {
            Err(trouble) if trouble.is_input() => {
                self.terminal.failed(&trouble);
                Ok(())
            }
            other => other,
        }
    }

    /// Whether a file that was requested could not be written, or a part of the work was refused.
    pub fn has_failed(&self) -> bool {
        self.terminal.failed.load(Ordering::Relaxed)
    }
}

/// Says on stderr why an answer is computed and not proved, if a check was made and did not end.
pub fn note(status: Status) {
    let why = match status.doubt() {
        None | Some(Doubt::Unchecked | Doubt::Uncheckable(_)) => return,
        Some(Doubt::Interrupted) => "it was interrupted".to_owned(),
        Some(Doubt::Memory(most)) => {
            format!("it needs more memory than the {} MiB that are allowed with --memory", most >> 20)
        }
        Some(Doubt::Time) => "the time is up; allow more with --time SECONDS".to_owned(),
        Some(Doubt::Slow) => "it took far longer than the answer".to_owned(),
        Some(doubt) => doubt.to_string(),
    };
    narrate(&format!("note: the answer is computed, not proved: the check did not end: {why}"));
}

impl Terminal {
    /// Ends the reading. Returns whether it had not ended before. Does not return if the end of the
    /// time has ended it.
    fn has_read(&self) -> bool {
        let first = self.reading.set(SourceEnd::Whole).is_ok();
        while self.reading.get() == Some(&SourceEnd::Late) {
            thread::park();
        }
        first
    }

    fn failed(&self, trouble: &CliError) {
        complain_aside(&self.common, trouble);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Says once of each word list what a game leaves out of it.
    fn left_out(&self, ruleset: &Ruleset) {
        for said in ruleset.lists().into_iter().filter_map(left_out).map(|said| said.spelled(&CommandLine)) {
            let line = self.line.get().and_then(|line| respelled::with_words(&said, line));
            self.once(line.map_or_else(|| said.clone(), |line| format!("{said}; `{line}` reads more of them")));
        }
    }

    /// Notes something, if it has not been noted.
    fn once(&self, said: String) {
        let mut known = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !known.contains(&said) {
            narrate(&format!("note: {said}"));
            known.push(said);
        }
    }

    fn watch(&self) -> std::sync::MutexGuard<'_, Option<Watch>> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn checkpoint(&self, path: &Path, news: CheckpointNews<'_>) {
        let place = path.display();
        match news {
            CheckpointNews::Resumed(what) => narrate(&format!("{place}: resumed with {what}")),
            CheckpointNews::Holds { what, interrupted } => {
                let why = if interrupted { "interrupted; " } else { "" };
                narrate(&format!("{why}{place} holds {what}"));
            }
            CheckpointNews::Unused(why) => {
                let what = if path.exists() { "stays as it was" } else { "is not written" };
                narrate(&format!("{place} {what}: {why}"));
            }
            CheckpointNews::Unwritten(error) => narrate(&format!("warning: cannot write {place}: {error}")),
            CheckpointNews::Failed(error) | CheckpointNews::Refused(error) => self.failed(&CliError::aside(error)),
            _ => {}
        }
    }
}

impl Host for Terminal {
    fn work_begins(&self) {
        if self.has_read() {
            self.signals.work();
        }
    }

    fn event(&self, event: Event<'_>) {
        if self.silent.load(Ordering::Relaxed) {
            return;
        }
        match event {
            Event::Begin { premise } => {
                let remark = || Some(self.remark.get()?.as_str()).filter(|_| !self.estimated.load(Ordering::Relaxed));
                let note = premise.or_else(remark).map(|note| format!("note: {note}"));
                *self.watch() = Some(Watch::noting(note));
            }
            Event::Progress { doing, progress } => {
                if let Some(watch) = &mut *self.watch() {
                    if watch.is_long() && !self.estimated.swap(true, Ordering::Relaxed) {
                        let line = self.line.get().and_then(|line| respelled::estimate(line));
                        line.iter().for_each(|line| watch.say(&format!("note: `{line}` estimates the work")));
                    }
                    watch.show(doing, progress);
                }
            }
            Event::Table { progress } => {
                if let Some(watch) = &mut *self.watch() {
                    watch.show_table(progress);
                }
            }
            Event::End => {
                if let Some(mut watch) = self.watch().take() {
                    watch.finish();
                }
            }
            Event::Rules(ruleset) => self.left_out(ruleset),
            Event::ReadAs(text) => self.once(format!("read as {text}")),
            Event::Doubt(text) => self.once(text.spelled(&CommandLine)),
            Event::Ran { solvers, stats } if self.common.stats => narrate(&stats_text(&stats, solvers)),
            Event::Checkpoint { path, news } => self.checkpoint(path, news),
            _ => {}
        }
    }

    fn word_list(&self, name: &str) -> Result<Vec<u8>, String> {
        input::lists(&input::here())(name)
    }

    fn game_file(&self, name: &str, parameters: &[(String, String)]) -> Result<ReadGame, Error> {
        Ok(game_file::read(Path::new(name), parameters)?.game)
    }

    fn piped(&self) -> Result<String, Error> {
        input::position()
    }

    fn held(&self) -> u64 {
        self.memory.held()
    }

    fn overrun(&self) -> Option<(u64, u64)> {
        self.memory.overrun()
    }
}
