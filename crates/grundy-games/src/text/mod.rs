//! Texts: tokens, cursors, the reader of positions, and the messages about mistakes.

pub(crate) mod cursor;
pub mod diagnostic;
pub(crate) mod digits;
pub mod encoding;
pub(crate) mod left_out;
pub(crate) mod lex;
pub(crate) mod parameter;
pub mod quote;
pub(crate) mod reader;
pub(crate) mod spelling;
