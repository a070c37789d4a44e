//! Tables against the definition, and against runs that were ended.

mod function;
mod games;
mod kills;
mod tables;
