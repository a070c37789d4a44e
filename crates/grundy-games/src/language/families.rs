//! Named games in a text: a name with its parameters is replaced by the text that it denotes.
//!
//! The replacement happens before the parser runs, so that the parser knows one form of every game.
//! A name may consist of several words, and `misère` may stand before it: `misere dawson's kayles`.
//!
//! A parameter is a word list in quotes or its words in braces, a set of numbers in brackets of any
//! kind, or a count as `k=2`. Of several names that a text begins with, the longest one counts.

use grundy_core::help::{Fix, Help};

use crate::{
    Convention, FAMILIES, Family, Famous, Parameter, ParameterKind, Setting,
    famous::Missing,
    text::{diagnostic::Diagnostic, spelling::nearest},
};

/// The most words of a name.
const LONGEST: usize = 6;

/// A named game at the start of a text.
pub(crate) struct Named {
    /// The game.
    pub(crate) family: &'static Family,
    /// The text that it denotes, with its convention.
    pub(crate) text: String,
    /// Where the name and the parameters end, in bytes.
    pub(crate) end: usize,
}

/// Returns the family whose name `text` is, which `misère` may precede, with its convention.
pub fn called(text: &str) -> Option<(&'static Family, Convention)> {
    let (convention, name) = Convention::of(text);
    Family::find(name.trim()).map(|family| (family, convention))
}

/// Returns the named game that a text begins with; `None` if it begins with none. The position may
/// follow the name, as in a sum; [`expand`] refuses that.
pub(crate) fn at_start(source: &str) -> Result<Option<Named>, Diagnostic> {
    let (convention, rest) = Convention::of(source);
    let start = source.len() - rest.trim_start().len();
    let rest = &source[start..];
    let Some((family, length)) = set_of(rest).or_else(|| longest(rest)) else { return Ok(None) };
    let mut parameters = Vec::new();
    let mut end = start + length;
    for parameter in family.parameters {
        let Some((text, length)) = parameter_at(parameter, &source[end..]) else { break };
        parameters.push(text);
        end += length;
    }
    if parameters.len() != family.parameters.len() {
        let all: Vec<&str> = family.parameters.iter().map(|parameter| parameter.about).collect();
        let quotes = match family.parameters[0].kind {
            ParameterKind::List => " in quotes",
            ParameterKind::Numbers => " in braces",
            ParameterKind::Count => " as k=2",
        };
        let given = if parameters.len() == 1 { "1 is given".into() } else { format!("{} are given", parameters.len()) };
        let message = format!("`{}` requires {}{quotes}, but {given}", family.name, all.join(" and "));
        return Err(Diagnostic::new("G044", start..source.trim_end().len().max(start), message)
            .label("here")
            .help(format!("the game is `{}` alone; the position is a separate text", alone(family)))
            .about("game", source));
    }
    let text = family.text(&parameters);
    let misere = convention == Convention::Misere && Convention::of(&text).0 == Convention::Normal;
    let text = if misere { format!("misère {text}") } else { text };
    Ok(Some(Named { family, text, end }))
}

/// Returns what may be set of the family whose name a text begins with; nothing if it begins with
/// none.
pub(crate) fn settings(source: &str) -> &'static [Setting] {
    let rest = Convention::of(source).1.trim_start();
    longest(rest).map_or(&[], |(family, _)| family.settings)
}

/// Returns the family of the longest name that `rest` begins with, and the length of the name. At
/// most six words of letters, up to the first sign that no name has.
fn longest(rest: &str) -> Option<(&'static Family, usize)> {
    let region = &rest[..rest.find(['{', '"', '(', '[', '+', ':', ',', '>', '=']).unwrap_or(rest.len())];
    let mut ends = Vec::new();
    let mut at = 0;
    for word in region.split_whitespace().take(LONGEST).take_while(|word| word.starts_with(char::is_alphabetic)) {
        at += region[at..].find(word)? + word.len();
        ends.push(at);
    }
    // `k=2` is a parameter, although Moore's Nim_k is a name.
    let is_whole = |end: &usize| !rest[*end..].trim_start().starts_with('=');
    ends.into_iter().rev().filter(is_whole).find_map(|end| Some((Family::find(&region[..end])?, end)))
}

/// Returns whether `rest` begins with a set as [`set_of`] reads it.
pub(crate) fn is_set(rest: &str) -> bool {
    set_of(rest).is_some()
}

/// Returns the subtraction game if `rest` begins with `S(1, 3, 4)`, as textbooks write its set, and
/// the length of the S.
fn set_of(rest: &str) -> Option<(&'static Family, usize)> {
    let set = rest.strip_prefix(['S', 's'])?;
    parameter_at(&Parameter { about: "", kind: ParameterKind::Numbers }, set)?;
    Some((Family::find("subtraction")?, 1))
}

/// Reads a parameter. Returns its text and its length, with the blanks before it.
fn parameter_at(parameter: &Parameter, source: &str) -> Option<(String, usize)> {
    let rest = source.trim_start();
    let blanks = source.len() - rest.len();
    match parameter.kind {
        // The words themselves: one in braces is a bag.
        ParameterKind::List if rest.starts_with('{') => {
            let length = rest.find('}')? + 1;
            rest[..length].contains(',').then(|| (rest[..length].to_owned(), blanks + length))
        }
        ParameterKind::List => {
            let text = rest.strip_prefix('"')?;
            let length = text.find('"')?;
            Some((text[..length].to_owned(), blanks + length + 2))
        }
        ParameterKind::Numbers => {
            let close = match rest.chars().next()? {
                '{' => '}',
                '(' => ')',
                '[' => ']',
                _ => return None,
            };
            let length = rest.find(close)?;
            numbers(&rest[1..length]).map(|set| (set, blanks + length + 1))
        }
        ParameterKind::Count => {
            let length = 2 + rest.strip_prefix("k=")?.chars().take_while(char::is_ascii_digit).count();
            count(&rest[..length]).map(|number| (number, blanks + length))
        }
    }
}

