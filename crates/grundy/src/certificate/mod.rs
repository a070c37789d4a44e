//! Certificates: read and examined, queried for answers, and made from answers.
//!
//! A certificate answers a query if its claims are about the same rules under the same convention
//! and hold for every position that the query asks about. That is decided here, once, and not by
//! whoever reads the file.
//!
//! A certificate is a text file with the game, the position, the answer and the claims that prove
//! it. It contains no trace of the search: the checker, this one or the second one in `tools/`,
//! verifies it from the rules. Reading one therefore costs a check, and gives [`Status::Proved`] or
//! an error.
//!
//! ```
//! use grundy::{Limits, Question, Run, games};
//!
//! let run = Run::new(Limits::default());
//! let solved = run.solve(games::query("kayles", "5 + 7", Question::ValueAndMoves)?)?;
//! let text = run.certify(&solved)?;
//!
//! let certificate = run.certificate_bytes(text.into_bytes(), "k.cert")?;
//! assert!(certificate.solved.status().is_proved());
//! let again = certificate.answer(games::query("kayles", "7", Question::Value)?)?;
//! assert_eq!(again.value(), Some(grundy::Nimber(2)));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The certificate of `nim 3 + 4 + 5` with its value:
//!
//! ```text
//! grundy-certificate 2
//! convention normal
//! board take any
//! moves heap
//! move take any leave 0..1 any
//! start 0 3
//! start 0 4
//! start 0 5
//! ask nimber
//! answer value 2
//! claim law
//! nim
//! end 1
//! ```

use std::{
    fs::File,
    io::{Cursor, Read, Seek},
    path::Path,
    time::Duration,
};

use grundy_cert::{Answer, Claim, Flaw, ReadError, Segments, Solution, read_within, write, write_within};
use grundy_core::Nimber;
use grundy_games::{Query, Question, Ruleset, Term};
use grundy_solvers::{Progress, Reason, Stopped, support::clock::Instant};
use grundy_table::{checkpoint, file};

use crate::{
    checking::CheckEnd,
    error::Error,
    run::Run,
    solve::{FAULT, Found},
    solved::{Doubt, Solved, Status},
};

pub use crate::strategy::strategy;

mod segments;

use segments::KeptSegments;

/// The search for a smaller certificate may take this long.
const SHORTENING: Duration = Duration::from_secs(60);

/// The first bytes of a file, which show what it is.
const HEAD: u64 = 64;

/// A certificate that the checker has examined.
///
/// It may be asked any number of times; nothing is checked again.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The question and its answer with its claims; the solver is named `certificate`.
    pub solved: Solved,
    /// How messages name it.
    name: String,
}

impl Run {
    /// Reads a certificate from a file and examines its claims. Of a large file only what is needed
    /// is held in memory. Word lists that the game names come from the host.
    ///
    /// # Errors
    /// [`Error::Text`] with the line that is wrong, [`Error::Check`] if a claim is false,
    /// [`Error::Stopped`] if a limit ends the check.
    ///
    /// # Cost
    /// One pass over the file and the check of its claims, within the limits of the run: usually
    /// more than the search took. Facts of positions are read as the check needs them.
    pub fn certificate(&self, path: &Path) -> Result<Certificate, Error> {
        let (query, solution, name) = self.read_certificate(path)?;
        let status = self.examine(&query, &solution, &name)?;
        Ok(Certificate::of(query, solution, status, name))
    }

    /// As [`Run::certificate`], with a checkpoint: the segments of windows that an earlier check
    /// has verified are not verified again, and those that this check verifies are kept in the
    /// file, each at its end.
    ///
    /// # Errors
    /// As [`Run::certificate`]; [`Error::Refused`] if no claim of the certificate is a window, or
    /// the file is no checkpoint of this certificate's check.
    pub fn certificate_resuming(&self, path: &Path, checkpoint: &Path) -> Result<Certificate, Error> {
        let (query, solution, name) = self.read_certificate(path)?;
        if !solution.claims.iter().any(|claim| matches!(claim, Claim::Window(_))) {
            let why = format!("the check of {name} does not resume: only claims of the form `window` are kept");
            return Err(Error::refused("usage", why, "leave the checkpoint out"));
        }
        let text = certificate_text(&query, &solution)?;
        let kept = KeptSegments::begin(self, checkpoint, (&text, &name))?;
        let status = self.examine_resuming(&kept, &query, &solution, &name);
        kept.end();
        Ok(Certificate::of(query, solution, status?, name))
    }

