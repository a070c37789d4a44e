//! `grundy find VALUES`, or `grundy find FILE`: the known rules that give a sequence of values.

use std::path::Path;

use grundy::{games::Family, help::shell_word};
use grundy_verbs::Find;

use crate::{
    cli::ToFile,
    output::{CliError, VerbOutput},
    session::Session,
    verbs::asked,
};

/// Words that people write in front of the values.
const IDLE: [&str; 5] = ["octal", "hex", "game", "sequence", "values"];

pub fn run(session: &Session, mut words: ToFile<Find>) -> Result<VerbOutput, CliError> {
    match words.verb.values.as_slice() {
        [one] if is_file(one) => {
            words.verb.bfile = Some(Path::new(one).to_path_buf().into());
            words.verb.values.clear();
        }
        [game] if let Some(family) = Family::find(game) => {
            let help = format!("type `grundy table {} 20`", family.name);
            return Err(CliError::about(game, "rules are found by their values; those of a game are a table", help));
        }
        [idle, values @ ..] if IDLE.contains(&&**idle) => {
            let values = shell_word(&values.join(" "));
            let message = "the values are enough: a rule is looked for among all kinds";
            return Err(CliError::about(idle, message, format!("type `grundy find {values}`")));
        }
        _ => {}
    }
    asked::run(session, &words)
}

/// Whether this is the name of a file, and not values.
pub fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    text == "-" || ending.contains(char::is_alphabetic) || path.is_file()
}