/// Returns a set of numbers, such as `1, 3, 4` or `1..3`, as the language writes it: `{1, 3, 4}`.
/// `None` if the text has other signs.
pub fn numbers(text: &str) -> Option<String> {
    let plain = text.chars().all(|sign| sign.is_ascii_digit() || " ,.".contains(sign));
    let full = text.split(',').all(|number| number.trim().starts_with(|first: char| first.is_ascii_digit()));
    (plain && full).then(|| format!("{{{}}}", text.trim()))
}

/// Returns the number of `k=2`; `None` if the text is not one from 1 to 99 in this form.
///
/// ```
/// assert_eq!(grundy_games::count("k=2").as_deref(), Some("2"));
/// assert_eq!(grundy_games::count("2"), None);
/// ```
pub fn count(text: &str) -> Option<String> {
    let number: u8 = text.trim().strip_prefix("k=")?.parse().ok()?;
    (1..100).contains(&number).then(|| number.to_string())
}

/// The text of the family's game, with examples of its parameters.
fn alone(family: &Family) -> String {
    [family.name].into_iter().chain(family.parameters.iter().map(Parameter::example)).collect::<Vec<_>>().join(" ")
}

/// Returns the named game that is all of `source`; `None` if the text begins with no name.
///
/// # Errors
///
/// Returns a [`Diagnostic`] if parameters are missing, or if text follows.
pub(crate) fn expand(source: &str) -> Result<Option<Named>, Diagnostic> {
    let Some(named) = at_start(source)? else { return Ok(None) };
    let rest = source[named.end..].trim();
    if rest.is_empty() {
        return Ok(Some(named));
    }
    let family = named.family;
    let (message, text) = (format!("unexpected text after `{}`", family.name), alone(family));
    let end = source.trim_end().len();
    let help = match rest {
        "misère" | "misere" => format!("write misère before the game: `misère {text}`"),
        _ => format!("the game is `{text}` alone; the position is a separate text"),
    };
    Err(Diagnostic::new("G044", end - rest.len()..end, message).label("here").help(help).about("game", source))
}

/// Returns the mistake in a text; if the text is the name of a famous game, the way to write that.
pub(crate) fn famous(text: &str, fault: Diagnostic) -> Diagnostic {
    match famous_help(text) {
        Some((message, help)) => Diagnostic::new("G003", 0..text.len(), message).label("a famous game").help(help),
        None => fault,
    }
}

/// Returns what to say about the name of a famous game that is not the name of a family: a message,
/// and the way out.
///
/// ```
/// let (message, help) = grundy_games::famous_help("Northcott's game").unwrap();
/// assert_eq!(message, "Northcott's game is written as another game");
/// assert!(help.to_string().starts_with("`nim 3 4 5`"), "{help}");
/// assert!(grundy_games::famous_help("domineering").unwrap().0.contains("partizan"));
/// ```
pub fn famous_help(name: &str) -> Option<(String, Help)> {
    let (_, name) = Convention::of(name.trim());
    if let Some(Missing { why, instead: (line, what), .. }) = Missing::find(name) {
        let message = format!("`{}` {why}", name.trim());
        let near = match line.is_empty() {
            true if what.is_empty() => Help::default(),
            true => Help::from(*what) + "; ",
            false => Help::from(Fix::Write((*line).to_owned())) + ": " + *what + "; ",
        };
        return Some((message, near + Fix::verb("games") + " lists the games with names"));
    }
    let game = Famous::find(name)?;
    let note = if game.note.is_empty() { String::new() } else { format!(": {}", game.note) };
    let help = Help::from(Fix::Write(game.write.to_owned())) + note + famous_more(game);
    Some((format!("{} is written as another game", game.name), help))
}

/// Returns the rest of a way out: the verb that shows what else is known of a famous game, if it
/// has a name of one word.
///
/// ```
/// let game = grundy_games::Famous::find("Northcott's game").unwrap();
/// assert_eq!(grundy_games::famous_more(game), "; more: the verb `games` with `northcott`");
/// ```
pub fn famous_more(game: &Famous) -> Help {
    let plain = |name: &&str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let word = game.aliases.iter().copied().filter(plain).min_by_key(|alias| alias.len());
    word.map_or(Help::default(), |word| Help::from("; more: ") + Fix::Use("games".into(), word.to_owned()))
}

/// Returns the name or alias of a family that is nearest to `name`, or `None` if none is near.
///
/// ```
/// assert_eq!(grundy_games::suggest("kales"), Some("kayles"));
/// assert_eq!(grundy_games::suggest("Dawsons Kales"), Some("dawsons-kayles"));
/// ```
///
/// The apostrophe and the case of letters do not count.
pub fn suggest(name: &str) -> Option<&'static str> {
    let names: Vec<&'static str> = FAMILIES.iter().flat_map(Family::names).collect();
    let plain: String = name.trim().to_lowercase().replace('\'', "").split_whitespace().collect::<Vec<_>>().join("-");
    nearest(&plain, &names)
}