    /// The status of claims that were given, not computed here. Unlike the check of an answer, a
    /// check that does not end is an error.
    ///
    /// `subject` names the claims in a message: `the check of SUBJECT failed`.
    ///
    /// # Errors
    /// [`Error::Check`] if the checker refuses the claims, [`Error::Stopped`] if a limit ends it.
    pub fn examine(&self, query: &Query, solution: &Solution, subject: &str) -> Result<Status, Error> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        self.examined(solution, subject, self.verify(query, solution, None))
    }

    /// As [`Run::examine`], without the segments that an earlier check has verified.
    pub(crate) fn examine_resuming(
        &self,
        segments: &dyn Segments,
        query: &Query,
        solution: &Solution,
        subject: &str,
    ) -> Result<Status, Error> {
        query.rulesets.iter().for_each(Ruleset::prepare);
        self.examined(solution, subject, self.verify_resuming(Some(segments), query, solution, None))
    }

    /// The status of claims with this verdict; an error if the check found a flaw or did not end.
    fn examined(&self, solution: &Solution, subject: &str, verdict: Result<CheckEnd, Flaw>) -> Result<Status, Error> {
        let verdict = verdict.map_err(|flaw| Error::Check { flaw, subject: subject.to_owned() })?;
        let reason = match self.status(&solution.claims, verdict) {
            Status::Computed(Doubt::Interrupted) => Reason::Interrupted,
            Status::Computed(Doubt::Memory(most)) => Reason::Memory(most),
            Status::Computed(Doubt::Time | Doubt::Slow) => Reason::Time,
            status => return Ok(status),
        };
        let progress = Progress { verified: verdict.verified, ..Progress::default() };
        Err(Stopped { reason, progress, known: Vec::new() }.into())
    }

    /// Reads a certificate from a plain file: the query, the solution, and how messages name it.
    fn read_certificate(&self, path: &Path) -> Result<(Query, Solution, String), Error> {
        let unreadable = |error| Error::file("read", path, error);
        // A pipe is not opened: that waits until somebody writes to it.
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            let message = format!("cannot read {}: it is not a plain file", path.display());
            return Err(Error::refused("file", message, "write the certificate to a file first"));
        }
        let mut file = File::open(path).map_err(unreadable)?;
        let mut head = Vec::new();
        (&file).take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
        let name = path.display().to_string();
        is_certificate(&name, &head)?;
        file.rewind().map_err(unreadable)?;
        let (query, solution) = self.readable(read_within(file, self.most_bytes(), &self.lists()), &name)?;
        Ok((query, solution, name))
    }

    /// As [`Run::certificate`], from the bytes of a file that messages name `name`.
    ///
    /// # Errors
    /// As [`Run::certificate`].
    pub fn certificate_bytes(&self, bytes: Vec<u8>, name: &str) -> Result<Certificate, Error> {
        is_certificate(name, &bytes)?;
        let read = read_within(Cursor::new(bytes), self.most_bytes(), &self.lists());
        let (query, solution) = self.readable(read, name)?;
        let status = self.examine(&query, &solution, name)?;
        Ok(Certificate::of(query, solution, status, name.to_owned()))
    }

    /// The word lists of the host.
    pub(crate) fn lists(&self) -> impl Fn(&str) -> Result<Vec<u8>, String> {
        |name| self.surroundings().word_list(name)
    }

    /// What reading a file has resulted in, with the error of the program.
    fn readable(&self, read: Result<(Query, Solution), ReadError>, name: &str) -> Result<(Query, Solution), Error> {
        read.map_err(|why| match why {
            ReadError::Mistake(mistake) => Error::Text(mistake),
            ReadError::File(source) => Error::File { action: format!("cannot read {name}"), source },
            ReadError::TooLarge(bytes) => {
                let progress = Progress { bytes, ..Progress::default() };
                Stopped { reason: Reason::Memory(self.most_bytes()), progress, known: Vec::new() }.into()
            }
            other => Error::refused("certificate", format!("cannot read {name}: {other}"), ""),
        })
    }

    /// The answer to a query, read off a certificate: see [`Certificate::answer`]. Its moves are
    /// read off the certificate too.
    ///
    /// # Errors
    /// As [`Certificate::answer`]; [`Error::Stopped`] if a limit ends the reading.
    ///
    /// # Cost
    /// A look-up for each component, or an evaluation of the closed form, the period or the
    /// automaton that is claimed.
    pub fn answer_from(&self, certificate: &Certificate, query: Query) -> Result<Found, Error> {
        let mut budget = self.budget();
        let mut ended = budget.poll().err();
        let read = certificate.answer_while(query, &mut || {
            ended = ended.take().or_else(|| budget.poll().err());
            ended.is_none()
        });
        match ended {
            Some(stopped) => Err(stopped.into()),
            None => Ok(Found::certified(read?, budget, certificate.name.clone())),
        }
    }

    /// The certificate of an answer as text: no more than its proof needs, if that is soon known.
    ///
    /// # Errors
    /// [`Error::Refused`] if the answer has no certificate, [`Error::Stopped`] if what it needs is
    /// not found within the time of the run, which begins anew here: the answer is known.
    /// [`Error::Check`] is a fault of the program.
    ///
    /// # Cost
    /// At most a minute for the shorter proof, and the check of it if the answer is proved: a
    /// certificate of a proved answer is one that the checker has accepted in this form.
    pub fn certify(&self, solved: &Solved) -> Result<String, Error> {
        let query = &solved.query;
        let limit = self.left().map_or(SHORTENING, |left| left.min(SHORTENING));
        let short = match strategy(query, &solved.solution, &mut self.within(Some(limit)).budget()) {
            Ok(Some(short)) => short,
            Ok(None) | Err(_) => return self.certificate_of(query, &solved.solution),
        };
        let subject = format!("the certificate of `{query}` ({FAULT})");
        let shortened = match solved.status {
            Status::Proved => self.examine(query, &short, &subject).map(Status::is_proved),
            Status::Computed(_) => Ok(true),
        };
        match shortened {
            Ok(true) => self.certificate_of(query, &short),
            Ok(false) | Err(Error::Stopped(_)) => self.certificate_of(query, &solved.solution),
            Err(flaw) => Err(flaw),
        }
    }

    /// As [`certificate_text`], within the time of the run from now on, or until it is cancelled. A
    /// run that is cancelled already may take that time too, so that a check that was interrupted
    /// leaves the certificate.
    fn certificate_of(&self, query: &Query, solution: &Solution) -> Result<String, Error> {
        let (clock, cancelled) = (Instant::now(), self.is_cancelled());
        let mut ended = None;
        let text = write_within(query, solution, &mut || {
            ended = match self.surroundings().overrun() {
                _ if !cancelled && self.is_cancelled() => Some(Reason::Interrupted),
                _ if self.limits().time.is_some_and(|time| clock.elapsed() >= time) => Some(Reason::Time),
                Some((_, allowed)) => Some(Reason::Memory(allowed)),
                None => None,
            };
            ended.is_none()
        });
        match (text, ended) {
            (Ok(text), _) => Ok(text),
            (Err(_), Some(reason)) => Err(self.budget().stopped(reason).into()),
            (Err(why), None) => Err(without(&why)),
        }
    }
}

