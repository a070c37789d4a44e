//! `grundy completions SHELL`: a completion script from the tree of verbs and the names of games.

use clap::Command;
use grundy::games::FAMILIES;
use grundy_show::{Version, json_line};
use serde::Serialize;

use crate::{
    cli::{Shell, used},
    output::{CliError, VerbOutput},
    session::Session,
};

/// The completion script of a shell
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "completions"))]
pub struct CompletionsJson<'a> {
    /// The shell
    shell: String,
    /// The script
    script: &'a str,
    schema: Version,
}

pub fn run(session: &Session, words: Shell) -> Result<VerbOutput, CliError> {
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
    let shell = words.shell.to_string();
    let json = || json_line(&CompletionsJson { shell, script: &script, schema: Version });
    Ok(session.pick(|| script.clone(), json).into())
}
