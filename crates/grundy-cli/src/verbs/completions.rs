//! `grundy completions SHELL`: a completion script from the tree of verbs.

use grundy_show::json_line;
use serde_json::json;

use crate::{
    cli::{Shell, used},
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Shell) -> Result<Reply, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(words.shell, &mut used::tree(), "grundy", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let json = || json_line(json!({"shell": words.shell.to_string(), "script": script}));
    Ok(session.pick(|| script.clone(), json).into())
}
