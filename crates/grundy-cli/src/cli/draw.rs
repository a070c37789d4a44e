//! The flags of `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use grundy_verbs::{GameName, What};

use super::{automata::Machine, values::number};

#[derive(Args)]
pub struct Draw {
    /// What to draw
    #[arg(value_enum)]
    pub what: What,
    /// The game: its text, a name (`grundy games`), or a .toml file
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The parameters of a named game; then the largest heap of a table, or the position
    #[arg(value_name = "POSITION")]
    pub rest: Vec<String>,
    /// Write the picture to this file; its ending .svg, .dot or .png is the form; `-` is standard
    /// output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The form of the picture, in place of the ending of the file
    #[arg(long, value_enum, value_name = "FORM")]
    pub format: Option<Format>,
    /// Of a table: rows of one period, which is proved first, with the exceptions outlined
    #[arg(long)]
    pub period: bool,
    /// Look for a period at no heap above N; for an automaton, end when words up to N letters are
    /// certified
    #[arg(long, alias = "to", value_name = "N", value_parser = number)]
    pub up_to: Option<u64>,
    #[command(flatten)]
    pub machine: Machine,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Scalable vector graphics
    Svg,
    /// Graphviz, for graphs and automata
    Dot,
    /// Pixels
    Png,
}

impl Draw {
    /// The game with what follows it.
    pub fn words(&self) -> Vec<String> {
        super::join(&self.game, &self.rest)
    }
}
