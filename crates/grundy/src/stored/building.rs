//! Builds tables, by threads or by processes, under the limits of a run.
//!
//! A build is resumable: what a limit ends is continued by the same command. Three quarters of the
//! memory of the run are for the tables in work; positions are counted in the forward pass, in
//! which each is found once.

use std::{
    num::NonZero,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use grundy_games::{Component, Query};
use grundy_layers::{self as layers, Graded, MOST_TASKS, Pass, Settings, Summary, Task};

#[cfg(feature = "cluster")]
use super::Hosts;
use super::{StoredForm, about, heaps::StopCheck, refused};
use crate::{
    error::Error,
    help::{Fix, Help},
    run::{Event, Run},
};

/// Who builds a table.
#[derive(Clone, Copy)]
enum By<'h> {
    /// The threads of this process.
    Threads,
    /// One of several tasks that share a folder and need not run at the same time.
    Task(&'h Task),
    /// One of several processes that are connected and run together.
    #[cfg(feature = "cluster")]
    Processes(&'h Hosts),
}

/// Returns the task of this number among so many, from 1, with a time that it waits for others.
///
/// # Errors
/// [`Error::Refused`] if there is no such task, or if there are too many.
pub fn task(number: usize, of: usize, patience: Duration) -> Result<Task, Error> {
    let count = u32::try_from(of).ok().filter(|&of| of <= MOST_TASKS).and_then(NonZero::new);
    let place = number.checked_sub(1).filter(|&place| place < of).and_then(|place| u32::try_from(place).ok());
    match (place, count) {
        (Some(number), Some(of)) => Ok(Task { number, of, patience }),
        _ => {
            let message = format!("a table is built by at most {MOST_TASKS} tasks, so not by task {number} of {of}");
            let help = Help::from("write ") + Fix::set("shard", "1/8") + " for the first of 8";
            Err(Error::usage(&format!("{of}"), message, help))
        }
    }
}

impl Run {
    /// Builds the table of all positions that the position of a query leads to in a folder, or
    /// resumes it, under the limits of the run. What is done when a limit ends the work is kept.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let folder = folder.path().join("cram");
    /// use grundy::{Limits, Nimber, Question, Run, games};
    ///
    /// let run = Run::new(Limits::default());
    /// let board = games::query("cram", "4x4", Question::Value)?;
    /// run.build_table(&board, &folder)?;
    /// let stored = run.stored(&folder)?;
    /// assert_eq!(stored.start(&run)?, Nimber(0));
    /// assert_eq!(Some(stored.verify(&run, 10, 1)?.summary), stored.summary());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    ///
    /// # Cost
    /// Each position is expanded twice.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no such table, or if the folder holds something else;
    /// [`Error::Stopped`], [`Error::File`].
    pub fn build_table(&self, query: &Query, folder: &Path) -> Result<Summary, Error> {
        self.build_by(query, folder, By::Threads)
    }

    /// Does the part of a task of the table, as far as the reports of the other tasks are there, or
    /// come within its patience. The task that does the last part returns what the table holds; the
    /// others do so when they are started again.
    ///
    /// # Errors
    /// As [`Run::build_table`]; [`Error::Refused`] with the code `undecided` if the task waits for
    /// another one, and is to be started again.
    pub fn build_table_part(&self, query: &Query, folder: &Path, task: &Task) -> Result<Summary, Error> {
        self.build_by(query, folder, By::Task(task))
    }

    /// Builds the table as [`Run::build_table`] does, with other processes that do the same. Each
    /// has as many workers as the run has threads, and the limits of the run are those of this
    /// process; if one ends early, all do.
    ///
    /// # Errors
    /// As [`Run::build_table`]; also [`Error::Refused`] if the processes do not come together, or
    /// another one has ended.
    #[cfg(feature = "cluster")]
    pub fn build_table_together(&self, query: &Query, folder: &Path, hosts: &Hosts) -> Result<Summary, Error> {
        self.build_by(query, folder, By::Processes(hosts))
    }

    /// Builds the table in the form that the game has.
    fn build_by(&self, query: &Query, folder: &Path, by: By<'_>) -> Result<Summary, Error> {
        match StoredForm::new(query)? {
            StoredForm::Board(board) => self.build_graded(&board, query, |component| board.keys(component), folder, by),
            StoredForm::Words(words) => {
                let keys = |component: &_| words.key(component).into_iter().collect();
                self.build_graded(&*words, query, keys, folder, by)
            }
            StoredForm::Heaps(heaps) => {
                let heaps = heaps.until(self.stop());
                let keys = |component: &_| heaps.key(component).into_iter().collect();
                self.build_graded(&heaps, query, keys, folder, by)
            }
            StoredForm::LargeHeaps(heaps) => {
                let heaps = heaps.until(self.stop());
                let keys = |component: &_| heaps.key(component).into_iter().collect();
                self.build_graded(&heaps, query, keys, folder, by)
            }
        }
    }

    /// Ends the work on one position at the limits on time and at an interrupt.
    fn stop(&self) -> StopCheck {
        let run = self.clone();
        StopCheck::when(move || run.is_cancelled() || run.left() == Some(Duration::ZERO))
    }

    /// Builds the table of a graded game from the keys of its start positions.
    fn build_graded<G: Graded>(
        &self,
        game: &G,
        query: &Query,
        key: impl Fn(&Component) -> Vec<G::Key>,
        folder: &Path,
        by: By<'_>,
    ) -> Result<Summary, Error> {
        let mut start: Vec<G::Key> = query.position.iter().flat_map(|term| key(&term.component)).collect();
        start.sort_unstable_by_key(|&key| (game.layer(key), key));
        let budget = self.budget();
        // A quarter is for what is not counted: the files in work and the manifest.
        let memory = self.most_bytes().saturating_sub(budget.progress().bytes) / 4 * 3;
        let threads = NonZero::new(self.threads()).unwrap_or(NonZero::<usize>::MIN);
        let settings = Settings::new(memory, threads);
        let (budget, stopped) = (Mutex::new(budget), Mutex::new(None));
        let counted = AtomicU64::new(0);
        let watch = |progress: &layers::Progress| {
            // Threads that find another one there leave the look at the limits to it.
            let Ok(mut budget) = budget.try_lock() else { return true };
            let before = counted.fetch_max(progress.positions, Ordering::Relaxed);
            let new = match progress.pass {
                Pass::Forward => progress.positions.saturating_sub(before),
                Pass::Backward => 0,
            };
            self.event(Event::Table { progress: *progress });
            match budget.solved(new).and_then(|()| budget.poll()) {
                Ok(()) => true,
                Err(reason) => {
                    stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
                    false
                }
            }
        };
        let shown = self.begin(None);
        let about = about(query);
        let built = match by {
            By::Threads => layers::build(game, &start, &about, folder, &settings, &watch),
            By::Task(task) => layers::build_task(game, &start, &about, folder, &settings, *task, &watch),
            #[cfg(feature = "cluster")]
            By::Processes(hosts) => layers::build_together(game, &start, &about, folder, &settings, hosts, &watch),
        };
        drop(shown);
        built.map_err(|error| match (error, stopped.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            (layers::Error::Stopped, Some(stopped)) => stopped.into(),
            // The rules themselves were ended.
            (error @ layers::Error::Stopped, None) => {
                self.budget().poll().map_or_else(Error::from, |()| refused(error, self))
            }
            (error, _) => refused(error, self),
        })
    }
}
