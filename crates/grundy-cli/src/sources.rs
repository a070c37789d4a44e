//! The files that were read, none of which an answer may replace.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Notes that this file is read.
pub fn note(path: &Path) {
    if let Ok(place) = path.canonicalize() {
        READ.lock().unwrap_or_else(PoisonError::into_inner).push(place);
    }
}

/// Whether the path leads to a plain file that was read.
pub fn is_read(path: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    path.canonicalize().is_ok_and(|place| place.is_file() && read.contains(&place))
}
