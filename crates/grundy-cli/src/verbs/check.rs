//! `grundy check FILE`: verifies a certificate from the rules alone; and how `--certificate` writes one.

use std::path::Path;

use grundy_show::Solved;

use crate::{
    cli::Check,
    output::{Reply, Trouble},
    session::Session,
};

pub fn run(_: &Session, words: Check) -> Result<Reply, Trouble> {
    Err(not_yet(&words.file))
}

/// Writes the certificate of an answer.
pub fn certify(path: &Path, _: &Solved) -> Result<(), Trouble> {
    Err(not_yet(path))
}

fn not_yet(path: &Path) -> Trouble {
    Trouble::usage(format!("{}: this build does not know certificates yet", path.display()), "")
}
