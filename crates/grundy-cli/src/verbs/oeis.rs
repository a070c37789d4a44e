//! `grundy oeis NUMBER`, or `grundy oeis FILE`: sequences that games give.

use std::path::Path;

use grundy_verbs::Oeis;

use crate::{
    cli::ToFile,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::{asked, find::is_file},
};

pub fn run(session: &Session, mut words: ToFile<Oeis>) -> Result<VerbOutput, CliError> {
    if let [one] | [_, one] = words.verb.words.as_slice()
        && (words.verb.words.len() == 1 || words.verb.words[0] == "audit")
        && is_file(one)
    {
        words.verb.audit = Some(Path::new(one).to_path_buf().into());
        words.verb.words.clear();
    }
    asked::run(session, &words)
}
