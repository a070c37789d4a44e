//! Files on disk: checkpoints that long work resumes from, and files that are replaced as a whole.
//!
//! [`checkpoint`] is the format of every checkpoint. [`mod@file`] writes all files of the program:
//! a reader finds the old contents or the new ones, never a part. [`records`] seals the lines of
//! files that grow by a line at a time.
//!
//! *What it protects against.* A full disk, a kill, a loss of power, and changes by accident. It
//! does not protect against somebody who writes a file with the right checksum; what is read back
//! is therefore verified by those who use it, with the rules of the game.

pub mod checkpoint;
pub mod file;
pub mod records;
