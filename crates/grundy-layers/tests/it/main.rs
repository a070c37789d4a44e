//! Tables against the definition, and against runs that were ended.

mod games;
mod kills;
mod tables;
