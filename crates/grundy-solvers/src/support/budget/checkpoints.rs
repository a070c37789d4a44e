//! The checkpoints of a budget: the facts that a search resumes from and stores.

use std::time::Duration;

use super::Budget;
use crate::support::checkpointer::{Checkpointer, FactStream};

/// A checkpointer, and whether it was due at the last poll.
#[derive(Default)]
pub(super) struct Checkpoints {
    /// Where facts are stored; `None` if no checkpoints are kept.
    checkpointer: Option<Checkpointer>,
    /// A poll sets it, and storing facts clears it.
    due: bool,
}

impl Checkpoints {
    /// Looks whether a checkpoint is due.
    pub(super) fn poll(&mut self) {
        self.due = self.checkpointer.as_ref().is_some_and(Checkpointer::is_due);
    }
}

impl Budget {
    /// Sets the checkpointer that a solver resumes from and stores facts with. Only solvers with
    /// [`Solver::keeps`](crate::Solver::keeps) use it.
    pub fn keep(mut self, checkpointer: Checkpointer) -> Budget {
        self.checkpoints.checkpointer = Some(checkpointer);
        self
    }

    /// Returns the facts of an earlier search: `Some` at the first call only.
    pub(crate) fn resume(&mut self) -> Option<Vec<u8>> {
        self.checkpoints.checkpointer.as_mut()?.resume()
    }

    /// Whether a checkpoint was due at the last poll.
    pub(crate) fn is_due(&self) -> bool {
        self.checkpoints.due
    }

    /// Returns the time until the next checkpoint is due; `None` without a checkpointer.
    pub(crate) fn until_due(&self) -> Option<Duration> {
        self.checkpoints.checkpointer.as_ref().map(Checkpointer::until_due)
    }

    /// Stores these facts, if there is a checkpointer.
    pub(crate) fn keep_facts(&mut self, facts: FactStream<'_>) {
        self.checkpoints.due = false;
        if let Some(checkpointer) = &mut self.checkpoints.checkpointer {
            checkpointer.keep(facts);
        }
    }
}
