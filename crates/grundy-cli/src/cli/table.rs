//! The flags of `table`, and the verbs of `tables`, about tables of all positions on disk.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand, ValueEnum};
use grundy_lab::survey::Shard;

use super::values::{kept_file, place};

/// What to do with a table of all positions on disk.
#[derive(Subcommand)]
pub enum Stored {
    /// Build the table of a position in a folder, or resume it
    #[command(after_help = "Examples:\n  grundy tables build cram 4x7 -o cram\n  \
        grundy tables build '\"ab\" -> \"\"' aabbab -o words --memory 64MiB -j 2")]
    Build(Build),
    /// Look positions up in a table
    #[command(after_help = "Example:\n  grundy tables query cram 2x3 '##./...'")]
    Query(Look),
    /// Read all files of a table, and compute a sample again
    Verify(Verify),
    /// Write all positions with their values, as Parquet or CSV
    #[command(after_help = "Examples:\n  grundy tables export cram -o cram.parquet\n  \
        grundy tables export cram -o - | head")]
    Export(Export),
    /// Write the values of a board to one file, without positions
    #[command(after_help = "Example:\n  grundy tables compress cram -o cram.static")]
    Compress(Compress),
}

#[derive(Args)]
pub struct Build {
    #[command(flatten)]
    pub position: super::Position,
    /// The folder of the table
    #[arg(long, short, value_name = "DIR", value_parser = place("folder"))]
    pub output: PathBuf,
    #[command(flatten)]
    pub together: Together,
}

/// Those that build a table together.
#[derive(Args)]
pub struct Together {
    /// Do the part of one of N tasks that share DIR, such as 1/8
    #[arg(long, value_name = "I/N", group = "others")]
    pub shard: Option<Shard>,
    /// The processes, a line host:port each; N is that of this one
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "FILE[:N]", value_parser = hosts, group = "others")]
    pub hosts: Option<(PathBuf, Option<usize>)>,
    /// End when the others stand still this long; 0: do not wait
    #[arg(long, value_name = "SECONDS", requires = "others", default_value = "1800", value_parser = super::seconds)]
    pub patience: f64,
}

#[derive(Args)]
pub struct Look {
    /// The folder of the table, or the file of a compressed one
    #[arg(value_name = "TABLE")]
    pub table: PathBuf,
    /// Positions of the game of the table
    #[arg(value_name = "POSITION", required = true)]
    pub positions: Vec<String>,
}

#[derive(Args)]
pub struct Verify {
    /// The folder of the table
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Compute this many positions of every layer again
    #[arg(long, short = 'n', alias = "sample", default_value_t = 100, value_name = "N")]
    pub count: u64,
    /// The seed of the sample: equal seeds select equal samples
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

#[derive(Args)]
pub struct Export {
    /// The folder of the table
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The file, .parquet or .csv; - is CSV on standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct Compress {
    /// The folder of the table
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The file
    #[arg(long, short, value_name = "FILE", value_parser = place("file"))]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub verb: grundy_verbs::Table,
    /// Values in a row
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub columns: u16,
    /// The form of the table [default: by the file's ending, or text]
    #[arg(long, value_enum, value_name = "FORM", group = "form", conflicts_with = "json")]
    pub format: Option<TableForm>,
    #[arg(long, hide = true, group = "form", conflicts_with = "json")]
    csv: bool,
    #[arg(long, hide = true, group = "form", conflicts_with = "json")]
    ndjson: bool,
    #[arg(long, hide = true, group = "form", conflicts_with = "json")]
    bfile: bool,
    #[arg(long, hide = true, group = "form", conflicts_with = "json")]
    npy: bool,
    #[arg(long, hide = true, group = "form", conflicts_with = "json")]
    latex: bool,
    /// Keep the values in this file, and resume from it
    #[arg(long, value_name = "FILE", requires = "form", value_parser = kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// The first n of the b-file (default 0; with --losing, 1)
    #[arg(long, value_name = "N")]
    pub offset: Option<u64>,
    /// Write the table to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a certificate for `grundy check`; - is standard output
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableForm {
    /// Lines `n,value`
    Csv,
    /// One JSON record a line
    Ndjson,
    /// A b-file, as the OEIS has them
    #[value(alias = "oeis", alias = "b-file")]
    Bfile,
    /// An array of NumPy
    Npy,
    /// A `table` of LaTeX, --columns values in a row
    Latex,
    /// A table of Markdown, --columns values in a row
    #[value(alias = "markdown")]
    Md,
}

impl TableForm {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            TableForm::Csv => "csv",
            TableForm::Ndjson => "ndjson",
            TableForm::Bfile => "bfile",
            TableForm::Npy => "npy",
            TableForm::Latex => "latex",
            TableForm::Md => "md",
        }
    }
}

impl TableArgs {
    /// The form, by its flag or a former flag of its own.
    pub fn form(&self) -> Option<TableForm> {
        let former = [
            (self.csv, TableForm::Csv),
            (self.ndjson, TableForm::Ndjson),
            (self.bfile, TableForm::Bfile),
            (self.npy, TableForm::Npy),
            (self.latex, TableForm::Latex),
        ];
        self.format.or_else(|| former.into_iter().find(|(given, _)| *given).map(|(_, form)| form))
    }

    /// The words with the form that the ending of the file is, if nothing else says a form. A list
    /// of lost positions has a form by a flag only.
    pub fn with_ending(mut self, json: bool) -> TableArgs {
        if !json && !self.verb.losing && self.form().is_none() {
            let ending = self.output.as_deref().and_then(Path::extension);
            self.format = match ending.and_then(OsStr::to_str) {
                Some("csv") => Some(TableForm::Csv),
                Some("ndjson" | "jsonl") => Some(TableForm::Ndjson),
                Some("npy") => Some(TableForm::Npy),
                Some("tex") => Some(TableForm::Latex),
                Some("md") => Some(TableForm::Md),
                _ => None,
            };
        }
        self
    }
}

/// A file of processes, and which line of it is this one.
#[cfg(feature = "cluster")]
fn hosts(text: &str) -> Result<(PathBuf, Option<usize>), std::convert::Infallible> {
    let numbered = text.rsplit_once(':').and_then(|(file, line)| Some((file.into(), Some(line.parse().ok()?))));
    Ok(numbered.unwrap_or_else(|| (text.into(), None)))
}
