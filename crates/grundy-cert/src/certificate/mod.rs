//! Certificates as text: what a solver claims, written down so that it can be checked elsewhere and
//! later.
//!
//! ```text
//! grundy-certificate 1
//! convention normal
//! board octal 0.77
//! start 0 5
//! start 0 7
//! ask value
//! answer value 6
//! claim values
//! 0
//! 1
//! end 2
//! ```
//!
//! One fact a line, sorted, so that equal claims are equal files: the reader refuses every other way to
//! write them. The first line has the version. The last line of a claim counts its lines, so that a file
//! that was cut short is refused. Word lists are named with a fingerprint, not copied. The lines of a
//! claim are described in its file in `claims`.

mod head;
pub(crate) mod lines;
pub(crate) mod parse;
pub(crate) mod read;
pub(crate) mod section;
pub(crate) mod write;
