//! The answer and the proof: what a solver claims, and the checker that believes nobody.
//!
//! A solver returns a [`Solution`]: the [`Answer`] and one [`Claim`] for each board that it was asked about. [`check`]
//! verifies the claims from the rules alone (with the meaning of `grundy-games`, never with a solver) and reads the
//! answer off them again. A claim may also be written to a file ([`write()`]) and checked elsewhere ([`read()`]).

mod automaton;
mod check;
mod claim;
mod couples;
mod error;
mod facts;
mod file;
#[cfg(test)]
mod hostile;
mod law;
mod lines;
mod loopy;
mod matching;
mod needed;
mod pace;
mod period;
mod quotient;
mod reader;
mod shape;
mod value_map;
mod window;

pub use automaton::{Automaton, Explored, Machine, Mode};
pub use check::{check, check_within};
pub use claim::{Answer, Claim, Solution};
pub use error::{Flaw, ReadError, Verdict};
pub use facts::Source;
pub use file::{write, write_within};
pub use law::ClosedForm;
pub use lines::read_component;
pub use loopy::{Label, Labels, LoopyOutcome, LoopyValue, check_remoteness};
pub use matching::Matching;
pub use period::{Period, Rarest, Theorem, rarest, window_end};
pub use quotient::{MOST_ELEMENTS, Quotient};
pub use reader::{read, read_within, shortened};
pub use shape::{Breaking, LARGEST_AMOUNT, Shape, System};
pub use value_map::{OutcomeMap, Sums, ValueMap};
pub use window::{State, Window};
