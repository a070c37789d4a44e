//! The flags of `table`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub struct Table {
    /// The game: its text, a name (`grundy games`), or a .toml file
    #[arg(value_parser = super::GameName, hide_possible_values = true)]
    pub game: String,
    /// The largest heap
    #[arg(value_name = "N")]
    pub rest: Vec<String>,
    /// Values in a row
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub columns: u16,
    /// Write n,value lines
    #[arg(long, group = "form", conflicts_with = "json")]
    pub csv: bool,
    /// Write one JSON record a line
    #[arg(long, group = "form", conflicts_with = "json")]
    pub ndjson: bool,
    /// Write an OEIS b-file
    #[arg(long, group = "form", conflicts_with = "json")]
    pub bfile: bool,
    /// Write a NumPy array
    #[arg(long, group = "form", conflicts_with = "json")]
    pub npy: bool,
    /// Write a `table` environment of LaTeX, with --columns values in a row
    #[arg(long, conflicts_with_all = ["json", "csv", "ndjson", "bfile", "npy", "losing", "checkpoint"])]
    pub latex: bool,
    /// Keep the values in this file, and go on from it if it is there; with --csv, --ndjson,
    /// --bfile or --npy
    #[arg(long, value_name = "FILE", requires = "form", value_parser = super::values::kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// The first n of the b-file (default 0; with --losing, 1)
    #[arg(long, value_name = "N", requires = "bfile")]
    pub offset: Option<u64>,
    /// List the heaps that the player to move loses
    #[arg(long, conflicts_with_all = ["csv", "ndjson", "npy"])]
    pub losing: bool,
    /// Write the table to this file, in the form of the other flags; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a certificate that `grundy check` can verify; `-` is standard output, if -o names a
    /// file
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

impl Table {
    /// The game with what follows it.
    pub fn words(&self) -> Vec<String> {
        super::join(&self.game, &self.rest)
    }
}
