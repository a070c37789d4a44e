//! The flags of `try` and `gen`.

use std::{ops::RangeInclusive, path::PathBuf};

use clap::{
    Args,
    builder::{PathBufValueParser, TypedValueParser},
};

use grundy_verbs::{GameName, PositionKind};

use super::values::{bytes, number, seconds};

/// A game or a judge format, and which tests are made of it.
#[derive(Args)]
pub struct Tests {
    /// The game: its text, its name, or a .toml file
    #[arg(value_parser = GameName, hide_possible_values = true, required_unless_present = "judge")]
    pub game: Option<String>,
    /// Parameters of a named game
    #[arg(value_name = "PARAMETER")]
    pub rest: Vec<String>,
    /// The judge format: a name or a file, as `judge` takes it
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "game")]
    pub judge: Option<String>,
    /// The input, and its position: 't; n; a*n', 't; x y; -> W(x, y)'
    #[arg(long, alias = "format", value_name = "TEMPLATE", conflicts_with = "judge")]
    pub shape: Option<String>,
    /// What a win and a loss print: First,Second
    #[arg(long, value_name = "WIN,LOSE", value_parser = labels)]
    pub labels: Option<(String, String)>,
    /// The sizes of components: 0..12
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub sizes: Option<RangeInclusive<u64>>,
    /// How many components a position has: 1..3
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub heaps: Option<RangeInclusive<u64>>,
    /// The letters of words: abc or a..c [default: the game's own]
    #[arg(long, value_name = "LETTERS", value_parser = grundy_verbs::letters)]
    pub letters: Option<String>,
    /// The seed of random tests: equal seeds give equal tests
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub seed: u64,
}

#[derive(Args)]
pub struct Try {
    #[command(flatten)]
    pub tests: Tests,
    /// The program and its arguments: it reads stdin, writes stdout
    #[arg(long, value_name = "PROGRAM", required = true, num_args = 1)]
    pub exe: String,
    /// Small tests, and random ones [default: 2000 and 1000]
    #[arg(long, short = 'n', value_name = "N", value_parser = number)]
    pub count: Option<u64>,
    /// The time of a run of the program, and its memory: 2s,256MiB
    #[arg(long, alias = "exe-time", value_name = "TIME[,SIZE]", default_value = "1s", value_parser = exe_limits)]
    pub exe_limits: (f64, Option<u64>),
}

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    pub tests: Tests,
    /// The kind of the positions
    #[arg(long, value_enum)]
    pub kind: Option<PositionKind>,
    /// How many positions, all different
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = number)]
    pub count: u64,
    /// Write inputs and answers to this folder
    #[arg(long, short, alias = "tests", value_name = "DIR", value_parser = folder(), conflicts_with = "kind")]
    pub output: Option<PathBuf>,
}

/// A folder, whose name does not end as that of a file.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    const FILES: [&str; 5] = ["txt", "csv", "json", "in", "out"];
    PathBufValueParser::new().try_map(|path| match path.extension().and_then(|ending| ending.to_str()) {
        Some(ending) if FILES.contains(&ending) => {
            Err("-o names a folder of tests, and positions go to standard output")
        }
        _ if path.to_str().is_some_and(|name| name.parse::<u64>().is_ok()) => {
            Err("a number may be that of the tests, which is -n; a folder of this name is written with ./")
        }
        _ => Ok(path),
    })
}

fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    grundy_contest::span(text).ok_or_else(|| "write a range such as 1..3 or 0..10^9".to_owned())
}

fn exe_limits(text: &str) -> Result<(f64, Option<u64>), String> {
    let (time, memory) = text.split_once(',').map_or((text, None), |(time, memory)| (time, Some(memory.trim())));
    Ok((seconds(time.trim())?, memory.map(bytes).transpose()?))
}

fn labels(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once(',').map(|(win, lose)| (win.trim().to_owned(), lose.trim().to_owned()));
    pair.ok_or_else(|| "write what a win and a loss print: First,Second".to_owned())
}
