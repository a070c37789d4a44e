//! Heaps: tables of values, periods, misère quotients, closed forms.

pub mod binary;
pub mod closed_form;
pub mod dense;
pub mod period;
pub mod quotient;
pub mod runs;
pub mod sparse;
pub mod table;

pub use crate::support::repeats::Repeat;
