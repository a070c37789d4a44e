//! Contest problems: judge formats as data, positions to test with, and trials of programs.
//!
//! A [`Format`] is the input and the output of a problem as data. It reads an input and answers all
//! its tests together; it writes inputs for a contestant's program; [`generate`] finds positions of
//! a wanted kind, and [`trial`] runs a program on them and finds the smallest that it gets wrong.
//!
//! ```
//! use grundy::{Limits, Run};
//! use grundy_contest::Format;
//!
//! let format = Format::read("game = 'kayles'\ninput = 't; n; a*n'\nposition = 'a'")?;
//! let answers = format.answers(&Run::new(Limits::default()), b"2\n1\n5\n2\n3 3\n")?;
//! let lines: Vec<&str> = answers.iter().map(|answer| answer.line()).collect();
//! assert_eq!(lines, ["First", "Second"]);
//! # Ok::<(), grundy::Error>(())
//! ```

#![warn(missing_debug_implementations)]

mod answer;
mod draws;
mod format;
pub mod generate;
mod letter_order;
mod phrase;
mod pieces;
mod ranges;
pub mod template;
mod tokens;
pub mod trial;
mod vocabulary;
mod wrong;

pub use answer::{Answer, Case, Rationale};
pub use format::{BUILT_IN, Bound, FORMAT_KEYS, Format, Range};
pub use ranges::span;
pub use template::{Input, TemplateValues, Value};
pub use tokens::Tokens;