/// The text of a certificate.
///
/// The text holds all facts of the claims; [`Run::certify`] leaves out those that the proof does
/// not need.
///
/// # Errors
/// [`Error::Refused`] if the solution has no certificate.
pub fn certificate_text(query: &Query, solution: &Solution) -> Result<String, Error> {
    write(query, solution).map_err(|why| without(&why))
}

/// The error for an answer without a certificate.
fn without(why: &str) -> Error {
    Error::refused("certificate", format!("there is no certificate for this answer: {why}"), "")
}

/// Writes the certificate of a solution to a file.
pub(crate) fn save(path: &Path, query: &Query, solution: &Solution) -> Result<(), Error> {
    let text = certificate_text(query, solution)?;
    let written = file::replace(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| Error::file("write", path, error))
}

/// Refuses a checkpoint. Its facts are not proved, so they must not be taken for a certificate by
/// mistake.
fn is_certificate(name: &str, head: &[u8]) -> Result<(), Error> {
    if !checkpoint::is_checkpoint(head) {
        return Ok(());
    }
    Err(Error::refused(
        "certificate",
        format!("{name} is a checkpoint, not a certificate: nothing in it is proved"),
        "name it as a checkpoint to resume from it",
    ))
}

impl Certificate {
    /// A certificate that was examined, with its status.
    pub(crate) fn of(query: Query, solution: Solution, status: Status, name: String) -> Certificate {
        let solved = Solved { query, solution, status, solver: "certificate".into(), stats: None, moves_left: None };
        Certificate { solved, name }
    }

