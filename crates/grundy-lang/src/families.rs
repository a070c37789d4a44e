//! Named games in a text: a name with its parameters is replaced by the text that it denotes.
//!
//! The replacement happens before the parser runs, so that the parser knows one form of every game.

use grundy_games::{FAMILIES, Family};

use crate::{diagnostic::Diagnostic, spelling::nearest};

/// Returns the text of the family that `source` names, with its parameters; `None` if it names no
/// family.
pub(crate) fn expand(source: &str) -> Result<Option<String>, Diagnostic> {
    let end = source.trim_end().len();
    let trimmed = source.trim();
    let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
    let Some(family) = Family::find(&trimmed[..length]) else { return Ok(None) };
    let mut parameters = Vec::new();
    let mut rest = trimmed[length..].trim_start();
    while let Some(text) = rest.strip_prefix('"') {
        let Some(end) = text.find('"') else { break };
        parameters.push(text[..end].to_owned());
        rest = text[end + 1..].trim_start();
    }
    let fault = if !rest.is_empty() {
        Some((end - rest.len()..end, format!("unexpected text after `{}`", family.name)))
    } else if parameters.len() != family.parameters.len() {
        let needs = match family.parameters {
            [] => "no parameters".into(),
            parameters => format!("{} in quotes", parameters.join(" and ")),
        };
        let given = if parameters.len() == 1 { "1 is given".into() } else { format!("{} are given", parameters.len()) };
        Some((0..source.len(), format!("`{}` requires {needs}, but {given}", family.name)))
    } else {
        None
    };
    match fault {
        None => Ok(Some(family.text(&parameters))),
        Some((span, message)) => {
            let example: Vec<String> = family.parameters.iter().map(|_| "\"list.txt\"".to_owned()).collect();
            let text = [&[family.name.to_owned()], &example[..]].concat().join(" ");
            let help = match rest {
                "misère" | "misere" => format!("write misère before the game: `misère {text}`"),
                _ => format!("the game is `{text}` alone; the position is a separate text"),
            };
            Err(Diagnostic::new("G044", span, message).label("here").help(help).about("game", source))
        }
    }
}

/// Returns the name or alias of a family that is nearest to `name`, or `None` if none is near.
///
/// ```
/// assert_eq!(grundy_lang::suggest("kales"), Some("kayles"));
/// ```
pub fn suggest(name: &str) -> Option<&'static str> {
    let names: Vec<&'static str> =
        FAMILIES.iter().flat_map(|family| [family.name].into_iter().chain(family.aliases.iter().copied())).collect();
    nearest(name, &names)
}
