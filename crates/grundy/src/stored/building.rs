//! Builds tables, by threads or by processes, under the limits of a run.

use std::{
    num::NonZero,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use grundy_games::{Component, Query};
use grundy_layers::{self as layers, Graded, Pass, Settings, Summary};
use grundy_solvers::support::threads;

use super::{Form, Hosts, about, refused};
use crate::{
    error::Error,
    run::{Event, Run},
};

impl Run {
    /// Builds the table of all positions that the position of a query leads to in a folder, or
    /// resumes it, under the limits of the run. What is done when a limit ends the work is kept.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no such table, or if the folder holds something else;
    /// [`Error::Stopped`], [`Error::File`].
    pub fn build_table(&self, query: &Query, folder: &Path) -> Result<Summary, Error> {
        self.build_by(query, folder, None)
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
        self.build_by(query, folder, Some(hosts))
    }

    fn build_by(&self, query: &Query, folder: &Path, hosts: Option<&Hosts>) -> Result<Summary, Error> {
        match Form::new(query)? {
            Form::Board(board) => self.build_graded(&board, query, |component| board.keys(component), folder, hosts),
            Form::Words(words) => {
                let keys = |component: &_| words.key(component).into_iter().collect();
                self.build_graded(&*words, query, keys, folder, hosts)
            }
            Form::Heaps(heaps) => {
                let keys = |component: &_| heaps.key(component).into_iter().collect();
                self.build_graded(&*heaps, query, keys, folder, hosts)
            }
        }
    }

    fn build_graded<G: Graded>(
        &self,
        game: &G,
        query: &Query,
        key: impl Fn(&Component) -> Vec<G::Key>,
        folder: &Path,
        hosts: Option<&Hosts>,
    ) -> Result<Summary, Error> {
        let mut start: Vec<G::Key> = query.position.iter().flat_map(|term| key(&term.component)).collect();
        start.sort_unstable_by_key(|&key| (game.layer(key), key));
        let budget = self.budget();
        // A quarter is for what is not counted: the files in work and the manifest.
        let memory = self.most_bytes().saturating_sub(budget.progress().bytes) / 4 * 3;
        let threads = NonZero::new(threads::available(self.limits().threads)).unwrap_or(NonZero::<usize>::MIN);
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
        let built = match hosts {
            None => layers::build(game, &start, &about, folder, &settings, &watch),
            #[cfg(feature = "cluster")]
            Some(hosts) => layers::build_together(game, &start, &about, folder, &settings, hosts, &watch),
            #[cfg(not(feature = "cluster"))]
            Some(never) => match *never {},
        };
        drop(shown);
        built.map_err(|error| match (error, stopped.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            (layers::Error::Stopped, Some(stopped)) => stopped.into(),
            (error, _) => refused(error, self),
        })
    }
}
