//! The way out of an error, as data: each front end spells it in its own words.
//!
//! A [`Help`] is text with [`Fix`]es in it, which name fields and verbs as requests do. A request
//! in JSON spells the field `up_to` as `"up_to"`, the program as an option of its command line; a
//! front end of another kind is a [`Spelling`] of its own.
//!
//! ```
//! use grundy_core::help::{Fix, Help, Json};
//!
//! let help = Help::from("write ") + Fix::set("up_to", 9) + ", or " + Fix::LeaveOut("heaps");
//! assert_eq!(help.spelled(&Json), "write \"up_to\": 9, or leave \"heaps\" out");
//! ```

use std::{fmt, ops::Add};

/// The way out of an error. Empty if there is none to state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    pieces: Vec<HelpPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum HelpPiece {
    Text(String),
    Field(&'static str),
    Fix(Fix),
}

/// The name of a field in a [`Help`], where nothing is to be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field(pub &'static str);

/// Something to do about a request.
///
/// Exhaustive: a front end that spells fixes learns from the compiler of a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Set a field to a value; `true` for a field that is a flag. See [`Fix::set`].
    Set(&'static str, String),
    /// Set a field to a value that only the reader knows: the field, and a word for the value,
    /// such as `SECONDS`; it may be empty.
    Choose(&'static str, &'static str),
    /// Leave a field out.
    LeaveOut(&'static str),
    /// Give a parameter of the game a value.
    Parameter(&'static str, String),
    /// Use another verb, with words after it as a shell takes them; they may be empty. See
    /// [`Fix::verb`].
    Use(String, String),
    /// Write these words, as a shell takes them, for those of the request.
    Write(String),
    /// Run this command of the program, with its words after `grundy`: what only the program does.
    Program(String),
}

/// The part of a request that is wrong.
///
/// Exhaustive: a request has words and fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A word, as it was written.
    Word(String),
    /// A field, by its name.
    Field(&'static str),
}

impl Argument {
    /// The word, or the name of the field, as a front end spells it.
    pub fn spelled(&self, spelling: &dyn Spelling) -> String {
        match self {
            Argument::Word(word) => word.clone(),
            Argument::Field(name) => spelling.argument(name),
        }
    }
}

/// How a front end spells fields and fixes.
pub trait Spelling {
    /// The name of a field.
    fn field(&self, name: &str) -> String;

    /// Whether the front end has this field.
    fn has(&self, _field: &str) -> bool {
        true
    }

    /// A field that is at fault.
    fn argument(&self, name: &str) -> String {
        name.to_owned()
    }

    /// What is to be done, as part of a sentence.
    fn fix(&self, fix: &Fix) -> String;

    /// Where more is said about an error with this code that has no way out.
    fn more(&self, code: &str) -> String;
}

/// The spelling of requests in JSON: `"heaps": 3`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl Fix {
    /// Sets a field to this value.
    pub fn set(field: &'static str, value: impl fmt::Display) -> Fix {
        Fix::Set(field, value.to_string())
    }

    /// Uses another verb, as it is.
    pub fn verb(name: &str) -> Fix {
        Fix::Use(name.to_owned(), String::new())
    }
}

impl Help {
    /// Whether there is no way out to state.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The text, as a front end spells it.
    pub fn spelled(&self, spelling: &dyn Spelling) -> String {
        let piece = |piece: &HelpPiece| match piece {
            HelpPiece::Text(text) => text.clone(),
            HelpPiece::Field(name) => spelling.field(name),
            HelpPiece::Fix(fix) => spelling.fix(fix),
        };
        self.pieces.iter().map(piece).collect()
    }

    /// What is to be done, in the order of the text.
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.pieces.iter().filter_map(|piece| match piece {
            HelpPiece::Fix(fix) => Some(fix),
            _ => None,
        })
    }

    /// The help whose words of a request come after this verb.
    pub fn with_verb(mut self, verb: &str) -> Help {
        for piece in &mut self.pieces {
            if let HelpPiece::Fix(Fix::Write(words)) = piece {
                *piece = HelpPiece::Fix(Fix::Use(verb.to_owned(), std::mem::take(words)));
            }
        }
        self
    }

    /// The help with another one in the place of this text.
    pub fn replaced(self, text: &str, by: &Help) -> Help {
        let piece = |piece| match piece {
            HelpPiece::Text(old) if old == text => by.pieces.clone(),
            same => vec![same],
        };
        Help { pieces: self.pieces.into_iter().flat_map(piece).collect() }
    }

    /// Helps with a text between them.
    pub fn joined(helps: impl IntoIterator<Item = Help>, between: &str) -> Help {
        let add = |all: Help, help: Help| if all.is_empty() { help } else { all + between + help };
        helps.into_iter().fold(Help::default(), add)
    }
}

