//! The answer and the proof: what a solver claims, and the checker that believes nobody.
//!
//! A solver returns a [`Solution`]: the [`Answer`] and one [`Claim`] for each board that it was asked about. [`check`]
//! verifies the claims from the rules alone (with the meaning of `grundy-games`, never with a solver) and reads the
//! answer off them again. A claim may also be written to a file ([`write()`]) and checked elsewhere ([`read()`]).

mod answer;
mod certificate;
mod check;
mod claims;
mod error;
mod facts;
#[cfg(test)]
mod hostile;
mod loopy;
mod needed;
mod poll;
mod solution;

pub use answer::Answer;
pub use certificate::{
    parse::read_component,
    read::{read, read_within, shortened},
    write::{write, write_within},
};
pub use check::{check, check_within};
pub use claims::{
    Automaton, Breaking, Claim, ClosedForm, Explored, LARGEST_AMOUNT, MOST_ELEMENTS, Machine, Matching, Mode, Period,
    Quotient, Rarest, Shape, State, Sums, System, Theorem, Window, rarest, window_end,
};
pub use error::{Flaw, ReadError, Verdict};
pub use facts::{OutcomeMap, ValueMap, filed::Source};
pub use loopy::{Label, Labels, LoopyOutcome, LoopyValue, check_remoteness};
pub use solution::Solution;
