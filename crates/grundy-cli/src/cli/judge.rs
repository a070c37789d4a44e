//! The flags of `judge`.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct Judge {
    /// The problem
    #[arg(value_enum)]
    pub name: Problem,
    /// What a forbidden word in a start string ends the game for (problem trust)
    #[arg(long, value_enum, default_value_t = Start::Suffix)]
    pub start: Start,
}

/// The contest problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Problem {
    /// CodeChef WPLAY: words taken from letter boards; Alice or Bob
    Wplay,
    /// Codeforces 1037G, A Game on Strings; Alice or Bob
    Strings,
    /// beecrowd 1853, Daenerys' Game of Trust; Tyrion or Daenerys
    Trust,
    /// Two or three apples: n -> the values of 0..n
    Apples,
    /// CodeChef WGME: `First g` or `Second g` for each word, g its value
    Wgme,
}

/// When a start string of `trust` is over before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Start {
    /// It ends with a forbidden word
    Suffix,
    /// It contains a forbidden word
    Contains,
}
