//! The flags of the surveys, `atlas` and `census`.

use std::path::PathBuf;

use clap::Args;
use grundy_lab::survey::Shard;

use super::values::{number, seconds};

#[derive(Args)]
pub struct Atlas {
    /// A code with question marks: 'octal 0.???'
    pub pattern: String,
    /// Look at no heap above N
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number)]
    pub to: u64,
    /// Keep the records in this file, and resume after them if it is there; `-` is standard output
    /// alone
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a certificate of each proved period to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub certificates: Option<PathBuf>,
    /// Study only the games that are proved in this file, which `--csv` has written
    #[arg(long, value_name = "FILE")]
    pub proved_in: Option<PathBuf>,
    /// Study one part of the games only, such as 1/8: the first of 8, every eighth game
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write CSV rather than one JSON record a line
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

#[derive(Args)]
pub struct Census {
    /// How many letters there are
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub letters: u8,
    /// The length of the longest left side
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub left: u8,
    /// How many rules a system has
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub rules: u8,
    /// Right sides may be parted once
    #[arg(long)]
    pub splitting: bool,
    /// End a search when a machine needs more than N states, or 8 times as many if they grow slowly
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub states: u64,
    /// End the search for one system after this many seconds; --time limits the whole census
    #[arg(long, default_value_t = 0.1, value_name = "SECONDS", value_parser = seconds)]
    pub seconds: f64,
    /// Study one part of the systems only, such as 1/8: the first of 8, every eighth system
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Write the records to this file, and resume from it if it is there; `-` is standard output
    /// alone
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
