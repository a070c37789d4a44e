//! The names of games as a text says them: a name with its parameters becomes the text that it denotes.

use grundy_games::{FAMILIES, Family};

use crate::{diagnostic::Diagnostic, spelling::nearest};

/// The text that a family's name with its parameters stands for; nothing if the text is no family's name.
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
        Some((end - rest.len()..end, format!("this does not belong to the name `{}`", family.name)))
    } else if parameters.len() != family.parameters.len() {
        Some((
            0..source.len(),
            format!("`{}` takes {} in quotes, not {}", family.name, needs(family), parameters.len()),
        ))
    } else {
        None
    };
    match fault {
        None => Ok(Some(family.text(&parameters))),
        Some((span, message)) => {
            let example: Vec<String> = family.parameters.iter().map(|_| "\"list.txt\"".to_owned()).collect();
            let text = [&[family.name.to_owned()], &example[..]].concat().join(" ");
            let help = match rest {
                "misère" | "misere" => format!("misère stands in front: `misère {text}`"),
                _ => format!("the game alone is `{text}`; a position is a text of its own"),
            };
            Err(Diagnostic::new("G044", span, message).label("here").help(help).about("game", source))
        }
    }
}

fn needs(family: &Family) -> String {
    match family.parameters {
        [] => "no parameters".into(),
        parameters => parameters.join(" and "),
    }
}

/// The names nearest to `name`.
pub fn suggest(name: &str) -> Option<&'static str> {
    let names: Vec<&'static str> =
        FAMILIES.iter().flat_map(|family| [family.name].into_iter().chain(family.aliases.iter().copied())).collect();
    nearest(name, &names)
}
