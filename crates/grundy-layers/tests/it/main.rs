//! Tables against the definition, and against runs that were ended.

#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "cluster")]
mod cluster_kills;
mod function;
mod games;
mod kills;
mod tables;
mod tasks;
