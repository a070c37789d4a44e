//! What rules on heaps are made of: numbers, expressions, clauses; how they are read, and how they
//! are written in English and in certificates.

pub(crate) mod arrow;
pub mod clause;
pub(crate) mod english;
pub mod expr;
pub mod filter;
pub(crate) mod linear;
pub(crate) mod lines;
pub(crate) mod meter;
pub mod numbers;
pub(crate) mod read_expr;
