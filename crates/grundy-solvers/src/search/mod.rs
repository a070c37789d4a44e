//! Search: methods that use no property of a ruleset except its options.

pub mod memo;
pub mod positions;
pub mod proof_number;
