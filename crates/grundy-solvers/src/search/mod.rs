//! Search: methods that know nothing of a board but its moves.

pub mod memo;
pub mod proof_number;
