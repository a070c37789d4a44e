//! The flags of `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    pub verb: grundy_verbs::Draw,
    /// Write the picture to this file: .svg, .dot or .png
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The form of the picture, in place of the ending of the file
    #[arg(long, value_enum, value_name = "FORM")]
    pub format: Option<Format>,
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
    /// Text for the program Walnut, for automata
    Walnut,
}
