//! What a request in JSON reports: a field that is wrong, and the way out of an error, with its
//! fields and the limit of its server.

use grundy::{
    Error,
    games::Diagnostic,
    help::{Fix, Json, Spelling},
};
use grundy_show::{error_json, error_message, refusal_json};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::reply::{ReplyLine, exit_code};

/// A field that a request cannot have, or not so.
pub(crate) struct Wrong {
    field: String,
    message: String,
    help: String,
}

/// Fields as the struct that they fill, of a verb that has these settings besides `time`.
pub(crate) fn fields<T: DeserializeOwned>(fields: Value, settings: &[&str]) -> Result<T, Wrong> {
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let path = error.path().to_string();
        wrong(path.split(['.', '[']).next().unwrap_or_default(), &error.into_inner().to_string(), settings)
    })
}

/// What is wrong with a field, from what its reader says.
fn wrong(field: &str, why: &str, settings: &[&str]) -> Wrong {
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    let (field, message, help) = if let Some(rest) = why.strip_prefix("unknown field ") {
        let expected = rest.split_once("expected ").map_or("", |(_, expected)| expected.trim_start_matches("one of "));
        let expected = without_former(expected);
        let help = if expected.is_empty() { String::new() } else { format!("its fields: {expected}; and ") };
        let settings: Vec<_> = settings.iter().chain([&"time"]).map(|field| format!("`{field}`")).collect();
        let settings = settings.join(", ");
        (quoted(rest), format!("a request of this verb has no field `{}`", quoted(rest)), format!("{help}{settings}"))
    } else if let Some(rest) = why.strip_prefix("duplicate field ") {
        let message = format!("`{}` is given twice", quoted(rest));
        (quoted(rest), message, "give it once; a former name counts too".to_owned())
    } else if let Some(rest) = why.strip_prefix("missing field ") {
        let field = quoted(rest);
        let help = match field.as_str() {
            "game" => "name the game: \"game\": \"nim\"".to_owned(),
            _ => format!("give it: \"{field}\": .."),
        };
        (field.clone(), format!("a request has no `{field}`, which this verb needs"), help)
    } else {
        let wanted = why.split_once("expected ").map_or(why, |(_, wanted)| wanted);
        (field.to_owned(), format!("`{field}` is {wanted}"), format!("write {wanted}"))
    };
    Wrong { field, message, help }
}

/// Former names of fields, with those that took their place: they are read, and not listed.
const FORMER: [(&str, &str); 3] = [("`to`", "`up_to`"), ("`most`", "`count`"), ("`format`", "`shape`")];

/// A list of fields without former names.
fn without_former(fields: &str) -> String {
    let all: Vec<&str> = fields.split(", ").collect();
    let is_former = |field: &str| FORMER.iter().any(|(former, now)| *former == field && all.contains(now));
    all.iter().copied().filter(|field| !is_former(field)).collect::<Vec<_>>().join(", ")
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Error {
        Error::usage(&wrong.field, wrong.message, wrong.help)
    }
}

/// The spelling of the fields of a verb: its words are the game and what stands in `rest`.
struct Fields {
    rest: &'static str,
}

impl Spelling for Fields {
    fn field(&self, name: &str) -> String {
        Json.field(name)
    }

    fn has(&self, field: &str) -> bool {
        Json.has(field)
    }

    fn fix(&self, fix: &Fix) -> String {
        match fix {
            Fix::Write(line) => self.words(line).unwrap_or_else(|| Json.fix(fix)),
            _ => Json.fix(fix),
        }
    }

    fn more(&self, code: &str) -> String {
        Json.more(code)
    }
}

impl Fields {
    /// The words of a command line as fields.
    fn words(&self, line: &str) -> Option<String> {
        let words = shell_words(line);
        let (game, rest) = words.split_first()?;
        let one = |name: &str, value: Value| format!("\"{name}\": {value}");
        let mut fields = vec![one("game", game.as_str().into())];
        match rest {
            [] => {}
            [word] => fields.push(one(self.rest, word.as_str().into())),
            several => fields.push(one(self.rest, several.into())),
        }
        Some(fields.join(", "))
    }
}

/// The words of a line, as [`grundy::help::shell_word`] writes them.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut escaped) = (Vec::new(), false, false);
    let mut word: Option<String> = None;
    for sign in line.chars() {
        match sign {
            '\'' if !escaped => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' if !quoted && !escaped => escaped = true,
            ' ' if !quoted && !escaped => words.extend(word.take()),
            sign => {
                escaped = false;
                word.get_or_insert_default().push(sign);
            }
        }
    }
    words.extend(word);
    words
}

/// The line for an error of a request whose words after the game are the field `rest`. Where its
/// time is up, and is all that the server allows, the way out is `longer`.
pub(crate) fn line(error: Error, rest: &'static str, longer: Option<&str>) -> ReplyLine {
    let code = exit_code(&error);
    if let (Some(longer), "time") = (longer, error.code()) {
        return ReplyLine::json(refusal_json(error.code(), &error_message(&error), &longer.into(), &Json), code);
    }
    ReplyLine::json(error_json(&without_paths(error), &Fields { rest }), code)
}

/// The error of a word list that is missing: a request has it in a field, and not at a path.
fn without_paths(error: Error) -> Error {
    match error {
        Error::Text(mistake) if mistake.code == "G020" => {
            let name = mistake.source.get(mistake.span.clone()).unwrap_or("\"list.txt\"");
            let help = format!("send its words: \"lists\": {{{name}: \"fear\\nchop\"}}").into();
            Diagnostic { help, ..*mistake }.into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use grundy::help::{Help, shell_word};

    use super::*;

    #[test]
    fn former_names_are_not_offered() {
        assert_eq!(without_former("`game`, `up_to`, `to`"), "`game`, `up_to`");
        assert_eq!(without_former("`what`, `format`, `up_to`, `to`"), "`what`, `format`, `up_to`");
        assert_eq!(without_former("`count`, `most`, `shape`, `format`"), "`count`, `shape`");
    }

    #[test]
    fn words_are_spelled_as_fields() {
        let fields = Fields { rest: "position" };
        for (words, wanted) in [
            (&["nim"][..], r#""game": "nim""#),
            (&["take {1,2,3}", "7"], r#""game": "take {1,2,3}", "position": "7""#),
            (&["misere", "nim", "3"], r#""game": "misere", "position": ["nim","3"]"#),
            (&["row: cut \"it's\"", ""], r#""game": "row: cut \"it's\"", "position": """#),
        ] {
            let line = words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
            assert_eq!(Help::from(Fix::Write(line)).spelled(&fields), wanted);
        }
    }
}
