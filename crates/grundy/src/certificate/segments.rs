//! The checkpoint of a check: which segments of a certificate's windows are verified, with the
//! largest value of each.
//!
//! The check of a window of 10^12 heaps takes hours, and each segment is verified by itself. The
//! file is about one certificate, by its fingerprint; what is in it was verified by an earlier
//! check and is not computed again.
//!
//! The contents are lines: the place of the claim, that of the segment, and its largest value.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, PoisonError},
};

use grundy_cert::Segments;
use grundy_solvers::Schedule;
use grundy_table::{
    checkpoint::{self, About, Kind},
    file,
};

use crate::{
    checkpoint::{Lock, lock, refused, schedule},
    error::Error,
    run::{CheckpointNews, Run},
};

/// The segments that are verified, kept in a file.
pub(super) struct KeptSegments<'r> {
    run: &'r Run,
    path: &'r Path,
    _lock: Lock,
    about: About,
    state: Mutex<State>,
}

struct State {
    /// The largest value of each segment, by the place of its claim and its own.
    known: BTreeMap<(usize, usize), u32>,
    schedule: Schedule,
    /// Whether the file has all that is known.
    saved: bool,
}

impl<'r> KeptSegments<'r> {
    /// Resumes the check of this certificate from a file, or begins one.
    ///
    /// # Errors
    /// [`Error::Refused`] if the file is no such checkpoint, or in use; [`Error::File`].
    pub(super) fn begin(run: &'r Run, path: &'r Path, certificate: &Path) -> Result<KeptSegments<'r>, Error> {
        let print = file::fingerprint(certificate).map_err(|error| Error::file("read", certificate, error))?;
        let about = About {
            lines: vec![format!("certificate {print}")],
            purpose: format!("the check of {}", certificate.display()),
        };
        let lock = lock(path)?;
        let mut known = BTreeMap::new();
        if path.exists() {
            let read =
                checkpoint::load(path, &[Kind::Segments], &about.lines).map_err(|damage| refused(path, damage))?;
            let lines = std::str::from_utf8(&read.contents).ok().and_then(|text| text.lines().map(segment).collect());
            known = lines.ok_or_else(|| refused(path, "it has a line that is no segment"))?;
            run.checkpoint_news(path, CheckpointNews::Resumed(&format!("{} verified segments", known.len())));
        }
        let state = Mutex::new(State { known, schedule: schedule(), saved: true });
        Ok(KeptSegments { run, path, _lock: lock, about, state })
    }

    /// Writes what is known at the end of the check.
    pub(super) fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.saved {
            self.save(&mut state);
        }
        if state.saved {
            let what = format!("{} verified segments", state.known.len());
            let interrupted = self.run.is_cancelled();
            self.run.checkpoint_news(self.path, CheckpointNews::Holds { what: &what, interrupted });
        }
    }

    fn save(&self, state: &mut State) {
        let lines: String =
            state.known.iter().map(|((claim, at), largest)| format!("{claim} {at} {largest}\n")).collect();
        let count = state.known.len() as u64;
        let saved = checkpoint::save(self.path, Kind::Segments, &self.about, count, &|consume| {
            consume(lines.as_bytes());
        });
        state.saved = saved.is_ok();
        if let Err(error) = saved {
            self.run.checkpoint_news(self.path, CheckpointNews::Unwritten(&error.to_string()));
        }
    }
}

impl Segments for KeptSegments<'_> {
    fn known(&self, claim: usize, segment: usize) -> Option<u32> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).known.get(&(claim, segment)).copied()
    }

    fn verified(&self, claim: usize, segment: usize, largest: u32) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.known.insert((claim, segment), largest);
        state.saved = false;
        if state.schedule.is_due() {
            self.save(&mut state);
            state.schedule.kept(std::time::Duration::ZERO);
        }
    }
}

/// A line of the file: the places of a claim and a segment, and its largest value.
fn segment(line: &str) -> Option<((usize, usize), u32)> {
    let mut words = line.split(' ');
    let claim = words.next()?.parse().ok()?;
    let at = words.next()?.parse().ok()?;
    let largest = words.next()?.parse().ok()?;
    words.next().is_none().then_some(((claim, at), largest))
}
