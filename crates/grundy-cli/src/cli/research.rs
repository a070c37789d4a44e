//! The flags of `find`, `equal`, `diff` and `cite`.

use std::path::PathBuf;

use clap::Args;

use super::{Game, GameName, Position, values::number};

#[derive(Args)]
pub struct Find {
    /// The values, with commas or blanks between them
    #[arg(long, value_name = "VALUES", num_args = 1.., allow_negative_numbers = true, required_unless_present = "bfile")]
    pub values: Vec<String>,
    /// Read the values from this b-file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "values")]
    pub bfile: Option<PathBuf>,
    /// List at most N rules
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub most: u16,
}

#[derive(Args)]
pub struct Equal {
    /// A game: its text, a name (`grundy games`), or a .toml file
    #[arg(value_name = "GAME", value_parser = GameName, hide_possible_values = true)]
    pub left: String,
    /// The other game
    #[arg(value_name = "OTHER", value_parser = GameName, hide_possible_values = true)]
    pub right: String,
    /// Compare the heaps up to N, or words up to N letters, where nothing is proved (default: heaps
    /// to 10000, in misere play to 30; 40 letters)
    #[arg(long, value_name = "N", value_parser = number)]
    pub up_to: Option<u64>,
}

#[derive(Args)]
pub struct Diff {
    /// The b-file: lines `n a(n)`; `-` is standard input
    #[arg(value_name = "B-FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub game: Game,
    /// The first n that the file is to have, as for `table --bfile`
    #[arg(long, value_name = "N", value_parser = number)]
    pub offset: Option<u64>,
    /// Compare n with heap n + K
    #[arg(long, default_value_t = 0, value_name = "K", allow_negative_numbers = true)]
    pub shift: i64,
}

#[derive(Args)]
pub struct Cite {
    #[command(flatten)]
    pub position: Position,
}
