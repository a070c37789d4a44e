//! Tables without their keys: the values of all positions of a board in one file, in less than four
//! bits each.
//!
//! The file is a static function ([`Function`]): it has a value for every key, also for those that
//! are no positions. So only boards are compressed that decide which keys are positions
//! ([`StoredBoard::positions`]), and every look-up asks them first.
//!
//! *Limits.* A compressed table can answer and nothing else: it lists no positions, and cannot be
//! verified without the folder that it was made of.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use grundy_games::Query;
use grundy_layers::Function;
use grundy_solvers::{Progress, Reason, Stopped};

use super::{OpenTable, Stored, StoredForm, board::StoredBoard, refused};
use crate::{
    error::Error,
    help::{Fix, Help},
    run::Run,
};

/// What was written.
///
/// [`Run::stored`] opens the file that was written.
#[derive(Clone, Debug)]
pub struct Compressed {
    /// The position that the table was built from, with its game.
    pub query: Query,
    /// The number of positions.
    pub positions: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

/// The value of a position; `None` if the key is none.
pub(super) fn value(board: &StoredBoard, function: &Function, key: u64) -> Option<u32> {
    board.positions().filter(|positions| positions.contain(key)).map(|_| function.value(key))
}

/// The error of what needs the positions of a table.
pub(super) fn without_positions(name: &str) -> Error {
    let message = format!("{name} is a compressed table, which holds no positions");
    Error::refused("table", message, "name the folder that it was made of")
}

/// The error of a table whose keys alone say which are positions.
fn undecided(query: &Query) -> Error {
    let message = format!("a table of {query} cannot be compressed: only its keys say which positions there are");
    let help = "look positions up in the folder; boards of `take edge with its ends`, with a side of at most 6, and of `take vertex` can be compressed";
    Error::refused("table", message, help)
}

impl Run {
    /// Writes the values of a complete table to one file without the positions, and compares all of
    /// them. [`Run::stored`] answers from the file.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game does not decide which keys are positions, or there is no
    /// complete table; [`Error::Stopped`], [`Error::File`].
    ///
    /// # Cost
    /// Three passes over the table, in one of which all values are compared, and more where half of
    /// the memory of the run does not hold 16 bytes for each position.
    pub fn compress_table(&self, folder: &Path, to: &Path) -> Result<Compressed, Error> {
        let stored = self.stored(folder)?;
        let table = match &stored.table {
            OpenTable::Board(board, table) if board.positions().is_some() => table,
            OpenTable::Compressed(..) => return Err(without_positions(&stored.name)),
            _ => return Err(undecided(&stored.query)),
        };
        let (budget, ended) = (Mutex::new(self.budget()), Mutex::new(None));
        let watch = || {
            let polled = budget.lock().unwrap_or_else(PoisonError::into_inner).poll();
            polled.map_err(|stopped| *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(stopped)).is_ok()
        };
        let made = Function::of(table, self.most_bytes() / 2, &watch);
        let function = made.map_err(|error| match ended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(stopped) => stopped.into(),
            None => refused(error, self),
        })?;
        let bytes = function.save(to).map_err(|error| refused(error, self))?;
        Ok(Compressed { query: stored.query, positions: function.positions(), bytes })
    }

    /// Opens a compressed table.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the file does not fit into the memory, [`Error::Refused`] if it is
    /// damaged or of another game.
    pub(super) fn compressed(&self, file: &Path) -> Result<Stored, Error> {
        let needed = std::fs::metadata(file).map_err(|error| Error::file("read", file, error))?.len();
        if needed > self.most_bytes() {
            let progress = Progress { bytes: needed, ..Progress::default() };
            return Err(Stopped { reason: Reason::Memory(self.most_bytes()), progress, known: Vec::new() }.into());
        }
        let function = Function::load(file).map_err(|error| match error {
            grundy_layers::Error::Damaged { .. } => {
                let help = Help::from("name the folder of a table, or a file that ")
                    + Fix::Program("tables compress".into())
                    + " has written; if it is one, write it again";
                Error::refused("table", error.to_string(), help)
            }
            error => refused(error, self),
        })?;
        let query = self.of_lines(function.about(), file)?;
        let name = file.display().to_string();
        match StoredForm::new(&query)? {
            StoredForm::Board(board) if board.positions().is_some() => {
                Ok(Stored { query, name, table: OpenTable::Compressed(board, function) })
            }
            _ => Err(undecided(&query)),
        }
    }
}
