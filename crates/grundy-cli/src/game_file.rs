//! Game files: TOML with a name, a game, what to know about it, and values to test.

use std::path::Path;

use grundy::{
    Error, Nimber, Outcome,
    games::{Diagnostic, Lists, ReadGame},
    help::shell_word,
    request::Expected,
};
use grundy_contest::FORMAT_KEYS;
use toml::{Table, Value};

use crate::input;

/// A game file.
pub struct GameFile {
    /// The name.
    pub name: String,
    /// The game.
    pub game: ReadGame,
    /// Positions with what is expected of them.
    pub values: Vec<(String, Expected)>,
}

/// The keys that a game file may have.
const KEYS: [&str; 5] = ["name", "game", "about", "reference", "values"];

/// Reads a game file, with these values of parameters; its word lists are relative to its folder.
pub fn read(path: &Path, set: &[(String, String)]) -> Result<GameFile, Error> {
    let action = || format!("cannot read {}", path.display());
    let text = input::text(path).map_err(|source| Error::File { action: action(), source })?;
    parse(path, &text, &input::lists(path.parent().unwrap_or(Path::new(""))), set)
}

/// Reads the text of a game file, with these values of parameters.
pub fn parse(path: &Path, text: &str, lists: Lists<'_>, set: &[(String, String)]) -> Result<GameFile, Error> {
    let mistake = |span: std::ops::Range<usize>, message: String, help: &str| -> Error {
        fault(path, text, span, message, help).into()
    };
    let parsed: Table = toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        mistake(span, error.message().to_owned(), "a game file is TOML with name, game and [values]")
    })?;
    let at_key = |key: &str| find_key(text, key);
    if let Some(key) = parsed.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let help = match FORMAT_KEYS.contains(&key.as_str()) {
            true => format!("the file is a judge format: `grundy judge {}`", shell_word(&path.display().to_string())),
            false => format!("the keys are {}", KEYS.join(", ")),
        };
        return Err(mistake(at_key(key), format!("unknown key `{key}`"), &help));
    }
    for key in ["name", "game", "about", "reference"] {
        if parsed.get(key).is_some_and(|value| !value.is_str()) {
            return Err(mistake(at_key(key), format!("the value of `{key}` must be a string"), "put it in quotes"));
        }
    }
    let Some(game) = parsed.get("game").and_then(Value::as_str) else {
        return Err(mistake(
            0..0,
            "the file has no key `game`".into(),
            "a game file is TOML with a game, such as game = \"octal 0.77\"",
        ));
    };
    let game = grundy::games::read_set(game, lists, set)?;
    let name = parsed.get("name").and_then(Value::as_str);
    let name = name.map_or_else(|| path.display().to_string(), str::to_owned);
    let mut values = Vec::new();
    match parsed.get("values") {
        None => {}
        Some(Value::Table(table)) => {
            for (position, value) in table {
                let expected = expected(value).ok_or_else(|| {
                    let message = format!("`{position}` has neither a value nor an outcome");
                    mistake(at_key(position), message, "write a number, or \"N\" or \"P\"")
                })?;
                values.push((position.clone(), expected));
            }
        }
        Some(_) => {
            return Err(mistake(
                at_key("values"),
                "`values` must be a table".into(),
                "write [values], then a line for each position, such as 5 = 0",
            ));
        }
    }
    Ok(GameFile { name, game, values })
}

fn expected(value: &Value) -> Option<Expected> {
    match value {
        Value::Integer(number) => u64::try_from(*number).ok().map(Nimber).map(Expected::Value),
        Value::String(text) => match text.as_str() {
            "N" => Some(Expected::Outcome(Outcome::N)),
            "P" => Some(Expected::Outcome(Outcome::P)),
            number => number.parse().ok().map(Nimber).map(Expected::Value),
        },
        _ => None,
    }
}

/// Where a key stands at the start of a line, bare or in quotes.
fn find_key(text: &str, key: &str) -> std::ops::Range<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let body = line[indent..].trim_start_matches(['"', '\'', '[']);
        if body.starts_with(key) {
            let from = start + line.len() - body.len();
            return from..from + key.len();
        }
        start += line.len();
    }
    0..0
}

fn fault(path: &Path, text: &str, span: std::ops::Range<usize>, message: String, help: &str) -> Diagnostic {
    Diagnostic::of_text("G050", &path.display().to_string(), text, span, message, help)
}
