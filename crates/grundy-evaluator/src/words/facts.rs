//! Facts about words that a solver stores as bits, in the forms that the checker reads without
//! making a text of each word.

use std::{fmt, ops::ControlFlow};

/// Called with the planes of a word, whether it is a ring, and its fact, until it breaks.
pub type VisitPlanes<'v> = dyn FnMut(&[u64], bool, u64) -> ControlFlow<()> + 'v;

/// Called with a set of places and its fact, until it breaks.
pub type VisitSets<'v> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'v;

/// A function that calls its argument with each fact.
pub type EachPlanes<'m> = Box<dyn Fn(&mut VisitPlanes<'_>) + 'm>;

/// A function that calls its argument with each fact.
pub type EachSets<'m> = Box<dyn Fn(&mut VisitSets<'_>) + 'm>;

/// Facts about words of up to 64 letters, as bits.
///
/// A fact is a value, or in misère play 0 if the previous player wins and 1 if the next player
/// does. The claim is about the words that these bits denote: the checker verifies each of them.
#[non_exhaustive]
pub enum WordFacts<'m> {
    /// Any words.
    ///
    /// A letter is a number, from 1 on, in the order of `letters`. Bit i of plane p is bit p of the
    /// number of letter i. A ring may begin at any of its letters.
    Planes {
        /// The letters, ascending.
        letters: &'m [char],
        /// The number of letters of the longest word.
        longest: usize,
        /// The number of facts.
        count: u64,
        /// Shows each fact.
        each: EachPlanes<'m>,
    },
    /// Rows that are sets of places of one row: bit i is set if the row has its letter i.
    Sets {
        /// The row.
        row: &'m [char],
        /// The number of facts.
        count: u64,
        /// Shows each fact.
        each: EachSets<'m>,
    },
    /// All sets of places of one row, with a value for each: `values[set]`.
    AllSets {
        /// The row.
        row: &'m [char],
        /// The values, two to the power of the number of letters.
        values: &'m [u8],
    },
    /// All factors of rows, of any length, for moves that leave factors only.
    Factors(Vec<Factors<'m>>),
}

impl fmt::Debug for WordFacts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (form, count) = match self {
            WordFacts::Planes { count, .. } => ("Planes", *count),
            WordFacts::Sets { count, .. } => ("Sets", *count),
            WordFacts::AllSets { values, .. } => ("AllSets", values.len() as u64),
            WordFacts::Factors(all) => ("Factors", all.iter().map(|factors| factors.values.len() as u64).sum()),
        };
        f.debug_struct(form).field("count", &count).finish_non_exhaustive()
    }
}

/// The values of all factors of a row.
#[derive(Clone, Copy, Debug)]
pub struct Factors<'m> {
    /// The row.
    pub row: &'m str,
    /// The value of the factor from letter s to before letter e is at `e * (e + 1) / 2 + s`.
    pub values: &'m [u16],
}
