//! The flags of `prove`.

use std::path::PathBuf;

use clap::Args;

use super::values::kept_file;

#[derive(Args)]
pub struct Prove {
    #[command(flatten)]
    pub verb: grundy_verbs::Prove,
    /// Write the answer to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a certificate for `grundy check`; - is standard output
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep what is known in this file, and resume from it
    #[arg(long, value_name = "FILE", value_parser = kept_file())]
    pub checkpoint: Option<PathBuf>,
}