    /// The answer to a query, if the claims give it. A certificate that gives only the outcome
    /// answers [`Question::ValueAndMoves`] with the outcome.
    ///
    /// The status is that of the certificate, the solver is named `certificate`, and nothing is
    /// measured.
    ///
    /// # Errors
    /// [`Error::Refused`] if the claims are about another game or convention, about other
    /// positions, or do not give the answer.
    pub fn answer(&self, query: Query) -> Result<Solved, Error> {
        self.answer_while(query, &mut || true)
    }

    /// As [`Certificate::answer`], while `go_on` returns true. The convention is compared first,
    /// then the rules, the positions that the check has covered, and the answer.
    fn answer_while(&self, mut query: Query, go_on: &mut dyn FnMut() -> bool) -> Result<Solved, Error> {
        let Solved { query: known, solution, status, .. } = &self.solved;
        if known.convention != query.convention {
            return Err(self.refused(format!("is about {} play", known.convention), "ask under that convention"));
        }
        self.covers(&query)?;
        let claims = query.rulesets.iter().map(|ruleset| {
            let claim = known.rulesets.iter().position(|own| own == ruleset).and_then(|at| solution.claims.get(at));
            claim.cloned().ok_or_else(|| {
                let about: Vec<String> = known.rulesets.iter().map(ToString::to_string).collect();
                self.refused(
                    format!("is about {}, not about {ruleset}", about.join(" and ")),
                    "compute it without the certificate",
                )
            })
        });
        let mut read = Solution { answer: Answer::Value(Nimber::ZERO), claims: claims.collect::<Result<_, _>>()? };
        let mut answer = read.read_answer_while(&query, go_on);
        if answer.is_none() && query.question == Question::ValueAndMoves {
            query.question = Question::Outcome;
            answer = read.read_answer_while(&query, go_on);
        }
        let Some(answer) = answer else {
            let first = read.claims.iter().find_map(|claim| match claim {
                Claim::Period(period) => Some(period.first()),
                _ => None,
            });
            let message = match first {
                Some(first @ 1..) => format!("lists the values from heap {first} on"),
                _ => "does not give the value of this position".to_owned(),
            };
            return Err(self.refused(message, "compute it without the certificate"));
        };
        read.answer = answer;
        Ok(Solved {
            query,
            solution: read,
            status: *status,
            solver: "certificate".into(),
            stats: None,
            moves_left: None,
        })
    }

    /// Refuses a query about positions that the check of the claims has not covered: a claim about
    /// one component is checked with the words of a list that it can meet, and holds for no
    /// component that can meet others.
    fn covers(&self, query: &Query) -> Result<(), Error> {
        let known = &self.solved.query;
        let [start] = &known.position[..] else { return Ok(()) };
        let whole = &known.rulesets[start.ruleset];
        let checked = known.narrowed(start.ruleset);
        let met = |ruleset: &Ruleset, term: &Term| ruleset.within(&term.component);
        let beyond = query
            .position
            .iter()
            .find(|term| query.rulesets[term.ruleset] == *whole && met(whole, term) != met(&checked, term));
        match beyond {
            None => Ok(()),
            Some(term) => {
                let (other, start) = (whole.text(&term.component), whole.text(&start.component));
                let message = format!("is about {start} and the positions that it leads to, not about {other}");
                Err(self.refused(message, "compute it without the certificate"))
            }
        }
    }

    fn refused(&self, message: String, help: &str) -> Error {
        Error::refused("certificate", format!("{} {message}", self.name), help)
    }
}
