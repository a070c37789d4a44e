//! Tables against the definition, and against runs that were ended.

#[cfg(feature = "cluster")]
mod cluster;
mod function;
mod games;
mod kills;
mod tables;
