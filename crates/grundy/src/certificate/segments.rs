//! The checkpoint of a check: which segments of a certificate's windows are verified, with the
//! largest value of each.
//!
//! The check of a window of 10^12 heaps takes hours, and each segment is verified by itself. The
//! file is about one certificate, by its fingerprint; what is in it was verified by an earlier
//! check and is not computed again.
//!
//! Segments that another version of the checker has verified are not believed.
//!
//! The contents are lines: the place of the claim, that of the segment, and its largest value.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use grundy_cert::Segments;
use grundy_solvers::support::clock::Instant;
use grundy_table::{
    checkpoint::{self, About, Kind},
    file,
};

use crate::{
    checkpoint::{Lock, lock, refused},
    error::Error,
    run::{CheckpointNews, Run},
};

/// The segments that are verified, kept in a file.
pub(super) struct KeptSegments<'r> {
    run: &'r Run,
    path: &'r Path,
    _lock: Lock,
    about: About,
    state: Mutex<SegmentState>,
}

struct SegmentState {
    /// The largest value of each segment, by the place of its claim and its own.
    known: BTreeMap<(usize, usize), u32>,
    /// How long it took to save it the last time, and the time since then.
    took: Duration,
    last: Instant,
    /// Whether the file has all that is known.
    saved: bool,
}

impl<'r> KeptSegments<'r> {
    /// Resumes the check of the certificate with this text and name from a file, or begins one. The
    /// text is that of the claims that are checked, not of a file, which may change.
    ///
    /// # Errors
    /// [`Error::Refused`] if the file is no such checkpoint, or in use; [`Error::File`].
    pub(super) fn begin(run: &'r Run, path: &'r Path, (text, name): (&str, &str)) -> Result<KeptSegments<'r>, Error> {
        let print = file::fingerprint(text.as_bytes());
        let about = About {
            lines: vec![format!("certificate {print}"), format!("checker {}", env!("CARGO_PKG_VERSION"))],
            purpose: format!("the check of {name}"),
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
        let state = Mutex::new(SegmentState { known, took: Duration::ZERO, last: Instant::now(), saved: true });
        Ok(KeptSegments { run, path, _lock: lock, about, state })
    }

    /// Writes what is known at the end of the check.
    pub(super) fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.saved {
            self.save(&mut state);
        }
        // A check that ends before its first segment has no file.
        if state.saved && !state.known.is_empty() {
            let what = format!("{} verified segments", state.known.len());
            let interrupted = self.run.is_cancelled();
            self.run.checkpoint_news(self.path, CheckpointNews::Holds { what: &what, interrupted });
        }
    }

    fn save(&self, state: &mut SegmentState) {
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
        // A segment may take minutes: it is saved at once, unless saving would take more than a
        // tenth of the time.
        if state.last.elapsed() >= 10 * state.took {
            let clock = Instant::now();
            self.save(&mut state);
            (state.took, state.last) = (clock.elapsed(), Instant::now());
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