impl From<String> for Help {
    fn from(text: String) -> Help {
        Help { pieces: if text.is_empty() { Vec::new() } else { vec![HelpPiece::Text(text)] } }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Help {
        text.to_owned().into()
    }
}

impl From<Fix> for Help {
    fn from(fix: Fix) -> Help {
        Help { pieces: vec![HelpPiece::Fix(fix)] }
    }
}

impl From<Field> for Help {
    fn from(Field(name): Field) -> Help {
        Help { pieces: vec![HelpPiece::Field(name)] }
    }
}

impl<T: Into<Help>> Add<T> for Help {
    type Output = Help;

    fn add(mut self, next: T) -> Help {
        self.pieces.append(&mut next.into().pieces);
        self
    }
}

/// As [`Json`] spells it.
impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(&Json))
    }
}

impl PartialEq<&str> for Help {
    fn eq(&self, text: &&str) -> bool {
        self.spelled(&Json).as_str() == *text
    }
}

impl Spelling for Json {
    fn field(&self, name: &str) -> String {
        format!("\"{name}\"")
    }

    fn fix(&self, fix: &Fix) -> String {
        match fix {
            Fix::Set(field, value) => format!("\"{field}\": {}", quoted(value)),
            Fix::Parameter(name, value) => format!("\"set\": {{\"{name}\": {}}}", quoted(value)),
            Fix::Choose(field, _) => self.field(field),
            Fix::LeaveOut(field) => format!("leave {} out", self.field(field)),
            Fix::Use(verb, words) if words.is_empty() => format!("the verb `{verb}`"),
            Fix::Use(verb, words) => format!("the verb `{verb}` with `{words}`"),
            Fix::Write(words) => format!("`{words}`"),
            Fix::Program(words) => format!("`{words}` of the program"),
        }
    }

    /// A request has no limits but the time: those of its server, or of the page, are theirs.
    fn has(&self, field: &str) -> bool {
        !["memory", "max_positions"].contains(&field)
    }

    fn more(&self, code: &str) -> String {
        match is_of_text(code) {
            true => format!("the verb `explain` with `{code}`"),
            false => "the manual has the fields of each verb".to_owned(),
        }
    }
}

/// A word as a POSIX shell reads it: in quotes if it has blanks or signs of the shell.
pub fn shell_word(word: &str) -> String {
    let plain = |sign: char| sign.is_alphanumeric() || "-_.,/:+=^@%".contains(sign);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The value as JSON has it: a number, a flag, or a text in quotes.
fn quoted(value: &str) -> String {
    let number = value.strip_prefix('-').unwrap_or(value);
    let is_bare = value == "true" || number.parse::<u64>().is_ok_and(|whole| whole.to_string() == number);
    if is_bare { value.to_owned() } else { format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// Whether this is the code of a mistake in a text, such as `G012`.
pub fn is_of_text(code: &str) -> bool {
    code.strip_prefix('G').is_some_and(|number| number.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_spells_each_fix() {
        for (fix, json) in [
            (Fix::set("up_to", 9), "\"up_to\": 9"),
            (Fix::set("misere", true), "\"misere\": true"),
            (Fix::set("format", "dot"), "\"format\": \"dot\""),
            (Fix::Choose("time", "SECONDS"), "\"time\""),
            (Fix::LeaveOut("heaps"), "leave \"heaps\" out"),
            (Fix::Parameter("k", "3".into()), "\"set\": {\"k\": 3}"),
            (Fix::Parameter("S", "{1, 4}".into()), "\"set\": {\"S\": \"{1, 4}\"}"),
            (Fix::set("format", "t; n; \"a\""), r#""format": "t; n; \"a\"""#),
            (Fix::set("letters", "007"), "\"letters\": \"007\""),
            (Fix::set("shift", -1), "\"shift\": -1"),
            (Fix::Program("tables build".into()), "`tables build` of the program"),
            (Fix::verb("games"), "the verb `games`"),
            (Fix::Use("draw".into(), "table nim".into()), "the verb `draw` with `table nim`"),
            (Fix::Write("nim 3".into()), "`nim 3`"),
        ] {
            assert_eq!(Help::from(fix).spelled(&Json), json);
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        let quoted = ["kayles", "take 1..3", "it's", ""].map(shell_word);
        assert_eq!(quoted, ["kayles", "'take 1..3'", "'it'\\''s'", "''"]);
    }

    #[test]
    fn words_get_their_verb() {
        let help = Help::from("write ") + Fix::Write("nim 3".into()) + "; " + Fix::verb("games");
        assert_eq!(
            help.clone().with_verb("moves").to_string(),
            "write the verb `moves` with `nim 3`; the verb `games`"
        );
        assert_eq!(help.fixes().count(), 2);
        assert_eq!(
            Help::joined([help, Help::from("more")], ", or ").to_string(),
            "write `nim 3`; the verb `games`, or more"
        );
        assert!(Help::from("").is_empty() && Help::joined([], ", ").is_empty());
    }
}
