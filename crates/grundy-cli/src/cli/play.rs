//! The flags of `grundy play`.

use clap::{Args, ValueEnum};

use super::Position;

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    pub position: Position,
    /// How well the computer plays: perfect, careless=20%, beginner
    #[arg(long, value_name = "LEVEL", default_value = "perfect")]
    pub level: String,
    /// When to say who wins, and which moves
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Hints::Ask)]
    pub hints: Hints,
    /// Whether you move first or second
    #[arg(long, value_enum, value_name = "TURN", default_value_t = You::First)]
    pub you: You,
    /// The seed of the computer's random moves, to repeat a game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Play on the full screen of the terminal
    #[arg(long)]
    pub tui: bool,
}

/// When hints are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hints {
    /// Never
    Off,
    /// When you ask
    Ask,
    /// Before each of your moves
    On,
}

/// Whose turn comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum You {
    /// You begin
    First,
    /// The computer begins
    Second,
}
