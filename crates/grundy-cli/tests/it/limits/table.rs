//! The table of verbs and boards, and the lines that it makes.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    verb: Vec<Verb>,
    board: Vec<Board>,
}

/// A verb with its flags.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verb {
    name: String,
    words: Vec<String>,
    /// Whether it needs no board.
    #[serde(default)]
    alone: bool,
    /// Whether it takes --jobs; a verb that does not runs on one core.
    #[serde(default = "yes")]
    one_thread: bool,
    /// How often the time of --time may pass.
    #[serde(default = "once")]
    spans: u32,
    stdin: Option<String>,
    /// The boards on which it is refused.
    #[serde(default)]
    refused: Vec<String>,
    /// The boards on which it is answered, if it is refused on all others.
    only: Option<Vec<String>>,
    /// The boards on which it is refused unless a limit comes first.
    #[serde(default)]
    either: Vec<String>,
}

/// Whether a line is refused: whether the exit code 2 is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    No,
    Yes,
    /// Depending on whether a limit comes first.
    Either,
}

impl Verb {
    /// Whether it is refused on this board.
    fn refused(&self, board: &Board) -> Refused {
        let has = |names: &[String]| names.iter().any(|name| is_named(&board.name, name));
        let refused = has(&self.refused)
            || self.only.as_ref().is_some_and(|only| !has(only))
            || board.only.as_ref().is_some_and(|only| !only.contains(&self.name));
        match (refused, has(&self.either)) {
            (true, _) => Refused::Yes,
            (false, true) => Refused::Either,
            (false, false) => Refused::No,
        }
    }

    /// The boards that it names.
    fn names(&self) -> impl Iterator<Item = &String> {
        self.refused.iter().chain(self.only.iter().flatten()).chain(&self.either)
    }
}

/// Whether a board has this name, or one that begins with the word before `..`, if there is one.
fn is_named(board: &str, name: &str) -> bool {
    match name.strip_suffix("..").map(str::trim_end) {
        Some("") => true,
        Some(word) => board.split(' ').next() == Some(word),
        None => board == name,
    }
}

/// A game with a large position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    name: String,
    game: String,
    at: Vec<String>,
    size: Option<String>,
    other: Option<String>,
    stdin: Option<String>,
    /// The verbs that are answered, if all others are refused.
    only: Option<Vec<String>>,
}

fn yes() -> bool {
    true
}

fn once() -> u32 {
    1
}

/// A command line.
pub struct Line {
    pub name: String,
    pub words: Vec<String>,
    /// The file that is read as standard input.
    pub stdin: Option<String>,
    /// How often the time of --time may pass.
    pub spans: u32,
    /// Whether the exit code 2 is right.
    pub refused: Refused,
    /// Whether it runs on one core.
    pub one_core: bool,
}

/// All command lines: each verb on each board that it can be asked about.
pub fn lines() -> Vec<Line> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/limits.toml");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let Table { verb, board } = toml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    for name in board.iter().flat_map(|board| board.only.iter().flatten()) {
        assert!(verb.iter().any(|verb| verb.name == *name), "no verb is named {name:?}");
    }
    let mut lines = Vec::new();
    for verb in &verb {
        for name in verb.names() {
            assert!(board.iter().any(|board| is_named(&board.name, name)), "{}: no board is named {name:?}", verb.name);
        }
        if verb.alone {
            let words = verb.words.iter().cloned().chain(threads(verb)).collect();
            let (name, stdin) = (verb.name.clone(), verb.stdin.clone());
            let (spans, refused, one_core) = (verb.spans, Refused::No, !verb.one_thread);
            lines.push(Line { name, words, stdin, spans, refused, one_core });
            continue;
        }
        lines.extend(board.iter().filter_map(|board| line(verb, board)));
    }
    lines
}

/// A verb on a board; `None` if the board lacks what the verb needs.
fn line(verb: &Verb, board: &Board) -> Option<Line> {
    if board.stdin.is_some() && verb.stdin.is_some() {
        return None;
    }
    let mut words = Vec::new();
    for word in &verb.words {
        match word.as_str() {
            "GAME" => words.push(board.game.clone()),
            "AT" => words.extend(board.at.iter().map(|word| repeated(word))),
            "OTHER" => words.push(board.other.clone()?),
            word => {
                words.push(if word.contains("SIZE") { word.replace("SIZE", board.size.as_ref()?) } else { word.into() })
            }
        }
    }
    words.extend(threads(verb));
    let stdin = verb.stdin.clone().or_else(|| board.stdin.clone());
    let name = format!("{} on {}", verb.name, board.name);
    let (spans, refused, one_core) = (verb.spans, verb.refused(board), !verb.one_thread);
    Some(Line { name, words, stdin, spans, refused, one_core })
}

/// The processor time of several threads adds up.
fn threads(verb: &Verb) -> impl Iterator<Item = String> {
    let flag: &[&str] = if verb.one_thread { &["--jobs", "1"] } else { &[] };
    flag.iter().map(|word| (*word).to_owned())
}

/// The text in which `<ab*3>` stands for `ababab`.
pub fn repeated(text: &str) -> String {
    let found = text.char_indices().filter(|(_, sign)| *sign == '<').find_map(|(from, _)| {
        let inner = &text[from + 1..];
        let star = inner.find('*')?;
        let (digits, rest) = inner[star + 1..].split_once('>')?;
        Some(format!("{}{}{rest}", &text[..from], inner[..star].repeat(digits.parse().ok()?)))
    });
    found.unwrap_or_else(|| text.to_owned())
}
