//! Graphs, orders and tokens.

pub mod chomp;
pub mod geography;
pub mod loopy;
