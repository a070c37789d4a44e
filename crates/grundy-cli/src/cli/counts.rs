//! The flags of `count` and `first`, and the words of `compound`.

use clap::{ArgGroup, Args, ValueEnum};

use super::{Game, Position, values::number};

#[derive(Args)]
#[command(group(ArgGroup::new("sizes").required(true)))]
pub struct Count {
    #[command(flatten)]
    pub game: Game,
    /// The size: counters of a heap, letters of a word, squares of a bar or of the longer side of a
    /// board
    #[arg(long, value_name = "N", value_parser = number, group = "sizes")]
    pub size: Option<u64>,
    /// All sizes up to N, each on its own and together
    #[arg(long, value_name = "N", value_parser = number, group = "sizes")]
    pub up_to: Option<u64>,
    #[command(flatten)]
    pub over: Over,
    /// Count the winning moves of each position too
    #[arg(long)]
    pub moves: bool,
    /// Print the numbers modulo M
    #[arg(long, value_name = "M", value_parser = number)]
    pub modulo: Option<u64>,
}

#[derive(Args)]
pub struct First {
    #[command(flatten)]
    pub game: Game,
    /// The property: a condition on value, outcome (N or P), winning and moves (their numbers), and
    /// n or size
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: String,
    /// Look at positions up to this size
    #[arg(long, value_name = "N", value_parser = number, default_value_t = 100)]
    pub up_to: u64,
    #[command(flatten)]
    pub over: Over,
}

/// Which positions of a size there are.
#[derive(Args)]
pub struct Over {
    /// The letters of words or bags, in place of those that the rules name
    #[arg(long, value_name = "LETTERS")]
    pub letters: Option<String>,
    /// Sums of K heaps, none of them empty; the size is the number of counters in all
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub heaps: Option<u32>,
}

impl Over {
    /// The letters; none if they are those of the rules.
    pub fn letters(&self) -> Vec<char> {
        self.letters.iter().flat_map(|letters| letters.chars()).collect()
    }
}

#[derive(Args)]
pub struct Compound {
    /// How the components are played together
    #[arg(value_enum)]
    pub compound: Together,
    #[command(flatten)]
    pub position: Position,
}

/// How the components of a compound are played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Together {
    /// A move in one component, until one of them has ended
    Diminished,
    /// A move in every component, until one of them has ended
    Conjunctive,
    /// A move in every component that has not ended, until all have ended
    Continued,
    /// A move in any number of components, until all have ended
    Selective,
    /// A move in any number of components, until one of them has ended
    Shortened,
}

impl From<Together> for grundy::compound::Compound {
    fn from(together: Together) -> grundy::compound::Compound {
        match together {
            Together::Diminished => grundy::compound::Compound::Diminished,
            Together::Conjunctive => grundy::compound::Compound::Conjunctive,
            Together::Continued => grundy::compound::Compound::Continued,
            Together::Selective => grundy::compound::Compound::Selective,
            Together::Shortened => grundy::compound::Compound::Shortened,
        }
    }
}
