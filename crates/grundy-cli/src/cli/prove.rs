//! The flags of `prove`.

use std::path::PathBuf;

use clap::Args;

use super::values::kept_file;

#[derive(Args)]
pub struct Prove {
    #[command(flatten)]
    pub verb: grundy_verbs::Prove,
    /// Write the answer to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the certificate of the proof, which `grundy check` verifies and `grundy solve --from`
    /// answers from; `-` is standard output, in place of the answer
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep what is known in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE", value_parser = kept_file())]
    pub checkpoint: Option<PathBuf>,
    /// Write the machine for Walnut; `-` is standard output, in place of the answer
    #[arg(long, value_name = "FILE", help_heading = "Automata of games on words")]
    pub walnut: Option<PathBuf>,
}
