//! Reading of the words of the command line: the library reads them, and a slip in a verb gets a
//! hint.

use std::{ffi::OsString, path::Path};

use grundy::{
    Error, Query,
    games::Diagnostic,
    help::{Fix, Help},
};

use crate::{cli::respelled, output::CliError, session::Session};

/// The words as a query about one position.
pub fn query(session: &Session, words: &[String]) -> Result<Query, CliError> {
    session.run.query(words, session.common.misere).map_err(|error| hinted(error, words))
}

/// What is said of a game without a position.
const MISSING: &str = "the position is missing";

/// The error of a question without a position, with how to ask about those on standard input.
pub fn piped(error: CliError, words: &[String]) -> CliError {
    match error {
        CliError::Library(Error::Refused(mut refused)) if refused.message == MISSING && crate::input::is_piped() => {
            let line = Fix::Use("solve".into(), grundy::request::shell("", words) + " --positions -");
            refused.help = refused.help + "; for positions on standard input, one a line, " + line;
            CliError::Library(Error::Refused(refused))
        }
        other => other,
    }
}

/// What the library returns for the words, with a hint if the first of them is nearly a verb.
pub fn hinted(error: Error, words: &[String]) -> CliError {
    match error {
        Error::Text(mistake) => hint(*mistake, words).into(),
        other => other.into(),
    }
}

/// The error of this verb, whose way out names whole commands: they get the verb, which they leave
/// out.
pub fn offering(verb: &str, error: CliError) -> CliError {
    match error {
        CliError::Library(Error::Text(mut mistake)) => {
            mistake.help = mistake.help.with_verb(verb);
            CliError::Library(Error::Text(mistake))
        }
        CliError::Library(Error::Refused(mut refused)) => {
            refused.help = refused.help.with_verb(verb);
            CliError::Library(Error::Refused(refused))
        }
        other => other,
    }
}

/// An unknown word at the place of the verb may be a verb with a slip.
fn hint(mut mistake: Diagnostic, words: &[String]) -> Diagnostic {
    let near = words.first().and_then(|word| crate::cli::verbs().into_iter().find(|verb| is_near(verb, word)));
    if mistake.code != "G003" || mistake.span.start > 0 {
        return mistake;
    }
    if let Some(verb) = near {
        let typed = ["grundy", &verb].map(OsString::from).into_iter().chain(words[1..].iter().map(OsString::from));
        let is_fit = match ["check", "test", "judge"].contains(&&*verb) {
            true => words.get(1).is_some_and(|file| Path::new(file).exists()),
            false => respelled::is_read(&typed.collect::<Vec<_>>()),
        };
        let line = match is_fit {
            true => Fix::Use(verb.clone(), grundy::request::shell("", &words[1..])),
            false => Fix::Use("help".into(), verb.clone()),
        };
        let spelled = Help::from(format!("the verb is spelled {verb}: ")) + line;
        let known = [std::mem::take(&mut mistake.help)].into_iter().filter(|_| mistake.suggestion.is_some());
        mistake.help = Help::joined(known.chain([spelled]).collect::<Vec<_>>(), "; ");
    } else if mistake.suggestion.is_none()
        && words.first().is_some_and(|word| !word.contains(' '))
        && mistake.help.to_string().starts_with("write a move")
    {
        mistake.help = Help::joined([mistake.help, Help::from(Fix::verb("help")) + " lists the verbs"], "; ");
    }
    mistake
}

/// Whether one slip of the hand lies between the two words: a letter too many, too few, wrong, or
/// two swapped.
pub fn is_near(right: &str, word: &str) -> bool {
    let (right, word): (Vec<char>, Vec<char>) = (right.chars().collect(), word.chars().collect());
    let head = right.iter().zip(&word).take_while(|(a, b)| a == b).count();
    let (right, word) = (&right[head..], &word[head..]);
    let tail = right.iter().rev().zip(word.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&right[..right.len() - tail], &word[..word.len() - tail]) {
        ([a, b], [c, d]) => a == d && b == c,
        (right, word) => right.len() <= 1 && word.len() <= 1,
    }
}
