//! What rules on heaps are made of: numbers, expressions, clauses, and how they are read.

pub(crate) mod arrow;
pub mod clause;
pub mod expr;
pub mod filter;
pub(crate) mod linear;
pub(crate) mod meter;
pub mod numbers;
pub(crate) mod read_expr;
