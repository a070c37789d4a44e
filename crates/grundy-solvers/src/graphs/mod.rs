//! Graphs, orders and tokens.
//!
//! - [`chomp`]: Chomp on bars of chocolate. Method: ranks of Young diagrams, one array for a box.
//!   Cost: nanoseconds per bite.
//! - [`geography`]: a token that visits each vertex once: who wins. Method: a maximum matching and
//!   its barrier. Cost: nearly linear per round of the matching.
//! - [`loopy`]: every vertex of a graph of moves, with or without cycles. Method: Smith's labels.
//!   Cost: each edge once, or four times per value.
//!
//! Taking vertices and edges is solved by [`crate::search`]; Green Hackenbush, stones on arcs and
//! orders without branches have closed forms ([`crate::heaps::closed_form`]).

pub mod chomp;
pub mod geography;
pub mod loopy;
