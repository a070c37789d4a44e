//! `grundy completions SHELL`: a completion script from the tree of verbs and the names of games.

use clap::Command;
use grundy::games::FAMILIES;
use grundy_show::json_line;
use serde_json::json;

use crate::{
    cli::{Shell, used},
    output::{CliError, Reply},
    session::Session,
};

pub fn run(session: &Session, words: Shell) -> Result<Reply, CliError> {
    // The verb `solve` may be left out, so a name may stand in the place of a verb.
    let names = FAMILIES.iter().map(|family| Command::new(family.name).about(family.about));
    let tree = used::tree();
    // Former names of verbs are read and not offered.
    let verbs = tree.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned();
    let mut tree = Command::new("grundy")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .args(tree.get_arguments())
        .subcommands(verbs)
        .subcommands(names);
    let mut script = Vec::new();
    clap_complete::generate(words.shell, &mut tree, "grundy", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let json = || json_line(json!({"shell": words.shell.to_string(), "script": script}));
    Ok(session.pick(|| script.clone(), json).into())
}
