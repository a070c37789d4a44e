//! What a verb is answered with: a run with its limits, the convention, and the files of a command
//! line.

use std::path::Path;

use grundy::{Error, Run, certificate::Certificate};
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
    /// A certificate of the same game, off which values are read.
    pub from: Option<&'r Certificate>,
    /// The file that keeps what is known, and is gone on from.
    pub checkpoint: Option<&'r Path>,
    /// Whether the check takes all the time that is left: the answer is to become a certificate.
    pub patient: bool,
}

impl<'r> Ask<'r> {
    /// A question in normal play, which reaches no file.
    pub fn new(run: &'r Run) -> Ask<'r> {
        let (from, checkpoint) = (None, None);
        Ask { run, misere: false, files: None, longest: None, measured: false, from, checkpoint, patient: false }
    }

    /// Whether the answer is known from a file, or goes to one besides that of the answer.
    pub(crate) fn has_files(&self) -> bool {
        self.from.is_some() || self.checkpoint.is_some() || self.patient
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
