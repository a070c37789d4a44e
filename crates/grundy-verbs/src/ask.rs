//! What a verb is answered with: a run with its limits, the convention, and the files of a command
//! line.

use std::path::Path;

use grundy::{Error, Run};
use grundy_show::Sheet;

use crate::fields::Source;

/// How a file that a command line names is read.
pub type ReadFile<'r> = &'r dyn Fn(&Path) -> Result<String, Error>;

/// The surroundings of a question.
#[derive(Clone, Copy)]
pub struct Ask<'r> {
    /// The work: its limits, and what the host supplies.
    pub run: &'r Run,
    /// Whether misère play replaces the convention of the game.
    pub misere: bool,
    /// How files are read; `None` where a request brings its texts along and reaches no file.
    pub files: Option<ReadFile<'r>>,
    /// The most bytes of an answer that grows with the position. `None` for no limit but that of
    /// the memory.
    pub longest: Option<usize>,
    /// Whether an answer states its time and its memory.
    pub measured: bool,
}

impl<'r> Ask<'r> {
    /// A question in normal play, which reaches no file.
    pub fn new(run: &'r Run) -> Ask<'r> {
        Ask { run, misere: false, files: None, longest: None, measured: false }
    }

    /// What an answer is written to.
    pub fn sheet(&self) -> Sheet {
        Sheet::new(self.run.writing()).at_most(self.longest)
    }

    /// The text of a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn text(&self, source: &Source) -> Result<String, Error> {
        match (source, self.files) {
            (Source::Text(text), _) => Ok(text.clone()),
            (Source::Path(path), Some(read)) => read(path),
            (Source::Path(path), None) => {
                let path = path.display().to_string();
                Err(Error::usage(&path, "a request reaches no file", "send the text of the file"))
            }
        }
    }
}
