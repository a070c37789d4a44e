//! Files on disk: checkpoints that long work resumes from, and files that are replaced as a whole.
//!
//! [`checkpoint`] is the format of every checkpoint. [`mod@file`] writes all files of the program:
//! a reader finds the old contents or the new ones, never a part. [`records`] seals the lines of
//! files that grow by a line at a time.

pub mod checkpoint;
pub mod file;
pub mod records;
