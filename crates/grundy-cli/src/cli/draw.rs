//! The flags of `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use grundy_show::picture::Subject;

use super::{
    automata::Machine,
    values::{GameName, number},
};

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
    #[arg(long, value_name = "N", value_parser = number)]
    pub to: Option<u64>,
    #[command(flatten)]
    pub machine: Machine,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// The values of the heaps from 0 on, up to 200 if no heap is named
    Table,
    /// The components of a position with their values in binary
    Position,
    /// The options of a position, two moves deep
    Graph,
    /// The automaton of a game on words
    Automaton,
}

impl From<What> for Subject {
    fn from(what: What) -> Subject {
        match what {
            What::Table => Subject::Table,
            What::Position => Subject::Position,
            What::Graph => Subject::Graph,
            What::Automaton => Subject::Automaton,
        }
    }
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
