//! The flags of `survey heaps` and `survey words`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use grundy_lab::survey::Shard;

use super::values::{bytes, number};

/// What is studied.
#[derive(Subcommand)]
pub enum Survey {
    /// The periods of a family of games of heaps, a record each
    #[command(after_help = "Examples:\n  grundy survey heaps 'octal 0.??' --up-to 20000 --format csv\n  \
        grundy survey heaps 'octal 0.??' --hunt hunt --time 600\n\
        --time and --max-positions limit each game, not the whole survey (--time limits a whole hunt); --memory limits \
        each game and the whole process.")]
    Heaps(Atlas),
    /// The automata of all small systems of rewriting rules
    #[command(after_help = "Example:\n  grundy survey words --size 3 --count 2 -o words.ndjson")]
    Words(Census),
}

/// The form of the records of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordForm {
    /// Lines with commas, under a heading
    Csv,
    /// One JSON record a line
    Ndjson,
}

#[derive(Args)]
pub struct Atlas {
    /// A code with question marks: 'octal 0.???'
    pub pattern: String,
    /// Look at no heap above N [default: 10000; with --hunt 10^10]
    #[arg(long, alias = "to", value_name = "N", value_parser = number)]
    pub up_to: Option<u64>,
    /// Keep the records in this file, as NDJSON, and resume from it
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a certificate of each proved period to this folder
    #[arg(long, alias = "certificates", value_name = "DIR", conflicts_with = "output")]
    pub certificate: Option<PathBuf>,
    /// Hunt open games in this folder of at most SIZE [default: 4GiB]
    #[arg(long, value_name = "DIR[,SIZE]", value_parser = hunted, conflicts_with_all = ["output", "certificate", "proved_in"])]
    pub hunt: Option<(PathBuf, Option<u64>)>,
    /// Study only the games that this CSV file has as proved
    #[arg(long, value_name = "FILE")]
    pub proved_in: Option<PathBuf>,
    /// Study one of N parts of the games: 1/8 is every eighth
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// The form of the records [default: ndjson]
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    format: Option<RecordForm>,
    #[arg(long, hide = true, conflicts_with_all = ["json", "format"])]
    csv: bool,
}

impl Atlas {
    /// Whether the records are written as CSV.
    pub fn csv(&self) -> bool {
        self.csv || self.format == Some(RecordForm::Csv)
    }
}

#[derive(Args)]
#[command(mut_arg("each_seconds", |flag| {
    flag.help("End the search for one system after this many seconds")
}))]
pub struct Census {
    #[command(flatten)]
    pub survey: grundy_verbs::Survey,
    /// Keep the records in this file, and resume from it
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A folder, and the size that it may have.
fn hunted(text: &str) -> Result<(PathBuf, Option<u64>), String> {
    Ok(match text.rsplit_once(',') {
        Some((folder, size)) => (folder.into(), Some(bytes(size.trim())?)),
        None => (text.into(), None),
    })
}
